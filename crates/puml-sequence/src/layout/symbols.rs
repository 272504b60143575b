//! The symbols of participants: those that stand around the name and those that stand above it.

mod actor;
mod boundary;
mod collections;
mod control;
mod database;
mod entity;
mod participant;
mod queue;

use scene::{Item, Rect, Size};

use crate::model::{ActorShape, ParticipantKind};
use puml_family::Look;

/// Draws a symbol into its box.
type Draw = fn(Rect, &Look) -> Vec<Item>;

/// How a symbol goes with a name.
pub(super) enum Symbol {
    /// The name stands inside, so far from the edges (beside the padding).
    Around(Inset, Draw),
    /// The name stands below, at the bottom of the page above.
    Above(Size, Draw),
}

/// What an outline keeps free on each side for itself.
#[derive(Clone, Copy, Default)]
pub(super) struct Inset {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

pub(super) fn symbol(kind: ParticipantKind, actor: ActorShape) -> Symbol {
    match (kind, actor) {
        (ParticipantKind::Participant, _) => Symbol::Around(Inset::default(), participant::draw),
        (ParticipantKind::Actor, ActorShape::Stick) => Symbol::Above(actor::STICK, actor::stick),
        (ParticipantKind::Actor, ActorShape::Awesome) => {
            Symbol::Above(actor::AWESOME, actor::awesome)
        }
        (ParticipantKind::Actor, ActorShape::Hollow) => Symbol::Above(actor::HOLLOW, actor::hollow),
        (ParticipantKind::Boundary, _) => Symbol::Above(boundary::SIZE, boundary::draw),
        (ParticipantKind::Control, _) => Symbol::Above(control::SIZE, control::draw),
        (ParticipantKind::Entity, _) => Symbol::Above(entity::SIZE, entity::draw),
        (ParticipantKind::Database, _) => Symbol::Around(database::INSET, database::draw),
        (ParticipantKind::Collections, _) => Symbol::Around(collections::INSET, collections::draw),
        (ParticipantKind::Queue, _) => Symbol::Around(queue::INSET, queue::draw),
    }
}
