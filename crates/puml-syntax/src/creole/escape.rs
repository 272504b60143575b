//! Backslash escapes of one-line texts.

use super::LineAlignment;

/// The lines of a text with the alignment that each one's end asks for.
///
/// Inside links and formulas a backslash is only a backslash.
pub(super) fn lines(text: &str) -> Vec<(String, LineAlignment)> {
    let mut out = Vec::new();
    let mut line = String::new();
    let mut rest = text;
    let mut hopeless = [false; PROTECTED.len()];
    while let Some(at) = rest.find(['\\', '[', '<']) {
        line.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(length) = protected(rest, &mut hopeless) {
            line.push_str(&rest[..length]);
            rest = &rest[length..];
            continue;
        }
        let mut chars = rest.chars();
        let first = chars.next().unwrap_or_default();
        if first != '\\' {
            line.push(first);
            rest = chars.as_str();
            continue;
        }
        let alignment = match chars.next() {
            Some('n') => Some(LineAlignment::Inherit),
            Some('l') => Some(LineAlignment::Left),
            Some('r') => Some(LineAlignment::Right),
            Some('t') => {
                line.push('\t');
                None
            }
            Some('\\') => {
                line.push('\\');
                None
            }
            _ => {
                line.push('\\');
                rest = &rest[1..];
                continue;
            }
        };
        rest = &rest[2..];
        if let Some(alignment) = alignment {
            out.push((std::mem::take(&mut line), alignment));
        }
    }
    line.push_str(rest);
    let last = out.last().map_or(LineAlignment::Inherit, |it| it.1);
    out.push((line, last));
    out
}

const PROTECTED: [(&str, &str); 3] = [("[[", "]]"), ("<math>", "</math>"), ("<latex>", "</latex>")];

/// The length of a protected text; an opener without a closer is remembered, not sought again.
fn protected(text: &str, hopeless: &mut [bool; PROTECTED.len()]) -> Option<usize> {
    let idx = PROTECTED.iter().position(|it| text.starts_with(it.0))?;
    if hopeless[idx] {
        return None;
    }
    let close = PROTECTED[idx].1;
    let length = text.find(close).map(|it| it + close.len());
    hopeless[idx] = length.is_none();
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        lines(text).into_iter().map(|it| it.0).collect()
    }

    #[test]
    fn escapes_break_and_others_stay() {
        assert_eq!(texts(r"a\nb"), ["a", "b"]);
        assert_eq!(texts(r"a\\nb"), [r"a\nb"]);
        assert_eq!(texts(r"C:\temp"), ["C:\temp"]);
        assert_eq!(texts(r"\d+\"), [r"\d+\"]);
    }

    #[test]
    fn links_and_formulas_keep_their_backslashes() {
        assert_eq!(texts(r"[[http://x\n y]] \n z"), [r"[[http://x\n y]] ", " z"]);
        assert_eq!(texts(r"<latex>\nu</latex>"), [r"<latex>\nu</latex>"]);
    }

    #[test]
    fn a_break_with_a_side_aligns_the_lines_around_it() {
        let found = lines(r"a\lb");
        assert!(found.iter().all(|it| it.1 == LineAlignment::Left));
    }
}
