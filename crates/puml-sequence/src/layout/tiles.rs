//! Events with their words measured and the bars they touch: what columns and rows are made from.

use scene::Size;

use super::columns::{Columns, Constraints};
use super::context::{Context, column};
use super::heads::Head;
use super::reach::Reach;
use super::spacing::{BAR, FRAME_PAD};
use super::{delays, dividers, fragments, messages, notes, references};
use crate::model::{End, Event, EventKind, FragmentKind, ParticipantId};
use puml_family::chunks;

/// One event, measured.
pub(super) struct Tile<'m> {
    pub(super) event: &'m Event,
    pub(super) what: What<'m>,
    /// From side to side; of a group or branch, all that it holds.
    pub(super) reach: Reach,
}

/// What an event became.
pub(super) enum What<'m> {
    Message(Box<messages::Measured<'m>>),
    Note(Box<notes::Measured<'m>>),
    Reference(Box<references::Measured<'m>>),
    Open(Box<fragments::Measured<'m>>),
    Branch(Box<fragments::Branch<'m>>),
    Close,
    Divider(Box<dividers::Measured<'m>>),
    Delay(Box<delays::Measured<'m>>),
    Space(f64),
    /// Bars and crosses, drawn at the message before.
    Life,
    /// Drawn once all heights are known.
    Duration,
    /// Already drawn.
    Done,
}

impl What<'_> {
    /// Whether a life event after it still belongs to the message before it.
    pub(super) fn is_transparent(&self) -> bool {
        matches!(self, Self::Note(_) | Self::Life | Self::Duration | Self::Done)
    }
}

/// The events of all pages, measured. A group that is open at a page's end goes on at the next one's top.
pub(super) fn measure<'m>(ctx: Context<'m>, heads: &[Head<'m>]) -> Vec<Vec<Tile<'m>>> {
    let mut levels = vec![0; ctx.model.participants.len() + 2];
    let mut open: Vec<&'m Event> = Vec::new();
    let mut pages = Vec::with_capacity(ctx.model.pages.len());
    for page in &ctx.model.pages {
        let mut tiles = Vec::with_capacity(page.events.len() + 2 * open.len());
        let mut measurer = Measurer {
            ctx,
            heads,
            levels: &mut levels,
            tiles: &mut tiles,
            message: None,
            creates: None,
        };
        for event in &open {
            measurer.event(event, words(ctx, event));
        }
        let measured = chunks::map(&page.events, |part| {
            part.iter().map(|event| (event, words(ctx, event))).collect::<Vec<_>>()
        });
        for (event, what) in measured.into_iter().flatten() {
            match event.kind {
                EventKind::Open(_) => open.push(event),
                EventKind::Close => drop(open.pop()),
                _ => {}
            }
            measurer.event(event, what);
        }
        for event in open.iter().rev() {
            measurer.push(event, What::Close);
        }
        pages.push(tiles);
    }
    pages
}

/// What an event becomes, before anything is known of the events around it.
fn words<'m>(ctx: Context<'m>, event: &'m Event) -> What<'m> {
    match &event.kind {
        EventKind::Message(message) => What::Message(Box::new(messages::measure(ctx, message))),
        EventKind::Note(note) => What::Note(Box::new(notes::measure(ctx, note))),
        EventKind::Open(fragment) => What::Open(Box::new(fragments::measure(ctx, fragment))),
        EventKind::Branch { label, look } => {
            What::Branch(Box::new(fragments::measure_branch(ctx, label, *look)))
        }
        EventKind::Close => What::Close,
        EventKind::Reference(reference) => {
            What::Reference(Box::new(references::measure(ctx, reference)))
        }
        EventKind::Divider { label, look } => {
            What::Divider(Box::new(dividers::measure(ctx, label, *look)))
        }
        EventKind::Delay { label, look } => {
            What::Delay(Box::new(delays::measure(ctx, label, *look)))
        }
        EventKind::Space { height } => What::Space(*height),
        EventKind::Duration { .. } => What::Duration,
        EventKind::Activate { .. }
        | EventKind::Deactivate { .. }
        | EventKind::Destroy { .. }
        | EventKind::Create { .. } => What::Life,
    }
}

struct Measurer<'a, 'm> {
    ctx: Context<'m>,
    heads: &'a [Head<'m>],
    levels: &'a mut Vec<u32>,
    tiles: &'a mut Vec<Tile<'m>>,
    /// The message that life events belong to.
    message: Option<usize>,
    /// Who is created by the next message.
    creates: Option<ParticipantId>,
}

impl<'m> Measurer<'_, 'm> {
    fn push(&mut self, event: &'m Event, what: What<'m>) {
        if !what.is_transparent() {
            self.message = None;
        }
        self.tiles.push(Tile { event, what, reach: Reach::at(1, 0.0, 0.0) });
    }

    /// Puts an event behind the others, touching the bars that are open there.
    fn event(&mut self, event: &'m Event, mut what: What<'m>) {
        match &mut what {
            What::Message(measured) => {
                measured.from_level = self.level(measured.message.from);
                measured.to_level = self.level(measured.message.to);
                measured.creates = self.created(measured.message.to);
                self.push(event, what);
                self.message = Some(self.tiles.len() - 1);
                return;
            }
            What::Note(measured) => {
                let levels = &self.levels;
                measured.stand(self.ctx, |column| levels[column]);
            }
            What::Open(fragment) => fragment.first().meet_bars(self.levels),
            What::Branch(branch) => branch.meet_bars(self.levels),
            _ => {}
        }
        self.push(event, what);
        match event.kind {
            EventKind::Activate { who, .. } => {
                self.levels[column(who)] += 1;
                self.raise(who);
            }
            EventKind::Deactivate { who } => {
                let level = &mut self.levels[column(who)];
                *level = level.saturating_sub(1);
            }
            EventKind::Destroy { who } => self.levels[column(who)] = 0,
            EventKind::Create { who } => {
                self.creates = Some(who);
                self.message = None;
            }
            _ => {}
        }
    }

    fn level(&self, end: End) -> u32 {
        match end {
            End::Participant(who) => self.levels[column(who)],
            End::Border(_) | End::Short(_) => 0,
        }
    }

    /// A bar that begins at the message before is already there when its arrow touches.
    fn raise(&mut self, who: ParticipantId) {
        let level = self.levels[column(who)];
        let Some(What::Message(message)) = self.message.map(|idx| &mut self.tiles[idx].what) else {
            return;
        };
        if message.message.to == End::Participant(who) {
            message.to_level = message.to_level.max(level);
        } else if message.message.from == End::Participant(who) {
            message.from_level = message.from_level.max(level);
        }
    }

    fn created(&mut self, to: End) -> Option<Size> {
        let who = self.creates?;
        if to != End::Participant(who) {
            return None;
        }
        self.creates = None;
        Some(self.heads[who.0 as usize].size)
    }
}

/// A group while its contents are gone through.
struct Group {
    tile: usize,
    /// Of everything in it.
    inner: Option<Reach>,
    /// The tiles that began its branches, each with what it holds; the first is the group's own.
    branches: Vec<(usize, Option<Reach>)>,
    /// The labels of further branches, dividers and delays.
    labels: Vec<fragments::Extent>,
}

/// Whether the frames of a page have room for their words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    /// Between the columns as they stand.
    Whole,
    /// Some frame goes on to the right: the columns must be found again.
    Widened,
}

/// Tells the columns what every tile of a page needs, and groups how far they reach.
///
/// A frame that its header makes wider than what it holds goes on to the right. How far is known once the columns
/// stand, so a page with groups is gone through again with those that came out.
pub(super) fn constrain(
    tiles: &mut [Tile<'_>],
    ctx: Context<'_>,
    columns: Option<&Columns>,
    constraints: &mut Constraints,
) -> Fit {
    let last = constraints.last();
    let mut fit = Fit::Whole;
    let mut open: Vec<Group> = Vec::new();
    let mut before: Option<Reach> = None;
    for idx in 0..tiles.len() {
        let reach = match &mut tiles[idx].what {
            What::Message(message) => {
                message.constrain(ctx, constraints);
                Some(message.reach(last))
            }
            What::Note(note) => {
                if note.is_attached() {
                    let to = before.unwrap_or(Reach {
                        lo: 1,
                        left: 0.0,
                        hi: last.saturating_sub(1).max(1),
                        right: 0.0,
                    });
                    note.attach(to, last);
                }
                note.constrain(constraints);
                Some(note.reach)
            }
            What::Reference(reference) => {
                reference.constrain(constraints);
                Some(reference.reach)
            }
            What::Divider(divider) => {
                let width = divider.width();
                widen(&mut open, width, constraints);
                None
            }
            What::Delay(delay) => {
                let width = delay.width();
                widen(&mut open, width, constraints);
                None
            }
            What::Open(_) => {
                open.push(Group {
                    tile: idx,
                    inner: None,
                    branches: vec![(idx, None)],
                    labels: Vec::new(),
                });
                before = None;
                continue;
            }
            What::Branch(branch) => {
                let label = branch.extent();
                if let Some(group) = open.last_mut() {
                    group.labels.push(label);
                    group.branches.push((idx, None));
                }
                before = None;
                continue;
            }
            What::Close => {
                let Some(group) = open.pop() else { continue };
                let inner = group.inner.unwrap_or_else(|| whole(ctx));
                let What::Open(fragment) = &mut tiles[group.tile].what else {
                    unreachable!("a group's first tile opens it")
                };
                let (frame, fits) = fragment.frame(inner, &group.labels, columns, constraints);
                if fits == Fit::Widened {
                    fit = fits;
                }
                // A branch that holds nothing is as wide as the frame.
                for (begun, reach) in group.branches {
                    tiles[begun].reach = reach.unwrap_or(frame);
                }
                tiles[group.tile].reach = frame;
                Some(frame)
            }
            What::Space(_) | What::Life | What::Duration | What::Done => continue,
        };
        let Some(reach) = reach else {
            before = None;
            continue;
        };
        constraints.clear(reach);
        tiles[idx].reach = reach;
        before = match &tiles[idx].what {
            // Notes at one side of a message stand in a line.
            What::Note(note) if note.is_attached() => before.map(|before| before.cover(reach)),
            What::Note(_) => before,
            _ => Some(reach),
        };
        if let Some(group) = open.last_mut() {
            group.inner = Some(group.inner.map_or(reach, |it| it.cover(reach)));
            let branch = &mut group.branches.last_mut().expect("a group begins with a branch").1;
            *branch = Some(branch.map_or(reach, |it| it.cover(reach)));
        }
    }
    fit
}

/// Makes room for what goes from side to side of the innermost group, or of the page.
fn widen(open: &mut [Group], width: f64, constraints: &mut Constraints) {
    match open.last_mut() {
        Some(group) => {
            group.labels.push(fragments::Extent::plain(width));
            // Nothing can stand beside it.
            let page = Reach { lo: 0, left: 0.0, hi: constraints.last(), right: 0.0 };
            group.branches.last_mut().expect("a group begins with a branch").1 = Some(page);
        }
        None => constraints.apart(0, constraints.last(), width),
    }
}

/// From the first to the last lifeline: the reach of a group that holds nothing.
fn whole(ctx: Context<'_>) -> Reach {
    Reach { lo: 1, left: BAR, hi: ctx.model.participants.len().max(1), right: FRAME_PAD }
}

/// Whether the branches of a group may stand beside one another.
pub(super) fn runs_together(kind: FragmentKind) -> bool {
    kind == FragmentKind::ParTogether
}
