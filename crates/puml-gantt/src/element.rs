//! The elements of a Gantt chart: how each looks in a theme, and what styles call it.

use puml_family::themes::{self, Palette, Tone, plain, toned};
use puml_family::{Align, ElementSet, Look, Roles, Spec, Styling, Vocabulary, Words};
use scene::Font;

/// A kind of thing that has a look of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Element {
    Document,
    Task,
    Undone,
    Milestone,
    Group,
    Arrow,
    Separator,
    Rule,
    Timeline,
    Closed,
    Today,
    DayTint,
    Table,
    Person,
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

/// The style language of Gantt charts.
pub(crate) static VOCABULARY: Vocabulary = Vocabulary {
    noun: "a Gantt chart",
    prefix: "gantt",
    root: "ganttdiagram",
    elements: &[
        Spec { name: "Document", look: themes::document, words: Words::OnFill },
        Spec { name: "Task", look: task, words: Words::Beside },
        Spec { name: "Undone", look: undone, words: Words::Beside },
        Spec { name: "Milestone", look: milestone, words: Words::Beside },
        Spec { name: "Group", look: group, words: Words::Beside },
        Spec { name: "Arrow", look: arrow, words: Words::OnFill },
        Spec { name: "Separator", look: separator, words: Words::OnFill },
        Spec { name: "VerticalSeparator", look: rule, words: Words::OnFill },
        Spec { name: "Timeline", look: timeline, words: Words::OnFill },
        Spec { name: "Closed", look: closed, words: Words::OnFill },
        Spec { name: "Today", look: today, words: Words::OnFill },
        Spec { name: "Day", look: day_tint, words: Words::OnFill },
        Spec { name: "Table", look: table, words: Words::OnFill },
        Spec { name: "Resource", look: person, words: Words::Beside },
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
        ("task", one(Element::Task)),
        ("milestone", one(Element::Milestone)),
        ("arrow", one(Element::Arrow)),
        ("timeline", one(Element::Timeline)),
        ("separator", one(Element::Separator)),
        ("note", one(Element::Note)),
    ],
    selectors: &[
        ("task", one(Element::Task)),
        ("undone", one(Element::Undone)),
        ("unstarted", one(Element::Undone)),
        ("unstartedtask", one(Element::Undone)),
        ("milestone", one(Element::Milestone)),
        ("group", one(Element::Group)),
        ("arrow", one(Element::Arrow)),
        ("separator", one(Element::Separator)),
        ("verticalseparator", one(Element::Rule)),
        ("timeline", one(Element::Timeline)),
        ("day", one(Element::Timeline)),
        ("week", one(Element::Timeline)),
        ("month", one(Element::Timeline)),
        ("year", one(Element::Timeline)),
        ("closed", one(Element::Closed)),
        ("note", one(Element::Note)),
    ],
    settings: &[],
    filled: one(Element::Task).and(one(Element::Note)).and(one(Element::Legend)),
    shadowed: one(Element::Task).and(one(Element::Note)).and(one(Element::Legend)),
    rounded: one(Element::Task).and(one(Element::Undone)).and(one(Element::Note)),
    heads: one(Element::Task),
};

fn task(palette: &Palette) -> Look {
    let line = palette.head.line;
    let tone = Tone { fill: palette.accent(0), line, text: palette.ink };
    Look { corner: 3.0, padding: 6.0, ..toned(palette, tone, 12.0) }
}

fn undone(palette: &Palette) -> Look {
    Look { fill: Some(palette.page.into()), ..task(palette) }
}

fn milestone(palette: &Palette) -> Look {
    let tone = Tone { fill: palette.ink, line: palette.ink, text: palette.ink };
    toned(palette, tone, 12.0)
}

fn group(palette: &Palette) -> Look {
    let tone = Tone { fill: palette.muted, line: palette.muted, text: palette.ink };
    let look = toned(palette, tone, 12.0);
    Look { font: Font { bold: true, ..look.font.clone() }, ..look }
}

fn arrow(palette: &Palette) -> Look {
    let look = themes::arrow(palette);
    Look { line: palette.muted, line_width: 1.2, ..look }
}

fn separator(palette: &Palette) -> Look {
    let fill = palette.enclosure.fill;
    let tone = Tone { fill, line: palette.divider.line, text: palette.ink };
    let look = toned(palette, tone, 12.0);
    Look { line_width: 1.0, font: Font { bold: true, ..look.font.clone() }, ..look }
}

fn rule(palette: &Palette) -> Look {
    let tone = Tone { line: palette.destroy, ..palette.on_page(palette.ink) };
    Look { line_width: 1.5, dash: vec![5.0, 3.0], ..plain(palette, tone, 11.0) }
}

fn timeline(palette: &Palette) -> Look {
    let tone = Tone { line: palette.lifeline, ..palette.on_page(palette.muted) };
    Look { line_width: 0.5, align: Align::Center, ..plain(palette, tone, 11.0) }
}

fn closed(palette: &Palette) -> Look {
    let tone = Tone { fill: palette.enclosure.fill, ..palette.on_page(palette.muted) };
    Look { fill: Some(tone.fill.into()), ..plain(palette, tone, 11.0) }
}

fn today(palette: &Palette) -> Look {
    let tone = Tone { fill: palette.accent(4), ..palette.on_page(palette.ink) };
    Look { fill: Some(tone.fill.into()), ..plain(palette, tone, 11.0) }
}

fn day_tint(palette: &Palette) -> Look {
    let tone = Tone { fill: palette.accent(2), ..palette.on_page(palette.ink) };
    Look { fill: Some(tone.fill.into()), ..plain(palette, tone, 11.0) }
}

fn table(palette: &Palette) -> Look {
    let tone = Tone { line: palette.lifeline, ..palette.on_page(palette.muted) };
    Look { line_width: 0.5, ..plain(palette, tone, 11.0) }
}

fn person(palette: &Palette) -> Look {
    let tone = Tone { fill: palette.accent(1), line: palette.lifeline, text: palette.muted };
    toned(palette, tone, 11.0)
}

fn note(palette: &Palette) -> Look {
    let look = themes::note(palette);
    Look { font: Font { size: 11.0, ..look.font.clone() }, padding: 5.0, ..look }
}

/// Gantt charts have no setting of their own.
pub(crate) struct Settings;

impl Styling for Settings {
    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }
}
