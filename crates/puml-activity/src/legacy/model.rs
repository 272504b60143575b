//! What a diagram in the older syntax says: a picture of entities, and what stands around it.

use puml_family::{Looks, Sprite, Surroundings};
use puml_graph::Graph;

/// One activity diagram in the older syntax.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// Steps, partitions, links and notes.
    pub graph: Graph,
    /// Title, header, footer, legend, caption, frame and scale.
    pub surroundings: Surroundings,
    /// Named bitmaps for text.
    pub sprites: Vec<Sprite>,
    /// All looks that the parts name.
    pub looks: Looks,
}
