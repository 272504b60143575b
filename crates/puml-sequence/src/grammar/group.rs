//! `alt`, `else`, `end` and their like.

use crate::ast::{Else, Group, GroupKind, StmtKind};
use crate::grammar::Read;
use puml_syntax::Cursor;
use puml_syntax::TextRange;
use puml_syntax::codes::UNEXPECTED_TEXT;
use puml_syntax::grammar::color;
use puml_syntax::{Context, Miss, broken, is_blank};

/// A line that opens, divides or closes a group.
pub(super) fn group(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let start = cursor.pos;
    let parallel = cursor.eat("&").then(|| cursor.since(start));
    cursor.blanks();
    let keyword_start = cursor.pos;
    let kind = GroupKind::ALL.into_iter().find(|it| cursor.keyword(it.keyword()));
    let divides = kind.is_none() && (cursor.keyword("else") || cursor.keyword("also"));
    if kind.is_none() && !divides && !cursor.keyword("end") {
        return Err(Miss::Other);
    }
    let keyword = cursor.since(keyword_start);
    let header_color = if kind.is_some() { color::single(&mut cursor, ctx) } else { None };
    let mut ahead = cursor;
    let mut body_color = None;
    if ahead.blanks() && is_color_alone(ahead) {
        body_color = color::single(&mut ahead, ctx);
        if body_color.is_some() {
            cursor = ahead;
        }
    }
    if !cursor.at_end() && !cursor.blanks() {
        let range = cursor.rest_range();
        let message = format!("`{}` is glued to the keyword", cursor.rest());
        let finding = ctx.at(UNEXPECTED_TEXT, range, message);
        let gap = cursor.range(cursor.pos, cursor.pos);
        return broken(if cursor.rest().starts_with('#') {
            finding
                .with_hint("the color of a branch stands after a blank: `else #LightBlue text`")
                .with_fix(ctx.safe("insert a blank", gap, " "))
        } else {
            finding.with_hint("the text of a group stands after a blank")
        });
    }
    let label = (!cursor.at_end()).then(|| cursor.rest_range());
    let Some(kind) = kind else {
        return Ok(if divides {
            StmtKind::Else(Else { keyword, color: body_color, label })
        } else {
            StmtKind::End { trailing: label }
        });
    };
    let (label, secondary) = match label {
        Some(range) if kind == GroupKind::Group => split(cursor, range),
        other => (other, None),
    };
    Ok(StmtKind::Group(Group {
        parallel,
        kind,
        keyword,
        header_color,
        body_color,
        label,
        secondary,
    }))
}

/// Whether a word is a color and nothing else: `#pink/white` is a part of the label.
fn is_color_alone(cursor: Cursor<'_>) -> bool {
    cursor
        .rest()
        .strip_prefix('#')
        .is_some_and(|it| it.trim_start_matches(color::is_word).chars().next().is_none_or(is_blank))
}

/// `Head [condition]`: the last bracket pair at the end of the line, links left alone.
fn split(cursor: Cursor<'_>, whole: TextRange) -> (Option<TextRange>, Option<TextRange>) {
    let text = cursor.rest();
    let Some(open) = text.strip_suffix(']').and_then(opening) else {
        return (Some(whole), None);
    };
    let head = text[..open].trim_end().len();
    let label = cursor.range(cursor.pos, cursor.pos + head);
    let inner = cursor.range(cursor.pos + open + 1, cursor.pos + text.len() - 1);
    (Some(label), Some(inner))
}

/// Behind the last link, the first bracket; without a link, the first of all.
fn opening(text: &str) -> Option<usize> {
    if text.ends_with(']') {
        // A link ends the line; a condition that holds it begins before it, and behind any other link.
        let link = text.rfind("[[")?;
        let from = text[..link].rfind("]]").map_or(0, |it| it + 2);
        return text[from..link].find('[').map(|it| from + it);
    }
    let from = text.rfind("]]").map_or(0, |it| it + 2);
    text[from..].find('[').map(|it| from + it)
}

#[cfg(test)]
mod tests {
    use super::super::probe::{accepts, kind, refuses};
    use crate::ast::{GroupKind, StmtKind};

    #[test]
    fn every_operator_branches_and_ends() {
        for operator in GroupKind::ALL {
            let word = operator.keyword();
            accepts(&[
                &format!("{word} x\nA -> B\nelse y\nalso z\nend {word}"),
                &format!("& {word}#red #blue x\nend"),
                &format!("{word} #gold\nend"),
            ]);
        }
    }

    #[test]
    fn a_condition_in_brackets_is_split_off_a_group_only() {
        let split = |text: &str| {
            let StmtKind::Group(it) = kind(text) else { panic!("{text}") };
            let slice = |it: puml_syntax::TextRange| it.slice(text).to_owned();
            (it.label.map(slice), it.secondary.map(slice))
        };
        let some = |it: &str| Some(it.to_owned());
        assert_eq!(split("group Head [cond]"), (some("Head"), some("cond")));
        assert_eq!(split("group a [b] c"), (some("a [b] c"), None));
        assert_eq!(split("group see [[http://x y]]"), (some("see [[http://x y]]"), None));
        assert_eq!(
            split("group see [[http://x y]] [cond]"),
            (some("see [[http://x y]]"), some("cond"))
        );
        assert_eq!(
            split("group see [[http://x y]] [[[http://z w]]]"),
            (some("see [[http://x y]]"), some("[[http://z w]]"))
        );
        assert_eq!(split("alt x [y]"), (some("x [y]"), None));
    }

    #[test]
    fn a_color_that_goes_on_is_a_label() {
        let StmtKind::Group(it) = kind("alt #pink/white x") else { panic!() };
        assert_eq!(it.label.map(|it| it.slice("alt #pink/white x")), Some("#pink/white x"));
        assert!(it.body_color.is_none());
    }

    #[test]
    fn words_that_only_begin_like_an_operator_are_none() {
        refuses(&[
            ("altx", "syntax/unknown-statement"),
            ("alt:x", "syntax/unexpected-text"),
            ("alt x\nelse#red y", "syntax/unexpected-text"),
            ("strict x", "syntax/unknown-statement"),
            ("else x", "syntax/no-open-group"),
            ("end", "syntax/no-open-group"),
            ("alt#nosuch x\nend", "syntax/unknown-color"),
        ]);
    }
}
