//! Repeating a call to a model that failed for a passing reason: how often, and how long to wait.

use std::time::Duration;

use planner::{Call, Level, ProviderError};

/// How long a call may take and how often it is repeated.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// Without a byte for this long, a call counts as stalled.
    pub idle: Duration,
    /// The longest whole call.
    pub whole: Duration,
    /// Calls for one answer, when the endpoint is busy or out of order.
    pub attempts: u32,
    /// Before the second attempt; doubled after each, unless the endpoint names a time.
    pub pause: Duration,
    /// The longest pause, whatever the endpoint asks for.
    pub longest_pause: Duration,
    /// How often a model may mend an answer that does not fit.
    pub repairs: u32,
    /// Longest instruction with its material, in bytes; nothing is cut off in silence.
    pub prompt_bytes: usize,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            idle: Duration::from_secs(90),
            whole: Duration::from_mins(10),
            attempts: 5,
            pause: Duration::from_secs(1),
            longest_pause: Duration::from_mins(1),
            repairs: 2,
            prompt_bytes: 400_000,
        }
    }
}

/// The attempts at one answer so far.
pub(super) struct Retries<'a> {
    patience: &'a Patience,
    attempt: u32,
    pause: Duration,
}

impl<'a> Retries<'a> {
    /// Before the first attempt.
    pub(super) fn new(patience: &'a Patience) -> Self {
        Self { patience, attempt: 1, pause: patience.pause }
    }

    /// Waits until the next attempt, or fails when there have been enough or nobody waits any more. `after` is the
    /// pause that the endpoint asks for.
    pub(super) fn wait(
        &mut self,
        message: &str,
        after: Option<Duration>,
        call: &Call<'_>,
    ) -> Result<(), ProviderError> {
        let Self { patience, attempt, pause } = *self;
        if attempt >= patience.attempts {
            let message = format!("{message}, after {attempt} attempts");
            return Err(ProviderError::Failed(message));
        }
        let wait = after.unwrap_or(pause).min(patience.longest_pause);
        let seconds = wait.as_secs_f64();
        let line = format!("{message}; attempt {} in {seconds:.1} s", attempt + 1);
        call.report.log(Level::Warn, &line);
        if call.cancel.wait(wait) {
            return Err(ProviderError::Cancelled);
        }
        self.pause = (pause * 2).min(patience.longest_pause);
        self.attempt += 1;
        Ok(())
    }
}
