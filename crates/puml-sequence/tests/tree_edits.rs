//! Structural edits change what was asked for and nothing else.

use diag::SourceId;
use puml_sequence::ast::NoteSide;
use puml_sequence::edits::{
    AddMessage, AddNote, AddParticipant, ChangeTheme, Edit, EditError, Place, RenameParticipant,
    WrapGroup, edit,
};

fn after(source: &str, change: &Edit) -> Result<String, EditError> {
    let edits = edit(source, SourceId(0), change)?;
    Ok(diag::apply_to(source, &edits).expect("edits of one change do not overlap"))
}

const SOURCE: &str = "@startuml\nactor A\n  A->B:  A calls B\n\nB --> A : done\n@enduml\n";

#[test]
fn a_participant_goes_behind_the_last_declaration() {
    let add = |code: &str, shown: Option<&str>| {
        Edit::AddParticipant(AddParticipant {
            kind: "database".into(),
            code: code.to_owned(),
            shown: shown.map(str::to_owned),
            place: None,
        })
    };
    let result = after(SOURCE, &add("db", Some("Order store"))).unwrap();
    assert_eq!(result, SOURCE.replace("actor A\n", "actor A\ndatabase \"Order store\" as db\n"));
    assert_eq!(after(SOURCE, &add("B", None)), Err(EditError::TakenName("B".to_owned())));
    let bad = after(SOURCE, &add("a \"b\"", None));
    assert_eq!(bad, Err(EditError::BadName("a \"b\"".to_owned())));
    assert_eq!(after("A -> B", &add("C", None)).unwrap(), "database C\nA -> B");
}

#[test]
fn a_message_goes_to_the_end_or_behind_a_line() {
    let add = |to: &str, arrow: &str, place| {
        Edit::AddMessage(AddMessage {
            from: "B".to_owned(),
            to: to.to_owned(),
            arrow: arrow.to_owned(),
            text: Some("two\nlines".to_owned()),
            place,
        })
    };
    let result = after(SOURCE, &add("Big C", "->>", Place::End)).unwrap();
    assert_eq!(result, SOURCE.replace("@enduml", "B ->> \"Big C\" : two\\nlines\n@enduml"));
    let result = after(SOURCE, &add("C", "->", Place::After(3))).unwrap();
    assert_eq!(result, SOURCE.replace("A calls B\n", "A calls B\n  B -> C : two\\nlines\n"));
    assert!(matches!(after(SOURCE, &add("C", "~>", Place::End)), Err(EditError::BadLine(_))));
    assert_eq!(after(SOURCE, &add("C", "->", Place::After(4))), Err(EditError::NoStatement(4)));
}

#[test]
fn a_note_takes_its_place_and_its_lines() {
    let add = |side, participants: &[&str], text: &str| {
        Edit::AddNote(AddNote {
            side,
            participants: participants.iter().map(|it| (*it).to_owned()).collect(),
            text: text.to_owned(),
            place: Place::After(5),
        })
    };
    let result = after(SOURCE, &add(Some(NoteSide::Left), &["A"], "why")).unwrap();
    assert_eq!(result, SOURCE.replace("done\n", "done\nnote left of A : why\n"));
    let result = after(SOURCE, &add(None, &["A", "B"], "one\ntwo")).unwrap();
    assert_eq!(result, SOURCE.replace("done\n", "done\nnote over A, B\n  one\n  two\nend note\n"));
    assert!(after(SOURCE, &add(None, &["A", "B", "C"], "x")).is_err());
}

#[test]
fn a_group_wraps_whole_lines_and_refuses_to_cut_others() {
    let wrap = |first, last| {
        Edit::WrapGroup(WrapGroup {
            first,
            last,
            kind: "opt".into(),
            label: Some("sunny".to_owned()),
        })
    };
    let result = after(SOURCE, &wrap(3, 5)).unwrap();
    assert_eq!(
        result,
        "@startuml\nactor A\n  opt sunny\n    A->B:  A calls B\n\n  B --> A : done\n  end\n@enduml\n"
    );
    let nested = "alt x\nA -> B\nelse y\nB -> A\nend\n";
    assert!(matches!(after(nested, &wrap(2, 4)), Err(EditError::CutsFrame { .. })));
    assert!(after(nested, &wrap(1, 5)).is_ok());
}

#[test]
fn renaming_touches_names_and_never_text() {
    let rename = |from: &str, to: &str| {
        Edit::RenameParticipant(RenameParticipant { from: from.to_owned(), to: to.to_owned() })
    };
    let source = "participant \"A shown\" as A\nA -> B : A and \"A\"\nnote over A, B : A\nactivate A\nB -> A & A\nref over A : A\nurl of A is [[A]]\nalt A\nend\n";
    let result = after(source, &rename("A", "Alice")).unwrap();
    assert_eq!(
        result,
        "participant \"A shown\" as Alice\nAlice -> B : A and \"A\"\nnote over Alice, B : A\nactivate Alice\nB -> Alice & Alice\nref over Alice : A\nurl of Alice is [[A]]\nalt A\nend\n"
    );
    assert_eq!(
        after("A -> B\nB ++", &rename("B", "Big B")),
        Err(EditError::NeedsBareName { line: 2 })
    );
    assert_eq!(after("A -> B", &rename("B", "Big B")).unwrap(), "A -> \"Big B\"");
    assert_eq!(after("A -> B", &rename("A", "B")), Err(EditError::TakenName("B".to_owned())));
    assert_eq!(
        after("A -> B", &rename("C", "D")),
        Err(EditError::UnknownParticipant("C".to_owned()))
    );
}

#[test]
fn a_theme_is_set_replaced_and_removed() {
    let theme = |it: Option<&str>| Edit::ChangeTheme(ChangeTheme { theme: it.map(str::to_owned) });
    let themed = after(SOURCE, &theme(Some("plain"))).unwrap();
    assert_eq!(themed, SOURCE.replace("@startuml\n", "@startuml\n!theme plain\n"));
    let other = after(&themed, &theme(Some("mono"))).unwrap();
    assert_eq!(other, themed.replace("plain", "mono"));
    assert_eq!(after(&other, &theme(None)).unwrap(), SOURCE);
    assert!(after(SOURCE, &theme(Some("a b"))).is_err());
}

#[test]
fn edits_work_inside_source_comments_and_keep_their_marks() {
    let source = " * @startuml\n * A -> B\n * @enduml\n";
    let add = Edit::AddMessage(AddMessage {
        from: "B".to_owned(),
        to: "A".to_owned(),
        arrow: "-->".to_owned(),
        text: None,
        place: Place::After(2),
    });
    assert_eq!(after(source, &add).unwrap(), " * @startuml\n * A -> B\n * B --> A\n * @enduml\n");
}
