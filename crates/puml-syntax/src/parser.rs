//! Lines to a [`Document`]: statements, frames, recovery.

use std::sync::Arc;

use diag::{Diagnostic, SourceId};

use crate::TextRange;
use crate::ast::{
    Block, BlockKind, Document, Frame, FrameId, FrameKind, NotePlace, Stmt, StmtId, StmtKind,
};
use crate::codes::{
    MISSING_END_MARKER, NO_OPEN_BOX, NO_OPEN_GROUP, NO_PARTICIPANTS, OTHER_DIAGRAM, UNCLOSED_BLOCK,
    UNCLOSED_BOX, UNCLOSED_COMMENT, UNCLOSED_GROUP, UNKNOWN_DIRECTIVE,
};
use crate::context::{Context, Miss};
use crate::cursor::Cursor;
use crate::grammar::{self, looks_like};
use crate::lines::{self, LineKind, Lines};
use crate::reader::Reader;

/// What the text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// As the user wrote it. Directives and macro calls are statements; where a diagram has any,
    /// lines that only the expansion can judge are [`StmtKind::Template`].
    Source,
    /// After the preprocessor: what fits nothing is an error.
    Expanded,
}

/// A document and everything found wrong with it.
#[derive(Debug, Clone)]
pub struct Parse {
    /// Always whole; broken lines are [`StmtKind::Error`].
    pub document: Document,
    /// In reading order.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a text. Never fails; linear in the length of the text.
///
/// ```
/// use puml_syntax::{Stage, parse};
///
/// let parse = parse("A -> B : hello", diag::SourceId(0), Stage::Source);
/// assert!(parse.diagnostics.is_empty());
/// assert_eq!(parse.document.stmts.len(), 1);
/// ```
pub fn parse(text: &str, source: SourceId, stage: Stage) -> Parse {
    let lines = lines::split(text);
    let ctx = Context { source, diagnostics: Vec::new() };
    let mut parser = Parser {
        lines: &lines,
        stage,
        ctx,
        blocks: Vec::new(),
        stmts: Vec::with_capacity(lines.all.len()),
        frames: Vec::new(),
        groups: Vec::new(),
        boxes: Vec::new(),
        open_ended: false,
        unclosed: None,
    };
    for block in &lines.blocks {
        parser.block(block);
    }
    let Parser { mut ctx, blocks, stmts, frames, .. } = parser;
    diag::sort(&mut ctx.diagnostics);
    let document = Document { source: Arc::from(text), blocks, stmts, frames };
    Parse { document, diagnostics: ctx.diagnostics }
}

struct Parser<'a> {
    lines: &'a Lines<'a>,
    stage: Stage,
    ctx: Context,
    blocks: Vec<Block>,
    stmts: Vec<Stmt>,
    frames: Vec<Frame>,
    groups: Vec<FrameId>,
    boxes: Vec<FrameId>,
    /// Whether directives decide what this diagram says, so that nothing is certain yet.
    open_ended: bool,
    /// The block without a closing line that is being skipped.
    unclosed: Option<Unclosed>,
}

/// A reported block whose lines run up to the first that means something.
struct Unclosed {
    finding: Box<Diagnostic>,
    close: String,
    end: u32,
}

impl Parser<'_> {
    fn block(&mut self, span: &lines::Span) {
        let first = self.stmts.len() as u32;
        let word = span.kind.slice(self.lines.text);
        let uml = word.is_empty() || word.eq_ignore_ascii_case("uml");
        if uml {
            self.diagram(span);
        } else {
            self.other(span, word);
        }
        self.blocks.push(Block {
            kind: if uml { BlockKind::Uml } else { BlockKind::Other(span.kind) },
            start: span.start,
            name: span.name,
            end: span.end,
            prefix: span.prefix,
            stmts: first..self.stmts.len() as u32,
        });
    }

    fn other(&mut self, span: &lines::Span, word: &str) {
        let range = span.start.unwrap_or_default();
        let message = format!("`@start{word}` is not a sequence diagram");
        self.ctx.report(
            self.ctx
                .at(OTHER_DIAGRAM, range, message)
                .with_hint("only sequence diagrams between `@startuml` and `@enduml` are compiled"),
        );
    }

    fn diagram(&mut self, span: &lines::Span) {
        let reported = self.ctx.diagnostics.len();
        let first = self.stmts.len();
        self.open_ended = self.stage == Stage::Source && self.has_directives(span);
        let mut reader = Reader::new(self.lines, span.lines.clone());
        while let Some(line) = reader.advance() {
            match line.kind {
                LineKind::Blank => {}
                LineKind::Comment => self.push(StmtKind::Comment, line.content),
                LineKind::OpenComment => {
                    let mut opening = line.content;
                    opening.end = opening.start + 2;
                    let message = "this comment has no `'/`";
                    self.ctx.report(self.ctx.at(UNCLOSED_COMMENT, opening, message));
                    self.push(StmtKind::Comment, line.content);
                }
                LineKind::Code => self.code(line, &mut reader),
            }
        }
        self.finish_unclosed();
        self.close_frames(span);
        if self.open_ended {
            return;
        }
        self.check_markers(span);
        if !self.replace_by_kind(first, reported) {
            self.check_participants(span, first, reported);
        }
    }

    fn has_directives(&self, span: &lines::Span) -> bool {
        self.lines.all[span.lines.clone()].iter().any(|it| {
            let text = it.content.slice(self.lines.text);
            it.kind == LineKind::Code
                && text.starts_with('!')
                && !text.starts_with("!pragma")
                && !text.starts_with("!theme")
                && !text.starts_with("!assume")
        })
    }

    fn code(&mut self, line: lines::Line, reader: &mut Reader<'_>) {
        let cooked = self.lines.cooked(line);
        let cursor = Cursor::new(&cooked);
        match grammar::statement(cursor, self.stage, &mut self.ctx, reader) {
            Ok(kind) => {
                self.finish_unclosed();
                let last = self.lines.all[reader.next - 1];
                let range = TextRange::new(line.content.start, last.content.end);
                self.statement(kind, range);
            }
            Err(Miss::Other) => unreachable!("a line that fits nothing has a finding"),
            Err(Miss::Broken(finding)) => {
                if self.open_ended && finding.code != UNKNOWN_DIRECTIVE {
                    let kind = grammar::call(cursor).unwrap_or(StmtKind::Template);
                    self.push(kind, line.content);
                    return;
                }
                self.push(StmtKind::Error, line.content);
                if let Some(unclosed) = &mut self.unclosed {
                    unclosed.end = line.content.end;
                } else if finding.code == UNCLOSED_BLOCK {
                    let close = closing_line(cursor.text());
                    let end = line.content.end;
                    self.unclosed = Some(Unclosed { finding, close, end });
                } else {
                    self.ctx.report(*finding);
                }
            }
        }
    }

    /// Reports an unclosed block; its fix closes it before the next statement.
    fn finish_unclosed(&mut self) {
        if let Some(Unclosed { finding, close, end }) = self.unclosed.take() {
            let title = format!("add `{close}`");
            let line = format!("\n{close}");
            let fix = self.ctx.guess(title, TextRange::at(end), &line);
            self.ctx.report(finding.with_fix(fix));
        }
    }

    fn push(&mut self, kind: StmtKind, range: TextRange) {
        self.stmts.push(Stmt { kind, range });
    }

    fn statement(&mut self, kind: StmtKind, range: TextRange) {
        let id = StmtId(self.stmts.len() as u32);
        match &kind {
            StmtKind::Group(_) => self.open(FrameKind::Group, id),
            StmtKind::BoxOpen(_) => self.open(FrameKind::Box, id),
            StmtKind::Else(_) => match self.groups.last() {
                Some(frame) => self.frames[frame.0 as usize].branches.push(id),
                None if !self.open_ended => self.no_group("else", range),
                None => {}
            },
            StmtKind::End { .. } => match self.groups.pop() {
                Some(frame) => self.frames[frame.0 as usize].close = Some(id),
                None if !self.open_ended => self.no_group("end", range),
                None => {}
            },
            StmtKind::BoxClose => match self.boxes.pop() {
                Some(frame) => self.frames[frame.0 as usize].close = Some(id),
                None if !self.open_ended => {
                    let finding =
                        self.ctx.at(NO_OPEN_BOX, range, "`end box` closes nothing: no box is open");
                    let fix = self.ctx.guess("remove the line", range, "");
                    self.ctx.report(finding.with_fix(fix));
                }
                None => {}
            },
            _ => {}
        }
        self.push(kind, range);
    }

    fn open(&mut self, kind: FrameKind, open: StmtId) {
        let stack = if kind == FrameKind::Group { &mut self.groups } else { &mut self.boxes };
        let id = FrameId(self.frames.len() as u32);
        let parent = stack.last().copied();
        stack.push(id);
        self.frames.push(Frame { kind, open, branches: Vec::new(), close: None, parent });
    }

    fn no_group(&mut self, word: &str, range: TextRange) {
        let message = format!("`{word}` stands outside any group");
        let finding = self
            .ctx
            .at(NO_OPEN_GROUP, range, message)
            .with_hint("open a group before it with `alt`, `opt`, `loop`, `par` or `group`")
            .with_fix(self.ctx.guess("remove the line", range, ""));
        self.ctx.report(finding);
    }

    fn close_frames(&mut self, span: &lines::Span) {
        let groups = std::mem::take(&mut self.groups);
        let boxes = std::mem::take(&mut self.boxes);
        if self.open_ended {
            return;
        }
        let end = match span.end {
            Some(marker) => line_start(self.lines.text, marker.start),
            None => self.end_of(span),
        };
        let fresh = end == 0 || self.lines.text.as_bytes()[end as usize - 1] == b'\n';
        for (frame, code, word, close) in groups
            .iter()
            .map(|it| (it, UNCLOSED_GROUP, "group", "end"))
            .chain(boxes.iter().map(|it| (it, UNCLOSED_BOX, "box", "end box")))
        {
            let open = self.frames[frame.0 as usize].open;
            let range = self.stmts[open.0 as usize].range;
            let insert = if fresh { format!("{close}\n") } else { format!("\n{close}") };
            let finding = self
                .ctx
                .at(code, range, format!("this {word} has no `{close}`"))
                .with_hint("it runs to the end of the diagram")
                .with_fix(self.ctx.guess(format!("add `{close}`"), TextRange::at(end), &insert));
            self.ctx.report(finding);
        }
    }

    /// Where the last line of a diagram ends that has no end marker.
    fn end_of(&self, span: &lines::Span) -> u32 {
        let last = self.lines.all[span.lines.clone()].last().map(|it| it.raw.end);
        last.or(span.start.map(|it| it.end)).unwrap_or(self.lines.text.len() as u32)
    }

    fn check_markers(&mut self, span: &lines::Span) {
        if let (Some(start), None) = (span.start, span.end) {
            let end = TextRange::at(self.end_of(span));
            let finding = self
                .ctx
                .at(MISSING_END_MARKER, start, "this diagram has no `@enduml`")
                .with_fix(self.ctx.safe("add `@enduml`", end, "\n@enduml"));
            self.ctx.report(finding);
        }
    }

    /// Where most of a block is no sequence and looks like something else, says only that.
    fn replace_by_kind(&mut self, first: usize, reported: usize) -> bool {
        let text = self.lines.text;
        let mut errors = 0;
        let mut good = 0;
        let mut telling = None;
        for stmt in &self.stmts[first..] {
            match stmt.kind {
                StmtKind::Error => {
                    errors += 1;
                    let line = stmt.range.slice(text);
                    telling = telling.or_else(|| looks_like(line).map(|it| (stmt.range, it)));
                }
                StmtKind::Comment | StmtKind::Skinparam(_) | StmtKind::Style(_) => {}
                _ => good += 1,
            }
        }
        let Some((range, kind)) = telling.filter(|_| errors > good) else {
            return false;
        };
        self.ctx.diagnostics.truncate(reported);
        let message = format!("this looks like a {} diagram", kind.0);
        let finding = self.ctx.at(OTHER_DIAGRAM, range, message);
        self.ctx.report(finding.with_hint("only sequence diagrams are compiled"));
        true
    }

    fn check_participants(&mut self, span: &lines::Span, first: usize, reported: usize) {
        let touched = self.stmts[first..].iter().any(|it| match &it.kind {
            StmtKind::Declaration(_)
            | StmtKind::Message(_)
            | StmtKind::Reference(_)
            | StmtKind::Url { .. } => true,
            StmtKind::Life(life) => life.who.is_some(),
            StmtKind::Note(note) => {
                matches!(note.place, NotePlace::Beside(..) | NotePlace::Over(..))
            }
            _ => false,
        });
        let failed = self.ctx.diagnostics[reported..].iter().any(Diagnostic::is_error);
        if !touched && !failed {
            let range = span.start.unwrap_or_default();
            let finding = self.ctx.at(NO_PARTICIPANTS, range, "this diagram has no participant");
            self.ctx.report(finding.with_hint("write a message: `Alice -> Bob : hello`"));
        }
    }
}

/// What closes the block that a line opens.
fn closing_line(opening: &str) -> String {
    let lower = opening.to_ascii_lowercase();
    if lower.ends_with('{') {
        "}".to_owned()
    } else if lower.ends_with('[') {
        "]".to_owned()
    } else if lower.starts_with("<style") {
        "</style>".to_owned()
    } else if lower.contains("<svg") {
        "</svg>".to_owned()
    } else {
        let known = ["note", "ref", "title", "legend", "header", "footer", "caption"];
        format!("end {}", known.into_iter().find(|it| lower.contains(it)).unwrap_or("note"))
    }
}

fn line_start(text: &str, at: u32) -> u32 {
    text[..at as usize].rfind('\n').map_or(0, |it| it + 1) as u32
}
