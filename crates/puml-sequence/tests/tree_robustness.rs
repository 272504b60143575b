//! No input makes the parser, the formatter or the creole reader panic or crawl.

use diag::SourceId;
use proptest::prelude::*;
use puml_sequence::ast::StmtKind;
use puml_sequence::catalogue::CATALOGUE;
use puml_sequence::{Parse, formatted, json, parse};
use puml_syntax::{Stage, creole};

fn check(text: &str) -> Parse {
    for stage in [Stage::Source, Stage::Expanded] {
        let parse = parse(text, SourceId(0), stage);
        for finding in &parse.diagnostics {
            assert!(finding.span.end as usize <= text.len());
            assert!(text.is_char_boundary(finding.span.start as usize));
            assert!(text.is_char_boundary(finding.span.end as usize));
            for fix in &finding.fixes {
                diag::apply_to(text, &fix.edits).expect("a fix is applicable");
            }
        }
        for pair in parse.document.stmts.windows(2) {
            assert!(pair[0].range.end <= pair[1].range.start, "statements overlap");
        }
        json(&parse.document);
    }
    parse(text, SourceId(0), Stage::Source)
}

fn lines() -> Vec<&'static str> {
    CATALOGUE.iter().flat_map(|it| it.primitives).flat_map(|it| it.example.lines()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(text in "\\PC{0,60}(\n\\PC{0,40}){0,6}") {
        check(&text);
        creole::blocks(&text);
        creole::label(&text);
    }

    #[test]
    fn any_bytes_made_text_are_read(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn signs_in_any_order_are_read(text in "[-<>\\[\\]{}()ox/\\\\+*!#&:;|=.,'\"@~ \nAB\u{2013}\u{201C}é]{0,80}") {
        check(&text);
        creole::blocks(&text);
        creole::label(&text);
    }

    #[test]
    fn shuffled_and_cut_lines_are_read(
        picks in prop::collection::vec((any::<prop::sample::Index>(), 0usize..60, 0usize..4), 1..24)
    ) {
        let all = lines();
        let mut text = String::from("@startuml\n");
        for (pick, cut, how) in picks {
            let line = all[pick.index(all.len())];
            let cut = line.char_indices().nth(cut).map_or(line.len(), |it| it.0);
            match how {
                0 => text.push_str(line),
                1 => text.push_str(&line[..cut]),
                2 => text.push_str(&line[cut..]),
                _ => {
                    text.push_str(&line[..cut]);
                    text.push_str(" x ");
                    text.push_str(&line[cut..]);
                }
            }
            text.push('\n');
        }
        check(&text);
        let once = formatted(&text);
        prop_assert_eq!(formatted(&once), once.clone());
        prop_assert_eq!(meaning(&text), meaning(&once));
    }
}

/// The document without its ranges.
fn meaning(text: &str) -> serde_json::Value {
    let mut value = json(&parse(text, SourceId(0), Stage::Source).document);
    for block in value["blocks"].as_array_mut().expect("blocks are a list") {
        for stmt in block["statements"].as_array_mut().expect("statements are a list") {
            stmt.as_object_mut().expect("a statement is an object").remove("range");
        }
    }
    value
}

#[test]
fn the_formatter_keeps_the_meaning_of_every_example() {
    for primitive in CATALOGUE.iter().flat_map(|it| it.primitives) {
        let squeezed = primitive.example.replace(" : ", ":").replace(" -> ", "->");
        assert_eq!(meaning(&squeezed), meaning(&formatted(&squeezed)), "{}", primitive.name);
    }
}

#[test]
fn a_line_of_a_megabyte_is_read() {
    let text = format!("A -> B : {}", "x ** y ".repeat(150_000));
    assert!(check(&text).diagnostics.iter().any(|it| it.code.name == "syntax/message-too-long"));
    creole::label(&text);
    for filler in ["<", "[[", "**", "\"", "{", "<b>", "<math>", "&#", "--"] {
        let text = filler.repeat(20_000);
        check(&text);
        creole::label(&text);
    }
}

#[test]
fn a_hundred_thousand_nested_groups_are_read() {
    let text = "alt x\n".repeat(100_000) + "A -> B\n" + &"end\n".repeat(100_000);
    let parse = parse(&text, SourceId(0), Stage::Source);
    assert!(parse.diagnostics.is_empty());
    assert_eq!(parse.document.frames.len(), 100_000);
}

#[test]
fn many_unclosed_blocks_cost_no_more_than_their_lines() {
    for opening in ["note left of A", "skinparam x {", "legend", "ref over A", "<style>", "/'"] {
        let text = format!("{opening}\n").repeat(5_000);
        check(&text);
    }
}

#[test]
fn one_bad_line_never_hides_the_next() {
    let parse = check("A -> B\nwhat is this\nB -> C text\nC -> D\nnote lft of A : x\n");
    let errors = parse.diagnostics.iter().filter(|it| it.is_error()).count();
    assert_eq!(errors, 3);
    let messages =
        parse.document.stmts.iter().filter(|it| matches!(it.kind, StmtKind::Message(_))).count();
    assert_eq!(messages, 2);
}

#[test]
fn an_unclosed_note_swallows_its_text_and_no_statement() {
    let parse = check("A -> B\nnote left of A\nsome words\nmore words\nB -> A\nC -> A x\n");
    let codes: Vec<_> = parse.diagnostics.iter().map(|it| it.code.name).collect();
    assert_eq!(codes, ["syntax/unclosed-block", "syntax/missing-colon"]);
}

#[test]
fn a_line_of_many_comments_is_read() {
    let parse = check(&("/' c '/".repeat(20_000) + "A -> B"));
    assert!(parse.diagnostics.is_empty());
}
