//! The library against real folders: what is planned, written, remembered and undone.
#![expect(clippy::disallowed_methods, reason = "tests prepare files")]

mod adapters;
mod applying;
mod crash;
mod drift;
mod evolving;
mod hostile;
mod hosts;
mod index;
mod locking;
mod merging;
mod modules;
mod overlays;
mod properties;
mod readers;
mod rollback;
mod scope;
mod secrets;
mod shared_files;
mod teams;
mod world;
