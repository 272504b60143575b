//! A room of its own for one piece of engine work: a deep stack, a wall against panics, and a door that closes in time.

use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use crate::engine::Stop;

/// Room for the engine's recursive readers on the deepest source that the limits let in.
const STACK_BYTES: usize = 64 << 20;

/// Work that gave no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lost {
    /// Time ran out; the work stops at its next checkpoint, and its result is thrown away.
    Late,
    /// The work panicked.
    Broken,
}

/// Runs the work on a thread of its own and waits at most that long; then the work is asked to stop.
pub(crate) fn run<Output: Send + 'static>(
    time: Duration,
    work: impl FnOnce(&Stop) -> Output + Send + 'static,
) -> Result<Output, Lost> {
    let (sender, receiver) = sync_channel(1);
    let stop = Stop::default();
    let own_stop = stop.clone();
    let spawned =
        std::thread::Builder::new().name("mermaid".to_owned()).stack_size(STACK_BYTES).spawn(
            // A receiver that has left is no longer interested; there is nobody to tell.
            move || drop(sender.send(work(&own_stop))),
        );
    if spawned.is_err() {
        return Err(Lost::Broken);
    }
    receiver.recv_timeout(time).map_err(|error| match error {
        RecvTimeoutError::Timeout => {
            stop.raise();
            Lost::Late
        }
        RecvTimeoutError::Disconnected => Lost::Broken,
    })
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
    fn late_work_is_left_behind() {
        let (release, wait) = std::sync::mpsc::channel::<()>();
        let outcome = run(Duration::from_millis(1), move |_| wait.recv().is_ok());
        assert_eq!(outcome, Err(Lost::Late));
        drop(release);
    }
}
