//! Findings as a compiler shows them: the source line, a caret, labels, hints and fixes.

use annotate_snippets::{AnnotationKind, Level, Patch, Renderer, Snippet};

use crate::{Diagnostic, Fix, Severity, SourceId, Sources};

/// Lines longer than this are shown without an excerpt: a terminal cannot show them anyway.
const EXCERPT_LIMIT: usize = 4_000;

/// The finding as plain text, the same on every machine.
pub fn plain(sources: &Sources, diagnostic: &Diagnostic) -> String {
    render(&Renderer::plain(), sources, diagnostic)
}

/// The finding with ANSI colours.
pub fn coloured(sources: &Sources, diagnostic: &Diagnostic) -> String {
    render(&Renderer::styled(), sources, diagnostic)
}

fn render(renderer: &Renderer, sources: &Sources, diagnostic: &Diagnostic) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    if !is_showable(sources, diagnostic) {
        return without_excerpt(sources, diagnostic);
    }
    let mut group = level
        .primary_title(diagnostic.message.as_str())
        .id(diagnostic.code.name)
        .element(snippet(sources, diagnostic.span.source, diagnostic));
    let mut others: Vec<SourceId> = diagnostic.labels.iter().map(|it| it.span.source).collect();
    others.dedup();
    for other in others.into_iter().filter(|&it| it != diagnostic.span.source) {
        group = group.element(snippet(sources, other, diagnostic));
    }
    for hint in &diagnostic.hints {
        group = group.element(Level::HELP.message(hint.as_str()));
    }
    let mut report = vec![group];
    report.extend(
        diagnostic.fixes.iter().filter_map(|it| patch(sources, diagnostic.span.source, it)),
    );
    renderer.render(&report)
}

fn snippet<'a>(
    sources: &'a Sources,
    id: SourceId,
    diagnostic: &'a Diagnostic,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let source = sources.source(id);
    let mut snippet = Snippet::source(&**source.text()).path(source.name());
    if diagnostic.span.source == id {
        let span = diagnostic.span.start as usize..diagnostic.span.end as usize;
        snippet = snippet.annotation(AnnotationKind::Primary.span(span));
    }
    for label in diagnostic.labels.iter().filter(|it| it.span.source == id) {
        let span = label.span.start as usize..label.span.end as usize;
        snippet = snippet.annotation(AnnotationKind::Context.span(span).label(label.text.as_str()));
    }
    snippet
}

fn patch<'a>(
    sources: &'a Sources,
    id: SourceId,
    fix: &'a Fix,
) -> Option<annotate_snippets::Group<'a>> {
    if fix.edits.is_empty() || fix.edits.iter().any(|it| it.span.source != id) {
        return None;
    }
    let source = sources.source(id);
    let mut snippet = Snippet::source(&**source.text()).path(source.name());
    for edit in &fix.edits {
        let span = edit.span.start as usize..edit.span.end as usize;
        snippet = snippet.patch(Patch::new(span, edit.text.as_str()));
    }
    Some(Level::HELP.secondary_title(fix.title.as_str()).element(snippet))
}

fn is_showable(sources: &Sources, diagnostic: &Diagnostic) -> bool {
    let spans = diagnostic.labels.iter().map(|it| it.span).chain([diagnostic.span]);
    let edits = diagnostic.fixes.iter().flat_map(|it| &it.edits).map(|it| it.span);
    spans.chain(edits).all(|span| {
        let source = sources.source(span.source);
        let (first, last) = (source.lines().line(span.start), source.lines().line(span.end));
        let start = source.lines().line_range(source.text(), first).start;
        source.lines().line_range(source.text(), last).end - start <= EXCERPT_LIMIT
    })
}

fn without_excerpt(sources: &Sources, diagnostic: &Diagnostic) -> String {
    let source = sources.source(diagnostic.span.source);
    let at = source.lines().chars(source.text(), diagnostic.span.start);
    let mut out = format!(
        "{}[{}]: {}\n --> {}:{}:{}",
        diagnostic.severity,
        diagnostic.code.name,
        diagnostic.message,
        source.name(),
        at.line + 1,
        at.column + 1
    );
    for hint in &diagnostic.hints {
        out.push_str("\n  = help: ");
        out.push_str(hint);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Code, Span, TextEdit};

    const DEMO: Code = Code::error("demo/typo", "a word is misspelt");

    fn report(text: &str, build: impl FnOnce(SourceId) -> Diagnostic) -> String {
        let mut sources = Sources::default();
        let id = sources.add("a.puml", text);
        plain(&sources, &build(id))
    }

    #[test]
    fn an_excerpt_shows_the_line_the_label_the_hint_and_the_fix() {
        let shown = report("A -> B\npartcipant C\n", |id| {
            let span = Span::new(id, 7, 17);
            Diagnostic::new(DEMO, span, "unknown keyword `partcipant`")
                .with_label(Span::new(id, 0, 1), "first used here")
                .with_hint("participants are declared before the first message")
                .with_fix(Fix::safe("replace it", vec![TextEdit::replace(span, "participant")]))
        });
        for expected in [
            "error[demo/typo]: unknown keyword `partcipant`",
            "a.puml:2:1",
            "^^^^^^^^^^",
            "first used here",
            "participants are declared before",
            "participant C",
        ] {
            assert!(shown.contains(expected), "missing {expected:?} in\n{shown}");
        }
    }

    #[test]
    fn places_in_other_sources_are_shown_with_their_file() {
        let mut sources = Sources::default();
        let main = sources.add("a.puml", "A -> B\n");
        let other = sources.add("b.iuml", "!include c\n");
        let fix = Fix::safe("edit the other", vec![TextEdit::insert(other, 0, "!")]);
        let empty = Fix::safe("edit nothing", Vec::new());
        let finding = Diagnostic::new(DEMO, Span::new(main, 0, 1), "odd")
            .with_label(Span::new(other, 0, 8), "included here")
            .with_label(Span::new(other, 9, 10), "and this")
            .with_fix(fix)
            .with_fix(empty);
        let shown = plain(&sources, &finding);
        for expected in ["a.puml:1:1", "b.iuml:1:1", "included here", "and this"] {
            assert!(shown.contains(expected), "missing {expected:?} in\n{shown}");
        }
        assert_eq!(shown.matches("b.iuml").count(), 1, "one excerpt for each file:\n{shown}");
        assert!(!shown.contains("edit the other") && !shown.contains("edit nothing"), "{shown}");
    }

    #[test]
    fn colours_are_added_and_the_words_stay() {
        let mut sources = Sources::default();
        let id = sources.add("a.puml", "A -> B\n");
        let finding = Diagnostic::new(DEMO, Span::new(id, 0, 1), "odd");
        assert!(!plain(&sources, &finding).contains('\u{1b}'));
        let colored = coloured(&sources, &finding);
        assert!(colored.contains('\u{1b}') && colored.contains("odd"));
    }

    #[test]
    fn the_severity_is_named_first() {
        for (severity, word) in [
            (Severity::Error, "error["),
            (Severity::Warning, "warning["),
            (Severity::Info, "info["),
        ] {
            let shown = report("A\n", |id| Diagnostic {
                severity,
                ..Diagnostic::new(DEMO, Span::new(id, 0, 1), "odd")
            });
            assert!(shown.starts_with(word), "{shown}");
        }
    }

    #[test]
    fn a_line_of_the_greatest_length_still_has_an_excerpt() {
        let finding = |id| Diagnostic::new(DEMO, Span::new(id, 0, 1), "odd");
        let fits = report(&format!("first\n{}", "x".repeat(EXCERPT_LIMIT)), |id| {
            Diagnostic::new(DEMO, Span::new(id, 6, 7), "odd")
        });
        assert!(fits.contains('|'), "{fits}");
        let long = report(&"x".repeat(EXCERPT_LIMIT + 1), finding);
        assert_eq!(long, "error[demo/typo]: odd\n --> a.puml:1:1");
    }

    #[test]
    fn a_huge_line_is_reported_without_an_excerpt() {
        let shown = report(&"x".repeat(100_000), |id| {
            Diagnostic::new(DEMO, Span::new(id, 5, 6), "too long").with_hint("split it")
        });
        assert_eq!(shown, "error[demo/typo]: too long\n --> a.puml:1:6\n  = help: split it");
    }
}
