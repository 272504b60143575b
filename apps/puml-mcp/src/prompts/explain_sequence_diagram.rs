//! `explain_sequence_diagram`: what a source says, in words.

use std::sync::Arc;

use toolserver::{Argument, ArgumentKind, Filled, Message, Prompt};

use super::{REPAIR_LOOP, fenced};

pub(super) fn prompt() -> Prompt {
    Prompt {
        name: "explain_sequence_diagram".into(),
        title: "Explain a sequence diagram".into(),
        description: "Say in words what a puml sequence diagram shows.".into(),
        arguments: vec![Argument::required("source", "The source to explain.", ArgumentKind::Text)],
        write: Arc::new(|_, filled| Ok(vec![Message::user(text(filled))])),
    }
}

fn text(filled: &Filled) -> String {
    let source = fenced("puml", &filled["source"]);
    format!(
        "Explain this puml sequence diagram:\n\n{source}\n\n\
         Call puml_explain and build on its participants and flow; do not guess from the text. \
         Answer with a summary of two or three sentences, then the flow step by step, with branches and loops as such.\n\n\
         If the source is not valid, say so first and offer a repaired version. {REPAIR_LOOP}"
    )
}
