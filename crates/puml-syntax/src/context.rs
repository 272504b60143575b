//! What a construct may report while it reads a line.

use diag::{Code, Diagnostic, Fix, SourceId, TextEdit};

use crate::TextRange;

/// Why a construct did not take a line.
pub enum Miss {
    /// It is something else.
    Other,
    /// It began as this construct and then went wrong; reported unless another construct takes it.
    Broken(Box<Diagnostic>),
}

/// A construct's answer to a line.
pub type Read<T> = Result<T, Miss>;

/// The findings about the text that is parsed.
pub struct Context {
    /// The text that is read.
    pub source: SourceId,
    /// What was reported so far.
    pub diagnostics: Vec<Diagnostic>,
}

impl Context {
    /// A finding at a range, not yet reported.
    pub fn at(&self, code: Code, range: TextRange, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, range.in_source(self.source), message)
    }

    /// Keeps a finding.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// An edit that replaces a range.
    pub fn edit(&self, range: TextRange, text: impl Into<String>) -> TextEdit {
        TextEdit::replace(range.in_source(self.source), text)
    }

    /// A fix of one replacement that keeps the evident meaning.
    pub fn safe(&self, title: impl Into<String>, range: TextRange, text: &str) -> Fix {
        Fix::safe(title, vec![self.edit(range, text)])
    }

    /// A fix of one replacement that is a guess.
    pub fn guess(&self, title: impl Into<String>, range: TextRange, text: &str) -> Fix {
        Fix::suggested(title, vec![self.edit(range, text)])
    }
}

/// The answer of a construct that began and went wrong.
pub fn broken<T>(diagnostic: Diagnostic) -> Read<T> {
    Err(Miss::Broken(Box::new(diagnostic)))
}
