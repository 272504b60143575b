//! The canonical layout as edits: of the whole text, of some lines, of what was just typed.

use diag::{Span, TextEdit};
use puml_syntax::format::Form;

use crate::Analysis;

/// The edits that bring the whole text into its canonical layout; none where it has it already.
pub fn format(analysis: &Analysis, form: Form) -> Vec<TextEdit> {
    analysis.layout(form)
}

/// Those edits that stand between two lines, counted from 0, both included.
pub fn format_lines(analysis: &Analysis, first: u32, last: u32, form: Form) -> Vec<TextEdit> {
    let line = |at: u32| analysis.lines().line(at);
    let mut edits = format(analysis, form);
    edits.retain(|it| line(it.span.start) >= first && line(it.span.end) <= last);
    edits
}

/// After a line was ended: the layout of that line, and the indentation of the new one at `at`.
pub fn format_typed(analysis: &Analysis, at: u32, form: Form) -> Vec<TextEdit> {
    let line = analysis.lines().line(at);
    let Some(before) = line.checked_sub(1) else { return Vec::new() };
    let mut edits = format_lines(analysis, before, before, form);
    let range = analysis.lines().line_range(analysis.text(), line);
    let rest = &analysis.text()[range.clone()];
    let Some(diagram) = analysis.diagram_at(at) else { return edits };
    let is_prefixed = !diagram.prefix().is_empty();
    if rest.trim().is_empty() && !is_prefixed && is_between_statements(analysis, at) {
        let indent = diagram.indent(form).times(diagram.depth_at(at, |_| true));
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
    use puml_syntax::format::Indent;

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
        assert_eq!(
            applied(&analysis, &format_lines(&analysis, 1, 1, Form::default())),
            "A->B\nA -> B\nA->B\n"
        );
        assert_eq!(
            applied(&analysis, &format(&analysis, Form::default())),
            "A -> B\nA -> B\nA -> B\n"
        );
    }

    #[test]
    fn some_lines_are_laid_out_as_the_whole_lays_them_out() {
        let source = "@startuml\nbox B\nactor A\nend box\nA->B:x\nALT ok\nloop\n note over A\none\n  two\nend note\n  B->A\n\n \nend\nelse\nA->B\n  end\nA->B \\\n : y\nnonsense line\n' c\n@enduml\n";
        let analysis = analysis(source);
        let line = |at: u32| analysis.lines().line(at);
        let lines = analysis.lines().line_count();
        for first in 0..lines {
            for last in first..lines {
                let mut whole = format(&analysis, Form::default());
                whole.retain(|it| line(it.span.start) >= first && line(it.span.end) <= last);
                let mut part = format_lines(&analysis, first, last, Form::default());
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
        assert_eq!(
            applied(&analysis, &format_typed(&analysis, at, Form::default())),
            "A->B\nalt ok\n  \nend"
        );
    }

    #[test]
    fn the_next_line_is_indented_by_the_authors_unit() {
        for (source, form, wanted) in [
            ("loop\n\tA -> B\nend\nalt ok\n\nend", Form::default(), "\t\nend"),
            ("loop\n    A -> B\nend\nalt ok\n\nend", Form::default(), "    \nend"),
            (
                "alt ok\n\nend",
                Form { indent: Some(Indent::Blanks(3)), ..Form::default() },
                "   \nend",
            ),
        ] {
            let analysis = analysis(source);
            let at = source.find("\n\n").unwrap() as u32 + 1;
            let typed = applied(&analysis, &format_typed(&analysis, at, form));
            assert!(typed.ends_with(&format!("\n{wanted}")), "{typed:?}");
        }
    }
}
