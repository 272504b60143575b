//! Parts of elements that have names of their own: fields and methods, the states of a player.

use diag::{SourceId, Span};
use puml_compiler::editor::{EditorTree, Feature, Role};
use puml_syntax::TextRange;

use crate::Analysis;
use crate::analysis::Diagram;
use crate::included::written;

/// A part of an element with every place that names it.
pub(crate) struct Named<'a> {
    pub(crate) diagram: Diagram<'a>,
    /// The place that was asked for.
    pub(crate) here: Feature,
    /// In reading order, at least one.
    pub(crate) places: Vec<Feature>,
}

impl Named<'_> {
    /// Where it is declared; else where it is first named.
    pub(crate) fn origin(&self) -> &Feature {
        self.declaration().unwrap_or(&self.places[0])
    }

    /// Where it is declared.
    pub(crate) fn declaration(&self) -> Option<&Feature> {
        self.places.iter().find(|it| it.role == Role::Declares)
    }
}

/// The part whose name an offset touches.
pub(crate) fn feature_at(analysis: &Analysis, at: u32) -> Option<Named<'_>> {
    let (diagram, stmt) = analysis.stmt_at(at)?;
    let all = diagram.tree.features();
    let here = all.iter().find(|it| it.stmt == stmt && it.name.touches(at))?.clone();
    let text = analysis.text();
    let is_same =
        |it: &Feature| it.owner == here.owner && it.name.slice(text) == here.name.slice(text);
    let places = all.into_iter().filter(is_same).collect();
    Some(Named { diagram, here, places })
}

/// The names of the parts of an element with what they are, each once, in reading order. A name that is being typed at
/// `at` is none yet.
pub(crate) fn features_of(
    analysis: &Analysis,
    diagram: Diagram<'_>,
    owner: &str,
    at: u32,
) -> Vec<(String, &'static str)> {
    let mut found: Vec<(String, &'static str)> = Vec::new();
    let all = diagram.tree.features().into_iter();
    for it in all.filter(|it| it.owner == owner && !it.name.touches(at)) {
        let name = it.name.slice(analysis.text());
        if !found.iter().any(|it| it.0 == name) {
            found.push((name.to_owned(), it.keyword));
        }
    }
    found
}

/// Which diagrams of another text are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    All,
    /// Those that include something.
    Including,
}

/// The places in another text that name a part of an element, as the family of a diagram reads them.
pub(crate) fn features_in(
    diagram: Diagram<'_>,
    text: &str,
    owner: &str,
    which: Which,
) -> Vec<TextRange> {
    let lines = puml_syntax::split(text);
    let is_meant = |block: usize| {
        let inside = &lines.all[lines.blocks[block].lines.clone()];
        let mut inside = inside.iter().map(|it| it.content.slice(text));
        which == Which::All || inside.any(|it| it.trim_start().starts_with("!include"))
    };
    let trees = diagram.read_as_this(text, SourceId(0)).into_iter().enumerate();
    let trees = trees.filter(|it| is_meant(it.0));
    let all =
        trees.flat_map(|(_, tree)| tree.editor().map(EditorTree::features).unwrap_or_default());
    all.filter(|it| it.owner == owner).map(|it| it.name).collect()
}

/// The places that name the part in the included texts.
pub(crate) fn included_features(analysis: &Analysis, found: &Named<'_>) -> Vec<(Span, Role)> {
    let name = found.here.name.slice(analysis.text());
    let mut all = Vec::new();
    for (id, source) in written(analysis).filter(|it| it.1.text().contains(name)) {
        for tree in found.diagram.read_as_this(source.text(), id) {
            let features = tree.editor().map(EditorTree::features).unwrap_or_default();
            let same = features
                .into_iter()
                .filter(|it| it.owner == found.here.owner && it.name.slice(source.text()) == name);
            all.extend(same.map(|it| (it.name.in_source(id), it.role)));
        }
    }
    all
}
