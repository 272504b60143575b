//! The expanded text as it grows, with its origins.

use diag::Span;

use super::fault::{Fault, Outcome};
use crate::codes::preprocess as codes;
use puml_family::{Copied, FrameId, Pieces};

/// Expanded text and where it comes from. Every line ends in a line end.
#[derive(Debug, Default)]
pub(super) struct Output {
    pub(super) text: String,
    pub(super) pieces: Pieces,
    /// Bytes that may be written in all.
    limit: usize,
    glued: bool,
}

impl Output {
    /// An empty text that may grow to `limit` bytes.
    pub(super) fn new(limit: u32) -> Self {
        Self { limit: limit as usize, ..Self::default() }
    }

    /// Lets the next line go on at the end of the last one.
    pub(super) fn glue(&mut self) {
        if self.text.ends_with('\n') {
            self.text.pop();
            if self.text.ends_with('\r') {
                self.text.pop();
            }
            self.pieces.truncate(self.text.len() as u32);
            self.glued = true;
        }
    }

    /// Ends a line that was left open.
    pub(super) fn unglue(&mut self, at: Span) -> Outcome<()> {
        if std::mem::take(&mut self.glued) {
            self.instead("\n", Span::at(at.source, at.end), None)?;
        }
        Ok(())
    }

    /// Writes text that the source has at `span`, byte for byte.
    pub(super) fn exactly(
        &mut self,
        text: &str,
        span: Span,
        frame: Option<FrameId>,
    ) -> Outcome<()> {
        self.push(text, span, frame, Copied::Exactly)
    }

    /// Writes text that stands for what the source has at `span`.
    pub(super) fn instead(
        &mut self,
        text: &str,
        span: Span,
        frame: Option<FrameId>,
    ) -> Outcome<()> {
        self.push(text, span, frame, Copied::Instead)
    }

    /// Writes a text that was put together elsewhere, as begun by `at` inside `frame`.
    pub(super) fn append(&mut self, other: &Self, frame: Option<FrameId>, at: Span) -> Outcome<()> {
        self.admit(&other.text)?;
        self.pieces.append(&other.pieces, self.text.len() as u32, frame, at);
        self.text.push_str(&other.text);
        Ok(())
    }

    fn admit(&self, text: &str) -> Outcome<()> {
        let limit = self.limit;
        if self.text.len() + text.len() <= limit {
            return Ok(());
        }
        let message = format!("the expanded text is larger than {limit} bytes");
        Err(Fault::new(codes::LIMIT_REACHED, message).stop())
    }

    fn push(
        &mut self,
        text: &str,
        span: Span,
        frame: Option<FrameId>,
        copied: Copied,
    ) -> Outcome<()> {
        if text.is_empty() {
            return Ok(());
        }
        self.admit(text)?;
        self.glued = false;
        self.pieces.push(self.text.len() as u32, span, frame, copied);
        self.text.push_str(text);
        Ok(())
    }
}
