//! What stereotypes mean: a shape, colours, an inline style, or the name of a style.

use puml_family::{LookId, Overrides, color, paint};
use puml_syntax::TextRange;
use puml_syntax::ast::{BorderStyle, Text};

use super::Lowering;
use crate::ast::LineStyle;
use crate::element::Element;
use crate::model::{ActionShape, Arrow};

/// What the stereotypes of one statement say.
#[derive(Debug, Default)]
pub(super) struct Marks {
    pub(super) shape: Option<ActionShape>,
    overrides: Overrides,
    /// In lower case.
    pub(super) classes: Vec<String>,
}

impl Lowering<'_> {
    pub(super) fn marks(&self, all: &[TextRange]) -> Marks {
        let mut marks = Marks::default();
        for range in all {
            let text = self.ground.document.text(*range);
            marks.add(text.trim());
        }
        marks
    }

    /// The look of an element with what its stereotypes say.
    pub(super) fn styled(&mut self, element: Element, marks: &Marks) -> LookId {
        self.ground.looks.styled(element, &marks.classes, &marks.overrides)
    }

    /// The look of a thing that is all ink: its fill is its line.
    pub(super) fn ink(&mut self, element: Element, marks: &Marks) -> LookId {
        let mut overrides = marks.overrides;
        if let Some(scene::Paint::Solid(color)) = overrides.fill {
            overrides.line = overrides.line.or(Some(color));
        }
        self.ground.looks.styled(element, &marks.classes, &overrides)
    }

    /// A line with nothing said about it.
    pub(super) fn plain_arrow(&self) -> Arrow {
        let look = self.ground.looks.of(Element::Arrow);
        Arrow { label: puml_family::Label::default(), look, hidden: false }
    }

    pub(super) fn arrow(&mut self, label: Option<&Text>, style: &LineStyle) -> Arrow {
        let overrides = Overrides {
            line: style.color.and_then(|it| it.paint).map(|it| color(it.first())),
            border: style.border,
            ..Overrides::default()
        };
        let look = self.ground.looks.styled(Element::Arrow, &[], &overrides);
        let label = label.map(|it| self.text(it)).unwrap_or_default();
        Arrow { label, look, hidden: style.hidden }
    }
}

impl Marks {
    pub(super) fn add(&mut self, text: &str) {
        let name = text.to_ascii_lowercase().replace('-', "");
        if let Some((_, shape)) = ActionShape::NAMES.iter().find(|it| it.0 == name) {
            self.shape = self.shape.or(Some(*shape));
            self.classes.push(text.to_ascii_lowercase());
        } else if let Some(words) = text.strip_prefix("###") {
            self.overrides.text = puml_syntax::color::parse_color(words).map(color);
        } else if let Some(border) = text.strip_prefix("##") {
            self.border(border);
        } else if let Some(colors) = text.strip_prefix('#') {
            self.colors(colors);
        } else if text.contains(':') && text.contains(';') {
            text.split(';').for_each(|it| self.property(it));
        } else {
            self.classes.push(text.to_ascii_lowercase());
        }
    }

    /// `[dashed]blue`.
    fn border(&mut self, text: &str) {
        let rest = match text.strip_prefix('[').and_then(|it| it.split_once(']')) {
            Some((style, rest)) => {
                self.overrides.border = border_style(style);
                rest
            }
            None => text,
        };
        self.overrides.line = puml_syntax::color::parse_color(rest).map(color);
    }

    /// `red`, `red;line:blue;text:white`, `back:red`.
    fn colors(&mut self, text: &str) {
        for (idx, part) in text.split(';').enumerate() {
            match part.split_once(':') {
                Some((key, value)) => self.part(key, value),
                None if idx == 0 => {
                    self.overrides.fill = puml_syntax::color::parse(part).map(paint);
                }
                None => {
                    self.overrides.border = part.strip_prefix("line.").and_then(border_style);
                }
            }
        }
    }

    fn part(&mut self, key: &str, value: &str) {
        let single = puml_syntax::color::parse_color(value).map(color);
        match key.trim().to_ascii_lowercase().as_str() {
            "back" => self.overrides.fill = puml_syntax::color::parse(value).map(paint),
            "line" => self.overrides.line = single,
            "text" => self.overrides.text = single,
            key => {
                self.overrides.border = key.strip_prefix("line.").and_then(border_style);
                self.overrides.line = single.or(self.overrides.line);
            }
        }
    }

    /// `BackgroundColor:red`.
    fn property(&mut self, text: &str) {
        let Some((name, value)) = text.split_once(':') else { return };
        let value = value.trim();
        match name.trim().to_ascii_lowercase().as_str() {
            "backgroundcolor" => self.part("back", value),
            "linecolor" | "bordercolor" => self.part("line", value),
            "fontcolor" => self.part("text", value),
            "linestyle" if !value.is_empty() => self.overrides.border = Some(BorderStyle::Dashed),
            _ => {}
        }
    }
}

fn border_style(text: &str) -> Option<BorderStyle> {
    match text.to_ascii_lowercase().as_str() {
        "dashed" => Some(BorderStyle::Dashed),
        "dotted" => Some(BorderStyle::Dotted),
        "bold" => Some(BorderStyle::Bold),
        _ => None,
    }
}
