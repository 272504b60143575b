//! The lines of one diagram while they are being parsed, and the bodies of block constructs.

use crate::ast;
use crate::cursor::{is_blank, is_quote};
use crate::lines::{Line, LineKind, Lines};

/// Stands behind the line that is being parsed.
pub struct Reader<'a> {
    /// The lines of the whole text.
    pub lines: &'a Lines<'a>,
    /// The next line to read.
    pub next: usize,
    /// One past the diagram's last line.
    pub stop: usize,
    /// How many lines fruitless searches may still look at; keeps many unclosed blocks linear.
    budget: usize,
}

/// What closes a block of lines. Case does not matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Close {
    /// `end note`, `end hnote`, `end rnote`, with at most one blank.
    AnyNote,
    /// `end note` only.
    Note,
    /// `end ref`, or a bare `end`.
    Reference,
    /// `end` and this word, with at most one blank.
    Word(&'static str),
    /// A `]` at the end of a line without other brackets.
    Bracket,
    /// A quote at the end of a line.
    Quote,
    /// A line that is only `}` and balances all braces outside strings, as in JSON.
    JsonBrace,
    /// A `}` at the end of a line, or `end sprite`.
    Sprite,
    /// A line that is only `}`.
    Brace,
    /// The `}` that balances the opening line; every line must look like an entry.
    Braces,
    /// `</style>`.
    Style,
    /// `</svg>`.
    Svg,
}

impl Close {
    fn matches(self, text: &str) -> bool {
        match self {
            Self::AnyNote => ["note", "hnote", "rnote"].iter().any(|it| is_end_of(text, it)),
            Self::Note => is_end_of(text, "note"),
            Self::Reference => text.eq_ignore_ascii_case("end") || is_end_of(text, "ref"),
            Self::Word(word) => is_end_of(text, word),
            Self::Bracket => text.strip_suffix(']').is_some_and(|it| !it.contains(['[', ']'])),
            Self::Quote => text.ends_with(is_quote),
            Self::Sprite => text.ends_with('}') || is_end_of(text, "sprite"),
            Self::Brace | Self::JsonBrace => text == "}",
            Self::Braces => text.ends_with('}'),
            Self::Style => text.to_ascii_lowercase().starts_with("</style>"),
            Self::Svg => text.to_ascii_lowercase().ends_with("</svg>"),
        }
    }
}

/// `end word` with at most one blank between.
fn is_end_of(text: &str, word: &str) -> bool {
    let Some(rest) = text.get(..3).filter(|it| it.eq_ignore_ascii_case("end")).map(|_| &text[3..])
    else {
        return false;
    };
    let rest = rest.strip_prefix(is_blank).unwrap_or(rest);
    rest.eq_ignore_ascii_case(word)
}

/// How many braces a line of JSON opens more than it closes.
fn braces(text: &str) -> i32 {
    let mut depth = 0;
    let mut is_quoted = false;
    let mut letters = text.chars();
    while let Some(it) = letters.next() {
        match it {
            '\\' if is_quoted => {
                letters.next();
            }
            '"' => is_quoted = !is_quoted,
            '{' if !is_quoted => depth += 1,
            '}' if !is_quoted => depth -= 1,
            _ => {}
        }
    }
    depth
}

/// An entry of a `skinparam` block: nothing, `}`, `key value`, `key {`.
fn is_entry(text: &str) -> bool {
    if text.is_empty() || text == "}" || text.starts_with('\'') {
        return true;
    }
    let word = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '.');
    let mut rest = text.trim_start_matches(word);
    if rest.starts_with("<<")
        && let Some(at) = rest.rfind(">>")
    {
        rest = rest[at + 2..].trim_start_matches(word);
    }
    rest.starts_with(is_blank)
}

impl<'a> Reader<'a> {
    /// Stands before the first of some lines.
    pub fn new(lines: &'a Lines<'a>, range: std::ops::Range<usize>) -> Self {
        let budget = (range.end - range.start) * 4 + 1_000;
        Self { lines, next: range.start, stop: range.end, budget }
    }

    /// The next line, if the diagram has one.
    pub fn advance(&mut self) -> Option<Line> {
        let line = *self.lines.all.get(self.next).filter(|_| self.next < self.stop)?;
        self.next += 1;
        Some(line)
    }

    /// The lines up to what closes the block; nothing, and nothing consumed, if it is never closed.
    pub fn body(&mut self, close: Close) -> Option<ast::Lines> {
        let text = self.lines.text;
        let mut found = ast::Lines::default();
        let mut embedded = 0_u32;
        let mut level = 1_u32;
        for at in self.next..self.stop {
            let line = self.lines.all[at];
            if matches!(line.kind, LineKind::Comment | LineKind::OpenComment) {
                continue;
            }
            let content = line.content.slice(text);
            if close == Close::Braces {
                if !is_entry(content) {
                    self.spend(at);
                    return None;
                }
                level = if content.ends_with('{') {
                    level + 1
                } else if content.ends_with('}') {
                    level - 1
                } else {
                    level
                };
            }
            if close == Close::JsonBrace {
                level = level.saturating_add_signed(braces(content));
            }
            let closes = match close {
                Close::JsonBrace => level == 0 && close.matches(content),
                Close::Braces => level == 0,
                _ => embedded == 0 && close.matches(content),
            };
            if closes {
                found.close = Some(line.content);
                self.next = at + 1;
                return Some(found);
            }
            if content.starts_with("{{") && !content.contains("}}") {
                embedded += 1;
            } else if content.starts_with("}}") {
                embedded = embedded.saturating_sub(1);
            }
            found.lines.push(line.raw);
            if at - self.next > self.budget {
                break;
            }
        }
        self.spend(self.stop);
        None
    }

    fn spend(&mut self, until: usize) {
        self.budget = self.budget.saturating_sub(until - self.next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn end_words_take_one_blank_at_most() {
        assert!(is_end_of("end note", "note"));
        assert!(is_end_of("EndNote", "note"));
        assert!(!is_end_of("end  note", "note"));
        assert!(!is_end_of("end", "note"));
    }

    #[test]
    fn entries_of_a_skinparam_block_are_told_from_other_lines() {
        for text in ["", "}", "ArrowColor red", "participant {", "BorderColor<<st>> red"] {
            assert!(is_entry(text), "{text}");
        }
        for text in ["ArrowColor", "A->B", "@enduml"] {
            assert!(!is_entry(text), "{text}");
        }
    }
}
