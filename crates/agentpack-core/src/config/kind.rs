//! The kinds of modules and their names. What a host does with each is in `adapter`.

/// What a module holds, and so how it is checked and rendered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ModuleKind {
    /// `AGENTS.md`.
    Instructions,
    /// A folder with `SKILL.md`.
    Skill,
    /// One Markdown file.
    Prompt,
    /// One Markdown file with front matter.
    Command,
    /// One Markdown file describing a subagent.
    Agent,
    /// One JSON file describing an MCP server.
    Mcp,
    /// One JSON file describing a hook.
    Hook,
}

impl ModuleKind {
    /// Every kind, in the order of the documentation.
    pub const ALL: [ModuleKind; 7] = [
        Self::Instructions,
        Self::Skill,
        Self::Prompt,
        Self::Command,
        Self::Agent,
        Self::Mcp,
        Self::Hook,
    ];

    /// The word used in the config.
    pub fn name(self) -> &'static str {
        match self {
            Self::Instructions => "instructions",
            Self::Skill => "skill",
            Self::Prompt => "prompt",
            Self::Command => "command",
            Self::Agent => "agent",
            Self::Mcp => "mcp",
            Self::Hook => "hook",
        }
    }

    /// From the word used in the config.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The form `explain` prints.
    pub fn title(self) -> &'static str {
        match self {
            Self::Instructions => "Instructions",
            Self::Skill => "Skill",
            Self::Prompt => "Prompt",
            Self::Command => "Command",
            Self::Agent => "Agent",
            Self::Mcp => "Mcp",
            Self::Hook => "Hook",
        }
    }
}
