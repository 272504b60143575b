//! Formats by name, by ending, and the choices that go with them.

use std::{path::Path, sync::Arc};

use clap::ValueEnum;

use super::Render;
use crate::{exit::Failure, output::Target};

/// What can come out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Scalable picture
    Svg,
    /// Pixels
    Png,
    /// Pages with selectable text
    Pdf,
    /// ASCII art
    Txt,
    /// Text art with box-drawing characters
    Utxt,
    /// The drawing as data
    SceneJson,
    /// The meaning as data
    ModelJson,
    /// The syntax tree as data
    AstJson,
    /// The source in canonical form
    Puml,
}

/// Colours for which page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Scheme {
    /// An SVG asks its reader; anything else is light
    #[default]
    Auto,
    /// Light
    Light,
    /// Dark
    Dark,
}

impl Format {
    /// How a file's name ends, without the dot.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Self::ModelJson => "model.json",
            Self::AstJson => "ast.json",
            Self::Puml => "puml",
            _ => self.picture().map_or("", picture::Format::extension),
        }
    }

    /// The picture writer's format; `None` for those that are no pictures.
    pub(crate) fn picture(self) -> Option<picture::Format> {
        match self {
            Self::Svg => Some(picture::Format::Svg),
            Self::Png => Some(picture::Format::Png),
            Self::Pdf => Some(picture::Format::Pdf),
            Self::Txt => Some(picture::Format::Ascii),
            Self::Utxt => Some(picture::Format::Unicode),
            Self::SceneJson => Some(picture::Format::SceneJson),
            Self::ModelJson | Self::AstJson | Self::Puml => None,
        }
    }
}

/// The format asked for, or the one that the output's ending names, or SVG.
pub(super) fn choose(asked: Option<Format>, target: &Target) -> Format {
    let by_name = || match target {
        Target::File(path) => by_ending(path),
        _ => None,
    };
    asked.or_else(by_name).unwrap_or(Format::Svg)
}

fn by_ending(path: &Path) -> Option<Format> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    Format::value_variants()
        .iter()
        .copied()
        .find(|it| name.ends_with(&format!(".{}", it.extension())))
}

/// The writer's choices.
pub(super) fn options(arguments: &Render) -> Result<picture::Options, Failure> {
    for (name, number) in [("--dpi", arguments.dpi), ("--scale", arguments.scale)] {
        if !(number.is_finite() && number > 0.0) {
            return Err(Failure::Usage(format!("{name} must be a positive number")));
        }
    }
    let mut fonts = Vec::new();
    for path in &arguments.font {
        let bytes =
            std::fs::read(path).map_err(|source| Failure::Read { path: path.clone(), source })?;
        fonts.push(Arc::from(bytes));
    }
    Ok(picture::Options {
        scheme: match arguments.scheme {
            Scheme::Auto => picture::Scheme::Reader,
            Scheme::Light => picture::Scheme::Light,
            Scheme::Dark => picture::Scheme::Dark,
        },
        scale: arguments.scale,
        dpi: arguments.dpi,
        fonts,
        ..picture::Options::default()
    })
}
