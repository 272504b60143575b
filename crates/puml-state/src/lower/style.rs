//! What stereotypes and colours say: the kind of a state, its style classes, and styles written into a stereotype.

use puml_family::{Overrides, color, paint};
use puml_syntax::TextRange;
use puml_syntax::ast::{BorderStyle, Outline, Stereotype};

use super::Lowering;
use super::tree::{Kind, StateId};
use crate::ast::Declaration;

/// What stereotypes say about a state.
#[derive(Debug, Clone)]
pub(super) struct Styled {
    pub(super) kind: Kind,
    pub(super) classes: Vec<String>,
    pub(super) overrides: Overrides,
}

/// In lower case.
const KINDS: [(&str, Kind); 14] = [
    ("choice", Kind::Choice),
    ("fork", Kind::Fork),
    ("join", Kind::Join),
    ("start", Kind::Start),
    ("end", Kind::End),
    ("history", Kind::History),
    ("history*", Kind::DeepHistory),
    ("entrypoint", Kind::EntryPoint),
    ("exitpoint", Kind::ExitPoint),
    ("inputpin", Kind::InputPin),
    ("outputpin", Kind::OutputPin),
    ("expansioninput", Kind::ExpansionInput),
    ("expansionoutput", Kind::ExpansionOutput),
    ("o-o", Kind::Submachine),
];

impl Lowering<'_> {
    /// The style classes of a line.
    pub(super) fn classes(&self, all: &[Stereotype]) -> Vec<String> {
        let texts = all.iter().map(|it| self.code(it.label).trim().to_lowercase());
        texts.filter(|it| !it.is_empty() && !is_inline(it)).collect()
    }

    pub(super) fn stereotypes(&mut self, all: &[Stereotype]) -> Styled {
        let mut styled =
            Styled { kind: Kind::Simple, classes: Vec::new(), overrides: Overrides::default() };
        for (idx, it) in all.iter().enumerate() {
            let text = self.code(it.label).trim().to_owned();
            if is_inline(&text) {
                self.inline(&text, it.label, &mut styled.overrides);
                continue;
            }
            if idx == 0 {
                styled.kind = kind(&text);
            }
            if !text.is_empty() {
                styled.classes.push(text.to_lowercase());
            }
        }
        styled
    }

    /// Sets everything that a declaration says about how a state looks.
    pub(super) fn style(&mut self, id: StateId, it: &Declaration, styled: &Styled) {
        let mut overrides = styled.overrides;
        if let Some(colors) = &it.colors {
            let set = Overrides::from_set(colors);
            overrides.fill = set.fill.or(overrides.fill);
            overrides.line = set.line.or(overrides.line);
            overrides.text = set.text.or(overrides.text);
            overrides.border = set.border.or(overrides.border);
        }
        if let Some(Outline { style, color: line }) = it.outline {
            overrides.border = style.or(overrides.border);
            let line = line.and_then(|it| it.paint).map(|it| color(it.first()));
            overrides.line = line.or(overrides.line);
        }
        let tags: Vec<String> = it.tags.iter().map(|it| self.code(*it)).collect();
        let link = self.ground.link(it.link);
        let state = self.tree.get_mut(id);
        state.overrides = overrides;
        state.classes.clone_from(&styled.classes);
        state.tags.extend(tags);
        state.link = link.or(state.link.take());
    }

    /// `#back`, `##[dashed]line`, `###text` or `Property: value; …`.
    fn inline(&mut self, text: &str, range: TextRange, overrides: &mut Overrides) {
        if let Some(name) = text.strip_prefix("###") {
            overrides.text = self.single(name, range).or(overrides.text);
        } else if let Some(outline) = text.strip_prefix("##") {
            let (style, name) = match outline.strip_prefix('[').and_then(|it| it.split_once(']')) {
                Some((style, name)) => (border(style), name),
                None => (None, outline),
            };
            overrides.border = style.or(overrides.border);
            overrides.line = self.single(name, range).or(overrides.line);
        } else if let Some(list) = text.strip_prefix('#') {
            for part in list.split(';') {
                self.colored(part.trim(), range, overrides);
            }
        } else {
            for part in text.split(';') {
                property(part, overrides);
            }
        }
    }

    /// A part of `#back;line:x;text:y`.
    fn colored(&mut self, part: &str, range: TextRange, overrides: &mut Overrides) {
        let (key, value) = part.split_once(':').unwrap_or(("back", part));
        match key.to_ascii_lowercase().as_str() {
            "line" => overrides.line = self.single(value, range).or(overrides.line),
            "text" => overrides.text = self.single(value, range).or(overrides.text),
            _ => {
                let (name, style) = (value, part.strip_prefix("line.").and_then(border));
                overrides.border = style.or(overrides.border);
                if style.is_none() && !name.is_empty() {
                    match puml_syntax::color::parse(name) {
                        Some(it) => overrides.fill = Some(paint(it)),
                        None => self.unknown_color(name, range),
                    }
                }
            }
        }
    }

    fn single(&mut self, name: &str, range: TextRange) -> Option<scene::Color> {
        let name = name.trim();
        if name.is_empty() {
            return None;
        }
        let found = puml_syntax::color::parse(name).map(|it| color(it.first()));
        if found.is_none() {
            self.unknown_color(name, range);
        }
        found
    }

    fn unknown_color(&mut self, name: &str, range: TextRange) {
        let message = format!("unknown color `{name}`");
        self.ground.report(puml_syntax::codes::UNKNOWN_COLOR, range, message);
    }
}

/// Whether a stereotype is a style and no name.
fn is_inline(text: &str) -> bool {
    text.starts_with('#') || text.contains(':') && !text.starts_with(':')
}

fn kind(text: &str) -> Kind {
    if text == "sdlreceive" {
        return Kind::Receive;
    }
    let text: String = text.chars().filter(|it| !it.is_whitespace()).collect();
    let text = text.to_lowercase();
    KINDS.iter().find(|it| it.0 == text).map_or(Kind::Simple, |it| it.1)
}

fn border(name: &str) -> Option<BorderStyle> {
    match name.to_ascii_lowercase().as_str() {
        "dashed" => Some(BorderStyle::Dashed),
        "dotted" => Some(BorderStyle::Dotted),
        "bold" => Some(BorderStyle::Bold),
        _ => None,
    }
}

/// `LineColor: red`; what is unknown is ignored, as in the reference.
fn property(part: &str, overrides: &mut Overrides) {
    let Some((key, value)) = part.split_once(':') else { return };
    let found = puml_syntax::color::parse(value.trim());
    let single = found.map(|it| color(it.first()));
    match key.trim().to_ascii_lowercase().as_str() {
        "backgroundcolor" => overrides.fill = found.map(paint).or(overrides.fill),
        "linecolor" | "bordercolor" => overrides.line = single.or(overrides.line),
        "fontcolor" => overrides.text = single.or(overrides.text),
        _ => {}
    }
}
