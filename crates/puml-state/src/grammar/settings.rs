//! `left to right direction`, `set separator x`, `hide`, `show`, `remove`, `restore`.

use puml_graph::Direction;
use puml_syntax::ast::Switch;
use puml_syntax::grammar::inert;
use puml_syntax::{Cursor, Miss, is_blank};

use super::Read;
use crate::ast::{Action, StmtKind, Visibility};

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
    if cursor.at_end() || blank { Err(Miss::Other) } else { Ok(StmtKind::NameSeparator(range)) }
}

const ACTIONS: [(&str, Action); 4] = [
    ("hide", Action::Hide),
    ("show", Action::Show),
    ("remove", Action::Remove),
    ("restore", Action::Restore),
];

/// Parts of classes: the reference takes commands about them in every family of this kind.
const PARTS: [&str; 13] = [
    "members",
    "member",
    "attributes",
    "attribute",
    "fields",
    "field",
    "methods",
    "method",
    "circles",
    "circle",
    "circled",
    "stereotypes",
    "stereotype",
];

pub(super) fn visibility(mut cursor: Cursor<'_>) -> Read {
    let start = cursor.pos;
    if cursor.keyword("footbox") && cursor.at_end() {
        return Ok(inert(cursor.since(start)));
    }
    cursor.pos = start;
    let Some(action) = cursor.one_of(&ACTIONS) else { return Err(Miss::Other) };
    let keyword = cursor.since(start);
    let takes_parts = matches!(action, Action::Hide | Action::Show);
    if takes_parts && cursor.eat_word("-class") {
        let blank = cursor.blanks();
        return whole(cursor, action).filter(|_| blank).ok_or(Miss::Other);
    }
    if !cursor.blanks() || cursor.at_end() {
        return Err(Miss::Other);
    }
    if !takes_parts {
        let what = cursor.rest_range();
        return Ok(StmtKind::Visibility(Visibility { action, what }));
    }
    let words: Vec<String> = cursor
        .rest()
        .split(is_blank)
        .filter(|it| !it.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    if let [word] = words.as_slice()
        && word == "footbox"
    {
        return Ok(inert(keyword));
    }
    if let [first, second] = words.as_slice()
        && first == "empty"
        && second == "description"
    {
        let switch = if action == Action::Show { Switch::On } else { Switch::Off };
        return Ok(StmtKind::EmptyDescription(switch));
    }
    let is_part = words.last().is_some_and(|it| PARTS.contains(&it.as_str()));
    let is_whole = words.len() == 1 && !is_part;
    if is_part {
        return Ok(inert(keyword));
    }
    if is_whole { whole(cursor, action).ok_or(Miss::Other) } else { quoted(cursor, action) }
}

/// One word without blanks.
fn whole(cursor: Cursor<'_>, action: Action) -> Option<StmtKind> {
    let what = cursor.rest_range();
    let is_word = !cursor.at_end() && !cursor.rest().contains(is_blank);
    is_word.then_some(StmtKind::Visibility(Visibility { action, what }))
}

/// `<<a stereotype>>` may have blanks inside.
fn quoted(cursor: Cursor<'_>, action: Action) -> Read {
    let text = cursor.rest();
    let is_stereotype = text.starts_with("<<") && text.find(">>") == Some(text.len() - 2);
    if is_stereotype {
        let what = cursor.rest_range();
        return Ok(StmtKind::Visibility(Visibility { action, what }));
    }
    Err(Miss::Other)
}
