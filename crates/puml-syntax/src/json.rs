//! A document as JSON: one range per statement, everything else as values.
//!
//! `ast.schema.json` beside this crate's manifest describes it; the version rises when it changes.

use serde_json::{Map, Value, json};

use crate::TextRange;
use crate::ast::{
    Arrow, ArrowLine, Block, BlockKind, Border, BorderStyle, Chrome, ColorRef, ColorSet,
    Declaration, Document, FrameKind, Head, LifeAction, Lines, Link, Mark, Message, MessageEnd,
    Name, Note, NotePlace, NoteShape, NoteSide, Numbering, ParticipantKind, ParticipantRef,
    Reference, Scale, Shown, SpriteForm, Stereotype, StmtKind, Switch, Text,
};
use crate::color::{Color, GradientDirection, Paint};

/// The version of the form, as its `version` field says.
pub const VERSION: u32 = 1;

/// The schema that every answer of [`json()`](fn@json) fulfils.
pub const SCHEMA: &str = include_str!("../ast.schema.json");

/// The document as a value with a stable key order. Absent and false fields are left out.
pub fn json(document: &Document) -> Value {
    let writer = Writer { document };
    let blocks: Vec<Value> = document.blocks.iter().map(|it| writer.block(it)).collect();
    let frames: Vec<Value> = document.frames.iter().map(frame).collect();
    json!({ "version": VERSION, "blocks": blocks, "frames": frames })
}

/// One statement without its range; two statements that say the same are equal.
pub(crate) fn statement(document: &Document, kind: &StmtKind) -> Value {
    Writer { document }.stmt(kind)
}

fn frame(frame: &crate::ast::Frame) -> Value {
    Fields::new(match frame.kind {
        FrameKind::Group => "group",
        FrameKind::Box => "box",
    })
    .with("open", frame.open.0)
    .list("branches", frame.branches.iter().map(|it| Value::from(it.0)))
    .maybe("close", frame.close.map(|it| it.0))
    .maybe("parent", frame.parent.map(|it| it.0))
    .done()
}

/// An object under construction that leaves out what is absent.
struct Fields(Map<String, Value>);

impl Fields {
    fn empty() -> Self {
        Self(Map::new())
    }

    fn new(kind: &str) -> Self {
        Self::empty().with("kind", kind)
    }

    fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.0.insert(key.to_owned(), value.into());
        self
    }

    fn maybe(self, key: &str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    fn list(self, key: &str, values: impl Iterator<Item = Value>) -> Self {
        let values: Vec<Value> = values.collect();
        if values.is_empty() { self } else { self.with(key, values) }
    }

    fn done(self) -> Value {
        Value::Object(self.0)
    }
}

struct Writer<'a> {
    document: &'a Document,
}

impl Writer<'_> {
    fn text(&self, range: TextRange) -> String {
        self.document.text(range).into_owned()
    }

    fn block(&self, block: &Block) -> Value {
        let statements = self.document.block_stmts(block).map(|(_, stmt)| {
            let Value::Object(mut fields) = self.stmt(&stmt.kind) else {
                unreachable!("a statement is written as an object")
            };
            fields.insert("range".to_owned(), json!([stmt.range.start, stmt.range.end]));
            Value::Object(fields)
        });
        Fields::new(match block.kind {
            BlockKind::Uml => "uml",
            BlockKind::Other(_) => "other",
        })
        .maybe("name", block.name.map(|it| self.text(it)))
        .with("first", block.stmts.start)
        .with("statements", statements.collect::<Vec<_>>())
        .done()
    }

    fn stmt(&self, kind: &StmtKind) -> Value {
        match kind {
            StmtKind::Declaration(it) => self.declaration(it),
            StmtKind::Message(it) => self.message(it),
            StmtKind::Life(it) => Fields::new(action(it.action))
                .maybe("who", it.who.map(|it| self.name(it)))
                .maybe("color", it.back.map(|it| self.color(it)))
                .maybe("lineColor", it.line.map(|it| self.color(it)))
                .done(),
            StmtKind::Return(it) => Fields::new("return")
                .maybe("parallel", it.parallel.map(|_| true))
                .maybe("color", it.color.map(|it| self.color(it)))
                .maybe("text", it.text.map(|it| self.text(it)))
                .done(),
            StmtKind::AutoActivate(it) => switch("autoactivate", *it),
            StmtKind::Note(it) => self.note(it),
            StmtKind::Reference(it) => self.reference(it),
            StmtKind::Group(it) => Fields::new("group")
                .with("operator", it.kind.keyword())
                .maybe("parallel", it.parallel.map(|_| true))
                .maybe("headerColor", it.header_color.map(|it| self.color(it)))
                .maybe("color", it.body_color.map(|it| self.color(it)))
                .maybe("label", it.label.map(|it| self.text(it)))
                .maybe("secondary", it.secondary.map(|it| self.text(it)))
                .done(),
            StmtKind::Else(it) => Fields::new("else")
                .maybe("color", it.color.map(|it| self.color(it)))
                .maybe("label", it.label.map(|it| self.text(it)))
                .done(),
            StmtKind::End { trailing } => {
                Fields::new("end").maybe("trailing", trailing.map(|it| self.text(it))).done()
            }
            StmtKind::BoxOpen(it) => Fields::new("box")
                .maybe("title", it.title.map(|it| self.text(it)))
                .list("stereotypes", self.stereotypes(&it.stereotypes))
                .maybe("colors", it.colors.map(|it| self.colors(it)))
                .done(),
            StmtKind::BoxClose => Fields::new("endBox").done(),
            StmtKind::Divider(it) => Fields::new("divider").with("text", self.text(it.text)).done(),
            StmtKind::Delay(it) => {
                Fields::new("delay").maybe("text", it.text.map(|it| self.text(it))).done()
            }
            StmtKind::Space(it) => Fields::new("space").maybe("pixels", it.pixels).done(),
            StmtKind::NewPage(it) => {
                Fields::new("newpage").maybe("title", it.title.map(|it| self.text(it))).done()
            }
            StmtKind::IgnoreNewPage => Fields::new("ignoreNewpage").done(),
            StmtKind::Numbering(it) => self.numbering(it),
            StmtKind::Duration(it) => Fields::new("duration")
                .with("from", self.text(it.from))
                .with("to", self.text(it.to))
                .maybe("text", it.text.map(|it| self.text(it)))
                .done(),
            StmtKind::Url { who, link } => Fields::new("url")
                .with("who", self.name(*who))
                .with("link", self.link(*link))
                .done(),
            StmtKind::Footbox(it) => switch("footbox", *it),
            StmtKind::Unlinked(it) => switch("unlinked", *it),
            StmtKind::Stereotypes(it) => switch("stereotypes", *it),
            StmtKind::Chrome(it) => self.chrome(it),
            StmtKind::Skinparam(it) => Fields::new("skinparam")
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
            StmtKind::Style(it) => Fields::new("style")
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
            StmtKind::Inert { keyword } => {
                Fields::new("inert").with("keyword", self.text(*keyword)).done()
            }
            StmtKind::Directive(it) => Fields::new("directive")
                .with("name", self.text(it.name))
                .with("argument", self.text(it.argument))
                .done(),
            StmtKind::Call(it) => Fields::new("call")
                .with("name", self.text(it.name))
                .with("arguments", self.text(it.arguments))
                .done(),
            StmtKind::Template => Fields::new("template").done(),
            StmtKind::Comment => Fields::new("comment").done(),
            StmtKind::Error => Fields::new("error").done(),
        }
    }

    fn name(&self, name: Name) -> String {
        self.text(name.range)
    }

    fn declaration(&self, it: &Declaration) -> Value {
        let shown = match &it.shown {
            Some(Shown::Name(name)) => Some(self.name(*name)),
            Some(Shown::Lines(lines)) => Some(self.document.lines(lines)),
            None => None,
        };
        Fields::new("participant")
            .with("shape", it.kind.map_or("participant", ParticipantKind::keyword))
            .maybe("create", it.create.map(|_| true))
            .with("code", self.name(it.code))
            .maybe("shown", shown)
            .list("stereotypes", self.stereotypes(&it.stereotypes))
            .maybe("order", it.order.map(|it| it.value))
            .maybe("link", it.link.map(|it| self.link(it)))
            .maybe("color", it.color.map(|it| self.color(it)))
            .done()
    }

    fn message(&self, it: &Message) -> Value {
        let marks = it.marks.map(|it| {
            let all = [Some(it.first), it.second];
            all.into_iter().flatten().map(|it| Value::from(action(it))).collect::<Vec<_>>()
        });
        Fields::new("message")
            .maybe("parallel", it.parallel.map(|_| true))
            .maybe("anchor", it.anchor.map(|it| self.text(it)))
            .with("left", self.end(&it.left, it.left_anchor))
            .with("arrow", self.arrow(&it.arrow))
            .with("right", self.end(&it.right, it.right_anchor))
            .list("multicast", it.multicast.iter().map(|it| Value::from(self.name(*it))))
            .maybe("marks", marks)
            .maybe("activationColor", it.activation_color.map(|it| self.color(it)))
            .list("stereotypes", self.stereotypes(&it.stereotypes))
            .maybe("link", it.link.map(|it| self.link(it)))
            .maybe("text", it.text.map(|it| self.text(it)))
            .done()
    }

    fn end(&self, end: &MessageEnd, anchor: Option<TextRange>) -> Value {
        let fields = match end {
            MessageEnd::Participant(ParticipantRef { code, shown }) => Fields::empty()
                .with("code", self.name(*code))
                .maybe("shown", shown.map(|it| self.name(it))),
            MessageEnd::Border(border) => Fields::empty().with(
                "border",
                match border {
                    Border::Left => "left",
                    Border::Right => "right",
                    Border::Short => "short",
                },
            ),
        };
        fields.maybe("anchor", anchor.map(|it| self.text(it))).done()
    }

    fn arrow(&self, it: &Arrow) -> Value {
        Fields::empty()
            .maybe("leftHead", head(it.left.head))
            .maybe("leftMark", mark(it.left.mark))
            .maybe("rightHead", head(it.right.head))
            .maybe("rightMark", mark(it.right.mark))
            .maybe("dashed", (it.line == ArrowLine::Dashed).then_some(true))
            .maybe("color", it.color.map(|it| self.color(it)))
            .maybe("hidden", it.hidden.then_some(true))
            .maybe("bold", it.bold.then_some(true))
            .maybe("slant", it.slant)
            .done()
    }

    fn note(&self, it: &Note) -> Value {
        let (place, side, over) = match it.place {
            NotePlace::Latest(side) => ("latest", Some(side), vec![]),
            NotePlace::Beside(side, name) => ("beside", Some(side), vec![name]),
            NotePlace::Over(first, second) => {
                ("over", None, [Some(first), second].into_iter().flatten().collect())
            }
            NotePlace::Across => ("across", None, vec![]),
        };
        let side = side.map(|it| match it {
            NoteSide::Left => "left",
            NoteSide::Right => "right",
            NoteSide::Top => "top",
            NoteSide::Bottom => "bottom",
        });
        Fields::new("note")
            .with(
                "shape",
                match it.shape {
                    NoteShape::Folded => "note",
                    NoteShape::Hexagon => "hnote",
                    NoteShape::Rectangle => "rnote",
                },
            )
            .maybe("parallel", it.parallel.map(|_| true))
            .maybe("aligned", it.aligned.map(|_| true))
            .with("place", place)
            .maybe("side", side)
            .list("participants", over.into_iter().map(|it| Value::from(self.name(it))))
            .list("stereotypes", self.stereotypes(&it.stereotypes))
            .maybe("colors", it.colors.map(|it| self.colors(it)))
            .maybe("link", it.link.map(|it| self.link(it)))
            .with("text", self.value(&it.text))
            .done()
    }

    fn reference(&self, it: &Reference) -> Value {
        Fields::new("ref")
            .maybe("parallel", it.parallel.map(|_| true))
            .maybe("color", it.color.map(|it| self.color(it)))
            .list("participants", it.over.iter().map(|it| Value::from(self.name(*it))))
            .maybe("link", it.link.map(|it| self.link(it)))
            .with("text", self.value(&it.text))
            .done()
    }

    fn numbering(&self, it: &Numbering) -> Value {
        let fields = Fields::new("autonumber");
        match it {
            Numbering::Start { start, step, format } => fields
                .with("action", "start")
                .maybe("start", start.as_ref().map(|it| self.text(it.range)))
                .maybe("step", *step)
                .maybe("format", format.map(|it| self.text(it))),
            Numbering::Stop => fields.with("action", "stop"),
            Numbering::Resume { step, format } => fields
                .with("action", "resume")
                .maybe("step", *step)
                .maybe("format", format.map(|it| self.text(it))),
            Numbering::Increment { level } => fields.with("action", "inc").maybe("level", *level),
        }
        .done()
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
                        crate::ast::VerticalAlignment::Top => "top",
                        crate::ast::VerticalAlignment::Bottom => "bottom",
                    }),
                )
                .maybe("alignment", it.horizontal.map(alignment)),
            Chrome::Mainframe(text) => Fields::new("mainframe").with("text", self.text(*text)),
            Chrome::Scale(it) => {
                let (by, values) = match *it {
                    Scale::Factor(it) => ("factor", vec![it]),
                    Scale::Width(it) => ("width", vec![it]),
                    Scale::Height(it) => ("height", vec![it]),
                    Scale::Size(w, h) => ("size", vec![w, h]),
                    Scale::MaxWidth(it) => ("maxWidth", vec![it]),
                    Scale::MaxHeight(it) => ("maxHeight", vec![it]),
                    Scale::MaxSize(w, h) => ("maxSize", vec![w, h]),
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
    fn value(&self, text: &Text) -> Value {
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

    fn stereotypes<'a>(&'a self, all: &'a [Stereotype]) -> impl Iterator<Item = Value> + 'a {
        all.iter().map(|it| Value::from(self.text(it.range)))
    }

    fn link(&self, link: Link) -> Value {
        Fields::empty()
            .with("url", self.text(link.url))
            .maybe("tooltip", link.tooltip.map(|it| self.text(it)))
            .maybe("label", link.label.map(|it| self.text(it)))
            .done()
    }

    fn color(&self, it: ColorRef) -> String {
        it.paint.map_or_else(|| self.text(it.range), paint)
    }

    fn colors(&self, set: ColorSet) -> Value {
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

fn switch(kind: &str, switch: Switch) -> Value {
    Fields::new(kind).with("on", switch == Switch::On).done()
}

fn action(it: LifeAction) -> &'static str {
    match it {
        LifeAction::Activate => "activate",
        LifeAction::Deactivate => "deactivate",
        LifeAction::Create => "create",
        LifeAction::Destroy => "destroy",
    }
}

fn head(it: Head) -> Option<&'static str> {
    Some(match it {
        Head::None => return None,
        Head::Filled => "filled",
        Head::Open => "open",
        Head::UpperHalf => "upperHalf",
        Head::LowerHalf => "lowerHalf",
        Head::UpperHalfOpen => "upperHalfOpen",
        Head::LowerHalfOpen => "lowerHalfOpen",
    })
}

fn mark(it: Mark) -> Option<&'static str> {
    match it {
        Mark::None => None,
        Mark::Circle => Some("circle"),
        Mark::Cross => Some("cross"),
    }
}

fn alignment(it: crate::ast::Alignment) -> &'static str {
    match it {
        crate::ast::Alignment::Left => "left",
        crate::ast::Alignment::Right => "right",
        crate::ast::Alignment::Center => "center",
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
