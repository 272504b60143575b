//! Planning sessions: an idea becomes a plan through a graph of tasks that can be stopped, edited
//! and resumed, and then runs only what the edit touches.
//!
//! [`Engine`] is the whole interface. Inside, `run/step.rs` decides what a run does next and
//! `run/driver.rs` does it; `run/freshness.rs` is the up-to-date rule; `store/` keeps everything.
//! What the tasks do is in the package `planner`, which knows nothing of this one. Nothing here
//! knows MCP, an HTTP server or a terminal.
//!
//! ```
//! use planexe_core::{Caller, Config, Engine, NewSession, Options, Providers, RunState};
//!
//! let home = tempfile::tempdir()?;
//! let engine =
//!     Engine::open(home.path(), planexe_core::pipeline(), Providers::default(), Options::default())?;
//! let me = Caller("me".to_owned());
//! let idea = NewSession {
//!     idea: "A street festival for 300 people in June, for 20000 EUR".to_owned(),
//!     config: Config::default(),
//!     metadata: serde_json::json!({}),
//!     client_request_id: None,
//! };
//! let (session, _) = engine.create(&me, idea)?;
//! let run = engine.start(&me, &session.id, "build_plan_and_validate", &[])?;
//! let run = engine.wait(&session.id, run.id, std::time::Duration::from_secs(60))?;
//! assert_eq!(run.state, RunState::Completed);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod artifact;
mod clock;
mod engine;
mod error;
mod event;
mod graph;
mod lease;
mod luigi;
mod providers;
mod run;
mod session;
mod store;
mod task_name;

pub use artifact::{Artifact, ArtifactPath, ArtifactUri, Author};
pub use clock::Timestamp;
pub use engine::{
    Bundle, Check, Cluster, Content, Edit, Engine, Invalidate, Logs, NewSession, Options, Range,
    Saved, Slots, Standing, Status, TaskView,
};
pub use error::{Error, ErrorCode, Result};
pub use event::{Cursor, Event, EventKind, Page};
pub use graph::{Graph, GraphError, Target};
pub use lease::Lease;
pub use luigi::Reach;
pub use planner::{
    ANSWERS, Answer, Answers, Ask, By, Call, Cancel, Choice, Context, Date, Digest, Draw, Input,
    Inputs, Kind, Level, Need, NotADigest, Notation, Open, Output, Phase, Produced, Provider,
    ProviderError, Question, Refusal, Report, Scheme, Task, TaskError, hard, no_faults, output,
    soft,
};
pub use providers::Providers;
pub use providers::agent::{Agent, Pending};
pub use providers::openai::{Endpoint, Endpoints, Keys, Patience};
pub use providers::scripted::Scripted;
pub use run::freshness::Why;
pub use run::{Progress, Run, RunId, RunState, RunningTask, StopMode, StopRequest};
pub use session::{Caller, Config, Luigi, Session, SessionId, SessionState};
pub use store::objects::Bucket;
pub use store::salvage::{Remains, Repaired, remains, repair, strays};

/// The graph every session follows: from `prompt.md` to `report.html` and `manifest.json`.
pub fn pipeline() -> Graph {
    Graph::new(&planner::TASKS).expect("the table of tasks has no cycle and no double output")
}
