//! The YAML block before the diagram: not closed, or not YAML.

use super::clue::{Clue, first_word};
use super::suspect::Suspect;
use crate::engine::Part;
use crate::{codes, kinds};

pub(super) fn suspects(clue: &Clue<'_>) -> Vec<Suspect> {
    if clue.part != Part::FrontMatter {
        return Vec::new();
    }
    let fences: Vec<_> = clue.all_lines.iter().filter(|line| line.trimmed() == "---").collect();
    let Some(open) = fences.first() else { return Vec::new() };
    let header = clue.all_lines.iter().find(|line| {
        line.start > open.start && kinds::of_header(first_word(line.trimmed())).is_some()
    });
    let closed = fences.get(1).is_some_and(|close| header.is_none_or(|it| close.start < it.start));
    if !closed {
        let found = Suspect::new(
            codes::FRONT_MATTER,
            open.range(),
            "the front matter is opened with `---` but not closed",
            "put a second `---` on a line of its own before the diagram",
        );
        let fix = header.map(|line| (line.start..line.start, "---\n".to_owned()));
        return vec![found.certain().fix("close the front matter", fix)];
    }
    let indented: Vec<_> = fences.iter().take(2).filter(|line| !line.indent().is_empty()).collect();
    if let Some(first) = indented.first() {
        let found = Suspect::new(
            codes::FRONT_MATTER,
            first.range(),
            "the `---` of the front matter is indented",
            "start both `---` lines, and what is between them, at the left margin",
        );
        let block = fences[0].start..=fences[1].start;
        let width = fences[0].indent().len();
        let edits = clue.all_lines.iter().filter(|line| block.contains(&line.start)).map(|line| {
            let cut = line.indent().len().min(width);
            (line.start..line.start + cut, String::new())
        });
        return vec![found.certain().fix("move the front matter to the margin", edits)];
    }
    let line = yaml_line(clue).unwrap_or(open.range());
    let found = Suspect::new(
        codes::FRONT_MATTER,
        line,
        "the front matter is not valid YAML",
        "write one `key: value` per line, and quote values that contain `: `",
    );
    vec![found.certain()]
}

/// The line that the engine's YAML reader names; it counts behind the opening fence.
fn yaml_line(clue: &Clue<'_>) -> Option<std::ops::Range<usize>> {
    let (_, after) = clue.words.split_once(" line ")?;
    let number: usize = after.split_whitespace().next()?.parse().ok()?;
    let open = clue.all_lines.iter().position(|line| line.trimmed() == "---")?;
    clue.all_lines.get(open + number).map(super::clue::Line::range)
}
