//! From a palette to the look of every element: sizes, weights and line styles that all themes share.

use scene::{Color, Family, Font, Rgba};

use super::ElementLooks;
use super::palette::{Palette, Tone};
use crate::model::Align;
use crate::style::{Element, Look, Shading};

/// Labels of messages are broken beyond this width, so that one long sentence does not push the lifelines apart.
pub(crate) const MESSAGE_WIDTH: f64 = 380.0;
/// Notes and other blocks of text.
pub(crate) const BLOCK_WIDTH: f64 = 460.0;

/// The looks of all elements, in the order of [`Element::ALL`].
pub(super) fn looks(palette: &Palette) -> ElementLooks {
    Element::ALL.map(|element| look(element, palette))
}

fn look(element: Element, palette: &Palette) -> Look {
    let clear = Color::from(Rgba { r: 0, g: 0, b: 0, a: 0 });
    let plain = Tone { fill: clear, line: clear, text: palette.ink };
    let on_page = |text: Color| Tone { text, ..plain };
    match element {
        Element::Document => Look { fill: Some(palette.page.into()), ..with(palette, plain, 13.0) },
        Element::Participant | Element::Database | Element::Collections | Element::Queue => {
            let corner = if element == Element::Participant || element == Element::Collections {
                palette.corner
            } else {
                0.0
            };
            Look { corner, ..head(palette, palette.head.text) }
        }
        Element::Actor | Element::Boundary | Element::Control | Element::Entity => {
            head(palette, palette.ink)
        }
        Element::Stereotype => {
            let look = with(palette, Tone { text: palette.head.text, ..plain }, 11.0);
            Look { font: Font { italic: true, ..look.font.clone() }, align: Align::Center, ..look }
        }
        Element::Arrow => {
            let tone = Tone { line: palette.arrow, ..plain };
            Look {
                line_width: 1.0,
                max_width: Some(MESSAGE_WIDTH),
                align: Align::Center,
                ..with(palette, tone, 13.0)
            }
        }
        Element::Lifeline => {
            let tone = Tone { line: palette.lifeline, ..plain };
            Look { line_width: 1.0, dash: vec![4.0, 4.0], ..with(palette, tone, 13.0) }
        }
        Element::Activation => {
            Look { corner: (palette.corner / 3.0).min(1.5), ..toned(palette, palette.bar, 13.0) }
        }
        Element::Destroy => {
            let tone = Tone { line: palette.destroy, ..plain };
            Look { line_width: 2.0, ..with(palette, tone, 13.0) }
        }
        Element::Group => {
            let tone = Tone { fill: clear, line: palette.frame.line, text: palette.ink };
            let look = with(palette, tone, 12.0);
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
        Element::Note | Element::HexagonalNote | Element::RectangularNote => Look {
            padding: 6.0,
            max_width: Some(BLOCK_WIDTH),
            ..toned(palette, palette.note, 13.0)
        },
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
            let look = with(palette, on_page(palette.muted), 12.0);
            Look { font: Font { italic: true, ..look.font.clone() }, align: Align::Center, ..look }
        }
        Element::Enclosure => {
            let look = toned(palette, palette.enclosure, 12.0);
            Look {
                corner: palette.corner,
                font: Font { bold: true, ..look.font.clone() },
                align: Align::Center,
                ..look
            }
        }
        Element::Newpage => Look {
            line_width: 1.0,
            dash: vec![2.0, 3.0],
            ..with(palette, Tone { line: palette.lifeline, ..plain }, 11.0)
        },
        Element::Duration => {
            let tone = Tone { line: palette.muted, text: palette.muted, fill: clear };
            Look { line_width: 1.0, ..with(palette, tone, 12.0) }
        }
        Element::Title => {
            let look = with(palette, plain, 18.0);
            Look {
                font: Font { bold: true, ..look.font.clone() },
                align: Align::Center,
                padding: 4.0,
                ..look
            }
        }
        Element::Header | Element::Footer => with(palette, on_page(palette.muted), 11.0),
        Element::Caption => {
            Look { align: Align::Center, ..with(palette, on_page(palette.muted), 12.0) }
        }
        Element::Legend => {
            Look { corner: palette.corner, padding: 8.0, ..toned(palette, palette.legend, 12.0) }
        }
        Element::Mainframe => {
            let tone = Tone {
                fill: palette.frame.fill,
                line: palette.frame.line,
                text: palette.frame.text,
            };
            let look = toned(palette, tone, 12.0);
            Look {
                corner: palette.corner / 2.0,
                font: Font { bold: true, ..look.font.clone() },
                ..look
            }
        }
    }
}

fn head(palette: &Palette, text: Color) -> Look {
    let look = toned(palette, Tone { text, ..palette.head }, 13.0);
    let font = Font { bold: palette.bold_heads, ..look.font.clone() };
    Look { font, padding: 8.0, min_width: 56.0, align: Align::Center, ..look }
}

/// Filled and lined.
fn toned(palette: &Palette, tone: Tone, size: f64) -> Look {
    Look { fill: Some(tone.fill.into()), line_width: palette.line, ..with(palette, tone, size) }
}

/// Text and line colour only.
fn with(palette: &Palette, tone: Tone, size: f64) -> Look {
    Look {
        fill: None,
        line: tone.line,
        line_width: 0.0,
        dash: Vec::new(),
        corner: 0.0,
        bevel: 0.0,
        shading: Shading::Flat,
        font: Font { family: Family::Sans, name: None, size, bold: false, italic: false },
        text: tone.text,
        link: palette.link,
        head: None,
        padding: 5.0,
        margin: 0.0,
        align: Align::Left,
        max_width: None,
        min_width: 0.0,
    }
}
