//! What the author of a diagram is used to, by the majority of its lines: where both forms are fine, theirs stays.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use puml_syntax::ast::{Kind as _, Shared};
use puml_syntax::format::{Columns, Form, Gap, Offsets, indentation};
use puml_syntax::{TextRange, is_blank};

use crate::ast::{Declaration, Document, Message, MessageEnd, Shown, Stmt, StmtKind, Text};
use crate::parse::nesting;
use puml_syntax::Nesting;

/// The habits of one document.
pub(super) struct Habits {
    /// Before the text of a message.
    pub(super) colon: Gap,
    /// Before the text of a note or reference.
    pub(super) note_colon: Gap,
    pub(super) arrows: Gap,
    /// Before the marks of life, as in `B ++`.
    pub(super) marks: Gap,
    /// Whether lines between `activate` and `deactivate` are indented.
    pub(super) keeps_offsets: bool,
    /// The starts of lines whose parts stand below those of a neighbour.
    aligned: BTreeSet<u32>,
}

impl Habits {
    pub(super) fn of(document: &Document, form: Form) -> Self {
        let text: &str = &document.source;
        let stmts = &document.stmts;
        // A colon that no blank follows says nothing about the blank before it.
        let colons = |is_wanted: fn(&StmtKind) -> bool| {
            let labels = stmts.iter().filter(move |it| is_wanted(&it.kind));
            let colons = labels.filter_map(|it| colon(text, label(&it.kind)?));
            colons.filter(|it| it.is_before || it.is_after).map(|it| it.is_before)
        };
        let messages = colons(|it| matches!(it, StmtKind::Message(_)));
        let notes = colons(|it| !matches!(it, StmtKind::Message(_)));
        let arrows = stmts.iter().filter_map(|it| match &it.kind {
            StmtKind::Message(it) => arrow(text, it),
            _ => None,
        });
        let marks = stmts.iter().filter_map(|it| match &it.kind {
            StmtKind::Message(it) => marks(text, it),
            _ => None,
        });
        let is_kept = form.columns == Columns::Keep;
        let arrows = form.arrows.unwrap_or_else(|| majority(arrows, Gap::Spaced));
        let colon = form.colon.unwrap_or_else(|| majority(messages, arrows));
        Self {
            colon,
            note_colon: form.colon.unwrap_or_else(|| majority(notes, colon)),
            arrows,
            marks: majority(marks, Gap::Spaced),
            keeps_offsets: keeps_offsets(document, form) && indents_activations(document),
            aligned: if is_kept { aligned(text, stmts) } else { BTreeSet::new() },
        }
    }

    /// Whether the line that starts there has columns.
    pub(super) fn is_aligned(&self, start: u32) -> bool {
        self.aligned.contains(&start)
    }
}

/// What most lines have; `tie` where as many have a blank as have none.
fn majority(votes: impl Iterator<Item = bool>, tie: Gap) -> Gap {
    let mut balance = 0i64;
    for is_spaced in votes {
        balance += if is_spaced { 1 } else { -1 };
    }
    match balance.cmp(&0) {
        Ordering::Less => Gap::Tight,
        Ordering::Equal => tie,
        Ordering::Greater => Gap::Spaced,
    }
}

/// The text behind a colon.
fn label(kind: &StmtKind) -> Option<TextRange> {
    let text = match kind {
        StmtKind::Message(it) => return it.text,
        StmtKind::Note(it) => &it.text,
        StmtKind::Reference(it) => &it.text,
        _ => return None,
    };
    match text {
        Text::Line(text) => Some(*text),
        Text::Lines(_) => None,
    }
}

/// The blanks around a colon, and where it stands.
struct Colon {
    at: usize,
    is_before: bool,
    is_after: bool,
}

fn colon(text: &str, label: TextRange) -> Option<Colon> {
    let before = text[..label.start as usize].trim_end_matches(is_blank);
    let head = before.strip_suffix(':')?;
    let is_after = before.len() < label.start as usize;
    Some(Colon { at: head.len(), is_before: head.ends_with(is_blank), is_after })
}

/// Whether blanks stand around an arrow; nothing where only one side has one, and in a line without any blank, which
/// says that its author had no form in mind.
fn arrow(text: &str, message: &Message) -> Option<bool> {
    colon(text, message.text?).filter(|it| it.is_before || it.is_after)?;
    let (MessageEnd::Participant(_), MessageEnd::Participant(_)) = (&message.left, &message.right)
    else {
        return None;
    };
    let range = message.arrow.range;
    let before = text[..range.start as usize].ends_with(is_blank);
    let after = text[range.end as usize..].starts_with(is_blank);
    (before == after).then_some(before)
}

/// Whether marks of life stand behind the name of a participant: they may touch it.
pub(super) fn follows_name(message: &Message) -> bool {
    matches!(message.right, MessageEnd::Participant(_)) && message.right_anchor.is_none()
}

/// Whether a blank stands before the marks of life; nothing in a line whose author had no form in mind.
fn marks(text: &str, message: &Message) -> Option<bool> {
    let marks = message.marks.filter(|_| follows_name(message))?.range;
    let arrow = message.arrow.range;
    let colon = message.text.and_then(|it| colon(text, it));
    let has_form = text[arrow.end as usize..].starts_with(is_blank)
        || colon.is_some_and(|it| it.is_before || it.is_after);
    has_form.then(|| text[..marks.start as usize].ends_with(is_blank))
}

/// Whether lines may stand further to the right than their frame.
fn keeps_offsets(document: &Document, form: Form) -> bool {
    let text: &str = &document.source;
    // A call of a procedure that is defined elsewhere is no mistake.
    let is_broken = |it: &Stmt| {
        it.kind.shared() == Some(&Shared::Error) && !it.range.slice(text).starts_with('$')
    };
    match form.offsets {
        Some(offsets) => offsets == Offsets::Keep,
        None => !document.stmts.iter().any(is_broken),
    }
}

/// Whether lines behind one about a lifeline are indented further than it: most of them, or several.
fn indents_activations(document: &Document) -> bool {
    let text: &str = &document.source;
    let is_automatic = document.stmts.iter().any(|it| matches!(it.kind, StmtKind::AutoActivate(_)));
    let pairs = document.stmts.iter().zip(document.stmts.iter().skip(1));
    let votes = pairs.filter(|(it, next)| {
        // Lines that stay where they are tell nothing.
        let is_long = next.range.slice(text).contains('\n') && super::body(&next.kind).is_none();
        let is_laid_out = next.kind.shared().is_none() && !is_long;
        let is_inside = matches!(nesting(&next.kind), Nesting::None | Nesting::Open(_));
        concerns_life(text, &it.kind, is_automatic) && is_laid_out && is_inside
    });
    let blanks = |it: &Stmt| indentation(text, it.range.start).len();
    let votes: Vec<bool> = votes.map(|(it, next)| blanks(next) <= blanks(it)).collect();
    let deeper = votes.iter().filter(|it| !**it).count();
    deeper > 1 || majority(votes.into_iter(), Gap::Spaced) == Gap::Tight
}

/// Whether a statement activates a lifeline or says that one is active or no longer so.
fn concerns_life(text: &str, kind: &StmtKind, is_automatic: bool) -> bool {
    match kind {
        StmtKind::Life(_) => true,
        StmtKind::Message(it) => {
            let marks = it.marks.map(|it| it.range.slice(text).trim_end());
            marks.map_or(is_automatic, |it| it.ends_with("++"))
        }
        _ => false,
    }
}

/// The lines that share a column with the line above or below, where one of both is padded for it.
fn aligned(text: &str, stmts: &[Stmt]) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    for (above, below) in stmts.iter().zip(stmts.iter().skip(1)) {
        let between = &text[above.range.end as usize..below.range.start as usize];
        if between.matches('\n').count() != 1 {
            continue;
        }
        let (first, second) = (columns(text, above), columns(text, below));
        let is_shared = first.iter().any(|it| {
            second.iter().any(|other| {
                it.key == other.key && it.at == other.at && (it.is_padded || other.is_padded)
            })
        });
        if is_shared {
            found.extend([above.range.start, below.range.start]);
        }
    }
    found
}

/// A part of a line that may stand below the same part of another.
struct Column {
    key: &'static str,
    at: usize,
    is_padded: bool,
}

fn columns(text: &str, stmt: &Stmt) -> Vec<Column> {
    let start = stmt.range.start as usize;
    let column = |key, at: usize| {
        let before = &text[start..at];
        let blanks = before.len() - before.trim_end_matches(is_blank).len();
        Column { key, at: before.chars().count(), is_padded: blanks > 1 }
    };
    match &stmt.kind {
        StmtKind::Declaration(it) => {
            alias(text, it).map(|at| column("as", at)).into_iter().collect()
        }
        StmtKind::Message(it) => {
            let colon = it.text.and_then(|it| colon(text, it)).map(|it| column("colon", it.at));
            let arrow = column("arrow", it.arrow.range.start as usize);
            [Some(arrow), colon].into_iter().flatten().collect()
        }
        _ => Vec::new(),
    }
}

/// Where the `as` of a declaration stands.
fn alias(text: &str, it: &Declaration) -> Option<usize> {
    let Some(Shown::Name(shown)) = it.shown else { return None };
    let (shown, code) = (shown.outer(text), it.code.outer(text));
    let (first, second) = if shown.start < code.start { (shown, code) } else { (code, shown) };
    let between = text.get(first.end as usize..second.start as usize)?;
    Some(first.end as usize + between.find(|it: char| !is_blank(it))?)
}
