//! `write_sequence_diagram`: from a description to a checked source.

use std::sync::Arc;

use toolserver::{Argument, ArgumentKind, Filled, Message, Prompt};

use super::{REPAIR_LOOP, is_set};

pub(super) fn prompt() -> Prompt {
    Prompt {
        name: "write_sequence_diagram".into(),
        title: "Write a sequence diagram".into(),
        description: "Draft a puml sequence diagram from a description, check it and repair it."
            .into(),
        arguments: vec![
            Argument::required("description", "What happens, in words.", ArgumentKind::Text),
            Argument::optional(
                "style",
                "The theme of the picture.",
                ArgumentKind::Choice(puml_compiler::themes::NAMES.map(str::to_owned).to_vec()),
            ),
            Argument::optional(
                "include_lifecycle",
                "Whether to show activations.",
                ArgumentKind::Flag,
            ),
            Argument::optional(
                "include_notes",
                "Whether to add notes for context.",
                ArgumentKind::Flag,
            ),
        ],
        write: Arc::new(|_, filled| Ok(vec![Message::user(text(filled))])),
    }
}

fn text(filled: &Filled) -> String {
    let description = &filled["description"];
    let theme = match filled.get("style").map(String::as_str) {
        None | Some("default") => String::new(),
        Some(style) => format!("- Put `!theme {style}` on the line after @startuml.\n"),
    };
    let lifecycle = if is_set(filled, "include_lifecycle") {
        "- Show who is active: `++` and `--` on calls and replies, `return` for answers.\n"
    } else {
        "- Leave activations out unless the flow cannot be understood without them.\n"
    };
    let notes = if is_set(filled, "include_notes") {
        "- Add short notes where they give context that no message carries.\n"
    } else {
        "- Add no notes.\n"
    };
    format!(
        "Write a puml sequence diagram for this:\n\n{description}\n\n\
         - A sequence diagram only: participants and messages, no classes, states or activities.\n\
         - Declare the participants first, with the kind that fits (actor, participant, boundary, control, entity, \
         database, collections, queue) and a short alias for a long name.\n\
         - Keep labels short and begin them with a verb. Use alt, opt, loop and par for branches and repetition.\n\
         {theme}{lifecycle}{notes}\
         - If you are unsure of the syntax, call puml_list_primitives.\n\n{REPAIR_LOOP}\n\n\
         Call puml_view and look at the picture before you deliver. Finish with the final source in a ```puml block. Call puml_render_svg or puml_export if a picture was asked for."
    )
}
