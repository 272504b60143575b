//! A finding about the user's input.

use crate::{Code, Fix, Severity, Span};

/// A second place that a finding speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Where the second place is, possibly in another source.
    pub span: Span,
    /// What it has to do with the finding.
    pub text: String,
}

/// One finding: what, where, why, and the way forward.
///
/// The message starts in lower case, has no final stop, puts the user's text in backticks and
/// stands alone on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of problem.
    pub code: Code,
    /// Usually the code's own weight.
    pub severity: Severity,
    /// The smallest text that shows the problem.
    pub span: Span,
    /// What is wrong here.
    pub message: String,
    /// Other places that explain the finding, such as the first of two definitions.
    pub labels: Vec<Label>,
    /// Advice in words.
    pub hints: Vec<String>,
    /// Advice as edits, best first.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// A finding with the code's severity and nothing attached.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity,
            span,
            message: message.into(),
            labels: Vec::new(),
            hints: Vec::new(),
            fixes: Vec::new(),
        }
    }

    /// Points at a second place.
    #[must_use]
    pub fn with_label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds advice in words.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Adds an edit that repairs the input.
    #[must_use]
    pub fn with_fix(mut self, fix: Fix) -> Self {
        self.fixes.push(fix);
        self
    }

    /// The same finding with every span of it, labels and fixes included, led elsewhere.
    #[must_use]
    pub fn moved(mut self, to: impl Fn(Span) -> Span) -> Self {
        self.span = to(self.span);
        let labels = self.labels.iter_mut().map(|it| &mut it.span);
        let edits = self.fixes.iter_mut().flat_map(|it| &mut it.edits).map(|it| &mut it.span);
        for span in labels.chain(edits) {
            *span = to(*span);
        }
        self
    }

    /// Whether this finding refuses the input.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Whether any finding refuses the input.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(Diagnostic::is_error)
}

/// Reading order: by place, errors before warnings at the same place. Stable.
pub fn sort(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by_key(|it| (it.span.source, it.span.start, std::cmp::Reverse(it.severity)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SourceId, TextEdit};

    const WRONG: Code = Code::error("test/wrong", "something is wrong");
    const ODD: Code = Code::warning("test/odd", "something is odd");
    const HOME: SourceId = SourceId(0);
    const AWAY: SourceId = SourceId(7);

    #[test]
    fn labels_and_the_edits_of_every_fix_move_with_the_finding() {
        let at = |start| Span::new(HOME, start, start + 2);
        let first = Fix::safe(
            "replace both",
            vec![TextEdit::replace(at(10), "x"), TextEdit::delete(at(20))],
        );
        let second = Fix::suggested("insert", vec![TextEdit::insert(HOME, 30, "y")]);
        let finding = Diagnostic::new(WRONG, at(0), "wrong")
            .with_label(at(5), "because of this")
            .with_fix(first)
            .with_fix(second);
        let moved = finding.moved(|it| Span::new(AWAY, it.start + 100, it.end + 100));

        assert_eq!(moved.span, Span::new(AWAY, 100, 102));
        assert_eq!(moved.labels[0].span, Span::new(AWAY, 105, 107));
        let edits: Vec<Span> =
            moved.fixes.iter().flat_map(|it| &it.edits).map(|it| it.span).collect();
        assert_eq!(
            edits,
            [Span::new(AWAY, 110, 112), Span::new(AWAY, 120, 122), Span::at(AWAY, 130),]
        );
    }

    #[test]
    fn only_errors_refuse_the_input() {
        let at = Span::at(HOME, 0);
        let odd = Diagnostic::new(ODD, at, "odd");
        let wrong = Diagnostic::new(WRONG, at, "wrong");
        assert!(wrong.is_error() && !odd.is_error());
        assert!(has_errors(&[odd.clone(), wrong]));
        assert!(!has_errors(&[odd]) && !has_errors(&[]));
    }

    #[test]
    fn findings_at_one_place_are_told_errors_first_and_otherwise_in_reading_order() {
        let place = |start| Span::new(HOME, start, start + 1);
        let mut all = vec![
            Diagnostic::new(ODD, place(9), "third"),
            Diagnostic::new(ODD, place(4), "second"),
            Diagnostic::new(WRONG, place(4), "first"),
            Diagnostic::new(ODD, place(9), "fourth"),
        ];
        sort(&mut all);
        let told: Vec<&str> = all.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(told, ["first", "second", "third", "fourth"]);
    }
}
