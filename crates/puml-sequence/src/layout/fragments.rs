//! Groups: frames that hug what they hold, with a tab, labels in brackets and a rule before each further branch.

use diag::Span;
use scene::{Geometry, Group, Interval, Item, Rect, Size, Stroke, Text};

use super::canvas::Canvas;
use super::columns::{Columns, Constraints};
use super::context::Context;
use super::messages::stagger;
use super::reach::Reach;
use super::spacing::{BAR, FRAME_PAD, TAB_GAP, crisp};
use super::tiles::Fit;
use crate::model::{Fragment, FragmentKind};
use puml_family::Label;
use puml_family::pen;
use puml_family::text::{self, Markup, Setting};
use puml_family::themes::BLOCK_WIDTH;
use puml_family::{Look, LookId};

/// From the header or a rule to what comes below.
const BELOW_LABEL: f64 = 2.0;
/// A label is not broken into lines shorter than this.
const NARROW: f64 = 90.0;
/// Above and below a label in the header.
const LABEL_PAD: f64 = 4.0;

/// A group as it opens, with its words measured.
pub(super) struct Measured<'m> {
    pub(super) fragment: &'m Fragment,
    tab: Text,
    tab_size: Size,
    first: Branch<'m>,
    /// A column that stands so far behind the leftmost one that a label ends before its bar.
    gap: Option<(usize, f64)>,
}

/// A branch with its label measured.
pub(super) struct Branch<'m> {
    label: Text,
    words: &'m Label,
    look: &'m Look,
    /// The columns that have a bar where it begins.
    bars: Vec<usize>,
}

pub(super) fn measure<'m>(ctx: Context<'m>, fragment: &'m Fragment) -> Measured<'m> {
    let tab = ctx.line(&fragment.tab, ctx.look(fragment.header_look));
    let tab_size = if tab.bounds.width == 0.0 {
        Size::default()
    } else {
        Size { width: (tab.bounds.width + 20.0).ceil(), height: (tab.bounds.height + 6.0).ceil() }
    };
    let first = measure_branch(ctx, &fragment.label, fragment.look);
    Measured { fragment, tab, tab_size, first, gap: None }
}

pub(super) fn measure_branch<'m>(ctx: Context<'m>, label: &'m Label, look: LookId) -> Branch<'m> {
    let look = ctx.look(look);
    Branch { label: bracketed(label, ctx.setting(look)), words: label, look, bars: Vec::new() }
}

fn bracketed(label: &Label, setting: Setting<'_>) -> Text {
    if label.text.is_empty() {
        return text::empty();
    }
    // A bracket before a link would be read as a part of it.
    let open = if label.text.starts_with('[') { "&#91;" } else { "[" };
    let label = Label { text: format!("{open}{}]", label.text) };
    text::typeset(&label, Markup::Lines, setting.for_lines_of(&label))
}

/// The lifelines between two places that have a bar.
fn bars(left: f64, right: f64, canvas: &Canvas<'_>, is_active: impl Fn(usize) -> bool) -> Vec<f64> {
    let columns = canvas.columns.between(left - BAR, right + BAR);
    columns.filter(|it| is_active(*it)).map(|it| canvas.columns.x(it)).collect()
}

/// A label that a bar would run through stands beside the bar if the frame has room there; else it is broken into
/// lines behind the last bar or before the first, unless that would make it narrow. `None` if it stands free or must
/// stay.
fn clear_of_bars(
    label: &Text,
    words: &Label,
    setting: Setting<'_>,
    room: Interval,
    bars: &[f64],
) -> Option<(Text, f64)> {
    let (&first, &last) = (bars.first()?, bars.last()?);
    let behind = last + 2.0 * BAR + LABEL_PAD;
    if behind + label.bounds.width + LABEL_PAD <= room.to {
        return Some((label.clone(), behind));
    }
    let places =
        [(behind, room.to - LABEL_PAD - behind), (room.from, first - BAR - LABEL_PAD - room.from)];
    let (x, width) = places.into_iter().find(|(_, width)| *width >= NARROW)?;
    let broken = bracketed(words, Setting { max_width: Some(width), ..setting });
    (broken.bounds.width <= width).then_some((broken, x))
}

impl<'m> Measured<'m> {
    /// The branch that the group opens with.
    pub(super) fn first(&mut self) -> &mut Branch<'m> {
        &mut self.first
    }

    /// Tab and label side by side.
    fn header_width(&self) -> f64 {
        let width = self.first.label.bounds.width;
        let label = if width > 0.0 { TAB_GAP + width } else { 0.0 };
        self.tab_size.width + label + FRAME_PAD
    }

    /// A label that was broken at the usual limit takes the room that the frame turned out to have.
    fn widen_label(&mut self, frame: f64, ctx: Context<'m>) {
        let room = frame - self.tab_size.width - TAB_GAP - FRAME_PAD;
        let look = ctx.look(self.fragment.look);
        if look.max_width == Some(BLOCK_WIDTH) && room > BLOCK_WIDTH {
            let setting = Setting { max_width: Some(room), ..ctx.setting(look) };
            self.first.label = bracketed(&self.fragment.label, setting);
        }
    }

    /// Down to where the first row may begin.
    pub(super) fn header_height(&self) -> f64 {
        let height = self.first.label.bounds.height;
        let label = if height > 0.0 { height + 2.0 * LABEL_PAD } else { 0.0 };
        self.tab_size.height.max(label).ceil() + BELOW_LABEL
    }

    /// The reach of the frame around `inner`, wide enough for the header and the branches' labels: what `columns` leave
    /// too narrow is added at the right, as the reference does.
    pub(super) fn frame(
        &mut self,
        inner: Reach,
        branches: &[Extent],
        columns: Option<&Columns>,
        constraints: &mut Constraints,
    ) -> (Reach, Fit) {
        let mut reach = inner.padded(FRAME_PAD);
        let branch = branches.iter().map(|it| it.frame).fold(0.0, f64::max);
        let wanted = self.header_width().max(branch);
        let mut fit = Fit::Whole;
        if reach.lo == reach.hi {
            reach.right = reach.right.max(wanted - reach.left);
        } else if let Some(columns) = columns {
            let Interval { from: left, to: right } = reach.edges(columns);
            let mut edge = right.max(left + wanted);
            let head = Extent::of(&self.first, self.tab_size.width + TAB_GAP);
            for label in std::iter::once(&head).chain(branches) {
                match label.detour(left, edge, columns) {
                    Some(Detour::Before(column, more)) if column > reach.lo => {
                        let wanted = columns.x(column) - columns.x(reach.lo) + more;
                        let kept = self.gap.map_or(0.0, |it| it.1);
                        self.gap = Some((column, wanted.max(kept)));
                        fit = Fit::Widened;
                    }
                    Some(Detour::Behind(farther)) => edge = farther,
                    _ => {}
                }
            }
            let width = if edge > right { edge - left } else { wanted };
            if edge > right {
                reach.right += edge - right;
                fit = Fit::Widened;
            }
            constraints.apart(reach.lo, reach.hi, width - reach.left - reach.right);
        }
        if let Some((column, distance)) = self.gap {
            constraints.apart(reach.lo, column, distance);
        }
        (reach, fit)
    }
}

/// What a label wants of its frame.
pub(super) struct Extent {
    /// From the left edge to where it begins, its width, and the least width of the frame.
    start: f64,
    width: f64,
    frame: f64,
    /// The columns that have a bar there.
    bars: Vec<usize>,
}

/// How a label gets past a bar that would run through it.
enum Detour {
    /// It ends before the bar of this column, which must move so far to the right.
    Before(usize, f64),
    /// It stands behind all bars; the frame ends here.
    Behind(f64),
}

impl Extent {
    fn of(branch: &Branch<'_>, start: f64) -> Self {
        let width = branch.label.bounds.width;
        Self { start, width, frame: start + width + FRAME_PAD, bars: branch.bars.clone() }
    }

    /// A frame of at least this width, with no bars to keep clear of.
    pub(super) fn plain(frame: f64) -> Self {
        Self { start: 0.0, width: 0.0, frame, bars: Vec::new() }
    }

    /// The shorter detour around the bars in a frame between two edges; `None` if there are none, or if there is room for the
    /// label to be broken into lines beside them.
    fn detour(&self, left: f64, right: f64, columns: &Columns) -> Option<Detour> {
        let x = left + self.start;
        let hit = |it: &&usize| (x - BAR..x + self.width + BAR).contains(&columns.x(**it));
        let (first, last) = (self.bars.iter().find(hit)?, self.bars.iter().rfind(hit)?);
        let behind = columns.x(*last) + 2.0 * BAR + LABEL_PAD;
        let before = columns.x(*first) - BAR - LABEL_PAD;
        if right - LABEL_PAD - behind >= NARROW.min(self.width) || before - x >= NARROW {
            return None;
        }
        let gap = x + self.width - before;
        let edge = behind + self.width + LABEL_PAD;
        Some(if gap < edge - right { Detour::Before(*first, gap) } else { Detour::Behind(edge) })
    }
}

impl Branch<'_> {
    /// Where the bars are as it begins.
    pub(super) fn meet_bars(&mut self, levels: &[u32]) {
        if self.label.bounds.width > 0.0 {
            let active = levels.iter().enumerate().filter(|it| *it.1 > 0);
            self.bars = active.map(|it| it.0).collect();
        }
    }

    /// What its label wants of the frame.
    pub(super) fn extent(&self) -> Extent {
        Extent::of(self, FRAME_PAD)
    }

    /// Keeps the label clear of bars, as [`clear_of_bars`] does; returns where it begins then.
    fn clear_bars(
        &mut self,
        x: f64,
        right: f64,
        canvas: &Canvas<'_>,
        is_active: impl Fn(usize) -> bool,
    ) -> Option<f64> {
        let bars = bars(x, x + self.label.bounds.width, canvas, is_active);
        let setting = canvas.ctx.setting(self.look);
        let room = Interval::new(x, right);
        let (label, x) = clear_of_bars(&self.label, self.words, setting, room, &bars)?;
        self.label = label;
        Some(x)
    }

    /// Of the label alone.
    pub(super) fn label_width(&self) -> f64 {
        self.label.bounds.width
    }

    /// From its rule to where its first row may begin.
    pub(super) fn height(&self) -> f64 {
        if self.label.bounds.height == 0.0 {
            BELOW_LABEL
        } else {
            self.label.bounds.height + LABEL_PAD + BELOW_LABEL
        }
    }
}

/// A frame that is open while its rows are placed.
pub(super) struct Frame<'m> {
    pub(super) edges: Interval,
    pub(super) top: f64,
    /// Where its first row may begin.
    pub(super) inside: f64,
    /// Up to where words stand in its header.
    header_right: f64,
    fragment: &'m Fragment,
    group: Group,
    /// Where each branch begins, and its look.
    bodies: Vec<(f64, &'m Look)>,
    /// Where the frame goes once it is whole: outer frames lie below inner ones.
    slots: (usize, usize),
}

/// Whether a branch is set off from the one before it.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Rule {
    /// By a dashed rule: it comes later.
    Dashed,
    /// Not at all: it runs beside the one before it and begins so far to the right.
    Beside(f64),
}

impl<'m> Frame<'m> {
    /// Opens a frame between two edges with its upper edge at `top`.
    pub(super) fn open(
        measured: Measured<'m>,
        origin: Span,
        edges: Interval,
        top: f64,
        canvas: &mut Canvas<'m>,
        is_active: impl Fn(usize) -> bool,
    ) -> Self {
        let (left, right, top) = (crisp(edges.from), crisp(edges.to), crisp(top));
        let mut measured = measured;
        measured.widen_label(right - left, canvas.ctx);
        let guard = left + measured.tab_size.width + TAB_GAP;
        let aside = measured.first.clear_bars(guard, right, canvas, &is_active);
        let inside = top + measured.header_height();
        let Measured { fragment, tab, tab_size, first: Branch { label, .. }, .. } = measured;
        let (look, header) =
            (canvas.ctx.look(fragment.look), canvas.ctx.look(fragment.header_look));
        canvas.grounds.push(look.fill);
        let mut title = text::spoken(&tab);
        let mut items = Vec::with_capacity(4);
        let mut after_tab = left + FRAME_PAD;
        let mut header_right = left + tab_size.width;
        if fragment.kind == FragmentKind::Partition {
            let x = f64::midpoint(left, right) - tab.bounds.width / 2.0;
            push_label(text::place(tab, x, top + LABEL_PAD), canvas, is_active, &mut items);
        } else {
            if tab_size.width > 0.0 {
                let rect = Rect { x: left, y: top, width: tab_size.width, height: tab_size.height };
                items.push(pen::tab(rect, look.corner, header));
                items.push(Item::Text(text::place(tab, left + 8.0, top + 3.0)));
                after_tab = left + tab_size.width + TAB_GAP;
            }
            after_tab = aside.unwrap_or(after_tab);
            if label.bounds.width > 0.0 {
                title.push(' ');
                title.push_str(&text::spoken(&label));
                header_right = after_tab + label.bounds.width;
                push_label(
                    text::place(label, after_tab, top + LABEL_PAD),
                    canvas,
                    is_active,
                    &mut items,
                );
            }
        }
        let empty = || Item::Group(Group::new("fragment"));
        canvas.frames.push(empty());
        canvas.bodies.push(empty());
        let slots = (canvas.frames.len() - 1, canvas.bodies.len() - 1);
        let mut group = canvas.group("fragment", origin);
        group.title = Some(title);
        group.items = items;
        Self {
            edges: Interval::new(left, right),
            top,
            inside,
            header_right,
            fragment,
            group,
            bodies: vec![(top, look)],
            slots,
        }
    }

    pub(super) fn kind(&self) -> FragmentKind {
        self.fragment.kind
    }

    /// Begins another branch at `y`; returns where its first row may begin.
    pub(super) fn branch(
        &mut self,
        branch: Branch<'m>,
        rule: Rule,
        y: f64,
        canvas: &mut Canvas<'m>,
        level: impl Fn(usize) -> u32,
    ) -> f64 {
        let mut x = match rule {
            Rule::Dashed => {
                let y = crisp(y);
                let look = canvas.ctx.look(self.fragment.look);
                let stroke = Stroke::dashed(look.line, look.line_width.min(1.0), [5.0, 4.0]);
                self.group.items.push(pen::line(
                    pen::at(self.edges.from, y),
                    pen::at(self.edges.to, y),
                    stroke,
                ));
                self.bodies.push((y, branch.look));
                if let Some(ground) = canvas.grounds.last_mut() {
                    *ground = branch.look.fill;
                }
                self.edges.from + FRAME_PAD
            }
            Rule::Beside(x) => x,
        };
        let width = branch.label.bounds.width;
        if let Some(column) = canvas.columns.between(x - BAR, x + width.min(3.0 * FRAME_PAD)).next()
        {
            // Right of the first lifeline and its bars, rather than on it, if the frame is wide enough.
            let beside = canvas.columns.x(column) + stagger(level(column)) + LABEL_PAD + 2.0;
            if beside + width + LABEL_PAD <= self.edges.to {
                x = beside;
            }
        }
        let mut branch = branch;
        if rule == Rule::Dashed {
            x = branch
                .clear_bars(x, self.edges.to, canvas, |column| level(column) > 0)
                .unwrap_or(x);
        }
        let (bottom, width) = (y + branch.height(), branch.label.bounds.width);
        let is_first_band = (y - self.inside).abs() < f64::EPSILON
            && LABEL_PAD + branch.label.bounds.height <= self.inside - self.top;
        if rule != Rule::Dashed && is_first_band && x >= self.header_right + TAB_GAP {
            // Beside the words of the header, so that both branches begin at one height.
            let label = text::place(branch.label, x, self.top + LABEL_PAD);
            self.header_right = x + width;
            push_label(label, canvas, |column| level(column) > 0, &mut self.group.items);
            return self.inside;
        }
        if width > 0.0 {
            let label = text::place(branch.label, x, y + LABEL_PAD);
            push_label(label, canvas, |column| level(column) > 0, &mut self.group.items);
        }
        bottom
    }

    /// Closes the frame at `bottom`.
    pub(super) fn close(mut self, bottom: f64, canvas: &mut Canvas<'m>) {
        let bottom = crisp(bottom);
        canvas.grounds.pop();
        let look = canvas.ctx.look(self.fragment.look);
        let rect = Rect {
            x: self.edges.from,
            y: self.top,
            width: self.edges.length(),
            height: bottom - self.top,
        };
        let mut bodies = Vec::new();
        for (idx, &(top, look)) in self.bodies.iter().enumerate() {
            let end = self.bodies.get(idx + 1).map_or(bottom, |it| it.0);
            if let Some(fill) = look.fill {
                let rect = Rect { y: top, height: end - top, ..rect };
                let corner = if self.bodies.len() == 1 { look.corner } else { 0.0 };
                bodies.push(pen::filled(Geometry::Rect { rect, corner }, fill));
            }
        }
        if let Some(stroke) = pen::stroke(look) {
            let corner = look.corner.min(rect.height / 2.0);
            // The outline lies over the tab's own edge, so that both read as one line.
            self.group.items.push(pen::stroked(Geometry::Rect { rect, corner }, stroke));
        }
        let mut body = Group::new("fragment-body");
        body.items = bodies;
        canvas.frames[self.slots.0] = Item::Group(self.group);
        canvas.bodies[self.slots.1] = Item::Group(body);
    }
}

fn push_label(
    label: Text,
    canvas: &mut Canvas<'_>,
    is_active: impl Fn(usize) -> bool,
    items: &mut Vec<Item>,
) {
    items.extend(canvas.make_way(&label, is_active));
    items.push(Item::Text(label));
}
