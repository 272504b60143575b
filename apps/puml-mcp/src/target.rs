//! The one place that writes files: under the roots, when asked, and never over something else unless asked for that too.

use std::io;

use serde_json::{Value, json};
use toolserver::{Call, ToolError};

/// Longest diff that is shown.
const SHOWN_DIFF_BYTES: usize = 16 << 10;

/// Where an export may go, and what is there now.
pub(crate) struct Target {
    place: roots::Target,
    /// As the caller wrote it.
    shown: String,
    before: Option<Vec<u8>>,
}

/// What to do about a file that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Existing {
    Keep,
    Replace,
}

impl Existing {
    /// From the `overwrite` argument.
    pub(crate) fn of(arguments: &Value) -> Self {
        if arguments["overwrite"].as_bool().unwrap_or(false) { Self::Replace } else { Self::Keep }
    }
}

impl Target {
    /// Confines the path to the roots. Its ending must be one of those given, so that a picture lands on no other kind
    /// of file.
    pub(crate) fn at(call: &Call, path: &str, endings: &[&str]) -> Result<Self, ToolError> {
        let place = call.roots().target(path)?;
        let name = place.name().to_string_lossy().to_lowercase();
        let fits = endings.iter().any(|ending| {
            name.strip_suffix(ending).is_some_and(|stem| stem.ends_with('.') && stem.len() > 1)
        });
        if !fits {
            let wanted: Vec<String> = endings.iter().map(|ending| format!(".{ending}")).collect();
            return Err(ToolError::new(
                "path/wrong-ending",
                format!("{path:?} does not end in {}", wanted.join(" or ")),
            ));
        }
        let before = place.read().map_err(|error| unwritable(path, &error))?;
        Ok(Self { place, shown: path.to_owned(), before })
    }

    /// What writing these bytes would change: `before` and `after` in bytes, and a diff where both are short text.
    pub(crate) fn change(&self, bytes: &[u8]) -> Value {
        let mut change = json!({"after": bytes.len()});
        if let Some(before) = &self.before {
            change["before"] = before.len().into();
            change["same"] = (before == bytes).into();
            let texts = (std::str::from_utf8(before), std::str::from_utf8(bytes));
            if let (Ok(old), Ok(new)) = texts
                && old != new
            {
                let diff = unified(old, new, &self.shown);
                if diff.len() <= SHOWN_DIFF_BYTES {
                    change["diff"] = diff.into();
                }
            }
        }
        change
    }

    /// Writes all or nothing. A file that holds these bytes already is left alone.
    pub(crate) fn write(&self, bytes: &[u8], existing: Existing) -> Result<(), ToolError> {
        if self.before.as_deref() == Some(bytes) {
            return Ok(());
        }
        let written = match (&self.before, existing) {
            (Some(_), Existing::Keep) => return Err(self.taken(bytes)),
            (Some(_), Existing::Replace) => self.place.replace(bytes),
            (None, _) => self.place.create(bytes),
        };
        match written {
            // Somebody else was quicker.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(self.taken(bytes)),
            Err(error) => Err(unwritable(&self.shown, &error)),
            Ok(()) => Ok(()),
        }
    }

    fn taken(&self, bytes: &[u8]) -> ToolError {
        let message = format!(
            "{:?} exists and was left as it is; pass overwrite: true to replace it, or choose another path",
            self.shown
        );
        ToolError::new("path/exists", message).with_details(json!({"change": self.change(bytes)}))
    }
}

fn unified(old: &str, new: &str, path: &str) -> String {
    similar::TextDiff::from_lines(old, new).unified_diff().header(path, path).to_string()
}

fn unwritable(path: &str, error: &io::Error) -> ToolError {
    ToolError::new("path/unusable", format!("{path:?} cannot be used: {error}"))
}
