//! Skin parameters: which elements and which property a key names.

use puml_syntax::TextRange;
use puml_syntax::ast::SkinparamEntry;

use super::property::{self, Property, Read, length, shadow, single};
use super::tone::Tone;
use super::{Gathering, Rule};
use crate::codes::style as codes;
use crate::label::Guillemets;
use crate::vocabulary::{ElementSet, Vocabulary};

/// Keys about the whole diagram that every family has.
const GLOBAL: [&str; 17] = [
    "backgroundColor",
    "monochrome",
    "shadowing",
    "roundCorner",
    "style",
    "wrapWidth",
    "defaultFontName",
    "defaultFontSize",
    "defaultFontColor",
    "defaultFontStyle",
    "defaultTextAlignment",
    "hyperlinkColor",
    "noteTextAlignment",
    "handwritten",
    "guillemet",
    "padding",
    "dpi",
];

/// What keys begin with that belong to a family, where they are no longer known once it does not take them.
const OWNED: [&str; 22] = [
    "sequence",
    "participant",
    "actor",
    "boundary",
    "control",
    "entity",
    "database",
    "collections",
    "queue",
    "person",
    "hexagon",
    "map",
    "archimate",
    "lifeline",
    "reference",
    "divider",
    "delay",
    "box",
    "newpage",
    "group",
    "mindmap",
    "gantt",
];

/// Keys, or beginnings of keys, of the reference that change nothing where no family takes them.
const WITHOUT_EFFECT: [&str; 55] = [
    "class",
    "object",
    "package",
    "component",
    "node",
    "folder",
    "frame",
    "cloud",
    "rectangle",
    "storage",
    "artifact",
    "agent",
    "card",
    "file",
    "stack",
    "usecase",
    "activity",
    "state",
    "partition",
    "swimlane",
    "interface",
    "enum",
    "abstract",
    "annotation",
    "icon",
    "circled",
    "linetype",
    "nodesep",
    "ranksep",
    "svglinktarget",
    "svgdimensionstyle",
    "topurl",
    "tabsize",
    "hyperlinkunderline",
    "maxascii",
    "lifelinestrategy",
    "packagestyle",
    "minclasswidth",
    "conditionstyle",
    "fixcircle",
    "genericdisplay",
    "groupinheritance",
    "pagemargin",
    "pageborder",
    "pageexternal",
    "sameclasswidth",
    "colorarrow",
    "diagramborder",
    "participantclickable",
    "wrapmessagewidth",
    "defaultmonospaced",
    "preserve",
    "timing",
    "spacing",
    "sequencefont",
];

/// Dots per inch of a picture at its natural size.
const USUAL_DENSITY: f64 = 96.0;

impl Gathering<'_, '_> {
    pub(super) fn skinparam(&mut self, entry: &SkinparamEntry) {
        let written: String = entry.path.iter().map(|it| (self.text)(*it)).collect();
        let (key, class) = without_stereotype(&written);
        let key: String = key
            .chars()
            .filter(|it| !matches!(it, '_' | '.' | ' ' | '\t'))
            .collect::<String>()
            .to_ascii_lowercase();
        let value = (self.text)(entry.value);
        let value = value.trim();
        let range = entry.path.last().copied().unwrap_or(entry.value);
        match self.global(&key, value) {
            Some(true) => {}
            Some(false) => self.bad_value(&key, value, entry.value),
            None => self.element_parameter(&key, class, value, range, entry.value),
        }
    }

    /// Takes a key about the whole diagram: `None` when it is not one, `false` when its value is bad.
    fn global(&mut self, key: &str, value: &str) -> Option<bool> {
        let key = key.strip_prefix(self.vocabulary.prefix).unwrap_or(key);
        let vocabulary = self.vocabulary;
        match key {
            "backgroundcolor" => {
                let page = ElementSet::one(vocabulary.roles.document.0);
                return Some(self.rules.add(page, "backgroundcolor", value));
            }
            "monochrome" => {
                self.tone = match value.to_ascii_lowercase().as_str() {
                    "true" => Tone::Gray,
                    "reverse" => Tone::Reversed,
                    _ => Tone::Colored,
                };
            }
            "shadowing" => {
                let Some(distance) = shadow(value) else { return Some(false) };
                self.rules.all.push(Rule {
                    elements: vocabulary.shadowed,
                    classes: Vec::new(),
                    property: Property::Shadow(distance),
                });
            }
            "roundcorner" => {
                return Some(self.rules.add(vocabulary.rounded, "roundcorner", value));
            }
            "wrapwidth" => {
                let inside = ElementSet::ALL.without(vocabulary.chrome());
                return Some(self.rules.add(inside, "maxwidth", value));
            }
            "handwritten" => self.manner.handwritten = value.eq_ignore_ascii_case("true"),
            "guillemet" => self.manner.guillemets = Guillemets::named(value),
            "padding" => {
                let Some(padding) = length(value) else { return Some(false) };
                self.padding = padding;
            }
            "dpi" => {
                let dots = length(value).filter(|it| (1.0..=2400.0).contains(it));
                let Some(dots) = dots else { return Some(false) };
                self.manner.density = dots / USUAL_DENSITY;
            }
            "hyperlinkcolor" => {
                return Some(self.rules.add(ElementSet::ALL, "hyperlinkcolor", value));
            }
            _ => {
                let own = self.styling.setting(key, value, &mut self.rules);
                return own.or_else(|| self.default_font(key, value));
            }
        }
        Some(true)
    }

    fn default_font(&mut self, key: &str, value: &str) -> Option<bool> {
        let what = key.strip_prefix("default")?;
        match what {
            "fontname" | "fontcolor" => Some(self.rules.add(ElementSet::ALL, what, value)),
            // What stands around the picture has sizes of its own, and most things have weights of their own.
            "fontsize" => {
                Some(self.rules.add(ElementSet::ALL.without(self.vocabulary.chrome()), what, value))
            }
            "fontstyle" => Some(self.rules.add(self.vocabulary.heads, what, value)),
            "textalignment" => Some(self.rules.add(ElementSet::ALL, "alignment", value)),
            _ => None,
        }
    }

    fn element_parameter(
        &mut self,
        key: &str,
        class: Option<String>,
        value: &str,
        range: TextRange,
        value_range: TextRange,
    ) {
        let short = key.strip_prefix(self.vocabulary.prefix).unwrap_or(key);
        let margins = self.vocabulary.margins();
        let found = self
            .vocabulary
            .keys
            .iter()
            .chain(&margins)
            .find_map(|(prefix, set)| Some((*set, short.strip_prefix(prefix)?)));
        let Some((elements, name)) = found.filter(|it| !it.1.is_empty()) else {
            self.unknown(key, range);
            return;
        };
        let (elements, name) = self.styling.narrowed(elements, name);
        let meant = one_digit_too_many(value);
        match property::read(name, meant.unwrap_or(value)) {
            Read::Property(property) => {
                let classes = class.into_iter().collect();
                self.rules.all.push(Rule { elements, classes, property });
                if let Some(meant) = meant {
                    let message = format!("`{value}` is no colour: `{meant}` is used");
                    self.report(codes::BAD_VALUE, value_range, message);
                }
            }
            Read::NoEffect => self.no_effect(key, range),
            Read::BadValue => self.bad_value(key, value, value_range),
            Read::Unknown => self.unknown(key, range),
        }
    }

    fn bad_value(&mut self, key: &str, value: &str, range: TextRange) {
        let message = format!("`{key}` cannot take the value `{value}`");
        self.report(codes::BAD_VALUE, range, message);
        if single(value).is_none() {
            self.suggest(value, puml_syntax::color::NAMES.iter().map(|it| it.0));
        }
    }

    fn unknown(&mut self, key: &str, range: TextRange) {
        let vocabulary = self.vocabulary;
        let is_own = |it: &str| {
            vocabulary.prefix == it || vocabulary.keys.iter().any(|key| key.0.starts_with(it))
        };
        let owned = OWNED.iter().filter(|it| !is_own(it));
        if WITHOUT_EFFECT.iter().chain(owned).any(|it| key.starts_with(it)) {
            self.no_effect(key, range);
            return;
        }
        self.report(codes::UNKNOWN_NAME, range, format!("there is no skin parameter `{key}`"));
        let mut names = known_keys(vocabulary);
        if key.starts_with(vocabulary.prefix) {
            names = names.iter().map(|it| prefixed(vocabulary.prefix, it)).collect();
        }
        self.suggest(key, names.iter().map(String::as_str));
    }

    pub(super) fn no_effect(&mut self, name: &str, range: TextRange) {
        let message = format!("`{name}` has no effect on {}", self.vocabulary.noun);
        self.report(codes::NO_EFFECT, range, message);
    }
}

/// A key without its `<<name>>`, and that name in lower case.
fn without_stereotype(key: &str) -> (String, Option<String>) {
    let Some((before, rest)) = key.split_once("<<") else { return (key.to_owned(), None) };
    let Some((name, after)) = rest.split_once(">>") else { return (key.to_owned(), None) };
    (format!("{before}{after}"), Some(name.trim().to_lowercase()))
}

fn known_keys(vocabulary: &Vocabulary) -> Vec<String> {
    let fonts = [
        "BackgroundColor",
        "BorderColor",
        "BorderThickness",
        "FontName",
        "FontSize",
        "FontStyle",
        "FontColor",
    ];
    let margins = vocabulary.margins();
    let prefixes = vocabulary.keys.iter().chain(&margins);
    let elements =
        prefixes.flat_map(|(prefix, _)| fonts.iter().map(move |it| format!("{prefix}{it}")));
    let global = GLOBAL.iter().chain(vocabulary.settings).map(|it| (*it).to_owned());
    let arrows = ["arrowColor", "arrowThickness"].map(str::to_owned);
    global.chain(elements).chain(arrows).collect()
}

/// `sequence` and `arrowColor` as `sequenceArrowColor`; a name that has the prefix stays.
fn prefixed(prefix: &str, name: &str) -> String {
    if name.starts_with(prefix) {
        return name.to_owned();
    }
    let (first, rest) = name.split_at(name.chars().next().map_or(0, char::len_utf8));
    format!("{prefix}{}{rest}", first.to_uppercase())
}

/// The colour that was meant by one with seven digits, a frequent slip: its first six.
fn one_digit_too_many(value: &str) -> Option<&str> {
    let digits = value.trim().strip_prefix('#')?;
    let is_slip = digits.len() == 7 && digits.bytes().all(|it| it.is_ascii_hexdigit());
    is_slip.then(|| &value.trim()[..7])
}
