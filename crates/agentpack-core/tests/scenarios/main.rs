//! The library against real folders: what is planned, written, remembered and undone.
#![expect(clippy::disallowed_methods, reason = "tests prepare files")]

mod adapters;
mod applying;
mod crash;
mod drift;
mod evolving;
mod hostile;
mod index;
mod locking;
mod modules;
mod overlays;
mod properties;
mod returning;
mod shared_files;
mod world;
