//! `workspace/executeCommand`: draws a diagram into a file beside its source, or hands the SVG over.

use std::path::Path;

use gen_lsp_types as lsp;
use puml_source::Diagram;
use roots::Roots;
use serde_json::{Value, json};

use super::render_svg::{diagram, svg};
use crate::fault::Fault;
use crate::server::{Context, Document, Part};

/// Writes `NAME.svg` beside the source; answers the paths.
pub(crate) const RENDER: &str = "puml.render";
/// Answers the SVG of the first page.
pub(crate) const RENDER_SVG: &str = "puml.renderSvg";
/// What can be executed. The arguments are the document's address and the diagram's place, from 0.
pub(crate) const COMMANDS: [&str; 2] = [RENDER, RENDER_SVG];

pub(super) fn answer(
    ctx: &Context,
    params: &lsp::ExecuteCommandParams,
) -> Result<Option<Value>, Fault> {
    let arguments = params.arguments.as_deref().unwrap_or_default();
    let uri = arguments.first().and_then(Value::as_str);
    let uri = uri.ok_or_else(|| Fault::Params("the first argument is the address".to_owned()))?;
    let idx = arguments.get(1).and_then(Value::as_u64).unwrap_or_default() as usize;
    let document = ctx.document(&lsp::Uri(uri.to_owned()))?;
    let diagram = diagram(document, idx)
        .ok_or_else(|| Fault::Refused(format!("there is no diagram {}", idx + 1)))?;
    let options = picture::Options::default();
    match params.command.as_str() {
        RENDER_SVG => {
            let text = picture::SvgText::Embedded;
            let options = picture::Options { text, ..options };
            let first = diagram.scene(0).map(|page| svg(&page, &options)).transpose()?;
            Ok(first.map(Value::String))
        }
        RENDER => {
            let pages = diagram.scenes();
            let pages: Result<Vec<_>, _> = pages.iter().map(|page| svg(page, &options)).collect();
            render(ctx, document, idx, &pages?).map(Some)
        }
        other => Err(Fault::Params(format!("there is no command {other}"))),
    }
}

/// Writes the pages beside the source, numbered as `puml render` numbers them.
fn render(
    ctx: &Context,
    document: &Document,
    diagram: usize,
    pages: &[String],
) -> Result<Value, Fault> {
    let Some(source) = &document.path else {
        return Err(Fault::Refused("save the text first: the picture goes beside it".to_owned()));
    };
    let stem = source.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
    let diagrams: Vec<Diagram<'_>> = document.parts().iter().flat_map(diagrams).collect();
    let base = |it: &Diagram<'_>| {
        it.name().and_then(file_name).map_or_else(|| stem.clone(), str::to_owned)
    };
    let own = base(&diagrams[diagram]);
    let before = diagrams[..diagram].iter().filter(|it| base(it) == own);
    let before: usize = before.map(Diagram::page_count).sum();
    let folder = source.parent().unwrap_or(Path::new(""));
    let root = Roots::at([folder]).map_err(|it| Fault::Refused(it.to_string()))?;
    let mut written = Vec::new();
    for (idx, page) in pages.iter().enumerate() {
        let name = match before + idx {
            0 => own.clone(),
            number => format!("{own}_{number:03}"),
        };
        let name = name + ".svg";
        let target = root.target_in_new_folders(&name);
        target
            .map_err(|it| it.to_string())
            .and_then(|it| it.replace(page.as_bytes()).map_err(|it| it.to_string()))
            .map_err(|it| Fault::Refused(format!("cannot write {name}: {it}")))?;
        written.push(folder.join(&name).to_string_lossy().into_owned());
    }
    ctx.tell(lsp::MessageType::Info, format!("wrote {}", written.join(", ")));
    Ok(json!({ "files": written }))
}

fn diagrams(part: &Part) -> impl Iterator<Item = Diagram<'_>> {
    let compiled = part.analysis.compiled().diagrams.iter();
    compiled.map(|it| Diagram::new(it, part.analysis.sources()))
}

/// A diagram's name becomes a file's name only if it stays in the folder or below; it may have the ending already.
fn file_name(name: &str) -> Option<&str> {
    let stem = name.strip_suffix(".svg").or(name.strip_suffix(".png")).unwrap_or(name);
    let is_plain = |it: char| it.is_alphanumeric() || " ._-".contains(it);
    let is_part = |it: &str| !it.is_empty() && !it.starts_with('.') && it.chars().all(is_plain);
    stem.split('/').all(is_part).then_some(stem)
}
