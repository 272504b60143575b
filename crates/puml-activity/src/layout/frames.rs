//! Frames around a part of the flow.

use scene::Interval;

use super::board::{Board, Frame, Part, Place, Tile};
use super::outline::Outline;
use super::sequence::{Following, LABEL_GAP};
use crate::model::{Group, Step};

/// From what a frame holds to its border.
const PAD: f64 = 14.0;

impl<'m> Board<'m> {
    pub(super) fn group(&mut self, step: &'m Step, it: &'m Group, following: Following) -> Tile {
        let start = self.parts.len();
        let lane = step.lane.0 as usize;
        let look = self.ctx.look(it.look);
        let title = self.ctx.line(&it.title, look);
        let title_height = if title.bounds.width > 0.0 { title.bounds.height + 8.0 } else { 4.0 };
        let mut inner = self.sequence(&it.steps, lane, following);
        let top = (title_height + 14.0).ceil();
        self.shift(&mut inner, top, &[]);
        let mut outline = Outline::default();
        let entry = inner.entry.at_y(0.0);
        let mut bottom = top + inner.height + PAD;
        let plain = self.plain();
        if it.steps.is_empty() {
            bottom += 8.0;
        }
        self.line(vec![entry, inner.entry], plain, inner.head, &mut outline);
        let inner_outline = std::mem::take(&mut inner.outline);
        bottom = bottom.max(inner_outline.bottom() + PAD).ceil();
        let (first, last) = inner_outline.lanes().unwrap_or((entry.lane, entry.lane));
        let extent = |lane: usize| {
            inner_outline.extent(lane, 0.0, bottom).unwrap_or(Interval::new(entry.x, entry.x))
        };
        let (mut left, mut right) = (extent(first).from - PAD, extent(last).to + PAD);
        let needed = title.bounds.width + 26.0;
        if first == entry.lane {
            // The title stands beside the line that enters the frame.
            left = left.min(entry.x - needed);
        }
        if first == last {
            right = right.max(left + needed + 8.0).max(entry.x + 24.0);
        }
        let (left, right) = (left.floor(), right.ceil());
        outline.merge(inner_outline);
        let from = Place::new(first, left, 0.0);
        let to = Place::new(last, right, bottom);
        if first == last {
            outline.add_box(first, 0.0, bottom, left, right);
        } else {
            outline.add_box(first, 0.0, bottom, left, f64::INFINITY);
            for lane in first + 1..last {
                outline.add_box(lane, 0.0, bottom, f64::NEG_INFINITY, f64::INFINITY);
            }
            outline.add_box(last, 0.0, bottom, f64::NEG_INFINITY, right);
        }
        self.parts.push(Part::Frame(Frame {
            kind: it.kind,
            from,
            to,
            title,
            look,
            origin: step.origin,
        }));
        for note in &step.notes {
            let at = entry.at_y(0.0);
            let edge = if note.right { right - entry.x } else { entry.x - left };
            self.notes(std::iter::once(note), at, edge, bottom.min(60.0), note.right, &mut outline);
        }
        let mut done = Tile {
            parts: start..start,
            height: bottom,
            entry,
            head: false,
            exit: None,
            breaks: Vec::new(),
            outline,
            is_empty: false,
        };
        if let Some(exit) = inner.exit {
            if let Some(text) = self.label(&it.after) {
                let at = Place::new(exit.lane, exit.x + LABEL_GAP, exit.y + 2.0);
                self.text(at, text, &mut done.outline);
            }
            self.extend_exit(&mut done, exit, bottom);
        }
        self.lead_down(&mut done, inner.breaks, step);
        done.parts = start..self.parts.len();
        done
    }
}
