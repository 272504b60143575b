//! `scale`.

use crate::ast::{Chrome, Scale, Shared};
use crate::codes::{BAD_VALUE, MISSING_ARGUMENT};
use crate::context::{Context, Miss, Read, broken};
use crate::cursor::Cursor;

/// `scale 1.5`, `scale 2/3`, `scale [max] 200 width`, `scale [max] 200x100`.
pub fn scale(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read<Shared> {
    let start = cursor.pos;
    if !cursor.keyword("scale") {
        return Err(Miss::Other);
    }
    let keyword = cursor.since(start);
    let blank = cursor.blanks();
    let from = cursor.pos;
    let value = blank.then(|| value(&mut cursor)).flatten().filter(|_| cursor.at_end());
    let Some(value) = value else {
        return broken(ctx.at(MISSING_ARGUMENT, keyword, "`scale` needs a factor or a size").with_hint(
            "write `scale 1.5`, `scale 2/3`, `scale 200 width`, `scale 200x100` or `scale max 800 width`",
        ));
    };
    let positive = match value {
        Scale::Factor(it)
        | Scale::Width(it)
        | Scale::Height(it)
        | Scale::MaxWidth(it)
        | Scale::MaxHeight(it) => it > 0.0,
        Scale::Size { width, height } | Scale::MaxSize { width, height } => {
            width > 0.0 && height > 0.0
        }
    };
    if !positive {
        ctx.report(ctx.at(BAD_VALUE, cursor.since(from), "a scale cannot be zero"));
    }
    Ok(Shared::Chrome(Box::new(Chrome::Scale(value))))
}

fn value(cursor: &mut Cursor<'_>) -> Option<Scale> {
    let max = cursor.keyword("max") && cursor.blanks();
    let first = number(cursor)?;
    let mut ahead = *cursor;
    ahead.blanks();
    if !max && ahead.eat("/") {
        ahead.blanks();
        let second = number(&mut ahead)?;
        *cursor = ahead;
        return Some(Scale::Factor(if second == 0.0 { 0.0 } else { first / second }));
    }
    if ahead.eat_word("x") || ahead.eat("*") {
        ahead.blanks();
        let (width, height) = (first, number(&mut ahead)?);
        *cursor = ahead;
        return Some(if max {
            Scale::MaxSize { width, height }
        } else {
            Scale::Size { width, height }
        });
    }
    if ahead.keyword("width") {
        *cursor = ahead;
        return Some(if max { Scale::MaxWidth(first) } else { Scale::Width(first) });
    }
    if ahead.keyword("height") {
        *cursor = ahead;
        return Some(if max { Scale::MaxHeight(first) } else { Scale::Height(first) });
    }
    (!max).then_some(Scale::Factor(first))
}

fn number(cursor: &mut Cursor<'_>) -> Option<f64> {
    let start = cursor.pos;
    cursor.skip(|it| it.is_ascii_digit() || it == '.');
    cursor.text()[start..cursor.pos].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::super::probe::{accepts, refuses};

    #[test]
    fn factors_and_sizes_are_taken() {
        accepts(&[
            "scale 1.5",
            "scale 2/3",
            "scale 200 width",
            "scale 200x100",
            "scale 200*100",
            "scale max 200 height",
            "scale max 200x100",
        ]);
    }

    #[test]
    fn zero_and_half_a_size_are_refused() {
        refuses(&[
            ("scale 0", "syntax/bad-value"),
            ("scale max 200", "syntax/missing-argument"),
            ("scale", "syntax/missing-argument"),
        ]);
    }
}
