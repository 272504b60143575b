//! `left to right direction`, `set separator x`, `allowmixing`, `newpage`, `hide`, `show`, `remove`, `restore`.

use puml_graph::{Direction, Visibility as Mark};
use puml_syntax::grammar::{chrome, inert};
use puml_syntax::{Context, Cursor, Miss, is_blank, is_code};

use super::Read;
use crate::ast::{Action, Filter, Part, StmtKind, Visibility};

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

/// Commands of one word.
pub(super) fn word(mut cursor: Cursor<'_>) -> Read {
    let start = cursor.pos;
    let found = if cursor.eat_word("allowmixing") || cursor.eat_word("allow_mixing") {
        StmtKind::AllowMixing
    } else if cursor.eat_word("newpage") {
        StmtKind::NewPage
    } else if cursor.eat_word("footbox") || cursor.eat_word("layout_new_line") {
        inert(cursor.since(start))
    } else {
        return Err(Miss::Other);
    };
    if cursor.at_end() { Ok(found) } else { Err(Miss::Other) }
}

/// `set separator x`, where x is `none`, one sign, `::` or two backslashes.
pub(super) fn separator(mut cursor: Cursor<'_>) -> Read {
    if !cursor.keyword("set") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    if !(cursor.keyword("separator") || cursor.keyword("namespaceseparator")) || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let range = cursor.rest_range();
    let rest = cursor.rest();
    let is_sign = |it: char| {
        !is_blank(it)
            && (it == '.' || it == '@' || !is_code(it))
            && !matches!(it, '#' | '$' | '{' | '}' | '<' | '>' | '\\' | '"' | '_')
    };
    let mut letters = rest.chars();
    let is_one = letters.next().is_some_and(is_sign) && letters.next().is_none();
    let is_word = rest.eq_ignore_ascii_case("none") || rest.eq_ignore_ascii_case("null");
    if is_word || is_one || rest == "::" || rest == "\\\\" {
        Ok(StmtKind::Separator(range))
    } else {
        Err(Miss::Other)
    }
}

/// What all families set, but for the separator, which means something here.
pub(super) fn chrome(cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let mut ahead = cursor;
    if ahead.keyword("set") && ahead.blanks() && ahead.eat_word("separator") {
        return Err(Miss::Other);
    }
    chrome::settings(cursor, ctx).map(StmtKind::from)
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
    ("attributes", Part::Fields),
    ("attribute", Part::Fields),
    ("fields", Part::Fields),
    ("field", Part::Fields),
    ("methods", Part::Methods),
    ("method", Part::Methods),
    ("circles", Part::Circle),
    ("circle", Part::Circle),
    ("circled", Part::Circle),
    ("stereotypes", Part::Stereotypes),
    ("stereotype", Part::Stereotypes),
];

const MARKS: [(&str, Mark); 4] = [
    ("public", Mark::Public),
    ("private", Mark::Private),
    ("protected", Mark::Protected),
    ("package", Mark::Package),
];

/// `hide`, `show`, `remove`, `restore` in all their forms.
pub(super) fn visibility(mut cursor: Cursor<'_>) -> Read {
    let start = cursor.pos;
    let Some(action) = cursor.one_of(&ACTIONS) else { return Err(Miss::Other) };
    let keyword = cursor.since(start);
    let is_whole_class = matches!(action, Action::Hide | Action::Show) && cursor.eat_word("-class");
    if !cursor.blanks() || cursor.at_end() {
        return Err(Miss::Other);
    }
    if matches!(action, Action::Remove | Action::Restore) {
        return Ok(whole(action, cursor));
    }
    let rest = cursor.rest().to_ascii_lowercase();
    let words: Vec<(usize, &str)> = words(cursor.rest());
    if rest == "footbox"
        || words.len() == 2
            && rest.starts_with("empty")
            && words[1].1.eq_ignore_ascii_case("description")
    {
        return Ok(inert(keyword));
    }
    let last = words.last().map_or("", |it| it.1).to_ascii_lowercase();
    let part = PARTS.iter().find(|it| it.0 == last).map(|it| it.1).filter(|_| !is_whole_class);
    let Some(part) = part else {
        let is_stereotype = rest.starts_with("<<") && rest.ends_with(">>");
        return if words.len() == 1 || is_stereotype {
            Ok(whole(action, cursor))
        } else {
            Err(Miss::Other)
        };
    };
    if let Some(marks) = marks(&cursor.rest()[..words[words.len() - 1].0])
        && matches!(part, Part::Members | Part::Fields | Part::Methods)
    {
        return Ok(StmtKind::Filter(Box::new(Filter { action, marks, part })));
    }
    let from = cursor.pos;
    let mut before = &words[..words.len() - 1];
    let empty = before.last().is_some_and(|it| it.1.eq_ignore_ascii_case("empty"));
    if empty {
        before = &before[..before.len() - 1];
    }
    // Of several names only the last counts; a name in quotes or a stereotype may hold blanks.
    let text = cursor.rest();
    let who = before.last().map(|(at, word)| {
        let end = at + word.len();
        let open = match () {
            () if word.ends_with(">>") => text[..end].rfind("<<").unwrap_or(*at),
            () if word.ends_with('"') => text[..end - 1].rfind('"').unwrap_or(*at),
            () => *at,
        };
        cursor.range(from + open, from + end)
    });
    Ok(StmtKind::Visibility(Box::new(Visibility { action, who, empty, part: Some(part) })))
}

fn whole(action: Action, cursor: Cursor<'_>) -> StmtKind {
    let who = Some(cursor.rest_range());
    StmtKind::Visibility(Box::new(Visibility { action, who, empty: false, part: None }))
}

/// The visibilities of `public, private`, if there is nothing else.
fn marks(text: &str) -> Option<Vec<Mark>> {
    let words = text.split(|it: char| it == ',' || is_blank(it)).filter(|it| !it.is_empty());
    let found: Option<Vec<Mark>> = words
        .map(|word| MARKS.iter().find(|it| it.0.eq_ignore_ascii_case(word)).map(|it| it.1))
        .collect();
    found.filter(|it| !it.is_empty())
}

/// The words of a text with their places.
fn words(text: &str) -> Vec<(usize, &str)> {
    text.split(is_blank)
        .filter(|it| !it.is_empty())
        .map(|it| (it.as_ptr() as usize - text.as_ptr() as usize, it))
        .collect()
}
