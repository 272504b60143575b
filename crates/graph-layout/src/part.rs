//! One connected part of a graph as a problem for the layered stages: items with sizes, groups around them, links
//! between places on items. Coordinates inside an item are relative to its top left corner.

use crate::geometry::{Insets, Point, Size};
use crate::graph::{Border, Labels, Relation};

#[derive(Debug, Clone, Default)]
pub(crate) struct Part {
    pub(crate) items: Vec<Item>,
    /// Parents come before their children.
    pub(crate) groups: Vec<Group>,
    pub(crate) links: Vec<Link>,
    /// Sets of items that want one rank.
    pub(crate) same: Vec<Vec<usize>>,
    /// Pairs of items that want this order within a rank.
    pub(crate) order: Vec<(usize, usize)>,
}

/// A box that is placed as a whole.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    pub(crate) size: Size,
    pub(crate) group: Option<usize>,
    pub(crate) pull: Pull,
    pub(crate) kind: ItemKind,
    /// Sits on the frame of its group, where the flow enters or leaves.
    pub(crate) border: Option<Border>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ItemKind {
    Box,
    /// An invisible point in a group, where a link to the group's frame goes; the link is cut at the frame.
    Anchor,
}

/// Towards which end of its group an item is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pull {
    None,
    First,
    Last,
}

#[derive(Debug, Clone)]
pub(crate) struct Group {
    pub(crate) parent: Option<usize>,
    pub(crate) pad: Insets,
    pub(crate) min: Size,
    /// Room between the frame and the right side of the group, for loops. Part of `pad.right`.
    pub(crate) room: i64,
    /// Whether a frame is drawn; without one, distances are those of nodes.
    pub(crate) framed: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Link {
    /// `from` and `to`.
    pub(crate) ends: [Tie; 2],
    pub(crate) relation: Relation,
    pub(crate) labels: Labels<Size>,
    pub(crate) drawn: bool,
    pub(crate) weight: i64,
    /// How wide each end is, across the line.
    pub(crate) marks: [Size; 2],
    pub(crate) trunk: Option<u32>,
}

/// Where a link ends at an item, seen from above and from below.
#[derive(Debug, Clone)]
pub(crate) struct Tie {
    pub(crate) item: usize,
    pub(crate) up: Spot,
    pub(crate) down: Spot,
    /// The vertical extent of the node itself, for links that arrive from the side.
    pub(crate) side: (i64, i64),
    /// The horizontal extent of the node itself.
    pub(crate) flank: (i64, i64),
    /// Whether nothing of the item stands left or right of the node.
    pub(crate) clear: [bool; 2],
}

/// A stretch on which a vertical line meets an item, and what follows from there to the real end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) low: i64,
    pub(crate) high: i64,
    /// Whether lines use it from end to end.
    pub(crate) whole: bool,
    pub(crate) y: i64,
    pub(crate) lead: Vec<Point>,
}

impl Link {
    pub(crate) fn item(&self, end: usize) -> usize {
        self.ends[end].item
    }
}

impl Part {
    /// The group that a link leads to from inside, and at which end that is.
    pub(crate) fn own_frame(&self, link: &Link) -> Option<(usize, usize)> {
        (0..2).find_map(|end| {
            let item = &self.items[link.item(end)];
            let other = &self.items[link.item(1 - end)];
            let group = item.group.filter(|_| item.kind == ItemKind::Anchor)?;
            self.around(other.group).contains(&group).then_some((end, group))
        })
    }

    /// The outermost group around each of two items that is not around the other.
    pub(crate) fn apart(&self, a: usize, b: usize) -> [Option<usize>; 2] {
        let around = [a, b].map(|it| self.around(self.items[it].group));
        [0, 1].map(|end: usize| {
            around[end].iter().rev().find(|it| !around[1 - end].contains(it)).copied()
        })
    }

    /// The groups around an item, innermost first.
    pub(crate) fn around(&self, mut group: Option<usize>) -> Vec<usize> {
        let mut all = Vec::new();
        while let Some(index) = group {
            all.push(index);
            group = self.groups[index].parent;
        }
        all
    }
}
