//! Component, deployment and use case diagrams as an editor sees them: the pieces of a statement, which element is
//! named, the outline, what may be typed. Calls of C4 macros are read as the elements and links that they make.

mod calls;
mod openers;
mod skinparams;
mod topics;

#[cfg(test)]
mod tests;

use puml_family::editor::{
    CallLine, Called, Declared, Describe, Entry, EntryKind, Mention, NO_WORDS, PieceKind, Pieces,
    Relations, Role, Words,
};
use puml_graph::{Head, Symbol};
use puml_syntax::ast::{Lines, Name, Table, TableKind};
use puml_syntax::{Nesting, TextRange};

use crate::ast::{Code, Document, Element, Form, Group, Link, Note, NotePlace, StmtKind};
use crate::parse::nesting;

/// The names in calls, for edits.
pub(crate) use calls::called;

/// What may be typed in a component, deployment or use case diagram.
pub(crate) const WORDS: Words = Words {
    openers: openers::OPENERS,
    followers: openers::FOLLOWERS,
    takes_name: openers::TAKES_NAME,
    arrows: openers::ARROWS,
    declares: openers::DECLARES,
    declare: "",
    declaration_tail: &["as"],
    wraps: &[("package", "name"), ("node", "name"), ("rectangle", "name"), ("together", "")],
    open_frame: "package x {",
    skinparams: skinparams::SKINPARAMS,
    skinparam_values: skinparams::VALUES,
    relations: Relations { out: "links to", into: "is linked from", noun: ("element", "elements") },
    ..NO_WORDS
};

impl Describe for StmtKind {
    fn pieces(&self, _: TextRange, out: &mut Pieces<'_>) {
        match self {
            Self::Element(it) => element(it, out),
            Self::Link(it) => link(it, out),
            Self::Group(it) => group(it, out),
            Self::Note(it) => note(it, out),
            Self::Table(it) => table(it, out),
            Self::Visibility(it) => {
                let is_name = |it: TextRange| is_name(it.slice(out.source()));
                let kind =
                    it.who.map(|it| if is_name(it) { PieceKind::Use } else { PieceKind::Value });
                if let (Some(who), Some(kind)) = (it.who, kind) {
                    out.add(who, kind);
                }
            }
            Self::Address(code, url) => {
                out.add(code.outer, PieceKind::Use);
                out.link(Some(*url));
            }
            Self::Separator(it) => out.add(*it, PieceKind::Value),
            Self::Close | Self::NewPage | Self::Direction(_) | Self::Shared(_) => {}
        }
    }

    fn mentions(&self, document: &Document) -> Vec<Mention> {
        let mention = |code: Code, role: Role, declared: Declared| {
            let text = document.text(code.range).into_owned();
            Mention { name: name(code), code: text, role, declared }
        };
        let other = |code: Code| mention(code, Role::Other, Declared::default());
        let declares = |code: Code, keyword: &'static str, shown: Option<Code>| {
            let long = shown.map(name);
            let shown = shown.map(|it| document.text(it.range).into_owned());
            mention(code, Role::Declares, Declared { keyword: Some(keyword), shown, long })
        };
        match self {
            Self::Element(it) => vec![declares(it.code, it.symbol.word(), it.shown)],
            Self::Group(it) => {
                let keyword = it.symbol.map_or("together", Symbol::word);
                it.code.map(|code| declares(code, keyword, it.shown)).into_iter().collect()
            }
            Self::Table(it) => {
                let shown = it.shown.map(|it| bare(it.range));
                vec![declares(bare(it.code.range), table_word(it.kind), shown)]
            }
            Self::Link(it) => {
                let is_leftwards = it.arrow.left != Head::None && it.arrow.right == Head::None;
                let (left, right) =
                    if is_leftwards { (Role::To, Role::From) } else { (Role::From, Role::To) };
                let end = |code: Code, role: Role| mention(code, role, Declared::default());
                vec![end(it.left, left), end(it.right, right)]
            }
            Self::Note(it) => match it.place {
                NotePlace::Beside(_, code) => vec![other(code)],
                NotePlace::Free(name) => vec![declares(bare(name), "note", None)],
                NotePlace::Latest(_) | NotePlace::OnLink(_) => Vec::new(),
            },
            Self::Address(code, _) => vec![other(*code)],
            Self::Visibility(it) => {
                let who = it.who.filter(|it| is_name(it.slice(&document.source)));
                who.map(|it| other(bare(it))).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    // Links are left out: an outline with every line in it shows nothing.
    fn entry(&self, document: &Document, range: TextRange) -> Option<Entry> {
        let words = |it: TextRange| document.text(it).into_owned();
        match self {
            Self::Element(it) => {
                let shown = it.shown.unwrap_or(it.code);
                let entry = Entry::new(words(shown.range), kind_of(it.symbol), it.code.range);
                Some(entry.with_detail(it.symbol.word()))
            }
            Self::Group(it) => {
                let word = it.symbol.map_or("together", Symbol::word);
                let title = it.shown.or(it.code).map(|it| words(it.range)).unwrap_or_default();
                let title = if title.is_empty() { word.to_owned() } else { title };
                let selection = it.code.map_or(range, |it| it.range);
                let kind =
                    if it.symbol.is_none() { EntryKind::Group } else { EntryKind::Container };
                Some(Entry::new(title, kind, selection).with_detail(word))
            }
            Self::Table(it) => {
                let entry = Entry::new(
                    words(it.shown.unwrap_or(it.code).range),
                    EntryKind::Object,
                    it.code.range,
                );
                Some(entry.with_detail(table_word(it.kind)))
            }
            Self::NewPage => Some(Entry::new("newpage", EntryKind::Divider, range)),
            _ => None,
        }
    }

    fn nesting(&self) -> Nesting {
        nesting(self)
    }

    fn topic(&self, word: &str) -> Option<(&'static str, &'static str)> {
        topics::topic(self, word)
    }

    fn body(&self) -> Option<&Lines> {
        let text = match self {
            Self::Element(it) => return it.text.as_ref().map(|it| &it.lines),
            Self::Note(it) => &it.text,
            Self::Table(it) => &it.text,
            _ => return None,
        };
        text.lines()
    }

    fn called(call: &CallLine, document: &Document) -> Called {
        called(call, document)
    }
}

/// A name with one mark on each side, or none.
fn name(code: Code) -> Name {
    let one_each = code.outer.start + 1 == code.range.start && code.range.end < code.outer.end;
    Name { range: code.range, quoted: one_each && code.form != Form::Bare }
}

fn bare(range: TextRange) -> Code {
    Code { range, outer: range, form: Form::Bare }
}

/// Whether a command is about a name, not about a pattern, a tag or a stereotype.
fn is_name(text: &str) -> bool {
    !text.starts_with(['$', '@', '<', '*', '"'])
}

const fn table_word(kind: TableKind) -> &'static str {
    match kind {
        TableKind::Map => "map",
        TableKind::Json => "json",
    }
}

/// The sign of an element in the outline.
const fn kind_of(symbol: Symbol) -> EntryKind {
    match symbol {
        Symbol::Interface | Symbol::Circle => EntryKind::Interface,
        _ => EntryKind::Element,
    }
}

fn element(it: &Element, out: &mut Pieces<'_>) {
    out.add(it.code.outer, PieceKind::Declaration);
    out.maybe(it.shown.map(|it| it.outer), PieceKind::LongName);
    tags(&it.tags, out);
    out.stereotypes(&it.stereotypes);
    out.link(it.link);
    out.colors(it.colors);
    if let Some(text) = &it.text {
        out.add(text.first, PieceKind::Text);
        out.lines(&text.lines);
        out.add(text.last, PieceKind::Text);
    }
}

fn link(it: &Link, out: &mut Pieces<'_>) {
    out.add(it.left.outer, PieceKind::Use);
    out.maybe(it.left_text, PieceKind::Text);
    out.add(it.arrow.range, PieceKind::Arrow);
    out.maybe(it.right_text, PieceKind::Text);
    out.add(it.right.outer, PieceKind::Use);
    out.colors(it.colors);
    out.stereotypes(&it.stereotypes);
    out.maybe(it.label, PieceKind::Text);
}

fn group(it: &Group, out: &mut Pieces<'_>) {
    out.maybe(it.code.map(|it| it.outer), PieceKind::Declaration);
    out.maybe(it.shown.map(|it| it.outer), PieceKind::LongName);
    tags(&it.tags, out);
    out.stereotypes(&it.stereotypes);
    out.link(it.link);
    out.colors(it.colors);
}

fn note(it: &Note, out: &mut Pieces<'_>) {
    match it.place {
        NotePlace::Beside(_, code) => out.add(code.outer, PieceKind::Use),
        NotePlace::Free(name) => out.add(name, PieceKind::Declaration),
        NotePlace::Latest(_) | NotePlace::OnLink(_) => {}
    }
    tags(&it.tags, out);
    out.stereotypes(&it.stereotypes);
    out.colors(it.colors);
    out.link(it.link);
    out.text(&it.text);
}

fn table(it: &Table, out: &mut Pieces<'_>) {
    out.name(it.code, PieceKind::Declaration);
    if let Some(shown) = it.shown {
        out.name(shown, PieceKind::LongName);
    }
    out.stereotypes(&it.stereotypes);
    out.link(it.link);
    out.colors(it.colors);
    out.text(&it.text);
}

fn tags(tags: &[TextRange], out: &mut Pieces<'_>) {
    for tag in tags {
        out.add(*tag, PieceKind::Property);
    }
}
