//! The words and signs of dot.

use diag::{Diagnostic, SourceId, Span};

use crate::place::unreadable;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A name, a number, or a text in quotes or angle brackets (which keep them).
    Word { text: String, is_quoted: bool },
    /// `->` or `--`.
    Arrow { is_directed: bool },
    /// One of `{}[];,=:+`.
    Sign(char),
    /// Behind the last one.
    End,
}

pub(super) fn tokens(text: &str, source: SourceId) -> Result<Vec<(Token, Span)>, Box<Diagnostic>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (token, len) = if first.is_whitespace() || first == '\u{feff}' {
            (None, first.len_utf8())
        } else if rest.starts_with("//") || (first == '#' && is_line_start(text, at)) {
            (None, rest.find('\n').unwrap_or(rest.len()))
        } else if rest.starts_with("/*") {
            (None, rest.find("*/").map_or(rest.len(), |it| it + 2))
        } else if rest.starts_with("->") || rest.starts_with("--") {
            (Some(Token::Arrow { is_directed: rest.starts_with("->") }), 2)
        } else if "{}[];,=:+".contains(first) {
            (Some(Token::Sign(first)), 1)
        } else if first == '"' {
            let (text, len) = quoted(rest).ok_or_else(|| unclosed(at, text, source, "quote"))?;
            (Some(Token::Word { text, is_quoted: true }), len)
        } else if first == '<' {
            let len = html(rest).ok_or_else(|| unclosed(at, text, source, "angle bracket"))?;
            (Some(Token::Word { text: rest[..len].to_owned(), is_quoted: true }), len)
        } else {
            let is_number = first == '-' || first == '.' || first.is_ascii_digit();
            let mut signs = rest.char_indices().skip(1);
            let end = signs
                .find(|(_, it)| !(it.is_alphanumeric() || *it == '_' || (is_number && *it == '.')));
            let len = end.map_or(rest.len(), |it| it.0);
            (Some(Token::Word { text: rest[..len].to_owned(), is_quoted: false }), len)
        };
        if let Some(token) = token {
            tokens.push((token, Span::new(source, at as u32, (at + len) as u32)));
        }
        at += len;
    }
    tokens.push((Token::End, Span::at(source, text.len() as u32)));
    Ok(tokens)
}

fn is_line_start(text: &str, at: usize) -> bool {
    at == 0 || text[..at].ends_with('\n')
}

/// The text up to the closing quote, and the length with both quotes.
fn quoted(rest: &str) -> Option<(String, usize)> {
    let mut text = String::new();
    let mut signs = rest.char_indices().skip(1);
    while let Some((at, sign)) = signs.next() {
        match sign {
            '"' => return Some((text, at + 1)),
            '\\' => match signs.next()?.1 {
                '"' => text.push('"'),
                '\n' => {}
                other => text.extend(['\\', other]),
            },
            other => text.push(other),
        }
    }
    None
}

/// The length of a text in angle brackets, which may nest.
fn html(rest: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, sign) in rest.char_indices() {
        match sign {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

fn unclosed(at: usize, text: &str, source: SourceId, what: &str) -> Box<Diagnostic> {
    let span = Span::new(source, at as u32, text.len() as u32);
    unreadable(span, format!("this {what} is never closed"))
}
