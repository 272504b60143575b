//! What a line may be. Settings stand before the data; once the data has begun every line belongs to it, but for
//! highlights, remarks and styles.

use puml_syntax::grammar::{Rule, chrome, directive, first_match, scale, skinparam, style};
use puml_syntax::{
    Context, Cursor, Finished, Grammar, Miss, Read, Reader, Stage, TextRange, broken, trimmed,
};

use crate::ast::{Highlight, Shared, StmtKind};
use crate::codes::syntax::{FOREIGN_CHROME, MALFORMED_HIGHLIGHT, NO_DATA};

/// Reads one data diagram.
#[derive(Default)]
pub(crate) struct Lines {
    in_data: bool,
}

/// What may stand anywhere.
const ANYWHERE: [Rule<StmtKind>; 3] = [
    |cursor, _, ctx, reader| highlight(cursor, ctx, reader),
    |cursor, _, _, reader| remark(cursor, reader),
    |cursor, _, ctx, reader| whole_style(cursor, ctx, reader),
];

/// What may stand before the data.
const BEFORE: [Rule<StmtKind>; 5] = [
    |cursor, stage, ctx, _| directive(cursor, stage, ctx).map(StmtKind::from),
    |cursor, _, ctx, reader| title(cursor, ctx, reader),
    |cursor, _, ctx, _| scale(cursor, ctx).map(StmtKind::from),
    |cursor, _, ctx, reader| skinparam(cursor, ctx, reader).map(StmtKind::from),
    |cursor, _, _, _| inert(cursor),
];

impl Grammar for Lines {
    type Kind = StmtKind;

    fn statement(
        &mut self,
        cursor: Cursor<'_>,
        stage: Stage,
        ctx: &mut Context,
        reader: &mut Reader<'_>,
    ) -> Read<StmtKind> {
        match first_match(&ANYWHERE, cursor, stage, ctx, reader) {
            Ok(kind) => return Ok(kind),
            Err(Some(finding)) => return broken(*finding),
            Err(None) => {}
        }
        // As written, directives may stand between lines of data; the preprocessor takes them out.
        if stage == Stage::Source
            && let Ok(kind) = directive(cursor, stage, ctx)
        {
            return Ok(kind.into());
        }
        if !self.in_data {
            if let Ok(kind) = first_match(&BEFORE, cursor, stage, ctx, reader) {
                return Ok(kind);
            }
            foreign(cursor, ctx)?;
        }
        self.in_data = true;
        Ok(StmtKind::Data(reader.lines.all[reader.next - 1].raw))
    }

    fn finish(&mut self, block: Finished<'_, StmtKind>, ctx: &mut Context) {
        let has_data = block.stmts.iter().any(|it| matches!(it.kind, StmtKind::Data(_)));
        if !has_data && !block.failed {
            let finding = ctx.at(NO_DATA, block.start, "this diagram has no data");
            ctx.report(finding.with_hint("write the data between the markers"));
        }
    }
}

/// A title on one line: a block would be taken for data.
fn title(cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read<StmtKind> {
    let is_title = cursor.text().to_ascii_lowercase().starts_with("title ");
    if !is_title {
        return Err(Miss::Other);
    }
    let next = reader.next;
    let found = chrome::title(cursor, ctx, reader)?;
    if reader.next != next {
        reader.next = next;
        return Err(Miss::Other);
    }
    Ok(found.into())
}

/// `<style>` with its tags on lines of their own.
fn whole_style(cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read<StmtKind> {
    if !cursor.text().eq_ignore_ascii_case("<style>") {
        return Err(Miss::Other);
    }
    style(cursor, ctx, reader).map(StmtKind::from)
}

/// `hide …` and `skin …` are taken and change nothing.
fn inert(mut cursor: Cursor<'_>) -> Read<StmtKind> {
    let start = cursor.pos;
    if !(cursor.keyword("hide") || cursor.keyword("skin")) || !cursor.blanks() || cursor.at_end() {
        return Err(Miss::Other);
    }
    let keyword = cursor.range(start, start + 4);
    Ok(Shared::Inert { keyword }.into())
}

/// Whether the line that is being read begins in the first column.
fn at_margin(reader: &Reader<'_>) -> bool {
    let line = reader.lines.all[reader.next - 1];
    line.raw.start == line.content.start
}

/// `#highlight "a" / "b" <<class>>`.
fn highlight(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &Reader<'_>) -> Read<StmtKind> {
    if !at_margin(reader) || !cursor.eat_word("#highlight") || !cursor.blanks() {
        return Err(Miss::Other);
    }
    let text = reader.lines.text;
    let mut rest = trimmed(text, cursor.rest_range());
    let mut stereotypes = Vec::new();
    while let Some(inner) = rest.slice(text).strip_suffix(">>")
        && let Some(open) = inner.rfind("<<")
    {
        let start = rest.start + open as u32;
        stereotypes.insert(0, TextRange::new(start + 2, rest.end - 2));
        rest = trimmed(text, TextRange::new(rest.start, start));
    }
    let path = path(text, rest);
    if path.is_empty() {
        let finding =
            ctx.at(MALFORMED_HIGHLIGHT, cursor.rest_range(), "this highlight has no path");
        return broken(
            finding.with_hint("name what is highlighted: `#highlight \"key\" / \"inner key\"`"),
        );
    }
    Ok(StmtKind::Highlight(Highlight { path, stereotypes }))
}

/// The parts between slashes outside quotes, without their quotes.
fn path(text: &str, range: TextRange) -> Vec<TextRange> {
    let mut parts = Vec::new();
    let (mut start, mut quoted) = (range.start, false);
    let mut part = |from: u32, to: u32| {
        let part = trimmed(text, TextRange::new(from, to));
        let slice = part.slice(text);
        let bare = slice.len() > 1 && slice.starts_with('"') && slice.ends_with('"');
        let part = if bare { TextRange::new(part.start + 1, part.end - 1) } else { part };
        if !part.is_empty() {
            parts.push(part);
        }
    };
    for (at, letter) in range.slice(text).char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '/' if !quoted => {
                let at = range.start + at as u32;
                part(start, at);
                start = at + 1;
            }
            _ => {}
        }
    }
    part(start, range.end);
    parts
}

/// Any other line that begins with `#` in the first column.
fn remark(cursor: Cursor<'_>, reader: &Reader<'_>) -> Read<StmtKind> {
    let text = cursor.text();
    if at_margin(reader) && text.starts_with('#') && !text.starts_with("#highlight ") {
        return Ok(StmtKind::Remark);
    }
    Err(Miss::Other)
}

/// Refuses what other diagrams have around their pictures and data diagrams have not.
fn foreign(mut cursor: Cursor<'_>, ctx: &Context) -> Read<()> {
    let line = cursor.rest_range();
    let words =
        ["title", "header", "footer", "legend", "caption", "mainframe", "left", "center", "right"];
    let Some(word) = words.into_iter().find(|it| cursor.keyword(it)) else { return Ok(()) };
    // In YAML such a word may be a key.
    if cursor.rest().trim_start().starts_with(':') || cursor.rest().contains(": ") {
        return Ok(());
    }
    let finding =
        ctx.at(FOREIGN_CHROME, line, format!("a data diagram has no `{word}` of this kind"));
    broken(finding.with_hint("`title text` on one line is what may stand before the data"))
}
