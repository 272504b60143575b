//! What YAML itself says to a key or a value that the reference reads on: some are broken, some mean something else.

use puml_syntax::TextRange;
use puml_syntax::data::Flaw;

/// How far a finding goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    /// The data is not valid.
    Broken,
    /// The reference reads it; YAML refuses it or reads it otherwise.
    Loose,
    /// Valid YAML that is shown as it is written.
    AsText,
    /// A name that a map has twice.
    Repeated,
}

/// A finding about data that may still be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Remark {
    pub(crate) weight: Weight,
    pub(crate) flaw: Flaw,
}

impl Remark {
    pub(super) fn broken(flaw: Flaw) -> Self {
        Self { weight: Weight::Broken, flaw }
    }

    pub(super) fn loose(flaw: Flaw) -> Self {
        Self { weight: Weight::Loose, flaw }
    }

    fn as_text(flaw: Flaw) -> Self {
        Self { weight: Weight::AsText, flaw }
    }
}

/// What is to be said about the text of a value, which stands at `range`.
pub(super) fn value(text: &str, range: TextRange) -> Option<Remark> {
    let first = text.chars().next()?;
    let second = text[first.len_utf8()..].chars().next();
    match first {
        '"' | '\'' => quoted(text, range),
        '[' | '{' => bracketed(text, range),
        '|' | '>' => Some(block_header(text, range)),
        '*' | '&' | '!' => reference(text, range),
        '@' | '`' | '%' | ',' | ']' | '}' => {
            let message = format!("YAML has no plain value that begins with `{first}`");
            Some(Remark::loose(in_quotes(Flaw::new(range, message), text, range)))
        }
        '-' | '?' if second.is_none_or(char::is_whitespace) => {
            let message = format!("behind a key, `{first}` is shown as it is written");
            let flaw = Flaw::new(range, message);
            Some(Remark::loose(flaw.with_hint("a list begins on the line below its key")))
        }
        _ => second_colon(text, range),
    }
}

/// What is to be said about the text of a list item.
pub(super) fn item(text: &str, range: TextRange) -> Option<Remark> {
    if text.starts_with("- ") {
        let flaw = Flaw::new(range, "a list in an item is shown as it is written");
        return Some(Remark::as_text(flaw.with_hint("give it a key: `- key:`, its items below")));
    }
    if text.starts_with('[') && closed(text) == Some(text.len()) {
        let flaw = Flaw::new(range, "a list in brackets in an item is shown as it is written");
        return Some(Remark::as_text(flaw.with_hint("give it a key: `- key: [a, b]`")));
    }
    value(text, range)
}

/// What is to be said about a text that stands below its key.
pub(super) fn below(text: &str, range: TextRange) -> Option<Remark> {
    if text.starts_with('[') && closed(text) == Some(text.len()) {
        let flaw = Flaw::new(range, "a list in brackets below its key is shown as it is written");
        return Some(Remark::as_text(flaw.with_hint("write it behind the key: `key: [a, b]`")));
    }
    value(text, range)
}

/// What is to be said about a key and its colon; `behind` is what follows the colon.
pub(super) fn key(text: &str, range: TextRange, colon: TextRange, behind: &str) -> Option<Remark> {
    if text.is_empty() {
        let flaw = Flaw::new(range, "this value has no key");
        return Some(Remark::loose(flaw.with_hint("write a name before the colon")));
    }
    if text.starts_with(['"', '\'']) {
        let end = quote_end(text);
        if end != Some(text.len()) {
            let flaw = Flaw::new(range, "a key in quotes ends with its quote");
            return Some(Remark::loose(
                flaw.with_hint("put the whole key into one pair of quotes"),
            ));
        }
    }
    if text.starts_with(['[', '{']) {
        return Some(bracketed_key(text, range, behind));
    }
    if behind.starts_with('\t') {
        let tab = TextRange::new(colon.end, colon.end + 1);
        let flaw = Flaw::new(tab, "a tab follows the colon; many readers of YAML refuse it");
        return Some(Remark::loose(flaw.with_fix("write a blank", tab, " ")));
    }
    if !behind.starts_with(|it: char| !it.is_whitespace()) {
        return None;
    }
    let flaw = Flaw::new(colon, "in YAML a blank stands between the colon and the value");
    Some(Remark::loose(if behind.starts_with("//") {
        flaw.with_hint("put an address into quotes")
    } else {
        flaw.with_fix("insert a blank", TextRange::at(colon.end), " ")
    }))
}

/// A key in brackets, or a map in braces that was taken apart at its first colon.
fn bracketed_key(text: &str, range: TextRange, behind: &str) -> Remark {
    let open = &text[..1];
    if closed(text).is_some() {
        let flaw = Flaw::new(range, format!("YAML has no plain key that begins with `{open}`"));
        return Remark::loose(in_quotes(flaw, text, range));
    }
    let hint = "write lists with `- `, maps with one `key: value` a line";
    if closed(&format!("{text}:{behind}")).is_some() {
        let flaw = Flaw::new(range, "values in brackets are taken apart at their first colon");
        return Remark::loose(flaw.with_hint(hint));
    }
    Remark::broken(Flaw::new(range, format!("this `{open}` is never closed")).with_hint(hint))
}

/// A character that no text of YAML may have.
pub(super) fn control(line: &str) -> Option<(usize, char)> {
    line.char_indices().find(|(_, it)| it.is_control() && !matches!(it, '\t' | '\r' | '\u{85}'))
}

fn quoted(text: &str, range: TextRange) -> Option<Remark> {
    let quote = &text[..1];
    let Some(end) = quote_end(text) else {
        return Some(unclosed_quote(quote, range));
    };
    let rest = text[end..].trim();
    if rest.is_empty() {
        return bad_escape(text, range);
    }
    let place = TextRange::new(range.start + end as u32, range.end);
    if rest == "," {
        let flaw = Flaw::new(place, "YAML has no comma behind a value");
        return Some(Remark::loose(flaw.with_fix("remove it", place, "")));
    }
    let flaw = Flaw::new(place, "text follows the closing quote");
    Some(Remark::loose(in_quotes(flaw, text, range)))
}

/// A quote that nothing closes on its line.
pub(super) fn unclosed_quote(quote: &str, range: TextRange) -> Remark {
    let flaw = Flaw::new(range, "this text has no closing quote")
        .with_hint("a text over several lines stands below its key, which says `key: |`");
    Remark::broken(flaw.with_fix("add the quote", TextRange::at(range.end), quote))
}

/// Where a quoted text that stands at the front ends, its quote included.
pub(super) fn quote_end(text: &str) -> Option<usize> {
    let quote = text.chars().next()?;
    let mut letters = text.char_indices().skip(1).peekable();
    while let Some((at, letter)) = letters.next() {
        if quote == '"' && letter == '\\' {
            letters.next();
        } else if letter == quote {
            let is_doubled = quote == '\'' && letters.peek().is_some_and(|it| it.1 == '\'');
            if !is_doubled {
                return Some(at + 1);
            }
            letters.next();
        }
    }
    None
}

fn bad_escape(text: &str, range: TextRange) -> Option<Remark> {
    if !text.starts_with('"') {
        return None;
    }
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        if letter != '\\' {
            continue;
        }
        let (_, escaped) = letters.next()?;
        if !"0abt\tnvfre \"/\\N_LPxuU".contains(escaped) {
            let start = range.start + at as u32;
            let place = TextRange::new(start, start + 1 + escaped.len_utf8() as u32);
            let flaw = Flaw::new(place, format!("YAML has no escape `\\{escaped}`"));
            let fix = format!("\\\\{escaped}");
            return Some(Remark::loose(flaw.with_fix("double the backslash", place, fix)));
        }
    }
    None
}

fn bracketed(text: &str, range: TextRange) -> Option<Remark> {
    let open = &text[..1];
    let close = if open == "[" { "]" } else { "}" };
    let Some(end) = closed(text) else {
        let flaw = Flaw::new(range, format!("this `{open}` is never closed"))
            .with_hint("values in brackets stand on one line");
        let place = TextRange::at(range.end);
        return Some(Remark::broken(flaw.with_fix(format!("add `{close}`"), place, close)));
    };
    if end < text.len() {
        let place = TextRange::new(range.start + end as u32, range.end);
        let flaw = Flaw::new(place, format!("text follows the closing `{close}`"));
        return Some(Remark::loose(in_quotes(flaw, text, range)));
    }
    let inner = &text[1..text.len() - 1];
    if open == "{" {
        let flaw = Flaw::new(range, "a map in braces is shown as it is written");
        let remark = Remark::as_text(flaw.with_hint("write one `key: value` a line for a table"));
        return (!inner.trim().is_empty()).then_some(remark);
    }
    if outside_quotes(inner, |it| matches!(it, '[' | '{')) {
        let flaw = Flaw::new(range, "a list in brackets is taken apart at every comma");
        let hint = "write a list that holds lists or maps with `- `";
        return Some(Remark::loose(flaw.with_hint(hint)));
    }
    if let Some(at) = text_behind_quote(inner) {
        let place = TextRange::at(range.start + 1 + at as u32);
        let flaw = Flaw::new(place, "a comma is missing behind this quote");
        return Some(Remark::loose(flaw.with_fix("insert `,`", place, ",")));
    }
    let is_gap = |it: &str| it.trim().is_empty();
    if inner.contains(',') && inner.split(',').any(is_gap) {
        let flaw = Flaw::new(range, "an item of this list is empty");
        return Some(Remark::loose(flaw.with_hint("remove the comma, or write `\"\"`")));
    }
    None
}

/// Where text follows an item of a list in quotes.
fn text_behind_quote(inner: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let item = &inner[at..];
        at += item.len() - item.trim_start().len();
        if inner[at..].starts_with(['"', '\'']) {
            at += quote_end(&inner[at..])?;
            if !matches!(inner[at..].trim_start().chars().next(), None | Some(',')) {
                return Some(at);
            }
        }
        at += inner[at..].find(',')? + 1;
    }
}

/// Where the bracket at the front is closed, itself included.
fn closed(text: &str) -> Option<usize> {
    let mut open = Vec::new();
    let mut at = 0;
    let mut is_start = true;
    while let Some(letter) = text[at..].chars().next() {
        match letter {
            // A quote inside a word is a letter.
            '"' | '\'' if is_start => {
                at += quote_end(&text[at..])?;
                is_start = false;
                continue;
            }
            '[' | '{' => open.push(letter),
            ']' | '}' => {
                let wanted = if letter == ']' { '[' } else { '{' };
                if open.pop() != Some(wanted) {
                    return None;
                }
                if open.is_empty() {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
        is_start = matches!(letter, '[' | '{' | ',' | ':') || is_start && letter == ' ';
        at += letter.len_utf8();
    }
    None
}

fn outside_quotes(text: &str, wanted: impl Fn(char) -> bool) -> bool {
    let mut quote = None;
    text.chars().any(|it| {
        match quote {
            Some(open) if open == it => quote = None,
            Some(_) => {}
            None if matches!(it, '"' | '\'') => quote = Some(it),
            None => return wanted(it),
        }
        false
    })
}

/// `|-`, `>2` and their like. A lone `|` behind a key that begins a line is read elsewhere.
fn block_header(text: &str, range: TextRange) -> Remark {
    if text == "|" {
        let flaw = Flaw::new(range, "a list item takes no text over several lines");
        let hint = "write `-` alone, and below it, deeper, `key: |`";
        return Remark::broken(flaw.with_hint(hint));
    }
    if text[1..].chars().all(|it| it.is_ascii_digit() || matches!(it, '+' | '-')) {
        let flaw = Flaw::new(range, format!("the block style `{text}` is not read"));
        return Remark::broken(flaw.with_fix("keep its lines with `|`", range, "|"));
    }
    let message = format!("YAML has no plain value that begins with `{}`", &text[..1]);
    Remark::loose(in_quotes(Flaw::new(range, message), text, range))
}

/// Anchors, aliases and tags.
fn reference(text: &str, range: TextRange) -> Option<Remark> {
    let rest = text.trim_start_matches(['*', '&', '!']);
    let marks = text.len() - rest.len();
    let word = rest.split_whitespace().next().unwrap_or_default();
    let is_name = !word.is_empty()
        && word.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '-'))
        && marks <= if text.starts_with('!') { 2 } else { 1 };
    let noun = match text.chars().next()? {
        '*' if word.len() == rest.len() => "an alias",
        '&' => "an anchor",
        '!' => "a tag",
        _ => return None,
    };
    let flaw = Flaw::new(range, format!("{noun} is shown as it is written"));
    is_name.then(|| Remark::as_text(flaw.with_hint("write the value itself")))
}

fn second_colon(text: &str, range: TextRange) -> Option<Remark> {
    if !(text.contains(": ") || text.ends_with(':')) {
        return None;
    }
    let flaw = Flaw::new(range, "YAML has no second colon in a plain value");
    Some(Remark::loose(in_quotes(flaw, text, range)))
}

/// The flaw with a fix that puts the whole text into quotes that it does not hold.
fn in_quotes(flaw: Flaw, text: &str, range: TextRange) -> Flaw {
    let quoted = match (text.contains(['"', '\\']), text.contains('\'')) {
        (false, _) => format!("\"{text}\""),
        (true, false) => format!("'{text}'"),
        (true, true) => return flaw.with_hint("write it without one of its kinds of quotes"),
    };
    flaw.with_fix("put it into quotes", range, quoted)
}
