//! The figures of component, deployment and use case diagrams: what an element or a container is drawn as.

/// A figure. Those that [`Symbol::can_hold`] are also drawn as frames around other things.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Symbol {
    /// An arrow-shaped box.
    Action,
    /// A stick figure.
    Actor,
    /// A stick figure with a stroke through its head.
    BusinessActor,
    /// A box.
    Agent,
    /// A box with a small sheet in its corner.
    Artifact,
    /// A circle with a bar to its left.
    Boundary,
    /// A box with little air.
    Card,
    /// A small circle, its words below.
    Circle,
    /// An outline of arcs around the words.
    Cloud,
    /// Two boxes, one behind the other.
    Collections,
    /// A box with UML's component sign.
    Component,
    /// A circle with an arrow on its line.
    Control,
    /// A standing cylinder.
    Database,
    /// A circle on a line.
    Entity,
    /// A sheet with a folded corner.
    File,
    /// A box with a tab at its upper left.
    Folder,
    /// A box with a title in a pentagon.
    Frame,
    /// A box with a point at either side.
    Hexagon,
    /// A small circle, its words below.
    Interface,
    /// Text alone.
    Label,
    /// A box with depth.
    Node,
    /// A folder with its title in the tab.
    Package,
    /// A box with a head.
    Person,
    /// A small square on a container's border, where the flow enters.
    Port,
    /// `portin`: drawn as [`Symbol::Port`].
    PortIn,
    /// A small square on a container's border, where the flow leaves.
    PortOut,
    /// A chevron.
    Process,
    /// A lying cylinder.
    Queue,
    /// A box.
    Rectangle,
    /// A box whose sides go on above it.
    Stack,
    /// A box with wide round corners.
    Storage,
    /// An ellipse.
    UseCase,
    /// An ellipse with a stroke.
    BusinessUseCase,
    /// A box with an icon, its colour says the layer.
    Archimate,
    /// A box of a problem frame.
    Domain,
    /// An ellipse of a problem frame.
    Requirement,
    /// An actor as a filled head and shoulders.
    Bust,
    /// An actor as the outline of head and shoulders.
    HollowBust,
    /// A component with two tabs at its left.
    TabbedComponent,
}

impl Symbol {
    /// All of them, by the word that a source writes. The longer of two stands before the shorter.
    pub const WORDS: [(&str, Self); 33] = [
        ("artifact", Self::Artifact),
        ("actor/", Self::BusinessActor),
        ("actor", Self::Actor),
        ("folder", Self::Folder),
        ("card", Self::Card),
        ("file", Self::File),
        ("package", Self::Package),
        ("rectangle", Self::Rectangle),
        ("hexagon", Self::Hexagon),
        ("label", Self::Label),
        ("node", Self::Node),
        ("frame", Self::Frame),
        ("cloud", Self::Cloud),
        ("action", Self::Action),
        ("process", Self::Process),
        ("database", Self::Database),
        ("queue", Self::Queue),
        ("stack", Self::Stack),
        ("storage", Self::Storage),
        ("agent", Self::Agent),
        ("usecase/", Self::BusinessUseCase),
        ("usecase", Self::UseCase),
        ("component", Self::Component),
        ("boundary", Self::Boundary),
        ("control", Self::Control),
        ("entity", Self::Entity),
        ("interface", Self::Interface),
        ("circle", Self::Circle),
        ("collections", Self::Collections),
        ("portin", Self::PortIn),
        ("portout", Self::PortOut),
        ("port", Self::Port),
        ("person", Self::Person),
    ];

    /// The word that a source writes; also the element's kind in answers.
    pub fn word(self) -> &'static str {
        match self {
            Self::Archimate => "archimate",
            Self::Domain => "domain",
            Self::Requirement => "requirement",
            Self::Bust | Self::HollowBust => "actor",
            Self::TabbedComponent => "component",
            _ => Self::WORDS.iter().find(|it| it.1 == self).map_or("", |it| it.0),
        }
    }

    /// Whether it may be drawn around other things.
    pub const fn can_hold(self) -> bool {
        matches!(
            self,
            Self::Action
                | Self::Artifact
                | Self::Card
                | Self::Cloud
                | Self::Component
                | Self::Database
                | Self::File
                | Self::Folder
                | Self::Frame
                | Self::Hexagon
                | Self::Node
                | Self::Package
                | Self::Process
                | Self::Queue
                | Self::Rectangle
                | Self::Stack
                | Self::Storage
                | Self::Archimate
                | Self::Domain
                | Self::TabbedComponent
        )
    }

    /// Whether it sits on the border of its container.
    pub const fn is_port(self) -> bool {
        matches!(self, Self::Port | Self::PortIn | Self::PortOut)
    }
}
