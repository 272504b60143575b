//! Counting crossings between two neighbouring rows, by weight, with a Fenwick tree.

/// The weighted number of crossings of segments given as (upper position, lower position, weight).
pub(crate) fn crossings(segments: &mut [(usize, usize, u64)], width: usize) -> u64 {
    segments.sort_unstable();
    let mut sums = vec![0_u64; width + 1];
    let mut total = 0;
    let mut all = 0;
    let mut start = 0;
    while start < segments.len() {
        let upper = segments[start].0;
        let mut end = start;
        while end < segments.len() && segments[end].0 == upper {
            let (_, lower, weight) = segments[end];
            // Everything before that ends further right is crossed.
            let mut at_most = 0;
            let mut index = lower + 1;
            while index > 0 {
                at_most += sums[index];
                index &= index - 1;
            }
            total += weight * (all - at_most);
            end += 1;
        }
        for &(_, lower, weight) in &segments[start..end] {
            let mut index = lower + 1;
            while index <= width {
                sums[index] += weight;
                index += index & index.wrapping_neg();
            }
            all += weight;
        }
        start = end;
    }
    total
}

/// Crossings of the lines of `left` and `right`, as they stand and exchanged; both lists are sorted by position.
pub(crate) fn exchanged(left: &[(usize, u64)], right: &[(usize, u64)]) -> (u64, u64) {
    let (mut now, mut then) = (0, 0);
    for &(a, wa) in left {
        for &(b, wb) in right {
            match a.cmp(&b) {
                std::cmp::Ordering::Greater => now += wa * wb,
                std::cmp::Ordering::Less => then += wa * wb,
                std::cmp::Ordering::Equal => {}
            }
        }
    }
    (now, then)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_the_quadratic_count(
            mut segments in prop::collection::vec((0_usize..8, 0_usize..8, 1_u64..4), 0..20)
        ) {
            let mut slow = 0;
            for (index, a) in segments.iter().enumerate() {
                for b in &segments[..index] {
                    if (a.0 < b.0 && a.1 > b.1) || (a.0 > b.0 && a.1 < b.1) {
                        slow += a.2 * b.2;
                    }
                }
            }
            prop_assert_eq!(crossings(&mut segments, 8), slow);
        }
    }
}
