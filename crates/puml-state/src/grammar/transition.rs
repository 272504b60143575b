//! `A --> B <<s>> : label`, `[*] -> A`, `A[H] <-- B`, `==bar== --> C`.

use puml_syntax::codes::{MALFORMED_ARROW, MISSING_ARGUMENT, MISSING_COLON, UNQUOTED_NAME};
use puml_syntax::grammar;
use puml_syntax::{Context, Cursor, Miss, TextRange, broken, is_blank, is_code};

use super::{Read, arrow};
use crate::ast::{End, EndKind, StmtKind, Transition};

pub(super) fn transition(cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let mut ahead = cursor;
    let Some(left) = ends(ahead).into_iter().next() else { return quoted_end(cursor, ctx) };
    let (left, after) = left;
    ahead = after;
    ahead.blanks();
    let arrows = arrow::arrows(ahead);
    if arrows.is_empty() {
        return foreign_arrow(left, ahead, ctx);
    }
    let mut wrong = None;
    for (arrow, mut after) in arrows {
        after.blanks();
        for (right, after) in ends(after) {
            match suffix(after) {
                Ok((stereotypes, label)) => {
                    let found = Transition { left, right, arrow, stereotypes, label };
                    return Ok(StmtKind::Transition(Box::new(found)));
                }
                Err(rest) => wrong = wrong.or(Some((right, rest))),
            }
        }
        if wrong.is_none() && after.peek() == Some('"') {
            return quoted_end(after, ctx);
        }
    }
    let Some((right, rest)) = wrong else { return Err(Miss::Other) };
    unexpected(right, rest, cursor, ctx)
}

/// The ends that may stand here, the longest first: colons are letters of a name unless a label needs them.
fn ends(cursor: Cursor<'_>) -> Vec<(End, Cursor<'_>)> {
    if let Some(found) = mark(cursor).or_else(|| bar(cursor)) {
        return vec![found];
    }
    let is_part = |it: char| is_code(it) && it != '@' || it == ':';
    let mut name = cursor;
    if name.skip(is_part) == 0 {
        return Vec::new();
    }
    let code = name.since(cursor.pos);
    if let Some((kind, after)) = history(name, Some(code)) {
        return vec![(End { range: after.since(cursor.pos), kind }, after)];
    }
    let mut found = vec![(End { range: code, kind: EndKind::State }, name)];
    let text = &cursor.text()[cursor.pos..name.pos];
    for (at, _) in text.match_indices(':').rev().filter(|it| it.0 > 0) {
        let mut shorter = cursor;
        shorter.advance(at);
        found.push((End { range: shorter.since(cursor.pos), kind: EndKind::State }, shorter));
    }
    found
}

fn mark(cursor: Cursor<'_>) -> Option<(End, Cursor<'_>)> {
    let mut ahead = cursor;
    if ahead.eat("[*]") {
        return Some((End { range: ahead.since(cursor.pos), kind: EndKind::Mark }, ahead));
    }
    let (kind, after) = history(cursor, None)?;
    Some((End { range: after.since(cursor.pos), kind }, after))
}

fn history(cursor: Cursor<'_>, owner: Option<TextRange>) -> Option<(EndKind, Cursor<'_>)> {
    let mut ahead = cursor;
    if ahead.eat_word("[H*]") {
        Some((EndKind::DeepHistory(owner), ahead))
    } else if ahead.eat_word("[H]") {
        Some((EndKind::History(owner), ahead))
    } else {
        None
    }
}

/// `==name==`.
fn bar(cursor: Cursor<'_>) -> Option<(End, Cursor<'_>)> {
    let mut ahead = cursor;
    if ahead.skip(|it| it == '=') < 2 {
        return None;
    }
    let start = ahead.pos;
    if ahead.skip(|it| is_code(it) && it != '@' || it == ':') == 0 {
        return None;
    }
    let name = ahead.since(start);
    if ahead.skip(|it| it == '=') < 2 {
        return None;
    }
    Some((End { range: ahead.since(cursor.pos), kind: EndKind::Bar(name) }, ahead))
}

type Suffix = (Vec<puml_syntax::ast::Stereotype>, Option<TextRange>);

/// What may stand behind the right end; where something else does, its place.
fn suffix(mut cursor: Cursor<'_>) -> Result<Suffix, Cursor<'_>> {
    cursor.blanks();
    let stereotypes = grammar::stereotypes(&mut cursor);
    cursor.blanks();
    let before = cursor;
    let label = cursor.colon_text();
    if label.is_some_and(TextRange::is_empty) || !cursor.at_end() {
        return Err(before);
    }
    Ok((stereotypes, label))
}

/// A line that is a transition up to what stands behind its right end.
fn unexpected(right: End, rest: Cursor<'_>, line: Cursor<'_>, ctx: &Context) -> Read {
    let range = rest.rest_range();
    let text = rest.rest();
    if text.starts_with(':') {
        let message = "the label of this transition is empty";
        let blank =
            line.range(rest.pos - rest.text()[..rest.pos].len() + trimmed(rest), rest.text().len());
        return broken(ctx.at(MISSING_ARGUMENT, range, message).with_fix(ctx.safe(
            "remove the colon",
            blank,
            "",
        )));
    }
    if text.starts_with('#') {
        let message = "a colour cannot stand behind a transition";
        return broken(
            ctx.at(puml_syntax::codes::UNEXPECTED_TEXT, range, message)
                .with_hint(format!("colour the arrow itself: `-[{text}]->`")),
        );
    }
    if text.starts_with(is_symbol) {
        let message = "the name of a state is made of letters, digits, `_` and `.`";
        return broken(
            ctx.at(UNQUOTED_NAME, right.range, message)
                .with_hint("give the state a short name: `state \"long name\" as short`"),
        );
    }
    broken(ctx.at(MISSING_COLON, range, "a label needs a colon before it").with_fix(ctx.guess(
        "insert a colon",
        TextRange::at(range.start),
        ": ",
    )))
}

/// Where the blanks before a position begin.
fn trimmed(cursor: Cursor<'_>) -> usize {
    cursor.text()[..cursor.pos].trim_end_matches(is_blank).len()
}

fn is_symbol(it: char) -> bool {
    !it.is_alphanumeric() && !is_blank(it)
}

const FOREIGN: [char; 8] = ['-', '.', '=', '~', '<', 'o', '*', '+'];

/// A line that links two names with an arrow that state diagrams do not have.
fn foreign_arrow(left: End, cursor: Cursor<'_>, ctx: &Context) -> Read {
    let mut ahead = cursor;
    let is_arrow =
        |it: char| matches!(it, '-' | '.' | '=' | '~' | '<' | '>' | '|' | '*' | 'o' | '+' | '^');
    if !cursor.rest().starts_with(FOREIGN) || ahead.skip(is_arrow) == 0 {
        return Err(Miss::Other);
    }
    let arrow = &cursor.text()[cursor.pos..ahead.pos];
    let range = ahead.since(cursor.pos);
    let mut behind = ahead;
    behind.blanks();
    let is_linked = ends(behind).into_iter().next().is_some() && left.kind != EndKind::Mark
        || arrow.contains(['-', '.', '=', '~']);
    if !is_linked || !arrow.contains(['-', '.', '=', '~']) {
        return Err(Miss::Other);
    }
    let finding = ctx
        .at(MALFORMED_ARROW, range, format!("`{arrow}` is no arrow of a state diagram"))
        .with_hint(
            "transitions are solid and have one head: `-->`; a style goes inside: `-[dashed]->`",
        );
    let dotted = arrow.starts_with('.') || arrow.contains("..");
    let fix = if dotted { "-[dashed]->" } else { "-->" };
    broken(finding.with_fix(ctx.guess(format!("replace with `{fix}`"), range, fix)))
}

/// A transition with a quoted name.
fn quoted_end(cursor: Cursor<'_>, ctx: &Context) -> Read {
    let mut ahead = cursor;
    let Some(name) = ahead.quoted() else { return Err(Miss::Other) };
    let mut behind = ahead;
    behind.blanks();
    let is_arrow = !arrow::arrows(behind).is_empty() || cursor.pos > 0;
    if !is_arrow {
        return Err(Miss::Other);
    }
    let message = "a transition names states by their codes, not by quoted texts";
    broken(
        ctx.at(MALFORMED_ARROW, name.range, message)
            .with_hint("declare it: `state \"long name\" as short`, then write `short`"),
    )
}
