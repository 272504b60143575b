//! How the rest of a program tells connected clients that resources have changed.

use tokio::sync::broadcast;

/// Changes kept for a client that reads slowly; past that the oldest are lost and the client rereads what it shows.
const BACKLOG: usize = 256;

/// A handle that may be cloned into whatever notices changes. A server with one declares `subscribe` and
/// `listChanged` for its resources.
#[derive(Clone, Debug)]
pub struct Changes {
    sender: broadcast::Sender<Change>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The list of resources is another one now.
    List,
    /// The contents at an address are other ones now.
    Contents(String),
}

impl Default for Changes {
    fn default() -> Self {
        Self { sender: broadcast::Sender::new(BACKLOG) }
    }
}

impl Changes {
    /// Resources have come or gone. Every connected client is told.
    pub fn list_changed(&self) {
        self.send(Change::List);
    }

    /// The contents at this address have changed. Clients that subscribed to it are told.
    pub fn resource_updated(&self, uri: impl Into<String>) {
        self.send(Change::Contents(uri.into()));
    }

    pub(crate) fn listen(&self) -> broadcast::Receiver<Change> {
        self.sender.subscribe()
    }

    /// Nobody listening is not an error.
    fn send(&self, change: Change) {
        let _ = self.sender.send(change);
    }
}
