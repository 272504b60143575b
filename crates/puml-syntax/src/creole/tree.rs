//! The tree of a text: blocks of lines, lines of inline pieces.

use crate::color::Paint;

/// One part of a text, from top to bottom.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// An ordinary line; may be empty.
    Line(Line),
    /// `= title`; level 1 is the largest.
    Heading {
        /// The number of `=`.
        level: u8,
        /// The words behind the signs.
        content: Vec<Inline>,
    },
    /// `* item` or `# item`.
    Item {
        /// Bullet or number.
        kind: ItemKind,
        /// 0 for the outermost list.
        depth: u8,
        /// The item's text.
        content: Vec<Inline>,
    },
    /// `----`, `====`, `....`, `____`, or `--title--`.
    Rule {
        /// How it is stroked.
        style: RuleStyle,
        /// The lines of what stands in the middle, broken by `\n`; none without a title.
        title: Vec<Vec<Inline>>,
    },
    /// Consecutive lines that start with `|`.
    Table(Vec<Row>),
    /// Consecutive lines that start with `|_`: depth and text of each.
    Tree(Vec<(u8, Vec<Inline>)>),
    /// `<code>` … `</code>`: monospaced, no markup.
    Code(Vec<String>),
    /// `{{kind` … `}}`: a diagram inside a text; the lines are its source.
    Embedded {
        /// `uml` where none is written.
        kind: String,
        /// The lines between the braces.
        lines: Vec<String>,
    },
}

/// An ordinary line of text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Line {
    /// Set by the `\l` or `\r` that ended the line.
    pub alignment: LineAlignment,
    /// From left to right.
    pub content: Vec<Inline>,
}

/// Which way a line leans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LineAlignment {
    /// As the element's style says.
    #[default]
    Inherit,
    /// Ended by `\l`.
    Left,
    /// Ended by `\r`.
    Right,
}

/// The two sorts of list items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ItemKind {
    /// `*`.
    Bullet,
    /// `#`.
    Number,
}

/// The stroke of a rule across a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RuleStyle {
    /// `----`.
    Single,
    /// `====`.
    Double,
    /// `....`.
    Dotted,
    /// `____`.
    Thick,
}

/// One line of a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Row {
    /// `<#color>|…`: the fill of the whole row.
    pub color: Option<Paint>,
    /// From left to right.
    pub cells: Vec<Cell>,
}

/// One cell of a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Cell {
    /// `|= text`.
    pub header: bool,
    /// `|<#color> text`.
    pub color: Option<Paint>,
    /// Lines, broken by `\n`.
    pub lines: Vec<Vec<Inline>>,
}

/// A piece of a line.
#[derive(Debug, Clone, PartialEq)]
pub enum Inline {
    /// Letters, with entities and code points already replaced.
    Text(String),
    /// Pieces in another style.
    Styled(Style, Vec<Inline>),
    /// `[[url{tooltip} label]]`.
    Link {
        /// May be empty when there is only a tooltip.
        url: String,
        /// Shown while the pointer rests on it.
        tooltip: Option<String>,
        /// What is drawn; the target itself where the source gives no label.
        label: Vec<Inline>,
    },
    /// `<&name>`: an icon of the OpenIconic set.
    Icon {
        /// The icon's name; may be unknown.
        name: String,
        /// A factor; 1 by default.
        scale: f32,
        /// As written behind the name; otherwise that of the text around it.
        color: Option<Paint>,
    },
    /// `<:name:>`, `<#color:name:>`: an emoji by name or code point.
    Emoji {
        /// The name; may be unknown.
        name: String,
        /// The ink of the plain form.
        color: Option<Paint>,
    },
    /// `<$name{scale=2,color=red}>`.
    Sprite {
        /// The sprite's name; may be unknown.
        name: String,
        /// A factor; 1 by default.
        scale: f32,
        /// As written behind the name; otherwise that of the text around it.
        color: Option<Paint>,
    },
    /// `<img:path{scale=2}>`.
    Image {
        /// The path or address as it is written.
        path: String,
        /// A factor; 1 by default.
        scale: f32,
    },
    /// `<qrcode:text>`.
    QrCode(String),
    /// `<math>…</math>` or `<latex>…</latex>`.
    Math {
        /// Whether it is AsciiMath or LaTeX.
        kind: MathKind,
        /// The formula, untouched.
        source: String,
    },
    /// `<space:n>`: an empty width in pixels.
    Space(u32),
    /// `\t`: up to the next tab stop.
    Tab,
}

/// The two notations of formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MathKind {
    /// AsciiMath.
    Ascii,
    /// LaTeX.
    Latex,
}

/// What markup changes about the pieces inside it.
#[derive(Debug, Clone, PartialEq)]
pub enum Style {
    /// `**x**`, `<b>`.
    Bold,
    /// `//x//`, `<i>`.
    Italic,
    /// `""x""`, `<font:monospaced>`.
    Mono,
    /// `__x__`, `<u>`, `<u:color>`.
    Underline(Option<Paint>),
    /// `--x--`, `<s>`, `<del>`, `<strike>`.
    Strike(Option<Paint>),
    /// `~~x~~`, `<w>`.
    Wave(Option<Paint>),
    /// `<plain>`: bold, italic and lines off.
    Plain,
    /// `<color:x>`.
    Color(Paint),
    /// `<back:x>`.
    Back(Paint),
    /// `<size:n>` in pixels.
    Size(u32),
    /// `<font:name>`.
    Font(String),
    /// `<sub>`.
    Sub,
    /// `<sup>`.
    Sup,
}
