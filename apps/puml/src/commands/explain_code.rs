//! `puml explain-code`: the page of a diagnostic code, built into the program.

use clap::Args;
use include_dir::{Dir, include_dir};
use serde_json::json;

use crate::{
    exit::{Failure, Outcome},
    terminal,
};

static PAGES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../docs/codes");

/// Arguments of `puml explain-code`.
#[derive(Debug, Args)]
pub(crate) struct ExplainCode {
    /// Such as `syntax/unknown-statement`; every code without one
    code: Option<String>,
    /// Print one JSON document instead of text
    #[arg(long)]
    json: bool,
}

/// Prints the page, or the list of all codes.
pub(crate) fn run(arguments: &ExplainCode) -> Result<Outcome, Failure> {
    let page = match &arguments.code {
        None => PAGES.get_file("README.md"),
        Some(code) => {
            let code = code.trim_matches(['[', ']', '`']);
            let page = PAGES.get_file(format!("{code}.md"));
            if page.is_none() {
                return Err(Failure::Usage(unknown(code)));
            }
            page
        }
    };
    let text = page.and_then(include_dir::File::contents_utf8).unwrap_or_default();
    if arguments.json {
        let answer = json!({ "version": 1, "code": arguments.code, "page": text });
        terminal::put(format!("{answer:#}\n").as_bytes())?;
    } else {
        terminal::put(text.as_bytes())?;
    }
    Ok(Outcome::Fine)
}

fn unknown(code: &str) -> String {
    let mut names = Vec::new();
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

    fn text(file: &str) -> &'static str {
        PAGES.get_file(file).and_then(include_dir::File::contents_utf8).unwrap_or_default()
    }

    #[test]
    fn every_listed_code_is_explained_and_every_page_is_listed() {
        let listed: Vec<&str> =
            text("README.md").split("| [`").skip(1).filter_map(|it| it.split('`').next()).collect();
        for code in &listed {
            let page = text(&format!("{code}.md"));
            assert!(page.starts_with(&format!("# `{code}`\n\n")), "{code}: {page:?}");
        }
        let pages: usize = PAGES.dirs().map(|it| it.files().count()).sum();
        assert_eq!(listed.len(), pages);
        assert!(listed.contains(&"tool/bug") && listed.contains(&"syntax/unclosed-group"));
    }
}
