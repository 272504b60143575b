//! The elements of a sequence diagram: how each looks in a theme, and what styles call it.

mod settings;

use puml_family::themes::{self, BLOCK_WIDTH, CLEAR, Palette, Tone, plain, toned};
use puml_family::{Align, ElementSet, Look, Roles, Spec, Vocabulary, Words};
use scene::Font;

/// A kind of thing that has a look of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Element {
    /// The page itself: its background and everything nothing else says.
    Document,
    /// Head of a plain participant.
    Participant,
    /// Stick figure.
    Actor,
    /// Boundary symbol.
    Boundary,
    /// Control symbol.
    Control,
    /// Entity symbol.
    Entity,
    /// Cylinder.
    Database,
    /// Stacked boxes.
    Collections,
    /// Lying cylinder.
    Queue,
    /// The line of a stereotype in a head.
    Stereotype,
    /// Message lines and their labels.
    Arrow,
    /// The dashed lines below heads.
    Lifeline,
    /// Activation bars.
    Activation,
    /// Crosses that end a lifeline.
    Destroy,
    /// Frames of groups: their border, body and the labels in brackets.
    Group,
    /// Tabs of groups.
    GroupHeader,
    /// Frames of references.
    Reference,
    /// Tabs of references.
    ReferenceHeader,
    /// Notes with a folded corner.
    Note,
    /// `hnote`.
    HexagonalNote,
    /// `rnote`.
    RectangularNote,
    /// Bands between phases.
    Divider,
    /// Gaps in time.
    Delay,
    /// Boxes around participants.
    Enclosure,
    /// Marks where a page ends.
    Newpage,
    /// Vertical duration arrows.
    Duration,
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
    /// Every element, in the order of the declaration.
    pub const ALL: [Self; 32] = [
        Self::Document,
        Self::Participant,
        Self::Actor,
        Self::Boundary,
        Self::Control,
        Self::Entity,
        Self::Database,
        Self::Collections,
        Self::Queue,
        Self::Stereotype,
        Self::Arrow,
        Self::Lifeline,
        Self::Activation,
        Self::Destroy,
        Self::Group,
        Self::GroupHeader,
        Self::Reference,
        Self::ReferenceHeader,
        Self::Note,
        Self::HexagonalNote,
        Self::RectangularNote,
        Self::Divider,
        Self::Delay,
        Self::Enclosure,
        Self::Newpage,
        Self::Duration,
        Self::Title,
        Self::Header,
        Self::Footer,
        Self::Caption,
        Self::Legend,
        Self::Mainframe,
    ];
}

impl Element {
    /// The looks of all elements in a theme, in the order of [`Element::ALL`].
    pub fn looks(palette: &Palette) -> Vec<Look> {
        VOCABULARY.sheet(palette)
    }

    /// Its place in the vocabulary.
    const fn place(self) -> puml_family::Element {
        puml_family::Element(self as u8)
    }
}

impl From<Element> for puml_family::Element {
    fn from(element: Element) -> Self {
        element.place()
    }
}

/// The elements that every family has.
const ROLES: Roles = Roles {
    document: Element::Document.place(),
    title: Element::Title.place(),
    header: Element::Header.place(),
    footer: Element::Footer.place(),
    caption: Element::Caption.place(),
    legend: Element::Legend.place(),
    mainframe: Element::Mainframe.place(),
};

/// The style language of sequence diagrams.
pub(crate) static VOCABULARY: Vocabulary = Vocabulary {
    noun: "a sequence diagram",
    prefix: "sequence",
    root: "sequencediagram",
    elements: &[
        Spec { name: "Document", look: |it| look(Element::Document, it), words: Words::OnFill },
        Spec {
            name: "Participant",
            look: |it| look(Element::Participant, it),
            words: Words::OnFill,
        },
        Spec { name: "Actor", look: |it| look(Element::Actor, it), words: Words::Beside },
        Spec { name: "Boundary", look: |it| look(Element::Boundary, it), words: Words::Beside },
        Spec { name: "Control", look: |it| look(Element::Control, it), words: Words::Beside },
        Spec { name: "Entity", look: |it| look(Element::Entity, it), words: Words::Beside },
        Spec { name: "Database", look: |it| look(Element::Database, it), words: Words::OnFill },
        Spec {
            name: "Collections",
            look: |it| look(Element::Collections, it),
            words: Words::OnFill,
        },
        Spec { name: "Queue", look: |it| look(Element::Queue, it), words: Words::OnFill },
        Spec { name: "Stereotype", look: |it| look(Element::Stereotype, it), words: Words::OnFill },
        Spec { name: "Arrow", look: |it| look(Element::Arrow, it), words: Words::OnFill },
        Spec { name: "Lifeline", look: |it| look(Element::Lifeline, it), words: Words::OnFill },
        Spec { name: "Activation", look: |it| look(Element::Activation, it), words: Words::OnFill },
        Spec { name: "Destroy", look: |it| look(Element::Destroy, it), words: Words::OnFill },
        Spec { name: "Group", look: |it| look(Element::Group, it), words: Words::OnFill },
        Spec {
            name: "GroupHeader",
            look: |it| look(Element::GroupHeader, it),
            words: Words::OnFill,
        },
        Spec { name: "Reference", look: |it| look(Element::Reference, it), words: Words::OnFill },
        Spec {
            name: "ReferenceHeader",
            look: |it| look(Element::ReferenceHeader, it),
            words: Words::OnFill,
        },
        Spec { name: "Note", look: |it| look(Element::Note, it), words: Words::OnFill },
        Spec {
            name: "HexagonalNote",
            look: |it| look(Element::HexagonalNote, it),
            words: Words::OnFill,
        },
        Spec {
            name: "RectangularNote",
            look: |it| look(Element::RectangularNote, it),
            words: Words::OnFill,
        },
        Spec { name: "Divider", look: |it| look(Element::Divider, it), words: Words::OnFill },
        Spec { name: "Delay", look: |it| look(Element::Delay, it), words: Words::OnFill },
        Spec { name: "Enclosure", look: |it| look(Element::Enclosure, it), words: Words::OnFill },
        Spec { name: "Newpage", look: |it| look(Element::Newpage, it), words: Words::OnFill },
        Spec { name: "Duration", look: |it| look(Element::Duration, it), words: Words::OnFill },
        Spec { name: "Title", look: |it| look(Element::Title, it), words: Words::OnFill },
        Spec { name: "Header", look: |it| look(Element::Header, it), words: Words::OnFill },
        Spec { name: "Footer", look: |it| look(Element::Footer, it), words: Words::OnFill },
        Spec { name: "Caption", look: |it| look(Element::Caption, it), words: Words::OnFill },
        Spec { name: "Legend", look: |it| look(Element::Legend, it), words: Words::OnFill },
        Spec { name: "Mainframe", look: |it| look(Element::Mainframe, it), words: Words::OnFill },
    ],
    roles: ROLES,
    keys: &settings::KEYS,
    selectors: &settings::SELECTORS,
    settings: &settings::NAMES,
    filled: HEADS.and(set(&[
        Element::Note,
        Element::HexagonalNote,
        Element::RectangularNote,
        Element::GroupHeader,
        Element::ReferenceHeader,
        Element::Divider,
        Element::Activation,
        Element::Enclosure,
        Element::Legend,
    ])),
    shadowed: HEADS.and(NOTES).and(set(&[Element::Divider, Element::Legend])),
    rounded: HEADS.and(NOTES).and(set(&[
        Element::Group,
        Element::Reference,
        Element::Enclosure,
        Element::Divider,
    ])),
    heads: HEADS,
};

const fn set(elements: &[Element]) -> ElementSet {
    let mut found = ElementSet::NONE;
    let mut idx = 0;
    while idx < elements.len() {
        found = found.and(ElementSet::one(elements[idx] as u8));
        idx += 1;
    }
    found
}

/// The heads of all eight kinds of participants.
const HEADS: ElementSet = set(&[
    Element::Participant,
    Element::Actor,
    Element::Boundary,
    Element::Control,
    Element::Entity,
    Element::Database,
    Element::Collections,
    Element::Queue,
]);

const NOTES: ElementSet = set(&[Element::Note, Element::HexagonalNote, Element::RectangularNote]);

fn look(element: Element, palette: &Palette) -> Look {
    let on_page = palette.on_page(palette.ink);
    match element {
        Element::Document => themes::document(palette),
        Element::Participant | Element::Database | Element::Collections | Element::Queue => {
            let corner = if element == Element::Participant || element == Element::Collections {
                palette.corner
            } else {
                0.0
            };
            Look { corner, ..themes::head(palette, palette.head.text) }
        }
        Element::Actor | Element::Boundary | Element::Control | Element::Entity => {
            themes::head(palette, palette.ink)
        }
        Element::Stereotype => themes::stereotype(palette),
        Element::Arrow => themes::arrow(palette),
        Element::Lifeline => {
            let tone = Tone { line: palette.lifeline, ..on_page };
            Look { line_width: 1.0, dash: vec![4.0, 4.0], ..plain(palette, tone, 13.0) }
        }
        Element::Activation => {
            Look { corner: (palette.corner / 3.0).min(1.5), ..toned(palette, palette.bar, 13.0) }
        }
        Element::Destroy => {
            let tone = Tone { line: palette.destroy, ..on_page };
            Look { line_width: 2.0, ..plain(palette, tone, 13.0) }
        }
        Element::Group => {
            let tone = Tone { fill: CLEAR, line: palette.frame.line, text: palette.ink };
            let look = plain(palette, tone, 12.0);
            Look {
                line_width: palette.line,
                corner: palette.corner / 2.0,
                max_width: Some(BLOCK_WIDTH),
                font: Font { bold: true, ..look.font.clone() },
                ..look
            }
        }
        Element::GroupHeader | Element::ReferenceHeader => {
            let look = toned(palette, palette.frame, 12.0);
            Look { font: Font { bold: true, ..look.font.clone() }, ..look }
        }
        Element::Reference => {
            let tone =
                Tone { fill: palette.reference, line: palette.frame.line, text: palette.ink };
            let look = toned(palette, tone, 13.0);
            Look {
                corner: palette.corner / 2.0,
                padding: 6.0,
                align: Align::Center,
                max_width: Some(BLOCK_WIDTH),
                ..look
            }
        }
        Element::Note | Element::HexagonalNote | Element::RectangularNote => themes::note(palette),
        Element::Divider => {
            let look = toned(palette, palette.divider, 13.0);
            Look {
                corner: palette.corner,
                font: Font { bold: true, ..look.font.clone() },
                align: Align::Center,
                ..look
            }
        }
        Element::Delay => {
            let look = plain(palette, palette.on_page(palette.muted), 12.0);
            Look { font: Font { italic: true, ..look.font.clone() }, align: Align::Center, ..look }
        }
        Element::Enclosure => themes::enclosure(palette),
        Element::Newpage => Look {
            line_width: 1.0,
            dash: vec![2.0, 3.0],
            ..plain(palette, Tone { line: palette.lifeline, ..on_page }, 11.0)
        },
        Element::Duration => {
            let tone = Tone { line: palette.muted, text: palette.muted, fill: CLEAR };
            Look { line_width: 1.0, ..plain(palette, tone, 12.0) }
        }
        Element::Title => themes::title(palette),
        Element::Header | Element::Footer => themes::margin(palette),
        Element::Caption => themes::caption(palette),
        Element::Legend => themes::legend(palette),
        Element::Mainframe => themes::mainframe(palette),
    }
}

#[cfg(test)]
mod tests {
    use puml_family::themes::{NAMES, contrast, find, likenesses};
    use scene::{Color, Paint};

    use super::*;

    fn looks(theme: &str) -> Vec<Look> {
        VOCABULARY.sheet(&find(theme).expect("named themes exist"))
    }

    /// Elements whose words stand on the page or on another element's fill.
    fn ground(element: Element, looks: &[Look]) -> Vec<Color> {
        let fill = |element: Element| match looks[element as usize].fill {
            Some(Paint::Solid(color)) => Some(color),
            _ => None,
        };
        let page = fill(Element::Document).expect("a theme has a page colour");
        let own = match element {
            Element::Actor | Element::Boundary | Element::Control | Element::Entity => None,
            Element::Stereotype => fill(Element::Participant),
            other => fill(other),
        };
        // Whatever has no ground of its own may also stand in a box around participants.
        own.map_or_else(|| vec![page, fill(Element::Enclosure).unwrap_or(page)], |own| vec![own])
    }

    #[test]
    fn words_are_legible_in_every_theme() {
        for name in NAMES.into_iter().chain(likenesses()) {
            let looks = looks(name);
            for element in Element::ALL {
                let look = &looks[element as usize];
                for ground in ground(element, &looks) {
                    for (what, ink) in [("text", look.text), ("link", look.link)] {
                        assert!(
                            contrast(ink.light, ground.light) >= 4.5,
                            "{name}: {what} of {element:?}"
                        );
                        if let (Some(ink), Some(ground)) = (ink.dark, ground.dark) {
                            assert!(
                                contrast(ink, ground) >= 4.5,
                                "{name}, dark: {what} of {element:?}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn lines_can_be_seen_in_every_theme() {
        let drawn = [
            Element::Arrow,
            Element::Lifeline,
            Element::Participant,
            Element::Group,
            Element::Destroy,
            Element::Divider,
        ];
        for name in NAMES.into_iter().chain(likenesses()) {
            let looks = looks(name);
            let Some(Paint::Solid(page)) = looks[Element::Document as usize].fill else {
                panic!("{name}")
            };
            for element in drawn {
                let line = looks[element as usize].line;
                let least = if element == Element::Arrow { 4.5 } else { 1.9 };
                assert!(contrast(line.light, page.light) >= least, "{name}: {element:?}");
                if let (Some(line), Some(page)) = (line.dark, page.dark) {
                    assert!(contrast(line, page) >= least, "{name}, dark: {element:?}");
                }
            }
        }
    }

    #[test]
    fn the_default_theme_serves_both_schemes_everywhere() {
        for look in looks("default") {
            let fill = match look.fill {
                Some(Paint::Solid(color)) => Some(color),
                _ => None,
            };
            for color in
                [Some(look.line), Some(look.text), Some(look.link), fill].into_iter().flatten()
            {
                assert!(color.dark.is_some() || color.light.a == 0, "{color:?}");
            }
        }
    }
}
