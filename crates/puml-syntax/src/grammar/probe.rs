//! What the rules of all families make of a text, for tests.

use std::sync::Arc;

use diag::SourceId;

use super::{first_match, shared_rules};
use crate::ast::Shared;
use crate::codes::UNKNOWN_STATEMENT;
use crate::context::{Context, Miss, Read};
use crate::cursor::Cursor;
use crate::lines;
use crate::parser::{Extent, Grammar, Parse, Stage, parse_block};
use crate::reader::Reader;

struct OnlyShared;

impl Grammar for OnlyShared {
    type Kind = Shared;

    fn statement(
        &mut self,
        cursor: Cursor<'_>,
        stage: Stage,
        ctx: &mut Context,
        reader: &mut Reader<'_>,
    ) -> Read<Shared> {
        first_match(&shared_rules(), cursor, stage, ctx, reader).map_err(|finding| {
            let range = cursor.rest_range();
            let unknown = ctx.at(UNKNOWN_STATEMENT, range, "fits nothing");
            Miss::Broken(finding.unwrap_or_else(|| Box::new(unknown)))
        })
    }
}

fn read(text: &str) -> Parse<Shared> {
    let text: Arc<str> = Arc::from(text);
    let lines = lines::split(&text);
    parse_block(&text, &lines, 0, Stage::Source, Extent::Whole, SourceId(0), OnlyShared)
}

/// The last statement of a text.
pub(crate) fn kind(text: &str) -> Shared {
    read(text).document.stmts.pop().expect("the text has a statement").kind
}

/// Each text is taken without an error.
pub(crate) fn accepts(texts: &[&str]) {
    for text in texts {
        assert_eq!(errors(text), Vec::<&str>::new(), "{text}");
    }
}

/// Each text is refused with that code first.
pub(crate) fn refuses(texts: &[(&str, &str)]) {
    for (text, code) in texts {
        assert_eq!(errors(text).first(), Some(code), "{text}");
    }
}

fn errors(text: &str) -> Vec<&'static str> {
    read(text).diagnostics.iter().filter(|it| it.is_error()).map(|it| it.code.name).collect()
}
