//! Packing of parts that have nothing to do with each other: shelves, the tallest first, near a target ratio.

use crate::drawing::Drawing;
use crate::geometry::{Point, Size};

/// Joins drawings into one whose width divided by height is near `ratio`.
pub(crate) fn pack(parts: Vec<Drawing>, gap: i64, ratio: f64) -> Drawing {
    let mut parts = parts;
    match parts.len() {
        0 => return Drawing::default(),
        1 => return parts.remove(0),
        _ => {}
    }
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|&it| (-parts[it].size.h, it));
    let sizes: Vec<Size> = parts.iter().map(|it| it.size).collect();
    let (places, size) = shelves(&sizes, &order, gap, ratio);
    let mut result = Drawing { size, ..Drawing::default() };
    for (part, at) in parts.into_iter().zip(places) {
        result.insert(part, at);
    }
    result
}

/// Tries shelf widths and keeps the one with the least cost: area, made worse by a ratio off the target.
fn shelves(sizes: &[Size], order: &[usize], gap: i64, ratio: f64) -> (Vec<Point>, Size) {
    let widest = sizes.iter().map(|it| it.w).max().unwrap_or(0);
    let area: f64 = sizes.iter().map(|it| ((it.w + gap) as f64) * ((it.h + gap) as f64)).sum();
    let ideal = (area * ratio).sqrt() as i64;
    let mut best: Option<(f64, Vec<Point>, Size)> = None;
    for percent in [70, 85, 100, 115, 130, 150, 175, 200] {
        let limit = widest.max(ideal * percent / 100);
        let (places, size) = shelve(sizes, order, gap, limit);
        let off = (size.w as f64 / size.h.max(1) as f64 / ratio).ln().abs();
        let cost = (size.w as f64) * (size.h as f64) * (1.0 + 0.4 * off);
        if best.as_ref().is_none_or(|it| cost < it.0) {
            best = Some((cost, places, size));
        }
    }
    let (_, places, size) = best.expect("at least one width is tried");
    (places, size)
}

fn shelve(sizes: &[Size], order: &[usize], gap: i64, limit: i64) -> (Vec<Point>, Size) {
    let mut places = vec![Point::default(); sizes.len()];
    let mut total = Size::default();
    // Shelves: top, height, and how far each is filled.
    let mut shelves: Vec<(i64, i64, i64)> = Vec::new();
    for &index in order {
        let size = sizes[index];
        let free = shelves
            .iter()
            .position(|&(_, height, used)| used + gap + size.w <= limit && size.h <= height);
        let shelf = free.unwrap_or_else(|| {
            let top = shelves.last().map_or(0, |&(top, height, _)| top + height + gap);
            shelves.push((top, size.h, -gap));
            shelves.len() - 1
        });
        let (top, _, used) = &mut shelves[shelf];
        let x = *used + gap;
        places[index] = Point::new(x, *top);
        *used = x + size.w;
        total.w = total.w.max(x + size.w);
        total.h = total.h.max(*top + size.h);
    }
    (places, total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_parts_do_not_overlap_and_keep_the_ratio() {
        let parts: Vec<Drawing> = (0..30)
            .map(|it| Drawing {
                size: Size::new(40 + it % 7 * 10, 20 + it % 5 * 15),
                nodes: vec![(
                    it as usize,
                    crate::geometry::Rect::new(0, 0, 40 + it % 7 * 10, 20 + it % 5 * 15),
                )],
                ..Drawing::default()
            })
            .collect();
        let packed = pack(parts, 10, 1.5);
        for (index, (_, a)) in packed.nodes.iter().enumerate() {
            assert!(packed.nodes[..index].iter().all(|(_, b)| !a.overlaps(b)));
        }
        let ratio = packed.size.w as f64 / packed.size.h as f64;
        assert!((0.9..2.4).contains(&ratio), "{ratio}");
    }
}
