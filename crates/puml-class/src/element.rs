//! The elements of a class diagram: how each looks in a theme, and what styles call it.

use puml_family::themes::{self, Palette, Tone, plain, toned};
use puml_family::{
    Align, ElementSet, Look, Roles, Rules, Spec, Styling, Vocabulary, Words, length,
};
use puml_graph::{Frame, Lines};
use scene::Font;

use crate::lower::{Marks, named_frame};

/// A kind of thing that has a look of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Element {
    Document,
    Class,
    Interface,
    Enum,
    Abstract,
    Object,
    Symbol,
    Described,
    Header,
    Member,
    ObjectMember,
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

const CLASSES: ElementSet = one(Element::Class)
    .and(one(Element::Interface))
    .and(one(Element::Enum))
    .and(one(Element::Abstract));
const BOXES: ElementSet = CLASSES.and(one(Element::Object));
const SYMBOLS: ElementSet = one(Element::Symbol).and(one(Element::Described));

/// The style language of class diagrams.
pub(crate) static VOCABULARY: Vocabulary = Vocabulary {
    noun: "a class diagram",
    prefix: "classdiagram",
    root: "classdiagram",
    elements: &[
        Spec { name: "Document", look: themes::document, words: Words::OnFill },
        Spec { name: "Class", look: class, words: Words::OnFill },
        Spec { name: "Interface", look: italic, words: Words::OnFill },
        Spec { name: "Enum", look: class, words: Words::OnFill },
        Spec { name: "AbstractClass", look: italic, words: Words::OnFill },
        Spec { name: "Object", look: class, words: Words::OnFill },
        Spec { name: "Symbol", look: class, words: Words::Beside },
        Spec { name: "Element", look: class, words: Words::OnFill },
        Spec { name: "ClassHeader", look: header, words: Words::OnFill },
        Spec { name: "Member", look: member, words: Words::OnFill },
        Spec { name: "ObjectMember", look: member, words: Words::OnFill },
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
        ("classarrow", one(Element::Arrow)),
        ("class", CLASSES),
        ("objectarrow", one(Element::Arrow)),
        ("objectattribute", one(Element::ObjectMember)),
        ("objectstereotype", one(Element::Stereotype)),
        ("object", one(Element::Object)),
        ("map", one(Element::Object)),
        ("interface", one(Element::Interface).and(SYMBOLS)),
        ("enum", one(Element::Enum)),
        ("entity", SYMBOLS),
        ("actor", SYMBOLS),
        ("usecase", SYMBOLS),
        ("component", SYMBOLS),
        ("rectangle", SYMBOLS),
        ("node", SYMBOLS),
        ("database", SYMBOLS),
        ("card", SYMBOLS),
        ("packagestereotype", one(Element::Stereotype)),
        ("package", one(Element::Package)),
        ("namespace", one(Element::Package)),
        ("arrow", one(Element::Arrow)),
        ("stereotype", one(Element::Stereotype)),
        ("note", one(Element::Note)),
    ],
    selectors: &[
        ("class", CLASSES),
        ("object", one(Element::Object)),
        ("map", one(Element::Object)),
        ("json", one(Element::Object)),
        ("interface", one(Element::Interface)),
        ("enum", one(Element::Enum)),
        ("abstract", one(Element::Abstract)),
        ("header", one(Element::Header)),
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
    settings: &[
        "linetype",
        "nodesep",
        "ranksep",
        "classAttributeIconSize",
        "packageStyle",
        "groupInheritance",
        "minClassWidth",
        "sameClassWidth",
        "style",
    ],
    filled: BOXES
        .and(SYMBOLS)
        .and(one(Element::Package))
        .and(one(Element::Note))
        .and(one(Element::Legend)),
    shadowed: BOXES.and(SYMBOLS).and(one(Element::Note)).and(one(Element::Legend)),
    rounded: BOXES.and(one(Element::Package)).and(one(Element::Note)),
    heads: BOXES.and(SYMBOLS),
};

fn class(palette: &Palette) -> Look {
    let look = themes::head(palette, palette.head.text);
    Look { corner: palette.corner, padding: 6.0, min_width: 64.0, ..look }
}

/// Interfaces and abstract classes have names in italics.
fn italic(palette: &Palette) -> Look {
    let look = class(palette);
    Look { font: Font { italic: true, ..look.font.clone() }, ..look }
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
    /// How packages are drawn where nothing else is said.
    pub(crate) package_frame: Option<Frame>,
    /// Whether visibilities are printed as characters, not drawn as marks.
    pub(crate) plain_marks: bool,
    /// Whether UML's strict look is asked for: no spots.
    pub(crate) strict: bool,
    /// Whether all classes are as wide as the widest.
    pub(crate) same_width: bool,
}

impl Settings {
    /// How visibilities are shown.
    pub(crate) fn marks(&self) -> Marks {
        if self.plain_marks { Marks::Characters } else { Marks::Figures }
    }
}

impl Styling for Settings {
    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    fn setting(&mut self, key: &str, value: &str, rules: &mut Rules) -> Option<bool> {
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
            "packagestyle" => {
                self.package_frame = named_frame(&value.to_ascii_lowercase());
                self.package_frame?;
            }
            // Links of inheritance share a trunk anyway.
            "groupinheritance" => {
                length(value)?;
            }
            "minclasswidth" => {
                length(value)?;
                return Some(rules.add(BOXES, "minimumwidth", value));
            }
            "sameclasswidth" => self.same_width = value.eq_ignore_ascii_case("true"),
            "style" => self.strict = value.eq_ignore_ascii_case("strictuml"),
            _ => return None,
        }
        Some(true)
    }
}
