//! The canonical layout as edits: of the whole text, of some lines, of what was just typed.

use diag::{Span, TextEdit};
use puml_syntax::TextRange;
use puml_syntax::ast::Shared;
use puml_syntax::format::Form;

use crate::Analysis;

/// The edits that bring the whole text into its canonical layout; none where it has it already.
pub fn format(analysis: &Analysis) -> Vec<TextEdit> {
    puml_compiler::format(analysis.text(), analysis.id(), &Form::default())
}

/// Those edits that stand between two lines, counted from 0, both included.
pub fn format_lines(analysis: &Analysis, first: u32, last: u32) -> Vec<TextEdit> {
    let line = |at: u32| analysis.lines().line(at);
    let mut edits = format_part(analysis, first, last).unwrap_or_else(|| format(analysis));
    edits.retain(|it| line(it.span.start) >= first && line(it.span.end) <= last);
    edits
}

/// The layout of the statements on some lines alone, as deep as they stand: what is typed on the
/// screen need not wait for twenty thousand other lines. Nothing where directives decide what lines
/// mean, and where the lines are not all of one diagram.
fn format_part(analysis: &Analysis, first: u32, last: u32) -> Option<Vec<TextEdit>> {
    let text = analysis.text();
    let start = analysis.lines().line_range(text, first).start as u32;
    let end = analysis.lines().line_range(text, last).end as u32;
    let diagram = analysis.diagram_at(start)?;
    let inside = diagram.range();
    let body = diagram.start().map_or(inside.start, |it| it.end);
    let stop = diagram.end().map_or(inside.end, |it| analysis.line_start(it.start));
    let depth = diagram.depth_at(start, |_| true);
    let frame = diagram.words().open_frame;
    if start < body || end >= stop || !diagram.prefix().is_empty() || frame.is_empty() {
        return None;
    }
    let tree = diagram.tree;
    let open_ended = |it: usize| {
        matches!(tree.shared(it), Some(Shared::Directive(_) | Shared::Call(_) | Shared::Template))
    };
    if (0..tree.len()).any(open_ended) {
        return None;
    }
    // A note or a continued line is laid out as a whole.
    let from = diagram.partition(|it| it.end < start);
    let to = diagram.partition(|it| it.start <= end);
    let touched: Vec<TextRange> = (from..to).map(|it| tree.range(it)).collect();
    let start = touched.first().map_or(start, |it| start.min(analysis.line_start(it.start)));
    let end = touched.last().map_or(end, |it| end.max(it.end));
    let line = analysis.lines().line(end);
    let end = analysis.lines().line_range(text, line).end as u32;
    // Blank lines are laid out between statements, so a comment stands before and behind.
    let around = format!("{frame}\n").repeat(depth) + "'\n";
    let alone = format!("{around}{}\n'", TextRange::new(start, end).slice(text));
    let before = around.len() as u32;
    let behind = before + end - start;
    let edits = diagram.format_as_this(&alone, analysis.id()).into_iter();
    let own = edits.filter(|it| it.span.start >= before && it.span.end <= behind).map(|it| {
        let span = Span {
            start: it.span.start - before + start,
            end: it.span.end - before + start,
            ..it.span
        };
        TextEdit { span, ..it }
    });
    Some(own.collect())
}

/// After a line was ended: the layout of that line, and the indentation of the new one at `at`.
pub fn format_typed(analysis: &Analysis, at: u32) -> Vec<TextEdit> {
    let line = analysis.lines().line(at);
    let Some(before) = line.checked_sub(1) else { return Vec::new() };
    let mut edits = format_lines(analysis, before, before);
    let range = analysis.lines().line_range(analysis.text(), line);
    let rest = &analysis.text()[range.clone()];
    let Some(diagram) = analysis.diagram_at(at) else { return edits };
    let is_prefixed = !diagram.prefix().is_empty();
    if rest.trim().is_empty() && !is_prefixed && is_between_statements(analysis, at) {
        let indent = "  ".repeat(diagram.depth_at(at, |_| true));
        if rest != indent {
            let span = Span::new(analysis.id(), range.start as u32, range.end as u32);
            edits.push(TextEdit::replace(span, indent));
        }
    }
    edits
}

/// Whether no statement covers the offset: the lines of a note keep their own indentation.
fn is_between_statements(analysis: &Analysis, at: u32) -> bool {
    analysis.stmt_at(at).is_none_or(|(diagram, stmt)| diagram.tree.range(stmt).end <= at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setting;

    fn analysis(source: &str) -> Analysis {
        Analysis::new("a.puml", source, Setting::default().into())
    }

    fn applied(analysis: &Analysis, edits: &[TextEdit]) -> String {
        diag::apply_to(analysis.text(), edits).unwrap()
    }

    #[test]
    fn only_the_asked_lines_change() {
        let analysis = analysis("A->B\nA->B\nA->B\n");
        assert_eq!(applied(&analysis, &format_lines(&analysis, 1, 1)), "A->B\nA -> B\nA->B\n");
        assert_eq!(applied(&analysis, &format(&analysis)), "A -> B\nA -> B\nA -> B\n");
    }

    #[test]
    fn some_lines_are_laid_out_as_the_whole_lays_them_out() {
        let source = "@startuml\nbox B\nactor A\nend box\nA->B:x\nALT ok\nloop\n note over A\none\n  two\nend note\n  B->A\n\n \nend\nelse\nA->B\n  end\nA->B \\\n : y\nnonsense line\n' c\n@enduml\n";
        let analysis = analysis(source);
        let line = |at: u32| analysis.lines().line(at);
        let lines = analysis.lines().line_count();
        for first in 0..lines {
            for last in first..lines {
                let mut whole = format(&analysis);
                whole.retain(|it| line(it.span.start) >= first && line(it.span.end) <= last);
                let mut part = format_lines(&analysis, first, last);
                for edits in [&mut whole, &mut part] {
                    edits.sort_by_key(|it| it.span);
                }
                assert_eq!(part, whole, "lines {first} to {last}");
            }
        }
    }

    #[test]
    fn ending_a_line_lays_it_out_and_indents_the_next() {
        let source = "A->B\nALT  ok\n\nend";
        let analysis = analysis(source);
        let at = source.find("\n\n").unwrap() as u32 + 1;
        assert_eq!(applied(&analysis, &format_typed(&analysis, at)), "A->B\nalt ok\n  \nend");
    }
}
