//! The YAML that the reference reads: maps, lists and texts by indentation. Every scalar is a text. What is YAML but not
//! of this kind is refused with a way to write it.

mod line;

use puml_syntax::TextRange;
use puml_syntax::data::{Entry, Flaw, Gathered, Value, ValueKind};

use line::{Line, Shape, line, unquoted};

/// Deeper values are refused.
const DEPTH: usize = 200;

/// The value of a text, or the first thing that is wrong with it.
pub(crate) fn read_yaml(text: &Gathered) -> Result<Value, Vec<Flaw>> {
    let mut reader = Reader::new(text);
    match reader.document() {
        Ok(()) => reader.finished(0, 0).map_err(|it| vec![*it]),
        Err(flaw) => Err(vec![*flaw]),
    }
}

type Read<T> = Result<T, Box<Flaw>>;

/// A value whose kind may still be open.
struct Draft {
    kind: DraftKind,
    range: TextRange,
}

enum DraftKind {
    /// A `-` or a name in a list item that nothing follows yet.
    Open,
    Text(String),
    List(Vec<usize>),
    Map(Vec<(String, TextRange, usize)>),
}

/// A name without a value, which the next line may give it.
#[derive(Clone, Copy)]
struct Pending {
    draft: usize,
    /// Whether the name stands in a list item.
    in_item: bool,
}

struct Reader<'a> {
    gathered: &'a Gathered,
    lines: Vec<Line<'a>>,
    drafts: Vec<Draft>,
    /// The values that lines may still add to, outermost first.
    open: Vec<usize>,
    /// The indentation of the open levels. One level may have no value of its own.
    indents: Vec<usize>,
    pending: Option<Pending>,
}

impl<'a> Reader<'a> {
    fn new(gathered: &'a Gathered) -> Self {
        let mut at = 0;
        let mut lines = Vec::new();
        for text in gathered.text().split_inclusive('\n') {
            lines.push(line(text.trim_end_matches('\n'), at, gathered));
            at += text.len();
        }
        let root = Draft { kind: DraftKind::Open, range: gathered.end() };
        Self {
            gathered,
            lines,
            drafts: vec![root],
            open: vec![0],
            indents: Vec::new(),
            pending: None,
        }
    }

    fn document(&mut self) -> Read<()> {
        let mut next = 0;
        while next < self.lines.len() {
            let at = next;
            next += 1;
            if self.lines[at].shape == Shape::Blank {
                continue;
            }
            let value = match self.lines[at].shape {
                Shape::Text | Shape::Folded => return Err(self.refused(at).into()),
                Shape::Block => {
                    let (text, after) = self.block(at);
                    next = after;
                    Some(text)
                }
                Shape::Key => self.plain_lines(at).map(|(text, after)| {
                    next = after;
                    text
                }),
                _ => None,
            };
            match self.lines[at].shape {
                Shape::Dash | Shape::Item | Shape::ItemKey | Shape::ItemPair => self.item(at)?,
                _ => self.entry(at, value)?,
            }
        }
        if self.indents.is_empty() {
            let flaw = Flaw::new(self.gathered.end(), "there is no data");
            return Err(Box::new(flaw.with_hint("write `key: value` or `- item`")));
        }
        Ok(())
    }

    /// The lines below `key: |`, up to the next key that is not deeper.
    fn block(&self, at: usize) -> (String, usize) {
        let indent = self.lines[at].indent;
        let mut text = String::new();
        let mut next = at + 1;
        while let Some(line) = self.lines.get(next) {
            let is_key =
                matches!(line.shape, Shape::Key | Shape::Pair | Shape::Block | Shape::Folded);
            let blank = line.raw.trim().is_empty();
            if !blank && (line.indent < indent || line.indent == indent && is_key) {
                break;
            }
            if !blank {
                text.push_str(line.raw.trim());
                text.push('\n');
            }
            next += 1;
        }
        (text, next)
    }

    /// The plain lines that are the value of a key, joined; the first is deeper than the key.
    fn plain_lines(&self, at: usize) -> Option<(String, usize)> {
        let mut found: Vec<&str> = Vec::new();
        let mut next = at + 1;
        let mut after = next;
        while let Some(line) = self.lines.get(next) {
            match line.shape {
                Shape::Blank => {}
                Shape::Text if !found.is_empty() || line.indent > self.lines[at].indent => {
                    found.push(unquoted(line.content));
                    after = next + 1;
                }
                _ => break,
            }
            next += 1;
        }
        (!found.is_empty()).then(|| (found.join(" "), after))
    }

    fn add(&mut self, kind: DraftKind, range: TextRange) -> usize {
        self.drafts.push(Draft { kind, range });
        self.drafts.len() - 1
    }

    fn top(&self) -> usize {
        *self.open.last().expect("closing a level checks that one is left")
    }

    /// Whether a line is deeper than the open level; the first line opens one.
    fn is_deeper(&mut self, indent: usize) -> bool {
        if let Some(last) = self.indents.last() {
            return indent > *last;
        }
        self.indents.push(indent);
        false
    }

    /// Closes the levels that are deeper than a line.
    fn close(&mut self, at: usize) -> Read<()> {
        let indent = self.lines[at].indent;
        while self.indents.last().is_some_and(|it| indent < *it) {
            self.indents.pop();
            self.open.pop();
            if self.indents.is_empty() || self.open.is_empty() {
                return Err(self.misplaced(at).into());
            }
        }
        Ok(())
    }

    /// `key: value`, or a key whose value follows.
    fn entry(&mut self, at: usize, text: Option<String>) -> Read<()> {
        let indent = self.lines[at].indent;
        let deeper = self.is_deeper(indent);
        let pending = self.pending.take();
        let continues_item =
            pending.is_some_and(|it| it.in_item) && self.indents.last() == Some(&indent);
        if deeper {
            self.indents.push(indent);
        }
        match pending {
            Some(pending) if deeper || continues_item => {
                self.drafts[pending.draft].kind = DraftKind::Map(Vec::new());
                self.open.push(pending.draft);
            }
            _ if deeper => {
                if matches!(self.drafts[self.top()].kind, DraftKind::List(_)) {
                    return Err(self.misplaced(at).into());
                }
            }
            _ => self.close(at)?,
        }
        if matches!(self.drafts[self.top()].kind, DraftKind::List(_)) {
            // A key at the indentation of a list ends the list.
            self.open.pop();
            self.indents.pop();
            if self.open.is_empty() || self.indents.is_empty() {
                let flaw = Flaw::new(self.lines[at].range(self.gathered), "a key stands in a list");
                return Err(Box::new(
                    flaw.with_hint("put `- ` before it, or indent it as part of the item above"),
                ));
            }
        }
        let line = &self.lines[at];
        let (key, key_range) = (line.key.to_owned(), line.key_range);
        let is_open = line.shape == Shape::Key && text.is_none();
        let kind = match text {
            Some(text) => DraftKind::Text(text),
            None if is_open => DraftKind::Text(String::new()),
            None => return self.pair(at),
        };
        let range = line.range(self.gathered);
        let value = self.add(kind, range);
        self.insert(at, key, key_range, value)?;
        if is_open {
            self.pending = Some(Pending { draft: value, in_item: false });
        }
        Ok(())
    }

    fn pair(&mut self, at: usize) -> Read<()> {
        let value = self.scalar(at);
        let line = &self.lines[at];
        let (key, key_range) = (line.key.to_owned(), line.key_range);
        self.insert(at, key, key_range, value)
    }

    /// The value of a pair: a text, or a list in brackets.
    fn scalar(&mut self, at: usize) -> usize {
        let line = &self.lines[at];
        let (text, range) = (line.value, line.value_range);
        let Some(items) = line::listed(text) else {
            return self.add(DraftKind::Text(unquoted(text).to_owned()), range);
        };
        let items: Vec<usize> =
            items.into_iter().map(|it| self.add(DraftKind::Text(it.to_owned()), range)).collect();
        self.add(DraftKind::List(items), range)
    }

    /// Adds to the innermost map; a name that is there already gets the new value.
    fn insert(&mut self, at: usize, key: String, range: TextRange, value: usize) -> Read<()> {
        let top = self.top();
        if matches!(self.drafts[top].kind, DraftKind::Open) {
            self.drafts[top].kind = DraftKind::Map(Vec::new());
        }
        let DraftKind::Map(entries) = &mut self.drafts[top].kind else {
            return Err(self.misplaced(at).into());
        };
        match entries.iter_mut().find(|it| it.0 == key) {
            Some(entry) => (entry.1, entry.2) = (range, value),
            None => entries.push((key, range, value)),
        }
        Ok(())
    }

    /// `- item`, `- key: value`, `- key:` and `-`.
    fn item(&mut self, at: usize) -> Read<()> {
        let indent = self.lines[at].indent;
        let deeper = self.is_deeper(indent);
        // A list may stand at the indentation of its key, but not at that of a level further out.
        let is_outer =
            !deeper && self.indents.last() != Some(&indent) && self.indents.contains(&indent);
        match self.pending.take() {
            Some(pending) if pending.in_item || !is_outer => {
                self.drafts[pending.draft].kind = DraftKind::List(Vec::new());
                self.open.push(pending.draft);
                self.indents.push(indent);
            }
            _ => {
                if deeper {
                    self.indents.push(indent);
                }
                self.close(at)?;
                if self.indents.last() != Some(&indent) {
                    return Err(self.misplaced(at).into());
                }
            }
        }
        // The item before this one is complete.
        if let [.., list, item] = self.open[..]
            && matches!(self.drafts[list].kind, DraftKind::List(_))
            && matches!(self.drafts[item].kind, DraftKind::Map(_))
        {
            self.open.pop();
        }
        let top = self.top();
        if matches!(self.drafts[top].kind, DraftKind::Open) && top == 0 {
            self.drafts[top].kind = DraftKind::List(Vec::new());
        }
        let line = &self.lines[at];
        let (shape, range) = (line.shape, line.range(self.gathered));
        let (key, key_range) = (line.key.to_owned(), line.key_range);
        let value = match shape {
            Shape::Dash => self.add(DraftKind::Open, range),
            Shape::Item => {
                self.add(DraftKind::Text(unquoted(line.value).to_owned()), line.value_range)
            }
            _ => {
                let inner = if shape == Shape::ItemKey {
                    self.add(DraftKind::Open, range)
                } else {
                    self.scalar(at)
                };
                self.add(DraftKind::Map(vec![(key, key_range, inner)]), range)
            }
        };
        let DraftKind::List(items) = &mut self.drafts[top].kind else {
            return Err(self.misplaced(at).into());
        };
        items.push(value);
        match shape {
            Shape::Item => {}
            Shape::Dash => self.open.push(value),
            _ => {
                self.open.push(value);
                self.indents.push(indent + 2);
            }
        }
        if shape == Shape::ItemKey {
            self.pending = Some(Pending { draft: value - 1, in_item: true });
        }
        Ok(())
    }

    /// Why a line that is neither key nor item is refused.
    fn refused(&self, at: usize) -> Flaw {
        let line = &self.lines[at];
        line::refused(line, self.gathered)
    }

    /// A line whose indentation fits no level that is open.
    fn misplaced(&self, at: usize) -> Flaw {
        let line = &self.lines[at];
        let flaw = Flaw::new(line.range(self.gathered), "this line fits no level above it");
        flaw.with_hint(
            "indent all keys of a map, and all items of a list, by the same number of blanks",
        )
    }

    fn finished(&self, at: usize, depth: usize) -> Read<Value> {
        let draft = &self.drafts[at];
        if depth > DEPTH {
            let message = format!("the data is nested more than {DEPTH} levels deep");
            return Err(Box::new(Flaw::new(draft.range, message)));
        }
        let kind = match &draft.kind {
            DraftKind::Open => {
                let flaw = Flaw::new(draft.range, "this list item has no value");
                return Err(Box::new(flaw.with_hint("write the value behind it: `\"\"` for none")));
            }
            DraftKind::Text(text) => ValueKind::Text(text.clone()),
            DraftKind::List(items) => {
                let items = items.iter().map(|it| self.finished(*it, depth + 1));
                ValueKind::List(items.collect::<Read<_>>()?)
            }
            DraftKind::Map(entries) => {
                let entries = entries.iter().map(|(key, range, value)| {
                    let value = self.finished(*value, depth + 1)?;
                    Ok(Entry { key: key.clone(), key_range: *range, value })
                });
                ValueKind::Map(entries.collect::<Read<_>>()?)
            }
        };
        Ok(Value { kind, range: draft.range })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(source: &str) -> Option<String> {
        let mut text = Gathered::default();
        let mut start = 0;
        for line in source.split('\n') {
            text.push(line, start);
            start += line.len() as u32 + 1;
        }
        read_yaml(&text).ok().map(|it| compact(&it))
    }

    fn compact(value: &Value) -> String {
        match &value.kind {
            ValueKind::List(items) => {
                format!("[{}]", items.iter().map(compact).collect::<Vec<_>>().join(","))
            }
            ValueKind::Map(entries) => {
                let entries = entries.iter().map(|it| format!("{}:{}", it.key, compact(&it.value)));
                format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
            }
            ValueKind::Text(text) => text.replace('\n', "|"),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn maps_and_lists_nest_by_indentation() {
        let cases = [
            ("a:\n  b: 1\n  c:\n    d: 2\ne: 3", "{a:{b:1,c:{d:2}},e:3}"),
            ("a:\n- 1\n- 2\nb: 3", "{a:[1,2],b:3}"),
            ("- a: 1\n  b: 2\n- c", "[{a:1,b:2},c]"),
            ("- a:\n    b: 1\n  c: 2\n  d: 3\n- e", "[{a:{b:1},c:2,d:3},e]"),
            ("- a:\n  - 1\n  - 2\n  b: 3", "[{a:[1,2],b:3}]"),
            ("a: [1, \"b, c\", 2]", "{a:[1,b, c,2]}"),
            ("a: |\n  one\n  two: 2\nb: 3", "{a:one|two: 2|,b:3}"),
            ("a:\n  some\n  text\nb: x # note", "{a:some text,b:x}"),
            ("\"a b\": 'c'\nd:", "{a b:c,d:}"),
            ("a: 1\na: 2", "{a:2}"),
        ];
        for (source, wanted) in cases {
            assert_eq!(read(source).as_deref(), Some(wanted), "{source}");
        }
    }

    #[test]
    fn what_fits_no_level_is_refused() {
        for source in [
            "",
            "text",
            "---\na: 1",
            "a: >\n  x",
            "[1, 2]",
            "a: 1\n- 2",
            "- 1\na: 2",
            "-",
            "- a:",
            "a: 1\n    b: 2\nc: 3",
            "  a: 1\nb: 2",
            "a: text\n  more",
        ] {
            assert_eq!(read(source), None, "{source}");
        }
    }
}
