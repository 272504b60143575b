//! Planning sessions: an idea becomes a plan through a graph of tasks that can be stopped, edited
//! and resumed, and then runs only what the edit touches.
//!
//! [`Engine`] is the whole interface. Inside, `run/step.rs` decides what a run does next and
//! `run/driver.rs` does it; `run/freshness.rs` is the up-to-date rule; `tasks/` has the planning
//! tasks; `store/` keeps everything. Nothing here knows MCP, HTTP or a terminal.
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

mod archetype;
mod artifact;
mod budget;
mod calendar;
mod cancel;
mod clock;
mod digest;
mod draw;
mod engine;
mod error;
mod event;
mod facts;
mod graph;
mod html;
mod luigi;
mod provider;
mod providers;
mod run;
mod schedule;
mod session;
mod store;
mod task;
mod tasks;

pub use artifact::{Artifact, ArtifactPath, ArtifactUri, Author, Kind};
pub use cancel::Cancel;
pub use clock::Timestamp;
pub use digest::{Digest, NotADigest};
pub use draw::{Draw, Language, Refusal, Tone};
pub use engine::{
    Bundle, Check, Cluster, Content, Edit, Engine, Invalidate, Logs, NewSession, Options, Range,
    Saved, Slots, Standing, Status, TaskView,
};
pub use error::{Error, ErrorCode, Result};
pub use event::{Cursor, Event, EventKind, Page};
pub use graph::{Graph, GraphError, Target};
pub use luigi::Reach;
pub use provider::{Answer, Call, Provider, ProviderError, Providers, Question};
pub use providers::agent::{Agent, Pending};
pub use providers::openai::{Endpoint, Endpoints, Keys, Patience};
pub use providers::scripted::Scripted;
pub use run::freshness::Why;
pub use run::step::StopMode;
pub use run::{Lease, Progress, Run, RunId, RunState, RunningTask};
pub use session::{Caller, Config, Luigi, Session, SessionId, SessionState};
pub use store::objects::Bucket;
pub use task::{
    Ask, By, Context, Input, Inputs, Level, Need, Output, Phase, Produced, Report, Task, TaskError,
    hard, no_faults, output, soft,
};
pub use tasks::pipeline;
