//! What the chart shows: separators, groups, scale, range, language, hidden parts.

use puml_syntax::ast::Switch;
use puml_syntax::codes::BAD_VALUE;
use puml_syntax::grammar::inert;
use puml_syntax::{Context, Cursor, Miss, broken};

use super::sentence::ignored;
use super::words::{bracketed, number, weekday, whole_words, words};
use super::{Read, anchor::anchor, date};
use crate::ast::{Column, Part, Rule, ScaleUnit, StmtKind, TimeScale, WeekLabels};
use crate::codes::syntax::UNKNOWN_PHRASE;

/// `separator just before 2026-03-05`.
pub(super) fn rule(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    if !words(&mut cursor, &["separator"]) || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let needs =
        "a vertical line stands `just before` or `just after` a date, or `just at [A]'s end`";
    if !cursor.eat_word("just") {
        return broken(ctx.at(UNKNOWN_PHRASE, cursor.rest_range(), needs));
    }
    cursor.blanks();
    let at = cursor;
    let found = anchor(&mut cursor).map(Rule::At).or_else(|| {
        let after = cursor.eat_word("after");
        if !after {
            cursor.eat_word("before");
        }
        cursor.blanks();
        let date = date::date(&mut cursor);
        date.map(|it| if after { Rule::After(it) } else { Rule::Before(it) })
    });
    let Some(found) = found else {
        return broken(ctx.at(UNKNOWN_PHRASE, at.rest_range(), needs));
    };
    ignored(cursor, ctx);
    Ok(StmtKind::Rule(found))
}

/// `-- text --`, or `--` alone.
pub(super) fn separator(cursor: Cursor<'_>) -> Read {
    let text = cursor.text();
    let Some(rest) = text.strip_prefix("--") else { return Err(Miss::Other) };
    if rest.is_empty() {
        return Ok(StmtKind::Separator(cursor.range(2, 2)));
    }
    let Some(inner) = rest.strip_suffix("--").filter(|it| !it.is_empty()) else {
        return Err(Miss::Other);
    };
    let from = 2 + inner.len() - inner.trim_start().len();
    let to = from.max(2 + inner.trim_end().len());
    Ok(StmtKind::Separator(cursor.range(from.min(to), to)))
}

/// `weeks starts on sunday and must have at least 4 days`.
pub(super) fn week(mut cursor: Cursor<'_>) -> Read {
    if !cursor.eat_word("week") {
        return Err(Miss::Other);
    }
    cursor.eat_word("s");
    if !cursor.blanks() || !cursor.eat_word("start") {
        return Err(Miss::Other);
    }
    cursor.eat_word("s");
    if !cursor.blanks() {
        return Err(Miss::Other);
    }
    if (cursor.eat_word("on") || cursor.eat_word("from")) && !cursor.blanks() {
        return Err(Miss::Other);
    }
    let Some(first) = weekday(&mut cursor) else { return Err(Miss::Other) };
    cursor.skip(|it| !it.is_ascii_digit());
    let Some(at_least) = number(&mut cursor) else { return Err(Miss::Other) };
    Ok(StmtKind::Week { first, at_least })
}

/// `group [G]`.
pub(super) fn group(mut cursor: Cursor<'_>) -> Read {
    if !cursor.eat_word("group") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let name = bracketed(&mut cursor).filter(|_| cursor.at_end());
    name.map(StmtKind::Group).ok_or(Miss::Other)
}

/// `end group`.
pub(super) fn end_group(mut cursor: Cursor<'_>) -> Read {
    if !cursor.eat_word("end") {
        return Err(Miss::Other);
    }
    cursor.blanks();
    let is_whole = cursor.eat_word("group") && cursor.at_end();
    if is_whole { Ok(StmtKind::EndGroup) } else { Err(Miss::Other) }
}

/// `language fr`.
pub(super) fn language(mut cursor: Cursor<'_>) -> Read {
    if !cursor.eat_word("language") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let start = cursor.pos;
    cursor.skip(|it| it.is_ascii_alphanumeric() || it == '_');
    let is_whole = cursor.pos > start && cursor.at_end();
    if is_whole { Ok(StmtKind::Language(cursor.since(start))) } else { Err(Miss::Other) }
}

/// `printscale weekly with week numbering from 1 zoom 2`.
pub(super) fn scale(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let is_scale =
        ["printscale", "projectscale", "ganttscale"].iter().any(|it| cursor.eat_word(it));
    if !is_scale || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let Some(unit) = cursor.one_of(&ScaleUnit::WORDS) else {
        let message = "a scale is `daily`, `weekly`, `monthly`, `quarterly` or `yearly`";
        return broken(ctx.at(BAD_VALUE, cursor.rest_range(), message));
    };
    let mut weeks = WeekLabels::Number;
    let mut ahead = cursor;
    if ahead.blanks() && whole_words(&mut ahead, &["with", "calendar", "date"]) {
        weeks = WeekLabels::Date;
        cursor = ahead;
    }
    let mut ahead = cursor;
    if ahead.blanks() && words(&mut ahead, &["with", "week", "numbering", "from"]) && ahead.blanks()
    {
        let sign = if ahead.eat("-") { -1 } else { 1 };
        if let Some(first) = number(&mut ahead) {
            weeks = WeekLabels::From(sign * first);
            cursor = ahead;
        }
    }
    let mut zoom = None;
    let mut ahead = cursor;
    if ahead.blanks() && ahead.eat_word("zoom") && ahead.blanks() {
        let start = ahead.pos;
        ahead.skip(|it| it.is_ascii_digit() || it == '.');
        let text = &ahead.text()[start..ahead.pos];
        if !text.is_empty() {
            let Ok(factor) = text.parse::<f64>() else {
                let message = format!("`{text}` is no number");
                return broken(ctx.at(BAD_VALUE, ahead.since(start), message));
            };
            zoom = Some(factor);
            cursor = ahead;
        }
    }
    if !cursor.at_end() {
        let message =
            "a scale has `with calendar date` or `with week numbering from 1`, then `zoom 2`";
        cursor.blanks();
        return broken(ctx.at(BAD_VALUE, cursor.rest_range(), message));
    }
    Ok(StmtKind::Scale(TimeScale { unit, weeks, zoom }))
}

/// `print between 2026-03-03 and 2026-03-05`.
pub(super) fn print(mut cursor: Cursor<'_>) -> Read {
    if !words(&mut cursor, &["print", "between"]) || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let Some(from) = date::date(&mut cursor) else { return Err(Miss::Other) };
    if !cursor.blanks() || !cursor.eat_word("and") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    match date::date(&mut cursor) {
        Some(to) if cursor.at_end() => Ok(StmtKind::Print(from, to)),
        _ => Err(Miss::Other),
    }
}

/// `hide footbox`, `hide column end` and their like.
pub(super) fn switch(mut cursor: Cursor<'_>) -> Read {
    let to = if cursor.eat_word("hide") {
        Switch::Off
    } else if cursor.eat_word("show") {
        Switch::On
    } else {
        return Err(Miss::Other);
    };
    if !cursor.blanks() {
        return Err(Miss::Other);
    }
    let part = if cursor.eat_word("footbox") {
        Some(Part::Footbox)
    } else if cursor.eat_word("column") && cursor.blanks() {
        cursor.one_of(&Column::WORDS).map(Part::Column)
    } else if to == Switch::Off && cursor.eat_word("closed") {
        Some(Part::Closed)
    } else if to == Switch::Off && (cursor.eat_word("resource") || cursor.eat_word("ressource")) {
        cursor.eat_word("s");
        resource_part(&mut cursor)
    } else {
        None
    };
    part.filter(|_| cursor.at_end()).map(|it| StmtKind::Switch(it, to)).ok_or(Miss::Other)
}

fn resource_part(cursor: &mut Cursor<'_>) -> Option<Part> {
    if !cursor.blanks() {
        return None;
    }
    if cursor.eat_word("footbox") {
        return Some(Part::ResourceStrips);
    }
    cursor.eat_word("name").then(|| {
        cursor.eat_word("s");
        Part::ResourceNames
    })
}

/// `label on first column and left aligned`.
pub(super) fn label_column(mut cursor: Cursor<'_>) -> Read {
    if !cursor.eat_word("label") {
        return Err(Miss::Other);
    }
    cursor.eat_word("s");
    let is_placed = cursor.blanks()
        && (words(&mut cursor, &["on", "first", "column"])
            || words(&mut cursor, &["on", "last", "column"]));
    if !is_placed {
        return Err(Miss::Other);
    }
    let mut ahead = cursor;
    if ahead.blanks()
        && (words(&mut ahead, &["and", "left", "aligned"])
            || words(&mut ahead, &["and", "right", "aligned"]))
    {
        cursor = ahead;
    }
    if cursor.at_end() { Ok(StmtKind::LabelColumn) } else { Err(Miss::Other) }
}

/// `task default completion to 50%`.
pub(super) fn default_completion(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let is_meant = words(&mut cursor, &["task", "default", "completion", "to"])
        || words(&mut cursor, &["task", "completion", "default", "to"]);
    if !is_meant || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let start = cursor.pos;
    let Some(share) = number(&mut cursor) else { return Err(Miss::Other) };
    let range = cursor.since(start);
    cursor.blanks();
    cursor.eat("%");
    if !cursor.at_end() {
        return Err(Miss::Other);
    }
    if share > 100 {
        return broken(ctx.at(BAD_VALUE, range, "a completion lies between 0 and 100"));
    }
    Ok(StmtKind::DefaultCompletion(share))
}

/// `set separator none`, which other families read.
pub(super) fn name_separator(mut cursor: Cursor<'_>) -> Read {
    if !words(&mut cursor, &["set"]) {
        return Err(Miss::Other);
    }
    let keyword = cursor.since(0);
    let is_meant = cursor.blanks()
        && (cursor.keyword("separator") || cursor.keyword("namespaceseparator"))
        && cursor.blanks()
        && !cursor.at_end()
        && !cursor.rest().contains(char::is_whitespace);
    if is_meant { Ok(inert(keyword)) } else { Err(Miss::Other) }
}
