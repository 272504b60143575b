//! The pictures of a document and the names of their files.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use diagrams::{Checked, Diagram, Drawing, Format, Language, PictureOptions, WriteError};

use crate::{
    exit::Failure,
    inputs::Document,
    output::{self, Target},
    terminal,
};

/// One result and the name its diagram gives it.
pub(super) struct Picture {
    /// The place of its diagram in the document.
    diagram: usize,
    /// The name after `@startuml`, if there is one.
    name: Option<String>,
    /// The file's content; none for a diagram with errors, whose name nobody else gets.
    pub(super) bytes: Option<Vec<u8>>,
}

/// Everything that a document gives in a format: one result a page, or one a diagram where pages fit in one file.
pub(super) fn pictures(
    document: &Document,
    checked: &Checked,
    format: Format,
    page: Option<usize>,
    options: &PictureOptions,
) -> Result<Vec<Picture>, Failure> {
    if let Some(bytes) = whole(checked, format) {
        return Ok(vec![Picture { diagram: 0, name: None, bytes: Some(bytes) }]);
    }
    let mut found = Vec::new();
    for (idx, diagram) in checked.drawable().into_iter().enumerate() {
        let Some(diagram) = diagram else {
            found.push(Picture { diagram: idx, name: None, bytes: None });
            continue;
        };
        let results = match (format, diagram.model_json()) {
            (Format::ModelJson, Some(model)) => vec![format!("{model:#}\n").into_bytes()],
            _ => drawn(document, diagram, format, page, options)?,
        };
        found.extend(results.into_iter().map(|bytes| Picture {
            diagram: idx,
            name: diagram.name().map(str::to_owned),
            bytes: Some(bytes),
        }));
    }
    Ok(found)
}

fn drawn(
    document: &Document,
    diagram: Diagram<'_>,
    format: Format,
    page: Option<usize>,
    options: &PictureOptions,
) -> Result<Vec<Vec<u8>>, Failure> {
    let pages = match page {
        None => diagram.pages(),
        Some(number) => {
            let found = number.checked_sub(1).and_then(|it| diagram.page(it));
            vec![found.ok_or_else(|| no_such_page(document, diagram, number))?]
        }
    };
    let drawing = Drawing::of(&pages);
    let told = |error: WriteError| match error {
        error @ (WriteError::Mermaid(_) | WriteError::NoPicture(_)) => {
            Failure::Usage(format!("{}: {error}", document.name))
        }
        error => Failure::Picture(error.to_string()),
    };
    let missing = drawing.missing_glyphs(format, options).map_err(told)?;
    if !missing.is_empty() {
        let shown: String = missing.iter().take(20).collect();
        terminal::tell(&format!(
            "warning: {}: no glyphs for {shown}; name a font that has them with --font",
            document.name
        ));
    }
    if let Some(shrunk) = drawing.shrunk(format, options) {
        terminal::tell(&format!("warning: {}: {shrunk}", document.name));
    }
    drawing.files(format, options).map_err(told)
}

fn no_such_page(document: &Document, diagram: Diagram<'_>, wanted: usize) -> Failure {
    let pages = match diagram.page_count() {
        1 => "one page".to_owned(),
        count => format!("pages 1 to {count}"),
    };
    Failure::Usage(format!("--page {wanted}: {} has {pages}", document.name))
}

/// Formats that speak of the text as a whole.
fn whole(checked: &Checked, format: Format) -> Option<Vec<u8>> {
    match format {
        _ if !checked.is_ok() => None,
        Format::AstJson => Some(format!("{:#}\n", checked.tree_json()).into_bytes()),
        Format::Puml => Some(checked.formatted().into_bytes()),
        _ => None,
    }
}

/// How many results each diagram has.
pub(super) fn counts(pictures: &[Picture]) -> Vec<usize> {
    let diagrams = pictures.iter().map(|it| it.diagram + 1).max().unwrap_or_default();
    let mut counts = vec![0; diagrams];
    for picture in pictures.iter().filter(|it| it.bytes.is_some()) {
        counts[picture.diagram] += 1;
    }
    counts
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
    let mut names = Names::default();
    let mut out = Vec::new();
    for (idx, Picture { name, bytes, .. }) in pictures.into_iter().enumerate() {
        let folder = match target {
            Target::Stdout => {
                out.extend(bytes.map(|it| (Target::Stdout, it)));
                continue;
            }
            Target::Beside if document.path.is_none() => {
                out.extend(bytes.map(|it| (Target::Stdout, it)));
                continue;
            }
            Target::File(path) if idx == 0 => {
                names.taken.extend(path.file_stem().map(|it| it.to_string_lossy().into_owned()));
                out.extend(bytes.map(|it| (Target::File(path.clone()), it)));
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
        // A page's diagrams are numbered from 1.
        let numbered = match document.language {
            Language::Markdown => format!("{base}-{}", idx + 1),
            _ => names.free(&base),
        };
        let path = folder.join(format!("{numbered}.{}", format.extension()));
        let Some(bytes) = bytes else { continue };
        if document.path.as_deref().is_some_and(|it| is_same(it, &path)) {
            let problem =
                format!("{} would be overwritten; name the output with -o", path.display());
            return Err(Failure::Usage(problem));
        }
        out.push((Target::File(path), bytes));
    }
    Ok(out)
}

/// The names of a source's pictures. The second one of a name is `name_001`.
#[derive(Default)]
struct Names {
    taken: HashSet<String>,
    /// The next number to try for a name, so that many pages do not try all numbers again.
    next: HashMap<String, u32>,
}

impl Names {
    fn free(&mut self, base: &str) -> String {
        let number = self.next.entry(base.to_owned()).or_default();
        loop {
            let name = match *number {
                0 => base.to_owned(),
                number => format!("{base}_{number:03}"),
            };
            *number += 1;
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

fn is_same(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|it| other.canonicalize().is_ok_and(|other| it == other))
}

/// The file that a diagram's name means, without the ending of a picture.
fn base(name: &str) -> Option<String> {
    let is_ending = |it: &str| Format::ALL.iter().any(|one| one.extension() == it);
    let stem = name.rsplit_once('.').filter(|it| is_ending(it.1)).map_or(name, |it| it.0);
    output::is_inside(stem).then(|| stem.to_owned())
}
