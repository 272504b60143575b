//! `puml diff`: what changed between two diagrams, in words and as one picture.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use diagrams::{Checked, Diagram, Difference, Language, PictureOptions, Scheme, Status};
use serde_json::{Value, json};
use similar::TextDiff;

use super::render::format;
use crate::{
    compiling::{self, Compiling},
    exit::{Failure, Outcome},
    inputs::{self, Document},
    output::{self, Target},
    terminal,
};

/// Arguments of `puml diff`.
///
/// Exit codes are those of `diff`: 0 no difference, 1 differences, 2 trouble.
#[derive(Debug, Args)]
pub(crate) struct Diff {
    /// The file before and the file after; `-` is standard input
    #[arg(required = true, num_args = 2..=9, value_names = ["BEFORE", "AFTER"])]
    files: Vec<String>,
    /// Write a picture of both with the differences marked; the ending names the format
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// The diagram that is drawn, counted from 1, where several differ
    #[arg(long, value_name = "NUMBER")]
    diagram: Option<usize>,
    /// The page that is drawn, counted from 1
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    page: usize,
    /// Print one JSON document instead of text
    #[arg(long)]
    json: bool,
    /// Take the seven arguments that git gives to a diff driver, and always succeed
    #[arg(long)]
    git: bool,
    #[command(flatten)]
    compiling: Compiling,
}

/// Two diagrams that belong together; one is missing where only one text has it.
struct Pair<'a> {
    name: String,
    before: Option<Diagram<'a>>,
    after: Option<Diagram<'a>>,
    difference: Difference,
}

/// Compares two files, diagram by diagram.
pub(crate) fn run(arguments: &Diff) -> Result<Outcome, Failure> {
    let (before, after) = match (&arguments.files[..], arguments.git) {
        ([before, after], false) => (read(before)?, read(after)?),
        // A file that was renamed has two arguments more.
        ([path, old, _, _, new, ..], true) => (read_as(old, path)?, read_as(new, path)?),
        (_, true) => {
            return Err(Failure::Usage("--git takes the arguments of a diff driver".into()));
        }
        _ => return Err(Failure::Usage("name two files: puml diff BEFORE AFTER".into())),
    };
    let checked = |it: &Document| compiling::check(it, &arguments.compiling, Scheme::Reader);
    let (old, new) = (checked(&before)?, checked(&after)?);
    if !old.is_ok() || !new.is_ok() {
        for it in [&old, &new] {
            terminal::show(&it.sources, &it.diagnostics);
        }
        if !arguments.git {
            return Err(Failure::Told);
        }
        // Somebody who reviews a change still has to see it.
        terminal::put(lines(&before, &after).as_bytes())?;
        return Ok(Outcome::Fine);
    }
    let pairs = pairs(&old, &new)?;
    let is_same = pairs.iter().all(Pair::is_same);
    if let Some(output) = &arguments.output {
        draw(arguments, output, &pairs, &after)?;
    }
    let text = if arguments.json {
        format!("{:#}\n", answer(&before.name, &after.name, &pairs))
    } else {
        words(&before.name, &after.name, &pairs)
    };
    terminal::put(text.as_bytes())?;
    Ok(if is_same || arguments.git { Outcome::Fine } else { Outcome::Findings })
}

fn read(name: &str) -> Result<Document, Failure> {
    inputs::read(Path::new(name))
}

/// A file of a diff driver under the name that it has in the repository; git names nothing `/dev/null`.
fn read_as(file: &str, name: &str) -> Result<Document, Failure> {
    let path = PathBuf::from(name);
    if file == "/dev/null" || file == "nul" {
        // A page may have no diagram at all.
        let (name, text, language) = (name.to_owned(), String::new(), Language::Markdown);
        return Ok(Document { name, path: Some(path), root: None, language, text });
    }
    Ok(Document { name: name.to_owned(), path: Some(path), ..read(file)? })
}

/// The diagrams of both texts: by name where they have one, in order otherwise.
fn pairs<'a>(old: &'a Checked, new: &'a Checked) -> Result<Vec<Pair<'a>>, Failure> {
    let mut rest: Vec<Option<Diagram<'a>>> = old.diagrams().map(Some).collect();
    let mut pairs = Vec::new();
    for (idx, after) in new.diagrams().enumerate() {
        let named = after.name().and_then(|name| {
            rest.iter().position(|it| it.is_some_and(|it| it.name() == Some(name)))
        });
        let at = named.or_else(|| rest.get(idx).is_some_and(Option::is_some).then_some(idx));
        let before = at.and_then(|it| rest[it].take());
        pairs.push(Pair::new(idx, before, Some(after))?);
    }
    for (idx, before) in rest.into_iter().enumerate().filter(|it| it.1.is_some()) {
        pairs.push(Pair::new(idx, before, None)?);
    }
    Ok(pairs)
}

impl<'a> Pair<'a> {
    fn new(
        idx: usize,
        before: Option<Diagram<'a>>,
        after: Option<Diagram<'a>>,
    ) -> Result<Self, Failure> {
        let difference = match (before, after) {
            (Some(before), Some(after)) => diagrams::difference(before, after)
                .map_err(|error| Failure::Usage(error.to_string()))?,
            _ => Difference::default(),
        };
        let name = after.or(before).and_then(|it| it.name()).map(str::to_owned);
        let name = name.unwrap_or_else(|| format!("diagram {}", idx + 1));
        Ok(Self { name, before, after, difference })
    }

    fn is_same(&self) -> bool {
        self.status().is_none() && self.difference.changes.is_empty()
    }

    /// Whether the whole diagram is new or gone.
    fn status(&self) -> Option<Status> {
        match (self.before, self.after) {
            (None, _) => Some(Status::Added),
            (_, None) => Some(Status::Removed),
            _ => None,
        }
    }

    fn kind(&self) -> &'static str {
        self.after.or(self.before).map_or("", |it| it.kind())
    }

    /// What it is, without the article: `class diagram`.
    fn noun(&self) -> &'static str {
        let noun = puml_compiler::family(self.kind()).map_or(self.kind(), |it| it.noun());
        let noun = noun.split_once(' ').map_or(noun, |it| it.1);
        // Both syntaxes of activity diagrams have one name.
        noun.trim_end_matches(" in the older syntax")
    }
}

fn words(before: &str, after: &str, pairs: &[Pair<'_>]) -> String {
    let title = if before == after { after.to_owned() } else { format!("{before} → {after}") };
    let mut out = String::new();
    for pair in pairs.iter().filter(|it| !it.is_same()) {
        let place = if pairs.len() > 1 { format!(", {}", pair.name) } else { String::new() };
        if let Some(status) = pair.status() {
            let _ = writeln!(out, "{title}{place}: the {} was {}\n", pair.noun(), status.word());
            continue;
        }
        let _ = writeln!(out, "{title}{place}: {}\n", summary(pair));
        for change in &pair.difference.changes {
            let line = match (change.before_line, change.after_line) {
                (_, Some(line)) => format!("   line {line}"),
                (Some(line), None) => format!("   line {line} before"),
                (None, None) => String::new(),
            };
            let _ = writeln!(out, "  {change}{line}");
        }
        out.push('\n');
    }
    out
}

/// `class diagram, 2 added, 1 changed`.
fn summary(pair: &Pair<'_>) -> String {
    let mut out = pair.noun().to_owned();
    for status in [Status::Added, Status::Removed, Status::Changed, Status::Moved] {
        let count = pair.difference.changes.iter().filter(|it| it.status == status).count();
        if count > 0 {
            let _ = write!(out, ", {count} {}", status.word());
        }
    }
    out
}

fn answer(before: &str, after: &str, pairs: &[Pair<'_>]) -> Value {
    let diagrams: Vec<Value> = pairs
        .iter()
        .map(|it| {
            let changes: Vec<Value> = it.difference.changes.iter().map(diagrams::Change::json).collect();
            json!({
                "name": it.name,
                "type": it.kind(),
                "status": it.status().map_or(if it.is_same() { "same" } else { "changed" }, Status::word),
                "changes": changes,
            })
        })
        .collect();
    let is_same = pairs.iter().all(Pair::is_same);
    json!({ "version": 1, "before": before, "after": after, "same": is_same, "diagrams": diagrams })
}

/// Writes the picture of the pair that is asked for, or of the only one that differs.
fn draw(
    arguments: &Diff,
    output: &str,
    pairs: &[Pair<'_>],
    document: &Document,
) -> Result<(), Failure> {
    let target = Target::new(Some(output));
    let format = format::choose(None, &target)?;
    let both = pairs.iter().filter(|it| it.status().is_none());
    let pair = if let Some(number) = arguments.diagram {
        number.checked_sub(1).and_then(|it| pairs.get(it))
    } else {
        let differing: Vec<&Pair<'_>> = both.clone().filter(|it| !it.is_same()).collect();
        if differing.len() > 1 {
            return Err(Failure::Usage(
                "several diagrams differ: choose one with --diagram".into(),
            ));
        }
        differing.first().copied().or_else(|| both.clone().next())
    };
    let Some(Pair { before: Some(before), after: Some(after), .. }) = pair else {
        return Err(Failure::Usage("there is no such diagram in both files".into()));
    };
    let page = arguments.page.saturating_sub(1);
    let (world, options) = compiling::surroundings(document, &arguments.compiling)?;
    let options = options.with_scheme(Scheme::Reader);
    let drawing = diagrams::difference_picture(*before, *after, page, &world, &options)
        .map_err(|error| Failure::Picture(error.to_string()))?;
    let bytes = drawing
        .write(format, &PictureOptions::default())
        .map_err(|error| Failure::Picture(error.to_string()))?;
    match target {
        Target::Stdout => {
            return Err(Failure::Usage(
                "-o needs the name of a file: the words go to standard output".into(),
            ));
        }
        Target::File(path) => output::write(&path, &bytes)?,
        Target::Folder(_) | Target::Beside => {
            return Err(Failure::Usage("-o needs the name of a file".into()));
        }
    }
    terminal::report(&format!("wrote {output}"));
    Ok(())
}

/// The lines that differ, for texts that are no diagrams.
fn lines(before: &Document, after: &Document) -> String {
    let diff = TextDiff::from_lines(&before.text, &after.text);
    diff.unified_diff().header(&before.name, &after.name).to_string()
}
