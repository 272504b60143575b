//! What the chart shows: scale, axis, highlights, heights, date format.

use puml_syntax::codes::BAD_VALUE;
use puml_syntax::grammar::{color, inert};
use puml_syntax::{Context, Cursor, Miss, broken};

use super::Read;
use super::tick::{player, tick};
use crate::ast::{Axis, Highlight, StmtKind};

/// `scale 5 as 100 pixels`, `scale 1h as 50 pixels`.
pub(super) fn scale(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    if !cursor.eat_word("scale") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let start = cursor.pos;
    let Some(time) = cursor.digits().and_then(|it| it.parse::<f64>().ok()) else {
        return Err(Miss::Other);
    };
    let mut ahead = cursor;
    ahead.blanks();
    let unit = ahead.peek().and_then(|it| match it {
        's' => Some(1.0),
        'm' => Some(60.0),
        'h' => Some(3_600.0),
        'd' | 'D' => Some(86_400.0),
        'y' | 'Y' => Some(86_400.0 * 365.0),
        _ => None,
    });
    if unit.is_some() {
        ahead.advance(1);
        cursor = ahead;
    }
    if !cursor.blanks() || !cursor.eat_word("as") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let Some(pixels) = cursor.digits().and_then(|it| it.parse::<f64>().ok()) else {
        return Err(Miss::Other);
    };
    if !cursor.blanks() || !cursor.eat_word("pixel") {
        return Err(Miss::Other);
    }
    cursor.eat_word("s");
    if !cursor.at_end() {
        return Err(Miss::Other);
    }
    if time == 0.0 || pixels == 0.0 {
        let message = "neither the time nor its width can be 0";
        return broken(ctx.at(BAD_VALUE, cursor.since(start), message));
    }
    Ok(StmtKind::Scale { time: time * unit.unwrap_or(1.0), pixels })
}

/// `hide time-axis`, `manual time-axis`, with any one character or none between.
pub(super) fn axis(mut cursor: Cursor<'_>) -> Read {
    let found = if cursor.eat_word("hide") {
        Axis::Hidden
    } else if cursor.eat_word("manual") {
        Axis::Manual
    } else {
        return Err(Miss::Other);
    };
    if !cursor.blanks() || !cursor.eat_word("time") {
        return Err(Miss::Other);
    }
    if !cursor.rest().to_ascii_lowercase().starts_with("axis") {
        cursor.advance(cursor.peek().map_or(0, char::len_utf8));
    }
    let is_whole = cursor.eat_word("axis") && cursor.at_end();
    if is_whole { Ok(StmtKind::Axis(found)) } else { Err(Miss::Other) }
}

/// `highlight 5 to 7 #gold : caption`.
pub(super) fn highlight(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    if !cursor.eat_word("highlight") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let Some(from) = tick(&mut cursor) else { return Err(Miss::Other) };
    if !cursor.blanks() || !cursor.eat_word("to") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let Some(to) = tick(&mut cursor) else { return Err(Miss::Other) };
    let mut colors = None;
    let mut ahead = cursor;
    if ahead.blanks() {
        colors = color::set(&mut ahead, ctx);
        if colors.is_some() {
            cursor = ahead;
        }
    }
    cursor.blanks();
    let caption = cursor.colon_text().filter(|it| !it.is_empty());
    if !cursor.at_end() {
        return Err(Miss::Other);
    }
    Ok(StmtKind::Highlight(Box::new(Highlight { from, to, colors, caption })))
}

/// `mode compact`.
pub(super) fn compact(mut cursor: Cursor<'_>) -> Read {
    let is_meant =
        cursor.eat_word("mode") && cursor.blanks() && cursor.eat_word("compact") && cursor.at_end();
    if is_meant { Ok(StmtKind::CompactMode) } else { Err(Miss::Other) }
}

/// `W is 100 pixels height`, `W ticks every 5`, `W ticks num on multiple 5`.
pub(super) fn player_setting(mut cursor: Cursor<'_>) -> Read {
    let Some(who) = player(&mut cursor) else { return Err(Miss::Other) };
    if !cursor.blanks() {
        return Err(Miss::Other);
    }
    if cursor.eat_word("is") && cursor.blanks() {
        let Some(height) = cursor.digits().and_then(|it| it.parse().ok()) else {
            return Err(Miss::Other);
        };
        if !cursor.blanks() || !cursor.eat_word("pixel") {
            return Err(Miss::Other);
        }
        cursor.eat_word("s");
        let is_whole = cursor.blanks() && cursor.eat_word("height") && cursor.at_end();
        return if is_whole { Ok(StmtKind::Height(who, height)) } else { Err(Miss::Other) };
    }
    if !cursor.eat_word("ticks") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let every = cursor.eat_word("every")
        || (cursor.eat_word("num")
            && cursor.blanks()
            && cursor.eat_word("on")
            && cursor.blanks()
            && cursor.eat_word("multiple"));
    if !every || !cursor.blanks() {
        return Err(Miss::Other);
    }
    match cursor.digits().and_then(|it| it.parse().ok()) {
        Some(step) if cursor.at_end() => Ok(StmtKind::Ticks(who, step)),
        _ => Err(Miss::Other),
    }
}

/// `use date format "dd"`.
pub(super) fn date_format(mut cursor: Cursor<'_>) -> Read {
    for word in ["use", "date", "format"] {
        if !cursor.eat_word(word) || !cursor.blanks() {
            return Err(Miss::Other);
        }
    }
    let found = cursor.quoted().filter(|_| cursor.at_end());
    found.map(|it| StmtKind::DateFormat(it.range)).ok_or(Miss::Other)
}

const PARTS: [&str; 10] = [
    "footbox",
    "members",
    "fields",
    "methods",
    "attributes",
    "circle",
    "stereotype",
    "stereotypes",
    "description",
    "circles",
];

/// `hide footbox` and commands of other families, which change nothing.
pub(super) fn unread(mut cursor: Cursor<'_>) -> Read {
    let start = cursor.pos;
    if cursor.eat_word("set") {
        let keyword = cursor.since(start);
        let is_meant = cursor.blanks()
            && cursor.keyword("separator")
            && cursor.blanks()
            && !cursor.at_end()
            && !cursor.rest().contains(char::is_whitespace);
        return if is_meant { Ok(inert(keyword)) } else { Err(Miss::Other) };
    }
    if !cursor.eat_word("hide") && !cursor.eat_word("show") {
        return Err(Miss::Other);
    }
    let keyword = cursor.since(start);
    let rest = cursor.rest().trim().to_ascii_lowercase();
    let rest = rest.strip_prefix("empty ").unwrap_or(&rest);
    if PARTS.contains(&rest) { Ok(inert(keyword)) } else { Err(Miss::Other) }
}
