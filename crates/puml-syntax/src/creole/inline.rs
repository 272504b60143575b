//! One line of text to its inline tree.

use super::entity::entity;
use super::tag::{Closer, Tag, tag};
use super::{Inline, Style};

/// Deeper markup is text: nobody reads it, and recursion over the tree stays shallow.
const DEPTH: usize = 32;

/// The pieces of a line; what is not markup is text.
pub(super) fn parse(line: &str) -> Vec<Inline> {
    read(line, 0)
}

/// The pieces of a line in which two underscores are letters.
pub(super) fn parse_code(line: &str) -> Vec<Inline> {
    let underscores = PAIRS.iter().position(|it| it.0 == "__").expect("they are a pair");
    read(line, 1 << underscores)
}

fn read(line: &str, hopeless: u16) -> Vec<Inline> {
    let mut reading = Reading { line, at: 0, stack: Vec::new(), content: Vec::new(), hopeless };
    while reading.at < line.len() {
        reading.step();
    }
    while !reading.stack.is_empty() {
        reading.pop();
    }
    reading.content
}

/// The markers that open and close with the same two characters.
const PAIRS: [(&str, Style); 6] = [
    ("**", Style::Bold),
    ("//", Style::Italic),
    ("\"\"", Style::Mono),
    ("__", Style::Underline(None)),
    ("--", Style::Strike(None)),
    ("~~", Style::Wave(None)),
];

struct Frame {
    style: Style,
    /// Which of [`PAIRS`] closes it; a tag's frame has none.
    pair: Option<usize>,
    outer: Vec<Inline>,
}

struct Reading<'a> {
    line: &'a str,
    at: usize,
    stack: Vec<Frame>,
    content: Vec<Inline>,
    /// Bits of pairs, links and formulas that have no closer in the rest of the line.
    hopeless: u16,
}

impl Reading<'_> {
    fn step(&mut self) {
        let rest = &self.line[self.at..];
        match rest.as_bytes()[0] {
            b'~' if self.escaped(rest) => {}
            b'*' | b'/' | b'"' | b'_' | b'-' | b'~' if self.pair(rest) => {}
            b'<' if self.tag(rest) => {}
            b'[' if self.link(rest) => {}
            b'&' if let Some((found, length)) = entity(rest) => {
                self.push_char(found);
                self.at += length;
            }
            b'\t' => {
                self.content.push(Inline::Tab);
                self.at += 1;
            }
            _ => {
                let found = rest.chars().next().unwrap_or_default();
                self.push_char(found);
                self.at += found.len_utf8();
            }
        }
    }

    fn push_char(&mut self, it: char) {
        if let Some(Inline::Text(text)) = self.content.last_mut() {
            text.push(it);
        } else {
            self.content.push(Inline::Text(it.to_string()));
        }
    }

    /// `~` before a marker switches it off.
    fn escaped(&mut self, rest: &str) -> bool {
        let next = &rest[1..];
        let pair = PAIRS.iter().any(|it| next.starts_with(it.0)) || next.starts_with("[[");
        let length = if pair {
            2
        } else if next.starts_with('<') {
            1
        } else {
            return false;
        };
        for it in next[..length].chars() {
            self.push_char(it);
        }
        self.at += 1 + length;
        true
    }

    fn pair(&mut self, rest: &str) -> bool {
        let Some(idx) = PAIRS.iter().position(|it| rest.starts_with(it.0)) else {
            return false;
        };
        if let Some(depth) = self.stack.iter().rposition(|it| it.pair == Some(idx)) {
            self.close(depth);
            self.at += 2;
            return true;
        }
        let url = idx == 1 && self.line[..self.at].ends_with(':');
        if url || self.stack.len() >= DEPTH || self.hopeless & (1 << idx) != 0 {
            return false;
        }
        let inner = &rest[2..];
        // The first character inside may be the marker's own, as in `***bold***`.
        let skip = inner.chars().next().map_or(0, char::len_utf8);
        match inner[skip..].find(PAIRS[idx].0) {
            None => {
                self.hopeless |= 1 << idx;
                false
            }
            Some(_) if idx == 4 && inner.starts_with('-') => false,
            Some(_) => {
                self.open(PAIRS[idx].1.clone(), Some(idx));
                self.at += 2;
                true
            }
        }
    }

    fn tag(&mut self, rest: &str) -> bool {
        for (bit, open, close) in [(14, "<math>", "</math>"), (15, "<latex>", "</latex>")] {
            if rest.starts_with(open) {
                if self.hopeless & (1 << bit) != 0 {
                    return false;
                }
                if !rest.contains(close) {
                    self.hopeless |= 1 << bit;
                    return false;
                }
            }
        }
        let Some((found, length)) = tag(rest) else {
            return false;
        };
        match found {
            Tag::Piece(Inline::Text(text)) => text.chars().for_each(|it| self.push_char(it)),
            Tag::Piece(piece) => self.content.push(piece),
            Tag::Open(style) => {
                if self.stack.len() >= DEPTH {
                    return false;
                }
                self.open(style, None);
            }
            Tag::Close(closer) => {
                let depth = self.stack.iter().rposition(|it| {
                    it.pair.is_none()
                        && (Closer::of(&it.style) == closer
                            || (closer == Closer::Font && is_font(&it.style)))
                });
                let Some(depth) = depth else {
                    return false;
                };
                self.close(depth);
            }
        }
        self.at += length;
        true
    }

    fn link(&mut self, rest: &str) -> bool {
        if !rest.starts_with("[[") || self.hopeless & (1 << 13) != 0 {
            return false;
        }
        let Some(end) = rest.find("]]") else {
            self.hopeless |= 1 << 13;
            return false;
        };
        let (url, tooltip, label) = link_parts(&rest[2..end]);
        let label = match label {
            Some(label) if !label.contains("[[") => parse(label),
            Some(label) => vec![Inline::Text(label.to_owned())],
            None => vec![Inline::Text(if url.is_empty() { "" } else { url }.to_owned())],
        };
        self.content.push(Inline::Link {
            url: url.to_owned(),
            tooltip: tooltip.map(|it| it.replace("\\n", "\n")),
            label,
        });
        self.at += end + 2;
        true
    }

    fn open(&mut self, style: Style, pair: Option<usize>) {
        let outer = std::mem::take(&mut self.content);
        self.stack.push(Frame { style, pair, outer });
    }

    fn pop(&mut self) -> Option<(Style, Option<usize>)> {
        let frame = self.stack.pop()?;
        let inner = std::mem::replace(&mut self.content, frame.outer);
        if !inner.is_empty() {
            self.content.push(Inline::Styled(frame.style.clone(), inner));
        }
        Some((frame.style, frame.pair))
    }

    /// Closes the frame at `depth`; those inside it go on behind it.
    fn close(&mut self, depth: usize) {
        let mut reopened = Vec::new();
        while self.stack.len() > depth + 1 {
            reopened.extend(self.pop());
        }
        self.pop();
        for (style, pair) in reopened.into_iter().rev() {
            self.open(style, pair);
        }
    }
}

fn is_font(style: &Style) -> bool {
    matches!(style, Style::Color(_) | Style::Size(_) | Style::Font(_) | Style::Mono)
}

/// The text in which each line of a link's label is a link of its own; nothing where no label is broken by `\n`. In the row of
/// a table, which is one line, labels stay.
pub(super) fn links_by_line(text: &str) -> Option<String> {
    if !text.contains("[[") || !text.contains("\\n") {
        return None;
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut at = 0;
    while let Some(start) = text[at..].find("[[").map(|it| at + it)
        && let Some(length) = text[start..].find("]]")
    {
        let inner = text[start + 2..start + length].trim_end();
        let line = text[..start].rsplit('\n').next().unwrap_or_default();
        let is_row = line.trim_start().starts_with('|');
        let label = link_parts(inner).2.filter(|it| !is_row && it.contains("\\n"));
        out.push_str(&text[at..start]);
        if let Some(label) = label {
            let before = &inner[..inner.len() - label.len()];
            let links: Vec<String> =
                label.split("\\n").map(|it| format!("[[{before}{it}]]")).collect();
            out.push_str(&links.join("\n"));
        } else {
            out.push_str(&text[start..start + length + 2]);
        }
        at = start + length + 2;
    }
    out.push_str(&text[at..]);
    Some(out)
}

/// `url{tooltip} label`.
fn link_parts(inner: &str) -> (&str, Option<&str>, Option<&str>) {
    let inner = inner.trim();
    let (url, rest) = if let Some(quoted) = inner.strip_prefix('"') {
        quoted.split_once('"').unwrap_or((quoted, ""))
    } else {
        inner.split_at(inner.find([' ', '\t', '{']).unwrap_or(inner.len()))
    };
    let rest = rest.trim_start();
    let (tooltip, rest) = match rest.strip_prefix('{').and_then(|it| it.split_once('}')) {
        Some((tooltip, rest)) => (Some(tooltip), rest.trim_start()),
        None => (None, rest),
    };
    (url, tooltip, (!rest.is_empty()).then_some(rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::{Color, Paint};

    fn text(it: &str) -> Inline {
        Inline::Text(it.to_owned())
    }

    #[test]
    fn each_marker_has_its_style() {
        for (marker, style) in PAIRS {
            let found = parse(&format!("a {marker}b{marker} c"));
            assert_eq!(found, [text("a "), Inline::Styled(style, vec![text("b")]), text(" c")]);
        }
    }

    #[test]
    fn each_line_of_a_link_s_label_is_a_link() {
        let broken = |it: &str| links_by_line(it);
        assert_eq!(
            broken(r"a [[u{t\nip} x\ny]] b").as_deref(),
            Some("a [[u{t\\nip} x]]\n[[u{t\\nip} y]] b")
        );
        assert_eq!(broken(r"| [[u x\ny]] |").as_deref(), Some(r"| [[u x\ny]] |"));
        assert_eq!(broken(r"[[u\nv]] [[open x\ny").as_deref(), Some(r"[[u\nv]] [[open x\ny"));
        assert_eq!(broken("[[u x]]"), None);
    }

    #[test]
    fn a_lonely_marker_is_text() {
        for line in ["a ** b", "i--", "https://example.com", "x __init", "a // b", "5 \"\" 6"] {
            assert_eq!(parse(line), [text(line)]);
        }
    }

    #[test]
    fn a_tilde_switches_markup_off() {
        assert_eq!(parse("~**a~** ~<b>"), [text("**a** <b>")]);
        assert_eq!(parse("~5 ~ x"), [text("~5 ~ x")]);
    }

    #[test]
    fn an_unclosed_tag_runs_to_the_end_and_a_stray_one_is_text() {
        assert_eq!(parse("<b>x"), [Inline::Styled(Style::Bold, vec![text("x")])]);
        assert_eq!(parse("x</b> <nosuch> a < b"), [text("x</b> <nosuch> a < b")]);
    }

    #[test]
    fn crossing_tags_reopen_what_stays_open() {
        let found = parse("<b>1<i>2</b>3</i>4");
        let italic = |it| Inline::Styled(Style::Italic, vec![text(it)]);
        assert_eq!(
            found,
            [Inline::Styled(Style::Bold, vec![text("1"), italic("2")]), italic("3"), text("4")]
        );
    }

    #[test]
    fn colors_sizes_and_links_carry_their_values() {
        let red = Paint::Plain(Color::Rgba(255, 0, 0, 255));
        assert_eq!(
            parse("<color:red>x</color>"),
            [Inline::Styled(Style::Color(red), vec![text("x")])]
        );
        assert_eq!(parse("<color:nosuch>x"), [text("<color:nosuch>x")]);
        assert_eq!(
            parse("[[http://x{tip} label]]"),
            [Inline::Link {
                url: "http://x".to_owned(),
                tooltip: Some("tip".to_owned()),
                label: vec![text("label")]
            }]
        );
    }

    #[test]
    fn characters_by_number_join_the_text() {
        assert_eq!(parse("<U+20AC>5 &#8364; &euro;"), [text("€5 € €")]);
    }

    #[test]
    fn nesting_is_bounded() {
        let line = "<b><i>".repeat(10_000);
        let mut depth = 0;
        let mut content = parse(&line);
        while let Some(Inline::Styled(_, inner)) = content.into_iter().next() {
            depth += 1;
            content = inner;
        }
        assert_eq!(depth, DEPTH);
    }
}
