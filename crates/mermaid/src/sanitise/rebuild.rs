//! From the engine's document to the rebuilt tree: what is not on the allow-list has no way across.

use roxmltree::{Document, Node};

use super::allowed;
use super::cascade::{Cascade, sheets};
use super::tree::{Area, Child, Element, Picture, Value};
use super::value::{Checked, check, fragment, is_https, is_inline_image, plain_text};
use super::{SanitiseError, Wishes};
use crate::Links;

const SVG: &str = "http://www.w3.org/2000/svg";

/// Deeper than any diagram, shallow enough for every reader of the result.
const DEEPEST: usize = 120;

/// Copies the allowed part of a document.
pub(super) fn rebuild(
    document: &Document<'_>,
    wishes: &Wishes<'_>,
) -> Result<Picture, SanitiseError> {
    let root = document.root_element();
    if root.tag_name().name() != "svg" || root.tag_name().namespace() != Some(SVG) {
        return Err(SanitiseError::NoRoot);
    }
    let size = area(root).ok_or(SanitiseError::NoRoot)?;
    let sheets = sheets(document);
    let mut builder = Builder { cascade: Cascade::new(&sheets), wishes, elements: 0 };
    let mut element = builder.plain_element(root, "svg");
    element.remove(&[
        "width",
        "height",
        "viewBox",
        "preserveAspectRatio",
        "x",
        "y",
        "overflow",
        "transform",
    ]);
    let children = builder.children(root, 1)?;
    Ok(Picture { size, attributes: element.attributes, children })
}

/// The visible area: the view box, or else width and height.
fn area(root: Node<'_, '_>) -> Option<Area> {
    let numbers = |text: &str| -> Vec<f64> {
        text.split([' ', ',']).filter_map(|part| part.trim_end_matches("px").parse().ok()).collect()
    };
    let view_box = numbers(root.attribute("viewBox").unwrap_or_default());
    let area = if let [x, y, width, height] = view_box.as_slice() {
        Area { x: *x, y: *y, width: *width, height: *height }
    } else {
        let style = root.attribute("style").unwrap_or_default();
        let max_width = style.split_once("max-width:").map_or("", |(_, rest)| rest);
        let max_width = max_width.split(';').next().unwrap_or_default();
        let length =
            |name: &str| numbers(root.attribute(name).unwrap_or_default()).first().copied();
        Area {
            x: 0.0,
            y: 0.0,
            width: length("width").or_else(|| numbers(max_width).first().copied())?,
            // Only the tiny `info` picture says nothing about its height.
            height: length("height").unwrap_or(80.0),
        }
    };
    let usable =
        [area.x, area.y, area.width, area.height].iter().all(|it| it.is_finite() && it.abs() < 1e7);
    (usable && area.width > 0.0 && area.height > 0.0).then_some(area)
}

struct Builder<'run> {
    cascade: Cascade<'run>,
    wishes: &'run Wishes<'run>,
    elements: usize,
}

impl Builder<'_> {
    fn children(&mut self, node: Node<'_, '_>, depth: usize) -> Result<Vec<Child>, SanitiseError> {
        if depth > DEEPEST {
            return Err(SanitiseError::TooDeep);
        }
        let mut children = Vec::new();
        let takes_text = matches!(node.tag_name().name(), "text" | "tspan" | "title" | "desc");
        for child in node.children() {
            if child.is_element() {
                children.extend(self.element(child, depth)?.map(Child::Element));
            } else if child.is_text() && takes_text {
                children.push(Child::Text(plain_text(child.text().unwrap_or_default())));
            }
        }
        Ok(children)
    }

    /// The rebuilt element, or nothing for one that is not allowed; what such a one encloses goes with it.
    fn element(
        &mut self,
        node: Node<'_, '_>,
        depth: usize,
    ) -> Result<Option<Element>, SanitiseError> {
        if node.tag_name().namespace() != Some(SVG) {
            return Ok(None);
        }
        let mut element = match node.tag_name().name() {
            "a" => self.link(node),
            name => match allowed::element(name) {
                Some(name) => self.plain_element(node, name),
                None => return Ok(None),
            },
        };
        self.elements += 1;
        if self.elements > self.wishes.limits.elements {
            return Err(SanitiseError::TooManyElements { maximum: self.wishes.limits.elements });
        }
        match element.name {
            "image" => match href(node).filter(|it| is_inline_image(it)) {
                Some(data) => element.set("href", Value::Plain(data.to_owned())),
                None => return Ok(None),
            },
            "use" => match href(node).and_then(fragment) {
                Some(id) => element.set("href", Value::Fragment(id)),
                None => return Ok(None),
            },
            "linearGradient" | "radialGradient" | "pattern" => {
                if let Some(id) = href(node).and_then(fragment) {
                    element.set("href", Value::Fragment(id));
                }
            }
            _ => {}
        }
        if element.plain("display") == Some("none") {
            return Ok(None);
        }
        element.children = self.children(node, depth + 1)?;
        Ok(Some(element))
    }

    /// A link stays a link only if it is wanted and harmless; otherwise it is a group.
    fn link(&mut self, node: Node<'_, '_>) -> Element {
        let target = href(node).filter(|it| self.wishes.links == Links::KeepHttps && is_https(it));
        let mut element = self.plain_element(node, "g");
        if let Some(target) = target {
            element.name = "a";
            element.set("href", Value::Plain(target.to_owned()));
            element.set("rel", Value::Plain("noopener noreferrer".to_owned()));
            element.set("target", Value::Plain("_blank".to_owned()));
        }
        element
    }

    /// The element with its listed attributes; style wins over attributes, as in a browser.
    fn plain_element(&self, node: Node<'_, '_>, name: &'static str) -> Element {
        let mut element = Element {
            name,
            id: node.attribute("id").map(str::to_owned),
            attributes: Vec::new(),
            children: Vec::new(),
        };
        for attribute in node.attributes().filter(|it| it.namespace().is_none()) {
            set_checked(&mut element, attribute.name(), attribute.value());
        }
        for (name, value) in self.cascade.style(node) {
            set_checked(&mut element, name, &value);
        }
        let keeps_blanks = node.attribute((roxmltree::NS_XML_URI, "space")) == Some("preserve");
        if keeps_blanks && matches!(name, "text" | "tspan") {
            element.set("xml:space", Value::Plain("preserve".to_owned()));
        }
        element
    }
}

fn set_checked(element: &mut Element, name: &str, value: &str) {
    let Some((name, kind)) = allowed::attribute(name) else { return };
    let value = match check(kind, value) {
        Some(Checked::Plain(value)) => Value::Plain(value),
        Some(Checked::Id(id)) => Value::Url(id),
        Some(Checked::Ids(ids)) => Value::Ids(ids),
        None => return,
    };
    element.set(name, value);
}

fn href<'doc>(node: Node<'doc, '_>) -> Option<&'doc str> {
    const XLINK: &str = "http://www.w3.org/1999/xlink";
    node.attribute("href").or_else(|| node.attribute((XLINK, "href")))
}
