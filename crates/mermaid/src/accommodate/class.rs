//! Class diagrams: bodies on one line, names of several words, lines without a statement, and titles.

use serde_json::Value;

pub(super) fn rewritten(source: &str) -> Option<String> {
    title_in_front(source).or_else(|| Some(spread(source)))
}

/// `title` as a statement of a class diagram: the engine takes it in the front matter.
fn title_in_front(source: &str) -> Option<String> {
    if source.trim_start().starts_with("---") {
        return None;
    }
    let title = source.lines().find_map(|line| line.trim().strip_prefix("title "))?;
    let body: Vec<&str> =
        source.lines().filter(|line| !line.trim().starts_with("title ")).collect();
    let title = Value::from(title.trim());
    Some(format!("---\ntitle: {title}\n---\n{}\n", body.join("\n")))
}

/// One statement or member on a line, and each name one word. Mermaid joins the words of a name.
fn spread(source: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut in_body = false;
    let mut in_namespace = false;
    for line in source.lines() {
        let text = line.trim();
        in_namespace |= text.starts_with("namespace ");
        in_namespace &= in_body || !text.starts_with('}');
        if in_body {
            in_body = !text.contains('}');
            out.extend(body(line));
        } else if let Some((head, rest)) = declared(text).and_then(|_| text.split_once('{')) {
            out.push(format!("{} {{", one_name(head.trim())));
            in_body = !rest.contains('}');
            out.extend(body(rest));
        } else if declared(text).is_some() {
            out.push(one_name(text));
        } else if !in_namespace && is_words_only(text) {
            out.push(String::new());
        } else {
            out.push(one_target(line));
        }
    }
    out.join("\n")
}

fn declared(text: &str) -> Option<&str> {
    text.strip_prefix("class ").filter(|rest| !rest.trim_start().starts_with(['"', '`']))
}

/// The members of a line, and the closing brace on a line of its own.
fn body(line: &str) -> Vec<String> {
    let (members, after) = line.split_once('}').unwrap_or((line, ""));
    if !line.contains('}') || !after.trim().is_empty() {
        return if line.trim().is_empty() { Vec::new() } else { vec![line.to_owned()] };
    }
    let mut out = Vec::new();
    if !members.trim().is_empty() {
        out.push(members.trim_end().to_owned());
    }
    out.push("}".to_owned());
    out
}

/// `class My name` as `class Myname`, up to a label, style or annotation.
fn one_name(text: &str) -> String {
    let rest = text.strip_prefix("class").unwrap_or(text);
    let end = ["[", ":::", "<<", "~", "\"", "`"].iter().filter_map(|it| rest.find(it)).min();
    let (name, rest) = rest.split_at(end.unwrap_or(rest.len()));
    if rest.starts_with('~') {
        return text.to_owned();
    }
    let joined: String = name.split_whitespace().collect();
    format!("class {joined}{rest}")
}

/// A line of bare words names something and says nothing of it.
fn is_words_only(text: &str) -> bool {
    let is_direction = text
        .strip_prefix("direction ")
        .is_some_and(|it| matches!(it.trim(), "TB" | "BT" | "LR" | "RL"));
    !text.is_empty()
        && !is_direction
        && !KEYWORDS.contains(&text.split_whitespace().next().unwrap_or_default())
        && text.chars().all(|it| it.is_alphanumeric() || it == '_' || it.is_whitespace())
}

/// Words that begin a statement, which is then incomplete.
const KEYWORDS: &[&str] = &[
    "classDiagram",
    "class",
    "classDef",
    "cssClass",
    "style",
    "click",
    "callback",
    "link",
    "href",
    "note",
    "namespace",
];

/// `A <|-- My name : x` as `A <|-- Myname : x`.
fn one_target(line: &str) -> String {
    let arrow = ["--", ".."].iter().filter_map(|it| line.find(it)).min();
    let Some(arrow) = arrow else { return line.to_owned() };
    let is_arrow = |it: char| "-.<>|*o()".contains(it);
    let after = arrow + line[arrow..].find(|it| !is_arrow(it)).unwrap_or(line.len() - arrow);
    let (left, right) = line.split_at(after);
    let (target, label) =
        right.split_at(right.find(" :").or_else(|| right.find(':')).unwrap_or(right.len()));
    if target.contains(['"', '`', '~']) && target.matches('"').count() != 2 {
        return line.to_owned();
    }
    let quoted = target.rfind('"').map_or(0, |at| at + 1);
    let (multiplicity, name) = target.split_at(quoted);
    let name: String = name.split_whitespace().collect();
    format!("{left}{multiplicity} {name}{label}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_spread_over_lines() {
        for (written, spread_out) in [
            ("class X { +int a }", "class X {\n +int a\n}"),
            ("class X as Y", "class XasY"),
            ("class A {\n +b() }", "class A {\n +b()\n}"),
            ("A <|-- B C : is", "A <|-- BC : is"),
            ("A \"1\" --> \"*\" B C", "A \"1\" --> \"*\" BC"),
            ("some words", ""),
            ("direction LR", "direction LR"),
        ] {
            assert_eq!(spread(written), spread_out, "{written}");
        }
    }
}
