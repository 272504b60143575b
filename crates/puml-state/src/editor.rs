//! State diagrams as an editor sees them: the pieces of a statement, which states are named, the outline, what may be
//! typed.

mod words;

use puml_family::editor::{Declared, Describe, Entry, EntryKind, Mention, PieceKind, Pieces, Role};
use puml_syntax::ast::{Lines, Name, TableKind};
use puml_syntax::{Nesting, TextRange};

use crate::ast::{
    Container, Declaration, Document, End, EndKind, Note, NotePlace, StmtKind, Transition,
};
use crate::parse::nesting;

pub(crate) use words::WORDS;

impl Describe for StmtKind {
    fn pieces(&self, range: TextRange, out: &mut Pieces<'_>) {
        match self {
            Self::State(it) | Self::Open(_, it) => declaration(it, out),
            Self::Description(it) => {
                out.name(it.state, PieceKind::Use);
                out.add(it.text, PieceKind::Text);
            }
            Self::Transition(it) => transition(it, out),
            Self::Note(it) => note(it, out),
            Self::Table(it) => {
                out.name(it.code, PieceKind::Declaration);
                if let Some(shown) = it.shown {
                    out.name(shown, PieceKind::LongName);
                }
                out.stereotypes(&it.stereotypes);
                out.link(it.link);
                out.colors(it.colors);
                out.text(&it.text);
            }
            Self::Region(_) => out.add(range, PieceKind::Mark),
            Self::Visibility(it) => {
                let kind = if is_name(it.what.slice(out.source())) {
                    PieceKind::Use
                } else {
                    PieceKind::Value
                };
                out.add(it.what, kind);
            }
            Self::NameSeparator(it) => out.add(*it, PieceKind::Value),
            Self::Url(name, link) => {
                out.name(*name, PieceKind::Use);
                out.link(Some(*link));
            }
            Self::Close | Self::EmptyDescription(_) | Self::Direction(_) | Self::Shared(_) => {}
        }
    }

    fn mentions(&self, document: &Document) -> Vec<Mention> {
        let other = |name: Name| path(document, name, Role::Other);
        match self {
            Self::State(it) => declared(document, it, "state"),
            Self::Open(container, it) => declared(
                document,
                it,
                if *container == Container::State { "state" } else { "frame" },
            ),
            Self::Table(it) => {
                let keyword = table_word(it.kind);
                let shown = it.shown.map(|it| document.text(it.range).into_owned());
                let declared = Declared { keyword: Some(keyword), shown, long: it.shown };
                let code = document.text(it.code.range).into_owned();
                vec![Mention { name: it.code, code, role: Role::Declares, declared }]
            }
            Self::Description(it) => other(it.state),
            Self::Transition(it) => {
                let (left, right) =
                    if it.arrow.reversed { (Role::To, Role::From) } else { (Role::From, Role::To) };
                let mut found = Vec::new();
                for (end, role) in [(it.left, left), (it.right, right)] {
                    if let Some(name) = named(end) {
                        found.extend(path(document, name, role));
                    }
                }
                found
            }
            Self::Note(it) => match it.place {
                NotePlace::Beside(_, name) => other(name),
                _ => Vec::new(),
            },
            Self::Visibility(it) if is_name(it.what.slice(&document.source)) => {
                other(Name { range: it.what, quoted: false })
            }
            Self::Url(name, _) => other(*name),
            _ => Vec::new(),
        }
    }

    fn entry(&self, document: &Document, range: TextRange) -> Option<Entry> {
        let name = |it: &Declaration| {
            let shown = it.shown.unwrap_or(it.code);
            Entry::new(document.text(shown.range), EntryKind::State, it.code.range)
        };
        Some(match self {
            Self::State(it) => name(it),
            Self::Open(Container::State, it) => name(it).with_detail("composite state"),
            Self::Open(Container::Frame, it) => {
                Entry { kind: EntryKind::Container, ..name(it).with_detail("frame") }
            }
            Self::Table(it) => {
                let shown = it.shown.unwrap_or(it.code);
                let entry =
                    Entry::new(document.text(shown.range), EntryKind::Object, it.code.range);
                entry.with_detail(table_word(it.kind))
            }
            Self::Region(_) => Entry::new("region", EntryKind::Branch, range),
            _ => return None,
        })
    }

    fn nesting(&self) -> Nesting {
        nesting(self)
    }

    fn topic(&self, word: &str) -> Option<(&'static str, &'static str)> {
        Some(match self {
            Self::State(it) | Self::Open(Container::State, it) => match word {
                "as" => ("states", "alias"),
                "{" => ("composite states", "composite"),
                _ => stereotyped(it, word).unwrap_or(match self {
                    Self::Open(..) => ("composite states", "composite"),
                    _ => ("states", "state"),
                }),
            },
            Self::Open(Container::Frame, _) => ("composite states", "frame"),
            Self::Close => ("composite states", "composite"),
            Self::Region(it) => match it {
                crate::ast::Separator::Horizontal => ("composite states", "regions"),
                crate::ast::Separator::Vertical => ("composite states", "columns"),
            },
            Self::Description(_) => ("states", "description"),
            Self::Transition(it) => of_transition(it, word),
            Self::Note(it) => match it.place {
                NotePlace::OnLink(_) => ("notes", "note-on-link"),
                NotePlace::Free(_) => ("notes", "free-note"),
                NotePlace::Beside(..) | NotePlace::Latest(_) => ("notes", "note"),
            },
            Self::Table(it) => ("tables", table_word(it.kind)),
            Self::Visibility(_) => ("commands", "remove"),
            Self::EmptyDescription(_) => ("commands", "hide-empty"),
            Self::Direction(_) => ("commands", "direction-of-page"),
            Self::Url(..) => ("commands", "url"),
            Self::NameSeparator(_) | Self::Shared(_) => return None,
        })
    }

    fn body(&self) -> Option<&Lines> {
        let text = match self {
            Self::Note(it) => &it.text,
            Self::Table(it) => &it.text,
            _ => return None,
        };
        text.lines()
    }
}

fn table_word(kind: TableKind) -> &'static str {
    match kind {
        TableKind::Map => "map",
        TableKind::Json => "json",
    }
}

/// Whether what a command is about is a name, not a pattern, a tag or a stereotype.
fn is_name(text: &str) -> bool {
    text.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '.'))
}

fn declaration(it: &Declaration, out: &mut Pieces<'_>) {
    out.name(it.code, PieceKind::Declaration);
    if let Some(shown) = it.shown {
        out.name(shown, PieceKind::LongName);
    }
    for tag in &it.tags {
        out.add(*tag, PieceKind::Property);
    }
    out.stereotypes(&it.stereotypes);
    out.link(it.link);
    out.colors(it.colors);
    out.maybe(it.text, PieceKind::Text);
}

fn transition(it: &Transition, out: &mut Pieces<'_>) {
    for end in [it.left, it.right] {
        match (named(end), end.kind) {
            (Some(name), _) => {
                out.add(name.range, PieceKind::Use);
                if name.range.end < end.range.end {
                    let behind = TextRange::new(name.range.end, end.range.end);
                    out.add(behind, PieceKind::Mark);
                }
            }
            (None, _) => out.add(end.range, PieceKind::Mark),
        }
    }
    out.add(it.arrow.range, PieceKind::Arrow);
    out.stereotypes(&it.stereotypes);
    out.maybe(it.label, PieceKind::Text);
}

fn note(it: &Note, out: &mut Pieces<'_>) {
    match it.place {
        NotePlace::Beside(_, name) => out.name(name, PieceKind::Use),
        NotePlace::Free(name) => out.name(name, PieceKind::Declaration),
        NotePlace::Latest(_) | NotePlace::OnLink(_) => {}
    }
    for tag in &it.tags {
        out.add(*tag, PieceKind::Property);
    }
    out.stereotypes(&it.stereotypes);
    out.colors(it.colors);
    out.link(it.link);
    out.text(&it.text);
}

/// The name of the state at an end.
fn named(end: End) -> Option<Name> {
    let range = match end.kind {
        EndKind::State => end.range,
        EndKind::Bar(name) => name,
        EndKind::History(owner) | EndKind::DeepHistory(owner) => owner?,
        EndKind::Mark => return None,
    };
    Some(Name { range, quoted: false })
}

fn declared(document: &Document, it: &Declaration, keyword: &'static str) -> Vec<Mention> {
    let mut found = path(document, it.code, Role::Declares);
    let shown = it.shown.map(|it| document.text(it.range).into_owned());
    if let Some(last) = found.pop() {
        // Only the last part of a path is declared here.
        for it in &mut found {
            it.role = Role::Other;
        }
        let declared = Declared { keyword: Some(keyword), shown, long: it.shown };
        found.push(Mention { declared, ..last });
    }
    found
}

/// A name, or each part of a path such as `Outer.Inner`.
fn path(document: &Document, name: Name, role: Role) -> Vec<Mention> {
    let text = name.range.slice(&document.source);
    let parts: Vec<&str> = if name.quoted { vec![text] } else { text.split('.').collect() };
    let last = parts.len() - 1;
    let mut start = name.range.start;
    let mut found = Vec::with_capacity(parts.len());
    for (idx, part) in parts.into_iter().enumerate() {
        let range = TextRange::new(start, start + part.len() as u32);
        start = range.end + 1;
        if part.is_empty() {
            continue;
        }
        let name = Name { range, quoted: name.quoted };
        let code = document.text(range).into_owned();
        let role = if idx == last { role } else { Role::Other };
        found.push(Mention { name, code, role, declared: Declared::default() });
    }
    found
}

/// The pseudo-state that a stereotype makes of a state.
fn stereotyped(it: &Declaration, word: &str) -> Option<(&'static str, &'static str)> {
    if it.stereotypes.is_empty() || word.eq_ignore_ascii_case("state") {
        return None;
    }
    let word = word.trim_matches(['<', '>']).to_ascii_lowercase();
    Some(match word.as_str() {
        "choice" => ("pseudo-states", "choice"),
        "fork" | "join" => ("pseudo-states", "fork-join"),
        "history" | "history*" => ("pseudo-states", "history"),
        "entrypoint" | "exitpoint" => ("pseudo-states", "points"),
        "inputpin" | "outputpin" => ("pseudo-states", "pins"),
        _ => return None,
    })
}

fn of_transition(it: &Transition, word: &str) -> (&'static str, &'static str) {
    match word {
        "[*]" => ("pseudo-states", "start-end"),
        _ if word.contains("[H") => ("pseudo-states", "history"),
        _ if it.arrow.cross || it.arrow.circle => ("transitions", "ends"),
        _ if it.arrow.direction.is_some() => ("transitions", "direction"),
        _ if it.arrow.style != puml_syntax::ast::LineStyle::default() => {
            ("transitions", "arrow-style")
        }
        _ if it.arrow.length == 1 => ("transitions", "beside"),
        _ => ("transitions", "transition"),
    }
}

#[cfg(test)]
mod tests;
