//! The threads that draw. They are kept, because each remembers the fonts it has read.

use std::io;

use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinError;

/// How a drawing stands beside the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Priority {
    /// As every thread of the server.
    Usual,
    /// Behind whoever has drawn less lately. Where the system has no priorities of threads, as the usual one.
    Behind,
}

/// Threads of both priorities. A thread that has stepped back cannot come forward again, so there are two pools.
#[derive(Debug)]
pub(crate) struct DrawingThreads {
    /// Taken when the threads go: a runtime must not wait for them where others run.
    behind: Option<Runtime>,
}

impl DrawingThreads {
    /// At most this many behind the others.
    pub(crate) fn new(most: usize) -> io::Result<Self> {
        let behind = Builder::new_current_thread()
            .max_blocking_threads(most.max(1))
            .thread_name("behind")
            .on_thread_start(step_back)
            .build()?;
        Ok(Self { behind: Some(behind) })
    }

    /// The result of the work, unless it panics.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        priority: Priority,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        match &self.behind {
            Some(behind) if priority == Priority::Behind => behind.spawn_blocking(work).await,
            _ => tokio::task::spawn_blocking(work).await,
        }
    }
}

impl Drop for DrawingThreads {
    fn drop(&mut self) {
        if let Some(behind) = self.behind.take() {
            behind.shutdown_background();
        }
    }
}

/// A tenth of the usual share, for this thread and those it starts.
#[cfg(target_os = "linux")]
fn step_back() {
    const NICENESS: i32 = 10;
    // Where that is refused, all drawings are equal.
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), NICENESS);
}

#[cfg(not(target_os = "linux"))]
fn step_back() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_no_result() {
        let threads = DrawingThreads::new(1).unwrap();
        for priority in [Priority::Usual, Priority::Behind] {
            assert_eq!(threads.run(priority, || 1).await.unwrap(), 1);
            assert!(threads.run(priority, || -> u8 { panic!("on purpose") }).await.is_err());
        }
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn a_drawing_behind_the_others_and_its_threads_are_nice() {
        let niceness = || {
            let own = Some(rustix::thread::gettid());
            rustix::process::getpriority_process(own).unwrap()
        };
        let threads = DrawingThreads::new(1).unwrap();
        let usual = threads.run(Priority::Usual, niceness).await.unwrap();
        let with_child =
            move || (niceness(), std::thread::spawn(niceness).join().expect("it has an answer"));
        assert_eq!(threads.run(Priority::Behind, with_child).await.unwrap(), (10, 10));
        assert_eq!(threads.run(Priority::Usual, niceness).await.unwrap(), usual);
    }
}
