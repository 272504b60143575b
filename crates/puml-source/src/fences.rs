//! Fenced diagrams in Markdown: where they stand and what they are written in.

use std::ops::Range;

use crate::Language;

/// One fenced block that holds a diagram.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fence {
    /// What it is written in.
    pub language: Language,
    /// The lines between the fences.
    pub body: Range<usize>,
    /// From the opening to the closing fence, both included.
    pub whole: Range<usize>,
}

/// The diagrams of a page, in order. A fence that is not closed goes to the end, as in `CommonMark`.
pub fn fences(text: &str) -> Vec<Fence> {
    let mut found = Vec::new();
    let mut open: Option<(Option<Language>, &str, usize, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        match open {
            None => {
                if let Some((fence, info)) = opening(line) {
                    open = Some((Language::of_fence(info), fence, at, end));
                }
            }
            Some((language, fence, start, body)) if closes(line, fence) => {
                if let Some(language) = language {
                    found.push(Fence { language, body: body..at, whole: start..end });
                }
                open = None;
            }
            Some(_) => {}
        }
        at = end;
    }
    if let Some((Some(language), _, start, body)) = open {
        found.push(Fence { language, body: body..text.len(), whole: start..text.len() });
    }
    found
}

/// The page with everything but the block blanked out, so that offsets and lines stay what they are.
pub fn isolated(text: &str, body: &Range<usize>) -> String {
    let blank = |part: &str| -> String {
        part.chars()
            .flat_map(|it| std::iter::repeat_n(if it == '\n' { '\n' } else { ' ' }, it.len_utf8()))
            .collect()
    };
    blank(&text[..body.start]) + &text[body.clone()] + &blank(&text[body.end..])
}

fn opening(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start_matches(' ').trim_end();
    let mark = line.chars().next().filter(|it| matches!(it, '`' | '~'))?;
    let length = line.len() - line.trim_start_matches(mark).len();
    (length >= 3).then(|| line.split_at(length))
}

fn closes(line: &str, fence: &str) -> bool {
    let line = line.trim();
    line.len() >= fence.len() && line.chars().all(|it| fence.starts_with(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str =
        "# Ü\n\n```puml\nA -> B\n```\n\n~~~~mermaid\n```\nflowchart\n~~~~\n```rust\n```puml\n```\n";

    #[test]
    fn diagrams_are_found_and_other_blocks_are_not() {
        let found = fences(PAGE);
        let bodies: Vec<_> = found.iter().map(|it| (it.language, &PAGE[it.body.clone()])).collect();
        assert_eq!(bodies, [(Language::Puml, "A -> B\n"), (Language::Mermaid, "```\nflowchart\n")]);
    }

    #[test]
    fn a_block_alone_keeps_its_offsets() {
        let fence = &fences(PAGE)[0];
        let alone = isolated(PAGE, &fence.body);
        assert_eq!(alone.len(), PAGE.len());
        assert_eq!(&alone[fence.body.clone()], "A -> B\n");
        assert_eq!(alone.matches('\n').count(), PAGE.matches('\n').count());
        assert_eq!(alone.trim(), "A -> B");
    }

    #[test]
    fn an_open_fence_reaches_the_end() {
        assert_eq!(fences("```puml\nA -> B")[0].body, 8..14);
    }
}
