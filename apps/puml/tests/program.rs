//! The program as a user meets it: the real binary, real files, exit codes and both output streams.

#[path = "program/books.rs"]
mod books;
#[path = "program/check.rs"]
mod check;
#[path = "program/diff.rs"]
mod diff;
#[path = "program/drop_in.rs"]
mod drop_in;
#[path = "program/features.rs"]
mod features;
#[path = "program/fixes.rs"]
mod fixes;
#[path = "program/fonts.rs"]
mod fonts;
#[path = "program/libraries.rs"]
mod libraries;
#[path = "program/links.rs"]
mod links;
#[path = "program/mermaid.rs"]
mod mermaid;
#[path = "program/plantuml.rs"]
mod plantuml;
#[path = "program/render.rs"]
mod render;
#[path = "program/servers.rs"]
mod servers;
#[path = "program/texts.rs"]
mod texts;
#[path = "program/transcript.rs"]
mod transcript;

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// What a run left behind.
struct Run {
    code: i32,
    out: String,
    err: String,
}

/// A folder with sources, gone after the test.
struct Folder {
    folder: tempfile::TempDir,
}

impl Folder {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn puml(&self, arguments: &[&str]) -> Run {
        self.puml_with(arguments, "")
    }

    fn puml_with(&self, arguments: &[&str], input: &str) -> Run {
        let mut child = command(self.folder.path())
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A command that does not read its input may be gone already.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        Run {
            code: output.status.code().expect("puml was not killed"),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_puml"));
    command.current_dir(folder).env("NO_COLOR", "1").env_remove("PUML_LIBRARY");
    command
}

const HELLO: &str = "@startuml\nAlice -> Bob: Hello\n@enduml\n";
