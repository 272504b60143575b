//! Class diagrams as an editor sees them: the pieces of a statement, which element is named, the outline, what may be
//! typed.

mod members;
mod openers;
mod skinparams;
mod topics;

use puml_family::editor::{
    Declared, Describe, Entry, EntryKind, Feature, Mention, NO_WORDS, PieceKind, Pieces, Relations,
    Role, Words,
};
use puml_graph::Head;
use puml_syntax::ast::{Lines, Name};
use puml_syntax::{Nesting, TextRange};

use crate::ast::{
    Declaration, Document, EntityKind, Group, GroupKind, Link, LinkEnd, LinkTarget, Note,
    NotePlace, StmtKind,
};
use crate::parse::nesting;

/// What may be typed in a class diagram.
pub(crate) const WORDS: Words = Words {
    openers: openers::OPENERS,
    followers: openers::FOLLOWERS,
    takes_name: openers::TAKES_NAME,
    arrows: openers::ARROWS,
    declares: openers::DECLARES,
    declare: "class",
    declaration_tail: &["as", "extends", "implements"],
    wraps: &[("package", "name"), ("namespace", "name"), ("together", "")],
    open_frame: "package x {",
    skinparams: skinparams::SKINPARAMS,
    skinparam_values: skinparams::VALUES,
    relations: Relations { out: "links to", into: "is linked from", noun: ("element", "elements") },
    ..NO_WORDS
};

impl Describe for StmtKind {
    fn pieces(&self, _: TextRange, out: &mut Pieces<'_>) {
        match self {
            Self::Declaration(it) => declaration(it, out),
            Self::Member(it) => {
                out.name(it.owner, PieceKind::Use);
                out.add(it.text, PieceKind::Member);
            }
            Self::Stereotyped(it) => {
                out.name(it.owner, PieceKind::Use);
                out.stereotypes(&it.stereotypes);
            }
            Self::Url(it) => {
                out.name(it.owner, PieceKind::Use);
                out.link(Some(it.link));
            }
            Self::Link(it) => link(it, out),
            Self::Lollipop(it) => {
                out.name(it.owner, PieceKind::Use);
                out.add(it.circle, PieceKind::Declaration);
                out.maybe(it.left_text, PieceKind::Text);
                out.maybe(it.right_text, PieceKind::Text);
                out.maybe(it.label, PieceKind::Text);
            }
            Self::Constraint(it) => {
                out.colors(it.colors);
                out.add(it.text, PieceKind::Text);
            }
            Self::Group(it) | Self::EmptyGroup(it) => group(it, out),
            Self::Note(it) => note(it, out),
            Self::Visibility(it) => out.maybe(it.who, PieceKind::Use),
            Self::Separator(it) => out.add(*it, PieceKind::Value),
            Self::Close
            | Self::Filter(_)
            | Self::AllowMixing
            | Self::NewPage
            | Self::Direction(_)
            | Self::Shared(_) => {}
        }
    }

    fn mentions(&self, document: &Document) -> Vec<Mention> {
        let mention = |name: Name, role: Role, declared: Declared| {
            let name = owner(name, document);
            Mention { name, code: document.text(name.range).into_owned(), role, declared }
        };
        let other = |name: Name| mention(name, Role::Other, Declared::default());
        let related = |name: Name, role: Role| mention(name, role, Declared::default());
        match self {
            Self::Declaration(it) => {
                let shown = it.shown.map(|it| document.text(it.range).into_owned());
                let declared = Declared { keyword: Some(it.kind.word()), shown, long: it.shown };
                let own = mention(it.code, Role::Declares, declared);
                let parents = it.extends.iter().chain(&it.implements);
                [own].into_iter().chain(parents.map(|it| related(*it, Role::To))).collect()
            }
            Self::Member(it) => vec![other(it.owner)],
            Self::Stereotyped(it) => vec![other(it.owner)],
            Self::Url(it) => vec![other(it.owner)],
            Self::Link(it) => {
                let leftwards = it.arrow.left != Head::None && it.arrow.right == Head::None;
                let (left, right) =
                    if leftwards { (Role::To, Role::From) } else { (Role::From, Role::To) };
                let end = |it: LinkEnd, role: Role| match it.target {
                    LinkTarget::One(name) => vec![related(name, role)],
                    LinkTarget::Couple(one, two) => vec![related(one, role), related(two, role)],
                };
                [end(it.left, left), end(it.right, right)].concat()
            }
            Self::Lollipop(it) => vec![other(it.owner)],
            Self::Group(it) | Self::EmptyGroup(it) => {
                let keyword = Some(it.kind.word());
                let (name, long) = match (it.code, it.name) {
                    (Some(code), title) => (code, title),
                    (None, Some(name)) => (name, None),
                    (None, None) => return Vec::new(),
                };
                let shown = long.map(|it| document.text(it.range).into_owned());
                vec![mention(name, Role::Declares, Declared { keyword, shown, long })]
            }
            Self::Note(it) => match it.place {
                NotePlace::Beside(_, name) | NotePlace::AtMember(_, name, _) => vec![other(name)],
                NotePlace::Free(name) => {
                    let keyword = Some("note");
                    vec![mention(name, Role::Declares, Declared { keyword, ..Declared::default() })]
                }
                NotePlace::Latest(_) | NotePlace::OnLink(_) => Vec::new(),
            },
            Self::Visibility(it) => {
                let is_name = |it: &TextRange| {
                    !it.slice(&document.source).starts_with(['$', '@', '<', '*', '"'])
                };
                let name = it.who.filter(is_name).map(|range| Name { range, quoted: false });
                name.into_iter().map(other).collect()
            }
            _ => Vec::new(),
        }
    }

    fn features(document: &Document) -> Vec<Feature> {
        members::features(document)
    }

    // Links are left out: an outline with every line in it shows nothing.
    fn entry(&self, document: &Document, range: TextRange) -> Option<Entry> {
        let words = |it: TextRange| it.slice(&document.source).trim();
        match self {
            Self::Declaration(it) => {
                let entry = Entry::new(words(it.code.range), kind_of(it.kind), it.code.range);
                let children = members::entries(it, document);
                Some(Entry { children, ..entry.with_detail(it.kind.word()) })
            }
            Self::Group(it) | Self::EmptyGroup(it) => {
                let selection = it.code.or(it.name).map_or(range, |it| it.range);
                let title = it.name.map(|it| words(it.range)).unwrap_or_default();
                let name = if title.is_empty() { it.kind.word() } else { title };
                let kind = match it.kind {
                    GroupKind::Together => EntryKind::Group,
                    _ => EntryKind::Container,
                };
                Some(Entry::new(name, kind, selection).with_detail(it.kind.word()))
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
        match self {
            Self::Declaration(it) => it.body.as_ref(),
            Self::Note(it) => it.text.lines(),
            _ => None,
        }
    }
}

/// The sign of an element in the outline.
fn kind_of(kind: EntityKind) -> EntryKind {
    match kind {
        EntityKind::Interface | EntityKind::Protocol | EntityKind::Circle => EntryKind::Interface,
        EntityKind::Enum => EntryKind::Enum,
        EntityKind::Object | EntityKind::Map | EntityKind::Json => EntryKind::Object,
        EntityKind::Diamond | EntityKind::Described(_) => EntryKind::Element,
        _ => EntryKind::Class,
    }
}

/// `A::member` names `A`.
pub(super) fn owner(name: Name, document: &Document) -> Name {
    let text = name.range.slice(&document.source);
    match text.rsplit_once("::") {
        Some((owner, _)) if !name.quoted && !owner.is_empty() => {
            let end = name.range.start + owner.len() as u32;
            Name { range: TextRange::new(name.range.start, end), ..name }
        }
        _ => name,
    }
}

fn declaration(it: &Declaration, out: &mut Pieces<'_>) {
    out.name(it.code, PieceKind::Declaration);
    if let Some(shown) = it.shown {
        out.name(shown, PieceKind::LongName);
    }
    out.maybe(it.generic, PieceKind::Text);
    out.stereotypes(&it.stereotypes);
    for tag in &it.tags {
        out.add(*tag, PieceKind::Value);
    }
    out.link(it.link);
    out.colors(it.colors);
    out.color(it.outline.and_then(|it| it.color));
    for parent in it.extends.iter().chain(&it.implements) {
        out.name(*parent, PieceKind::Use);
    }
    out.maybe(it.value, PieceKind::Text);
    for line in it.body.iter().flat_map(|it| &it.lines) {
        out.add(*line, PieceKind::Member);
    }
}

fn link(it: &Link, out: &mut Pieces<'_>) {
    for end in [&it.left, &it.right] {
        match end.target {
            LinkTarget::One(name) => out.name(name, PieceKind::Use),
            LinkTarget::Couple(one, other) => {
                out.name(one, PieceKind::Use);
                out.name(other, PieceKind::Use);
            }
        }
        for text in [end.qualifier, end.quantifier, end.role] {
            out.maybe(text, PieceKind::Text);
        }
    }
    out.add(it.arrow.range, PieceKind::Arrow);
    out.colors(it.colors);
    out.link(it.link);
    out.stereotypes(&it.stereotypes);
    out.maybe(it.label, PieceKind::Text);
}

fn group(it: &Group, out: &mut Pieces<'_>) {
    match (it.code, it.name) {
        (Some(code), title) => {
            out.name(code, PieceKind::Declaration);
            if let Some(title) = title {
                out.name(title, PieceKind::LongName);
            }
        }
        (None, Some(name)) => out.name(name, PieceKind::Declaration),
        (None, None) => {}
    }
    out.stereotypes(&it.stereotypes);
    for tag in &it.tags {
        out.add(*tag, PieceKind::Value);
    }
    out.link(it.link);
    out.colors(it.colors);
}

fn note(it: &Note, out: &mut Pieces<'_>) {
    match it.place {
        NotePlace::Beside(_, name) => out.name(name, PieceKind::Use),
        NotePlace::AtMember(_, name, member) => {
            out.name(name, PieceKind::Use);
            out.add(member, PieceKind::Member);
        }
        NotePlace::Free(name) => out.name(name, PieceKind::Declaration),
        NotePlace::Latest(_) | NotePlace::OnLink(_) => {}
    }
    for tag in &it.tags {
        out.add(*tag, PieceKind::Value);
    }
    out.stereotypes(&it.stereotypes);
    out.colors(it.colors);
    out.link(it.link);
    out.text(&it.text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::ClassGrammar;
    use puml_family::editor::EditorTree as _;
    use puml_syntax::{Extent, Stage, parse_block};

    pub(super) fn parse(source: &str) -> Document {
        let text = std::sync::Arc::from(source);
        let split = puml_syntax::split(&text);
        let (grammar, whole) = (ClassGrammar::default(), Extent::Whole);
        parse_block(&text, &split, 0, Stage::Source, whole, diag::SourceId(0), grammar).document
    }

    fn pieces(source: &str) -> Vec<(String, PieceKind)> {
        let document = parse(source);
        let all = (0..document.len()).flat_map(|it| document.pieces(it));
        all.map(|it| (it.range.slice(source).to_owned(), it.kind)).collect()
    }

    fn expected(all: &[(&str, PieceKind)]) -> Vec<(String, PieceKind)> {
        all.iter().map(|it| (it.0.to_owned(), it.1)).collect()
    }

    #[test]
    fn a_declaration_falls_into_its_parts() {
        let all = expected(&[
            ("class", PieceKind::Keyword),
            ("\"Sales order\"", PieceKind::LongName),
            ("as", PieceKind::Keyword),
            ("so", PieceKind::Declaration),
            ("<<x>>", PieceKind::Stereotype),
            ("#red", PieceKind::Color),
            ("extends", PieceKind::Keyword),
            ("Base", PieceKind::Use),
        ]);
        assert_eq!(pieces("class \"Sales order\" as so <<x>> #red extends Base"), all);
    }

    #[test]
    fn a_link_has_no_keyword_in_its_label() {
        let all = expected(&[
            ("A", PieceKind::Use),
            ("1", PieceKind::Text),
            ("*--", PieceKind::Arrow),
            ("B", PieceKind::Use),
            ("class of", PieceKind::Text),
        ]);
        assert_eq!(pieces("A \"1\" *-- B : class of"), all);
    }

    #[test]
    fn the_outline_tells_fields_from_methods() {
        let document = parse("interface I {\n  +size() : int\n  -- more --\n  name\n}");
        let entry = document.entry(0).expect("a declaration stands in the outline");
        assert_eq!((entry.name.as_str(), entry.kind), ("I", EntryKind::Interface));
        let children: Vec<(&str, EntryKind)> =
            entry.children.iter().map(|it| (it.name.as_str(), it.kind)).collect();
        assert_eq!(children, [("+size() : int", EntryKind::Method), ("name", EntryKind::Field)]);
    }

    #[test]
    fn a_member_of_a_link_belongs_to_its_class() {
        let document = parse("A::x --> B");
        let codes: Vec<String> = document.mentions(0).into_iter().map(|it| it.code).collect();
        assert_eq!(codes, ["A", "B"]);
    }
}
