//! Reading what happened, with or without waiting for more.

use std::time::Duration;

use super::Engine;
use super::recovery::Grace;
use crate::clock::Deadline;
use crate::error::Result;
use crate::event::{Cursor, Page};
use crate::session::{Caller, SessionId};

/// Most events in one answer.
const MOST: usize = 1000;
/// Events of other processes are looked for at this pace.
const POLL: Duration = Duration::from_millis(100);
/// Longest wait in one call; hosts cut tool calls off after about a minute.
const LONGEST_WAIT: Duration = Duration::from_secs(25);

impl Engine {
    /// At most `limit` events behind `since`. When there are none, waits up to `wait` for the next.
    pub fn events(
        &self,
        caller: &Caller,
        id: &SessionId,
        since: Cursor,
        limit: usize,
        wait: Duration,
    ) -> Result<Page> {
        self.session(caller, id)?;
        self.parts.recover(id, Grace::Adoption)?;
        let deadline = Deadline::after(wait.min(LONGEST_WAIT));
        loop {
            let seen = self.parts.changes.count();
            let page = self.parts.store.events(id, since, limit.clamp(1, MOST))?;
            let left = deadline.left();
            if !page.events.is_empty() || left.is_zero() {
                return Ok(page);
            }
            self.parts.changes.wait(seen, left.min(self.parts.pace(POLL)));
        }
    }
}
