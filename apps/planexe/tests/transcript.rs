//! What a person sees in a terminal, whole: one transcript of the usual commands, held against a file.

#[path = "../../../tests/golden.rs"]
mod golden;

use std::fmt::Write as _;
use std::process::Command;

/// Runs commands one after the other and writes down what each says.
struct Transcript {
    home: tempfile::TempDir,
    text: String,
}

impl Transcript {
    fn run(&mut self, arguments: &[&str]) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_planexe"));
        command.env("PLANEXE_HOME", self.home.path()).env_remove("VISUAL");
        command.env("EDITOR", "sed -i s/Goal/Aim/").args(["--subject", "me"]);
        let output = command.args(arguments).output().unwrap();
        let _ = writeln!(self.text, "$ planexe {}", arguments.join(" "));
        for stream in [&output.stdout, &output.stderr] {
            self.text.push_str(&String::from_utf8_lossy(stream));
        }
        let _ = writeln!(self.text, "[exit {}]\n", output.status.code().unwrap());
    }

    fn finish(self) -> String {
        let text = self.text.replace(&self.home.path().display().to_string(), "HOME");
        text.split_inclusive('\n').map(steady).collect()
    }
}

/// The line without ids, times and digests: every word with six digits or more is one sign. What a
/// plan comes to is for the tests of planning.
fn steady(line: &str) -> String {
    for told in ["verdict: ", "dates:   ", "budget:  "] {
        if line.starts_with(told) {
            return format!("{told}…\n");
        }
    }
    let mut out = String::new();
    let mut rest = line;
    let is_part = |it: char| it.is_ascii_alphanumeric() || "-:._".contains(it);
    while let Some(start) = rest.find(is_part) {
        out.push_str(&rest[..start]);
        let tail = &rest[start..];
        let end = tail.find(|it| !is_part(it)).unwrap_or(tail.len());
        let digits = tail[..end].bytes().filter(u8::is_ascii_digit).count();
        let mark = if tail[..end].ends_with(':') { "<id>:" } else { "<id>" };
        out.push_str(if digits >= 6 { mark } else { &tail[..end] });
        rest = &tail[end..];
    }
    out + rest
}

#[test]
fn golden_transcript_of_a_plan() {
    let mut plan = Transcript { home: tempfile::tempdir().unwrap(), text: String::new() };
    plan.run(&["sessions"]);
    plan.run(&["status"]);
    plan.run(&["new", "An app for 50 users, ready in 30 weeks", "--planner-model", "nobody"]);
    plan.run(&["new", "An app for 50 users, ready in 30 weeks", "--workers", "1"]);
    plan.run(&["sessions"]);
    plan.run(&["status"]);
    plan.run(&["graph", "--format", "text"]);
    plan.run(&["graph", "-o", "graph.bmp"]);
    plan.run(&["stop"]);
    plan.run(&["read", "nothing.md"]);
    plan.run(&["edit", "plan.md"]);
    plan.run(&["status"]);
    plan.run(&["resume"]);
    plan.run(&["edit", "plan.md", "--restore", "1"]);
    plan.run(&["doctor"]);
    plan.run(&["archive"]);
    plan.run(&["resume"]);
    plan.run(&["plan"]);
    golden::assert_golden("a-plan.txt", &plan.finish());
}
