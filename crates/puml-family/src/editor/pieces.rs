//! The pieces of a statement, as a family gathers them.

use puml_syntax::TextRange;
use puml_syntax::ast::{ColorRef, ColorSet, Lines, Link, Name, Stereotype, Text};

/// One piece of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Not empty; may span lines.
    pub range: TextRange,
    /// Decides the colour of the piece in an editor.
    pub kind: PieceKind,
}

/// How an editor colours a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceKind {
    /// A word of the language.
    Keyword,
    /// A name where it is declared.
    Declaration,
    /// A name where it is used.
    Use,
    /// The long form of a name, in quotes or not.
    LongName,
    /// A member of an entity: a field, a method, a constant.
    Member,
    /// An arrow or a link.
    Arrow,
    /// Signs that belong to the construct: `++`, `&`, `{`.
    Mark,
    /// Free text with markup.
    Text,
    /// A colour with its `#`, if it has one.
    Color,
    /// A number.
    Number,
    /// With its chevrons.
    Stereotype,
    /// The name of a place in time.
    Anchor,
    /// The target of a link.
    Url,
    /// The name of a setting.
    Property,
    /// The value of a setting.
    Value,
    /// A selector of a style block.
    Selector,
    /// A preprocessor directive.
    Directive,
    /// The path of an included file.
    Path,
    /// The name of a macro that is called.
    Macro,
    /// A remark that is not drawn.
    Comment,
}

/// Collects the pieces of one statement, in any order.
pub struct Pieces<'a> {
    pub(super) source: &'a str,
    found: Vec<Piece>,
}

impl<'a> Pieces<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        Self { source, found: Vec::with_capacity(8) }
    }

    /// The text that ranges count in.
    pub fn source(&self) -> &'a str {
        self.source
    }

    /// Marks a range; pieces may be added in any order.
    pub fn add(&mut self, range: TextRange, kind: PieceKind) {
        self.found.push(Piece { range, kind });
    }

    /// A piece that may be absent.
    pub fn maybe(&mut self, range: Option<TextRange>, kind: PieceKind) {
        if let Some(range) = range {
            self.add(range, kind);
        }
    }

    /// A name with its quotes.
    pub fn name(&mut self, name: Name, kind: PieceKind) {
        self.add(name.outer(self.source), kind);
    }

    /// A colour that may be absent.
    pub fn color(&mut self, color: Option<ColorRef>) {
        self.maybe(color.map(|it| it.range), PieceKind::Color);
    }

    /// `#back;line:x;line.dashed` and its like.
    pub fn colors(&mut self, colors: Option<ColorSet>) {
        let Some(set) = colors else { return };
        let mut inner: Vec<TextRange> = [set.back, set.line, set.text, set.header]
            .into_iter()
            .flatten()
            .map(|it| it.range)
            .collect();
        inner.sort();
        // Words such as `line` and `dashed` between the colours belong to the specification.
        let mut at = set.range.start;
        for range in inner {
            self.add(range, PieceKind::Color);
            if at < range.start {
                self.add(TextRange::new(at, range.start), PieceKind::Mark);
            }
            at = at.max(range.end);
        }
        if at < set.range.end {
            self.add(TextRange::new(at, set.range.end), PieceKind::Mark);
        }
    }

    /// Stereotypes with their chevrons.
    pub fn stereotypes(&mut self, stereotypes: &[Stereotype]) {
        for stereotype in stereotypes {
            self.add(stereotype.range, PieceKind::Stereotype);
        }
    }

    /// The parts of a link that may be absent.
    pub fn link(&mut self, link: Option<Link>) {
        let Some(link) = link else { return };
        self.add(link.url, PieceKind::Url);
        self.maybe(link.tooltip, PieceKind::Text);
        self.maybe(link.label, PieceKind::Text);
    }

    /// The lines of a block of text.
    pub fn lines(&mut self, lines: &Lines) {
        for line in &lines.lines {
            self.add(*line, PieceKind::Text);
        }
    }

    /// A text in either form.
    pub fn text(&mut self, text: &Text) {
        match text {
            Text::Line(range) => self.add(*range, PieceKind::Text),
            Text::Lines(lines) => self.lines(lines),
        }
    }

    /// In reading order and without overlap: of two that overlap, the one that begins first, then the longer one.
    pub(super) fn sorted(self) -> Vec<Piece> {
        let mut found = self.found;
        found.retain(|it| !it.range.is_empty());
        found.sort_by_key(|it| (it.range.start, std::cmp::Reverse(it.range.end)));
        let mut end = 0;
        found.retain(|it| {
            let free = it.range.start >= end;
            if free {
                end = it.range.end;
            }
            free
        });
        found
    }
}

/// Adds the words and numbers between the pieces of a statement: keywords of its construct.
pub(super) fn fill(source: &str, range: TextRange, found: &mut Vec<Piece>) {
    let mut gaps = Vec::with_capacity(found.len() + 1);
    let mut from = range.start;
    for piece in found.iter() {
        gaps.push((from, piece.range.start));
        from = piece.range.end;
    }
    gaps.push((from, range.end));
    let before = found.len();
    for (from, to) in gaps.into_iter().filter(|it| it.0 < it.1) {
        let gap = TextRange::new(from, to).slice(source);
        let mut start = None;
        for (at, it) in gap.char_indices().chain([(gap.len(), ' ')]) {
            let inside = it.is_ascii_alphanumeric();
            match start {
                None if inside => start = Some(at),
                Some(begin) if !inside => {
                    let digits = gap[begin..at].bytes().all(|it| it.is_ascii_digit());
                    let kind = if digits { PieceKind::Number } else { PieceKind::Keyword };
                    let range = TextRange::new(from + begin as u32, from + at as u32);
                    found.push(Piece { range, kind });
                    start = None;
                }
                _ => {}
            }
        }
    }
    if found.len() > before {
        found.sort_by_key(|it| it.range.start);
    }
}
