//! Flowcharts: signs in labels and names that the engine does not take.

use crate::engine::SyntaxError;

pub(super) fn rewritten(source: &str, error: &SyntaxError) -> Option<String> {
    plain_name(source, error).or_else(|| quoted_at_signs(source))
}

/// `a? --> b`: signs that a name may hold become underscores, and the name as written becomes the label.
fn plain_name(source: &str, error: &SyntaxError) -> Option<String> {
    let at = error.range.as_ref()?.start;
    let odd = source.get(at..)?.chars().next()?;
    if !SIGNS.contains(odd) {
        return None;
    }
    let is_name = |it: char| it.is_alphanumeric() || it == '_' || SIGNS.contains(it);
    let start = source[..at]
        .rfind(|it| !is_name(it))
        .map_or(0, |before| before + source[before..].chars().next().map_or(1, char::len_utf8));
    let end = at + source[at..].find(|it| !is_name(it)).unwrap_or(source.len() - at);
    let name = &source[start..end];
    let plain: String = name.chars().map(|it| if SIGNS.contains(it) { '_' } else { it }).collect();
    let line = source[..start].rsplit('\n').next().unwrap_or_default().trim_start();
    let is_node = !["style", "class", "click", "linkStyle", "subgraph"]
        .iter()
        .any(|word| line.starts_with(word));
    let shaped = source[end..].starts_with(['[', '(', '{', '>', '@', ':']);
    let label = if is_node && !shaped {
        format!("[\"{}\"]", name.replace('\\', "#92;"))
    } else {
        String::new()
    };
    Some(format!("{}{plain}{label}{}", &source[..start], &source[end..]))
}

/// What a node's name may hold besides letters, digits and underscores.
const SIGNS: &str = "!$%'*+?\\/,";

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
