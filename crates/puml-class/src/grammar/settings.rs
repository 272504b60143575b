//! `left to right direction`, `set separator x`, `hide`, `show`, `remove`, `restore`.

use puml_graph::Direction;
use puml_syntax::grammar::inert;
use puml_syntax::{Cursor, Miss, is_blank};

use super::Read;
use crate::ast::{Action, Part, StmtKind, Visibility};

pub(super) fn direction(mut cursor: Cursor<'_>) -> Read {
    let found = if cursor.eat_word("left to right") {
        Direction::Right
    } else if cursor.eat_word("top to bottom") {
        Direction::Down
    } else {
        return Err(Miss::Other);
    };
    let is_whole = cursor.blanks() && cursor.keyword("direction") && cursor.at_end();
    if is_whole { Ok(StmtKind::Direction(found)) } else { Err(Miss::Other) }
}

pub(super) fn separator(mut cursor: Cursor<'_>) -> Read {
    if !cursor.keyword("set") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    if !(cursor.keyword("separator") || cursor.keyword("namespaceseparator")) || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let range = cursor.rest_range();
    let blank = cursor.rest().contains(is_blank);
    if cursor.at_end() || blank { Err(Miss::Other) } else { Ok(StmtKind::Separator(range)) }
}

const ACTIONS: [(&str, Action); 4] = [
    ("hide", Action::Hide),
    ("show", Action::Show),
    ("remove", Action::Remove),
    ("restore", Action::Restore),
];

const PARTS: [(&str, Part); 12] = [
    ("members", Part::Members),
    ("member", Part::Members),
    ("attributes", Part::Fields),
    ("attribute", Part::Fields),
    ("fields", Part::Fields),
    ("field", Part::Fields),
    ("methods", Part::Methods),
    ("method", Part::Methods),
    ("circles", Part::Circle),
    ("circle", Part::Circle),
    ("stereotypes", Part::Stereotypes),
    ("stereotype", Part::Stereotypes),
];

pub(super) fn visibility(mut cursor: Cursor<'_>) -> Read {
    let start = cursor.pos;
    let Some(action) = cursor.one_of(&ACTIONS) else { return Err(Miss::Other) };
    let keyword = cursor.since(start);
    if !cursor.blanks() || cursor.at_end() {
        return Err(Miss::Other);
    }
    let rest = cursor.rest().to_ascii_lowercase();
    if matches!(rest.trim(), "footbox" | "empty description") {
        return Ok(inert(keyword));
    }
    let from = cursor.pos;
    let words: Vec<(usize, &str)> = words(cursor.rest());
    let last = words.last().map_or("", |it| it.1).to_ascii_lowercase();
    let part = PARTS.iter().find(|it| it.0 == last).map(|it| it.1);
    let is_whole = matches!(action, Action::Remove | Action::Restore) || part.is_none();
    if is_whole {
        let single = words.len() == 1 || cursor.rest().starts_with("<<");
        let who = Some(cursor.rest_range());
        return if single || matches!(action, Action::Remove | Action::Restore) {
            Ok(StmtKind::Visibility(Box::new(Visibility { action, who, empty: false, part: None })))
        } else {
            Err(Miss::Other)
        };
    }
    let mut before = &words[..words.len() - 1];
    let empty = before.last().is_some_and(|it| it.1.eq_ignore_ascii_case("empty"));
    if empty {
        before = &before[..before.len() - 1];
    }
    let who = before.last().map(|(at, word)| cursor.range(from + at, from + at + word.len()));
    Ok(StmtKind::Visibility(Box::new(Visibility { action, who, empty, part })))
}

/// The words of a text with their places.
fn words(text: &str) -> Vec<(usize, &str)> {
    text.split(is_blank)
        .filter(|it| !it.is_empty())
        .map(|it| (it.as_ptr() as usize - text.as_ptr() as usize, it))
        .collect()
}
