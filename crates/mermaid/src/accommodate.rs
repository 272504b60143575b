//! What Mermaid reads and the engine does not: such a source is rewritten into one that means the same.
//! A rewriting counts only if the engine then draws it; otherwise the original is judged.

use crate::engine::SyntaxError;
use crate::kinds;

/// Another spelling of the same diagram, if there is a known one.
pub(crate) fn rewritten(source: &str, error: &SyntaxError) -> Option<String> {
    match kinds::public_name(error.kind.as_deref()?) {
        "flowchart" => quoted_at_signs(source),
        "class" => title_in_front(source),
        _ => None,
    }
}

/// `A[@scope/name]`: an at sign is allowed in an unquoted label.
fn quoted_at_signs(source: &str) -> Option<String> {
    let mut out = String::with_capacity(source.len() + 16);
    let mut rest = source;
    let mut changed = false;
    while let Some(open) = rest.find('[') {
        let (before, after) = rest.split_at(open + 1);
        out.push_str(before);
        let line_end = after.find('\n').unwrap_or(after.len());
        let close = after[..line_end].find(']');
        match close.map(|close| &after[..close]) {
            Some(label)
                if label.contains('@') && !label.contains(['"', '(', ')', '{', '}', '[']) =>
            {
                out.push('"');
                out.push_str(label);
                out.push('"');
                rest = &after[label.len()..];
                changed = true;
            }
            _ => rest = after,
        }
    }
    out.push_str(rest);
    changed.then_some(out)
}

/// `title` as a statement of a class diagram: the engine takes it in the front matter.
fn title_in_front(source: &str) -> Option<String> {
    if source.trim_start().starts_with("---") {
        return None;
    }
    let title = source.lines().find_map(|line| line.trim().strip_prefix("title "))?;
    let body: Vec<&str> =
        source.lines().filter(|line| !line.trim().starts_with("title ")).collect();
    let title = serde_json::Value::from(title.trim());
    Some(format!("---\ntitle: {title}\n---\n{}\n", body.join("\n")))
}
