//! What a class diagram says: pictures of entities, and what stands around them.

use puml_family::{Looks, Sprite, Surroundings};
use puml_graph::Graph;

/// One class diagram.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// At least one.
    pub pages: Vec<Page>,
    /// Named bitmaps for text.
    pub sprites: Vec<Sprite>,
    /// All looks that the parts name.
    pub looks: Looks,
}

/// What stands between two `newpage` lines.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// Classes, packages, links and notes.
    pub graph: Graph,
    /// Title, header, footer, legend, caption, frame and scale.
    pub surroundings: Surroundings,
}

impl Model {
    /// A model of unknown family, if it is one of a class diagram.
    pub fn of(model: &dyn puml_family::Model) -> Option<&Self> {
        model.as_any().downcast_ref()
    }

    /// How many things of a kind all pages have.
    pub(crate) fn sum(&self, of: impl Fn(&Graph) -> usize) -> usize {
        self.pages.iter().map(|it| of(&it.graph)).sum()
    }
}
