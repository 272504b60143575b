//! The elements of an activity diagram: how each looks in a theme, and what styles call it.

use puml_family::themes::{self, Palette, Tone, plain, toned};
use puml_family::{
    Align, ElementSet, Look, Roles, Rules, Spec, Styling, Vocabulary, Words, length,
};
use scene::Font;

use crate::model::{LaneWidth, MergeStyle, Style, TestStyle};

/// A kind of thing that has a look of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Element {
    Document,
    Activity,
    Diamond,
    Arrow,
    Bar,
    Start,
    Stop,
    End,
    Connector,
    Group,
    Lane,
    LaneBorder,
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

const CIRCLES: ElementSet =
    one(Element::Start).and(one(Element::Stop)).and(one(Element::End)).and(one(Element::Connector));
const LANES: ElementSet = one(Element::Lane).and(one(Element::LaneBorder));

/// The style language of activity diagrams.
pub(crate) static VOCABULARY: Vocabulary = Vocabulary {
    noun: "an activity diagram",
    prefix: "activitydiagram",
    root: "activitydiagram",
    elements: &[
        Spec { name: "Document", look: themes::document, words: Words::OnFill },
        Spec { name: "Activity", look: activity, words: Words::OnFill },
        Spec { name: "Diamond", look: diamond, words: Words::OnFill },
        Spec { name: "Arrow", look: arrow, words: Words::Beside },
        Spec { name: "Bar", look: bar, words: Words::Beside },
        Spec { name: "Start", look: circle, words: Words::Beside },
        Spec { name: "Stop", look: circle, words: Words::Beside },
        Spec { name: "End", look: circle, words: Words::Beside },
        Spec { name: "Connector", look: connector, words: Words::OnFill },
        Spec { name: "Group", look: group, words: Words::OnFill },
        Spec { name: "Swimlane", look: lane, words: Words::OnFill },
        Spec { name: "SwimlaneBorder", look: lane_border, words: Words::OnFill },
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
        ("activitydiamond", one(Element::Diamond)),
        ("activityarrow", one(Element::Arrow)),
        ("activitybar", one(Element::Bar)),
        ("activitystart", one(Element::Start)),
        ("activitystop", one(Element::Stop)),
        ("activityend", one(Element::End).and(one(Element::Stop))),
        ("activity", one(Element::Activity)),
        ("diamond", one(Element::Diamond)),
        ("condition", one(Element::Diamond)),
        ("partition", one(Element::Group)),
        ("package", one(Element::Group)),
        ("rectangle", one(Element::Group)),
        ("card", one(Element::Group)),
        ("swimlanetitle", one(Element::Lane)),
        ("swimlaneborder", one(Element::LaneBorder)),
        ("swimlane", LANES),
        ("arrow", one(Element::Arrow)),
        ("note", one(Element::Note)),
    ],
    selectors: &[
        ("activity", one(Element::Activity)),
        ("action", one(Element::Activity)),
        ("task", one(Element::Activity)),
        ("diamond", one(Element::Diamond)),
        ("arrow", one(Element::Arrow)),
        ("activitybar", one(Element::Bar)),
        ("circle", CIRCLES),
        ("spot", one(Element::Connector)),
        ("start", one(Element::Start)),
        ("stop", one(Element::Stop)),
        ("end", one(Element::End)),
        ("partition", one(Element::Group)),
        ("package", one(Element::Group)),
        ("rectangle", one(Element::Group)),
        ("card", one(Element::Group)),
        ("group", one(Element::Group)),
        ("composite", one(Element::Group)),
        ("swimlane", LANES),
        ("note", one(Element::Note)),
        ("goto", one(Element::Arrow)),
    ],
    settings: &[
        "conditionStyle",
        "conditionEndStyle",
        "swimlaneWidth",
        "swimlaneWrapTitleWidth",
        "colorArrowSeparationSpace",
        "activityShape",
    ],
    filled: one(Element::Activity)
        .and(one(Element::Diamond))
        .and(one(Element::Note))
        .and(one(Element::Legend)),
    shadowed: one(Element::Activity).and(one(Element::Note)).and(one(Element::Legend)),
    rounded: one(Element::Activity).and(one(Element::Group)).and(one(Element::Note)),
    heads: ElementSet::NONE,
};

fn activity(palette: &Palette) -> Look {
    let look = toned(palette, palette.head, 13.0);
    Look {
        corner: 8.0,
        padding: 9.0,
        min_width: 44.0,
        align: Align::Center,
        max_width: Some(320.0),
        ..look
    }
}

fn diamond(palette: &Palette) -> Look {
    let look = toned(palette, palette.divider, 12.0);
    Look { padding: 6.0, align: Align::Center, max_width: Some(240.0), ..look }
}

fn arrow(palette: &Palette) -> Look {
    let look = themes::arrow(palette);
    Look {
        font: Font { size: 12.0, ..look.font.clone() },
        max_width: Some(200.0),
        align: Align::Left,
        ..look
    }
}

fn bar(palette: &Palette) -> Look {
    let tone = Tone { fill: palette.arrow, line: palette.arrow, text: palette.ink };
    Look { line_width: 0.0, corner: 2.0, ..toned(palette, tone, 12.0) }
}

fn circle(palette: &Palette) -> Look {
    let tone = Tone { fill: palette.arrow, line: palette.arrow, text: palette.ink };
    Look { line_width: 1.5, ..toned(palette, tone, 12.0) }
}

fn connector(palette: &Palette) -> Look {
    let look = toned(palette, palette.head, 12.0);
    Look { align: Align::Center, ..look }
}

fn group(palette: &Palette) -> Look {
    let look = toned(palette, palette.frame, 12.0);
    Look {
        fill: None,
        corner: palette.corner,
        font: Font { bold: true, ..look.font.clone() },
        max_width: Some(300.0),
        align: Align::Left,
        ..look
    }
}

fn lane(palette: &Palette) -> Look {
    let look = plain(palette, palette.on_page(palette.ink), 14.0);
    Look {
        font: Font { bold: true, ..look.font.clone() },
        align: Align::Center,
        padding: 8.0,
        max_width: Some(220.0),
        ..look
    }
}

fn lane_border(palette: &Palette) -> Look {
    Look { fill: None, ..toned(palette, palette.enclosure, 12.0) }
}

impl Styling for Style {
    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    fn setting(&mut self, key: &str, value: &str, rules: &mut Rules) -> Option<bool> {
        let lower = value.trim().to_ascii_lowercase();
        let mut inked = |elements: ElementSet| {
            rules.add(elements, "backgroundcolor", value) & rules.add(elements, "linecolor", value)
        };
        match key {
            // What is all ink has one colour.
            "activitystartcolor" => return Some(inked(one(Element::Start))),
            "activitybarcolor" => return Some(inked(one(Element::Bar))),
            "conditionstyle" => {
                self.test = match lower.as_str() {
                    "diamond" => TestStyle::Beside,
                    "insidediamond" => TestStyle::Diamond,
                    _ => TestStyle::Hexagon,
                };
            }
            "conditionendstyle" => {
                self.merge = if lower == "hline" { MergeStyle::Line } else { MergeStyle::Diamond };
            }
            "swimlanewidth" => {
                self.lanes = match length(&lower) {
                    Some(width) => LaneWidth::AtLeast(width),
                    None if lower == "same" => LaneWidth::Same,
                    None => LaneWidth::Content,
                };
            }
            "swimlanewraptitlewidth"
            | "colorarrowseparationspace"
            | "activityshape"
            | "arrowmessagealignment" => {}
            _ => return None,
        }
        Some(true)
    }
}
