//! What editors are told.

use std::sync::Arc;

use diag::SourceId;
use puml_family::editor::EditorTree as _;
use puml_syntax::{Extent, Stage, parse_block, split};

use super::*;
use crate::parse::DescriptionGrammar;

fn parsed(source: &str) -> Document {
    let text: Arc<str> = source.into();
    let lines = split(&text);
    let grammar = DescriptionGrammar::default();
    parse_block(&text, &lines, 0, Stage::Source, Extent::Whole, SourceId(0), grammar).document
}

fn pieces(source: &str) -> Vec<(String, PieceKind)> {
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
    let all = expected(&[
        ("component", PieceKind::Keyword),
        ("\"Order service\"", PieceKind::LongName),
        ("as", PieceKind::Keyword),
        ("orders", PieceKind::Declaration),
        ("<<x>>", PieceKind::Stereotype),
        ("#red", PieceKind::Color),
    ]);
    assert_eq!(pieces("component \"Order service\" as orders <<x>> #red"), all);
}

#[test]
fn a_link_has_names_with_their_marks_and_no_keyword_in_its_label() {
    let all = expected(&[
        ("[Order service]", PieceKind::Use),
        ("-->", PieceKind::Arrow),
        (":Buyer:", PieceKind::Use),
        ("node of", PieceKind::Text),
    ]);
    assert_eq!(pieces("[Order service] --> :Buyer: : node of"), all);
}

#[test]
fn every_sort_of_statement_says_whom_it_names() {
    let source =
        "node Host {\n[A]\n}\nA <-- Host\nnote left of A : x\nhide A\nhide $tag\nnote \"x\" as N";
    let wanted = [
        ("Host", Role::Declares),
        ("A", Role::Declares),
        ("A", Role::To),
        ("Host", Role::From),
        ("A", Role::Other),
        ("A", Role::Other),
        ("N", Role::Declares),
    ];
    assert_eq!(mentioned(source), wanted.map(|it| (it.0.to_owned(), it.1)));
}

#[test]
fn calls_of_c4_declare_and_relate() {
    let source = "!include <C4/C4_Container>\nPerson(user, \"The user\")\n\
        System_Boundary(b, \"Bank\") {\nContainer(web, \"Web\", \"Java\")\n}\n\
        Rel(user, web, \"uses\")\nRelIndex(1, web, user, \"answers\")\n\
        UpdateElementStyle(person, $bgColor=\"red\")\nAddElementTag(\"v1\", \"x\")\nLAYOUT_WITH_LEGEND()";
    let wanted = [
        ("user", Role::Declares),
        ("b", Role::Declares),
        ("web", Role::Declares),
        ("user", Role::From),
        ("web", Role::To),
        ("web", Role::From),
        ("user", Role::To),
    ];
    assert_eq!(mentioned(source), wanted.map(|it| (it.0.to_owned(), it.1)));
}

#[test]
fn a_call_falls_into_macro_name_texts_and_keys() {
    let all = expected(&[
        ("include", PieceKind::Directive),
        ("<C4/C4_Context>", PieceKind::Path),
        ("Person", PieceKind::Macro),
        ("user", PieceKind::Declaration),
        ("\"The user\"", PieceKind::Text),
        ("$tags", PieceKind::Property),
        ("\"v1\"", PieceKind::Value),
    ]);
    assert_eq!(pieces("!include <C4/C4_Context>\nPerson(user, \"The user\", $tags=\"v1\")"), all);
}

#[test]
fn the_outline_shows_elements_containers_and_boundaries() {
    let source =
        "!include <C4/C4_Container>\nnode Host {\n[A]\n}\nSystem_Boundary(b, \"Bank\") {\n}\n";
    let document = parsed(source);
    let entries = (0..document.len()).filter_map(|it| document.entry(it));
    let entries: Vec<(String, String, EntryKind)> =
        entries.map(|it| (it.name, it.detail, it.kind)).collect();
    let entry = |name: &str, detail: &str, kind| (name.to_owned(), detail.to_owned(), kind);
    assert_eq!(
        entries,
        [
            entry("Host", "node", EntryKind::Container),
            entry("A", "component", EntryKind::Element),
            entry("Bank", "System_Boundary", EntryKind::Container),
        ]
    );
    let opens = (0..document.len()).filter(|it| matches!(document.nesting(*it), Nesting::Open(_)));
    assert_eq!(opens.count(), 2);
}
