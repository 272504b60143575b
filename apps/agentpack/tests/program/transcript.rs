//! What a person sees in a terminal, whole: one transcript of the usual commands, held against a file.

#[path = "../../../../tests/golden.rs"]
mod golden;

use std::fmt::Write as _;

use crate::machine::Machine;

/// Runs commands one after the other and writes down what each says, with what differs from run to run replaced.
struct Transcript<'m> {
    machine: &'m Machine,
    text: String,
}

impl Transcript<'_> {
    fn run(&mut self, arguments: &[&str]) {
        let output = self.machine.run(arguments);
        let _ = writeln!(self.text, "$ agentpack {}", arguments.join(" "));
        for stream in [&output.stdout, &output.stderr] {
            self.text.push_str(&String::from_utf8_lossy(stream));
        }
        let _ = writeln!(self.text, "[exit {}]\n", output.status.code().unwrap());
    }

    fn finish(self) -> String {
        let (home, project) = (self.machine.home(), self.machine.project());
        let text = self.text.replace(&home.display().to_string(), "HOME");
        let text = text.replace(&project.display().to_string(), "PROJECT");
        text.split_inclusive('\n').map(steady).collect()
    }
}

/// The line without ids, times and digests: every word with six digits or more is one sign.
fn steady(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(start) = rest.find(|it: char| it.is_ascii_digit()) {
        out.push_str(&rest[..start]);
        let tail = &rest[start..];
        let is_part = |it: char| it.is_ascii_alphanumeric() || "-:._".contains(it);
        let end = tail.find(|it| !is_part(it)).unwrap_or(tail.len());
        let digits = tail[..end].bytes().filter(u8::is_ascii_digit).count();
        out.push_str(if digits >= 6 { "<id>" } else { &tail[..end] });
        rest = &tail[end..];
    }
    out + rest
}

#[test]
fn golden_transcript_of_the_first_day() {
    let machine = Machine::new();
    let mut day = Transcript { machine: &machine, text: String::new() };
    day.run(&["plan"]);
    day.run(&["init", "--scope", "project"]);
    day.run(&["plan"]);
    day.run(&["diff"]);
    day.run(&["deploy"]);
    day.run(&["deploy", "--apply", "--yes"]);
    day.run(&["status"]);
    machine.write("AGENTS.md", "typed by a person\n");
    day.run(&["status"]);
    day.run(&["deploy", "--apply", "--yes"]);
    day.run(&["deploy", "--apply", "--yes", "--overwrite-edits"]);
    day.run(&["snapshots"]);
    day.run(&["undo", "--yes"]);
    day.run(&["rollback", "--to", "1", "--yes"]);
    day.run(&["pln"]);
    golden::assert_golden("first-day.txt", &day.finish());
}

#[test]
fn golden_transcript_of_a_week() {
    let machine = Machine::new();
    let mut week = Transcript { machine: &machine, text: String::new() };
    // With an address, the project has the same id everywhere.
    machine.write(".git/config", "[remote \"origin\"]\n\turl = https://git.example.org/t/p.git\n");
    machine.write(".cursor/rules/style.mdc", "---\nalwaysApply: true\n---\n\nShort names.\n");
    week.run(&["init", "--scope", "project"]);
    week.run(&["plan", "--check"]);
    week.run(&["preview", "--diff", "--target", "codex"]);
    week.run(&["deploy", "--apply", "--yes"]);
    week.run(&["plan", "--check"]);
    week.run(&["import"]);
    week.run(&["bootstrap", "--yes"]);
    week.run(&["add", "skill", "local:modules/skills/none"]);
    week.run(&["plan"]);
    week.run(&["remove", "skill:none"]);
    week.run(&["explain", "plan"]);
    week.run(&["deploy", "--apply", "--yes"]);
    machine.write("AGENTS.md", "typed by a person\n");
    std::fs::remove_file(machine.project().join("CLAUDE.md")).unwrap();
    week.run(&["status", "--check"]);
    week.run(&["evolve", "propose"]);
    week.run(&["evolve", "restore", "--yes"]);
    week.run(&["merge"]);
    week.run(&["deploy", "--apply", "--yes", "--keep-edits"]);
    week.run(&["overlay", "path", "skill:agentpack-operator"]);
    week.run(&["overlay", "edit", "skill:agentpack-operator", "--sparse", "--yes"]);
    week.run(&["overlay", "rebase", "skill:agentpack-operator", "--yes"]);
    week.run(&["remove", "skill:agentpack-operator"]);
    week.run(&["remove", "skill:nothing"]);
    week.run(&["lock", "--yes"]);
    week.run(&["fetch"]);
    week.run(&["doctor"]);
    week.run(&["undo", "999999", "--yes"]);
    week.run(&["snapshots", "--prune", "1", "--yes"]);
    golden::assert_golden("week.txt", &week.finish());
}

#[test]
fn ids_and_times_are_replaced_and_small_numbers_stay() {
    assert_eq!(
        steady("3 files, run 722929 at 2026-11-17T06:00:00Z\n"),
        "3 files, run <id> at <id>\n"
    );
}
