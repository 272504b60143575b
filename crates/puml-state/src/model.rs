//! What a state diagram says: a picture of states and transitions, and what stands around it.

use puml_family::{Looks, Sprite, Surroundings};
use puml_graph::{Frame, Graph};

/// One state diagram.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// States are entities, composite states and their regions are groups, transitions are links.
    pub graph: Graph,
    /// Title, header, footer, legend, caption, frame and scale.
    pub surroundings: Surroundings,
    /// Named bitmaps for text.
    pub sprites: Vec<Sprite>,
    /// All looks that the parts name.
    pub looks: Looks,
}

impl Model {
    /// A model of unknown family, if it is one of a state diagram.
    pub fn of(model: &dyn puml_family::Model) -> Option<&Self> {
        model.as_any().downcast_ref()
    }

    /// How many states there are, composite ones included; marks such as starts do not count.
    pub(crate) fn states(&self) -> usize {
        let composites = self.graph.groups.iter().filter(|it| it.frame == Frame::State).count();
        composites + self.graph.entities.iter().filter(|it| it.kind == "state").count()
    }
}
