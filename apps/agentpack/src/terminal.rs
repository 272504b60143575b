//! What people see: plans as tables, diffs in colour, errors with what to do next. stdout carries the answer, stderr the rest.

use std::fmt::Write as _;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use agentpack_core::{Change, FileDiff, LossNote, Op, Plan, State, visible};
use clap::builder::styling::{AnsiColor, Style};
use indicatif::ProgressBar;

use crate::envelope::Envelope;

/// Who reads the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Output {
    Json,
    Text,
}

const GREEN: Style = AnsiColor::Green.on_default();
const YELLOW: Style = AnsiColor::Yellow.on_default();
const RED: Style = AnsiColor::Red.on_default();
const CYAN: Style = AnsiColor::Cyan.on_default();
const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Prints an answer. A reader that left is no error.
pub(crate) fn show(envelope: &Envelope, text: &str, output: Output) {
    let _ = match output {
        Output::Json => write_json(envelope),
        Output::Text => write!(anstream::stdout().lock(), "{text}"),
    };
    if output == Output::Text {
        let list = envelope.value()["warnings"].as_array();
        let list = list.into_iter().flatten().filter_map(|warning| warning.as_str());
        let _ = write!(anstream::stderr().lock(), "{}", warnings(list));
    }
}

/// Warnings, one a line.
pub(crate) fn warnings<'w>(list: impl Iterator<Item = &'w str>) -> String {
    let mut text = String::new();
    for warning in list {
        let _ = writeln!(text, "{} {}", paint(YELLOW, "warning:"), visible(warning));
    }
    text
}

/// Prints a failure: the envelope on stdout, or a message on stderr.
pub(crate) fn fail(envelope: &Envelope, output: Output) {
    if output == Output::Json {
        let _ = write_json(envelope);
        return;
    }
    let mut err = anstream::stderr().lock();
    let (code, message) = envelope.error_message().unwrap_or(("E_UNEXPECTED", "unknown"));
    let _ = writeln!(
        err,
        "{} {} {}",
        paint(RED.bold(), "error:"),
        visible(message),
        paint(DIM, format!("[{code}]"))
    );
    let details = envelope.error_details();
    for problem in details["problems"].as_array().into_iter().flatten().skip(1) {
        let hint = problem["hint"].as_str().map(|hint| format!(" ({hint})")).unwrap_or_default();
        let _ = writeln!(
            err,
            "  line {}, column {}: {}{hint}",
            problem["line"],
            problem["column"],
            problem["message"].as_str().unwrap_or_default()
        );
    }
    for list in ["files", "blocked"] {
        for file in details[list].as_array().into_iter().flatten() {
            let _ = writeln!(err, "  {}", file["path"].as_str().unwrap_or_default());
        }
    }
    for path in details["sample_paths"].as_array().into_iter().flatten() {
        let _ = writeln!(err, "  {}", path.as_str().unwrap_or_default());
    }
    if let Some(hint) = details["hint"].as_str() {
        let _ = writeln!(err, "  {hint}");
    }
    let words = |name: &str| -> Vec<&str> {
        details[name].as_array().into_iter().flatten().filter_map(|word| word.as_str()).collect()
    };
    let flags: Vec<_> = words("flags").into_iter().chain(details["flag"].as_str()).collect();
    let supported = words("supported");
    let next = words("next_actions");
    if !flags.is_empty() {
        let _ = writeln!(err, "  {} {}", paint(DIM, "use:"), flags.join(" or "));
    } else if !supported.is_empty() {
        let _ = writeln!(err, "  {} {}", paint(DIM, "use one of:"), supported.join(", "));
    } else if !next.is_empty() {
        let _ = writeln!(err, "  {} {}", paint(DIM, "next:"), advice(&next));
    }
}

/// The identifiers of next actions as words for people. That the command is run again afterwards goes without saying.
fn advice(actions: &[&str]) -> String {
    let mut phrases: Vec<String> =
        actions.iter().filter(|it| **it != "retry_command").map(|it| phrase(it)).collect();
    let Some(last) = phrases.pop() else { return "run the command again".to_owned() };
    if phrases.is_empty() { last } else { format!("{}, or {last}", phrases.join(", ")) }
}

fn phrase(action: &str) -> String {
    match action {
        "run_doctor_fix" => return "run `agentpack doctor --fix`".to_owned(),
        "retry_in_tty" => return "run it in a terminal".to_owned(),
        _ => {}
    }
    if let Some(command) = action.strip_prefix("run_") {
        format!("run `agentpack {}`", command.replace('_', " "))
    } else if let Some(flag) = action.strip_prefix("retry_with_") {
        format!("add --{}", flag.replace('_', "-"))
    } else if let Some(flag) = action.strip_prefix("retry_without_") {
        format!("leave out --{}", flag.replace('_', "-"))
    } else {
        action.replace('_', " ")
    }
}

fn write_json(envelope: &Envelope) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(64 * 1024, io::stdout().lock());
    serde_json::to_writer_pretty(&mut out, envelope.value())?;
    out.write_all(b"\n")?;
    out.flush()
}

/// A plan as a table, one line per file, grouped by host.
pub(crate) fn plan(plan: &Plan) -> String {
    if plan.changes.is_empty() {
        return format!("{}\n", paint(GREEN, "Nothing to do: everything is up to date."));
    }
    let mut text = String::new();
    let mut target = None;
    for change in &plan.changes {
        if target.replace(change.target) != Some(change.target) {
            let _ = writeln!(text, "{}", paint(BOLD, change.target));
        }
        text.push_str(&line(change));
    }
    let count = |op| plan.changes.iter().filter(|change| change.op == op).count();
    let _ = writeln!(
        text,
        "\n{} to create, {} to update, {} to delete",
        paint(GREEN, count(Op::Create)),
        paint(YELLOW, count(Op::Update)),
        paint(RED, count(Op::Delete))
    );
    text.push_str(&losses(&plan.losses));
    text
}

/// What hosts cannot express: one line for each host and sentence, however many modules it is about.
fn losses(losses: &[LossNote]) -> String {
    let mut lines: Vec<((&str, &str), Vec<&str>)> = Vec::new();
    for loss in losses {
        let key = (loss.target.name(), loss.message.as_str());
        match lines.iter_mut().find(|(known, _)| *known == key) {
            Some((_, modules)) => modules.push(loss.module_id.as_str()),
            None => lines.push((key, vec![loss.module_id.as_str()])),
        }
    }
    let mut text = String::new();
    for ((host, message), modules) in lines {
        let _ =
            writeln!(text, "{} {host}: {message} ({})", paint(CYAN, "note:"), modules.join(", "));
    }
    text
}

fn line(change: &Change) -> String {
    let sign = match change.op {
        Op::Create => paint(GREEN, "+"),
        Op::Update => paint(YELLOW, "~"),
        Op::Delete => paint(RED, "-"),
    };
    let mut notes = Vec::new();
    if !matches!(change.state, State::New | State::PendingUpdate | State::Obsolete) {
        notes.push(change.state.name().replace('_', " "));
    }
    if change.readers.len() > 1 {
        let readers: Vec<_> = change.readers.iter().map(|host| host.name()).collect();
        notes.push(format!("read by {}", readers.join(", ")));
    }
    if change.blocked.is_some() {
        notes.push(change.reason.clone());
    }
    let notes = if notes.is_empty() {
        String::new()
    } else {
        format!("  {}", paint(DIM, notes.join("; ")))
    };
    format!("  {sign} {}{notes}\n", shown(&change.path))
}

/// A path as a person may see it: its characters are somebody else's choice.
pub(crate) fn shown(path: &Path) -> String {
    visible(&path.display().to_string()).into_owned()
}

/// Diffs in the usual colours.
pub(crate) fn diffs(diffs: &[FileDiff<'_>]) -> String {
    let mut text = String::new();
    for diff in diffs {
        let _ = writeln!(
            text,
            "{}",
            paint(BOLD, format!("{} {}", diff.change.op.name(), shown(&diff.change.path)))
        );
        match &diff.unified {
            Ok(lines) => text.push_str(&unified(lines)),
            Err(omitted) => {
                let _ = writeln!(
                    text,
                    "{}",
                    paint(DIM, format!("({})", omitted.name().replace('_', " ")))
                );
            }
        }
        text.push('\n');
    }
    text
}

/// Unified text, line by line in its colour.
pub(crate) fn unified(lines: &str) -> String {
    let mut text = String::new();
    for line in lines.lines() {
        let style = match line.as_bytes().first() {
            Some(b'+') => GREEN,
            Some(b'-') => RED,
            Some(b'@') => CYAN,
            _ => Style::new(),
        };
        let _ = writeln!(text, "{}", paint(style, line));
    }
    text
}

/// A number of files.
pub(crate) fn files(count: usize) -> String {
    counted(count, "file")
}

/// A number of things, such as `1 module` and `2 modules`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

/// A bold line.
pub(crate) fn heading(text: &str) -> String {
    format!("{}\n", paint(BOLD, text))
}

/// A green `done:` before what was changed.
pub(crate) fn done(text: &str) -> String {
    format!("{} {text}\n", paint(GREEN, "done:"))
}

/// A sign for a drifted file.
pub(crate) fn drift_sign(kind: &str) -> String {
    match kind {
        "modified" => paint(YELLOW, "~"),
        "missing" => paint(RED, "!"),
        _ => paint(CYAN, "?"),
    }
}

/// Asks a yes-or-no question; `None` when nobody can answer.
pub(crate) fn confirm(question: &str) -> Option<bool> {
    let answer = ask(&format!("{question} [y/N]"))?;
    Some(matches!(answer.to_ascii_lowercase().as_str(), "y" | "yes"))
}

/// Asks for a line; `None` when nobody can answer.
pub(crate) fn ask(question: &str) -> Option<String> {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return None;
    }
    let mut err = anstream::stderr().lock();
    write!(err, "{question} ").and_then(|()| err.flush()).ok()?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer).ok()?;
    Some(answer.trim().to_owned())
}

/// Shows that something long is going on, when a person watches.
pub(crate) fn working<T>(output: Output, what: &'static str, work: impl FnOnce() -> T) -> T {
    if output == Output::Json || !io::stderr().is_terminal() {
        return work();
    }
    let bar = ProgressBar::new_spinner().with_message(what);
    bar.enable_steady_tick(Duration::from_millis(120));
    let result = work();
    bar.finish_and_clear();
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn next_actions_read_as_commands_and_flags() {
        let said = advice(&["run_init", "retry_with_repo", "retry_command"]);
        assert_eq!(said, "run `agentpack init`, or add --repo");
        assert_eq!(advice(&["retry_with_yes"]), "add --yes");
        assert_eq!(advice(&["retry_command"]), "run the command again");
        let said = advice(&["choose_another_snapshot", "run_doctor_fix"]);
        assert_eq!(said, "choose another snapshot, or run `agentpack doctor --fix`");
        let said = advice(&["retry_in_tty", "retry_without_guided"]);
        assert_eq!(said, "run it in a terminal, or leave out --guided");
    }
}
