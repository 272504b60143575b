//! The most frequent mistake of all: a label with brackets, braces or quotes that is not itself quoted.

use super::clue::{Clue, Line};
use super::label::labels;
use super::suspect::Suspect;
use crate::codes;

const STRUCTURAL: &[char] = &['(', ')', '[', ']', '{', '}', '"', '@', '<', '>'];

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    if !clue.is_flow() && !matches!(clue.kind, "mindmap" | "kanban") {
        return Vec::new();
    }
    clue.statements()
        .iter()
        .flat_map(|line| {
            let mut found = nodes(line);
            found.extend(path(line));
            found.extend(bars(line));
            found.extend(subgraph(line));
            found
        })
        .collect()
}

fn nodes(line: &Line<'_>) -> Vec<Suspect> {
    labels(line.text)
        .into_iter()
        .filter(|label| label.closed)
        .filter_map(|label| unquoted(line, label.content))
        .collect()
}

/// `[/api/users]`: a slash after the bracket starts a slanted shape, which a slash must end.
fn path(line: &Line<'_>) -> Option<Suspect> {
    let label = labels(line.text)
        .into_iter()
        .find(|label| !label.closed && matches!(&line.text[label.open.clone()], "[/" | "[\\"))?;
    let start = label.open.start + 1;
    let end = start + line.text[start..].find(']')?;
    let text = &line.text[start..end];
    let range = line.at(start..end);
    let found = Suspect::new(
        codes::BRACKET_IN_LABEL,
        range.clone(),
        format!("the label `{}` begins with a slash and is not quoted", short(text)),
        "put labels that begin with a slash in double quotes",
    );
    let quoted = format!("\"{}\"", text.replace('"', "#quot;"));
    Some(found.fix("quote the label", [(range, quoted)]))
}

/// Link labels between bars.
fn bars(line: &Line<'_>) -> Option<Suspect> {
    let start = line.text.find('|')? + 1;
    let end = start + line.text[start..].find('|')?;
    unquoted(line, start..end)
}

/// Subgraph titles without a bracketed label of their own.
fn subgraph(line: &Line<'_>) -> Option<Suspect> {
    let title = line.trimmed().strip_prefix("subgraph ")?.trim();
    let start = line.text.find(title)?;
    if title.contains('[') && title.ends_with(']') {
        return None;
    }
    unquoted(line, start..start + title.len())
}

fn unquoted(line: &Line<'_>, content: std::ops::Range<usize>) -> Option<Suspect> {
    let text = &line.text[content.clone()];
    let trimmed = text.trim();
    let starts_quoted = trimmed.starts_with('"') || trimmed.starts_with('`');
    if trimmed.is_empty() || starts_quoted || !trimmed.contains(STRUCTURAL) {
        return None;
    }
    let at = content.start + trimmed.find(STRUCTURAL)? + (text.len() - text.trim_start().len());
    let sign = line.text[at..].chars().next()?;
    let quoted = format!("\"{}\"", trimmed.replace("\\\"", "\"").replace('"', "#quot;"));
    let range = line.at(content);
    let found = Suspect::new(
        codes::BRACKET_IN_LABEL,
        range.clone(),
        format!("the label `{}` has a `{sign}` and is not quoted", short(trimmed)),
        "put labels with brackets, braces or quotes in double quotes",
    );
    Some(found.fix("quote the label", [(range, quoted)]))
}

fn short(text: &str) -> String {
    if text.chars().count() <= 40 {
        return text.to_owned();
    }
    text.chars().take(39).chain(['…']).collect()
}
