//! Long lists in fixed-size chunks: on all processors, and with the same result however many there are.

use rayon::prelude::*;

/// Below this number, starting another thread takes longer than the work.
const CHUNK: usize = 1_000;

/// What `work` makes of each chunk, in order.
pub fn map<'i, T: Sync, R: Send>(
    items: &'i [T],
    work: impl Fn(&'i [T]) -> R + Send + Sync,
) -> Vec<R> {
    if items.len() <= CHUNK {
        return vec![work(items)];
    }
    items.par_chunks(CHUNK).map(work).collect()
}

/// Runs `work` on every chunk, in parallel.
pub fn change<T: Send>(items: &mut [T], work: impl Fn(&mut [T]) + Send + Sync) {
    if items.len() <= CHUNK {
        return work(items);
    }
    items.par_chunks_mut(CHUNK).for_each(work);
}
