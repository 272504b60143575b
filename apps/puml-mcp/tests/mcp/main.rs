//! Conversations with the whole server, over lines in this process and with the program itself.

mod adversarial;
mod changes;
mod docs;
mod editing;
mod exports;
mod families;
mod mermaid;
mod program;
mod project;
mod prompts;
mod reading;
mod renaming;
mod schemas;
mod snapshot;
mod talk;
mod transcripts;
mod viewing;
mod views;
