//! Channels between neighbouring layers: each line that changes its x gets a track, in an order with few crossings.

use std::collections::BTreeMap;

use crate::layers::{Chain, Layers};
use crate::part::Part;
use crate::ports::Offsets;

/// Tracks of all channels. Channel `c` lies above layer `c`.
pub(crate) struct Channels {
    /// The number of tracks in each channel.
    pub(crate) tracks: Vec<usize>,
    /// The track of each segment that is not straight.
    pub(crate) of_segment: Vec<Option<usize>>,
    /// Channel and track of the crossbar of each arch.
    pub(crate) of_arch: Vec<Option<(usize, usize)>>,
}

/// Lines on one track: where they come from above and from below.
#[derive(Debug, Default)]
struct Net {
    uppers: Vec<i64>,
    lowers: Vec<i64>,
    low: i64,
    high: i64,
    segments: Vec<usize>,
    arch: Option<usize>,
}

impl Net {
    fn close(&mut self) {
        let all = self.uppers.iter().chain(&self.lowers);
        self.low = all.clone().min().copied().unwrap_or(0);
        self.high = all.max().copied().unwrap_or(0);
        self.uppers.sort_unstable();
        self.uppers.dedup();
        self.lowers.sort_unstable();
        self.lowers.dedup();
    }

    /// Crossings and overlaps if this net lies above the other one.
    fn above(&self, other: &Net) -> u64 {
        let inside = |x: i64, net: &Net| u64::from(net.low < x && x < net.high);
        let down: u64 = self.lowers.iter().map(|&it| inside(it, other)).sum();
        let up: u64 = other.uppers.iter().map(|&it| inside(it, self)).sum();
        let on_top = self.lowers.iter().filter(|it| other.uppers.contains(it)).count() as u64;
        down + up + 20 * on_top
    }
}

/// The x of a segment's end at a vertex.
pub(crate) fn line_x(part: &Part, x: &[i64], offsets: &Offsets, vertex: usize, link: usize) -> i64 {
    if vertex < part.items.len() {
        let end = usize::from(part.links[link].item(0) != vertex);
        x[vertex] + offsets[link][end]
    } else {
        x[vertex]
    }
}

pub(crate) fn channels(
    part: &Part,
    layers: &Layers,
    x: &[i64],
    offsets: &Offsets,
    line: i64,
) -> Channels {
    let count = layers.kinds.len() + 1;
    let mut nets: Vec<Vec<Net>> = (0..count).map(|_| Vec::new()).collect();
    let mut trunks: BTreeMap<(usize, usize, u32, i64), usize> = BTreeMap::new();
    // How many links of each trunk meet an item.
    let mut meets: BTreeMap<(u32, usize), usize> = BTreeMap::new();
    for link in &part.links {
        if let Some(trunk) = link.trunk {
            *meets.entry((trunk, link.item(0))).or_default() += 1;
            *meets.entry((trunk, link.item(1))).or_default() += 1;
        }
    }
    for (index, segment) in layers.segments.iter().enumerate() {
        // The label of an arch stands above its crossbar, no line leads to it.
        if matches!(layers.chains[segment.link], Chain::Arch { label: Some(it), .. } if it == segment.upper)
        {
            continue;
        }
        let upper = line_x(part, x, offsets, segment.upper, segment.link);
        let lower = line_x(part, x, offsets, segment.lower, segment.link);
        let channel = layers.vertices[segment.lower].layer;
        let link = &part.links[segment.link];
        if !link.drawn {
            continue;
        }
        let list = &mut nets[channel];
        let shared = link.trunk.and_then(|trunk| {
            let items = part.items.len();
            let key = if segment.upper < items && segment.lower >= items {
                (channel, segment.upper, trunk, upper)
            } else if segment.lower < items && segment.upper >= items {
                (channel, segment.lower, trunk, lower)
            } else if segment.upper < items {
                if meets[&(trunk, segment.upper)] > 1 {
                    (channel, segment.upper, trunk, upper)
                } else {
                    (channel, segment.lower, trunk, lower)
                }
            } else {
                return None;
            };
            Some(*trunks.entry(key).or_insert(list.len()))
        });
        let at = shared.unwrap_or(list.len());
        if at == list.len() {
            list.push(Net::default());
        }
        let net = &mut list[at];
        net.uppers.push(upper);
        net.lowers.push(lower);
        net.segments.push(index);
    }
    for (index, chain) in layers.chains.iter().enumerate() {
        let Chain::Arch { legs, .. } = chain else { continue };
        if !part.links[index].drawn {
            continue;
        }
        let tops = [0, 1].map(|it: usize| legs[it][legs[it].len() - 1]);
        let lowers = tops.iter().map(|&it| line_x(part, x, offsets, it, index)).collect();
        let channel = layers.vertices[tops[0]].layer;
        nets[channel].push(Net { lowers, arch: Some(index), ..Net::default() });
    }
    let mut result = Channels {
        tracks: vec![0; count],
        of_segment: vec![None; layers.segments.len()],
        of_arch: vec![None; layers.chains.len()],
    };
    for (channel, mut list) in nets.into_iter().enumerate() {
        list.iter_mut().for_each(Net::close);
        list.retain(|it| it.low < it.high || it.arch.is_some());
        let (tracks, most) = assign(&list, line);
        result.tracks[channel] = most;
        for (net, track) in list.iter().zip(tracks) {
            for &segment in &net.segments {
                result.of_segment[segment] = Some(track);
            }
            if let Some(arch) = net.arch {
                result.of_arch[arch] = Some((channel, track));
            }
        }
    }
    result
}

/// The track of each net from the top, and how many there are.
fn assign(nets: &[Net], line: i64) -> (Vec<usize>, usize) {
    let order = sequence(nets);
    let mut tracks = vec![0; nets.len()];
    let mut most = 0;
    // Nets by track, to test only those that could touch.
    let mut placed: Vec<usize> = Vec::with_capacity(nets.len());
    for &index in &order {
        let net = &nets[index];
        let track = placed
            .iter()
            .filter(|&&it| nets[it].low < net.high + line && net.low < nets[it].high + line)
            .map(|&it| tracks[it] + 1)
            .max()
            .unwrap_or(0);
        tracks[index] = track;
        most = most.max(track + 1);
        placed.push(index);
    }
    (tracks, most)
}

/// An order from the top with few crossings: repeatedly takes the net that is best placed above the rest.
fn sequence(nets: &[Net]) -> Vec<usize> {
    const PAIRWISE: usize = 600;
    let count = nets.len();
    if count > PAIRWISE {
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|&it| {
            let net = &nets[it];
            let goes_right = net.lowers.first() > net.uppers.first();
            if goes_right { (0, -net.low) } else { (1, net.low) }
        });
        return order;
    }
    // How much worse it is to lie above all the others still waiting.
    let mut regret = vec![0_i64; count];
    let mut pair = vec![0_i32; count * count];
    for a in 0..count {
        for b in a + 1..count {
            if nets[a].low <= nets[b].high && nets[b].low <= nets[a].high {
                let worse = nets[a].above(&nets[b]) as i64 - nets[b].above(&nets[a]) as i64;
                pair[a * count + b] = worse as i32;
                pair[b * count + a] = -worse as i32;
                regret[a] += worse;
                regret[b] -= worse;
            }
        }
    }
    let mut waiting: Vec<usize> = (0..count).collect();
    let mut order = Vec::with_capacity(count);
    while !waiting.is_empty() {
        let best = (0..waiting.len())
            .min_by_key(|&it| (regret[waiting[it]], waiting[it]))
            .expect("something waits");
        let taken = waiting.remove(best);
        for &other in &waiting {
            regret[other] -= i64::from(pair[other * count + taken]);
        }
        order.push(taken);
    }
    settle(&mut order, &pair, count);
    order
}

/// Moves single nets to their best place in the sequence while that helps.
fn settle(order: &mut Vec<usize>, pair: &[i32], count: usize) {
    for _ in 0..4 {
        let mut moved = false;
        for at in 0..count {
            let net = order[at];
            let (mut best, mut gain, mut sum) = (at, 0, 0_i64);
            for place in (0..at).rev() {
                sum += i64::from(pair[net * count + order[place]]);
                if sum < gain {
                    (best, gain) = (place, sum);
                }
            }
            sum = 0;
            for (place, &other) in order.iter().enumerate().skip(at + 1) {
                sum -= i64::from(pair[net * count + other]);
                if sum < gain {
                    (best, gain) = (place, sum);
                }
            }
            if best != at {
                let net = order.remove(at);
                order.insert(best, net);
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
}
