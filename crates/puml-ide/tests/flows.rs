//! What an editor is told about state and activity diagrams. `^` marks where it asks.

use puml_compiler::NoWorld;
use puml_ide::{
    Analysis, NameUse, Project, Setting, completions, definition, folds, hover, references, rename,
    symbols, tokens,
};

fn asked(source: &str) -> (Analysis, u32) {
    let at = source.find('^').expect("a place to ask at") as u32;
    let text = source.replacen('^', "", 1);
    (Analysis::new("a.puml", text.as_str(), Setting::default().into()), at)
}

fn offered(source: &str) -> Vec<String> {
    let (analysis, at) = asked(source);
    completions(&analysis, at, &|_| Vec::new()).into_iter().map(|it| it.label).collect()
}

fn renamed(source: &str, to: &str) -> String {
    let (analysis, at) = asked(source);
    let alone = Project { texts: &[], world: &NoWorld };
    let found = rename(&analysis, at, to, alone).expect("a name stands there");
    diag::apply_to(&source.replacen('^', "", 1), &found[0].edits).expect("edits do not overlap")
}

const MACHINE: &str = "@startuml\nstate \"At rest\" as Idle\n[*] --> Idle\nIdle --> Busy : job\nstate Busy {\n  [*] --> Work\n}\nBusy.Work --> Idle\nnote left of ^Idle : calm\n@enduml";

#[test]
fn a_state_is_renamed_wherever_it_is_named() {
    let text = renamed(MACHINE, "Resting");
    assert!(!text.contains("Idle"), "{text}");
    assert_eq!(text.matches("Resting").count(), 5);
    let text = renamed("@startuml\nstate A {\n  state ^B\n}\nA.B --> C\n@enduml", "D");
    assert_eq!(text, "@startuml\nstate A {\n  state D\n}\nA.D --> C\n@enduml");
}

#[test]
fn a_state_leads_to_its_declaration_and_its_uses() {
    let (analysis, at) = asked(MACHINE);
    let span = definition(&analysis, at).expect("it is declared");
    assert_eq!(&analysis.text()[span.start as usize..span.end as usize], "Idle");
    assert_eq!(analysis.text()[..span.start as usize].lines().count(), 2);
    assert_eq!(references(&analysis, at, NameUse::Use).len(), 4);
    let told = hover(&analysis, at).expect("a state stands there").markdown;
    assert!(told.contains("At rest"), "{told}");
}

#[test]
fn states_are_offered_behind_arrows_and_keywords_at_the_start_of_a_line() {
    let names = offered("@startuml\nstate Idle\nstate Busy\nIdle --> ^\n@enduml");
    assert!(names.contains(&"Busy".to_owned()), "{names:?}");
    let words = offered("@startuml\nstate Idle\n^\n@enduml");
    assert!(words.iter().any(|it| it == "note"), "{words:?}");
    assert!(!words.iter().any(|it| it == "||"), "regions only stand inside: {words:?}");
}

#[test]
fn composite_states_fold_and_hold_their_symbols() {
    let (analysis, _) = asked(MACHINE);
    assert!(folds(&analysis).iter().any(|it| it.first == 4), "{:?}", folds(&analysis));
    let names: Vec<_> = symbols(&analysis).into_iter().map(|it| it.name).collect();
    // What is only used stands behind what is declared.
    assert_eq!(names, ["At rest", "Busy", "Work"]);
    assert!(tokens(&analysis).len() > 20);
}

#[test]
fn a_label_leads_to_its_place_and_back() {
    let source = "@startuml\nstart\nlabel again\n:work;\nif (more?) then (yes)\n  goto ^again\nendif\nstop\n@enduml";
    let (analysis, at) = asked(source);
    let span = definition(&analysis, at).expect("the label is there");
    assert!(analysis.text()[..span.start as usize].ends_with("label "));
    assert!(renamed(source, "once_more").contains("label once_more\n"));
    let names = offered("@startuml\nlabel again\n:work;\ngoto ^\n@enduml");
    assert!(names.contains(&"again".to_owned()), "{names:?}");
}

#[test]
fn blocks_of_an_activity_fold_and_stand_in_the_outline() {
    let source = "@startuml\n^|ops|\nif (more?) then (yes)\n  :work;\nelse (no)\nendif\n@enduml";
    let (analysis, _) = asked(source);
    assert!(folds(&analysis).iter().any(|it| it.first == 2));
    let names: Vec<_> = symbols(&analysis).into_iter().map(|it| it.name).collect();
    assert_eq!(names[..2], ["lane ops", "if more?"], "{names:?}");
}
