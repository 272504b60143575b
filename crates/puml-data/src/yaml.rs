//! The YAML that the reference reads: maps, lists and texts by indentation. Every scalar is a text. What is YAML but not
//! of this kind is refused with a way to write it.

mod line;
mod strict;

use puml_syntax::TextRange;
use puml_syntax::data::{Entry, Flaw, Gathered, Value, ValueKind};

use line::{Line, Shape, line, unquoted};
pub(crate) use strict::{Remark, Weight};

/// Deeper values are refused.
const DEPTH: usize = 200;

/// The value of a text with what YAML itself says to it, or everything that is wrong up to where reading had to stop.
pub(crate) fn read_yaml(text: &Gathered) -> Result<(Value, Vec<Remark>), Vec<Flaw>> {
    let mut reader = Reader::new(text);
    let read = reader.document().and_then(|()| reader.finished(0, 0));
    let (broken, remarks): (Vec<_>, Vec<_>) =
        reader.remarks.into_iter().partition(|it| it.weight == Weight::Broken);
    let mut flaws: Vec<Flaw> = broken.into_iter().map(|it| it.flaw).collect();
    match read {
        Ok(value) if flaws.is_empty() => Ok((value, remarks)),
        Ok(_) => Err(flaws),
        Err(flaw) => {
            // What breaks a line is said once.
            if !flaws
                .iter()
                .any(|it| it.range.start >= flaw.range.start && it.range.end <= flaw.range.end)
            {
                flaws.push(*flaw);
            }
            Err(flaws)
        }
    }
}

type Read<T> = Result<T, Box<Flaw>>;

/// A value whose kind may still be open.
struct Draft {
    kind: DraftKind,
    range: TextRange,
    /// Where the first key or dash of a map or list stands.
    column: Option<usize>,
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
    /// Where the name begins.
    column: usize,
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
    remarks: Vec<Remark>,
}

impl<'a> Reader<'a> {
    fn new(gathered: &'a Gathered) -> Self {
        let mut at = 0;
        let mut lines = Vec::new();
        for text in gathered.text().split_inclusive('\n') {
            lines.push(line(text.trim_end_matches('\n'), at, gathered));
            at += text.len();
        }
        let root = Draft { kind: DraftKind::Open, range: gathered.end(), column: None };
        Self {
            gathered,
            lines,
            drafts: vec![root],
            open: vec![0],
            indents: Vec::new(),
            pending: None,
            remarks: Vec::new(),
        }
    }

    fn document(&mut self) -> Read<()> {
        let mut next = 0;
        while next < self.lines.len() {
            let at = next;
            next += 1;
            self.check_characters(at);
            if self.lines[at].shape == Shape::Blank {
                continue;
            }
            self.check(at);
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

    /// Notes control characters, and tabs where YAML has blanks only.
    fn check_characters(&mut self, at: usize) {
        let line = &self.lines[at];
        if let Some((from, letter)) = strict::control(line.raw) {
            let range = line.place(from, from + letter.len_utf8(), self.gathered);
            let message = format!("a control character, U+{:04X}, stands here", u32::from(letter));
            let flaw = Flaw::new(range, message).with_fix("remove it", range, "");
            self.remarks.push(Remark::broken(flaw));
        }
        let range = line.indentation(self.gathered);
        if line.shape != Shape::Blank && line.raw[..range.len() as usize].contains('\t') {
            let flaw = Flaw::new(range, "a tab indents this line; it counts four blanks")
                .with_hint("YAML itself takes only blanks");
            let fix = " ".repeat(line.indent);
            let flaw = flaw.with_fix("write blanks", range, fix);
            self.remarks.push(Remark::loose(flaw));
        }
    }

    /// Notes what YAML says to the key and the value of a line.
    fn check(&mut self, at: usize) {
        let line = &self.lines[at];
        let has_key = !matches!(line.shape, Shape::Dash | Shape::Item | Shape::Text);
        if has_key {
            let found = strict::key(line.written_key, line.key_range, line.colon, line.behind);
            self.remarks.extend(found);
        }
        let found = match line.shape {
            Shape::Item => strict::item(line.value, line.value_range),
            Shape::Pair | Shape::ItemPair => strict::value(line.value, line.value_range),
            _ => None,
        };
        self.remarks.extend(found);
    }

    /// Notes a line that is not indented like the first of its map or list.
    fn check_column(&mut self, at: usize, column: usize) {
        let top = self.top();
        let first = *self.drafts[top].column.get_or_insert(column);
        if first != column {
            self.check_level(at, first, "this line is not indented like the first of its level");
        }
    }

    /// Notes the first key below a lone dash that is not deeper than the dash.
    fn check_item_key(&mut self, at: usize) {
        let [.., list, _] = self.open[..] else { return };
        let indent = self.lines[at].indent;
        if let Some(dash) = self.drafts[list].column.filter(|it| indent <= *it) {
            self.check_level(at, dash + 2, "this key is not deeper than the dash that it goes to");
        }
    }

    /// Notes a line whose indentation is not that of its level.
    fn check_level(&mut self, at: usize, level: usize, message: &str) {
        let line = &self.lines[at];
        let range = line.indentation(self.gathered);
        let flaw = Flaw::new(line.range(self.gathered), message);
        let flaw = flaw.with_fix("indent it like its level", range, " ".repeat(level));
        self.remarks.push(Remark::loose(flaw));
    }

    /// The lines below `key: |`, up to the next key that is not deeper.
    fn block(&mut self, at: usize) -> (String, usize) {
        let indent = self.lines[at].indent;
        let mut text = String::new();
        let mut next = at + 1;
        let mut first = None;
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
                let line_indent = line.indent;
                self.check_characters(next);
                let wanted = *first.get_or_insert(line_indent.max(indent + 1));
                if line_indent < wanted {
                    self.check_level(
                        next,
                        wanted,
                        "this line of the text is not indented like its first",
                    );
                }
            }
            next += 1;
        }
        (text, next)
    }

    /// The plain lines that are the value of a key, joined; the first is deeper than the key.
    fn plain_lines(&mut self, at: usize) -> Option<(String, usize)> {
        let mut found: Vec<&str> = Vec::new();
        let mut next = at + 1;
        let mut after = next;
        while let Some(line) = self.lines.get(next) {
            match line.shape {
                Shape::Blank => {}
                Shape::Text if !found.is_empty() || line.indent > self.lines[at].indent => {
                    found.push(unquoted(line.content));
                    self.remarks.extend(strict::below(line.content, line.range(self.gathered)));
                    self.check_characters(next);
                    after = next + 1;
                }
                _ => break,
            }
            next += 1;
        }
        (!found.is_empty()).then(|| (found.join(" "), after))
    }

    fn add(&mut self, kind: DraftKind, range: TextRange) -> usize {
        self.drafts.push(Draft { kind, range, column: None });
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
                if indent <= pending.column {
                    let message = "this key goes to the one above it, which has no value";
                    self.check_level(at, pending.column + 2, message);
                }
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
            self.pending = Some(Pending { draft: value, column: indent, in_item: false });
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
            self.check_item_key(at);
        }
        self.check_column(at, self.lines[at].indent);
        let DraftKind::Map(entries) = &mut self.drafts[top].kind else {
            return Err(self.misplaced(at).into());
        };
        match entries.iter_mut().find(|it| it.0 == key) {
            Some(entry) => {
                let message = format!("`{key}` is there already; only this value is shown");
                let flaw = Flaw::new(range, message).with_hint("give each key its own name");
                self.remarks.push(Remark { weight: Weight::Repeated, flaw });
                (entry.1, entry.2) = (range, value);
            }
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
                if indent < pending.column {
                    self.check_level(
                        at,
                        pending.column,
                        "this item is left of the key that it goes to",
                    );
                }
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
        self.check_column(at, indent);
        let line = &self.lines[at];
        let column = line.key_column(self.gathered);
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
        if matches!(shape, Shape::ItemKey | Shape::ItemPair) {
            self.drafts[value].column = Some(column);
        }
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
            self.pending = Some(Pending { draft: value - 1, column, in_item: true });
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
mod tests;
