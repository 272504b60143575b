//! What every part of the layout looks things up in: the model, its looks, and the lines of the sources.

use diag::Span;
use puml_family::text::{self, Markup, Setting};
use puml_family::{Element, Label, Look, LookId};
use scene::{Group, Text};

use crate::model::{Model, ParticipantId};

/// The model with its surroundings.
#[derive(Clone, Copy)]
pub(super) struct Context<'m> {
    pub(super) model: &'m Model,
    pub(super) shared: puml_family::LayoutContext<'m>,
    /// The names that are shown, in one line each, for titles.
    pub(super) names: &'m [String],
}

impl<'m> Context<'m> {
    /// A look by its name.
    pub(super) fn look(self, id: LookId) -> &'m Look {
        self.shared.look(id)
    }

    /// The look of every thing of a kind that has none of its own.
    pub(super) fn element(self, element: impl Into<Element>) -> &'m Look {
        self.shared.element(element)
    }

    /// How a label of that look is set.
    pub(super) fn setting(self, look: &'m Look) -> Setting<'m> {
        self.shared.setting(look)
    }

    /// A label without lists and tables, measured.
    pub(super) fn line(self, label: &Label, look: &'m Look) -> Text {
        text::typeset(label, Markup::Lines, self.setting(look).for_lines_of(label))
    }

    /// A label that may hold lists and tables, measured.
    pub(super) fn block(self, label: &Label, look: &'m Look) -> Text {
        text::typeset(label, Markup::Blocks, self.setting(look).for_lines_of(label))
    }

    /// The name that is shown for a participant, in one line.
    pub(super) fn name(self, who: ParticipantId) -> &'m str {
        &self.names[who.0 as usize]
    }

    /// A group that says which text asked for it.
    pub(super) fn group(self, role: &'static str, span: Span) -> Group {
        self.shared.group(role, span)
    }
}

/// The column of a participant; the left border stands before the first.
pub(super) fn column(who: ParticipantId) -> usize {
    who.0 as usize + 1
}
