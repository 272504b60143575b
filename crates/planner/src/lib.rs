//! Planning: an idea in prose becomes facts, work, schedule, budget, plan, checks and report.
//!
//! Each task is a table entry in `tasks/` that reads declared artifacts and writes declared ones.
//! A [`Provider`] answers the questions of tasks that need judgement; [`Embedded`] does so by rule.
//! Nothing here knows a store, a network, a clock or a session: the engine that runs the tasks
//! stands in another package and depends on this one.

mod archetype;
mod artifact;
mod budget;
mod calendar;
mod cancel;
mod digest;
mod draw;
mod embedded;
mod facts;
mod html;
mod provider;
mod schedule;
mod task;
mod tasks;

pub use artifact::Kind;
pub use calendar::Date;
pub use cancel::Cancel;
pub use digest::{Digest, NotADigest, Running};
pub use draw::{Draw, Language, NoEngine, Refusal, Tone};
pub use embedded::Embedded;
pub use provider::{Answer, Call, Provider, ProviderError, Question};
pub use task::{
    Ask, By, Context, Input, Inputs, Level, Need, Output, Phase, Produced, Report, Task, TaskError,
    hard, no_faults, output, soft,
};
pub use tasks::TASKS;
