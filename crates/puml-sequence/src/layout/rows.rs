//! From top to bottom: which events share a row, how high each row is, and where everything in it stands.

use std::collections::HashMap;

use scene::{Interval, Item};

use super::activations::Bars;
use super::canvas::Canvas;
use super::context::column;
use super::fragments::{Frame, Rule};
use super::heads::{Head, Place};
use super::lives::Lives;
use super::messages::{self, Height, Placed};
use super::spacing::{BAR, CROSS, CROSS_DROP, FRAME_GAP, FRAME_PAD, LABEL_GAP, ROW_GAP, crisp};
use super::tiles::{Tile, What, runs_together};
use crate::element::Element;
use crate::model::{End, Event, EventKind, NotePlace, ParticipantId};
use puml_family::pen;

/// Things that share a lifeline may overlap by a bar and still stand side by side.
const TOUCH: f64 = 2.0 * BAR + 1.0;

/// A page while its rows are placed.
pub(super) struct Rows<'a, 'm> {
    pub(super) canvas: Canvas<'m>,
    pub(super) heads: &'a [Head<'m>],
    pub(super) bars: &'a mut Bars,
    pub(super) lives: &'a mut Lives,
    /// The bottom of what is placed.
    pub(super) y: f64,
    /// Heights that durations measure between.
    pub(super) anchors: HashMap<&'m str, Anchor>,
    frames: Vec<OpenFrame<'m>>,
    before: Option<Placement>,
    /// The upper edge of the group that was closed last, for notes attached to it.
    closed: Option<f64>,
    message: Option<Sent>,
    /// Whether a note that stands alone is placed below that message.
    is_noted: bool,
    awaited: Option<ParticipantId>,
}

/// A named height.
#[derive(Clone, Copy)]
pub(super) struct Anchor {
    /// The right end of the message.
    pub(super) x: f64,
    pub(super) y: f64,
}

/// A frame with what its rows need to know.
struct OpenFrame<'m> {
    frame: Frame<'m>,
    /// Its bottom, if something beside it reaches lower.
    floor: f64,
    /// Where side-by-side branches begin, and the lowest that one of them ends.
    branch_top: f64,
    branch_floor: f64,
    /// What its branches cover from side to side.
    used: Option<Interval>,
    /// What stands before the frame, for events parallel to it.
    before: Option<Placement>,
}

/// What the last event took.
#[derive(Clone, Copy)]
struct Placement {
    heights: Interval,
    edges: Interval,
}

/// The message that life events belong to.
#[derive(Clone, Copy)]
struct Sent {
    from: End,
    to: End,
    placed: Placed,
    is_return: bool,
}

/// Something in a row.
struct Member {
    tile: usize,
    height: Height,
    edges: Interval,
}

impl<'a, 'm> Rows<'a, 'm> {
    /// An empty page whose lifelines begin at `top`.
    pub(super) fn new(
        canvas: Canvas<'m>,
        heads: &'a [Head<'m>],
        bars: &'a mut Bars,
        lives: &'a mut Lives,
        top: f64,
    ) -> Self {
        Self {
            canvas,
            heads,
            bars,
            lives,
            y: top,
            anchors: HashMap::new(),
            frames: Vec::new(),
            before: None,
            closed: None,
            message: None,
            is_noted: false,
            awaited: None,
        }
    }

    /// Places all tiles of the page.
    pub(super) fn place(&mut self, tiles: &mut [Tile<'m>]) {
        for tile in tiles.iter_mut() {
            if let What::Note(note) = &mut tile.what {
                note.refit(self.canvas.ctx, self.canvas.columns);
            }
        }
        let mut idx = 0;
        while idx < tiles.len() {
            let event = tiles[idx].event;
            let stays = match &tiles[idx].what {
                What::Note(note) => note.is_attached(),
                other => other.is_transparent(),
            };
            if !stays {
                self.closed = None;
            }
            if !tiles[idx].what.is_transparent() {
                self.message = None;
            }
            if matches!(tiles[idx].what, What::Message(_) | What::Note(_) | What::Reference(_)) {
                idx = self.row(tiles, idx);
                continue;
            }
            match std::mem::replace(&mut tiles[idx].what, What::Done) {
                What::Open(fragment) => {
                    let edges = tiles[idx].reach.edges(self.canvas.columns);
                    self.open(*fragment, event, edges);
                }
                What::Branch(branch) => {
                    let edges = tiles[idx].reach.edges(self.canvas.columns);
                    self.branch(*branch, edges);
                }
                What::Close => self.close(),
                What::Divider(divider) => {
                    let mut group = self.canvas.group("divider", event.origin);
                    group.title = Some(divider.title());
                    let top = self.y + FRAME_GAP;
                    self.y = top + divider.height() + LABEL_GAP;
                    group.items = divider.draw(top, self.borders());
                    self.put(group, top);
                }
                What::Delay(delay) => {
                    let mut group = self.canvas.group("delay", event.origin);
                    group.title = Some(delay.title());
                    let top = self.y + ROW_GAP;
                    self.y = top + delay.height();
                    let borders = self.borders();
                    let bars = &*self.bars;
                    group.items =
                        delay.draw(top, borders, &mut self.canvas, |column| bars.level(column) > 0);
                    self.put(group, top);
                }
                What::Space(height) => {
                    self.y += height.max(0.0);
                    self.before = None;
                }
                What::Life => self.life(event, self.message),
                _ => {}
            }
            idx += 1;
        }
        if let Some(who) = self.awaited.take() {
            self.create(who, self.y + ROW_GAP + self.heads[who.0 as usize].size.height / 2.0);
        }
    }

    fn put(&mut self, group: scene::Group, top: f64) {
        self.placed(Interval::new(top, self.y), self.borders());
        self.canvas.front.push(Item::Group(group));
    }

    /// The innermost frame's edges, or the page's.
    fn borders(&self) -> Interval {
        let columns = self.canvas.columns;
        let page = || Interval::new(columns.x(0), columns.x(columns.last()));
        self.frames.last().map_or_else(page, |open| open.frame.edges)
    }

    /// Where something begins: beside what came before if it is parallel and there is room, else below.
    fn top(&self, event: &Event, edges: Interval, gap: f64) -> f64 {
        match self.before {
            Some(before) if event.parallel && is_beside(edges, before.edges) => before.heights.from,
            _ => self.y + gap,
        }
    }

    /// Remembers what was placed, joined with what it stands beside.
    fn placed(&mut self, heights: Interval, edges: Interval) {
        self.before = match self.before {
            // Frames begin on the middle of a pixel, a little below what they stand beside.
            Some(before) if before.heights.from + 1.0 >= heights.from => Some(Placement {
                heights: before.heights.cover(heights),
                edges: before.edges.cover(edges),
            }),
            _ => Some(Placement { heights, edges }),
        };
        self.y = self.y.max(heights.to);
        if let Some(open) = self.frames.last_mut() {
            open.used = Some(open.used.map_or(edges, |it| it.cover(edges)));
        }
    }

    /// Places a row: an event, what is attached to it, and what runs parallel to it. Returns the next tile.
    fn row(&mut self, tiles: &mut [Tile<'m>], start: usize) -> usize {
        let (mut members, mut end) = self.members(tiles, start);
        let is_at_side = matches!(
            &tiles[start].what,
            What::Note(note) if matches!(note.note.place, NotePlace::Attached(_))
        );
        let beside = self.closed.filter(|_| is_at_side);
        if beside.is_some() {
            // What runs parallel to the note may not have room at the group's height.
            members.truncate(1);
            end = start + 1;
        }
        let edges = members.iter().map(|it| it.edges).reduce(Interval::cover);
        let edges = edges.expect("a row has its first tile");
        let top = beside.unwrap_or_else(|| self.top(tiles[start].event, edges, ROW_GAP));
        let above = members.iter().map(|it| it.height.above).fold(0.0, f64::max);
        let line = crisp(top + above);
        let bottom = members.iter().map(|it| line + it.height.below).fold(line, f64::max);
        let has_message = members.iter().any(|it| matches!(tiles[it.tile].what, What::Message(_)));
        let has_note = members
            .iter()
            .any(|it| matches!(&tiles[it.tile].what, What::Note(note) if !note.is_attached()));
        self.is_noted &= !has_message;
        let mut next = members.iter().peekable();
        for (idx, tile) in tiles.iter_mut().enumerate().take(end).skip(start) {
            match next.next_if(|it| it.tile == idx) {
                Some(member) => self.member(tile, line, member),
                None => self.life(tile.event, self.message),
            }
        }
        self.placed(Interval::new(top, bottom), edges);
        self.is_noted |= has_note && !has_message;
        end
    }

    /// What shares a row with the tile at `start`, and the first tile that does not.
    fn members(&self, tiles: &[Tile<'m>], start: usize) -> (Vec<Member>, usize) {
        let mut members: Vec<Member> = Vec::with_capacity(1);
        let mut host: Option<Height> = None;
        let mut host_tile = None;
        let mut end = start;
        for (idx, tile) in tiles.iter().enumerate().skip(start) {
            let edges = self.edges(tile);
            // A bar that begins where a self message returns is not there yet at the row's line.
            let swings = is_loop(tile) || members.iter().any(|it| is_loop(&tiles[it.tile]));
            let touch = if swings { 0.0 } else { TOUCH };
            let is_beside_all = members.iter().all(|it| overlap(edges, it.edges) <= touch);
            let joins = idx == start
                || match &tile.what {
                    What::Note(note) if note.is_attached() => {
                        let others = members.iter().filter(|it| Some(it.tile) != host_tile);
                        host.is_some() && others.into_iter().all(|it| is_beside(edges, it.edges))
                    }
                    What::Note(note) if note.note.aligned => is_beside_all,
                    What::Message(message) => {
                        let shares = |it: &Member| {
                            overlap(edges, it.edges) <= touch
                                || share_a_line(message, &tiles[it.tile])
                        };
                        tile.event.parallel && members.iter().all(shares)
                    }
                    What::Note(_) | What::Reference(_) => tile.event.parallel && is_beside_all,
                    What::Life => is_for_row(tile.event, host),
                    _ => false,
                };
            if !joins {
                break;
            }
            end = idx + 1;
            let height = match &tile.what {
                What::Message(message) => {
                    message.height(self.canvas.ctx, self.canvas.columns.last())
                }
                What::Note(note) => match (host, note.note.place) {
                    (Some(host), NotePlace::Attached(_)) => centered(note.size.height, host),
                    (Some(host), NotePlace::AttachedAbove) => {
                        Height { above: host.above + 6.0 + note.size.height, below: 0.0 }
                    }
                    (Some(host), NotePlace::AttachedBelow) => {
                        Height { above: 0.0, below: host.below + 6.0 + note.size.height }
                    }
                    (Some(_), _) if has_message(tiles, &members) => {
                        Height { above: note.size.height / 2.0, below: note.size.height / 2.0 }
                    }
                    _ => Height { above: 0.0, below: note.size.height },
                },
                What::Reference(reference) => Height { above: 0.0, below: reference.size.height },
                _ => {
                    deepen(&mut members, tile.event);
                    continue;
                }
            };
            if matches!(tile.what, What::Message(_) | What::Reference(_)) {
                host = Some(height);
                host_tile = Some(idx);
            }
            members.push(Member { tile: idx, height, edges });
        }
        (members, end)
    }

    fn edges(&self, tile: &Tile<'m>) -> Interval {
        match &tile.what {
            What::Note(note) => note.edges(self.canvas.columns),
            _ => tile.reach.edges(self.canvas.columns),
        }
    }

    fn member(&mut self, tile: &mut Tile<'m>, line: f64, member: &Member) {
        let origin = tile.event.origin;
        match std::mem::replace(&mut tile.what, What::Done) {
            What::Message(mut message) => {
                let mut group = self.canvas.group("message", origin);
                group.title = Some(std::mem::take(&mut message.title));
                group.link = message.message.link.as_ref().and_then(puml_family::Link::safe);
                let borders = self.borders();
                let bars = &*self.bars;
                let (items, placed) =
                    message.draw(line, borders, &mut self.canvas, |column| bars.level(column) > 0);
                group.items = items;
                self.canvas.front.push(Item::Group(group));
                let message = message.message;
                for (name, y) in [
                    (&message.anchor, placed.from_y),
                    (&message.from_anchor, placed.from_y),
                    (&message.to_anchor, placed.to_y),
                ] {
                    if let Some(name) = name {
                        self.anchors.insert(name, Anchor { x: member.edges.to, y });
                    }
                }
                self.message = Some(Sent {
                    from: message.from,
                    to: message.to,
                    placed,
                    is_return: message.is_return,
                });
                if let (Some(who), End::Participant(to)) = (self.awaited, message.to)
                    && who == to
                {
                    self.awaited = None;
                    self.create(who, placed.to_y);
                }
            }
            What::Note(note) => {
                let mut group = self.canvas.group("note", origin);
                group.title = Some(note.title());
                group.link = note.note.link.as_ref().and_then(puml_family::Link::safe);
                let top = match note.note.place {
                    NotePlace::AttachedBelow => line + member.height.below - note.size.height,
                    _ => line - member.height.above,
                };
                group.items = note.draw(crisp(top), self.canvas.ctx, self.canvas.columns);
                self.canvas.front.push(Item::Group(group));
            }
            What::Reference(reference) => {
                let mut group = self.canvas.group("reference", origin);
                group.title = Some(reference.title());
                group.link = reference.reference.link.as_ref().and_then(puml_family::Link::safe);
                group.items = reference.draw(line, self.canvas.ctx, self.canvas.columns);
                self.canvas.front.push(Item::Group(group));
            }
            other => tile.what = other,
        }
    }

    fn open(
        &mut self,
        fragment: super::fragments::Measured<'m>,
        event: &'m Event,
        edges: Interval,
    ) {
        let top = self.top(event, edges, FRAME_GAP);
        let bars = &*self.bars;
        let frame = Frame::open(fragment, event.origin, edges, top, &mut self.canvas, |column| {
            bars.level(column) > 0
        });
        let floor = self.y;
        self.y = frame.inside;
        let (branch_top, branch_floor) = (self.y, self.y);
        let before = self.before.take();
        self.frames.push(OpenFrame { frame, floor, branch_top, branch_floor, used: None, before });
    }

    fn branch(&mut self, branch: super::fragments::Branch<'m>, edges: Interval) {
        let Some(open) = self.frames.last_mut() else { return };
        // Side by side only if the label fits there too.
        let edges = Interval { to: edges.to.max(edges.from + branch.label_width()), ..edges };
        let together = runs_together(open.frame.kind())
            && edges.from >= open.frame.edges.from
            && edges.to <= open.frame.edges.to
            && open.used.is_none_or(|used| is_beside(edges, used));
        open.branch_floor = open.branch_floor.max(self.y);
        let (rule, y) = if together {
            open.used = Some(open.used.map_or(edges, |it| it.cover(edges)));
            (Rule::Beside(edges.from), open.branch_top)
        } else {
            (Rule::Dashed, open.branch_floor + ROW_GAP)
        };
        let bars = &*self.bars;
        self.y = open.frame.branch(branch, rule, y, &mut self.canvas, |column| bars.level(column));
        if rule == Rule::Dashed {
            // Branches beside one another are now those from here on.
            (open.branch_top, open.used) = (self.y, None);
        }
        self.before = None;
    }

    fn close(&mut self) {
        let Some(open) = self.frames.pop() else { return };
        let bottom = crisp(self.y.max(open.branch_floor) + FRAME_PAD);
        let (top, edges) = (open.frame.top, open.frame.edges);
        open.frame.close(bottom, &mut self.canvas);
        self.y = bottom.max(open.floor);
        self.before = open.before;
        self.placed(Interval::new(top, bottom), edges);
        self.closed = Some(top);
    }

    /// Begins and ends bars and lifelines, at the message they belong to or here.
    fn life(&mut self, event: &'m Event, at: Option<Sent>) {
        let y = |who: ParticipantId, is_end: bool| {
            let sent = at?;
            let end = End::Participant(who);
            let at_sender = sent.to != end || (sent.from == end && is_end && sent.is_return);
            let y = if at_sender { sent.placed.from_y } else { sent.placed.to_y };
            // A bar that this message began has no length yet: it goes on beside the note.
            let is_longer = self.bars.top(column(who)).is_some_and(|top| y > top);
            (!is_end || !self.is_noted || is_longer).then_some(y)
        };
        let here = crisp(self.y + if self.y > self.lives.top() { LABEL_GAP } else { 0.0 });
        match event.kind {
            EventKind::Activate { who, look } => {
                self.bars.activate(column(who), y(who, false).unwrap_or(here), look, event.origin);
            }
            EventKind::Deactivate { who } => {
                self.bars.deactivate(column(who), y(who, true).unwrap_or(here));
            }
            EventKind::Destroy { who } => {
                // A head that the same message created stands above the cross.
                let least = self.lives.begins(who) + CROSS_DROP;
                // Nor does the cross lie on a note.
                let at = if self.is_noted { None } else { y(who, true) };
                let bottom = (at.unwrap_or(here) + CROSS_DROP).max(least);
                self.bars.end(column(who), bottom);
                self.lives.end(who, bottom);
                self.y = self.y.max(bottom + CROSS);
                let look = self.canvas.ctx.element(Element::Destroy);
                let mut group = self.canvas.group("destroy", event.origin);
                group.title = Some(format!("{} ends", self.canvas.ctx.name(who)));
                let center = pen::at(self.canvas.columns.x(column(who)), bottom);
                let stroke = scene::Stroke::solid(look.line, look.line_width.max(1.0));
                group.items = pen::cross(center, CROSS, &stroke).into();
                self.canvas.front.push(Item::Group(group));
            }
            EventKind::Create { who } => self.awaited = Some(who),
            _ => {}
        }
    }

    /// Puts a new head with its middle at `y`; its lifeline begins below.
    fn create(&mut self, who: ParticipantId, y: f64) {
        let head = &self.heads[who.0 as usize];
        let top = y - head.size.height / 2.0 - 0.5;
        head.draw(self.canvas.columns.x(column(who)), top, Place::Top, &mut self.canvas);
        let bottom = crisp(top) + head.size.height;
        self.lives.begin(who, bottom);
        self.y = self.y.max(bottom);
    }
}

/// Whether a message may be drawn over another one in its row: both go straight, and one of them at most says something.
fn share_a_line(message: &messages::Measured<'_>, tile: &Tile<'_>) -> bool {
    let What::Message(other) = &tile.what else { return false };
    let is_bare = |it: &messages::Measured<'_>| it.label.bounds.height == 0.0;
    let is_straight = |it: &messages::Measured<'_>| {
        it.message.from != it.message.to && it.creates.is_none() && it.message.arrow.slant == 0
    };
    is_straight(message) && is_straight(other) && (is_bare(message) || is_bare(other))
}

fn is_loop(tile: &Tile<'_>) -> bool {
    matches!(&tile.what, What::Message(message) if message.message.from == message.message.to)
}

fn has_message(tiles: &[Tile<'_>], members: &[Member]) -> bool {
    members.iter().any(|it| matches!(tiles[it.tile].what, What::Message(_)))
}

/// Life events stay with the message of the row; a creation belongs to the message after it.
fn is_for_row(event: &Event, host: Option<Height>) -> bool {
    host.is_some() && !matches!(event.kind, EventKind::Create { .. })
}

/// Whether two things stand apart.
fn is_beside(one: Interval, other: Interval) -> bool {
    overlap(one, other) <= 0.0
}

/// How many pixels two things share from side to side; below zero if they stand apart.
fn overlap(one: Interval, other: Interval) -> f64 {
    one.to.min(other.to) - one.from.max(other.from)
}

/// Beside a message or reference, middle at middle.
fn centered(height: f64, host: Height) -> Height {
    let middle = (host.below - host.above) / 2.0;
    Height { above: height / 2.0 - middle, below: height / 2.0 + middle }
}

/// A cross below the last message needs room.
fn deepen(members: &mut [Member], event: &Event) {
    if let (EventKind::Destroy { .. }, Some(member)) = (&event.kind, members.last_mut()) {
        member.height.below += CROSS_DROP + CROSS - 2.0;
    }
}
