//! The programs inside this one: a package ships one file and links by name.

use std::{ffi::OsString, path::Path, process::ExitCode};

/// A whole program: its words, the first of which is its name, to its exit code.
pub(crate) type Program = fn(Vec<OsString>) -> ExitCode;
/// Its command line as data.
type Description = fn() -> clap::Command;

pub(crate) const HELP: &str = "Other programs, started as `straightedge NAME …` or through a link of that name: \
    puml, puml-lsp, puml-mcp, agentpack, planexe";

/// Their names, and what they are run by and described by.
pub(crate) const PROGRAMS: [(&str, Program, Description); 5] = [
    ("puml", puml::main, puml::command),
    ("puml-lsp", puml_lsp::main, puml_lsp::command),
    ("puml-mcp", puml_mcp::main, puml_mcp::command),
    ("agentpack", agentpack::main, agentpack::command),
    ("planexe", planexe::main, planexe::command),
];

/// The program that a command line means, by the name it was started under or by its first argument, and its own words.
/// Gives the words back when it means this one.
pub(crate) fn meant(mut words: Vec<OsString>) -> Result<(Program, Vec<OsString>), Vec<OsString>> {
    if let Some(program) = words.first().and_then(|it| of_file(Path::new(it))) {
        return Ok((program, words));
    }
    let Some(program) = words.get(1).and_then(|it| named(it.to_str()?)) else { return Err(words) };
    words.remove(0);
    Ok((program, words))
}

fn of_file(path: &Path) -> Option<Program> {
    let name = path.file_name()?.to_str()?;
    named(name.strip_suffix(std::env::consts::EXE_SUFFIX).unwrap_or(name))
}

fn named(name: &str) -> Option<Program> {
    PROGRAMS.iter().find(|it| it.0 == name).map(|it| it.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn a_link_is_the_program_of_its_name() {
        let (_, rest) = meant(words("/usr/bin/puml check a.puml")).unwrap();
        assert_eq!(rest, words("/usr/bin/puml check a.puml"));
    }

    #[test]
    fn the_first_argument_may_name_a_program() {
        let (_, rest) = meant(words("straightedge planexe new x")).unwrap();
        assert_eq!(rest, words("planexe new x"));
    }

    #[test]
    fn anything_else_is_for_the_server() {
        assert_eq!(meant(words("straightedge serve puml")), Err(words("straightedge serve puml")));
        assert_eq!(meant(Vec::new()), Err(Vec::new()));
    }
}
