//! The elements of component, deployment and use case diagrams: how each looks in a theme, and what styles call it.

use puml_family::themes::{self, Palette, Tone, plain, toned};
use puml_family::{
    Align, ElementSet, Look, Roles, Rules, Spec, Styling, Vocabulary, Words, length,
};
use puml_graph::{Lines, Symbol};
use scene::Font;

/// A kind of thing that has a look of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Element {
    Document,
    Stereotype,
    Arrow,
    Note,
    Title,
    TopLine,
    BottomLine,
    Caption,
    Legend,
    Mainframe,
    /// The tables of JSON objects.
    Table,
    /// An element that holds nothing.
    Leaf(Symbol),
    /// Drawn around the elements inside it.
    Frame(Symbol),
}

/// How many elements stand before the figures.
const FIRST: u8 = 11;
/// How many figures there are.
const SYMBOLS: u8 = 36;
/// How many elements there are.
const COUNT: usize = (FIRST + 2 * SYMBOLS) as usize;

impl Element {
    const fn place(self) -> puml_family::Element {
        puml_family::Element(match self {
            Self::Document => 0,
            Self::Stereotype => 1,
            Self::Arrow => 2,
            Self::Note => 3,
            Self::Title => 4,
            Self::TopLine => 5,
            Self::BottomLine => 6,
            Self::Caption => 7,
            Self::Legend => 8,
            Self::Mainframe => 9,
            Self::Table => 10,
            Self::Leaf(symbol) => FIRST + symbol as u8,
            Self::Frame(symbol) => FIRST + SYMBOLS + symbol as u8,
        })
    }
}

impl From<Element> for puml_family::Element {
    fn from(element: Element) -> Self {
        element.place()
    }
}

const fn one(element: Element) -> ElementSet {
    ElementSet::one(element.place().0)
}

/// A figure as an element and as a container.
const fn both(symbol: Symbol) -> ElementSet {
    one(Element::Leaf(symbol)).and(one(Element::Frame(symbol)))
}

/// Figures in the order of [`Symbol`], with their names in answers.
const FIGURES: [(Symbol, &str, &str); SYMBOLS as usize] = [
    (Symbol::Action, "Action", "ActionFrame"),
    (Symbol::Actor, "Actor", "ActorFrame"),
    (Symbol::BusinessActor, "BusinessActor", "BusinessActorFrame"),
    (Symbol::Agent, "Agent", "AgentFrame"),
    (Symbol::Artifact, "Artifact", "ArtifactFrame"),
    (Symbol::Boundary, "Boundary", "BoundaryFrame"),
    (Symbol::Card, "Card", "CardFrame"),
    (Symbol::Circle, "Circle", "CircleFrame"),
    (Symbol::Cloud, "Cloud", "CloudFrame"),
    (Symbol::Collections, "Collections", "CollectionsFrame"),
    (Symbol::Component, "Component", "ComponentFrame"),
    (Symbol::Control, "Control", "ControlFrame"),
    (Symbol::Database, "Database", "DatabaseFrame"),
    (Symbol::Entity, "Entity", "EntityFrame"),
    (Symbol::File, "File", "FileFrame"),
    (Symbol::Folder, "Folder", "FolderFrame"),
    (Symbol::Frame, "Frame", "FrameFrame"),
    (Symbol::Hexagon, "Hexagon", "HexagonFrame"),
    (Symbol::Interface, "Interface", "InterfaceFrame"),
    (Symbol::Label, "Label", "LabelFrame"),
    (Symbol::Node, "Node", "NodeFrame"),
    (Symbol::Package, "Package", "PackageFrame"),
    (Symbol::Person, "Person", "PersonFrame"),
    (Symbol::Port, "Port", "PortFrame"),
    (Symbol::PortIn, "PortIn", "PortInFrame"),
    (Symbol::PortOut, "PortOut", "PortOutFrame"),
    (Symbol::Process, "Process", "ProcessFrame"),
    (Symbol::Queue, "Queue", "QueueFrame"),
    (Symbol::Rectangle, "Rectangle", "RectangleFrame"),
    (Symbol::Stack, "Stack", "StackFrame"),
    (Symbol::Storage, "Storage", "StorageFrame"),
    (Symbol::UseCase, "UseCase", "UseCaseFrame"),
    (Symbol::BusinessUseCase, "BusinessUseCase", "BusinessUseCaseFrame"),
    (Symbol::Archimate, "Archimate", "ArchimateFrame"),
    (Symbol::Domain, "Domain", "DomainFrame"),
    (Symbol::Requirement, "Requirement", "RequirementFrame"),
];

const fn spec(name: &'static str, look: fn(&Palette) -> Look) -> Spec {
    Spec { name, look, words: Words::OnFill }
}

/// Every element in its place.
const SPECS: [Spec; COUNT] = {
    const NONE: Spec = spec("", themes::document);
    let mut all = [NONE; COUNT];
    all[0] = spec("Document", themes::document);
    all[1] = spec("Stereotype", themes::stereotype);
    all[2] = spec("Arrow", arrow);
    all[3] = spec("Note", themes::note);
    all[4] = spec("Title", themes::title);
    all[5] = spec("Header", themes::margin);
    all[6] = spec("Footer", themes::margin);
    all[7] = spec("Caption", themes::caption);
    all[8] = spec("Legend", themes::legend);
    all[9] = spec("Mainframe", themes::mainframe);
    all[10] = spec("Table", leaf);
    let mut idx = 0;
    while idx < SYMBOLS as usize {
        let (symbol, name, frame_name) = FIGURES[idx];
        assert!(symbol as usize == idx, "figures stand in the order of their places");
        let (look, words): (fn(&Palette) -> Look, Words) = match symbol {
            Symbol::Label => (label, Words::Beside),
            Symbol::Actor
            | Symbol::BusinessActor
            | Symbol::Boundary
            | Symbol::Control
            | Symbol::Entity
            | Symbol::Interface
            | Symbol::Circle
            | Symbol::Port
            | Symbol::PortIn
            | Symbol::PortOut => (sign, Words::Beside),
            _ => (leaf, Words::OnFill),
        };
        all[FIRST as usize + idx] = Spec { name, look, words };
        all[(FIRST + SYMBOLS) as usize + idx] = spec(frame_name, frame);
        idx += 1;
    }
    all
};

static ELEMENTS: [Spec; COUNT] = SPECS;

/// Every figure with an inside.
const FILLED: ElementSet = {
    let mut set = one(Element::Note).and(one(Element::Legend)).and(one(Element::Table));
    let mut idx = 0;
    while idx < SYMBOLS as usize {
        set = set.and(both(FIGURES[idx].0));
        idx += 1;
    }
    set
};

/// Names, the longer of two before the shorter.
const NAMES: [(&str, ElementSet); 44] = [
    ("businessactor", both(Symbol::BusinessActor)),
    ("businessusecase", both(Symbol::BusinessUseCase)),
    ("actor", both(Symbol::Actor).and(both(Symbol::BusinessActor))),
    ("action", both(Symbol::Action)),
    ("agent", both(Symbol::Agent)),
    ("archimate", both(Symbol::Archimate)),
    ("artifact", both(Symbol::Artifact)),
    ("boundary", both(Symbol::Boundary)),
    ("card", both(Symbol::Card)),
    ("circle", both(Symbol::Circle)),
    ("cloud", both(Symbol::Cloud)),
    ("collections", both(Symbol::Collections)),
    ("component", both(Symbol::Component)),
    ("control", both(Symbol::Control)),
    ("database", both(Symbol::Database)),
    ("domain", both(Symbol::Domain)),
    ("entity", both(Symbol::Entity)),
    ("file", both(Symbol::File)),
    ("folder", both(Symbol::Folder)),
    ("frame", both(Symbol::Frame)),
    ("hexagon", both(Symbol::Hexagon)),
    ("interface", both(Symbol::Interface)),
    ("label", both(Symbol::Label)),
    ("node", both(Symbol::Node)),
    ("package", both(Symbol::Package)),
    ("person", both(Symbol::Person)),
    ("portin", both(Symbol::PortIn)),
    ("portout", both(Symbol::PortOut)),
    ("port", both(Symbol::Port).and(both(Symbol::PortIn)).and(both(Symbol::PortOut))),
    ("process", both(Symbol::Process)),
    ("queue", both(Symbol::Queue)),
    ("rectangle", both(Symbol::Rectangle)),
    ("requirement", both(Symbol::Requirement)),
    ("stack", both(Symbol::Stack)),
    ("storage", both(Symbol::Storage)),
    ("usecase", both(Symbol::UseCase).and(both(Symbol::BusinessUseCase))),
    ("map", one(Element::Table)),
    ("json", one(Element::Table)),
    ("arrow", one(Element::Arrow)),
    ("stereotype", one(Element::Stereotype)),
    ("note", one(Element::Note)),
    ("cardinality", one(Element::Arrow)),
    ("element", FILLED),
    ("group", ElementSet::NONE),
];

/// The style language of component, deployment and use case diagrams.
pub(crate) static VOCABULARY: Vocabulary = Vocabulary {
    noun: "a component, deployment or use case diagram",
    prefix: "componentdiagram",
    root: "componentdiagram",
    elements: &ELEMENTS,
    roles: Roles {
        document: Element::Document.place(),
        title: Element::Title.place(),
        header: Element::TopLine.place(),
        footer: Element::BottomLine.place(),
        caption: Element::Caption.place(),
        legend: Element::Legend.place(),
        mainframe: Element::Mainframe.place(),
    },
    keys: &NAMES,
    selectors: &NAMES,
    settings: &[
        "linetype",
        "nodesep",
        "ranksep",
        "componentStyle",
        "actorStyle",
        "packageStyle",
        "maxMessageSize",
    ],
    filled: FILLED,
    shadowed: FILLED,
    rounded: FILLED,
    heads: FILLED.without(one(Element::Note)).without(one(Element::Legend)),
};

fn leaf(palette: &Palette) -> Look {
    let look = themes::head(palette, palette.head.text);
    Look { corner: palette.corner, padding: 10.0, min_width: 48.0, ..look }
}

/// A small figure with its name outside.
fn sign(palette: &Palette) -> Look {
    let tone = Tone { text: palette.ink, ..palette.head };
    let look = toned(palette, tone, 13.0);
    Look { padding: 2.0, align: Align::Center, ..look }
}

fn label(palette: &Palette) -> Look {
    Look { align: Align::Center, ..plain(palette, palette.on_page(palette.ink), 13.0) }
}

fn frame(palette: &Palette) -> Look {
    let look = toned(palette, palette.enclosure, 13.0);
    Look {
        corner: palette.corner,
        font: Font { bold: true, ..look.font.clone() },
        align: Align::Center,
        ..look
    }
}

fn arrow(palette: &Palette) -> Look {
    let look = themes::arrow(palette);
    Look { font: Font { size: 12.0, ..look.font.clone() }, max_width: Some(220.0), ..look }
}

/// What skin parameters say about the whole diagram.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    pub(crate) lines: Lines,
    pub(crate) node_gap: Option<f64>,
    pub(crate) rank_gap: Option<f64>,
    /// What `package` is drawn as.
    pub(crate) package: Option<Symbol>,
    /// What `component` is drawn as.
    pub(crate) component: Option<Symbol>,
    /// What `actor` is drawn as.
    pub(crate) actor: Option<Symbol>,
    /// Whether the author says how lines of text stand.
    pub(crate) aligned: bool,
}

impl Settings {
    /// The figure that an element is drawn as.
    pub(crate) fn drawn(&self, symbol: Symbol) -> Symbol {
        let chosen = match symbol {
            Symbol::Component => self.component,
            Symbol::Actor => self.actor,
            Symbol::Package => self.package,
            _ => None,
        };
        chosen.unwrap_or(symbol)
    }
}

impl Styling for Settings {
    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    fn setting(&mut self, key: &str, value: &str, rules: &mut Rules) -> Option<bool> {
        let word = value.to_ascii_lowercase();
        match key {
            "linetype" => {
                self.lines = match word.as_str() {
                    "polyline" => Lines::Polyline,
                    "spline" | "splines" => Lines::Curved,
                    _ => Lines::Orthogonal,
                };
            }
            "nodesep" => self.node_gap = Some(length(value)?),
            "ranksep" => self.rank_gap = Some(length(value)?),
            "componentstyle" => {
                self.component = match word.as_str() {
                    "uml1" => Some(Symbol::TabbedComponent),
                    "rectangle" => Some(Symbol::Rectangle),
                    _ => None,
                };
            }
            "actorstyle" => {
                self.actor = match word.as_str() {
                    "awesome" => Some(Symbol::Bust),
                    "hollow" => Some(Symbol::HollowBust),
                    _ => None,
                };
            }
            "packagestyle" => {
                let word = if word == "rect" { "rectangle" } else { word.as_str() };
                let found = Symbol::WORDS.iter().find(|it| it.0 == word).map(|it| it.1);
                self.package = found.filter(|it| it.can_hold());
            }
            "maxmessagesize" | "wrapmessagewidth" => {
                return Some(rules.add(one(Element::Arrow), "maxwidth", value));
            }
            "fixcirclelabeloverlapping" | "style" => {}
            "defaulttextalignment" => {
                self.aligned = true;
                return None;
            }
            _ => return None,
        }
        Some(true)
    }

    fn narrowed<'k>(&self, elements: ElementSet, property: &'k str) -> (ElementSet, &'k str) {
        match property.strip_prefix("stereotype") {
            Some(rest) if !rest.is_empty() => (one(Element::Stereotype), rest),
            _ => (elements, property),
        }
    }
}
