//! `textDocument/rename`: another name for an element, in every text of the workspace that shares it.

use std::collections::HashMap;
use std::sync::Arc;

use diag::LineIndex;
use gen_lsp_types as lsp;
use puml_ide::{Project, ProjectText, Renamed};

use crate::fault::Fault;
use crate::position::Ruler;
use crate::server::{Context, Document, Part};
use crate::workspace::{self, Enough};

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::RenameParams,
) -> Result<Option<lsp::WorkspaceEdit>, Fault> {
    let at = &params.text_document_position_params;
    let document = ctx.document(&at.text_document.uri)?;
    let offset = document.ruler(ctx.client.encoding).offset(at.position);
    let outside = || Fault::Refused("no diagram stands there".to_owned());
    let part = document.part_at(offset).ok_or_else(outside)?;
    let mut texts = Texts::default();
    texts.add(document, |it| it.body != part.body);
    for other in ctx.documents.all() {
        if other.uri != document.uri {
            texts.add(other, |_| true);
        }
    }
    workspace::each_closed(ctx, |it| {
        texts.add(it, |_| true);
        Enough::No
    })?;
    let world = workspace::world(ctx, document);
    let project = Project { texts: &texts.parts, world: &world };
    let found = puml_ide::rename(&part.analysis, offset, &params.new_name, project)
        .map_err(|it| Fault::Refused(it.to_string()))?;
    let mut changes = HashMap::new();
    for Renamed { name, edits } in found {
        let (uri, text) = if name == document.name() {
            (document.uri.clone(), Arc::clone(document.text()))
        } else {
            let known = texts.whole.get(&name);
            let unknown = || Fault::Refused(format!("{name} is not in the workspace"));
            known.cloned().ok_or_else(unknown)?
        };
        let lines = LineIndex::new(&text);
        let ruler = Ruler { text: &text, lines: &lines, encoding: ctx.client.encoding };
        changes.insert(uri, ruler.edits(&edits));
    }
    Ok(Some(lsp::WorkspaceEdit { changes: Some(changes), ..Default::default() }))
}

/// The texts that may share a name.
#[derive(Default)]
struct Texts {
    parts: Vec<ProjectText>,
    /// By name: the address and all of the text.
    whole: HashMap<String, (lsp::Uri, Arc<str>)>,
}

impl Texts {
    fn add(&mut self, document: &Document, is_meant: impl Fn(&Part) -> bool) {
        let name = document.name();
        let parts = document.parts().iter().filter(|it| is_meant(it));
        self.parts.extend(
            parts.map(|it| ProjectText { name: name.to_owned(), text: it.analysis.text().clone() }),
        );
        let whole = (document.uri.clone(), Arc::clone(document.text()));
        self.whole.insert(name.to_owned(), whole);
    }
}

/// Edits of one document.
pub(super) fn changes(document: &Document, edits: Vec<lsp::TextEdit>) -> lsp::WorkspaceEdit {
    let changes = HashMap::from([(document.uri.clone(), edits)]);
    lsp::WorkspaceEdit { changes: Some(changes), ..Default::default() }
}
