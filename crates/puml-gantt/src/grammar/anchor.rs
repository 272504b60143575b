//! A moment at the end of another task: `at [A]'s end`, `2 working days after [A]'s start`.

use puml_syntax::Cursor;

use super::words::{bracketed, number};
use crate::ast::{Anchor, Edge};

/// With the words before it.
pub(super) fn anchor(cursor: &mut Cursor<'_>) -> Option<Anchor> {
    let mut ahead = *cursor;
    let start = ahead.pos;
    let (mut days, mut weeks, mut working) = (0, 0, false);
    if ahead.peek().is_some_and(|it| it.is_ascii_digit()) {
        step(&mut ahead, &mut days, &mut weeks, &mut working)?;
        let mut more = ahead;
        if more.blanks()
            && more.eat_word("and")
            && more.blanks()
            && step(&mut more, &mut days, &mut weeks, &mut working).is_some()
        {
            ahead = more;
        }
        if !ahead.blanks() {
            return None;
        }
        if ahead.eat_word("before") {
            (days, weeks) = (-days, -weeks);
        } else if !ahead.eat_word("after") {
            return None;
        }
    } else if !ahead.eat_word("at") && !ahead.eat_word("with") {
        ahead.eat_word("after");
    }
    ahead.blanks();
    let name = bracketed(&mut ahead)?;
    // Any character stands for the apostrophe.
    let apostrophe = ahead.peek()?;
    ahead.advance(apostrophe.len_utf8());
    if !ahead.eat_word("s") || !ahead.blanks() {
        return None;
    }
    let edge = if ahead.eat_word("start") {
        Edge::Start
    } else if ahead.eat_word("end") {
        Edge::End
    } else {
        return None;
    };
    *cursor = ahead;
    Some(Anchor { range: ahead.since(start), name, edge, days, weeks, working })
}

/// `2 working days`.
fn step(
    cursor: &mut Cursor<'_>,
    days: &mut i64,
    weeks: &mut i64,
    working: &mut bool,
) -> Option<()> {
    let mut ahead = *cursor;
    let count = number(&mut ahead)?;
    if !ahead.blanks() {
        return None;
    }
    let mut word = ahead;
    let is_working = word.eat_word("working") && word.blanks();
    if is_working {
        ahead = word;
    }
    let is_week = ahead.eat_word("week");
    if !is_week && !ahead.eat_word("day") {
        return None;
    }
    ahead.eat_word("s");
    *if is_week { weeks } else { days } += count.min(1_000_000);
    *working |= is_working;
    *cursor = ahead;
    Some(())
}
