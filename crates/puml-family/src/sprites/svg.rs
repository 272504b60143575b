//! SVG sprites as outlines: a small allow-list of elements and properties is drawn, everything else is named.
//!
//! Paths, rectangles, circles, ellipses, lines, polygons, letters, groups, transforms and style rules are understood.

mod outline;
mod style;

use std::collections::BTreeSet;

use roxmltree::{Document, Node, ParsingOptions};
use scene::{Point, Segment};
use simplecss::StyleSheet;

use self::outline::Affine;
use self::style::Style;
use super::Picture;
use crate::model::{SpriteContent, SpriteLetters, SpriteOutline, SpriteShape};

/// Bytes of one drawing.
const MAX_TEXT: usize = 1 << 20;
/// Elements and texts of one drawing.
const MAX_NODES: u32 = 20_000;
/// Groups in groups.
const MAX_DEPTH: usize = 64;
/// The longest side, in pixels.
const MAX_SIDE: f64 = 4096.0;

/// The shapes of an SVG text, and what of it is not drawn, each once.
pub(crate) fn decode(text: &str) -> Result<(Picture, Vec<String>), String> {
    if text.len() > MAX_TEXT {
        return Err("is too large".to_owned());
    }
    let text = with_prefixes(text);
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&text, options)
        .map_err(|error| format!("is not well-formed SVG: {error}"))?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        return Err("is not SVG".to_owned());
    }
    let mut reader = Reader {
        sheet: sheet(&document),
        document: &document,
        shapes: Vec::new(),
        lost: BTreeSet::new(),
    };
    let view = View::of(root);
    let style = reader.style(root, &Style::default());
    reader.children(root, &style, view.affine(), 0);
    let Reader { shapes, mut lost, .. } = reader;
    if shapes.is_empty() {
        lost.insert("it holds no shapes".to_owned());
    }
    let (columns, rows) = view.extent()?;
    let content = SpriteContent::Drawing(shapes);
    Ok((Picture { columns, rows, content }, lost.into_iter().collect()))
}

/// Text cut out of a larger document often lacks the declaration of this prefix.
fn with_prefixes(text: &str) -> String {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.contains("xlink:") && !text.contains("xmlns:xlink") {
        text.replacen("<svg", "<svg xmlns:xlink=\"http://www.w3.org/1999/xlink\"", 1)
    } else {
        text.to_owned()
    }
}

fn sheet<'d>(document: &'d Document<'_>) -> StyleSheet<'d> {
    let mut sheet = StyleSheet::new();
    for node in document.descendants().filter(|it| it.tag_name().name() == "style") {
        node.children()
            .filter(Node::is_text)
            .for_each(|it| sheet.parse_more(it.text().unwrap_or_default()));
    }
    sheet
}

/// The part of the plane that is shown.
struct View {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl View {
    /// The reference draws a sprite as large as its `viewBox`, whatever `width` and `height` say.
    fn of(root: Node<'_, '_>) -> Self {
        let given = root.attribute("viewBox").and_then(|it| it.parse::<svgtypes::ViewBox>().ok());
        if let Some(it) = given {
            return Self { x: it.x, y: it.y, width: it.w, height: it.h };
        }
        let side = |name| root.attribute(name).and_then(outline::length).unwrap_or(0.0);
        Self { x: 0.0, y: 0.0, width: side("width"), height: side("height") }
    }

    fn affine(&self) -> Affine {
        Affine([1.0, 0.0, 0.0, 1.0, -self.x, -self.y])
    }

    fn extent(&self) -> Result<(u32, u32), String> {
        let side = |it: f64| (it > 0.0 && it <= MAX_SIDE).then(|| it.ceil() as u32);
        side(self.width).zip(side(self.height)).ok_or_else(|| "has no usable size".to_owned())
    }
}

struct Reader<'d> {
    sheet: StyleSheet<'d>,
    document: &'d Document<'d>,
    shapes: Vec<SpriteShape>,
    lost: BTreeSet<String>,
}

impl<'d> Reader<'d> {
    fn children(&mut self, node: Node<'d, 'd>, style: &Style, affine: Affine, depth: usize) {
        if depth > MAX_DEPTH {
            self.lost.insert("groups are nested too deep".to_owned());
            return;
        }
        for child in node.children().filter(Node::is_element) {
            self.element(child, style, affine, depth);
        }
    }

    fn element(&mut self, node: Node<'d, 'd>, outer: &Style, affine: Affine, depth: usize) {
        let name = node.tag_name().name();
        // Foreign elements are an editor's own notes; definitions are looked up where they are used.
        let foreign = node.tag_name().namespace().is_some_and(|it| !it.ends_with("/svg"));
        if foreign || matches!(name, "defs" | "style" | "title" | "desc" | "metadata") {
            return;
        }
        let style = self.style(node, outer);
        if style.hidden {
            return;
        }
        let affine = match node.attribute("transform").map(str::parse::<svgtypes::Transform>) {
            None => affine,
            Some(Ok(it)) => affine.then(Affine([it.a, it.b, it.c, it.d, it.e, it.f])),
            Some(Err(_)) => {
                self.lost.insert("a transform cannot be read".to_owned());
                affine
            }
        };
        match name {
            "g" | "svg" | "a" | "switch" => self.children(node, &style, affine, depth + 1),
            "text" => self.letters(node, &style, affine),
            _ => match outline::segments(node) {
                Some(segments) => self.outline(segments, &style, affine),
                None => {
                    self.lost.insert(format!("`<{name}>` is not drawn"));
                }
            },
        }
    }

    fn outline(&mut self, mut segments: Vec<Segment>, style: &Style, affine: Affine) {
        let shape = SpriteOutline {
            fill: style.fill_ink(),
            line: style.line_ink(),
            line_width: style.line_width * affine.scale(),
            dash: style.dash.iter().map(|it| it * affine.scale()).collect(),
            ends: style.ends,
            pierced: style.pierced,
            segments: Vec::new(),
        };
        for segment in &mut segments {
            affine.segment(segment);
        }
        if !segments.iter().all(outline::is_sane) {
            self.lost.insert("a shape lies far outside".to_owned());
        } else if segments.len() > 1 && (shape.fill.is_some() || shape.line.is_some()) {
            self.shapes.push(SpriteShape::Outline(SpriteOutline { segments, ..shape }));
        }
    }

    fn letters(&mut self, node: Node<'d, 'd>, style: &Style, affine: Affine) {
        let text: String =
            node.descendants().filter(Node::is_text).filter_map(|it| it.text()).collect();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let at = |name| node.attribute(name).and_then(outline::length).unwrap_or(0.0);
        let origin = affine.point(Point { x: at("x"), y: at("y") });
        if affine.turns() {
            self.lost.insert("turned letters are not drawn".to_owned());
            return;
        }
        if let Some(ink) = style.fill_ink().filter(|_| !text.is_empty()) {
            let size = (style.font_size * affine.scale()).clamp(1.0, 400.0);
            let anchor = style.anchor;
            let letters = SpriteLetters { text, origin, size, face: style.face, anchor, ink };
            self.shapes.push(SpriteShape::Letters(letters));
        }
    }

    fn style(&mut self, node: Node<'d, 'd>, outer: &Style) -> Style {
        let mut style = outer.clone();
        for (name, value) in style::declarations(node, &self.sheet) {
            self.lost.extend(style.set(name, value, self.document));
        }
        style
    }
}

#[cfg(test)]
mod tests {
    use scene::{Ends, Rgba};

    use super::*;
    use crate::model::SpriteInk;

    fn shapes(text: &str) -> Vec<SpriteShape> {
        let (picture, lost) = decode(text).unwrap();
        assert_eq!(lost, Vec::<String>::new(), "{text}");
        let SpriteContent::Drawing(shapes) = picture.content else { panic!("SVG has outlines") };
        shapes
    }

    fn outline(text: &str) -> SpriteOutline {
        let [SpriteShape::Outline(it)] = &shapes(text)[..] else { panic!("one outline: {text}") };
        it.clone()
    }

    #[test]
    fn attributes_rules_and_styles_paint_a_shape_in_this_order() {
        let found = outline(
            r#"<svg viewBox="0 0 9 9"><style>.a{stroke:#00f;stroke-linecap:round}</style>
            <path class="a" fill="none" stroke="red" style="stroke-width:2" d="M1 1h4v4z"/></svg>"#,
        );
        assert_eq!(found.fill, None);
        assert_eq!(found.line, Some(SpriteInk::Own(Rgba::hex(0x00_00ff))));
        assert_eq!((found.line_width.to_string().as_str(), found.ends), ("2", Ends::Round));
        assert_eq!(found.segments.len(), 4);
    }

    #[test]
    fn what_names_no_color_takes_the_texts_own() {
        let found = outline(r#"<svg viewBox="0 0 9 9"><circle r="3" opacity=".5"/></svg>"#);
        assert_eq!(found.fill, Some(SpriteInk::Text { opacity: 128 }));
    }

    #[test]
    fn groups_move_scale_and_hide() {
        let found = outline(
            r#"<svg viewBox="2 2 9 9"><g transform="translate(4 4) scale(2)" stroke="red">
            <line x1="0" y1="0" x2="1" y2="0"/><g display="none"><rect width="9" height="9"/></g></g></svg>"#,
        );
        let to = |x| Point { x, y: 2.0 };
        assert_eq!(found.segments, [Segment::Move(to(2.0)), Segment::Line(to(4.0))]);
        assert_eq!(found.line_width.to_string(), "2");
    }

    #[test]
    fn what_is_not_drawn_is_named_and_nothing_of_it_is_kept() {
        let text = r##"<svg viewBox="0 0 9 9" onload="alert(1)"><script>alert(1)</script>
            <image href="http://example.com/a.png"/><foreignObject><b>x</b></foreignObject>
            <use xlink:href="#a"/><rect width="3" height="3" fill="url(#g)" filter="url(#f)"/></svg>"##;
        let (picture, lost) = decode(text).unwrap();
        assert_eq!(
            lost,
            [
                "`<foreignObject>` is not drawn",
                "`<image>` is not drawn",
                "`<script>` is not drawn",
                "`<use>` is not drawn",
                "`filter` has no effect",
                "a paint names nothing",
            ]
        );
        let kept = format!("{picture:?}");
        assert!(!kept.contains("alert") && !kept.contains("example.com"), "{kept}");
    }

    #[test]
    fn a_gradient_becomes_the_mean_of_its_stops() {
        let (picture, lost) = decode(
            r##"<svg viewBox="0 0 9 9"><defs><linearGradient id="g"><stop stop-color="#000"/>
            <stop stop-color="#fff"/></linearGradient></defs><rect width="3" height="3" fill="url(#g)"/></svg>"##,
        )
        .unwrap();
        assert_eq!(lost, ["a gradient is drawn in one colour"]);
        let SpriteContent::Drawing(shapes) = picture.content else { panic!("SVG has outlines") };
        let SpriteShape::Outline(it) = &shapes[0] else { panic!("a rectangle is an outline") };
        assert_eq!(it.fill, Some(SpriteInk::Own(Rgba::hex(0x7f_7f7f))));
    }

    #[test]
    fn damaged_huge_and_deep_texts_are_survived() {
        assert!(decode("<svg viewBox='0 0 9 9'><g></svg>").is_err());
        assert!(decode("<svg><rect width='3' height='3'/></svg>").is_err());
        assert!(decode("<svg viewBox='0 0 1e9 1e9'/>").is_err());
        assert!(decode("<!DOCTYPE svg [<!ENTITY a 'aaaa'>]><svg>&a;</svg>").is_err());
        let deep = 3_000;
        let text =
            format!("<svg viewBox='0 0 9 9'>{}{}</svg>", "<g>".repeat(deep), "</g>".repeat(deep));
        assert!(decode(&text).is_ok_and(|it| it.1.len() == 2));
    }
}
