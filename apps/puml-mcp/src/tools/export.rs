//! The formats that the exporting tools write, and the bytes of each.

use diagrams::{Checked, Drawing, Format, Language, PictureOptions, SystemFonts};
use serde_json::Value;
use toolserver::ToolError;

use super::{drawing_error, no_such_page};

/// Larger pictures are not shown, only linked or written: no model looks at them.
const SHOWN_IMAGE_BYTES: usize = 3 << 20;
/// Pixels of the largest picture; four bytes each while it is drawn.
const MOST_PIXELS: u64 = 24_000_000;

/// The bytes of a format.
pub(super) struct Exported {
    pub(super) bytes: Vec<u8>,
    /// What a reader should know about the picture.
    pub(super) notice: Option<String>,
    format: Format,
}

/// How the name of a format's file may end, after the dot.
pub(super) fn endings(format: Format) -> &'static [&'static str] {
    match format {
        Format::Svg => &["svg"],
        Format::Png => &["png"],
        Format::Pdf => &["pdf"],
        Format::Txt | Format::Utxt => &["txt"],
        Format::Puml => Language::Puml.endings(),
        Format::AstJson | Format::ModelJson | Format::SceneJson => &["json"],
    }
}

/// What a link to an export is called.
pub(super) fn file_name(format: Format) -> &'static str {
    match format {
        Format::Svg => "diagram.svg",
        Format::Png => "diagram.png",
        Format::Pdf => "diagram.pdf",
        Format::Txt | Format::Utxt => "diagram.txt",
        Format::Puml => "diagram.puml",
        Format::AstJson => "ast.json",
        Format::ModelJson => "model.json",
        Format::SceneJson => "scene.json",
    }
}

/// The pages of a PDF are all pages; of other pictures, the one that is asked for.
pub(super) fn export(
    checked: &Checked,
    format: Format,
    page: usize,
) -> Result<Exported, ToolError> {
    let mut notice = None;
    let bytes = match format {
        Format::Puml => checked.formatted().into_bytes(),
        Format::AstJson => lines(&checked.tree_json()),
        Format::ModelJson => lines(&one_or_list(models(checked))),
        _ => {
            let pages = if format.holds_pages() {
                checked.pages()
            } else {
                vec![checked.page(page).map_err(no_such_page)?]
            };
            let options = PictureOptions {
                max_pixels: MOST_PIXELS,
                system_fonts: SystemFonts::WhereNeeded,
                ..PictureOptions::default()
            };
            let drawing = Drawing::of(&pages);
            notice = drawing.shrunk(format, &options).map(|it| it.to_string());
            let written = drawing.write(format, &options);
            written.map_err(|error| drawing_error(&error))?
        }
    };
    Ok(Exported { bytes, notice, format })
}

impl Exported {
    /// The bytes, if they are a picture that a model can look at.
    pub(super) fn image(&self) -> Option<&[u8]> {
        let is_shown = self.format == Format::Png && self.bytes.len() <= SHOWN_IMAGE_BYTES;
        is_shown.then_some(&self.bytes)
    }
}

/// The model of each diagram.
pub(super) fn models(checked: &Checked) -> Vec<Value> {
    checked.diagrams().filter_map(|it| it.model_json()).collect()
}

fn one_or_list(mut values: Vec<Value>) -> Value {
    match values.len() {
        1 => values.remove(0),
        _ => Value::Array(values),
    }
}

fn lines(value: &Value) -> Vec<u8> {
    format!("{value:#}\n").into_bytes()
}
