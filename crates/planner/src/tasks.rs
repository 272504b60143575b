//! The planning pipeline: one file per task, and the table that makes a graph of them.

use serde_json::{Value, json};

use crate::draw::{Notation, Refusal};
pub use edited::edit_faults;
pub use intake_prompt::{Choice, Intake, Open};

use crate::facts::Language;
use crate::provider::Answer;
use crate::task::{Context, Produced, Task, TaskError};

mod analyze_swot;
mod break_down_work;
mod build_report;
mod check_consistency;
mod choose_strategy;
mod compute_budget;
mod compute_schedule;
mod consult_experts;
mod draw_schedule;
mod draw_sequences;
mod edited;
mod estimate_tasks;
mod extract_facts;
mod finalize_run;
mod identify_purpose;
mod identify_risks;
mod intake_prompt;
mod link_tasks;
mod make_assumptions;
mod map_stakeholders;
mod parse_plan;
mod premortem;
mod self_audit;
mod staff_team;
mod trace;
mod write_detailed_plan;
mod write_executive_summary;
mod write_validation_report;

/// Every task from `prompt.md` to `report.html` and `manifest.json`, producers before consumers.
pub const TASKS: [Task; 26] = [
    extract_facts::TASK,
    intake_prompt::TASK,
    identify_purpose::TASK,
    make_assumptions::TASK,
    choose_strategy::TASK,
    map_stakeholders::TASK,
    analyze_swot::TASK,
    identify_risks::TASK,
    break_down_work::TASK,
    estimate_tasks::TASK,
    link_tasks::TASK,
    consult_experts::TASK,
    compute_schedule::TASK,
    staff_team::TASK,
    compute_budget::TASK,
    draw_schedule::TASK,
    draw_sequences::TASK,
    write_detailed_plan::TASK,
    parse_plan::TASK,
    write_executive_summary::TASK,
    check_consistency::TASK,
    premortem::TASK,
    self_audit::TASK,
    write_validation_report::TASK,
    build_report::TASK,
    finalize_run::TASK,
];

/// Gives the entries of a list their ids: `prefix` and a number from 1.
fn number(list: &mut Value, prefix: &str) {
    for (idx, entry) in list.as_array_mut().into_iter().flatten().enumerate() {
        let Some(fields) = entry.as_object_mut() else { continue };
        fields.remove("id");
        // The id comes first, where people look for it.
        fields.shift_insert(0, "id".to_owned(), json!(format!("{prefix}{}", idx + 1)));
    }
}

/// A JSON text, empty when it is something else.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The line under a title: in which language what follows is, if the prompt is in another, and who wrote it.
fn notice(ctx: &Context<'_>, answer: &Answer) -> String {
    let said = text(&answer.value["notice"]);
    // A model that claims to be rules is not believed.
    let is_model = said.is_empty() || answer.origin.starts_with("agent");
    let language = ctx.inputs.text("prompt.md").map_or(Language::English, Language::of);
    let (writer, english) = if is_model {
        (format!("written by {}", answer.origin), language.tables_in_english())
    } else {
        (said.to_owned(), language.all_in_english())
    };
    if english.is_empty() { writer } else { format!("{english} {}.", sentence(&writer)) }
}

/// What would be more than words in Markdown, and how it is written.
const MARKS: [(&str, &str); 3] = [("|", "\\|"), ("<", "\\<"), ("](", "]\\(")];

/// Markdown that [`MARKS`] were written in, as words.
fn unmarked(text: &str) -> String {
    MARKS.iter().fold(text.to_owned(), |text, (mark, escaped)| text.replace(escaped, mark))
}

/// The cells of a row of a table.
fn cells<const N: usize>(values: [&dyn std::fmt::Display; N]) -> Vec<String> {
    values.map(ToString::to_string).to_vec()
}

/// A text on one line that says nothing to a diagram language.
fn plain(text: &str) -> String {
    const MARKS: [char; 11] = ['\\', '<', '>', '%', '!', '$', '[', ']', '#', ';', '`'];
    text.replace('"', "'").replace(MARKS, " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A number of working days, in words that fit the number.
fn working_days(count: i64) -> String {
    match count {
        0 => "no working day".to_owned(),
        1 => "1 working day".to_owned(),
        _ => format!("{count} working days"),
    }
}

/// A text with a capital at its beginning.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// "day of use" becomes "days of use".
fn plural(noun: &str) -> String {
    match noun.split_once(" of ") {
        Some((head, rest)) => format!("{head}s of {rest}"),
        None => format!("{noun}s"),
    }
}

/// A text of at most so many letters, cut between words.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut out = String::new();
    for word in text.split_whitespace() {
        if out.chars().count() + word.chars().count() >= most {
            break;
        }
        out.push_str(word);
        out.push(' ');
    }
    let whole = out.trim_end();
    format!(
        "{}…",
        if whole.is_empty() { text.chars().take(most).collect() } else { whole.to_owned() }
    )
}

/// A text that continues a sentence.
fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// A source as a picture for light pages. What the engines refuse fails the task: our own sources
/// must compile, whatever words they contain.
fn picture(
    ctx: &Context<'_>,
    path: &'static str,
    notation: Notation,
    source: &str,
) -> Result<Produced, TaskError> {
    match ctx.draw.draw(notation, source, scene::Scheme::Light) {
        Ok(svg) => Ok(Produced::text(path, svg)),
        Err(Refusal::NoEngine) => Ok(Produced::text(path, NO_ENGINE)),
        Err(Refusal::Findings(findings)) => {
            let message = format!("{path} does not compile: {}", findings.join("; "));
            Err(TaskError::Recoverable(message))
        }
    }
}

/// Stands where a program without diagram engines has no picture.
const NO_ENGINE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"320\" height=\"40\">\
    <text x=\"8\" y=\"25\" font-family=\"sans-serif\" font-size=\"14\">drawn by no engine; see the \
    source</text></svg>\n";

#[cfg(test)]
mod tests;
