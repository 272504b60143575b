//! `A -> B : text` with everything that may stand around it, and the forms at a border.

use super::diagnose::outside_quotes;
use super::{arrow, participant};
use crate::ast::{
    Arrow, Border, LifeAction, LifeMarks, Mark, Message, MessageEnd, Name, ParticipantRef, StmtKind,
};
use crate::codes::syntax::{HEADLESS_ARROW, MALFORMED_ACTIVATION, MESSAGE_TOO_LONG};
use crate::grammar::Read;
use puml_syntax::codes::{MISSING_COLON, UNCLOSED_QUOTE, UNEXPECTED_TEXT, UNQUOTED_NAME};
use puml_syntax::grammar::{self, color, link};
use puml_syntax::{Context, Miss, broken};
use puml_syntax::{Cursor, is_blank, is_code, is_quote};

/// Longer lines are no messages to the reference.
const LIMIT: usize = 2_000;

/// A message between two participants.
pub(super) fn message(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let start = cursor.pos;
    let parallel = cursor.eat("&").then(|| cursor.since(start));
    cursor.blanks();
    let anchor = leading_anchor(&mut cursor);
    let left_start = cursor.pos;
    let Some((left, left_anchor, arrow)) = left_and_arrow(&mut cursor, ctx) else {
        return Err(Miss::Other);
    };
    cursor.blanks();
    let right_start = cursor.pos;
    let Some(right) = end(&mut cursor) else {
        return Err(Miss::Other);
    };
    let multicast = multicast(&mut cursor);
    let right_anchor = trailing_anchor(&mut cursor);
    cursor.blanks();
    let marks = marks(&mut cursor);
    cursor.blanks();
    let activation_color = color::single(&mut cursor, ctx);
    let stereotypes = grammar::stereotypes(&mut cursor);
    let link = link(&mut cursor);
    cursor.blanks();
    let text = cursor.colon_text();
    if !cursor.at_end() {
        if !is_legal(&arrow) && is_arrow(cursor.rest()) {
            // The dash was part of a name: `web-shop -> B`.
            let name = cursor.text()[left_start..cursor.pos].trim_end();
            let range = cursor.range(left_start, left_start + name.len());
            return broken(participant::unquoted(name, range, ctx));
        }
        return broken(bad_tail(cursor, right_start, ctx));
    }
    if cursor.text().len() > LIMIT && cursor.text().chars().nth(LIMIT).is_some() {
        let range = text.unwrap_or_else(|| cursor.range(start, cursor.text().len()));
        return broken(
            ctx.at(MESSAGE_TOO_LONG, range, "this message is longer than 2,000 characters")
                .with_hint("shorten the text, or put the detail into a note"),
        );
    }
    if !is_legal(&arrow) {
        report_headless(&arrow, ctx);
    }
    Ok(StmtKind::Message(Box::new(Message {
        parallel,
        anchor,
        left: MessageEnd::Participant(left),
        left_anchor,
        arrow,
        right: MessageEnd::Participant(right),
        right_anchor,
        multicast,
        marks,
        activation_color,
        stereotypes,
        link,
        text,
    })))
}

fn is_legal(arrow: &Arrow) -> bool {
    arrow.left.points()
        || arrow.right.points()
        || arrow.left.mark == Mark::Cross
        || arrow.right.mark == Mark::Cross
}

fn report_headless(arrow: &Arrow, ctx: &mut Context) {
    let mut head = arrow.range;
    head.start = head.end;
    ctx.report(
        ctx.at(HEADLESS_ARROW, arrow.range, "this arrow has no head")
            .with_hint("write `->`, `-->`, `<-`, or `->o` with a circle behind the head")
            .with_fix(ctx.guess("add a head", head, ">")),
    );
}

/// The left end with the arrow behind it. `"A" as B` is tried before plain `"A"`.
fn left_and_arrow(
    cursor: &mut Cursor<'_>,
    ctx: &mut Context,
) -> Option<(ParticipantRef, Option<puml_syntax::TextRange>, Arrow)> {
    let mut ahead = *cursor;
    let left = end(&mut ahead)?;
    let anchor = trailing_anchor(&mut ahead);
    let before = ahead;
    if anchor.is_some() {
        // The blank that the anchor needs may also be the one before a circle or cross.
        ahead.pos -= ahead.before().filter(|it| is_blank(*it)).map_or(0, char::len_utf8);
    }
    let arrow = arrow::between(&mut ahead, ctx).or_else(|| {
        ahead = before;
        arrow::between(&mut ahead, ctx)
    })?;
    *cursor = ahead;
    Some((left, anchor, arrow))
}

/// `A`, `"A B"`, `"long" as A`, `A as "long"`.
fn end(cursor: &mut Cursor<'_>) -> Option<ParticipantRef> {
    let first = cursor.name()?;
    let mut ahead = *cursor;
    let blank = ahead.blanks();
    let long = if first.quoted {
        (ahead.keyword("as") && ahead.blanks()).then(|| ahead.code()).flatten()
    } else if blank && ahead.eat_word("as") {
        ahead.blanks();
        ahead.quoted()
    } else {
        None
    };
    let Some(second) = long else {
        return Some(ParticipantRef { code: first, shown: None });
    };
    *cursor = ahead;
    let (code, shown) = if first.quoted { (second, first) } else { (first, second) };
    Some(ParticipantRef { code, shown: Some(shown) })
}

/// `{name}` and the blank it needs, before a message.
fn leading_anchor(cursor: &mut Cursor<'_>) -> Option<puml_syntax::TextRange> {
    trailing_anchor(cursor)
}

fn trailing_anchor(cursor: &mut Cursor<'_>) -> Option<puml_syntax::TextRange> {
    let mut ahead = *cursor;
    let anchor = ahead.anchor()?;
    if !ahead.blanks() {
        return None;
    }
    *cursor = ahead;
    Some(anchor)
}

fn multicast(cursor: &mut Cursor<'_>) -> Vec<Name> {
    let mut found = Vec::new();
    loop {
        let mut ahead = *cursor;
        let Some(name) = (ahead.eat(" & ") || ahead.eat("\t&\t")).then(|| ahead.code()).flatten()
        else {
            return found;
        };
        found.push(name);
        *cursor = ahead;
    }
}

const MARKS: [(&str, LifeAction, Option<LifeAction>); 6] = [
    ("--++", LifeAction::Deactivate, Some(LifeAction::Activate)),
    ("++--", LifeAction::Activate, Some(LifeAction::Deactivate)),
    ("++", LifeAction::Activate, None),
    ("--", LifeAction::Deactivate, None),
    ("**", LifeAction::Create, None),
    ("!!", LifeAction::Destroy, None),
];

fn marks(cursor: &mut Cursor<'_>) -> Option<LifeMarks> {
    let start = cursor.pos;
    let found = MARKS.iter().find(|it| cursor.eat(it.0))?;
    Some(LifeMarks { range: cursor.since(start), first: found.1, second: found.2 })
}

/// At a border any run of marks passes and its first character counts.
fn border_marks(cursor: &mut Cursor<'_>) -> Option<LifeMarks> {
    let start = cursor.pos;
    let first = match cursor.peek()? {
        '+' => LifeAction::Activate,
        '-' => LifeAction::Deactivate,
        '*' => LifeAction::Create,
        '!' => LifeAction::Destroy,
        _ => return None,
    };
    cursor.skip(|it| matches!(it, '+' | '-' | '*' | '!'));
    Some(LifeMarks { range: cursor.since(start), first, second: None })
}

fn is_arrow(text: &str) -> bool {
    ["->", "-->", "<-"].iter().any(|it| text.starts_with(it))
}

/// What stands behind the right name and fits nothing.
fn bad_tail(cursor: Cursor<'_>, right_start: usize, ctx: &Context) -> diag::Diagnostic {
    let rest = cursor.rest();
    let range = cursor.rest_range();
    if is_arrow(rest) {
        return ctx
            .at(UNEXPECTED_TEXT, range, format!("`{rest}` is a second arrow on one line"))
            .with_hint("a line holds one message; write the next one on a line of its own");
    }
    if rest.starts_with(['+', '*', '!', '-']) {
        let marks = rest.find(|it| !matches!(it, '+' | '*' | '!' | '-')).unwrap_or(rest.len());
        let range = cursor.range(cursor.pos, cursor.pos + marks);
        return ctx
            .at(MALFORMED_ACTIVATION, range, format!("`{}` cannot stand here", &rest[..marks]))
            .with_hint("after a message stands one of `++`, `--`, `**`, `!!`, `--++`, `++--`");
    }
    if cursor.text()[right_start..].starts_with(is_quote) && rest.contains(is_quote) {
        let message = "a quoted name cannot contain a quote";
        return ctx.at(UNCLOSED_QUOTE, range, message);
    }
    if ["//", "'", "/'", "#!"].iter().any(|it| rest.starts_with(it)) {
        return ctx
            .at(UNEXPECTED_TEXT, range, "a comment cannot follow a statement")
            .with_hint("a comment stands on a line of its own and starts with `'`")
            .with_fix(ctx.guess("remove it", range, ""));
    }
    if let Some(colon) = outside_quotes(rest, ":") {
        let stop = cursor.pos + colon;
        let name = cursor.text()[right_start..stop].trim_end();
        if let Some((long, code)) = name.split_once(" as ").filter(|it| !it.0.contains(is_quote)) {
            let range = cursor.range(right_start, right_start + name.len());
            let fixed = format!("\"{}\" as {}", long.trim(), code.trim());
            return ctx
                .at(UNQUOTED_NAME, range, "in a message the long name before `as` needs quotes")
                .with_fix(ctx.guess(format!("write `{fixed}`"), range, &fixed));
        }
        if name.starts_with(|it| is_code(it) || is_quote(it))
            && !name.contains(['#', '<', '[', '+', '*', '!', '$'])
        {
            let range = cursor.range(right_start, right_start + name.len());
            return participant::unquoted(name, range, ctx);
        }
        return ctx
            .at(UNEXPECTED_TEXT, range, format!("`{}` cannot stand here", rest[..colon].trim()))
            .with_hint(
                "behind the name stand marks, `#color`, `<<stereotype>>`, `[[link]]`, `: text`",
            );
    }
    let at = cursor.range(cursor.pos, cursor.pos);
    let glue = if cursor.before().is_some_and(is_blank) { ": " } else { " : " };
    if rest.starts_with(is_code) || cursor.before().is_some_and(is_blank) {
        return ctx
            .at(MISSING_COLON, range, format!("`{rest}` needs a colon before it to be a text"))
            .with_hint("a message is `A -> B : text`; a name with blanks goes in quotes")
            .with_fix(ctx.guess("insert a colon", at, glue));
    }
    ctx.at(UNEXPECTED_TEXT, range, format!("`{rest}` cannot stand behind a name"))
        .with_hint("bare names have letters, digits, `_`, `.` and `@`; others go in double quotes")
}

/// `[-> A`, `?<- A`, `-> A`: the border is written first.
pub(super) fn from_border(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let start = cursor.pos;
    let parallel = cursor.eat("&").then(|| cursor.since(start));
    cursor.blanks();
    let anchor = leading_anchor(&mut cursor);
    let arrow_start = cursor.pos;
    let border = match cursor.peek() {
        Some('[') => Some(Border::Left),
        Some(']') => Some(Border::Right),
        Some('?') => Some(Border::Short),
        _ => None,
    };
    let mut mark = Mark::None;
    if border.is_some() {
        cursor.advance(1);
        mark = arrow::mark_before(&mut cursor);
    }
    let Some(mut arrow) = arrow::at_border(&mut cursor, arrow_start, ctx) else {
        return Err(Miss::Other);
    };
    arrow.left.mark = mark;
    let mut ahead = cursor;
    if let Some(mark) = arrow::mark(&mut ahead)
        && ahead.blanks()
    {
        arrow.right.mark = mark;
        cursor = ahead;
    }
    cursor.blanks();
    let name_start = cursor.pos;
    let Some(code) = cursor.name() else {
        if border.is_some() {
            let range = cursor.rest_range();
            return broken(
                ctx.at(UNEXPECTED_TEXT, range, "a message from the border goes to a participant")
                    .with_hint("write `[-> A : text`"),
            );
        }
        return Err(Miss::Other);
    };
    let left = MessageEnd::Border(border.unwrap_or(Border::Left));
    let right = MessageEnd::Participant(ParticipantRef { code, shown: None });
    let border_message = BorderMessage { parallel, anchor, left, arrow, right };
    border_message.finish(cursor, name_start, ctx)
}

/// `A ->]`, `A <-?`, `A ->`: the border is written last.
pub(super) fn to_border(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let start = cursor.pos;
    let parallel = cursor.eat("&").then(|| cursor.since(start));
    cursor.blanks();
    let anchor = leading_anchor(&mut cursor);
    let Some(code) = cursor.name() else {
        return Err(Miss::Other);
    };
    let blank = cursor.blanks();
    let arrow_start = cursor.pos;
    let mark = if blank { arrow::mark_before(&mut cursor) } else { Mark::None };
    let Some(mut arrow) = arrow::at_border(&mut cursor, arrow_start, ctx) else {
        return Err(Miss::Other);
    };
    arrow.left.mark = mark;
    let mut ahead = cursor;
    let right_mark = arrow::mark(&mut ahead);
    let mut border = None;
    if let Some(found) = bracket(&mut ahead) {
        border = Some(found);
        arrow.right.mark = right_mark.unwrap_or_default();
        cursor = ahead;
    } else if let Some(found) = bracket(&mut cursor) {
        border = Some(found);
    }
    arrow.range = cursor.since(arrow_start);
    let tail = cursor.pos;
    let left = MessageEnd::Participant(ParticipantRef { code, shown: None });
    let right = MessageEnd::Border(border.unwrap_or(Border::Right));
    let border_message = BorderMessage { parallel, anchor, left, arrow, right };
    border_message.finish(cursor, tail, ctx)
}

fn bracket(cursor: &mut Cursor<'_>) -> Option<Border> {
    let border = match cursor.peek()? {
        '[' => Border::Left,
        ']' => Border::Right,
        '?' => Border::Short,
        _ => return None,
    };
    cursor.advance(1);
    Some(border)
}

struct BorderMessage {
    parallel: Option<puml_syntax::TextRange>,
    anchor: Option<puml_syntax::TextRange>,
    left: MessageEnd,
    arrow: Arrow,
    right: MessageEnd,
}

impl BorderMessage {
    fn finish(self, mut cursor: Cursor<'_>, name_start: usize, ctx: &mut Context) -> Read {
        cursor.blanks();
        let marks = border_marks(&mut cursor);
        cursor.blanks();
        let activation_color = color::single(&mut cursor, ctx);
        cursor.blanks();
        let link = link(&mut cursor);
        cursor.blanks();
        let text = cursor.colon_text();
        if !cursor.at_end() {
            return broken(bad_tail(cursor, name_start, ctx));
        }
        Ok(StmtKind::Message(Box::new(Message {
            parallel: self.parallel,
            anchor: self.anchor,
            left: self.left,
            left_anchor: None,
            arrow: self.arrow,
            right: self.right,
            right_anchor: None,
            multicast: Vec::new(),
            marks,
            activation_color,
            stereotypes: Vec::new(),
            link,
            text,
        })))
    }
}

#[cfg(test)]
mod tests {
    use super::super::probe::{accepts, kind, refuses};
    use crate::ast::{Border, LifeAction, MessageEnd, StmtKind};

    fn message(text: &str) -> crate::ast::Message {
        let StmtKind::Message(it) = kind(text) else { panic!("{text}") };
        *it
    }

    #[test]
    fn everything_around_an_arrow_is_optional() {
        accepts(&[
            "A->B:m",
            "\"A B\" -> \"C D\"",
            "A as \"long\" -> \"other\" as B : x",
            "& {a} A{s} -> B & C & D ++ #red <<st>> [[u{tip} label]] : text",
            "A -> B --++ : x",
            "A -> B++#gold: x",
            "A -> B ** : x",
            "A -> A : it's 'quoted', not cut",
            "サーバー -> 客户端 : 好",
            "A –> B : an en dash",
        ]);
    }

    #[test]
    fn keywords_are_not_reserved() {
        for text in ["alt -> B : m", "end -> B", "note -> B : m", "return -> B", "box -> B : x"] {
            message(text);
        }
    }

    #[test]
    fn marks_are_actions_in_order() {
        let marks = message("A -> B --++").marks.unwrap();
        assert_eq!(marks.first, LifeAction::Deactivate);
        assert_eq!(marks.second, Some(LifeAction::Activate));
    }

    #[test]
    fn borders_stand_on_either_side() {
        let ends = |text: &str| {
            let it = message(text);
            (it.left, it.right)
        };
        let left = |border| move |it: (MessageEnd, MessageEnd)| it.0 == MessageEnd::Border(border);
        let right = |border| move |it: (MessageEnd, MessageEnd)| it.1 == MessageEnd::Border(border);
        for text in
            ["[-> A", "[<- A : m", "[o-> A", "[->x A", "-> A", "[<-> A", "& [-> A ++ #red : x"]
        {
            assert!(left(Border::Left)(ends(text)), "{text}");
        }
        assert!(left(Border::Right)(ends("]<- A")));
        assert!(left(Border::Short)(ends("?-> A")));
        for text in
            ["A ->]", "A <-] : m", "A ->o]", "A o->]", "A ->", "A -> : m", "A -[#red]>] -- : x"]
        {
            assert!(right(Border::Right)(ends(text)), "{text}");
        }
        assert!(right(Border::Left)(ends("A ->[")));
        assert!(right(Border::Short)(ends("A ->x?")));
    }

    #[test]
    fn what_cannot_follow_a_name_is_refused() {
        refuses(&[
            ("A -> B text", "syntax/missing-colon"),
            ("A -> B +++ : m", "syntax/malformed-activation"),
            ("A -> B ++ ** : m", "syntax/malformed-activation"),
            ("A -> B // comment", "syntax/unexpected-text"),
            ("A -> B -> C", "syntax/unexpected-text"),
            ("A -> Web Shop : m", "syntax/unquoted-name"),
            ("A -> B as LB : m", "syntax/unquoted-name"),
            ("web-shop -> B : m", "syntax/unquoted-name"),
            ("ผู้ใช้ -> B : m", "syntax/unquoted-name"),
            ("[ -> A", "syntax/malformed-arrow"),
            ("[->? A", "syntax/unexpected-text"),
            ("A ->> +B: m", "syntax/mermaid"),
        ]);
    }
}
