//! What can be done with a whole diagram, shown above its first line.

use puml_syntax::TextRange;

use crate::Analysis;

/// A diagram that can be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lens {
    /// Its start marker; the start of the text where it has none.
    pub range: TextRange,
    /// Its place among the drawn diagrams of the text, from 0.
    pub diagram: usize,
}

/// One for each diagram that says something.
pub fn lenses(analysis: &Analysis) -> Vec<Lens> {
    analysis
        .diagrams()
        .enumerate()
        .filter(|(_, it)| !it.tree.is_empty())
        .map(|(diagram, it)| Lens { range: it.start().unwrap_or_default(), diagram })
        .collect()
}

/// How many diagrams the text has that a family reads, empty ones included: what [`Lens::diagram`] counts.
pub fn diagram_count(analysis: &Analysis) -> usize {
    analysis.diagrams().count()
}
