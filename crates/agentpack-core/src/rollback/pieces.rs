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

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests prepare files")]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::*;
    use crate::owner::Owner;

    fn piece(key: &str, place: Place, value: serde_json::Value) -> Piece {
        Piece { key: vec![key.to_owned()], place, value, module_id: "mcp:x".into() }
    }

    fn entry(created: bool, pieces: Vec<Piece>) -> Entry {
        Entry {
            path: "settings.json".into(),
            sha256: Digest::of(""),
            module_ids: Vec::new(),
            readers: Vec::new(),
            merge: Some(Merged { format: Format::Jsonc, created, pieces }),
        }
    }

    fn change(path: &Path) -> Change {
        Change {
            target: Owner::SHARED,
            readers: Vec::new(),
            owner: Owner::SHARED,
            root: path.parent().unwrap().to_path_buf(),
            path: path.to_path_buf(),
            op: Op::Update,
            update_kind: None,
            reason: String::new(),
            state: State::PendingUpdate,
            before: None,
            after: None,
            blocked: None,
            modules: Vec::new(),
            write: None,
            mode: None,
        }
    }

    /// What a rollback from `now` to `then` does with a file of this text.
    fn planned(now: &Entry, then: Option<&Entry>, text: &str) -> (bool, Change) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        std::fs::write(&path, text).unwrap();
        let stamp = Stamp { digest: Digest::of(text), executable: false };
        let mut change = Change { before: Some(stamp), ..change(&path) };
        let pieces = Pieces { now: Some(now), then, file_then: None };
        let is_planned = pieces.plan(&mut change, &Observed::File(stamp)).unwrap();
        (is_planned, change)
    }

    #[test]
    fn a_blocked_file_matters_only_where_something_of_ours_would_come_back() {
        let ours = entry(true, vec![piece("a", Place::Entry, json!(1))]);
        for (then, is_planned) in [(None, false), (Some(&ours), true)] {
            let pieces = Pieces { now: Some(&ours), then, file_then: None };
            let mut change = change(Path::new("/managed/settings.json"));
            let blocked = Observed::Blocked(Blocked::Folder);
            assert_eq!(pieces.plan(&mut change, &blocked).unwrap(), is_planned);
            assert!(change.blocked.is_some());
        }
    }

    #[test]
    fn only_a_file_that_we_made_and_that_is_empty_again_goes() {
        let ours = vec![piece("a", Place::Entry, json!(1))];
        let op = |created: bool, text: &str| {
            let (is_planned, change) = planned(&entry(created, ours.clone()), None, text);
            assert!(is_planned);
            change.op
        };
        assert_eq!(op(true, r#"{"a": 1}"#), Op::Delete);
        assert_eq!(op(true, r#"{"a": 1, "theirs": 2}"#), Op::Update);
        assert_eq!(op(false, r#"{"a": 1}"#), Op::Update);
        let kept = entry(true, vec![piece("b", Place::Entry, json!(2))]);
        let (_, change) = planned(&entry(true, ours), Some(&kept), r#"{"a": 1}"#);
        assert_eq!(change.op, Op::Update, "something of ours stays");
    }

    #[test]
    fn pieces_are_the_same_by_key_and_place() {
        let known = [piece("a", Place::Entry, json!(1)), piece("b", Place::Item, json!(2))];
        let found = |key: &str, place: Place| same_key(&known, &piece(key, place, json!(3)));
        assert_eq!(found("a", Place::Entry), Some(&known[0]));
        assert_eq!(found("b", Place::Item), Some(&known[1]));
        assert_eq!(found("a", Place::Item), None);
        assert_eq!(found("b", Place::Entry), None);
    }

    #[test]
    fn a_key_is_contested_where_somebody_changed_what_would_change_again() {
        let contested = |text: &str, have: &[Piece], want: &[Piece]| {
            is_contested(&Reader::new(Format::Jsonc, text).unwrap(), have, want)
        };
        let (one, two) = (piece("a", Place::Entry, json!(1)), piece("a", Place::Entry, json!(2)));
        let have = std::slice::from_ref(&one);
        let want = std::slice::from_ref(&two);
        assert!(!contested(r#"{"a": 1}"#, have, want), "as we wrote it");
        assert!(!contested(r#"{"a": 2}"#, have, want), "as it should be");
        assert!(contested(r#"{"a": 3}"#, have, want), "typed");
        assert!(contested(r#"{"a": 3}"#, have, &[]), "typed, and would go");
        assert!(contested(r#"{"a": 3}"#, &[], want), "typed, and would come");
        assert!(!contested(r#"{"b": 3}"#, &[], want), "another key");
        let item = |value: i64| piece("list", Place::Item, json!({ "command": value }));
        let list = |value: i64| format!(r#"{{"list": [{{"command": {value}}}]}}"#);
        assert!(!contested(&list(3), &[item(1)], &[]), "an item that goes is not missed");
        assert!(!contested(&list(3), &[item(1)], want), "what comes is no item of that list");
        let both = r#"{"a": 1, "list": [{"command": 3}]}"#;
        assert!(!contested(both, &[one.clone(), item(1)], want), "what changes is another key");
    }
}
