//! Which words of a page are hard to tell from what lies behind them.

use scene::{Item, Paint, Rect, Rgba, Scene};

/// Less contrast than this is hard to read even in large letters.
const LEAST: f64 = 3.0;

/// Runs of letters with too little contrast, each with its colour and its ground.
pub(crate) fn faint(scene: &Scene) -> Vec<String> {
    let page = scene.background.and_then(opaque).unwrap_or(Rgba::hex(0xff_ffff));
    let whole = Rect { x: 0.0, y: 0.0, width: scene.size.width, height: scene.size.height };
    let mut grounds = vec![(whole, page)];
    let mut out = Vec::new();
    collect(&scene.items, &mut grounds, &mut out);
    out
}

/// What is painted later lies above, so the latest fill behind a word is its ground.
fn collect(items: &[Item], grounds: &mut Vec<(Rect, Rgba)>, out: &mut Vec<String>) {
    for item in items {
        match item {
            Item::Group(group) => collect(&group.items, grounds, out),
            Item::Shape(shape) => {
                let fill = shape.fill.and_then(opaque);
                grounds.extend(shape.geometry.bounds().zip(fill));
            }
            Item::Image(_) => {}
            Item::Text(text) => {
                collect(&text.items, grounds, out);
                for line in &text.lines {
                    for run in line.runs.iter().filter(|it| !it.text.trim().is_empty()) {
                        let (x, y) = (run.x + run.width / 2.0, line.baseline - run.font.size * 0.3);
                        let holds = |rect: &Rect| {
                            rect.x <= x && x <= rect.right() && rect.y <= y && y <= rect.bottom()
                        };
                        let behind = grounds.iter().rev().find(|it| holds(&it.0)).map(|it| it.1);
                        let ground = run.background.map(|it| it.light).or(behind);
                        let Some(ground) = ground.filter(|it| it.a == 255) else { continue };
                        let ink = over(run.color.light, ground);
                        if contrast(ink, ground) < LEAST {
                            let (ink, ground) = (run.color.light.to_hex(), ground.to_hex());
                            out.push(format!("{:?} is {ink} on {ground}", run.text));
                        }
                    }
                }
            }
        }
    }
}

fn opaque(paint: Paint) -> Option<Rgba> {
    let color = match paint {
        Paint::Solid(color) => color.light,
        Paint::Gradient { from, .. } => from.light,
    };
    (color.a > 250).then_some(Rgba { a: 255, ..color })
}

/// A colour that may be see-through, on its ground.
fn over(ink: Rgba, ground: Rgba) -> Rgba {
    let share = f64::from(ink.a) / 255.0;
    let mix = |a: u8, b: u8| (f64::from(a) * share + f64::from(b) * (1.0 - share)).round() as u8;
    Rgba { r: mix(ink.r, ground.r), g: mix(ink.g, ground.g), b: mix(ink.b, ground.b), a: 255 }
}

/// As WCAG 2 counts, from 1 to 21.
fn contrast(one: Rgba, other: Rgba) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn luminance(Rgba { r, g, b, .. }: Rgba) -> f64 {
    let linear = |it: u8| {
        let it = f64::from(it) / 255.0;
        if it <= 0.04045 { it / 12.92 } else { ((it + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}
