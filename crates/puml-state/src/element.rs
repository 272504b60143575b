//! The elements of a state diagram: how each looks in a theme, and what styles call it.

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
    State,
    Description,
    Composite,
    Frame,
    Start,
    End,
    Choice,
    Bar,
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

const STATES: ElementSet = one(Element::State).and(one(Element::Composite));
const CIRCLES: ElementSet = one(Element::Start).and(one(Element::End));

/// The style language of state diagrams.
pub(crate) static VOCABULARY: Vocabulary = Vocabulary {
    noun: "a state diagram",
    prefix: "statediagram",
    root: "statediagram",
    elements: &[
        Spec { name: "Document", look: themes::document, words: Words::OnFill },
        Spec { name: "State", look: state, words: Words::OnFill },
        Spec { name: "Description", look: description, words: Words::OnFill },
        Spec { name: "Composite", look: composite, words: Words::OnFill },
        Spec { name: "Frame", look: frame, words: Words::OnFill },
        Spec { name: "Start", look: mark, words: Words::Beside },
        Spec { name: "End", look: mark, words: Words::Beside },
        Spec { name: "Choice", look: choice, words: Words::OnFill },
        Spec { name: "Bar", look: mark, words: Words::Beside },
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
        ("stateattribute", one(Element::Description)),
        ("statestart", one(Element::Start)),
        ("stateend", one(Element::End)),
        ("statebar", one(Element::Bar)),
        ("statearrow", one(Element::Arrow)),
        ("state", STATES),
        ("activitybar", one(Element::Bar)),
        ("activitydiamond", one(Element::Choice)),
        ("frame", one(Element::Frame)),
        ("package", one(Element::Frame)),
        ("arrow", one(Element::Arrow)),
        ("note", one(Element::Note)),
    ],
    selectors: &[
        ("state", STATES),
        ("statebody", one(Element::Description)),
        ("group", one(Element::Composite)),
        ("composite", one(Element::Composite)),
        ("frame", one(Element::Frame)),
        ("package", one(Element::Frame)),
        ("circle", CIRCLES),
        ("start", one(Element::Start)),
        ("end", one(Element::End)),
        ("diamond", one(Element::Choice)),
        ("activitybar", one(Element::Bar)),
        ("arrow", one(Element::Arrow)),
        ("note", one(Element::Note)),
        ("name", STATES),
        ("body", one(Element::Description)),
        ("description", one(Element::Description)),
    ],
    settings: &["linetype", "nodesep", "ranksep", "stateMessageAlignment"],
    filled: STATES,
    shadowed: STATES,
    rounded: STATES,
    heads: STATES,
};

fn state(palette: &Palette) -> Look {
    let look = themes::head(palette, palette.head.text);
    Look { corner: 10.0, padding: 7.0, min_width: 64.0, ..look }
}

fn description(palette: &Palette) -> Look {
    let tone = Tone { line: palette.head.line, ..palette.on_page(palette.head.text) };
    Look { align: Align::Left, ..plain(palette, tone, 12.0) }
}

fn composite(palette: &Palette) -> Look {
    let look = toned(palette, palette.enclosure, 13.0);
    Look {
        corner: 10.0,
        font: Font { bold: palette.bold_heads, ..look.font.clone() },
        text: palette.ink,
        align: Align::Center,
        ..look
    }
}

fn frame(palette: &Palette) -> Look {
    Look { align: Align::Left, fill: None, ..themes::enclosure(palette) }
}

/// Starts, ends and bars: solid ink.
fn mark(palette: &Palette) -> Look {
    let tone = Tone { fill: palette.ink, line: palette.ink, text: palette.ink };
    toned(palette, tone, 12.0)
}

fn choice(palette: &Palette) -> Look {
    Look { line: palette.ink, text: palette.ink, ..toned(palette, palette.head, 12.0) }
}

fn arrow(palette: &Palette) -> Look {
    let look = themes::arrow(palette);
    Look { font: Font { size: 12.0, ..look.font.clone() }, max_width: Some(200.0), ..look }
}

/// What skin parameters say about the whole diagram.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    pub(crate) lines: Lines,
    pub(crate) node_gap: Option<f64>,
    pub(crate) rank_gap: Option<f64>,
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
            "statemessagealignment" => {
                return Some(rules.add(one(Element::Arrow), "horizontalalignment", value));
            }
            "edgelabelstyle" | "statediagramedgelabelstyle" => {}
            _ => return None,
        }
        Some(true)
    }
}
