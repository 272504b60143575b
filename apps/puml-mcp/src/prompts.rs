//! Ready-made beginnings: each demands a passing `puml_check` before anything is claimed. One file per prompt.

mod convert_to_puml;
mod explain_sequence_diagram;
mod review_sequence_diagram;
mod write_sequence_diagram;

use toolserver::Prompt;

/// Every prompt, in the order it is listed.
pub(crate) fn all() -> Vec<Prompt> {
    vec![
        write_sequence_diagram::prompt(),
        review_sequence_diagram::prompt(),
        convert_to_puml::prompt(),
        explain_sequence_diagram::prompt(),
    ]
}

/// The loop that every prompt ends in.
const REPAIR_LOOP: &str = "\
Work in this loop and do not leave it early:
1. Write the whole source, from @startuml to @enduml.
2. Call puml_check with it.
3. If ok is false, fix every diagnostic: each has a place, a reason and often a fix with the exact edit. Then go back to 2.
4. Only when puml_check answers ok: true is the diagram valid. Never claim it before.";

/// Whether a flag argument is set; prompts carry only text.
fn is_set(filled: &toolserver::Filled, name: &str) -> bool {
    filled.get(name).is_some_and(|it| it == "true")
}

/// A text between fences that nothing in it can end.
fn fenced(language: &str, text: &str) -> String {
    let longest =
        text.lines().map(|it| it.trim_start().bytes().take_while(|it| *it == b'`').count());
    let fence = "`".repeat(longest.max().unwrap_or(0).max(2) + 1);
    format!("{fence}{language}\n{text}\n{fence}")
}
