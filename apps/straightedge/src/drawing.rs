//! From a source to what a client asked for: findings, pictures on the page, files. All of it is blocking work.

mod known_themes;
mod tiles;

use axum::http::StatusCode;
use diagrams::{
    Canvas, Checked, Drawing, Format, Language, Options, PictureOptions, Scheme, WriteError, check,
};
use serde::{Deserialize, Deserializer, de::Error as _};
use serde_json::{Value, json};

use crate::failure::Failure;

pub(crate) use known_themes::KnownThemes;

/// The name that findings give to the text a client sent.
const NAME: &str = "diagram";

/// A source and how it should look.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Wish {
    #[serde(deserialize_with = "named")]
    pub(crate) language: Language,
    pub(crate) source: String,
    /// In place of the theme that the source names; empty means none. Each language has its own.
    #[serde(default)]
    pub(crate) theme: Option<String>,
    /// How Mermaid diagrams look; empty means the default.
    #[serde(default)]
    pub(crate) look: Option<String>,
    /// What lies behind the picture.
    #[serde(default)]
    pub(crate) background: Background,
    #[serde(default = "light", deserialize_with = "named")]
    pub(crate) scheme: Scheme,
}

/// What lies behind a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Background {
    /// The colour of its theme.
    #[default]
    Opaque,
    /// No background is painted.
    Transparent,
}

fn light() -> Scheme {
    Scheme::Light
}

/// A value by the name that users have for it.
pub(crate) fn named<'de, D, T>(name: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: std::str::FromStr<Err: std::fmt::Display>,
{
    String::deserialize(name)?.parse().map_err(D::Error::custom)
}

impl Wish {
    /// Checks the source. Nothing can be included: a server's files are nobody's business.
    fn checked(&self) -> Result<Checked, Failure> {
        let named = |name: &Option<String>| name.clone().filter(|it| !it.is_empty());
        let (theme, look) = (named(&self.theme), named(&self.look));
        let unknown = |code: &str, problem: String| {
            Failure::new(StatusCode::UNPROCESSABLE_ENTITY, code, problem)
        };
        let options = match self.language {
            Language::Mermaid => Options::shared()
                .with_mermaid_theme(theme.as_deref())
                .map_err(|error| unknown("UNKNOWN_THEME", error.to_string()))?,
            _ => Options::shared()
                .with_theme(theme.as_deref())
                .map_err(|error| unknown("UNKNOWN_THEME", error.to_string()))?,
        };
        let mut options = options
            .with_look(look.as_deref())
            .map_err(|error| unknown("UNKNOWN_LOOK", error.to_string()))?;
        if self.background == Background::Transparent {
            options.mermaid.canvas = Canvas::Transparent;
        }
        let options = options.with_scheme(self.scheme);
        Ok(check(NAME, &self.source, self.language, &KnownThemes, &options))
    }

    /// What the page shows, which has our fonts.
    fn picture(&self) -> PictureOptions {
        PictureOptions { scheme: self.scheme, ..PictureOptions::default() }
    }
}

/// A text that came without any wishes, checked.
pub(crate) fn checked(source: &str, language: Language) -> Checked {
    check(NAME, source, language, &KnownThemes, &Options::shared())
}

/// `{"diagnostics": […], "kinds": […], "pages": [{"tiles": [svg…], "tile_height"}…]}`; no pages when the source is
/// refused.
pub(crate) fn compiled(wish: &Wish) -> Result<Value, Failure> {
    let checked = wish.checked()?;
    let mut pages = Vec::new();
    if checked.is_ok() {
        for diagram in checked.diagrams() {
            let drawing = Drawing::of(&diagram.pages());
            pages.extend(tiles::pages(&drawing, &wish.picture())?);
        }
    }
    let kinds: Vec<&str> = checked.diagrams().map(|it| it.kind()).collect();
    Ok(json!({ "diagnostics": checked.findings(), "kinds": kinds, "pages": pages }))
}

/// A file, and what its reader should know about it.
pub(crate) struct File {
    pub(crate) bytes: Vec<u8>,
    pub(crate) notice: Option<String>,
}

/// A file in a format. Formats that hold one page take the one asked for, counted from 0.
pub(crate) fn file(
    wish: &Wish,
    format: Format,
    page: usize,
    scale: f64,
    options: PictureOptions,
) -> Result<File, Failure> {
    let refused = |message: String| {
        Failure::new(StatusCode::UNPROCESSABLE_ENTITY, "INVALID_DIAGRAM", message)
    };
    let checked = wish.checked()?;
    if let Some((message, line)) = checked.refusal() {
        return Err(refused(format!("line {line}: {message}")));
    }
    if let Some(reason) = too_costly(&checked, format) {
        return Err(Failure::new(StatusCode::UNPROCESSABLE_ENTITY, "CANNOT_DRAW", reason));
    }
    let drawing = if format.holds_pages() {
        Drawing::of(&checked.pages())
    } else {
        checked.page(page).map_err(|error| refused(error.to_string()))?.drawing()
    };
    let drawing = match wish.background {
        Background::Opaque => drawing,
        Background::Transparent => drawing.transparent(),
    };
    let options = PictureOptions { scale, scheme: wish.scheme, ..options };
    let bytes = drawing.write(format, &options).map_err(|error| undrawable(&error))?;
    let notice = drawing.shrunk(format, &options).map(|it| it.to_string());
    Ok(File { bytes, notice })
}

/// Pixels of a PNG. A larger page is drawn smaller, and the answer says so.
pub(crate) const PIXELS: u64 = 16_000_000;
/// Parts of a diagram that are written as PDF, which takes a hundred times the memory of SVG.
const PDF_PARTS: usize = 3_000;
/// Bytes of its text.
const PDF_BYTES: usize = 128 << 10;
/// Cells of a grid of participants and events that is written as text.
const TEXT_CELLS: usize = 250_000;

/// Why a format takes too much memory for this diagram, though SVG does not.
pub(crate) fn too_costly(checked: &Checked, format: Format) -> Option<String> {
    let counts = checked.counts();
    let drawn = counts.pages.max(1) * counts.participants;
    let is_too_costly = match format {
        Format::Pdf => 4 * drawn + counts.events > PDF_PARTS || checked.text().len() > PDF_BYTES,
        Format::Txt | Format::Utxt => counts.participants * counts.events > TEXT_CELLS,
        _ => false,
    };
    is_too_costly
        .then(|| format!("the diagram is too large to be drawn as {}; SVG works", format.name()))
}

fn undrawable(error: &WriteError) -> Failure {
    let code = match error {
        WriteError::Mermaid(_) => "INVALID_DIAGRAM",
        _ => "CANNOT_DRAW",
    };
    Failure::new(StatusCode::UNPROCESSABLE_ENTITY, code, error.to_string())
}
