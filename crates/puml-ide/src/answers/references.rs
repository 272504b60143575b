//! Every place that names the element under the pointer.

use puml_compiler::editor::Role;
use puml_syntax::TextRange;

use crate::Analysis;
use crate::cast::Member;

/// What a place does with an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameUse {
    /// Declares it.
    Declaration,
    /// Names it.
    Use,
}

/// A place to light up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Highlight {
    /// The name without its quotes.
    pub range: TextRange,
    /// What the place does.
    pub what: NameUse,
}

/// The places in this diagram that name the element at an offset, in reading order. Texts that
/// mention it are none.
pub fn highlights(analysis: &Analysis, at: u32) -> Vec<Highlight> {
    let Some(member) = member_at(analysis, at) else { return Vec::new() };
    let place = |role| if role == Role::Declares { NameUse::Declaration } else { NameUse::Use };
    let places = member.places.iter();
    places.map(|it| Highlight { range: it.name.range, what: place(it.role) }).collect()
}

/// The places that use the element at an offset; with `NameUse::Declaration` also those that declare it.
pub fn references(analysis: &Analysis, at: u32, with: NameUse) -> Vec<TextRange> {
    highlights(analysis, at)
        .into_iter()
        .filter(|it| with == NameUse::Declaration || it.what == NameUse::Use)
        .map(|it| it.range)
        .collect()
}

fn member_at(analysis: &Analysis, at: u32) -> Option<&Member> {
    let (diagram, stmt) = analysis.stmt_at(at)?;
    diagram.cast().at(diagram.tree, analysis.text(), stmt, at).map(|it| it.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setting;

    const SOURCE: &str =
        "participant A\nA -> B : A\nnote over A, B : A\nactivate A\n@startuml\nA -> A\n@enduml";

    #[test]
    fn texts_and_other_diagrams_are_left_out() {
        let analysis = Analysis::new("a.puml", SOURCE, Setting::default().into());
        // Only the marked block is a diagram: what stands outside is not read.
        let at = SOURCE.rfind("A ->").unwrap() as u32;
        assert_eq!(references(&analysis, at, NameUse::Declaration).len(), 2);
        let source = &SOURCE[..SOURCE.find("@startuml").unwrap()];
        let analysis = Analysis::new("a.puml", source, Setting::default().into());
        assert_eq!(references(&analysis, 14, NameUse::Use).len(), 3);
        assert_eq!(references(&analysis, 14, NameUse::Declaration).len(), 4);
        assert_eq!(highlights(&analysis, 14)[0].what, NameUse::Declaration);
    }
}
