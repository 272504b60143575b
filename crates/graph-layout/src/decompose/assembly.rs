//! A part while it is put together from boxes and open clusters.

use std::collections::BTreeMap;

use crate::geometry::Size;
use crate::part::{Group, Item, ItemKind, Pull, Spot, Tie};

/// A part while it is put together.
#[derive(Default)]
pub(super) struct Assembly {
    pub(super) boxes: Vec<usize>,
    pub(super) items: Vec<Item>,
    pub(super) groups: Vec<Group>,
    pub(super) group_ids: Vec<usize>,
    pub(super) group_of: BTreeMap<usize, usize>,
    pub(super) local_of: BTreeMap<usize, usize>,
}

impl Assembly {
    /// Puts items into the order of the source.
    pub(super) fn sort(&mut self, first_node: &[usize]) {
        let mut order: Vec<usize> = (0..self.boxes.len()).collect();
        order.sort_by_key(|&it| (first_node[self.boxes[it]], self.boxes[it]));
        self.items = order.iter().map(|&it| self.items[it].clone()).collect();
        self.boxes = order.iter().map(|&it| self.boxes[it]).collect();
    }

    /// A point inside an open cluster for the end of one edge.
    pub(super) fn anchor(&mut self, cluster: usize) -> Tie {
        self.items.push(Item {
            size: Size::default(),
            group: self.group_of.get(&cluster).copied(),
            pull: Pull::None,
            kind: ItemKind::Anchor,
            border: None,
        });
        let spot = Spot { low: 0, high: 0, whole: false, y: 0, lead: Vec::new() };
        Tie {
            item: self.items.len() - 1,
            up: spot.clone(),
            down: spot,
            side: (0, 0),
            flank: (0, 0),
            clear: [true; 2],
        }
    }
}
