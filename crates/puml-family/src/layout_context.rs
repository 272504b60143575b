//! What every part of a layout looks things up in: looks, sprites, and the lines of the sources.

use diag::{Sources, Span};
use scene::{Group, Origin, Text};

use crate::look::{Element, Look, LookId, Looks};
use crate::model::{Label, Sprite};
use crate::text::{self, Markup, Setting};

/// The surroundings of a model while it is laid out.
#[derive(Clone, Copy)]
pub struct LayoutContext<'m> {
    /// The looks that the model names.
    pub looks: &'m Looks,
    /// What `<$name>` in a label may name.
    pub sprites: &'m [Sprite],
    /// What the model's spans point into.
    pub sources: &'m Sources,
}

impl<'m> LayoutContext<'m> {
    /// A look by its name.
    pub fn look(self, id: LookId) -> &'m Look {
        &self.looks[id]
    }

    /// The look of every thing of a kind that has none of its own.
    pub fn element(self, element: impl Into<Element>) -> &'m Look {
        &self.looks[element.into()]
    }

    /// How a label of that look is set.
    pub fn setting(self, look: &'m Look) -> Setting<'m> {
        let guillemets = Some(&self.looks.manner().guillemets);
        Setting { guillemets, ..Setting::of(look, self.sprites) }
    }

    /// A label without lists and tables, measured.
    pub fn line(self, label: &Label, look: &'m Look) -> Text {
        text::typeset(label, Markup::Lines, self.setting(look))
    }

    /// Words at a line, measured.
    pub fn code(self, label: &Label, look: &'m Look) -> Text {
        text::typeset(label, Markup::Code, self.setting(look))
    }

    /// A label that may hold lists, tables and sections, measured.
    pub fn sections(self, label: &Label, look: &'m Look) -> Text {
        text::typeset(label, Markup::Sections, self.setting(look))
    }

    /// A label that may hold lists and tables, measured.
    pub fn block(self, label: &Label, look: &'m Look) -> Text {
        text::typeset(label, Markup::Blocks, self.setting(look))
    }

    /// A group that says which text asked for it.
    pub fn group(self, role: &'static str, span: Span) -> Group {
        let line = self.sources.source(span.source).lines().line(span.start) + 1;
        let origin = Origin { source: span.source, line, start: span.start, end: span.end };
        Group { origin: Some(origin), ..Group::new(role) }
    }
}
