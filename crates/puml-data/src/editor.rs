//! Data diagrams as an editor sees them: names and values of each line, the outline, what may be typed.

use puml_family::editor::{
    Describe, Entry, EntryKind, Mention, NO_WORDS, PieceKind, Pieces, Run, Words, hanging, nested,
    opener,
};
use puml_syntax::TextRange;

use crate::ast::{Document, StmtKind};

/// What may be typed in either notation beside the data.
pub(crate) static WORDS: Words = Words {
    openers: &[
        opener("#highlight", "#highlight \"${1:name}\"", ("data", "highlight")),
        opener("title", "title ${1:Title}", ("data", "title")),
    ],
    has_surroundings: false,
    ..NO_WORDS
};

impl Describe for StmtKind {
    fn pieces(&self, _: TextRange, out: &mut Pieces<'_>) {
        match self {
            Self::Data(range) => {
                let source = out.source();
                for (range, kind) in tokens(source, *range) {
                    out.add(range, kind);
                }
            }
            Self::Highlight(it) => {
                for item in &it.path {
                    out.add(*item, PieceKind::Property);
                }
                for item in &it.stereotypes {
                    out.add(*item, PieceKind::Stereotype);
                }
            }
            Self::Remark | Self::Shared(_) => {}
        }
    }

    fn mentions(&self, _: &Document) -> Vec<Mention> {
        Vec::new()
    }

    /// The first name of a line of data.
    fn entry(&self, document: &Document, _: TextRange) -> Option<Entry> {
        let Self::Data(range) = self else { return None };
        let found = tokens(&document.source, *range);
        let (name, _) = found.into_iter().find(|it| it.1 == PieceKind::Property)?;
        let text = name.slice(&document.source).trim_matches(['"', '\'']);
        Some(Entry::new(text, EntryKind::Field, name))
    }

    /// A value with the lines that it has below its name.
    fn runs(document: &Document) -> Vec<Run> {
        let lines = data(document);
        if is_json(document) {
            brackets(document, &lines)
        } else {
            hanging(depths(document, &lines))
        }
    }

    /// The names, each in the value that it stands in.
    fn outline(document: &Document) -> Option<Vec<Entry>> {
        let lines = data(document);
        let depths = if is_json(document) {
            bracket_depths(document, &lines)
        } else {
            depths(document, &lines).map(|it| it.1).collect()
        };
        let named = lines.into_iter().zip(depths).filter_map(|((at, _), depth)| {
            let stmt = &document.stmts[at];
            Some((depth, stmt.kind.entry(document, stmt.range)?))
        });
        Some(nested(named))
    }

    fn topic(&self, word: &str) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Highlight(_) => Some(("data", "highlight")),
            Self::Data(_) if word.starts_with(['[', '-']) => Some(("data", "list")),
            Self::Data(_) => Some(("data", "map")),
            Self::Remark | Self::Shared(_) => None,
        }
    }
}

/// The lines of data with their places among the statements.
fn data(document: &Document) -> Vec<(usize, TextRange)> {
    let lines = document.stmts.iter().enumerate();
    lines
        .filter_map(|(at, it)| match it.kind {
            StmtKind::Data(range) => Some((at, range)),
            _ => None,
        })
        .collect()
}

/// Whether the block is written in JSON, by its marker.
fn is_json(document: &Document) -> bool {
    let marker = document.blocks.first().and_then(|it| it.start);
    marker.is_some_and(|it| it.slice(&document.source).to_ascii_lowercase().ends_with("json"))
}

/// The lines of YAML, each with the column of its first name or value: a dash counts as a blank.
fn depths<'a>(
    document: &'a Document,
    lines: &'a [(usize, TextRange)],
) -> impl Iterator<Item = (usize, u32)> + 'a {
    lines.iter().map(|(at, range)| {
        let line = range.slice(&document.source);
        (*at, (line.len() - line.trim_start_matches([' ', '\t', '-']).len()) as u32)
    })
}

/// How many brackets are open where each line of JSON begins; brackets that close first do not count.
fn bracket_depths(document: &Document, lines: &[(usize, TextRange)]) -> Vec<u32> {
    let mut depth = 0_u32;
    let depths = lines.iter().map(|(_, range)| {
        let line = range.slice(&document.source);
        let closed = line.chars().take_while(|it| !it.is_alphanumeric() && !"\"'[{".contains(*it));
        let closed = closed.filter(|it| "]}".contains(*it)).count() as u32;
        let here = depth.saturating_sub(closed);
        for sign in signs(line) {
            depth = if "[{".contains(sign) { depth + 1 } else { depth.saturating_sub(1) };
        }
        here
    });
    depths.collect()
}

/// The runs of lines that brackets open; what closes them is not part of it.
fn brackets(document: &Document, lines: &[(usize, TextRange)]) -> Vec<Run> {
    let mut open: Vec<usize> = Vec::new();
    let mut found = Vec::new();
    for (idx, (at, range)) in lines.iter().enumerate() {
        for sign in signs(range.slice(&document.source)) {
            if "[{".contains(sign) {
                open.push(*at);
            } else if let Some(first) = open.pop()
                && idx > 0
            {
                found.push(Run { first, last: lines[idx - 1].0 });
            }
        }
    }
    found.retain(|it| it.first < it.last);
    found.sort_by_key(|it| (it.first, std::cmp::Reverse(it.last)));
    found
}

/// The brackets of a line outside of texts.
fn signs(line: &str) -> impl Iterator<Item = char> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(sign) = line[at..].chars().next() {
            if matches!(sign, '"' | '\'') {
                at += quoted_end(&line[at..], sign);
                continue;
            }
            at += sign.len_utf8();
            if "[]{}".contains(sign) {
                return Some(sign);
            }
        }
        None
    })
}

/// Names, texts, numbers and words of a line in either notation.
fn tokens(source: &str, range: TextRange) -> Vec<(TextRange, PieceKind)> {
    let line = range.slice(source);
    let piece =
        |from: usize, to: usize| TextRange::new(range.start + from as u32, range.start + to as u32);
    let mut found = Vec::new();
    let mut at = line.len() - line.trim_start_matches([' ', '\t', '-']).len();
    // A plain name of YAML, and its value up to the end of the line.
    if let Some(end) = plain_name(&line[at..]) {
        found.push((piece(at, at + end), PieceKind::Property));
        at += end + 1;
        let value = line[at..].trim();
        let start = at + (line[at..].len() - line[at..].trim_start().len());
        if !value.is_empty() && !value.starts_with(['"', '\'', '[', '{']) {
            found.push((piece(start, start + value.len()), value_kind(value)));
            return found;
        }
    }
    while let Some(first) = line[at..].chars().next() {
        let end = match first {
            '"' | '\'' => {
                let end = at + quoted_end(&line[at..], first);
                let is_name = line[end..].trim_start().starts_with(':');
                let kind = if is_name { PieceKind::Property } else { PieceKind::Text };
                found.push((piece(at, end), kind));
                end
            }
            _ if is_sign(first) => at + first.len_utf8(),
            _ => {
                let length = line[at..].find(is_sign).unwrap_or(line.len() - at);
                let word = &line[at..at + length];
                found.push((piece(at, at + length), value_kind(word)));
                at + length
            }
        };
        at = end;
    }
    found
}

fn is_sign(it: char) -> bool {
    it.is_whitespace() || matches!(it, '{' | '}' | '[' | ']' | ',' | ':')
}

/// The length of a name without quotes before a colon that ends the line or has a blank behind it.
fn plain_name(text: &str) -> Option<usize> {
    if text.starts_with(['"', '\'', '{', '[', '}', ']', ',', ':']) {
        return None;
    }
    let end = text.find(": ").or_else(|| text.trim_end().strip_suffix(':').map(str::len))?;
    Some(end)
}

/// How long a text in quotes is, with them; up to the end where the second one is missing.
fn quoted_end(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, it) in text.char_indices().skip(1) {
        if it == quote && !is_escaped {
            return at + 1;
        }
        is_escaped = it == '\\' && !is_escaped;
    }
    text.len()
}

fn value_kind(word: &str) -> PieceKind {
    match word {
        "true" | "false" | "null" | "~" => PieceKind::Keyword,
        _ if word.parse::<f64>().is_ok() => PieceKind::Number,
        _ => PieceKind::Text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Vec<(&str, PieceKind)> {
        let range = TextRange::new(0, line.len() as u32);
        tokens(line, range).into_iter().map(|it| (it.0.slice(line), it.1)).collect()
    }

    #[test]
    fn a_line_of_json_has_names_and_values() {
        use PieceKind::{Keyword, Number, Property, Text};
        assert_eq!(
            read("  \"a\": [1.5, \"x \\\" y\", true], \"b\" : {"),
            [
                ("\"a\"", Property),
                ("1.5", Number),
                ("\"x \\\" y\"", Text),
                ("true", Keyword),
                ("\"b\"", Property)
            ]
        );
        assert_eq!(read("\"never closed"), [("\"never closed", Text)]);
    }

    #[test]
    fn a_line_of_yaml_has_a_name_and_its_value() {
        use PieceKind::{Number, Property, Text};
        assert_eq!(
            read("  - my key: some: text, more"),
            [("my key", Property), ("some: text, more", Text)]
        );
        assert_eq!(read("ports: [80, web]"), [("ports", Property), ("80", Number), ("web", Text)]);
        assert_eq!(read("spec:"), [("spec", Property)]);
        assert_eq!(read("- plain"), [("plain", Text)]);
    }
}
