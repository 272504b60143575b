//! The pictures of a document and the names of their files.

use std::path::{Path, PathBuf};

use clap::ValueEnum as _;
use puml_compiler::{Diagram, LayoutOptions};
use puml_syntax::Stage;

use super::Format;
use crate::{
    diagrams::{Checked, Drawing},
    exit::Failure,
    inputs::{Document, Language},
    output::{self, Target},
    terminal,
};

/// One result and the name its diagram gives it.
pub(super) struct Picture {
    /// The place of its diagram in the document.
    diagram: usize,
    /// From `@startuml name`.
    name: Option<String>,
    /// The file's content.
    pub(super) bytes: Vec<u8>,
}

/// Everything that a document gives in a format: one result a page, or one a diagram where pages fit in one file.
pub(super) fn pictures(
    document: &Document,
    checked: &Checked,
    format: Format,
    page: Option<usize>,
    options: &picture::Options,
) -> Result<Vec<Picture>, Failure> {
    if let Some(bytes) = whole(document, format) {
        return Ok(vec![Picture { diagram: 0, name: None, bytes }]);
    }
    let mut found = Vec::new();
    for (diagram, drawing) in checked.drawings.iter().enumerate() {
        let name = drawing.name();
        let results = match drawing {
            Drawing::Sequence(diagram) => {
                sequence(document, checked, diagram, format, page, options)?
            }
            Drawing::Mermaid { source, .. } => vec![mermaid(document, source, format, options)?],
        };
        found.extend(results.into_iter().map(|bytes| Picture {
            diagram,
            name: name.map(str::to_owned),
            bytes,
        }));
    }
    Ok(found)
}

fn sequence(
    document: &Document,
    checked: &Checked,
    diagram: &Diagram,
    format: Format,
    page: Option<usize>,
    options: &picture::Options,
) -> Result<Vec<Vec<u8>>, Failure> {
    let Some(written) = format.picture() else {
        let model = puml_compiler::model_json(&diagram.model, checked.id);
        return Ok(vec![format!("{model:#}\n").into_bytes()]);
    };
    let scenes = puml_compiler::layout(&diagram.model, &checked.sources, &LayoutOptions { page });
    if scenes.is_empty() {
        let pages = match diagram.model.pages.len() {
            1 => "one page".to_owned(),
            count => format!("pages 1 to {count}"),
        };
        let wanted = page.unwrap_or_default();
        return Err(Failure::Usage(format!("--page {wanted}: {} has {pages}", document.name)));
    }
    warn_of_missing_glyphs(document, &scenes, written, options)?;
    let groups = if written.holds_pages() { vec![&scenes[..]] } else { scenes.chunks(1).collect() };
    let results = groups.into_iter().map(|pages| picture::write(pages, written, options));
    results.collect::<Result<_, _>>().map_err(|it| Failure::Picture(it.to_string()))
}

/// PNG and PDF carry their glyphs; an SVG leaves them to its reader.
fn warn_of_missing_glyphs(
    document: &Document,
    scenes: &[scene::Scene],
    written: picture::Format,
    options: &picture::Options,
) -> Result<(), Failure> {
    if !matches!(written, picture::Format::Png | picture::Format::Pdf) {
        return Ok(());
    }
    let missing =
        picture::missing_glyphs(scenes, options).map_err(|it| Failure::Picture(it.to_string()))?;
    if !missing.is_empty() {
        let shown: String = missing.iter().take(20).collect();
        terminal::tell(&format!(
            "warning: {}: no glyphs for {shown}; name a font that has them with --font FILE",
            document.name
        ));
    }
    Ok(())
}

fn mermaid(
    document: &Document,
    source: &str,
    format: Format,
    options: &picture::Options,
) -> Result<Vec<u8>, Failure> {
    let theme = match options.scheme {
        picture::Scheme::Dark => mermaid::Theme::Dark,
        picture::Scheme::Light | picture::Scheme::Reader => mermaid::Theme::Light,
    };
    let choices = mermaid::Options { theme, ..mermaid::Options::default() };
    let svg = mermaid::render(source, &choices).map_err(|it| Failure::Picture(it.to_string()))?;
    let written = match format {
        Format::Svg => Ok(svg.into_string().into_bytes()),
        Format::Png => picture::svg_to_png(svg.as_str(), options),
        Format::Pdf => picture::svg_to_pdf(svg.as_str(), options),
        _ => {
            return Err(Failure::Usage(format!(
                "{}: a Mermaid diagram can be svg, png or pdf",
                document.name
            )));
        }
    };
    written.map_err(|it| Failure::Picture(it.to_string()))
}

/// Formats that speak of the text as a whole.
fn whole(document: &Document, format: Format) -> Option<Vec<u8>> {
    match format {
        Format::AstJson => {
            let parsed = puml_syntax::parse(&document.text, diag::SourceId(0), Stage::Source);
            Some(format!("{:#}\n", puml_syntax::json(&parsed.document)).into_bytes())
        }
        Format::Puml => Some(puml_syntax::formatted(&document.text).into_bytes()),
        _ => None,
    }
}

/// How many results each diagram has.
pub(super) fn counts(pictures: &[Picture]) -> Vec<usize> {
    let last = pictures.iter().map(|it| it.diagram).max();
    let count = |diagram| pictures.iter().filter(|it| it.diagram == diagram).count();
    last.map(|it| (0..=it).map(count).collect()).unwrap_or_default()
}

/// Says where each result goes. Several of one name are numbered as PlantUML numbers them.
pub(super) fn placed(
    document: &Document,
    pictures: Vec<Picture>,
    format: Format,
    target: &Target,
) -> Result<Vec<(Target, Vec<u8>)>, Failure> {
    let stem = document
        .path
        .as_deref()
        .and_then(|it| it.file_stem())
        .map(|it| it.to_string_lossy().into_owned());
    let mut taken: Vec<String> = Vec::new();
    let mut out = Vec::new();
    for (idx, Picture { name, bytes, .. }) in pictures.into_iter().enumerate() {
        let folder = match target {
            Target::Stdout => {
                out.push((Target::Stdout, bytes));
                continue;
            }
            Target::Beside if document.path.is_none() => {
                out.push((Target::Stdout, bytes));
                continue;
            }
            Target::File(path) if idx == 0 => {
                taken.extend(path.file_stem().map(|it| it.to_string_lossy().into_owned()));
                out.push((Target::File(path.clone()), bytes));
                continue;
            }
            Target::File(path) => path.parent().map(PathBuf::from).unwrap_or_default(),
            Target::Beside => {
                document.path.as_deref().and_then(Path::parent).unwrap_or(Path::new("")).into()
            }
            Target::Folder(folder) => folder.clone(),
        };
        let base = match target {
            Target::File(path) => path.file_stem().map(|it| it.to_string_lossy().into_owned()),
            _ => name.as_deref().and_then(base).or_else(|| stem.clone()),
        };
        let base = base.unwrap_or_else(|| "diagram".into());
        let numbered = free_name(&base, document.language, idx, &taken);
        let path = folder.join(format!("{numbered}.{}", format.extension()));
        if document.path.as_deref().is_some_and(|it| is_same(it, &path)) {
            let problem =
                format!("{} would be overwritten; name the output with -o", path.display());
            return Err(Failure::Usage(problem));
        }
        taken.push(numbered);
        out.push((Target::File(path), bytes));
    }
    Ok(out)
}

/// A page's diagrams are numbered from 1; a source's second picture is `name_001`.
fn free_name(base: &str, language: Language, idx: usize, taken: &[String]) -> String {
    if language == Language::Markdown {
        return format!("{base}-{}", idx + 1);
    }
    let numbered = (0_u32..).map(|number| match number {
        0 => base.to_owned(),
        _ => format!("{base}_{number:03}"),
    });
    numbered.into_iter().find(|it| !taken.contains(it)).expect("numbers do not end")
}

fn is_same(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|it| other.canonicalize().is_ok_and(|other| it == other))
}

/// The file that a diagram's name means, without the ending of a picture.
fn base(name: &str) -> Option<String> {
    let is_ending = |it: &str| Format::value_variants().iter().any(|one| one.extension() == it);
    let stem = name.rsplit_once('.').filter(|it| is_ending(it.1)).map_or(name, |it| it.0);
    output::is_inside(stem).then(|| stem.to_owned())
}
