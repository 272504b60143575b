//! Bold and italic inside a label. The engine's way from HTML labels to plain text drops both, so their limits travel
//! through it as marks in the text, and come out as `tspan` elements.

use super::tree::{Child, Element, Picture, Value};

/// Marks of the private use area: start and end of bold, start and end of italic.
const MARKS: [char; 4] = ['\u{e0f0}', '\u{e0f1}', '\u{e0f2}', '\u{e0f3}'];

/// Stands for a blank where the engine would end a word at one.
pub(crate) const JOINED_BLANK: char = '\u{e0f4}';

/// HTML tags with the mark that stands for them.
const TAGS: &[(&str, char)] = &[
    ("<strong>", MARKS[0]),
    ("</strong>", MARKS[1]),
    ("<b>", MARKS[0]),
    ("</b>", MARKS[1]),
    ("<em>", MARKS[2]),
    ("</em>", MARKS[3]),
    ("<i>", MARKS[2]),
    ("</i>", MARKS[3]),
];

/// The engine's document with marks behind the tags that open emphasis and before those that close it; `None` if it
/// has no emphasis.
pub(crate) fn marked(svg: &str) -> Option<String> {
    if !svg.contains("<foreignObject") || !TAGS.iter().any(|(tag, _)| svg.contains(tag)) {
        return None;
    }
    let mut out = svg.replace(MARKS, "");
    for (tag, mark) in TAGS {
        let closes = tag.starts_with("</");
        let both = if closes { format!("{mark}{tag}") } else { format!("{tag}{mark}") };
        out = out.replace(tag, &both);
    }
    Some(out)
}

/// The text as it is seen and measured.
pub(crate) fn unmarked(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.contains(MARKS) && !text.contains(JOINED_BLANK) {
        return text.into();
    }
    text.replace(MARKS, "").replace(JOINED_BLANK, " ").into()
}

/// Turns marks into `tspan` elements. Emphasis may run on into the next line of the same label.
pub(super) fn resolve(picture: &mut Picture) {
    resolve_all(&mut picture.children, &mut State::default());
}

/// What is open at a point of the text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct State {
    bold: u32,
    italic: u32,
}

impl State {
    fn pass(&mut self, mark: char) {
        let [bold, no_bold, italic, _] = MARKS;
        if mark == bold {
            self.bold += 1;
        } else if mark == no_bold {
            self.bold = self.bold.saturating_sub(1);
        } else if mark == italic {
            self.italic += 1;
        } else {
            self.italic = self.italic.saturating_sub(1);
        }
    }

    /// The run of text in this state.
    fn run(self, text: &str) -> Child {
        let text = text.replace(JOINED_BLANK, " ");
        if self == Self::default() {
            return Child::Text(text);
        }
        let mut element = Element {
            name: "tspan",
            id: None,
            attributes: Vec::new(),
            children: vec![Child::Text(text)],
        };
        if self.bold > 0 {
            element.set("font-weight", Value::Plain("bold".to_owned()));
        }
        if self.italic > 0 {
            element.set("font-style", Value::Plain("italic".to_owned()));
        }
        Child::Element(element)
    }
}

fn resolve_all(children: &mut Vec<Child>, state: &mut State) {
    let mut resolved = Vec::with_capacity(children.len());
    for child in children.drain(..) {
        match child {
            Child::Element(mut element) => {
                // Each label has an `svg` element of its own.
                if element.name == "svg" {
                    *state = State::default();
                }
                resolve_all(&mut element.children, state);
                resolved.push(Child::Element(element));
            }
            Child::Text(text) => runs(&text, state, &mut resolved),
        }
    }
    *children = resolved;
}

fn runs(text: &str, state: &mut State, out: &mut Vec<Child>) {
    let mut rest = text;
    while let Some(at) = rest.find(MARKS) {
        let (run, from) = rest.split_at(at);
        if !run.is_empty() {
            out.push(state.run(run));
        }
        let mark = from.chars().next().expect("a mark was found here");
        state.pass(mark);
        rest = &from[mark.len_utf8()..];
    }
    if !rest.is_empty() || out.is_empty() {
        out.push(state.run(rest));
    }
}
