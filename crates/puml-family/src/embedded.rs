//! Diagrams inside texts, `{{` … `}}`: where they stand, and how a family asks for their pictures. Who compiles them is
//! no matter here, so that no family knows another.

mod light;

use std::ops::Range;

use diag::Diagnostic;
use scene::{Group, Item, Scene};

use crate::model::{Sprite, SpriteContent};

pub(crate) use light::{light_only, light_paint};

/// Draws a diagram that stands inside a text.
pub type Embed<'a> = dyn Fn(Embedding<'_>) -> Embedded + 'a;

/// A diagram inside a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Embedding<'a> {
    /// What follows the braces, as in `@startjson`; `uml` where nothing does.
    pub kind: &'a str,
    /// The lines between the braces, as they are written.
    pub body: &'a str,
    /// The theme of the diagram around it.
    pub theme: Option<&'a str>,
}

/// What became of a diagram inside a text.
#[derive(Debug, Clone, Default)]
pub struct Embedded {
    /// Its first page.
    pub scene: Option<Scene>,
    /// What there is to say about it; places count from the first byte of its body.
    pub diagnostics: Vec<Diagnostic>,
    /// Why there is no picture where that is no mistake, for a sentence that names the diagram.
    pub refusal: Option<String>,
}

/// A diagram that was found in a text: byte ranges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// The line with the opening braces, without the blanks around it.
    pub(crate) opening: Range<usize>,
    /// The word behind the opening braces.
    pub(crate) kind: Range<usize>,
    /// What stands between both lines of braces.
    pub(crate) body: Range<usize>,
    /// Behind the line with the closing braces.
    pub(crate) end: usize,
}

/// The diagrams in a text that are closed, outermost only, in order. The statement around may end behind the braces.
pub(crate) fn find(text: &str) -> Vec<Found> {
    let mut found = Vec::new();
    if !text.contains("{{") {
        return found;
    }
    let mut open: Option<Found> = None;
    let (mut at, mut depth) = (0, 0_u32);
    for line in text.split_inclusive('\n') {
        let solid = line.trim();
        let begin = at + line.len() - line.trim_start().len();
        at += line.len();
        if let Some(kind) = opened(solid) {
            depth += 1;
            if depth == 1 {
                let opening = begin..begin + solid.len();
                open = Some(Found {
                    kind: opening.end - kind.len()..opening.end,
                    opening,
                    body: at..at,
                    end: at,
                });
            }
        } else if depth > 0 && solid.strip_suffix(';').unwrap_or(solid).trim_end() == "}}" {
            depth -= 1;
            if depth == 0 {
                found.extend(open.take().map(|it| Found {
                    body: it.body.start..begin,
                    end: at,
                    ..it
                }));
            }
        }
    }
    found
}

/// The word behind the braces of a line that begins a diagram.
fn opened(line: &str) -> Option<&str> {
    line.strip_prefix("{{").filter(|it| it.chars().all(char::is_alphanumeric))
}

/// What a diagram's picture is called among the sprites: no sprite can be called so. Lines that a label does not have,
/// and the blanks around lines, are left out.
pub(crate) fn name<'a>(kind: &str, lines: impl Iterator<Item = &'a str>) -> String {
    let kind = if kind.is_empty() { "uml" } else { kind };
    let mut name = format!("{{{{{kind}");
    for line in lines.map(str::trim).filter(|it| !it.is_empty() && !it.starts_with('\'')) {
        name.push('\n');
        name.push_str(line);
    }
    name
}

/// A picture with a name, as the sprites of the text around it have it.
pub(crate) fn sprite(name: String, scene: Scene) -> Sprite {
    let scene = scene.scaled();
    let (columns, rows) = (scene.size.width.ceil() as u32, scene.size.height.ceil() as u32);
    let mut group = Group::new("embedded");
    group.title = Some(scene.title).filter(|it| !it.is_empty());
    group.items = scene.items;
    anonymous(&mut group.items);
    let content = SpriteContent::Diagram { group, page: scene.background };
    Sprite { name, columns, rows, content }
}

/// Numbers of groups and places in the text hold for the page around, which has its own.
fn anonymous(items: &mut [Item]) {
    for item in items {
        match item {
            Item::Group(group) => {
                (group.id, group.origin) = (None, None);
                anonymous(&mut group.items);
            }
            Item::Text(text) => anonymous(&mut text.items),
            Item::Shape(_) | Item::Image(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outermost_diagrams_of_a_text_are_found() {
        let text =
            "a\n  {{json\n  {}\n  }};\n{{\nnote over A\n{{\nB -> C\n}}\nend note\n}}\n{{\nopen";
        let found = find(text);
        let parts: Vec<(&str, &str)> =
            found.iter().map(|it| (&text[it.kind.clone()], &text[it.body.clone()])).collect();
        assert_eq!(parts, [("json", "  {}\n  "), ("", "note over A\n{{\nB -> C\n}}\nend note\n")]);
    }

    #[test]
    fn a_picture_has_the_same_name_however_its_lines_are_indented() {
        let one = name("", "  A -> B\n\n  ' nothing\n  C -> D\n".lines());
        assert_eq!(one, name("uml", ["A -> B", "C -> D"].into_iter()));
        assert_eq!(one, "{{uml\nA -> B\nC -> D");
    }
}
