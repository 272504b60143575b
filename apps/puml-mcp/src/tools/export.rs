//! The forms that an export can have, for the tools that write them.

use picture::{Format, Options, write};
use serde_json::Value;
use toolserver::ToolError;

use super::drawing_error;
use crate::checked::Checked;

/// Larger pictures are not shown, only linked or written: no model looks at them.
const SHOWN_IMAGE_BYTES: usize = 3 << 20;
/// Pixels of the largest picture; four bytes each while it is drawn.
const MOST_PIXELS: u64 = 24_000_000;

/// What comes out of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Svg,
    Png,
    Pdf,
    Puml,
    AstJson,
    ModelJson,
    SceneJson,
}

/// The bytes of a form.
pub(super) struct Exported {
    pub(super) bytes: Vec<u8>,
    form: Form,
}

impl Form {
    const ALL: [Self; 7] = [
        Self::Svg,
        Self::Png,
        Self::Pdf,
        Self::Puml,
        Self::AstJson,
        Self::ModelJson,
        Self::SceneJson,
    ];

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Pdf => "pdf",
            Self::Puml => "puml",
            Self::AstJson => "ast-json",
            Self::ModelJson => "model-json",
            Self::SceneJson => "scene-json",
        }
    }

    /// How the name of its file may end, after the dot.
    pub(super) fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Svg => &["svg"],
            Self::Png => &["png"],
            Self::Pdf => &["pdf"],
            Self::Puml => &["puml", "plantuml", "iuml", "pu"],
            Self::AstJson | Self::ModelJson | Self::SceneJson => &["json"],
        }
    }

    pub(super) fn file_name(self) -> &'static str {
        match self {
            Self::Svg => "diagram.svg",
            Self::Png => "diagram.png",
            Self::Pdf => "diagram.pdf",
            Self::Puml => "diagram.puml",
            Self::AstJson => "ast.json",
            Self::ModelJson => "model.json",
            Self::SceneJson => "scene.json",
        }
    }

    pub(super) fn media_type(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
            Self::Pdf => "application/pdf",
            Self::Puml => "text/plain",
            Self::AstJson | Self::ModelJson | Self::SceneJson => "application/json",
        }
    }

    pub(super) fn is_text(self) -> bool {
        !matches!(self, Self::Png | Self::Pdf)
    }

    /// The text and its tree are there whatever is wrong with them.
    pub(super) fn takes_broken_sources(self) -> bool {
        matches!(self, Self::Puml | Self::AstJson)
    }

    /// The pages of a PDF are all pages; of other pictures, the one that is asked for.
    pub(super) fn export(self, checked: &Checked, page: usize) -> Result<Exported, ToolError> {
        let bytes = match self {
            Self::Svg => draw(&[checked.page(page)?], Format::Svg)?,
            Self::Png => draw(&[checked.page(page)?], Format::Png)?,
            Self::Pdf => draw(&checked.pages(), Format::Pdf)?,
            Self::SceneJson => draw(&[checked.page(page)?], Format::SceneJson)?,
            Self::Puml => puml_syntax::formatted(checked.text()).into_bytes(),
            Self::AstJson => {
                let parsed =
                    puml_syntax::parse(checked.text(), checked.id(), puml_syntax::Stage::Source);
                lines(&puml_syntax::json(&parsed.document))
            }
            Self::ModelJson => lines(&one_or_list(models(checked))),
        };
        Ok(Exported { bytes, form: self })
    }
}

impl Exported {
    /// The bytes, if they are a picture that a model can look at.
    pub(super) fn image(&self) -> Option<&[u8]> {
        (self.form == Form::Png && self.bytes.len() <= SHOWN_IMAGE_BYTES).then_some(&self.bytes)
    }
}

/// The model of each diagram.
pub(super) fn models(checked: &Checked) -> Vec<Value> {
    let diagrams = checked.diagrams().iter();
    diagrams.map(|it| puml_compiler::model_json(&it.model, checked.id())).collect()
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

fn draw(pages: &[scene::Scene], format: Format) -> Result<Vec<u8>, ToolError> {
    let options = Options { max_pixels: MOST_PIXELS, ..Options::default() };
    write(pages, format, &options).map_err(|error| drawing_error(&error))
}
