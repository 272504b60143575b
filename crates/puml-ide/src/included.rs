//! Elements in the texts that a diagram includes, read as its family reads them.

use diag::{Source, SourceId, Span};
use puml_compiler::editor::Role;

use crate::Analysis;
use crate::analysis::Diagram;
use crate::definitions::is_expanded;

/// The texts that others wrote and this one includes. Compiles where something is included.
pub(crate) fn written(analysis: &Analysis) -> impl Iterator<Item = (SourceId, &Source)> {
    let includes = analysis.text().contains("!include");
    let all = includes.then(|| analysis.sources().iter()).into_iter().flatten();
    all.filter(|it| {
        let name = it.1.name();
        it.0 != analysis.id() && !name.starts_with('<') && !is_expanded(analysis, name)
    })
}

/// The places that name an element in the included texts.
pub(crate) fn mentions(analysis: &Analysis, diagram: Diagram<'_>, code: &str) -> Vec<(Span, Role)> {
    let mut found = Vec::new();
    for (id, source) in written(analysis).filter(|it| it.1.text().contains(code)) {
        for tree in diagram.read_as_this(source.text(), id) {
            let Some(tree) = tree.editor() else { continue };
            let mentions = (0..tree.len()).flat_map(|it| tree.mentions(it));
            let own = mentions.filter(|it| it.code == code);
            found.extend(own.map(|it| (it.name.range.in_source(id), it.role)));
        }
    }
    found
}

/// Where an element of a diagram is declared: in this text, else in one that it includes, else by a macro of such a text.
pub(crate) fn declaration(analysis: &Analysis, diagram: Diagram<'_>, code: &str) -> Option<Span> {
    if let Some(member) = diagram.cast().member(code)
        && member.declared.is_some()
    {
        return Some(member.origin().name.range.in_source(analysis.id()));
    }
    let mut mentions = mentions(analysis, diagram, code).into_iter();
    if let Some((span, _)) = mentions.find(|it| it.1 == Role::Declares) {
        return Some(span);
    }
    if !analysis.text().contains("!include") {
        return None;
    }
    let mut diagrams = analysis.compiled().diagrams.iter();
    diagrams.find_map(|it| it.model.declaration(code).filter(|it| it.source != analysis.id()))
}
