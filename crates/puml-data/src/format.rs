//! The canonical layout of data diagrams. JSON is indented by its brackets; the indentation of YAML is its meaning and
//! stays. Data that is not valid is left alone.

use diag::{SourceId, TextEdit};
use puml_syntax::TextRange;
use puml_syntax::ast::BlockKind;
use puml_syntax::format::Form;

use crate::ast::{Document, StmtKind};
use crate::lower::read;
use crate::model::Notation;

/// What one level is indented by where the author has no habit.
const INDENT: &str = "  ";

/// The edits that bring a document into its canonical layout; none where it has it already.
pub(crate) fn format(
    document: &Document,
    notation: Notation,
    source: SourceId,
    form: Form,
) -> Vec<TextEdit> {
    let block = &document.blocks[0];
    if block.kind != BlockKind::Own || !block.prefix.is_empty() || read(document, notation).is_err()
    {
        return Vec::new();
    }
    let data = document.block_stmts(block).filter_map(|(_, stmt)| match stmt.kind {
        StmtKind::Data(range) => Some(range),
        _ => None,
    });
    let lines: Vec<TextRange> = data.collect();
    let unit = match form.indent {
        Some(indent) => indent.times(1),
        None => habit(&document.source, &lines).unwrap_or_else(|| INDENT.to_owned()),
    };
    let mut edits = Vec::new();
    let mut levels = Levels::default();
    for range in lines {
        let text = range.slice(&document.source);
        // A continued line is one line only to the reader.
        if text.contains('\n') {
            levels.read(text);
            continue;
        }
        let content = text.trim();
        let before = text.len() - text.trim_start().len();
        let closing = content.chars().take_while(|it| matches!(it, '}' | ']')).count();
        let wanted = match notation {
            Notation::Json => unit.repeat(levels.depth(closing)),
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
        levels.read(content);
    }
    edits
}

/// What the first line within brackets is indented by beyond the line that opens them.
fn habit(text: &str, lines: &[TextRange]) -> Option<String> {
    let blanks = |it: &TextRange| {
        let line = it.slice(text);
        &line[..line.len() - line.trim_start().len()]
    };
    let is_opened = |it: &&[TextRange]| it[0].slice(text).trim_end().ends_with(['{', '[']);
    let mut opened = lines.windows(2).filter(is_opened);
    let step = opened.find_map(|it| blanks(&it[1]).strip_prefix(blanks(&it[0])))?;
    (!step.is_empty() && step.len() <= 8).then(|| step.to_owned())
}

/// The brackets that are open, and whether each indents what stands in it: of several that a line opens, the last does.
#[derive(Default)]
struct Levels(Vec<bool>);

impl Levels {
    /// How many of them indent a line that begins with this many closing brackets.
    fn depth(&self, closing: usize) -> usize {
        let open = &self.0[..self.0.len().saturating_sub(closing)];
        open.iter().filter(|it| **it).count()
    }

    fn read(&mut self, line: &str) {
        let (mut quoted, mut escaped) = (false, false);
        let mut kept = self.0.len();
        for letter in line.chars() {
            match letter {
                _ if escaped => escaped = false,
                '\\' if quoted => escaped = true,
                '"' => quoted = !quoted,
                '{' | '[' if !quoted => self.0.push(false),
                '}' | ']' if !quoted => {
                    self.0.pop();
                    kept = kept.min(self.0.len());
                }
                _ => {}
            }
        }
        if self.0.len() > kept
            && let Some(last) = self.0.last_mut()
        {
            *last = true;
        }
    }
}
