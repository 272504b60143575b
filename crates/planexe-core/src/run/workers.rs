//! The threads that run the tasks of one run: made when needed, kept until the run ends.

use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};

/// Something for a thread to do.
pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// A number of threads that take jobs in order.
pub(crate) struct Workers {
    jobs: Sender<Job>,
    queue: Arc<Mutex<Receiver<Job>>>,
    threads: Mutex<usize>,
    most: usize,
}

impl Workers {
    /// At most `most` threads; none is started yet.
    pub(crate) fn new(most: usize) -> Self {
        let (jobs, queue) = mpsc::channel();
        Self { jobs, queue: Arc::new(Mutex::new(queue)), threads: Mutex::default(), most }
    }

    /// Gives a job to the next free thread. The threads end when the workers go.
    pub(crate) fn start(&self, job: Job) -> io::Result<()> {
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        if *threads < self.most {
            let queue = Arc::clone(&self.queue);
            let name = format!("worker-{}", *threads);
            std::thread::Builder::new().name(name).spawn(move || work(&queue))?;
            *threads += 1;
        }
        self.jobs.send(job).map_err(|_| io::Error::other("the workers are gone"))
    }
}

fn work(queue: &Mutex<Receiver<Job>>) {
    loop {
        // The lock goes before the job starts, so that the next thread can wait for the next one.
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        match job {
            Ok(job) => job(),
            Err(_) => return,
        }
    }
}
