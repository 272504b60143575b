//! Scenes built by hand for the writers' tests.

use diag::SourceId;
use scene::{
    Color, Decoration, Direction, Family, Font, Geometry, Group, Id, Image, Item, Line, Link,
    Origin, Paint, Point, Rect, Rgba, Run, Scene, Segment, Shape, Size, Stroke, Text,
};

const INK: Color = Color { light: Rgba::hex(0x18_1818), dark: Some(Rgba::hex(0xe0_e0e0)) };
const SIZE: f64 = 13.0;

/// A login with two participants, a call, an answer in dashes, a note, a fragment and a self message.
pub(crate) fn login() -> Scene {
    let mut scene = Scene::new(Size { width: 420.0, height: 330.0 });
    scene.title = "Login".into();
    scene.description = "Alice logs in at the server.".into();
    scene.background =
        Some(Paint::Solid(Color { light: Rgba::hex(0xff_ffff), dark: Some(Rgba::hex(0x1b_1b1b)) }));
    for (x, name) in [(60.0, "Alice"), (280.0, "Auth Server")] {
        scene.items.push(lifeline(x, 40.0, 290.0));
        scene.items.push(head(name, x, 10.0));
        scene.items.push(head(name, x, 290.0));
    }
    scene.items.push(message(1, 1, "log in (user, password)", 60.0, 280.0, 70.0, &[]));
    scene.items.push(fragment("alt", "[password matches]", rect(20.0, 90.0, 380.0, 130.0), 165.0));
    scene.items.push(message(2, 3, "token", 280.0, 60.0, 140.0, &[4.0, 3.0]));
    scene.items.push(message(3, 5, "wrong password", 280.0, 60.0, 200.0, &[4.0, 3.0]));
    scene.items.push(self_message("audit", 280.0, 240.0));
    scene.items.push(note("remember\nme", 75.0, 235.0));
    scene
}

/// Every kind of item, paint, decoration and script.
pub(crate) fn everything() -> Scene {
    let mut scene = login();
    let mut extra = Group::new("legend");
    extra.link = Some(Box::new(Link {
        url: "https://example.org/?a=1&b=2".into(),
        tooltip: Some("More".into()),
    }));
    extra.items.push(shape(
        Geometry::Ellipse { rect: rect(330.0, 60.0, 60.0, 20.0) },
        Some(gradient(Direction::DownRight)),
        Some(Stroke::dashed(INK, 2.0, [6.0, 2.0])),
    ));
    extra.items.push(shape(
        Geometry::Path(vec![
            Segment::Move(at(10.0, 320.0)),
            Segment::Cubic(at(30.0, 300.0), at(50.0, 325.0), at(70.0, 320.0)),
            Segment::Line(at(70.0, 325.0)),
            Segment::Close,
        ]),
        Some(gradient(Direction::Right)),
        None,
    ));
    extra.items.push(Item::Image(Image {
        bounds: rect(390.0, 5.0, 24.0, 24.0),
        columns: 2,
        rows: 2,
        rgba: [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [0, 0, 0, 0]].concat(),
        dark: None,
        title: "four pixels".into(),
    }));
    let mut styled = label("wavy <b> & \"q\"", 90.0, 310.0);
    let run = &mut styled.lines[0].runs[0];
    run.decorations =
        vec![(Decoration::Wave, Some(Color::hex(0xff_0000))), (Decoration::Strike, None)];
    run.background = Some(Color::hex(0xff_ff99));
    run.font.bold = true;
    extra.items.push(Item::Text(styled));
    let mut code = label("fn main()", 200.0, 310.0);
    code.lines[0].runs[0].font.family = Family::Mono;
    code.lines[0].runs[0].width = font::width("fn main()", font::Style::MONO.italic(), SIZE);
    code.lines[0].runs[0].font.italic = true;
    let link = Link { url: "mailto:a@example.org".into(), tooltip: None };
    code.lines[0].runs[0].link = Some(Box::new(link));
    code.lines[0].runs[0].decorations = vec![(Decoration::Underline, None)];
    extra.items.push(Item::Text(code));
    for (row, text) in ["שלום עולם", "مرحبا بالعالم", "漢字 → ✓ 😀", "Ünïcödé Ωμέγα Привет"]
        .into_iter()
        .enumerate()
    {
        extra.items.push(Item::Text(label(text, 290.0, 250.0 + 18.0 * row as f64)));
    }
    scene.items.push(Item::Group(extra));
    scene
}

/// A block of one line, its baseline one ascent below `y`.
pub(crate) fn label(text: &str, x: f64, y: f64) -> Text {
    let width = font::width(text, font::Style::SANS, SIZE);
    let run = Run {
        text: text.into(),
        x,
        width,
        font: Font { size: SIZE, ..Font::default() },
        color: INK,
        background: None,
        decorations: Vec::new(),
        rise: 0.0,
        link: None,
    };
    let line = Line { baseline: y + font::ascent(SIZE), runs: vec![run] };
    let bounds = rect(x, y, width, font::line_height(SIZE));
    Text { bounds, lines: vec![line], items: Vec::new() }
}

/// A box with a centred name.
pub(crate) fn head(name: &str, x: f64, y: f64) -> Item {
    let width = font::width(name, font::Style::SANS, SIZE);
    let mut group = Group::new("participant");
    group.items.push(shape(
        Geometry::Rect { rect: rect(x - width / 2.0 - 8.0, y, width + 16.0, 30.0), corner: 3.0 },
        Some(gradient(Direction::Down)),
        Some(Stroke::solid(INK, 1.0)),
    ));
    group.items.push(Item::Text(label(name, x - width / 2.0, y + 7.0)));
    Item::Group(group)
}

/// A dashed line down the page.
pub(crate) fn lifeline(x: f64, top: f64, bottom: f64) -> Item {
    let mut group = Group::new("lifeline");
    group.items.push(shape(
        Geometry::Line { from: at(x, top), to: at(x, bottom) },
        None,
        Some(Stroke::dashed(INK, 1.0, [5.0, 5.0])),
    ));
    Item::Group(group)
}

/// An arrow with a filled head and its label above.
pub(crate) fn message(
    id: u32,
    line: u32,
    text: &str,
    from: f64,
    to: f64,
    y: f64,
    dash: &[f64],
) -> Item {
    let mut group = Group::new("message");
    group.id = Some(Id::Number(id));
    group.origin = Some(Origin { source: SourceId(0), line, start: 10 * line, end: 10 * line + 9 });
    let way = if to > from { 1.0 } else { -1.0 };
    group.items.push(shape(
        Geometry::Line { from: at(from, y), to: at(to - 4.0 * way, y) },
        None,
        Some(Stroke::dashed(INK, 1.0, dash)),
    ));
    group.items.push(shape(
        Geometry::Polygon(vec![
            at(to - 10.0 * way, y - 4.0),
            at(to, y),
            at(to - 10.0 * way, y + 4.0),
            at(to - 6.0 * way, y),
        ]),
        Some(Paint::Solid(INK)),
        Some(Stroke::solid(INK, 1.0)),
    ));
    group.items.push(Item::Text(label(text, from.min(to) + 12.0, y - 18.0)));
    Item::Group(group)
}

fn self_message(text: &str, x: f64, y: f64) -> Item {
    let mut group = Group::new("message");
    group.items.push(shape(
        Geometry::Polyline(vec![
            at(x, y),
            at(x + 40.0, y),
            at(x + 40.0, y + 13.0),
            at(x + 1.0, y + 13.0),
        ]),
        None,
        Some(Stroke::solid(INK, 1.0)),
    ));
    group.items.push(shape(
        Geometry::Polyline(vec![at(x + 10.0, y + 9.0), at(x, y + 13.0), at(x + 10.0, y + 17.0)]),
        None,
        Some(Stroke::solid(INK, 1.0)),
    ));
    group.items.push(Item::Text(label(text, x + 8.0, y - 18.0)));
    Item::Group(group)
}

fn fragment(kind: &str, guard: &str, frame: Rect, split: f64) -> Item {
    let mut group = Group::new("fragment");
    let (x, y) = (frame.x, frame.y);
    group.items.push(shape(
        Geometry::Rect { rect: frame, corner: 0.0 },
        None,
        Some(Stroke::solid(INK, 1.5)),
    ));
    let width = font::width(kind, font::Style::SANS, SIZE) + 30.0;
    group.items.push(shape(
        Geometry::Polygon(vec![
            at(x, y),
            at(x + width, y),
            at(x + width, y + 12.0),
            at(x + width - 10.0, y + 20.0),
            at(x, y + 20.0),
        ]),
        Some(Paint::Solid(Color::hex(0xee_eeee))),
        Some(Stroke::solid(INK, 1.0)),
    ));
    group.items.push(Item::Text(label(kind, x + 15.0, y + 2.0)));
    group.items.push(Item::Text(label(guard, x + width + 15.0, y + 2.0)));
    group.items.push(shape(
        Geometry::Line { from: at(x, split), to: at(frame.right(), split) },
        None,
        Some(Stroke::dashed(INK, 1.0, [2.0, 2.0])),
    ));
    group.items.push(Item::Text(label("[else]", x + 5.0, split + 2.0)));
    Item::Group(group)
}

fn note(text: &str, x: f64, y: f64) -> Item {
    let mut group = Group::new("note");
    group.title = Some("A note".into());
    let lines: Vec<&str> = text.lines().collect();
    let width =
        lines.iter().map(|it| font::width(it, font::Style::SANS, SIZE)).fold(0.0, f64::max) + 21.0;
    let height = lines.len() as f64 * font::line_height(SIZE) + 10.0;
    let (right, fold) = (x + width, 10.0);
    group.items.push(shape(
        Geometry::Polygon(vec![
            at(x, y),
            at(right - fold, y),
            at(right, y + fold),
            at(right, y + height),
            at(x, y + height),
        ]),
        Some(Paint::Solid(Color::hex(0xfe_ffdd))),
        Some(Stroke::solid(INK, 0.5)),
    ));
    group.items.push(shape(
        Geometry::Polyline(vec![
            at(right - fold, y),
            at(right - fold, y + fold),
            at(right, y + fold),
        ]),
        None,
        Some(Stroke::solid(INK, 0.5)),
    ));
    for (row, line) in lines.into_iter().enumerate() {
        group.items.push(Item::Text(label(
            line,
            x + 6.0,
            y + 5.0 + row as f64 * font::line_height(SIZE),
        )));
    }
    Item::Group(group)
}

pub(crate) fn shape(geometry: Geometry, fill: Option<Paint>, stroke: Option<Stroke>) -> Item {
    Item::Shape(Shape { geometry, fill, stroke })
}

pub(crate) fn at(x: f64, y: f64) -> Point {
    Point { x, y }
}

fn gradient(direction: Direction) -> Paint {
    Paint::Gradient { from: Color::hex(0xff_ffff), to: Color::hex(0xcc_ddee), direction }
}

fn rect(x: f64, y: f64, width: f64, height: f64) -> Rect {
    Rect { x, y, width, height }
}
