//! The providers that ship: rules without a model, any chat-completions endpoint, the agent that
//! calls, and a script for rehearsals.

pub(crate) mod agent;
mod calls;
pub(crate) mod chain;
pub(crate) mod embedded;
pub(crate) mod openai;
mod schema;
pub(crate) mod scripted;
