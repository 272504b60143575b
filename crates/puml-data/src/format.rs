//! The canonical layout of data diagrams. JSON is indented by its brackets; the indentation of YAML is its meaning and
//! stays. Data that is not valid is left alone.

use diag::{SourceId, TextEdit};
use puml_syntax::TextRange;
use puml_syntax::ast::BlockKind;

use crate::ast::{Document, StmtKind};
use crate::lower::read;
use crate::model::Notation;

/// What one level is indented by.
const INDENT: &str = "  ";

/// The edits that bring a document into its canonical layout; none where it has it already.
pub(crate) fn format(document: &Document, notation: Notation, source: SourceId) -> Vec<TextEdit> {
    let block = &document.blocks[0];
    if block.kind != BlockKind::Own || !block.prefix.is_empty() || read(document, notation).is_err()
    {
        return Vec::new();
    }
    let mut edits = Vec::new();
    let mut depth = 0;
    for (_, stmt) in document.block_stmts(block) {
        let StmtKind::Data(range) = stmt.kind else { continue };
        let text = range.slice(&document.source);
        // A continued line is one line only to the reader.
        if text.contains('\n') {
            depth = next(depth, text);
            continue;
        }
        let content = text.trim();
        let before = text.len() - text.trim_start().len();
        let closing = content.chars().take_while(|it| matches!(it, '}' | ']')).count();
        let wanted = match notation {
            Notation::Json => INDENT.repeat(depth.saturating_sub(closing)),
            Notation::Yaml => text[..before].to_owned(),
        };
        let start = range.start + before as u32;
        let indent = TextRange::new(range.start, start);
        if indent.slice(&document.source) != wanted {
            edits.push(TextEdit::replace(indent.in_source(source), wanted));
        }
        let end = start + content.len() as u32;
        let line_end = document.source[end as usize..].find(['\n', '\r']);
        let behind = TextRange::new(end, end + line_end.unwrap_or(0) as u32);
        let rest = behind.slice(&document.source);
        if !rest.is_empty() && rest.trim().is_empty() {
            edits.push(TextEdit::delete(behind.in_source(source)));
        }
        depth = next(depth, content);
    }
    edits
}

/// How many brackets are open behind a line.
fn next(mut depth: usize, line: &str) -> usize {
    let (mut quoted, mut escaped) = (false, false);
    for letter in line.chars() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '{' | '[' if !quoted => depth += 1,
            '}' | ']' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    depth
}
