//! The guide, followed word by word: its commands run in its order, in empty homes, against repositories on disk.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use agentpack_core::config::Config;

const GUIDE: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/agentpack/guide.md"));

/// The code blocks whose first line is exactly this, in order.
fn blocks(opening: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = GUIDE.lines();
    while let Some(line) = lines.next() {
        if !line.starts_with("```") {
            continue;
        }
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if line == opening {
            found.push(body.join("\n") + "\n");
        }
    }
    found
}

/// The block of a kind that holds `words`.
fn block(opening: &str, words: &str) -> String {
    blocks(opening).into_iter().find(|block| block.contains(words)).expect(words)
}

/// A git server on disk under the addresses of the guide, and people with homes of their own.
struct Team {
    dir: tempfile::TempDir,
}

impl Team {
    fn new() -> Self {
        let team = Self { dir: tempfile::tempdir().unwrap() };
        let program = env!("CARGO_BIN_EXE_agentpack");
        // A person would answer the questions with yes.
        team.program("agentpack", &format!("exec '{program}' --yes \"$@\""));
        team.program("edit", "echo 'Be brief.' >> \"$1\"");
        let server = team.path("server");
        let git = format!(
            "[user]\n\tname = T\n\temail = t@example.org\n[init]\n\tdefaultBranch = main\n[advice]\n\tdefaultBranchName = false\n\
             [url \"file://{}/\"]\n\tinsteadOf = https://git.example.org/\n",
            server.display()
        );
        fs::write(team.path("gitconfig"), git).unwrap();
        team.run(
            "server",
            "git init -q --bare team/agents.git; git init -q --bare team/my-project.git
             git init -q tools/skills.git; cd tools/skills.git; mkdir tidy
             echo '---\nname: tidy\ndescription: Tidies up.\n---\n\nTidy up.' > tidy/SKILL.md
             git add .; git commit -qm first",
        );
        team
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().canonicalize().unwrap().join(name)
    }

    fn program(&self, name: &str, line: &str) {
        let file = self.path("bin").join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, format!("#!/bin/sh\n{line}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Runs commands as one person, whose home is the folder of that name; returns what was printed.
    fn run(&self, person: &str, script: &str) -> String {
        let (status, said) = self.try_run(person, script);
        assert_eq!(status, Some(0), "{person} ran\n{script}\nand saw\n{said}");
        said
    }

    fn try_run(&self, person: &str, script: &str) -> (Option<i32>, String) {
        let home = self.path(person);
        fs::create_dir_all(&home).unwrap();
        let path = std::env::var("PATH").unwrap();
        let output = Command::new("sh")
            .args(["-eu", "-c", script])
            .current_dir(&home)
            .env_clear()
            .env("HOME", &home)
            .env("PATH", format!("{}:{path}", self.path("bin").display()))
            .env("EDITOR", "edit")
            .env("AGENTPACK_MACHINE_ID", person)
            .env("GIT_CONFIG_GLOBAL", self.path("gitconfig"))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GITHUB_STEP_SUMMARY", self.path("summary.md"))
            .output()
            .unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8_lossy(&said).into_owned())
    }
}

/// The commands of the workflow after those that set a runner up.
fn steps(workflow: &str) -> String {
    let (_, steps) = workflow.split_once("agentpack\n      - run: agentpack init").expect("a step");
    let lines = format!("      - run: agentpack init{steps}");
    let plain = lines.lines().map(|line| line.trim_start().trim_start_matches("- run: "));
    plain.filter(|line| *line != "|").collect::<Vec<_>>().join("\n")
}

#[test]
fn the_guide_leads_from_an_empty_home_to_a_checked_project() {
    let team = Team::new();
    // One shell, as a person would have it: the guide changes folders as it goes.
    let said = team.run("lead", &blocks("```sh").join("\n"));
    for words in ["undo of", "modified by user", "the hook lets", "branch proposal"] {
        assert!(said.to_lowercase().contains(words), "{words} in\n{said}");
    }
    let read = |path: &str| fs::read_to_string(team.path(path)).unwrap();
    let agents = read("lead/my-project/AGENTS.md");
    assert!(agents.contains("Be brief.\nRun the tests before you commit."), "{agents}");
    assert!(read("lead/my-project/.agents/skills/review/SKILL.md").contains("Look at the tests"));
    assert!(Path::new(&team.path("lead/my-project/.claude/skills/tidy/SKILL.md")).exists());

    let said = team.run("member", &blocks("```sh member").join("\n"));
    assert!(!said.contains("unmanaged") && !said.contains("not up to date"), "{said}");
    let clean = "cd ~/my-project; git status --porcelain; agentpack plan --check=project";
    let said = team.run("member", clean);
    assert!(
        said.ends_with("agentpack: everything is up to date.\n") && !said.contains(" M "),
        "{said}"
    );

    let clone = "git clone -q https://git.example.org/team/my-project.git p; cd p\n";
    let workflow = format!("{clone}{}", steps(&block("```yaml", "runs-on")));
    team.run("runner", &workflow);
    assert!(read("summary.md").contains("up to date"));

    // A source that is not deployed fails the check and the hook, with the file's name.
    let change = "cd ~/.agentpack/repo; echo More. >> modules/instructions/base/AGENTS.md\n\
                  git commit -qam more; git push -q; cd ~/my-project\n";
    let (status, said) = team.try_run("lead", &format!("{change}git commit --allow-empty -m x"));
    assert!(status == Some(1) && said.contains("- `AGENTS.md`: its source changed"), "{said}");
    let (status, _) = team.try_run("late-runner", &workflow);
    assert_eq!(status, Some(1));
    assert!(read("summary.md").contains("- `AGENTS.md`: its source changed"));
}

#[test]
fn the_files_that_the_guide_shows_are_valid() {
    let team = Team::new();
    Config::parse(&block("```yaml", "profiles:")).unwrap();
    team.run("person", "agentpack init; git init -q p");
    let place = |path: &str, text: &str| {
        let file = team.path("person/.agentpack").join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    };
    place("adapters/mine.toml", &block("```toml", "My Editor"));
    team.run("person", "cd p; agentpack plan; agentpack --target mine plan");
    place("repo/agentpack.policy.yaml", &block("```yaml", "module_types"));
    let (status, said) = team.try_run("person", "cd p; agentpack plan");
    assert!(status == Some(1) && said.contains("cursor is not allowed"), "{said}");
}
