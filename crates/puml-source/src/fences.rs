//! Fenced diagrams in Markdown and diagram blocks in AsciiDoc: where they stand and what they are written in.

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

/// A block that is being read.
struct Open<'a> {
    language: Option<Language>,
    mark: &'a str,
    start: usize,
    body: usize,
}

/// The diagrams of a page, in order. A fence that is not closed goes to the end, as in `CommonMark`.
pub fn fences(text: &str) -> Vec<Fence> {
    let mut found = Vec::new();
    let mut open: Option<Open<'_>> = None;
    // An attribute line of AsciiDoc, which says what the next block is.
    let mut attribute: Option<(Announced, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        match &open {
            None => {
                if let Some((mark, info)) = opening(line) {
                    let language = Language::of_fence(info);
                    open = Some(Open { language, mark, start: at, body: end });
                } else if let (Some((announced, start)), Some(mark)) = (attribute, delimiter(line))
                {
                    open = Some(Open { language: announced.0, mark, start, body: end });
                }
                // A title may stand between the attributes and their block.
                let is_title = line.starts_with('.') && delimiter(line).is_none();
                if !is_title {
                    attribute = attributed(line).map(|it| (it, at));
                }
            }
            Some(it) if closes(line, it.mark) => {
                if let Some(language) = it.language {
                    found.push(Fence { language, body: it.body..at, whole: it.start..end });
                }
                open = None;
            }
            Some(_) => {}
        }
        at = end;
    }
    if let Some(Open { language: Some(language), start, body, .. }) = open {
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

/// The language of the next block of an AsciiDoc page; none if it is no diagram.
#[derive(Clone, Copy)]
struct Announced(Option<Language>);

/// What `[plantuml]`, `[mermaid,name,svg]` or `[source]` says about the next block.
fn attributed(line: &str) -> Option<Announced> {
    let inside = line.trim_end().strip_prefix('[')?.strip_suffix(']')?;
    let word = inside.split(['%', '#', '.', ',']).next()?.trim();
    let language = Language::of_fence(word);
    let is_block = language.is_some() || ["source", "listing", "literal"].contains(&word);
    is_block.then_some(Announced(language))
}

/// The line that begins and ends a listing, literal or open block of AsciiDoc.
fn delimiter(line: &str) -> Option<&str> {
    let line = line.trim_end();
    let is_row = |mark: char| line.len() >= 4 && line.chars().all(|it| it == mark);
    (line == "--" || is_row('-') || is_row('.')).then_some(line)
}

fn closes(line: &str, fence: &str) -> bool {
    if fence.starts_with(['-', '.']) {
        return line.trim_end() == fence;
    }
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
    fn blocks_of_asciidoc_are_found() {
        let page = "= T\n\n[plantuml,login,svg]\n.Log in\n----\nA -> B\n...\n----\n\n[source,rust]\n----\n[mermaid]\n----\n\n[mermaid]\n....\nflowchart\n....\n";
        let found = fences(page);
        let bodies: Vec<_> = found.iter().map(|it| (it.language, &page[it.body.clone()])).collect();
        let wanted = [(Language::Puml, "A -> B\n...\n"), (Language::Mermaid, "flowchart\n")];
        assert_eq!(bodies, wanted);
        assert!(page[found[0].whole.clone()].starts_with("[plantuml"));
    }

    #[test]
    fn an_open_fence_reaches_the_end() {
        assert_eq!(fences("```puml\nA -> B")[0].body, 8..14);
    }
}
