//! Batches, which only the revision of 2025-03-26 has: several messages in one array, answered in one array.

use rmcp::model::RequestId;
use serde_json::Value;

/// Batches whose answers are not complete yet.
#[derive(Default)]
pub(super) struct Batches {
    open: Vec<Batch>,
}

#[derive(Default)]
pub(super) struct Batch {
    pub(super) awaited: Vec<RequestId>,
    pub(super) answers: Vec<Value>,
}

/// What becomes of an answer.
pub(super) enum Settled {
    /// It belongs to no batch and goes out alone.
    Alone(Value),
    /// It waits for the rest of its batch.
    Kept,
    /// It was the last of its batch; this goes out.
    Complete(Value),
}

impl Batches {
    /// Takes a batch in. What is complete already, or has nothing to answer, is not kept.
    pub(super) fn open(&mut self, batch: Batch) -> Option<Value> {
        if batch.awaited.is_empty() {
            return batch.complete();
        }
        self.open.push(batch);
        None
    }

    pub(super) fn settle(&mut self, id: &RequestId, answer: Value) -> Settled {
        let Some(index) = self.open.iter().position(|batch| batch.awaited.contains(id)) else {
            return Settled::Alone(answer);
        };
        self.open[index].answers.push(answer);
        match self.release(index, id) {
            Some(answers) => Settled::Complete(answers),
            None => Settled::Kept,
        }
    }

    /// A cancelled request is never answered, so its batch must not wait for it.
    pub(super) fn give_up(&mut self, id: &RequestId) -> Option<Value> {
        let index = self.open.iter().position(|batch| batch.awaited.contains(id))?;
        self.release(index, id)
    }

    fn release(&mut self, index: usize, id: &RequestId) -> Option<Value> {
        self.open[index].awaited.retain(|awaited| awaited != id);
        if self.open[index].awaited.is_empty() {
            return self.open.remove(index).complete();
        }
        None
    }
}

impl Batch {
    fn complete(self) -> Option<Value> {
        (!self.answers.is_empty()).then_some(Value::Array(self.answers))
    }
}
