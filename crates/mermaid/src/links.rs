//! Links that a source asks for and its picture does not carry. Losing one is said, not silent.

use std::ops::Range;

use diag::{Diagnostic, SourceId, Span};

use crate::{Links, SafeSvg, codes};

/// A warning for each lost link, in reading order.
pub(crate) fn lost(source: &str, picture: &SafeSvg, links: Links) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        for range in targets(line) {
            let target = &line[range.clone()];
            // The engine ends a bare host with a slash.
            let attribute =
                format!("href=\"{}", target.trim_end_matches('/').replace('&', "&amp;"));
            let kept = ["\"", "/\""]
                .iter()
                .any(|end| picture.as_str().contains(&format!("{attribute}{end}")));
            if !kept {
                let span = Span::new(
                    SourceId(0),
                    (start + range.start) as u32,
                    (start + range.end) as u32,
                );
                found.push(warning(span, target, links));
            }
        }
        start += line.len();
    }
    found
}

fn warning(span: Span, target: &str, links: Links) -> Diagnostic {
    let shown: String = target.chars().take(80).collect();
    let hint = match links {
        Links::Drop => "links are switched off for this picture",
        Links::KeepHttps if target.starts_with("https://") => {
            "pictures carry links on nodes and tasks, made with `click`"
        }
        Links::KeepHttps => "only links that begin with `https://` are kept",
    };
    let message = format!("the picture does not carry the link to `{shown}`");
    Diagnostic::new(codes::LOST_LINK, span, message).with_hint(hint)
}

/// The link targets of one line.
fn targets(line: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let text = line.trim();
    let mut words = text.split_whitespace();
    match words.next() {
        Some("click" | "link") => {
            let quoted = match words.nth(1) {
                Some("href") => quoted_after(line, "href"),
                Some(word) if word.starts_with('"') => quoted_after(line, ""),
                _ => None,
            };
            found.extend(quoted.or_else(|| after_at_sign(line)));
        }
        _ => found.extend(["$link=", "<a href="].iter().filter_map(|it| quoted_after(line, it))),
    }
    found.retain(|range| !range.is_empty());
    found
}

/// What stands between the first quotes behind a word.
fn quoted_after(line: &str, word: &str) -> Option<Range<usize>> {
    let from = line.find(word)? + word.len();
    let open = from + line[from..].find(['"', '\''])?;
    let quote = &line[open..=open];
    let length = line[open + 1..].find(quote)?;
    Some(open + 1..open + 1 + length)
}

/// `link Ada: Home @ https://example.com`, the form of sequence diagrams.
fn after_at_sign(line: &str) -> Option<Range<usize>> {
    let from = line.find(" @ ")? + 3;
    let target = line[from..].trim();
    Some(from..from + target.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_found_in_every_form() {
        for (line, target) in [
            ("  click a href \"https://a.example\" _blank", "https://a.example"),
            ("click a \"https://a.example\" \"Tip\"", "https://a.example"),
            ("link Shape \"https://a.example\"", "https://a.example"),
            ("link Ada: Home @ https://a.example", "https://a.example"),
            ("Person(a, \"Ann\", $link=\"https://a.example\")", "https://a.example"),
            ("a[\"<a href='https://a.example'>x</a>\"]", "https://a.example"),
        ] {
            let found: Vec<&str> = targets(line).into_iter().map(|it| &line[it]).collect();
            assert_eq!(found, [target], "{line}");
        }
        for line in ["click a call open() \"Tip\"", "click a open \"Tip\"", "a --> b", "link a"] {
            assert!(targets(line).is_empty(), "{line}");
        }
    }
}
