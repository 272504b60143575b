//! The arrow between two names: dressing, dashes, style group, dressing.

use crate::ast::{Arrow, ArrowLine, ColorRef, Head, Mark, Tip};
use crate::codes::syntax::IGNORED_STYLE;
use puml_syntax::Context;
use puml_syntax::grammar::color;
use puml_syntax::{Cursor, is_blank};

/// An arrow between two names, read from the blanks before it to the last character that is its own.
pub(super) fn between(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Option<Arrow> {
    let mut ahead = *cursor;
    let blank = ahead.blanks();
    let start = ahead.pos;
    let mut slant = None;
    let mut left = Tip::default();
    if blank {
        left.mark = mark_before(&mut ahead);
    }
    if left.mark == Mark::None {
        slant = slanted(&mut ahead, |it| it.rest().starts_with('<'));
    }
    left.head = left_head(&mut ahead, Underscore::Allowed);
    let body = body(&mut ahead, ctx)?;
    let mut right = Tip { head: right_head(&mut ahead, Underscore::Allowed), mark: Mark::None };
    if matches!(right.head, Head::Filled | Head::Open) && slant.is_none() {
        slant = slanted(&mut ahead, |_| true);
    }
    let before_mark = ahead;
    // `A ->x : text` goes to somebody called `x`: a mark needs a name behind it.
    if let Some(mark) = mark(&mut ahead)
        && ahead.peek().is_some_and(is_blank)
        && is_name_next(ahead)
    {
        right.mark = mark;
    } else {
        ahead = before_mark;
    }
    *cursor = ahead;
    Some(body.arrow(ahead, start, left, right, slant))
}

fn is_name_next(mut cursor: Cursor<'_>) -> bool {
    cursor.blanks();
    cursor.name().is_some()
}

/// An arrow at a border. `left` and `right` marks are read by the caller, who knows the brackets.
pub(super) fn at_border(cursor: &mut Cursor<'_>, start: usize, ctx: &mut Context) -> Option<Arrow> {
    let mut ahead = *cursor;
    let left = left_head(&mut ahead, Underscore::Refused);
    let body = body(&mut ahead, ctx)?;
    let right = right_head(&mut ahead, Underscore::Refused);
    // At a border nothing may end in the style.
    if right == Head::None && (left == Head::None || body.ends_in_style) {
        return None;
    }
    *cursor = ahead;
    let tip = |head| Tip { head, mark: Mark::None };
    Some(body.arrow(ahead, start, tip(left), tip(right), None))
}

/// `o` or `x`.
pub(super) fn mark(cursor: &mut Cursor<'_>) -> Option<Mark> {
    let mark = match cursor.peek()? {
        'o' | 'O' => Mark::Circle,
        'x' | 'X' => Mark::Cross,
        _ => return None,
    };
    cursor.advance(1);
    Some(mark)
}

/// `o` or `x` right before an arrow; as part of a name it is left alone.
pub(super) fn mark_before(cursor: &mut Cursor<'_>) -> Mark {
    let mut ahead = *cursor;
    match mark(&mut ahead) {
        Some(mark) if ahead.peek().is_some_and(|it| matches!(it, '-' | '<' | '/' | '\\')) => {
            *cursor = ahead;
            mark
        }
        _ => Mark::None,
    }
}

struct Body {
    line: ArrowLine,
    color: Option<ColorRef>,
    hidden: bool,
    bold: bool,
    /// Whether no dash follows the style.
    ends_in_style: bool,
}

impl Body {
    fn arrow(
        self,
        cursor: Cursor<'_>,
        start: usize,
        left: Tip,
        right: Tip,
        slant: Option<u32>,
    ) -> Arrow {
        Arrow {
            range: cursor.since(start),
            left,
            right,
            line: self.line,
            color: self.color,
            hidden: self.hidden,
            bold: self.bold,
            slant,
        }
    }
}

/// Dashes with at most one `[style]` group between, before or after them.
fn body(cursor: &mut Cursor<'_>, ctx: &mut Context) -> Option<Body> {
    let mut ahead = *cursor;
    let mut dashes = ahead.skip(|it| it == '-');
    let mut body = Body {
        line: ArrowLine::Solid,
        color: None,
        hidden: false,
        bold: false,
        ends_in_style: false,
    };
    let mut tried = ahead;
    if style(&mut tried, &mut body, ctx) {
        ahead = tried;
        let more = ahead.skip(|it| it == '-');
        body.ends_in_style = more == 0;
        dashes += more;
    }
    if dashes == 0 {
        return None;
    }
    if dashes > 1 {
        body.line = ArrowLine::Dashed;
    }
    *cursor = ahead;
    Some(body)
}

/// `[#color,dashed,hidden,…]`; takes nothing unless every word is one of the known.
fn style(cursor: &mut Cursor<'_>, body: &mut Body, ctx: &mut Context) -> bool {
    let mut ahead = *cursor;
    if !ahead.eat("[") {
        return false;
    }
    let mut words = Vec::new();
    loop {
        let start = ahead.pos;
        if ahead.eat("#") {
            if ahead.skip(color::is_word) == 0 {
                return false;
            }
        } else {
            ahead.skip(|it| it.is_ascii_alphanumeric() || it == '=');
        }
        let word = ahead.text()[start..ahead.pos].to_ascii_lowercase();
        if !is_style(&word) {
            return false;
        }
        words.push((word, start, ahead.pos));
        if !ahead.eat(",") {
            break;
        }
    }
    if !ahead.eat("]") {
        return false;
    }
    for (word, from, to) in words {
        match word.as_str() {
            "dashed" | "dotted" => body.line = ArrowLine::Dashed,
            "hidden" => body.hidden = true,
            "bold" => {
                body.bold = true;
                let range = ahead.range(from, to);
                ctx.report(ctx.at(IGNORED_STYLE, range, "`bold` has no effect on a message"));
            }
            _ if word.starts_with('#') => body.color = Some(color::resolve(ahead, from, to, ctx)),
            // Known from other diagrams; here the reference looks them up as colors and fails.
            _ => color::report_unknown(&word, ahead.range(from, to), ctx),
        }
    }
    *cursor = ahead;
    true
}

fn is_style(word: &str) -> bool {
    word.starts_with('#')
        || matches!(
            word,
            "dotted" | "dashed" | "plain" | "bold" | "hidden" | "norank" | "single" | "node"
        )
        || word
            .strip_prefix("thickness=")
            .is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Underscore {
    Allowed,
    Refused,
}

fn left_head(cursor: &mut Cursor<'_>, underscore: Underscore) -> Head {
    let head = doubled(
        cursor,
        &[
            ('<', Head::Filled, Head::Open),
            ('/', Head::UpperHalf, Head::UpperHalfOpen),
            ('\\', Head::LowerHalf, Head::LowerHalfOpen),
        ],
    );
    if underscore == Underscore::Allowed && matches!(head, Head::Filled | Head::Open) {
        cursor.eat("_");
    }
    head
}

fn right_head(cursor: &mut Cursor<'_>, underscore: Underscore) -> Head {
    let mut ahead = *cursor;
    if underscore == Underscore::Allowed && ahead.eat("_") && ahead.rest().starts_with('>') {
        *cursor = ahead;
    }
    doubled(
        cursor,
        &[
            ('>', Head::Filled, Head::Open),
            ('\\', Head::UpperHalf, Head::UpperHalfOpen),
            ('/', Head::LowerHalf, Head::LowerHalfOpen),
        ],
    )
}

fn doubled(cursor: &mut Cursor<'_>, heads: &[(char, Head, Head)]) -> Head {
    let Some(&(character, single, double)) = heads.iter().find(|it| cursor.peek() == Some(it.0))
    else {
        return Head::None;
    };
    cursor.advance(1);
    if cursor.peek() == Some(character) {
        cursor.advance(1);
        return double;
    }
    single
}

/// `(10)`.
fn slanted(cursor: &mut Cursor<'_>, follows: impl Fn(Cursor<'_>) -> bool) -> Option<u32> {
    let mut ahead = *cursor;
    if !ahead.eat("(") {
        return None;
    }
    let value = ahead.digits()?.parse().unwrap_or(u32::MAX);
    if !ahead.eat(")") || !follows(ahead) {
        return None;
    }
    *cursor = ahead;
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::super::probe::{accepts, kind, refuses};
    use crate::ast::{Arrow, ArrowLine, Flow, Head, Mark, StmtKind};

    fn arrow(text: &str) -> Arrow {
        let StmtKind::Message(it) = kind(&format!("A {text} B")) else { panic!("{text}") };
        it.arrow
    }

    #[test]
    fn heads_marks_and_lines_are_typed() {
        let head = |text| (arrow(text).left.head, arrow(text).right.head);
        assert_eq!(head("->"), (Head::None, Head::Filled));
        assert_eq!(head("<<->>"), (Head::Open, Head::Open));
        assert_eq!(head("-\\"), (Head::None, Head::UpperHalf));
        assert_eq!(head("-//"), (Head::None, Head::LowerHalfOpen));
        assert_eq!(head("//-"), (Head::UpperHalfOpen, Head::None));
        assert_eq!(head("\\-"), (Head::LowerHalf, Head::None));
        assert_eq!(arrow("o->x").left.mark, Mark::Circle);
        assert_eq!(arrow("o->x").right.mark, Mark::Cross);
        assert_eq!(arrow("---->").line, ArrowLine::Dashed);
        assert_eq!(arrow("-[dotted]>").line, ArrowLine::Dashed);
        assert_eq!(arrow("-[#red]>").line, ArrowLine::Solid);
        assert!(arrow("-[hidden]>").hidden);
        assert_eq!(arrow("->(10)").slant, Some(10));
        assert_eq!(arrow("(7)<-").slant, Some(7));
    }

    #[test]
    fn a_head_decides_the_direction_and_a_cross_without_one_points_right() {
        for (text, flow) in [
            ("->", Flow::Rightwards),
            ("<-", Flow::Leftwards),
            ("x<-", Flow::Leftwards),
            ("<->", Flow::Both),
            ("x-", Flow::Rightwards),
            ("-x", Flow::Rightwards),
            ("x<-x", Flow::Rightwards),
            ("\\\\--", Flow::Leftwards),
        ] {
            assert_eq!(arrow(text).flow(), flow, "{text}");
        }
    }

    #[test]
    fn a_circle_or_cross_needs_a_blank_before_the_name() {
        let StmtKind::Message(it) = kind("A->xB") else { panic!() };
        assert_eq!(it.arrow.right.mark, Mark::None);
        assert_eq!(it.right.participant().unwrap().code.range.slice("A->xB"), "xB");
    }

    #[test]
    fn a_circle_or_cross_without_a_name_is_a_name() {
        for text in ["A->x : text", "A-->O", "A->o ++ : text"] {
            let StmtKind::Message(it) = kind(text) else { panic!("{text}") };
            assert_eq!(it.arrow.right.mark, Mark::None, "{text}");
        }
    }

    #[test]
    fn underscores_are_taken_and_mean_nothing() {
        accepts(&["A -_> B", "A -_>> B", "A <_- B", "A <<_- B"]);
    }

    #[test]
    fn other_arrows_are_refused() {
        refuses(&[
            ("A -- B", "syntax/headless-arrow"),
            ("A o-o B", "syntax/headless-arrow"),
            ("A - > B", "syntax/malformed-arrow"),
            ("A -- > B", "syntax/malformed-arrow"),
            ("A -> > B", "syntax/malformed-arrow"),
            ("A < - B", "syntax/malformed-arrow"),
            ("A => B", "syntax/malformed-arrow"),
            ("A ..> B", "syntax/malformed-arrow"),
            ("A ->>> B", "syntax/malformed-arrow"),
            ("A -|> B", "syntax/malformed-arrow"),
            ("A → B", "syntax/malformed-arrow"),
            ("A -[thickness=3]> B", "syntax/unknown-color"),
            ("A -[#nosuch]> B", "syntax/unknown-color"),
        ]);
    }
}
