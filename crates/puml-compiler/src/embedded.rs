//! Diagrams inside texts: each is compiled like any other, and its first page is drawn.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use diag::{Diagnostic, SourceId, Sources, Span};
use puml_family::{Embedded, Embedding, LayoutOptions, Options, World};

use crate::compile::compile_with;

/// Diagrams inside one another.
const MAX_DEPTH: u32 = 4;

/// What the diagrams of one compilation share with those inside their texts.
pub(crate) struct Embedder<'a> {
    pub(crate) world: &'a dyn World,
    pub(crate) options: &'a Options,
    depth: Cell<u32>,
    /// Parts that are drawn so far.
    parts: Cell<u64>,
    /// What was drawn already: several families may read one text before one of them understands it.
    drawn: RefCell<BTreeMap<(String, Option<String>), Embedded>>,
}

impl<'a> Embedder<'a> {
    pub(crate) fn new(world: &'a dyn World, options: &'a Options) -> Self {
        let (depth, parts) = (Cell::new(0), Cell::new(0));
        Self { world, options, depth, parts, drawn: RefCell::default() }
    }

    /// Draws a diagram, once.
    pub(crate) fn draw(&self, it: Embedding<'_>) -> Embedded {
        if self.depth.get() == MAX_DEPTH {
            let refusal = format!("diagrams may be {MAX_DEPTH} deep inside one another");
            return Embedded { refusal: Some(refusal), ..Embedded::default() };
        }
        let (head, end) = (format!("@start{}\n", it.kind), format!("@end{}\n", it.kind));
        // The closing braces may be indented.
        let body = it.body.trim_end_matches([' ', '\t']);
        let key = (format!("{head}{body}{end}"), it.theme.map(str::to_owned));
        if let Some(known) = self.drawn.borrow().get(&key) {
            return known.clone();
        }
        self.depth.set(self.depth.get() + 1);
        let drawn = self.compiled(&key.0, head.len() as u32, it.theme);
        self.depth.set(self.depth.get() - 1);
        self.drawn.borrow_mut().insert(key, drawn.clone());
        drawn
    }

    fn compiled(&self, text: &str, head: u32, theme: Option<&str>) -> Embedded {
        let mut sources = Sources::default();
        let id = sources.add("{{ }}", text);
        let theme = self.options.theme.clone().or_else(|| theme.map(str::to_owned));
        let options = Options { theme, ..self.options.clone() };
        let (compiled, _) = compile_with(&mut sources, id, &options, self, &[]);
        if let Some(it) = compiled.undrawn.first() {
            let refusal = Some(format!("{} is not drawn", it.noun));
            return Embedded { refusal, ..Embedded::default() };
        }
        let is_accepted = compiled.is_accepted();
        let diagnostics = compiled.diagnostics.into_iter().filter(|it| it.span.source == id);
        let diagnostics: Vec<Diagnostic> = diagnostics.map(|it| in_body(it, head)).collect();
        let diagram = compiled.diagrams.first().filter(|_| is_accepted);
        let parts = self.parts.get() + diagram.map_or(0, |it| it.model.parts());
        if parts > options.limits.parts {
            let refusal =
                format!("the diagrams have more than {} parts to draw", options.limits.parts);
            return Embedded { refusal: Some(refusal), ..Embedded::default() };
        }
        self.parts.set(parts);
        let page = LayoutOptions { page: Some(1) };
        let scene = diagram.and_then(|it| it.model.layout(&sources, &page).into_iter().next());
        Embedded { scene, diagnostics, refusal: None }
    }
}

/// The finding with places that count from behind the marker, which nobody wrote.
fn in_body(found: Diagnostic, head: u32) -> Diagnostic {
    found.moved(|it| {
        let at = |offset: u32| offset.saturating_sub(head);
        Span::new(SourceId(0), at(it.start), at(it.end))
    })
}
