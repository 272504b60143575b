//! `workspace/executeCommand`: draws a diagram into a file beside its source, or hands the SVG over.

use std::path::{Path, PathBuf};

use gen_lsp_types as lsp;
use puml_compiler::Diagram;
use serde_json::{Value, json};

use super::render_svg::{laid_out, svg};
use crate::fault::Fault;
use crate::server::{Context, Document};

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
    let diagram = arguments.get(1).and_then(Value::as_u64).unwrap_or_default() as usize;
    let document = ctx.document(&lsp::Uri(uri.to_owned()))?;
    let pages = laid_out(document, diagram)
        .ok_or_else(|| Fault::Refused(format!("there is no diagram {}", diagram + 1)))?;
    let options = picture::Options::default();
    match params.command.as_str() {
        RENDER_SVG => {
            let first = pages.first().map(|page| svg(page, &options)).transpose()?;
            Ok(first.map(Value::String))
        }
        RENDER => {
            let pages: Result<Vec<_>, _> = pages.iter().map(|page| svg(page, &options)).collect();
            render(ctx, document, diagram, &pages?).map(Some)
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
    let diagrams = &document.analysis.compiled().diagrams;
    let base = |it: &Diagram| {
        it.name.as_deref().and_then(file_name).map_or_else(|| stem.clone(), str::to_owned)
    };
    let own = base(&diagrams[diagram]);
    let before = diagrams[..diagram].iter().filter(|it| base(it) == own);
    let before: usize = before.map(|it| it.model.pages.len()).sum();
    let mut written = Vec::new();
    for (idx, page) in pages.iter().enumerate() {
        let name = match before + idx {
            0 => own.clone(),
            number => format!("{own}_{number:03}"),
        };
        let path: PathBuf = source.with_file_name(name + ".svg");
        let folder = path.parent().unwrap_or(Path::new(""));
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&path, page))
            .map_err(|it| Fault::Refused(format!("cannot write {}: {it}", path.display())))?;
        written.push(path.to_string_lossy().into_owned());
    }
    ctx.tell(lsp::MessageType::Info, format!("wrote {}", written.join(", ")));
    Ok(json!({ "files": written }))
}

/// A diagram's name becomes a file's name only if it stays in the folder or below; it may have the ending already.
fn file_name(name: &str) -> Option<&str> {
    let stem = name.strip_suffix(".svg").or(name.strip_suffix(".png")).unwrap_or(name);
    let is_plain = |it: char| it.is_alphanumeric() || " ._-".contains(it);
    let is_part = |it: &str| !it.is_empty() && !it.starts_with('.') && it.chars().all(is_plain);
    stem.split('/').all(is_part).then_some(stem)
}
