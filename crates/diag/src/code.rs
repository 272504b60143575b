//! The stable identity of each kind of problem.

use std::fmt;

/// How much a finding weighs. Ordered: an error is the greatest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something worth knowing that needs no change.
    Info,
    /// Accepted, but probably not what was meant.
    Warning,
    /// Refused: the result cannot be right.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// A kind of problem: a kebab name with its area, such as `syntax/unclosed-group`.
///
/// The name is public for good. Each has a page `docs/codes/<area>/<name>.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Code {
    /// `area/kebab-name`.
    pub name: &'static str,
    /// The weight of a finding of this kind unless a caller changes it.
    pub severity: Severity,
    /// One line: what is wrong, without the particulars.
    pub summary: &'static str,
}

impl Code {
    /// A code whose findings refuse the input.
    pub const fn error(name: &'static str, summary: &'static str) -> Self {
        Self { name, severity: Severity::Error, summary }
    }

    /// A code whose findings let the input pass.
    pub const fn warning(name: &'static str, summary: &'static str) -> Self {
        Self { name, severity: Severity::Warning, summary }
    }

    /// A code whose findings only inform.
    pub const fn info(name: &'static str, summary: &'static str) -> Self {
        Self { name, severity: Severity::Info, summary }
    }

    /// The part before the slash: which stage or system speaks.
    pub fn area(self) -> &'static str {
        self.name.split_once('/').map_or(self.name, |(area, _)| area)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_is_what_stands_before_the_slash() {
        assert_eq!(Code::error("syntax/unclosed-group", "").area(), "syntax");
        assert_eq!(Code::info("bare", "").area(), "bare");
    }

    #[test]
    fn severities_are_ordered_and_have_the_words_of_the_json_form() {
        let words: Vec<String> = [Severity::Info, Severity::Warning, Severity::Error]
            .windows(2)
            .inspect(|pair| assert!(pair[0] < pair[1]))
            .flatten()
            .map(ToString::to_string)
            .collect();
        assert_eq!(words, ["info", "warning", "warning", "error"]);
        assert_eq!(Code::warning("a/b", "").severity, Severity::Warning);
    }
}
