//! The elements of a timing diagram: how each looks in a theme, and what styles call it.

use puml_family::themes::{self, Palette, Tone, plain, toned};
use puml_family::{Align, ElementSet, Look, Roles, Spec, Styling, Vocabulary, Words};
use scene::Font;

use crate::ast::PlayerKind;

/// A kind of thing that has a look of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Element {
    Document,
    Robust,
    Concise,
    Rectangle,
    Binary,
    Clock,
    Analog,
    Name,
    Timeline,
    Grid,
    Arrow,
    Constraint,
    Highlight,
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

    /// The element of a player.
    pub(crate) const fn of(kind: PlayerKind) -> Self {
        match kind {
            PlayerKind::Robust => Self::Robust,
            PlayerKind::Concise => Self::Concise,
            PlayerKind::Rectangle => Self::Rectangle,
            PlayerKind::Binary => Self::Binary,
            PlayerKind::Clock => Self::Clock,
            PlayerKind::Analog => Self::Analog,
        }
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

const PLAYERS: ElementSet = one(Element::Robust)
    .and(one(Element::Concise))
    .and(one(Element::Rectangle))
    .and(one(Element::Binary))
    .and(one(Element::Clock))
    .and(one(Element::Analog));

/// The style language of timing diagrams.
pub(crate) static VOCABULARY: Vocabulary = Vocabulary {
    noun: "a timing diagram",
    prefix: "timing",
    root: "timingdiagram",
    elements: &[
        Spec { name: "Document", look: themes::document, words: Words::OnFill },
        Spec { name: "Robust", look: line, words: Words::Beside },
        Spec { name: "Concise", look: ribbon, words: Words::OnFill },
        Spec { name: "Rectangle", look: ribbon, words: Words::OnFill },
        Spec { name: "Binary", look: line, words: Words::Beside },
        Spec { name: "Clock", look: line, words: Words::Beside },
        Spec { name: "Analog", look: line, words: Words::Beside },
        Spec { name: "Name", look: name, words: Words::OnFill },
        Spec { name: "Timeline", look: timeline, words: Words::OnFill },
        Spec { name: "Timegrid", look: grid, words: Words::OnFill },
        Spec { name: "Arrow", look: arrow, words: Words::OnFill },
        Spec { name: "ConstraintArrow", look: constraint, words: Words::OnFill },
        Spec { name: "Highlight", look: highlight, words: Words::OnFill },
        Spec { name: "Note", look: note, words: Words::OnFill },
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
        ("arrow", one(Element::Arrow)),
        ("note", one(Element::Note)),
        ("highlight", one(Element::Highlight)),
    ],
    selectors: &[
        ("robust", one(Element::Robust)),
        ("concise", one(Element::Concise)),
        ("rectangle", one(Element::Rectangle)),
        ("binary", one(Element::Binary)),
        ("clock", one(Element::Clock)),
        ("analog", one(Element::Analog)),
        ("timeline", one(Element::Timeline)),
        ("timegrid", one(Element::Grid)),
        ("arrow", one(Element::Arrow)),
        ("constraintarrow", one(Element::Constraint)),
        ("highlight", one(Element::Highlight)),
        ("note", one(Element::Note)),
    ],
    settings: &[],
    filled: one(Element::Concise).and(one(Element::Note)).and(one(Element::Legend)),
    shadowed: one(Element::Note).and(one(Element::Legend)),
    rounded: one(Element::Note),
    heads: PLAYERS,
};

fn line(palette: &Palette) -> Look {
    let tone = Tone { fill: palette.accent(0), line: palette.head.line, text: palette.ink };
    Look { line_width: 2.0, ..toned(palette, tone, 12.0) }
}

fn ribbon(palette: &Palette) -> Look {
    let tone = Tone { fill: palette.accent(0), line: palette.head.line, text: palette.ink };
    Look { line_width: 1.2, align: Align::Center, ..toned(palette, tone, 12.0) }
}

fn name(palette: &Palette) -> Look {
    let tone = Tone { line: palette.lifeline, ..palette.on_page(palette.ink) };
    let look = plain(palette, tone, 13.0);
    Look { font: Font { bold: true, ..look.font.clone() }, line_width: 0.8, ..look }
}

fn timeline(palette: &Palette) -> Look {
    let tone = Tone { line: palette.muted, ..palette.on_page(palette.muted) };
    Look { line_width: 1.2, align: Align::Center, ..plain(palette, tone, 11.0) }
}

fn grid(palette: &Palette) -> Look {
    let tone = Tone { line: palette.lifeline, ..palette.on_page(palette.muted) };
    Look { line_width: 0.6, dash: vec![2.0, 3.0], ..plain(palette, tone, 11.0) }
}

fn arrow(palette: &Palette) -> Look {
    let look = themes::arrow(palette);
    Look { line_width: 1.2, font: Font { size: 12.0, ..look.font.clone() }, ..look }
}

fn constraint(palette: &Palette) -> Look {
    let tone = Tone { line: palette.destroy, ..palette.on_page(palette.destroy) };
    Look { line_width: 1.2, align: Align::Center, ..plain(palette, tone, 11.0) }
}

fn highlight(palette: &Palette) -> Look {
    let tone = Tone { fill: palette.enclosure.fill, line: palette.muted, text: palette.ink };
    Look { line_width: 1.0, dash: vec![4.0, 4.0], ..toned(palette, tone, 12.0) }
}

fn note(palette: &Palette) -> Look {
    let look = themes::note(palette);
    Look { font: Font { size: 11.0, ..look.font.clone() }, padding: 5.0, ..look }
}

/// Timing diagrams have no setting of their own.
pub(crate) struct Settings;

impl Styling for Settings {
    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }
}
