//! What a family can style: its elements, and the names by which skin parameters and style blocks call them.

use crate::look::{Element, Look, Roles};
use crate::looks::{Rules, known_selectors};
use crate::themes::Palette;

/// The style language of one family. A constant of its package.
#[derive(Debug)]
pub struct Vocabulary {
    /// With its article, for messages: `a sequence diagram`.
    pub noun: &'static str,
    /// What skin parameters may begin with, in lower case: `sequence`.
    pub prefix: &'static str,
    /// The selector of the whole diagram in style blocks, in lower case: `sequencediagram`.
    pub root: &'static str,
    /// Every element; its place is its [`Element`].
    pub elements: &'static [Spec],
    /// Which of them every family has.
    pub roles: Roles,
    /// What the keys of skin parameters begin with, in lower case, the longer of two before the shorter. Those of
    /// title, header, footer, caption and legend need not be among them.
    pub keys: &'static [(&'static str, ElementSet)],
    /// Selectors of style blocks, in lower case. Those that every family has need not be among them.
    pub selectors: &'static [(&'static str, ElementSet)],
    /// Keys about the whole diagram, for suggestions.
    pub settings: &'static [&'static str],
    /// What a fill for everything means.
    pub filled: ElementSet,
    /// The elements that `skinparam shadowing` applies to.
    pub shadowed: ElementSet,
    /// The elements that `skinparam roundCorner` applies to.
    pub rounded: ElementSet,
    /// The elements that `skinparam defaultFontStyle` applies to.
    pub heads: ElementSet,
}

/// What the shared code knows about one element.
#[derive(Debug)]
pub struct Spec {
    /// Its name, as the model in JSON has it.
    pub name: &'static str,
    /// How a theme draws it.
    pub look: fn(&Palette) -> Look,
    /// Where its words stand.
    pub words: Words,
}

/// Where the words of a thing stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Words {
    /// Words stand on the element's own fill.
    OnFill,
    /// Beside it, on the page.
    Beside,
}

/// What a family does with styles beyond its vocabulary.
pub trait Styling {
    /// Its elements and their names.
    fn vocabulary(&self) -> &'static Vocabulary;

    /// Takes a skin parameter about the whole diagram: `None` when it is not one, `false` when its value is bad. The
    /// key is in lower case and without the family's prefix.
    fn setting(&mut self, key: &str, value: &str, rules: &mut Rules) -> Option<bool> {
        let _ = (key, value, rules);
        None
    }

    /// Elements and property that a key really means, where that is not what its prefix says.
    fn narrowed<'k>(&self, elements: ElementSet, property: &'k str) -> (ElementSet, &'k str) {
        (elements, property)
    }
}

/// Some of the elements of a family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ElementSet(u128);

impl ElementSet {
    /// No element.
    pub const NONE: Self = Self(0);
    /// Every element that there could be, whether the family has it or not.
    pub const ALL: Self = Self(u128::MAX);

    /// One element, by its place.
    pub const fn one(place: u8) -> Self {
        Self(1 << place)
    }

    /// Whether an element is among them.
    pub const fn has(self, element: Element) -> bool {
        self.0 >> element.0 & 1 == 1
    }

    /// These and others.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// These but not others.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Vocabulary {
    /// What stands around the picture.
    pub(crate) fn chrome(&self) -> ElementSet {
        let Roles { title, header, footer, caption, legend, mainframe, .. } = self.roles;
        [title, header, footer, caption, legend, mainframe]
            .into_iter()
            .fold(ElementSet::NONE, |all, it| all.and(ElementSet::one(it.0)))
    }

    /// Every word that selects elements in a style block, in lower case, the whole diagram first; those that every
    /// family has included.
    pub fn style_words(&self) -> impl Iterator<Item = &'static str> {
        let known = known_selectors(self).into_iter().map(|it| it.0);
        std::iter::once(self.root).chain(known.filter(move |it| *it != self.root && *it != "*"))
    }

    /// The names of what every family has, for keys and selectors alike.
    pub(crate) fn margins(&self) -> [(&'static str, ElementSet); 5] {
        let roles = self.roles;
        [
            ("header", ElementSet::one(roles.header.0)),
            ("footer", ElementSet::one(roles.footer.0)),
            ("title", ElementSet::one(roles.title.0)),
            ("caption", ElementSet::one(roles.caption.0)),
            ("legend", ElementSet::one(roles.legend.0)),
        ]
    }

    pub(crate) fn words(&self, element: Element) -> Words {
        self.elements.get(usize::from(element.0)).map_or(Words::OnFill, |it| it.words)
    }

    /// The elements in order.
    pub(crate) fn all(&self) -> impl Iterator<Item = Element> {
        (0..self.elements.len()).map(|it| Element(it as u8))
    }

    /// The look of every element in a theme, in order.
    pub fn sheet(&self, palette: &Palette) -> Vec<Look> {
        self.elements.iter().map(|it| (it.look)(palette)).collect()
    }
}
