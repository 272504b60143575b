//! Structural edits of data as text edits. The place of a value is written as in a highlight, `a / b / 0`: a member is
//! added to the map or list there, or takes the place of the one with its name; a name can be changed.

mod cut;

use diag::{SourceId, TextEdit};
use puml_family::edits::{
    AddMember, Edit, EditError, RenameParticipant, Target, change_theme, one_line,
};
use puml_syntax::TextRange;
use puml_syntax::data::{Entry, Gathered, Value, ValueKind, read_json};

use crate::ast::{Document, StmtKind};
use crate::element::vocabulary;
use crate::lower::read;
use crate::model::Notation;

/// The text edits that do what is asked for.
pub(crate) fn edit(
    document: &Document,
    notation: Notation,
    source: SourceId,
    edit: &Edit,
) -> Result<Vec<TextEdit>, EditError> {
    let target = Target::new(document, source)?;
    let editing = Editing { target, notation };
    let what = match edit {
        Edit::ChangeTheme(it) => return change_theme(it, &editing.target),
        Edit::AddMember(it) => return editing.add(it),
        Edit::RenameParticipant(it) => return editing.rename(it),
        Edit::Remove(it) => return editing.remove(it),
        Edit::Move(it) => return editing.shift(it),
        Edit::AddMessage(_) => "messages",
        Edit::AddNote(_) => "notes",
        Edit::WrapGroup(_) => "groups",
        Edit::AddParticipant(_) => "participants",
    };
    Err(EditError::Unsupported { noun: vocabulary(notation).noun, what })
}

struct Editing<'a> {
    target: Target<'a, StmtKind>,
    notation: Notation,
}

impl Editing<'_> {
    fn data(&self) -> Result<Value, EditError> {
        read(self.target.document, self.notation).map_err(|_| EditError::NoDiagram)
    }

    fn add(&self, asked: &AddMember) -> Result<Vec<TextEdit>, EditError> {
        let data = self.data()?;
        let owner = at(&data, &asked.owner)
            .ok_or_else(|| EditError::UnknownParticipant(asked.owner.clone()))?;
        let text = one_line(asked.text.trim());
        let refused = || EditError::BadLine(asked.text.clone());
        match &owner.kind {
            ValueKind::Map(entries) => {
                let (name, value) = member(&text).ok_or_else(refused)?;
                let value = self.checked(value).ok_or_else(refused)?;
                if let Some(known) = entries.iter().find(|it| it.key == name) {
                    return self.set(known, value).ok_or_else(refused);
                }
                let line = format!("{}: {value}", self.written(name).ok_or_else(refused)?);
                let last = entries.last().map(|it| (it.key_range.start, end(it)));
                self.append(owner, last, &line).ok_or_else(refused)
            }
            ValueKind::List(items) => {
                let value = self.checked(&text).ok_or_else(refused)?;
                let last = items.last().map(|it| (it.range.start, end_of(it)));
                let line = match self.notation {
                    Notation::Json => value.to_owned(),
                    Notation::Yaml => format!("- {value}"),
                };
                self.append(owner, last, &line).ok_or_else(refused)
            }
            _ => Err(EditError::UnknownParticipant(asked.owner.clone())),
        }
    }

    /// A value as the notation takes it on one line.
    fn checked<'t>(&self, value: &'t str) -> Option<&'t str> {
        let value = value.trim();
        if value.is_empty() {
            return None;
        }
        if self.notation == Notation::Json {
            let mut gathered = Gathered::default();
            gathered.push(value, 0);
            read_json(&gathered).ok()?;
        }
        Some(value)
    }

    /// A name as the notation writes it.
    fn written(&self, name: &str) -> Option<String> {
        let is_plain = !name.is_empty()
            && name.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '-' | '.' | ' '))
            && !name.starts_with(['-', ' '])
            && !name.ends_with(' ');
        match self.notation {
            Notation::Json => serde_json::to_string(name).ok(),
            Notation::Yaml if is_plain => Some(name.to_owned()),
            Notation::Yaml if name.is_empty() || name.contains('"') => None,
            Notation::Yaml => Some(format!("\"{name}\"")),
        }
    }

    fn set(&self, known: &Entry, value: &str) -> Option<Vec<TextEdit>> {
        let is_table = matches!(known.value.kind, ValueKind::Map(_) | ValueKind::List(_));
        if self.notation == Notation::Yaml && is_table {
            return None;
        }
        let range = known.value.range;
        if self.notation == Notation::Yaml && range.is_empty() {
            let colon = self.target.text[known.key_range.end as usize..].find(':')? as u32;
            let at = known.key_range.end + colon + 1;
            return Some(vec![TextEdit::insert(self.target.source, at, format!(" {value}"))]);
        }
        Some(vec![TextEdit::replace(range.in_source(self.target.source), value)])
    }

    /// Behind the last member of a map or list, which begins and ends at `last`.
    fn append(&self, owner: &Value, last: Option<(u32, u32)>, line: &str) -> Option<Vec<TextEdit>> {
        let (text, source) = (self.target.text, self.target.source);
        match (self.notation, last) {
            (Notation::Json, Some((start, end))) => {
                let indent = self.target.indent(start);
                let is_alone = indent.chars().all(char::is_whitespace);
                let gap = if is_alone {
                    format!("{}{indent}", self.target.line_end())
                } else {
                    " ".to_owned()
                };
                Some(vec![TextEdit::insert(source, end, format!(",{gap}{line}"))])
            }
            (Notation::Json, None) => {
                Some(vec![TextEdit::insert(source, owner.range.start + 1, line)])
            }
            (Notation::Yaml, Some((start, end))) => {
                let begin = self.target.start_of(start);
                let before = TextRange::new(begin, start).slice(text);
                // A list's own dash stands in the line; a map's name may stand behind the dash of a list around it.
                let dash = line.starts_with("- ").then(|| before.rfind('-')).flatten();
                let column = dash.unwrap_or(before.len());
                Some(self.target.behind(end, &" ".repeat(column), &[line.to_owned()]))
            }
            (Notation::Yaml, None) => None,
        }
    }

    fn rename(&self, asked: &RenameParticipant) -> Result<Vec<TextEdit>, EditError> {
        let data = self.data()?;
        let unknown = || EditError::UnknownParticipant(asked.from.clone());
        let (owner, name) = asked.from.rsplit_once(" / ").unwrap_or(("", &asked.from));
        let ValueKind::Map(entries) = &at(&data, owner).ok_or_else(unknown)?.kind else {
            return Err(unknown());
        };
        let name = bare(name);
        let entry = entries.iter().find(|it| it.key == name).ok_or_else(unknown)?;
        if entries.iter().any(|it| it.key == asked.to) {
            return Err(EditError::TakenName(asked.to.clone()));
        }
        let refused = || EditError::BadName(asked.to.clone());
        let written = if asked.to.trim().is_empty() { None } else { self.written(&asked.to) };
        let written = written.ok_or_else(refused)?;
        let range = entry.key_range.in_source(self.target.source);
        Ok(vec![TextEdit::replace(range, written)])
    }
}

/// The value that a path leads to; the whole where it is empty.
fn at<'v>(data: &'v Value, path: &str) -> Option<&'v Value> {
    if path.trim().is_empty() {
        return Some(data);
    }
    path.split(" / ").map(bare).try_fold(data, |value, name| match &value.kind {
        ValueKind::Map(entries) => entries.iter().find(|it| it.key == name).map(|it| &it.value),
        ValueKind::List(items) => items.get(name.parse::<usize>().ok()?),
        _ => None,
    })
}

/// A name without its blanks and quotes.
fn bare(name: &str) -> &str {
    let name = name.trim();
    name.strip_prefix('"').and_then(|it| it.strip_suffix('"')).unwrap_or(name)
}

/// `name: value`, the name with or without quotes.
fn member(text: &str) -> Option<(&str, &str)> {
    let end = match text.strip_prefix('"') {
        Some(rest) => rest.find('"')? + 2,
        None => text.find(':')?,
    };
    let (name, rest) = text.split_at(end);
    let value = rest.trim_start().strip_prefix(':')?;
    Some((bare(name), value)).filter(|it| !it.0.is_empty())
}

/// Where the last thing of an entry ends.
fn end(entry: &Entry) -> u32 {
    end_of(&entry.value).max(entry.key_range.end)
}

fn end_of(value: &Value) -> u32 {
    let inner = match &value.kind {
        ValueKind::Map(entries) => entries.last().map(end),
        ValueKind::List(items) => items.last().map(end_of),
        _ => None,
    };
    inner.unwrap_or(0).max(value.range.end)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use puml_family::edits::{Destination, Part};
    use puml_syntax::{Extent, Stage, parse_block, split};

    use super::*;
    use crate::grammar::Lines;

    fn done(source: &str, notation: Notation, asked: &Edit) -> Result<String, EditError> {
        let text: Arc<str> = source.into();
        let lines = split(&text);
        let id = SourceId(0);
        let grammar = Lines::default();
        let parsed = parse_block(&text, &lines, 0, Stage::Source, Extent::Whole, id, grammar);
        let edits = edit(&parsed.document, notation, id, asked)?;
        Ok(diag::apply_to(source, &edits).expect("edits do not overlap"))
    }

    fn add(owner: &str, text: &str) -> Edit {
        Edit::AddMember(AddMember { owner: owner.to_owned(), text: text.to_owned() })
    }

    fn rename(from: &str, to: &str) -> Edit {
        let (from, to) = (from.to_owned(), to.to_owned());
        Edit::RenameParticipant(RenameParticipant { from, to })
    }

    const JSON: &str =
        "@startjson\n{\n  \"a\": 1,\n  \"b\": { \"c\": [1, 2] },\n  \"d\": {}\n}\n@endjson\n";
    const YAML: &str = "@startyaml\na: 1\nb:\n  c: x\n  e:\n    - one\nempty:\n@endyaml\n";

    #[test]
    fn members_of_json_are_added_and_set() {
        let json = |it: &Edit| done(JSON, Notation::Json, it).unwrap();
        assert!(json(&add("", "e: true")).contains("\"d\": {},\n  \"e\": true\n}"));
        assert!(json(&add("b", "\"x y\": [3]")).contains("{ \"c\": [1, 2], \"x y\": [3] }"));
        assert!(json(&add("b / c", "3")).contains("[1, 2, 3]"));
        assert!(json(&add("d", "f: null")).contains("\"d\": {\"f\": null}"));
        assert!(json(&add("", "a: \"two\"")).contains("\"a\": \"two\","));
        assert!(json(&add("", "b: 7")).contains("\"b\": 7,"));
    }

    #[test]
    fn members_of_yaml_are_added_and_set() {
        let yaml = |it: &Edit| done(YAML, Notation::Yaml, it).unwrap();
        assert!(yaml(&add("", "f: 2")).contains("empty:\nf: 2\n@endyaml"));
        assert!(yaml(&add("b", "d: y")).contains("    - one\n  d: y\nempty:"));
        assert!(yaml(&add("b / e", "two")).contains("    - one\n    - two\n"));
        assert!(yaml(&add("b", "c: z")).contains("\n  c: z\n"));
    }

    #[test]
    fn names_are_changed_where_they_stand() {
        let json = done(JSON, Notation::Json, &rename("b / c", "new name")).unwrap();
        assert!(json.contains("{ \"new name\": [1, 2] }"));
        let yaml = done(YAML, Notation::Yaml, &rename("b / e", "list")).unwrap();
        assert!(yaml.contains("\n  list:\n    - one"));
    }

    fn remove(path: &str) -> Edit {
        Edit::Remove(puml_family::edits::Remove { part: Part::Name(path.to_owned()) })
    }

    fn shift(path: &str, owner: &str) -> Edit {
        let (part, to) = (Part::Name(path.to_owned()), Destination::Under(owner.to_owned()));
        Edit::Move(puml_family::edits::Move { part, to })
    }

    #[test]
    fn members_are_removed_with_their_commas_and_lines() {
        let json = |it: &Edit| done(JSON, Notation::Json, it).unwrap();
        assert!(json(&remove("a")).contains("{\n  \"b\": {"));
        assert!(json(&remove("d")).contains("[1, 2] }\n}"));
        assert!(json(&remove("b / c / 0")).contains("[2]"));
        assert!(json(&remove("b / c")).contains("\"b\": {  }"));
        let yaml = |it: &Edit| done(YAML, Notation::Yaml, it).unwrap();
        assert!(yaml(&remove("b")).contains("a: 1\nempty:"));
        assert!(yaml(&remove("b / c")).contains("b:\n  e:\n"));
        let items = "@startyaml\n- a: 1\n  b: 2\n- c\n@endyaml\n";
        let without = done(items, Notation::Yaml, &remove("0 / a")).unwrap();
        assert!(without.contains("- b: 2\n- c"));
    }

    #[test]
    fn members_move_to_other_owners() {
        let json = done(JSON, Notation::Json, &shift("a", "b")).unwrap();
        assert!(json.contains("{\n  \"b\": { \"c\": [1, 2], \"a\": 1 },"), "{json}");
        let yaml = done(YAML, Notation::Yaml, &shift("a", "b")).unwrap();
        assert!(
            yaml.contains("@startyaml\nb:\n") && yaml.contains("    - one\n  a: 1\n"),
            "{yaml}"
        );
        let json = |it: &Edit| done(JSON, Notation::Json, it).unwrap_err();
        assert!(matches!(json(&shift("b", "b / c")), EditError::IntoItself));
        assert!(matches!(json(&shift("q", "b")), EditError::UnknownParticipant(_)));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let json = |it: &Edit| done(JSON, Notation::Json, it).unwrap_err();
        assert!(matches!(json(&add("", "e: tru")), EditError::BadLine(_)));
        assert!(matches!(json(&add("z", "e: 1")), EditError::UnknownParticipant(_)));
        assert!(matches!(json(&rename("a", "b")), EditError::TakenName(_)));
        assert!(matches!(json(&rename("q", "r")), EditError::UnknownParticipant(_)));
    }
}
