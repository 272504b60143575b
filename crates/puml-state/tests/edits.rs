//! Structural edits of state diagrams, as text before and after.

use std::sync::Arc;

use diag::SourceId;
use puml_family::edits::{
    AddMessage, AddNote, AddParticipant, Edit, EditError, Place, RenameParticipant, WrapGroup,
};
use puml_family::{BlockSource, Family};
use puml_state::State;
use puml_syntax::ast::NoteSide;
use puml_syntax::{Extent, Stage, split};

const SOURCE: &str = "@startuml\nstate A {\n  [*] --> B\n}\nA.B : inside\nA --> C : go\n@enduml\n";

fn edited(edit: &Edit) -> Result<String, EditError> {
    let text: Arc<str> = Arc::from(SOURCE);
    let lines = split(&text);
    let source = BlockSource { text: &text, lines: &lines, block: 0, source: SourceId(0) };
    let reading = State.read(source, Stage::Source, Extent::Whole);
    let edits = reading.tree.edit(edit)?;
    Ok(diag::apply_to(SOURCE, &edits).expect("edits do not overlap"))
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

#[test]
fn a_state_is_declared_and_a_transition_added() {
    let state = AddParticipant {
        kind: "choice".to_owned(),
        code: "which".to_owned(),
        shown: None,
        place: None,
    };
    let text = edited(&Edit::AddParticipant(state)).expect("the name is new");
    assert_eq!(lines(&text)[1], "state which <<choice>>");
    let transition = AddMessage {
        from: "C".to_owned(),
        to: "[*]".to_owned(),
        arrow: "-->".to_owned(),
        text: Some("done".to_owned()),
        place: Place::End,
    };
    let text = edited(&Edit::AddMessage(transition)).expect("the line is valid");
    assert_eq!(lines(&text)[6], "C --> [*] : done");
}

#[test]
fn a_state_is_renamed_in_paths_too() {
    let rename = RenameParticipant { from: "B".to_owned(), to: "Inner".to_owned() };
    let text = edited(&Edit::RenameParticipant(rename)).expect("both names fit");
    assert_eq!(lines(&text)[2], "  [*] --> Inner");
    assert_eq!(lines(&text)[4], "A.Inner : inside");
    let taken = RenameParticipant { from: "B".to_owned(), to: "C".to_owned() };
    let error = edited(&Edit::RenameParticipant(taken)).expect_err("C is in use");
    assert_eq!(error, EditError::TakenName("C".to_owned()));
}

#[test]
fn lines_are_put_into_a_composite_state() {
    let wrap = WrapGroup {
        first: 5,
        last: 6,
        kind: "state".to_owned(),
        label: Some("All of it".to_owned()),
    };
    let text = edited(&Edit::WrapGroup(wrap)).expect("the lines are whole");
    let expected = ["state \"All of it\" as Allofit {", "  A.B : inside", "  A --> C : go", "}"];
    assert_eq!(lines(&text)[4..8], expected);
    let cut =
        WrapGroup { first: 3, last: 5, kind: "state".to_owned(), label: Some("X".to_owned()) };
    assert!(matches!(edited(&Edit::WrapGroup(cut)), Err(EditError::CutsFrame { .. })));
}

#[test]
fn a_note_needs_a_state_that_exists() {
    let note = |state: &str| {
        Edit::AddNote(AddNote {
            side: Some(NoteSide::Left),
            participants: vec![state.to_owned()],
            text: "one\ntwo".to_owned(),
            place: Place::End,
        })
    };
    let text = edited(&note("C")).expect("C exists");
    assert_eq!(lines(&text)[6..10], ["note left of C", "  one", "  two", "end note"]);
    assert_eq!(edited(&note("Z")), Err(EditError::UnknownParticipant("Z".to_owned())));
}
