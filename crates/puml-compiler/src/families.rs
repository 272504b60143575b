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

/// What each family can say, by its name.
pub fn catalogues() -> impl Iterator<Item = (&'static str, &'static [Section])> {
    FAMILIES.iter().map(|it| (it.name(), it.catalogue()))
}

/// The families that may read a block, by the word after `@start`.
pub(crate) fn candidates(word: &str) -> Vec<&'static dyn Family> {
    let word = if word.is_empty() { "uml".to_owned() } else { word.to_ascii_lowercase() };
    FAMILIES.iter().copied().filter(|it| it.starts().contains(&word.as_str())).collect()
}
