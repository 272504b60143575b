//! What a line may be: one file per construct, tried in a fixed order.
//!
//! The order is part of the language. Keywords are not reserved: `end -> B` is a message, because
//! arrows are tried before groups.

mod arrow;
mod boxes;
mod chrome;
mod color;
mod diagnose;
mod directive;
mod group;
mod life;
mod link;
mod message;
mod note;
mod numbering;
mod participant;
#[cfg(test)]
mod probe;
mod reference;
mod scale;
mod skinparam;
mod sprite;
mod stereotype;
mod stretch;
mod style;
mod switch;

pub(crate) use diagnose::looks_like;
pub(crate) use directive::call;

use crate::context::{Context, Miss, Read};
use crate::cursor::Cursor;
use crate::parser::Stage;
use crate::reader::Reader;

type Rule = fn(Cursor<'_>, Stage, &mut Context, &mut Reader<'_>) -> Read;

/// First match wins.
const RULES: [Rule; 29] = [
    |cursor, stage, ctx, _| directive::directive(cursor, stage, ctx),
    |cursor, _, ctx, reader| chrome::title(cursor, ctx, reader),
    |cursor, _, ctx, reader| chrome::legend(cursor, ctx, reader),
    |cursor, _, ctx, reader| chrome::header(cursor, ctx, reader),
    |cursor, _, ctx, reader| skinparam::skinparam(cursor, ctx, reader),
    |cursor, _, ctx, _| chrome::settings(cursor, ctx),
    |cursor, _, ctx, reader| sprite::sprite(cursor, ctx, reader),
    |cursor, _, ctx, reader| style::style(cursor, ctx, reader),
    |cursor, _, ctx, _| scale::scale(cursor, ctx),
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
    |cursor, _, ctx, _| stretch::page(cursor, ctx),
    |cursor, _, ctx, _| stretch::divider(cursor, ctx),
    |cursor, _, ctx, _| stretch::space(cursor, ctx),
    |cursor, _, ctx, reader| reference::reference(cursor, ctx, reader),
    |cursor, _, ctx, _| numbering::numbering(cursor, ctx),
    |cursor, _, ctx, _| life::autoactivate(cursor, ctx),
    |cursor, _, ctx, _| stretch::delay(cursor, ctx),
    |cursor, _, ctx, _| switch::url(cursor, ctx),
    |cursor, _, _, _| stretch::duration(cursor),
];

/// What a line is; where nothing fits, the finding of the construct that came furthest.
pub(crate) fn statement(
    cursor: Cursor<'_>,
    stage: Stage,
    ctx: &mut Context,
    reader: &mut Reader<'_>,
) -> Read {
    let mut furthest: Option<Box<diag::Diagnostic>> = None;
    for rule in RULES {
        let reported = ctx.diagnostics.len();
        match rule(cursor, stage, ctx, reader) {
            Ok(kind) => return Ok(kind),
            Err(miss) => {
                ctx.diagnostics.truncate(reported);
                if let Miss::Broken(finding) = miss
                    && furthest.as_ref().is_none_or(|it| it.span.start < finding.span.start)
                {
                    furthest = Some(finding);
                }
            }
        }
    }
    Err(Miss::Broken(match furthest {
        Some(finding) if !diagnose::is_vague(&finding) => finding,
        Some(finding) => diagnose::arrow_slip(cursor, ctx).map_or(finding, Box::new),
        None => Box::new(diagnose::unknown(cursor, ctx)),
    }))
}
