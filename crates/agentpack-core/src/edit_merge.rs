//! Files that a person edited while their source changed: both merged three ways, in process. The base is what was
//! written last, so a merged file holds the new source and the edit.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json};

use crate::error::{Code, Error, Result};
use crate::hash_cache::read_text;
use crate::manifest::Merged;
use crate::merge::{self, Format, Piece, Place, Reader};
use crate::module::MAX_TEXT;
use crate::plan::{Change, Op, Plan, Stamp, State, Write};
use crate::render::Content;
use crate::snapshot::Objects;
use crate::survey::Survey;
use crate::three_way::{self, Labels};
use content_digest::Digest;

const LABELS: Labels = Labels { ours: "edited", theirs: "source" };

/// What to do where both sides changed the same lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overlap {
    /// Leave the file as it is.
    Leave,
    /// Write conflict markers into it, for a person to resolve.
    Mark,
}

/// Merges that can be applied, and files that need a person.
#[derive(Debug)]
pub struct EditMerge {
    /// Writes the merged files and nothing else.
    pub plan: Plan,
    /// Files in which both sides changed the same lines or keys, each with a word about where.
    pub conflicts: Vec<(PathBuf, String)>,
}

/// Merges every file of `plan` that is in conflict, or those of `paths` when some are named.
pub fn merge_edits(
    survey: &Survey,
    plan: Plan,
    paths: &[PathBuf],
    overlap: Overlap,
) -> Result<EditMerge> {
    let objects = Objects::load(&survey.env.state())?;
    let is_asked = |path: &Path| paths.is_empty() || paths.iter().any(|it| path.starts_with(it));
    let mut conflicts = Vec::new();
    // In the order of the plan.
    let mut merged = Vec::new();
    for change in &plan.changes {
        let is_conflict =
            change.state == State::Conflict && change.op == Op::Update && change.blocked.is_none();
        if !is_conflict || !is_asked(&change.path) {
            continue;
        }
        match merged_text(survey, change, &objects, overlap)? {
            Ok((text, where_marked)) => {
                if let Some(place) = where_marked {
                    conflicts.push((change.path.clone(), place));
                }
                merged.push((change.path.clone(), text));
            }
            Err(place) => conflicts.push((change.path.clone(), place)),
        }
    }
    let mut plan = plan.only(|change| merged.iter().any(|(path, _)| *path == change.path));
    for (change, (_, text)) in plan.changes.iter_mut().zip(merged) {
        let executable = change.after.is_some_and(|after| after.executable);
        change.after = Some(Stamp { digest: Digest::of(&text), executable });
        change.write = Some(Write::Bytes(text.into_bytes()));
        change.state = State::PendingUpdate;
        change.reason = "edit and source merged".into();
    }
    Ok(EditMerge { plan, conflicts })
}

/// The merged text, with where conflicts were marked; or where a person must choose.
type Outcome = std::result::Result<(String, Option<String>), String>;

fn merged_text(
    survey: &Survey,
    change: &Change,
    objects: &Objects,
    overlap: Overlap,
) -> Result<Outcome> {
    let output = &survey.desired.outputs[change.path.as_path()];
    let entry = survey.managed.get(&change.path).map(|managed| &managed.entry);
    if let Content::Merge { format, pieces } = &output.content {
        let previous = entry.and_then(|entry| entry.merge.as_ref());
        let text = survey.texts.get(&change.path).map_or("", String::as_str);
        return shared(change, text, previous, (*format, pieces), overlap);
    }
    let Some(base) = entry.map(|entry| entry.sha256).filter(|digest| objects.has(*digest)) else {
        return Ok(Err("what was written last is no longer stored".into()));
    };
    let theirs = match &change.write {
        Some(Write::Bytes(bytes)) => bytes.clone(),
        Some(Write::Copy(source)) => crate::hash_cache::read_bytes(source, MAX_TEXT)?,
        Some(Write::Stored) | None => return Ok(Err("there is nothing to merge with".into())),
    };
    let texts = (String::from_utf8(objects.read(base)?), String::from_utf8(theirs));
    let ((Ok(base), Ok(theirs)), Ok(ours)) = (texts, read_text(&change.path, MAX_TEXT)) else {
        return Ok(Err("it is not text".into()));
    };
    Ok(lines(&base, &ours, &theirs, overlap))
}

fn lines(base: &str, ours: &str, theirs: &str, overlap: Overlap) -> Outcome {
    let merged = three_way::merge_labelled(base, ours, theirs, LABELS);
    let places = match merged.conflicts {
        0 => return Ok((merged.text, None)),
        1 => "the same lines changed in one place".to_owned(),
        n => format!("the same lines changed in {n} places"),
    };
    match overlap {
        Overlap::Leave => Err(places),
        Overlap::Mark => Ok((merged.text, Some(places))),
    }
}

/// A file that others write too: only our pieces are merged.
fn shared(
    change: &Change,
    text: &str,
    previous: Option<&Merged>,
    (format, wanted): (Format, &[Piece]),
    overlap: Overlap,
) -> Result<Outcome> {
    let unreadable = |cause: merge::Unreadable| {
        let message = format!("{} cannot be parsed: {cause}", change.path.display());
        Error::new(Code::MergeTargetInvalid, message).at(&change.path).caused_by(cause)
    };
    let reader = Reader::new(format, text).map_err(unreadable)?;
    let previous = previous.map_or(&[][..], |merged| &merged.pieces);
    let mut pieces = Vec::new();
    let mut marked = None;
    for piece in wanted {
        let old = previous.iter().find(|old| old.key == piece.key && old.place == piece.place);
        if old.is_some_and(|old| old.place == Place::Item && reader.is_edited(old)) {
            return Ok(Err(format!("an item of `{}` changed", piece.key.join("."))));
        }
        let (Some(old), Some(disk), Place::Entry) = (old, reader.value(&piece.key), piece.place)
        else {
            pieces.push(piece.clone());
            continue;
        };
        let value = match (&old.value, &disk, &piece.value) {
            (Json::String(base), Json::String(ours), Json::String(theirs))
                if format == Format::Block =>
            {
                match lines(base, ours, theirs, overlap) {
                    Ok((text, place)) => {
                        marked = marked.or(place);
                        Json::from(text)
                    }
                    Err(place) => return Ok(Err(place)),
                }
            }
            (base, ours, theirs) => match value(base, ours, theirs) {
                Some(value) => value,
                None => return Ok(Err(format!("the key `{}` changed", piece.key.join(".")))),
            },
        };
        pieces.push(Piece { value, ..piece.clone() });
    }
    let merged = merge::merge(format, text, previous, &pieces).map_err(unreadable)?;
    Ok(Ok((merged, marked)))
}

/// One value, field by field where all three are objects; `None` when both sides changed it differently.
fn value(base: &Json, ours: &Json, theirs: &Json) -> Option<Json> {
    if let (Json::Object(base), Json::Object(ours), Json::Object(theirs)) = (base, ours, theirs) {
        let mut merged = Map::new();
        // Fields of others are theirs to keep; we only speak for those we write or wrote.
        for name in theirs.keys().chain(base.keys().filter(|name| !theirs.contains_key(*name))) {
            match one(base.get(name), ours.get(name), theirs.get(name)) {
                Field::Is(value) => drop(merged.insert(name.clone(), value.clone())),
                Field::Absent => {}
                Field::Contested => return None,
            }
        }
        return Some(Json::Object(merged));
    }
    match one(Some(base), Some(ours), Some(theirs)) {
        Field::Is(value) => Some(value.clone()),
        Field::Absent | Field::Contested => None,
    }
}

/// What becomes of one field.
enum Field<'j> {
    Is(&'j Json),
    Absent,
    /// Both sides changed it differently.
    Contested,
}

fn one<'j>(base: Option<&'j Json>, ours: Option<&'j Json>, theirs: Option<&'j Json>) -> Field<'j> {
    let merged = if ours == base {
        theirs
    } else if theirs == base || ours == theirs {
        ours
    } else {
        return Field::Contested;
    };
    merged.map_or(Field::Absent, Field::Is)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_are_merged_and_a_field_that_both_changed_is_a_conflict() {
        let base = json!({"command": "a", "args": ["1"], "cwd": "/x"});
        let ours = json!({"command": "b", "args": ["1"], "cwd": "/x", "disabled": true});
        let theirs = json!({"command": "a", "args": ["2"]});
        assert_eq!(value(&base, &ours, &theirs), Some(json!({"command": "b", "args": ["2"]})));
        assert_eq!(value(&base, &ours, &json!({"command": "c"})), None);
        assert_eq!(value(&json!(1), &json!(2), &json!(1)), Some(json!(2)));
        assert_eq!(value(&json!(1), &json!(2), &json!(3)), None);
    }
}
