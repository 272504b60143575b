//! The older syntax as an editor sees it.

use puml_family::editor::{
    Declared, Describe, Entry, EntryKind, Mention, NO_WORDS, Opener, PieceKind, Pieces, Relations,
    Role, Words, inside, opener,
};
use puml_syntax::ast::{FrameKind, Lines, Name, Text};
use puml_syntax::{Nesting, TextRange};

use super::ast::{Document, Step, StepName, StmtKind};
use super::parse::nesting;

/// What may be typed.
pub(super) static WORDS: Words = Words {
    openers: OPENERS,
    followers: &[("note", &["left", "right", "top", "bottom"]), ("end", &["note", "partition"])],
    names: &["(*)"],
    element: EntryKind::Action,
    arrows: &[("-->", ("legacy", "link")), ("->", ("legacy", "link"))],
    wraps: &[("partition", "Part")],
    open_frame: "partition a {",
    relations: Relations { out: "leads to", into: "follows", noun: ("step", "steps") },
    ..NO_WORDS
};

const OPENERS: &[Opener] = &[
    opener("(*) -->", "(*) --> \"${1:text}\"", ("legacy", "link")),
    opener("-->", "--> \"${1:text}\"", ("legacy", "link")),
    opener(
        "if",
        "if \"${1:test?}\" then\n  -->[yes] \"${2:one}\"\nelse\n  -->[no] \"${3:other}\"\nendif",
        ("legacy", "branch"),
    ),
    inside("else", FrameKind::Group, ("legacy", "branch")),
    inside("endif", FrameKind::Group, ("legacy", "branch")),
];

impl Describe for StmtKind {
    fn pieces(&self, _: TextRange, out: &mut Pieces<'_>) {
        match self {
            Self::Link(it) => {
                it.from.iter().for_each(|it| step(it, out));
                out.add(it.arrow.range, PieceKind::Arrow);
                out.maybe(it.label, PieceKind::Text);
                step(&it.to, out);
            }
            Self::If(it) => {
                it.from.iter().for_each(|it| step(it, out));
                out.maybe(it.arrow.as_ref().map(|it| it.range), PieceKind::Arrow);
                out.maybe(it.label, PieceKind::Text);
                out.add(it.test, PieceKind::Text);
                out.maybe(it.code, PieceKind::Declaration);
            }
            Self::Partition(it) => {
                out.add(it.title, PieceKind::Text);
                out.colors(it.colors);
            }
            Self::Note(it) => {
                out.colors(it.colors);
                out.text(&it.text);
            }
            Self::Else | Self::EndIf | Self::Close | Self::Direction(_) | Self::Shared(_) => {}
        }
    }

    fn mentions(&self, document: &Document) -> Vec<Mention> {
        let named = |it: &Step, role: Role| match &it.name {
            StepName::Bar(range) => Some(mention(document, *range, role, Declared::default())),
            StepName::Action { text: Text::Line(text), code } => {
                let range = code.unwrap_or(*text);
                let shown = code.map(|_| document.text(*text).into_owned());
                let declared = Declared { keyword: None, shown, long: None };
                Some(mention(document, range, role, declared))
            }
            StepName::Action { code: Some(code), .. } => {
                Some(mention(document, *code, role, Declared::default()))
            }
            StepName::Circle(_) | StepName::Open | StepName::Action { .. } => None,
        };
        match self {
            Self::Link(it) => {
                let from = it.from.as_ref().and_then(|it| named(it, Role::From));
                from.into_iter().chain(named(&it.to, Role::To)).collect()
            }
            Self::If(it) => {
                let from = it.from.as_ref().and_then(|it| named(it, Role::From));
                let own =
                    it.code.map(|it| mention(document, it, Role::Declares, Declared::default()));
                from.into_iter().chain(own).collect()
            }
            _ => Vec::new(),
        }
    }

    fn entry(&self, document: &Document, range: TextRange) -> Option<Entry> {
        let words = |text: TextRange| document.text(text).trim().to_owned();
        Some(match self {
            Self::If(it) => Entry::new(format!("if {}", words(it.test)), EntryKind::Group, range),
            Self::Else => Entry::new("else", EntryKind::Branch, range),
            Self::Partition(it) => Entry::new(words(it.title), EntryKind::Container, range),
            _ => return None,
        })
    }

    fn nesting(&self) -> Nesting {
        nesting(self)
    }

    fn topic(&self, _: &str) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Link(it) if matches!(it.to.name, StepName::Bar(_)) => Some(("legacy", "bar")),
            Self::Link(_) => Some(("legacy", "link")),
            Self::If(_) | Self::Else | Self::EndIf => Some(("legacy", "branch")),
            _ => None,
        }
    }

    fn body(&self) -> Option<&Lines> {
        match self {
            Self::Note(it) => it.text.lines(),
            _ => None,
        }
    }
}

fn step(it: &Step, out: &mut Pieces<'_>) {
    match &it.name {
        StepName::Circle(_) | StepName::Open => {}
        StepName::Bar(range) => out.add(*range, PieceKind::Use),
        StepName::Action { text, code } => {
            match (text, code) {
                (Text::Line(range), None) => out.add(*range, PieceKind::Use),
                _ => out.text(text),
            }
            out.maybe(*code, PieceKind::Use);
        }
    }
    for mark in &it.stereotypes {
        out.add(*mark, PieceKind::Stereotype);
    }
    out.maybe(it.partition, PieceKind::Text);
    out.colors(it.colors);
}

fn mention(document: &Document, range: TextRange, role: Role, declared: Declared) -> Mention {
    let before = document.source[..range.start as usize].ends_with('"');
    let after = document.source[range.end as usize..].starts_with('"');
    let name = Name { range, quoted: before && after };
    Mention { name, code: document.text(range).into_owned(), role, declared }
}
