//! From a source to what a client asked for: findings, pictures on the page, files. All of it is blocking work.

mod error_picture;

use std::time::UNIX_EPOCH;

use axum::http::StatusCode;
use diag::{Diagnostic, Sources};
use mermaid::SafeSvg;
use picture::{Format, Scheme};
use puml_compiler::{Compiled, LayoutOptions, NoWorld};
use scene::Scene;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::failure::Failure;

pub(crate) use error_picture::error_picture;

/// The name that findings give to the text a client sent.
const NAME: &str = "diagram";

/// What a source is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Language {
    Puml,
    Mermaid,
}

/// Colours for a light or a dark surrounding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Surrounding {
    #[default]
    Light,
    Dark,
}

/// A source and how it should look.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Wish {
    pub(crate) language: Language,
    pub(crate) source: String,
    /// In place of the theme that the source names.
    #[serde(default)]
    pub(crate) theme: Option<String>,
    #[serde(default)]
    pub(crate) scheme: Surrounding,
}

/// A sequence source after compiling.
pub(crate) struct Sequence {
    sources: Sources,
    compiled: Compiled,
}

impl Sequence {
    /// Compiles a text. Nothing can be included: a server's files are nobody's business.
    pub(crate) fn compile(source: &str, theme: Option<&str>) -> Self {
        let mut sources = Sources::default();
        let id = sources.add(NAME, source);
        let theme = theme.filter(|name| !name.is_empty()).map(str::to_owned);
        let now = UNIX_EPOCH.elapsed().map_or(0, |it| it.as_secs() as i64);
        let options = puml_compiler::Options { theme, now, ..puml_compiler::Options::default() };
        let compiled = puml_compiler::compile(&mut sources, id, &NoWorld, &options);
        Self { sources, compiled }
    }

    /// The first finding that refuses the source, and its line counted from 1. A text without any diagram is refused too.
    pub(crate) fn refusal(&self) -> Option<(String, u32)> {
        let found = self.compiled.diagnostics.iter().find(|it| it.is_error());
        let told = found.map(|it| {
            let source = self.sources.source(it.span.source);
            (it.message.clone(), source.lines().line(it.span.start) + 1)
        });
        let empty = || ("there is no sequence diagram in the text".to_owned(), 1);
        told.or_else(|| self.compiled.diagrams.is_empty().then(empty))
    }

    /// Everything that was found, as compilers print it.
    pub(crate) fn report(&self) -> String {
        let found = self.compiled.diagnostics.iter();
        found.map(|it| diag::plain(&self.sources, it)).collect::<Vec<_>>().join("\n")
    }

    /// All pages of all diagrams, in reading order.
    pub(crate) fn pages(&self) -> Vec<Scene> {
        let options = LayoutOptions::default();
        let diagrams = self.compiled.diagrams.iter();
        diagrams.flat_map(|it| puml_compiler::layout(&it.model, &self.sources, &options)).collect()
    }

    /// How many take part, over all diagrams.
    pub(crate) fn participants(&self) -> usize {
        self.compiled.diagrams.iter().map(|it| it.model.participants.len()).sum()
    }

    fn findings(&self) -> Vec<Value> {
        findings(&self.sources, &self.compiled.diagnostics)
    }
}

/// `{"diagnostics": […], "pages": [svg…]}`; no pages when the source is refused.
pub(crate) fn compiled(wish: &Wish) -> Result<Value, Failure> {
    match wish.language {
        Language::Puml => {
            let sequence = Sequence::compile(&wish.source, wish.theme.as_deref());
            let mut pages = Vec::new();
            if sequence.compiled.is_accepted() {
                for scene in sequence.pages() {
                    let svg = written(&[scene], Format::Svg, &options(wish))?;
                    pages.push(Value::from(String::from_utf8_lossy(&svg)));
                }
            }
            Ok(json!({ "diagnostics": sequence.findings(), "pages": pages }))
        }
        Language::Mermaid => Ok(match mermaid(wish) {
            Ok(svg) => json!({ "diagnostics": [], "pages": [svg.as_str()] }),
            Err(diagnostics) => {
                let mut sources = Sources::default();
                sources.add(NAME, wish.source.as_str());
                json!({ "diagnostics": findings(&sources, &diagnostics), "pages": [] })
            }
        }),
    }
}

/// A file in a format. Formats that hold one page take the one asked for, counted from 0.
pub(crate) fn file(wish: &Wish, format: Format, page: usize) -> Result<Vec<u8>, Failure> {
    let refused = |message: String| {
        Failure::new(StatusCode::UNPROCESSABLE_ENTITY, "INVALID_DIAGRAM", message)
    };
    match wish.language {
        Language::Puml => {
            let sequence = Sequence::compile(&wish.source, wish.theme.as_deref());
            if let Some((message, line)) = sequence.refusal() {
                return Err(refused(format!("line {line}: {message}")));
            }
            let pages = sequence.pages();
            let wanted = if format.holds_pages() { &pages[..] } else { chosen(&pages, page) };
            written(wanted, format, &options(wish))
        }
        Language::Mermaid => {
            let svg = mermaid(wish).map_err(|found| {
                refused(found.first().map_or_else(String::new, |it| it.message.clone()))
            })?;
            let bytes = match format {
                Format::Svg => return Ok(svg.into_string().into_bytes()),
                Format::Png => picture::svg_to_png(svg.as_str(), &options(wish)),
                Format::Pdf => picture::svg_to_pdf(svg.as_str(), &options(wish)),
                Format::Ascii | Format::Unicode | Format::SceneJson => {
                    return Err(refused("a Mermaid diagram can be SVG, PNG or PDF".to_owned()));
                }
            };
            bytes.map_err(|error| undrawable(&error))
        }
    }
}

/// The page with this number as a slice; none when there are fewer.
pub(crate) fn chosen(pages: &[Scene], page: usize) -> &[Scene] {
    pages.get(page..=page).unwrap_or_default()
}

/// Writes pages as a file.
pub(crate) fn written(
    pages: &[Scene],
    format: Format,
    options: &picture::Options,
) -> Result<Vec<u8>, Failure> {
    picture::write(pages, format, options).map_err(|error| undrawable(&error))
}

fn undrawable(error: &picture::Error) -> Failure {
    Failure::new(StatusCode::UNPROCESSABLE_ENTITY, "CANNOT_DRAW", error.to_string())
}

fn mermaid(wish: &Wish) -> Result<SafeSvg, Vec<Diagnostic>> {
    let theme = match wish.scheme {
        Surrounding::Light => mermaid::Theme::Light,
        Surrounding::Dark => mermaid::Theme::Dark,
    };
    let options = mermaid::Options { theme, ..mermaid::Options::default() };
    mermaid::render(&wish.source, &options).map_err(|refusal| refusal.diagnostics)
}

fn options(wish: &Wish) -> picture::Options {
    let scheme = match wish.scheme {
        Surrounding::Light => Scheme::Light,
        Surrounding::Dark => Scheme::Dark,
    };
    picture::Options { scheme, ..picture::Options::default() }
}

fn findings(sources: &Sources, diagnostics: &[Diagnostic]) -> Vec<Value> {
    diagnostics.iter().map(|it| diag::json(sources, it)).collect()
}
