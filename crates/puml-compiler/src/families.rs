//! The table of families. Adding a family adds a line here; nothing else knows which there are.

use puml_family::Family;
use puml_syntax::catalogue::Section;

/// Every family that is drawn, in the order in which the reference tries them.
pub const FAMILIES: &[&dyn Family] = &[
    &puml_sequence::Sequence,
    &puml_class::Class,
    &puml_activity::Legacy,
    &puml_description::Description,
    &puml_state::State,
    &puml_activity::Activity,
    &puml_timing::Timing,
    &puml_gantt::Gantt,
    &puml_tree::Mindmap,
    &puml_tree::Wbs,
    &puml_data::Json,
    &puml_data::Yaml,
];

/// The family with a name such as `sequence`.
pub fn family(name: &str) -> Option<&'static dyn Family> {
    FAMILIES.iter().copied().find(|it| it.name() == name)
}

/// The names of all families, each once: activity diagrams have two grammars.
pub fn family_names() -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for name in FAMILIES.iter().map(|it| it.name()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// What diagrams of a family can say, section by section; nothing for a name that no family has. A newer grammar stands
/// behind the older one in the table, and is shown first.
pub fn catalogue(name: &str) -> Vec<&'static Section> {
    FAMILIES.iter().rev().filter(|it| it.name() == name).flat_map(|it| it.catalogue()).collect()
}

/// The families that may read a block, by the word after `@start`.
pub(crate) fn candidates(word: &str) -> Vec<&'static dyn Family> {
    let word = if word.is_empty() { "uml".to_owned() } else { word.to_ascii_lowercase() };
    FAMILIES.iter().copied().filter(|it| it.starts().contains(&word.as_str())).collect()
}
