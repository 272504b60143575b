//! How far each line is indented: by its frames, in the author's unit, and further where the author does so.

use std::collections::BTreeMap;

use super::{Form, Indent, Layout};
use crate::ast::{Document, Kind, Shared};
use crate::parser::Nesting;

/// The frames that are open, and what their lines are indented by.
pub(super) struct Levels {
    unit: Indent,
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
        let unit = lines.unit(layout, form);
        let written = if layout.keeps_offsets() { lines.smallest(unit) } else { BTreeMap::new() };
        Self { unit, written, open: Vec::new() }
    }

    pub(super) fn restart(&mut self) {
        self.open.clear();
    }

    /// Where a statement is to stand; one that closes a frame closes it here.
    pub(super) fn column(&mut self, start: u32, text: &str, nesting: Nesting) -> usize {
        match nesting {
            Nesting::Close(_) => self.open.pop().map_or(0, |it| it.head),
            Nesting::Branch(_) => self.open.last().map_or(0, |it| it.head),
            Nesting::None | Nesting::Open(_) => {
                let root = Level { head: 0, inside: 0, written: self.written.get(&ROOT).copied() };
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

/// What one level of nesting is indented by in a document.
pub fn indent<K: Kind>(document: &Document<K>, layout: &dyn Layout<K>, form: Form) -> Indent {
    Written::of(document, layout).unit(layout, form)
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
    /// The blanks before a line that opens a frame, and before the first line inside.
    frames: Vec<(&'a str, &'a str)>,
}

impl<'a> Written<'a> {
    fn of<K: Kind>(document: &'a Document<K>, layout: &dyn Layout<K>) -> Self {
        let text: &str = &document.source;
        let mut written = Self { lines: Vec::new(), frames: Vec::new() };
        let mut open: Vec<u32> = Vec::new();
        let mut head = None;
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
            let nesting = layout.nesting(&stmt.kind);
            if let Nesting::None | Nesting::Open(_) = nesting {
                written.lines.push((open.last().copied().unwrap_or(ROOT), blanks));
                written.frames.extend(head.take().map(|it| (it, blanks)));
            }
            head = None;
            match nesting {
                Nesting::Open(_) => open.push(stmt.range.start),
                Nesting::Close(_) => drop(open.pop()),
                _ => {}
            }
            // Behind a branch of nothing no frame is open.
            if let Nesting::Open(_) | Nesting::Branch(_) = nesting
                && !open.is_empty()
            {
                head = Some(blanks);
            }
        }
        written
    }

    /// What frames are to be indented by: as asked for, else as most of them are.
    fn unit<K: Kind>(&self, layout: &dyn Layout<K>, form: Form) -> Indent {
        let habit = if layout.keeps_indent() { most_frequent(&self.frames) } else { None };
        form.indent.or(habit).unwrap_or_default()
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

fn most_frequent(steps: &[(&str, &str)]) -> Option<Indent> {
    let mut votes: BTreeMap<usize, usize> = BTreeMap::new();
    for (outer, inner) in steps {
        let more = inner.strip_prefix(outer).unwrap_or_default();
        // A tabulator counts as no blank at all, and a single blank is no habit.
        let step = match more {
            "\t" => 0,
            it if it.contains('\t') || !(2..=8).contains(&it.len()) => continue,
            it => it.len(),
        };
        *votes.entry(step).or_default() += 1;
    }
    // Of several that are as frequent the usual one counts.
    let best = votes.into_iter().max_by_key(|&(step, count)| (count, step == 2, step == 4))?.0;
    Some(if best == 0 { Indent::Tab } else { Indent::Blanks(best as u8) })
}
