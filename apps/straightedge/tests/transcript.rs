//! What the program says in a terminal before it serves anything, held against a file.

#[path = "../../../tests/golden.rs"]
mod golden;

use std::fmt::Write as _;
use std::process::Command;

#[test]
fn golden_transcript_of_refusals() {
    let home = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let mut text = String::new();
    for arguments in [
        &["token"][..],
        &["serve", "--listen", "0.0.0.0:0", "--diagrams-only"],
        &["serve", "--token", " ", "--diagrams-only"],
        &["serve", "--listen", &address, "--diagrams-only"],
        &["serve", "--listen", "nowhere", "--diagrams-only"],
        &["serve", "--listn", "127.0.0.1:0"],
        &["srve"],
        &["--version"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_straightedge"));
        for variable in ["STRAIGHTEDGE_TOKEN", "STRAIGHTEDGE_LISTEN", "STRAIGHTEDGE_LOG"] {
            command.env_remove(variable);
        }
        command.env("XDG_DATA_HOME", home.path()).env("HOME", home.path());
        let output = command.args(arguments).output().unwrap();
        let _ = writeln!(text, "$ straightedge {}", arguments.join(" "));
        for stream in [&output.stdout, &output.stderr] {
            text.push_str(&String::from_utf8_lossy(stream));
        }
        let _ = writeln!(text, "[exit {}]\n", output.status.code().unwrap());
    }
    let text = text.replace(&home.path().display().to_string(), "HOME");
    let text = text.replace(&address, "TAKEN").replace(env!("CARGO_PKG_VERSION"), "VERSION");
    golden::assert_golden("refusals.txt", &text);
}
