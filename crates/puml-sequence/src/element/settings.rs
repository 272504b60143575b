//! What skin parameters and style blocks call the elements, and the parameters about the whole diagram.

use puml_family::{ElementSet, Rules, Styling, Vocabulary, length};

use super::{Element, NOTES, VOCABULARY, set};
use crate::model::{ActorShape, MessageAlign, Model};

const GROUP: ElementSet = set(&[Element::Group]);
const GROUP_TAB: ElementSet = set(&[Element::GroupHeader]);
const REFERENCE: ElementSet = set(&[Element::Reference]);
const REFERENCE_TAB: ElementSet = set(&[Element::ReferenceHeader]);
const LIFELINE: ElementSet = set(&[Element::Lifeline]);
const ACTIVATION: ElementSet = set(&[Element::Activation]);

/// What a key may begin with, the longer of two before the shorter.
pub(super) const KEYS: [(&str, ElementSet); 19] = [
    ("participant", set(&[Element::Participant])),
    ("actor", set(&[Element::Actor])),
    ("boundary", set(&[Element::Boundary])),
    ("control", set(&[Element::Control])),
    ("entity", set(&[Element::Entity])),
    ("database", set(&[Element::Database])),
    ("collections", set(&[Element::Collections])),
    ("queue", set(&[Element::Queue])),
    ("arrow", set(&[Element::Arrow])),
    ("groupheader", GROUP_TAB),
    ("group", GROUP),
    ("referenceheader", REFERENCE_TAB),
    ("reference", REFERENCE),
    ("divider", set(&[Element::Divider])),
    ("delay", set(&[Element::Delay])),
    ("box", set(&[Element::Enclosure])),
    ("newpageseparator", set(&[Element::Newpage])),
    ("stereotype", set(&[Element::Stereotype])),
    ("note", NOTES),
];

/// Selectors that name elements.
pub(super) const SELECTORS: [(&str, ElementSet); 26] = [
    ("participant", set(&[Element::Participant])),
    ("actor", set(&[Element::Actor])),
    ("boundary", set(&[Element::Boundary])),
    ("control", set(&[Element::Control])),
    ("entity", set(&[Element::Entity])),
    ("database", set(&[Element::Database])),
    ("queue", set(&[Element::Queue])),
    ("collections", set(&[Element::Collections])),
    ("stereotype", set(&[Element::Stereotype])),
    ("arrow", set(&[Element::Arrow])),
    ("lifeline", set(&[Element::Lifeline])),
    ("activationbox", set(&[Element::Activation])),
    ("destroy", set(&[Element::Destroy])),
    ("delay", set(&[Element::Delay])),
    ("separator", set(&[Element::Divider])),
    ("newpage", set(&[Element::Newpage])),
    ("group", set(&[Element::Group])),
    ("groupheader", set(&[Element::GroupHeader])),
    ("reference", set(&[Element::Reference])),
    ("referenceheader", set(&[Element::ReferenceHeader])),
    ("box", set(&[Element::Enclosure])),
    ("note", set(&[Element::Note, Element::HexagonalNote, Element::RectangularNote])),
    ("hnote", set(&[Element::HexagonalNote])),
    ("rnote", set(&[Element::RectangularNote])),
    ("spot", ElementSet::NONE),
    ("cardinality", ElementSet::NONE),
];

/// Keys about the whole diagram.
pub(super) const NAMES: [&str; 11] = [
    "actorStyle",
    "participantPadding",
    "boxPadding",
    "responseMessageBelowArrow",
    "sequenceMessageAlign",
    "sequenceMessageTextAlignment",
    "maxMessageSize",
    "stereotypePosition",
    "lifelineStrategy",
    "sequenceLifeLineBorderColor",
    "sequenceLifeLineBackgroundColor",
];

impl Styling for Model {
    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    fn setting(&mut self, key: &str, value: &str, rules: &mut Rules) -> Option<bool> {
        let truth = value.eq_ignore_ascii_case("true");
        match key {
            "style" => self.strict = value.eq_ignore_ascii_case("strictuml"),
            "actorstyle" => {
                self.actor_shape = match value.to_ascii_lowercase().as_str() {
                    "awesome" => ActorShape::Awesome,
                    "hollow" => ActorShape::Hollow,
                    "stick" | "stickman" | "default" => ActorShape::Stick,
                    _ => return Some(false),
                };
            }
            "participantpadding" => self.participant_padding = length(value)?,
            "boxpadding" => self.box_padding = length(value)?,
            "responsemessagebelowarrow" => self.reply_below = truth,
            "stereotypeposition" => self.stereotype_below = value.eq_ignore_ascii_case("bottom"),
            "messagealign" | "messagealignment" => {
                self.message_align = match value.to_ascii_lowercase().as_str() {
                    "left" => MessageAlign::Left,
                    "center" => MessageAlign::Center,
                    "right" => MessageAlign::Right,
                    "direction" => MessageAlign::Direction,
                    "reversedirection" => MessageAlign::ReverseDirection,
                    _ => return Some(false),
                };
            }
            "messagetextalignment" => {
                return Some(rules.add(set(&[Element::Arrow]), "alignment", value));
            }
            "referencealignment" => return Some(rules.add(REFERENCE, "alignment", value)),
            "maxmessagesize" | "wrapmessagewidth" => {
                return Some(rules.add(set(&[Element::Arrow]), "maxwidth", value));
            }
            _ => return lifeline(key, value, rules),
        }
        Some(true)
    }

    /// Keys of frames that mean another part of the frame than their prefix says.
    fn narrowed<'k>(&self, elements: ElementSet, name: &'k str) -> (ElementSet, &'k str) {
        match name {
            "backgroundcolor" if elements == GROUP => (GROUP_TAB, name),
            "bodybackgroundcolor" => (elements, "backgroundcolor"),
            "bordercolor" | "borderthickness" if elements == GROUP => (GROUP.and(GROUP_TAB), name),
            "bordercolor" | "borderthickness" if elements == REFERENCE => {
                (REFERENCE.and(REFERENCE_TAB), name)
            }
            _ => match name.strip_prefix("stereotype") {
                Some(rest) => (set(&[Element::Stereotype]), rest),
                None => (elements, name),
            },
        }
    }
}

/// Lifelines and their bars share one family of keys.
fn lifeline(key: &str, value: &str, rules: &mut Rules) -> Option<bool> {
    if let Some(what) = key.strip_prefix("activation") {
        return Some(rules.add(ACTIVATION, what, value));
    }
    match key.strip_prefix("lifeline")? {
        "bordercolor" => {
            rules.add(ACTIVATION, "bordercolor", value);
            Some(rules.add(LIFELINE, "bordercolor", value))
        }
        "backgroundcolor" => Some(rules.add(ACTIVATION, "backgroundcolor", value)),
        "borderthickness" => Some(rules.add(LIFELINE, "borderthickness", value)),
        "borderstyle" => Some(rules.add(LIFELINE, "borderstyle", value)),
        _ => None,
    }
}
