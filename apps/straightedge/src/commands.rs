//! The commands, one file each.

pub(crate) mod serve;
pub(crate) mod token;
