//! Who sends to whom: the relations of an element as an editor's call hierarchy.

use puml_compiler::editor::Role;
use puml_syntax::TextRange;

use crate::Analysis;
use crate::analysis::Diagram;
use crate::cast::Member;

/// An element of a diagram.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// How the source calls it.
    pub name: String,
    /// The keyword of its kind; may be empty.
    pub detail: String,
    /// The statement that declares or first names it.
    pub range: TextRange,
    /// Its name there.
    pub selection: TextRange,
}

/// A relation to another element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation {
    /// The other element.
    pub other: Caller,
    /// Every statement that relates the two, in reading order.
    pub places: Vec<TextRange>,
}

/// Which relations are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Those that end at the element.
    Incoming,
    /// Those that begin at it.
    Outgoing,
}

/// The element whose name an offset touches.
pub fn caller(analysis: &Analysis, at: u32) -> Option<Caller> {
    let (diagram, stmt) = analysis.stmt_at(at)?;
    let (member, _) = diagram.cast().at(diagram.tree, analysis.text(), stmt, at)?;
    Some(told(diagram, member))
}

/// The relations of the element at an offset, one for each other element, in the order of their first statement.
pub fn relations(analysis: &Analysis, at: u32, direction: Direction) -> Vec<Relation> {
    let Some((diagram, stmt)) = analysis.stmt_at(at) else { return Vec::new() };
    let Some((member, _)) = diagram.cast().at(diagram.tree, analysis.text(), stmt, at) else {
        return Vec::new();
    };
    let (own, others) = match direction {
        Direction::Incoming => (Role::To, Role::From),
        Direction::Outgoing => (Role::From, Role::To),
    };
    let mut found: Vec<Relation> = Vec::new();
    for place in member.places.iter().filter(|it| it.role == own) {
        let range = diagram.tree.range(place.stmt);
        for other in diagram.tree.mentions(place.stmt) {
            let Some(other) = Some(other).filter(|it| it.role == others) else { continue };
            let Some(other) = diagram.cast().member(&other.code) else { continue };
            match found.iter_mut().find(|it| it.other.name == other.code) {
                Some(relation) => relation.places.push(range),
                None => {
                    found.push(Relation { other: told(diagram, other), places: vec![range] });
                }
            }
        }
    }
    for relation in &mut found {
        relation.places.dedup();
    }
    found
}

fn told(diagram: Diagram<'_>, member: &Member) -> Caller {
    let origin = member.origin();
    Caller {
        name: member.code.clone(),
        detail: member.keyword.unwrap_or(diagram.words().declare).to_owned(),
        range: diagram.tree.range(origin.stmt),
        selection: origin.name.range,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setting;

    fn ask(source: &str, direction: Direction) -> Vec<(String, usize)> {
        let at = source.find('^').unwrap();
        let text = source.replacen('^', "", 1);
        let analysis = Analysis::new("a.puml", text, Setting::default().into());
        let found = relations(&analysis, at as u32, direction);
        found.into_iter().map(|it| (it.other.name, it.places.len())).collect()
    }

    #[test]
    fn messages_tell_who_sends_to_whom() {
        let source = "actor ^A\nA -> B : one\nA -> C\nB <- A : two\nC --> A\nA -> A\n";
        let out = [("B".to_owned(), 2), ("C".to_owned(), 1), ("A".to_owned(), 1)];
        assert_eq!(ask(source, Direction::Outgoing), out);
        let into = [("C".to_owned(), 1), ("A".to_owned(), 1)];
        assert_eq!(ask(source, Direction::Incoming), into);
    }

    #[test]
    fn relations_of_other_families_are_told_alike() {
        let state = "[*] --> ^Idle\nIdle --> Busy\nBusy --> Idle\n";
        assert_eq!(ask(state, Direction::Outgoing), [("Busy".to_owned(), 1)]);
        let class = "class ^A\nA --> B\nC --> A\n";
        assert_eq!(ask(class, Direction::Incoming), [("C".to_owned(), 1)]);
    }
}
