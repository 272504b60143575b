//! From source to scene: preprocess, parse, lower, layout. No files, no clock, no network, no SVG.
//!
//! [`compile`] makes the models of a source and says everything about it; [`layout`] draws a model.
//! What a source includes comes from a [`World`], what it asks about its surroundings from [`Options`].
//!
//! ```
//! use diag::Sources;
//! use puml_compiler::{NoWorld, Options, compile, explain};
//!
//! let mut sources = Sources::default();
//! let id = sources.add("hello.puml", "Alice -> Bob : hello");
//! let compiled = compile(&mut sources, id, &NoWorld, &Options::default());
//! assert!(compiled.is_accepted());
//! assert_eq!(explain(&compiled.diagrams[0].model).flow[0].text, "Alice sends Bob “hello”");
//! ```

pub mod codes;
mod compile;
mod explain;
mod json;
mod known_themes;
mod layout;
mod looks;
mod lower;
mod model;
mod options;
mod preprocess;
mod readability;
mod sprites;
mod style;
mod text;
pub mod themes;
mod world;

pub use compile::{Compiled, Diagram, check, compile};
pub use explain::{Described, Explanation, Step, explain};
pub use json::{MODEL_SCHEMA, MODEL_VERSION, model_json};
pub use layout::{LayoutOptions, layout};
pub use model::{
    ActorShape, Align, Arrow, Banner, Enclosure, EnclosureId, End, Event, EventKind, Fragment,
    FragmentKind, Head, Label, Legend, Link, Margin, Message, MessageAlign, Model, Note, NotePlace,
    NoteShape, Page, Participant, ParticipantId, ParticipantKind, Reference, Scale, Side, Spot,
    Sprite, SpriteContent, SpriteInk, SpriteLetters, SpriteOutline, SpriteShape, Stereotype,
};
pub use options::{Declarations, Limits, Options};
pub use preprocess::{Expanded, Origins, Pieces, Theme, builtin_names, preprocess};
pub use readability::readability;
pub use style::{Element, Look, LookId, Looks, Shading};
pub use world::{Loaded, NoWorld, Refusal, Wanted, World};

/// The names that `!theme` takes: ours first, then those of the reference.
pub fn theme_names() -> impl Iterator<Item = &'static str> {
    let reference = known_themes::KNOWN_THEMES.into_iter().filter(|it| !themes::NAMES.contains(it));
    themes::NAMES.into_iter().chain(reference)
}
