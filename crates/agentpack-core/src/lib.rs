//! Plans, applies and undoes the files that steer coding agents: instructions, skills, prompts, commands,
//! subagents, MCP servers and hooks, from one config repo to four hosts.
//!
//! A [`survey()`] reads everything once; [`plan()`] compares what should be with what is and is pure;
//! [`diff()`] only shows a plan; [`apply()`] is the one effect, journaled before and after each step;
//! [`plan_rollback()`] replays the journal's snapshots backwards into a plan of its own.
//! Where each host looks is data in `adapters/<host>.toml`. Nothing here knows a terminal or a protocol.
//!
//! ```no_run
//! use agentpack_core::{Deed, Environment, RunLock, Selection, apply, plan, survey};
//!
//! # fn main() -> agentpack_core::Result<()> {
//! # let env: Environment = unimplemented!();
//! let survey = survey(&env, &Selection::default())?;
//! let plan = plan(&survey)?;
//! plan.refuse_adoptions()?;
//! let (lock, _recovered) = RunLock::acquire(&env)?;
//! let applied = apply(&lock, &env, &plan, &Deed::Deploy { lock: survey.lock_digest })?;
//! assert!(!applied.snapshot_id.is_empty());
//! # Ok(())
//! # }
//! ```

pub mod config;
pub mod error;
pub mod path;

mod adapter;
mod apply;
mod bootstrap;
pub mod clock;
mod diff;
mod digest;
mod doctor;
mod environment;
pub mod evolve;
mod explain;
mod git;
mod hash_cache;
mod import;
mod lint;
mod lock;
mod manifest;
mod merge;
mod module;
pub mod overlay;
mod patch;
mod plan;
mod render;
mod rollback;
mod secret;
pub mod snapshot;
mod status;
mod survey;
mod three_way;
mod yaml;

pub use adapter::{Adapter, Host};
pub use apply::{Applied, Deed, Disk, Recovered, RunLock, apply, apply_on, recover};
pub use bootstrap::{Bootstrap, BootstrapState, bootstrap, write_bootstrap};
pub use diff::{FileDiff, Omitted, diff};
pub use digest::Digest;
pub use doctor::{Checkup, RootCheck, doctor, with_gitignore_line};
pub use environment::{Environment, machine_id, project_root};
pub use error::{Code, Error, Result};
pub use explain::{explain_plan, explain_status};
pub use git::init_repository;
pub use import::{Fate, Import, Item, find_imports, project_tag, write_imports};
pub use lock::{
    FILE as LOCK_FILE, Lock, LockUpdate, ModuleUpdate, fetch, resolve_lock, write_lock,
};
pub use manifest::GITIGNORE_LINE;
pub use module::Layer;
pub use plan::{Change, Op, Plan, Stamp, State, UpdateKind, Write, plan};
pub use render::LossNote;
pub use rollback::{Return, plan_rollback};
pub use status::{Drift, DriftKind, Status, status};
pub use survey::{
    Blocked, Observed, Selection, Survey, load_config, survey, unsupported_target, write_config,
};
