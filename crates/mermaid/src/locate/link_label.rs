//! `A --> B : text`, which sequence and class diagrams know and flowcharts do not.

use super::clue::Clue;
use super::label::find_outside;
use super::suspect::Suspect;
use crate::codes;

const LINKS: &[&str] = &["-.->", "-->", "==>", "---", "->"];

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    if !clue.is_flow() {
        return Vec::new();
    }
    clue.statements()
        .iter()
        .filter_map(|line| {
            let colon = find_outside(line.text, ":").into_iter().find(|at| {
                let class = line.text[*at..].starts_with("::") || line.text[..*at].ends_with(':');
                !class
            })?;
            let label = line.text[colon + 1..].trim().trim_end_matches(';').trim();
            let (link, at) = LINKS
                .iter()
                .find_map(|link| Some((link, *find_outside(line.text, link).first()?)))?;
            if label.is_empty() || at > colon {
                return None;
            }
            let label = if label.contains(['(', ')', '[', ']', '{', '}', '"', '|']) {
                format!("\"{}\"", label.replace('"', "#quot;").replace('|', "#124;"))
            } else {
                label.to_owned()
            };
            let after_link = at + link.len();
            let node_end = line.text[..colon].trim_end().len();
            let line_end = line.text.trim_end().len();
            let found = Suspect::new(
                codes::LINK_LABEL,
                line.at(colon..line_end),
                "a flowchart link takes no label after a colon",
                format!("write the label between bars: `{link}|{label}|`"),
            );
            let edits = [
                (line.at(after_link..after_link), format!("|{label}|")),
                (line.at(node_end..line_end), String::new()),
            ];
            Some(found.fix("move the label between bars", edits))
        })
        .collect()
}
