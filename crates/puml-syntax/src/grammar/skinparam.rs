//! `skinparam key value` and its blocks.

use crate::TextRange;
use crate::ast::{Shared, Skinparam, SkinparamEntry};
use crate::codes::{MISSING_ARGUMENT, UNCLOSED_BLOCK};
use crate::context::{Context, Miss, Read, broken};
use crate::cooked::Cooked;
use crate::cursor::Cursor;
use crate::reader::{Close, Reader};

/// One value, or a block of them.
pub fn skinparam(
    mut cursor: Cursor<'_>,
    ctx: &mut Context,
    reader: &mut Reader<'_>,
) -> Read<Shared> {
    let start = cursor.pos;
    if !cursor.eat_word("skinparam") {
        return Err(Miss::Other);
    }
    let locked = cursor.eat_word("locked");
    let keyword = cursor.since(start);
    let blank = cursor.blanks();
    if !blank && cursor.rest() != "{" && !cursor.at_end() {
        return Err(Miss::Other);
    }
    let path = key(&mut cursor);
    cursor.blanks();
    if cursor.rest() == "{" && !locked {
        let Some(lines) = reader.body(Close::Braces) else {
            let range = cursor.range(start, cursor.text().len());
            return broken(
                ctx.at(UNCLOSED_BLOCK, range, "this block of skinparams is not closed")
                    .with_hint("each line of it is `key value`; the last is `}`"),
            );
        };
        let entries = entries(reader.lines.text, path, &lines.lines);
        return Ok(Shared::Skinparam(Skinparam { entries }));
    }
    let Some(path) = path.filter(|_| !cursor.at_end() && !cursor.rest().contains(['{', '}']))
    else {
        return broken(
            ctx.at(MISSING_ARGUMENT, keyword, "`skinparam` needs a key and a value")
                .with_hint("write `skinparam backgroundColor #EEEEEE`"),
        );
    };
    let entry = SkinparamEntry { path: vec![path], value: cursor.rest_range() };
    Ok(Shared::Skinparam(Skinparam { entries: vec![entry] }))
}

/// Letters, digits, dots, with a stereotype somewhere.
fn key(cursor: &mut Cursor<'_>) -> Option<TextRange> {
    let start = cursor.pos;
    let word = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '.');
    cursor.skip(word);
    if cursor.rest().starts_with("<<")
        && let Some(at) = cursor.rest().find(">>")
    {
        cursor.advance(at + 2);
        cursor.skip(word);
    }
    (cursor.pos > start).then(|| cursor.since(start))
}

fn entries(source: &str, prefix: Option<TextRange>, lines: &[TextRange]) -> Vec<SkinparamEntry> {
    let mut path: Vec<Option<TextRange>> = vec![prefix];
    let mut found = Vec::new();
    for &line in lines {
        let line = crate::lines::trimmed(source, line);
        let cooked = Cooked::new(source, line);
        let mut cursor = Cursor::new(&cooked);
        if cursor.rest() == "}" {
            path.pop();
            continue;
        }
        let key = key(&mut cursor);
        cursor.blanks();
        if cursor.rest() == "{" {
            path.push(key);
        } else if let Some(key) = key {
            let path = path.iter().flatten().copied().chain([key]).collect();
            found.push(SkinparamEntry { path, value: cursor.rest_range() });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::probe::{accepts, kind, refuses};
    use crate::ast::Shared;

    #[test]
    fn nested_blocks_are_flattened_to_paths() {
        let text = "skinparam sequence {\n  ArrowColor red\n  Participant {\n    Padding 5\n  }\n}";
        let Shared::Skinparam(it) = kind(text) else { panic!() };
        let keys: Vec<String> =
            it.entries.iter().map(|it| it.path.iter().map(|it| it.slice(text)).collect()).collect();
        assert_eq!(keys, ["sequenceArrowColor", "sequenceParticipantPadding"]);
    }

    #[test]
    fn unknown_keys_are_not_the_syntax_s_business() {
        accepts(&[
            "skinparam nosuch value",
            "skinparam BorderColor<<st>> red",
            "skinparam {\nx y\n}",
            "skinparamlocked a b",
        ]);
        refuses(&[
            ("skinparam x", "syntax/missing-argument"),
            ("skinparam x {\nA -> B", "syntax/unclosed-block"),
        ]);
    }
}
