//! The processor time that a thread has used, as another thread sees it.

use std::fs::File;
use std::io::{Read as _, Seek as _};
use std::time::Duration;

/// Kernel accounting of one thread, opened by that thread and readable by every other.
#[derive(Debug)]
pub(super) struct ProcessorTime(File);

/// The unit of the accounting: hundredths of a second on every Linux.
const TICK: Duration = Duration::from_millis(10);

impl ProcessorTime {
    /// The calling thread's; `None` where the system has no such file.
    #[expect(
        clippy::disallowed_methods,
        reason = "a clock of the kernel that has the form of a file"
    )]
    pub(super) fn of_this_thread() -> Option<Self> {
        File::open("/proc/thread-self/stat").ok().map(Self)
    }

    /// The time used since the thread began; `None` once it has ended.
    pub(super) fn elapsed(&self) -> Option<Duration> {
        let mut text = String::new();
        (&self.0).rewind().ok()?;
        (&self.0).read_to_string(&mut text).ok()?;
        used(&text)
    }
}

/// Fields 14 and 15, the ticks in user and kernel mode. The second field is a name that may hold blanks, in brackets.
fn used(stat: &str) -> Option<Duration> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut ticks = fields.split_whitespace().skip(11).map(str::parse::<u32>);
    let (user, kernel) = (ticks.next()?.ok()?, ticks.next()?.ok()?);
    Some(TICK * user.saturating_add(kernel))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_follow_a_name_with_brackets_and_blanks() {
        let stat = "7 (a) b) R 1 7 7 0 -1 64 100 0 0 0 12 3 0 0 20 0 1 0 93545 3133440 382";
        assert_eq!(used(stat), Some(Duration::from_millis(150)));
        assert_eq!(used("7 (a) R 1"), None);
    }
}
