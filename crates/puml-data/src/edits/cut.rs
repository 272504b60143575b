//! Takes a member out of its map or list, or puts it into another.

use diag::TextEdit;
use puml_family::edits::{AddMember, Destination, EditError, Move, Part, Remove};
use puml_syntax::TextRange;
use puml_syntax::data::{Value, ValueKind};

use super::{Editing, at, bare, end, end_of};
use crate::model::Notation;

/// A member of a map or list, and its neighbours.
struct Member {
    /// None in a list.
    name: Option<String>,
    range: TextRange,
    value: TextRange,
    before: Option<u32>,
    after: Option<u32>,
}

/// The name of a member, all of it, and its value alone.
type Place<'a> = (Option<&'a str>, TextRange, TextRange);

impl Editing<'_> {
    pub(super) fn remove(&self, asked: &Remove) -> Result<Vec<TextEdit>, EditError> {
        let data = self.data()?;
        let member = self.member(&data, path(&asked.part)?)?;
        Ok(vec![TextEdit::replace(self.cut(&member).in_source(self.target.source), "")])
    }

    pub(super) fn shift(&self, asked: &Move) -> Result<Vec<TextEdit>, EditError> {
        let Destination::Under(owner) = &asked.to else { return Err(EditError::NeedsOwner) };
        let data = self.data()?;
        let from = path(&asked.part)?;
        let is_inside = owner == from || owner.starts_with(&format!("{from} / "));
        if is_inside {
            return Err(EditError::IntoItself);
        }
        let member = self.member(&data, from)?;
        let written = member.value.slice(self.target.text);
        if self.notation == Notation::Yaml && written.contains('\n') {
            return Err(EditError::NeedsOneLine(from.to_owned()));
        }
        if let (Some(name), Some(ValueKind::Map(entries))) =
            (&member.name, at(&data, owner).map(|it| &it.kind))
            && entries.iter().any(|it| it.key == *name)
        {
            return Err(EditError::TakenName(name.clone()));
        }
        let is_map = matches!(at(&data, owner).map(|it| &it.kind), Some(ValueKind::Map(_)));
        let text = match &member.name {
            Some(name) if is_map => format!("\"{name}\": {written}"),
            None if is_map => return Err(EditError::BadLine(written.to_owned())),
            _ => written.to_owned(),
        };
        let mut edits = self.add(&AddMember { owner: owner.clone(), text })?;
        edits.push(TextEdit::replace(self.cut(&member).in_source(self.target.source), ""));
        Ok(edits)
    }

    fn member(&self, data: &Value, path: &str) -> Result<Member, EditError> {
        let unknown = || EditError::UnknownParticipant(path.to_owned());
        let (owner, name) = path.rsplit_once(" / ").unwrap_or(("", path));
        let name = bare(name);
        let (idx, all): (usize, Vec<Place<'_>>) = match &at(data, owner).ok_or_else(unknown)?.kind {
            ValueKind::Map(entries) => (
                entries.iter().position(|it| it.key == name).ok_or_else(unknown)?,
                entries
                    .iter()
                    .map(|it| {
                        let value = TextRange::new(it.value.range.start, end_of(&it.value));
                        let whole = TextRange::new(it.key_range.start, end(it));
                        (Some(it.key.as_str()), whole, value)
                    })
                    .collect(),
            ),
            ValueKind::List(items) => (
                name.parse().ok().filter(|it| *it < items.len()).ok_or_else(unknown)?,
                items
                    .iter()
                    .map(|it| TextRange::new(it.range.start, end_of(it)))
                    .map(|it| (None, it, it))
                    .collect(),
            ),
            _ => return Err(unknown()),
        };
        if self.notation == Notation::Yaml && all.len() == 1 {
            // YAML has no empty map or list that could stay.
            return Err(EditError::HoldsOthers(path.to_owned()));
        }
        let (name, range, value) = all[idx];
        Ok(Member {
            name: name.map(str::to_owned),
            range,
            value,
            before: idx.checked_sub(1).map(|it| all[it].1.end),
            after: all.get(idx + 1).map(|it| it.1.start),
        })
    }

    /// The text that goes with a member: its comma in JSON, its lines in YAML.
    fn cut(&self, member: &Member) -> TextRange {
        let text = self.target.text;
        match (self.notation, member.before, member.after) {
            (Notation::Json, Some(before), _) => TextRange::new(before, member.range.end),
            (Notation::Json, None, Some(after)) => TextRange::new(member.range.start, after),
            (Notation::Json, None, None) => member.range,
            (Notation::Yaml, ..) => {
                let rest = &text[member.range.end as usize..];
                let to = rest
                    .find('\n')
                    .map_or(text.len() as u32, |it| member.range.end + it as u32 + 1);
                let from = self.target.start_of(member.range.start);
                // The first key of a list item stands behind a dash, which belongs to the next key then.
                let lead = TextRange::new(from, member.range.start).slice(text);
                match (lead.contains('-') && member.name.is_some(), member.after) {
                    (true, Some(after)) => TextRange::new(member.range.start, after),
                    _ => TextRange::new(from, to),
                }
            }
        }
    }
}

fn path(part: &Part) -> Result<&str, EditError> {
    match part {
        Part::Name(path) => Ok(path),
        Part::Line(_) => Err(EditError::NeedsName),
    }
}
