//! `--check`: whether anything is pending or drifted, as an exit code for CI and as a short text for a pull request.

use std::fmt::Write as _;
use std::path::Path;

use agentpack_core::{Change, Environment, ModuleId, Plan, State};
use serde_json::{Value as Json, json};

use crate::terminal::{files, shown};

/// Files named in the text; the rest is counted.
const NAMED: usize = 20;

/// Which files the check looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Scope {
    /// Files in the project and in the home folder
    All,
    /// Files in the project only, which is all that a fresh clone has
    Project,
}

/// What a check found.
#[derive(Debug)]
pub(crate) struct Findings<'p> {
    changes: Vec<&'p Change>,
    held: &'p [(ModuleId, String)],
    project: &'p Path,
}

impl<'p> Findings<'p> {
    pub(crate) fn new(plan: &'p Plan, env: &'p Environment, scope: Scope) -> Self {
        let counts =
            |change: &&Change| scope == Scope::All || change.path.starts_with(&env.project);
        let changes = plan.changes.iter().filter(counts).collect();
        Self { changes, held: &plan.held, project: &env.project }
    }

    fn is_clean(&self) -> bool {
        self.changes.is_empty() && self.held.is_empty()
    }

    /// 1 when something was found.
    pub(crate) fn exit(&self) -> u8 {
        u8::from(!self.is_clean())
    }

    pub(crate) fn data(&self) -> Json {
        let edited = self.changes.iter().filter(|change| change.state.is_user_edit()).count();
        json!({
            "clean": self.is_clean(), "edited": edited, "held_modules": self.held.len(),
            "pending": self.changes.len() - edited,
        })
    }

    /// Markdown without colours, because it ends up in a pull request.
    pub(crate) fn text(&self) -> String {
        if self.is_clean() {
            return "agentpack: everything is up to date.\n".into();
        }
        let are = if self.changes.len() == 1 { "is" } else { "are" };
        let mut text =
            format!("agentpack: {} {are} not up to date.\n\n", files(self.changes.len()));
        for change in self.changes.iter().take(NAMED) {
            let path = change.path.strip_prefix(self.project).unwrap_or(&change.path);
            let _ = writeln!(text, "- `{}`: {}", shown(path), words(change.state));
        }
        if self.changes.len() > NAMED {
            let _ = writeln!(text, "- and {} more", self.changes.len() - NAMED);
        }
        for (_, reason) in self.held {
            let _ = writeln!(text, "- {reason}");
        }
        let edited = self.changes.iter().filter(|change| change.state.is_user_edit()).count();
        if edited > 0 {
            text.push_str(
                "\nKeep edits with `agentpack evolve propose`, or drop them with `agentpack deploy --apply --overwrite-edits`.\n",
            );
        }
        if edited < self.changes.len() || !self.held.is_empty() {
            text.push_str("\nRun `agentpack deploy --apply` and commit the result.\n");
        }
        text
    }
}

fn words(state: State) -> &'static str {
    match state {
        State::New => "not deployed yet",
        State::Missing => "deleted",
        State::PendingUpdate => "its source changed",
        State::ModifiedByUser => "edited by hand",
        State::Conflict => "edited by hand, and its source changed",
        State::Unmanaged => "not written by agentpack",
        State::Obsolete => "no longer wanted",
    }
}
