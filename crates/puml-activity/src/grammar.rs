//! What a line may be: one file per construct, tried in the reference's order.

pub(crate) mod action;
mod arrow;
mod condition;
mod group;
mod joined;
mod jump;
mod lane;
mod note;
mod parallel;
mod pieces;
mod repetition;
mod settings;
mod switch;
mod terminal;

use puml_syntax::codes::UNKNOWN_STATEMENT;
use puml_syntax::grammar::{Rule, first_match, shared_rules};
use puml_syntax::{Context, Cursor, Miss, Reader, Stage};

use crate::ast::StmtKind;

/// A construct's answer to a line.
type Read<T = StmtKind> = puml_syntax::Read<T>;

/// First match wins. What takes several lines comes behind what takes one, so that a missing end swallows little.
const RULES: [Rule<StmtKind>; 32] = [
    |cursor, _, _, _| settings::unused(cursor),
    |cursor, _, ctx, _| lane::bars(cursor, ctx),
    |cursor, _, ctx, _| lane::word(cursor, ctx),
    |cursor, _, ctx, _| group::open(cursor, ctx),
    |cursor, _, ctx, _| group::close(cursor, ctx),
    |cursor, _, ctx, _| arrow::single(cursor, ctx),
    |cursor, _, ctx, reader| arrow::several(cursor, ctx, reader),
    |cursor, _, ctx, _| repetition::open_repeat(cursor, ctx),
    |cursor, _, ctx, _| action::single(cursor, ctx),
    |cursor, _, ctx, _| condition::branch(cursor, ctx),
    |cursor, _, _, reader| condition::long_branch(cursor, reader),
    |cursor, _, ctx, _| condition::else_branch_with_test(cursor, ctx),
    |cursor, _, ctx, _| condition::otherwise(cursor, ctx),
    |cursor, _, _, reader| condition::long_otherwise(cursor, reader),
    |cursor, _, ctx, _| condition::end(cursor, ctx),
    |cursor, _, ctx, _| switch::open(cursor, ctx),
    |cursor, _, ctx, _| switch::case(cursor, ctx),
    |cursor, _, ctx, _| switch::end(cursor, ctx),
    |cursor, _, ctx, _| repetition::end_repeat(cursor, ctx),
    |cursor, _, _, reader| repetition::long_end_repeat(cursor, reader),
    |cursor, _, ctx, reader| repetition::backward(cursor, ctx, reader),
    |cursor, _, ctx, _| repetition::open_while(cursor, ctx),
    |cursor, _, ctx, _| repetition::end_while(cursor, ctx),
    |cursor, _, ctx, _| parallel::fork(cursor, ctx),
    |cursor, _, _, _| parallel::split(cursor),
    |cursor, _, ctx, _| jump::connector(cursor, ctx),
    |cursor, _, _, _| repetition::leave(cursor),
    |cursor, _, ctx, _| terminal::circle(cursor, ctx),
    |cursor, _, _, _| terminal::kill(cursor),
    |cursor, _, ctx, _| arrow::link(cursor, ctx),
    |cursor, _, ctx, reader| note::note(cursor, ctx, reader),
    |cursor, _, ctx, reader| action::old(cursor, ctx, reader),
];

/// What comes last.
const LAST: [Rule<StmtKind>; 4] = [
    |cursor, _, ctx, reader| action::several(cursor, ctx, reader),
    |cursor, _, ctx, _| action::item(cursor, ctx),
    |cursor, _, _, _| jump::jump(cursor),
    |cursor, _, ctx, reader| condition::long_else_if(cursor, ctx, reader),
];

/// What a line is; where nothing fits, the finding of the construct that came furthest.
pub(crate) fn statement(
    cursor: Cursor<'_>,
    stage: Stage,
    ctx: &mut Context,
    reader: &mut Reader<'_>,
) -> Read {
    // Most lines are actions on one line, which nothing before it takes.
    if cursor.peek() == Some(':')
        && let Ok(kind) = action::single(cursor, ctx)
    {
        return Ok(kind);
    }
    let mut furthest = None;
    for rules in [shared_rules().as_slice(), &RULES, &LAST] {
        match first_match(rules, cursor, stage, ctx, reader) {
            Ok(kind) => return Ok(kind),
            Err(finding) => furthest = furthest.or(finding),
        }
    }
    Err(Miss::Broken(furthest.unwrap_or_else(|| Box::new(unknown(cursor, ctx)))))
}

const KEYWORDS: [&str; 34] = [
    "start",
    "stop",
    "end",
    "if",
    "else",
    "elseif",
    "endif",
    "while",
    "endwhile",
    "repeat",
    "repeat while",
    "fork",
    "fork again",
    "end fork",
    "split",
    "split again",
    "end split",
    "switch",
    "case",
    "endswitch",
    "partition",
    "group",
    "note",
    "floating note",
    "backward",
    "break",
    "kill",
    "detach",
    "goto",
    "label",
    "swimlane",
    "title",
    "legend",
    "skinparam",
];

/// The finding for a line that no construct began.
fn unknown(cursor: Cursor<'_>, ctx: &Context) -> diag::Diagnostic {
    let text = cursor.text();
    let word = &text[..text.find(|it: char| !it.is_alphanumeric()).unwrap_or(text.len())];
    let whole = text.trim_end_matches(';');
    let message = "this line is no statement of an activity diagram";
    let near =
        |word: &str| diag::nearest(word, KEYWORDS).filter(|it| word.len() > 2 && *it != word);
    let (range, found) = match near(whole) {
        Some(found) if whole.contains(' ') => (cursor.range(0, whole.len()), Some(found)),
        _ => (cursor.range(0, if word.is_empty() { text.len() } else { word.len() }), near(word)),
    };
    let finding = ctx.at(UNKNOWN_STATEMENT, range, message);
    match found {
        Some(near) => finding.with_hint(format!("did you mean `{near}`?")).with_fix(ctx.guess(
            format!("replace with `{near}`"),
            range,
            near,
        )),
        None => finding.with_hint("an action is `:text;`").with_fix(ctx.guess(
            "make it an action",
            cursor.range(0, text.len()),
            &format!(":{};", text.trim_end_matches(';')),
        )),
    }
}
