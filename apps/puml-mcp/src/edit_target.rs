//! Which diagram of a text an edit means: the one that is named, the only one, or the one on the line that is named.

use std::ops::RangeInclusive;
use std::sync::Arc;

use diag::{LineIndex, SourceId};
use diagrams::{Language, fences, isolated};
use puml_compiler::Tree;
use serde_json::{Value, json};
use toolserver::ToolError;

use crate::input::Input;

/// A diagram of a text.
struct Candidate {
    /// `None` for one that cannot be edited.
    tree: Option<Box<dyn Tree>>,
    text: Arc<str>,
    at: u32,
    kind: &'static str,
    /// From its first line to its last, counted from 1.
    lines: RangeInclusive<u32>,
    name: Option<String>,
}

/// The diagram to edit. All offsets are those of the whole text.
pub(crate) struct Chosen {
    pub(crate) tree: Box<dyn Tree>,
    /// The text with everything but its fence blanked out; all of it where there are no fences.
    pub(crate) text: Arc<str>,
    /// Where the diagram begins.
    pub(crate) at: u32,
    /// The family that reads it.
    pub(crate) family: &'static str,
}

/// The diagram that the arguments of an edit mean.
pub(crate) fn chosen(input: &Input, arguments: &Value) -> Result<Chosen, ToolError> {
    let mut all = candidates(input);
    let count = all.len();
    let wanted = match arguments["diagram"].as_u64() {
        Some(number) => usize::try_from(number).ok().filter(|it| *it < count),
        None if count == 1 => Some(0),
        None => line(&arguments["edit"]["args"])
            .and_then(|line| all.iter().position(|it| it.lines.contains(&line))),
    };
    let listed: Vec<String> = all.iter().enumerate().map(|(idx, it)| told(idx, it)).collect();
    let Some(number) = wanted else {
        let message = match count {
            0 => "the source has no diagram that can be edited".to_owned(),
            _ => format!("say which diagram with diagram: {}", listed.join(", ")),
        };
        let error = ToolError::new("edit/which-diagram", message);
        return Err(error.with_details(json!({"diagrams": count})));
    };
    let Candidate { tree, text, at, kind: family, .. } = all.swap_remove(number);
    let refused = || ToolError::new("edit/refused", format!("{} cannot be edited", listed[number]));
    Ok(Chosen { tree: tree.ok_or_else(refused)?, text, at, family })
}

/// The line that an edit names, if it names one.
fn line(args: &Value) -> Option<u32> {
    let named = args["after_line"].as_u64().or_else(|| args["first_line"].as_u64());
    u32::try_from(named?).ok()
}

fn told(number: usize, it: &Candidate) -> String {
    let name = it.name.as_ref().map(|it| format!(" {it}")).unwrap_or_default();
    format!("{number} ({}{name}, line {})", it.kind, it.lines.start())
}

fn candidates(input: &Input) -> Vec<Candidate> {
    match input.language {
        Language::Puml => puml(&input.text),
        Language::Mermaid => vec![mermaid(1..=u32::MAX)],
        Language::Markdown => {
            let lines = LineIndex::new(&input.text);
            let parts = fences(&input.text).into_iter();
            parts
                .flat_map(|fence| match fence.language {
                    Language::Mermaid => {
                        let [first, last] = [fence.whole.start, fence.whole.end];
                        vec![mermaid(lines.line(first as u32) + 1..=lines.line(last as u32))]
                    }
                    _ => puml(&isolated(&input.text, &fence.body)),
                })
                .collect()
        }
    }
}

fn mermaid(lines: RangeInclusive<u32>) -> Candidate {
    Candidate { tree: None, text: Arc::from(""), at: 0, kind: "mermaid", lines, name: None }
}

fn puml(text: &str) -> Vec<Candidate> {
    let text: Arc<str> = Arc::from(text);
    let index = LineIndex::new(&text);
    let line = |offset: u32| index.line(offset) + 1;
    let split = puml_syntax::split(&text);
    let blocks = puml_compiler::read(&text, SourceId(0)).into_iter().zip(&split.blocks);
    blocks
        .map(|(block, span)| {
            let first = span.start.map_or(1, |it| line(it.start));
            let last = span.end.map_or(u32::MAX, |it| line(it.start));
            let kind = block.as_ref().map_or("not drawn", |it| it.family.name());
            let name = span.name.map(|it| it.slice(&text).to_owned());
            let tree = block.map(|it| it.tree);
            let at = span.start.map_or(0, |it| it.start);
            Candidate { tree, text: Arc::clone(&text), at, kind, lines: first..=last, name }
        })
        .collect()
}
