//! Is this source right? The answer comes from drawing it: "right" never turns into a refusal one call later.

use diag::{Diagnostic, SourceId, Span};

use crate::render::draw;
use crate::{Limits, Options};

/// The outcome of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The diagram type by its public name, such as `flowchart`; `None` when the source was refused.
    pub kind: Option<&'static str>,
    /// Findings in reading order; spans count in `SourceId(0)`.
    pub diagnostics: Vec<Diagnostic>,
}

impl Verdict {
    /// Whether the source will be drawn.
    pub fn is_ok(&self) -> bool {
        !diag::has_errors(&self.diagnostics)
    }

    /// The same findings for a source that is part of a larger one: a block in a Markdown file, say.
    /// The block's first byte lies at `offset` of `source`, and its lines are not indented there.
    #[must_use]
    pub fn relocated(self, source: SourceId, offset: u32) -> Self {
        let there = |span: Span| Span::new(source, span.start + offset, span.end + offset);
        let diagnostics = self.diagnostics.into_iter().map(|it| it.moved(there)).collect();
        Self { diagnostics, ..self }
    }
}

/// Checks a source by drawing it once with the default look. Who also wants the picture calls [`crate::draw`].
pub fn verify(source: &str, limits: &Limits) -> Verdict {
    draw(source, &Options { limits: *limits, ..Options::default() }).verdict
}
