//! `puml://project/…`: the diagrams under the roots, what is wrong with them, and their texts.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use toolserver::{Call, Contents, Link, Resource, RootError, Template, ToolError, Variables};

use super::link;
use crate::outputs::range;
use crate::project::{File, Found, diagrams, is_diagram};
use crate::verdict;
use crate::watch::ProjectWatch;

const DIAGRAMS: &str = "puml://project/diagrams";
const DIAGNOSTICS: &str = "puml://project/diagnostics";
/// Files on one page of the list.
const LISTED: usize = 200;
/// Files on one page of findings.
const CHECKED: usize = 50;

/// A page of the files: where it starts, how many it may hold.
struct Page {
    offset: usize,
    limit: usize,
}

pub(super) fn resources(watch: &ProjectWatch) -> Vec<Resource> {
    let (lister, checker) = (watch.clone(), watch.clone());
    vec![
        Resource::text(
            link(
                DIAGRAMS,
                "Diagrams of the project",
                "Every puml file under the allowed folders, with the address of its text; in pages.",
                "application/json",
            ),
            move |call| Ok(listed(&lister, call, &Page { offset: 0, limit: LISTED })),
        ),
        Resource::text(
            link(
                DIAGNOSTICS,
                "Findings in the project",
                "What puml_check says about each file with diagrams under the allowed folders, Markdown and AsciiDoc included; in pages.",
                "application/json",
            ),
            move |call| verdicts(&checker, call, &Page { offset: 0, limit: CHECKED }),
        ),
    ]
}

pub(super) fn templates(watch: &ProjectWatch) -> Vec<Template> {
    let (lister, checker) = (watch.clone(), watch.clone());
    vec![
        paged(
            DIAGRAMS,
            "project-diagrams",
            "A page of the project's diagrams.",
            move |call, found| Ok(listed(&lister, call, &page(found, LISTED)?)),
        ),
        paged(
            DIAGNOSTICS,
            "project-diagnostics",
            "A page of the findings in the project's diagrams.",
            move |call, found| verdicts(&checker, call, &page(found, CHECKED)?),
        ),
        files(watch),
    ]
}

fn paged<F>(uri: &str, name: &str, description: &str, read: F) -> Template
where
    F: Fn(&Call, &Variables) -> Result<String, ToolError> + Send + Sync + 'static,
{
    Template {
        mime_type: "application/json".to_owned(),
        ..Template::new(
            format!("{uri}{{?offset,limit}}"),
            name,
            format!("{description} offset counts files from 0."),
            move |call, found| Ok(Some(Contents::text("application/json", read(call, found)?))),
        )
    }
}

/// The texts of the diagrams, listed and completed by path.
fn files(watch: &ProjectWatch) -> Template {
    let (reader, lister, suggester) = (watch.clone(), watch.clone(), watch.clone());
    Template {
        title: "Diagram files".to_owned(),
        mime_type: "text/x-plantuml".to_owned(),
        list: Some(Arc::new(move |call| {
            let found = look(&lister, call);
            Ok(found.files.iter().map(entry).collect())
        })),
        suggest: Some(Arc::new(move |call, name, typed| {
            if name != "path" {
                return Vec::new();
            }
            let found = look(&suggester, call);
            let paths = found.files.into_iter().map(|it| it.path);
            paths.filter(|it| it.starts_with(typed)).collect()
        })),
        ..Template::new(
            "puml://project/files/{+path}{?offset,length}",
            "project-files",
            "The text of a diagram under the allowed folders. offset and length count bytes.",
            move |call, found| {
                reader.follow(call.roots());
                text(call, found)
            },
        )
    }
}

fn entry(file: &File) -> Link {
    Link {
        uri: file.uri(),
        name: file.path.clone(),
        mime_type: "text/x-plantuml".to_owned(),
        size: Some(file.bytes),
        ..Link::default()
    }
}

fn text(call: &Call, found: &Variables) -> Result<Option<Contents>, ToolError> {
    let path = &found["path"];
    if !is_diagram(Path::new(path)) {
        return Ok(None);
    }
    let limits = call.limits();
    let text = match call.roots().read_text(path, limits.source_bytes) {
        Ok(text) => text,
        Err(RootError::Missing(_)) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let range = range(found, text.len(), limits.output_bytes)?;
    let [start, end] = [range.start, range.end].map(|at| text.floor_char_boundary(at));
    Ok(Some(Contents::text("text/x-plantuml", &text[start..end])))
}

/// Whoever looks at the project wants to hear of its changes.
fn look(watch: &ProjectWatch, call: &Call) -> Found {
    watch.follow(call.roots());
    diagrams(call.roots())
}

fn listed(watch: &ProjectWatch, call: &Call, page: &Page) -> String {
    let found = look(watch, call);
    let shown = found.files.iter().skip(page.offset).take(page.limit);
    let entries: Vec<Value> =
        shown.map(|it| json!({"path": it.path, "uri": it.uri(), "bytes": it.bytes})).collect();
    answer(&found, DIAGRAMS, "diagrams", &entries, page, call)
}

fn verdicts(watch: &ProjectWatch, call: &Call, page: &Page) -> Result<String, ToolError> {
    watch.follow(call.roots());
    let found = verdict::files(call);
    let mut entries = Vec::new();
    for file in found.files.iter().skip(page.offset).take(page.limit) {
        if call.is_stopped() {
            break;
        }
        entries.push(verdict::of(call, file)?);
    }
    Ok(answer(&found, DIAGNOSTICS, "files", &entries, page, call))
}

fn answer(
    found: &Found,
    uri: &str,
    field: &str,
    entries: &[Value],
    page: &Page,
    call: &Call,
) -> String {
    let total = found.files.len();
    let end = page.offset + entries.len();
    let mut answer = json!({"total": total, "offset": page.offset, field: entries});
    if end < total {
        answer["next"] = format!("{uri}?offset={end}&limit={}", page.limit).into();
    }
    if found.is_cut {
        answer["note"] = "The project is too large to be looked at as a whole.".into();
    }
    if let Err(error @ RootError::NoRoot { .. }) = call.roots().confine("diagram.puml") {
        answer["note"] = error.to_string().into();
    }
    format!("{answer:#}\n")
}

fn page(found: &Variables, usual: usize) -> Result<Page, ToolError> {
    let number = |name: &str, usual: usize| match found.get(name).map(|it| it.parse()) {
        None => Ok(usual),
        Some(Ok(number)) => Ok(number),
        Some(Err(_)) => {
            Err(ToolError::new("resource/range", format!("{name} is a number of files")))
        }
    };
    Ok(Page { offset: number("offset", 0)?, limit: number("limit", usual)?.clamp(1, usual) })
}
