//! A source after compiling, with what every tool says about it: the findings, the counts, the pages.

use std::time::UNIX_EPOCH;

use diag::{Diagnostic, SourceId, Sources};
use puml_compiler::{Compiled, Diagram, LayoutOptions, Options, compile, layout, themes};
use scene::Scene;
use serde_json::{Value, json};
use toolserver::{Call, ToolError};

use crate::UrlIncludes;
use crate::input::Input;
use crate::world::Includes;

/// The compiled source of a call.
pub(crate) struct Checked {
    sources: Sources,
    id: SourceId,
    compiled: Compiled,
}

impl Checked {
    /// Reads `source` or `path`, `theme` and `includeRoot` from the arguments. What is wrong with the source is a
    /// finding; an error means that the call itself cannot be followed.
    pub(crate) fn of(call: &Call, arguments: &Value) -> Result<Self, ToolError> {
        Self::compile(call, arguments, Input::of(call, arguments)?)
    }

    /// The same for a text that is known already.
    pub(crate) fn compile(call: &Call, arguments: &Value, input: Input) -> Result<Self, ToolError> {
        let world = Includes::of(call, arguments, &input, UrlIncludes::Never)?;
        Self::in_world(&world, arguments, input)
    }

    /// Reads `allow_url_includes` as well, which counts only where the server lets it.
    pub(crate) fn reaching(
        urls: UrlIncludes,
        call: &Call,
        arguments: &Value,
    ) -> Result<Self, ToolError> {
        let input = Input::of(call, arguments)?;
        let world = Includes::of(call, arguments, &input, urls)?;
        Self::in_world(&world, arguments, input)
    }

    fn in_world(world: &Includes, arguments: &Value, input: Input) -> Result<Self, ToolError> {
        let theme = arguments["theme"].as_str().map(known_theme).transpose()?;
        let mut sources = Sources::default();
        let id = sources.add(input.name, input.text);
        let now = UNIX_EPOCH.elapsed().map_or(0, |it| it.as_secs() as i64);
        let options = Options { theme, now, ..Options::default() };
        let compiled = compile(&mut sources, id, world, &options);
        Ok(Self { sources, id, compiled })
    }

    /// Whether nothing refuses the source.
    pub(crate) fn is_ok(&self) -> bool {
        self.compiled.is_accepted()
    }

    /// The text as it was given.
    pub(crate) fn text(&self) -> &str {
        self.sources.source(self.id).text()
    }

    pub(crate) fn id(&self) -> SourceId {
        self.id
    }

    pub(crate) fn diagrams(&self) -> &[Diagram] {
        &self.compiled.diagrams
    }

    /// All findings, in reading order.
    pub(crate) fn diagnostics(&self) -> Vec<Value> {
        self.compiled.diagnostics.iter().map(|it| self.finding(it)).collect()
    }

    /// A finding about this source as JSON.
    pub(crate) fn finding(&self, diagnostic: &Diagnostic) -> Value {
        diag::json(&self.sources, diagnostic)
    }

    /// The line of an offset in the own text, from 1.
    pub(crate) fn line(&self, span: diag::Span) -> u32 {
        self.sources.source(span.source).lines().line(span.start) + 1
    }

    /// How many of each thing there are.
    pub(crate) fn summary(&self) -> Value {
        let diagrams = self.diagrams();
        let models = || diagrams.iter().map(|it| &it.model);
        let events = models().flat_map(|it| &it.pages).map(|it| it.events.len());
        json!({
            "diagrams": diagrams.len(),
            "participants": models().map(|it| it.participants.len()).sum::<usize>(),
            "events": events.sum::<usize>(),
            "pages": self.page_count(),
        })
    }

    /// Pages of all diagrams together.
    pub(crate) fn page_count(&self) -> usize {
        self.diagrams().iter().map(|it| it.model.pages.len()).sum()
    }

    /// One page, counted from 0 over all diagrams.
    pub(crate) fn page(&self, wanted: usize) -> Result<Scene, ToolError> {
        let mut left = wanted;
        for diagram in self.diagrams() {
            let count = diagram.model.pages.len();
            if left < count {
                let options = LayoutOptions { page: Some(left + 1) };
                return Ok(layout(&diagram.model, &self.sources, &options)
                    .pop()
                    .expect("a page that the model has is laid out"));
            }
            left -= count;
        }
        let count = self.page_count();
        let message = match count {
            0 => "the source has no diagram to draw".to_owned(),
            1 => format!("page {wanted} is not there: the only page is 0"),
            _ => format!("page {wanted} is not there: pages are 0 to {}", count - 1),
        };
        Err(ToolError::new("puml/no-such-page", message).with_details(json!({"pages": count})))
    }

    /// Every page of every diagram.
    pub(crate) fn pages(&self) -> Vec<Scene> {
        let all = LayoutOptions::default();
        self.diagrams().iter().flat_map(|it| layout(&it.model, &self.sources, &all)).collect()
    }
}

/// A theme that is asked for must be there: another look in silence would be no answer.
fn known_theme(name: &str) -> Result<String, ToolError> {
    if themes::find(name).is_some() {
        return Ok(name.to_owned());
    }
    let message = format!("there is no theme {name:?}: use {}", themes::NAMES.join(", "));
    Err(ToolError::new("puml/unknown-theme", message))
}
