//! The diagrams of a text, each from its `@start…` to its `@end…`, and the files that PlantUML makes of them.

use std::{ops::Range, path::Path};

use crate::{inputs::Document, legacy::Naming, output};

/// One diagram.
pub(super) struct Block {
    /// Its lines, both markers included.
    pub(super) range: Range<usize>,
    /// The line of its marker, from 0; -1 for a text that has none, since the marker would stand above it.
    pub(super) line: i64,
    /// What follows the marker.
    name: Option<String>,
}

/// The diagrams between markers.
pub(super) fn all(document: &Document) -> Vec<Block> {
    let text = &document.text;
    let lines = puml_syntax::split(text);
    let blocks = lines.blocks.iter().filter_map(|block| {
        let marker = block.start?.start as usize;
        let start = text[..marker].rfind('\n').map_or(0, |it| it + 1);
        let end = block.end.map_or(text.len(), |it| it.end as usize);
        let end = text[end..].find('\n').map_or(text.len(), |it| end + it + 1);
        let name = block.name.map(|it| it.slice(text).trim().trim_matches('"').to_owned());
        Some(Block { range: start..end, line: text[..start].matches('\n').count() as i64, name })
    });
    blocks.collect()
}

/// The same; a text without a marker is one diagram, an empty one is none.
pub(super) fn all_or_whole(document: &Document) -> Vec<Block> {
    let found = all(document);
    if found.is_empty() && !document.text.trim().is_empty() {
        return vec![Block { range: 0..document.text.len(), line: -1, name: None }];
    }
    found
}

/// Names for the pictures of a document, without an ending: `a`, `a_001`, `a_002`, or what a diagram is called.
pub(super) struct Names {
    stem: String,
    naming: Naming,
    /// How many pictures have no name of their own.
    unnamed: usize,
    taken: Vec<String>,
}

impl Names {
    pub(super) fn new(document: &Document, naming: Naming) -> Self {
        let stem = document.path.as_deref().and_then(Path::file_stem);
        let stem = stem.map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        Self { stem, naming, unnamed: 0, taken: Vec::new() }
    }

    /// The name of a diagram's next picture.
    pub(super) fn next(&mut self, block: &Block) -> String {
        let own = block.name.as_deref().filter(|_| self.naming.has_own_names);
        let name = if let Some(base) = own.and_then(file_name) {
            let mut numbers = (0..=self.taken.len()).map(|it| self.numbered(&base, it));
            let free = numbers.find(|it| !self.taken.contains(it));
            let name = free.expect("one more number than there are names");
            // As in PlantUML: further pages count, whatever they are called.
            self.unnamed += usize::from(name != base);
            name
        } else {
            self.unnamed += 1;
            self.numbered(&self.stem, self.unnamed - 1)
        };
        self.taken.push(name.clone());
        name
    }

    fn numbered(&self, base: &str, number: usize) -> String {
        let separator = self.naming.separator;
        if number == 0 { base.to_owned() } else { format!("{base}{separator}{number:03}") }
    }
}

/// The file that a diagram's name means, without its ending: in the source's folder or below, never outside.
fn file_name(name: &str) -> Option<String> {
    let path = name.trim_start_matches('/');
    let stem = path.rsplit_once('.').map_or(path, |it| it.0);
    output::is_inside(stem).then(|| stem.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_in_the_folder_and_loses_its_ending() {
        let files =
            ["x.png", "v1.2", "sub/a b", "/abs/x.puml", "../up", "a/../b", "(id=x)", ".png"];
        let seen = files.map(|it| file_name(it).unwrap_or_default());
        assert_eq!(seen, ["x", "v1", "sub/a b", "abs/x", "", "", "", ""]);
    }
}
