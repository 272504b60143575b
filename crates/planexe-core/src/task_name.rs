//! The name of a task, as stores, workers and schedulers know it. Within a graph a task is a number.

use std::fmt;

use serde::Serialize;

/// Unique in its graph, such as `ExtractFacts`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub(crate) struct TaskName(String);

impl TaskName {
    /// The name as text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl<T: Into<String>> From<T> for TaskName {
    fn from(name: T) -> Self {
        Self(name.into())
    }
}

impl fmt::Display for TaskName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
