//! The signal that tells a running task to give up.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A flag that is set once and can be waited for. Clones share the flag.
#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<(Mutex<bool>, Condvar)>);

impl Cancel {
    /// Sets the flag and wakes everybody who waits.
    pub fn cancel(&self) {
        *self.flag() = true;
        self.0.1.notify_all();
    }

    /// Whether the flag is set.
    pub fn is_cancelled(&self) -> bool {
        *self.flag()
    }

    /// Waits for at most `span`; says whether the flag was set by then.
    pub fn wait(&self, span: Duration) -> bool {
        let waited = self.0.1.wait_timeout_while(self.flag(), span, |set| !*set);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }

    fn flag(&self) -> MutexGuard<'_, bool> {
        // A bool cannot be left half-written, so a poisoned lock still holds the truth.
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
