//! Plans, applies and undoes the files that steer coding agents: instructions, skills, prompts, commands,
//! subagents, MCP servers and hooks, from one config repo to the hosts people use.
//!
//! A [`survey()`] reads everything once; [`plan()`] compares what should be with what is and is pure;
//! [`diff()`] only shows a plan; [`apply()`] is the one effect, journaled before and after each step;
//! [`plan_rollback()`] replays the journal's snapshots backwards into a plan of its own.
//! Where each host looks is data in `adapters/<host>.toml`. Nothing here knows a terminal or a protocol.
//!
//! ```no_run
//! use agentpack_core::{Purpose, Environment, RunLock, Selection, apply, plan, survey};
//!
//! # fn main() -> agentpack_core::Result<()> {
//! # let env: Environment = unimplemented!();
//! let survey = survey(&env, &Selection::default())?;
//! let plan = plan(&survey)?;
//! plan.refuse_adoptions()?;
//! let (lock, _recovered) = RunLock::acquire(&env)?;
//! let applied = apply(&lock, &env, &plan, &Purpose::Deploy { lock: survey.lock_digest })?;
//! println!("{}", applied.snapshot_id);
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
mod edit_merge;
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
mod owner;
mod ownership;
mod patch;
mod plan;
mod policy;
mod render;
mod rollback;
mod secret;
pub mod snapshot;
mod status;
mod survey;
mod three_way;
mod visible;
mod yaml;

pub use adapter::{Adapter, Host, Hosts, RouteScope};
pub use apply::{
    Applied, Disk, Purpose, Recovered, RunLock, apply, apply_on, recover, replace_file,
};
pub use bootstrap::{Bootstrap, BootstrapState, bootstrap, write_bootstrap};
pub use content_digest::Digest;
pub use diff::{FileDiff, Omitted, Secrets, diff};
pub use doctor::{Checkup, RootCheck, doctor, with_gitignore_line};
pub use edit_merge::{EditMerge, Overlap, merge_edits};
pub use environment::{Environment, machine_id, project_root, repo_in_project};
pub use error::{Code, Error, Result};
pub use explain::{explain_plan, explain_status};
pub use git::{clone_repository, init_repository, pull_repository};
pub use import::{Fate, Import, Item, find_imports, project_profile, project_tag, write_imports};
pub use lint::{lint_changes, lint_main_files};
pub use lock::{
    FILE as LOCK_FILE, Lock, LockUpdate, ModuleUpdate, fetch, resolve_lock, write_lock,
};
pub use manifest::GITIGNORE_LINE;
pub use module::{Layer, ModuleId};
pub use owner::Owner;
pub use plan::{Change, Op, Plan, Stamp, State, UpdateKind, Write, plan};
pub use render::LossNote;
pub use rollback::{Rollback, plan_rollback, plan_undo};
pub use secret::redact_tokens;
pub use status::{Drift, DriftKind, Status, status};
pub use survey::{
    Blocked, Observed, Selection, Survey, load_config, survey, unsupported_target, write_config,
};
pub use visible::visible;
