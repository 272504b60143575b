//! A thread for each drawing, so that one can have less of the processors than another.

use tokio::sync::oneshot;

/// How a drawing stands beside the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Priority {
    /// As every thread of the server.
    Usual,
    /// Behind whoever has drawn less lately. Where the system has no priorities of threads, as the usual one.
    Behind,
}

/// The result of the work; `None` if it panicked or no thread could be had.
pub(crate) async fn run<T: Send + 'static>(
    priority: Priority,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (sender, receiver) = oneshot::channel();
    std::thread::Builder::new()
        .name("drawing".to_owned())
        .spawn(move || {
            if priority == Priority::Behind {
                step_back();
            }
            // Whoever asked may have left.
            drop(sender.send(work()));
        })
        .ok()?;
    receiver.await.ok()
}

/// A tenth of the usual share, for this thread and those it starts. It never gets more again.
#[cfg(target_os = "linux")]
fn step_back() {
    const NICENESS: i32 = 10;
    // Without it the drawing is only not the last in the line.
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), NICENESS);
}

#[cfg(not(target_os = "linux"))]
fn step_back() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_no_result() {
        assert_eq!(run(Priority::Usual, || 1).await, Some(1));
        assert_eq!(run(Priority::Usual, || -> u8 { panic!("on purpose") }).await, None);
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn a_drawing_behind_the_others_and_its_threads_are_nice() {
        let niceness = || {
            let own = Some(rustix::thread::gettid());
            rustix::process::getpriority_process(own).unwrap()
        };
        let usual = run(Priority::Usual, niceness).await.unwrap();
        let with_child =
            move || (niceness(), std::thread::spawn(niceness).join().expect("it has an answer"));
        assert_eq!(run(Priority::Behind, with_child).await, Some((10, 10)));
        assert_eq!(run(Priority::Usual, niceness).await, Some(usual));
    }
}
