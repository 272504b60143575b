//! From source to scene: preprocess, parse, lower, layout. No files, no clock, no network, no SVG.

mod model;
mod style;

pub use model::{
    ActorShape, MessageAlign, Sprite, SpritePixels,
    Align, Arrow, Enclosure, EnclosureId, End, Event, EventKind, Fragment, FragmentKind, Head, Label,
    Legend, Link, Margin, Message, Model, Note, NotePlace, NoteShape, Page, Participant, ParticipantId,
    ParticipantKind, Reference, Scale, Side, Spot, Stereotype,
};
pub use style::{Element, Look, LookId, Looks, Shading};
