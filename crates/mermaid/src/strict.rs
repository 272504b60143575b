//! What the engine lets pass and Mermaid itself does not. Each rule is as narrow as the case it is for.

mod blank;
mod block;
mod class;
mod entity;
mod semicolon;
mod statement;

use diag::{Code, Diagnostic, Fix, SourceId, Span, TextEdit};

use crate::{codes, kinds};

/// Faults of a source that the engine has accepted.
pub(crate) fn faults(source: &str, engine_kind: &str) -> Vec<Diagnostic> {
    let lines = statements(source);
    let rules = rules(kinds::public_name(engine_kind));
    let mut found: Vec<Diagnostic> = rules
        .iter()
        .flat_map(|rule| match rule {
            Rule::Line(rule) => lines
                .iter()
                .filter_map(|line| rule(line).map(|fault| (line.start, fault)))
                .collect(),
            Rule::All(rule) => rule(&lines),
        })
        .map(|(start, fault)| fault.diagnostic(start, source.len()))
        .collect();
    diag::sort(&mut found);
    found
}

/// A look at one line, or at all of them; a fault's range counts in the line that begins at the offset with it.
enum Rule {
    Line(fn(&Line<'_>) -> Option<Fault>),
    All(fn(&[Line<'_>]) -> Vec<(usize, Fault)>),
}

fn rules(kind: &str) -> &'static [Rule] {
    use Rule::{All, Line};
    match kind {
        "class" => &[All(class::faults)],
        "flowchart" | "swimlane" => &[
            Line(|it| statement::empty_style(it.text)),
            Line(|it| statement::stray_backtick(it.text)),
            Line(|it| statement::empty_class_def(it.text)),
            Line(entity_in_style),
            Line(blank::in_flowchart),
        ],
        "er" => &[Line(|it| statement::damaged_style(it.text)), Line(blank::in_er)],
        "requirement" => {
            &[Line(|it| statement::damaged_class(it.text)), Line(blank::in_requirement)]
        }
        "quadrant" => &[
            Line(|it| statement::axis_arrow(it.text)),
            Line(|it| statement::empty_class_def(it.text)),
            Line(|it| statement::empty_quadrant(it.text)),
        ],
        "sankey" => &[Line(|it| statement::short_row(it.text))],
        "gantt" => &[Line(|it| semicolon::in_gantt(it.text))],
        "journey" => &[Line(|it| semicolon::in_journey(it.text))],
        "sequence" => &[Line(blank::in_sequence)],
        "mindmap" | "kanban" | "ishikawa" => &[All(blank::behind_the_type)],
        "treeview" => &[All(blank::in_tree)],
        "treemap" => &[All(blank::in_treemap)],
        "xychart" => &[Line(|it| statement::joined_axis(it.text))],
        "block" => &[All(block::faults)],
        _ => &[],
    }
}

/// A line of the diagram proper, without its end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'src> {
    /// Byte offset in the source.
    pub(crate) start: usize,
    pub(crate) text: &'src str,
}

/// The lines from the diagram's type on, without comments: what Mermaid's own readers see.
pub(crate) fn statements(source: &str) -> Vec<Line<'_>> {
    let mut start = 0;
    let mut lines: Vec<Line<'_>> = source
        .split('\n')
        .map(|text| {
            let line = Line { start, text: text.strip_suffix('\r').unwrap_or(text) };
            start += text.len() + 1;
            line
        })
        .collect();
    let blank = |line: &Line<'_>| line.text.trim().is_empty();
    let head = lines.iter().position(|line| !blank(line)).unwrap_or(lines.len());
    lines.drain(..head);
    if lines.first().is_some_and(|line| line.text.trim() == "---")
        && let Some(close) = lines[1..].iter().position(|line| line.text.trim() == "---")
    {
        lines.drain(..close + 2);
    }
    lines.retain(|line| !line.text.trim_start().starts_with("%%"));
    let head = lines.iter().position(|line| !blank(line)).unwrap_or(lines.len());
    lines.drain(..head);
    lines
}

fn word_count(text: &str) -> usize {
    text.split_whitespace().count()
}

/// `fill:#f96; class a b`: what looks like an entity is one, and no colour.
fn entity_in_style(line: &Line<'_>) -> Option<Fault> {
    let range = entity::in_style(line.text)?;
    Some(Fault {
        code: codes::BAD_STYLE,
        message: format!("`{}` is read as an entity, not as a colour", &line.text[range.clone()]),
        range,
        hint: "end the line after the style, with one semicolon or none",
        replacement: None,
    })
}

/// A fault in one line; the range counts in the line.
struct Fault {
    code: Code,
    range: std::ops::Range<usize>,
    message: String,
    hint: &'static str,
    replacement: Option<String>,
}

impl Fault {
    /// The finding, for a line that begins at `start` of a source of that length.
    fn diagnostic(self, start: usize, length: usize) -> Diagnostic {
        let at = |offset: usize| (start + offset).min(length) as u32;
        let span = Span::new(SourceId(0), at(self.range.start), at(self.range.end));
        let found = Diagnostic::new(self.code, span, self.message).with_hint(self.hint);
        match self.replacement {
            Some(text) => {
                let title = if text.is_empty() {
                    "remove it".to_owned()
                } else {
                    format!("replace with `{text}`")
                };
                found.with_fix(Fix::safe(title, vec![TextEdit::replace(span, text)]))
            }
            None => found,
        }
    }
}
