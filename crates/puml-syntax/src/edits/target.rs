//! The diagram that an edit works on: its names, its lines, the ways to insert into it.

use diag::{LineIndex, SourceId, TextEdit};

use super::{EditError, Place};
use crate::TextRange;
use crate::ast::{
    Block, Document, MessageEnd, Name, NotePlace, ParticipantRef, Stmt, StmtId, StmtKind,
};
use crate::codes::NO_PARTICIPANTS;
use crate::cursor::{is_code, is_quote};
use crate::parser::{Stage, parse};

/// A name where a statement uses it.
pub(super) struct Use {
    pub(super) name: Name,
    /// Whether quotes may stand there.
    pub(super) quotable: bool,
}

pub(super) struct Target<'a> {
    pub(super) text: &'a str,
    pub(super) source: SourceId,
    pub(super) document: Document,
    lines: LineIndex,
    block: usize,
}

impl<'a> Target<'a> {
    pub(super) fn new(text: &'a str, source: SourceId) -> Result<Self, EditError> {
        let document = parse(text, source, Stage::Source).document;
        let first = document.first_uml().ok_or(EditError::NoDiagram)?;
        let block = document
            .blocks
            .iter()
            .position(|it| std::ptr::eq(it, first))
            .expect("the first diagram is one of the blocks");
        Ok(Self { text, source, lines: LineIndex::new(text), document, block })
    }

    pub(super) fn block(&self) -> &Block {
        &self.document.blocks[self.block]
    }

    pub(super) fn stmts(&self) -> impl Iterator<Item = (StmtId, &Stmt)> {
        self.document.block_stmts(self.block())
    }

    /// The line of an offset, counted from 1.
    pub(super) fn line(&self, offset: u32) -> u32 {
        self.lines.line(offset) + 1
    }

    pub(super) fn has_participant(&self, code: &str) -> bool {
        self.stmts()
            .any(|(_, it)| uses(it).iter().any(|it| self.document.text(it.name.range) == code))
    }

    /// The statement that covers a line.
    pub(super) fn stmt_on(&self, line: u32) -> Result<&Stmt, EditError> {
        self.stmts()
            .map(|it| it.1)
            .find(|it| self.line(it.range.start) <= line && line <= self.line(it.range.end))
            .ok_or(EditError::NoStatement(line))
    }

    /// Inserts lines, indented like their neighbour.
    pub(super) fn insert(
        &self,
        place: Place,
        lines: &[String],
    ) -> Result<Vec<TextEdit>, EditError> {
        match place {
            Place::After(line) => Ok(self.behind(
                self.stmt_on(line)?.range.end,
                self.indent(self.stmt_on(line)?.range.start),
                lines,
            )),
            Place::End => {
                let at =
                    self.block().end.map_or(self.text.len() as u32, |it| self.start_of(it.start));
                let prefix = self.block().prefix.slice(self.text);
                let mut out = String::new();
                if at > 0 && !self.text[..at as usize].ends_with('\n') {
                    out.push('\n');
                }
                for line in lines {
                    out.push_str(prefix);
                    out.push_str(line);
                    out.push_str(self.line_end());
                }
                Ok(vec![TextEdit::insert(self.source, at, out)])
            }
        }
    }

    /// Inserts lines behind the line of an offset.
    pub(super) fn behind(&self, offset: u32, indent: &str, lines: &[String]) -> Vec<TextEdit> {
        let rest = &self.text[offset as usize..];
        let stop = rest.find('\n').map_or(rest.len(), |it| it);
        let stop = if rest[..stop].ends_with('\r') { stop - 1 } else { stop };
        let at = offset + stop as u32;
        let mut out = String::new();
        for line in lines {
            out.push_str(self.line_end());
            out.push_str(indent);
            out.push_str(line);
        }
        vec![TextEdit::insert(self.source, at, out)]
    }

    /// What stands before a statement on its line: blanks, and a comment's own marks.
    pub(super) fn indent(&self, offset: u32) -> &str {
        let start = self.start_of(offset);
        let before = TextRange::new(start, offset).slice(self.text);
        if before.contains("'/") { "" } else { before }
    }

    pub(super) fn start_of(&self, offset: u32) -> u32 {
        self.text[..offset as usize].rfind('\n').map_or(0, |it| it + 1) as u32
    }

    pub(super) fn line_end(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }
}

/// A name as it is written in a statement: in quotes if it needs them.
pub(super) fn written(name: &str) -> Result<String, EditError> {
    if name.trim().is_empty() || name.contains(is_quote) || name.contains(['\n', '\r']) {
        return Err(EditError::BadName(name.to_owned()));
    }
    Ok(if name.chars().all(is_code) { name.to_owned() } else { format!("\"{name}\"") })
}

/// A text on one line: line ends become `\n`.
pub(super) fn one_line(text: &str) -> String {
    text.replace("\r\n", "\\n").replace(['\n', '\r'], "\\n")
}

/// The line, if it reads back as one statement that `accept` takes.
pub(super) fn checked(
    line: String,
    accept: impl Fn(&StmtKind) -> bool,
) -> Result<String, EditError> {
    let parse = parse(&line, SourceId(0), Stage::Expanded);
    let errors = parse.diagnostics.iter().any(|it| it.is_error() && it.code != NO_PARTICIPANTS);
    match parse.document.stmts.as_slice() {
        [stmt] if accept(&stmt.kind) && !errors => Ok(line),
        _ => Err(EditError::BadLine(line)),
    }
}

/// Every place where a statement names a participant.
pub(super) fn uses(stmt: &Stmt) -> Vec<Use> {
    let any = |name: Name| Use { name, quotable: true };
    let bare = |name: Name| Use { name, quotable: false };
    match &stmt.kind {
        StmtKind::Declaration(it) => {
            // Of two names in quotes one would be left without a bare code.
            vec![Use { name: it.code, quotable: it.shown.is_none() }]
        }
        StmtKind::Message(it) => {
            let mut found: Vec<Use> = [&it.left, &it.right]
                .into_iter()
                .filter_map(|it| match it {
                    MessageEnd::Participant(ParticipantRef { code, shown }) => {
                        Some(Use { name: *code, quotable: shown.is_none() })
                    }
                    MessageEnd::Border(_) => None,
                })
                .collect();
            found.extend(it.multicast.iter().map(|it| bare(*it)));
            found
        }
        StmtKind::Life(it) => it.who.into_iter().map(bare_or_any(stmt)).collect(),
        StmtKind::Note(it) => match it.place {
            NotePlace::Beside(_, name) => vec![any(name)],
            NotePlace::Over(first, second) => {
                [Some(first), second].into_iter().flatten().map(any).collect()
            }
            _ => Vec::new(),
        },
        StmtKind::Reference(it) => it.over.iter().map(|it| any(*it)).collect(),
        StmtKind::Url { who, .. } => vec![any(*who)],
        _ => Vec::new(),
    }
}

/// `A ++` takes a bare name; `activate A` takes any.
fn bare_or_any(stmt: &Stmt) -> impl Fn(Name) -> Use {
    let start = stmt.range.start;
    move |name| Use { name, quotable: name.range.start > start }
}
