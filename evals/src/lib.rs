//! The eval suite: tasks for an agent, records of how one worked, and the judge of both.
//!
//! A [`Task`] is one Markdown file. A [`Run`] is what an agent did: its tool calls with their real answers, its writes and
//! its final words. [`replay`] makes a run from the transcript in the task's file by executing every call on the real
//! server; [`live`] makes one from a real host. [`judge`] is the same for both and trusts no claim: the final source is
//! compiled here once more.

mod facts;
mod judge;
pub mod live;
mod mutate;
mod primitives;
mod prompts;
mod replay;
mod run;
mod says;
mod server;
mod snapshot;
mod step;
mod task;
mod told;
mod workspace;

pub use judge::{Failure, Rule, judge};
pub use mutate::Mutation;
pub use primitives::{catalogue, primitives};
pub use prompts::prompt_files;
pub use replay::replay;
pub use run::{Call, Outcome, Run};
pub use says::Says;
pub use server::Server;
pub use snapshot::{Snapshot, snapshot};
pub use step::{Expected, Step};
pub use task::{
    CATEGORIES, Deliverable, FAMILY_CATEGORIES, Refused, Task, Wanted, discover, folder,
};
pub use told::Tells;
pub use workspace::Workspace;
