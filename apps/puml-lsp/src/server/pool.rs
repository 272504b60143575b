//! The workers. A job that panics is over; its worker lives on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use crossbeam_channel::{Sender, unbounded};

use crate::fault::Fault;

type Job = Box<dyn FnOnce() + Send>;

/// A few threads that take jobs in order.
pub(super) struct Pool {
    jobs: Sender<Job>,
}

impl Pool {
    /// As many workers as the machine has processors, within reason.
    pub(super) fn start() -> Self {
        let (jobs, queue) = unbounded::<Job>();
        let count = thread::available_parallelism().map_or(2, usize::from).clamp(2, 4);
        for _ in 0..count {
            let queue = queue.clone();
            thread::spawn(move || queue.into_iter().for_each(|job| job()));
        }
        Self { jobs }
    }

    /// Queues a job. Threads end with the pool, so there is always one to take it.
    pub(super) fn run(&self, job: impl FnOnce() + Send + 'static) {
        self.jobs.send(Box::new(job)).expect("workers live as long as the pool");
    }
}

/// What a job answers; a panic in it is a fault like any other.
pub(super) fn guarded<T>(job: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(job)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(Fault::Bug(text.unwrap_or("a panic without words").to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_fault_that_says_what_broke() {
        let fault = guarded::<()>(|| panic!("the lexer ran dry")).unwrap_err();
        assert_eq!(fault, Fault::Bug("the lexer ran dry".into()));
    }
}
