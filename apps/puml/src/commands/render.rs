//! `puml render`: draws diagrams into files, or to standard output.

mod files;
pub(super) mod format;
mod in_place;
mod watch;

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use clap::Args;
use diagrams::{Checked, Format, Language, PictureOptions, Scheme, SvgText};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::{
    compiling::{self, Compiling, Undrawn},
    exit::{Failure, Outcome},
    inputs::{self, Document, Pages, Unread},
    output::{self, Target},
    parts, terminal,
};

/// A progress bar appears when the work takes longer than this.
const PATIENCE: Duration = Duration::from_millis(500);

/// Arguments of `puml render`.
#[derive(Debug, Clone, Args)]
pub(crate) struct Render {
    /// Files, patterns and folders; `-` is standard input
    #[arg(required = true)]
    pub(crate) inputs: Vec<String>,
    /// A file, a folder, or `-` for standard output; beside each source without it
    #[arg(short, long, value_name = "WHERE")]
    pub(crate) output: Option<String>,
    /// The format; by the ending of `-o`, or svg
    #[arg(short, long, value_parser = format::parser(), value_name = "FORMAT")]
    pub(crate) format: Option<Format>,
    /// Draw only this page, counted from 1
    #[arg(long, value_name = "NUMBER")]
    pub(crate) page: Option<usize>,
    /// Pixels per inch of a PNG
    #[arg(long, default_value_t = 96.0, value_name = "NUMBER")]
    pub(crate) dpi: f64,
    /// Scale factor
    #[arg(long, default_value_t = 1.0, value_name = "NUMBER")]
    pub(crate) scale: f64,
    /// Colours for a light or dark background; by default an SVG follows the reader's setting
    #[arg(long, value_parser = format::schemes(), default_value = "auto", value_name = "SCHEME")]
    pub(crate) scheme: Scheme,
    /// A font file, or a folder of them, for glyphs that the bundled fonts lack (PNG and PDF)
    #[arg(long, value_name = "FILE|DIR")]
    pub(crate) font: Vec<PathBuf>,
    /// Ignore the fonts installed on this machine, so that the output is the same everywhere
    #[arg(long)]
    pub(crate) bundled_fonts: bool,
    /// How text is stored in an SVG
    #[arg(long, value_parser = format::texts(), default_value = "system", value_name = "FORM", overrides_with = "text")]
    pub(crate) text: SvgText,
    /// Redraw whenever a source changes
    #[arg(long, conflicts_with = "json")]
    pub(crate) watch: bool,
    /// Print one JSON document about the files instead of text
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) undrawn: Undrawn,
    #[command(flatten)]
    pub(crate) compiling: Compiling,
}

/// What became of one document.
struct Drawn {
    checked: Checked,
    files: Vec<(Target, Vec<u8>)>,
}

/// Draws all inputs; those that are in order are drawn even if others are not.
pub(crate) fn run(arguments: &Render) -> Result<Outcome, Failure> {
    if arguments.watch {
        return watch::run(arguments);
    }
    once(arguments)
}

fn once(arguments: &Render) -> Result<Outcome, Failure> {
    let paths = inputs::expand(&arguments.inputs, Pages::Skipped)?;
    let target = Target::new(arguments.output.as_deref());
    let format = format::choose(arguments.format, &target)?;
    let options = format::options(arguments)?;
    let mut answer = Answer::default();
    let mut taken = HashSet::new();
    let all = in_parallel(&paths, |path| {
        let document = inputs::read_below(&arguments.inputs, path)?;
        if parts::is_part(&arguments.inputs, &document) {
            return Ok(None);
        }
        let target = target.below(&inputs::below(&arguments.inputs, path));
        draw(&document, arguments, format, &target, &options).map(Some)
    });
    let drawn = paths.iter().zip(all).filter_map(|(path, it)| Some((path, it.transpose()?)));
    let drawn: Vec<_> = drawn.collect();
    if matches!(target, Target::File(_)) && drawn.len() > 1 {
        return Err(Failure::Usage("several inputs need a folder: end -o with a slash".into()));
    }
    for (path, drawn) in drawn {
        // One that cannot be drawn does not keep the others from being written.
        match drawn.and_then(|drawn| written(drawn, arguments, &mut taken)) {
            Ok(drawn) => answer.add(drawn),
            Err(failure @ (Failure::Stdio(_) | Failure::Arguments(_))) => return Err(failure),
            Err(failure) => {
                terminal::tell_error(&failure.to_string());
                let file = path.to_string_lossy().replace('\\', "/");
                answer.unread.push(Unread { file, reason: failure.to_string() });
            }
        }
    }
    if arguments.json {
        terminal::put(format!("{:#}\n", answer.json()).as_bytes())?;
    }
    answer.outcome.unless(&answer.unread)
}

/// What all documents come to.
struct Answer {
    outcome: Outcome,
    files: Vec<Value>,
    unread: Vec<Unread>,
}

impl Default for Answer {
    fn default() -> Self {
        Self { outcome: Outcome::Fine, files: Vec::new(), unread: Vec::new() }
    }
}

impl Answer {
    fn add(&mut self, (checked, written): (Checked, Vec<String>)) {
        if !checked.is_ok() {
            self.outcome = Outcome::Findings;
        }
        let mut file = checked.json();
        file["written"] = json!(written);
        self.files.push(file);
    }

    fn json(&self) -> Value {
        let is_ok = self.outcome == Outcome::Fine && self.unread.is_empty();
        let unread = self.unread.iter().map(Unread::json);
        let files: Vec<Value> = self.files.iter().cloned().chain(unread).collect();
        json!({ "version": 1, "ok": is_ok, "files": files })
    }
}

/// Shows the findings and writes the pictures; no picture of this run replaces another.
fn written(
    drawn: Drawn,
    arguments: &Render,
    taken: &mut HashSet<PathBuf>,
) -> Result<(Checked, Vec<String>), Failure> {
    if !arguments.json {
        terminal::show(&drawn.checked.sources, &drawn.checked.diagnostics);
        terminal::tell_undrawn(&drawn.checked);
    }
    let mut names = Vec::new();
    for (target, bytes) in drawn.files {
        let Target::File(path) = target else {
            if arguments.json {
                return Err(Failure::Usage(
                    "--json needs pictures in files: say where with -o".into(),
                ));
            }
            terminal::put(&bytes)?;
            continue;
        };
        if !taken.insert(path.clone()) {
            let path = path.display();
            return Err(Failure::Usage(format!("{path} is the picture of another input already")));
        }
        output::write(&path, &bytes)?;
        names.push(path.to_string_lossy().replace('\\', "/"));
        terminal::report(&format!("wrote {}", path.display()));
    }
    Ok((drawn.checked, names))
}

fn draw(
    document: &Document,
    arguments: &Render,
    format: Format,
    target: &Target,
    options: &PictureOptions,
) -> Result<Drawn, Failure> {
    let mut checked = compiling::check(document, &arguments.compiling, arguments.scheme)?;
    if arguments.undrawn.is_tolerated(&arguments.inputs) {
        checked.tolerate_undrawn();
    }
    let mut files = Vec::new();
    let drawable = checked.drawable();
    if checked.is_ok() && drawable.is_empty() && checked.undrawn().is_empty() {
        return Err(Failure::Usage(format!("{}: there is no diagram in it", document.name)));
    }
    // A diagram with errors does not keep the others from being drawn.
    if drawable.iter().any(Option::is_some) {
        let pictures = files::pictures(document, &checked, format, arguments.page, options)?;
        let counts = files::counts(&pictures);
        files = files::placed(document, pictures, format, target)?;
        if document.language == Language::Markdown && *target == Target::Beside {
            files.extend(in_place::linked(document, &files, &counts));
        }
    }
    Ok(Drawn { checked, files })
}

/// The pictures of a document, one a page, or one a diagram where pages fit in one file.
pub(crate) fn bytes(
    document: &Document,
    checked: &Checked,
    format: Format,
    page: Option<usize>,
    options: &PictureOptions,
) -> Result<Vec<Vec<u8>>, Failure> {
    let found = files::pictures(document, checked, format, page, options)?;
    Ok(found.into_iter().filter_map(|it| it.bytes).collect())
}

/// Works on all paths with every core and gives the results in the paths' order.
fn in_parallel<T: Send>(
    paths: &[PathBuf],
    work: impl Fn(&Path) -> Result<T, Failure> + Sync,
) -> Vec<Result<T, Failure>> {
    let bar = ProgressBar::hidden();
    bar.set_length(paths.len() as u64);
    let started = Instant::now();
    let watched = |path: &PathBuf| {
        let result = work(path);
        if started.elapsed() > PATIENCE && terminal::is_watched() && bar.is_hidden() {
            bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{wide_bar} {pos}/{len}");
            bar.set_style(style.expect("a fixed template"));
        }
        bar.inc(1);
        result
    };
    let results = match paths {
        [path] => vec![watched(path)],
        paths => paths.par_iter().map(watched).collect(),
    };
    bar.finish_and_clear();
    results
}
