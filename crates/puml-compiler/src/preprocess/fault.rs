//! Why one directive or call cannot be carried out.

use diag::{Code, Span};

/// A failure with its kind; the place is the line at hand unless a smaller one is known.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fault {
    pub(super) code: Code,
    pub(super) message: String,
    pub(super) span: Option<Span>,
    pub(super) hint: Option<String>,
    /// Whether a bound is reached, so that nothing more may be carried out.
    pub(super) stops: bool,
}

impl Fault {
    pub(super) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), span: None, hint: None, stops: false }
    }

    pub(super) fn at(mut self, span: Span) -> Self {
        self.span.get_or_insert(span);
        self
    }

    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    pub(super) fn stop(mut self) -> Self {
        self.stops = true;
        self
    }
}

pub(super) type Outcome<T> = Result<T, Fault>;
