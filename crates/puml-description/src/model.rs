//! What a component, deployment or use case diagram says, everything resolved.

use puml_family::{Looks, Sprite, Surroundings};
use puml_graph::Graph;

/// A diagram. Pages share looks and sprites and nothing else.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// At least one.
    pub pages: Vec<Page>,
    /// Named by [`Graph`]'s ids.
    pub looks: Looks,
    /// What `<$name>` in a label may name.
    pub sprites: Vec<Sprite>,
}

/// One picture.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Page {
    /// What it shows.
    pub graph: Graph,
    /// What stands around it.
    pub surroundings: Surroundings,
}

impl Model {
    /// The model, if this is a component, deployment or use case diagram.
    pub fn of(model: &dyn puml_family::Model) -> Option<&Self> {
        model.as_any().downcast_ref()
    }
}
