//! Planning: an idea in prose becomes facts, work, schedule, budget, plan, checks and report.
//!
//! Each task is a table entry in `tasks/` that reads declared artifacts and writes declared ones.
//! A [`Provider`] answers the questions of tasks that need judgement; [`Embedded`] does so by rule.
//! Nothing here knows a store, a network, a clock or a session: the engine that runs the tasks
//! stands in another package and depends on this one.

mod answers;
mod archetype;
mod artifact;
mod budget;
mod calendar;
mod cancel;
mod draw;
mod embedded;
mod facts;
mod goal;
mod html;
mod id;
mod lint;
mod provider;
mod schedule;
mod task;
mod tasks;
mod weights;
mod word_lists;

pub use answers::{ANSWERS, Answers, Reply};
pub use archetype::{kind_cues, kind_of, kinds};
pub use artifact::Kind;
pub use calendar::{Blackout, Country, Date, Scope};
pub use cancel::Cancel;
pub use content_digest::{Digest, Hasher, NotADigest};
pub use draw::{Draw, NoEngine, Notation, Refusal};
pub use embedded::Embedded;
pub use facts::{
    Bound, Conflict, Count, CountRole, Currency, DateRole, DemandRole, Disagreement, Duration,
    DurationRole, Fact, Facts, Hours, HoursRole, Language, Moment, Money, MoneyRole, Period,
    Person, Place, PlaceRole, Precision, Reader, Reading, Unit, Unread, UnreadKind, Value,
    YearSource, goal_of, read as read_facts, readings,
};
pub use id::{
    AssumptionId, DecisionId, FactId, Id, OfAssumption, OfDecision, OfFact, OfRisk, OfRole,
    OfStage, OfStakeholder, OfWork, RiskId, Role, StageId, StakeholderId, WorkId,
};
pub use lint::{MARK, MODEL_KNOWLEDGE, inventions};
pub use provider::{Answer, Call, Provider, ProviderError, Question};
pub use scene::Scheme;
pub use task::{
    Ask, By, Context, Input, Inputs, Level, Need, Output, Phase, Produced, Report, Task, TaskError,
    hard, no_faults, output, soft,
};
pub use tasks::{Choice, Intake, Open, TASKS, edit_faults};
