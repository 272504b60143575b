//! Pages that show their own diagrams: a link to the picture below each fenced block.

use std::path::Path;

use diagrams::fences;

use crate::{inputs::Document, output::Target};

/// The page with a link below every diagram that lacks one, or one for each page of a diagram that has several; nothing if
/// all are there. `counts` says how many of the files each diagram has.
pub(super) fn linked(
    document: &Document,
    files: &[(Target, Vec<u8>)],
    counts: &[usize],
) -> Option<(Target, Vec<u8>)> {
    let path = document.path.as_ref()?;
    let mut names = files.iter().filter_map(|(target, _)| match target {
        Target::File(path) => Some(path.file_name()?.to_string_lossy().into_owned()),
        _ => None,
    });
    let text = &document.text;
    let mut out = String::new();
    let mut done = 0;
    for (fence, count) in fences(text).iter().zip(counts) {
        out.push_str(&text[done..fence.whole.end]);
        done = fence.whole.end;
        // Links stand as deep as the block, so that a list goes on behind them.
        let indent: String =
            text[fence.whole.start..].chars().take_while(|it| *it == ' ').collect();
        for name in names.by_ref().take(*count) {
            let rest = &text[done..];
            let link = link(path, &name);
            if let Some(behind) = rest.trim_start().strip_prefix(&link[..]) {
                out.push_str(&rest[..rest.len() - behind.len()]);
                done = text.len() - behind.len();
                continue;
            }
            if !out.ends_with('\n') {
                out.push('\n');
            }
            out.extend(["\n", &indent, &link, "\n"]);
        }
    }
    out.push_str(&text[done..]);
    (out != *text).then(|| (Target::File(path.clone()), out.into_bytes()))
}

/// A link as Markdown or AsciiDoc writes it.
fn link(page: &Path, name: &str) -> String {
    let is_markdown =
        page.extension().is_some_and(|it| it.to_string_lossy().to_lowercase().starts_with('m'));
    let (title, address) = (name.split('.').next().unwrap_or(name), name.replace(' ', "%20"));
    if is_markdown {
        format!("![{title}]({address})")
    } else {
        format!("image::{address}[{title}]")
    }
}
