//! Styling: `skinparam` and `<style>`, both flattened to paths with a value.

use crate::TextRange;

/// `skinparam key value`, or all entries of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skinparam {
    /// In order; a block without entries has none.
    pub entries: Vec<SkinparamEntry>,
}

/// One value. Its key is the path's texts joined, the outermost block first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkinparamEntry {
    /// At least one part; may carry a `<<stereotype>>`.
    pub path: Vec<TextRange>,
    /// To the end of the line.
    pub value: TextRange,
}

/// A `<style>` block.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StyleSheet {
    /// `<style src=path>`: the file to read instead.
    pub source: Option<TextRange>,
    /// The declarations, in source order.
    pub declarations: Vec<StyleDeclaration>,
}

/// `property: value` with the selectors around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StyleDeclaration {
    /// Outermost first, each as written: `participant, actor`, `.warn`, `@media (…)`, `*`.
    pub selectors: Vec<TextRange>,
    /// A name such as `LineColor`, or a variable `--name`.
    pub property: TextRange,
    /// Without the closing `;`.
    pub value: TextRange,
}
