//! The flags of the `plantuml` command line that scripts rely on, so that `puml` can take its place.

use std::path::PathBuf;

use crate::exit::Failure;

/// What a `plantuml` command line asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Plantuml {
    /// The work.
    pub(crate) action: Action,
    /// Files, patterns and folders, or codes for [`Action::Decode`].
    pub(crate) inputs: Vec<String>,
    /// The ending of the format, such as `svg`.
    pub(crate) format: String,
    /// A folder for the pictures, beside each source if relative.
    pub(crate) folder: Option<PathBuf>,
    /// Variables from `-D`.
    pub(crate) defines: Vec<String>,
    /// Whether everything is checked before anything is drawn.
    pub(crate) check_first: bool,
}

/// The kinds of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// Draw files.
    Draw,
    /// Draw standard input to standard output.
    Pipe,
    /// Say what kind of diagram standard input is.
    Syntax,
    /// Report problems only.
    CheckOnly,
    /// Print the codes of files.
    Encode,
    /// Print the sources of codes.
    Decode,
}

const FORMATS: &[&str] = &["svg", "png", "pdf", "txt", "utxt"];

/// Reads a `plantuml` command line; `None` where the words are ours.
pub(crate) fn recognise(words: &[String]) -> Result<Option<Plantuml>, Failure> {
    if !words.iter().any(|it| is_ours_alone(it)) && words.iter().any(|it| is_legacy(it)) {
        return parse(words).map(Some);
    }
    Ok(None)
}

/// A word of the old command line that ours never has.
fn is_legacy(word: &str) -> bool {
    let actions =
        ["-pipe", "-syntax", "-checkonly", "-failfast2", "-encodeurl", "-decodeurl", "-computeurl"];
    actions.contains(&word) || format_flag(word).is_some()
}

/// A command of ours first means our grammar, whatever follows.
fn is_ours_alone(word: &str) -> bool {
    ["check", "render", "fmt", "lint", "--help", "--version"].contains(&word)
}

fn format_flag(word: &str) -> Option<&'static str> {
    let name = word.strip_prefix("-t")?;
    FORMATS.iter().copied().find(|it| *it == name)
}

fn parse(words: &[String]) -> Result<Plantuml, Failure> {
    let mut out = Plantuml {
        action: Action::Draw,
        inputs: Vec::new(),
        format: "png".into(),
        folder: None,
        defines: Vec::new(),
        check_first: false,
    };
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match word.as_str() {
            "-pipe" | "-p" => out.action = Action::Pipe,
            "-syntax" => out.action = Action::Syntax,
            "-checkonly" => out.action = Action::CheckOnly,
            "-failfast" | "-failfast2" => out.check_first = true,
            "-encodeurl" | "-computeurl" => out.action = Action::Encode,
            "-decodeurl" => out.action = Action::Decode,
            "-o" | "-output" => {
                let folder =
                    rest.next().ok_or_else(|| Failure::Usage("-o needs a folder".into()))?;
                out.folder = Some(folder.trim_matches('"').into());
            }
            "-charset" => {
                let name = rest.next().map(|it| it.to_ascii_lowercase()).unwrap_or_default();
                if name != "utf-8" && name != "utf8" {
                    return Err(Failure::Usage(format!("-charset {name}: puml reads UTF-8")));
                }
            }
            // These change nothing here: there is no window, no metadata and no error picture.
            "-nometadata" | "-noerror" | "-quiet" | "-v" | "-verbose" | "-headless" => {}
            other if format_flag(other).is_some() => {
                out.format = format_flag(other).unwrap_or_default().into();
            }
            other if other.starts_with("-D") => out.defines.push(other[2..].to_owned()),
            other if other.starts_with('-') && other != "-" => {
                return Err(Failure::Usage(format!("the plantuml flag {other} is not supported")));
            }
            other => out.inputs.push(other.to_owned()),
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn a_script_s_line_is_understood() {
        let seen = recognise(&words("-tsvg -failfast2 -o out -DX=1 docs/*.puml")).unwrap().unwrap();
        assert_eq!(seen.action, Action::Draw);
        assert_eq!((seen.format.as_str(), seen.check_first), ("svg", true));
        assert_eq!(seen.folder, Some("out".into()));
        assert_eq!((seen.inputs, seen.defines), (vec!["docs/*.puml".into()], vec!["X=1".into()]));
    }

    #[test]
    fn our_own_lines_are_left_alone() {
        assert_eq!(recognise(&words("render a.puml -o -")).unwrap(), None);
        assert_eq!(recognise(&words("check -")).unwrap(), None);
    }

    #[test]
    fn an_unknown_flag_is_refused() {
        assert!(recognise(&words("-tsvg -gui a.puml")).is_err());
    }
}
