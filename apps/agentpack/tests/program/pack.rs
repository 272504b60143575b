//! The pack of this repository as a config repo: it reaches all four hosts, and a rollback removes every trace.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::machine::Machine;

fn pack() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../agent-pack").canonicalize().unwrap()
}

/// The names of what a folder of the pack holds, without extension.
fn names(folder: &str) -> Vec<String> {
    let listed = fs::read_dir(pack().join(folder)).unwrap().map(Result::unwrap);
    let stem = |entry: fs::DirEntry| entry.path().file_stem().unwrap().to_str().unwrap().to_owned();
    let names: Vec<String> = listed.map(stem).collect();
    assert!(!names.is_empty(), "{folder}");
    names
}

fn ok(machine: &Machine, arguments: &[&str]) -> Value {
    let pack = pack();
    let arguments: Vec<&str> =
        arguments.iter().copied().chain(["--repo", pack.to_str().unwrap()]).collect();
    machine.ok(&arguments)
}

#[test]
fn the_pack_reaches_four_hosts_and_leaves_without_a_trace() {
    let machine = Machine::new();
    let mine =
        "{\n  // mine\n  \"servers\": {\"other\": {\"command\": \"o\"}},\n  \"inputs\": []\n}\n";
    machine.write(".vscode/mcp.json", mine);
    machine.write(".codex/config.toml", "# mine\nmodel = \"x\"\n");
    machine.write("AGENTS.md", "# The project's own words\n");
    let before = machine.tree();
    // Skills for other kinds of diagrams come only to those who ask.
    assert!(!ok(&machine, &["plan"]).to_string().contains("puml-diagram-author"));
    let all = ["--profile", "all-kinds"];
    let plan = ok(&machine, &[&["plan"], &all[..]].concat());
    assert_eq!(plan["targets"], serde_json::json!(["claude_code", "codex", "cursor", "vscode"]));
    ok(&machine, &[&["deploy", "--apply", "--yes"], &all[..]].concat());

    for skill in names("skills") {
        for root in [".agents/skills", ".claude/skills"] {
            assert!(machine.has(&format!("{root}/{skill}/SKILL.md")), "{root}/{skill}");
        }
    }
    for agent in names("agents") {
        for place in [
            format!(".codex/agents/{agent}.toml"),
            format!(".claude/agents/{agent}.md"),
            format!(".cursor/agents/{agent}.md"),
            format!(".github/agents/{agent}.agent.md"),
        ] {
            assert!(machine.has(&place), "{place}");
        }
    }
    for command in names("prompts") {
        for place in [
            format!(".agents/skills/{command}/SKILL.md"),
            format!(".claude/commands/{command}.md"),
            format!(".cursor/commands/{command}.md"),
            format!(".github/prompts/{command}.prompt.md"),
        ] {
            assert!(machine.has(&place), "{place}");
        }
    }
    for settings in [".codex/config.toml", ".mcp.json", ".cursor/mcp.json", ".vscode/mcp.json"] {
        assert!(machine.read(settings).contains("puml-mcp"), "{settings}");
    }
    assert!(machine.read(".vscode/mcp.json").contains("// mine"));
    assert_eq!(machine.read("AGENTS.md"), "# The project's own words\n");
    assert_eq!(ok(&machine, &[&["status"], &all[..]].concat())["drift"], serde_json::json!([]));
    let again = ok(&machine, &[&["deploy", "--apply", "--yes"], &all[..]].concat());
    assert_eq!(again["reason"], "no_changes");

    let first = ok(&machine, &["snapshots"])["snapshots"][0].clone();
    assert_eq!(first["kind"], "before_first_deploy");
    ok(&machine, &["rollback", "--to", first["id"].as_str().unwrap(), "--yes"]);
    assert_eq!(machine.tree(), before);
}
