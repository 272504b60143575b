//! How everything looks: the theme, then skin parameters and style blocks in the order they are written.
//!
//! Styles hold for the whole diagram wherever they stand, so they are gathered before events are lowered.

mod book;
mod legibility;
mod property;
mod settings;
mod skinparam;
mod style_block;

use crate::codes::{model as model_codes, style as codes};
use crate::known_themes::KNOWN_THEMES;
use crate::lower::Input;
use crate::style::{Element, Look};
use crate::themes::{self, ElementLooks};
use diag::{Code, Diagnostic, Fix, Span, TextEdit};
use puml_syntax::TextRange;
use puml_syntax::ast::{Chrome, StmtKind};

pub(crate) use book::{LookBook, Overrides, color, paint};
use property::{ElementSet, Property};
pub(crate) use settings::{Settings, Tone};

/// A property of some elements, of all of them or only of those with a stereotype.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Rule {
    pub(crate) elements: ElementSet,
    /// In lower case.
    pub(crate) class: Option<String>,
    pub(crate) property: Property,
}

/// Reads all styles of a diagram.
pub(crate) fn gather(
    input: Input<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> (ElementLooks, Settings) {
    let mut gathering = Gathering {
        input,
        diagnostics,
        settings: Settings::default(),
        rules: Vec::new(),
        suggestions: 50,
    };
    let mut sheet = gathering.theme();
    for (_, stmt) in input.document.block_stmts(input.block) {
        match &stmt.kind {
            StmtKind::Skinparam(it) => it.entries.iter().for_each(|it| gathering.skinparam(it)),
            StmtKind::Style(it) => gathering.style_block(it, stmt.range),
            StmtKind::Chrome(it) => {
                if let Chrome::Skin(name) = **it {
                    gathering.skin(name);
                }
            }
            _ => {}
        }
    }
    let Gathering { mut settings, mut rules, .. } = gathering;
    // A fill may change the colour of the words on it, but not one that is chosen for them.
    rules.sort_by_key(|it| {
        matches!(it.property, Property::Text(_)) && it.elements != ElementSet::ALL
    });
    let (classes, rules): (Vec<_>, Vec<_>) = rules.into_iter().partition(|it| it.class.is_some());
    settings.stereotype_rules = classes;
    for rule in &rules {
        apply(&mut sheet, rule);
    }
    legibility::suit_page(&mut sheet, &rules);
    for look in &mut sheet {
        recolor(look, settings.tone);
    }
    (sheet, settings)
}

fn apply(sheet: &mut ElementLooks, rule: &Rule) {
    for element in Element::ALL {
        if rule.elements.has(element) {
            rule.property.apply(&mut sheet[element as usize], legibility::Words::of(element));
        }
    }
}

/// What gathering knows so far.
struct Gathering<'a, 'd> {
    input: Input<'a>,
    diagnostics: &'d mut Vec<Diagnostic>,
    settings: Settings,
    rules: Vec<Rule>,
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
        }
    }

    /// The looks of the theme that the options or the source choose.
    fn theme(&mut self) -> ElementLooks {
        let mut chosen = None;
        for theme in self.input.themes {
            match themes::find(&theme.name) {
                Some(looks) => chosen = Some(looks),
                None => self.missing_theme(&theme.name, theme.span),
            }
        }
        let asked = self.input.options.theme.as_deref().and_then(themes::find);
        asked
            .or(chosen)
            .unwrap_or_else(|| themes::find("default").expect("the default theme is always there"))
    }

    fn missing_theme(&mut self, name: &str, span: Span) {
        if KNOWN_THEMES.iter().any(|it| it.eq_ignore_ascii_case(name)) {
            let message = format!("the theme `{name}` is not available: the default look is used");
            self.diagnostics.push(Diagnostic::new(codes::ABSENT_THEME, span, message));
            return;
        }
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

    fn skin(&mut self, range: TextRange) {
        let name = self.input.document.text(range).trim().to_lowercase();
        // The parser refuses any name but these.
        if matches!(name.strip_suffix(".skin").unwrap_or(&name), "rose" | "debug" | "sonyxperiadev")
        {
            let message = format!("the skin `{name}` is not available: the default look is used");
            self.report(codes::ABSENT_THEME, range, message);
        }
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
