//! What editors are told.

use std::sync::Arc;

use diag::SourceId;
use puml_family::editor::EditorTree as _;
use puml_syntax::{Extent, Stage, parse_block, split};

use super::*;
use crate::catalogue::CATALOGUE;
use crate::parse::TimingGrammar;

fn parsed(source: &str) -> Document {
    let text: Arc<str> = source.into();
    let lines = split(&text);
    parse_block(&text, &lines, 0, Stage::Source, Extent::Whole, SourceId(0), TimingGrammar).document
}

const DIAGRAM: &str = "@startuml\nrobust \"Web server\" as W\nconcise U\nW has Idle,Busy\n@0 as :start\nW is Idle\n\
                       @100\nW is Busy #red : working\nU@0 -> W@100 : asks\n@0 <-> @100 : {wait}\nnote top of W : here\n\
                       @enduml\n";

#[test]
fn a_statement_falls_into_its_parts() {
    let document = parsed(DIAGRAM);
    let all = (0..document.len()).flat_map(|it| document.pieces(it));
    let all: Vec<(&str, PieceKind)> = all.map(|it| (it.range.slice(DIAGRAM), it.kind)).collect();
    for wanted in [
        ("robust", PieceKind::Keyword),
        ("\"Web server\"", PieceKind::LongName),
        ("W", PieceKind::Declaration),
        ("Busy", PieceKind::Member),
        ("#red", PieceKind::Color),
        ("working", PieceKind::Text),
        ("U", PieceKind::Use),
        ("asks", PieceKind::Text),
    ] {
        assert!(all.contains(&wanted), "{wanted:?} is not in {all:?}");
    }
}

#[test]
fn every_place_of_a_player_is_a_mention() {
    let document = parsed(DIAGRAM);
    let all = (0..document.len()).flat_map(|it| document.mentions(it));
    let of_w: Vec<Role> = all.filter(|it| it.code == "W").map(|it| it.role).collect();
    let other = Role::Other;
    assert_eq!(of_w, [Role::Declares, other, other, other, Role::To, other]);
}

#[test]
fn the_outline_has_the_players() {
    let document = parsed(DIAGRAM);
    let entries = (0..document.len()).filter_map(|it| document.entry(it));
    let found: Vec<(String, String)> = entries.map(|it| (it.name, it.detail)).collect();
    let wanted = [("Web server", "robust"), ("U", "concise")];
    assert_eq!(found, wanted.map(|it| (it.0.to_owned(), it.1.to_owned())));
}

#[test]
fn what_is_offered_stands_in_the_catalogue() {
    let topics = WORDS.openers.iter().map(|it| it.entry).chain(WORDS.arrows.iter().map(|it| it.1));
    let document = parsed(DIAGRAM);
    let hovered = (0..document.len()).filter_map(|it| document.topic(it, "x"));
    for (section, name) in topics.chain(hovered) {
        let found = CATALOGUE.iter().find(|it| it.name == section);
        let known = found.is_some_and(|it| it.primitives.iter().any(|it| it.name == name));
        assert!(known, "{section}/{name}");
    }
}
