//! ZenUML: Mermaid passes over what it cannot read, and closes blocks at the end of the source.

use crate::engine::SyntaxError;

pub(super) fn rewritten(source: &str, error: &SyntaxError) -> Option<String> {
    if error.message.contains("unterminated ZenUML block") {
        return Some(format!("{}\n}}\n", source.trim_end()));
    }
    let at = error.range.as_ref()?.start.min(source.len());
    let start = source[..at].rfind('\n').map_or(0, |it| it + 1);
    let end = source[at..].find('\n').map_or(source.len(), |it| at + it);
    let line = &source[start..end];
    if line.trim().is_empty() || line.trim_start().starts_with("zenuml") {
        return None;
    }
    // A sign at the end of a statement is the usual reason.
    let without = line.trim_end().trim_end_matches(';');
    let kept = if without.len() < line.trim_end().len() { without } else { "" };
    Some(format!("{}{kept}{}", &source[..start], &source[end..]))
}
