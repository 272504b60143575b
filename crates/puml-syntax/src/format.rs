//! The canonical layout of a source, as edits: indentation by frames, one blank around each part.
//!
//! Only blanks and the case of keywords change, so the model stays what it was. Lines whose meaning
//! is open (templates, macro bodies, broken lines, continued lines) are left as they are, and so is
//! everything in a diagram that stands inside a source comment.

mod arrows;
mod braces;
mod colons;
mod columns;
mod form;
mod indentation;

use std::collections::BTreeSet;

use diag::{SourceId, TextEdit};

pub use form::{Columns, Form, Gap, Indent, Offsets};
use indentation::{Frame, Levels, has_braces, opens_template};
pub use indentation::{indent, indentation};

use crate::ast::{Block, BlockKind, Directive, DirectiveKind, Document, Kind, Lines, Shared, Stmt};
use crate::parser::Nesting;
use crate::{TextRange, is_blank};

/// What a family says about the layout of its statements.
pub trait Layout<K> {
    /// What a statement does to the indentation.
    fn nesting(&self, kind: &K) -> Nesting;

    /// The body of a statement that may be moved.
    fn body<'k>(&self, kind: &'k K) -> Option<&'k Lines>;

    /// Whether the lines of a body stand below each other; otherwise they move together.
    fn aligns_body(&self, _: &Document<K>, _: &K) -> bool {
        false
    }

    /// The first line of a statement, which `head` covers; nothing where it is best left alone.
    fn canonical(&self, document: &Document<K>, kind: &K, head: TextRange) -> Option<String>;

    /// The arrow of a statement that links two things.
    fn arrow(&self, _: &K) -> Option<TextRange> {
        None
    }

    /// Whether lines keep what they are indented by beyond their frame.
    fn keeps_offsets(&self) -> bool {
        false
    }

    /// Whether [`Layout::canonical`] knows where the author puts blanks around colons; otherwise colons that stand
    /// behind a blank there follow the majority of the document.
    fn knows_colons(&self) -> bool {
        false
    }

    /// Whether a line alone reads as this statement. Keywords are not reserved, so a blank more can
    /// turn a message into a title.
    fn reads_as(&self, line: &str, document: &Document<K>, kind: &K) -> bool;
}

/// A line with each run of blanks as one, but for what stands between the signs of a pair.
pub fn single_blanks(line: &str, pairs: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(next) = rest.chars().next() {
        let pair = pairs.iter().find(|it| rest.starts_with(it.0));
        let end = pair.and_then(|(open, close)| {
            rest[open.len()..].find(close).map(|it| open.len() + it + close.len())
        });
        if let Some(end) = end {
            out.push_str(&rest[..end]);
            rest = &rest[end..];
        } else if is_blank(next) {
            out.push(' ');
            rest = rest.trim_start_matches(is_blank);
        } else {
            out.push(next);
            rest = &rest[next.len_utf8()..];
        }
    }
    out
}

/// The edits that bring a document into its canonical layout; none where it has it already.
pub fn format<K: Kind>(
    document: &Document<K>,
    source: SourceId,
    layout: &dyn Layout<K>,
    form: Form,
) -> Vec<TextEdit> {
    let text: &str = &document.source;
    let levels = Levels::new(document, layout, form);
    let colon = if layout.knows_colons() {
        Gap::Spaced
    } else {
        form.colon.unwrap_or_else(|| colons::habit(document))
    };
    let mut formatter = Formatter {
        document,
        layout,
        text,
        source,
        edits: Vec::new(),
        levels,
        colon,
        brace: braces::habit(document),
        arrow: form.arrows.unwrap_or_else(|| arrows::habit(document, layout)),
        aligned: match form.columns {
            Columns::Keep => columns::aligned(document),
            Columns::Single => BTreeSet::new(),
        },
        has_braces: has_braces(document, layout),
        still: still_comments(document),
        macros: 0,
    };
    for block in &document.blocks {
        formatter.block(block);
    }
    formatter.edits
}

/// Statements in which another spelling of a keyword is looked for.
const MOST_WORDS: usize = 2_000;

fn first_word(line: &str) -> &str {
    &line[..line.find(|it: char| !it.is_ascii_alphabetic()).unwrap_or(line.len())]
}

/// Whether two lines differ in blanks and the case of letters alone.
fn is_respaced(line: &str, other: &str) -> bool {
    let signs = |it: &'_ str| {
        let signs = it.chars().filter(|it| !is_blank(*it)).map(|it| it.to_ascii_lowercase());
        signs.collect::<String>()
    };
    signs(line) == signs(other)
}

/// The comments that stand in the column of a directive or a call next to them, which stays where it is.
fn still_comments<K: Kind>(document: &Document<K>) -> BTreeSet<u32> {
    let text: &str = &document.source;
    let mut still = BTreeSet::new();
    let mut mark = |stmts: &mut dyn Iterator<Item = &Stmt<K>>| {
        let mut beside = None;
        for stmt in stmts {
            match stmt.kind.shared() {
                Some(Shared::Comment) => {
                    if beside == Some(indentation(text, stmt.range.start)) {
                        still.insert(stmt.range.start);
                    }
                }
                Some(Shared::Directive(_) | Shared::Template | Shared::Call(_)) => {
                    beside = Some(indentation(text, stmt.range.start));
                }
                _ => beside = None,
            }
        }
    };
    mark(&mut document.stmts.iter());
    mark(&mut document.stmts.iter().rev());
    still
}

/// How the lines of a body move.
#[derive(Debug, Clone, Copy)]
enum Move {
    /// How they stand to each other stays.
    Together,
    /// All get the same indentation.
    EachLine,
}

struct Formatter<'a, K> {
    document: &'a Document<K>,
    layout: &'a dyn Layout<K>,
    text: &'a str,
    source: SourceId,
    edits: Vec<TextEdit>,
    levels: Levels,
    /// What stands before the colons of canonical lines.
    colon: Gap,
    /// What stands before the braces that open bodies.
    brace: Gap,
    /// What stands around arrows.
    arrow: Gap,
    /// Where the lines begin whose parts stand below those of a neighbour.
    aligned: BTreeSet<u32>,
    /// Whether braces close frames.
    has_braces: bool,
    /// Where the comments begin that stay in their column.
    still: BTreeSet<u32>,
    /// How many macro bodies are open; their lines are templates.
    macros: u32,
}

impl<K: Kind> Formatter<'_, K> {
    fn block(&mut self, block: &Block) {
        if block.kind != BlockKind::Own || !block.prefix.is_empty() {
            return;
        }
        self.levels.restart();
        self.macros = 0;
        for (_, stmt) in self.document.block_stmts(block) {
            self.stmt(stmt);
        }
        self.blank_lines(block);
    }

    /// Takes the blanks out of lines that hold nothing else.
    fn blank_lines(&mut self, block: &Block) {
        let mut at = block.start.map_or(0, |it| it.end);
        let end = block.end.map_or(self.text.len() as u32, |it| it.start);
        for (_, stmt) in self.document.block_stmts(block) {
            self.blanks_between(at, stmt.range.start);
            at = stmt.range.end;
        }
        self.blanks_between(at, end);
    }

    fn blanks_between(&mut self, from: u32, to: u32) {
        if from > to {
            return;
        }
        let gap = TextRange::new(from, to);
        let slice = gap.slice(self.text);
        if !slice.chars().all(char::is_whitespace) {
            return;
        }
        let mut start = None;
        for (at, it) in slice.char_indices() {
            if it != '\n' {
                continue;
            }
            if let Some(begin) = start.replace(at + 1) {
                let line = slice[begin..at].strip_suffix('\r').unwrap_or(&slice[begin..at]);
                let from = from + begin as u32;
                self.replace(TextRange::new(from, from + line.len() as u32), "");
            }
        }
    }

    fn stmt(&mut self, stmt: &Stmt<K>) {
        match stmt.kind.shared() {
            Some(Shared::Directive(it)) => {
                self.directive(*it);
                return;
            }
            Some(Shared::Template | Shared::Error | Shared::Call(_)) => {
                if self.has_braces && self.macros == 0 && opens_template(stmt, self.text) {
                    self.levels.open_template(stmt.range.start, self.text);
                }
                return;
            }
            _ if self.macros > 0 => return,
            _ => {}
        }
        let nesting = self.layout.nesting(&stmt.kind);
        let start = stmt.range.start;
        let column = match nesting {
            Nesting::None if self.still.contains(&start) => {
                self.trim_end(stmt.range.end);
                return;
            }
            _ => self.levels.column(start, self.text, nesting),
        };
        self.layout(stmt, column);
        if let Nesting::Open(kind) = nesting {
            self.levels.open(start, self.text, column, kind);
        }
    }

    fn directive(&mut self, directive: Directive) {
        use DirectiveKind as Kind;
        let one_line = directive.argument.slice(self.text).contains("!return");
        match directive.kind {
            Kind::DefineLong | Kind::Procedure => self.macros += 1,
            Kind::Function if !one_line => self.macros += 1,
            Kind::EndDefineLong | Kind::EndProcedure | Kind::EndFunction => {
                self.macros = self.macros.saturating_sub(1);
            }
            _ => {}
        }
    }

    fn layout(&mut self, stmt: &Stmt<K>, column: usize) {
        let body = self.layout.body(&stmt.kind);
        let comment = stmt.kind.shared() == Some(&Shared::Comment);
        let slice = stmt.range.slice(self.text);
        let first = slice.find('\n').map_or(slice, |at| slice[..at].trim_end());
        let several = slice.contains('\n');
        if several && body.is_none() && !comment {
            if let Some(Shared::Skinparam(_) | Shared::Style(_)) = stmt.kind.shared() {
                self.shift(stmt, column);
            }
            return;
        }
        let head = TextRange::new(stmt.range.start, stmt.range.start + first.len() as u32);
        if several && first.ends_with('\\') {
            return;
        }
        let indent = self.levels.blanks(column);
        if !self.indent(head.start, &indent) {
            return;
        }
        if !comment
            && !self.aligned.contains(&head.start)
            && let Some(canonical) = self.layout.canonical(self.document, &stmt.kind, head)
            && let arrow = self.layout.arrow(&stmt.kind).map(|it| it.slice(self.text))
            && let canonical = arrows::respaced(canonical, arrow, self.arrow)
            && let canonical = colons::respaced(canonical, self.colon)
            && let canonical = braces::respaced(canonical, self.brace)
            && let canonical = self.with_capital(head, canonical)
            && head.slice(self.text) != canonical
            && is_respaced(head.slice(self.text), &canonical)
            && (several || self.layout.reads_as(&canonical, self.document, &stmt.kind))
        {
            self.replace(head, &canonical);
        }
        self.trim_end(head.end);
        if let Some(body) = body {
            let is_aligned = self.layout.aligns_body(self.document, &stmt.kind);
            let how = if is_aligned { Move::EachLine } else { Move::Together };
            self.body(body, head.start, column, how);
        }
    }

    /// A canonical line with the capital of its first word, if the author never writes that word without.
    fn with_capital(&self, head: TextRange, canonical: String) -> String {
        let word = first_word(head.slice(self.text));
        let lower = word.to_ascii_lowercase();
        let is_capital = word.starts_with(|it: char| it.is_ascii_uppercase())
            && word[1..] == lower[1..]
            && first_word(&canonical) == lower;
        let is_lower = |it: &Stmt<K>| {
            let line = it.range.slice(self.text);
            // The end of a note says nothing about the end of a group.
            first_word(line) == lower && (lower != "end" || line.trim_end() == lower)
        };
        if !is_capital || self.document.stmts.iter().take(MOST_WORDS).any(is_lower) {
            return canonical;
        }
        format!("{word}{}", &canonical[word.len()..])
    }

    /// Moves all lines of a block of settings as far as its first.
    fn shift(&mut self, stmt: &Stmt<K>, column: usize) {
        let written = self.levels.written_column(stmt.range.start, self.text);
        let slice = stmt.range.slice(self.text);
        if column == written || slice.contains('\\') {
            return;
        }
        let starts = slice.match_indices('\n').map(|(at, _)| stmt.range.start + at as u32 + 1);
        for line in std::iter::once(stmt.range.start).chain(starts) {
            let rest = &self.text[line as usize..];
            let first = line + (rest.len() - rest.trim_start_matches([' ', '\t']).len()) as u32;
            if !self.text[first as usize..].starts_with(['\r', '\n']) {
                let now = self.levels.written_column(first, self.text);
                let indent = self.levels.blanks((now + column).saturating_sub(written));
                self.indent(first, &indent);
            }
        }
    }

    /// Replaces the blanks before `at`; whether there was nothing but blanks.
    fn indent(&mut self, at: u32, indent: &str) -> bool {
        let start = self.text[..at as usize].rfind('\n').map_or(0, |it| it + 1) as u32;
        let before = TextRange::new(start, at);
        let blank = before.slice(self.text).trim_start_matches('\u{FEFF}').trim().is_empty();
        if blank && !before.slice(self.text).starts_with('\u{FEFF}') {
            self.replace(before, indent);
        }
        blank
    }

    fn trim_end(&mut self, at: u32) {
        let rest = &self.text[at as usize..];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let line = line.strip_suffix('\r').unwrap_or(line);
        // Without the blanks a last backslash would join the next line.
        if line.trim().is_empty() && !self.text[..at as usize].ends_with('\\') {
            self.replace(TextRange::new(at, at + line.len() as u32), "");
        }
    }

    /// Moves a body under its head, which begins at `head` and is to stand at `column`.
    fn body(&mut self, body: &Lines, head: u32, column: usize, how: Move) {
        let text = self.text;
        let indent_of = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
        let filled = body.lines.iter().map(|it| it.slice(text)).filter(|it| !it.trim().is_empty());
        let shared = filled.map(indent_of).min().unwrap_or(0);
        let inside = match how {
            Move::Together => {
                let written = self.levels.written_column(head, text);
                self.levels.text(column, shared.saturating_sub(written))
            }
            Move::EachLine => self.levels.inside(column, Frame::Body),
        };
        let indent = self.levels.blanks(inside);
        let whole = |it: &TextRange| {
            text[..it.start as usize].ends_with('\n') && !it.slice(text).contains('\n')
        };
        let movable = if body.lines.iter().all(whole) { body.lines.as_slice() } else { &[] };
        for line in movable {
            let slice = line.slice(text);
            let drop = match how {
                Move::Together => shared.min(indent_of(slice)),
                Move::EachLine => indent_of(slice),
            } as u32;
            if slice.trim().is_empty() {
                continue;
            }
            self.replace(TextRange::new(line.start, line.start + drop), &indent);
            let kept = slice.trim_end().len() as u32;
            if slice.trim_end().ends_with('\\') {
                continue;
            }
            self.replace(TextRange::new(line.start + kept.max(drop), line.end), "");
        }
        if let Some(close) = body.close {
            let word = close.slice(text).to_ascii_lowercase();
            let indent = self.levels.blanks(column);
            if self.indent(close.start, &indent) && word.starts_with("end") {
                self.replace(close, &word);
            }
            self.trim_end(close.end);
        }
    }

    fn replace(&mut self, range: TextRange, text: &str) {
        if range.slice(self.text) != text {
            self.edits.push(TextEdit::replace(range.in_source(self.source), text));
        }
    }
}
