//! Runs one piece of engine work on a thread of its own: a deep stack, panics caught, and a limit on processor time.

mod processor_time;

use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use crate::engine::Stop;
use processor_time::ProcessorTime;

/// Enough for the engine's recursive parsers on the deepest source that the limits let in.
const STACK_BYTES: usize = 64 << 20;

/// How many times its processor time the work may take by the wall clock, so that a busy machine still gets an answer.
const MOST_WAITING: u32 = 4;

/// Shorter waits would be spent on looking at the clock.
const SHORTEST_WAIT: Duration = Duration::from_millis(5);

/// Work that gave no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lost {
    /// Time ran out; the work stops at its next checkpoint, and its result is dropped.
    Late,
    /// The work panicked.
    Broken,
}

/// Runs the work until it has used that much processor time; then asks it to stop. Where the system does not tell
/// the processor time of a thread, the wall clock counts.
pub(crate) fn run<Output: Send + 'static>(
    time: Duration,
    work: impl FnOnce(&Stop) -> Output + Send + 'static,
) -> Result<Output, Lost> {
    let (sender, receiver) = sync_channel(1);
    let (clock_sender, clock) = sync_channel(1);
    let stop = Stop::default();
    let own_stop = stop.clone();
    let spawned =
        std::thread::Builder::new().name("mermaid".to_owned()).stack_size(STACK_BYTES).spawn(
            // A receiver that is gone waits for nothing, so a failed send needs no answer.
            move || {
                drop(clock_sender.send(ProcessorTime::of_this_thread()));
                drop(sender.send(work(&own_stop)));
            },
        );
    if spawned.is_err() {
        return Err(Lost::Broken);
    }
    let outcome = wait(&receiver, time, clock.recv().ok().flatten().as_ref());
    if matches!(outcome, Err(Lost::Late)) {
        stop.raise();
    }
    outcome
}

fn wait<Output>(
    receiver: &Receiver<Output>,
    time: Duration,
    clock: Option<&ProcessorTime>,
) -> Result<Output, Lost> {
    if time.is_zero() {
        return Err(Lost::Late);
    }
    let mut waited = Duration::ZERO;
    let mut pause = time;
    loop {
        match receiver.recv_timeout(pause) {
            Ok(output) => return Ok(output),
            Err(RecvTimeoutError::Disconnected) => return Err(Lost::Broken),
            Err(RecvTimeoutError::Timeout) => waited += pause,
        }
        let used = clock.and_then(ProcessorTime::elapsed).unwrap_or(waited);
        let left = time.saturating_sub(used);
        if left.is_zero() || waited >= time * MOST_WAITING {
            return Err(Lost::Late);
        }
        pause = left.max(SHORTEST_WAIT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_answer() {
        assert_eq!(
            run(Duration::from_mins(1), |_| panic!("on purpose")),
            Err::<(), _>(Lost::Broken)
        );
    }

    #[test]
    fn work_that_hangs_is_left_behind() {
        let (release, wait) = std::sync::mpsc::channel::<()>();
        let outcome = run(Duration::from_millis(1), move |_| wait.recv().is_ok());
        assert_eq!(outcome, Err(Lost::Late));
        drop(release);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn time_without_a_processor_does_not_count() {
        let nap = Duration::from_millis(60);
        let outcome = run(Duration::from_millis(40), move |_| std::thread::sleep(nap));
        assert_eq!(outcome, Ok(()));
    }

    #[test]
    fn work_past_its_processor_time_is_stopped() {
        let outcome = run(Duration::from_millis(30), |stop| while !stop.is_raised() {});
        assert_eq!(outcome, Err(Lost::Late));
    }
}
