//! The rebuilt tree as text. Names come from the allow-list and every value is escaped here, once.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use scene::xml::{escape_attribute, escape_text};

use super::tree::{Attribute, Child, Element, Picture, Value};

/// Writes the document; ids are numbered in order of appearance behind the prefix.
pub(super) fn write(picture: &Picture, canvas: Option<&str>, id_prefix: &str) -> String {
    let mut writer = Writer { out: String::new(), ids: BTreeMap::new(), id_prefix };
    writer.name_ids(&picture.children);
    let size = picture.size;
    let (x, y) = (Number(size.x), Number(size.y));
    let (width, height) = (Number(size.width), Number(size.height));
    let family = font::css_family(font::Family::Sans);
    write!(
        writer.out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"{x} {y} {width} {height}\" font-family=\"{family}\""
    )
    .expect("a string takes every write");
    writer.attributes(&picture.attributes);
    writer.out.push('>');
    // Titles come first: readers take the first child as the picture's name.
    let (titles, rest): (Vec<&Child>, Vec<&Child>) = picture
        .children
        .iter()
        .partition(|it| matches!(it, Child::Element(it) if matches!(it.name, "title" | "desc")));
    for child in titles {
        writer.child(child);
    }
    if let Some(colour) = canvas {
        write!(
            writer.out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{colour}\"/>"
        )
        .expect("a string takes every write");
    }
    for child in rest {
        writer.child(child);
    }
    writer.out.push_str("</svg>");
    writer.out
}

struct Writer<'run> {
    out: String,
    /// New ids by old ones.
    ids: BTreeMap<String, String>,
    id_prefix: &'run str,
}

impl Writer<'_> {
    fn name_ids(&mut self, children: &[Child]) {
        for child in children {
            let Child::Element(element) = child else { continue };
            if let Some(id) = &element.id {
                let number = self.ids.len();
                let new = format!("{}{number}", self.id_prefix);
                self.ids.entry(id.clone()).or_insert(new);
            }
            self.name_ids(&element.children);
        }
    }

    fn child(&mut self, child: &Child) {
        match child {
            Child::Element(element) => self.element(element),
            Child::Text(text) => escape_text(&mut self.out, text),
        }
    }

    fn element(&mut self, element: &Element) {
        self.out.push('<');
        self.out.push_str(element.name);
        if let Some(new) = element.id.as_ref().and_then(|id| self.ids.get(id)) {
            let id = format!(" id=\"{new}\"");
            self.out.push_str(&id);
        }
        self.attributes(&element.attributes);
        if element.children.is_empty() {
            self.out.push_str("/>");
            return;
        }
        self.out.push('>');
        element.children.iter().for_each(|child| self.child(child));
        self.out.push_str("</");
        self.out.push_str(element.name);
        self.out.push('>');
    }

    /// A reference to something that is not in the picture is left out.
    fn attributes(&mut self, attributes: &[Attribute]) {
        for attribute in attributes {
            let value = match &attribute.value {
                Value::Plain(value) => value.clone(),
                Value::Url(id) => match self.ids.get(id) {
                    Some(new) => format!("url(#{new})"),
                    None => continue,
                },
                Value::Fragment(id) => match self.ids.get(id) {
                    Some(new) => format!("#{new}"),
                    None => continue,
                },
                Value::Ids(ids) => {
                    let new: Vec<&str> =
                        ids.iter().filter_map(|id| self.ids.get(id).map(String::as_str)).collect();
                    if new.is_empty() {
                        continue;
                    }
                    new.join(" ")
                }
            };
            self.out.push(' ');
            self.out.push_str(attribute.name);
            self.out.push_str("=\"");
            escape_attribute(&mut self.out, &value);
            self.out.push('"');
        }
    }
}

/// A coordinate with at most three decimals.
struct Number(f64);

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rounded = (self.0 * 1000.0).round() / 1000.0;
        write!(f, "{rounded}")
    }
}
