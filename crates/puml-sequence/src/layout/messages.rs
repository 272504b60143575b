//! Messages: how much room they need, where their ends touch, and how they are drawn.

use scene::{Interval, Item, Point, Size, Stroke, Text, Vector};

use super::arrowheads::Tip;
use super::canvas::Canvas;
use super::columns::{Columns, Constraints};
use super::context::{Context, column};
use super::reach::Reach;
use super::spacing::{
    ARROW_BELOW, BAR, BARE_ARROW_ABOVE, LABEL_GAP, LABEL_INSET, LOOP_HEIGHT, LOOP_WIDTH,
    SHORT_ARROW,
};
use crate::model::{End, Head, Message, MessageAlign, ParticipantId, Side};
use puml_family::Align;
use puml_family::pen;
use puml_family::text::{self, Markup, Setting, Wrap};
use puml_family::themes::MESSAGE_WIDTH;

/// From the loop of a self message to its label.
const LOOP_LABEL_GAP: f64 = 6.0;

/// A message with its label measured and the bars it touches.
pub(super) struct Measured<'m> {
    pub(super) message: &'m Message,
    pub(super) label: Text,
    /// Who says what to whom, in words.
    pub(super) title: String,
    /// Bars open at the sender when it sends.
    pub(super) from_level: u32,
    /// Bars open at the receiver once it has received.
    pub(super) to_level: u32,
    /// The head that the message creates.
    pub(super) creates: Option<Size>,
}

/// Which way a message goes.
#[derive(Clone, Copy, PartialEq)]
enum Route {
    /// From one column to another.
    Columns(usize, usize),
    /// Back to its own lifeline, on that side.
    Loop(usize, Side),
    /// Ends a little beside a lifeline.
    Short { column: usize, side: Side, incoming: bool },
    /// From border to border, without any lifeline.
    Nowhere,
}

/// How high something stands above and below the line of its row.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Height {
    pub(super) above: f64,
    pub(super) below: f64,
}

/// Where a message ended up.
#[derive(Clone, Copy)]
pub(super) struct Placed {
    /// The height of the sending end.
    pub(super) from_y: f64,
    /// The height of the receiving end.
    pub(super) to_y: f64,
}

/// Measures the label with its number.
pub(super) fn measure<'m>(ctx: Context<'m>, message: &'m Message) -> Measured<'m> {
    let mut setting = Setting { wrap: Wrap::Even, ..ctx.setting(ctx.look(message.look)) };
    if let (Some(MESSAGE_WIDTH), End::Participant(from), End::Participant(to)) =
        (setting.max_width, message.from, message.to)
    {
        // The usual limit keeps neighbours together; a long arrow has room for more.
        setting.max_width = Some(MESSAGE_WIDTH * f64::from(from.0.abs_diff(to.0).max(1)));
    }
    setting = setting.for_lines_of(&message.label);
    if message.from == message.to && setting.align == Align::Center {
        // Beside a loop the lines begin, or end, at the loop.
        let is_left = message.arrow.reversed && !message.is_return;
        setting.align = if is_left { Align::Right } else { Align::Left };
    }
    if message.label.text.contains('\n')
        && setting.align == Align::Center
        && ctx.model.message_align == MessageAlign::Automatic
    {
        // Lines that the author broke may be lined up below each other.
        setting.align = Align::Left;
    }
    let label = match &message.number {
        None => text::typeset(&message.label, Markup::Lines, setting),
        Some(number) => text::typeset_numbered(number, &message.label, setting),
    };
    let title = title(ctx, message, &label);
    Measured { message, label, title, from_level: 0, to_level: 0, creates: None }
}

/// What a message says, for people who cannot see it.
fn title(ctx: Context<'_>, message: &Message, label: &Text) -> String {
    let name = |end: End| match end {
        End::Participant(who) => ctx.name(who),
        End::Border(_) | End::Short(_) => "outside",
    };
    let mut title = [name(message.from), " to ", name(message.to)].concat();
    for &who in &message.also_to {
        title.push_str(", ");
        title.push_str(ctx.name(who));
    }
    let label = text::spoken(label);
    if !label.is_empty() {
        title.reserve(label.len() + 2);
        title.push_str(": ");
        title.push_str(&label);
    }
    title
}

impl Measured<'_> {
    fn route(&self, last: usize) -> Route {
        let place = |end: End| match end {
            End::Participant(who) => Some(column(who)),
            End::Border(Side::Left) => Some(0),
            End::Border(Side::Right) => Some(last),
            End::Short(_) => None,
        };
        match (place(self.message.from), place(self.message.to), self.message.from, self.message.to)
        {
            (Some(from), Some(to), ..) if from == to => {
                let side = if self.swings_left() { Side::Left } else { Side::Right };
                Route::Loop(from, side)
            }
            (Some(from), Some(to), ..) => Route::Columns(from, to),
            (None, Some(column), End::Short(side), _) => {
                Route::Short { column, side, incoming: true }
            }
            (Some(column), None, _, End::Short(side)) => {
                Route::Short { column, side, incoming: false }
            }
            _ => Route::Nowhere,
        }
    }

    /// Whether the loop of a self message stands at the left: for `A <- A`, never for a reply that we wrote ourselves.
    fn swings_left(&self) -> bool {
        self.message.arrow.reversed && !self.message.is_return
    }

    /// The columns it touches and how far it stands out beyond them.
    pub(super) fn reach(&self, last: usize) -> Reach {
        let width = self.label.bounds.width;
        let half = |level: u32| if level > 0 { BAR } else { 0.0 };
        let reach = match self.route(last) {
            Route::Columns(from, to) => {
                let (from, to) = (
                    Reach::at(from, half(self.from_level), stagger(self.from_level)),
                    Reach::at(to, half(self.to_level), stagger(self.to_level)),
                );
                let created = self.creates.map_or(0.0, |it| it.width / 2.0);
                from.cover(Reach { left: to.left.max(created), right: to.right.max(created), ..to })
            }
            Route::Loop(column, side) => {
                let label = if width > 0.0 { LOOP_LABEL_GAP + width } else { 0.0 };
                let bars = stagger(self.from_level.max(self.to_level));
                let active = half(self.from_level.max(self.to_level));
                match side {
                    Side::Right => Reach::at(column, active, bars + LOOP_WIDTH + label),
                    Side::Left => Reach::at(column, active + LOOP_WIDTH + label, bars),
                }
            }
            Route::Short { column, side, incoming } => {
                let level = if incoming { self.to_level } else { self.from_level };
                let long = (width + 2.0 * LABEL_INSET).max(SHORT_ARROW);
                match side {
                    Side::Left => Reach::at(column, half(level) + long, stagger(level)),
                    Side::Right => Reach::at(column, half(level), stagger(level) + long),
                }
            }
            Route::Nowhere => Reach { lo: 0, left: 0.0, hi: last, right: 0.0 },
        };
        self.message
            .also_to
            .iter()
            .fold(reach, |reach, &who| reach.cover(Reach::at(column(who), BAR, BAR)))
    }

    /// Keeps its ends far enough apart for the label.
    pub(super) fn constrain(&self, ctx: Context<'_>, constraints: &mut Constraints) {
        let last = constraints.last();
        if let Route::Columns(from, to) = self.route(last) {
            let (lo, hi) = (from.min(to), from.max(to));
            let bars = stagger(self.from_level) + stagger(self.to_level);
            let created = self.creates.map_or(0.0, |it| it.width / 2.0);
            let mut label = self.label.bounds.width + 2.0 * LABEL_INSET;
            if ctx.model.message_span {
                // The label begins at its arrow and may go on beyond it, but not beyond the page.
                constraints.apart(lo, last, label + bars);
                label = 0.0;
            }
            constraints.apart(lo, hi, label.max(SHORT_ARROW) + bars + created);
        }
    }

    /// How much height it needs around its line.
    pub(super) fn height(&self, ctx: Context<'_>, last: usize) -> Height {
        let label = self.label.bounds.height;
        if let Route::Loop(..) = self.route(last) {
            let swing = self.loop_height();
            let over = ((label - swing) / 2.0).max(0.0);
            return Height { above: over.max(2.0), below: swing + over.max(ARROW_BELOW) };
        }
        let slant = f64::from(self.message.arrow.slant);
        let mut height = if label == 0.0 {
            Height { above: BARE_ARROW_ABOVE, below: ARROW_BELOW + slant }
        } else if self.is_label_below(ctx) {
            Height { above: BARE_ARROW_ABOVE, below: LABEL_GAP + label + slant }
        } else {
            Height { above: label + LABEL_GAP, below: ARROW_BELOW + slant }
        };
        if let Some(head) = self.creates {
            height.above = height.above.max(head.height / 2.0 - slant);
            height.below = height.below.max(head.height / 2.0 + slant);
        }
        height
    }

    /// Draws it with its line at `y`; `frame` are the edges that border arrows go to.
    pub(super) fn draw(
        &mut self,
        y: f64,
        frame: Interval,
        canvas: &mut Canvas<'_>,
        is_active: impl Fn(usize) -> bool,
    ) -> (Vec<Item>, Placed) {
        let last = canvas.columns.last();
        let placed = self.placed(y, last);
        if self.message.arrow.hidden {
            return (Vec::new(), placed);
        }
        let look = canvas.ctx.look(self.message.look);
        let line = Stroke::dashed(look.line, look.line_width.max(0.1), look.dash.clone());
        let pen = Pen { line, head: look.head.unwrap_or(look.line) };
        // A line, a head and a label: most messages have no more, and there are many of them.
        let mut items = Vec::with_capacity(3);
        let label = std::mem::replace(&mut self.label, text::empty());
        let has_label = label.bounds.height > 0.0;
        let label = match self.route(last) {
            Route::Loop(column, side) => {
                self.draw_loop(canvas.columns.x(column), side, placed, &pen, label, &mut items)
            }
            _ => self.draw_straight(placed, frame, canvas, &pen, label, &mut items),
        };
        if has_label {
            items.extend(canvas.make_way(&label, is_active));
            items.push(Item::Text(label));
        }
        (items, placed)
    }

    fn placed(&self, y: f64, last: usize) -> Placed {
        let drop = match self.route(last) {
            Route::Loop(..) => self.loop_height(),
            _ => f64::from(self.message.arrow.slant),
        };
        Placed { from_y: y, to_y: y + drop }
    }

    fn loop_height(&self) -> f64 {
        (self.label.bounds.height - 8.0).max(LOOP_HEIGHT).round()
    }

    fn is_label_below(&self, ctx: Context<'_>) -> bool {
        // An answer is an arrow that is written the other way round, as `A <- B`.
        ctx.model.reply_below && self.message.arrow.reversed
    }

    fn draw_loop(
        &self,
        x: f64,
        side: Side,
        placed: Placed,
        pen: &Pen,
        label: Text,
        items: &mut Vec<Item>,
    ) -> Text {
        let away = if side == Side::Right { 1.0 } else { -1.0 };
        let edge = |level| edge(x, level, side);
        let (from, to) = (edge(self.from_level), edge(self.to_level));
        let outer =
            if side == Side::Right { from.max(to) + LOOP_WIDTH } else { from.min(to) - LOOP_WIDTH };
        let arrow = self.message.arrow;
        let back = Vector::new(-away, 0.0);
        let start = Tip {
            touch: pen::at(from, placed.from_y),
            along: back,
            head: arrow.from_head,
            circle: arrow.from_circle,
        };
        let end = Tip {
            touch: pen::at(to, placed.to_y),
            along: back,
            head: arrow.to_head,
            circle: arrow.to_circle,
        };
        let start = start.draw(&pen.line, pen.head, items);
        let end = end.draw(&pen.line, pen.head, items);
        let way = vec![start, pen::at(outer, placed.from_y), pen::at(outer, placed.to_y), end];
        items.insert(0, pen::stroked(scene::Geometry::Polyline(way), pen.line.clone()));
        let middle = f64::midpoint(placed.from_y, placed.to_y);
        let left = match side {
            Side::Right => outer + LOOP_LABEL_GAP,
            Side::Left => outer - LOOP_LABEL_GAP - label.bounds.width,
        };
        let top = middle - label.bounds.height / 2.0;
        text::place(label, left, top)
    }

    fn draw_straight(
        &self,
        placed: Placed,
        frame: Interval,
        canvas: &Canvas<'_>,
        pen: &Pen,
        label: Text,
        items: &mut Vec<Item>,
    ) -> Text {
        let Interval { from, to } = self.ends(frame, canvas.columns, label.bounds.width);
        let arrow = self.message.arrow;
        let start = pen::at(from, placed.from_y);
        let end = pen::at(to, placed.to_y);
        let along = unit(start, end);
        let back = Vector::new(-along.dx, -along.dy);
        let tail =
            Tip { touch: start, along: back, head: arrow.from_head, circle: arrow.from_circle };
        let tail = tail.draw(&pen.line, pen.head, items);
        let tip = Tip { touch: end, along, head: arrow.to_head, circle: arrow.to_circle }
            .draw(&pen.line, pen.head, items);
        items.insert(0, pen::line(tail, tip, pen.line.clone()));
        for &who in &self.message.also_to {
            self.draw_further(who, placed, from, canvas.columns, pen, items);
        }
        let left = label_left(from, to, label.bounds.width, canvas);
        let top = if self.is_label_below(canvas.ctx) {
            placed.to_y.max(placed.from_y) + LABEL_GAP
        } else {
            placed.from_y - LABEL_GAP - label.bounds.height
        };
        text::place(label, left, top)
    }

    /// Another receiver of the same message: the line goes on to it, or ends at it on the way.
    fn draw_further(
        &self,
        who: ParticipantId,
        placed: Placed,
        from: f64,
        columns: &Columns,
        pen: &Pen,
        items: &mut Vec<Item>,
    ) {
        let x = columns.x(column(who));
        let (start, end) = (pen::at(from, placed.from_y), pen::at(x, placed.from_y));
        let head = if self.message.arrow.to_head == Head::None {
            Head::Filled
        } else {
            self.message.arrow.to_head
        };
        let tip =
            Tip { touch: end, along: unit(start, end), head, circle: self.message.arrow.to_circle };
        let tip = tip.draw(&pen.line, pen.head, items);
        items.push(pen::line(start, tip, pen.line.clone()));
    }

    /// Where the sending and the receiving end touch: from right to left where the message runs so.
    fn ends(&self, frame: Interval, columns: &Columns, label: f64) -> Interval {
        let last = columns.last();
        match self.route(last) {
            Route::Columns(from, to) => {
                let towards =
                    |other: usize, own: usize| if other > own { Side::Right } else { Side::Left };
                let place = |own: usize, other: usize, level: u32| match own {
                    0 => frame.from,
                    own if own == last => frame.to,
                    own => edge(columns.x(own), level, towards(other, own)),
                };
                let from_x = place(from, to, self.from_level);
                let to_x = match self.creates {
                    Some(head) if to < from => columns.x(to) + head.width / 2.0,
                    Some(head) => columns.x(to) - head.width / 2.0,
                    None => place(to, from, self.to_level),
                };
                Interval::new(from_x, to_x)
            }
            Route::Short { column, side, incoming } => {
                let level = if incoming { self.to_level } else { self.from_level };
                let own = edge(columns.x(column), level, side);
                let long = (label + 2.0 * LABEL_INSET).max(SHORT_ARROW);
                let other = if side == Side::Right { own + long } else { own - long };
                if incoming { Interval::new(other, own) } else { Interval::new(own, other) }
            }
            Route::Loop(..) | Route::Nowhere => frame,
        }
    }
}

/// Where the label begins: in the middle, or between two lifelines if it would lie on one and fits between.
fn label_left(from: f64, to: f64, width: f64, canvas: &Canvas<'_>) -> f64 {
    let (left, right) = (from.min(to), from.max(to));
    let rightwards = to >= from;
    let at_left = left + LABEL_INSET;
    let at_right = right - LABEL_INSET - width;
    if canvas.ctx.model.message_span && at_right < at_left {
        return at_left;
    }
    match canvas.ctx.model.message_align {
        MessageAlign::Left => at_left,
        MessageAlign::Right => at_right,
        MessageAlign::Direction => {
            if rightwards {
                at_left
            } else {
                at_right
            }
        }
        MessageAlign::ReverseDirection => {
            if rightwards {
                at_right
            } else {
                at_left
            }
        }
        MessageAlign::Automatic | MessageAlign::Center => {
            let middle = f64::midpoint(left, right) - width / 2.0;
            let crossed = canvas.columns.between(left + BAR + 1.0, right - BAR - 1.0);
            let clear =
                |at: f64| canvas.columns.between(at - BAR - 3.0, at + width + BAR + 3.0).is_empty();
            if crossed.is_empty() || clear(middle) {
                return middle;
            }
            let stops: Vec<f64> = [left]
                .into_iter()
                .chain(crossed.map(|it| canvas.columns.x(it)))
                .chain([right])
                .collect();
            let mut gaps: Vec<Interval> =
                stops.windows(2).map(|it| Interval::new(it[0], it[1])).collect();
            if !rightwards {
                gaps.reverse();
            }
            let fits = gaps.iter().find(|it| it.length() >= width + 2.0 * (BAR + 4.0));
            fits.map_or(middle, |it| f64::midpoint(it.from, it.to) - width / 2.0)
        }
    }
}

/// The line and the colour of the heads.
struct Pen {
    line: Stroke,
    head: scene::Color,
}

/// How far nested bars stand out to the right of a lifeline.
pub(super) fn stagger(level: u32) -> f64 {
    f64::from(level) * BAR
}

/// Where an arrow on that side touches a lifeline with this many bars.
fn edge(x: f64, level: u32, side: Side) -> f64 {
    match side {
        Side::Left if level > 0 => x - BAR,
        Side::Left => x,
        Side::Right => x + stagger(level),
    }
}

fn unit(from: Point, to: Point) -> Vector {
    let way = Vector::between(from, to);
    let length = way.length();
    if length == 0.0 {
        Vector::new(1.0, 0.0)
    } else {
        Vector::new(way.dx / length, way.dy / length)
    }
}
