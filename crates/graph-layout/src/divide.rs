//! A cluster divided among the clusters in it: they fill it in rows or columns, their content in the middle of each.

use crate::drawing::Drawing;
use crate::geometry::{Point, Rect, Size};
use crate::graph::Divided;

/// Joins drawings of whole clusters in the order of their ids; the outermost frame of each takes all of its share.
pub(crate) fn divide(parts: Vec<Drawing>, divided: Divided) -> Drawing {
    let mut parts = parts;
    let id = |it: &Drawing| it.clusters.first().map_or(usize::MAX, |it| it.0);
    parts.sort_by_key(id);
    let widest = parts.iter().map(|it| it.size.w).max().unwrap_or(0);
    let highest = parts.iter().map(|it| it.size.h).max().unwrap_or(0);
    let mut result = Drawing::default();
    let mut corner = Point::default();
    for part in parts {
        let share = match divided {
            Divided::Rows => Size::new(widest, part.size.h),
            Divided::Columns => Size::new(part.size.w, highest),
        };
        let spare = Point::new((share.w - part.size.w) / 2, (share.h - part.size.h) / 2);
        let first = result.clusters.len();
        let is_cluster = !part.clusters.is_empty();
        result.insert(part, corner.moved(spare));
        if is_cluster {
            result.clusters[first].1 = Rect::new(corner.x, corner.y, share.w, share.h);
        }
        result.size.w = result.size.w.max(corner.x + share.w);
        result.size.h = result.size.h.max(corner.y + share.h);
        match divided {
            Divided::Rows => corner.y += share.h,
            Divided::Columns => corner.x += share.w,
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(id: usize, w: i64, h: i64) -> Drawing {
        let frame = Rect::new(0, 0, w, h);
        Drawing { size: Size::new(w, h), clusters: vec![(id, frame)], ..Drawing::default() }
    }

    #[test]
    fn rows_are_as_wide_as_the_widest_and_stand_in_order() {
        let drawn = divide(vec![part(5, 40, 30), part(2, 60, 10)], Divided::Rows);
        assert_eq!(drawn.size, Size::new(60, 40));
        let frames = [(2, Rect::new(0, 0, 60, 10)), (5, Rect::new(0, 10, 60, 30))];
        assert_eq!(drawn.clusters, frames);
    }

    #[test]
    fn columns_are_as_high_as_the_highest() {
        let drawn = divide(vec![part(1, 40, 30), part(2, 60, 10)], Divided::Columns);
        assert_eq!(drawn.size, Size::new(100, 30));
        assert_eq!(drawn.clusters[1].1, Rect::new(40, 0, 60, 30));
    }
}
