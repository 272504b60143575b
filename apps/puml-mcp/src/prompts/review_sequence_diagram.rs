//! `review_sequence_diagram`: correctness first, then readability, then a patch.

use std::sync::Arc;

use toolserver::{Argument, ArgumentKind, Filled, Message, Prompt};

use super::{REPAIR_LOOP, fenced, is_set};

pub(super) fn prompt() -> Prompt {
    Prompt {
        name: "review_sequence_diagram".into(),
        title: "Review a sequence diagram".into(),
        description: "Check a puml source, review its readability and suggest a patch.".into(),
        arguments: vec![
            Argument::required("source", "The source to review.", ArgumentKind::Text),
            Argument::optional(
                "strict",
                "Whether every warning must be resolved.",
                ArgumentKind::Flag,
            ),
        ],
        write: Arc::new(|_, filled| Ok(vec![Message::user(text(filled))])),
    }
}

fn text(filled: &Filled) -> String {
    let source = fenced("puml", &filled["source"]);
    let bar = if is_set(filled, "strict") {
        "Warnings block as errors do: the verdict is pass only if puml_check reports nothing at all."
    } else {
        "Warnings are worth a line each but do not block."
    };
    format!(
        "Review this puml sequence diagram:\n\n{source}\n\n\
         1. Call puml_check. Its errors are facts; report each with its line. {bar}\n\
         2. If it is valid, call puml_view, look at the picture, and call puml_lint_readability. Keep advice apart from errors.\n\
         3. Look at names, aliases, directions, groups, activations and notes. Be concrete: name the line and the change.\n\
         4. Write the patch as a whole new source.\n\n{REPAIR_LOOP}\n\n\
         Answer in this form:\n\
         Verdict: pass / needs changes / invalid\nBlocking issues:\nRecommended improvements:\nRendered artifact:\nSuggested patch:"
    )
}
