//! Sentences about tasks: `[Design] as [D] on {Ann} lasts 5 days and starts D+2`.

use puml_syntax::ast::BorderStyle;
use puml_syntax::grammar::{link as url, stereotypes};
use puml_syntax::{Context, Cursor, Miss, broken};

use super::sentence::{phrases, unknown};
use super::words::{bracketed, number, prepositions, weekday, words};
use super::{Read, anchor::anchor, color, date, duration::duration, resource};
use crate::ast::{Edge, LinkStyle, Named, Pause, Phrase, StmtKind, Subject, TaskSentence};

const VERBS: [&str; 10] = [
    "lasts", "requires", "starts", "ends", "happens", "is", "pauses", "occurs", "links", "displays",
];

pub(super) fn task(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let Some(subject) = subject(&mut cursor) else { return Err(Miss::Other) };
    cursor.blanks();
    match phrases(&mut cursor, ctx, &VERBS, phrase)? {
        Some(phrases) => Ok(StmtKind::Task(Box::new(TaskSentence { subject, phrases }))),
        None if matches!(subject, Subject::It(_)) => Err(Miss::Other),
        None => broken(unknown(cursor, ctx, &VERBS)),
    }
}

fn subject(cursor: &mut Cursor<'_>) -> Option<Subject> {
    let mut ahead = *cursor;
    let start = ahead.pos;
    let then = ahead.eat_word("then") && ahead.blanks();
    if !then {
        ahead = *cursor;
    }
    let Some(name) = bracketed(&mut ahead) else {
        let mut pronoun = *cursor;
        if pronoun.eat_word("it") {
            *cursor = pronoun;
            return Some(Subject::It(pronoun.since(start)));
        }
        return None;
    };
    let mut named = Named { then, name, code: None, stereotype: None, resources: Vec::new() };
    let mut alias = ahead;
    if alias.blanks()
        && alias.eat_word("as")
        && alias.blanks()
        && let Some(code) = bracketed(&mut alias)
    {
        named.code = Some(code);
        ahead = alias;
    }
    let mut stereotype = ahead;
    stereotype.blanks();
    if named.code.is_none() && stereotype.rest().starts_with("<<") {
        let mut found = stereotypes(&mut stereotype);
        if found.len() == 1 {
            named.stereotype = found.pop();
            ahead = stereotype;
        }
    }
    let mut people = ahead;
    if named.stereotype.is_none() && people.blanks() && people.eat_word("on") && people.blanks() {
        while let Some(found) = resource::person(&mut people) {
            named.resources.push(found);
            ahead = people;
            people.blanks();
        }
    }
    *cursor = ahead;
    Some(Subject::Named(named))
}

fn phrase(cursor: &mut Cursor<'_>) -> Option<Phrase> {
    let mut ahead = *cursor;
    let found = if ahead.eat_word("lasts") || ahead.eat_word("requires") {
        ahead.blanks();
        prepositions(&mut ahead, &["on", "for", "the", "at"]);
        duration(&mut ahead).map(Phrase::Lasts)
    } else if ahead.eat_word("starts") {
        edge(&mut ahead, Edge::Start)
    } else if ahead.eat_word("ends") {
        edge(&mut ahead, Edge::End)
    } else if ahead.eat_word("happens") {
        happens(&mut ahead)
    } else if ahead.eat_word("occurs") {
        occurs(&mut ahead)
    } else if ahead.eat_word("pauses") {
        ahead.blanks();
        prepositions(&mut ahead, &["on", "the", "at", "from"]);
        pause(&mut ahead).map(Phrase::Pauses)
    } else if words(&mut ahead, &["links", "to"]) {
        ahead.blanks();
        url(&mut ahead).map(Phrase::LinksTo)
    } else if ahead.eat_word("display") {
        ahead.eat_word("s");
        let row = ahead.blanks() && words(&mut ahead, &["on", "same", "row", "as"]);
        ahead.blanks();
        row.then(|| bracketed(&mut ahead)).flatten().map(Phrase::SameRow)
    } else if ahead.eat_word("is") && ahead.blanks() {
        state(&mut ahead)
    } else {
        None
    };
    if found.is_some() {
        *cursor = ahead;
    }
    found
}

fn edge(cursor: &mut Cursor<'_>, edge: Edge) -> Option<Phrase> {
    cursor.blanks();
    // A name in brackets may hold digits, which would read as those of a date.
    if let Some(anchor) = anchor(cursor) {
        return Some(Phrase::At(edge, anchor, link_style(cursor)));
    }
    prepositions(cursor, &["the", "on", "at"]);
    date::date_time(cursor).map(|it| Phrase::On(edge, it))
}

/// ` with dotted red link`; nothing of it counts where it is not whole.
fn link_style(cursor: &mut Cursor<'_>) -> LinkStyle {
    let mut ahead = *cursor;
    let mut style = LinkStyle::default();
    if !(ahead.blanks() && ahead.eat_word("with") && ahead.blanks()) {
        return style;
    }
    style.border = border(&mut ahead);
    let mut word = ahead;
    if !word.keyword("link") {
        match color::color(&mut ahead) {
            Some(color) => style.color = Some(color),
            None => return LinkStyle::default(),
        }
        if !ahead.blanks() {
            return LinkStyle::default();
        }
        style.border = style.border.or_else(|| border(&mut ahead));
    }
    if !ahead.eat_word("link") {
        return LinkStyle::default();
    }
    *cursor = ahead;
    style
}

const BORDERS: [(&str, BorderStyle); 3] =
    [("dashed", BorderStyle::Dashed), ("dotted", BorderStyle::Dotted), ("bold", BorderStyle::Bold)];

pub(super) fn border_word(cursor: &mut Cursor<'_>) -> Option<BorderStyle> {
    cursor.one_of(&BORDERS)
}

fn border(cursor: &mut Cursor<'_>) -> Option<BorderStyle> {
    let mut ahead = *cursor;
    let found = border_word(&mut ahead)?;
    if !ahead.blanks() {
        return None;
    }
    *cursor = ahead;
    Some(found)
}

fn happens(cursor: &mut Cursor<'_>) -> Option<Phrase> {
    cursor.blanks();
    if let Some(found) = anchor(cursor) {
        return Some(Phrase::HappensAt(found));
    }
    prepositions(cursor, &["the", "on", "at"]);
    if let Some(found) = anchor(cursor) {
        return Some(Phrase::HappensAt(found));
    }
    date::date(cursor).map(Phrase::HappensOn)
}

fn occurs(cursor: &mut Cursor<'_>) -> Option<Phrase> {
    if !cursor.blanks() || !cursor.eat_word("from") || !cursor.blanks() {
        return None;
    }
    let from = bracketed(cursor)?;
    if !cursor.blanks() || !cursor.eat_word("to") || !cursor.blanks() {
        return None;
    }
    Some(Phrase::Occurs(from, bracketed(cursor)?))
}

/// A day, two days, up to an end of a task, or every week.
fn pause(cursor: &mut Cursor<'_>) -> Option<Pause> {
    if let Some(day) = weekday(cursor) {
        return Some(Pause::Weekly(day));
    }
    let from = date::date(cursor)?;
    let mut ahead = *cursor;
    if ahead.blanks() && ahead.eat_word("to") && ahead.blanks() {
        if let Some(to) = date::date(&mut ahead) {
            *cursor = ahead;
            return Some(Pause::Days(from, Some(to)));
        }
        if let Some(to) = anchor(&mut ahead) {
            *cursor = ahead;
            return Some(Pause::UpTo(from, to));
        }
    }
    Some(Pause::Days(from, None))
}

/// What stands behind `is`.
fn state(cursor: &mut Cursor<'_>) -> Option<Phrase> {
    if words(cursor, &["displayed", "as"]) {
        cursor.blanks();
        let start = cursor.pos;
        cursor.skip(|it| !it.is_whitespace());
        return (cursor.pos > start).then(|| Phrase::DisplayedAs(cursor.since(start)));
    }
    if cursor.eat_word("deleted") {
        return Some(Phrase::Deleted);
    }
    if cursor.eat_word("colored") || cursor.eat_word("coloured") {
        if !cursor.blanks() {
            return None;
        }
        if words(cursor, &["for", "completion", "from"]) && cursor.blanks() {
            let from = color::color(cursor)?;
            if !cursor.blanks() || !cursor.eat_word("to") || !cursor.blanks() {
                return None;
            }
            return Some(Phrase::ColoredForCompletion(from, color::color(cursor)?));
        }
        if !cursor.eat_word("in") || !cursor.blanks() {
            return None;
        }
        let (fill, line) = color::pair(cursor)?;
        return Some(Phrase::Colored(fill, line));
    }
    let share = number(cursor)?;
    let between = cursor.skip(|it| !it.is_alphanumeric() && it != '_');
    if between == 0 || !cursor.eat_word("complete") {
        return None;
    }
    cursor.eat_word("d");
    Some(Phrase::Complete(share))
}
