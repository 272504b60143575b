//! The providers that ship: rules without a model, and a script for rehearsals.

pub(crate) mod embedded;
pub(crate) mod scripted;
