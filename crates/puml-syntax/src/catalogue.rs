//! How a family lists what it can say: each construct with its form, its meaning and an example.

use serde_json::{Map, Value, json};

/// One construct.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Primitive {
    /// A short name, unique in the catalogue.
    pub name: &'static str,
    /// The form: `[x]` may be left out, `|` separates choices.
    pub syntax: &'static str,
    /// What it does, in one line.
    pub meaning: &'static str,
    /// Lines that stand on their own.
    pub example: &'static str,
}

/// Constructs that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Section {
    /// `participants`, `arrows`, `notes`, `groups`, `lifecycle`, `styling`, …
    pub name: &'static str,
    /// In the order a learner meets them.
    pub primitives: &'static [Primitive],
}

/// A construct from its four parts.
pub const fn primitive(
    name: &'static str,
    syntax: &'static str,
    meaning: &'static str,
    example: &'static str,
) -> Primitive {
    Primitive { name, syntax, meaning, example }
}

/// Each section with its constructs, as programs answer them.
pub fn json(sections: &[&Section]) -> Map<String, Value> {
    let constructs = |section: &Section| -> Value {
        let all = section.primitives.iter().map(|it| {
            json!({ "name": it.name, "syntax": it.syntax, "meaning": it.meaning, "example": it.example })
        });
        all.collect()
    };
    sections.iter().map(|it| (it.name.to_owned(), constructs(it))).collect()
}
