//! `puml mdbook`: an mdBook preprocessor. A book comes in as JSON and goes out with pictures in place of its fences.

use std::{
    io::Read as _,
    path::{Path, PathBuf},
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use clap::{Args, Subcommand};
use diagrams::{Format, Language, PictureOptions, Scheme, SvgText, fences, isolated};
use serde_json::Value;

use super::render;
use crate::{
    compiling::{self, Compiling},
    exit::{Failure, Outcome},
    inputs::Document,
    terminal,
};

/// Arguments of `puml mdbook`.
#[derive(Debug, Args)]
pub(crate) struct Mdbook {
    #[command(subcommand)]
    question: Option<Question>,
    #[command(flatten)]
    compiling: Compiling,
}

#[derive(Debug, Subcommand)]
enum Question {
    /// Say by the exit code whether a renderer shows our pictures
    Supports { renderer: String },
}

/// Draws the fences of every chapter. A diagram with errors fails the build, after all chapters were looked at.
pub(crate) fn run(arguments: &Mdbook) -> Result<Outcome, Failure> {
    if let Some(Question::Supports { renderer }) = &arguments.question {
        return Ok(if renderer == "html" { Outcome::Fine } else { Outcome::Findings });
    }
    let mut text = String::new();
    std::io::stdin().lock().read_to_string(&mut text)?;
    let wrong =
        |problem: &str| Failure::Usage(format!("standard input is no book of mdBook: {problem}"));
    let input: Value = serde_json::from_str(&text).map_err(|error| wrong(&error.to_string()))?;
    let Value::Array(mut parts) = input else {
        return Err(wrong("a context and a book belong in a list"));
    };
    let (Some(mut book), Some(context), true) = (parts.pop(), parts.pop(), parts.is_empty()) else {
        return Err(wrong("a context and a book belong in a list"));
    };
    let root = context["root"].as_str().unwrap_or(".");
    let src = Path::new(root).join(context["config"]["book"]["src"].as_str().unwrap_or("src"));
    let mut outcome = Outcome::Fine;
    each_chapter(&mut book, &mut |chapter| {
        let path = src.join(chapter["path"].as_str().unwrap_or("chapter.md"));
        let Some(content) = chapter["content"].as_str() else { return Ok(()) };
        match drawn(content, &path, &arguments.compiling)? {
            Some(content) => chapter["content"] = content.into(),
            None => outcome = Outcome::Findings,
        }
        Ok(())
    })?;
    if outcome == Outcome::Fine {
        terminal::put(book.to_string().as_bytes())?;
    }
    Ok(outcome)
}

/// Chapters lie in a list of the book, and in lists of one another.
fn each_chapter(
    value: &mut Value,
    work: &mut impl FnMut(&mut Value) -> Result<(), Failure>,
) -> Result<(), Failure> {
    match value {
        Value::Array(items) => items.iter_mut().try_for_each(|it| each_chapter(it, work)),
        Value::Object(fields) => {
            for (name, field) in fields.iter_mut() {
                if name == "Chapter" {
                    work(field)?;
                }
                each_chapter(field, work)?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// A chapter with its pictures; nothing if a diagram has errors, which are told.
fn drawn(content: &str, path: &Path, compiling: &Compiling) -> Result<Option<String>, Failure> {
    let mut result = content.to_owned();
    let mut is_ok = true;
    for fence in fences(content).into_iter().rev() {
        let document = Document {
            name: shown(path),
            path: Some(path.to_path_buf()),
            root: None,
            language: Language::Markdown,
            text: isolated(content, &fence.whole),
        };
        let checked = compiling::check(&document, compiling, Scheme::default())?;
        terminal::show(&checked.sources, &checked.diagnostics);
        if !checked.is_ok() {
            is_ok = false;
            continue;
        }
        // A picture in a page sees none of the fonts of that page.
        let options = PictureOptions { text: SvgText::Embedded, ..PictureOptions::default() };
        let pictures = render::bytes(&document, &checked, Format::Svg, None, &options)?;
        let opening = &content[fence.whole.clone()];
        let indent = &opening[..opening.len() - opening.trim_start().len()];
        let images: String = pictures
            .iter()
            .map(|it| {
                format!("{indent}![diagram](data:image/svg+xml;base64,{})\n", STANDARD.encode(it))
            })
            .collect();
        result.replace_range(fence.whole, &images);
    }
    Ok(is_ok.then_some(result))
}

/// The path as somebody in this folder would write it.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
    path.strip_prefix(here).unwrap_or(path).to_string_lossy().replace('\\', "/")
}
