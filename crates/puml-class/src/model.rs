//! What a class diagram says: a picture of entities, and what stands around it.

use puml_family::{Looks, Sprite, Surroundings};
use puml_graph::Graph;

/// One class diagram.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// Classes, packages, links and notes.
    pub graph: Graph,
    /// Title, header, footer, legend, caption, frame and scale.
    pub surroundings: Surroundings,
    /// Named bitmaps for text.
    pub sprites: Vec<Sprite>,
    /// All looks that the parts name.
    pub looks: Looks,
}

impl Model {
    /// A model of unknown family, if it is one of a class diagram.
    pub fn of(model: &dyn puml_family::Model) -> Option<&Self> {
        model.as_any().downcast_ref()
    }
}
