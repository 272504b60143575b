//! Actions: `:text;` on one or several lines, `- text`, and the spellings of before 2026.

use puml_syntax::ast::Text;
use puml_syntax::{Context, Cooked, Cursor, LineKind, Miss, Reader, TextRange, broken};

use super::Read;
use super::joined::Joined;
use super::pieces::{check_color, check_marks, color_prefix, marks, tail, text_end};
use crate::ast::{Action, ActionForm, StmtKind};
use crate::codes::syntax::{
    ARROW_AS_ACTION, MARK_BEFORE_ACTION, OLD_COLOR, OLD_SHAPE, SWALLOWED_LINE, UNENDED_ACTION,
};

/// The characters that ended an action and said its shape, with the stereotype that says it now.
pub(crate) const ENDINGS: [(char, &str); 6] = [
    ('|', "procedure"),
    ('<', "input"),
    ('>', "output"),
    ('/', "save"),
    (']', "task"),
    ('}', "continuous"),
];

/// `:text;` on one line.
pub(super) fn single(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let line = cursor;
    let before = marks(&mut cursor);
    if !cursor.eat(":") {
        return Err(Miss::Other);
    }
    let from = cursor.pos;
    let Some((at, after)) = text_end(line, from) else { return Err(Miss::Other) };
    let (marks, link) = tail(after).expect("the end of a text has a tail");
    check_marks(line, &marks, ctx);
    if let Some(first) = before.first() {
        let range = TextRange::new(first.start - 2, first.end + 2);
        let message = "a stereotype before an action says nothing";
        let moved = format!("{}{}", line.text()[from - 1..].trim_end(), " <<")
            + first_text(line, *first)
            + ">>";
        let whole = line.range(0, line.text().len());
        let finding = ctx.at(MARK_BEFORE_ACTION, range, message);
        ctx.report(finding.with_fix(ctx.guess("move it behind the action", whole, &moved)));
    }
    let text = Text::Line(line.range(from, at));
    let form = ActionForm::Plain;
    Ok(StmtKind::Action(Box::new(Action { text, form, color: None, marks, link })))
}

fn first_text(line: Cursor<'_>, range: TextRange) -> &str {
    let base = line.range(0, line.text().len()).start;
    line.text().get((range.start - base) as usize..(range.end - base) as usize).unwrap_or_default()
}

/// `#red:text;` on one line, and `:text|` with its like: what was right up to 1.2026.1.
pub(super) fn old(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &Reader<'_>) -> Read {
    let line = cursor;
    let color = color_prefix(&mut cursor);
    if color.is_none() && !cursor.eat(":") {
        return Err(Miss::Other);
    }
    let from = cursor.pos;
    let whole = line.range(0, line.text().len());
    if let Some((at, after)) = text_end(line, from) {
        let Some(color) = color else { return Err(Miss::Other) };
        let (marks, link) = tail(after).expect("the end of a text has a tail");
        check_color(Some(color), line, ctx);
        check_marks(line, &marks, ctx);
        let now = format!(":{}; <<{}>>{}", &line.text()[from..at], color_text(line), rest(after));
        let finding = ctx
            .at(OLD_COLOR, color.range, "newer versions join this action with the next one")
            .with_hint("since 1.2026.2 the colour stands in a stereotype behind the action")
            .with_fix(ctx.safe("move the colour behind the action", whole, &now));
        ctx.report(finding);
        let text = Text::Line(line.range(from, at));
        let form = ActionForm::Plain;
        let action = Action { text, form, color: Some(color), marks, link };
        return Ok(StmtKind::Action(Box::new(action)));
    }
    let text = line.text()[from..].trim_end();
    let Some((ending, shape)) = ending(text).filter(|_| is_followed_by_statement(reader)) else {
        return Err(Miss::Other);
    };
    check_color(color, line, ctx);
    let at = from + text.len() - ending.len_utf8();
    let mark = color.map(|_| format!(" <<{}>>", color_text(line))).unwrap_or_default();
    let now = format!(":{};{mark} <<{shape}>>", &line.text()[from..at]);
    let finding = ctx
        .at(OLD_SHAPE, line.range(at, at + ending.len_utf8()), format!("`{ending}` ends no action in newer versions: the lines up to the next `;` become one box"))
        .with_hint(format!("since 1.2026.2 the shape is the stereotype `<<{shape}>>` behind a `;`"))
        .with_fix(ctx.safe(format!("write `; <<{shape}>>`"), whole, &now));
    ctx.report(finding);
    let text = Text::Line(line.range(from, at));
    let form = ActionForm::Ended(ending);
    Ok(StmtKind::Action(Box::new(Action { text, form, color, marks: Vec::new(), link: None })))
}

fn color_text(line: Cursor<'_>) -> &str {
    line.text().split(':').next().unwrap_or_default()
}

fn rest(after: Cursor<'_>) -> String {
    let rest = after.rest().trim();
    if rest.is_empty() { String::new() } else { format!(" {rest}") }
}

/// The character that ends an action and says its shape, unless it is a part of markup.
fn ending(text: &str) -> Option<(char, &'static str)> {
    let last = text.chars().next_back()?;
    let &(ending, shape) = ENDINGS.iter().find(|it| it.0 == last)?;
    let before = &text[..text.len() - last.len_utf8()];
    let is_markup = match last {
        '>' => before.rfind('<').is_some_and(|at| {
            before.ends_with('>')
                || before[at + 1..]
                    .starts_with(|it: char| it.is_alphanumeric() || "/&$:#".contains(it))
        }),
        '|' => before.trim_start().starts_with('|'),
        ']' => before.contains('['),
        '}' => before.contains('{'),
        '/' => before.contains("//"),
        _ => before.ends_with('<'),
    };
    (!is_markup).then_some((ending, shape))
}

/// Whether the next line is a statement of its own and no further line of a text.
fn is_followed_by_statement(reader: &Reader<'_>) -> bool {
    let next = reader.lines.all[reader.next..reader.stop]
        .iter()
        .find(|it| it.kind == LineKind::Code)
        .map(|it| it.content.slice(reader.lines.text));
    next.is_none_or(is_statement)
}

/// Whether a line looks like a statement where the text of an action might go on.
pub(super) fn is_statement(line: &str) -> bool {
    if line.starts_with([':', '|', '}', '(']) || line.starts_with("->") || line.starts_with("-[") {
        return true;
    }
    if let Some(rest) = line.strip_prefix('#') {
        return rest.contains(':');
    }
    let end = line.find(|it: char| !it.is_ascii_alphabetic()).unwrap_or(line.len());
    let (word, rest) = (line[..end].to_ascii_lowercase(), line[end..].trim_start());
    match word.as_str() {
        "start" | "stop" | "end" | "kill" | "detach" | "else" | "endif" | "endswitch"
        | "endwhile" | "repeat" | "fork" | "split" | "break" => {
            rest.is_empty()
                || rest.starts_with([';', '(', ':', '{'])
                || ["if", "while", "again", "fork", "split", "note", "merge", "group"]
                    .iter()
                    .any(|it| rest.to_ascii_lowercase().starts_with(it))
        }
        "if" | "elseif" | "while" | "switch" | "case" => rest.starts_with('('),
        "backward" => rest.starts_with(':'),
        "partition" | "package" | "rectangle" | "card" | "group" => rest.ends_with('{'),
        "note" | "floating" | "swimlane" | "goto" | "label" | "title" | "legend" => true,
        _ => false,
    }
}

/// `:text` up to the line that ends in `;`.
pub(super) fn several(mut cursor: Cursor<'_>, ctx: &mut Context, reader: &mut Reader<'_>) -> Read {
    let line = cursor;
    let color = color_prefix(&mut cursor);
    if color.is_none() && !cursor.eat(":") {
        return Err(Miss::Other);
    }
    let from = cursor.pos;
    let Some(found) = until_semicolon(reader) else {
        let end = line.text().len();
        let finding = ctx
            .at(UNENDED_ACTION, line.range(0, end), "this action has no `;` at its end")
            .with_hint("an action is `:text;`; it may run over several lines")
            .with_fix(ctx.safe("add `;`", line.range(end, end), ";"));
        return broken(finding);
    };
    let Ended { joined, at, marks, link } = found;
    swallowed(&joined, "action", line, ctx);
    joined.consume(reader);
    let text = joined.part(from, at);
    let form = ActionForm::Plain;
    Ok(StmtKind::Action(Box::new(Action { text, form, color, marks, link })))
}

/// Warns where a later line of a text looks like a statement: most likely a `;` is missing before it.
pub(super) fn swallowed(joined: &Joined<'_>, what: &str, line: Cursor<'_>, ctx: &mut Context) {
    let mut embedded = 0_u32;
    let is_lost = |line: &str| {
        let line = line.trim();
        let is_inside = embedded > 0 || line.starts_with("{{");
        count_embedded(line, &mut embedded);
        !is_inside && is_statement(line)
    };
    let Some(at) = joined.text.split('\n').skip(1).position(is_lost) else {
        return;
    };
    let lost = joined.text.split('\n').nth(at + 1).unwrap_or_default().trim();
    let before = joined.text.split('\n').nth(at).unwrap_or_default();
    let start: usize = joined.text.split('\n').take(at).map(|it| it.len() + 1).sum();
    let end = joined.range(start, start + before.trim_end().len());
    let whole = line.range(0, line.text().len());
    let finding = ctx
        .at(
            SWALLOWED_LINE,
            whole,
            format!("this {what} has no `;`, so `{lost}` is a part of its text"),
        )
        .with_fix(ctx.guess("add `;`", TextRange::at(end.end), ";"));
    ctx.report(finding);
}

/// Counts the diagrams inside the text that are open behind a line.
fn count_embedded(line: &str, open: &mut u32) {
    if line.starts_with("{{") && !line.contains("}}") {
        *open += 1;
    } else if line.starts_with("}}") {
        *open = open.saturating_sub(1);
    }
}

/// The lines of a text up to one that ends in `;`.
pub(super) struct Ended<'a> {
    pub(super) joined: Joined<'a>,
    /// Where the text ends.
    pub(super) at: usize,
    pub(super) marks: Vec<TextRange>,
    pub(super) link: Option<puml_syntax::ast::Link>,
}

/// Looks for the line, the current one not counted; what is embedded in `{{` and `}}` is passed over.
pub(super) fn until_semicolon<'a>(reader: &Reader<'a>) -> Option<Ended<'a>> {
    let mut joined = Joined::first(reader);
    let mut embedded = 0_u32;
    while joined.grow(reader) {
        let last = joined.last().trim();
        count_embedded(last, &mut embedded);
        if embedded > 0 || !may_end(last) {
            continue;
        }
        let line = reader.lines.text;
        let range = joined.range(joined.last_start(), joined.text.len());
        let cooked = Cooked::new(line, range);
        let cursor = Cursor::new(&cooked);
        if let Some((at, after)) = text_end(cursor, 0) {
            let (marks, link) = tail(after).expect("the end of a text has a tail");
            let at = joined.last_start() + at;
            return Some(Ended { joined, at, marks, link });
        }
    }
    None
}

fn may_end(line: &str) -> bool {
    line.ends_with([';', '>', ']']) && line.contains(';')
}

/// `- text`, `* text`: one action a line.
pub(super) fn item(mut cursor: Cursor<'_>, ctx: &mut Context) -> Read {
    let line = cursor;
    if !cursor.eat("-") && !cursor.eat("*") {
        return Err(Miss::Other);
    }
    cursor.blanks();
    let from = cursor.pos;
    // The first place behind which only stereotypes and a link stand.
    let text = line.text();
    let starts = text[from..].match_indices(['<', '[']).map(|it| from + it.0);
    let mut end = (text.len(), Vec::new(), None);
    for at in starts {
        let mut after = line;
        after.pos = at;
        if let Some((marks, link)) = tail(after) {
            end = (at, marks, link);
            break;
        }
    }
    let (at, marks, link) = end;
    let said = text[from..at].trim_end();
    check_marks(line, &marks, ctx);
    if text.starts_with('-') && looks_like_arrow(text) {
        let finding = ctx
            .at(
                ARROW_AS_ACTION,
                line.range(0, text.len()),
                "this is no arrow here: it is drawn as an action",
            )
            .with_hint("an arrow is `->` or `-[#red,dashed]->`, with `;` behind its label")
            .with_fix(ctx.guess("write an arrow", line.range(0, text.len()), &as_arrow(text)));
        ctx.report(finding);
    }
    let text = Text::Line(line.range(from, from + said.len()));
    let form = ActionForm::Item;
    Ok(StmtKind::Action(Box::new(Action { text, form, color: None, marks, link })))
}

fn looks_like_arrow(text: &str) -> bool {
    let body = text.trim_start_matches('-');
    let tail = body.find('>').map(|at| &body[..at]);
    tail.is_some_and(|it| {
        it.is_empty()
            || (it.starts_with('[') && it.trim_end_matches('-').ends_with(']'))
            || ["down", "up", "left", "right", "d", "u", "l", "r", " "]
                .contains(&it.trim_end_matches('-').to_ascii_lowercase().as_str())
    })
}

/// The same as an arrow: `-->a` is `-> a;`.
fn as_arrow(text: &str) -> String {
    let at = text.find('>').map_or(text.len(), |it| it + 1);
    let inner = text[..at].trim_matches(['-', '>']);
    let style = match inner.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
        Some(inner) => {
            let items: Vec<String> = inner
                .split([',', ' '])
                .filter(|it| !it.is_empty())
                .map(|it| {
                    let is_word =
                        ["dashed", "dotted", "bold", "hidden"].contains(&it) || it.starts_with('#');
                    if is_word { it.to_owned() } else { format!("#{it}") }
                })
                .collect();
            if items.is_empty() { String::new() } else { format!("[{}]-", items.join(",")) }
        }
        None => String::new(),
    };
    let label = text[at..].trim().trim_end_matches(';').trim();
    if label.is_empty() { format!("-{style}>") } else { format!("-{style}> {label};") }
}
