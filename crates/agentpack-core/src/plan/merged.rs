//! Plans for files we share with others: only our pieces are compared, only they are written.

use crate::error::{Code, Error, Result};
use crate::evolve::gathered;
use crate::manifest::{Entry, Merged};
use crate::merge::{self, Format, Piece, Reader, Standing, Unreadable};
use crate::plan::{Change, Op, Stamp, State, UpdateKind, Write, block};
use crate::survey::{Managed, Observed, Survey};
use content_digest::Digest;

/// Fills `change` for a file whose pieces are wanted; returns its manifest line.
pub(super) fn desired(
    survey: &Survey,
    change: &mut Change,
    managed: Option<&Managed>,
    format: Format,
    wanted: &[Piece],
) -> Result<Entry> {
    let output = &survey.desired.outputs[change.path.as_path()];
    let root = &survey.desired.roots[output.root];
    let previous = managed.and_then(|managed| managed.entry.merge.as_ref());
    let pieces = previous.map_or(&[][..], |merged| &merged.pieces);
    let disk = &survey.disk[change.path.as_path()];
    if let Observed::Blocked(blocked) = disk {
        block(change, blocked);
    }
    let text = survey.texts.get(&change.path).map_or("", String::as_str);
    let unreadable = |problem| unreadable(change, problem);
    let new = merge::merge(format, text, pieces, wanted).map_err(unreadable)?;
    let reader = Reader::new(format, text).map_err(unreadable)?;
    let after = Stamp {
        digest: Digest::of(&new),
        executable: change.before.is_some_and(|before| before.executable),
    };
    let is_absent = *disk == Observed::Absent;
    let created = previous.map_or(is_absent, |merged| merged.created);
    if !is_absent && change.blocked.is_none() {
        judge(change, &reader, pieces, wanted);
    } else if is_absent && previous.is_some() {
        change.state = State::Missing;
    }
    change.after = Some(after);
    change.write = Some(Write::Bytes(new.into_bytes()));
    let merged = Merged { format, created, pieces: wanted.to_vec() };
    // Others may change the rest of the file; our record stands as long as our pieces do.
    let recorded = match managed {
        Some(managed) if Some(after) == change.before && pieces == wanted => managed.entry.sha256,
        _ => after.digest,
    };
    Ok(super::entry(root, &change.path, recorded, output, Some(merged)))
}

fn judge(change: &mut Change, reader: &Reader, previous: &[Piece], wanted: &[Piece]) {
    change.op = Op::Update;
    let ours = |piece: &Piece| {
        previous.iter().find(|old| old.key == piece.key && old.place == piece.place)
    };
    let foreign = wanted
        .iter()
        .any(|piece| ours(piece).is_none() && reader.standing(piece) == Standing::Different);
    let arrived = |old: &Piece| {
        wanted.iter().any(|new| new.key == old.key && reader.standing(new) == Standing::Equal)
    };
    let moved = |old: &Piece| {
        let text = reader.value(&old.key).and_then(|value| gathered(value.as_str()?));
        let new = wanted.iter().find(|new| new.key == old.key).and_then(|new| new.value.as_str());
        text.is_some_and(|text| Some(text.trim_end()) == new.map(str::trim_end))
    };
    let edited = previous.iter().any(|old| reader.is_edited(old) && !arrived(old) && !moved(old));
    let source_changed = previous != wanted;
    (change.state, change.update_kind, change.reason) = if foreign {
        (
            State::Unmanaged,
            Some(UpdateKind::Adopt),
            "would overwrite unmanaged existing keys".into(),
        )
    } else if edited && source_changed {
        (
            State::Conflict,
            Some(UpdateKind::Managed),
            "keys differ: edited, and the source changed too".into(),
        )
    } else if edited {
        (
            State::ModifiedByUser,
            Some(UpdateKind::Managed),
            "keys differ: edited since they were written".into(),
        )
    } else {
        (State::PendingUpdate, Some(UpdateKind::Managed), "keys differ".into())
    };
}

/// Fills `change` for a file from which our pieces are taken out; `false` when none is left in it.
pub(super) fn withdrawn(survey: &Survey, change: &mut Change, managed: &Managed) -> Result<bool> {
    let Some(merged) = &managed.entry.merge else { return Ok(false) };
    let text = survey.texts.get(&change.path).map_or("", String::as_str);
    let unreadable = |problem| unreadable(change, problem);
    let new = merge::merge(merged.format, text, &merged.pieces, &[]).map_err(unreadable)?;
    let reader = Reader::new(merged.format, text).map_err(unreadable)?;
    if new == text {
        return Ok(false);
    }
    if merged.pieces.iter().any(|piece| reader.standing(piece) == Standing::Different) {
        change.state = State::Conflict;
        change.reason = "keys no longer managed: edited since they were written".into();
    }
    if merged.created && merge::is_empty(merged.format, &new) {
        return Ok(true);
    }
    change.op = Op::Update;
    change.update_kind = Some(UpdateKind::Managed);
    if change.state == State::Obsolete {
        change.reason = "keys no longer managed".into();
    }
    change.after = Some(Stamp {
        digest: Digest::of(&new),
        executable: change.before.is_some_and(|before| before.executable),
    });
    change.write = Some(Write::Bytes(new.into_bytes()));
    Ok(true)
}

fn unreadable(change: &Change, cause: Unreadable) -> Error {
    let path = change.path.display();
    let message = format!("{path} cannot be parsed, so nothing is merged into it: {cause}");
    Error::new(Code::MergeTargetInvalid, message).at(&change.path).caused_by(cause)
}
