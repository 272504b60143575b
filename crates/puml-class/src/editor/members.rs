//! The members of an element: in the outline, and every place that names one.

use puml_family::editor::{Entry, EntryKind, Feature, Role};
use puml_syntax::TextRange;
use puml_syntax::ast::Name;

use super::owner;
use crate::ast::{Declaration, Document, EntityKind, LinkTarget, NotePlace, StmtKind};

/// Fields and methods in the order they stand; lines across the body and blank lines are left out.
pub(super) fn entries(it: &Declaration, document: &Document) -> Vec<Entry> {
    if matches!(it.kind, EntityKind::Json | EntityKind::Described(_)) {
        return Vec::new();
    }
    let lines = it.body.iter().flat_map(|it| &it.lines);
    lines.filter_map(|range| entry(*range, document)).collect()
}

fn entry(range: TextRange, document: &Document) -> Option<Entry> {
    let line = range.slice(&document.source);
    let text = line.trim();
    let is_rule = ["--", "==", "..", "__"].iter().any(|it| text.starts_with(it));
    if text.is_empty() || is_rule {
        return None;
    }
    let start = range.start + (line.len() - line.trim_start().len()) as u32;
    let selection = TextRange::new(start, start + text.len() as u32);
    let kind = if is_method(text) { EntryKind::Method } else { EntryKind::Field };
    Some(Entry::new(text, kind, selection))
}

fn is_method(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    lower.contains("{method}") || !lower.contains("{field}") && text.contains(['(', ')'])
}

/// Every place that names a member: bodies, `A : member`, `A::member` in links and notes.
pub(super) fn features(document: &Document) -> Vec<Feature> {
    let mut found = Vec::new();
    for (stmt, it) in document.stmts.iter().enumerate() {
        let mut add = |of: Name, line: TextRange, role: Role| {
            let Some(name) = name_in(line, document) else { return };
            let keyword = if is_method(line.slice(&document.source)) { "method" } else { "field" };
            let owner = document.text(of.range).into_owned();
            found.push(Feature { stmt, owner, name, role, keyword });
        };
        match &it.kind {
            StmtKind::Declaration(it) => {
                let has_members = !matches!(
                    it.kind,
                    EntityKind::Json | EntityKind::Map | EntityKind::Described(_)
                );
                for line in it.body.iter().flat_map(|it| &it.lines).filter(|_| has_members) {
                    add(it.code, *line, Role::Declares);
                }
            }
            StmtKind::Member(it) => add(it.owner, it.text, Role::Declares),
            StmtKind::Link(it) => {
                for target in [it.left.target, it.right.target] {
                    let LinkTarget::One(name) = target else { continue };
                    let of = owner(name, document);
                    if of.range.end + 2 < name.range.end {
                        let member = TextRange::new(of.range.end + 2, name.range.end);
                        add(of, member, Role::Other);
                    }
                }
            }
            StmtKind::Note(it) => {
                if let NotePlace::AtMember(_, of, member) = it.place {
                    add(of, member, Role::Other);
                }
            }
            _ => {}
        }
    }
    found
}

/// The name in the line of a member: before the parentheses of a method, before the type of a field, else the last word
/// before its value. Nothing for lines across the body.
fn name_in(range: TextRange, document: &Document) -> Option<TextRange> {
    let line = range.slice(&document.source);
    let is_rule = ["--", "==", "..", "__"].iter().any(|it| line.trim().starts_with(it));
    if is_rule {
        return None;
    }
    // `{static}` and its like may stand before and behind.
    let mut head = line.len() - line.trim_start().len();
    while let Some(rest) = line[head..].strip_prefix('{') {
        head += 1 + rest.find('}')? + 1;
        head += line[head..].len() - line[head..].trim_start().len();
    }
    head +=
        line[head..].len() - line[head..].trim_start_matches(['+', '-', '#', '~', '*', ' ']).len();
    let text = &line[head..];
    let end = ["(", ":", "=", "{", "<<"].iter().filter_map(|it| text.find(it)).min();
    let text = text[..end.unwrap_or(text.len())].trim_end();
    let is_letter = |it: char| it.is_alphanumeric() || it == '_';
    let start = text.trim_end_matches(is_letter).len();
    let name = &text[start..];
    let from = range.start + (head + start) as u32;
    (!name.is_empty()).then(|| TextRange::new(from, from + name.len() as u32))
}

#[cfg(test)]
mod tests {
    use super::super::tests::parse;
    use super::*;

    #[test]
    fn every_place_of_a_member_is_found() {
        let source = "class A {\n  -id : UUID\n  {static} +open(id : int) : A\n  String label = \"x\"\n  ..\n}\nA : size()\nA::id --> B::key\nnote left of A::open\nx\nend note";
        let found = features(&parse(source));
        let told: Vec<(&str, &str, Role, &str)> = found
            .iter()
            .map(|it| (it.owner.as_str(), it.name.slice(source), it.role, it.keyword))
            .collect();
        assert_eq!(
            told,
            [
                ("A", "id", Role::Declares, "field"),
                ("A", "open", Role::Declares, "method"),
                ("A", "label", Role::Declares, "field"),
                ("A", "size", Role::Declares, "method"),
                ("A", "id", Role::Other, "field"),
                ("B", "key", Role::Other, "field"),
                ("A", "open", Role::Other, "field"),
            ]
        );
    }
}
