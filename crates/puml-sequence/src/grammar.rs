//! What a line may be: one file per construct, tried in a fixed order.
//!
//! The order is part of the language. Keywords are not reserved: `end -> B` is a message, because
//! arrows are tried before groups.

mod arrow;
mod boxes;
mod diagnose;
mod group;
mod life;
mod message;
mod note;
mod numbering;
mod participant;
#[cfg(test)]
mod probe;
mod reference;
mod separator;
mod slips;
mod switch;

use puml_syntax::grammar::{self, Rule, chrome, directive, scale, skinparam, sprite, style};
use puml_syntax::{Context, Cursor, Miss, Reader, Stage};

use crate::ast::StmtKind;

/// A construct's answer to a line.
type Read<T = StmtKind> = puml_syntax::Read<T>;

/// First match wins.
const RULES: [Rule<StmtKind>; 29] = [
    |cursor, stage, ctx, _| directive(cursor, stage, ctx).map(StmtKind::from),
    |cursor, _, ctx, reader| chrome::title(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, reader| chrome::legend(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, reader| chrome::header(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, reader| skinparam(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, _| chrome::settings(cursor, ctx).map(StmtKind::from),
    |cursor, _, ctx, reader| sprite(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, reader| style(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, ctx, _| scale(cursor, ctx).map(StmtKind::from),
    |cursor, _, _, _| switch::hide(cursor),
    |cursor, _, ctx, _| life::command(cursor, ctx),
    |cursor, _, ctx, reader| participant::declaration(cursor, ctx, reader),
    |cursor, _, ctx, _| message::message(cursor, ctx),
    |cursor, _, ctx, _| message::from_border(cursor, ctx),
    |cursor, _, ctx, _| message::to_border(cursor, ctx),
    |cursor, _, ctx, reader| note::note(cursor, ctx, reader),
    |cursor, _, ctx, _| boxes::boxes(cursor, ctx),
    |cursor, _, ctx, _| group::group(cursor, ctx),
    |cursor, _, ctx, _| life::shorthand(cursor, ctx),
    |cursor, _, ctx, _| life::reply(cursor, ctx),
    |cursor, _, ctx, _| separator::page(cursor, ctx),
    |cursor, _, ctx, _| separator::divider(cursor, ctx),
    |cursor, _, ctx, _| separator::space(cursor, ctx),
    |cursor, _, ctx, reader| reference::reference(cursor, ctx, reader),
    |cursor, _, ctx, _| numbering::numbering(cursor, ctx),
    |cursor, _, ctx, _| life::autoactivate(cursor, ctx),
    |cursor, _, ctx, _| separator::delay(cursor, ctx),
    |cursor, _, ctx, _| switch::url(cursor, ctx),
    |cursor, _, _, _| separator::duration(cursor),
];

/// What a line is; where nothing fits, the finding of the construct that came furthest.
pub(crate) fn statement(
    cursor: Cursor<'_>,
    stage: Stage,
    ctx: &mut Context,
    reader: &mut Reader<'_>,
) -> Read {
    grammar::first_match(&RULES, cursor, stage, ctx, reader).map_err(|furthest| {
        Miss::Broken(match furthest {
            Some(finding) if !diagnose::is_vague(&finding) => finding,
            Some(finding) => diagnose::arrow_slip(cursor, ctx).map_or(finding, Box::new),
            None => Box::new(diagnose::unknown(cursor, ctx)),
        })
    })
}
