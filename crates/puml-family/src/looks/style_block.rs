//! `<style>` blocks: which elements a list of selectors means.

use std::collections::HashMap;

use puml_syntax::TextRange;
use puml_syntax::ast::StyleSheet;

use super::property::{self, Read};
use super::{Gathering, Rule};
use crate::codes::{model as model_codes, style as codes};
use crate::vocabulary::{ElementSet, Vocabulary};
use crate::world::Wanted;

/// What a chain of selectors means.
enum Meaning {
    /// These elements, as far as they have these classes.
    Elements(Vec<(ElementSet, Vec<String>)>),
    /// Another diagram, or another colour scheme.
    Elsewhere(TextRange),
    /// A selector that nobody knows.
    Unknown(TextRange),
}

impl Gathering<'_, '_> {
    pub(super) fn style_block(&mut self, sheet: &StyleSheet, range: TextRange) {
        if let Some(path) = sheet.source {
            self.style_file(path, range);
        }
        let text = self.text;
        let mut variables: HashMap<String, String> = HashMap::new();
        for declaration in &sheet.declarations {
            let name = text(declaration.property);
            let value = text(declaration.value);
            if name.starts_with("--") {
                variables.insert(name, value.trim().to_owned());
                continue;
            }
            let value = resolved(value.trim(), &variables);
            let meaning = self.meaning(&declaration.selectors);
            let targets = match meaning {
                Meaning::Elements(targets) => targets,
                Meaning::Elsewhere(range) => {
                    let selector = text(range).trim().to_owned();
                    self.no_effect(&selector, range);
                    continue;
                }
                Meaning::Unknown(range) => {
                    let selector = text(range).trim().to_owned();
                    self.unknown_selector(&selector, range);
                    continue;
                }
            };
            match property::read(&name.to_ascii_lowercase(), &value) {
                Read::Property(property) => {
                    for (elements, classes) in targets {
                        let elements = own_elements(elements, &name, self.vocabulary);
                        self.rules.all.push(Rule { elements, classes, property: property.clone() });
                    }
                }
                Read::NoEffect => self.no_effect(&name, declaration.property),
                Read::BadValue => {
                    let message = format!("`{name}` cannot take the value `{value}`");
                    self.report(codes::BAD_VALUE, declaration.value, message);
                }
                Read::Unknown => {
                    let message = format!("there is no style property `{name}`");
                    self.report(codes::UNKNOWN_NAME, declaration.property, message);
                    self.suggest(&name, property::NAMES);
                }
            }
        }
    }

    /// A style sheet of its own would need another parse; it is read only to say whether it is there.
    fn style_file(&mut self, path: TextRange, range: TextRange) {
        let name = (self.text)(path).trim_matches(['"', '\'']).to_owned();
        let wanted = Wanted::File { from: self.input.name, path: &name };
        if self.input.world.load(wanted).is_err() {
            self.report(
                model_codes::UNREADABLE_FILE,
                range,
                format!("the style sheet `{name}` cannot be read"),
            );
        } else {
            let message = format!(
                "the style sheet `{name}` is not applied: put its rules between `<style>` and `</style>`"
            );
            self.report(model_codes::NO_EFFECT, range, message);
        }
    }

    fn unknown_selector(&mut self, selector: &str, range: TextRange) {
        self.report(codes::UNKNOWN_NAME, range, format!("there is no style selector `{selector}`"));
        let known = known_selectors(self.vocabulary);
        self.suggest(selector, known.iter().map(|it| it.0));
    }

    /// The innermost selector that names elements decides; classes narrow it.
    fn meaning(&self, selectors: &[TextRange]) -> Meaning {
        let mut targets: Vec<(ElementSet, Vec<String>)> = vec![(ElementSet::ALL, Vec::new())];
        for range in selectors {
            let text = (self.text)(*range);
            let text = text.trim();
            if text.starts_with('@')
                || text.to_ascii_lowercase().ends_with("diagram")
                    && !text.eq_ignore_ascii_case(self.vocabulary.root)
            {
                return Meaning::Elsewhere(*range);
            }
            let mut narrowed = Vec::new();
            for part in text.split(',').map(str::trim).filter(|it| !it.is_empty()) {
                let Some(found) = selected(part, self.vocabulary) else {
                    return Meaning::Unknown(*range);
                };
                for (elements, classes) in &targets {
                    let elements = found.0.unwrap_or(*elements);
                    let classes = classes.iter().cloned().chain(found.1.clone()).collect();
                    narrowed.push((elements, classes));
                }
            }
            narrowed.truncate(64);
            targets = narrowed;
        }
        targets.retain(|it| !it.0.is_empty());
        Meaning::Elements(targets)
    }
}

/// The elements and the class of one selector such as `participant`, `.warn`, `actor.warn`, `.warn *` or `:depth(2)`.
///
/// A level is a class that a family with levels gives to its things. A class with a star, `warn *`, is one that such a
/// family gives to everything below its thing.
fn selected(part: &str, vocabulary: &Vocabulary) -> Option<(Option<ElementSet>, Option<String>)> {
    let below = if part.ends_with('*') { " *" } else { "" };
    let part = part.trim_end_matches('*').trim_end();
    if part.is_empty() {
        return Some((None, None));
    }
    let (name, class) = match part.find(['.', ':']) {
        Some(at) => {
            let (name, class) = part.split_at(at);
            let class: String = class.trim_start_matches('.').split_whitespace().collect();
            (name.trim(), Some(format!("{}{below}", class.to_lowercase())))
        }
        None => (part, None),
    };
    if name.is_empty() {
        return Some((None, class));
    }
    let name = name.to_ascii_lowercase();
    let known = known_selectors(vocabulary);
    let found = known.iter().find(|it| it.0 == name)?;
    // `element` and the diagram itself keep what is already selected.
    let elements = (found.1 != ElementSet::ALL).then_some(found.1);
    Some((elements, class))
}

/// The family's selectors and those that every family has.
pub(crate) fn known_selectors(vocabulary: &Vocabulary) -> Vec<(&'static str, ElementSet)> {
    let roles = vocabulary.roles;
    let shared = [
        ("root", ElementSet::ALL),
        (vocabulary.root, ElementSet::ALL),
        ("element", ElementSet::ALL),
        ("*", ElementSet::ALL),
        ("document", ElementSet::one(roles.document.0)),
        ("mainframe", ElementSet::one(roles.mainframe.0)),
    ];
    shared.iter().chain(vocabulary.selectors).chain(&vocabulary.margins()).copied().collect()
}

/// A fill for everything means everything that is filled, not the text on it.
fn own_elements(elements: ElementSet, property: &str, vocabulary: &Vocabulary) -> ElementSet {
    let is_fill = property.eq_ignore_ascii_case("backgroundcolor");
    if elements == ElementSet::ALL && is_fill { vocabulary.filled } else { elements }
}

/// A value with each `var(--name)` replaced.
fn resolved(value: &str, variables: &HashMap<String, String>) -> String {
    let Some((before, rest)) = value.split_once("var(") else { return value.to_owned() };
    let Some((name, after)) = rest.split_once(')') else { return value.to_owned() };
    let replaced = variables.get(name.trim()).map_or("", String::as_str);
    format!("{before}{replaced}{after}")
}
