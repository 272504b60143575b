//! Structural edits change what was asked for and nothing else.

use std::sync::Arc;

use diag::SourceId;
use puml_class::Class;
use puml_family::edits::{
    AddMember, AddMessage, AddNote, AddParticipant, Edit, EditError, Place, RenameParticipant,
    WrapGroup,
};
use puml_family::{BlockSource, Family};
use puml_syntax::{Extent, Stage};

fn edited(text: &str, edit: &Edit) -> Result<String, EditError> {
    let text: Arc<str> = Arc::from(text);
    let lines = puml_syntax::split(&text);
    let source = BlockSource { text: &text, lines: &lines, block: 0, source: SourceId(0) };
    let edits = Class.read(source, Stage::Source, Extent::Whole).tree.edit(edit)?;
    Ok(diag::apply_to(&text, &edits).expect("edits do not overlap"))
}

fn add_member(owner: &str) -> Edit {
    Edit::AddMember(AddMember { owner: owner.to_owned(), text: "+total() : int".to_owned() })
}

#[test]
fn a_class_is_declared_behind_the_last_one() {
    let edit = Edit::AddParticipant(AddParticipant {
        kind: "interface".to_owned(),
        code: "Store".to_owned(),
        shown: Some("The store".to_owned()),
        place: None,
    });
    let text = "@startuml\nclass A\nA --> B\n@enduml\n";
    let wanted = "@startuml\nclass A\ninterface \"The store\" as Store\nA --> B\n@enduml\n";
    assert_eq!(edited(text, &edit).as_deref(), Ok(wanted));
}

#[test]
fn a_member_joins_the_body_or_makes_one() {
    let with_body = "@startuml\nclass A {\n    x\n}\n@enduml\n";
    let wanted = "@startuml\nclass A {\n    x\n    +total() : int\n}\n@enduml\n";
    assert_eq!(edited(with_body, &add_member("A")).as_deref(), Ok(wanted));
    let without = "@startuml\nclass A <<s>>\nA --> B\n@enduml\n";
    let wanted = "@startuml\nclass A <<s>> {\n  +total() : int\n}\nA --> B\n@enduml\n";
    assert_eq!(edited(without, &add_member("A")).as_deref(), Ok(wanted));
    let wanted = "@startuml\nclass A <<s>>\nA --> B\nB : +total() : int\n@enduml\n";
    assert_eq!(edited(without, &add_member("B")).as_deref(), Ok(wanted));
    let unknown = EditError::UnknownParticipant("C".to_owned());
    assert_eq!(edited(without, &add_member("C")), Err(unknown));
}

#[test]
fn links_and_notes_are_added_where_asked() {
    let text = "@startuml\nclass A\nclass B\n@enduml\n";
    let link = Edit::AddMessage(AddMessage {
        from: "A".to_owned(),
        to: "B c".to_owned(),
        arrow: "*--".to_owned(),
        text: Some("has".to_owned()),
        place: Place::End,
    });
    let wanted = "@startuml\nclass A\nclass B\nA *-- \"B c\" : has\n@enduml\n";
    assert_eq!(edited(text, &link).as_deref(), Ok(wanted));
    let note = Edit::AddNote(AddNote {
        side: None,
        participants: vec!["A".to_owned()],
        text: "one\ntwo".to_owned(),
        place: Place::After(2),
    });
    let wanted = "@startuml\nclass A\nnote right of A\n  one\n  two\nend note\nclass B\n@enduml\n";
    assert_eq!(edited(text, &note).as_deref(), Ok(wanted));
}

#[test]
fn a_name_changes_everywhere_and_texts_stay() {
    let text = "@startuml\npackage p {\n  class A {\n    A a\n  }\n}\np.A --> B : A\nB ..> A::a\nnote left of A : A\nhide A circle\n@enduml\n";
    let edit =
        Edit::RenameParticipant(RenameParticipant { from: "A".to_owned(), to: "Order".to_owned() });
    let wanted = "@startuml\npackage p {\n  class Order {\n    A a\n  }\n}\np.Order --> B : A\nB ..> Order::a\nnote left of Order : A\nhide Order circle\n@enduml\n";
    assert_eq!(edited(text, &edit).as_deref(), Ok(wanted));
}

#[test]
fn lines_are_put_into_a_package() {
    let text = "@startuml\nclass A\nclass B\n@enduml\n";
    let edit = Edit::WrapGroup(WrapGroup {
        first: 2,
        last: 3,
        kind: "package".to_owned(),
        label: Some("shop".to_owned()),
    });
    let wanted = "@startuml\npackage shop {\n  class A\n  class B\n}\n@enduml\n";
    assert_eq!(edited(text, &edit).as_deref(), Ok(wanted));
}

#[test]
fn rows_of_a_map_follow_a_new_name() {
    let edit = Edit::RenameParticipant(RenameParticipant { from: "Bern".into(), to: "Zug".into() });
    let text = "object Bern\nmap M {\n  CH *-> Bern\n  Bern => x\n}\n";
    let wanted = "object Zug\nmap M {\n  CH *-> Zug\n  Bern => x\n}\n";
    assert_eq!(edited(text, &edit).as_deref(), Ok(wanted));
}

#[test]
fn data_takes_no_member() {
    let text = "json J {\n  \"a\": 1\n}\n";
    assert!(matches!(edited(text, &add_member("J")), Err(EditError::BadLine(_))));
    let map = "map M {\n  a => 1\n}\n";
    assert!(matches!(edited(map, &add_member("M")), Err(EditError::BadLine(_))));
}
