//! `[#red,dashed]` inside an arrow and `##[dashed]red` behind a name.

use super::color;
use crate::ast::{BorderStyle, ColorRef, LineStyle, Outline};
use crate::context::Context;
use crate::cursor::Cursor;

const BORDERS: [(&str, BorderStyle); 3] =
    [("dashed", BorderStyle::Dashed), ("dotted", BorderStyle::Dotted), ("bold", BorderStyle::Bold)];

/// `[item,item]` without blanks, added to what is known already; whether one stands here and is whole.
pub fn line_style(cursor: &mut Cursor<'_>, style: &mut LineStyle) -> bool {
    let (mut ahead, mut found) = (*cursor, *style);
    if !ahead.eat("[") {
        return false;
    }
    loop {
        let from = ahead.pos;
        if ahead.skip(|it| it.is_alphanumeric() || matches!(it, '#' | '_' | '=')) == 0
            || !item(ahead, from, &mut found)
        {
            return false;
        }
        if ahead.eat("]") {
            (*cursor, *style) = (ahead, found);
            return true;
        }
        if !ahead.eat(",") {
            return false;
        }
    }
}

fn item(cursor: Cursor<'_>, from: usize, style: &mut LineStyle) -> bool {
    let word = &cursor.text()[from..cursor.pos];
    if let Some(name) = word.strip_prefix('#') {
        let is_name = !name.is_empty() && name.chars().all(color::is_word);
        let paint = crate::color::parse(word);
        style.color = Some(ColorRef { range: cursor.since(from), paint });
        return is_name;
    }
    let word = word.to_ascii_lowercase();
    match word.as_str() {
        "hidden" => style.hidden = true,
        "norank" => style.free = true,
        "single" => style.single = true,
        "plain" | "node" => {}
        _ => {
            if let Some((_, border)) = BORDERS.iter().find(|it| it.0 == word) {
                style.border = Some(*border);
            } else if let Some(digits) = word.strip_prefix("thickness=")
                && digits.bytes().all(|it| it.is_ascii_digit())
                && !digits.is_empty()
            {
                style.thickness = Some(digits.parse().unwrap_or(u32::MAX));
            } else {
                return false;
            }
        }
    }
    true
}

/// `##[dashed]red`; both parts may be absent. Reports an unknown colour.
pub fn outline(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Option<Outline> {
    let mut ahead = *cursor;
    if !ahead.eat("##") {
        return None;
    }
    let style = if ahead.eat("[") { Some(ahead.one_of(&BORDERS)?) } else { None };
    if style.is_some() && !ahead.eat("]") {
        return None;
    }
    let from = ahead.pos;
    let named = ahead.skip(color::is_word) > 0;
    let color = named.then(|| color::resolve(ahead, from, ahead.pos, ctx));
    *cursor = ahead;
    Some(Outline { style, color })
}
