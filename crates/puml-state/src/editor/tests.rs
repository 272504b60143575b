//! What editors are told.

use std::sync::Arc;

use diag::SourceId;
use puml_family::editor::EditorTree as _;
use puml_syntax::{Extent, Stage, parse_block, split};

use super::*;
use crate::catalogue::CATALOGUE;
use crate::parse::StateGrammar;

fn parsed(source: &str) -> Document {
    let text: Arc<str> = source.into();
    let lines = split(&text);
    parse_block(&text, &lines, 0, Stage::Source, Extent::Whole, SourceId(0), StateGrammar).document
}

fn read(source: &str) -> Vec<(String, PieceKind)> {
    let document = parsed(source);
    let all = (0..document.len()).flat_map(|it| document.pieces(it));
    all.map(|it| (it.range.slice(source).to_owned(), it.kind)).collect()
}

fn expected(all: &[(&str, PieceKind)]) -> Vec<(String, PieceKind)> {
    all.iter().map(|it| (it.0.to_owned(), it.1)).collect()
}

fn mentioned(source: &str) -> Vec<(String, Role)> {
    let document = parsed(source);
    let all = (0..document.len()).flat_map(|it| document.mentions(it));
    all.map(|it| (it.code, it.role)).collect()
}

#[test]
fn a_declaration_falls_into_its_parts() {
    let wanted = expected(&[
        ("state", PieceKind::Keyword),
        ("\"At rest\"", PieceKind::LongName),
        ("as", PieceKind::Keyword),
        ("Idle", PieceKind::Declaration),
        ("<<quiet>>", PieceKind::Stereotype),
        ("#red", PieceKind::Color),
        ("nothing to do", PieceKind::Text),
    ]);
    assert_eq!(read("state \"At rest\" as Idle <<quiet>> #red : nothing to do"), wanted);
}

#[test]
fn a_transition_has_marks_names_an_arrow_and_a_text() {
    let wanted = expected(&[
        ("[*]", PieceKind::Mark),
        ("-->", PieceKind::Arrow),
        ("On", PieceKind::Use),
        ("[H]", PieceKind::Mark),
        ("note left of state", PieceKind::Text),
    ]);
    assert_eq!(read("[*] --> On[H] : note left of state"), wanted);
}

#[test]
fn every_part_of_a_path_names_a_state() {
    let wanted = [
        ("Outer".to_owned(), Role::Declares),
        ("Outer".to_owned(), Role::Other),
        ("Inner".to_owned(), Role::To),
        ("Start".to_owned(), Role::From),
        ("Inner".to_owned(), Role::Other),
        ("Inner".to_owned(), Role::Other),
    ];
    let found = mentioned("state Outer\nOuter.Inner <-- Start\nnote left of Inner : x\nhide Inner");
    assert_eq!(found, wanted);
}

#[test]
fn patterns_tags_and_notes_are_no_states() {
    assert_eq!(mentioned("hide $tag\nremove <<draft>>\nhide A*\nnote \"x\" as N"), []);
}

#[test]
fn the_outline_has_states_frames_and_regions() {
    let document = parsed("state \"At rest\" as A\nA --> B\nframe F {\nstate C\n--\nstate D\n}");
    let found: Vec<_> = (0..document.len()).filter_map(|it| document.entry(it)).collect();
    let names: Vec<_> = found.iter().map(|it| (it.name.as_str(), it.kind)).collect();
    let wanted = [
        ("At rest", EntryKind::State),
        ("F", EntryKind::Container),
        ("C", EntryKind::State),
        ("region", EntryKind::Branch),
        ("D", EntryKind::State),
    ];
    assert_eq!(names, wanted);
}

#[test]
fn hovers_find_their_entry_in_the_catalogue() {
    for (line, word, wanted) in [
        ("state c <<choice>>", "choice", "choice"),
        ("state c <<fork>>", "state", "state"),
        ("state A {", "state", "composite"),
        ("A -> B", "->", "beside"),
        ("A --> B", "-->", "transition"),
        ("A -up-> B", "-up->", "direction"),
        ("[*] --> B", "[*]", "start-end"),
        ("hide empty description", "hide", "hide-empty"),
        ("note on link : x", "note", "note-on-link"),
    ] {
        let (section, name) = parsed(line).topic(0, word).expect("it has an entry");
        assert_eq!(name, wanted, "{line}");
        let found = CATALOGUE.iter().find(|it| it.name == section);
        assert!(found.is_some_and(|it| it.primitives.iter().any(|it| it.name == name)), "{line}");
    }
}
