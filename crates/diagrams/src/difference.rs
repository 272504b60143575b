//! What changed between two diagrams of one kind: in words, and as one picture of both.
//!
//! Both are compared by what they mean, whatever their family: parts by their names, relations and steps by what they
//! say. The order of lines counts only where it means something.

mod change;
mod data;
mod facts;
mod legend;
mod marks;
mod picture;
mod union;
mod words;

use puml_source::Diagram;

pub use change::{Change, Status, Subject};
pub use picture::{NoUnion, difference_picture};

/// Everything that differs between two diagrams.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Difference {
    /// Parts first, then what happens between them; each in the order of the source.
    pub changes: Vec<Change>,
}

/// Why two diagrams cannot be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Incomparable {
    /// A sequence diagram has nothing in common with a class diagram.
    #[error(
        "the first is a {before} diagram, the second a {after} diagram: only diagrams of one kind can be compared"
    )]
    Kinds {
        /// The kind of the first.
        before: &'static str,
        /// The kind of the second.
        after: &'static str,
    },
    /// Of Mermaid nothing is known but its picture.
    #[error("Mermaid diagrams cannot be compared")]
    Mermaid,
}

/// Compares two diagrams.
pub fn difference(
    before: crate::Diagram<'_>,
    after: crate::Diagram<'_>,
) -> Result<Difference, Incomparable> {
    let (crate::Diagram::Puml(before), crate::Diagram::Puml(after)) = (before, after) else {
        return Err(Incomparable::Mermaid);
    };
    if before.kind() != after.kind() {
        return Err(Incomparable::Kinds { before: before.kind(), after: after.kind() });
    }
    Ok(compare(before, after))
}

pub(crate) fn compare(before: Diagram<'_>, after: Diagram<'_>) -> Difference {
    let mut changes = match before.kind() {
        "json" | "yaml" => facts::values(&before.facts(), &after.facts()),
        _ => words::changes(before, after),
    };
    if changes.is_empty() {
        changes = facts::lines(&before.facts(), &after.facts());
    }
    if changes.is_empty() && picture::looks(before) != picture::looks(after) {
        changes.push(Change {
            status: Status::Changed,
            subject: Subject::Look,
            id: String::new(),
            text: "colours, styles or places; what the diagram says is the same".to_owned(),
            was: None,
            before_line: None,
            after_line: None,
        });
    }
    Difference { changes }
}

#[cfg(test)]
mod tests;
