//! How far each line is indented: by its frames, in the author's unit, and further where the author does so.

use std::collections::BTreeMap;

use super::{Form, Indent, Layout};
use crate::ast::{Document, Kind, Shared};
use crate::parser::Nesting;

/// The frames that are open, and what their lines are indented by.
pub(super) struct Levels {
    unit: Indent,
    /// What everything is indented by, frames aside.
    base: usize,
    /// Whether most texts of several lines begin at the column of their head.
    has_flush_texts: bool,
    /// The smallest indentation of the lines of each frame as written, by the start of the line that opens it; absent
    /// where all lines of a frame are to be indented alike.
    written: BTreeMap<u32, usize>,
    open: Vec<Level>,
}

#[derive(Clone, Copy)]
struct Level {
    /// Where the line that opens the frame stands now.
    head: usize,
    /// Where the frame's lines stand now.
    inside: usize,
    /// The smallest indentation of its lines as written.
    written: Option<usize>,
}

/// The key of what stands in no frame.
const ROOT: u32 = u32::MAX;

impl Levels {
    pub(super) fn new<K: Kind>(document: &Document<K>, layout: &dyn Layout<K>, form: Form) -> Self {
        let lines = Written::of(document, layout);
        let unit = lines.unit(form);
        let mut written = lines.smallest(unit);
        let root = written.get(&ROOT).copied().unwrap_or_default();
        let base = if lines.is_indented() { root } else { 0 };
        if !layout.keeps_offsets() {
            written.clear();
        }
        // Where nothing at all is indented, a text or two that are not tell no habit.
        let has_flush_texts = flush_texts(document, layout) >= if lines.is_flat() { 3 } else { 1 };
        Self { unit, base, has_flush_texts, written, open: Vec::new() }
    }

    pub(super) fn restart(&mut self) {
        self.open.clear();
    }

    /// Where a statement is to stand; one that closes a frame closes it here.
    pub(super) fn column(&mut self, start: u32, text: &str, nesting: Nesting) -> usize {
        match nesting {
            Nesting::Close(_) => self.open.pop().map_or(self.base, |it| it.head),
            Nesting::Branch(_) => self.open.last().map_or(self.base, |it| it.head),
            Nesting::None | Nesting::Open(_) => {
                let written = self.written.get(&ROOT).copied();
                let root = Level { head: self.base, inside: self.base, written };
                let level = self.open.last().copied().unwrap_or(root);
                let offset = level
                    .written
                    .map_or(0, |it| width(indentation(text, start), self.unit).saturating_sub(it));
                level.inside + offset
            }
        }
    }

    /// Opens a frame whose first line stands at a column.
    pub(super) fn open(&mut self, start: u32, column: usize) {
        let written = self.written.get(&start).copied();
        self.open.push(Level { head: column, inside: self.inside(column), written });
    }

    /// Where the lines below a head stand.
    pub(super) fn inside(&self, column: usize) -> usize {
        column + self.unit.width()
    }

    /// Where the lines of a text stand, such as those of a note.
    pub(super) fn text(&self, column: usize) -> usize {
        if self.has_flush_texts { column } else { self.inside(column) }
    }

    /// What stands before a line at a column.
    pub(super) fn blanks(&self, column: usize) -> String {
        match self.unit {
            Indent::Blanks(_) => " ".repeat(column),
            Indent::Tab => {
                let width = self.unit.width();
                "\t".repeat(column / width) + &" ".repeat(column % width)
            }
        }
    }
}

/// How many more texts of several lines begin at the column of their head or at the margin than are indented.
fn flush_texts<K: Kind>(document: &Document<K>, layout: &dyn Layout<K>) -> i64 {
    let text: &str = &document.source;
    let depth =
        |it: &str| width(&it[..it.len() - it.trim_start_matches([' ', '\t']).len()], Indent::Tab);
    let mut balance = 0i64;
    for stmt in &document.stmts {
        let Some(body) = layout.body(&stmt.kind) else { continue };
        if layout.aligns_body(document, &stmt.kind) {
            continue;
        }
        let lines = body.lines.iter().map(|it| it.slice(text)).filter(|it| !it.trim().is_empty());
        let Some(least) = lines.map(depth).min() else { continue };
        let head = width(indentation(text, stmt.range.start), Indent::Tab);
        balance += match least {
            0 => 1,
            it if it == head => 1,
            it if it > head => -1,
            // Between the margin and its head a text stands by accident.
            _ => 0,
        };
    }
    balance
}

/// What one level of nesting is indented by in a document.
pub fn indent<K: Kind>(document: &Document<K>, layout: &dyn Layout<K>, form: Form) -> Indent {
    Written::of(document, layout).unit(form)
}

/// The blanks before a statement.
pub fn indentation(text: &str, start: u32) -> &str {
    let before = &text[..start as usize];
    let line = &before[before.rfind('\n').map_or(0, |it| it + 1)..];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

fn width(blanks: &str, unit: Indent) -> usize {
    blanks.chars().map(|it| if it == '\t' { unit.width() } else { 1 }).sum()
}

/// How the lines of a document are indented as written.
struct Written<'a> {
    /// The frame that each line stands in, by where that begins, and the blanks before it.
    lines: Vec<(u32, &'a str)>,
    /// The blanks before a line that opens a frame, and before its first line inside; before the one furthest to the left
    /// where lines keep their offsets, which are no habit of frames.
    frames: BTreeMap<u32, (&'a str, Option<&'a str>)>,
}

impl<'a> Written<'a> {
    fn of<K: Kind>(document: &'a Document<K>, layout: &dyn Layout<K>) -> Self {
        let text: &str = &document.source;
        let mut written = Self { lines: Vec::new(), frames: BTreeMap::new() };
        let mut open: Vec<u32> = Vec::new();
        // Where each open frame, or its latest branch, begins.
        let mut heads: Vec<u32> = Vec::new();
        for stmt in &document.stmts {
            let is_left = match stmt.kind.shared() {
                Some(Shared::Comment) => true,
                Some(it) => matches!(
                    it,
                    Shared::Directive(_) | Shared::Template | Shared::Error | Shared::Call(_)
                ),
                None => false,
            };
            let mut lines = stmt.range.slice(text).lines();
            let first = lines.next().unwrap_or_default();
            let is_whole = layout.body(&stmt.kind).is_some() && !first.ends_with('\\');
            if is_left || (lines.next().is_some() && !is_whole) {
                continue;
            }
            let blanks = indentation(text, stmt.range.start);
            if layout.aligns_body(document, &stmt.kind)
                && let Some(body) = layout.body(&stmt.kind)
                && let Some(line) = body.lines.iter().find(|it| !it.slice(text).trim().is_empty())
            {
                let line = line.slice(text);
                let inside = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
                written.frames.insert(stmt.range.start, (blanks, Some(inside)));
            }
            let nesting = layout.nesting(&stmt.kind);
            if let Nesting::None | Nesting::Open(_) = nesting {
                let frame = open.last().copied().unwrap_or(ROOT);
                written.lines.push((frame, blanks));
                let is_smaller = |it| width(blanks, Indent::Tab) < width(it, Indent::Tab);
                let head = heads.last().copied().unwrap_or(ROOT);
                if let Some((_, inside)) = written.frames.get_mut(&head)
                    && inside.is_none_or(|it| layout.keeps_offsets() && is_smaller(it))
                {
                    *inside = Some(blanks);
                }
            }
            match nesting {
                Nesting::Open(_) => {
                    open.push(stmt.range.start);
                    heads.push(stmt.range.start);
                    written.frames.insert(stmt.range.start, (blanks, None));
                }
                // A branch may hold nothing but lines that keep an offset.
                Nesting::Branch(_) if !layout.keeps_offsets() => {
                    if let Some(head) = heads.last_mut() {
                        *head = stmt.range.start;
                        written.frames.insert(stmt.range.start, (blanks, None));
                    }
                }
                Nesting::Close(_) => {
                    open.pop();
                    heads.pop();
                }
                _ => {}
            }
        }
        written
    }

    /// Whether everything is indented: at least two blanks or a tabulator before each of several lines.
    fn is_indented(&self) -> bool {
        let is_deep = |it: &str| it == "\t" || (it.len() > 1 && !it.contains('\t'));
        let mut root = self.lines.iter().filter(|it| it.0 == ROOT);
        root.clone().nth(2).is_some() && root.all(|it| is_deep(it.1))
    }

    /// Whether there are frames and none of them is indented.
    fn is_flat(&self) -> bool {
        let columns = |blanks| width(blanks, Indent::Tab);
        let mut frames = self.frames.values().filter_map(|&(head, inside)| Some((head, inside?)));
        frames.clone().next().is_some()
            && frames.all(|(head, inside)| columns(inside) <= columns(head))
    }

    /// What frames are to be indented by: as asked for, else as most of them are, else as the whole is.
    fn unit(&self, form: Form) -> Indent {
        let whole = || {
            let root = self.lines.iter().filter(|it| it.0 == ROOT && self.is_indented());
            let smallest = root.map(|it| it.1).min_by_key(|it| it.len())?;
            most_frequent([("", smallest)])
        };
        let frames = self.frames.values().filter_map(|&(head, inside)| Some((head, inside?)));
        form.indent.or_else(|| most_frequent(frames)).or_else(whole).unwrap_or_default()
    }

    fn smallest(&self, unit: Indent) -> BTreeMap<u32, usize> {
        let mut all = BTreeMap::new();
        for &(frame, blanks) in &self.lines {
            let width = width(blanks, unit);
            let smallest = all.entry(frame).or_insert(width);
            *smallest = width.min(*smallest);
        }
        all
    }
}

fn most_frequent<'a>(steps: impl IntoIterator<Item = (&'a str, &'a str)>) -> Option<Indent> {
    let mut votes: BTreeMap<usize, usize> = BTreeMap::new();
    for (outer, inner) in steps {
        let columns = |blanks| width(blanks, Indent::Tab);
        let more = columns(inner).saturating_sub(columns(outer));
        // A tabulator counts as no blank at all, and a single blank is no habit.
        let step = match more {
            4 if inner.contains('\t') => 0,
            it if inner.contains('\t') || !(2..=8).contains(&it) => continue,
            it => it,
        };
        *votes.entry(step).or_default() += 1;
    }
    // An unusual step that occurs once is a slip.
    votes.retain(|step, count| matches!(step, 0 | 2 | 3 | 4 | 8) || *count > 1);
    // Of several that are as frequent the usual one counts.
    let best = votes.into_iter().max_by_key(|&(step, count)| (count, step == 2, step == 4))?.0;
    Some(if best == 0 { Indent::Tab } else { Indent::Blanks(best as u8) })
}
