//! Arrows of another diagram type or language.

use super::clue::{Clue, Line};
use super::label::find_outside;
use super::suspect::Suspect;
use crate::codes;

/// Wrong arrows with the right one, for each group of types; longer ones first.
fn substitutes(kind: &str) -> &'static [(&'static str, &'static str)] {
    match kind {
        "flowchart" | "swimlane" | "agentflow" | "block" => &[
            ("--x-->", "--x"),
            ("--o-->", "--o"),
            ("-->>", "-->"),
            ("->>", "-->"),
            ("=>", "==>"),
            ("->", "-->"),
            ("~>", "-.->"),
        ],
        "state" => &[("---", "--"), ("==>", "-->"), ("->>", "-->"), ("=>", "-->"), ("->", "-->")],
        "class" => &[("==>", "-->"), ("->>", "-->"), ("=>", "-->"), ("->", "-->"), ("~>", "-->")],
        "sequence" => {
            &[("==>", "->>"), ("=>", "->>"), ("~>", "->>"), ("--->", "-->>"), ("-.->", "-->>")]
        }
        "er" => &[("||-->", "||--||"), ("-->", "||--o{"), ("->", "||--o{"), ("---", "||--||")],
        "quadrant" => &[("->", "-->")],
        _ => &[],
    }
}

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    let pairs = substitutes(clue.kind);
    clue.statements().iter().flat_map(|line| in_line(line, pairs)).collect()
}

fn in_line(line: &Line<'_>, pairs: &[(&str, &str)]) -> Vec<Suspect> {
    let mut found: Vec<Suspect> = Vec::new();
    for (wrong, right) in pairs {
        for at in find_outside(line.text, wrong) {
            let range = line.at(at..at + wrong.len());
            let taken =
                found.iter().any(|it| it.range.start < range.end && range.start < it.range.end);
            if taken || is_part_of_longer(line.text, at, wrong) {
                continue;
            }
            let suspect = Suspect::new(
                codes::WRONG_ARROW,
                range.clone(),
                format!("this diagram type has no arrow `{wrong}`"),
                format!("write `{right}`"),
            );
            found.push(
                suspect.fix(format!("replace with `{right}`"), [(range, (*right).to_owned())]),
            );
        }
    }
    found
}

/// `->` inside `-->` and the like is not an arrow of its own.
fn is_part_of_longer(text: &str, at: usize, arrow: &str) -> bool {
    let before = text[..at].chars().next_back();
    let after = text[at + arrow.len()..].chars().next();
    before.is_some_and(|it| "-=.<~".contains(it)) || after.is_some_and(|it| ">-=".contains(it))
}
