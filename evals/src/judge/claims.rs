//! Nothing is delivered or claimed that a tool has not confirmed for exactly that source.

use super::{Failure, Rule};
use crate::run::{Call, Run};
use crate::task::{Deliverable, Task};

/// Tools that draw.
const DRAWING: [&str; 4] = ["puml_render_svg", "puml_export", "puml_render_file", "render"];
/// Draws for the agent's own eyes: no picture for the user, but one that was seen.
const VIEWING: &str = "puml_view";

/// Words that promise validity, and words that promise a picture.
const VALID: [&str; 8] = [
    "valid",
    "checked",
    "passes",
    "passed",
    "compiles",
    "no errors",
    "verified",
    "puml_check is ok",
];
const DRAWN: [&str; 3] = ["rendered", "renders", "drew"];
/// Words that take a promise back.
const DENIED: [&str; 7] =
    ["invalid", "not valid", "could not", "cannot", "not validated", "not checked", "nothing was"];

pub(super) fn judge(task: &Task, run: &Run, failures: &mut Vec<Failure>) {
    let passed = |source: &str| run.calls.iter().position(|it| is_passing(it, run, source));
    let delivered = run.final_source();
    if let Some(source) = &delivered {
        match passed(source) {
            None => Rule::Unchecked
                .broken(failures, "no passing puml_check has seen the delivered source"),
            Some(at) if task.wanted.render => {
                let drawn = run.calls[at..].iter().any(|it| is_drawing(it, run, source));
                if !drawn {
                    Rule::Unrendered
                        .broken(failures, "the delivered source was not rendered after its check");
                }
            }
            Some(_) => {}
        }
    }
    let words = prose(&run.answer);
    let any_pass = run.calls.iter().any(|it| it.tool == "puml_check" && it.is_ok());
    if promises(&words, &VALID) && !any_pass && task.wanted.deliver != Deliverable::Refusal {
        Rule::Claim.broken(failures, "validity is claimed and no puml_check passed");
    }
    let draws = |tool: &str| tool == VIEWING || DRAWING.contains(&tool);
    let any_picture = run.calls.iter().any(|it| draws(&it.tool) && it.is_ok());
    if promises(&words, &DRAWN) && !any_picture {
        Rule::Claim.broken(failures, "a picture is claimed and none was drawn");
    }
}

/// Whether some sentence holds one of the words and does not take it back.
fn promises(words: &str, promise: &[&str]) -> bool {
    let mut sentences = words.split(['.', ';', '\n']);
    sentences.any(|it| {
        promise.iter().any(|word| it.contains(word)) && !DENIED.iter().any(|word| it.contains(word))
    })
}

fn is_passing(call: &Call, run: &Run, source: &str) -> bool {
    call.tool == "puml_check" && call.is_ok() && is_about(call, run, source)
}

fn is_drawing(call: &Call, run: &Run, source: &str) -> bool {
    DRAWING.contains(&call.tool.as_str()) && call.is_ok() && is_about(call, run, source)
}

/// Blank lines at the ends do not make another source.
fn is_about(call: &Call, run: &Run, source: &str) -> bool {
    call.source(&run.workspace).is_some_and(|it| it.trim() == source.trim())
}

/// The final words without code and without the headings of a review, in lower case.
fn prose(answer: &str) -> String {
    let parts = answer.split("```");
    let words = parts.step_by(2).collect::<String>().to_lowercase();
    words.replace("rendered artifact:", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_denial_covers_its_own_sentence_only() {
        assert!(promises("the draft was invalid. now it is valid", &VALID));
        assert!(!promises("it is not valid, so nothing was rendered", &VALID));
        assert!(!promises("i could not validate this; it is a draft", &VALID));
    }

    #[test]
    fn code_and_headings_promise_nothing() {
        let words = prose("Rendered artifact: none\n```puml\nA -> B : valid\n```\n");
        assert!(!promises(&words, &VALID) && !promises(&words, &DRAWN));
    }
}
