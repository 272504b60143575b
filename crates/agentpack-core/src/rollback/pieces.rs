//! A file that others write too goes back by its pieces: what we wrote last, what stands there now and what stood
//! there at the snapshot are compared key by key. A key that somebody changed since is a conflict.

use super::block;
use crate::error::Result;
use crate::hash_cache::read_text;
use crate::manifest::{Entry, Merged};
use crate::merge::{self, Format, Piece, Place, Reader, Standing, Unreadable};
use crate::plan::{Change, Op, Stamp, State, Write};
use crate::survey::{Blocked, Observed};
use content_digest::Digest;

/// Settings files of hosts are far smaller than this.
const MAX_BYTES: u64 = 32 << 20;

/// A shared file as the manifests record it, now and at the snapshot.
pub(super) struct Pieces<'p> {
    /// Its manifest line now.
    pub(super) now: Option<&'p Entry>,
    /// Its manifest line at the snapshot.
    pub(super) then: Option<&'p Entry>,
    /// Its whole text at the snapshot, when that is known.
    pub(super) file_then: Option<String>,
}

impl Pieces<'_> {
    /// Fills `change`; `false` when nothing is to be done.
    pub(super) fn plan(&self, change: &mut Change, disk: &Observed) -> Result<bool> {
        let merged = |entry: Option<&'_ Entry>| entry.and_then(|entry| entry.merge.clone());
        let (now, then) = (merged(self.now), merged(self.then));
        let Some(Merged { format, created, .. }) = now.clone().or_else(|| then.clone()) else {
            return Ok(false);
        };
        let pieces = |merged: Option<Merged>| merged.map(|it| it.pieces).unwrap_or_default();
        let have = pieces(now);
        let want = self.with_originals(format, &have, pieces(then));
        let text = match disk {
            Observed::File(_) => read_text(&change.path, MAX_BYTES)?,
            Observed::Absent => String::new(),
            Observed::Blocked(blocked) => {
                block(change, blocked);
                return Ok(!want.is_empty());
            }
        };
        let read = Reader::new(format, &text)
            .and_then(|reader| Ok((merge::merge(format, &text, &have, &want)?, reader)));
        let (new, reader) = match read {
            Ok(read) => read,
            Err(Unreadable(problem)) => {
                block(change, &Blocked::Unreadable(problem));
                return Ok(true);
            }
        };
        if new == text {
            return Ok(false);
        }
        if is_contested(&reader, &have, &want) {
            change.state = State::Conflict;
            change.reason = "keys edited since they were written".into();
        }
        if created && want.is_empty() && merge::is_empty(format, &new) {
            (change.op, change.update_kind) = (Op::Delete, None);
            return Ok(true);
        }
        if change.before.is_none() {
            (change.op, change.update_kind) = (Op::Create, None);
        }
        let executable = change.before.is_some_and(|before| before.executable);
        change.after = Some(Stamp { digest: Digest::of(&new), executable });
        change.write = Some(Write::Bytes(new.into_bytes()));
        Ok(true)
    }

    /// What was ours at the snapshot, and what stood under our other keys before we took them over.
    fn with_originals(&self, format: Format, have: &[Piece], mut want: Vec<Piece>) -> Vec<Piece> {
        let file = self.file_then.as_deref().and_then(|text| Reader::new(format, text).ok());
        let Some(file) = file else { return want };
        for piece in have.iter().filter(|piece| piece.place == Place::Entry) {
            if same_key(&want, piece).is_some() {
                continue;
            }
            if let Some(value) = file.value(&piece.key) {
                want.push(Piece { value, ..piece.clone() });
            }
        }
        want
    }
}

fn same_key<'p>(pieces: &'p [Piece], piece: &Piece) -> Option<&'p Piece> {
    pieces.iter().find(|other| other.key == piece.key && other.place == piece.place)
}

/// Whether a key that would change holds neither what we wrote nor what it should go back to.
fn is_contested(reader: &Reader, have: &[Piece], want: &[Piece]) -> bool {
    let arrived = |piece: &Piece| {
        same_key(want, piece).is_some_and(|wanted| reader.standing(wanted) == Standing::Equal)
    };
    // An item that goes is not missed; one that would come may stand there already, changed by somebody.
    let matters = |piece: &Piece| {
        let comes = |wanted: &&Piece| {
            wanted.key == piece.key && wanted.place == Place::Item && reader.is_edited(wanted)
        };
        piece.place == Place::Entry || want.iter().find(comes).is_some()
    };
    let edited =
        have.iter().any(|piece| reader.is_edited(piece) && !arrived(piece) && matters(piece));
    let taken = want.iter().any(|piece| {
        same_key(have, piece).is_none() && reader.standing(piece) == Standing::Different
    });
    edited || taken
}
