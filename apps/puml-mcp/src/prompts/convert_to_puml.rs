//! `convert_to_puml`: prose, Mermaid, logs and more as a sequence diagram.

use std::sync::Arc;

use toolserver::{Argument, ArgumentKind, Filled, Message, Prompt};

use super::{REPAIR_LOOP, fenced};

const KINDS: [&str; 6] = ["prose", "mermaid", "plantuml", "logs", "openapi", "code"];

pub(super) fn prompt() -> Prompt {
    Prompt {
        name: "convert_to_puml".into(),
        title: "Convert to puml".into(),
        description: "Turn prose, Mermaid, PlantUML, logs, an API description or code into a puml sequence diagram.".into(),
        arguments: vec![
            Argument::required("input", "What to convert.", ArgumentKind::Text),
            Argument::required(
                "input_type",
                "What the input is.",
                ArgumentKind::Choice(KINDS.map(str::to_owned).to_vec()),
            ),
        ],
        write: Arc::new(|_, filled| Ok(vec![Message::user(text(filled))])),
    }
}

fn text(filled: &Filled) -> String {
    let (input, kind) = (fenced("", &filled["input"]), &filled["input_type"]);
    let how = match kind.as_str() {
        "mermaid" => {
            "Call puml_convert first; it keeps ids, activations, notes and groups and names what has no equivalent."
        }
        "plantuml" => {
            "Call puml_check first. If it is a sequence diagram already, fix it instead of rewriting it."
        }
        "logs" => {
            "Each service is a participant, each request and its answer are messages, in the order of the time stamps."
        }
        "openapi" => {
            "The client and the service are participants; each operation is a call with its main answers in an alt."
        }
        "code" => {
            "Modules or objects are participants, calls are messages; leave out what a reader does not need."
        }
        _ => "Find who takes part, then what is sent, in order.",
    };
    format!(
        "Convert this {kind} into a puml sequence diagram:\n\n{input}\n\n{how}\n\
         If it is a class, state, activity or other diagram, refuse and say so, unless the user asks to express the idea \
         as a sequence.\n\n{REPAIR_LOOP}\n\nFinish with the final source in a ```puml block and a line on anything that was left out."
    )
}
