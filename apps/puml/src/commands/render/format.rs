//! Formats and colours by name and by ending, and the choices that go with them.

use std::{path::Path, str::FromStr as _, sync::Arc};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use diagrams::{Format, PictureOptions, Scheme, SvgText, SystemFonts};

use super::Render;
use crate::{exit::Failure, output::Target};

/// A format by its name.
pub(super) fn parser() -> impl TypedValueParser<Value = Format> {
    let values = Format::ALL.map(|it| PossibleValue::new(it.name()).help(it.about()));
    PossibleValuesParser::new(values).map(|it| Format::named(&it).expect("only names are possible"))
}

/// Colours by their name.
pub(super) fn schemes() -> impl TypedValueParser<Value = Scheme> {
    let about = |it: Scheme| match it {
        Scheme::Reader => "An SVG follows the reader's setting; anything else is light",
        Scheme::Light => "Light",
        Scheme::Dark => "Dark",
    };
    let values = Scheme::ALL.map(|it| PossibleValue::new(it.name()).help(about(it)));
    PossibleValuesParser::new(values)
        .map(|it| Scheme::from_str(&it).expect("only names are possible"))
}

/// What an SVG's letters are, by name.
pub(super) fn texts() -> impl TypedValueParser<Value = SvgText> {
    let about = |it: SvgText| match it {
        SvgText::System => "Text in the reader's fonts; the smallest file",
        SvgText::Embedded => "Text in our fonts, which the file carries",
        SvgText::Outlines => "Paths, below invisible text that can be selected",
    };
    let values = SvgText::ALL.map(|it| PossibleValue::new(it.name()).help(about(it)));
    PossibleValuesParser::new(values).map(|name| {
        SvgText::ALL.into_iter().find(|it| it.name() == name).expect("only names are possible")
    })
}

/// The format asked for, or the one that the output's ending names, or SVG. An ending of anything else is refused.
pub(in crate::commands) fn choose(
    asked: Option<Format>,
    target: &Target,
) -> Result<Format, Failure> {
    match (asked, target) {
        (Some(format), _) => Ok(format),
        (None, Target::File(path)) if path.extension().is_some() => {
            let names = || Format::ALL.map(Format::extension).join(", ");
            let problem =
                || format!("{}: the endings that puml writes are {}", path.display(), names());
            by_ending(path).ok_or_else(|| Failure::Usage(problem()))
        }
        _ => Ok(Format::Svg),
    }
}

fn by_ending(path: &Path) -> Option<Format> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    Format::ALL.into_iter().find(|it| name.ends_with(&format!(".{}", it.extension())))
}

/// The writer's choices.
pub(super) fn options(arguments: &Render) -> Result<PictureOptions, Failure> {
    for (name, number) in [("--dpi", arguments.dpi), ("--scale", arguments.scale)] {
        if !(number.is_finite() && number > 0.0) {
            return Err(Failure::Usage(format!("{name} must be a positive number")));
        }
    }
    let mut fonts = Vec::new();
    for path in &arguments.font {
        if path.is_dir() {
            let found = diagrams::fonts_in(path);
            if found.is_empty() {
                let problem = format!("--font {}: no font files are in it", path.display());
                return Err(Failure::Usage(problem));
            }
            fonts.extend(found);
            continue;
        }
        let bytes =
            std::fs::read(path).map_err(|source| Failure::Read { path: path.clone(), source })?;
        fonts.push(Arc::from(bytes));
    }
    Ok(PictureOptions {
        scheme: arguments.scheme,
        scale: arguments.scale,
        dpi: arguments.dpi,
        fonts,
        system_fonts: if arguments.bundled_fonts {
            SystemFonts::Unused
        } else {
            SystemFonts::WhereNeeded
        },
        text: arguments.text,
        ..PictureOptions::default()
    })
}
