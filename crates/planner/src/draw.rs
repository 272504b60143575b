//! The seam to the diagram engines: planning writes sources, a program brings what draws them.

use scene::Scheme;

/// Compiles diagram sources into pictures. Equal arguments give equal bytes.
pub trait Draw: Send + Sync {
    /// Goes into the keys of tasks that draw: must differ whenever pictures may differ.
    fn identity(&self) -> String;

    /// The picture as one safe `<svg>` element.
    fn draw(&self, notation: Notation, source: &str, scheme: Scheme) -> Result<String, Refusal>;
}

/// What a diagram source is written in. The diagram packages have a type of their own: planning does not know them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// Graphs.
    Mermaid,
    /// Gantt charts and sequence diagrams.
    PlantUml,
}

impl Notation {
    /// The notation that a fenced block names.
    pub fn of_fence(info: &str) -> Option<Self> {
        match info.split([' ', ',', '{']).next().unwrap_or_default() {
            "mermaid" => Some(Self::Mermaid),
            "plantuml" | "puml" => Some(Self::PlantUml),
            _ => None,
        }
    }

    /// The word after the fence.
    pub fn fence(self) -> &'static str {
        match self {
            Self::Mermaid => "mermaid",
            Self::PlantUml => "plantuml",
        }
    }
}

/// Why there is no picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The program has no engine; the source stays as it is.
    NoEngine,
    /// What is wrong with the source, at least one finding.
    Findings(Vec<String>),
}

/// Draws nothing; for programs that only need the sources.
#[derive(Debug, Clone, Copy)]
pub struct NoEngine;

impl Draw for NoEngine {
    fn identity(&self) -> String {
        "none".to_owned()
    }

    fn draw(&self, _: Notation, _: &str, _: Scheme) -> Result<String, Refusal> {
        Err(Refusal::NoEngine)
    }
}
