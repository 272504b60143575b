//! The elements of a class diagram: how each looks in a theme, and what styles call it.

use puml_family::themes::{self, Palette, Tone, plain, toned};
use puml_family::{
    Align, ElementSet, Look, Roles, Rules, Spec, Styling, Vocabulary, Words, length,
};
use puml_graph::Lines;
use scene::Font;

/// A kind of thing that has a look of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Element {
    Document,
    Class,
    Header,
    Member,
    Stereotype,
    Package,
    Arrow,
    Note,
    Title,
    TopLine,
    BottomLine,
    Caption,
    Legend,
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

const fn one(element: Element) -> ElementSet {
    ElementSet::one(element as u8)
}

const BOXES: ElementSet = one(Element::Class).and(one(Element::Header));

/// The style language of class diagrams.
pub(crate) static VOCABULARY: Vocabulary = Vocabulary {
    noun: "a class diagram",
    prefix: "classdiagram",
    root: "classdiagram",
    elements: &[
        Spec { name: "Document", look: themes::document, words: Words::OnFill },
        Spec { name: "Class", look: class, words: Words::OnFill },
        Spec { name: "ClassHeader", look: header, words: Words::OnFill },
        Spec { name: "Member", look: member, words: Words::OnFill },
        Spec { name: "Stereotype", look: themes::stereotype, words: Words::OnFill },
        Spec { name: "Package", look: package, words: Words::OnFill },
        Spec { name: "Arrow", look: arrow, words: Words::OnFill },
        Spec { name: "Note", look: themes::note, words: Words::OnFill },
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
        header: Element::TopLine.place(),
        footer: Element::BottomLine.place(),
        caption: Element::Caption.place(),
        legend: Element::Legend.place(),
        mainframe: Element::Mainframe.place(),
    },
    keys: &[
        ("classattribute", one(Element::Member)),
        ("classheader", one(Element::Header)),
        ("classstereotype", one(Element::Stereotype)),
        ("class", BOXES),
        ("objectattribute", one(Element::Member)),
        ("objectstereotype", one(Element::Stereotype)),
        ("object", BOXES),
        ("entity", BOXES),
        ("packagestereotype", one(Element::Stereotype)),
        ("package", one(Element::Package)),
        ("namespace", one(Element::Package)),
        ("arrow", one(Element::Arrow)),
        ("stereotype", one(Element::Stereotype)),
        ("note", one(Element::Note)),
    ],
    selectors: &[
        ("class", BOXES),
        ("object", BOXES),
        ("interface", BOXES),
        ("enum", BOXES),
        ("package", one(Element::Package)),
        ("namespace", one(Element::Package)),
        ("group", one(Element::Package)),
        ("arrow", one(Element::Arrow)),
        ("cardinality", one(Element::Arrow)),
        ("stereotype", one(Element::Stereotype)),
        ("note", one(Element::Note)),
        ("spot", ElementSet::NONE),
        ("visibilityicon", ElementSet::NONE),
        ("generic", ElementSet::NONE),
    ],
    settings: &["linetype", "nodesep", "ranksep", "classAttributeIconSize"],
    filled: BOXES.and(one(Element::Package)).and(one(Element::Note)).and(one(Element::Legend)),
    shadowed: one(Element::Class).and(one(Element::Note)).and(one(Element::Legend)),
    rounded: one(Element::Class).and(one(Element::Package)).and(one(Element::Note)),
    heads: BOXES,
};

fn class(palette: &Palette) -> Look {
    let look = themes::head(palette, palette.head.text);
    Look { corner: palette.corner, padding: 6.0, min_width: 64.0, ..look }
}

fn header(palette: &Palette) -> Look {
    Look { fill: None, ..class(palette) }
}

fn member(palette: &Palette) -> Look {
    let tone = Tone { line: palette.head.line, ..palette.on_page(palette.head.text) };
    Look { align: Align::Left, ..plain(palette, tone, 12.0) }
}

fn package(palette: &Palette) -> Look {
    let look = toned(palette, palette.enclosure, 12.0);
    Look {
        corner: palette.corner,
        font: Font { bold: true, ..look.font.clone() },
        align: Align::Left,
        ..look
    }
}

fn arrow(palette: &Palette) -> Look {
    let look = themes::arrow(palette);
    Look { font: Font { size: 12.0, ..look.font.clone() }, max_width: Some(220.0), ..look }
}

/// What skin parameters say about the whole diagram.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    pub(crate) lines: Lines,
    pub(crate) node_gap: Option<f64>,
    pub(crate) rank_gap: Option<f64>,
    /// Whether visibilities are printed as characters, not drawn as marks.
    pub(crate) plain_marks: bool,
    /// Whether UML's strict look is asked for: no spots.
    pub(crate) strict: bool,
}

impl Styling for Settings {
    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    fn setting(&mut self, key: &str, value: &str, _: &mut Rules) -> Option<bool> {
        match key {
            "linetype" => {
                self.lines = match value.to_ascii_lowercase().as_str() {
                    "polyline" => Lines::Polyline,
                    "spline" | "splines" => Lines::Curved,
                    _ => Lines::Orthogonal,
                };
            }
            "nodesep" => self.node_gap = Some(length(value)?),
            "ranksep" => self.rank_gap = Some(length(value)?),
            "classattributeiconsize" => self.plain_marks = length(value)? == 0.0,
            "style" => self.strict = value.eq_ignore_ascii_case("strictuml"),
            _ => return None,
        }
        Some(true)
    }
}
