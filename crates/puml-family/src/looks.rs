//! How everything looks: the theme, then skin parameters and style blocks in the order they are written.
//!
//! Styles hold for the whole diagram wherever they stand, so they are gathered before events are lowered.

mod book;
mod legibility;
mod property;
mod skinparam;
mod style_block;
mod tone;

use diag::{Code, Diagnostic, Fix, Span, TextEdit};
use puml_syntax::TextRange;
use puml_syntax::ast::{Block, Chrome, Document, Kind, Shared};

use crate::codes::{model as model_codes, style as codes};
use crate::family::Input;
use crate::look::{Look, Manner};
use crate::themes::{self, Palette};
use crate::vocabulary::{ElementSet, Styling, Vocabulary, Words};

use book::Ground;
pub use book::{LookBook, Overrides, color, paint};
use legibility::Page;
pub use property::length;
use property::{Property, Read};
pub(crate) use style_block::known_selectors;
use tone::Tone;

/// A property of some elements, of all of them or only of those with a stereotype.
#[derive(Debug, Clone, PartialEq)]
struct Rule {
    elements: ElementSet,
    /// The stereotypes that a thing must have, all of them, in lower case; see [`style_block`] for `:depth(1)` and
    /// `.x *`.
    classes: Vec<String>,
    property: Property,
}

impl Rule {
    /// Whether a thing with these classes has all that the rule asks for. A class that holds below its thing as well,
    /// `x *`, holds for the thing itself too.
    fn is_about(&self, classes: &[String]) -> bool {
        let has = |wanted: &str| classes.iter().any(|it| it == wanted);
        let mut wanted = self.classes.iter();
        wanted.all(|it| has(it) || it.strip_suffix(" *").is_some_and(has))
    }

    /// Whether it gives the words of some kinds of things a colour.
    fn chooses_text(&self) -> bool {
        matches!(self.property, Property::Text(_)) && self.elements != ElementSet::ALL
    }

    fn apply(&self, look: &mut Look, words: Words) {
        self.property.apply(look, words);
        look.keeps_text |= self.chooses_text();
    }

    /// Whether it asks for a level only, as `:depth(1)` does.
    fn is_about_levels(&self) -> bool {
        !self.classes.is_empty() && self.classes.iter().all(|it| it.starts_with(":depth("))
    }
}

/// What styles say so far.
#[derive(Debug, Default)]
pub struct Rules {
    all: Vec<Rule>,
}

impl Rules {
    /// Gives elements a property by its name in lower case; whether the value can be read.
    pub fn add(&mut self, elements: ElementSet, name: &str, value: &str) -> bool {
        let Read::Property(property) = property::read(name, value) else { return false };
        self.all.push(Rule { elements, classes: Vec::new(), property });
        true
    }
}

/// Reads all styles of a diagram.
pub(crate) fn gather<K: Kind>(
    document: &Document<K>,
    block: &Block,
    input: Input<'_>,
    styling: &mut dyn Styling,
    diagnostics: &mut Vec<Diagnostic>,
) -> LookBook {
    let vocabulary = styling.vocabulary();
    let text: &dyn Fn(TextRange) -> String = &|range| document.text(range).into_owned();
    let mut gathering = Gathering {
        input,
        text,
        vocabulary,
        styling,
        diagnostics,
        rules: Rules::default(),
        tone: Tone::Colored,
        manner: Manner::default(),
        padding: 0.0,
        suggestions: 50,
    };
    let skins = document.block_stmts(block).filter_map(|(_, stmt)| match stmt.kind.shared()? {
        Shared::Chrome(it) => match **it {
            Chrome::Skin(name) => Some(name),
            _ => None,
        },
        _ => None,
    });
    let palette = gathering.theme(skins.last());
    let mut sheet = vocabulary.sheet(&palette);
    for (_, stmt) in document.block_stmts(block) {
        match stmt.kind.shared() {
            Some(Shared::Skinparam(it)) => {
                it.entries.iter().for_each(|it| gathering.skinparam(it));
            }
            Some(Shared::Style(it)) => gathering.style_block(it, stmt.range),
            _ => {}
        }
    }
    let Gathering { rules: Rules { all: mut rules }, tone, manner, padding, .. } = gathering;
    // A fill may change the colour of the words on it, but not one that is chosen for them; a slant leaves the weight
    // alone that is chosen beside it.
    rules.sort_by_key(|it| it.chooses_text() || matches!(it.property, Property::Bold(_)));
    let (mut narrow, rules) = by_reach(rules);
    // A fill may change the words that stand on it, but not where one style says their colour as well.
    for style in rules.chunk_by(|one, next| one.elements == next.elements) {
        let is_text = |it: &&Rule| matches!(it.property, Property::Text(_));
        for rule in style.iter().chain(style.iter().filter(is_text)) {
            apply(&mut sheet, rule, vocabulary);
        }
    }
    legibility::suit_page(&mut sheet, &rules, vocabulary);
    let page = Page::new(palette.page, &rules, vocabulary);
    for (look, element) in sheet.iter_mut().zip(vocabulary.all()) {
        look.padding += padding;
        page.suit(look, vocabulary.words(element));
        recolor(look, tone);
    }
    narrow.sort_by_key(|it| !it.classes.is_empty() && !it.is_about_levels());
    LookBook::new(sheet, narrow, Ground { tone, page, palette }, vocabulary).drawn(manner)
}

/// The rules that hold for some things of a kind, and those that hold for all of them.
///
/// A stereotype beats whatever is said about the kind. A level does not: the later rule wins, so what is said about a
/// kind behind a rule for a level is in both lists.
fn by_reach(rules: Vec<Rule>) -> (Vec<Rule>, Vec<Rule>) {
    let mut is_behind_level = false;
    let (mut narrow, mut wide) = (Vec::new(), Vec::new());
    for rule in rules {
        is_behind_level |= rule.is_about_levels();
        if !rule.classes.is_empty() {
            narrow.push(rule);
            continue;
        }
        if is_behind_level {
            narrow.push(rule.clone());
        }
        wide.push(rule);
    }
    (narrow, wide)
}

fn apply(sheet: &mut [Look], rule: &Rule, vocabulary: &Vocabulary) {
    for element in vocabulary.all() {
        if rule.elements.has(element) {
            rule.apply(&mut sheet[usize::from(element.0)], vocabulary.words(element));
        }
    }
}

/// What gathering knows so far.
struct Gathering<'a, 'd> {
    input: Input<'a>,
    /// The text of a range as the language reads it.
    text: &'d dyn Fn(TextRange) -> String,
    vocabulary: &'static Vocabulary,
    styling: &'d mut dyn Styling,
    diagnostics: &'d mut Vec<Diagnostic>,
    rules: Rules,
    tone: Tone,
    manner: Manner,
    /// More space around all words, in pixels.
    padding: f64,
    /// Suggestions still to be made; a search for the nearest name is costly.
    suggestions: u32,
}

impl Gathering<'_, '_> {
    fn report(&mut self, code: Code, range: TextRange, message: impl Into<String>) {
        let span = range.in_source(self.input.source);
        self.diagnostics.push(Diagnostic::new(code, span, message));
    }

    /// Adds the nearest known name to the finding that was reported last.
    fn suggest<'n>(&mut self, word: &str, names: impl IntoIterator<Item = &'n str>) {
        if self.suggestions == 0 {
            return;
        }
        self.suggestions -= 1;
        if let (Some(near), Some(found)) = (diag::nearest(word, names), self.diagnostics.last_mut())
        {
            found.hints.push(format!("did you mean `{near}`?"));
            // In a block of settings the name has a part that stands before the block.
            let range = TextRange { start: found.span.start, end: found.span.end };
            if (self.text)(range).eq_ignore_ascii_case(word) {
                let edit = TextEdit::replace(found.span, near);
                found.fixes.push(Fix::suggested(format!("replace with `{near}`"), vec![edit]));
            }
        }
    }

    /// The palette of the theme that the options or the source choose. A theme counts more than a skin.
    fn theme(&mut self, skin: Option<TextRange>) -> Palette {
        let mut chosen = skin.and_then(|it| self.skin(it));
        for theme in self.input.themes {
            match themes::find(&theme.name) {
                Some(palette) => chosen = Some(palette),
                None => self.missing_theme(&theme.name, theme.span),
            }
        }
        let asked = self.input.options.theme.as_deref().and_then(themes::find);
        let palette = asked
            .or(chosen)
            .unwrap_or_else(|| themes::find("default").expect("the default theme is always there"));
        self.manner.handwritten = palette.handwritten;
        palette
    }

    fn missing_theme(&mut self, name: &str, span: Span) {
        let message = format!("there is no theme `{name}`");
        let mut found = Diagnostic::new(model_codes::UNKNOWN_THEME, span, message);
        if let Some(nearest) = diag::nearest(name, crate::theme_names()) {
            let edit = TextEdit::replace(span, nearest);
            found = found
                .with_hint(format!("did you mean `{nearest}`?"))
                .with_fix(Fix::suggested(format!("replace with `{nearest}`"), vec![edit]));
        }
        self.diagnostics.push(found);
    }

    fn skin(&mut self, range: TextRange) -> Option<Palette> {
        let name = (self.text)(range).trim().to_lowercase();
        let name = name.strip_suffix(".skin").unwrap_or(&name);
        let found = themes::skin(name);
        // The parser refuses names that the reference does not know; `plantuml` is its usual look.
        if found.is_none() && name != "plantuml" {
            let message = format!("the skin `{name}` is not available: the default look is used");
            self.report(codes::ABSENT_THEME, range, message);
        }
        found
    }
}

/// Takes the colours out of a look, where the diagram asks for it.
fn recolor(look: &mut Look, tone: Tone) {
    look.fill = look.fill.map(|it| tone.of_paint(it));
    for color in [&mut look.line, &mut look.text, &mut look.link] {
        *color = tone.of(*color);
    }
    look.head = look.head.map(|it| tone.of(it));
}
