//! Measured text: blocks of lines of runs.

use font::Family;

use crate::{Color, Item, Link, Rect};

/// A face and its size.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Font {
    /// The family that measured the text.
    pub family: Family,
    /// A family the author asked for by name; a viewer that has it may use it, fitted to the measured width.
    pub name: Option<String>,
    /// Pixels per em.
    pub size: f64,
    /// Heavy strokes.
    pub bold: bool,
    /// Slanted.
    pub italic: bool,
}

/// A line along a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decoration {
    /// Below the letters.
    Underline,
    /// Through the letters.
    Strike,
    /// Below the letters, wavy.
    Wave,
}

/// A piece of a line in one style.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// What is read. No line ends, no control characters.
    pub text: String,
    /// Left edge, from the page's left.
    pub x: f64,
    /// Measured advance.
    pub width: f64,
    /// Family, weight and slant.
    pub font: Font,
    /// The colour of the letters.
    pub color: Color,
    /// A colour behind the letters.
    pub background: Option<Color>,
    /// Lines along the letters, each with its colour if it is not the letters' own.
    pub decorations: Vec<(Decoration, Option<Color>)>,
    /// Pixels the baseline is raised (superscript) or, below zero, lowered.
    pub rise: f64,
    /// Where a click leads.
    pub link: Option<Box<Link>>,
}

/// One line of runs on a common baseline.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Baseline, from the page's top.
    pub baseline: f64,
    /// In reading order, which is not from left to right everywhere; each says its place.
    pub runs: Vec<Run>,
}

/// A block of text that belongs together: a label, a note's body, a title.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    /// The box that the lines fill, from the first ascent to the last descent.
    pub bounds: Rect,
    /// From top to bottom.
    pub lines: Vec<Line>,
    /// What the block holds besides letters: icons, rules, table lines. Drawn first.
    pub items: Vec<Item>,
}
