//! What every family of PlantUML diagrams builds on: what a family is, how things look, how labels are measured, what
//! stands around a picture. No family is known here; no files, no clock, no network, no SVG.
//!
//! A family's package implements [`Family`], [`Tree`] and [`Model`]. It reads lines with `puml-syntax`, lowers them
//! with a [`Ground`], names its elements in a [`Vocabulary`], measures labels at a [`LayoutContext`], and hands its picture to
//! [`page::finish`].

pub mod chrome;
pub mod chunks;
pub mod codes;
pub mod editor;
pub mod edits;
mod embedded;
mod explain;
mod family;
pub mod json;
mod known_themes;
pub mod label;
mod layout_context;
mod look;
mod looks;
mod lower;
mod model;
mod options;
mod origin;
pub mod page;
pub mod pen;
mod sprites;
pub mod text;
pub mod themes;
mod vocabulary;
mod world;

pub use embedded::{Embed, Embedded, Embedding};
pub use explain::{Described, Explanation, Step, count, plain};
pub use family::{
    BlockSource, Family, Input, LayoutOptions, Lowered, Model, Reading, Tally, Tree, Undeclared,
};
pub use layout_context::LayoutContext;
pub use look::{Element, Look, LookId, Looks, Manner, Roles, Shading};
pub use looks::{LookBook, Overrides, Rules, color, length, paint};
pub use lower::Ground;
pub use model::{
    Align, Banner, Label, Legend, Link, Margin, Scale, Spot, Sprite, SpriteContent, SpriteInk,
    SpriteLetters, SpriteOutline, SpriteShape, Stereotype, Surroundings,
};
pub use options::{Declarations, Libraries, Limits, Options};
pub use origin::{Copied, FrameId, Origins, Pieces, Theme};
pub use sprites::{SpriteForm, sprite_statement};
pub use vocabulary::{ElementSet, Spec, Styling, Vocabulary, Words};
pub use world::{Loaded, NoWorld, Refusal, Wanted, World};

/// The names that `!theme` takes: ours first, then those of the reference.
pub fn theme_names() -> impl Iterator<Item = &'static str> {
    let reference = known_themes::KNOWN_THEMES.into_iter().filter(|it| !themes::NAMES.contains(it));
    themes::NAMES.into_iter().chain(reference)
}
