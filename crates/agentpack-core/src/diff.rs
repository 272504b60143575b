//! Shows a plan as unified text. Reads both sides of each change and nothing else.

use std::fs;
use std::path::Path;

use serde_json::{Value as Json, json};
use similar::TextDiff;

use crate::path::posix;
use crate::plan::{Change, Plan, Write};
use crate::secret::redact;
use crate::visible::{deceptive, visible};
use content_digest::Digest;

/// Larger texts are not shown.
const MAX_TEXT: u64 = 100 * 1024;

/// One change with its text.
#[derive(Debug, Clone)]
pub struct FileDiff<'p> {
    /// The planned change that the text shows.
    pub change: &'p Change,
    /// Unified text with paths relative to the root, secrets replaced and hidden characters shown by their number;
    /// `Err` says why there is none.
    pub unified: Result<String, Omitted>,
    /// A hidden character in a line that would be added.
    hidden: Option<char>,
}

/// Whether values that look like secrets are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secrets {
    /// Replaced by `[redacted]`.
    Hidden,
    /// Shown, for a person at a terminal.
    Shown,
}

/// Why a change is shown without text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Omitted {
    /// One side is not valid UTF-8.
    Binary,
    /// One side is larger than 100 KiB.
    TooLarge,
    /// The answer was full.
    OverBudget,
    /// A side cannot be read.
    Unreadable,
}

impl Omitted {
    /// A word for programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Binary => "binary",
            Self::TooLarge => "too_large",
            Self::OverBudget => "over_budget",
            Self::Unreadable => "unreadable",
        }
    }
}

/// The diffs of a plan, in its order; text stops when `budget` bytes are used.
pub fn diff(plan: &Plan, budget: usize, secrets: Secrets) -> Vec<FileDiff<'_>> {
    let mut left = budget;
    plan.changes
        .iter()
        .map(|change| {
            let mut unified = unified(change);
            let hidden = unified.as_ref().ok().and_then(|text| {
                text.lines().filter(|line| line.starts_with('+')).find_map(deceptive)
            });
            unified = unified.map(|text| shown(&text, secrets));
            if let Ok(text) = &unified {
                match left.checked_sub(text.len()) {
                    Some(rest) => left = rest,
                    None => unified = Err(Omitted::OverBudget),
                }
            }
            FileDiff { change, unified, hidden }
        })
        .collect()
}

/// Text of others as it may be shown.
pub(crate) fn shown(text: &str, secrets: Secrets) -> String {
    match secrets {
        Secrets::Hidden => visible(&redact(text)).into_owned(),
        Secrets::Shown => visible(text).into_owned(),
    }
}

fn unified(change: &Change) -> Result<String, Omitted> {
    let before = match change.before {
        Some(_) => text(&change.path)?,
        None => String::new(),
    };
    let after = match &change.write {
        None => String::new(),
        Some(Write::Bytes(bytes)) if bytes.len() as u64 > MAX_TEXT => {
            return Err(Omitted::TooLarge);
        }
        Some(Write::Bytes(bytes)) => {
            String::from_utf8(bytes.clone()).map_err(|_| Omitted::Binary)?
        }
        Some(Write::Copy(source)) => text(source)?,
        Some(Write::Stored) => return Err(Omitted::Unreadable),
    };
    let name = relative(change);
    let diff = TextDiff::from_lines(&before, &after);
    Ok(diff
        .unified_diff()
        .context_radius(3)
        .header(&format!("a/{name}"), &format!("b/{name}"))
        .to_string())
}

fn text(path: &Path) -> Result<String, Omitted> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.len() > MAX_TEXT => return Err(Omitted::TooLarge),
        Ok(_) => {}
        Err(_) => return Err(Omitted::Unreadable),
    }
    let bytes = fs::read(path).map_err(|_| Omitted::Unreadable)?;
    String::from_utf8(bytes).map_err(|_| Omitted::Binary)
}

fn relative(change: &Change) -> String {
    posix(change.path.strip_prefix(&change.root).unwrap_or(&change.path))
}

impl FileDiff<'_> {
    /// The reference's JSON, with `omitted` where there is no text.
    pub fn data(&self) -> Json {
        let hash = |digest: Option<Digest>| digest.map(|digest| digest.prefixed());
        let path = relative(self.change);
        let mut data = json!({
            "after_hash": hash(self.change.after.map(|stamp| stamp.digest)),
            "before_hash": hash(self.change.before.map(|stamp| stamp.digest)),
            "op": self.change.op.name(),
            "path": path,
            "path_posix": path,
            "root": self.change.root,
            "root_posix": posix(&self.change.root),
            "target": self.change.target,
        });
        match &self.unified {
            Ok(text) => data["unified"] = text.as_str().into(),
            Err(omitted) => data["omitted"] = omitted.name().into(),
        }
        data
    }

    /// The warning for a change without text, or with text that hides something.
    pub fn warning(&self) -> Option<String> {
        if let Some(c) = self.hidden {
            let path = self.change.path.display();
            return Some(format!("{path}: hidden character U+{:04X}", u32::from(c)));
        }
        let why = match self.unified.as_ref().err()? {
            Omitted::Binary => "it is not text",
            Omitted::TooLarge => "it is larger than 100 KiB",
            Omitted::OverBudget => "the answer is full; narrow it with a target",
            Omitted::Unreadable => "it cannot be read",
        };
        Some(format!("no diff for {}: {why}", self.change.path.display()))
    }
}
