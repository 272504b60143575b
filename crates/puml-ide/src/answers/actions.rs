//! What can be done for the user at a place: fixes of findings, and changes of structure.

mod alias;
mod declare;
mod fix;
mod wrap;

use diag::TextEdit;
use puml_syntax::TextRange;

use crate::Analysis;
use crate::answers::Finding;

pub use fix::fix_all;

/// Something that can be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// In the imperative, as menus show it.
    pub title: String,
    /// Whether it repairs a finding, wraps lines or rewrites them.
    pub kind: ActionKind,
    /// In this text; they do not overlap.
    pub edits: Vec<TextEdit>,
    /// `None` for a change that repairs nothing, such as a rewrite.
    pub repairs: Option<Finding>,
    /// Whether it is the obvious one.
    pub preferred: bool,
}

/// The sorts of actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActionKind {
    /// Repairs a finding.
    Fix,
    /// Repairs everything that can be repaired unseen.
    FixAll,
    /// Puts lines into a group.
    Wrap,
    /// Writes the same in another way.
    Rewrite,
}

/// Which actions are worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Which {
    /// Fixes of findings; these compile.
    pub fixes: bool,
    /// The fix of everything; it compiles.
    pub fix_all: bool,
    /// Changes of structure.
    pub refactors: bool,
}

/// What can be done with a selection, or at a cursor if that is empty.
pub fn actions(analysis: &Analysis, selected: TextRange, which: Which) -> Vec<Action> {
    let mut found = Vec::new();
    if which.fixes {
        fix::fixes(analysis, selected, &mut found);
    }
    if which.refactors {
        declare::declare(analysis, selected, &mut found);
        alias::alias(analysis, selected, &mut found);
        wrap::wrap(analysis, selected, &mut found);
    }
    if which.fix_all {
        let edits = fix_all(analysis);
        if !edits.is_empty() {
            let title = "apply all safe fixes".to_owned();
            let kind = ActionKind::FixAll;
            found.push(Action { title, kind, edits, repairs: None, preferred: false });
        }
    }
    found
}

fn rewrite(title: String, kind: ActionKind, edits: Vec<TextEdit>) -> Action {
    Action { title, kind, edits, repairs: None, preferred: false }
}

#[cfg(test)]
fn applied(source: &str, title: &str) -> Option<String> {
    let first = source.find('|').unwrap();
    let text = source.replacen('|', "", 1);
    let last = text.find('|').unwrap_or(first);
    let text = text.replacen('|', "", 1);
    let analysis = Analysis::new("a.puml", text.as_str(), crate::Setting::default().into());
    let which = Which { fixes: true, fix_all: true, refactors: true };
    let selected = TextRange::new(first as u32, last as u32);
    let all = actions(&analysis, selected, which);
    let action = all.into_iter().find(|it| it.title == title)?;
    Some(diag::apply_to(&text, &action.edits).unwrap())
}
