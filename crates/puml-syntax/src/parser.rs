//! Lines to a [`Document`]: statements, frames, recovery. What a line means is a [`Grammar`]'s business.

use std::sync::Arc;

use diag::{Code, Diagnostic, SourceId};

use crate::TextRange;
use crate::ast::{
    Block, BlockKind, Document, Frame, FrameId, FrameKind, Kind, Shared, Stmt, StmtId,
};
use crate::codes::{MISSING_END_MARKER, UNCLOSED_BLOCK, UNCLOSED_COMMENT, UNKNOWN_DIRECTIVE};
use crate::context::{Context, Miss, Read};
use crate::cursor::Cursor;
use crate::grammar;
use crate::lines::{self, LineKind, Lines};
use crate::reader::Reader;

/// What the text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// As the user wrote it. Directives and macro calls are statements; where a diagram has any,
    /// lines that only the expansion can judge are [`Shared::Template`].
    Source,
    /// After the preprocessor: what fits nothing is an error.
    Expanded,
}

/// How much of a block is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// All of it, whatever is wrong.
    Whole,
    /// Up to the first error: enough to know how far a family understands the block.
    UpToError,
}

/// A document and everything found wrong with it.
#[derive(Debug, Clone)]
pub struct Parse<K> {
    /// Always whole unless reading stopped at an error; broken lines are [`Shared::Error`].
    pub document: Document<K>,
    /// The findings, in reading order.
    pub diagnostics: Vec<Diagnostic>,
}

/// How one family reads lines. It may keep what it needs to know about the lines before.
pub trait Grammar {
    /// What its statements are.
    type Kind: Kind;

    /// What a line is; where nothing fits, the finding of the construct that came furthest.
    fn statement(
        &mut self,
        cursor: Cursor<'_>,
        stage: Stage,
        ctx: &mut Context,
        reader: &mut Reader<'_>,
    ) -> Read<Self::Kind>;

    /// What a statement does to the frames.
    fn nesting(&self, kind: &Self::Kind) -> Nesting {
        let _ = kind;
        Nesting::None
    }

    /// Reports a statement that divides or closes a frame where none is open.
    fn nothing_open(&mut self, kind: &Self::Kind, range: TextRange, ctx: &mut Context) {
        let _ = (kind, range, ctx);
    }

    /// How a frame that is never closed is reported; `None` accepts it in silence.
    fn unclosed(&self, kind: FrameKind) -> Option<Unclosed> {
        let _ = kind;
        None
    }

    /// Looks at all statements of a block whose lines are read, unless directives leave them open.
    fn finish(&mut self, block: Finished<'_, Self::Kind>, ctx: &mut Context) {
        let _ = (block, ctx);
    }
}

/// What a statement does to the frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nesting {
    /// The statement neither opens, divides nor closes a frame.
    None,
    /// The line opens a frame of this kind.
    Open(FrameKind),
    /// Goes on with another branch of the innermost one.
    Branch(FrameKind),
    /// Closes the innermost one.
    Close(FrameKind),
}

/// How a frame without an end is reported.
#[derive(Debug, Clone, Copy)]
pub struct Unclosed {
    /// The kind of finding.
    pub code: Code,
    /// What the frame is called.
    pub word: &'static str,
    /// The line that would close it.
    pub close: &'static str,
}

/// A block whose lines are all read.
pub struct Finished<'a, K> {
    /// The block's statements, in source order.
    pub stmts: &'a [Stmt<K>],
    /// Its `@start…` marker; the start of the text where it has none.
    pub start: TextRange,
    /// Whether an error was reported for it.
    pub failed: bool,
}

/// Reads some blocks of a text as one family. Never fails; linear in the length of the text.
///
/// `lines` are those of `text`; a block that is not among `own` becomes [`BlockKind::Other`].
pub fn parse_blocks<G: Grammar>(
    text: &Arc<str>,
    lines: &Lines<'_>,
    own: impl Fn(usize) -> bool,
    stage: Stage,
    extent: Extent,
    source: SourceId,
    grammar: impl Fn() -> G,
) -> Parse<G::Kind> {
    let mut ctx = Context { source, diagnostics: Vec::new() };
    let mut document = Document {
        source: Arc::clone(text),
        blocks: Vec::with_capacity(lines.blocks.len()),
        stmts: Vec::with_capacity(lines.all.len()),
        frames: Vec::new(),
    };
    for (idx, span) in lines.blocks.iter().enumerate() {
        let first = document.stmts.len() as u32;
        let kind = if own(idx) { BlockKind::Own } else { BlockKind::Other(span.kind) };
        if kind == BlockKind::Own {
            let mut parser = Parser {
                lines,
                stage,
                extent,
                ctx: &mut ctx,
                stmts: &mut document.stmts,
                frames: &mut document.frames,
                grammar: grammar(),
                groups: Vec::new(),
                boxes: Vec::new(),
                open_ended: false,
                unclosed: None,
            };
            parser.diagram(span);
        }
        let stmts = first..document.stmts.len() as u32;
        document.blocks.push(block(kind, span, stmts));
    }
    diag::sort(&mut ctx.diagnostics);
    Parse { document, diagnostics: ctx.diagnostics }
}

/// Reads one block of a text as one family; the document has no other block.
pub fn parse_block<G: Grammar>(
    text: &Arc<str>,
    lines: &Lines<'_>,
    idx: usize,
    stage: Stage,
    extent: Extent,
    source: SourceId,
    grammar: G,
) -> Parse<G::Kind> {
    let mut ctx = Context { source, diagnostics: Vec::new() };
    let span = &lines.blocks[idx];
    let mut stmts = Vec::with_capacity(span.lines.len());
    let mut frames = Vec::new();
    let mut parser = Parser {
        lines,
        stage,
        extent,
        ctx: &mut ctx,
        stmts: &mut stmts,
        frames: &mut frames,
        grammar,
        groups: Vec::new(),
        boxes: Vec::new(),
        open_ended: false,
        unclosed: None,
    };
    parser.diagram(span);
    let blocks = vec![block(BlockKind::Own, span, 0..stmts.len() as u32)];
    diag::sort(&mut ctx.diagnostics);
    let document = Document { source: Arc::clone(text), blocks, stmts, frames };
    Parse { document, diagnostics: ctx.diagnostics }
}

fn block(kind: BlockKind, span: &lines::Span, stmts: std::ops::Range<u32>) -> Block {
    let &lines::Span { start, name, end, prefix, .. } = span;
    Block { kind, start, name, end, prefix, stmts }
}

struct Parser<'a, G: Grammar> {
    lines: &'a Lines<'a>,
    stage: Stage,
    extent: Extent,
    ctx: &'a mut Context,
    stmts: &'a mut Vec<Stmt<G::Kind>>,
    frames: &'a mut Vec<Frame>,
    grammar: G,
    groups: Vec<FrameId>,
    boxes: Vec<FrameId>,
    /// Whether directives decide what this diagram says, so that nothing is certain yet.
    open_ended: bool,
    /// The block without a closing line that is being skipped.
    unclosed: Option<UnclosedBlock>,
}

/// A reported block whose lines run up to the first that means something.
struct UnclosedBlock {
    finding: Box<Diagnostic>,
    close: String,
    end: u32,
}

impl<G: Grammar> Parser<'_, G> {
    fn diagram(&mut self, span: &lines::Span) {
        let reported = self.ctx.diagnostics.len();
        let first = self.stmts.len();
        self.open_ended = self.stage == Stage::Source && self.has_directives(span);
        let mut reader = Reader::new(self.lines, span.lines.clone());
        while let Some(line) = reader.advance() {
            match line.kind {
                LineKind::Blank => {}
                LineKind::Comment => self.push(Shared::Comment.into(), line.content),
                LineKind::OpenComment => {
                    let mut opening = line.content;
                    opening.end = opening.start + 2;
                    let message = "this comment has no `'/`";
                    let finding = self.ctx.at(UNCLOSED_COMMENT, opening, message);
                    self.ctx.report(finding);
                    self.push(Shared::Comment.into(), line.content);
                }
                LineKind::Code => self.code(line, &mut reader),
            }
            if self.extent == Extent::UpToError && self.has_failed(reported) {
                self.finish_unclosed();
                return;
            }
        }
        self.finish_unclosed();
        self.close_frames(span);
        if self.open_ended {
            return;
        }
        self.check_markers(span);
        let failed = self.has_failed(reported);
        let start = span.start.unwrap_or_default();
        let finished = Finished { stmts: &self.stmts[first..], start, failed };
        self.grammar.finish(finished, self.ctx);
    }

    fn has_failed(&self, reported: usize) -> bool {
        self.unclosed.is_some() || self.ctx.diagnostics[reported..].iter().any(Diagnostic::is_error)
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
        match self.grammar.statement(cursor, self.stage, self.ctx, reader) {
            Ok(kind) => {
                self.finish_unclosed();
                let last = self.lines.all[reader.next - 1];
                let range = TextRange::new(line.content.start, last.content.end);
                self.statement(kind, range);
            }
            Err(Miss::Other) => unreachable!("a line that fits nothing has a finding"),
            Err(Miss::Broken(finding)) => {
                if self.open_ended && finding.code != UNKNOWN_DIRECTIVE {
                    let kind = grammar::call(cursor).unwrap_or(Shared::Template);
                    self.push(kind.into(), line.content);
                    return;
                }
                self.push(Shared::Error.into(), line.content);
                if let Some(unclosed) = &mut self.unclosed {
                    unclosed.end = line.content.end;
                } else if finding.code == UNCLOSED_BLOCK {
                    let close = closing_line(cursor.text());
                    let end = line.content.end;
                    self.unclosed = Some(UnclosedBlock { finding, close, end });
                } else {
                    self.ctx.report(*finding);
                }
            }
        }
    }

    /// Reports an unclosed block; its fix closes it before the next statement.
    fn finish_unclosed(&mut self) {
        if let Some(UnclosedBlock { finding, close, end }) = self.unclosed.take() {
            let title = format!("add `{close}`");
            let line = format!("\n{close}");
            let fix = self.ctx.guess(title, TextRange::at(end), &line);
            self.ctx.report(finding.with_fix(fix));
        }
    }

    fn push(&mut self, kind: G::Kind, range: TextRange) {
        self.stmts.push(Stmt { kind, range });
    }

    fn statement(&mut self, kind: G::Kind, range: TextRange) {
        let id = StmtId(self.stmts.len() as u32);
        let nesting = self.grammar.nesting(&kind);
        let found = match nesting {
            Nesting::None => true,
            Nesting::Open(frame) => {
                self.open(frame, id);
                true
            }
            Nesting::Branch(frame) => match self.stack(frame).last() {
                Some(&frame) => {
                    self.frames[frame.0 as usize].branches.push(id);
                    true
                }
                None => false,
            },
            Nesting::Close(frame) => match self.stack(frame).pop() {
                Some(frame) => {
                    self.frames[frame.0 as usize].close = Some(id);
                    true
                }
                None => false,
            },
        };
        if !found && !self.open_ended {
            self.grammar.nothing_open(&kind, range, self.ctx);
        }
        self.push(kind, range);
    }

    fn stack(&mut self, kind: FrameKind) -> &mut Vec<FrameId> {
        match kind {
            FrameKind::Group => &mut self.groups,
            FrameKind::Box => &mut self.boxes,
        }
    }

    fn open(&mut self, kind: FrameKind, open: StmtId) {
        let id = FrameId(self.frames.len() as u32);
        let stack = self.stack(kind);
        let parent = stack.last().copied();
        stack.push(id);
        self.frames.push(Frame { kind, open, branches: Vec::new(), close: None, parent });
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
        for frame in groups.into_iter().chain(boxes) {
            let Frame { kind, open, .. } = self.frames[frame.0 as usize];
            let Some(Unclosed { code, word, close }) = self.grammar.unclosed(kind) else {
                continue;
            };
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
            let word = span.kind.slice(self.lines.text);
            let marker = format!("@end{word}");
            let finding = self
                .ctx
                .at(MISSING_END_MARKER, start, format!("this diagram has no `{marker}`"))
                .with_fix(self.ctx.safe(format!("add `{marker}`"), end, &format!("\n{marker}")));
            self.ctx.report(finding);
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
