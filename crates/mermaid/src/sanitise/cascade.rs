//! Which style applies to which element: rules by specificity, then the element's own `style`, then `!important` ones.

use roxmltree::Node;
use simplecss::{AttributeOperator, DeclarationTokenizer, Element, PseudoClass, StyleSheet};

use super::allowed::PROPERTIES;

/// All style sheets of a document, in order.
pub(super) struct Cascade<'doc> {
    sheet: StyleSheet<'doc>,
}

impl<'doc> Cascade<'doc> {
    /// Reads every `style` element; what the reader does not understand applies to nothing.
    pub(super) fn new(document: &'doc roxmltree::Document<'_>) -> Self {
        let mut sheet = StyleSheet::new();
        for node in document.descendants().filter(|node| node.has_tag_name_local("style")) {
            for text in node.children().filter(roxmltree::Node::is_text) {
                sheet.parse_more(text.text().unwrap_or_default());
            }
        }
        Self { sheet }
    }

    /// The allowed properties of one element with their winning values, in no order that matters.
    pub(super) fn style(&self, node: Node<'doc, '_>) -> Vec<(&'static str, String)> {
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
        self.0.attribute(local_name).is_some_and(|value| operator.matches(value))
    }

    fn pseudo_class_matches(&self, class: PseudoClass<'_>) -> bool {
        match class {
            PseudoClass::FirstChild => self.prev_sibling_element().is_none(),
            _ => false,
        }
    }
}
