//! Lines that fit nothing: what was probably meant.

use super::{participant, slips};
use crate::codes::syntax::{MALFORMED_ACTIVATION, MERMAID};
use puml_syntax::Context;
use puml_syntax::codes::{
    MALFORMED_ARROW, MISSING_COLON, UNCLOSED_QUOTE, UNEXPECTED_TEXT, UNKNOWN_STATEMENT,
    UNQUOTED_NAME,
};
use puml_syntax::{Cursor, is_blank, is_code, is_quote};

/// The finding for a line that no construct began.
pub(super) fn unknown(cursor: Cursor<'_>, ctx: &Context) -> diag::Diagnostic {
    let text = cursor.text();
    let slip = slips::foreign(cursor, ctx).or_else(|| arrow_slip(cursor, ctx));
    if let Some(finding) = slip.or_else(|| arrow(cursor, ctx)) {
        return finding;
    }
    let word = &text[..text.find(|it: char| !it.is_alphanumeric()).unwrap_or(text.len())];
    let range = cursor.range(0, if word.is_empty() { text.len() } else { word.len() });
    let mut finding =
        ctx.at(UNKNOWN_STATEMENT, range, format!("`{}` begins no statement", shortened(text)));
    if let Some((_, advice)) = FOREIGN.iter().find(|it| it.0.eq_ignore_ascii_case(word)) {
        return finding.with_hint(*advice);
    }
    if text == "}" {
        return finding
            .with_hint("groups and boxes have no braces; they end with `end` and `end box`")
            .with_fix(ctx.guess("write `end`", range, "end"));
    }
    if let Some(kind) = looks_like(text) {
        return finding.with_hint(format!(
            "this line belongs to a {} diagram; only sequence diagrams are compiled",
            kind.0
        ));
    }
    match diag::nearest(word, KEYWORDS).filter(|_| word.len() > 2) {
        Some(near) if !near.eq_ignore_ascii_case(word) => {
            finding = finding.with_hint(format!("did you mean `{near}`?")).with_fix(ctx.guess(
                format!("replace with `{near}`"),
                range,
                near,
            ));
        }
        _ => {
            finding = finding.with_hint(
                "a line is a message `A -> B : text`, a declaration, a note, a group or a command",
            );
        }
    }
    finding
}

/// Whether a finding only says that a message does not go on like this.
pub(super) fn is_vague(finding: &diag::Diagnostic) -> bool {
    [UNEXPECTED_TEXT, MALFORMED_ACTIVATION, MISSING_COLON].contains(&finding.code)
}

/// A slip that explains the whole line: Mermaid, or an arrow that is none.
pub(super) fn arrow_slip(cursor: Cursor<'_>, ctx: &Context) -> Option<diag::Diagnostic> {
    slips::open_quote(cursor, ctx)
        .or_else(|| mermaid(cursor, ctx))
        .or_else(|| malformed(cursor, ctx))
        .or_else(|| slips::hyphenated(cursor, ctx))
        .or_else(|| slips::bare_head(cursor, ctx))
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

const KEYWORDS: [&str; 52] = [
    "participant",
    "actor",
    "boundary",
    "control",
    "entity",
    "database",
    "collections",
    "queue",
    "create",
    "activate",
    "deactivate",
    "destroy",
    "return",
    "autoactivate",
    "autonumber",
    "note",
    "hnote",
    "rnote",
    "ref",
    "alt",
    "else",
    "opt",
    "loop",
    "par",
    "break",
    "critical",
    "group",
    "partition",
    "end",
    "box",
    "title",
    "header",
    "footer",
    "legend",
    "caption",
    "mainframe",
    "newpage",
    "skinparam",
    "hide",
    "show",
    "scale",
    "sprite",
    "left",
    "right",
    "center",
    "skin",
    "url",
    "footbox",
    "also",
    "par2",
    "end note",
    "end box",
];

const FOREIGN: [(&str, &str); 7] = [
    ("person", "declare it as `actor` or `participant`"),
    ("strict", "this operator has no keyword; write `group strict`"),
    ("neg", "this operator has no keyword; write `group neg`"),
    ("seq", "this operator has no keyword; write `group seq`"),
    ("assert", "this operator has no keyword; write `group assert`"),
    ("consider", "this operator has no keyword; write `group consider`"),
    ("ignore", "this operator has no keyword; write `group ignore`"),
];

fn mermaid(cursor: Cursor<'_>, ctx: &Context) -> Option<diag::Diagnostic> {
    let text = cursor.text();
    let whole = cursor.range(0, text.len());
    let finding = |message: &str| ctx.at(MERMAID, whole, message);
    if text.eq_ignore_ascii_case("sequenceDiagram") {
        return Some(
            finding("`sequenceDiagram` is Mermaid")
                .with_hint("import the text as Mermaid, or start with `@startuml`")
                .with_fix(ctx.guess("remove the line", whole, "")),
        );
    }
    if text.starts_with("%%") {
        let comment = format!("'{}", text.trim_start_matches('%'));
        return Some(
            finding("`%%` is a comment of Mermaid")
                .with_hint("a comment starts with `'`")
                .with_fix(ctx.safe("write it with `'`", whole, &comment)),
        );
    }
    let word = text.split(is_blank).next().unwrap_or_default();
    let hint = match word {
        "rect" => "a colored region is `group #color text`",
        "and" => "a further branch of `par` is `else`",
        "option" => "a further branch of `critical` is `else`",
        _ => "",
    };
    if !hint.is_empty() {
        let mut found = finding("this line is Mermaid").with_hint(hint);
        if matches!(word, "and" | "option") {
            let range = cursor.range(0, word.len());
            found = found.with_fix(ctx.guess("write `else`", range, "else"));
        }
        return Some(found);
    }
    let at =
        ["-->>+", "-->>-", "->>+", "->>-", "->+", "->-", "--)", "-)", "->> +", "->> -", "-> +"]
            .iter()
            .find_map(|it| text.find(it))?;
    let tail = &text[at..];
    let end = tail.find(is_code).unwrap_or(tail.len());
    let sign = tail[..end].trim_end().chars().next_back().filter(|it| matches!(it, '+' | '-'));
    let (left, rest) = (text[..at].trim_end(), &tail[end..]);
    let (right, label) = rest.split_once(':').unwrap_or((rest, ""));
    let arrow = tail[..end].trim().trim_end_matches(['+', '-']).trim_end().replace(')', ">>");
    if left.is_empty() || right.trim().is_empty() || !left.chars().all(is_code) {
        return None;
    }
    let marks = match sign {
        Some('+') => " ++",
        Some(_) => " --",
        None => "",
    };
    let fixed = format!("{left} {arrow} {}{marks} : {}", right.trim(), label.trim());
    Some(
        finding("this message is Mermaid")
            .with_hint("activation marks stand behind the target: `A ->> B ++ : text`")
            .with_fix(ctx.guess(format!("write `{}`", shortened(&fixed)), whole, &fixed)),
    )
}

/// What arrows of other diagrams and other languages become here.
const ARROWS: [(&str, &str); 25] = [
    ("--&gt;", "-->"),
    ("-&gt;", "->"),
    ("&lt;-", "<-"),
    ("→", "->"),
    ("←", "<-"),
    ("⇒", "->"),
    ("↔", "<->"),
    ("−>", "->"),
    ("—>", "->"),
    ("<==>", "<->"),
    ("<=>", "<->"),
    ("==>", "->"),
    ("=>", "->"),
    ("<==", "<-"),
    ("...>", "-->"),
    ("..>", "-->"),
    (".>", "-->"),
    ("~>", "->"),
    ("-->>>", "-->>"),
    ("-<", "->"),
    ("->>>", "->>"),
    ("<<<-", "<<-"),
    ("--|>", "-->"),
    ("-|>", "->"),
    ("-*", "->"),
];

fn malformed(cursor: Cursor<'_>, ctx: &Context) -> Option<diag::Diagnostic> {
    let text = cursor.text();
    let head = &text[..colon(text)];
    if let Some((from, to)) = border_gap(head) {
        let gap = cursor.range(from, to);
        return Some(
            ctx.at(MALFORMED_ARROW, gap, "a blank stands between the border and its arrow")
                .with_hint("the border touches its arrow: `[-> A`, `A ->]`, `?-> A`")
                .with_fix(ctx.safe("remove the blank", gap, "")),
        );
    }
    if let Some((from, to, fixed)) = split_arrow(head) {
        let range = cursor.range(from, to);
        return Some(
            ctx.at(MALFORMED_ARROW, range, format!("`{}` is no arrow", &text[from..to]))
                .with_hint("an arrow has no blanks inside")
                .with_fix(ctx.safe(format!("write `{fixed}`"), range, &fixed)),
        );
    }
    for (found, fixed) in ARROWS {
        if let Some(at) = outside_quotes(head, found).filter(|it| *it > 0) {
            let range = cursor.range(at, at + found.len());
            return Some(
                ctx.at(
                    MALFORMED_ARROW,
                    range,
                    format!("`{found}` is no arrow of sequence diagrams"),
                )
                .with_hint(
                    "arrows are `->`, `-->`, `->>`, `<-`, `->x`, `->o`, `<->` and their like",
                )
                .with_fix(ctx.guess(format!("write `{fixed}`"), range, fixed)),
            );
        }
    }
    None
}

/// A line with an arrow whose names do not fit.
fn arrow(cursor: Cursor<'_>, ctx: &Context) -> Option<diag::Diagnostic> {
    let text = cursor.text();
    let head = &text[..colon(text)];
    let at = ["->", "<-", "--"].iter().filter_map(|it| outside_quotes(head, it)).min()?;
    let (left, tail) = head.split_at(at);
    if left.chars().filter(|it| is_quote(*it)).count() % 2 == 1 {
        let open = left.find(is_quote).unwrap_or(0);
        let range = cursor.range(open, at);
        let end = left.trim_end().trim_end_matches(['<', ' ']).len();
        return Some(
            ctx.at(UNCLOSED_QUOTE, range, "this quoted name has no closing quote")
                .with_fix(ctx.guess("close the quote", cursor.range(end, end), "\"")),
        );
    }
    let name = left.trim_start_matches(['&', ' ']).trim_end().trim_end_matches(['<', ' ']);
    if !name.is_empty() && !name.chars().all(is_code) && !name.starts_with(['{', '[', ']', '?']) {
        let from = left.find(name).unwrap_or(0);
        return Some(participant::unquoted(name, cursor.range(from, from + name.len()), ctx));
    }
    let length = tail.find(|it| is_blank(it) || is_code(it) || is_quote(it)).unwrap_or(tail.len());
    let right = tail[length..].trim();
    let arrow = cursor.range(at, at + length);
    if right.is_empty() || right.starts_with(is_quote) || right.chars().all(is_code) {
        return Some(
            ctx.at(MALFORMED_ARROW, arrow, format!("`{}` is no arrow", &tail[..length]))
                .with_hint("arrows are `->`, `-->`, `->>`, `<-`, `->x`, `->o`, `<->`, `-[#red]>`"),
        );
    }
    let from = at + length + (tail[length..].len() - tail[length..].trim_start().len());
    let range = cursor.range(from, from + right.len());
    if right.starts_with(['>', '<', '(', '[', '|', '*', '{']) {
        let message = format!("`{}` is neither part of an arrow nor a name", shortened(right));
        return Some(ctx.at(UNQUOTED_NAME, range, message));
    }
    Some(participant::unquoted(right, range, ctx))
}

/// Where the label starts: the first colon outside quotes.
fn colon(text: &str) -> usize {
    outside_quotes(text, ":").unwrap_or(text.len())
}

/// Where a token stands outside double quotes.
pub(super) fn outside_quotes(text: &str, token: &str) -> Option<usize> {
    let mut quoted = false;
    for (at, it) in text.char_indices() {
        if is_quote(it) {
            quoted = !quoted;
        } else if !quoted && text[at..].starts_with(token) {
            return Some(at);
        }
    }
    None
}

/// `- >`, `-- >`, `< -`, `- ->`: dashes and heads with blanks between.
fn split_arrow(head: &str) -> Option<(usize, usize, String)> {
    let is_part = |it: char| matches!(it, '-' | '<' | '>');
    let from = head.char_indices().find(|&(at, it)| is_part(it) && !in_quotes(head, at))?.0;
    let stop =
        head[from..].find(|it| !is_part(it) && !is_blank(it)).map_or(head.len(), |it| from + it);
    let run = head[from..stop].trim_end();
    let fixed: String = run.chars().filter(|it| !is_blank(*it)).collect();
    let arrow = matches!(
        fixed.as_str(),
        "->" | "-->" | "->>" | "-->>" | "<-" | "<--" | "<<-" | "<<--" | "<->" | "<-->"
    );
    (arrow && run.len() > fixed.len()).then(|| (from, from + run.len(), fixed))
}

/// The blanks in `[ -> A` or `A -> ]`.
fn border_gap(head: &str) -> Option<(usize, usize)> {
    let borders = ['[', ']', '?'];
    if let Some(rest) = head.strip_prefix(borders) {
        let gap = rest.len() - rest.trim_start().len();
        let arrow = rest.trim_start().starts_with(['-', '<']);
        return (gap > 0 && arrow).then_some((1, 1 + gap));
    }
    let rest = head.trim_end().strip_suffix(borders)?;
    let kept = rest.trim_end();
    let arrow = kept.ends_with(['-', '>']);
    (arrow && kept.len() < rest.len()).then_some((kept.len(), rest.len()))
}

fn in_quotes(text: &str, at: usize) -> bool {
    text[..at].chars().filter(|it| is_quote(*it)).count() % 2 == 1
}

/// The kind of diagram a line belongs to when it is not a sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Looks(pub(crate) &'static str);

/// Recognises lines that only other kinds of diagrams have.
pub(crate) fn looks_like(text: &str) -> Option<Looks> {
    let word = text.split(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
    let kind = match word.to_ascii_lowercase().as_str() {
        "class" | "interface" | "enum" | "abstract" | "annotation" | "struct" => "class",
        "usecase" => "use case",
        "component" | "package" | "node" | "cloud" | "rectangle" | "folder" | "frame"
        | "artifact" | "storage" | "agent" | "card" => "component",
        "state" => "state",
        "object" | "map" => "object",
        "robust" | "concise" | "clock" => "timing",
        "start" | "stop" | "fork" | "repeat" | "endwhile" | "switch" | "detach" => "activity",
        "digraph" => "DOT",
        _ if text.starts_with(':') && text.ends_with(';') => "activity",
        _ if text.starts_with("[*]") || text.ends_with("[*]") => "state",
        _ if text.starts_with("(*)") => "activity",
        _ if ["<|--", "--|>", "*--", "o--", "<|..", "..|>"].iter().any(|it| text.contains(it)) => {
            "class"
        }
        _ => return None,
    };
    Some(Looks(kind))
}

#[cfg(test)]
mod tests {
    use super::super::probe::fixed;

    #[test]
    fn common_slips_come_with_the_repair() {
        for (text, expected) in [
            ("particpant A", "participant A"),
            ("A - > B : x", "A -> B : x"),
            ("A → B : x", "A -> B : x"),
            ("[ -> A : x", "[-> A : x"),
            ("A -> ] : x", "A ->] : x"),
            ("A => B : x", "A -> B : x"),
            ("A -> B hello", "A -> B : hello"),
            ("participant Web Shop as w", "participant \"Web Shop\" as w"),
            ("A ->>+B: hi", "A ->> B ++ : hi"),
            ("A -> B ++ : x\nB-->>-A: y", "A -> B ++ : x\nB -->> A -- : y"),
            ("%% note", "' note"),
            ("A -> B\n== x", "A -> B\n== x =="),
            ("participant A #Bleu", "participant A #Blue"),
            ("A -> B\nnote lft of A : x", "A -> B\nnote left of A : x"),
            ("note over A\nhello\nA -> B", "note over A\nhello\nend note\nA -> B"),
            ("alt x\nA -> B\nelse#red y\nend", "alt x\nA -> B\nelse #red y\nend"),
        ] {
            assert_eq!(fixed(text), expected);
        }
    }
}
