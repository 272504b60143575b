//! `left to right direction`, `set separator x`, `newpage`, `url of`, `hide`, `show`, `remove`, `restore`.

use puml_graph::Direction;
use puml_syntax::grammar::{self, inert};
use puml_syntax::{Cursor, Miss, is_blank};

use super::{Read, name};
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

pub(super) fn new_page(mut cursor: Cursor<'_>) -> Read {
    let is_whole = cursor.keyword("newpage") && cursor.at_end();
    if is_whole { Ok(StmtKind::NewPage) } else { Err(Miss::Other) }
}

pub(super) fn footbox(mut cursor: Cursor<'_>) -> Read {
    let start = cursor.pos;
    let is_whole = cursor.keyword("footbox") && cursor.at_end();
    if is_whole { Ok(inert(cursor.since(start))) } else { Err(Miss::Other) }
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

/// `url of A is [[…]]`, `url for A is [[…]]`.
pub(super) fn address(mut cursor: Cursor<'_>) -> Read {
    if !cursor.keyword("url") {
        return Err(Miss::Other);
    }
    cursor.blanks();
    if (cursor.keyword("of") || cursor.keyword("for")) && !cursor.blanks() {
        return Err(Miss::Other);
    }
    let code = name::quoted(&mut cursor)
        .or_else(|| name::circle(&mut cursor))
        .or_else(|| name::marked(&mut cursor))
        .or_else(|| name::bare(&mut cursor));
    let Some(code) = code else { return Err(Miss::Other) };
    if !cursor.blanks() {
        return Err(Miss::Other);
    }
    if cursor.keyword("is") {
        cursor.blanks();
    }
    match grammar::link(&mut cursor) {
        Some(link) if cursor.at_end() => Ok(StmtKind::Address(code, link)),
        _ => Err(Miss::Other),
    }
}

const ACTIONS: [(&str, Action); 4] = [
    ("hide", Action::Hide),
    ("show", Action::Show),
    ("remove", Action::Remove),
    ("restore", Action::Restore),
];

const PARTS: [(&str, Part); 13] = [
    ("members", Part::Members),
    ("member", Part::Members),
    ("attributes", Part::Members),
    ("attribute", Part::Members),
    ("fields", Part::Members),
    ("field", Part::Members),
    ("methods", Part::Members),
    ("method", Part::Members),
    ("circles", Part::Members),
    ("circled", Part::Members),
    ("circle", Part::Members),
    ("stereotypes", Part::Stereotypes),
    ("stereotype", Part::Stereotypes),
];

/// `hide <<s>> stereotype`: about a part of elements.
pub(super) fn part(mut cursor: Cursor<'_>) -> Read {
    let start = cursor.pos;
    let Some(action) = cursor.one_of(&ACTIONS[..2]) else { return Err(Miss::Other) };
    let keyword = cursor.since(start);
    if !cursor.blanks() || cursor.at_end() {
        return Err(Miss::Other);
    }
    let rest = cursor.rest().to_ascii_lowercase();
    if matches!(rest.trim(), "footbox" | "empty description") {
        return Ok(inert(keyword));
    }
    let from = cursor.pos;
    let words = words(cursor.rest());
    let last = words.last().map_or("", |it| it.1).to_ascii_lowercase();
    let Some(part) = PARTS.iter().find(|it| it.0 == last).map(|it| it.1) else {
        return Err(Miss::Other);
    };
    let mut before = &words[..words.len() - 1];
    if before.last().is_some_and(|it| it.1.eq_ignore_ascii_case("empty")) {
        before = &before[..before.len() - 1];
    }
    let is_visibility = |it: &str| {
        let word = it.trim_end_matches(',');
        ["public", "private", "protected", "package"].iter().any(|it| it.eq_ignore_ascii_case(word))
    };
    let who = before.last().filter(|it| part == Part::Stereotypes || !is_visibility(it.1));
    let who = who.map(|(at, word)| cursor.range(from + at, from + at + word.len()));
    Ok(StmtKind::Visibility(Box::new(Visibility { action, who, part: Some(part) })))
}

/// `hide A`, `remove $tag`: about whole elements.
pub(super) fn whole(mut cursor: Cursor<'_>) -> Read {
    let Some(action) = cursor.one_of(&ACTIONS) else { return Err(Miss::Other) };
    if matches!(action, Action::Hide | Action::Show) {
        cursor.eat_word("-class");
    }
    if !cursor.blanks() || cursor.at_end() {
        return Err(Miss::Other);
    }
    let is_many = matches!(action, Action::Remove | Action::Restore);
    let rest = cursor.rest();
    let is_stereotype = rest.starts_with("<<") && rest.ends_with(">>");
    if !is_many && !is_stereotype && rest.contains(is_blank) {
        return Err(Miss::Other);
    }
    let who = Some(cursor.rest_range());
    Ok(StmtKind::Visibility(Box::new(Visibility { action, who, part: None })))
}

/// The words of a text with their places; a stereotype is one word.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let blank = rest.len() - rest.trim_start().len();
        if blank > 0 {
            at += blank;
            continue;
        }
        let length = match rest.strip_prefix("<<").and_then(|it| it.find(">>")) {
            Some(end) => end + 4,
            None => rest.find(is_blank).unwrap_or(rest.len()),
        };
        found.push((at, &rest[..length]));
        at += length;
    }
    found
}
