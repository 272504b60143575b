//! Structural edits of activity diagrams, as text before and after.

use std::sync::Arc;

use diag::SourceId;
use puml_activity::Activity;
use puml_family::edits::{
    AddMessage, AddNote, AddParticipant, Edit, EditError, Place, RenameParticipant, WrapGroup,
};
use puml_family::{BlockSource, Family};
use puml_syntax::ast::NoteSide;
use puml_syntax::{Extent, Stage, split};

const SOURCE: &str =
    "@startuml\n|Shop|\nstart\n:Order;\nif (fine?) then (yes)\n  :Pack;\nendif\nstop\n@enduml\n";

fn edited(edit: &Edit) -> Result<String, EditError> {
    let text: Arc<str> = Arc::from(SOURCE);
    let lines = split(&text);
    let source = BlockSource { text: &text, lines: &lines, block: 0, source: SourceId(0) };
    let reading = Activity.read(source, Stage::Source, Extent::Whole);
    let edits = reading.tree.edit(edit)?;
    Ok(diag::apply_to(SOURCE, &edits).expect("edits do not overlap"))
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

fn step(kind: &str, code: &str) -> Edit {
    let (kind, code) = (kind.to_owned(), code.to_owned());
    Edit::AddParticipant(AddParticipant { kind, code, shown: None, place: None })
}

#[test]
fn a_step_is_added_before_the_end() {
    let text = edited(&step("action", "Ship")).expect("an action fits");
    assert_eq!(lines(&text)[7..9], [":Ship;", "stop"]);
    let text = edited(&step("swimlane", "Customer")).expect("a lane fits");
    assert_eq!(lines(&text)[7], "|Customer|");
    assert!(matches!(edited(&step("actor", "Bob")), Err(EditError::BadLine(_))));
}

#[test]
fn an_action_follows_the_one_that_is_named() {
    let behind = |from: &str| {
        Edit::AddMessage(AddMessage {
            from: from.to_owned(),
            to: "Check".to_owned(),
            arrow: "->".to_owned(),
            text: Some("at once".to_owned()),
            place: Place::End,
        })
    };
    let text = edited(&behind("Order")).expect("the action is there");
    assert_eq!(lines(&text)[3..6], [":Order;", "-> at once;", ":Check;"]);
    let error = edited(&behind("Nothing")).expect_err("no such action");
    assert_eq!(error, EditError::UnknownParticipant("Nothing".to_owned()));
}

#[test]
fn a_note_stands_beside_its_step() {
    let note = |side| {
        Edit::AddNote(AddNote {
            side,
            participants: vec!["Pack".to_owned()],
            text: "careful".to_owned(),
            place: Place::End,
        })
    };
    let text = edited(&note(Some(NoteSide::Left))).expect("the step is there");
    assert_eq!(lines(&text)[6].trim(), "note left: careful");
    let above = edited(&note(Some(NoteSide::Top)));
    assert!(matches!(above, Err(EditError::Unsupported { .. })));
}

#[test]
fn lines_are_framed_unless_that_would_cut_a_decision() {
    let wrap = |first, last| {
        let (kind, label) = ("partition".to_owned(), Some("Packing".to_owned()));
        Edit::WrapGroup(WrapGroup { first, last, kind, label })
    };
    let text = edited(&wrap(5, 7)).expect("the decision is whole");
    assert_eq!(lines(&text)[4], "partition \"Packing\" {");
    assert_eq!(lines(&text)[8], "}");
    assert!(matches!(edited(&wrap(4, 6)), Err(EditError::CutsFrame { .. })));
}

#[test]
fn a_lane_or_an_action_gets_another_name() {
    let rename = |from: &str, to: &str| {
        Edit::RenameParticipant(RenameParticipant { from: from.to_owned(), to: to.to_owned() })
    };
    let text = edited(&rename("Shop", "Store")).expect("the lane is there");
    assert_eq!(lines(&text)[1], "|Store|");
    let text = edited(&rename("Pack", "Wrap up")).expect("the action is there");
    assert_eq!(lines(&text)[5], "  :Wrap up;");
    let taken = edited(&rename("Pack", "Order")).expect_err("another action says so");
    assert_eq!(taken, EditError::TakenName("Order".to_owned()));
}
