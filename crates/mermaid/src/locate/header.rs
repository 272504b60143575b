//! The first line: a type that does not exist, none at all, or a direction that does not exist.

use super::clue::{Clue, first_word};
use super::suspect::Suspect;
use crate::engine::Part;
use crate::{codes, kinds};

const DIRECTIONS: &[&str] = &["TB", "TD", "BT", "LR", "RL"];

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    let Some(line) = clue.lines.first() else {
        let found = Suspect::new(
            codes::MISSING_TYPE,
            0..0,
            "the source holds no diagram",
            "start with a diagram type, such as `flowchart TD`",
        );
        return vec![found.certain()];
    };
    let word = first_word(line.trimmed());
    let word_range = line.range().start..line.range().start + word.len();
    if clue.part != Part::Header {
        return direction(clue, word);
    }
    if let Some(found) = text_before(clue) {
        return vec![found];
    }
    let headers: Vec<&'static str> =
        kinds::KINDS.iter().flat_map(|kind| kind.headers).copied().collect();
    let same_letters = headers.iter().copied().find(|header| header.eq_ignore_ascii_case(word));
    let with_beta = headers.iter().copied().find(|header| header.trim_end_matches("-beta") == word);
    let other_name = renamed(word);
    let close = diag::nearest(word, headers.iter().copied());
    if let Some(header) = same_letters.or(with_beta).or(other_name).or(close) {
        let found = Suspect::new(
            codes::UNKNOWN_TYPE,
            word_range.clone(),
            format!("there is no diagram type `{word}`"),
            format!("did you mean `{header}`?"),
        );
        return vec![
            found
                .certain()
                .fix(format!("replace with `{header}`"), [(word_range, header.to_owned())]),
        ];
    }
    if looks_like_flow(line.trimmed()) {
        let found = Suspect::new(
            codes::MISSING_TYPE,
            line.range(),
            "the source does not say which diagram type it is",
            "put `flowchart TD` on the first line",
        );
        let fix = [(line.start..line.start, "flowchart TD\n".to_owned())];
        return vec![found.certain().fix("add `flowchart TD`", fix)];
    }
    if looks_like_message(line.trimmed()) {
        let found = Suspect::new(
            codes::MISSING_TYPE,
            line.range(),
            "the source does not say which diagram type it is",
            "put `sequenceDiagram` on the first line",
        );
        let fix = [(line.start..line.start, "sequenceDiagram\n".to_owned())];
        return vec![found.certain().fix("add `sequenceDiagram`", fix)];
    }
    let hint = if word.starts_with("@start") {
        "this looks like PlantUML, which has tools of its own"
    } else {
        "start with a type such as `flowchart TD`, `sequenceDiagram`, `classDiagram` or `gantt`"
    };
    let message = format!("`{word}` does not start any diagram type");
    let found = Suspect::new(codes::UNKNOWN_TYPE, word_range, message, hint);
    vec![found.certain()]
}

/// Prose before the diagram, as chat answers have it.
fn text_before(clue: &Clue<'_>) -> Option<Suspect> {
    let first = clue.lines.first()?;
    let start = clue.statements().iter().find(|line| {
        let word = first_word(line.trimmed());
        kinds::of_header(word).is_some() && word.len() > 4
    })?;
    let found = Suspect::new(
        codes::MISSING_TYPE,
        first.range(),
        "text stands before the diagram",
        "start with the line that names the diagram type",
    );
    Some(found.certain().guess().fix("remove the text", [(0..start.start, String::new())]))
}

/// What other tools and languages call our types.
fn renamed(word: &str) -> Option<&'static str> {
    let lower = word.to_ascii_lowercase();
    Some(match lower.as_str() {
        "sequence" | "seq" | "sequencediagramm" => "sequenceDiagram",
        "class" | "classes" => "classDiagram",
        "state" | "statemachine" | "statediagramv2" => "stateDiagram-v2",
        "er" | "erd" | "entityrelationship" | "entityrelationshipdiagram" => "erDiagram",
        "flow" | "flowdiagram" | "digraph" => "flowchart",
        "git" | "gitdiagram" => "gitGraph",
        "piechart" => "pie",
        "ganttchart" | "ganttdiagram" => "gantt",
        "userjourney" => "journey",
        "quadrant" => "quadrantChart",
        "requirements" => "requirementDiagram",
        "c4" | "c4diagram" => "C4Context",
        "barchart" | "linechart" | "xychartbeta" => "xychart-beta",
        "mindmapdiagram" => "mindmap",
        _ => return None,
    })
}

fn looks_like_flow(text: &str) -> bool {
    text.contains("-->") || text.contains("---") || text.contains("==>") || text.contains("-.->")
}

fn looks_like_message(text: &str) -> bool {
    text.contains("->>") || text.contains("->") && text.contains(':')
}

fn direction(clue: &Clue<'_>, word: &str) -> Vec<Suspect> {
    if !matches!(word, "flowchart" | "graph" | "flowchart-elk" | "swimlane-beta") {
        return Vec::new();
    }
    let line = &clue.lines[0];
    let rest = line.trimmed()[word.len()..].trim_start();
    let given = rest.split([' ', ';', '\t']).next().unwrap_or_default();
    let known = DIRECTIONS.contains(&given) || matches!(given, ">" | "<" | "^" | "v");
    if given.is_empty() || known || !clue.words.contains("direction") {
        return Vec::new();
    }
    let start = line.range().start + line.trimmed().len() - rest.len();
    let range = start..start + given.len();
    let upper = given.to_ascii_uppercase();
    let better = match upper.as_str() {
        "TOP" | "DOWN" | "VERTICAL" | "DT" | "UD" => "TD",
        "HORIZONTAL" | "RIGHT" => "LR",
        "LEFT" => "RL",
        "UP" | "DU" => "BT",
        other => DIRECTIONS.iter().find(|it| **it == other).copied().unwrap_or("TD"),
    };
    let found = Suspect::new(
        codes::UNKNOWN_DIRECTION,
        range.clone(),
        format!("there is no direction `{given}`"),
        "the directions are `TD`, `TB`, `BT`, `LR` and `RL`",
    );
    vec![found.certain().fix(format!("replace with `{better}`"), [(range, better.to_owned())])]
}
