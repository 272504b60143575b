//! The commands, one file each.

pub(crate) mod extras;
pub(crate) mod serve;
pub(crate) mod token;
