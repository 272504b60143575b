//! The manifests, one function per file. Each holds exactly what its host reads; unknown keys fail strict validation.

use anyhow::Result;
use serde_json::{Map, Value, json};

use super::{
    File,
    table::{
        AGENTS, ALL_KINDS, AUTHOR, BRAND_COLOR, COMMANDS, DESCRIPTION, DESCRIPTION_WITHOUT_LSP,
        DISPLAY_NAME, ENDINGS, KEYWORDS, LANGUAGE, LICENSE, LONG_DESCRIPTION, MARKETPLACE, NAME,
        OPTIONAL_SKILL, PROMPTS, SERVER, SKILLS, VERSION,
    },
};

pub(super) fn files() -> Result<Vec<File>> {
    let documents = [
        ("plugin.json", portable_plugin()),
        ("mcp.json", portable_mcp()),
        (".claude-plugin/plugin.json", claude_plugin()),
        (".claude-plugin/marketplace.json", claude_marketplace()),
        (".mcp.json", claude_mcp()),
        (".lsp.json", claude_lsp()),
        (".codex-plugin/plugin.json", codex_plugin()),
        (".codex-plugin/marketplace.json", codex_marketplace()),
        (".agents/plugins/marketplace.json", codex_marketplace()),
        ("com.github.copilot/lsp.json", copilot_lsp()),
        ("gemini-extension.json", gemini_extension()),
        ("modules/mcp/puml.json", module_mcp()),
    ];
    let mut files = Vec::new();
    for (path, document) in documents {
        let text = format!("{}\n", serde_json::to_string_pretty(&document)?);
        files.push((path.to_owned(), text.into_bytes()));
    }
    files.push(("agentpack.yaml".into(), config_repo().into_bytes()));
    Ok(files)
}

/// Agent Plugins 1.0, the vendor-neutral format: its schema allows nothing else.
fn portable_plugin() -> Value {
    json!({
        "$schema": "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
        "name": NAME,
        "version": VERSION,
        "description": DESCRIPTION_WITHOUT_LSP,
        "author": { "name": AUTHOR },
        "license": LICENSE,
        "keywords": KEYWORDS,
    })
}

fn portable_mcp() -> Value {
    json!({
        "$schema": "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json",
        "mcpServers": { SERVER: { "type": "stdio", "command": "./bin/puml-mcp", "args": [] } },
    })
}

fn claude_plugin() -> Value {
    json!({
        "name": NAME,
        "displayName": DISPLAY_NAME,
        "version": VERSION,
        "description": DESCRIPTION,
        "author": { "name": AUTHOR },
        "license": LICENSE,
        "keywords": KEYWORDS,
        "icon": "./assets/icon.png",
        "skills": skills(),
        "agents": AGENTS.map(|it| format!("./agents/{it}.md")),
        "commands": COMMANDS.map(|it| format!("./prompts/{it}.md")),
        "mcpServers": "./.mcp.json",
        "lspServers": "./.lsp.json",
    })
}

/// The plugin's folder is its own marketplace, so that one path is all a user has to name.
fn claude_marketplace() -> Value {
    json!({
        "name": MARKETPLACE,
        "owner": { "name": AUTHOR },
        "metadata": { "description": DESCRIPTION, "version": VERSION },
        "plugins": [{
            "name": NAME,
            "displayName": DISPLAY_NAME,
            "description": DESCRIPTION,
            "version": VERSION,
            "author": { "name": AUTHOR },
            "license": LICENSE,
            "category": "development",
            "keywords": KEYWORDS,
            "source": "./",
        }],
    })
}

fn claude_mcp() -> Value {
    json!({ "mcpServers": { SERVER: { "command": "${CLAUDE_PLUGIN_ROOT}/bin/puml-mcp", "args": [] } } })
}

fn claude_lsp() -> Value {
    json!({
        SERVER: {
            "command": "${CLAUDE_PLUGIN_ROOT}/bin/puml-lsp",
            "args": [],
            "transport": "stdio",
            "extensionToLanguage": languages(),
        },
    })
}

/// `mcp` and `prompts` are the specification's own keys; this host reads `mcpServers` and `interface` instead.
fn codex_plugin() -> Value {
    json!({
        "name": NAME,
        "version": VERSION,
        "description": DESCRIPTION_WITHOUT_LSP,
        "author": { "name": AUTHOR },
        "license": LICENSE,
        "keywords": KEYWORDS,
        "skills": skills(),
        "mcp": ".mcp.json",
        "prompts": PROMPTS,
        "mcpServers": { SERVER: { "command": "./bin/puml-mcp", "args": [], "cwd": "." } },
        "interface": {
            "displayName": DISPLAY_NAME,
            "shortDescription": DESCRIPTION_WITHOUT_LSP,
            "longDescription": LONG_DESCRIPTION,
            "developerName": AUTHOR,
            "category": "Developer Tools",
            "capabilities": ["Read", "Write"],
            "defaultPrompt": &PROMPTS[..3],
            "brandColor": BRAND_COLOR,
            "composerIcon": "./assets/icon.png",
            "logo": "./assets/logo.png",
            "screenshots": ["./assets/screenshot-authoring.png", "./assets/screenshot-preview.png"],
        },
    })
}

fn codex_marketplace() -> Value {
    json!({
        "name": MARKETPLACE,
        "interface": { "displayName": DISPLAY_NAME },
        "plugins": [{
            "name": NAME,
            "description": DESCRIPTION_WITHOUT_LSP,
            "version": VERSION,
            "source": { "source": "local", "path": "./" },
            "policy": { "installation": "AVAILABLE", "authentication": "ON_INSTALL" },
            "category": "Developer Tools",
            "interface": { "displayName": DISPLAY_NAME },
        }],
    })
}

fn copilot_lsp() -> Value {
    json!({
        "lspServers": {
            SERVER: { "command": "${PLUGIN_ROOT}/bin/puml-lsp", "args": [], "fileExtensions": languages() },
        },
    })
}

fn gemini_extension() -> Value {
    json!({
        "name": NAME,
        "version": VERSION,
        "description": DESCRIPTION_WITHOUT_LSP,
        "mcpServers": {
            SERVER: { "command": "${extensionPath}${/}bin${/}puml-mcp", "args": ["--root", "${workspacePath}"] },
        },
    })
}

/// Rolled out by agentpack there is no plugin folder: the program is found on the user's path.
fn module_mcp() -> Value {
    json!({ "command": "puml-mcp", "args": [] })
}

/// The same tree as a config repo of agentpack.
fn config_repo() -> String {
    let mut text = format!(
        "# The pack as a config repo, for hosts without plugins: `agentpack --repo . deploy`, with `--profile {ALL_KINDS}` for \
         diagrams of every kind. Generated by `cargo xtask pack`.\n\
         version: 1\nprofiles:\n  default: {{include_tags: [puml], include_modules: [], exclude_modules: []}}\n  \
         {ALL_KINDS}: {{include_tags: [puml, {ALL_KINDS}], include_modules: [], exclude_modules: []}}\ntargets:\n",
    );
    let hosts = agentpack_core::Host::specified();
    text.extend(hosts.iter().map(|it| format!("  {it}: {{mode: files, scope: project}}\n")));
    text += "modules:\n";
    let mut tagged = |tag: &str, kind: &str, name: &str, path: String| {
        text.extend([
            format!("  - id: {kind}:{name}\n    type: {kind}\n    tags: [{tag}]\n"),
            format!("    source: {{local_path: {{path: {path}}}}}\n"),
        ]);
    };
    tagged(ALL_KINDS, "skill", OPTIONAL_SKILL, format!("skills/{OPTIONAL_SKILL}"));
    let mut module = |kind: &str, name: &str, path: String| tagged("puml", kind, name, path);
    for name in SKILLS {
        module("skill", name, format!("skills/{name}"));
    }
    for name in AGENTS {
        module("agent", name, format!("agents/{name}.md"));
    }
    for name in COMMANDS {
        module("command", name, format!("prompts/{name}.md"));
    }
    module("mcp", SERVER, "modules/mcp/puml.json".into());
    text
}

fn skills() -> Vec<String> {
    SKILLS.iter().chain([&OPTIONAL_SKILL]).map(|it| format!("./skills/{it}")).collect()
}

fn languages() -> Value {
    let pairs = ENDINGS.iter().map(|it| ((*it).to_owned(), Value::from(LANGUAGE)));
    Value::Object(pairs.collect::<Map<_, _>>())
}
