//! What editors are told.

use std::sync::Arc;

use diag::SourceId;
use puml_family::editor::EditorTree as _;
use puml_syntax::{Extent, Stage, parse_block, split};

use super::*;
use crate::catalogue::CATALOGUE;
use crate::parse::GanttGrammar;

fn parsed(source: &str) -> Document {
    let text: Arc<str> = source.into();
    let lines = split(&text);
    parse_block(&text, &lines, 0, Stage::Source, Extent::Whole, SourceId(0), GanttGrammar).document
}

const CHART: &str = "@startgantt\nProject starts 2026-03-02\n[Build it] as [B] on {Ada:50%} lasts 5 days\n\
                     [Test] starts at [B]'s end and is colored in Red\ngroup [Last]\n[Done] happens at \
                     [Test]'s end\nend group\n[B] -> [Done]\n@endgantt\n";

#[test]
fn a_sentence_falls_into_its_parts() {
    let document = parsed(CHART);
    let all = (0..document.len()).flat_map(|it| document.pieces(it));
    let all: Vec<(&str, PieceKind)> = all.map(|it| (it.range.slice(CHART), it.kind)).collect();
    for wanted in [
        ("2026-03-02", PieceKind::Value),
        ("Build it", PieceKind::LongName),
        ("B", PieceKind::Declaration),
        ("Ada", PieceKind::Property),
        ("lasts", PieceKind::Keyword),
        ("Test", PieceKind::Declaration),
        ("B", PieceKind::Use),
        ("Red", PieceKind::Color),
        ("->", PieceKind::Arrow),
    ] {
        assert!(all.contains(&wanted), "{wanted:?} is not in {all:?}");
    }
}

#[test]
fn every_place_of_a_task_is_a_mention() {
    let document = parsed(CHART);
    let all = (0..document.len()).flat_map(|it| document.mentions(it));
    let of_b: Vec<Role> = all.filter(|it| it.code == "B").map(|it| it.role).collect();
    assert_eq!(of_b, [Role::Declares, Role::From, Role::From]);
}

#[test]
fn the_outline_has_tasks_groups_and_milestones() {
    let document = parsed(CHART);
    let entries = (0..document.len()).filter_map(|it| document.entry(it));
    let found: Vec<(String, String)> = entries.map(|it| (it.name, it.detail)).collect();
    let wanted = [("Build it", "task"), ("Test", "task"), ("Last", ""), ("Done", "milestone")];
    assert_eq!(found, wanted.map(|it| (it.0.to_owned(), it.1.to_owned())));
}

#[test]
fn what_is_offered_stands_in_the_catalogue() {
    let topics = WORDS.openers.iter().map(|it| it.entry).chain(WORDS.arrows.iter().map(|it| it.1));
    let document = parsed(CHART);
    let hovered = (0..document.len()).filter_map(|it| document.topic(it, "as"));
    for (section, name) in topics.chain(hovered) {
        let found = CATALOGUE.iter().find(|it| it.name == section);
        let known = found.is_some_and(|it| it.primitives.iter().any(|it| it.name == name));
        assert!(known, "{section}/{name}");
    }
}
