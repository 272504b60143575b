//! `puml render`: draws diagrams into files, or to standard output.

mod files;
mod format;
mod in_place;
mod watch;

use std::{
    path::PathBuf,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use clap::Args;
use diag::{Diagnostic, Sources};
use indicatif::{ProgressBar, ProgressStyle};

pub(crate) use format::{Format, Scheme};

use crate::{
    diagrams::{self, Checked, Compiling},
    exit::{Failure, Outcome},
    inputs::{self, Document, Language},
    output::{self, Target},
    terminal,
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
    #[arg(short, long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<Format>,
    /// Draw only this page, counted from 1
    #[arg(long, value_name = "NUMBER")]
    pub(crate) page: Option<usize>,
    /// Pixels per inch of a PNG
    #[arg(long, default_value_t = 96.0, value_name = "NUMBER")]
    pub(crate) dpi: f64,
    /// Times the natural size
    #[arg(long, default_value_t = 1.0, value_name = "NUMBER")]
    pub(crate) scale: f64,
    /// Colours for a light or a dark page; an SVG asks its reader by default
    #[arg(long, value_enum, default_value_t, value_name = "SCHEME")]
    pub(crate) scheme: Scheme,
    /// A font file for glyphs that the bundled fonts lack (PNG and PDF)
    #[arg(long, value_name = "FILE")]
    pub(crate) font: Vec<PathBuf>,
    /// Draw again whenever a source changes
    #[arg(long)]
    pub(crate) watch: bool,
    #[command(flatten)]
    pub(crate) compiling: Compiling,
}

/// What became of one document.
struct Drawn {
    sources: Sources,
    diagnostics: Vec<Diagnostic>,
    files: Vec<(Target, Vec<u8>)>,
    is_ok: bool,
}

/// Draws all inputs; those that are in order are drawn even if others are not.
pub(crate) fn run(arguments: &Render) -> Result<Outcome, Failure> {
    if arguments.watch {
        return watch::run(arguments);
    }
    once(arguments)
}

fn once(arguments: &Render) -> Result<Outcome, Failure> {
    let paths = inputs::expand(&arguments.inputs)?;
    let target = Target::new(arguments.output.as_deref());
    let format = format::choose(arguments.format, &target);
    if matches!(target, Target::File(_)) && paths.len() > 1 {
        return Err(Failure::Usage("several inputs need a folder: end -o with a slash".into()));
    }
    let options = format::options(arguments)?;
    let mut outcome = Outcome::Fine;
    for drawn in in_parallel(&paths, |path| draw(path, arguments, format, &target, &options)) {
        let drawn = drawn?;
        terminal::show(&drawn.sources, &drawn.diagnostics);
        if !drawn.is_ok {
            outcome = Outcome::Findings;
        }
        for (target, bytes) in drawn.files {
            match target {
                Target::File(path) => {
                    output::write(&path, &bytes)?;
                    terminal::tell(&format!("wrote {}", path.display()));
                }
                _ => terminal::put(&bytes)?,
            }
        }
    }
    Ok(outcome)
}

fn draw(
    path: &std::path::Path,
    arguments: &Render,
    format: Format,
    target: &Target,
    options: &picture::Options,
) -> Result<Drawn, Failure> {
    let document = inputs::read(path)?;
    let checked = diagrams::check(&document, &arguments.compiling)?;
    let mut files = Vec::new();
    let is_ok = checked.is_ok();
    if is_ok && checked.drawings.is_empty() {
        return Err(Failure::Usage(format!("{}: there is no diagram in it", document.name)));
    }
    if is_ok {
        let pictures = files::pictures(&document, &checked, format, arguments.page, options)?;
        files = files::placed(&document, pictures, format, target)?;
        if document.language == Language::Markdown && *target == Target::Beside {
            files.extend(in_place::linked(&document, &files));
        }
    }
    Ok(Drawn { sources: checked.sources, diagnostics: checked.diagnostics, files, is_ok })
}

/// The pictures of a document, one a page, or one a diagram where pages fit in one file.
pub(crate) fn bytes(
    document: &Document,
    checked: &Checked,
    format: Format,
    page: Option<usize>,
    options: &picture::Options,
) -> Result<Vec<Vec<u8>>, Failure> {
    let found = files::pictures(document, checked, format, page, options)?;
    Ok(found.into_iter().map(|it| it.bytes).collect())
}

/// Works on all paths with every core and gives the results in the paths' order.
fn in_parallel<T: Send>(
    paths: &[PathBuf],
    work: impl Fn(&std::path::Path) -> Result<T, Failure> + Sync,
) -> Vec<Result<T, Failure>> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let bar = ProgressBar::hidden();
    bar.set_length(paths.len() as u64);
    let started = Instant::now();
    let workers = std::thread::available_parallelism().map_or(1, usize::from).min(paths.len());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let idx = next.fetch_add(1, Ordering::Relaxed);
                    let Some(path) = paths.get(idx) else { break };
                    let result = work(path);
                    results
                        .lock()
                        .expect("no worker panics while it holds the list")
                        .push((idx, result));
                    if started.elapsed() > PATIENCE && terminal::is_watched() && bar.is_hidden() {
                        bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
                        bar.set_style(
                            ProgressStyle::with_template("{wide_bar} {pos}/{len}")
                                .expect("a fixed template"),
                        );
                    }
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    let mut results = results.into_inner().expect("no worker panics while it holds the list");
    results.sort_by_key(|(idx, _)| *idx);
    results.into_iter().map(|(_, result)| result).collect()
}
