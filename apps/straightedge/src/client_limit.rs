//! How much one client may have at once: connections, requests in flight, drawings.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::rate_limit::network;

/// Counts what each client has, up to a limit. Clients that have nothing are not remembered.
#[derive(Debug)]
pub(crate) struct ClientLimit {
    most: usize,
    held: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// One of the things a client may have, until it is dropped.
#[derive(Debug)]
pub(crate) struct Slot {
    client: IpAddr,
    held: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl ClientLimit {
    pub(crate) fn new(most: usize) -> Self {
        Self { most: most.max(1), held: Arc::default() }
    }

    /// One more for this client, if it may have it.
    pub(crate) fn take(&self, client: IpAddr) -> Option<Slot> {
        let client = network(client);
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.entry(client).or_insert(0);
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Slot { client, held: Arc::clone(&self.held) })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = held.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                held.remove(&self.client);
            }
        }
    }
}

/// Turns to draw. A client waits for its own drawings first, so that the queue of all holds few of each.
#[derive(Debug)]
pub(crate) struct DrawingQueue {
    all: Arc<Semaphore>,
    per_client: usize,
    clients: Mutex<HashMap<IpAddr, Arc<Semaphore>>>,
}

/// A turn to draw, until it is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    _of_all: OwnedSemaphorePermit,
    _of_client: OwnedSemaphorePermit,
}

impl DrawingQueue {
    pub(crate) fn new(all: usize, per_client: usize) -> Self {
        let all = all.max(1);
        Self {
            all: Arc::new(Semaphore::new(all)),
            per_client: per_client.clamp(1, all),
            clients: Mutex::default(),
        }
    }

    /// Waits until this client may draw.
    pub(crate) async fn turn(&self, client: IpAddr) -> Turn {
        let of_client = self.of_client(network(client)).acquire_owned();
        let of_client = of_client.await.expect("the queue is never closed");
        let of_all = Arc::clone(&self.all).acquire_owned();
        Turn { _of_all: of_all.await.expect("the queue is never closed"), _of_client: of_client }
    }

    fn of_client(&self, client: IpAddr) -> Arc<Semaphore> {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever waits or draws holds a second reference.
        clients.retain(|_, it| Arc::strong_count(it) > 1);
        let fresh = || Arc::new(Semaphore::new(self.per_client));
        Arc::clone(clients.entry(client).or_insert_with(fresh))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[test]
    fn a_client_gets_no_more_than_its_limit_and_gets_it_back() {
        let limit = ClientLimit::new(2);
        let first = limit.take(client(1)).unwrap();
        let _second = limit.take(client(1)).unwrap();
        assert!(limit.take(client(1)).is_none());
        assert!(limit.take(client(2)).is_some());
        drop(first);
        assert!(limit.take(client(1)).is_some());
        assert_eq!(limit.held.lock().unwrap().len(), 1);
    }

    #[tokio::test]
    async fn a_client_that_draws_all_the_time_leaves_turns_for_others() {
        let queue = Arc::new(DrawingQueue::new(4, 2));
        let _first = queue.turn(client(1)).await;
        let second = queue.turn(client(1)).await;
        let greedy = Arc::clone(&queue);
        let waiting = tokio::spawn(async move { greedy.turn(client(1)).await });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        let other = queue.turn(client(2)).await;
        drop(second);
        waiting.await.unwrap();
        drop(other);
        queue.turn(client(3)).await;
        assert!(queue.clients.lock().unwrap().len() <= 2);
    }
}
