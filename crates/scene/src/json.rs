//! The scene printed as JSON: every field, nothing invented.

use serde_json::{Map, Value, json as value};

use crate::{
    Color, Decoration, Direction, Ends, Family, Font, Geometry, Group, Id, Image, Item, Line, Link,
    Origin, Paint, Point, Rect, Run, Scene, Segment, Shape, Stroke, Text,
};

/// The version of the form; raised when a field changes its meaning or goes away.
const VERSION: u32 = 1;

/// The scene as one JSON value. Coordinates are rounded to a thousandth of a pixel.
pub fn json(scene: &Scene) -> Value {
    let mut out = Map::new();
    out.insert("version".into(), VERSION.into());
    out.insert("width".into(), number(scene.size.width));
    out.insert("height".into(), number(scene.size.height));
    out.insert("scale".into(), number(scene.scale));
    out.insert("title".into(), scene.title.as_str().into());
    out.insert("description".into(), scene.description.as_str().into());
    put(&mut out, "handwritten", scene.handwritten.then_some(Value::Bool(true)));
    put(&mut out, "background", scene.background.map(paint));
    out.insert("items".into(), items(&scene.items));
    Value::Object(out)
}

fn items(items: &[Item]) -> Value {
    items.iter().map(item).collect()
}

fn item(item: &Item) -> Value {
    match item {
        Item::Group(it) => group(it),
        Item::Shape(it) => shape(it),
        Item::Text(it) => text(it),
        Item::Image(it) => image(it),
    }
}

fn group(group: &Group) -> Value {
    let mut out = Map::new();
    out.insert("group".into(), group.role.into());
    let id = group.id.map(|id| match id {
        Id::Role => group.role.to_owned(),
        Id::Number(number) => format!("{}-{number}", group.role),
    });
    put(&mut out, "id", id.map(Value::from));
    put(&mut out, "title", group.title.as_deref().map(Value::from));
    put(&mut out, "link", group.link.as_deref().map(link));
    put(&mut out, "origin", group.origin.map(origin));
    out.insert("items".into(), items(&group.items));
    Value::Object(out)
}

fn origin(origin: Origin) -> Value {
    value!({ "source": origin.source.0, "line": origin.line, "start": origin.start, "end": origin.end })
}

fn link(link: &Link) -> Value {
    value!({ "url": link.url, "tooltip": link.tooltip })
}

fn shape(shape: &Shape) -> Value {
    let (name, data) = match &shape.geometry {
        Geometry::Line { from, to } => ("line", points(&[*from, *to])),
        Geometry::Rect { rect, corner } => {
            ("rect", value!({ "bounds": bounds(*rect), "corner": number(*corner) }))
        }
        Geometry::Ellipse { rect } => ("ellipse", bounds(*rect)),
        Geometry::Polyline(all) => ("polyline", points(all)),
        Geometry::Polygon(all) => ("polygon", points(all)),
        Geometry::Path(all) => ("path", all.iter().map(segment).collect()),
        Geometry::Pierced(all) => ("pierced", all.iter().map(segment).collect()),
    };
    let mut out = Map::new();
    out.insert("shape".into(), name.into());
    out.insert("geometry".into(), data);
    put(&mut out, "fill", shape.fill.map(paint));
    put(&mut out, "stroke", shape.stroke.as_ref().map(stroke));
    Value::Object(out)
}

fn segment(segment: &Segment) -> Value {
    match segment {
        Segment::Move(to) => value!(["M", number(to.x), number(to.y)]),
        Segment::Line(to) => value!(["L", number(to.x), number(to.y)]),
        Segment::Cubic(a, b, to) => {
            value!([
                "C",
                number(a.x),
                number(a.y),
                number(b.x),
                number(b.y),
                number(to.x),
                number(to.y)
            ])
        }
        Segment::Close => value!(["Z"]),
    }
}

fn paint(paint: Paint) -> Value {
    match paint {
        Paint::Solid(it) => color(it),
        Paint::Gradient { from, to, direction } => {
            let direction = match direction {
                Direction::Right => "right",
                Direction::Down => "down",
                Direction::DownRight => "down-right",
                Direction::UpRight => "up-right",
            };
            value!({ "from": color(from), "to": color(to), "direction": direction })
        }
    }
}

fn color(color: Color) -> Value {
    match color.dark {
        None => color.light.to_hex().into(),
        Some(dark) => value!({ "light": color.light.to_hex(), "dark": dark.to_hex() }),
    }
}

fn stroke(stroke: &Stroke) -> Value {
    let mut out = Map::new();
    out.insert("color".into(), color(stroke.color));
    out.insert("width".into(), number(stroke.width));
    if !stroke.dash.is_empty() {
        out.insert("dash".into(), stroke.dash.iter().map(|&it| number(it)).collect());
    }
    if stroke.ends == Ends::Round {
        out.insert("ends".into(), "round".into());
    }
    Value::Object(out)
}

fn text(text: &Text) -> Value {
    let mut out = Map::new();
    out.insert("text".into(), bounds(text.bounds));
    out.insert("lines".into(), text.lines.iter().map(line).collect());
    if !text.items.is_empty() {
        out.insert("items".into(), items(&text.items));
    }
    Value::Object(out)
}

fn line(line: &Line) -> Value {
    value!({ "baseline": number(line.baseline), "runs": line.runs.iter().map(run).collect::<Value>() })
}

fn run(run: &Run) -> Value {
    let mut out = Map::new();
    out.insert("text".into(), run.text.as_str().into());
    out.insert("x".into(), number(run.x));
    out.insert("width".into(), number(run.width));
    out.insert("font".into(), font(&run.font));
    out.insert("color".into(), color(run.color));
    put(&mut out, "background", run.background.map(color));
    if !run.decorations.is_empty() {
        out.insert("decorations".into(), run.decorations.iter().map(decoration).collect());
    }
    if run.rise != 0.0 {
        out.insert("rise".into(), number(run.rise));
    }
    put(&mut out, "link", run.link.as_deref().map(link));
    Value::Object(out)
}

fn decoration((kind, tint): &(Decoration, Option<Color>)) -> Value {
    let kind = match kind {
        Decoration::Underline => "underline",
        Decoration::Strike => "strike",
        Decoration::Wave => "wave",
    };
    value!({ "kind": kind, "color": tint.map(color) })
}

fn font(font: &Font) -> Value {
    let mut out = Map::new();
    let family = match font.family {
        Family::Sans => "sans",
        Family::Mono => "mono",
    };
    out.insert("family".into(), family.into());
    put(&mut out, "name", font.name.as_deref().map(Value::from));
    out.insert("size".into(), number(font.size));
    for (key, set) in [("bold", font.bold), ("italic", font.italic)] {
        if set {
            out.insert(key.into(), true.into());
        }
    }
    Value::Object(out)
}

fn image(image: &Image) -> Value {
    let mut out = Map::new();
    out.insert("image".into(), bounds(image.bounds));
    out.insert("columns".into(), image.columns.into());
    out.insert("rows".into(), image.rows.into());
    out.insert("title".into(), image.title.as_str().into());
    out.insert("rgba".into(), hex(&image.rgba).into());
    put(&mut out, "dark", image.dark.as_deref().map(|it| hex(it).into()));
    Value::Object(out)
}

/// Two digits a byte.
fn hex(bytes: &[u8]) -> String {
    let digit = |it: u8| char::from_digit(it.into(), 16).expect("half a byte is one digit");
    bytes.iter().flat_map(|it| [digit(it >> 4), digit(it & 15)]).collect()
}

fn bounds(rect: Rect) -> Value {
    value!([number(rect.x), number(rect.y), number(rect.width), number(rect.height)])
}

fn points(points: &[Point]) -> Value {
    points.iter().map(|it| value!([number(it.x), number(it.y)])).collect()
}

/// Whole numbers print without a fraction, so that a diff shows what moved.
fn number(it: f64) -> Value {
    let rounded = (it * 1000.0).round() / 1000.0;
    if rounded.fract() == 0.0 && rounded.abs() < 1e15 {
        (rounded as i64).into()
    } else {
        rounded.into()
    }
}

fn put(out: &mut Map<String, Value>, key: &str, it: Option<Value>) {
    if let Some(it) = it {
        out.insert(key.into(), it);
    }
}
