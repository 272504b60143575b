//! The commands, one file each. A command reads inputs, calls a library and shows the result.

pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod decode;
pub(crate) mod diff;
pub(crate) mod encode;
pub(crate) mod explain;
pub(crate) mod explain_code;
pub(crate) mod extract;
pub(crate) mod fmt;
pub(crate) mod lint;
pub(crate) mod lsp;
pub(crate) mod man;
pub(crate) mod mcp;
pub(crate) mod mdbook;
pub(crate) mod plantuml;
pub(crate) mod primitives;
pub(crate) mod render;
pub(crate) mod url;

use crate::{
    args::{Arguments, Command},
    exit::{Failure, Outcome},
    terminal,
};

/// Runs the command that was asked for.
pub(crate) fn run(arguments: Arguments) -> Result<Outcome, Failure> {
    arguments.color.install();
    if arguments.quiet {
        terminal::be_quiet();
    }
    match arguments.command {
        Command::Check(it) => check::run(&it),
        Command::Render(it) => render::run(&it),
        Command::Fmt(it) => fmt::run(&it),
        Command::Lint(it) => lint::run(&it),
        Command::Diff(it) => diff::run(&it),
        Command::Explain(it) => explain::run(&it),
        Command::Convert(it) => convert::run(&it),
        Command::From(it) => convert::from(&it),
        Command::Extract(it) => extract::run(&it),
        Command::Encode(it) => encode::run(&it),
        Command::Decode(it) => decode::run(&it),
        Command::Url(it) => url::run(&it),
        Command::Primitives(it) => primitives::run(&it),
        Command::ExplainCode(it) => explain_code::run(&it),
        Command::Lsp(it) => lsp::run(&it),
        Command::Mcp(it) => mcp::run(it),
        Command::Mdbook(it) => mdbook::run(&it),
        Command::Completions(it) => completions::run(&it),
        Command::Man(it) => man::run(&it),
        Command::Plantuml(it) => plantuml::run(&it),
    }
}
