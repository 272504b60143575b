//! Whatever comes in, an answer comes out: no panic, no hang, spans that lie in their texts.

use diag::{SourceId, Sources};
use proptest::prelude::*;
use puml_compiler::{
    Compiled, EventKind, NoWorld, Options, compile, explain, model_json, readability,
};

fn run(text: &str) -> (Compiled, Sources) {
    let mut sources = Sources::default();
    let id = sources.add("hostile.puml", text);
    let compiled = compile(&mut sources, id, &NoWorld, &Options::default());
    (compiled, sources)
}

/// What holds for every input.
fn check(text: &str) {
    let (compiled, sources) = run(text);
    for found in &compiled.diagnostics {
        let spans = found.labels.iter().map(|it| it.span).chain([found.span]);
        for span in spans.chain(found.fixes.iter().flat_map(|it| &it.edits).map(|it| it.span)) {
            let source = sources.source(span.source).text();
            assert!(source.get(span.start as usize..span.end as usize).is_some(), "{found:?}");
            assert_eq!(span.source, SourceId(0), "only the user's text is spoken of: {found:?}");
        }
        assert!(!found.message.is_empty() && !found.message.contains('\n'), "{found:?}");
    }
    for diagram in &compiled.diagrams {
        let model = &diagram.model;
        let events = || model.pages.iter().flat_map(|it| &it.events);
        let opened = events().filter(|it| matches!(it.kind, EventKind::Open(_))).count();
        let closed = events().filter(|it| matches!(it.kind, EventKind::Close)).count();
        assert_eq!(opened, closed, "every group is closed");
        for event in events() {
            let source = sources.source(event.origin.source).text();
            assert!(source.get(event.origin.start as usize..event.origin.end as usize).is_some());
        }
        explain(model);
        readability(model);
        model_json(model, diagram.span.source);
    }
}

/// Pieces that, put together at random, come close to real sources.
const PIECES: [&str; 60] = [
    "A",
    "B",
    "\"long name\"",
    " -> ",
    " --> ",
    " <-",
    "->x ",
    "[-> ",
    " ->]",
    " : ",
    "text",
    "\\n",
    "++",
    "--",
    "**",
    "!!",
    "\n",
    "\n",
    "\n",
    "\n",
    "participant ",
    "actor ",
    " as ",
    "create ",
    "activate ",
    "deactivate",
    "destroy ",
    "return ",
    "note left",
    "note over A",
    "end note",
    "alt ",
    "else",
    "end",
    "loop",
    "box ",
    "end box",
    "ref over A,B",
    "== x ==",
    "...",
    "|||",
    "newpage",
    "autonumber ",
    "1.1",
    "\"<b>0",
    "skinparam ",
    "{",
    "}",
    "<style>",
    "</style>",
    "!$x = ",
    "$x",
    "!if ",
    "!endif",
    "!procedure $p($a)",
    "!endprocedure",
    "$p(1)",
    "%newline()",
    "é€😀",
    "\u{2013}",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sources_put_together_at_random_get_an_answer(pieces in prop::collection::vec(0..PIECES.len(), 0..60)) {
        check(&pieces.iter().map(|it| PIECES[*it]).collect::<String>());
    }

    #[test]
    fn arbitrary_text_gets_an_answer(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn the_same_source_gets_the_same_answer(pieces in prop::collection::vec(0..PIECES.len(), 0..40)) {
        let text: String = pieces.iter().map(|it| PIECES[*it]).collect();
        prop_assert_eq!(run(&text).0, run(&text).0);
    }

    #[test]
    fn expressions_put_together_at_random_get_an_answer(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "1", "\"a\"", "(", ")", "+", "-", "*", "/", "==", "&&", "$x", "[1,2]", "{\"a\":1}", ".a", "[0]", ",",
            "%size(", "%strlen(", "%splitstr(", "%eval(", "%substr(", "%json_add(", "%date(", "é", "'", " ",
        ]), 0..12),
    ) {
        let text: String = pieces.concat();
        check(&format!("!$x = {{\"a\":[1]}}\n!$y = {text}\nA -> B : $y {text}"));
    }
}

#[test]
fn a_hundred_thousand_nested_groups_are_read() {
    let text = "alt x\n".repeat(100_000) + "A -> B\n" + &"end\n".repeat(100_000);
    let (compiled, _) = run(&text);
    assert!(compiled.is_accepted());
    check(&("box\n".repeat(20_000) + "A -> B\n"));
}

#[test]
fn a_line_of_a_megabyte_gets_a_clear_error() {
    let (compiled, _) = run(&format!("A -> B : {}\n", "x".repeat(1 << 20)));
    assert_eq!(compiled.diagnostics[0].code.name, "syntax/message-too-long");
    check(&"(".repeat(1 << 20));
    check(&format!("!$x = {}", "[".repeat(1 << 20)));
    check(&format!("note over A : {}", "<b>".repeat(100_000)));
}

#[test]
fn many_findings_at_one_place_stay_within_bounds() {
    check(&"end\n".repeat(50_000));
    check(&"!endif\n".repeat(50_000));
    check(&"!theme nosuch\n".repeat(1_000));
    check(&"skinparam nosuchParameter nosuch\nskinparam backgroundColor nosuch\n".repeat(20_000));
    let crowd: Vec<String> =
        (0..5_000).map(|it| format!("participant P{it}\nQ{it} -> P{it} : m\n")).collect();
    check(&crowd.concat());
}

#[test]
fn large_values_in_loops_run_into_a_bound() {
    let text = "!$i = 0\n!$s = \"x\"\n!while $i < 16\n!$s = $s + $s\n!$i = $i + 1\n!endwhile\n\
                !$i = 0\n!while $i < 900\n!$j = 0\n!while $j < 900\n!$t = $s\n!$j = $j + 1\n!endwhile\n!$i = $i + 1\n!endwhile\nA -> B";
    let (compiled, _) = run(text);
    assert!(compiled.diagnostics.iter().any(|it| it.code.name == "preprocess/limit-reached"));
}
