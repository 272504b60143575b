//! The canonical layout of a source, as edits: indentation by frames, one blank around each part.
//!
//! Only blanks and the case of keywords change, so the model stays what it was. Lines whose meaning
//! is open (templates, macro bodies, broken lines, continued lines) are left as they are, and so is
//! everything in a diagram that stands inside a source comment.

mod line;

use diag::{SourceId, TextEdit};

use crate::ast::{Block, BlockKind, Directive, DirectiveKind, Document, Lines, Stmt, StmtKind};
use crate::parser::{Stage, parse};
use crate::{TextRange, json};

/// The edits that bring a source into its canonical layout; none where it has it already.
pub fn format(text: &str, source: SourceId) -> Vec<TextEdit> {
    let document = parse(text, source, Stage::Source).document;
    let mut formatter =
        Formatter { document: &document, text, source, edits: Vec::new(), depth: 0, macros: 0 };
    for block in &document.blocks {
        formatter.block(block);
    }
    formatter.edits
}

/// The source in its canonical layout.
pub fn formatted(text: &str) -> String {
    let edits = format(text, SourceId(0));
    diag::apply_to(text, &edits).expect("each edit covers its own part of a line")
}

/// What one level of nesting is indented by.
const INDENT: &str = "  ";

struct Formatter<'a> {
    document: &'a Document,
    text: &'a str,
    source: SourceId,
    edits: Vec<TextEdit>,
    depth: usize,
    /// How many macro bodies are open; their lines are templates.
    macros: u32,
}

impl Formatter<'_> {
    fn block(&mut self, block: &Block) {
        if block.kind != BlockKind::Uml || !block.prefix.is_empty() {
            return;
        }
        self.depth = 0;
        self.macros = 0;
        for (_, stmt) in self.document.block_stmts(block) {
            self.stmt(stmt);
        }
        self.blank_lines(block);
    }

    /// Takes the blanks out of lines that hold nothing else.
    fn blank_lines(&mut self, block: &Block) {
        let mut at = block.start.map_or(0, |it| it.end);
        let end = block.end.map_or(self.text.len() as u32, |it| it.start);
        for (_, stmt) in self.document.block_stmts(block) {
            self.blanks_between(at, stmt.range.start);
            at = stmt.range.end;
        }
        self.blanks_between(at, end);
    }

    fn blanks_between(&mut self, from: u32, to: u32) {
        if from > to {
            return;
        }
        let gap = TextRange::new(from, to);
        let slice = gap.slice(self.text);
        if !slice.chars().all(char::is_whitespace) {
            return;
        }
        let mut start = None;
        for (at, it) in slice.char_indices() {
            if it != '\n' {
                continue;
            }
            if let Some(begin) = start.replace(at + 1) {
                let line = slice[begin..at].strip_suffix('\r').unwrap_or(&slice[begin..at]);
                let from = from + begin as u32;
                self.replace(TextRange::new(from, from + line.len() as u32), "");
            }
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Directive(it) => {
                self.directive(*it);
                return;
            }
            StmtKind::Template | StmtKind::Error | StmtKind::Call(_) => return,
            _ if self.macros > 0 => return,
            StmtKind::End { .. } | StmtKind::BoxClose => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        let depth = match stmt.kind {
            StmtKind::Else(_) => self.depth.saturating_sub(1),
            _ => self.depth,
        };
        self.layout(stmt, depth);
        if matches!(stmt.kind, StmtKind::Group(_) | StmtKind::BoxOpen(_)) {
            self.depth += 1;
        }
    }

    fn directive(&mut self, directive: Directive) {
        use DirectiveKind as Kind;
        let one_line = directive.argument.slice(self.text).contains("!return");
        match directive.kind {
            Kind::DefineLong | Kind::Procedure => self.macros += 1,
            Kind::Function if !one_line => self.macros += 1,
            Kind::EndDefineLong | Kind::EndProcedure | Kind::EndFunction => {
                self.macros = self.macros.saturating_sub(1);
            }
            _ => {}
        }
    }

    fn layout(&mut self, stmt: &Stmt, depth: usize) {
        let body = line::body(&stmt.kind);
        let slice = stmt.range.slice(self.text);
        let first = slice.find('\n').map_or(slice, |at| slice[..at].trim_end());
        let several = slice.contains('\n');
        if several && body.is_none() && stmt.kind != StmtKind::Comment {
            return;
        }
        let head = TextRange::new(stmt.range.start, stmt.range.start + first.len() as u32);
        if several && first.ends_with('\\') {
            return;
        }
        let indent = INDENT.repeat(depth);
        if !self.indent(head.start, &indent) {
            return;
        }
        if stmt.kind != StmtKind::Comment
            && let Some(canonical) = line::canonical(self.document, &stmt.kind, head)
            && head.slice(self.text) != canonical
            && (several || self.means_the_same(&stmt.kind, &canonical))
        {
            self.replace(head, &canonical);
        }
        self.trim_end(head.end);
        if let Some(body) = body {
            self.body(body, depth);
        }
    }

    /// Keywords are not reserved, so a blank more can turn a message into a title.
    fn means_the_same(&self, kind: &StmtKind, canonical: &str) -> bool {
        let other = parse(canonical, self.source, Stage::Source).document;
        let [stmt] = other.stmts.as_slice() else {
            return false;
        };
        json::statement(&other, &stmt.kind) == json::statement(self.document, kind)
    }

    /// Replaces the blanks before `at`; whether there was nothing but blanks.
    fn indent(&mut self, at: u32, indent: &str) -> bool {
        let start = self.text[..at as usize].rfind('\n').map_or(0, |it| it + 1) as u32;
        let before = TextRange::new(start, at);
        let blank = before.slice(self.text).trim_start_matches('\u{FEFF}').trim().is_empty();
        if blank && !before.slice(self.text).starts_with('\u{FEFF}') {
            self.replace(before, indent);
        }
        blank
    }

    fn trim_end(&mut self, at: u32) {
        let rest = &self.text[at as usize..];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let line = line.strip_suffix('\r').unwrap_or(line);
        // Without the blanks a last backslash would join the next line.
        if line.trim().is_empty() && !self.text[..at as usize].ends_with('\\') {
            self.replace(TextRange::new(at, at + line.len() as u32), "");
        }
    }

    /// Moves a body under its head; how its lines stand to each other stays.
    fn body(&mut self, body: &Lines, depth: usize) {
        let text = self.text;
        let indent_of = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
        let filled = body.lines.iter().map(|it| it.slice(text)).filter(|it| !it.trim().is_empty());
        let shared = filled.map(indent_of).min().unwrap_or(0);
        let indent = INDENT.repeat(depth + 1);
        let whole = |it: &TextRange| {
            text[..it.start as usize].ends_with('\n') && !it.slice(text).contains('\n')
        };
        let movable = if body.lines.iter().all(whole) { body.lines.as_slice() } else { &[] };
        for line in movable {
            let slice = line.slice(text);
            let drop = shared.min(indent_of(slice)) as u32;
            if slice.trim().is_empty() {
                continue;
            }
            self.replace(TextRange::new(line.start, line.start + drop), &indent);
            let kept = slice.trim_end().len() as u32;
            if slice.trim_end().ends_with('\\') {
                continue;
            }
            self.replace(TextRange::new(line.start + kept.max(drop), line.end), "");
        }
        if let Some(close) = body.close {
            let word = close.slice(text).to_ascii_lowercase();
            if self.indent(close.start, &INDENT.repeat(depth)) && word.starts_with("end") {
                self.replace(close, &word);
            }
            self.trim_end(close.end);
        }
    }

    fn replace(&mut self, range: TextRange, text: &str) {
        if range.slice(self.text) != text {
            self.edits.push(TextEdit::replace(range.in_source(self.source), text));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::formatted;

    #[test]
    fn parts_get_one_blank_between_them_and_frames_indent() {
        let source = "@startuml\nA->B:x\nALT  ok\nB-->A++ #red:y\nelse   no\n note left of A:n\nend\n@enduml\n";
        let expected = "@startuml\nA -> B : x\nalt ok\n  B --> A ++ #red : y\nelse no\n  note left of A : n\nend\n@enduml\n";
        assert_eq!(formatted(source), expected);
    }

    #[test]
    fn comments_blank_lines_and_text_stay() {
        let source = "' head\n\nA -> B : it's  a   'text'\n\n\n/' a\n b '/\nB -> A\n";
        assert_eq!(formatted(source), source);
    }

    #[test]
    fn a_message_that_would_become_a_title_stays() {
        let source = "title->B : x\nmainframe->B";
        assert_eq!(formatted(source), source);
    }

    #[test]
    fn the_lines_of_a_note_move_together() {
        let source = "loop\nnote over A\n one\n   two\nEnd Note\nend";
        assert_eq!(formatted(source), "loop\n  note over A\n    one\n      two\n  end note\nend");
    }

    #[test]
    fn macro_bodies_and_continued_lines_are_left_alone() {
        let source = "!procedure $p($a)\n   $a->B:x\n    A->B\n!endprocedure\nA->B \\\n  :x\n$p(1)";
        assert_eq!(formatted(source), source);
    }

    #[test]
    fn blanks_that_keep_a_backslash_from_joining_lines_stay() {
        let source = "A -\\ \nB -> A\n";
        assert_eq!(formatted(source), source);
    }

    #[test]
    fn windows_line_ends_stay() {
        assert_eq!(formatted("A->B  \r\n \r\nB->A"), "A -> B\r\n\r\nB -> A");
    }

    #[test]
    fn a_diagram_in_a_source_comment_is_left_alone() {
        let source = " * @startuml\n * A->B\n * @enduml\n";
        assert_eq!(formatted(source), source);
    }
}
