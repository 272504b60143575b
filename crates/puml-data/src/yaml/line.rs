//! One line of YAML: its indentation, and what it is by itself.

use super::strict;
use puml_syntax::TextRange;
use puml_syntax::data::{Flaw, Gathered};

/// What a line is by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Nothing, or a comment.
    Blank,
    /// None of the others.
    Text,
    /// `-`.
    Dash,
    /// `- value`.
    Item,
    /// `- key:`.
    ItemKey,
    /// `- key: value`.
    ItemPair,
    /// `key:`.
    Key,
    /// `key: value`.
    Pair,
    /// `key: |`.
    Block,
    /// `key: >`.
    Folded,
}

/// A line, taken apart.
pub(super) struct Line<'a> {
    pub(super) shape: Shape,
    /// Blanks before it; a tab counts four.
    pub(super) indent: usize,
    pub(super) raw: &'a str,
    /// Without blanks around it and without its comment.
    pub(super) content: &'a str,
    /// Where the content begins in the gathered text.
    start: usize,
    /// Without its quotes.
    pub(super) key: &'a str,
    pub(super) key_range: TextRange,
    /// The key with its quotes and escapes.
    pub(super) written_key: &'a str,
    /// The colon behind the key.
    pub(super) colon: TextRange,
    /// All that follows the colon.
    pub(super) behind: &'a str,
    pub(super) value: &'a str,
    pub(super) value_range: TextRange,
}

impl Line<'_> {
    /// The place of the blanks before the content.
    pub(super) fn indentation(&self, gathered: &Gathered) -> TextRange {
        let before = self.raw.len() - self.raw.trim_start().len();
        gathered.range(self.start - before, self.start)
    }

    /// The column of the key, counted like the indentation.
    pub(super) fn key_column(&self, gathered: &Gathered) -> usize {
        let behind = self.key_range.start.saturating_sub(self.range(gathered).start);
        self.indent + behind as usize
    }

    /// The place of a part of the content.
    pub(super) fn place(&self, from: usize, to: usize, gathered: &Gathered) -> TextRange {
        let at = self.start - (self.raw.len() - self.raw.trim_start().len());
        gathered.range(at + from, at + to)
    }

    /// The place of the content.
    pub(super) fn range(&self, gathered: &Gathered) -> TextRange {
        gathered.range(self.start, self.start + self.content.len())
    }
}

/// Takes a line apart that begins at `at` of the gathered text.
pub(super) fn line<'a>(raw: &'a str, at: usize, gathered: &Gathered) -> Line<'a> {
    let bare = without_comment(raw);
    let content = bare.trim();
    let before = bare.len() - bare.trim_start().len();
    let start = at + before;
    let indent = raw[..before].chars().map(|it| if it == '\t' { 4 } else { 1 }).sum();
    let offset = |part: &str| start + (part.as_ptr() as usize - content.as_ptr() as usize);
    let range = |part: &str| gathered.range(offset(part), offset(part) + part.len());
    let mut line = Line {
        shape: Shape::Text,
        indent,
        raw,
        content,
        start,
        key: "",
        key_range: TextRange::default(),
        written_key: "",
        colon: TextRange::default(),
        behind: "",
        value: content,
        value_range: range(content),
    };
    if content.is_empty() {
        line.shape = Shape::Blank;
        return line;
    }
    if content == "-" {
        line.shape = Shape::Dash;
        return line;
    }
    let item = content.strip_prefix("- ").or_else(|| content.strip_prefix("-\t"));
    let inner = item.map_or(content, str::trim_start);
    line.value = inner;
    line.value_range = range(inner);
    if let Some((key, behind)) = split(inner) {
        let value = behind.trim();
        line.key = unquoted(key);
        line.key_range = range(key);
        line.written_key = key;
        line.colon = gathered.range(offset(behind) - 1, offset(behind));
        line.behind = behind;
        line.value = value;
        line.value_range = if value.is_empty() { range(key) } else { range(value) };
        line.shape = match (item.is_some(), value) {
            (true, "") => Shape::ItemKey,
            (true, _) => Shape::ItemPair,
            (false, "") => Shape::Key,
            (false, "|") => Shape::Block,
            (false, ">") => Shape::Folded,
            (false, _) => Shape::Pair,
        };
    } else if item.is_some() {
        line.shape = Shape::Item;
    }
    line
}

/// The key, and all that follows its colon: the first one outside double quotes.
fn split(text: &str) -> Option<(&str, &str)> {
    if text.starts_with('\'') {
        return None;
    }
    let mut quoted = false;
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            ':' if !quoted => return Some((text[..at].trim(), &text[at + 1..])),
            _ => {}
        }
    }
    None
}

/// A text without the quotes around it.
pub(super) fn unquoted(text: &str) -> &str {
    for quote in ['"', '\''] {
        if let Some(inner) = text.strip_prefix(quote).and_then(|it| it.strip_suffix(quote)) {
            return inner;
        }
    }
    text
}

/// The items of `[a, "b, c"]`; nothing for anything else.
pub(super) fn listed(text: &str) -> Option<Vec<&str>> {
    let mut rest = text.strip_prefix('[')?.strip_suffix(']')?;
    let mut items = Vec::new();
    loop {
        let trimmed = rest.trim_start();
        let quote = trimmed.chars().next().filter(|it| matches!(it, '"' | '\''));
        let quoted = quote.and_then(|it| trimmed[1..].find(it)).map(|it| trimmed.split_at(it + 2));
        let comma = match quoted {
            Some((item, after)) if after.trim_start().starts_with(',') => {
                items.push(unquoted(item));
                Some(after.trim_start())
            }
            Some((item, after)) if after.trim().is_empty() => {
                items.push(unquoted(item));
                None
            }
            _ => {
                let end = rest.find(',');
                items.push(rest[..end.unwrap_or(rest.len())].trim());
                end.map(|it| &rest[it..])
            }
        };
        match comma {
            Some(after) => rest = &after[1..],
            None => return Some(items),
        }
    }
}

/// A line without the comment behind it: `#` at its start or behind a blank, outside quotes.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut before = ' ';
    for (at, letter) in line.char_indices() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (None, '"' | '\'') => quote = Some(letter),
            (None, '#') if matches!(before, ' ' | '\t') => return &line[..at],
            _ => {}
        }
        before = letter;
    }
    line
}

/// Why a line that is neither key nor item is refused, and how to write what is meant.
pub(super) fn refused(line: &Line<'_>, gathered: &Gathered) -> Flaw {
    let range = line.range(gathered);
    let flaw = |message: &str| Flaw::new(range, message);
    let content = line.content;
    if line.shape == Shape::Folded {
        return flaw("text in the folded style `>` is not read").with_fix(
            "keep its lines with `|`",
            line.value_range,
            "|",
        );
    }
    if content.starts_with("---") || content == "..." {
        return flaw("a YAML diagram shows one document, without its markers").with_fix(
            "remove the marker",
            range,
            "",
        );
    }
    if content.starts_with('"') && strict::quote_end(content).is_none() {
        return strict::unclosed_quote("\"", range).flaw;
    }
    if content.starts_with(['[', '{']) {
        return flaw("values in brackets are read behind a key only")
            .with_hint("write lists with `- `, maps with one `key: value` a line");
    }
    if content.starts_with("? ") || content.starts_with('%') {
        return flaw("this part of YAML is not read").with_hint("write `key: value`");
    }
    if let Some((key, value)) = content.split_once('=') {
        let (key, value) = (key.trim(), value.trim());
        return flaw("a key is followed by a colon").with_fix(
            "write a colon",
            range,
            format!("{key}: {value}"),
        );
    }
    if let Some((key, value)) = content.split_once(' ')
        && line.indent == 0
        && !value.contains(' ')
        && !key.is_empty()
    {
        return flaw("this line is neither `key: value` nor `- item`").with_fix(
            "add a colon",
            range,
            format!("{key}: {}", value.trim()),
        );
    }
    flaw("this line is neither `key: value` nor `- item`")
        .with_hint("a text over several lines stands below its key, which says `key: |`")
}
