//! Sources that other readers of the language get wrong, each with what it really says.

use diag::SourceId;
use puml_sequence::{json, parse};
use puml_syntax::Stage;
use serde_json::Value;

/// The statements of a source that has no findings at all.
fn statements(source: &str) -> Vec<Value> {
    let parse = parse(source, SourceId(0), Stage::Source);
    assert!(parse.diagnostics.is_empty(), "{source}\n{:?}", parse.diagnostics);
    json(&parse.document)["blocks"][0]["statements"].as_array().expect("a list").clone()
}

/// The code that a declaration of this form introduces.
fn code(source: &str) -> String {
    statements(source)[0]["code"].as_str().expect("a code").to_owned()
}

#[test]
fn suffixes_never_become_part_of_a_name() {
    for source in [
        "participant A #red",
        "participant A <<st>>",
        "participant A [[http://x]]",
        "participant A as \"Long\"",
        "participant \"Long\" as A",
        "create actor A\nB -> A",
        "create participant A\nB -> A",
    ] {
        assert_eq!(code(source), "A", "{source}");
    }
    let life = &statements("A -> B\nactivate B #red")[1];
    assert_eq!((life["who"].as_str(), life["color"].as_str()), (Some("B"), Some("#FF0000")));
}

#[test]
fn ends_of_messages_are_names_and_nothing_else() {
    for (source, left, right) in [
        ("A -> \"New\" as N : x", "A", "N"),
        ("\"a: b\" -> B : x", "a: b", "B"),
        ("{a} A -> B : x", "A", "B"),
        ("A ->(10) B : x", "A", "B"),
        ("A -> B --++ : x", "A", "B"),
        ("A -> B ++ #gold : x", "A", "B"),
        ("A o<->o B", "A", "B"),
        ("A -x B", "A", "B"),
        ("A //-- B", "A", "B"),
    ] {
        let message = &statements(source)[0];
        assert_eq!(message["left"]["code"], left, "{source}");
        assert_eq!(message["right"]["code"], right, "{source}");
    }
}

#[test]
fn an_apostrophe_does_not_cut_a_text() {
    let source = "A -> B : WHERE name='bob' AND age>3";
    assert_eq!(statements(source)[0]["text"], "WHERE name='bob' AND age>3");
}

#[test]
fn a_one_line_note_or_reference_never_swallows_what_follows() {
    let source = "note left of A : one\nA -> B : x\nnote left of A\n  two\nend note\nref over A : one\nB -> A : y\nref over A\n  two\nend ref";
    let kinds: Vec<_> =
        statements(source).iter().map(|it| it["kind"].as_str().unwrap().to_owned()).collect();
    assert_eq!(kinds, ["note", "message", "note", "ref", "message", "ref"]);
}

#[test]
fn found_and_lost_messages_need_no_blank() {
    for source in ["[-> A", "A ->]", "[o-> A", "A ->x]", "A <-]", "?-> A", "A ->?"] {
        assert_eq!(statements(source)[0]["kind"], "message", "{source}");
    }
}

#[test]
fn groups_take_colors_branches_and_nothing_at_all() {
    for source in [
        "alt#Gold #Blue x\nA -> B\nelse #Pink y\nB -> A\nend",
        "opt x\nA -> B\nelse y\nB -> A\nend",
        "A -> B\nalt x\nend",
        "par2\nA -> B\nelse\nB -> A\nend",
        "partition x\nA -> B\nend",
        "A -> B\ngroup Head [second]\nend",
    ] {
        statements(source);
    }
    let group = &statements("A -> B\ngroup Head [second]\nend")[1];
    assert_eq!(
        (group["label"].as_str(), group["secondary"].as_str()),
        (Some("Head"), Some("second"))
    );
}

#[test]
fn interleaved_activations_and_bare_deactivate_are_statements() {
    statements("A -> B\nactivate A\nactivate B\ndeactivate A\ndeactivate B\nA -> B ++\ndeactivate");
}

#[test]
fn levels_spaces_anchors_and_boxes_keep_their_values() {
    assert_eq!(statements("A -> B\nautonumber 1.1.1")[1]["start"], "1.1.1");
    assert_eq!(statements("A -> B\n||45||")[1]["pixels"], 45);
    let duration = &statements("{a} A -> B\n{b} B -> A\n{a} <-> {b} : 5 s")[2];
    assert_eq!((duration["from"].as_str(), duration["to"].as_str()), (Some("a"), Some("b")));
    statements("box \"o\"\nbox \"i\" #red\nparticipant A\nend box\nend box");
}

#[test]
fn misspelt_keywords_are_errors_and_never_skipped() {
    for source in ["particpant A", "note lft of A : x", "actvate A", "autonumer"] {
        let parse = parse(source, SourceId(0), Stage::Source);
        assert!(diag::has_errors(&parse.diagnostics), "{source}");
    }
}
