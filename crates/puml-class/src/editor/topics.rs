//! The catalogue's entry for a statement, the word under the pointer first.

use puml_graph::Head;

use crate::ast::{
    Action, Declaration, EntityKind, GroupKind, Link, LinkTarget, NotePlace, StmtKind,
};

/// Section and name in the catalogue.
pub(super) fn topic(kind: &StmtKind, word: &str) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        StmtKind::Declaration(it) => declaration(it, word),
        StmtKind::Member(_) => ("members", "member"),
        StmtKind::Stereotyped(_) => ("entities", "stereotype"),
        StmtKind::Link(it) => ("links", link(it)),
        StmtKind::Lollipop(_) => ("links", "lollipop"),
        StmtKind::Constraint(_) => ("links", "constraint"),
        StmtKind::Group(it) | StmtKind::EmptyGroup(it) => match it.kind {
            GroupKind::Namespace => ("packages", "namespace"),
            GroupKind::Together => ("packages", "together"),
            GroupKind::Package | GroupKind::Described(_) => ("packages", "package"),
        },
        StmtKind::Close => ("packages", "package"),
        StmtKind::Note(it) => match it.place {
            NotePlace::Free(_) => ("notes", "free"),
            NotePlace::OnLink(_) => ("notes", "link"),
            _ => ("notes", "beside"),
        },
        StmtKind::Visibility(it) => match it.action {
            Action::Remove | Action::Restore => ("commands", "remove"),
            Action::Hide | Action::Show if it.part.is_none() => ("commands", "remove"),
            Action::Hide | Action::Show => ("commands", "hide"),
        },
        StmtKind::Filter(_) => ("commands", "hide-visibility"),
        StmtKind::AllowMixing => ("entities", "mixed"),
        StmtKind::Direction(_) => ("commands", "sideways"),
        StmtKind::Separator(_) => ("commands", "separator"),
        StmtKind::Url(_) | StmtKind::NewPage | StmtKind::Shared(_) => return None,
    })
}

fn declaration(it: &Declaration, word: &str) -> (&'static str, &'static str) {
    let name = match word.to_ascii_lowercase().as_str() {
        "as" => "alias",
        "extends" | "implements" => "extends",
        _ => match it.kind {
            EntityKind::Abstract => "abstract",
            EntityKind::Interface | EntityKind::Protocol => "interface",
            EntityKind::Enum => "enum",
            EntityKind::Entity => "entity",
            EntityKind::Object => "object",
            EntityKind::Circle => "circle",
            EntityKind::Diamond => "diamond",
            EntityKind::Map => "map",
            EntityKind::Json => "json",
            EntityKind::Described(_) => "mixed",
            _ => "class",
        },
    };
    ("entities", name)
}

/// Which of the catalogue's links a link is.
fn link(it: &Link) -> &'static str {
    let heads = [it.arrow.left, it.arrow.right];
    let has = |all: &[Head]| heads.iter().any(|it| all.contains(it));
    let is_couple = |it: LinkTarget| matches!(it, LinkTarget::Couple(..));
    if is_couple(it.left.target) || is_couple(it.right.target) {
        "association-class"
    } else if has(&[Head::Extension]) {
        if it.arrow.dashed { "realization" } else { "inheritance" }
    } else if has(&[Head::Composition]) {
        "composition"
    } else if has(&[Head::Aggregation]) {
        "aggregation"
    } else if has(&[Head::Many, Head::ZeroOrMany, Head::OneOrMany, Head::ZeroOrOne, Head::One]) {
        "crowsfoot"
    } else if it.left.qualifier.is_some() || it.right.qualifier.is_some() {
        "qualifier"
    } else if it.arrow.dashed {
        "dependency"
    } else {
        "association"
    }
}
