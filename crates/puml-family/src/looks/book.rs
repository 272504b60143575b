//! The looks that things have in the end, each kept once and found again by what made it.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use puml_syntax::ast::{BorderStyle, ColorSet};
use puml_syntax::color::{self as syntax, GradientDirection};
use scene::{Color, Direction, Paint, Rgba};

use super::Rule;
use super::legibility::{Page, legible};
use super::property::Property;
use super::tone::Tone;
use crate::label::Guillemets;
use crate::look::{Element, Look, LookId, Looks, Manner};
use crate::model::Align;
use crate::themes::Palette;
use crate::vocabulary::{Vocabulary, Words};

const ARROW_DASH: [f64; 2] = [2.0, 2.0];

/// What one line of the source says about one thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Overrides {
    /// Fill of the outline.
    pub fill: Option<Paint>,
    /// The outline or line.
    pub line: Option<Color>,
    /// Colour of the text.
    pub text: Option<Color>,
    /// Whether an arrow is dashed.
    pub dashed: bool,
    /// How the outline is stroked.
    pub border: Option<BorderStyle>,
    /// How wide the outline or line is, in pixels.
    pub width: Option<u32>,
    /// How the lines of its text stand, where the text itself says so.
    pub align: Option<Align>,
}

impl Overrides {
    /// `#back:x;line:y;text:z` of a note or a box.
    pub fn from_set(set: &ColorSet) -> Self {
        let single = |it: Option<puml_syntax::ast::ColorRef>| {
            it.and_then(|it| it.paint).map(|it| color(it.first()))
        };
        Self {
            fill: set.back.and_then(|it| it.paint).map(paint),
            line: single(set.line),
            text: single(set.text),
            dashed: false,
            border: set.line_style,
            width: None,
            align: None,
        }
    }

    fn toned(&self, tone: Tone) -> Self {
        Self {
            fill: self.fill.map(|it| tone.of_paint(it)),
            line: self.line.map(|it| tone.of(it)),
            text: self.text.map(|it| tone.of(it)),
            ..*self
        }
    }

    fn apply(&self, look: &mut Look, words: Words) {
        if let Some(fill) = self.fill {
            look.fill = Some(fill);
            if words == Words::OnFill && !look.keeps_text {
                look.text = legible(look.text, fill);
            }
        }
        if let Some(line) = self.line {
            look.line = line;
            look.head = None;
        }
        if let Some(text) = self.text {
            look.text = text;
        }
        if self.dashed {
            look.dash = ARROW_DASH.into();
        }
        if let Some(align) = self.align {
            look.align = align;
        }
        if let Some(width) = self.width {
            look.line_width = f64::from(width);
        }
        match self.border {
            Some(BorderStyle::Dashed) => look.dash = vec![5.0, 5.0],
            Some(BorderStyle::Dotted) => look.dash = vec![1.0, 3.0],
            Some(BorderStyle::Bold) => look.line_width = look.line_width.max(1.0) * 2.0,
            None => {}
        }
    }
}

impl Hash for Overrides {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.fill {
            Some(Paint::Solid(color)) => color.hash(state),
            Some(Paint::Gradient { from, to, direction }) => {
                (from, to, direction as u8).hash(state);
            }
            None => {}
        }
        (self.line, self.text, self.dashed).hash(state);
        (self.border.map(|it| it as u8), self.align.map(|it| it as u8), self.width).hash(state);
    }
}

/// What all looks of a diagram have in common.
pub(super) struct Ground {
    pub(super) tone: Tone,
    pub(super) page: Page,
    pub(super) palette: Palette,
}

/// All looks of one diagram while it is lowered.
pub struct LookBook {
    looks: Looks,
    rules: Vec<Rule>,
    known: HashMap<(u32, Vec<String>, Overrides), LookId>,
    ground: Ground,
    vocabulary: &'static Vocabulary,
}

impl LookBook {
    /// The sheet has the tone already; what is said about single things has not.
    pub(super) fn new(
        sheet: Vec<Look>,
        mut rules: Vec<Rule>,
        ground: Ground,
        vocabulary: &'static Vocabulary,
    ) -> Self {
        for rule in &mut rules {
            rule.property.recolor(ground.tone);
        }
        let looks = Looks::new(sheet, vocabulary.roles);
        Self { looks, rules, known: HashMap::new(), ground, vocabulary }
    }

    /// The same book of a picture that is drawn in another manner.
    pub(super) fn drawn(self, manner: Manner) -> Self {
        Self { looks: self.looks.drawn(manner), ..self }
    }

    /// How `<<x>>` in a text is shown.
    pub fn guillemets(&self) -> &Guillemets {
        &self.looks.manner().guillemets
    }

    /// A colour as the diagram shows it: grey where the author wants no colours.
    pub fn toned(&self, color: Color) -> Color {
        self.ground.tone.of(color)
    }

    /// A hue of the theme by number, see [`Palette::accent`].
    pub fn accent(&self, number: usize) -> Color {
        self.toned(self.ground.palette.accent(number))
    }

    /// The look of an element that nothing is said about.
    pub fn of(&self, element: impl Into<Element>) -> LookId {
        self.looks.of(element)
    }

    /// A look by its name.
    pub fn look(&self, id: LookId) -> &Look {
        &self.looks[id]
    }

    /// The look of an element with stereotypes (in lower case) and colours in place.
    pub fn styled(
        &mut self,
        element: impl Into<Element>,
        classes: &[String],
        overrides: &Overrides,
    ) -> LookId {
        let element = element.into();
        let base = self.looks.of(element);
        if classes.is_empty() || self.rules.is_empty() {
            return self.over(base, overrides);
        }
        let key = (base.0, classes.to_vec(), *overrides);
        if let Some(id) = self.known.get(&key) {
            return *id;
        }
        let mut look = self.looks[base].clone();
        let words = self.vocabulary.words(element);
        let meant =
            || self.rules.iter().filter(|it| it.elements.has(element) && it.is_about(classes));
        meant().for_each(|it| it.apply(&mut look, words));
        // A fill may change the words that stand on it, but not where their colour is chosen.
        let is_text = |it: &&Rule| matches!(it.property, Property::Text(_));
        if let Some(chosen) = meant().rfind(is_text) {
            chosen.apply(&mut look, words);
        }
        self.finish(&mut look, overrides, words);
        let id = self.looks.keep(look);
        self.known.insert(key, id);
        id
    }

    /// A look with colours in place.
    pub fn over(&mut self, base: LookId, overrides: &Overrides) -> LookId {
        if *overrides == Overrides::default() {
            return base;
        }
        let key = (base.0, Vec::new(), *overrides);
        if let Some(id) = self.known.get(&key) {
            return *id;
        }
        let mut look = self.looks[base].clone();
        let words =
            u8::try_from(base.0).map_or(Words::OnFill, |it| self.vocabulary.words(Element(it)));
        self.finish(&mut look, overrides, words);
        let id = self.looks.keep(look);
        self.known.insert(key, id);
        id
    }

    fn finish(&self, look: &mut Look, overrides: &Overrides, words: Words) {
        overrides.toned(self.ground.tone).apply(look, words);
        self.ground.page.suit(look, words);
    }

    /// All looks. Where the author chose a fill, they saw it on a light page: the picture then has that one scheme.
    pub fn into_looks(self) -> Looks {
        let is_chosen = |fill: Paint| match fill {
            Paint::Solid(color) => color.dark.is_none() && color.light.a > 0,
            Paint::Gradient { from, to, .. } => from.dark.is_none() || to.dark.is_none(),
        };
        let one_scheme = self.looks.iter().any(|it| it.fill.is_some_and(is_chosen));
        if one_scheme { self.looks.light_only() } else { self.looks }
    }
}

/// A colour of the source, resolved.
pub fn color(color: syntax::Color) -> Color {
    match color {
        syntax::Color::Rgba(r, g, b, a) => Rgba { r, g, b, a }.into(),
        syntax::Color::Transparent => Rgba { r: 0, g: 0, b: 0, a: 0 }.into(),
        syntax::Color::Automatic => Color::BLACK,
    }
}

/// A fill of the source, resolved.
pub fn paint(paint: syntax::Paint) -> Paint {
    match paint {
        syntax::Paint::Plain(it) => color(it).into(),
        syntax::Paint::Gradient { from, to, direction } => Paint::Gradient {
            from: color(from),
            to: color(to),
            direction: match direction {
                GradientDirection::Right => Direction::Right,
                GradientDirection::Down => Direction::Down,
                GradientDirection::DownRight => Direction::DownRight,
                GradientDirection::UpRight => Direction::UpRight,
            },
        },
    }
}
