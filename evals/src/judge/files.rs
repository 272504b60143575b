//! Writes: exactly what was asked for, inside the project, and pages whose links lead somewhere.

use std::path::{Component, Path};

use diag::Sources;
use puml_compiler::{Options, compile};

use super::{Failure, Rule};
use crate::run::{Call, Run};
use crate::task::Task;

pub(super) fn judge(task: &Task, run: &Run, failures: &mut Vec<Failure>) {
    let wanted = &task.wanted;
    let changed = run.workspace.changed();
    for path in changed.iter().filter(|it| !wanted.written.contains(it)) {
        Rule::Write.broken(failures, format!("{path} was written without being asked for"));
    }
    for path in wanted.written.iter().filter(|it| !changed.contains(it)) {
        Rule::Write.broken(failures, format!("{path} was not written"));
    }
    for call in &run.calls {
        paths(task, call, failures);
    }
    for path in changed.iter().filter(|it| ends_in(it, &["puml"])) {
        let mut sources = Sources::default();
        let id = sources.add(path.as_str(), run.workspace.read(path).unwrap_or_default());
        if !compile(&mut sources, id, &run.workspace, &Options::default()).is_accepted() {
            Rule::Invalid.broken(failures, format!("{path} does not compile"));
        }
    }
    if let Some(page) = &wanted.page {
        links(run, page, failures);
    }
}

/// A path that leaves the project may be tried only where the task is about that, and never with success.
fn paths(task: &Task, call: &Call, failures: &mut Vec<Failure>) {
    for name in ["path", "outputPath", "includeRoot", "output_path"] {
        let Some(path) = call.text(name).filter(|it| leaves(it)) else { continue };
        let expected = task.wanted.refused_paths.iter().any(|it| it == path);
        if call.is_ok() || !expected {
            Rule::Path.broken(failures, format!("{} with {name} `{path}`", call.tool));
        }
    }
}

fn ends_in(path: &str, endings: &[&str]) -> bool {
    Path::new(path).extension().is_some_and(|end| endings.iter().any(|it| end == *it))
}

fn leaves(path: &str) -> bool {
    let path = Path::new(path);
    path.is_absolute() || path.components().any(|it| it == Component::ParentDir)
}

/// Every relative link of a page leads to a file.
fn links(run: &Run, page: &str, failures: &mut Vec<Failure>) {
    let text = run.workspace.read(page).unwrap_or_default();
    let folder = Path::new(page).parent().unwrap_or(Path::new(""));
    let targets: Vec<&str> = targets(&text).collect();
    let pictures = targets.iter().filter(|it| ends_in(it, &["svg", "png"]));
    if pictures.count() == 0 {
        Rule::Link.broken(failures, format!("{page} shows no picture"));
    }
    for target in targets {
        let file = folder.join(target.trim_start_matches("./"));
        if !run.workspace.has(&file.to_string_lossy()) {
            Rule::Link.broken(failures, format!("{page} links to `{target}`, which is not there"));
        }
    }
}

/// Targets of Markdown links and of `src` and `href`, without addresses.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    let markdown = text.split("](").skip(1).filter_map(|it| it.split(')').next());
    let html = ["src=\"", "href=\""].into_iter().flat_map(move |key| text.split(key).skip(1));
    let html = html.filter_map(|it| it.split('"').next());
    markdown.chain(html).filter(|it| !it.contains("://") && !it.starts_with(['#', '/']))
}
