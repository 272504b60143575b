//! The elements of a tree diagram: how each looks in a theme, and what styles call it.

use puml_family::themes::{self, BLOCK_WIDTH, Palette, plain};
use puml_family::{Align, ElementSet, Look, Roles, Spec, Styling, Vocabulary, Words};
use scene::Font;

use crate::model::Notation;

/// A kind of thing that has a look of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Element {
    /// The page itself.
    Document,
    /// A node with children.
    Node,
    /// Nodes without a parent.
    RootNode,
    /// A node without children.
    LeafNode,
    /// A node without a box.
    Boxless,
    /// Lines between nodes, and free arrows with their labels.
    Arrow,
    /// The diagram's title.
    Title,
    /// Top line.
    Header,
    /// Bottom line.
    Footer,
    /// Below the picture.
    Caption,
    /// The box with explanations.
    Legend,
    /// The frame around everything.
    Mainframe,
}

impl Element {
    const fn place(self) -> puml_family::Element {
        puml_family::Element(self as u8)
    }
}

impl From<Element> for puml_family::Element {
    fn from(element: Element) -> Self {
        element.place()
    }
}

/// What mind maps and work breakdown structures do with styles.
pub(crate) struct Styles(pub(crate) Notation);

impl Styling for Styles {
    fn vocabulary(&self) -> &'static Vocabulary {
        vocabulary(self.0)
    }
}

/// The style language of a notation.
pub(crate) fn vocabulary(notation: Notation) -> &'static Vocabulary {
    match notation {
        Notation::Mindmap => &MINDMAP,
        Notation::Wbs => &WBS,
    }
}

static MINDMAP: Vocabulary = tree("a mind map", "mindmap", "mindmapdiagram");
static WBS: Vocabulary = tree("a work breakdown structure", "wbs", "wbsdiagram");

const NODES: ElementSet = one(Element::Node)
    .and(one(Element::RootNode))
    .and(one(Element::LeafNode))
    .and(one(Element::Boxless));
const BOXES: ElementSet = NODES.without(one(Element::Boxless));

/// What skin parameters begin with.
const KEYS: &[(&str, ElementSet)] = &[("node", NODES), ("arrow", one(Element::Arrow))];

/// What style blocks call the elements.
const SELECTORS: &[(&str, ElementSet)] = &[
    ("node", NODES),
    ("rootnode", one(Element::RootNode)),
    ("leafnode", one(Element::LeafNode)),
    ("boxless", one(Element::Boxless)),
    ("arrow", one(Element::Arrow)),
];

const fn one(element: Element) -> ElementSet {
    ElementSet::one(element as u8)
}

const fn tree(noun: &'static str, prefix: &'static str, root: &'static str) -> Vocabulary {
    Vocabulary {
        noun,
        prefix,
        root,
        elements: &[
            Spec { name: "Document", look: themes::document, words: Words::OnFill },
            Spec { name: "Node", look: node, words: Words::OnFill },
            Spec { name: "RootNode", look: root_node, words: Words::OnFill },
            Spec { name: "LeafNode", look: leaf_node, words: Words::OnFill },
            Spec { name: "Boxless", look: boxless, words: Words::OnFill },
            Spec { name: "Arrow", look: arrow, words: Words::OnFill },
            Spec { name: "Title", look: themes::title, words: Words::OnFill },
            Spec { name: "Header", look: themes::margin, words: Words::OnFill },
            Spec { name: "Footer", look: themes::margin, words: Words::OnFill },
            Spec { name: "Caption", look: themes::caption, words: Words::OnFill },
            Spec { name: "Legend", look: themes::legend, words: Words::OnFill },
            Spec { name: "Mainframe", look: themes::mainframe, words: Words::OnFill },
        ],
        roles: Roles {
            document: Element::Document.place(),
            title: Element::Title.place(),
            header: Element::Header.place(),
            footer: Element::Footer.place(),
            caption: Element::Caption.place(),
            legend: Element::Legend.place(),
            mainframe: Element::Mainframe.place(),
        },
        keys: KEYS,
        selectors: SELECTORS,
        settings: &[],
        filled: BOXES.and(one(Element::Legend)),
        shadowed: BOXES.and(one(Element::Legend)),
        rounded: BOXES,
        heads: NODES,
    }
}

fn node(palette: &Palette) -> Look {
    let look = themes::head(palette, palette.head.text);
    Look {
        corner: palette.corner,
        min_width: 0.0,
        align: Align::Left,
        max_width: Some(BLOCK_WIDTH),
        font: Font { bold: false, ..look.font.clone() },
        ..look
    }
}

fn root_node(palette: &Palette) -> Look {
    let look = node(palette);
    Look {
        font: Font { bold: true, size: 15.0, ..look.font.clone() },
        padding: 10.0,
        align: Align::Center,
        ..look
    }
}

fn leaf_node(palette: &Palette) -> Look {
    node(palette)
}

fn boxless(palette: &Palette) -> Look {
    Look {
        padding: 3.0,
        max_width: Some(BLOCK_WIDTH),
        ..plain(palette, palette.on_page(palette.ink), 13.0)
    }
}

fn arrow(palette: &Palette) -> Look {
    themes::arrow(palette)
}
