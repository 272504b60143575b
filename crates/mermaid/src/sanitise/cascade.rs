//! Which style applies to which element: rules by specificity, then the element's own `style`, then `!important` ones.

use roxmltree::Node;
use simplecss::{AttributeOperator, DeclarationTokenizer, Element, PseudoClass, StyleSheet};

use super::allowed::PROPERTIES;
use super::pseudo_class;

/// The text of every style sheet of a document, in order, in selectors that the reader understands.
pub(super) fn sheets(document: &roxmltree::Document<'_>) -> Vec<String> {
    document
        .descendants()
        .filter(|node| node.has_tag_name_local("style"))
        .flat_map(|node| node.children().filter(Node::is_text))
        .map(|text| pseudo_class::as_attributes(text.text().unwrap_or_default()))
        .collect()
}

/// All style sheets of a document, in order.
pub(super) struct Cascade<'css> {
    sheet: StyleSheet<'css>,
}

impl<'css> Cascade<'css> {
    /// Reads the sheets; what the reader does not understand applies to nothing.
    pub(super) fn new(sheets: &'css [String]) -> Self {
        let mut sheet = StyleSheet::new();
        for text in sheets {
            sheet.parse_more(text);
        }
        Self { sheet }
    }

    /// The allowed properties of one element with their winning values, in no order that matters.
    pub(super) fn style(&self, node: Node<'_, '_>) -> Vec<(&'static str, String)> {
        let mut winners: Vec<(&'static str, String, bool)> = Vec::new();
        let mut declare = |name: &str, value: &str, important: bool| {
            let Some(name) = property(name) else { return };
            match winners.iter_mut().find(|(listed, ..)| *listed == name) {
                Some((_, _, true)) if !important => {}
                Some(winner) => *winner = (name, value.to_owned(), important),
                None => winners.push((name, value.to_owned(), important)),
            }
        };
        for rule in &self.sheet.rules {
            if rule.selector.matches(&Matched(node)) {
                for it in &rule.declarations {
                    declare(it.name, it.value, it.important);
                }
            }
        }
        for it in DeclarationTokenizer::from(node.attribute("style").unwrap_or_default()) {
            declare(it.name, it.value, it.important);
        }
        winners.into_iter().map(|(name, value, _)| (name, value)).collect()
    }
}

fn property(name: &str) -> Option<&'static str> {
    PROPERTIES.binary_search(&name).ok().map(|idx| PROPERTIES[idx])
}

trait LocalName {
    fn has_tag_name_local(&self, name: &str) -> bool;
}

impl LocalName for Node<'_, '_> {
    fn has_tag_name_local(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}

/// A node as the selector engine sees it.
#[derive(Clone, Copy)]
struct Matched<'doc, 'input>(Node<'doc, 'input>);

impl Element for Matched<'_, '_> {
    fn parent_element(&self) -> Option<Self> {
        self.0.parent_element().map(Self)
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.0.prev_sibling_element().map(Self)
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.0.has_tag_name_local(name)
    }

    fn attribute_matches(&self, local_name: &str, operator: AttributeOperator<'_>) -> bool {
        match (local_name, operator) {
            (pseudo_class::NOT_CLASS, AttributeOperator::Matches(class)) => {
                !pseudo_class::has_class(self.0, class)
            }
            (pseudo_class::NTH_OF_TYPE, AttributeOperator::Matches(place)) => {
                place.parse() == Ok(pseudo_class::place_among_its_type(self.0))
            }
            _ => self.0.attribute(local_name).is_some_and(|value| operator.matches(value)),
        }
    }

    fn pseudo_class_matches(&self, class: PseudoClass<'_>) -> bool {
        match class {
            PseudoClass::FirstChild => self.prev_sibling_element().is_none(),
            _ => false,
        }
    }
}
