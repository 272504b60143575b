//! Small pages, drawn.

use proptest::prelude::*;
use scene::{Color, Geometry, Group, Item, Paint, Rect, Scene, Segment, Size, Stroke};
use unicode_width::UnicodeWidthStr;

use super::{Charset, text_art};
use crate::samples::{at, head, label, lifeline, login, message, shape};

fn ink() -> Stroke {
    Stroke::solid(Color::BLACK, 1.0)
}

const WHITE: Paint = Paint::Solid(Color::WHITE);

fn rect(x: f64, y: f64, width: f64, height: f64) -> Rect {
    Rect { x, y, width, height }
}

fn rectangle(rect: Rect, fill: Option<Paint>) -> Item {
    shape(Geometry::Rect { rect, corner: 0.0 }, fill, Some(ink()))
}

/// Two participants and what happens between them.
fn between(items: Vec<Item>) -> Scene {
    let mut scene = Scene::new(Size { width: 300.0, height: 300.0 });
    for (x, name) in [(40.0, "Ann"), (200.0, "Bob")] {
        scene.items.push(lifeline(x, 40.0, 280.0));
        scene.items.push(head(name, x, 10.0));
    }
    scene.items.extend(items);
    scene
}

fn drawn(scene: &Scene) -> String {
    text_art(std::slice::from_ref(scene), Charset::Unicode).unwrap()
}

fn person(x: f64, y: f64) -> Item {
    let mut group = Group::new("participant");
    group.items.push(shape(
        Geometry::Ellipse { rect: rect(x - 7.0, y, 14.0, 14.0) },
        Some(WHITE),
        Some(ink()),
    ));
    let limbs = vec![
        Segment::Move(at(x, y + 14.0)),
        Segment::Line(at(x, y + 28.0)),
        Segment::Move(at(x - 12.0, y + 19.0)),
        Segment::Line(at(x + 12.0, y + 19.0)),
        Segment::Move(at(x - 10.0, y + 42.0)),
        Segment::Line(at(x, y + 28.0)),
        Segment::Line(at(x + 10.0, y + 42.0)),
    ];
    group.items.push(shape(Geometry::Path(limbs), None, Some(ink())));
    group.items.push(Item::Text(label("User", x - 14.0, y + 46.0)));
    Item::Group(group)
}

fn divider(text: &str, y: f64) -> Vec<Item> {
    let rule = |y| shape(Geometry::Line { from: at(5.0, y), to: at(260.0, y) }, None, Some(ink()));
    let plate = rectangle(rect(90.0, y - 12.0, 70.0, 24.0), Some(WHITE));
    vec![rule(y - 1.5), rule(y + 1.5), plate, Item::Text(label(text, 104.0, y - 8.0))]
}

#[test]
fn a_login_reads_like_its_picture() {
    let expected = "   ╭───────╮                  ╭─────────────╮
   │ Alice │                  │ Auth Server │
   ╰───┬───╯                  ╰──────┬──────╯
       │ log in (user, password)     │
       │────────────────────────────>│
┌──────┴┬────────────────────────────┼─────────────┐
│  alt  │ [password matches]         │             │
├──────┬┘                            │             │
│      │ token                       │             │
│      │<╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌│             │
├╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┤
│[else]│                             │             │
│      │ wrong password              │             │
│      │<╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌│             │
└──────┼─────────────────────────────┼─────────────┘
       │  ┌──────────╲               │ audit
       │  │ remember │               │──────┐
       │  │ me       │               │<<────┘
       │  └──────────┘               │
   ╭───┴───╮                  ╭──────┴──────╮
   │ Alice │                  │ Auth Server │
   ╰───────╯                  ╰─────────────╯
";
    let found = drawn(&login());
    assert_eq!(found, expected, "\n{found}");
}

#[test]
fn ascii_uses_nothing_but_ascii() {
    let found = text_art(&[login()], Charset::Ascii).unwrap();
    assert!(found.is_ascii(), "{found}");
    assert!(found.contains("|---------------------------->|"), "{found}");
    assert!(found.contains("|<- - - - - - - - - - - - - - |"), "{found}");
}

#[test]
fn bars_stand_on_lifelines_and_arrows_stop_beside_them() {
    let bar = rectangle(rect(195.0, 70.0, 10.0, 100.0), Some(WHITE));
    let call = message(1, 1, "start", 40.0, 195.0, 70.0, &[]);
    let answer = message(2, 2, "done", 195.0, 40.0, 170.0, &[2.0, 2.0]);
    let expected = "╭─────╮         ╭─────╮
│ Ann │         │ Bob │
╰──┬──╯         ╰──┬──╯
   │ start         │
   │──────────────>┃
   │ done          ┃
   │<╌╌╌╌╌╌╌╌╌╌╌╌╌╌┃
";
    let found = drawn(&between(vec![bar, call, answer]));
    assert_eq!(found, expected, "\n{found}");
}

#[test]
fn a_divider_is_a_double_rule_with_a_plate() {
    let expected = " ╭─────╮             ╭─────╮
 │ Ann │             │ Bob │
 ╰──┬──╯             ╰──┬──╯
    │    ┌─────────┐    │
═════════┤ Phase 2 ├═══════════
    │    └─────────┘    │
";
    let found = drawn(&between(divider("Phase 2", 90.0)));
    assert_eq!(found, expected, "\n{found}");
}

#[test]
fn wide_letters_take_two_cells_and_accents_none() {
    let frame = rectangle(rect(20.0, 220.0, 200.0, 25.0), Some(WHITE));
    let text = Item::Text(label("über 漢字 e\u{301}s", 26.0, 224.0));
    let found = drawn(&between(vec![frame, text]));
    assert!(found.contains("│ über 漢字 e\u{301}s"), "{found}");
    let widths: Vec<usize> = found.lines().rev().take(3).map(UnicodeWidthStr::width).collect();
    assert!(widths.iter().all(|it| *it == widths[0]), "{found}");
}

#[test]
fn a_person_has_a_head_arms_and_legs() {
    let mut scene = Scene::new(Size { width: 100.0, height: 100.0 });
    scene.items.push(person(50.0, 10.0));
    assert_eq!(drawn(&scene), " O\n╱│╲\n╱ ╲\nUser\n");
}

#[test]
fn signs_at_the_ends_of_arrows_are_told_apart() {
    let line = |x: f64| {
        shape(Geometry::Line { from: at(40.0, 100.0), to: at(x, 100.0) }, None, Some(ink()))
    };
    let arrow = |x: f64, ends: Vec<Item>| {
        let mut group = Group::new("message");
        group.items.push(line(x));
        group.items.extend(ends);
        drawn(&between(vec![Item::Group(group)]))
    };
    let open = shape(
        Geometry::Polyline(vec![at(191.0, 95.5), at(200.0, 100.0), at(191.0, 104.5)]),
        None,
        Some(ink()),
    );
    assert!(arrow(200.0, vec![open]).contains("──>>│"));
    let slash = |from: f64, to: f64| {
        shape(Geometry::Line { from: at(187.0, from), to: at(196.0, to) }, None, Some(ink()))
    };
    assert!(arrow(191.0, vec![slash(95.5, 104.5), slash(104.5, 95.5)]).contains("─x"));
    let circle = shape(Geometry::Ellipse { rect: rect(192.0, 96.0, 8.0, 8.0) }, None, Some(ink()));
    let tip = shape(
        Geometry::Polygon(vec![at(192.0, 100.0), at(183.0, 95.5), at(183.0, 104.5)]),
        Some(WHITE),
        None,
    );
    let found = arrow(186.0, vec![circle, tip]);
    assert!(found.contains("─>o│"), "{found}");
}

#[test]
fn a_message_covers_the_lifelines_it_crosses() {
    let broken = Geometry::Path(vec![
        Segment::Move(at(120.0, 40.0)),
        Segment::Line(at(120.0, 60.0)),
        Segment::Move(at(120.0, 70.0)),
        Segment::Line(at(120.0, 280.0)),
    ]);
    let mut life = Group::new("lifeline");
    life.items.push(shape(broken, None, Some(ink())));
    let mut scene = between(vec![message(1, 1, "", 40.0, 200.0, 100.0, &[])]);
    scene.items.insert(0, Item::Group(life));
    let found = drawn(&scene);
    assert!(
        found.lines().any(|line| line.trim_start().starts_with("│──") && !line.contains('┼')),
        "{found}"
    );
}

#[test]
fn a_line_to_a_disc_reaches_it() {
    let mut scene = Scene::new(Size { width: 100.0, height: 100.0 });
    let mut symbol = Group::new("participant");
    symbol.items.push(shape(
        Geometry::Ellipse { rect: rect(40.0, 10.0, 30.0, 30.0) },
        Some(WHITE),
        Some(ink()),
    ));
    symbol.items.push(shape(
        Geometry::Line { from: at(10.0, 13.0), to: at(10.0, 37.0) },
        None,
        Some(ink()),
    ));
    symbol.items.push(shape(
        Geometry::Line { from: at(10.0, 25.0), to: at(40.0, 25.0) },
        None,
        Some(ink()),
    ));
    scene.items.push(Item::Group(symbol));
    let found = drawn(&scene);
    assert!(found.contains("├───O"), "{found}");
}

#[test]
fn a_name_is_centred_on_the_lifeline_below_it() {
    let width = font::width("Somebody", font::Style::SANS, 13.0);
    let mut scene = Scene::new(Size { width: 200.0, height: 100.0 });
    scene.items.push(lifeline(60.0, 40.0, 80.0));
    scene.items.push(Item::Text(label("Somebody", 60.0 - width / 2.0, 10.0)));
    scene.items.push(rectangle(rect(20.0, 80.0, 80.0, 20.0), None));
    let found = drawn(&scene);
    let column = |text: &str, what| text.chars().position(|ch| ch == what).unwrap();
    let lines: Vec<&str> = found.lines().collect();
    let lifeline = column(lines.iter().find(|line| line.contains('┴')).unwrap(), '┴');
    assert_eq!(column(lines[0], 'S') + 4, lifeline, "{found}");
}

#[test]
fn bare_names_side_by_side_do_not_run_into_each_other() {
    let mut scene = Scene::new(Size { width: 200.0, height: 100.0 });
    for (x, name) in [(60.0, "illiterati"), (105.0, "illicit")] {
        let width = font::width(name, font::Style::SANS, 13.0);
        scene.items.push(lifeline(x, 40.0, 80.0));
        scene.items.push(Item::Text(label(name, x - width / 2.0, 10.0)));
    }
    let found = drawn(&scene);
    assert!(found.contains("illiterati illicit"), "{found}");
}

#[test]
fn pages_are_set_apart_by_an_empty_line() {
    let one = text_art(&[login()], Charset::Unicode).unwrap();
    assert_eq!(text_art(&[login(), login()], Charset::Unicode).unwrap(), format!("{one}\n{one}"));
}

#[test]
fn an_empty_page_is_no_lines() {
    assert_eq!(drawn(&Scene::new(Size { width: 10.0, height: 10.0 })), "");
}

fn any_item() -> impl Strategy<Value = Item> {
    let place = || (0.0..400.0, 0.0..400.0);
    prop_oneof![
        (place(), place()).prop_map(|((x, y), (w, h))| rectangle(rect(x, y, w, h), Some(WHITE))),
        (place(), place()).prop_map(|((x, y), (w, h))| {
            shape(Geometry::Ellipse { rect: rect(x, y, w / 8.0, h / 8.0) }, None, Some(ink()))
        }),
        (place(), place()).prop_map(|(a, b)| {
            shape(Geometry::Line { from: at(a.0, a.1), to: at(b.0, b.1) }, None, Some(ink()))
        }),
        prop::collection::vec(place(), 0..5).prop_map(|points| {
            let points = points.into_iter().map(|(x, y)| at(x, y)).collect();
            shape(Geometry::Polyline(points), None, Some(ink()))
        }),
        (place(), ".*").prop_map(|((x, y), text)| Item::Text(label(&text, x, y))),
    ]
}

proptest! {
    #[test]
    fn any_label_between_two_lifelines_is_readable(text in "[!-~à-ž漢字]([ -~à-ž漢字]{0,30}[!-~à-ž漢字])?") {
        let found = drawn(&between(vec![message(1, 1, &text, 40.0, 200.0, 90.0, &[])]));
        prop_assert!(found.contains(&text), "{}\n{}", text, found);
    }

    #[test]
    fn any_mixture_of_shapes_can_be_drawn(items in prop::collection::vec(any_item(), 0..12)) {
        let scene = Scene { items, ..Scene::new(Size { width: 400.0, height: 400.0 }) };
        text_art(&[scene], Charset::Ascii).unwrap();
    }
}
