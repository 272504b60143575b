//! Arrows that point backwards: most types write every arrow from left to right.

use super::clue::{Clue, Line};
use super::label::find_outside;
use super::suspect::Suspect;
use crate::codes;

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    let (arrows, forward): (&[&str], &str) = match clue.kind {
        "flowchart" | "swimlane" | "block" | "state" => (&["<--", "<-"], "-->"),
        "sequence" => (&["<<--", "<<-", "<--", "<-"], "->>"),
        "class" => (&["<-"], "<--"),
        _ => return Vec::new(),
    };
    clue.statements().iter().filter_map(|line| in_line(clue, line, arrows, forward)).collect()
}

fn in_line(clue: &Clue<'_>, line: &Line<'_>, arrows: &[&str], forward: &str) -> Option<Suspect> {
    let (at, arrow) = arrows.iter().find_map(|arrow| {
        let at = *find_outside(line.text, arrow).first()?;
        let after = line.text[at + arrow.len()..].chars().next();
        let whole = after.is_none_or(|it| !"->|.=".contains(it));
        whole.then_some((at, *arrow))
    })?;
    let range = line.at(at..at + arrow.len());
    if clue.kind == "class" {
        let found = Suspect::new(
            codes::WRONG_ARROW,
            range.clone(),
            format!("class diagrams have no arrow `{arrow}`"),
            format!("write `{forward}`"),
        );
        return Some(found.fix(format!("replace with `{forward}`"), [(range, forward.to_owned())]));
    }
    let found = Suspect::new(
        codes::WRONG_ARROW,
        range,
        format!("`{arrow}` points backwards, and there is no such arrow"),
        format!("start at the other end: `B {forward} A`"),
    );
    let left = line.text[..at].trim();
    let right = line.text[at + arrow.len()..].trim();
    let (right, text) = match clue.kind {
        "sequence" | "state" => right.find(':').map_or((right, ""), |colon| right.split_at(colon)),
        _ => (right, ""),
    };
    let single = |side: &str| !side.is_empty() && !side.contains("--") && !side.contains("->");
    let edits = (single(left) && single(right))
        .then(|| (line.range(), format!("{} {forward} {left}{text}", right.trim_end())));
    Some(found.fix("turn the arrow round", edits))
}
