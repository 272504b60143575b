//! Markdown pages that show their own diagrams: a link to the picture below each fenced block.

use crate::{inputs::Document, markdown, output::Target};

/// The page with a link below every diagram that lacks one; nothing if all are there.
pub(super) fn linked(
    document: &Document,
    files: &[(Target, Vec<u8>)],
) -> Option<(Target, Vec<u8>)> {
    let path = document.path.as_ref()?;
    let names: Vec<String> = files
        .iter()
        .filter_map(|(target, _)| match target {
            Target::File(path) => Some(path.file_name()?.to_string_lossy().into_owned()),
            _ => None,
        })
        .collect();
    let fences = markdown::fences(&document.text);
    if names.len() != fences.len() {
        return None;
    }
    let mut out = String::new();
    let mut done = 0;
    for (fence, name) in fences.iter().zip(&names) {
        out.push_str(&document.text[done..fence.whole.end]);
        done = fence.whole.end;
        if !document.text[done..].trim_start().starts_with(&link(name)[..]) {
            if !out.ends_with('\n') {
                out.push('\n');
            }
            out.push('\n');
            out.push_str(&link(name));
            out.push('\n');
        }
    }
    out.push_str(&document.text[done..]);
    (out != document.text).then(|| (Target::File(path.clone()), out.into_bytes()))
}

fn link(name: &str) -> String {
    format!("![{}]({})", name.split('.').next().unwrap_or(name), name.replace(' ', "%20"))
}
