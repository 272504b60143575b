//! Cases of the PlantUML compiler: `source` in; `diagnostics`, `model`, `advice`, `explanation`, `format`, `text`,
//! `scene` and `picture` out. `file path=…` blocks are what the source may include.

mod findings;

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use diag::Sources;
use picture::Format;
use puml_compiler::{Explanation, LayoutOptions, Loaded, Options, Refusal, Wanted, World};

use crate::Case;

pub(super) fn run(_: &Path, case: &Case) -> Result<Vec<(String, String)>> {
    let source = case.block("source").context("a case needs a `source` block")?;
    let mut sources = Sources::default();
    let id = sources.add("case.puml", source.text.as_str());
    let compiled = puml_compiler::compile(&mut sources, id, &Files(case), &Options::default());
    let mut out = vec![("diagnostics".to_owned(), findings::dump(&sources, &compiled.diagnostics))];
    for block in case.blocks() {
        let text = match block.name.as_str() {
            "source" | "diagnostics" | "file" => continue,
            "model" => compiled.diagrams.iter().map(|it| it.model.facts()).collect(),
            "advice" => {
                let found = compiled.diagrams.iter().flat_map(|it| it.model.readability());
                findings::dump(&sources, &found.collect::<Vec<_>>())
            }
            "explanation" => compiled.diagrams.iter().map(|it| told(&it.model.explain())).collect(),
            "format" => puml_compiler::formatted(&source.text),
            "text" => drawn(&compiled, &sources, Format::Unicode)?,
            "picture" => drawn(&compiled, &sources, Format::Svg)?,
            "scene" => drawn(&compiled, &sources, Format::SceneJson)?,
            other => bail!("a puml case has no block `{other}`"),
        };
        out.push((block.name.clone(), text));
    }
    Ok(out)
}

/// A diagram in words: the summary, then what happens, indented by depth.
fn told(it: &Explanation) -> String {
    let flow = it.flow.iter().map(|it| format!("{}{}\n", "  ".repeat(it.depth as usize), it.text));
    format!("{}\n", it.summary) + &flow.collect::<String>()
}

fn drawn(compiled: &puml_compiler::Compiled, sources: &Sources, format: Format) -> Result<String> {
    ensure!(
        compiled.is_accepted(),
        "a source with errors is not drawn: mend it, or hold its findings alone"
    );
    let diagram = compiled.diagrams.first().context("nothing to draw")?;
    let scenes = diagram.model.layout(sources, &LayoutOptions::default());
    let pages = if format.holds_pages() { &scenes[..] } else { &scenes[..1] };
    let mut text = String::from_utf8(picture::write(pages, format, &picture::Options::default())?)?;
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}

/// The `file path=…` blocks of a case as the only files there are.
struct Files<'a>(&'a Case);

impl World for Files<'_> {
    fn picture(&self, wanted: Wanted<'_>) -> Result<Vec<u8>, Refusal> {
        self.load(wanted).map(|it| it.text.into_bytes())
    }

    fn load(&self, wanted: Wanted<'_>) -> Result<Loaded, Refusal> {
        let Wanted::File { path, .. } = wanted else {
            return Err(Refusal::Denied("a case has files only".into()));
        };
        let file =
            self.0.blocks().find(|it| it.name == "file" && it.attribute("path") == Some(path));
        let text = file.ok_or(Refusal::Missing)?.text.clone();
        Ok(Loaded { name: path.to_owned(), text })
    }
}
