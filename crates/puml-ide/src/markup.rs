//! Places inside texts that editors care about: colours of markup, links. What text means is not
//! decided here.

use puml_syntax::TextRange;

/// The colours of `<color:x>`, `<back:x>`, `<u:x>` and the like in a range of a source.
pub(crate) fn colors(source: &str, range: TextRange) -> Vec<TextRange> {
    let text = range.slice(source);
    let mut found = Vec::new();
    for (at, _) in text.match_indices('<') {
        let inside = &text[at + 1..];
        let Some(end) = inside.find(['>', '\n', '<']) else { continue };
        if !inside[end..].starts_with('>') {
            continue;
        }
        let Some((word, value)) = inside[..end].split_once([':', ' ']) else { continue };
        let takes = ["color", "back", "u", "s", "w"];
        if takes.iter().any(|it| it.eq_ignore_ascii_case(word)) {
            let start = range.start + (at + 1 + word.len() + 1) as u32;
            found.push(TextRange::new(start, start + value.len() as u32));
        }
    }
    found
}

/// The targets of `[[url …]]` in a range of a source, without tooltip and label.
pub(crate) fn links(source: &str, range: TextRange) -> Vec<TextRange> {
    let text = range.slice(source);
    let mut found = Vec::new();
    for (at, _) in text.match_indices("[[") {
        let inside = &text[at + 2..];
        let Some(end) = inside.find("]]") else { continue };
        let inside = &inside[..end];
        let lead = inside.len() - inside.trim_start().len();
        let stop = inside[lead..]
            .find(|it: char| it.is_whitespace() || it == '{')
            .map_or(inside.len(), |it| lead + it);
        let start = range.start + (at + 2) as u32;
        let target = TextRange::new(start + lead as u32, start + stop as u32);
        if !target.is_empty() && !target.slice(source).contains('\n') {
            found.push(target);
        }
    }
    found
}
