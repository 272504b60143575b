//! Snapshot ids: nanoseconds since 1970, so that a later run has a larger id. People may write the last digits.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::error::{Code, Error, Result};
use crate::snapshot::{Header, Kind, headers, ids};

/// The word for the newest snapshot of a project.
const LATEST: &str = "latest";
/// Fewer digits are more likely a slip than a choice.
const MIN_DIGITS: usize = 4;
/// What lists show when that is enough to tell snapshots apart.
const SHOWN_DIGITS: usize = 6;

/// The id of a snapshot. Ids order runs by time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(u128);

impl Id {
    #[cfg(test)]
    pub(crate) fn new(nanoseconds: u128) -> Self {
        Self(nanoseconds)
    }

    /// The id of the state before a run: one nanosecond earlier.
    pub(crate) fn before(self) -> Self {
        Self(self.0 - 1)
    }

    /// The first id at or after `nanoseconds` that leaves room for the state before the run.
    pub(crate) fn following(newest: Option<Self>, nanoseconds: u128) -> Self {
        Self(nanoseconds.max(newest.map_or(0, |id| id.0) + 2))
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// The text was not a number without leading zeros.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAnId;

impl fmt::Display for NotAnId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a snapshot id")
    }
}

impl std::error::Error for NotAnId {}

impl FromStr for Id {
    type Err = NotAnId;

    fn from_str(text: &str) -> std::result::Result<Self, NotAnId> {
        let digits = !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
        if !digits || text.starts_with('0') {
            return Err(NotAnId);
        }
        text.parse().map(Self).map_err(|_| NotAnId)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// The snapshot a person means: a whole id, `latest`, or the first or last digits of one id. Snapshots of `project`
/// are preferred to those of others.
pub fn resolve(state: &Path, project: &Path, text: &str) -> Result<Id> {
    let all: Vec<Header> = headers(state)?.into_iter().filter(|it| it.kind.is_listed()).collect();
    if text == LATEST {
        let own =
            all.iter().rev().find(|it| it.project == project && it.kind != Kind::BeforeFirstDeploy);
        return own.map(|it| it.id).ok_or_else(|| {
            Error::new(Code::SnapshotNotFound, "this project has no snapshots")
                .with("snapshot_id", text)
        });
    }
    if let Ok(id) = text.parse::<Id>()
        && all.iter().any(|it| it.id == id)
    {
        return Ok(id);
    }
    let is_short = text.len() >= MIN_DIGITS && text.bytes().all(|c| c.is_ascii_digit());
    let fits = |it: &&Header| {
        let whole = it.id.to_string();
        is_short && (whole.ends_with(text) || whole.starts_with(text))
    };
    let mut found: Vec<&Header> = all.iter().filter(fits).collect();
    if found.iter().any(|it| it.project == project) {
        found.retain(|it| it.project == project);
    }
    match found[..] {
        [one] => Ok(one.id),
        [] => Err(unknown(state, text)),
        _ => {
            let ids: Vec<String> = found.iter().map(|it| it.id.to_string()).collect();
            let message = format!("{} snapshots fit `{text}`: {}", ids.len(), ids.join(", "));
            Err(Error::new(Code::SnapshotNotFound, message)
                .with("snapshot_id", text)
                .with("reason_code", "snapshot_ambiguous")
                .with("candidates", ids))
        }
    }
}

/// The last run of a project: what `undo` undoes.
pub fn last_run(state: &Path, project: &Path) -> Result<Id> {
    resolve(state, project, LATEST)
}

/// The refusal of an id that no snapshot has.
pub(super) fn unknown(state: &Path, text: &str) -> Error {
    let recent: Vec<String> =
        ids(state).into_iter().rev().take(5).map(|id| id.to_string()).collect();
    Error::new(Code::SnapshotNotFound, format!("there is no snapshot `{}`", text.escape_debug()))
        .with("snapshot_id", text)
        .with("recent", recent)
}

/// The last digits that tell each of `ids` from the others.
pub fn short(ids: &[Id]) -> Vec<String> {
    let whole: Vec<String> = ids.iter().map(ToString::to_string).collect();
    let enough = |digits: usize| {
        let mut ends: Vec<&str> =
            whole.iter().map(|id| &id[id.len().saturating_sub(digits)..]).collect();
        ends.sort_unstable();
        ends.windows(2).all(|pair| pair[0] != pair[1])
    };
    let longest = whole.iter().map(String::len).max().unwrap_or(0);
    let digits = (SHOWN_DIGITS..longest).find(|digits| enough(*digits)).unwrap_or(longest);
    whole.iter().map(|id| id[id.len().saturating_sub(digits)..].to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_a_plain_number() {
        for text in ["", "../../x", "12a", "1/2", "-1", "+1", "007", "1 "] {
            assert_eq!(text.parse::<Id>(), Err(NotAnId), "{text}");
        }
        assert_eq!("1794769403000000001".parse::<Id>().unwrap().to_string(), "1794769403000000001");
    }

    #[test]
    fn ids_follow_each_other_even_if_the_clock_steps_back() {
        let newest = Id::new(1000);
        assert_eq!(Id::following(Some(newest), 5), Id::new(1002));
        assert_eq!(Id::following(None, 5), Id::new(5));
        assert!(Id::following(Some(newest), 5).before() > newest);
    }

    #[test]
    fn short_ids_are_as_long_as_they_must_be() {
        let ids = [Id::new(1_000_000_111_111), Id::new(2_000_000_111_111)];
        assert_eq!(short(&ids[..1]), ["111111"]);
        assert_eq!(short(&ids), ["1000000111111", "2000000111111"]);
    }
}
