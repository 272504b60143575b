//! The command line as typed. Old `plantuml` flags are turned into it by `legacy`.

use std::{ffi::OsString, sync::LazyLock};

use clap::{Parser, Subcommand};

use crate::{commands, exit::Failure, legacy, terminal::ColorChoice};

/// Checks and draws PlantUML and Mermaid diagrams. No Java, no browser.
///
/// Exit codes: 0 fine, 1 findings or differences, 2 could not run, 3 a bug in puml.
/// The flags of the plantuml command line that scripts use (-tsvg, -pipe, -checkonly …) work too, with its
/// exit codes: 50 no file, 100 no diagram, 200 errors.
#[derive(Debug, Parser)]
#[command(name = "puml", version, long_version = COMPATIBLE.as_str(), arg_required_else_help = true)]
pub(crate) struct Arguments {
    /// When to use colour.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub(crate) color: ColorChoice,
    /// Print problems only.
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// One line per command; each has a file in `commands/`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Report every problem in diagrams
    Check(commands::check::Check),
    /// Draw diagrams
    Render(commands::render::Render),
    /// Format sources; `.puml.toml` holds settings
    Fmt(commands::fmt::Fmt),
    /// Report readability problems
    Lint(commands::lint::Lint),
    /// Show what changed between two diagrams, in words and as a picture
    Diff(commands::diff::Diff),
    /// Describe diagrams in words
    Explain(commands::explain::Explain),
    /// Turn Mermaid diagrams into puml, or puml diagrams into Mermaid
    Convert(commands::convert::Convert),
    /// Generate diagrams from OpenAPI, SQL, JSON Schema or dot
    From(commands::convert::From),
    /// List or extract the diagrams of Markdown pages
    Extract(commands::extract::Extract),
    /// Print the share code of a diagram
    Encode(commands::encode::Encode),
    /// Print the source behind a share code or link
    Decode(commands::decode::Decode),
    /// Print a share link for a diagram
    Url(commands::url::Url),
    /// List the supported syntax
    Primitives(commands::primitives::Primitives),
    /// Explain a diagnostic code
    ExplainCode(commands::explain_code::ExplainCode),
    /// Serve an editor: the language server on standard input and output
    Lsp(puml_lsp::Options),
    /// Serve agents over the Model Context Protocol
    Mcp(puml_mcp::Arguments),
    /// Draw the fences of an mdBook, as its preprocessor
    Mdbook(commands::mdbook::Mdbook),
    /// Print a completion script for a shell
    Completions(commands::completions::Completions),
    /// Print the manual page
    Man(commands::man::Man),
    /// The plantuml command line
    #[command(skip)]
    Plantuml(legacy::Plantuml),
}

/// Reads the command line.
pub(crate) fn parse(words: &[OsString]) -> Result<Arguments, Failure> {
    let words: Vec<String> = words.iter().map(|it| it.to_string_lossy().into_owned()).collect();
    if let Some(plantuml) = legacy::recognise(&words[1..])? {
        let (color, command) = (ColorChoice::Auto, Command::Plantuml(plantuml));
        return Ok(Arguments { color, quiet: false, command });
    }
    let asks_help = words.get(1).is_some_and(|it| legacy::asks_help(it));
    let words = if asks_help { vec![words[0].clone(), "--help".to_owned()] } else { words };
    Ok(Arguments::try_parse_from(words)?)
}

/// The version, and the versions of what puml can take the place of.
static COMPATIBLE: LazyLock<String> = LazyLock::new(|| {
    format!(
        "{}\nPlantUML {} (language, command line, server)\nMermaid {}",
        env!("CARGO_PKG_VERSION"),
        diagrams::PLANTUML,
        diagrams::MERMAID
    )
});
