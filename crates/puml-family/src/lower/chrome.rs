//! What stands around the diagram: title, header, footer, legend, caption, frame, size.

use puml_syntax::TextRange;
use puml_syntax::ast::{self, Alignment, Chrome, Kind, VerticalAlignment};
use scene::Size;

use super::Ground;
use crate::codes::model as codes;
use crate::model::{Align, Banner, Label, Legend, Margin, Scale};

impl<K: Kind> Ground<'_, K> {
    /// Takes a statement about what stands around the picture, or a sprite.
    pub fn chrome(&mut self, chrome: &Chrome, range: TextRange) {
        match chrome {
            Chrome::Title(text) => {
                self.surroundings.title = Some(self.banner(self.text_label(text), range));
            }
            Chrome::Header(it) => {
                self.surroundings.header = Some(self.margin(it, Align::Right, range));
            }
            Chrome::Footer(it) => {
                self.surroundings.footer = Some(self.margin(it, Align::Center, range));
            }
            Chrome::Caption(text) => {
                self.surroundings.caption = Some(self.banner(self.text_label(text), range));
            }
            Chrome::Mainframe(text) => {
                self.surroundings.mainframe = Some(self.banner(self.line_label(*text), range));
            }
            Chrome::Scale(scale) => self.surroundings.scale = Some(scale_of(*scale)),
            Chrome::Legend(legend) => {
                self.surroundings.legend = Some(Legend {
                    label: self.text_label(&legend.text),
                    align: legend.horizontal.map_or(Align::Center, align_of),
                    top: legend.vertical == Some(VerticalAlignment::Top),
                    origin: self.origin(range),
                });
            }
            Chrome::Page(page) => {
                if page.columns > 1 || page.rows > 1 {
                    let message = "`page` has no effect: pictures are not cut into sheets";
                    self.report(codes::NO_EFFECT, range, message);
                }
            }
            Chrome::Sprite(sprite) => self.sprite(sprite, range),
            // The style sheet is chosen before the first event is lowered.
            Chrome::Skin(_) => {}
        }
    }

    /// A title or a caption.
    pub fn banner(&self, label: Label, range: TextRange) -> Banner {
        Banner { label, origin: self.origin(range) }
    }

    fn margin(&self, margin: &ast::HeaderFooter, usual: Align, range: TextRange) -> Margin {
        Margin {
            label: self.text_label(&margin.text),
            align: margin.alignment.map_or(usual, align_of),
            origin: self.origin(range),
        }
    }
}

fn align_of(alignment: Alignment) -> Align {
    match alignment {
        Alignment::Left => Align::Left,
        Alignment::Center => Align::Center,
        Alignment::Right => Align::Right,
    }
}

fn scale_of(scale: ast::Scale) -> Scale {
    match scale {
        ast::Scale::Factor(factor) => Scale::Factor(factor),
        ast::Scale::Width(width) => Scale::Width(width),
        ast::Scale::Height(height) => Scale::Height(height),
        ast::Scale::Size { width, height } => Scale::Fit(Size { width, height }),
        ast::Scale::MaxWidth(width) => Scale::MaxWidth(width),
        ast::Scale::MaxHeight(height) => Scale::MaxHeight(height),
        ast::Scale::MaxSize { width, height } => Scale::MaxFit(Size { width, height }),
    }
}
