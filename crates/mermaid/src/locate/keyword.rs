//! Statements that begin with a word of another language.

use super::clue::{Clue, Line};
use super::suspect::Suspect;
use crate::codes;

/// The calls of C4 diagrams, for spelling mistakes.
const C4_CALLS: &[&str] = &[
    "Person",
    "Person_Ext",
    "System",
    "System_Ext",
    "SystemDb",
    "SystemQueue",
    "System_Boundary",
    "Container",
    "Container_Ext",
    "ContainerDb",
    "ContainerQueue",
    "Container_Boundary",
    "Component",
    "ComponentDb",
    "Boundary",
    "Enterprise_Boundary",
    "Node",
    "Deployment_Node",
    "Rel",
    "BiRel",
    "Rel_U",
    "Rel_D",
    "Rel_L",
    "Rel_R",
    "RelIndex",
    "UpdateElementStyle",
    "UpdateRelStyle",
    "UpdateLayoutConfig",
];

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    let rule: fn(&Line<'_>) -> Option<Suspect> = match clue.kind {
        "class" => class,
        "c4" => c4,
        _ => return Vec::new(),
    };
    clue.statements().iter().filter_map(rule).collect()
}

/// `interface Shape {` and its kin: a class with an annotation.
fn class(line: &Line<'_>) -> Option<Suspect> {
    let text = line.trimmed();
    let word = ["interface", "enum", "abstract class", "abstract"]
        .into_iter()
        .find(|word| text.strip_prefix(word).is_some_and(|rest| rest.starts_with(' ')))?;
    let annotation = match word {
        "interface" => "<<interface>>",
        "enum" => "<<enumeration>>",
        _ => "<<abstract>>",
    };
    let start = line.range().start;
    let found = Suspect::new(
        codes::UNKNOWN_KEYWORD,
        start..start + word.len(),
        format!("class diagrams have no statement `{word}`"),
        format!("declare a class and annotate it with `{annotation}`"),
    );
    let mut edits = vec![(start..start + word.len(), "class".to_owned())];
    if text.ends_with('{') {
        let end = line.range().end;
        edits.push((end..end, format!("\n{}  {annotation}", line.indent())));
    }
    Some(found.fix(format!("write `class` with `{annotation}`"), edits))
}

fn c4(line: &Line<'_>) -> Option<Suspect> {
    let text = line.trimmed();
    let (word, _) = text.split_once('(')?;
    let plain = !word.is_empty() && word.chars().all(|it| it.is_alphanumeric() || it == '_');
    if !plain || C4_CALLS.contains(&word) {
        return None;
    }
    let other = matches!(word, "Relationship" | "Relation").then_some("Rel");
    let better = other.or_else(|| diag::nearest(word, C4_CALLS.iter().copied()))?;
    let range = line.range().start..line.range().start + word.len();
    let found = Suspect::new(
        codes::UNKNOWN_KEYWORD,
        range.clone(),
        format!("there is no call `{word}`"),
        format!("did you mean `{better}`?"),
    );
    Some(found.fix(format!("replace with `{better}`"), [(range, better.to_owned())]))
}
