//! Random arrows: most of them right, some with parts that do not go together.

use super::chance::Chance;

/// An arrow with its borders, if it has any; whether the left and right ends are participants.
pub(crate) struct Arrow {
    pub(crate) text: String,
    pub(crate) has_left: bool,
    pub(crate) has_right: bool,
}

pub(crate) fn arrow(chance: &mut Chance) -> Arrow {
    let plain = chance.percent(55);
    let core = if plain { simple(chance).to_owned() } else { decorated(chance) };
    let (left, right) = match chance.below(20) {
        0 => (chance.of(&["[", "[", "?"]), ""),
        1 => ("", chance.of(&["]", "]", "?"])),
        _ => ("", ""),
    };
    Arrow {
        text: format!("{left}{core}{right}"),
        has_left: left.is_empty(),
        has_right: right.is_empty(),
    }
}

fn simple(chance: &mut Chance) -> &'static str {
    chance.of(&["->", "->", "-->", "<-", "<--", "->>", "-->>", "<<-", "<->", "<<-->>"])
}

fn decorated(chance: &mut Chance) -> String {
    let left = if chance.percent(45) {
        let end = chance.maybe(25, &["x", "o"]);
        format!("{end}{}", chance.of(&["<", "<<", "\\", "\\\\", "/", "//", ""]))
    } else {
        String::new()
    };
    let right = if left.is_empty() || chance.percent(30) {
        let head = chance.of(&[">", ">>", "\\", "\\\\", "/", "//", ">"]);
        format!("{head}{}", chance.maybe(25, &["x", "o"]))
    } else {
        chance.maybe(10, &["x", "o"]).to_owned()
    };
    let dashes = chance.of(&["-", "--", "-", "--", "---"]);
    if chance.percent(35) {
        let style = chance.of(&[
            "#red",
            "#0000FF",
            "dashed",
            "dotted",
            "bold",
            "hidden",
            "#green,dashed",
            "bold,#navy",
            "#Crimson,dotted",
            "#",
        ]);
        let (before, after) = dashes.split_at(1);
        return format!("{left}{before}[{style}]{after}{right}");
    }
    format!("{left}{dashes}{right}")
}
