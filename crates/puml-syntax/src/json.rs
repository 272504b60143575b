//! Trees as JSON: what all families share of it. Absent and false fields are left out.

use serde_json::{Map, Value, json};

use crate::TextRange;
use crate::ast::{
    Alignment, Block, BlockKind, BorderStyle, Chrome, ColorRef, ColorSet, Document, Frame,
    FrameKind, Kind, Lines, Link, Name, Scale, Shared, SpriteForm, Stereotype, StmtId, Switch,
    Text, VerticalAlignment,
};
use crate::color::{Color, GradientDirection, Paint};

/// The version of the form, as its `version` field says.
pub const VERSION: u32 = 1;

/// The trees of some blocks as one value with a stable key order.
pub fn document(parts: impl IntoIterator<Item = Part>) -> Value {
    let (mut blocks, mut frames) = (Vec::new(), Vec::new());
    for part in parts {
        blocks.extend(part.blocks);
        frames.extend(part.frames);
    }
    json!({ "version": VERSION, "blocks": blocks, "frames": frames })
}

/// Some blocks and their frames.
pub struct Part {
    /// Each block with its statements.
    pub blocks: Vec<Value>,
    /// Their frames; they name statements and each other by number.
    pub frames: Vec<Value>,
    /// How many statements and frames there are.
    pub count: Numbers,
}

/// How many statements and frames come before a block: numbers count through a whole text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Numbers {
    /// Statements that stand before it.
    pub stmts: u32,
    /// Frames that are opened before it.
    pub frames: u32,
}

/// The blocks of a document, their statements written by `own`. `word` names their language.
pub fn part<K: Kind>(
    document: &Document<K>,
    word: &str,
    before: Numbers,
    own: impl Fn(&K) -> Value,
) -> Part {
    let writer = Writer { document };
    let blocks = document.blocks.iter().map(|it| writer.block(it, word, before, &own));
    Part {
        blocks: blocks.collect(),
        frames: document.frames.iter().map(|it| frame(it, before)).collect(),
        count: Numbers { stmts: document.stmts.len() as u32, frames: document.frames.len() as u32 },
    }
}

/// A block that nobody reads.
pub fn unread(name: Option<&str>, before: Numbers) -> Part {
    let block = Fields::new("other")
        .maybe("name", name)
        .with("first", before.stmts)
        .with("statements", Vec::<Value>::new())
        .done();
    Part { blocks: vec![block], frames: Vec::new(), count: Numbers::default() }
}

fn frame(frame: &Frame, before: Numbers) -> Value {
    let stmt = |id: StmtId| id.0 + before.stmts;
    Fields::new(match frame.kind {
        FrameKind::Group => "group",
        FrameKind::Box => "box",
    })
    .with("open", stmt(frame.open))
    .list("branches", frame.branches.iter().map(|it| Value::from(stmt(*it))))
    .maybe("close", frame.close.map(stmt))
    .maybe("parent", frame.parent.map(|it| it.0 + before.frames))
    .done()
}

/// An object under construction that leaves out what is absent.
pub struct Fields(Map<String, Value>);

impl Fields {
    /// An empty object.
    pub fn empty() -> Self {
        Self(Map::new())
    }

    /// An object of a kind.
    pub fn new(kind: &str) -> Self {
        Self::empty().with("kind", kind)
    }

    /// Adds a field.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.0.insert(key.to_owned(), value.into());
        self
    }

    /// Adds a field that may be absent.
    #[must_use]
    pub fn maybe(self, key: &str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    /// Adds a list unless it is empty.
    #[must_use]
    pub fn list(self, key: &str, values: impl Iterator<Item = Value>) -> Self {
        let values: Vec<Value> = values.collect();
        if values.is_empty() { self } else { self.with(key, values) }
    }

    /// The finished object.
    pub fn done(self) -> Value {
        Value::Object(self.0)
    }
}

/// Writes the parts of statements.
pub struct Writer<'a, K> {
    /// Where the ranges point.
    pub document: &'a Document<K>,
}

impl<K: Kind> Writer<'_, K> {
    /// The text of a range as the language reads it.
    pub fn text(&self, range: TextRange) -> String {
        self.document.text(range).into_owned()
    }

    fn block(
        &self,
        block: &Block,
        word: &str,
        before: Numbers,
        own: impl Fn(&K) -> Value,
    ) -> Value {
        let statements = self.document.block_stmts(block).map(|(_, stmt)| {
            let Value::Object(mut fields) = own(&stmt.kind) else {
                unreachable!("a statement is written as an object")
            };
            fields.insert("range".to_owned(), json!([stmt.range.start, stmt.range.end]));
            Value::Object(fields)
        });
        Fields::new(match block.kind {
            BlockKind::Own => word,
            BlockKind::Other(_) => "other",
        })
        .maybe("name", block.name.map(|it| self.text(it)))
        .with("first", block.stmts.start + before.stmts)
        .with("statements", statements.collect::<Vec<_>>())
        .done()
    }

    /// A statement that all families have.
    pub fn stmt(&self, kind: &Shared) -> Value {
        match kind {
            Shared::Chrome(it) => self.chrome(it),
            Shared::Skinparam(it) => Fields::new("skinparam")
                .with(
                    "entries",
                    it.entries
                        .iter()
                        .map(|it| {
                            let key: String = it.path.iter().map(|it| self.text(*it)).collect();
                            json!({ "key": key, "value": self.text(it.value) })
                        })
                        .collect::<Vec<_>>(),
                )
                .done(),
            Shared::Style(it) => Fields::new("style")
                .maybe("source", it.source.map(|it| self.text(it)))
                .list(
                    "declarations",
                    it.declarations.iter().map(|it| {
                        let selectors: Vec<String> =
                            it.selectors.iter().map(|it| self.text(*it)).collect();
                        json!({
                            "selectors": selectors,
                            "property": self.text(it.property),
                            "value": self.text(it.value),
                        })
                    }),
                )
                .done(),
            Shared::Inert { keyword } => {
                Fields::new("inert").with("keyword", self.text(*keyword)).done()
            }
            Shared::Directive(it) => Fields::new("directive")
                .with("name", self.text(it.name))
                .with("argument", self.text(it.argument))
                .done(),
            Shared::Call(it) => Fields::new("call")
                .with("name", self.text(it.name))
                .with("arguments", self.text(it.arguments))
                .done(),
            Shared::Template => Fields::new("template").done(),
            Shared::Comment => Fields::new("comment").done(),
            Shared::Error => Fields::new("error").done(),
        }
    }

    /// The text of a name.
    pub fn name(&self, name: Name) -> String {
        self.text(name.range)
    }

    fn chrome(&self, it: &Chrome) -> Value {
        let titled = |kind: &str, text: &Text| Fields::new(kind).with("text", self.value(text));
        match it {
            Chrome::Title(text) => titled("title", text),
            Chrome::Caption(text) => titled("caption", text),
            Chrome::Header(it) => {
                titled("header", &it.text).maybe("alignment", it.alignment.map(alignment))
            }
            Chrome::Footer(it) => {
                titled("footer", &it.text).maybe("alignment", it.alignment.map(alignment))
            }
            Chrome::Legend(it) => titled("legend", &it.text)
                .maybe(
                    "vertical",
                    it.vertical.map(|it| match it {
                        VerticalAlignment::Top => "top",
                        VerticalAlignment::Bottom => "bottom",
                    }),
                )
                .maybe("alignment", it.horizontal.map(alignment)),
            Chrome::Mainframe(text) => Fields::new("mainframe").with("text", self.text(*text)),
            Chrome::Scale(it) => {
                let (by, values) = match *it {
                    Scale::Factor(it) => ("factor", vec![it]),
                    Scale::Width(it) => ("width", vec![it]),
                    Scale::Height(it) => ("height", vec![it]),
                    Scale::Size { width, height } => ("size", vec![width, height]),
                    Scale::MaxWidth(it) => ("maxWidth", vec![it]),
                    Scale::MaxHeight(it) => ("maxHeight", vec![it]),
                    Scale::MaxSize { width, height } => ("maxSize", vec![width, height]),
                };
                Fields::new("scale").with("by", by).with("values", values)
            }
            Chrome::Page(it) => {
                Fields::new("page").with("columns", it.columns).with("rows", it.rows)
            }
            Chrome::Skin(name) => Fields::new("skin").with("name", self.text(*name)),
            Chrome::Sprite(it) => {
                let rows = |lines: &Lines| self.document.lines(lines);
                let (form, data) = match &it.form {
                    SpriteForm::Rows { rows: lines, .. } => ("rows", rows(lines)),
                    SpriteForm::Svg(lines) => ("svg", rows(lines)),
                    SpriteForm::Data(range) => ("data", self.text(*range)),
                    SpriteForm::File(range) => ("file", self.text(*range)),
                };
                Fields::new("sprite")
                    .with("name", self.text(it.name))
                    .with("form", form)
                    .with("data", data)
            }
        }
        .done()
    }

    /// One-line texts as a string with their escapes, blocks as a list of lines.
    pub fn value(&self, text: &Text) -> Value {
        match text {
            Text::Line(range) => Value::from(self.text(*range)),
            Text::Lines(lines) => {
                let text = self.document.lines(lines);
                if lines.lines.is_empty() {
                    return Value::Array(Vec::new());
                }
                text.split('\n').map(Value::from).collect()
            }
        }
    }

    /// Each as written.
    pub fn stereotypes<'a>(&'a self, all: &'a [Stereotype]) -> impl Iterator<Item = Value> + 'a {
        all.iter().map(|it| Value::from(self.text(it.range)))
    }

    /// A link as JSON: address, tooltip and label.
    pub fn link(&self, link: Link) -> Value {
        Fields::empty()
            .with("url", self.text(link.url))
            .maybe("tooltip", link.tooltip.map(|it| self.text(it)))
            .maybe("label", link.label.map(|it| self.text(it)))
            .done()
    }

    /// As `#RRGGBB[AA]`, or as written where it is unknown.
    pub fn color(&self, it: ColorRef) -> String {
        it.paint.map_or_else(|| self.text(it.range), paint)
    }

    /// A set of colours as JSON.
    pub fn colors(&self, set: ColorSet) -> Value {
        let style = set.line_style.map(|it| match it {
            BorderStyle::Dashed => "dashed",
            BorderStyle::Dotted => "dotted",
            BorderStyle::Bold => "bold",
        });
        Fields::empty()
            .maybe("back", set.back.map(|it| self.color(it)))
            .maybe("line", set.line.map(|it| self.color(it)))
            .maybe("text", set.text.map(|it| self.color(it)))
            .maybe("header", set.header.map(|it| self.color(it)))
            .maybe("lineStyle", style)
            .done()
    }
}

/// `on` or off.
pub fn switch(kind: &str, switch: Switch) -> Value {
    Fields::new(kind).with("on", switch == Switch::On).done()
}

fn alignment(it: Alignment) -> &'static str {
    match it {
        Alignment::Left => "left",
        Alignment::Right => "right",
        Alignment::Center => "center",
    }
}

/// A color as `#RRGGBB[AA]`, `transparent` or `automatic`; a gradient with its separator.
fn paint(paint: Paint) -> String {
    match paint {
        Paint::Plain(color) => plain(color),
        Paint::Gradient { from, to, direction } => {
            let sign = match direction {
                GradientDirection::Right => '|',
                GradientDirection::Down => '-',
                GradientDirection::DownRight => '/',
                GradientDirection::UpRight => '\\',
            };
            format!("{}{sign}{}", plain(from), plain(to))
        }
    }
}

fn plain(color: Color) -> String {
    match color {
        Color::Rgba(r, g, b, 255) => format!("#{r:02X}{g:02X}{b:02X}"),
        Color::Rgba(r, g, b, a) => format!("#{r:02X}{g:02X}{b:02X}{a:02X}"),
        Color::Transparent => "transparent".to_owned(),
        Color::Automatic => "automatic".to_owned(),
    }
}
