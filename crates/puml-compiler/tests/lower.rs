//! From source to model: what each line means together with the others.

use diag::{Diagnostic, Sources};
use puml_compiler::{Compiled, Declarations, NoWorld, Options, compile};
use puml_family::{Align, codes as shared};
use puml_sequence::{Element, End, EventKind, Head, Model, NotePlace, Side, codes};

fn compiled_with(options: &Options, text: &str) -> Compiled {
    let mut sources = Sources::default();
    let id = sources.add("test.puml", text);
    compile(&mut sources, id, &NoWorld, options)
}

fn compiled(text: &str) -> Compiled {
    compiled_with(&Options::default(), text)
}

/// The model of a diagram that has nothing to complain about.
fn model(text: &str) -> Model {
    let compiled = compiled(text);
    assert_eq!(compiled.diagnostics, [], "in {text}");
    sequence(&compiled, 0).clone()
}

/// The model of one of the diagrams, counted from 0.
fn sequence(compiled: &Compiled, idx: usize) -> &Model {
    Model::of(&*compiled.diagrams[idx].model).expect("a sequence diagram")
}

fn codes_of(diagnostics: &[Diagnostic]) -> Vec<&'static str> {
    diagnostics.iter().map(|it| it.code.name).collect()
}

fn ids(model: &Model) -> Vec<&str> {
    model.participants.iter().map(|it| it.id.as_str()).collect()
}

/// The events of all pages, one short line each.
fn story(model: &Model) -> Vec<String> {
    let name = |id: puml_sequence::ParticipantId| model.participants[id.0 as usize].id.clone();
    let end = |end: End| match end {
        End::Participant(id) => name(id),
        End::Border(Side::Left) => "[".into(),
        End::Border(Side::Right) => "]".into(),
        End::Short(_) => "?".into(),
    };
    let tell = |kind: &EventKind| match kind {
        EventKind::Message(it) => {
            let number = it.number.as_ref().map(|it| format!("{} ", it.text)).unwrap_or_default();
            format!("{} > {} {number}{}", end(it.from), end(it.to), it.label.text)
                .trim_end()
                .to_owned()
        }
        EventKind::Activate { who, .. } => format!("+{}", name(*who)),
        EventKind::Deactivate { who } => format!("-{}", name(*who)),
        EventKind::Create { who } => format!("*{}", name(*who)),
        EventKind::Destroy { who } => format!("!{}", name(*who)),
        EventKind::Note(it) => format!("note {}", it.label.text),
        EventKind::Open(it) => format!("{} [{}]", it.tab.text, it.label.text),
        EventKind::Branch { label, .. } => format!("else [{}]", label.text),
        EventKind::Close => "end".into(),
        EventKind::Reference(it) => format!("ref {}", it.label.text),
        EventKind::Divider { label, .. } => format!("== {}", label.text),
        EventKind::Delay { label, .. } => format!("... {}", label.text),
        EventKind::Space { height } => format!("space {height}"),
        EventKind::Duration { from, to, .. } => format!("{from} to {to}"),
    };
    model.pages.iter().flat_map(|it| &it.events).map(|it| tell(&it.kind)).collect()
}

#[test]
fn participants_stand_in_order_of_appearance_then_by_their_order() {
    assert_eq!(ids(&model("A <- B\nC -> A")), ["A", "B", "C"]);
    assert_eq!(
        ids(&model("participant A order 10\nparticipant B\nC -> A\nC -> B")),
        ["B", "C", "A"]
    );
    assert_eq!(ids(&model("participant A order 2\nparticipant B order -1\nA -> B")), ["B", "A"]);
}

#[test]
fn a_second_declaration_moves_to_the_last_place_and_warns() {
    let compiled = compiled("participant A\nparticipant B\nactor A\nA -> B");
    assert_eq!(ids(sequence(&compiled, 0)), ["B", "A"]);
    assert_eq!(codes_of(&compiled.diagnostics), ["model/redeclared-participant"]);
}

#[test]
fn names_and_labels_keep_apart() {
    let model = model("participant \"Long\\nname\" as L\nL -> \"a b\" : x\\ny");
    assert_eq!(ids(&model), ["L", "a b"]);
    assert_eq!(model.participants[0].label.text, "Long\nname");
    assert!(model.participants[0].declared && !model.participants[1].declared);
    assert_eq!(story(&model), ["L > a b x\ny"]);
}

#[test]
fn boxes_hold_whoever_appears_in_them() {
    let model = model("box Outer\nparticipant A\nbox Inner #red\nA -> B\nend box\nend box\nB -> C");
    let boxes: Vec<Option<u32>> =
        model.participants.iter().map(|it| it.enclosure.map(|it| it.0)).collect();
    assert_eq!(boxes, [Some(0), Some(1), None]);
    assert_eq!(model.enclosures[1].parent.map(|it| it.0), Some(0));
    assert_eq!(model.enclosures[0].label.as_ref().unwrap().text.trim(), "Outer");
}

#[test]
fn shortcuts_change_lives_around_their_message() {
    assert_eq!(
        story(&model("A -> B ++ : go\nB --> A -- : done")),
        ["A > B go", "+B", "B > A done", "-B"]
    );
    assert_eq!(
        story(&model("A -> B ++\nB -> C --++\nC -> D **\nA -> C !!")),
        ["A > B", "+B", "B > C", "-B", "+C", "*D", "C > D", "A > C", "!C"]
    );
    assert_eq!(story(&model("autoactivate on\nA -> B\nB --> A")), ["A > B", "+B", "B > A", "-B"]);
    assert_eq!(story(&model("A -> B ++\nreturn ok")), ["A > B", "+B", "B > A ok", "-B"]);
    assert_eq!(story(&model("A -> B\nreturn ok")), ["A > B", "B > A ok"]);
    assert_eq!(
        story(&model("A -> B\nactivate B\nB -> C\nactivate C\ndeactivate\ndeactivate")),
        ["A > B", "+B", "B > C", "+C", "-C", "-B"]
    );
    assert_eq!(story(&model("activate A\nA -> B\ndeactivate A")), ["+A", "A > B", "-A"]);
}

#[test]
fn arrows_keep_both_ends() {
    let model = model("A x<-o B\n[-> A\nA ->?\nA <<-->> B\nA -\\ B\nA ->(12) B");
    let arrows: Vec<_> = model.pages[0]
        .events
        .iter()
        .filter_map(|it| match &it.kind {
            EventKind::Message(it) => Some((it.from, it.to, it.arrow)),
            _ => None,
        })
        .collect();
    assert_eq!(
        (arrows[0].2.to_head, arrows[0].2.from_circle, arrows[0].2.reversed),
        (Head::Cross, true, true)
    );
    assert_eq!(arrows[1].0, End::Border(Side::Left));
    assert_eq!(arrows[2].1, End::Short(Side::Right));
    assert_eq!((arrows[3].2.from_head, arrows[3].2.to_head), (Head::Open, Head::Open));
    assert_eq!(arrows[4].2.to_head, Head::FilledUpper);
    assert_eq!(arrows[5].2.slant, 12);
}

#[test]
fn numbers_follow_every_form_of_autonumber() {
    let numbers = |text: &str| -> Vec<String> {
        let model = model(text);
        let events = model.pages.iter().flat_map(|it| &it.events);
        events
            .filter_map(|it| match &it.kind {
                EventKind::Message(it) => it.number.as_ref().map(|it| it.text.clone()),
                _ => None,
            })
            .collect()
    };
    assert_eq!(numbers("autonumber\nA->B\nA->B"), ["<b>1</b>", "<b>2</b>"]);
    assert_eq!(numbers("autonumber 10 5 \"[000]\"\nA->B\nA->B"), ["[010]", "[015]"]);
    assert_eq!(
        numbers("autonumber\nA->B\nautonumber stop\nA->B\nautonumber resume \"0.\"\nA->B"),
        ["<b>1</b>", "2."]
    );
    assert_eq!(
        numbers("autonumber 1.1\nA->B\nA->B\nautonumber inc A\nA->B\nautonumber inc\nA->B"),
        ["<b>1.1</b>", "<b>1.2</b>", "<b>2.1</b>", "<b>3.1</b>"]
    );
    assert_eq!(story(&model("autonumber\nA->B : see %autonumber%"))[0], "A > B <b>1</b> see 1");
}

#[test]
fn groups_open_branch_and_close_even_when_the_source_forgets() {
    assert_eq!(
        story(&model("alt ok\nA->B\nelse no\nA->C\nend")),
        ["alt [ok]", "A > B", "else [no]", "A > C", "end"]
    );
    assert_eq!(story(&model("group Head [second]\nA->B\nend")), ["Head [second]", "A > B", "end"]);
    assert_eq!(story(&model("group\nA->B\nend\npar2\nA->B\nend"))[0], "group []");
    let unclosed = compiled("loop\nA->B");
    assert!(unclosed.is_accepted());
    assert_eq!(story(sequence(&unclosed, 0)), ["loop []", "A > B", "end"]);
}

#[test]
fn notes_find_their_place() {
    let places = |text: &str| -> Vec<NotePlace> {
        let model = model(text);
        let events = model.pages.iter().flat_map(|it| &it.events);
        events
            .filter_map(|it| match &it.kind {
                EventKind::Note(it) => Some(it.place),
                _ => None,
            })
            .collect()
    };
    assert_eq!(
        places("A -> B\nnote left : x\nnote right\ny\nend note"),
        [NotePlace::Attached(Side::Left), NotePlace::Attached(Side::Right)]
    );
    assert_eq!(places("[-> A\nnote left : x"), [NotePlace::Attached(Side::Right)]);
    assert_eq!(
        places("A -> B\nnote across : x\nnote top : y"),
        [NotePlace::Whole, NotePlace::AttachedAbove]
    );
}

#[test]
fn pages_break_at_newpage_unless_ignored() {
    let model = model("A -> B\nnewpage Second\nB -> A");
    assert_eq!(model.pages.len(), 2);
    assert_eq!(model.pages[1].title.as_ref().unwrap().label.text, "Second");
    assert_eq!(self::model("ignore newpage\nA -> B\nnewpage\nB -> A").pages.len(), 1);
}

#[test]
fn unlinked_participants_and_stereotypes_can_be_hidden() {
    let model = model("hide unlinked\nhide stereotype\nparticipant X\nparticipant A <<s>>\nB -> A");
    assert_eq!(ids(&model), ["A", "B"]);
    assert!(model.participants[0].stereotypes.is_empty());
    assert_eq!(story(&model), ["B > A"]);
}

#[test]
fn every_misuse_has_its_code() {
    for (code, text) in [
        (codes::model::MISPLACED_DEACTIVATE, "deactivate A"),
        (codes::model::MISPLACED_DEACTIVATE, "destroy A"),
        (codes::model::NOTHING_TO_DEACTIVATE, "A -> B\ndeactivate"),
        (codes::model::ALREADY_DEACTIVATED, "A -> B ++\nA -> B\ndeactivate B\nactivate B"),
        (codes::model::LIFE_AFTER_DELAY, "A -> B\n...\nactivate B"),
        (codes::model::UNMET_CREATE, "create B\nA -> C"),
        (codes::model::UNMET_CREATE, "create B\nB -> B"),
        (codes::model::NOWHERE_TO_RETURN, "A -> B\nalt\nA -> B\nend\nreturn"),
        (codes::model::NO_SUCH_LEVEL, "A -> B\nautonumber inc"),
        (codes::model::NO_SUCH_LEVEL, "A -> B\nautonumber 1.1\nautonumber inc C"),
        (shared::model::UNKNOWN_THEME, "!theme nosuch\nA -> B"),
        (shared::model::BAD_SPRITE, "sprite $a [9000x9000/16] {\n0123\n}\nA -> B"),
        (shared::model::UNREADABLE_FILE, "<style src=\"nosuch.css\">\nA -> B"),
        (codes::model::EXTRA_DEACTIVATE, "A -> B\ndeactivate B"),
        (codes::model::REDECLARED_PARTICIPANT, "participant A\nparticipant A"),
        (codes::model::CREATED_WITHOUT_MESSAGE, "A -> B\ncreate C"),
        (shared::model::NOTE_WITHOUT_TARGET, "participant A\nnote left : x"),
        (shared::model::IGNORED_POSITION, "ref over A : x\nnote top : y"),
        (codes::model::UNKNOWN_ANCHOR, "{a} A -> B\n{a} <-> {b}"),
        (shared::model::UNDRAWN_SPRITE, "sprite s <svg viewBox=\"0 0 1 1\"></svg>\nA -> B"),
        (shared::model::NO_EFFECT, "page 2x2\nA -> B"),
        (shared::style::UNKNOWN_NAME, "skinparam participantBackgroundColr red\nA -> B"),
        (shared::style::NO_EFFECT, "skinparam classFontSize 4\nA -> B"),
        (shared::style::BAD_VALUE, "skinparam backgroundColor nosuch\nA -> B"),
        (shared::style::ABSENT_THEME, "skin debug\nA -> B"),
        (puml_compiler::codes::preprocess::IGNORED_OPTION, "!option debug true\nA -> B"),
    ] {
        let found = compiled(text).diagnostics;
        assert_eq!(codes_of(&found), [code.name], "{text}: {found:?}");
    }
    let strict = Options { declarations: Declarations::Required, ..Options::default() };
    let found = compiled_with(&strict, "participant A\nA -> B").diagnostics;
    assert_eq!(codes_of(&found), [codes::model::UNKNOWN_PARTICIPANT.name]);
}

#[test]
fn usual_slips_come_with_edits_that_repair_them() {
    let strict = Options { declarations: Declarations::Required, ..Options::default() };
    for (options, text, repaired) in [
        (&Options::default(), "Alice -> Bob ++\ndeactivate Bbo", "Alice -> Bob ++\ndeactivate Bob"),
        (&Options::default(), "Alice -> Bob\ndeactivate", "Alice -> Bob\n"),
        (
            &Options::default(),
            "Alice -> Bob\nBob -> Alice -- : x",
            "Alice -> Bob\nBob -> Alice : x",
        ),
        (
            &strict,
            "participant Alice\nAlice -> Zed",
            "participant Zed\nparticipant Alice\nAlice -> Zed",
        ),
        (&strict, "participant Alice\nAlce -> Alice", "participant Alice\nAlice -> Alice"),
    ] {
        let mut sources = Sources::default();
        let id = sources.add("test.puml", text);
        let found = compile(&mut sources, id, &NoWorld, options).diagnostics;
        let fixed = diag::apply(&sources, id, &found[0].fixes[0].edits).unwrap();
        assert_eq!(fixed, repaired, "{found:?}");
        assert!(compiled_with(options, &fixed).is_accepted(), "{fixed}");
    }
}

#[test]
fn findings_behind_macros_point_at_what_was_written() {
    let text = "!procedure $end($who)\ndeactivate $who\n!endprocedure\nA -> B\n$end(\"B\")\n!define BAD foo bar\nBAD";
    let mut sources = Sources::default();
    let id = sources.add("test.puml", text);
    let found = compile(&mut sources, id, &NoWorld, &Options::default()).diagnostics;
    assert_eq!(codes_of(&found), ["model/extra-deactivate", "syntax/unknown-statement"]);
    assert_eq!(sources.slice(found[0].span), "deactivate $who");
    assert_eq!(sources.slice(found[0].labels[0].span), "$end(\"B\")");
    assert_eq!(sources.slice(found[1].span), "BAD");
    assert!(found[1].hints.iter().any(|it| it.contains("foo bar")));
}

#[test]
fn skin_parameters_style_blocks_and_colors_in_place_reach_the_looks() {
    let model = model(
        "skinparam participantFontSize 20\nskinparam sequence {\n  ArrowThickness 3\n  LifeLineBorderColor red\n}\n\
         skinparam participant<<hot>> {\n  BackgroundColor blue\n}\n\
         <style>\nsequenceDiagram {\n  note {\n    FontColor green\n  }\n  .cold {\n    LineColor #00f\n  }\n}\n</style>\n\
         participant A <<hot>>\nparticipant B <<cold>>\nparticipant C #yellow\nA -[#0f0]> B : left\\lline\nnote over C : n",
    );
    let looks = &model.looks;
    assert!((looks[Element::Participant].font.size - 20.0).abs() < 1e-9);
    assert!((looks[Element::Arrow].line_width - 3.0).abs() < 1e-9);
    let fill = |idx: usize| looks[model.participants[idx].look].fill.unwrap();
    assert_eq!(fill(0), scene::Color::hex(0x00_00ff).into());
    assert_eq!(looks[model.participants[1].look].line, scene::Color::hex(0x00_00ff));
    assert_eq!(fill(2), scene::Color::hex(0xff_ff00).into());
    assert_eq!(looks[Element::Note].text, scene::Color::hex(0x00_8000));
    let EventKind::Message(message) = &model.pages[0].events[0].kind else {
        panic!("a message comes first")
    };
    assert_eq!(looks[message.look].line, scene::Color::hex(0x00_ff00));
    assert_eq!(looks[message.look].align, Align::Left);
}

#[test]
fn text_on_a_chosen_fill_can_be_read() {
    let model = model("participant A #black\nA -> A");
    assert_eq!(model.looks[model.participants[0].look].text, scene::Color::WHITE);
}

#[test]
fn monochrome_leaves_no_color() {
    let model = model("skinparam monochrome true\nA -> B");
    for look in model.looks.iter() {
        let it = look.line.light;
        assert!(it.r == it.g && it.g == it.b);
    }
}

#[test]
fn several_diagrams_of_a_file_are_compiled_each_on_its_own() {
    let compiled = compiled("text\n@startuml one\nA -> B\n@enduml\n@startuml\nC -> D\n@enduml\n");
    assert_eq!(compiled.diagrams.len(), 2);
    assert_eq!(compiled.diagrams[0].name.as_deref(), Some("one"));
    assert_eq!(ids(sequence(&compiled, 1)), ["C", "D"]);
}
