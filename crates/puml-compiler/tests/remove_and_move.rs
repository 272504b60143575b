//! Parts that go or stand elsewhere: the text before and after, for every family that knows its parts by name.

use std::sync::Arc;

use diag::SourceId;
use puml_compiler::edits::{Destination, Edit, EditError, Move, Part, Place, Remove};
use puml_compiler::family;
use puml_family::BlockSource;
use puml_syntax::{Extent, Stage, split};

fn edited(name: &str, source: &str, edit: &Edit) -> Result<String, EditError> {
    let text: Arc<str> = Arc::from(source);
    let lines = split(&text);
    let block = BlockSource { text: &text, lines: &lines, block: 0, source: SourceId(0) };
    let family = family(name).expect("the family is there");
    let edits = family.read(block, Stage::Source, Extent::Whole).tree.edit(edit)?;
    Ok(diag::apply_to(source, &edits).expect("edits do not overlap"))
}

fn named(name: &str) -> Part {
    Part::Name(name.to_owned())
}

fn remove(part: Part) -> Edit {
    Edit::Remove(Remove { part })
}

fn under(part: &str, owner: &str) -> Edit {
    Edit::Move(Move { part: named(part), to: Destination::Under(owner.to_owned()) })
}

fn behind(part: &str, line: u32) -> Edit {
    Edit::Move(Move { part: named(part), to: Destination::Place(Place::After(line)) })
}

const WBS: &str =
    "@startwbs\n* Root\n** One\n***(a) Alpha\n***(b) Beta\n**** Deep\n** Two\na -> b\n@endwbs\n";

#[test]
fn a_branch_goes_with_its_links() {
    let text = edited("wbs", WBS, &remove(named("Beta"))).unwrap();
    assert_eq!(text, "@startwbs\n* Root\n** One\n***(a) Alpha\n** Two\n@endwbs\n");
    let text = edited("wbs", WBS, &remove(named("a"))).unwrap();
    assert!(!text.contains("Alpha") && !text.contains("->"));
    let text = edited("wbs", WBS, &remove(Part::Line(8))).unwrap();
    assert!(text.contains("Alpha") && !text.contains("->"));
    let root = edited("wbs", WBS, &remove(named("Root")));
    assert_eq!(root, Err(EditError::HoldsOthers("Root".to_owned())));
}

#[test]
fn a_branch_hangs_from_another_node_on_its_level() {
    let text = edited("wbs", WBS, &under("Beta", "Root")).unwrap();
    let wanted =
        "@startwbs\n* Root\n** One\n***(a) Alpha\n** Two\n**(b) Beta\n*** Deep\na -> b\n@endwbs\n";
    assert_eq!(text, wanted);
    let map = "@startmindmap\n* R\n ++ x\n** A\n***_ leaf\n-- B\n@endmindmap\n";
    let text = edited("mindmap", map, &under("leaf", "B")).unwrap();
    assert!(text.contains("-- B\n***_ leaf\n"), "{text}");
    let blanks = "@startmindmap\n* R\n * A\n  * leaf\n * B\n@endmindmap\n";
    let text = edited("mindmap", blanks, &under("leaf", "R")).unwrap();
    assert_eq!(text, "@startmindmap\n* R\n * A\n * B\n * leaf\n@endmindmap\n");
    assert_eq!(edited("wbs", WBS, &under("One", "Deep")), Err(EditError::IntoItself));
}

const GANTT: &str = "@startgantt\n[A] lasts 2 days\nnote bottom\n  about A\nend note\n[B] lasts 3 days\nit is 50% complete\n[C] starts at [B]'s end and lasts 1 day\n[A] -> [B]\n@endgantt\n";

#[test]
fn a_task_goes_with_its_note_and_its_links() {
    let text = edited("gantt", GANTT, &remove(named("A"))).unwrap();
    let wanted = "@startgantt\n[B] lasts 3 days\nit is 50% complete\n[C] starts at [B]'s end and lasts 1 day\n@endgantt\n";
    assert_eq!(text, wanted);
    let used = edited("gantt", GANTT, &remove(named("B")));
    assert_eq!(used, Err(EditError::StillUsed { name: "B".to_owned(), line: 8 }));
}

#[test]
fn a_task_moves_with_what_is_said_of_it() {
    let text = edited("gantt", GANTT, &behind("B", 8)).unwrap();
    assert!(
        text.contains("lasts 1 day\n[B] lasts 3 days\nit is 50% complete\n[A] -> [B]"),
        "{text}"
    );
    assert_eq!(edited("gantt", GANTT, &behind("B", 7)), Err(EditError::IntoItself));
    assert_eq!(edited("gantt", GANTT, &under("B", "A")), Err(EditError::NoNesting));
}

const TIMING: &str = "@startuml\nrobust \"Web\" as W\nconcise U\n@0\nW is Idle\nU is Busy\n@W\n10 is Up\n@20\nU -> W : ask\nU is Done\n@enduml\n";

#[test]
fn a_player_goes_with_all_that_names_it() {
    let text = edited("timing", TIMING, &remove(named("W"))).unwrap();
    assert_eq!(text, "@startuml\nconcise U\n@0\nU is Busy\n@20\nU is Done\n@enduml\n");
    let text = edited("timing", TIMING, &behind("W", 3)).unwrap();
    assert!(text.contains("concise U\nrobust \"Web\" as W\n@0"));
}

#[test]
fn other_families_take_lines() {
    let source = "@startuml\nA -> B : one\nB -> A : two\n@enduml\n";
    let text = edited("sequence", source, &remove(Part::Line(2))).unwrap();
    assert_eq!(text, "@startuml\nB -> A : two\n@enduml\n");
    assert_eq!(edited("sequence", source, &remove(named("A"))), Err(EditError::NeedsLine));
    let to = Destination::Place(Place::After(3));
    let text = edited("sequence", source, &Edit::Move(Move { part: Part::Line(2), to })).unwrap();
    assert_eq!(text, "@startuml\nB -> A : two\nA -> B : one\n@enduml\n");
}
