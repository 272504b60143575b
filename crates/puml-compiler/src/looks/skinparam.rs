//! Skin parameters: which elements and which property a key names.

use puml_syntax::TextRange;
use puml_syntax::ast::SkinparamEntry;

use super::property::{self, ElementSet, HEADS, Property, Read, length, shadow, single};
use super::settings::Tone;
use super::{Gathering, Rule};
use crate::codes::style as codes;
use crate::model::{ActorShape, MessageAlign};
use crate::style::Element;

const NOTES: ElementSet =
    ElementSet::of(&[Element::Note, Element::HexagonalNote, Element::RectangularNote]);
const GROUP: ElementSet = ElementSet::of(&[Element::Group]);
const GROUP_TAB: ElementSet = ElementSet::of(&[Element::GroupHeader]);
const REFERENCE: ElementSet = ElementSet::of(&[Element::Reference]);
const REFERENCE_TAB: ElementSet = ElementSet::of(&[Element::ReferenceHeader]);
const LIFELINE: ElementSet = ElementSet::of(&[Element::Lifeline]);
const ACTIVATION: ElementSet = ElementSet::of(&[Element::Activation]);
const CHROME: ElementSet = ElementSet::of(&[
    Element::Title,
    Element::Header,
    Element::Footer,
    Element::Caption,
    Element::Legend,
    Element::Mainframe,
]);

/// What a key may begin with, the longer of two before the shorter.
const PREFIXES: [(&str, ElementSet); 25] = [
    ("participant", ElementSet::of(&[Element::Participant])),
    ("actor", ElementSet::of(&[Element::Actor])),
    ("boundary", ElementSet::of(&[Element::Boundary])),
    ("control", ElementSet::of(&[Element::Control])),
    ("entity", ElementSet::of(&[Element::Entity])),
    ("database", ElementSet::of(&[Element::Database])),
    ("collections", ElementSet::of(&[Element::Collections])),
    ("queue", ElementSet::of(&[Element::Queue])),
    ("arrow", ElementSet::of(&[Element::Arrow])),
    ("groupheader", GROUP_TAB),
    ("groupbody", GROUP),
    ("group", GROUP),
    ("referenceheader", REFERENCE_TAB),
    ("reference", REFERENCE),
    ("divider", ElementSet::of(&[Element::Divider])),
    ("delay", ElementSet::of(&[Element::Delay])),
    ("box", ElementSet::of(&[Element::Enclosure])),
    ("newpageseparator", ElementSet::of(&[Element::Newpage])),
    ("stereotype", ElementSet::of(&[Element::Stereotype])),
    ("note", NOTES),
    ("title", ElementSet::of(&[Element::Title])),
    ("header", ElementSet::of(&[Element::Header])),
    ("footer", ElementSet::of(&[Element::Footer])),
    ("caption", ElementSet::of(&[Element::Caption])),
    ("legend", ElementSet::of(&[Element::Legend])),
];

/// Keys that are about the whole diagram.
const GLOBAL: [&str; 24] = [
    "backgroundColor",
    "monochrome",
    "shadowing",
    "roundCorner",
    "style",
    "actorStyle",
    "participantPadding",
    "boxPadding",
    "responseMessageBelowArrow",
    "sequenceMessageAlign",
    "sequenceMessageTextAlignment",
    "maxMessageSize",
    "wrapWidth",
    "defaultFontName",
    "defaultFontSize",
    "defaultFontColor",
    "defaultFontStyle",
    "defaultTextAlignment",
    "hyperlinkColor",
    "stereotypePosition",
    "noteTextAlignment",
    "lifelineStrategy",
    "sequenceLifeLineBorderColor",
    "sequenceLifeLineBackgroundColor",
];

/// Keys, or beginnings of keys, of the reference that change no sequence diagram here.
const WITHOUT_EFFECT: [&str; 59] = [
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
    "dpi",
    "handwritten",
    "svglinktarget",
    "svgdimensionstyle",
    "topurl",
    "tabsize",
    "guillemet",
    "hyperlinkunderline",
    "maxascii",
    "lifelinestrategy",
    "padding",
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

impl Gathering<'_, '_> {
    pub(super) fn skinparam(&mut self, entry: &SkinparamEntry) {
        let document = self.input.document;
        let written: String = entry.path.iter().map(|it| document.text(*it)).collect();
        let (key, class) = without_stereotype(&written);
        let key: String = key
            .chars()
            .filter(|it| !matches!(it, '_' | '.' | ' ' | '\t'))
            .collect::<String>()
            .to_ascii_lowercase();
        let value = document.text(entry.value);
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
        let truth = value.eq_ignore_ascii_case("true");
        let model = &mut self.settings.model;
        let key = key.strip_prefix("sequence").unwrap_or(key);
        match key {
            "backgroundcolor" => {
                return Some(self.add(
                    ElementSet::of(&[Element::Document]),
                    "backgroundcolor",
                    value,
                ));
            }
            "monochrome" => {
                self.settings.tone = match value.to_ascii_lowercase().as_str() {
                    "true" => Tone::Gray,
                    "reverse" => Tone::Reversed,
                    _ => Tone::Colored,
                };
            }
            "shadowing" => {
                let Some(distance) = shadow(value) else { return Some(false) };
                let elements =
                    HEADS.and(NOTES).and(ElementSet::of(&[Element::Divider, Element::Legend]));
                self.rules.push(Rule {
                    elements,
                    class: None,
                    property: Property::Shadow(distance),
                });
            }
            "roundcorner" => {
                let framed = ElementSet::of(&[Element::Enclosure, Element::Divider]);
                let elements = HEADS.and(NOTES).and(GROUP).and(REFERENCE).and(framed);
                return Some(self.add(elements, "roundcorner", value));
            }
            "style" => model.strict = value.eq_ignore_ascii_case("strictuml"),
            "actorstyle" => {
                model.actor_shape = match value.to_ascii_lowercase().as_str() {
                    "awesome" => ActorShape::Awesome,
                    "hollow" => ActorShape::Hollow,
                    "stick" | "stickman" | "default" => ActorShape::Stick,
                    _ => return Some(false),
                };
            }
            "participantpadding" => model.participant_padding = length(value)?,
            "boxpadding" => model.box_padding = length(value)?,
            "responsemessagebelowarrow" => model.reply_below = truth,
            "stereotypeposition" => model.stereotype_below = value.eq_ignore_ascii_case("bottom"),
            "messagealign" | "messagealignment" => {
                model.message_align = match value.to_ascii_lowercase().as_str() {
                    "left" => MessageAlign::Left,
                    "center" => MessageAlign::Center,
                    "right" => MessageAlign::Right,
                    "direction" => MessageAlign::Direction,
                    "reversedirection" => MessageAlign::ReverseDirection,
                    _ => return Some(false),
                };
            }
            "messagetextalignment" => {
                return Some(self.add(ElementSet::of(&[Element::Arrow]), "alignment", value));
            }
            "referencealignment" => return Some(self.add(REFERENCE, "alignment", value)),
            "maxmessagesize" | "wrapmessagewidth" => {
                return Some(self.add(ElementSet::of(&[Element::Arrow]), "maxwidth", value));
            }
            "wrapwidth" => return Some(self.add(ElementSet::ALL, "maxwidth", value)),
            "hyperlinkcolor" => return Some(self.add(ElementSet::ALL, "hyperlinkcolor", value)),
            _ => return self.default_font(key, value).or_else(|| self.lifeline(key, value)),
        }
        Some(true)
    }

    fn default_font(&mut self, key: &str, value: &str) -> Option<bool> {
        let what = key.strip_prefix("default")?;
        match what {
            "fontname" | "fontcolor" => Some(self.add(ElementSet::ALL, what, value)),
            // What stands around the picture has sizes of its own, and most things have weights of their own.
            "fontsize" => Some(self.add(ElementSet::ALL.without(CHROME), what, value)),
            "fontstyle" => Some(self.add(HEADS, what, value)),
            "textalignment" => Some(self.add(ElementSet::ALL, "alignment", value)),
            _ => None,
        }
    }

    /// Lifelines and their bars share one family of keys.
    fn lifeline(&mut self, key: &str, value: &str) -> Option<bool> {
        if let Some(what) = key.strip_prefix("activation") {
            return Some(self.add(ACTIVATION, what, value));
        }
        match key.strip_prefix("lifeline")? {
            "bordercolor" => {
                self.add(ACTIVATION, "bordercolor", value);
                Some(self.add(LIFELINE, "bordercolor", value))
            }
            "backgroundcolor" => Some(self.add(ACTIVATION, "backgroundcolor", value)),
            "borderthickness" => Some(self.add(LIFELINE, "borderthickness", value)),
            "borderstyle" => Some(self.add(LIFELINE, "borderstyle", value)),
            _ => None,
        }
    }

    fn add(&mut self, elements: ElementSet, name: &str, value: &str) -> bool {
        let Read::Property(property) = property::read(name, value) else { return false };
        self.rules.push(Rule { elements, class: None, property });
        true
    }

    fn element_parameter(
        &mut self,
        key: &str,
        class: Option<String>,
        value: &str,
        range: TextRange,
        value_range: TextRange,
    ) {
        let short = key.strip_prefix("sequence").unwrap_or(key);
        let found =
            PREFIXES.iter().find_map(|(prefix, set)| Some((*set, short.strip_prefix(prefix)?)));
        let Some((elements, name)) = found.filter(|it| !it.1.is_empty()) else {
            self.unknown(key, range);
            return;
        };
        let (elements, name) = narrowed(elements, name);
        match property::read(name, value) {
            Read::Property(property) => self.rules.push(Rule { elements, class, property }),
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
        if WITHOUT_EFFECT.iter().any(|it| key.starts_with(it)) {
            self.no_effect(key, range);
            return;
        }
        self.report(codes::UNKNOWN_NAME, range, format!("there is no skin parameter `{key}`"));
        self.suggest(key, known_keys().iter().map(String::as_str));
    }

    pub(super) fn no_effect(&mut self, name: &str, range: TextRange) {
        let message = format!("`{name}` has no effect on a sequence diagram");
        self.report(codes::NO_EFFECT, range, message);
    }
}

/// Keys of frames that mean another part of the frame than their prefix says.
fn narrowed(elements: ElementSet, name: &str) -> (ElementSet, &str) {
    match name {
        "backgroundcolor" if elements == GROUP => (GROUP_TAB, name),
        "bodybackgroundcolor" => (elements, "backgroundcolor"),
        "bordercolor" | "borderthickness" if elements == GROUP => (GROUP.and(GROUP_TAB), name),
        "bordercolor" | "borderthickness" if elements == REFERENCE => {
            (REFERENCE.and(REFERENCE_TAB), name)
        }
        _ => match name.strip_prefix("stereotype") {
            Some(rest) => (ElementSet::of(&[Element::Stereotype]), rest),
            None => (elements, name),
        },
    }
}

/// A key without its `<<name>>`, and that name in lower case.
fn without_stereotype(key: &str) -> (String, Option<String>) {
    let Some((before, rest)) = key.split_once("<<") else { return (key.to_owned(), None) };
    let Some((name, after)) = rest.split_once(">>") else { return (key.to_owned(), None) };
    (format!("{before}{after}"), Some(name.trim().to_lowercase()))
}

fn known_keys() -> Vec<String> {
    let fonts = [
        "BackgroundColor",
        "BorderColor",
        "BorderThickness",
        "FontName",
        "FontSize",
        "FontStyle",
        "FontColor",
    ];
    let elements =
        PREFIXES.iter().flat_map(|(prefix, _)| fonts.iter().map(move |it| format!("{prefix}{it}")));
    GLOBAL.iter().map(|it| (*it).to_owned()).chain(elements).collect()
}
