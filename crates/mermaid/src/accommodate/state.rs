//! State diagrams: braces that close nothing, statements over two lines, and notes that end with a sign.

use crate::engine::SyntaxError;

pub(super) fn rewritten(source: &str, error: &SyntaxError) -> String {
    if error.message.contains("Unterminated note") {
        return closed_notes(source);
    }
    balanced(&whole_statements(source))
}

/// `end note;` ends a note as `end note` does.
fn closed_notes(source: &str) -> String {
    let lines: Vec<&str> =
        source
            .lines()
            .map(|line| {
                if line.trim().trim_end_matches([';', ' ']) == "end note" {
                    "end note"
                } else {
                    line
                }
            })
            .collect();
    lines.join("\n")
}

/// Without the braces that close nothing, which Mermaid passes over.
fn balanced(source: &str) -> String {
    let mut open = 0_usize;
    let mut out = Vec::new();
    for line in source.lines() {
        let text = line.trim();
        if !text.is_empty() && text.chars().all(|it| it == '}') {
            let kept = text.len().min(open);
            open -= kept;
            out.extend(std::iter::repeat_n("}", kept));
            continue;
        }
        open += usize::from(text.ends_with('{') && !text.starts_with("%%"));
        out.push(line);
    }
    out.join("\n")
}

/// A declaration that goes on in the next line, and a transition that does so inside a composite state.
fn whole_statements(source: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut open = 0_usize;
    for line in source.lines() {
        let text = line.trim();
        let last = out.last().map_or("", |last| last.trim());
        let inside = open > 0 && !text.is_empty() && !last.is_empty();
        let goes_on =
            last == "state" || inside && (last.ends_with("-->") || text.starts_with("-->"));
        open += usize::from(text.ends_with('{'));
        open = open.saturating_sub(usize::from(text.starts_with('}')));
        match out.last_mut() {
            Some(last) if goes_on => {
                last.push(' ');
                last.push_str(text);
            }
            _ => out.push(line.to_owned()),
        }
    }
    out.join("\n")
}
