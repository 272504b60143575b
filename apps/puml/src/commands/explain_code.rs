//! `puml explain-code`: what a code means that any of the programs reports, built into the program: the page of a
//! diagnostic, or the row of an error code of agentpack, planexe or the server.

use std::fmt::Write as _;

use clap::Args;
use include_dir::{Dir, include_dir};
use serde_json::json;

use crate::{
    exit::{Failure, Outcome},
    terminal,
};

static PAGES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../docs/codes");

/// The pages whose tables list the error codes of the other programs, a code in each first cell.
const TABLES: [(&str, &str); 3] = [
    ("agentpack", include_str!("../../../../docs/agentpack/codes.md")),
    ("planexe", include_str!("../../../../docs/planexe/interface.md")),
    ("the HTTP server", include_str!("../../../../docs/server.md")),
];

/// Arguments of `puml explain-code`.
#[derive(Debug, Args)]
pub(crate) struct ExplainCode {
    /// Such as `syntax/unknown-statement` or `TOKEN_REQUIRED`; without one, a list of all codes
    code: Option<String>,
    /// Print one JSON document instead of text
    #[arg(long)]
    json: bool,
}

/// Prints the page, or the list of all codes.
pub(crate) fn run(arguments: &ExplainCode) -> Result<Outcome, Failure> {
    let text = match &arguments.code {
        None => page("README.md").unwrap_or_default().to_owned() + &all_rows(),
        Some(code) => {
            let code = code.trim_matches(['[', ']', '`']);
            let found = page(&format!("{code}.md")).map(str::to_owned).or_else(|| rows_of(code));
            found.ok_or_else(|| Failure::Usage(unknown(code)))?
        }
    };
    if arguments.json {
        let answer = json!({ "version": 1, "code": arguments.code, "page": text });
        terminal::put(format!("{answer:#}\n").as_bytes())?;
    } else {
        terminal::put(text.as_bytes())?;
    }
    Ok(Outcome::Fine)
}

fn page(file: &str) -> Option<&'static str> {
    PAGES.get_file(file).and_then(include_dir::File::contents_utf8)
}

/// A row of a table of codes: the code, and what the other cells say.
fn rows(text: &'static str) -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    text.lines().filter_map(|line| {
        let cells = line.strip_prefix("| `")?.strip_suffix(" |")?;
        let (code, rest) = cells.split_once("` | ")?;
        let is_code = code.bytes().all(|it| it.is_ascii_uppercase() || it == b'_');
        is_code.then(|| (code, rest.split(" | ").collect()))
    })
}

/// What the tables say of a code; one word may stand in several.
fn rows_of(code: &str) -> Option<String> {
    let of_program = |(program, text): (&str, &'static str)| {
        let found = rows(text).find(|(it, _)| *it == code)?;
        Some(format!("{program}: {}\n", found.1.join("; ")))
    };
    let told: String = TABLES.into_iter().filter_map(of_program).collect();
    (!told.is_empty()).then(|| format!("# `{code}`\n\n{told}"))
}

/// A list of the error codes of every other program.
fn all_rows() -> String {
    let mut text = String::new();
    for (program, table) in TABLES {
        let codes: Vec<String> = rows(table).map(|(code, _)| format!("`{code}`")).collect();
        let _ = write!(text, "\n## Error codes of {program}\n\n{}\n", codes.join(", "));
    }
    text
}

fn unknown(code: &str) -> String {
    let mut names: Vec<&str> =
        TABLES.into_iter().flat_map(|(_, text)| rows(text)).map(|it| it.0).collect();
    for area in PAGES.dirs() {
        names.extend(area.files().filter_map(|it| it.path().to_str()?.strip_suffix(".md")));
    }
    match diag::nearest(code, names) {
        Some(name) => format!("no code `{code}`; did you mean `{name}`?"),
        None => format!("no code `{code}`; `puml explain-code` lists them all"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_code_is_explained_and_every_page_is_listed() {
        let listed: Vec<&str> = page("README.md")
            .unwrap()
            .split("| [`")
            .skip(1)
            .filter_map(|it| it.split('`').next())
            .collect();
        for code in &listed {
            let page = page(&format!("{code}.md")).unwrap();
            assert!(page.starts_with(&format!("# `{code}`\n\n")), "{code}: {page:?}");
        }
        let pages: usize = PAGES.dirs().map(|it| it.files().count()).sum();
        assert_eq!(listed.len(), pages);
        assert!(listed.contains(&"tool/bug") && listed.contains(&"syntax/unclosed-group"));
    }

    #[test]
    fn error_codes_of_every_program_are_explained() {
        let told = rows_of("INTERNAL_ERROR").unwrap();
        assert!(
            told.contains("\nplanexe: ") && told.contains("\nthe HTTP server: 500; "),
            "{told}"
        );
        assert!(
            rows_of("E_CONFIG_MISSING").unwrap().contains("agentpack: there is no agentpack.yaml")
        );
        assert!(rows_of("CONFLICT").is_some() && rows_of("PROXY").is_some());
        assert_eq!(rows_of("STRAIGHTEDGE"), None);
        assert!(unknown("TOKEN_REQUIERD").contains("`TOKEN_REQUIRED`"));
    }
}
