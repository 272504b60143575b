//! What can be followed: included files and addresses.

use puml_compiler::editor::PieceKind;
use puml_syntax::TextRange;
use puml_syntax::ast::{DirectiveKind, Shared};

use crate::Analysis;
use crate::markup;

/// Text that leads elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// What to click on.
    pub range: TextRange,
    /// The file or address that it opens.
    pub target: LinkTarget,
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkTarget {
    /// A file as written, to be looked up beside this text.
    File(String),
    /// An address with a scheme that is safe to open.
    Address(String),
}

/// The schemes that are followed.
const SCHEMES: [&str; 3] = ["https://", "http://", "mailto:"];

/// All links in reading order.
pub fn links(analysis: &Analysis) -> Vec<Link> {
    let text = analysis.text();
    let mut found = Vec::new();
    for (tree, stmt) in analysis.stmts() {
        let shared = tree.shared(stmt);
        if let Some(Shared::Directive(it)) = shared {
            let read = matches!(it.kind, DirectiveKind::Include | DirectiveKind::IncludeSub);
            found.extend(read.then(|| included(text, it.argument)).flatten());
            continue;
        }
        // Most lines have no link: the pieces are only asked for where there may be one.
        let slice = tree.range(stmt).slice(text);
        if shared == Some(&Shared::Comment) || !slice.contains("[[") && !slice.contains("://") {
            continue;
        }
        for piece in tree.pieces(stmt) {
            let targets = match piece.kind {
                PieceKind::Url => vec![piece.range],
                PieceKind::Text | PieceKind::Use | PieceKind::LongName | PieceKind::Member => {
                    markup::links(text, piece.range)
                }
                _ => continue,
            };
            for range in targets {
                let url = range.slice(text);
                if SCHEMES.iter().any(|it| url.starts_with(it)) {
                    found.push(Link { range, target: LinkTarget::Address(url.to_owned()) });
                }
            }
        }
    }
    found
}

fn included(text: &str, argument: TextRange) -> Option<Link> {
    let path = argument.slice(text);
    if path.starts_with('<') {
        return None;
    }
    if SCHEMES.iter().any(|it| path.starts_with(it)) {
        return Some(Link { range: argument, target: LinkTarget::Address(path.to_owned()) });
    }
    let quoted = path.starts_with('"');
    let inner = path.trim_matches('"');
    let file = inner.split('!').next().unwrap_or(inner);
    let start = argument.start + u32::from(quoted);
    let range = TextRange::new(start, start + file.len() as u32);
    (!file.is_empty()).then(|| Link { range, target: LinkTarget::File(file.to_owned()) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setting;

    #[test]
    fn includes_and_addresses_are_links() {
        let source = "!include lib/a.puml!PART\nparticipant A [[https://example.com{tip} docs]]\nA -> B : see [[https://example.org/x y]] and [[javascript:alert(1) no]]\n' [[https://no.example]]";
        let analysis = Analysis::new("a.puml", source, Setting::default().into());
        let targets: Vec<_> = links(&analysis).into_iter().map(|it| it.target).collect();
        assert_eq!(
            targets,
            [
                LinkTarget::File("lib/a.puml".into()),
                LinkTarget::Address("https://example.com".into()),
                LinkTarget::Address("https://example.org/x".into()),
            ]
        );
    }
}
