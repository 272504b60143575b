//! Long lists in stretches: on all processors, and with the same result however many there are.

use rayon::prelude::*;

/// So many are gone through before another thread would have begun.
const STRETCH: usize = 1_000;

/// What `work` makes of each stretch, in order.
pub(super) fn map<'i, T: Sync, R: Send>(
    items: &'i [T],
    work: impl Fn(&'i [T]) -> R + Send + Sync,
) -> Vec<R> {
    if items.len() <= STRETCH {
        return vec![work(items)];
    }
    items.par_chunks(STRETCH).map(work).collect()
}

/// Changes each stretch.
pub(super) fn change<T: Send>(items: &mut [T], work: impl Fn(&mut [T]) + Send + Sync) {
    if items.len() <= STRETCH {
        return work(items);
    }
    items.par_chunks_mut(STRETCH).for_each(work);
}
