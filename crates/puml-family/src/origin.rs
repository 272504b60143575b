//! Where each byte of an expanded text comes from, and through which calls and includes.

use diag::{Diagnostic, Fix, SourceId, Span, TextEdit};

/// The way from an expanded text back to what the user wrote.
#[derive(Debug, Clone, PartialEq)]
pub enum Origins {
    /// The text was not expanded: every span is already the user's.
    Same,
    /// The text was put together from pieces.
    Pieces(Pieces),
}

/// A `!theme` line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Theme {
    /// The name in `!theme name`.
    pub name: String,
    /// Where the user wrote it.
    pub span: Span,
    /// Before which byte of the expanded text it stands.
    pub at: u32,
}

/// The pieces of an expanded text in order, without gaps.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Pieces {
    all: Vec<Piece>,
    frames: Vec<Frame>,
    /// The source that was expanded: where a text with no pieces comes from.
    expanded: SourceId,
}

/// A run of expanded bytes with one origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Piece {
    start: u32,
    origin: Span,
    frame: Option<FrameId>,
    copy: Copied,
}

/// How a piece relates to its origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Copied {
    /// Byte for byte.
    Exactly,
    /// It stands for the origin: the value of a variable, the result of a call.
    Instead,
}

/// A call or an include that is under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameId(u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Frame {
    parent: Option<FrameId>,
    at: Span,
    what: &'static str,
}

impl Pieces {
    /// No pieces yet of what `source` expands to.
    pub fn of(source: SourceId) -> Self {
        Self { expanded: source, ..Self::default() }
    }

    /// Notes a call or an include that begins.
    pub fn frame(&mut self, parent: Option<FrameId>, at: Span, what: &'static str) -> FrameId {
        self.frames.push(Frame { parent, at, what });
        FrameId(self.frames.len() as u32 - 1)
    }

    /// Notes that the next `len` bytes at `start` come from `origin`; joins with the piece before where it goes on.
    pub fn push(&mut self, start: u32, origin: Span, frame: Option<FrameId>, copy: Copied) {
        if copy == Copied::Exactly
            && let Some(last) = self.all.last_mut()
            && last.copy == Copied::Exactly
            && last.frame == frame
            && last.origin.source == origin.source
            && last.origin.end == origin.start
            && last.start + last.origin.len() == start
        {
            last.origin.end = origin.end;
            return;
        }
        self.all.push(Piece { start, origin, frame, copy });
    }

    /// Takes in the pieces of another text, which is put in at `start`: what that text was begun by is now begun by
    /// `at`, inside `parent`.
    pub fn append(&mut self, other: &Self, start: u32, parent: Option<FrameId>, at: Span) {
        let shift = self.frames.len() as u32;
        let shifted = |it: FrameId| FrameId(it.0 + shift);
        self.frames.extend(other.frames.iter().map(|it| match it.parent {
            Some(inner) => Frame { parent: Some(shifted(inner)), ..*it },
            None => Frame { parent, at, ..*it },
        }));
        self.all.extend(other.all.iter().map(|it| Piece {
            start: it.start + start,
            frame: it.frame.map(shifted),
            ..*it
        }));
    }

    /// Forgets everything from `end` on.
    pub fn truncate(&mut self, end: u32) {
        while self.all.last().is_some_and(|it| it.start >= end) {
            self.all.pop();
        }
        if let Some(last) = self.all.last_mut()
            && last.copy == Copied::Exactly
        {
            last.origin.end = last.origin.end.min(last.origin.start + (end - last.start));
        }
    }

    fn at(&self, offset: u32) -> Option<&Piece> {
        let after = self.all.partition_point(|it| it.start <= offset);
        self.all.get(after.checked_sub(1)?)
    }

    fn span(&self, span: Span) -> Option<(Span, &Piece)> {
        let first = self.at(span.start)?;
        let last = self.at(span.end.saturating_sub(1).max(span.start))?;
        let start = match first.copy {
            Copied::Exactly => first.origin.start + (span.start - first.start),
            Copied::Instead => first.origin.start,
        };
        let start = start.min(first.origin.end);
        if last.origin.source != first.origin.source || last.frame != first.frame {
            return Some((Span::new(first.origin.source, start, first.origin.end), first));
        }
        let end = match last.copy {
            Copied::Exactly => last.origin.start + (span.end - last.start),
            Copied::Instead => last.origin.end,
        };
        let end = end.min(last.origin.end).max(start);
        Some((Span::new(first.origin.source, start, end), first))
    }

    fn is_exact(&self, span: Span) -> bool {
        let (Some(first), Some(last)) = (self.at(span.start), self.at(span.end)) else {
            return false;
        };
        first == last && first.copy == Copied::Exactly && first.frame.is_none()
            || span.is_empty() && first.copy == Copied::Exactly && first.frame.is_none()
    }
}

impl Origins {
    /// The user's text behind a span of the expanded text.
    pub fn span(&self, span: Span) -> Span {
        match self {
            Self::Same => span,
            Self::Pieces(pieces) => {
                pieces.span(span).map_or(Span::at(pieces.expanded, 0), |(span, _)| span)
            }
        }
    }

    /// The calls and includes that led to a span of the expanded text, innermost first, each with a word on what it is.
    pub fn chain(&self, span: Span) -> Vec<(Span, &'static str)> {
        let Self::Pieces(pieces) = self else { return Vec::new() };
        let mut next = pieces.span(span).and_then(|(_, piece)| piece.frame);
        let mut chain = Vec::new();
        while let Some(id) = next {
            let frame = pieces.frames[id.0 as usize];
            chain.push((frame.at, frame.what));
            next = frame.parent;
        }
        chain
    }

    /// The finding about the expanded text `expanded`, told about the user's text. A fix stays only where
    /// it changes bytes that the user wrote in place.
    pub fn diagnostic(&self, expanded: SourceId, text: &str, mut found: Diagnostic) -> Diagnostic {
        let Self::Pieces(pieces) = self else { return found };
        if found.span.source != expanded {
            return found;
        }
        let written = found.span;
        found.span = self.span(written);
        for label in &mut found.labels {
            if label.span.source == expanded {
                label.span = self.span(label.span);
            }
        }
        for (at, what) in self.chain(written).into_iter().take(8) {
            found = found.with_label(at, what);
        }
        if pieces.at(written.start).is_some_and(|it| it.copy == Copied::Instead) {
            let start = text[..written.start as usize].rfind('\n').map_or(0, |at| at + 1);
            let line = text[start..].lines().next().unwrap_or_default().trim();
            let shown: String = line.chars().take(120).collect();
            found = found.with_hint(format!("after expansion the line reads `{shown}`"));
        }
        found.fixes.retain(|fix| {
            fix.edits.iter().all(|it| it.span.source != expanded || pieces.is_exact(it.span))
        });
        for Fix { edits, .. } in &mut found.fixes {
            for TextEdit { span, .. } in edits {
                if span.source == expanded {
                    *span = self.span(*span);
                }
            }
        }
        found
    }
}
