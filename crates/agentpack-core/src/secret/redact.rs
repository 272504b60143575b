//! Text as it may be shown: values that look like secrets, or stand under names that say so, are replaced.

use std::ops::Range;

use super::{is_harmless, is_secret_name, passwords, tokens};

const REDACTED: &str = "[redacted]";

/// The text with every secret replaced. Lines stay lines, so a diff stays one.
pub(crate) fn redact(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut state = State::Plain;
    for line in text.split_inclusive('\n') {
        state = line_after(line, state, &mut out);
    }
    out
}

/// The text with well-known tokens and passwords of addresses replaced, whatever they stand under.
pub fn redact_tokens(text: &str) -> String {
    replaced(text, tokens(text).chain(passwords(text)).collect())
}

/// What the line before says about the next one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Plain,
    /// Inside of a private key.
    Key,
    /// After a flag such as `--token`, whose value follows.
    Flag,
    /// Inside of a list under the name of a secret.
    List,
}

fn line_after(line: &str, state: State, out: &mut String) -> State {
    if state == State::Key {
        if line.contains("-----END") {
            out.push_str(line);
            return State::Plain;
        }
        let sign = line.chars().next().filter(|c| matches!(c, '+' | '-' | ' '));
        out.extend(sign);
        out.push_str(REDACTED);
        out.push_str(if line.ends_with('\n') { "\n" } else { "" });
        return State::Key;
    }
    let mut spans: Vec<Range<usize>> = tokens(line).chain(passwords(line)).collect();
    match state {
        State::Flag => spans.extend(quoted(line, 0)),
        State::List => spans.extend(listed(line, 0).0),
        State::Plain | State::Key => {}
    }
    let is_open = named_values(line, &mut spans) || state == State::List && !line.contains(']');
    let flag = flag_values(line, &mut spans);
    out.push_str(&replaced(line, spans));
    if line.contains("-----BEGIN") && line.contains("PRIVATE KEY") && !line.contains("-----END") {
        State::Key
    } else if is_open {
        State::List
    } else {
        flag
    }
}

/// Values behind `name:` and `name =`, quoted or not; whether the line ends in the list of such a name.
fn named_values(line: &str, spans: &mut Vec<Range<usize>>) -> bool {
    let mut is_open = false;
    for (at, sign) in line.match_indices([':', '=']) {
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        let head = line[..at].trim_end().trim_end_matches(['"', '\'']);
        let name = &head[head.rfind(|c| !is_word(c)).map_or(0, |end| end + 1)..];
        if !is_secret_name(name) {
            continue;
        }
        let rest = line[at + 1..].trim_start_matches([' ', '\t', '=']);
        let start = line.len() - rest.len();
        let value = match rest.chars().next() {
            Some('"' | '\'' | '`') => quoted(line, start),
            Some('[') => {
                let (items, end) = listed(line, start);
                spans.extend(items);
                is_open |= end.is_none();
                None
            }
            Some('{') | None => None,
            Some(_) => bare(line, start, sign),
        };
        spans.extend(value.filter(|value| !is_harmless(&line[value.clone()])));
    }
    is_open
}

/// The quoted texts of a list from `from` on, and where the list ends on this line.
fn listed(line: &str, from: usize) -> (Vec<Range<usize>>, Option<usize>) {
    let mut items = Vec::new();
    let mut at = from;
    while let Some(next) = line[at..].find(['"', '\'', ']']).map(|found| at + found) {
        if line[next..].starts_with(']') {
            return (items, Some(next));
        }
        let Some(item) = quoted(line, next) else { break };
        at = (item.end + 1).min(line.len());
        if !is_harmless(&line[item.clone()]) {
            items.push(item);
        }
    }
    (items, None)
}

/// A value without quotes. Behind a colon it is one word that does not look like prose.
fn bare(line: &str, start: usize, sign: &str) -> Option<Range<usize>> {
    let rest = line[start..].trim_end();
    let scheme = ["Bearer ", "Basic ", "token "].into_iter().find(|word| rest.starts_with(word));
    let start = start + scheme.map_or(0, str::len);
    let rest = line[start..].trim_end();
    let len = rest.find([' ', '\t', ',', ';', '&', '"', '\'', ')', '}']).unwrap_or(rest.len());
    let value = &rest[..len];
    let is_word = value.contains(|c: char| c.is_ascii_digit()) || value.len() >= 16;
    let counts = scheme.is_some() || sign == "=" || is_word && len == rest.len();
    (counts && value.len() >= 4).then(|| start..start + len)
}

/// Values behind flags such as `--token`, also as items of a list.
fn flag_values(line: &str, spans: &mut Vec<Range<usize>>) -> State {
    for (at, _) in line.match_indices("--") {
        let rest = &line[at + 2..];
        let len = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_')));
        let len = len.unwrap_or(rest.len());
        if len == 0 || !is_secret_name(&rest[..len]) || rest[len..].starts_with('=') {
            continue;
        }
        let start = at + 2 + len;
        let after = line[start..].trim_start_matches(['"', '\'', ',', ' ', '\t', '`']);
        let start = line.len() - after.len();
        let end = after.find(['"', '\'', ' ', '\t', '\n', ',', '`', ']']).unwrap_or(after.len());
        if end == 0 {
            return State::Flag;
        }
        if !is_harmless(&after[..end]) && !after.starts_with('-') {
            spans.push(start..start + end);
        }
    }
    State::Plain
}

/// The inside of the first quoted text at or after `from`.
fn quoted(line: &str, from: usize) -> Option<Range<usize>> {
    let open = from + line[from..].find(['"', '\'', '`'])?;
    let mark = line[open..].chars().next()?;
    let mut escaped = false;
    for (at, c) in line[open + 1..].char_indices() {
        match c {
            '\\' if !escaped => escaped = true,
            c if c == mark && !escaped => return Some(open + 1..open + 1 + at),
            _ => escaped = false,
        }
    }
    Some(open + 1..line.trim_end().len())
}

fn replaced(line: &str, mut spans: Vec<Range<usize>>) -> String {
    spans.retain(|span| !span.is_empty());
    spans.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
    let mut out = String::with_capacity(line.len());
    let mut done = 0;
    for span in spans {
        if span.start >= done {
            out.push_str(&line[done..span.start]);
            out.push_str(REDACTED);
        }
        done = done.max(span.end);
    }
    out.push_str(&line[done..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_under_names_of_secrets_are_replaced() {
        for (line, shown) in [
            ("+  \"oauthToken\": \"abc def\",\n", "+  \"oauthToken\": \"[redacted]\",\n"),
            ("-api_key = 'x\\'y' # note\n", "-api_key = '[redacted]' # note\n"),
            ("export GITHUB_TOKEN=abcd1234 other", "export GITHUB_TOKEN=[redacted] other"),
            ("Authorization: Bearer abc.def\n", "Authorization: Bearer [redacted]\n"),
            ("password: hunter2\n", "password: [redacted]\n"),
            ("[\"--token\", \"abcd1234\", \"x\"]", "[\"--token\", \"[redacted]\", \"x\"]"),
            ("run --api-key=abcd1234 now", "run --api-key=[redacted] now"),
            (
                "https://me:pass@x.org/?api_key=abcd1234&b=1",
                "https://me:[redacted]@x.org/?api_key=[redacted]&b=1",
            ),
            ("say ghp_0123456789abcdefABCDEF.", "say [redacted]."),
            (
                "a https://x.org/ b https://me:pass@x.org/",
                "a https://x.org/ b https://me:[redacted]@x.org/",
            ),
            (
                "\"apiKeys\": [\"ab1\", \"cd2\"], \"x\": [\"y\"]",
                "\"apiKeys\": [\"[redacted]\", \"[redacted]\"], \"x\": [\"y\"]",
            ),
            ("DB_PASS=hunter2", "DB_PASS=[redacted]"),
        ] {
            assert_eq!(redact(line), shown, "{line}");
        }
    }

    #[test]
    fn references_prose_and_numbers_stay() {
        for line in [
            "\"API_KEY\": \"${API_KEY}\"\n",
            "\"TOKEN\": \"$TOKEN\"\n",
            "max_tokens = 4096\n",
            "Ask for the token: it is in the vault.\n",
            "\"headers\": {\"Accept\": \"text/plain\"}\n",
            "\"apiKey\": null\n",
            "serve --token ${TOKEN}\n",
            "a: b\n",
        ] {
            assert_eq!(redact(line), line);
        }
    }

    #[test]
    fn a_list_of_secrets_is_replaced_to_its_end() {
        assert_eq!(
            redact("+\"secrets\": [\n+  \"one\",\n+  \"two\"\n+],\n+\"x\": \"y\"\n"),
            "+\"secrets\": [\n+  \"[redacted]\",\n+  \"[redacted]\"\n+],\n+\"x\": \"y\"\n"
        );
    }

    #[test]
    fn a_secret_on_the_next_line_is_replaced_too() {
        assert_eq!(
            redact("+ \"--token\",\n+ \"abcd1234\",\n+ \"abcd1234\"\n"),
            "+ \"--token\",\n+ \"[redacted]\",\n+ \"abcd1234\"\n"
        );
        assert_eq!(
            redact("+-----BEGIN PRIVATE KEY-----\n+abc\n+def\n+-----END PRIVATE KEY-----\n+x\n"),
            "+-----BEGIN PRIVATE KEY-----\n+[redacted]\n+[redacted]\n+-----END PRIVATE KEY-----\n+x\n"
        );
    }
}
