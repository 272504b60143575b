//! A node's bracket that is opened and not closed on its line.

use super::clue::{Clue, Line};
use super::label::labels;
use super::suspect::Suspect;
use crate::codes;

/// Where a node ends at the latest: before the link that follows it.
const LINKS: &[&str] = &[" -->", " ---", " -.", " ==", " --", "-->", "@{", ";"];

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    let inline = clue.is_flow()
        || matches!(clue.kind, "mindmap" | "kanban" | "venn" | "architecture" | "radar");
    if !inline {
        return Vec::new();
    }
    let bars = clue.statements().iter().filter(|_| clue.is_flow()).filter_map(bar);
    clue.statements()
        .iter()
        .filter_map(|line| {
            let label = labels(line.text).into_iter().find(|label| !label.closed)?;
            let text = &line.text[label.content.clone()];
            let end = LINKS.iter().filter_map(|link| text.find(link)).min().unwrap_or(text.len());
            let body = text[..end].trim_end();
            // Part of the closing brackets may be there already.
            let half = &label.closer[1..];
            let missing = if !half.is_empty() && body.ends_with(&label.closer[..1]) {
                half
            } else {
                label.closer
            };
            let at = label.content.start + body.len();
            let opener = &line.text[label.open.clone()];
            let found = Suspect::new(
                codes::UNCLOSED_BRACKET,
                line.at(label.open.clone()),
                format!("`{opener}` is opened here and not closed"),
                format!("close the label with `{}`", label.closer),
            );
            Some(found.fix(format!("add `{missing}`"), [(line.at(at..at), missing.to_owned())]))
        })
        .chain(bars)
        .collect()
}

/// `A -->|yes B`: the label's second bar is missing before the node.
fn bar(line: &Line<'_>) -> Option<Suspect> {
    if line.text.matches('|').count() != 1 {
        return None;
    }
    let open = line.text.find('|')?;
    let node = line.text[open..].trim_end().rfind(' ')? + open;
    let found = Suspect::new(
        codes::UNCLOSED_BRACKET,
        line.at(open..open + 1),
        "`|` is opened here and not closed",
        "close the link's label with `|` before the node",
    );
    Some(found.fix("add `|`", [(line.at(node..node), "|".to_owned())]))
}
