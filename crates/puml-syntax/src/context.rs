//! What a construct may report while it reads a line.

use diag::{Code, Diagnostic, Fix, SourceId, TextEdit};

use crate::TextRange;
use crate::ast::StmtKind;

/// Why a construct did not take a line.
pub(crate) enum Miss {
    /// It is something else.
    Other,
    /// It began as this construct and then went wrong; reported unless another construct takes it.
    Broken(Box<Diagnostic>),
}

/// A construct's answer to a line.
pub(crate) type Read<T = StmtKind> = Result<T, Miss>;

/// Where findings go.
pub(crate) struct Context {
    pub(crate) source: SourceId,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Context {
    /// A finding at a range, not yet reported.
    pub(crate) fn at(
        &self,
        code: Code,
        range: TextRange,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::new(code, range.in_source(self.source), message)
    }

    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// An edit that replaces a range.
    pub(crate) fn edit(&self, range: TextRange, text: impl Into<String>) -> TextEdit {
        TextEdit::replace(range.in_source(self.source), text)
    }

    /// A fix of one replacement that keeps the evident meaning.
    pub(crate) fn safe(&self, title: impl Into<String>, range: TextRange, text: &str) -> Fix {
        Fix::safe(title, vec![self.edit(range, text)])
    }

    /// A fix of one replacement that is a guess.
    pub(crate) fn guess(&self, title: impl Into<String>, range: TextRange, text: &str) -> Fix {
        Fix::suggested(title, vec![self.edit(range, text)])
    }
}

/// The answer of a construct that began and went wrong.
pub(crate) fn broken<T>(diagnostic: Diagnostic) -> Read<T> {
    Err(Miss::Broken(Box::new(diagnostic)))
}
