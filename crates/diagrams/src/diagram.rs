//! One diagram of a text, in whatever language and of whatever family.

use diag::Diagnostic;
use mermaid::SafeSvg;
use puml_compiler::Explanation;
use puml_source::Counts;
use serde_json::{Value, json};

use crate::Page;

/// A Mermaid diagram that was drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// The public name of its type, such as `flowchart`.
    pub kind: &'static str,
    /// The picture, sanitised.
    pub svg: SafeSvg,
}

/// A diagram that was understood.
#[derive(Debug, Clone, Copy)]
pub enum Diagram<'a> {
    /// A diagram in puml, of any family.
    Puml(puml_source::Diagram<'a>),
    /// From Mermaid, with its picture.
    Mermaid(&'a Chart),
}

impl<'a> Diagram<'a> {
    /// The name that the source gives it.
    pub fn name(&self) -> Option<&'a str> {
        match self {
            Self::Puml(diagram) => diagram.name(),
            Self::Mermaid(_) => None,
        }
    }

    /// The public name of its type, such as `sequence` or `flowchart`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Puml(diagram) => diagram.kind(),
            Self::Mermaid(drawn) => drawn.kind,
        }
    }

    /// How much is in it; of Mermaid only pages are counted.
    pub fn counts(&self) -> Counts {
        match self {
            Self::Puml(diagram) => diagram.counts(),
            Self::Mermaid(_) => Counts { pages: 1, ..Counts::default() },
        }
    }

    /// Type and counts, as programs answer them.
    pub fn summary(&self) -> Value {
        match self {
            Self::Puml(diagram) => diagram.summary(),
            Self::Mermaid(drawn) => json!({ "type": drawn.kind, "pages": 1 }),
        }
    }

    /// What PlantUML's servers and command line say about a diagram that they have drawn.
    pub fn description(&self) -> String {
        match self {
            Self::Puml(diagram) => diagram.description(),
            Self::Mermaid(drawn) => format!("({})", drawn.kind),
        }
    }

    /// How many pages it has.
    pub fn page_count(&self) -> usize {
        match self {
            Self::Puml(diagram) => diagram.page_count(),
            Self::Mermaid(_) => 1,
        }
    }

    /// One page, counted from 0; `None` if there are fewer.
    pub fn page(&self, number: usize) -> Option<Page<'a>> {
        (number < self.page_count()).then_some(Page { diagram: *self, number })
    }

    /// Every page, in order.
    pub fn pages(&self) -> Vec<Page<'a>> {
        (0..self.page_count()).map(|number| Page { diagram: *self, number }).collect()
    }

    /// What it says, in words; of Mermaid nothing is known but its picture.
    pub fn explanation(&self) -> Option<Explanation> {
        match self {
            Self::Puml(diagram) => Some(diagram.explanation()),
            Self::Mermaid(_) => None,
        }
    }

    /// What makes it hard to read.
    pub fn readability(&self) -> Vec<Diagnostic> {
        match self {
            Self::Puml(diagram) => diagram.readability(),
            Self::Mermaid(_) => Vec::new(),
        }
    }

    /// What it means, as data; of Mermaid nothing is known but its picture.
    pub fn model_json(&self) -> Option<Value> {
        match self {
            Self::Puml(diagram) => Some(diagram.model_json()),
            Self::Mermaid(_) => None,
        }
    }
}
