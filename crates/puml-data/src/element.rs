//! The elements of a data diagram: how each looks in a theme, and what styles call it.

use puml_family::themes::{self, Palette, Tone, toned};
use puml_family::{ElementSet, Look, Roles, Spec, Styling, Vocabulary, Words};
use scene::Font;

use crate::model::Notation;

/// Values are broken beyond this width.
const VALUE_WIDTH: f64 = 380.0;

/// A kind of thing that has a look of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Element {
    /// The page itself.
    Document,
    /// A table, and the texts in it.
    Node,
    /// The names in a table.
    Key,
    /// Values that are numbers.
    Number,
    /// `true`, `false` and `null`.
    Word,
    /// The lines between rows.
    Separator,
    /// Rows that stand out.
    Highlight,
    /// The words in such rows.
    HighlightText,
    /// From a row to the table that is its value.
    Arrow,
    /// The diagram's title.
    Title,
    /// Top line.
    Header,
    /// Bottom line.
    Footer,
    /// Below the picture.
    Caption,
    /// The box with explanations.
    Legend,
    /// The frame around everything.
    Mainframe,
}

impl Element {
    const fn place(self) -> puml_family::Element {
        puml_family::Element(self as u8)
    }
}

impl From<Element> for puml_family::Element {
    fn from(element: Element) -> Self {
        element.place()
    }
}

/// What data diagrams do with styles.
pub(crate) struct Styles(pub(crate) Notation);

impl Styling for Styles {
    fn vocabulary(&self) -> &'static Vocabulary {
        vocabulary(self.0)
    }
}

/// The style language of a notation.
pub(crate) fn vocabulary(notation: Notation) -> &'static Vocabulary {
    match notation {
        Notation::Json => &JSON,
        Notation::Yaml => &YAML,
    }
}

static JSON: Vocabulary = data("a JSON diagram", "json", "jsondiagram");
static YAML: Vocabulary = data("a YAML diagram", "yaml", "yamldiagram");

const fn one(element: Element) -> ElementSet {
    ElementSet::one(element as u8)
}

const TEXTS: ElementSet =
    one(Element::Node).and(one(Element::Key)).and(one(Element::Number)).and(one(Element::Word));
const TABLES: ElementSet = TEXTS.and(one(Element::Separator)).and(one(Element::HighlightText));
const HIGHLIGHTS: ElementSet = one(Element::Highlight).and(one(Element::HighlightText));

/// What skin parameters begin with.
const KEYS: &[(&str, ElementSet)] = &[
    ("node", TABLES),
    ("highlight", HIGHLIGHTS),
    ("arrow", one(Element::Arrow)),
    ("key", one(Element::Key)),
    ("", TABLES),
];

/// What style blocks call the elements.
const SELECTORS: &[(&str, ElementSet)] = &[
    ("node", TABLES),
    ("header", one(Element::Key)),
    ("separator", one(Element::Separator)),
    ("highlight", HIGHLIGHTS),
    ("arrow", one(Element::Arrow)),
];

const fn data(noun: &'static str, prefix: &'static str, root: &'static str) -> Vocabulary {
    Vocabulary {
        noun,
        prefix,
        root,
        elements: &[
            Spec { name: "Document", look: themes::document, words: Words::OnFill },
            Spec { name: "Node", look: node, words: Words::OnFill },
            Spec { name: "Key", look: key, words: Words::OnFill },
            Spec { name: "Number", look: number, words: Words::OnFill },
            Spec { name: "Word", look: word, words: Words::OnFill },
            Spec { name: "Separator", look: separator, words: Words::Beside },
            Spec { name: "Highlight", look: highlight, words: Words::OnFill },
            Spec { name: "HighlightText", look: highlight, words: Words::OnFill },
            Spec { name: "Arrow", look: arrow, words: Words::Beside },
            Spec { name: "Title", look: themes::title, words: Words::OnFill },
            Spec { name: "Header", look: themes::margin, words: Words::OnFill },
            Spec { name: "Footer", look: themes::margin, words: Words::OnFill },
            Spec { name: "Caption", look: themes::caption, words: Words::OnFill },
            Spec { name: "Legend", look: themes::legend, words: Words::OnFill },
            Spec { name: "Mainframe", look: themes::mainframe, words: Words::OnFill },
        ],
        roles: Roles {
            document: Element::Document.place(),
            title: Element::Title.place(),
            header: Element::Header.place(),
            footer: Element::Footer.place(),
            caption: Element::Caption.place(),
            legend: Element::Legend.place(),
            mainframe: Element::Mainframe.place(),
        },
        keys: KEYS,
        selectors: SELECTORS,
        settings: &[],
        filled: TEXTS.and(one(Element::Legend)),
        shadowed: one(Element::Node).and(one(Element::Legend)),
        rounded: one(Element::Node),
        heads: one(Element::Key),
    }
}

fn node(palette: &Palette) -> Look {
    let tone = Tone { fill: palette.page, line: palette.head.line, text: palette.ink };
    Look {
        corner: palette.corner,
        padding: 7.0,
        max_width: Some(VALUE_WIDTH),
        ..toned(palette, tone, 13.0)
    }
}

fn key(palette: &Palette) -> Look {
    let look = Look { padding: 7.0, ..toned(palette, palette.head, 13.0) };
    Look { font: Font { bold: true, ..look.font.clone() }, ..look }
}

fn number(palette: &Palette) -> Look {
    Look { text: palette.link, ..node(palette) }
}

fn word(palette: &Palette) -> Look {
    let look = node(palette);
    Look { text: palette.muted, font: Font { italic: true, ..look.font.clone() }, ..look }
}

fn separator(palette: &Palette) -> Look {
    Look { line: palette.enclosure.line, ..node(palette) }
}

fn highlight(palette: &Palette) -> Look {
    let tone = Tone { fill: palette.accent(2), line: themes::CLEAR, text: palette.ink };
    Look { corner: 3.0, line_width: 0.0, ..toned(palette, tone, 13.0) }
}

fn arrow(palette: &Palette) -> Look {
    Look { line_width: 1.0, ..themes::arrow(palette) }
}
