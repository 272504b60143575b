//! The plugin's tree as a host reads it: manifests, paths, front matter, pictures, and syntax that compiles.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

fn pack() -> PathBuf {
    puml_agent_evals::folder().join("../../agent-pack")
}

fn json(path: &str) -> Value {
    let text = std::fs::read_to_string(pack().join(path))
        .unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            if entry.path().is_dir() { open.push(entry.path()) } else { found.push(entry.path()) }
        }
    }
    found.sort();
    found
}

/// Every text in a document, with where it stands.
fn texts(value: &Value, at: &str, found: &mut Vec<(String, String)>) {
    match value {
        Value::String(text) => found.push((at.to_owned(), text.clone())),
        Value::Array(all) => all.iter().for_each(|it| texts(it, at, found)),
        Value::Object(all) => {
            all.iter().for_each(|(key, it)| texts(it, &format!("{at}/{key}"), found));
        }
        _ => {}
    }
}

/// `key: value` lines between the first two rules.
fn front_matter(path: &Path) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(path).unwrap();
    let head =
        text.strip_prefix("---\n").and_then(|it| it.split_once("\n---\n")).expect("front matter").0;
    head.lines()
        .filter_map(|it| it.split_once(": "))
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect()
}

const MANIFESTS: [&str; 4] = [
    ".claude-plugin/plugin.json",
    ".claude-plugin/marketplace.json",
    ".codex-plugin/plugin.json",
    ".codex-plugin/marketplace.json",
];

#[test]
fn only_manifests_lie_in_the_manifest_folders() {
    for folder in [".claude-plugin", ".codex-plugin"] {
        let names: Vec<String> = files(&pack().join(folder))
            .iter()
            .map(|it| it.file_name().unwrap().to_string_lossy().into_owned())
            .collect();
        assert_eq!(names, ["marketplace.json", "plugin.json"], "{folder}");
    }
}

#[test]
fn paths_in_manifests_are_relative_and_exist() {
    let mut paths = Vec::new();
    for manifest in MANIFESTS {
        let mut found = Vec::new();
        texts(&json(manifest), "", &mut found);
        for (at, text) in found {
            assert!(!text.starts_with('/') && !text.contains(".."), "{manifest}{at}: {text}");
            paths.push((manifest, at, text));
        }
    }
    // The programs join the tree in a bundle.
    paths.retain(|(.., text)| text.starts_with("./") && !text.contains("bin/"));
    assert!(paths.len() > 3, "{paths:?}");
    for (manifest, at, text) in paths {
        assert!(pack().join(&text).exists(), "{manifest}{at}: {text} is not there");
    }
}

#[test]
fn servers_start_from_the_plugin_root() {
    let mcp = json(".mcp.json")["mcpServers"]["puml"].clone();
    assert_eq!(mcp["command"], "${CLAUDE_PLUGIN_ROOT}/bin/puml-mcp");
    let lsp = json(".lsp.json")["puml"].clone();
    assert_eq!(lsp["command"], "${CLAUDE_PLUGIN_ROOT}/bin/puml-lsp");
    for ending in [".puml", ".plantuml", ".iuml", ".pu"] {
        assert_eq!(lsp["extensionToLanguage"][ending], "puml");
    }
    let codex = json(".codex-plugin/plugin.json")["mcpServers"]["puml"].clone();
    assert_eq!(
        (&codex["command"], &codex["cwd"]),
        (&Value::from("./bin/puml-mcp"), &Value::from("."))
    );
    assert_eq!(json("mcp.json")["mcpServers"]["puml"]["command"], "./bin/puml-mcp");
}

#[test]
fn codex_gets_its_install_surface() {
    let manifest = json(".codex-plugin/plugin.json");
    assert_eq!(manifest["name"], "puml-agent-pack");
    assert_eq!(manifest["prompts"].as_array().unwrap().len(), 5);
    let interface = &manifest["interface"];
    assert_eq!(interface["displayName"], "puml Diagrams");
    let shown = interface["defaultPrompt"].as_array().unwrap();
    assert!(shown.len() == 3 && shown.iter().all(|it| it.as_str().unwrap().len() <= 128));
    assert_eq!(json(".agents/plugins/marketplace.json"), json(".codex-plugin/marketplace.json"));
}

#[test]
fn every_manifest_has_the_version_of_the_workspace() {
    for manifest in [
        "plugin.json",
        ".claude-plugin/plugin.json",
        ".codex-plugin/plugin.json",
        "gemini-extension.json",
    ] {
        assert_eq!(json(manifest)["version"], env!("CARGO_PKG_VERSION"), "{manifest}");
        assert_eq!(json(manifest)["name"], "puml-agent-pack", "{manifest}");
    }
}

#[test]
fn skills_have_the_front_matter_that_validators_take() {
    let allowed = ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];
    for skill in [
        "puml-sequence-author",
        "puml-sequence-reviewer",
        "puml-docs-integrator",
        "puml-diagram-author",
    ] {
        let head = front_matter(&pack().join("skills").join(skill).join("SKILL.md"));
        assert_eq!(head["name"], skill);
        assert!(
            head["description"].len() <= 1024 && head["description"].contains("Use when"),
            "{skill}"
        );
        assert!(head.keys().all(|it| allowed.contains(&it.as_str())), "{skill}: {head:?}");
    }
}

#[test]
fn agents_and_prompts_say_what_they_are_for() {
    for agent in ["puml-diagram-designer", "puml-diagram-reviewer"] {
        let head = front_matter(&pack().join("agents").join(format!("{agent}.md")));
        assert_eq!(head["name"], agent);
        assert!(!head["description"].is_empty());
    }
    let prompts = files(&pack().join("prompts"));
    assert_eq!(prompts.len(), 4);
    for prompt in prompts {
        let text = std::fs::read_to_string(&prompt).unwrap();
        assert!(!front_matter(&prompt)["description"].is_empty());
        assert!(text.contains("$ARGUMENTS") && text.contains("puml_check"), "{}", prompt.display());
    }
}

#[test]
fn the_authoring_skill_demands_the_check() {
    let skill =
        std::fs::read_to_string(pack().join("skills/puml-sequence-author/SKILL.md")).unwrap();
    for words in [
        "call `puml_check`",
        "Repeat until `ok` is true",
        "I could not validate this with the compiler",
    ] {
        assert!(skill.contains(words), "{words}");
    }
}

#[test]
fn every_puml_block_in_the_pack_compiles_without_a_finding() {
    let mut seen = 0;
    for path in &pages() {
        let text = std::fs::read_to_string(path).unwrap();
        for block in text.split("```puml\n").skip(1) {
            let source = block.split("```").next().unwrap();
            if source.contains("$ARGUMENTS") {
                continue;
            }
            let found = puml_compiler::check(source);
            assert!(found.is_empty(), "{}:\n{source}\n{found:?}", path.display());
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen} blocks");
}

/// A page without code, which shows links of other people's pages.
fn prose(text: &str) -> String {
    let mut fence = None;
    let mut out = String::new();
    for line in text.lines() {
        let ticks = line.len() - line.trim_start_matches('`').len();
        match fence {
            None if ticks >= 3 => fence = Some(ticks),
            Some(open) if ticks >= open => fence = None,
            None => out.extend(line.split('`').step_by(2).chain(["\n"])),
            Some(_) => {}
        }
    }
    out
}

/// The Markdown pages of the pack.
fn pages() -> Vec<PathBuf> {
    let mut pages = files(&pack());
    pages.retain(|it| it.extension().is_some_and(|end| end == "md"));
    assert!(!pages.is_empty(), "the pack has pages");
    pages
}

#[test]
fn links_between_documents_lead_somewhere() {
    for path in &pages() {
        let text = std::fs::read_to_string(path).unwrap();
        let prose = prose(&text);
        for target in prose.split("](").skip(1).filter_map(|it| it.split(')').next()) {
            let is_local = !target.contains("://") && !target.starts_with('#');
            assert!(
                !is_local || path.parent().unwrap().join(target).exists(),
                "{}: {target}",
                path.display()
            );
        }
    }
}

#[test]
fn pictures_have_the_sizes_that_directories_want() {
    for (name, square) in [
        ("icon", true),
        ("logo", false),
        ("screenshot-authoring", false),
        ("screenshot-preview", false),
    ] {
        let bytes = std::fs::read(pack().join(format!("assets/{name}.png"))).unwrap();
        assert!(bytes.starts_with(b"\x89PNG"), "{name}");
        let size = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        let (width, height) = (size(16), size(20));
        assert!((512..=2048).contains(&width), "{name} is {width} wide");
        assert!(!square || width == height, "{name} is {width} by {height}");
    }
}

#[test]
fn the_readme_has_every_section() {
    let text = std::fs::read_to_string(pack().join("README.md")).unwrap();
    for heading in [
        "## Supported hosts",
        "## Install for Codex",
        "## Install for Claude Code",
        "## What the skills do",
        "## MCP tools",
        "## Examples",
        "## Security model",
        "## Eval strategy",
        "## Troubleshooting",
        "## Development commands",
        "## Release commands",
    ] {
        assert!(text.contains(heading), "{heading}");
    }
    for word in ["experimental", "phase 1", "sorry", "unfortunately"] {
        assert!(!text.to_lowercase().contains(word), "{word}");
    }
}

#[test]
fn the_config_repo_names_files_that_exist() {
    let text = std::fs::read_to_string(pack().join("agentpack.yaml")).unwrap();
    let paths: Vec<&str> =
        text.split("{path: ").skip(1).filter_map(|it| it.split('}').next()).collect();
    assert_eq!(paths.len(), 11, "four skills, two agents, four commands, one server");
    let optional = text.split("  - id: ").find(|it| it.starts_with("skill:puml-diagram-author"));
    assert!(
        optional.unwrap().contains("tags: [all-kinds]"),
        "the default profile is about sequences"
    );
    for path in paths {
        assert!(pack().join(path).exists(), "{path}");
    }
}

#[test]
fn the_reviewer_cannot_write() {
    let head = front_matter(&pack().join("agents/puml-diagram-reviewer.md"));
    let denied: Vec<&str> = head["disallowedTools"].split(", ").collect();
    for tool in ["Write", "Edit", "Bash"] {
        assert!(denied.contains(&tool), "{tool}");
    }
    for tool in ["puml_export", "puml_render_file"] {
        let names = denied.iter().filter(|it| it.ends_with(&format!("__{tool}")));
        assert_eq!(names.count(), 2, "{tool} under the names of a plugin and of a plain server");
    }
}

#[test]
fn a_host_without_a_language_server_is_promised_none() {
    for manifest in
        [".codex-plugin/plugin.json", ".codex-plugin/marketplace.json", "gemini-extension.json"]
    {
        let text = json(manifest).to_string();
        assert!(
            !text.contains("language server") && !text.contains("live diagnostics"),
            "{manifest}"
        );
    }
}

/// How many findings the linter has about a label of this length.
fn long_labels(length: usize) -> usize {
    let source = format!("@startuml\nA -> B : {}\n@enduml\n", "x".repeat(length));
    let mut sources = diag::Sources::default();
    let id = sources.add("a.puml", source);
    let options = puml_compiler::Options::default();
    let compiled = puml_compiler::compile(&mut sources, id, &puml_compiler::NoWorld, &options);
    let advice = compiled.diagrams[0].model.readability();
    advice.iter().filter(|it| it.code.name == "lint/long-label").count()
}

#[test]
fn skill_and_linter_have_one_limit_for_labels() {
    assert_eq!((long_labels(60), long_labels(61)), (0, 1));
    for file in [
        "skills/puml-sequence-author/SKILL.md",
        "skills/puml-sequence-author/references/style.md",
        "skills/puml-sequence-reviewer/references/review-rubric.md",
    ] {
        let text = std::fs::read_to_string(pack().join(file)).unwrap().to_lowercase();
        assert!(text.contains("at most 60 characters"), "{file}");
        assert!(!text.contains("40 characters"), "{file}");
    }
}
