//! JSON as RFC 8259 has it, and remarks behind `//` between the entries of a map. Slips that do not hide what is meant are reported and read over, each with its fix.

use super::{Entry, Flaw, Gathered, Value, ValueKind};
use crate::TextRange;

/// Deeper values are refused.
const DEPTH: usize = 200;

/// The one value of a text, or everything that was found wrong up to where reading had to stop.
///
/// ```
/// use puml_syntax::data::{Gathered, ValueKind, read_json};
///
/// let mut text = Gathered::default();
/// text.push("[1, 2,]", 0);
/// let flaws = read_json(&text).unwrap_err();
/// assert_eq!(flaws[0].range.start, 5);
/// ```
pub fn read_json(text: &Gathered) -> Result<Value, Vec<Flaw>> {
    let mut reader = Reader { gathered: text, text: text.text(), at: 0, flaws: Vec::new() };
    let value = reader.document();
    match value {
        Ok(value) if reader.flaws.is_empty() => Ok(value),
        Ok(_) => Err(reader.flaws),
        Err(flaw) => {
            reader.flaws.push(*flaw);
            Err(reader.flaws)
        }
    }
}

type Read<T> = Result<T, Box<Flaw>>;

struct Reader<'a> {
    gathered: &'a Gathered,
    text: &'a str,
    at: usize,
    flaws: Vec<Flaw>,
}

impl Reader<'_> {
    fn document(&mut self) -> Read<Value> {
        self.blanks();
        if self.at == self.text.len() {
            let end = self.gathered.end();
            let flaw = Flaw::new(end, "there is no data").with_hint("write a value, such as `{}`");
            return Err(Box::new(flaw));
        }
        let value = self.value(0)?;
        self.blanks();
        if let Some(found) = self.peek() {
            let range = self.rest_of_line();
            return Err(Box::new(match found {
                '}' | ']' => {
                    let range = self.here();
                    Flaw::new(range, format!("nothing is open that this `{found}` could close"))
                        .with_fix("remove it", range, "")
                }
                _ => Flaw::new(range, "the data is complete before this")
                    .with_hint("put several values into one list: `[ … , … ]`"),
            }));
        }
        Ok(value)
    }

    fn value(&mut self, depth: usize) -> Read<Value> {
        if depth > DEPTH {
            let message = format!("the data is nested more than {DEPTH} levels deep");
            return Err(Box::new(Flaw::new(self.here(), message)));
        }
        let start = self.at;
        let kind = match self.peek() {
            Some('{') => self.map(depth)?,
            Some('[') => self.list(depth)?,
            Some('"') => ValueKind::Text(self.string()?),
            Some('\'') => ValueKind::Text(self.single_quoted()?),
            Some('-' | '+' | '.' | '0'..='9') => self.number(),
            _ => self.word()?,
        };
        Ok(Value { kind, range: self.gathered.range(start, self.at) })
    }

    fn map(&mut self, depth: usize) -> Read<ValueKind> {
        let open = self.here();
        self.at += 1;
        let mut entries = Vec::new();
        loop {
            self.remarks();
            match self.peek() {
                Some('}') => break,
                None => return Err(self.unclosed(open, '{', '}').into()),
                _ => {}
            }
            let start = self.at;
            let key = self.key()?;
            let key_range = self.gathered.range(start, self.at);
            self.blanks();
            self.colon(key_range)?;
            self.blanks();
            let value = self.value(depth + 1)?;
            entries.push(Entry { key, key_range, value });
            if !self.comma('}', open, '{')? {
                break;
            }
        }
        self.at += 1;
        Ok(ValueKind::Map(entries))
    }

    fn list(&mut self, depth: usize) -> Read<ValueKind> {
        let open = self.here();
        self.at += 1;
        let mut values = Vec::new();
        loop {
            self.blanks();
            match self.peek() {
                Some(']') => break,
                None => return Err(self.unclosed(open, '[', ']').into()),
                _ => {}
            }
            values.push(self.value(depth + 1)?);
            if !self.comma(']', open, '[')? {
                break;
            }
        }
        self.at += 1;
        Ok(ValueKind::List(values))
    }

    /// What follows a value: whether another one comes. Stands before the closing bracket otherwise.
    fn comma(&mut self, close: char, open: TextRange, opening: char) -> Read<bool> {
        let end = self.at;
        self.between(close);
        match self.peek() {
            Some(',') => {
                let comma = self.here();
                self.at += 1;
                self.between(close);
                if self.peek() == Some(close) {
                    let message = format!("a comma stands before the closing `{close}`");
                    self.flaws.push(Flaw::new(comma, message).with_fix("remove it", comma, ""));
                    return Ok(false);
                }
                Ok(true)
            }
            Some(found) if found == close => Ok(false),
            None => Err(self.unclosed(open, opening, close).into()),
            Some('"' | '{' | '[' | '-' | '0'..='9') => {
                let place = TextRange::at(self.gathered.range(end - 1, end).end);
                let flaw = Flaw::new(self.here(), "a comma is missing before this value");
                self.flaws.push(flaw.with_fix("insert `,`", place, ","));
                Ok(true)
            }
            Some(_) => {
                let message = format!("`,` or `{close}` is missing here");
                Err(Box::new(self.unexpected(message)))
            }
        }
    }

    fn key(&mut self) -> Read<String> {
        match self.peek() {
            Some('"') => self.string(),
            Some('\'') => self.single_quoted(),
            Some(it) if it.is_alphabetic() || matches!(it, '_' | '$') => {
                let start = self.at;
                let word = self.text[start..]
                    .split(|it: char| {
                        !(it.is_alphanumeric() || matches!(it, '_' | '$' | '-' | '.'))
                    })
                    .next()
                    .unwrap_or_default();
                self.at += word.len();
                let range = self.gathered.range(start, self.at);
                let flaw = Flaw::new(range, format!("the name `{word}` has no quotes"));
                self.flaws.push(flaw.with_fix("add the quotes", range, format!("\"{word}\"")));
                Ok(word.to_owned())
            }
            Some(',') => {
                let range = self.here();
                Err(Box::new(Flaw::new(range, "there is a comma too many").with_fix(
                    "remove it",
                    range,
                    "",
                )))
            }
            _ => Err(Box::new(self.unexpected("a name in double quotes is missing here"))),
        }
    }

    fn colon(&mut self, key: TextRange) -> Read<()> {
        match self.peek() {
            Some(':') => {
                self.at += 1;
                Ok(())
            }
            Some('"' | '{' | '[' | '-' | '0'..='9' | 't' | 'f' | 'n') => {
                let flaw = Flaw::new(key, "a colon is missing behind this name");
                self.flaws.push(flaw.with_fix("insert `:`", TextRange::at(key.end), ":"));
                Ok(())
            }
            Some('=') => {
                let range = self.here();
                let flaw = Flaw::new(range, "a colon separates name and value");
                self.flaws.push(flaw.with_fix("replace with `:`", range, ":"));
                self.at += 1;
                Ok(())
            }
            _ => Err(Box::new(
                Flaw::new(key, "this name has no value").with_hint("write `: value` behind it"),
            )),
        }
    }

    fn string(&mut self) -> Read<String> {
        let start = self.at;
        self.at += 1;
        let mut out = String::new();
        loop {
            let rest = &self.text[self.at..];
            let Some(stop) = rest.find(['"', '\\']).filter(|it| !rest[..*it].contains('\n')) else {
                let end = rest.find('\n').map_or(self.text.len(), |it| self.at + it);
                let range = self.gathered.range(start, end.max(start + 1));
                let flaw = Flaw::new(range, "this text has no closing quote");
                let close = TextRange::at(range.end);
                return Err(Box::new(flaw.with_fix("add the quote", close, "\"")));
            };
            out.push_str(&rest[..stop]);
            if let Some(at) = rest[..stop].find(|it: char| it < ' ') {
                let range = self.gathered.range(self.at + at, self.at + at + 1);
                let flaw = Flaw::new(range, "a control character stands in this text");
                self.flaws.push(flaw.with_fix("write `\\t`", range, "\\t"));
            }
            self.at += stop + 1;
            if rest[stop..].starts_with('"') {
                return Ok(out);
            }
            out.push(self.escape()?);
        }
    }

    /// Behind a backslash.
    fn escape(&mut self) -> Read<char> {
        let start = self.at - 1;
        let letter = self.peek();
        self.at += letter.map_or(0, char::len_utf8);
        Ok(match letter {
            Some(it @ ('"' | '\\' | '/')) => it,
            Some('n') => '\n',
            Some('t') => '\t',
            Some('r') => '\r',
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('u') => return self.code_point(start),
            _ => {
                let range = self.gathered.range(start, self.at);
                let flaw = Flaw::new(range, "there is no such escape in JSON")
                    .with_hint("a backslash itself is written `\\\\`")
                    .with_fix("write `\\\\`", TextRange::at(range.start), "\\");
                return Err(Box::new(flaw));
            }
        })
    }

    fn code_point(&mut self, start: usize) -> Read<char> {
        let unit = |at: usize| {
            let digits = self.text.get(at..at + 4)?;
            let is_hex = digits.bytes().all(|it| it.is_ascii_hexdigit());
            is_hex.then(|| u32::from_str_radix(digits, 16).ok()).flatten()
        };
        let Some(first) = unit(self.at) else {
            let range = self.gathered.range(start, self.at);
            return Err(Box::new(Flaw::new(range, "four hexadecimal digits follow `\\u`")));
        };
        let low = unit(self.at + 6).filter(|it| (0xdc00..0xe000).contains(it));
        let is_pair = (0xd800..0xdc00).contains(&first)
            && self.text[self.at + 4..].starts_with("\\u")
            && low.is_some();
        if let (true, Some(low)) = (is_pair, low) {
            self.at += 10;
            let point = 0x1_0000 + ((first - 0xd800) << 10) + (low - 0xdc00);
            return Ok(char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        self.at += 4;
        Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn single_quoted(&mut self) -> Read<String> {
        let start = self.at;
        let rest = &self.text[start + 1..];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let Some(end) = line.find('\'') else {
            return Err(Box::new(self.unexpected("JSON writes texts in double quotes")));
        };
        let inner = line[..end].to_owned();
        self.at = start + end + 2;
        let range = self.gathered.range(start, self.at);
        let flaw = Flaw::new(range, "JSON writes texts in double quotes");
        let quoted = format!("\"{}\"", inner.replace('"', "\\\""));
        self.flaws.push(flaw.with_fix("use double quotes", range, quoted));
        Ok(inner)
    }

    fn number(&mut self) -> ValueKind {
        let start = self.at;
        let rest = &self.text[start..];
        let end = rest
            .find(|it: char| !(it.is_ascii_alphanumeric() || matches!(it, '+' | '-' | '.')))
            .unwrap_or(rest.len());
        let written = &rest[..end];
        self.at += end;
        if is_number(written) {
            return ValueKind::Number(written.to_owned());
        }
        let range = self.gathered.range(start, self.at);
        let mut flaw = Flaw::new(range, format!("`{written}` is no number"));
        flaw = match repaired(written) {
            Some(number) => flaw.with_fix(format!("write `{number}`"), range, number),
            None => flaw.with_fix("make it a text", range, format!("\"{written}\"")),
        };
        self.flaws.push(flaw);
        ValueKind::Number(written.to_owned())
    }

    fn word(&mut self) -> Read<ValueKind> {
        let start = self.at;
        let rest = &self.text[start..];
        let end = rest.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(rest.len());
        let word = &rest[..end];
        self.at += end;
        let range = self.gathered.range(start, self.at.max(start + 1));
        let meant = match word {
            "true" => return Ok(ValueKind::Bool(true)),
            "false" => return Ok(ValueKind::Bool(false)),
            "null" => return Ok(ValueKind::Null),
            "" => {
                let message = if rest.starts_with("//") || rest.starts_with("/*") {
                    "JSON has no comments; a line that begins with `'` is one"
                } else {
                    "a value is missing here"
                };
                return Err(Box::new(self.unexpected(message)));
            }
            "NaN" | "Infinity" | "None" | "nil" | "undefined" => "null".to_owned(),
            _ => ["true", "false", "null"]
                .into_iter()
                .find(|it| it.eq_ignore_ascii_case(word) || word.len() > 2 && it.starts_with(word))
                .map_or_else(|| format!("\"{word}\""), str::to_owned),
        };
        let flaw = Flaw::new(range, format!("`{word}` is no value of JSON"));
        self.flaws.push(flaw.with_fix(format!("write `{meant}`"), range, meant));
        Ok(ValueKind::Text(word.to_owned()))
    }

    fn unclosed(&self, open: TextRange, opening: char, close: char) -> Flaw {
        let end = self.gathered.end();
        let flaw = Flaw::new(open, format!("this `{opening}` is never closed"));
        flaw.with_fix(format!("add `{close}` at the end"), end, close)
    }

    fn unexpected(&self, message: impl Into<String>) -> Flaw {
        if self.at >= self.text.trim_end().len() {
            return Flaw::new(self.gathered.end(), message);
        }
        Flaw::new(self.rest_of_line(), message)
    }

    fn rest_of_line(&self) -> TextRange {
        let rest = &self.text[self.at..];
        let line = rest[..rest.find('\n').unwrap_or(rest.len())].trim_end();
        self.gathered.range(self.at, self.at + line.len())
    }

    fn here(&self) -> TextRange {
        let length = self.peek().map_or(0, char::len_utf8);
        self.gathered.range(self.at, self.at + length)
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// What may stand beside a comma. The reference takes remarks in maps and refuses them in lists.
    fn between(&mut self, close: char) {
        match close {
            '}' => self.remarks(),
            _ => self.blanks(),
        }
    }

    /// Blanks and `// remarks` up to the end of their lines.
    fn remarks(&mut self) {
        self.blanks();
        while self.text[self.at..].starts_with("//") {
            let rest = &self.text[self.at..];
            self.at += rest.find('\n').unwrap_or(rest.len());
            self.blanks();
        }
    }

    fn blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
    }
}

/// Whether a text is a number of JSON.
fn is_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|it| digits(it.strip_prefix(['+', '-']).unwrap_or(it)))
}

/// The number that is meant: without `+`, leading zeros, or a bare point.
fn repaired(text: &str) -> Option<String> {
    let unsigned = text.strip_prefix('+').unwrap_or(text);
    let (sign, rest) = match unsigned.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", unsigned),
    };
    let rest = rest.strip_suffix('.').unwrap_or(rest);
    let trimmed = rest.trim_start_matches('0');
    let zero = if trimmed.starts_with(|it: char| it.is_ascii_digit()) { "" } else { "0" };
    let number = format!("{sign}{zero}{trimmed}");
    is_number(&number).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flaws(source: &str) -> Vec<Flaw> {
        let mut text = Gathered::default();
        let mut start = 0;
        for line in source.split('\n') {
            text.push(line, start);
            start += line.len() as u32 + 1;
        }
        read_json(&text).err().unwrap_or_default()
    }

    /// The source after all fixes, the last one first.
    fn fixed(source: &str) -> String {
        let mut out = source.to_owned();
        for flaw in flaws(source).into_iter().rev() {
            let (_, range, text) = flaw.fix.expect("the flaw has a fix");
            out.replace_range(range.start as usize..range.end as usize, &text);
        }
        out
    }

    #[test]
    fn what_json_allows_has_no_flaw() {
        for source in [
            "{}",
            "[]",
            "12",
            "-0.5e+3",
            "\"\\u00e9\\ud83d\\ude00\\n\"",
            "{\"a\": [1, {\"b\": null}]}",
            " [ true , false ] ",
            "{\"a\":1,\"a\":2}",
        ] {
            assert_eq!(flaws(source), [], "{source}");
        }
    }

    #[test]
    fn slips_are_repaired_where_they_stand() {
        for (source, wanted) in [
            ("[1, 2,]", "[1, 2]"),
            ("{\"a\": 1,\n}", "{\"a\": 1\n}"),
            ("{\"a\": 1\n\"b\": 2}", "{\"a\": 1,\n\"b\": 2}"),
            ("{a: 'x', b: True}", "{\"a\": \"x\", \"b\": true}"),
            ("{\"a\" 1}", "{\"a\": 1}"),
            ("[01, +2, .5, 3.]", "[1, 2, 0.5, 3]"),
            ("{\"a\": [1", "{\"a\": [1]"),
            ("{\"a\": 1}}", "{\"a\": 1}"),
            ("[\"a", "[\"a\""),
            ("[NaN]", "[null]"),
        ] {
            assert_eq!(fixed(source), wanted, "{source}");
        }
    }

    #[test]
    fn what_is_no_json_at_all_is_refused() {
        for source in
            ["", "nope nope", "// c\n{}", "{,}", "{1: 2}", "[\"\\q\"]", "\"\\u12\"", "1 2"]
        {
            assert!(!flaws(source).is_empty(), "{source}");
        }
    }

    #[test]
    fn nesting_has_a_limit() {
        assert_eq!(flaws(&"[".repeat(100_000)).len(), 1);
    }
}
