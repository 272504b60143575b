//! The rebuilt picture: only names from the allow-list, only checked values.

/// A finished picture before it is written.
#[derive(Debug)]
pub(super) struct Picture {
    /// The visible area.
    pub(super) size: Area,
    /// Attributes of the root besides size and font.
    pub(super) attributes: Vec<Attribute>,
    /// What is drawn, in order.
    pub(super) children: Vec<Child>,
}

impl Picture {
    /// Gives the root a fill if it has none, so that text without a colour shows on any canvas.
    pub(super) fn default_fill(&mut self, colour: &str) {
        if !self.attributes.iter().any(|it| it.name == "fill") {
            let value = Value::Plain(colour.to_owned());
            self.attributes.push(Attribute { name: "fill", value });
        }
    }
}

/// A rectangle in user units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Area {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Area {
    /// The area with a margin all around, its size rounded up: half a pixel at the edge would stay without canvas.
    pub(super) fn grown(self, margin: f64) -> Self {
        Self {
            x: self.x - margin,
            y: self.y - margin,
            width: (self.width + 2.0 * margin).ceil(),
            height: (self.height + 2.0 * margin).ceil(),
        }
    }
}

/// An element of the allow-list.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Element {
    /// The listed name; a kept link has the name `a`.
    pub(super) name: &'static str,
    /// The id it had, renamed when written and dropped if nothing refers to it.
    pub(super) id: Option<String>,
    /// Checked attributes, in the order of the source.
    pub(super) attributes: Vec<Attribute>,
    /// Content in order.
    pub(super) children: Vec<Child>,
}

/// A checked attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Attribute {
    pub(super) name: &'static str,
    pub(super) value: Value,
}

/// A checked value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    /// Written as it is, escaped.
    Plain(String),
    /// Written as `url(#id)` with the new id.
    Url(String),
    /// Written as `#id` with the new id.
    Fragment(String),
    /// Written as new ids separated by blanks.
    Ids(Vec<String>),
}

/// Content of an element.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Child {
    Element(Element),
    Text(String),
}

impl Element {
    /// The plain value of an attribute.
    pub(super) fn plain(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|it| it.name == name).and_then(|it| match &it.value {
            Value::Plain(value) => Some(value.as_str()),
            _ => None,
        })
    }

    /// Sets or replaces an attribute.
    pub(super) fn set(&mut self, name: &'static str, value: Value) {
        match self.attributes.iter_mut().find(|it| it.name == name) {
            Some(attribute) => attribute.value = value,
            None => self.attributes.push(Attribute { name, value }),
        }
    }

    /// Takes attributes away.
    pub(super) fn remove(&mut self, names: &[&str]) {
        self.attributes.retain(|it| !names.contains(&it.name));
    }

    /// The elements directly inside.
    pub(super) fn elements_mut(&mut self) -> impl Iterator<Item = &mut Element> {
        self.children.iter_mut().filter_map(|child| match child {
            Child::Element(element) => Some(element),
            Child::Text(_) => None,
        })
    }
}

impl Value {
    /// The ids that the value refers to.
    pub(super) fn references(&self) -> &[String] {
        match self {
            Self::Plain(_) => &[],
            Self::Url(id) | Self::Fragment(id) => std::slice::from_ref(id),
            Self::Ids(ids) => ids,
        }
    }
}
