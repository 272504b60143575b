//! Where on its item each line begins and ends: spread over the side in the order of the other ends, straight
//! where that is possible. Offsets are relative to the item's left edge.

use std::collections::BTreeMap;

use crate::layers::{Chain, Layers};
use crate::part::{Part, Spot};

/// The offset of each link at its `from` and `to` item.
pub(crate) type Offsets = Vec<[i64; 2]>;

/// Between what is drawn at two neighbouring ends.
const AIR: i64 = 4;

/// Lines that share one stretch of a side, in order; lines of one trunk share a slot.
pub(crate) struct Stretch {
    pub(crate) item: usize,
    pub(crate) low: i64,
    pub(crate) high: i64,
    pub(crate) whole: bool,
    /// Between two ends, so that what is drawn at them does not touch.
    clear: i64,
    pub(crate) slots: Vec<Vec<Touch>>,
}

/// One end of one link, and the vertex that its line goes to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Touch {
    pub(crate) link: usize,
    pub(crate) end: usize,
    pub(crate) next: Option<usize>,
}

/// Groups the ends of all lines by stretch and orders them by where they go.
pub(crate) fn stretches(part: &Part, layers: &Layers, position: &[usize]) -> Vec<Stretch> {
    type Key = (usize, bool, i64, i64, bool, i64);
    let mut all: BTreeMap<Key, Vec<(i64, Touch)>> = BTreeMap::new();
    let mut add = |link: usize, end: usize, upwards: bool, key: i64, next: Option<usize>| {
        let tie = &part.links[link].ends[end];
        let spot = spot(part, link, end, upwards);
        all.entry((tie.item, upwards, spot.low, spot.high, spot.whole, spot.y))
            .or_default()
            .push((key, Touch { link, end, next }));
    };
    for (link, chain) in layers.chains.iter().enumerate() {
        match chain {
            Chain::Down { steps, flipped } => {
                let (upper, lower) = (usize::from(*flipped), usize::from(!*flipped));
                let (first, last) = (steps[1], steps[steps.len() - 2]);
                add(link, upper, false, position[first] as i64, Some(first));
                add(link, lower, true, position[last] as i64, Some(last));
            }
            Chain::Arch { legs, .. } => {
                for (end, leg) in legs.iter().enumerate() {
                    let own = part.links[link].item(end);
                    let other = part.links[link].item(1 - end);
                    let far = 1 << 30;
                    let key = match leg.get(1) {
                        Some(&vertex) => position[vertex] as i64,
                        None if position[other] > position[own] => far - position[other] as i64,
                        None => -far - position[other] as i64,
                    };
                    add(link, end, true, key, leg.get(1).copied());
                }
            }
            Chain::Inside | Chain::Flat => {}
        }
    }
    all.into_iter()
        .map(|((item, _, low, high, whole, _), touches)| {
            let marks = touches.iter().map(|it| part.links[it.1.link].marks[it.1.end].w);
            let clear = marks.max().filter(|it| *it > 0).map_or(0, |it| it + AIR);
            let reach = if low == high { parting(part, &touches) } else { 0 };
            Stretch {
                item,
                low: low - reach,
                high: high + reach,
                whole: whole || reach > 0,
                clear,
                slots: slots(part, touches),
            }
        })
        .collect()
}

/// How far to each side of one point the lines there must part: those of two items lie on each other otherwise, and
/// where one arrives and another one leaves, nobody sees which is which.
fn parting(part: &Part, touches: &[(i64, Touch)]) -> i64 {
    let links = || touches.iter().map(|(_, it)| (&part.links[it.link], it.end));
    let arrives = links().any(|(link, end)| link.marks[end].w > 0);
    let leaves = links().any(|(link, end)| link.marks[end].w == 0 && link.marks[1 - end].w > 0);
    let mut others: Vec<usize> = links().map(|(link, end)| link.item(1 - end)).collect();
    others.sort_unstable();
    let is_doubled = others.windows(2).any(|it| it[0] == it[1]);
    // Labels at ends have their room beside the one point.
    let is_labelled = links().any(|(link, end)| {
        let label = if end == 0 { link.labels.tail } else { link.labels.head };
        label.is_some()
    });
    if !(arrives && leaves || is_doubled) || is_labelled {
        return 0;
    }
    let width = links().map(|(link, end)| link.ends[end].flank.1 - link.ends[end].flank.0).min();
    width.map_or(0, |it| (it / 3).min(10))
}

/// The stretch on which a line leaves an item upwards or downwards.
pub(crate) fn spot(part: &Part, link: usize, end: usize, upwards: bool) -> &Spot {
    let tie = &part.links[link].ends[end];
    if upwards { &tie.up } else { &tie.down }
}

fn slots(part: &Part, touches: Vec<(i64, Touch)>) -> Vec<Vec<Touch>> {
    let mut trunks: BTreeMap<u32, usize> = BTreeMap::new();
    let mut slots: Vec<(i64, Vec<Touch>)> = Vec::new();
    for (key, touch) in touches {
        let labels = &part.links[touch.link].labels;
        let is_labelled = if touch.end == 0 { labels.tail } else { labels.head }.is_some();
        match part.links[touch.link].trunk.filter(|_| !is_labelled) {
            Some(trunk) => {
                let index = *trunks.entry(trunk).or_insert(slots.len());
                if index == slots.len() {
                    slots.push((0, Vec::new()));
                }
                slots[index].0 += key;
                slots[index].1.push(touch);
            }
            None => slots.push((key, vec![touch])),
        }
    }
    slots.sort_by_key(|(key, list)| (*key / list.len() as i64, list[0].link));
    slots.into_iter().map(|it| it.1).collect()
}

/// Even distances along every stretch: the first guess, before x positions are known.
pub(crate) fn spread(part: &Part, stretches: &[Stretch]) -> Offsets {
    let mut offsets = vec![[0; 2]; part.links.len()];
    for stretch in stretches {
        let slots = stretch.slots.len() as i64;
        let from_end_to_end = stretch.whole && slots > 1;
        for (index, slot) in stretch.slots.iter().enumerate() {
            let (place, count) = if from_end_to_end {
                (index as i64, slots - 1)
            } else {
                (index as i64 + 1, slots + 1)
            };
            let offset = stretch.low + (stretch.high - stretch.low) * place / count;
            for touch in slot {
                offsets[touch.link][touch.end] = offset;
            }
        }
    }
    offsets
}

/// Moves ends along their stretches so that lines become straight, keeping order and distances.
pub(crate) fn straighten(
    part: &Part,
    stretches: &[Stretch],
    x: &[i64],
    gap: i64,
    offsets: &mut Offsets,
) {
    let count = part.items.len();
    for round in 0..4 {
        for stretch in stretches {
            let wanted: Vec<i64> = stretch
                .slots
                .iter()
                .map(|slot| {
                    // A trunk stands in the middle: its branches go both ways.
                    if slot.len() > 1 {
                        return i64::midpoint(stretch.low, stretch.high);
                    }
                    let sum: i64 = slot
                        .iter()
                        .map(|touch| {
                            let own = x[stretch.item] + offsets[touch.link][touch.end];
                            match touch.next {
                                Some(next) if next < count => {
                                    let other = x[next] + offsets[touch.link][1 - touch.end];
                                    // The first rounds meet half way, so that both ends stay near their middle.
                                    if round < 2 { (own + other).div_euclid(2) } else { other }
                                }
                                Some(next) => x[next],
                                None => own,
                            }
                        })
                        .sum();
                    sum.div_euclid(slot.len() as i64) - x[stretch.item]
                })
                .collect();
            let placed = apart(&wanted, stretch.low, stretch.high, gap.max(stretch.clear));
            for (slot, offset) in stretch.slots.iter().zip(placed) {
                for touch in slot {
                    offsets[touch.link][touch.end] = offset;
                }
            }
        }
    }
    remove_jogs(part.items.len(), stretches, x, gap, offsets);
}

/// Lines that are nearly straight become straight, where one end can move that little.
fn remove_jogs(items: usize, stretches: &[Stretch], x: &[i64], gap: i64, offsets: &mut Offsets) {
    for stretch in stretches {
        let least = stretch.clear.max(gap / 2);
        for (index, slot) in stretch.slots.iter().enumerate() {
            let [Touch { link, end, next: Some(next) }] = slot[..] else { continue };
            let far = if next < items { offsets[link][1 - end] } else { 0 };
            let wanted = x[next] + far - x[stretch.item];
            let now = offsets[link][end];
            let place = |slot: &Vec<Touch>| offsets[slot[0].link][slot[0].end];
            let before = index.checked_sub(1).map(|it| place(&stretch.slots[it]));
            let after = stretch.slots.get(index + 1).map(place);
            let fits = (stretch.low..=stretch.high).contains(&wanted)
                && before.is_none_or(|it| it + least <= wanted)
                && after.is_none_or(|it| wanted + least <= it);
            if wanted != now && (wanted - now).abs() < gap && fits {
                offsets[link][end] = wanted;
            }
        }
    }
}

/// The places nearest to `wanted`, in order, within bounds and `gap` apart if there is room for that.
fn apart(wanted: &[i64], low: i64, high: i64, gap: i64) -> Vec<i64> {
    let count = wanted.len() as i64;
    let gap = if count > 1 { gap.min((high - low) / (count - 1)).max(0) } else { 0 };
    // In terms of `place - index * gap`, keeping distances means not to fall: pool what does.
    let mut pools: Vec<(i64, i64)> = Vec::new();
    for (index, want) in wanted.iter().enumerate() {
        let mut now = (want - index as i64 * gap, 1);
        while let Some(&(sum, size)) = pools.last() {
            if sum.div_euclid(size) <= now.0.div_euclid(now.1) {
                break;
            }
            now = (sum + now.0, size + now.1);
            pools.pop();
        }
        pools.push(now);
    }
    let most = high - (count - 1) * gap;
    let mut placed = Vec::with_capacity(wanted.len());
    for (sum, size) in pools {
        for _ in 0..size {
            let base = sum.div_euclid(size).min(most).max(low);
            placed.push(base + placed.len() as i64 * gap);
        }
    }
    placed
}
