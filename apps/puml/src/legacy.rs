//! The flags of the `plantuml` command line that scripts rely on, so that `puml` can take its place.

use std::path::{Path, PathBuf};

use clap::CommandFactory as _;
use diagrams::{Format, Language};
use encoding_rs::{Encoding, UTF_8};

use crate::{args::Arguments, exit::Failure};

/// What a `plantuml` command line asks for.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Plantuml {
    /// The work.
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
    /// Variables from `-D`.
    pub(crate) defines: Vec<String>,
    /// Files and patterns that are read before each diagram, as `-config` and `-I` say.
    pub(crate) preludes: Vec<String>,
    /// Lines like `skinparam name value`, from `-S`.
    pub(crate) skinparams: Vec<String>,
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
    /// Draw.
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
        Some(it) if !is_ours(it) && (is_flag(it) || long(it).is_some() || is_input(it)) => {
            parse(words).map(Some)
        }
        _ => Ok(None),
    }
}

/// A command or flag of ours first means our grammar, whatever follows.
fn is_ours(word: &str) -> bool {
    ["help", "-h", "-help", "-V"].contains(&word)
        || ["--help", "--version", "--color"].iter().any(|it| word.starts_with(it))
        || Arguments::command().find_subcommand(word).is_some()
}

/// One dash and several letters, which none of our flags has; and the short ones that it shares with none.
fn is_flag(word: &str) -> bool {
    let name = word.strip_prefix('-').filter(|it| !it.starts_with('-'));
    name.is_some_and(|it| it.len() > 1 || ["p", "o", "v", "x", "f", "d"].contains(&it))
}

fn is_input(word: &str) -> bool {
    let path = Path::new(word);
    path.exists() || word.contains('*') || Language::of_path(path).is_some()
}

/// The old name of a flag that newer versions of PlantUML call otherwise.
fn long(word: &str) -> Option<&'static str> {
    Some(match word {
        "--svg" | "-svg" => "-tsvg",
        "--png" | "-png" => "-tpng",
        "--pdf" | "-pdf" => "-tpdf",
        "--txt" | "-txt" => "-ttxt",
        "--utxt" | "-utxt" => "-tutxt",
        "--pipe" | "-p" => "-pipe",
        "--format" | "-f" => "-format",
        "--define" | "-d" => "-define",
        "--check-syntax" => "-checkonly",
        "--check-before-run" => "-failfast2",
        "--stop-on-error" => "-failfast",
        "--no-error-image" => "-noerror",
        "--output-dir" => "-o",
        "--exclude" => "-x",
        "--threads" => "-nbthread",
        "--charset" => "-charset",
        "--theme" => "-theme",
        "--dark-mode" => "-darkmode",
        "--disable-metadata" => "-nometadata",
        "--pipe-image-index" => "-pipeimageindex",
        "--progress-bar" => "-progress",
        "--duration" => "-duration",
        "--preproc" | "--preprocess" => "-preproc",
        "--config" => "-config",
        "--filename" => "-filename",
        "--pipe-map" => "-pipemap",
        "--check-graphviz" => "-testdot",
        "--verbose" => "-v",
        _ => return None,
    })
}

fn format(name: &str) -> Option<Format> {
    let formats = [Format::Svg, Format::Png, Format::Pdf, Format::Txt, Format::Utxt];
    formats.into_iter().find(|it| it.extension() == name)
}

/// What begins the words that are for Java, or that only say how PlantUML runs.
const JAVA: [&str; 6] = ["-Djava.", "-Dfile.", "-Dplantuml.", "-DPLANTUML_", "-Xm", "-XX:"];

/// The formats that PlantUML writes and puml does not.
fn unwritten(flag: &str) -> Option<&'static str> {
    let names =
        ["eps", "eps:text", "latex", "latex:nopreamble", "vdx", "xmi", "scxml", "html", "braille"];
    names.into_iter().find(|it| flag.strip_prefix("-t") == Some(it))
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
        defines: Vec::new(),
        preludes: Vec::new(),
        skinparams: Vec::new(),
        include_path: Vec::new(),
        charset: UTF_8,
        theme: None,
        is_dark: false,
        checks_first: false,
        draws_errors: true,
        has_metadata: true,
        tells_duration: false,
        page: 0,
        delimiter: None,
        report: Report::Words,
    };
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let flag = long(word).unwrap_or(word);
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
            "-encodeurl" | "-computeurl" => out.action = Action::Encode,
            "-decodeurl" => out.action = Action::Decode,
            "-version" => out.action = Action::Version,
            "-stdrpt" | "-stdrpt:0" => out.report = Report::Words,
            "-stdrpt:1" => out.report = Report::Pairs,
            "-stdrpt:2" => out.report = Report::Line,
            "-o" | "-output" => out.folder = Some(argument()?.into()),
            "-x" | "-exclude" => out.excluded.push(argument()?),
            "-theme" => out.theme = Some(argument()?),
            "-darkmode" => out.is_dark = true,
            "-define" => out.defines.push(argument()?),
            "-pipedelimitor" => out.delimiter = Some(argument()?),
            "-pipeimageindex" => {
                let number = argument()?;
                let problem = |_| Failure::Usage(format!("{word} {number}: that is no number"));
                out.page = number.parse().map_err(problem)?;
            }
            "-format" => {
                let name = argument()?;
                let problem = || Failure::Usage(format!("the format {name} is not supported"));
                out.format = format(&name).ok_or_else(problem)?;
            }
            "-charset" => {
                let name = argument()?;
                let problem =
                    || Failure::Usage(format!("-charset {name}: there is no such charset"));
                out.charset = Encoding::for_label(name.as_bytes()).ok_or_else(problem)?;
            }
            // How much work at once and how long it may take is not for the caller to say, nor where Java's file is.
            "-nbthread" | "-nbthreads" | "-timeout" | "-graphvizdot" | "-jar" => drop(argument()?),
            // These change nothing here: there is no window, and a map has no other form.
            "-tmap" | "-quiet" | "-v" | "-verbose" | "-headless" | "-failfast" | "-progress"
            | "-overwrite" | "-checkmetadata" | "-r" => {}
            other if other.starts_with("-t") && format(&other[2..]).is_some() => {
                out.format = format(&other[2..]).unwrap_or(Format::Png);
            }
            other if let Some(name) = unwritten(other) => out.action = Action::Unwritten(name),
            other if let Some(folders) = other.strip_prefix("-Dplantuml.include.path=") => {
                out.include_path.extend(std::env::split_paths(folders));
            }
            // Settings of Java and of PlantUML itself are no variables of a diagram.
            other if JAVA.iter().any(|it| other.starts_with(it)) => {}
            other if other.len() > 2 && other.starts_with("-D") => {
                out.defines.push(other[2..].to_owned());
            }
            other if other.len() > 2 && other.starts_with("-I") => {
                out.preludes.push(other[2..].to_owned());
            }
            other if other.len() > 2 && other.starts_with("-S") => {
                let problem = || Failure::Usage(format!("{word}: write -Sname=value"));
                let (name, value) = other[2..].split_once('=').ok_or_else(problem)?;
                out.skinparams.push(format!("skinparam {name} {value}"));
            }
            other if other.starts_with('-') && other != "-" => {
                return Err(Failure::Usage(format!("the plantuml flag {word} is not supported")));
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
        assert_eq!(seen.skinparams, ["skinparam monoChrome true"]);
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
        for line in ["-tsvg -gui a.puml", "-tnone a.puml", "-ftp a.puml"] {
            let refusal = recognise(&words(line)).unwrap_err().to_string();
            assert!(refusal.contains("is not supported"), "{line}: {refusal}");
        }
    }
}
