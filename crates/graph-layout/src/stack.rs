//! Vertical positions: heights of layers and channels, frames of groups, and the y of every track.

use crate::channel::Channels;
use crate::geometry::{Point, Rect};
use crate::graph::Border;
use crate::layers::{Chain, LayerKind, Layers};
use crate::options::Gaps;
use crate::part::Part;
use crate::place::Columns;

pub(crate) struct Stack {
    /// Top and height of each layer.
    pub(crate) layers: Vec<(i64, i64)>,
    /// Top and bottom of the part of each channel that is free of frames.
    pub(crate) zones: Vec<(i64, i64)>,
    /// The y of the first track of each channel, and the distance of the tracks.
    tracks: Vec<(i64, i64)>,
    pub(crate) frames: Vec<Rect>,
}

impl Stack {
    pub(crate) fn track(&self, channel: usize, track: usize) -> i64 {
        let (first, step) = self.tracks[channel];
        first + track as i64 * step
    }
}

pub(crate) fn stack(
    part: &Part,
    layers: &Layers,
    columns: &Columns,
    channels: &Channels,
    gaps: &Gaps,
) -> Stack {
    let mut more = vec![0; part.groups.len()];
    let first = pile(part, layers, columns, channels, gaps, &more);
    let mut is_short = false;
    for (index, group) in part.groups.iter().enumerate() {
        let lack = group.min.h - first.frames[index].h;
        if lack > 0 {
            more[index] = lack;
            is_short = true;
        }
    }
    if is_short { pile(part, layers, columns, channels, gaps, &more) } else { first }
}

fn pile(
    part: &Part,
    layers: &Layers,
    columns: &Columns,
    channels: &Channels,
    gaps: &Gaps,
    more: &[i64],
) -> Stack {
    let count = layers.kinds.len();
    let heights = heights(part, layers, gaps);
    let out = outside(part, layers);
    let (above, below) = frame_depths(part, layers, more, &out);
    // Room that frames take at the top and at the bottom of each channel.
    let mut pads = vec![(0_i64, 0_i64); count + 1];
    for (group, &(first, last)) in layers.spans.iter().enumerate() {
        pads[last + 1].0 = pads[last + 1].0.max(below[group] + out[group].1);
        pads[first].1 = pads[first].1.max(above[group] + out[group].0);
    }
    let mut rooms: Vec<i64> =
        (0..=count).map(|channel| room(layers, channels, gaps, channel, pads[channel])).collect();
    for (room, reach) in rooms.iter_mut().zip(reaches(part, layers)) {
        *room = (*room).max(reach);
    }
    keep_ranks_apart(layers, &heights, &pads, gaps, &mut rooms);
    let mut result = Stack {
        layers: Vec::with_capacity(count),
        zones: Vec::with_capacity(count + 1),
        tracks: Vec::with_capacity(count + 1),
        frames: Vec::new(),
    };
    let mut y = 0;
    for channel in 0..=count {
        let top = y + pads[channel].0;
        let bottom = top + rooms[channel];
        result.zones.push((top, bottom));
        let tracks = channels.tracks[channel] as i64;
        let (low, high) = margins(layers, gaps, channel, pads[channel]);
        let spare = rooms[channel] - low - high - (tracks - 1).max(0) * gaps.line;
        result.tracks.push((top + low + spare.max(0) / 2, gaps.line));
        y = bottom + pads[channel].1;
        if channel < count {
            result.layers.push((y, heights[channel]));
            y += heights[channel];
        }
    }
    for (group, &(first, last)) in layers.spans.iter().enumerate() {
        let Point { x: left, y: right } = columns.groups[group];
        let top = result.layers[first].0 - above[group];
        let (low, height) = result.layers[last];
        let bottom = low + height + below[group];
        let width = right - left - part.groups[group].room;
        result.frames.push(Rect::new(left, top, width, bottom - top));
    }
    result
}

fn heights(part: &Part, layers: &Layers, gaps: &Gaps) -> Vec<i64> {
    let mut heights = vec![0; layers.kinds.len()];
    for vertex in &layers.vertices {
        heights[vertex.layer] = heights[vertex.layer].max(vertex.height);
    }
    for (link, chain) in part.links.iter().zip(&layers.chains) {
        if matches!(chain, Chain::Flat) {
            let labels = [link.labels.tail, link.labels.middle, link.labels.head];
            let tallest = labels.iter().flatten().map(|it| it.h + gaps.label).max().unwrap_or(0);
            let layer = layers.vertices[link.item(0)].layer;
            heights[layer] = heights[layer].max(2 * tallest);
        }
    }
    heights
}

/// The room that what is drawn at the ends of lines takes in each channel between items and labels.
fn reaches(part: &Part, layers: &Layers) -> Vec<i64> {
    let count = layers.kinds.len();
    let mut reaches = vec![0; count + 1];
    for (link, chain) in part.links.iter().zip(&layers.chains) {
        let leaves_down = match chain {
            Chain::Down { flipped, .. } => Some(usize::from(*flipped)),
            Chain::Arch { .. } => None,
            Chain::Inside | Chain::Flat => continue,
        };
        for end in 0..2 {
            let layer = layers.vertices[link.item(end)].layer;
            let is_down = leaves_down == Some(end);
            let (channel, next) =
                if is_down { (layer + 1, Some(layer + 1)) } else { (layer, layer.checked_sub(1)) };
            let is_beside_labels = next.is_some_and(|it| it < count) && !is_nodes(layers, next);
            if is_beside_labels {
                reaches[channel] = link.marks[end].h.max(reaches[channel]);
            }
        }
    }
    reaches
}

/// How far items on the frame of each group stand out above and below it.
fn outside(part: &Part, layers: &Layers) -> Vec<(i64, i64)> {
    let mut out = vec![(0, 0); part.groups.len()];
    for (index, item) in part.items.iter().enumerate() {
        let (Some(border), Some(group)) = (item.border, item.group) else { continue };
        let half = item.size.h - item.size.h / 2;
        let (first, last) = layers.spans[group];
        match border {
            Border::Entry if layers.vertices[index].layer == first => {
                out[group].0 = half.max(out[group].0);
            }
            Border::Exit if layers.vertices[index].layer == last => {
                out[group].1 = half.max(out[group].1);
            }
            _ => {}
        }
    }
    out
}

/// How far each frame stands above its first layer and below its last one, frames inside included.
fn frame_depths(
    part: &Part,
    layers: &Layers,
    more: &[i64],
    out: &[(i64, i64)],
) -> (Vec<i64>, Vec<i64>) {
    let count = part.groups.len();
    let mut above = vec![0; count];
    let mut below = vec![0; count];
    for group in (0..count).rev() {
        let own = &part.groups[group];
        above[group] += own.pad.top;
        below[group] += own.pad.bottom + more[group];
        if let Some(parent) = own.parent {
            let (mine, around) = (layers.spans[group], layers.spans[parent]);
            if mine.0 == around.0 {
                above[parent] = above[parent].max(above[group] + out[group].0);
            }
            if mine.1 == around.1 {
                below[parent] = below[parent].max(below[group] + out[group].1);
            }
        }
    }
    (above, below)
}

fn is_nodes(layers: &Layers, layer: Option<usize>) -> bool {
    layer.and_then(|it| layers.kinds.get(it)) == Some(&LayerKind::Nodes)
}

/// The least distance of the first track from what is above, and of the last from what is below.
fn margins(layers: &Layers, gaps: &Gaps, channel: usize, pads: (i64, i64)) -> (i64, i64) {
    let side = |is_nodes: bool, pad: i64| {
        if pad > 0 {
            gaps.edge
        } else if is_nodes {
            gaps.edge.max(gaps.rank / 4)
        } else {
            gaps.label.max(gaps.line / 2)
        }
    };
    let above = is_nodes(layers, channel.checked_sub(1));
    let below = is_nodes(layers, Some(channel));
    let low = if channel == 0 { 0 } else { side(above, pads.0) };
    let high = if channel == layers.kinds.len() { 0 } else { side(below, pads.1) };
    (low, high)
}

fn room(
    layers: &Layers,
    channels: &Channels,
    gaps: &Gaps,
    channel: usize,
    pads: (i64, i64),
) -> i64 {
    let tracks = channels.tracks[channel] as i64;
    let outer = channel == 0 || channel == layers.kinds.len();
    let (low, high) = margins(layers, gaps, channel, pads);
    let for_tracks = if tracks > 0 { low + high + (tracks - 1) * gaps.line } else { 0 };
    let for_frames = if !outer && pads != (0, 0) { gaps.cluster } else { 0 };
    let least = if outer { 0 } else { gaps.label };
    for_tracks.max(for_frames).max(least)
}

/// Widens the channels between two ranks until these are the wanted distance apart.
fn keep_ranks_apart(
    layers: &Layers,
    heights: &[i64],
    pads: &[(i64, i64)],
    gaps: &Gaps,
    rooms: &mut [i64],
) {
    for pair in layers.of_rank.windows(2) {
        let (above, below) = (pair[0], pair[1]);
        let now: i64 =
            (above + 1..=below).map(|it| rooms[it] + pads[it].0 + pads[it].1).sum::<i64>()
                + (above + 1..below).map(|it| heights[it]).sum::<i64>();
        let lack = gaps.rank - now;
        if lack <= 0 {
            continue;
        }
        // Labels at ends stay close to their ends.
        let mut loose: Vec<usize> = (above + 1..=below)
            .filter(|&it| {
                let over = layers.kinds[it - 1];
                let under = layers.kinds[it];
                !(over == LayerKind::Nodes && under == LayerKind::Tails
                    || over == LayerKind::Heads && under == LayerKind::Nodes)
            })
            .collect();
        if loose.is_empty() {
            loose.push(if layers.kinds[above + 1] == LayerKind::Tails { below } else { above + 1 });
        }
        let count = loose.len() as i64;
        for (index, channel) in loose.into_iter().enumerate() {
            rooms[channel] += lack / count + i64::from((index as i64) < lack % count);
        }
    }
}
