//! The server as a client meets it: messages in, messages out, over a pair of channels or the real program.

mod actions;
mod client;
mod completion;
mod configuration;
mod conversation;
mod diagnostics;
mod edits;
mod families;
mod features;
mod navigation;
mod pages;
mod render;
mod structure;
mod sync;
mod tokens;
