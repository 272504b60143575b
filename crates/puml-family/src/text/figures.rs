//! Sprites and pictures as things on the page: as large as asked, in the colours of the text around them.

use scene::{
    Color, Font, Geometry, Group, Image, Item, Line, Paint, Point, Rect, Rgba, Run, Segment, Shape,
    Size, Stroke, Text,
};

use crate::model::{
    Align, Sprite, SpriteContent, SpriteInk, SpriteLetters, SpriteOutline, SpriteShape,
};

use super::inline::face;
use crate::embedded::{light_only, light_paint};
use crate::pen;
use crate::themes::{LEGIBLE, contrast};

/// Draws a sprite with its upper left corner at the origin; a tint takes the place of its own colours.
pub fn draw(sprite: &Sprite, scale: f64, text: Color, tint: Option<Color>) -> (Item, Size) {
    let size =
        Size { width: f64::from(sprite.columns) * scale, height: f64::from(sprite.rows) * scale };
    let title = sprite.name.strip_prefix("img:").unwrap_or(&sprite.name).to_owned();
    let item = match &sprite.content {
        SpriteContent::Mono(opacity) => image(sprite, size, title, |shade| {
            let Rgba { r, g, b, .. } = shade(tint.unwrap_or(text))?;
            Some(opacity.iter().flat_map(|&a| [r, g, b, a]).collect())
        }),
        SpriteContent::Color(rgba) => image(sprite, size, title, |shade| match tint {
            Some(tint) => {
                let tint = shade(tint)?;
                let pixel = |it: &[u8]| {
                    let own = Rgba { r: it[0], g: it[1], b: it[2], a: it[3] };
                    let Rgba { r, g, b, a } = tinted(own, tint);
                    [r, g, b, a]
                };
                Some(rgba.chunks_exact(4).flat_map(pixel).collect())
            }
            None => shade(Color::BLACK).map(|_| rgba.clone()),
        }),
        SpriteContent::Drawing(shapes) => {
            let pen = Pen { scale, text, tint };
            let mut group = Group::new("sprite");
            group.title = Some(title);
            group.items = shapes.iter().map(|it| pen.shape(it)).collect();
            Item::Group(group)
        }
        SpriteContent::Diagram { group, page } => {
            let mut group = group.clone();
            let mut page = *page;
            // Words that are the same in both schemes stand on a ground that is.
            if text.dark.is_none() {
                light_only(&mut group.items);
                page = page.map(light_paint);
            }
            if let Some(page) = page.filter(|it| !is_legible(text, *it)) {
                let rect = Rect { x: 0.0, y: 0.0, width: size.width, height: size.height };
                group.items.insert(0, pen::filled(Geometry::Rect { rect, corner: 0.0 }, page));
            }
            Item::Group(group)
        }
    };
    (item, size)
}

/// Whether words could stand on a ground in either scheme. Where they could not, theirs is another one.
fn is_legible(text: Color, ground: Paint) -> bool {
    let (Paint::Solid(ground) | Paint::Gradient { from: ground, .. }) = ground;
    let dark = |it: Color| it.dark.unwrap_or(it.light);
    contrast(text.light, ground.light) >= LEGIBLE && contrast(dark(text), dark(ground)) >= LEGIBLE
}

/// An image of pixels for light pages and, where that gives others, for dark ones.
fn image(
    sprite: &Sprite,
    size: Size,
    title: String,
    pixels: impl Fn(fn(Color) -> Option<Rgba>) -> Option<Vec<u8>>,
) -> Item {
    let bounds = Rect { x: 0.0, y: 0.0, width: size.width, height: size.height };
    let rgba = pixels(|it| Some(it.light)).expect("every colour has a light form");
    let dark = pixels(|it| it.dark).filter(|it| *it != rgba);
    let &Sprite { columns, rows, .. } = sprite;
    Item::Image(Image { bounds, columns, rows, rgba, dark, title })
}

/// The tint where a colour is dark, white where it is white.
fn tinted(own: Rgba, tint: Rgba) -> Rgba {
    let light =
        (0.299 * f64::from(own.r) + 0.587 * f64::from(own.g) + 0.114 * f64::from(own.b)) / 255.0;
    let share = light * light;
    let mix = |it: u8| (f64::from(it) + (255.0 - f64::from(it)) * share).round() as u8;
    Rgba { r: mix(tint.r), g: mix(tint.g), b: mix(tint.b), a: own.a }
}

struct Pen {
    scale: f64,
    text: Color,
    tint: Option<Color>,
}

impl Pen {
    fn shape(&self, shape: &SpriteShape) -> Item {
        match shape {
            SpriteShape::Outline(it) => self.outline(it),
            SpriteShape::Letters(it) => self.letters(it),
        }
    }

    fn outline(&self, outline: &SpriteOutline) -> Item {
        let segments = outline.segments.iter().map(|it| self.segment(it)).collect();
        let geometry =
            if outline.pierced { Geometry::Pierced(segments) } else { Geometry::Path(segments) };
        let stroke = outline.line.map(|it| Stroke {
            color: self.ink(it),
            width: outline.line_width * self.scale,
            dash: outline.dash.iter().map(|it| it * self.scale).collect(),
            ends: outline.ends,
        });
        let fill = outline.fill.map(|it| Paint::Solid(self.ink(it)));
        Item::Shape(Shape { geometry, fill, stroke })
    }

    fn letters(&self, letters: &SpriteLetters) -> Item {
        let size = letters.size * self.scale;
        let font = Font {
            family: letters.face.family,
            size,
            bold: letters.face.bold,
            italic: letters.face.italic,
            ..Font::default()
        };
        let width = font::width(&letters.text, face(&font), size);
        let Point { x, y: baseline } = self.point(letters.origin);
        let x = match letters.anchor {
            Align::Left => x,
            Align::Center => x - width / 2.0,
            Align::Right => x - width,
        };
        let run = Run {
            text: letters.text.clone(),
            x,
            width,
            font,
            color: self.ink(letters.ink),
            background: None,
            decorations: Vec::new(),
            rise: 0.0,
            link: None,
        };
        let y = baseline - font::ascent(size);
        let bounds = Rect { x, y, width, height: font::line_height(size) };
        Item::Text(Text {
            bounds,
            lines: vec![Line { baseline, runs: vec![run] }],
            items: Vec::new(),
        })
    }

    fn ink(&self, ink: SpriteInk) -> Color {
        let faint = |it: Rgba, opacity: u8| Rgba {
            a: (u16::from(it.a) * u16::from(opacity) / 255) as u8,
            ..it
        };
        match ink {
            SpriteInk::Text { opacity } => {
                let color = self.tint.unwrap_or(self.text);
                Color {
                    light: faint(color.light, opacity),
                    dark: color.dark.map(|it| faint(it, opacity)),
                }
            }
            SpriteInk::Own(own) => match self.tint {
                Some(tint) => Color {
                    light: tinted(own, tint.light),
                    dark: tint.dark.map(|it| tinted(own, it)),
                },
                None => own.into(),
            },
        }
    }

    fn point(&self, at: Point) -> Point {
        Point { x: at.x * self.scale, y: at.y * self.scale }
    }

    fn segment(&self, segment: &Segment) -> Segment {
        match *segment {
            Segment::Move(to) => Segment::Move(self.point(to)),
            Segment::Line(to) => Segment::Line(self.point(to)),
            Segment::Cubic(a, b, to) => {
                Segment::Cubic(self.point(a), self.point(b), self.point(to))
            }
            Segment::Close => Segment::Close,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Color = Color::hex(0xff_0000);

    #[test]
    fn a_tint_spares_white() {
        assert_eq!(tinted(Rgba::hex(0xff_ffff), RED.light), Rgba::hex(0xff_ffff));
        assert_eq!(tinted(Rgba::hex(0), RED.light), RED.light);
    }

    #[test]
    fn pixels_without_colors_have_twins_for_dark_pages() {
        let content = SpriteContent::Mono(vec![255]);
        let sprite = Sprite { name: "dot".into(), columns: 1, rows: 1, content };
        let text = Color { light: Rgba::hex(0), dark: Some(Rgba::hex(0xff_ffff)) };
        let (Item::Image(image), size) = draw(&sprite, 2.0, text, None) else {
            panic!("pixels are an image")
        };
        assert_eq!((image.rgba, image.dark), (vec![0, 0, 0, 255], Some(vec![255; 4])));
        assert_eq!((size.width, size.height), (2.0, 2.0));
        let (Item::Image(image), _) = draw(&sprite, 1.0, text, Some(RED)) else {
            panic!("pixels are an image")
        };
        assert_eq!((image.rgba, image.dark), (vec![255, 0, 0, 255], None));
    }
}
