//! What every part of the layout looks things up in: the model, its looks, and the lines of the sources.

use diag::{Sources, Span};
use scene::{Group, Origin, Text};

use crate::model::{Label, Model, ParticipantId};
use crate::style::{Element, Look, LookId};
use crate::text::{self, Markup, Setting};

/// The model with its surroundings.
#[derive(Clone, Copy)]
pub(super) struct Desk<'m> {
    pub(super) model: &'m Model,
    pub(super) sources: &'m Sources,
    /// The names that are shown, in one line each, for titles.
    pub(super) names: &'m [String],
}

impl<'m> Desk<'m> {
    /// A look by its name.
    pub(super) fn look(self, id: LookId) -> &'m Look {
        &self.model.looks[id]
    }

    /// The look of every thing of a kind that has none of its own.
    pub(super) fn element(self, element: Element) -> &'m Look {
        &self.model.looks[element]
    }

    /// How a label of that look is set.
    pub(super) fn setting(self, look: &'m Look) -> Setting<'m> {
        Setting::of(look, &self.model.sprites)
    }

    /// A label without lists and tables, measured.
    pub(super) fn line(self, label: &Label, look: &'m Look) -> Text {
        text::typeset(label, Markup::Lines, self.setting(look))
    }

    /// A label that may hold lists and tables, measured.
    pub(super) fn block(self, label: &Label, look: &'m Look) -> Text {
        text::typeset(label, Markup::Blocks, self.setting(look))
    }

    /// The name that is shown for a participant, in one line.
    pub(super) fn name(self, who: ParticipantId) -> &'m str {
        &self.names[who.0 as usize]
    }

    /// A group that says which text asked for it.
    pub(super) fn group(self, role: &'static str, span: Span) -> Group {
        let line = self.sources.source(span.source).lines().line(span.start) + 1;
        let origin = Origin { source: span.source, line, start: span.start, end: span.end };
        Group { origin: Some(origin), ..Group::new(role) }
    }
}

/// The column of a participant; the left border stands before the first.
pub(super) fn column(who: ParticipantId) -> usize {
    who.0 as usize + 1
}
