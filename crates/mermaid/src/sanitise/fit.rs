//! Texts that reach past the visible area on the left or right, as the labels beside a Sankey diagram do.

use scene::Interval;

use super::tree::{Area, Child, Element, Picture};

/// Widens the area until every text that is not moved by a transform lies inside.
pub(super) fn fit(picture: &mut Picture) {
    let mut bounds = Interval::new(picture.size.x, picture.size.x + picture.size.width);
    let style = Style { size: 16.0, bold: false, anchor: Anchor::Start };
    widen(&picture.children, style, &mut bounds);
    let Area { y, height, .. } = picture.size;
    picture.size = Area { x: bounds.from, y, width: bounds.length(), height };
}

/// What a text inherits that decides on its width and place.
#[derive(Debug, Clone, Copy)]
struct Style {
    size: f64,
    bold: bool,
    anchor: Anchor,
}

#[derive(Debug, Clone, Copy)]
enum Anchor {
    Start,
    Middle,
    End,
}

impl Style {
    fn of(self, element: &Element) -> Self {
        let size = element.plain("font-size").and_then(|it| it.trim_end_matches("px").parse().ok());
        Self {
            size: size.unwrap_or(self.size),
            bold: element.plain("font-weight").map_or(self.bold, |it| it == "bold" || it >= "600"),
            anchor: match element.plain("text-anchor") {
                Some("start") => Anchor::Start,
                Some("middle") => Anchor::Middle,
                Some("end") => Anchor::End,
                _ => self.anchor,
            },
        }
    }
}

fn widen(children: &[Child], style: Style, bounds: &mut Interval) {
    for child in children {
        let Child::Element(element) = child else { continue };
        if element.plain("transform").is_some() {
            continue;
        }
        let style = style.of(element);
        let place = element.plain("x").and_then(|it| it.parse::<f64>().ok());
        if let ("text", Some(x)) = (element.name, place) {
            let face =
                if style.bold { font::Style::default().bold() } else { font::Style::default() };
            let width = font::width(&text(element), face, style.size);
            let left = match style.anchor {
                Anchor::Start => x,
                Anchor::Middle => x - width / 2.0,
                Anchor::End => x - width,
            };
            *bounds = bounds.cover(Interval::new(left, left + width));
        } else {
            widen(&element.children, style, bounds);
        }
    }
}

fn text(element: &Element) -> String {
    element
        .children
        .iter()
        .map(|child| match child {
            Child::Text(text) => text.clone(),
            Child::Element(element) => text(element),
        })
        .collect()
}
