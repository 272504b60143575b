//! Whatever comes in, an answer comes out: no panic, no hang, spans that lie in their texts.

use diag::{SourceId, Sources};
use proptest::prelude::*;
use puml_compiler::{Compiled, Limits, NoWorld, Options, compile};
use puml_sequence::{EventKind, Model};

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
        diagram.model.explain();
        diagram.model.readability();
        diagram.model.json(diagram.span.source);
        let Some(model) = Model::of(&*diagram.model) else { continue };
        let events = || model.pages.iter().flat_map(|it| &it.events);
        let opened = events().filter(|it| matches!(it.kind, EventKind::Open(_))).count();
        let closed = events().filter(|it| matches!(it.kind, EventKind::Close)).count();
        assert_eq!(opened, closed, "every group is closed");
        for event in events() {
            let source = sources.source(event.origin.source).text();
            assert!(source.get(event.origin.start as usize..event.origin.end as usize).is_some());
        }
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
        prop_assert_eq!(format!("{:?}", run(&text).0), format!("{:?}", run(&text).0));
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
    let (compiled, _) = run(&format!("participant A\nA -> B : {}\n", "x".repeat(1 << 20)));
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

/// Compiles as a server does; gives the findings and the bytes of the longest text that was made.
fn run_shared(text: &str) -> (Compiled, usize) {
    let mut sources = Sources::default();
    let id = sources.add("hostile.puml", text);
    let options = Options { limits: Limits::SHARED, ..Options::default() };
    let compiled = compile(&mut sources, id, &NoWorld, &options);
    let expanded = sources.iter().skip(1).map(|(_, it)| it.text().len()).max().unwrap_or(0);
    (compiled, expanded)
}

fn assert_limit(text: &str) {
    let (compiled, expanded) = run_shared(text);
    let is_limit = |it: &diag::Diagnostic| it.code.name == "preprocess/limit-reached";
    assert!(compiled.diagnostics.iter().any(is_limit), "{:?}", compiled.diagnostics);
    assert!(expanded <= Limits::SHARED.output as usize);
}

#[test]
fn loops_inside_loops_run_into_a_limit() {
    let items = vec!["1"; 400].join(",");
    let depth = 6;
    let open: Vec<String> =
        (0..depth).map(|it| format!("!foreach $x{it} in [{items}]\n")).collect();
    let open = open.concat();
    let text = format!("{open}A -> B : $x0$x1$x2\n{}", "!endfor\n".repeat(depth));
    assert_limit(&text);
    // Nothing is written, and each level keeps its own copy.
    let deep = 2000;
    let text = format!(
        "!$all = [{items}]\n{}{}A -> B",
        "!foreach $x in $all\n".repeat(deep),
        "!endfor\n".repeat(deep)
    );
    assert_limit(&text);
}

#[test]
fn values_that_are_kept_run_into_a_limit() {
    let text = "!$s = \"x\"\n!$i = 0\n!while $i < 15\n!$s = $s + $s\n!$i = $i + 1\n!endwhile\n!$i = 0\n\
                !while $i < 900\n%set_variable_value(\"$v\" + $i, $s)\n!$i = $i + 1\n!endwhile\nA -> B";
    assert_limit(text);
    let doubling =
        "!$j = [1,2,3,4]\n".to_owned() + &"!$j = %json_merge($j, $j)\n".repeat(40) + "A -> B";
    assert_limit(&doubling);
}

#[test]
fn texts_with_too_many_lines_are_not_read() {
    let most = Limits::SHARED.lines as usize;
    assert!(run_shared(&"A -> B\n".repeat(most)).0.is_accepted());
    let (compiled, _) = run_shared(&"alt x\n".repeat(100_000));
    assert_eq!(compiled.diagnostics.len(), 1);
    assert_eq!(compiled.diagnostics[0].code.name, "preprocess/limit-reached");
    assert!(compiled.diagrams.is_empty());
}

#[test]
fn few_lines_that_make_many_parts_are_not_drawn() {
    let participants: Vec<String> = (0..300).map(|it| format!("participant P{it}\n")).collect();
    let participants = participants.concat();
    let (compiled, _) = run_shared(&(participants + &"P1 -> P2\nnewpage\n".repeat(3_000)));
    assert_eq!(compiled.diagnostics.len(), 1);
    assert!(compiled.diagnostics[0].message.contains("parts to draw"));
    assert!(compiled.diagrams.is_empty());
    let messages: Vec<String> =
        (0..10_000).map(|it| format!("A{0} -> B{0} : {it}\n", it % 50)).collect();
    assert!(run_shared(&messages.concat()).0.is_accepted());
}

#[test]
fn findings_past_the_limit_are_counted_by_kind() {
    let text = "A -> B\n".to_owned() + &"end\n".repeat(5_000) + "deactivate\n";
    let (compiled, _) = run_shared(&text);
    let most = Limits::SHARED.findings as usize;
    assert_eq!(compiled.diagnostics.len(), most + 1);
    let last = compiled.diagnostics.last().unwrap();
    assert_eq!(last.code.name, "model/more-errors");
    assert!(last.message.starts_with("and 49"), "{}", last.message);
    assert!(last.message.contains("syntax/no-open-group"), "{}", last.message);
    // Errors are listed before warnings, wherever they stand.
    let text = "skinparam nosuchParameter 1\n".repeat(500) + "A -> B\nend\n";
    let (compiled, _) = run_shared(&text);
    assert!(!compiled.is_accepted());
    assert!(compiled.diagnostics.iter().any(|it| it.code.name == "syntax/no-open-group"));
    assert_eq!(compiled.diagnostics.last().unwrap().code.name, "model/more-findings");
}

#[test]
fn messages_are_short_however_long_the_values_are() {
    let text = "!$s = \"x\"\n".to_owned()
        + &"!$s = $s + $s\n".repeat(14)
        + "!log $s\n!dump_memory\n!assert 1 == 2 : $s\nA -> B";
    let (compiled, _) = run_shared(&text);
    assert!(compiled.diagnostics.len() >= 3);
    assert!(compiled.diagnostics.iter().all(|it| it.message.chars().count() <= 501));
}
