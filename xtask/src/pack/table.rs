//! What the plugin is, said once. Every manifest is a view of this.

/// The plugin's name, the same on every host.
pub(crate) const NAME: &str = "puml-agent-pack";
/// What people see in a list of plugins.
pub(super) const DISPLAY_NAME: &str = "puml Diagrams";
/// The marketplace that contains just this plugin.
pub(super) const MARKETPLACE: &str = "straightedge";
/// Name of the servers in every host's configuration; hosts put it into the names of tools.
pub(super) const SERVER: &str = "puml";
/// Moves with the workspace.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");
pub(super) const AUTHOR: &str = "The Straightedge authors";
pub(super) const LICENSE: &str = "MIT OR Apache-2.0";
pub(super) const BRAND_COLOR: &str = "#2F6FB5";

/// For hosts that start the language server.
pub(super) const DESCRIPTION: &str = "Sequence diagrams that compile: skills, MCP tools and a language server around the puml compiler.";
/// For hosts that do not.
pub(super) const DESCRIPTION_WITHOUT_LSP: &str =
    "Sequence diagrams that compile: skills and MCP tools around the puml compiler.";
/// For the one host that shows a long one; it starts no language server.
pub(super) const LONG_DESCRIPTION: &str = "Agents draft a diagram, check it with the real compiler, repair every diagnostic, \
    and only then render and deliver it. The pack brings authoring, review and documentation skills, and deterministic MCP tools \
    for checking, looking at, rendering, exporting and editing diagrams. No Java, no browser, no network.";

pub(super) const KEYWORDS: [&str; 6] =
    ["diagrams", "documentation", "lsp", "mcp", "plantuml", "sequence-diagram"];

/// The five beginnings that the specification names, the most useful first: one host shows only three.
pub(super) const PROMPTS: [&str; 5] = [
    "Create a sequence diagram for this flow and render it with puml.",
    "Review this .puml diagram for correctness and clarity.",
    "Convert this prose/API flow into a puml sequence diagram.",
    "Add a puml diagram to this README and verify it renders.",
    "Find sequence diagrams in this repo and render them.",
];

pub(super) const SKILLS: [&str; 3] =
    ["puml-sequence-author", "puml-sequence-reviewer", "puml-docs-integrator"];
/// For those who want other kinds of diagrams too; a config repo deploys it only in the profile [`ALL_KINDS`].
pub(super) const OPTIONAL_SKILL: &str = "puml-diagram-author";
/// The profile, and the tag of what it adds.
pub(super) const ALL_KINDS: &str = "all-kinds";
pub(super) const AGENTS: [&str; 2] = ["puml-diagram-designer", "puml-diagram-reviewer"];
pub(super) const COMMANDS: [&str; 4] = [
    "write-sequence-diagram",
    "review-sequence-diagram",
    "convert-to-puml",
    "explain-sequence-diagram",
];

/// File endings that the language server is started for.
pub(super) const ENDINGS: [&str; 4] = [".puml", ".plantuml", ".iuml", ".pu"];
/// The language's name in editors.
pub(super) const LANGUAGE: &str = "puml";

/// Programs that lie in the plugin's `bin` folder.
pub(crate) const BUNDLED: [&str; 3] = ["puml", "puml-lsp", "puml-mcp"];
