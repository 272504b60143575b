//! Names with blanks, quotes or angle brackets where the type wants a plain word.

use super::clue::{Clue, Line};
use super::label::outside;
use super::suspect::Suspect;
use crate::codes;

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    let rule: fn(&Line<'_>) -> Vec<Suspect> = match clue.kind {
        "flowchart" => blank_in_node,
        "class" => class_names,
        "state" => quoted_state,
        _ => return Vec::new(),
    };
    clue.statements().iter().flat_map(rule).collect()
}

/// `User login --> Page`: the words become a label.
fn blank_in_node(line: &Line<'_>) -> Vec<Suspect> {
    const LINKS: &[&str] = &["-->", "==>", "-.->", "---"];
    let free = outside(line.text);
    let mut found = Vec::new();
    let mut start = 0;
    let has_link = LINKS.iter().any(|link| line.text.contains(link));
    while has_link && start < line.text.len() {
        let rest = &line.text[start..];
        let (end, width) = LINKS
            .iter()
            .filter_map(|link| rest.find(link).map(|at| (start + at, link.len())))
            .min()
            .unwrap_or((line.text.len(), 0));
        let part = &line.text[start..end];
        let name = part.trim();
        let words: Vec<&str> = name.split_whitespace().collect();
        let repeated = words.windows(2).any(|pair| pair[0] == pair[1]);
        let plain = name.chars().all(|it| it.is_alphanumeric() || it == ' ');
        if words.len() > 1 && !repeated && plain && free[start..end].iter().all(|it| *it) {
            let at = start + part.len() - part.trim_start().len();
            let range = line.at(at..at + name.len());
            let suspect = Suspect::new(
                codes::BAD_NAME,
                range.clone(),
                format!("the node name `{name}` has a blank"),
                "give the node a short name, and the words as its label",
            );
            let node = format!("{}[{name}]", words.join("_"));
            found.push(suspect.guess().fix(format!("write `{node}`"), [(range, node.clone())]));
        }
        start = end + width.max(1);
    }
    found
}

/// `List<T>` and `namespace "My things"`.
fn class_names(line: &Line<'_>) -> Vec<Suspect> {
    let text = line.trimmed();
    if let Some(name) = text.strip_prefix("namespace \"").and_then(|rest| rest.split('"').next()) {
        let at = line.text.find('"').unwrap_or_default();
        return vec![quoted(line, at, name)];
    }
    let declared = text.strip_prefix("class ").filter(|rest| !rest.contains("<<"));
    let Some(open) = declared.and_then(|_| line.text.find('<')) else { return Vec::new() };
    let Some(close) = line.text.find('>').filter(|close| *close > open) else { return Vec::new() };
    let range = line.at(open..close + 1);
    let inside = &line.text[open + 1..close];
    let found = Suspect::new(
        codes::BAD_NAME,
        range.clone(),
        format!("type parameters are written `~{inside}~`"),
        "angle brackets belong to arrows and annotations",
    );
    vec![found.fix(format!("write `~{inside}~`"), [(range, format!("~{inside}~"))])]
}

/// `"My state" --> Other`.
fn quoted_state(line: &Line<'_>) -> Vec<Suspect> {
    if line.trimmed().starts_with("state ") {
        return Vec::new();
    }
    let quotes: Vec<usize> = line.text.match_indices('"').map(|(at, _)| at).collect();
    let before_colon = |at: usize| !line.text[..at].contains(':');
    quotes
        .chunks_exact(2)
        .filter(|pair| before_colon(pair[0]))
        .map(|pair| quoted(line, pair[0], &line.text[pair[0] + 1..pair[1]]))
        .collect()
}

fn quoted(line: &Line<'_>, at: usize, name: &str) -> Suspect {
    let range = line.at(at..at + name.len() + 2);
    let words: Vec<&str> =
        name.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty()).collect();
    let plain = words.join("_");
    let found = Suspect::new(
        codes::BAD_NAME,
        range.clone(),
        format!("a name cannot be quoted here: `\"{name}\"`"),
        format!("use a plain word, such as `{plain}`"),
    );
    found.fix(format!("replace with `{plain}`"), [(range, plain)])
}
