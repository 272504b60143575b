//! The diagram that an edit works on: its lines, and the ways to insert into it.

use diag::{LineIndex, SourceId, TextEdit};

use puml_syntax::TextRange;
use puml_syntax::ast::{Block, BlockKind, Document, Kind, Stmt, StmtId};

use super::{EditError, Place};

/// A diagram that is about to change.
pub struct Target<'a, K> {
    /// The text that edits are measured in, all blocks included.
    pub text: &'a str,
    /// The source that is edited.
    pub source: SourceId,
    /// The parsed source.
    pub document: &'a Document<K>,
    lines: LineIndex,
    block: usize,
}

impl<'a, K: Kind> Target<'a, K> {
    /// The first diagram of a document that its family has read.
    pub fn new(document: &'a Document<K>, source: SourceId) -> Result<Self, EditError> {
        let own = |it: &Block| it.kind == BlockKind::Own;
        let block = document.blocks.iter().position(own).ok_or(EditError::NoDiagram)?;
        let text: &str = &document.source;
        Ok(Self { text, source, lines: LineIndex::new(text), document, block })
    }

    /// The block that is edited.
    pub fn block(&self) -> &Block {
        &self.document.blocks[self.block]
    }

    /// Every statement of the block with its id, in source order.
    pub fn stmts(&self) -> impl Iterator<Item = (StmtId, &Stmt<K>)> {
        self.document.block_stmts(self.block())
    }

    /// The line of an offset, counted from 1.
    pub fn line(&self, offset: u32) -> u32 {
        self.lines.line(offset) + 1
    }

    /// The statement that covers a line.
    pub fn stmt_on(&self, line: u32) -> Result<&Stmt<K>, EditError> {
        self.stmts()
            .map(|it| it.1)
            .find(|it| self.line(it.range.start) <= line && line <= self.line(it.range.end))
            .ok_or(EditError::NoStatement(line))
    }

    /// Inserts lines, indented like their neighbour.
    pub fn insert(&self, place: Place, lines: &[String]) -> Result<Vec<TextEdit>, EditError> {
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
    pub fn behind(&self, offset: u32, indent: &str, lines: &[String]) -> Vec<TextEdit> {
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

    /// Takes away the whole lines of statements.
    pub fn without(&self, ranges: &[TextRange]) -> Vec<TextEdit> {
        let whole = ranges.iter().map(|it| {
            let end = self.text[it.end as usize..].find('\n').map(|at| it.end + at as u32 + 1);
            let end = end.unwrap_or(self.text.len() as u32);
            TextRange::new(self.start_of(it.start), end)
        });
        whole.map(|it| TextEdit::replace(it.in_source(self.source), "")).collect()
    }

    /// What stands before a statement on its line: blanks, and a comment's own marks.
    pub fn indent(&self, offset: u32) -> &str {
        let start = self.start_of(offset);
        let before = TextRange::new(start, offset).slice(self.text);
        if before.contains("'/") { "" } else { before }
    }

    /// Where the line of an offset starts.
    pub fn start_of(&self, offset: u32) -> u32 {
        self.text[..offset as usize].rfind('\n').map_or(0, |it| it + 1) as u32
    }

    /// How lines end in this text.
    pub fn line_end(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }
}

/// A text on one line: line ends become `\n`.
pub fn one_line(text: &str) -> String {
    text.replace("\r\n", "\\n").replace(['\n', '\r'], "\\n")
}
