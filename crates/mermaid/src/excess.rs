//! A few words that ask the engine for work without end: found before it starts, because it looks at no clock while
//! it does that work.

use diag::{Diagnostic, SourceId, Span};

use crate::codes;
use crate::strict::{Line, statements};

/// Links of a flowchart. Mermaid draws 500; labelled ones may count twice here.
const MOST_LINKS: usize = 2_000;
/// Days of all durations in a gantt chart that leaves some days out.
const MOST_DAYS: f64 = 200_000.0;
/// The largest number in a setting.
const LARGEST_SETTING: f64 = 100_000.0;
/// Settings that count what a source may hold, which are not sizes of anything drawn.
const COUNTS: [&str; 2] = ["maxTextSize", "maxEdges"];

/// The first thing in a source that would take too long or too much memory.
pub(crate) fn excess(source: &str) -> Option<Diagnostic> {
    let lines = statements(source);
    let kind = lines.first().and_then(|line| line.text.split_whitespace().next());
    let in_body = match kind.map(|it| it.trim_end_matches(';')) {
        Some("flowchart" | "flowchart-elk" | "graph" | "swimlane" | "swimlane-beta") => {
            links(&lines)
        }
        Some("gantt") => days(&lines),
        _ => None,
    };
    in_body.or_else(|| settings(source))
}

fn found(start: usize, text: &str, message: String) -> Diagnostic {
    let lead = text.len() - text.trim_start().len();
    let span =
        Span::new(SourceId(0), (start + lead) as u32, (start + text.trim_end().len()) as u32);
    Diagnostic::new(codes::LIMIT, span, message)
}

/// `a & b --> c & d` has four links: few letters make many.
fn links(lines: &[Line<'_>]) -> Option<Diagnostic> {
    let mut sum = 0_usize;
    for line in lines {
        sum = sum.saturating_add(links_of(line.text));
        if sum > MOST_LINKS {
            let message = format!("the diagram has more than {MOST_LINKS} links");
            let hint = "split the diagram into smaller ones";
            return Some(found(line.start, line.text, message).with_hint(hint));
        }
    }
    None
}

/// At least as many links as a line has. The text of a link stands between two halves of its arrow, so each list of
/// nodes is joined with the larger of the two that follow.
fn links_of(line: &str) -> usize {
    let mut lists = vec![1_usize];
    let (mut depth, mut is_quoted, mut is_arrow) = (0_usize, false, false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied();
        let continues = is_arrow && matches!(letter, '-' | '=' | '~' | '.' | '>');
        is_arrow = continues;
        match letter {
            '"' => is_quoted = !is_quoted,
            _ if is_quoted || continues => {}
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            '&' => *lists.last_mut().expect("there is always a list") += 1,
            '-' if matches!(next, Some('-' | '.')) => is_arrow = true,
            '=' | '~' if next == Some(letter) => is_arrow = true,
            _ => {}
        }
        if is_arrow && !continues {
            lists.push(1);
        }
    }
    let following = |at: usize| lists.get(at).copied().unwrap_or(0);
    let joined =
        |(at, size): (usize, &usize)| size.saturating_mul(following(at + 1).max(following(at + 2)));
    lists.iter().enumerate().map(joined).fold(0, usize::saturating_add)
}

/// Days that are left out are found by going through all of them.
fn days(lines: &[Line<'_>]) -> Option<Diagnostic> {
    if !lines.iter().any(|line| line.text.trim_start().starts_with("excludes")) {
        return None;
    }
    let mut sum = 0.0;
    for line in lines {
        let Some((_, data)) = line.text.split_once(':') else { continue };
        sum += data.split(',').filter_map(|it| duration(it.trim())).sum::<f64>();
        if sum > MOST_DAYS {
            let message =
                format!("the tasks take more than {MOST_DAYS} days, and some are left out");
            let hint = "use shorter durations, or remove `excludes`";
            return Some(found(line.start, line.text, message).with_hint(hint));
        }
    }
    None
}

/// The days of `3w`.
fn duration(text: &str) -> Option<f64> {
    let digits = text.trim_end_matches(|it: char| it.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "ms" => 1.0 / 86_400_000.0,
        "s" => 1.0 / 86_400.0,
        "m" => 1.0 / 1_440.0,
        "h" => 1.0 / 24.0,
        "d" => 1.0,
        "w" => 7.0,
        "M" => 31.0,
        "y" => 366.0,
        _ => return None,
    };
    Some(digits.trim_end().parse::<f64>().ok()? * unit)
}

/// A padding of a thousand million would be filled step by step.
fn settings(source: &str) -> Option<Diagnostic> {
    let mut parts = Vec::new();
    let body = source.trim_start();
    if let Some(inside) = body.strip_prefix("---")
        && let Some(end) = inside.find("\n---")
    {
        parts.push(&inside[..end]);
    }
    let mut rest = source;
    while let Some(start) = rest.find("%%{") {
        let inside = &rest[start + 3..];
        let end = inside.find("}%%").unwrap_or(inside.len());
        parts.push(&inside[..end]);
        rest = &inside[end..];
    }
    let number = parts.into_iter().find_map(outsized)?;
    let start = number.as_ptr() as usize - source.as_ptr() as usize;
    let message = format!("the setting {number} is larger than {LARGEST_SETTING}");
    Some(found(start, number, message).with_hint("use a smaller number"))
}

/// The first number past the limit.
fn outsized(settings: &str) -> Option<&str> {
    let is_edge = |it: char| it.is_whitespace() || ":,{}[]\"'".contains(it);
    let mut name = "";
    settings.split(is_edge).filter(|word| !word.is_empty()).find(|word| {
        let number = word.trim_end_matches(|it: char| it.is_ascii_alphabetic() || it == '%');
        let value = word.parse::<f64>().or_else(|_| number.parse::<f64>());
        let is_outsized = value.is_ok_and(|it| it.abs() > LARGEST_SETTING);
        let is_count = COUNTS.contains(&name);
        name = word;
        is_outsized && !is_count
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(source: &str) -> Option<String> {
        excess(source).map(|it| it.message)
    }

    #[test]
    fn links_are_counted_as_lists_multiply() {
        assert_eq!(links_of("A --> B"), 1);
        assert_eq!(links_of("A & B --> C & D"), 4);
        assert_eq!(links_of("a&b==>c&d"), 4);
        assert_eq!(links_of("A -.-> B --> C"), 2);
        assert_eq!(links_of("A[x & y -- z] --> B[\"a & b\"]"), 1);
        assert_eq!(links_of("a-b --> c_d"), 1);
        assert!(links_of("a & b -- x & y --> c & d & e") >= 6);
        assert_eq!(links_of("classDef x fill:#fff"), 0);
    }

    #[test]
    fn a_product_of_lists_is_refused_at_its_line() {
        let list = vec!["a"; 60].join(" & ");
        let source = format!("flowchart LR\n  x --> y\n  {list} -->|text| {list}\n");
        let fault = excess(&source).unwrap();
        assert_eq!(fault.message, "the diagram has more than 2000 links");
        assert_eq!(fault.span.start as usize, source.find("a &").unwrap());
        let list = vec!["a"; 40].join(" & ");
        assert_eq!(message(&format!("graph LR;\n{list} --> {list}\n")), None);
    }

    #[test]
    fn durations_add_up_where_days_are_left_out() {
        let chart = |rest: &str| format!("gantt\n  dateFormat YYYY-MM-DD\n{rest}");
        let endless = message(&chart("  excludes weekends\n  a: 2020-01-01, 9999999999d\n"));
        assert_eq!(endless.unwrap(), "the tasks take more than 200000 days, and some are left out");
        assert_eq!(message(&chart("  a: 2020-01-01, 9999999999d\n")), None);
        assert_eq!(message(&chart("  excludes weekends\n  a: a1, 2020-01-01, 52w\n")), None);
    }

    #[test]
    fn settings_have_a_largest_number() {
        let refused = message("%%{init: {\"mindmap\": {\"padding\": 1e9}}}%%\nmindmap\n  a\n");
        assert_eq!(refused.unwrap(), "the setting 1e9 is larger than 100000");
        assert!(message("---\nconfig:\n  fontSize: 9999999px\n---\npie\n  \"a\": 1\n").is_some());
        assert_eq!(message("%%{init: {\"maxTextSize\": 99999999}}%%\npie\n  \"a\": 1\n"), None);
        assert_eq!(message("pie\n  \"a\": 1000000000\n"), None);
    }
}
