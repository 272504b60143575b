//! The flags of the `plantuml` command line that scripts rely on, so that `puml` can take its place.

mod names;

use std::path::{Path, PathBuf};

use clap::CommandFactory as _;
use diagrams::{Format, Language};
use encoding_rs::{Encoding, UTF_8};

use crate::{args::Arguments, exit::Failure};

/// What a `plantuml` command line asks for.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Plantuml {
    /// What the call asks for, besides its files.
    pub(crate) action: Action,
    /// Where diagrams come from.
    pub(crate) origin: Origin,
    /// Files, patterns and folders, or codes for [`Action::Decode`].
    pub(crate) inputs: Vec<String>,
    /// Files that a pattern or folder would take and that are left out.
    pub(crate) excluded: Vec<String>,
    /// The output format, from a flag such as `-tsvg`.
    pub(crate) format: Format,
    /// A folder for the pictures, beside each source if relative.
    pub(crate) folder: Option<PathBuf>,
    /// The one file that the picture goes to.
    pub(crate) file: Option<PathBuf>,
    /// What the text of a pipe is called, and where its includes are looked up.
    pub(crate) name: Option<PathBuf>,
    /// Where the text of a pipe is said to lie.
    pub(crate) source_folder: Option<PathBuf>,
    /// Variables from `-D`.
    pub(crate) defines: Vec<String>,
    /// Files and patterns that are read before each diagram, as `-config` and `-I` say.
    pub(crate) preludes: Vec<String>,
    /// Lines like `skinparam name value` and `!pragma name value`, from `-S` and `-P`.
    pub(crate) settings: Vec<String>,
    /// Folders that files may be included from.
    pub(crate) include_path: Vec<PathBuf>,
    /// How the sources are written.
    pub(crate) charset: &'static Encoding,
    /// A theme in place of the one a source names.
    pub(crate) theme: Option<String>,
    /// Colours for a dark page.
    pub(crate) is_dark: bool,
    /// Whether everything is checked before anything is drawn.
    pub(crate) checks_first: bool,
    /// Whether there is a picture of what is wrong where a diagram has errors.
    pub(crate) draws_errors: bool,
    /// Whether errors of a pipe stand in place of the picture and not on standard error.
    pub(crate) errors_in_pipe: bool,
    /// How the files of pictures are called.
    pub(crate) naming: Naming,
    /// Whether a PNG carries its source along.
    pub(crate) has_metadata: bool,
    /// Whether to say how long all took.
    pub(crate) tells_duration: bool,
    /// The page of each diagram that a pipe shows, from 0.
    pub(crate) page: usize,
    /// A line behind each picture of a pipe.
    pub(crate) delimiter: Option<String>,
    /// How errors are told.
    pub(crate) report: Report,
}

/// The kinds of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// Draw the diagrams of the files.
    Draw,
    /// Say what kind of diagram standard input is.
    Syntax,
    /// Report problems only.
    CheckOnly,
    /// Write what the preprocessor makes of the sources.
    Preprocess,
    /// Print the links of pictures as image maps.
    Map,
    /// Say that Graphviz is not needed.
    TestDot,
    /// Say that a format is not written.
    Unwritten(&'static str),
    /// Print the codes of diagrams.
    Encode,
    /// Print the sources of codes.
    Decode,
    /// Print the sources that pictures carry.
    Metadata,
    /// Print pictures as sprites.
    Sprite,
    /// Print the words of the language.
    Keywords,
    /// Print which libraries can be included.
    Libraries,
    /// Print what this program is.
    About,
    /// Print the version.
    Version,
}

/// Where diagrams come from, and where pictures of them go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// Files; a picture goes beside its source.
    Files,
    /// Standard input; pictures go to standard output.
    Pipe,
}

/// How the files of pictures are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Naming {
    /// What stands before the number of a further picture.
    pub(crate) separator: char,
    /// Whether a name behind `@startuml` counts.
    pub(crate) has_own_names: bool,
}

/// How errors are told: `-stdrpt` and its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Report {
    /// In words, with the source line.
    Words,
    /// Four lines of `key=value`.
    Pairs,
    /// One line as compilers write it.
    Line,
}

/// Reads a `plantuml` command line; `None` where the words are ours.
pub(crate) fn recognise(words: &[String]) -> Result<Option<Plantuml>, Failure> {
    match words.first() {
        // The first word decides: behind a misspelt command nothing is drawn.
        Some(it) if !is_ours(it) && (is_flag(it) || names::old(it).is_some() || is_input(it)) => {
            parse(words).map(Some)
        }
        _ => Ok(None),
    }
}

/// Whether a word is one of PlantUML's for help that clap does not know.
pub(crate) fn asks_help(word: &str) -> bool {
    ["-?", "-help", "-h:more", "-help:more", "--help-more"].contains(&word)
}

/// A command or flag of ours first means our grammar, whatever follows.
fn is_ours(word: &str) -> bool {
    asks_help(word)
        || ["help", "-h", "-V"].contains(&word)
        || ["--help", "--version", "--color"].iter().any(|it| word.starts_with(it))
        || Arguments::command().find_subcommand(word).is_some()
}

/// One dash and several letters, which none of our flags has; and the short ones that it shares with none.
fn is_flag(word: &str) -> bool {
    let name = word.strip_prefix('-').filter(|it| !it.starts_with('-'));
    name.is_some_and(|it| {
        it.len() > 1 || ["p", "o", "v", "x", "f", "d", "D", "I", "P", "S"].contains(&it)
    })
}

fn is_input(word: &str) -> bool {
    let path = Path::new(word);
    path.exists() || word.contains('*') || Language::of_path(path).is_some()
}

/// The format that a flag or a pipe names.
pub(crate) fn format(name: &str) -> Option<Format> {
    let formats = [Format::Svg, Format::Png, Format::Pdf, Format::Txt, Format::Utxt];
    let name = if name == "atxt" { "txt" } else { name };
    formats.into_iter().find(|it| it.extension() == name)
}

fn parse(words: &[String]) -> Result<Plantuml, Failure> {
    let mut out = Plantuml {
        action: Action::Draw,
        origin: Origin::Files,
        inputs: Vec::new(),
        excluded: Vec::new(),
        format: Format::Png,
        folder: None,
        file: None,
        name: None,
        source_folder: None,
        defines: Vec::new(),
        preludes: Vec::new(),
        settings: Vec::new(),
        include_path: Vec::new(),
        charset: UTF_8,
        theme: None,
        is_dark: false,
        checks_first: false,
        draws_errors: true,
        errors_in_pipe: false,
        naming: Naming { separator: '_', has_own_names: true },
        has_metadata: true,
        tells_duration: false,
        page: 0,
        delimiter: None,
        report: Report::Words,
    };
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let flag = names::old(word).unwrap_or(word);
        let mut argument = || {
            let found = rest.next().map(|it| it.trim_matches('"').to_owned());
            found.ok_or_else(|| Failure::Usage(format!("{word} needs an argument")))
        };
        match flag {
            "-pipe" => out.origin = Origin::Pipe,
            "-syntax" => out.action = Action::Syntax,
            "-checkonly" => out.action = Action::CheckOnly,
            "-failfast2" => out.checks_first = true,
            "-preproc" => out.action = Action::Preprocess,
            "-pipemap" => (out.action, out.origin) = (Action::Map, Origin::Pipe),
            "-testdot" => out.action = Action::TestDot,
            "-noerror" => out.draws_errors = false,
            "-duration" => out.tells_duration = true,
            "-nometadata" => out.has_metadata = false,
            "-ofile" => out.file = Some(argument()?.into()),
            "-filename" => out.name = Some(argument()?.into()),
            "-config" | "-I" => out.preludes.push(argument()?),
            "-encodeurl" => out.action = Action::Encode,
            "-decodeurl" => out.action = Action::Decode,
            "-metadata" => out.action = Action::Metadata,
            "-encodesprite" => out.action = Action::Sprite,
            "-language" => out.action = Action::Keywords,
            "-stdlib" => out.action = Action::Libraries,
            "-about" => out.action = Action::About,
            "-filedir" => out.source_folder = Some(argument()?.into()),
            "-pipenostderr" => out.errors_in_pipe = true,
            "-useseparatorminus" => out.naming.separator = '-',
            "-ignorenames" => out.naming.has_own_names = false,
            "-version" => out.action = Action::Version,
            "-stdrpt" | "-stdrpt:0" => out.report = Report::Words,
            "-stdrpt:1" => out.report = Report::Pairs,
            "-stdrpt:2" => out.report = Report::Line,
            "-o" => out.folder = Some(argument()?.into()),
            "-x" => out.excluded.push(argument()?),
            "-theme" => out.theme = Some(argument()?),
            "-darkmode" => out.is_dark = true,
            "-define" => out.defines.push(argument()?),
            "-pragma" => out.settings.push(pragma(&argument()?)),
            "-skinparam" => out.settings.push(skinparam(word, &argument()?)?),
            "-pipedelimitor" => out.delimiter = Some(argument()?),
            "-pipeimageindex" => {
                let number = argument()?;
                let problem = |_| Failure::Usage(format!("{word} {number}: that is no number"));
                out.page = number.parse().map_err(problem)?;
            }
            "-format" => {
                let name = argument()?;
                match (format(&name), names::unwritten(&name)) {
                    (Some(format), _) => out.format = format,
                    (None, Some(name)) => out.action = Action::Unwritten(name),
                    (None, None) => {
                        return Err(Failure::Usage(format!("{word} {name}: no such format")));
                    }
                }
            }
            "-charset" => {
                let name = argument()?;
                let problem =
                    || Failure::Usage(format!("-charset {name}: there is no such charset"));
                out.charset = Encoding::for_label(name.as_bytes()).ok_or_else(problem)?;
            }
            // How much work at once and how long it may take is not for the caller to say, nor where Java's file is.
            "-nbthread" | "-timeout" | "-graphvizdot" | "-jar" | "-loop" => drop(argument()?),
            other if other.starts_with("-t") && format(&other[2..]).is_some() => {
                out.format = format(&other[2..]).unwrap_or(Format::Png);
            }
            other
                if let Some(name) = other.strip_prefix("-t")
                    && let Some(name) = names::unwritten(name) =>
            {
                out.action = Action::Unwritten(name);
            }
            other if let Some(folders) = other.strip_prefix("-Dplantuml.include.path=") => {
                out.include_path.extend(std::env::split_paths(folders));
            }
            other if names::has_no_effect(other) => {}
            other if other.len() > 2 && other.starts_with("-D") => {
                out.defines.push(other[2..].to_owned());
            }
            other if other.len() > 2 && other.starts_with("-I") => {
                out.preludes.push(other[2..].to_owned());
            }
            other if other.len() > 2 && other.starts_with("-S") => {
                out.settings.push(skinparam(word, &other[2..])?);
            }
            other if other.len() > 2 && other.starts_with("-P") => {
                out.settings.push(pragma(&other[2..]));
            }
            other if let Some(reason) = names::refusal(other) => {
                return Err(Failure::Usage(format!("{word}: {reason}")));
            }
            other if other.starts_with('-') && other != "-" => {
                return Err(Failure::Usage(format!("the plantuml flag {word} is not supported")));
            }
            other => out.inputs.push(other.to_owned()),
        }
    }
    Ok(out)
}

fn skinparam(word: &str, setting: &str) -> Result<String, Failure> {
    let problem = || Failure::Usage(format!("{word}: name and value are written name=value"));
    let (name, value) = setting.split_once('=').ok_or_else(problem)?;
    Ok(format!("skinparam {name} {value}"))
}

fn pragma(setting: &str) -> String {
    format!("!pragma {}", setting.replacen('=', " ", 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    fn read(line: &str) -> Plantuml {
        recognise(&words(line)).unwrap().expect("it is the old command line")
    }

    #[test]
    fn a_script_s_line_is_understood() {
        let seen = read("-tsvg -failfast2 -nbthread auto -o out -x b.puml -DX=1 docs/*.puml");
        assert_eq!((seen.action, seen.origin), (Action::Draw, Origin::Files));
        assert_eq!((seen.format, seen.checks_first), (Format::Svg, true));
        assert_eq!(seen.folder, Some("out".into()));
        assert_eq!((seen.inputs, seen.defines), (vec!["docs/*.puml".into()], vec!["X=1".into()]));
        assert_eq!(seen.excluded, ["b.puml"]);
    }

    #[test]
    fn newer_names_mean_the_same() {
        assert_eq!(read("--svg --output-dir out a.puml"), read("-tsvg -o out a.puml"));
        assert_eq!(read("--format utxt -p"), read("-tutxt -pipe"));
        assert_eq!(read("-svg a.puml"), read("-tsvg a.puml"));
        assert_eq!(read("--skinparam a=b --pragma c=d x.puml"), read("-Sa=b -Pc=d x.puml"));
        assert_eq!(read("-S a=b -P c=d x.puml"), read("-Sa=b -Pc=d x.puml"));
        assert_eq!(read("-D X=1 x.puml"), read("-DX=1 x.puml"));
        assert_eq!(read("--include c.puml x.puml"), read("-Ic.puml x.puml"));
        assert_eq!(read("--format latex a.puml"), read("--latex a.puml"));
        assert_eq!(read("a.puml").format, Format::Png, "a file alone is drawn as PNG");
    }

    #[test]
    fn the_lines_of_editors_and_site_builders_are_understood() {
        let line = "-Djava.awt.headless=true -Dplantuml.include.path=inc -jar plantuml.jar -pipeimageindex 0 -charset utf-8 -tsvg -pipe -filename docs/a.puml";
        let seen = read(line);
        assert_eq!((seen.action, seen.origin), (Action::Draw, Origin::Pipe));
        assert_eq!(
            (seen.name, seen.include_path),
            (Some("docs/a.puml".into()), vec!["inc".into()])
        );
        assert_eq!((seen.defines, seen.inputs), (vec![], vec![]));
        let seen = read("-config c.puml -Ilib/*.iuml -SmonoChrome=true -DX -charset latin1 a.puml");
        assert_eq!(seen.preludes, ["c.puml", "lib/*.iuml"]);
        assert_eq!(seen.settings, ["skinparam monoChrome true"]);
        assert_eq!((seen.defines, seen.charset.name()), (vec!["X".into()], "windows-1252"));
        assert_eq!(read("-teps a.puml").action, Action::Unwritten("eps"));
    }

    #[test]
    fn our_own_lines_are_left_alone() {
        let ours =
            ["render a.puml -o -", "check -", "url a.puml --format png", "chekc a.puml", "-V", ""];
        for line in ours {
            assert_eq!(recognise(&words(line)).unwrap(), None, "{line}");
        }
    }

    #[test]
    fn an_unknown_flag_is_refused_by_its_name() {
        for (line, wanted) in [
            ("-tsvg -nonsense a.puml", "-nonsense is not supported"),
            ("-tnone a.puml", "-tnone is not supported"),
            ("-tsvg -gui a.puml", "-gui: puml has no window"),
            ("--http-server", "--http-server: puml is no server"),
            ("-picoweb:8080", "-picoweb:8080: puml is no server"),
        ] {
            let refusal = recognise(&words(line)).unwrap_err().to_string();
            assert!(refusal.contains(wanted), "{line}: {refusal}");
        }
    }
}
