//! Notes and references: boxes with text beside or over lifelines.

use super::{ColorRef, ColorSet, Link, Name, NoteSide, Stereotype, Text};
use puml_syntax::TextRange;

/// `[&|/] note|hnote|rnote place [<<st>>] [#colors] [[[url]]] : text`, or the block form.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// The `&`: beside the previous event.
    pub parallel: Option<TextRange>,
    /// The `/`: at the height of the previous note.
    pub aligned: Option<TextRange>,
    /// Folded, hexagonal or rectangular.
    pub shape: NoteShape,
    /// The participants or the message that it is at.
    pub place: NotePlace,
    /// Style classes.
    pub stereotypes: Vec<Stereotype>,
    /// Fill, border and letters.
    pub colors: Option<ColorSet>,
    /// Makes the note clickable.
    pub link: Option<Link>,
    /// The words, with their markup.
    pub text: Text,
}

/// The outline of a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoteShape {
    /// `note`: a sheet with a folded corner.
    Folded,
    /// `hnote`.
    Hexagon,
    /// `rnote`.
    Rectangle,
}

/// What a note stands at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotePlace {
    /// `note left`: at the latest message, group end or reference.
    Latest(NoteSide),
    /// `note left of A`, `note right A`.
    Beside(NoteSide, Name),
    /// `note over A` or `note over A, B`.
    Over(Name, Option<Name>),
    /// `note across`: the whole width.
    Across,
}

/// `ref[#color] over A, B [[[url]]] : text`, or the block form.
#[derive(Debug, Clone, PartialEq)]
pub struct Reference {
    /// The `&`.
    pub parallel: Option<TextRange>,
    /// Glued to the keyword.
    pub color: Option<ColorRef>,
    /// The participants that it spans, at least one.
    pub over: Vec<Name>,
    /// Makes the box clickable.
    pub link: Option<Link>,
    /// The words, with their markup.
    pub text: Text,
}
