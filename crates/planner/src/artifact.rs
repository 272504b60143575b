//! What an artifact is to a reader.

use serde::{Deserialize, Serialize};

/// The semantic label of an artifact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The plan and what is read along with it.
    Plan,
    /// Findings about the plan.
    AuditReport,
    /// What happened in a run; may quote prompts.
    Log,
    /// The engine's own view of its tasks.
    State,
    /// Everything on the way to the plan.
    Intermediate,
}

impl Kind {
    /// The spelling on the wire and in the store.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::AuditReport => "audit_report",
            Self::Log => "log",
            Self::State => "state",
            Self::Intermediate => "intermediate",
        }
    }

    /// Whether only the engine writes artifacts of this kind.
    pub fn is_reserved(self) -> bool {
        matches!(self, Self::Log | Self::State)
    }
}
