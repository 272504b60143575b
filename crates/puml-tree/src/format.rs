//! The canonical layout of tree diagrams: one blank between the marks and the text. Indentation may be the depth of a
//! node, so it stays.

use diag::{SourceId, TextEdit};
use puml_syntax::TextRange;
use puml_syntax::ast::{BlockKind, Shared};

use crate::ast::{Document, Node, NodeText, StmtKind};

/// The edits that bring a document into its canonical layout; none where it has it already.
pub(crate) fn format(document: &Document, source: SourceId) -> Vec<TextEdit> {
    let mut edits = Vec::new();
    for block in &document.blocks {
        if block.kind != BlockKind::Own || !block.prefix.is_empty() {
            continue;
        }
        for (_, stmt) in document.block_stmts(block) {
            if let StmtKind::Node(node) = &stmt.kind {
                edits.extend(blank_before_text(document, node, source));
            }
            if !matches!(stmt.kind, StmtKind::Shared(Shared::Error | Shared::Template)) {
                edits.extend(no_blanks_behind(document, stmt.range.end, source));
            }
        }
    }
    edits
}

/// Exactly one blank before the text of a node on one line.
fn blank_before_text(document: &Document, node: &Node, source: SourceId) -> Option<TextEdit> {
    let NodeText::Line(text) = node.text else { return None };
    let before = &document.source[..text.start as usize];
    let kept = before.trim_end_matches([' ', '\t']).len() as u32;
    // Text that begins right behind the marks may read as another construct once it is moved.
    let gap = TextRange::new(kept.max(node.marks.end), text.start);
    let is_plain = !text.is_empty() && gap.slice(&document.source).len() > 1;
    is_plain.then(|| TextEdit::replace(gap.in_source(source), " "))
}

/// Nothing behind a statement but the end of its line.
fn no_blanks_behind(document: &Document, end: u32, source: SourceId) -> Option<TextEdit> {
    let rest = &document.source[end as usize..];
    let line = &rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())];
    let is_blank = !line.is_empty() && line.trim().is_empty();
    let before = document.source[..end as usize].ends_with('\\');
    let range = TextRange::new(end, end + line.len() as u32);
    (is_blank && !before).then(|| TextEdit::delete(range.in_source(source)))
}
