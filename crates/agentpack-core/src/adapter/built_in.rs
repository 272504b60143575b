//! The tables that come with the program, one file per host.

/// File name and text of each table.
pub(super) const TABLES: [(&str, &str); 16] = [
    ("amp.toml", include_str!("../../adapters/amp.toml")),
    ("claude_code.toml", include_str!("../../adapters/claude_code.toml")),
    ("cline.toml", include_str!("../../adapters/cline.toml")),
    ("codex.toml", include_str!("../../adapters/codex.toml")),
    ("copilot_cli.toml", include_str!("../../adapters/copilot_cli.toml")),
    ("cursor.toml", include_str!("../../adapters/cursor.toml")),
    ("gemini_cli.toml", include_str!("../../adapters/gemini_cli.toml")),
    ("goose.toml", include_str!("../../adapters/goose.toml")),
    ("junie.toml", include_str!("../../adapters/junie.toml")),
    ("kiro.toml", include_str!("../../adapters/kiro.toml")),
    ("opencode.toml", include_str!("../../adapters/opencode.toml")),
    ("qwen_code.toml", include_str!("../../adapters/qwen_code.toml")),
    ("roo.toml", include_str!("../../adapters/roo.toml")),
    ("vscode.toml", include_str!("../../adapters/vscode.toml")),
    ("windsurf.toml", include_str!("../../adapters/windsurf.toml")),
    ("zed.toml", include_str!("../../adapters/zed.toml")),
];
