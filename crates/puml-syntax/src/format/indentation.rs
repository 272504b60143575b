//! How far each line is indented: by its frames, in the author's unit, and further where the author does so.

use std::collections::{BTreeMap, BTreeSet};

use super::{Form, Indent, Layout};
use crate::ast::{Document, FrameKind, Kind, Lines, Shared, Stmt};
use crate::parser::Nesting;

/// The frames that are open, and what their lines are indented by.
pub(super) struct Levels {
    unit: Indent,
    /// What everything is indented by, frames aside.
    base: usize,
    /// What the lines of a text are indented by beyond their head.
    text_step: usize,
    /// The columns at which the author has sections of lines that stand in no frame.
    sections: BTreeSet<usize>,
    /// The frames that the author does not indent.
    flat: Flat,
    /// The frames whose first line is indented and others are not: lines about lifelines stand further to the left.
    outdented: BTreeSet<u32>,
    /// The smallest indentation of the lines of each frame as written, by the start of the line that opens it.
    written: BTreeMap<u32, usize>,
    /// Whether lines stay further to the right than their frame asks for.
    keeps_offsets: bool,
    open: Vec<Level>,
}

/// The kinds of frames that the author does not indent.
#[derive(Default)]
struct Flat {
    everywhere: Vec<Frame>,
    /// Where they stand in no other frame.
    outermost: Vec<Frame>,
}

/// What indents lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Frame {
    Kind(FrameKind),
    /// The body of one statement, such as the members of a class.
    Body,
    /// Opened by a line that is left as it is, such as a call that ends with a brace: its lines stay where they are.
    Template,
}

#[derive(Clone, Copy)]
struct Level {
    /// Where the line that opens the frame stands now.
    head: usize,
    /// Where it stood as written.
    opened: usize,
    /// Where the frame's lines stand now.
    inside: usize,
    /// The smallest indentation of its lines as written.
    written: Option<usize>,
}

/// Whoever writes this many lines into a frame without indenting them does not indent such frames.
const LONG: usize = 8;

/// The key of what stands in no frame.
const ROOT: u32 = u32::MAX;

impl Levels {
    pub(super) fn new<K: Kind>(document: &Document<K>, layout: &dyn Layout<K>, form: Form) -> Self {
        let lines = Written::of(document, layout);
        let unit = lines.unit(form);
        let written = lines.smallest(unit);
        let root = written.get(&ROOT).copied().unwrap_or_default();
        let base = if lines.is_indented() { root } else { 0 };
        // With tabs a step of blanks would be one of a tab and blanks.
        let is_free = form.indent.is_none() && unit != Indent::Tab;
        let step = most_frequent(lines.texts.iter().copied()).filter(|_| is_free);
        let is_author = form.indent.is_none();
        let flat = if is_author { lines.flat_kinds() } else { Flat::default() };
        let is_flush = lines.has_flush_texts(&flat);
        let text_step = if is_flush { 0 } else { step.unwrap_or(unit).width() };
        let sections = if is_author { lines.sections(unit) } else { BTreeSet::new() };
        let outdented = lines.outdented();
        let keeps_offsets = layout.keeps_offsets();
        let open = Vec::new();
        Self { unit, base, text_step, sections, flat, outdented, written, keeps_offsets, open }
    }

    pub(super) fn restart(&mut self) {
        self.open.clear();
    }

    /// Where a statement is to stand; one that closes a frame closes it here.
    pub(super) fn column(&mut self, start: u32, text: &str, nesting: Nesting) -> usize {
        match nesting {
            Nesting::Close(_) => self.open.pop().map_or(self.base, |it| it.head),
            Nesting::Branch(_) => {
                let is_rule = text[start as usize..].starts_with(['-', '|']);
                let written = self.written_column(start, text);
                self.open.last().map_or(self.base, |it| {
                    // A rule between regions stands as the lines around it do, where the author puts it there.
                    if is_rule && written > it.opened { it.inside } else { it.head }
                })
            }
            Nesting::None | Nesting::Open(_) => {
                let column = self.written_column(start, text);
                if self.open.is_empty() && !self.keeps_offsets && self.sections.contains(&column) {
                    return column;
                }
                let written = self.written.get(&ROOT).copied().filter(|_| self.keeps_offsets);
                let (head, opened, inside) = (self.base, self.base, self.base);
                let root = Level { head, opened, inside, written };
                let level = self.open.last().copied().unwrap_or(root);
                level.inside + level.written.map_or(0, |it| column.saturating_sub(it))
            }
        }
    }

    /// Opens a frame whose first line stands at a column.
    pub(super) fn open(&mut self, start: u32, text: &str, column: usize, kind: FrameKind) {
        let written = self.written.get(&start).copied().filter(|_| self.keeps_offsets);
        let is_outdented = self.keeps_offsets && self.outdented.contains(&start);
        let inside = if is_outdented { column } else { self.inside(column, Frame::Kind(kind)) };
        let opened = self.written_column(start, text);
        self.open.push(Level { head: column, opened, inside, written });
    }

    /// Opens the frame of a line that stays where it is.
    pub(super) fn open_template(&mut self, start: u32, text: &str) {
        let head = self.written_column(start, text);
        let written = self.written.get(&start).copied();
        let inside = written.unwrap_or_else(|| self.inside(head, Frame::Template));
        self.open.push(Level { head, opened: head, inside, written });
    }

    /// Where the lines below a head stand.
    pub(super) fn inside(&self, column: usize, frame: Frame) -> usize {
        let is_flat = self.flat.everywhere.contains(&frame)
            || self.open.is_empty() && self.flat.outermost.contains(&frame);
        if is_flat { column } else { column + self.unit.width() }
    }

    /// Where the lines of a text stand, such as those of a note: `step` is what they are indented by as written. One that
    /// is indented as frames are stays so.
    pub(super) fn text(&self, column: usize, step: usize) -> usize {
        let width = self.unit.width();
        column + if self.text_step > 0 && step == width { width } else { self.text_step }
    }

    /// The column at which a statement stands as written.
    pub(super) fn written_column(&self, start: u32, text: &str) -> usize {
        width(indentation(text, start), self.unit)
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
    Written::of(document, layout).unit(form)
}

/// The blanks before a statement.
pub fn indentation(text: &str, start: u32) -> &str {
    let before = &text[..start as usize];
    let line = &before[before.rfind('\n').map_or(0, |it| it + 1)..];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// The blanks that a line begins with.
fn leading(line: &str) -> &str {
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// Whether a line that is left as it is opens a frame.
pub(super) fn opens_template<K: Kind>(stmt: &Stmt<K>, text: &str) -> bool {
    matches!(stmt.kind.shared(), Some(Shared::Template | Shared::Call(_)))
        && stmt.range.slice(text).ends_with('{')
}

/// Whether braces close frames in a document. Elsewhere one that ends a line opens nothing.
pub(super) fn has_braces<K: Kind>(document: &Document<K>, layout: &dyn Layout<K>) -> bool {
    document.stmts.iter().any(|it| {
        it.range.slice(&document.source).starts_with('}')
            && matches!(layout.nesting(&it.kind), Nesting::Close(_))
    })
}

fn width(blanks: &str, unit: Indent) -> usize {
    blanks.chars().map(|it| if it == '\t' { unit.width() } else { 1 }).sum()
}

/// The width of blanks in which a tab counts for four.
fn columns(blanks: &str) -> usize {
    width(blanks, Indent::Tab)
}

/// Whether blanks are more than a slip: at least two, or a tab.
fn is_deep(blanks: &str) -> bool {
    blanks == "\t" || (blanks.len() > 1 && !blanks.contains('\t'))
}

/// How the lines of a document are indented as written.
struct Written<'a> {
    /// The frame that each line stands in, by where that begins, and the blanks before it.
    lines: Vec<(u32, &'a str)>,
    /// The frames by the lines that open them or their branches.
    frames: BTreeMap<u32, Opened<'a>>,
    /// The blanks before a statement with a text, and before the line of the text that is furthest to the left.
    texts: Vec<(&'a str, &'a str)>,
}

/// A frame or a branch of one.
struct Opened<'a> {
    frame: Frame,
    is_branch: bool,
    /// How many frames it stands in.
    depth: usize,
    /// How many lines it holds, those of inner frames included.
    length: usize,
    /// The blanks before the line that opens it.
    head: &'a str,
    /// The blanks before its first line; before the one furthest to the left where lines keep their offsets, which are no
    /// habit of frames.
    inside: Option<&'a str>,
    /// The blanks before its first line.
    first: Option<&'a str>,
}

impl<'a> Opened<'a> {
    fn new(frame: Frame, depth: usize, head: &'a str) -> Self {
        Self { frame, is_branch: false, depth, length: 0, head, inside: None, first: None }
    }

    fn is_flat(&self) -> bool {
        self.inside.is_none_or(|it| columns(it) <= columns(self.head))
    }
}

impl<'a> Written<'a> {
    fn of<K: Kind>(document: &'a Document<K>, layout: &dyn Layout<K>) -> Self {
        let text: &str = &document.source;
        let mut written = Self { lines: Vec::new(), frames: BTreeMap::new(), texts: Vec::new() };
        let has_braces = has_braces(document, layout);
        // Where each open frame begins, and on which line.
        let mut open: Vec<(u32, usize)> = Vec::new();
        let (mut at, mut line) = (0, 0);
        // Where each open frame, or its latest branch, begins.
        let mut heads: Vec<u32> = Vec::new();
        for stmt in &document.stmts {
            line += text[at..stmt.range.start as usize].matches('\n').count();
            at = stmt.range.start as usize;
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
            if has_braces && opens_template(stmt, text) {
                let head = indentation(text, stmt.range.start);
                let opened = Opened::new(Frame::Template, open.len(), head);
                open.push((stmt.range.start, line));
                heads.push(stmt.range.start);
                written.frames.insert(stmt.range.start, opened);
            }
            let is_whole = layout.body(&stmt.kind).is_some() && !first.ends_with('\\');
            if is_left || (lines.next().is_some() && !is_whole) {
                continue;
            }
            let blanks = indentation(text, stmt.range.start);
            if let Some(body) = layout.body(&stmt.kind) {
                written.body(text, stmt, body, layout.aligns_body(document, &stmt.kind));
            }
            let nesting = layout.nesting(&stmt.kind);
            if let Nesting::None | Nesting::Open(_) = nesting {
                let frame = open.last().map_or(ROOT, |it| it.0);
                written.lines.push((frame, blanks));
                let is_smaller = |it| columns(blanks) < columns(it);
                let head = heads.last().copied().unwrap_or(ROOT);
                if let Some(opened) = written.frames.get_mut(&head) {
                    opened.first.get_or_insert(blanks);
                    if opened.inside.is_none_or(|it| layout.keeps_offsets() && is_smaller(it)) {
                        opened.inside = Some(blanks);
                    }
                }
            }
            match nesting {
                Nesting::Open(kind) => {
                    let opened = Opened::new(Frame::Kind(kind), open.len(), blanks);
                    open.push((stmt.range.start, line));
                    heads.push(stmt.range.start);
                    written.frames.insert(stmt.range.start, opened);
                }
                // A branch may hold nothing but lines that keep an offset.
                Nesting::Branch(kind) if !layout.keeps_offsets() => {
                    if let Some(head) = heads.last_mut() {
                        *head = stmt.range.start;
                        let depth = open.len().saturating_sub(1);
                        let opened = Opened::new(Frame::Kind(kind), depth, blanks);
                        let opened = Opened { is_branch: true, ..opened };
                        written.frames.insert(stmt.range.start, opened);
                    }
                }
                Nesting::Close(_) => {
                    heads.pop();
                    if let Some(frame) = open.pop() {
                        written.close(frame, line);
                    }
                }
                _ => {}
            }
        }
        for frame in open {
            written.close(frame, line + 1);
        }
        written
    }

    /// Ends a frame on a line.
    fn close(&mut self, (start, first): (u32, usize), last: usize) {
        if let Some(frame) = self.frames.get_mut(&start) {
            frame.length = (last - first).saturating_sub(1);
        }
    }

    /// Takes the lines of a body: below each other they are those of a frame, otherwise a text.
    fn body<K>(&mut self, text: &'a str, stmt: &Stmt<K>, body: &Lines, is_aligned: bool) {
        let lines = body.lines.iter().map(|it| it.slice(text)).filter(|it| !it.trim().is_empty());
        let mut blanks = lines.map(leading);
        let head = indentation(text, stmt.range.start);
        if is_aligned {
            let inside = blanks.next();
            let length = body.lines.len();
            let opened = Opened { length, inside, ..Opened::new(Frame::Body, 0, head) };
            self.frames.insert(stmt.range.start, opened);
        } else if let Some(least) = blanks.min_by_key(|it| columns(it)) {
            self.texts.push((head, least));
        }
    }

    /// Whether most texts begin at the column of their head or at the margin.
    fn has_flush_texts(&self, flat: &Flat) -> bool {
        let votes = self.texts.iter().map(|(head, least)| match columns(least) {
            0 => 1,
            it if it == columns(head) => 1,
            it if it > columns(head) => -1,
            // Between the margin and its head a text stands by accident.
            _ => 0,
        });
        let balance: i64 = votes.sum();
        // Where nothing at all is indented and frames will be, a text or two that are not tell no habit.
        let stays = |it: &Opened<'_>| it.inside.is_none() || flat.everywhere.contains(&it.frame);
        let is_moved = self.is_flat() && !self.frames.values().all(stays);
        balance >= if is_moved { 3 } else { 1 }
    }

    /// The kinds of frames that the author does not indent: boxes, and others of which there are several or long ones.
    fn flat_kinds(&self) -> Flat {
        let (group, boxes) = (Frame::Kind(FrameKind::Group), Frame::Kind(FrameKind::Box));
        let filled = || self.frames.values().filter(|it| !it.is_branch && it.inside.is_some());
        let is_all_flat = self.is_flat() && filled().count() > 2;
        let is_long = |all: &mut dyn Iterator<Item = &Opened<'_>>| {
            all.map(|it| it.length).sum::<usize>() >= LONG
        };
        let is_flat = |kind: &Frame| {
            let all = || self.frames.values().filter(|it| it.frame == *kind);
            let is_box = *kind == boxes && !all().any(|it| it.is_branch);
            let mut several = filled().filter(|it| it.frame == *kind);
            let is_habit =
                is_all_flat || is_box || several.clone().nth(1).is_some() || is_long(&mut several);
            is_habit && all().all(Opened::is_flat)
        };
        let is_outermost = |kind: &Frame| {
            let all = || self.frames.values().filter(|it| it.frame == *kind && it.depth == 0);
            is_long(&mut all()) && all().all(Opened::is_flat)
        };
        Flat {
            everywhere: [group, boxes, Frame::Body].into_iter().filter(is_flat).collect(),
            outermost: [group].into_iter().filter(is_outermost).collect(),
        }
    }

    /// The columns of lines outside frames that several lines in a row share, apart from the margin.
    fn sections(&self, unit: Indent) -> BTreeSet<usize> {
        let root: Vec<&str> = self.lines.iter().filter(|it| it.0 == ROOT).map(|it| it.1).collect();
        let same = root.windows(3).filter(|it| is_deep(it[0]) && it.iter().all(|at| at == &it[0]));
        same.map(|it| width(it[0], unit)).collect()
    }

    /// The frames whose first line is indented further than others.
    fn outdented(&self) -> BTreeSet<u32> {
        let is_outdented = |it: &Opened<'_>| {
            it.is_flat() && it.first.is_some_and(|first| columns(first) > columns(it.head))
        };
        self.frames.iter().filter(|it| is_outdented(it.1)).map(|it| *it.0).collect()
    }

    /// Whether everything is indented: at least two blanks or a tabulator before each of several lines.
    fn is_indented(&self) -> bool {
        let mut root = self.lines.iter().filter(|it| it.0 == ROOT);
        root.clone().next().is_some() && self.lines.len() > 2 && root.all(|it| is_deep(it.1))
    }

    /// Whether there are frames and none of them is indented.
    fn is_flat(&self) -> bool {
        let mut frames = self.frames.values().filter(|it| it.inside.is_some());
        frames.clone().next().is_some() && frames.all(Opened::is_flat)
    }

    /// What frames are to be indented by: as asked for, else as most of them are, else as texts are or the whole is.
    fn unit(&self, form: Form) -> Indent {
        let whole = || {
            let root = self.lines.iter().filter(|it| it.0 == ROOT && self.is_indented());
            let smallest = root.map(|it| it.1).min_by_key(|it| it.len())?;
            most_frequent([("", smallest)])
        };
        let frames = self.frames.values().filter_map(|it| Some((it.head, it.inside?)));
        let texts = || most_frequent(self.texts.iter().copied());
        let habit = || most_frequent(frames).or_else(texts).or_else(whole);
        form.indent.or_else(habit).unwrap_or_default()
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
        let more = columns(inner).saturating_sub(columns(outer));
        // A tabulator counts as no blank at all.
        let step = match more {
            4 if inner.contains('\t') => 0,
            it if inner.contains('\t') || !(1..=8).contains(&it) => continue,
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
