//! Sequence diagrams as an editor sees them: the pieces of a statement, who is named, the outline, what may be typed.

mod arrows;
mod followers;
mod openers;
mod skinparams;
mod topics;

use puml_family::editor::{
    Declared, Describe, Entry, EntryKind, Mention, NO_WORDS, PieceKind, Pieces, Relations, Role,
    Words,
};
use puml_syntax::{Nesting, TextRange};

use crate::ast::{
    Document, Flow, Lines, Message, MessageEnd, Name, NotePlace, Numbering, ParticipantRef, Shown,
    StmtKind,
};
use crate::parse::nesting;

/// What may be typed in a sequence diagram.
pub(crate) const WORDS: Words = Words {
    openers: openers::OPENERS,
    followers: followers::FOLLOWERS,
    takes_name: &["activate", "deactivate", "destroy", "url of"],
    arrows: arrows::ARROWS,
    declares: &[
        "create",
        "participant",
        "actor",
        "boundary",
        "control",
        "entity",
        "database",
        "collections",
        "queue",
    ],
    declare: "participant",
    declaration_tail: &["as", "order"],
    wraps: &[
        ("alt", "condition"),
        ("opt", "condition"),
        ("loop", "condition"),
        ("par", ""),
        ("critical", ""),
        ("group", "title"),
    ],
    open_frame: "group x",
    skinparams: skinparams::SKINPARAMS,
    skinparam_values: skinparams::VALUES,
    relations: Relations { out: "sends", into: "receives", noun: ("message", "messages") },
    ..NO_WORDS
};

impl Describe for StmtKind {
    fn pieces(&self, _: TextRange, out: &mut Pieces<'_>) {
        match self {
            Self::Declaration(it) => {
                out.name(it.code, PieceKind::Declaration);
                match &it.shown {
                    Some(Shown::Name(name)) => out.name(*name, PieceKind::LongName),
                    Some(Shown::Lines(lines)) => out.lines(lines),
                    None => {}
                }
                out.stereotypes(&it.stereotypes);
                out.link(it.link);
                out.color(it.color);
            }
            Self::Message(it) => message(it, out),
            Self::Life(it) => {
                if let Some(who) = it.who {
                    out.name(who, PieceKind::Use);
                }
                out.color(it.back);
                out.color(it.line);
            }
            Self::Return(it) => {
                out.color(it.color);
                out.maybe(it.text, PieceKind::Text);
            }
            Self::Note(it) => {
                for name in beside(it.place) {
                    out.name(name, PieceKind::Use);
                }
                out.stereotypes(&it.stereotypes);
                out.colors(it.colors);
                out.link(it.link);
                out.text(&it.text);
            }
            Self::Reference(it) => {
                out.color(it.color);
                for name in &it.over {
                    out.name(*name, PieceKind::Use);
                }
                out.link(it.link);
                out.text(&it.text);
            }
            Self::Group(it) => {
                out.color(it.header_color);
                out.color(it.body_color);
                out.maybe(it.label, PieceKind::Text);
                out.maybe(it.secondary, PieceKind::Text);
            }
            Self::Else(it) => {
                out.color(it.color);
                out.maybe(it.label, PieceKind::Text);
            }
            Self::End { trailing } => out.maybe(*trailing, PieceKind::Comment),
            Self::BoxOpen(it) => {
                out.maybe(it.title, PieceKind::Text);
                out.stereotypes(&it.stereotypes);
                out.colors(it.colors);
            }
            Self::Divider(it) => out.add(it.text, PieceKind::Text),
            Self::Delay(it) => out.maybe(it.text, PieceKind::Text),
            Self::NewPage(it) => out.maybe(it.title, PieceKind::Text),
            Self::Numbering(Numbering::Start { format, .. } | Numbering::Resume { format, .. }) => {
                out.maybe(*format, PieceKind::Text);
            }
            Self::Duration(it) => {
                out.add(it.from, PieceKind::Anchor);
                out.add(it.to, PieceKind::Anchor);
                out.maybe(it.text, PieceKind::Text);
            }
            Self::Url { who, link } => {
                out.name(*who, PieceKind::Use);
                out.link(Some(*link));
            }
            Self::AutoActivate(_)
            | Self::BoxClose
            | Self::Space(_)
            | Self::IgnoreNewPage
            | Self::Numbering(_)
            | Self::Footbox(_)
            | Self::Unlinked(_)
            | Self::Stereotypes(_)
            | Self::Shared(_) => {}
        }
    }

    fn mentions(&self, document: &Document) -> Vec<Mention> {
        let mention = |name: Name, role: Role, declared: Declared| Mention {
            name,
            code: document.text(name.range).into_owned(),
            role,
            declared,
        };
        let other = |name: Name| mention(name, Role::Other, Declared::default());
        match self {
            Self::Declaration(it) => {
                let (shown, long) = match &it.shown {
                    Some(Shown::Name(name)) => {
                        (Some(document.text(name.range).into_owned()), Some(*name))
                    }
                    Some(Shown::Lines(lines)) => (Some(document.lines(lines)), None),
                    None => (None, None),
                };
                let keyword = Some(it.kind.map_or("participant", |it| it.keyword()));
                vec![mention(it.code, Role::Declares, Declared { keyword, shown, long })]
            }
            Self::Message(it) => {
                let leftwards = it.arrow.flow() == Flow::Leftwards;
                let (left, right) =
                    if leftwards { (Role::To, Role::From) } else { (Role::From, Role::To) };
                let end = |end: &MessageEnd, role| {
                    let ParticipantRef { code, shown, .. } = *end.participant()?;
                    let shown_text = shown.map(|it| document.text(it.range).into_owned());
                    let declared = Declared { keyword: None, shown: shown_text, long: shown };
                    Some(mention(code, role, declared))
                };
                let ends = [end(&it.left, left), end(&it.right, right)].into_iter().flatten();
                let copies = it.multicast.iter();
                ends.chain(copies.map(|it| mention(*it, Role::To, Declared::default()))).collect()
            }
            Self::Life(it) => it.who.into_iter().map(other).collect(),
            Self::Note(it) => beside(it.place).into_iter().map(other).collect(),
            Self::Reference(it) => it.over.iter().copied().map(other).collect(),
            Self::Url { who, .. } => vec![other(*who)],
            _ => Vec::new(),
        }
    }

    // Messages are left out: an outline with every line in it shows nothing.
    fn entry(&self, document: &Document, range: TextRange) -> Option<Entry> {
        let words = |range: Option<TextRange>| {
            range.map(|it| it.slice(&document.source).trim()).unwrap_or_default()
        };
        let titled = |keyword: &str, text: Option<TextRange>| {
            format!("{keyword} {}", words(text)).trim_end().to_owned()
        };
        Some(match self {
            Self::Declaration(it) => {
                let entry =
                    Entry::new(words(Some(it.code.range)), EntryKind::Element, it.code.range);
                entry.with_detail(it.kind.map_or("participant", |it| it.keyword()))
            }
            Self::BoxOpen(it) => {
                Entry::new(titled("box", it.title), EntryKind::Container, it.title.unwrap_or(range))
            }
            Self::Group(it) => {
                Entry::new(titled(it.kind.keyword(), it.label), EntryKind::Group, it.keyword)
            }
            Self::Else(it) => Entry::new(titled("else", it.label), EntryKind::Branch, it.keyword),
            Self::Divider(it) => Entry::new(words(Some(it.text)), EntryKind::Divider, range),
            Self::NewPage(it) => Entry::new(titled("newpage", it.title), EntryKind::Divider, range),
            Self::Reference(it) => {
                let text = document.read(&it.text);
                let first = text.lines().next().unwrap_or_default().trim();
                Entry::new(format!("ref {first}"), EntryKind::Reference, range)
            }
            _ => return None,
        })
    }

    fn nesting(&self) -> Nesting {
        nesting(self)
    }

    fn topic(&self, word: &str) -> Option<(&'static str, &'static str)> {
        topics::topic(self, word)
    }

    fn body(&self) -> Option<&Lines> {
        let text = match self {
            Self::Note(it) => &it.text,
            Self::Reference(it) => &it.text,
            _ => return None,
        };
        text.lines()
    }
}

fn message(message: &Message, out: &mut Pieces<'_>) {
    out.maybe(message.parallel, PieceKind::Mark);
    for anchor in [message.anchor, message.left_anchor, message.right_anchor] {
        out.maybe(anchor, PieceKind::Anchor);
    }
    for end in [&message.left, &message.right] {
        if let Some(participant) = end.participant() {
            out.name(participant.code, PieceKind::Use);
            if let Some(shown) = participant.shown {
                out.name(shown, PieceKind::LongName);
            }
        }
    }
    out.add(message.arrow.range, PieceKind::Arrow);
    for name in &message.multicast {
        out.name(*name, PieceKind::Use);
    }
    out.maybe(message.marks.map(|it| it.range), PieceKind::Mark);
    out.color(message.activation_color);
    out.stereotypes(&message.stereotypes);
    out.link(message.link);
    out.maybe(message.text, PieceKind::Text);
}

/// The participants that a note names.
fn beside(place: NotePlace) -> Vec<Name> {
    match place {
        NotePlace::Beside(_, name) => vec![name],
        NotePlace::Over(first, second) => [Some(first), second].into_iter().flatten().collect(),
        NotePlace::Latest(_) | NotePlace::Across => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;
    use puml_family::editor::EditorTree as _;
    use puml_syntax::Stage;

    fn read(source: &str) -> Vec<(String, PieceKind)> {
        let document = parse(source, diag::SourceId(0), Stage::Source).document;
        let all = (0..document.len()).flat_map(|it| document.pieces(it));
        all.map(|it| (it.range.slice(source).to_owned(), it.kind)).collect()
    }

    fn pieces(expected: &[(&str, PieceKind)]) -> Vec<(String, PieceKind)> {
        expected.iter().map(|it| (it.0.to_owned(), it.1)).collect()
    }

    #[test]
    fn a_declaration_falls_into_its_parts() {
        let expected = pieces(&[
            ("actor", PieceKind::Keyword),
            ("\"The user\"", PieceKind::LongName),
            ("as", PieceKind::Keyword),
            ("U", PieceKind::Declaration),
            ("<<x>>", PieceKind::Stereotype),
            ("order", PieceKind::Keyword),
            ("10", PieceKind::Number),
            ("#red", PieceKind::Color),
        ]);
        assert_eq!(read("actor \"The user\" as U <<x>> order 10 #red"), expected);
    }

    #[test]
    fn a_message_has_no_keyword_in_its_text() {
        let expected = pieces(&[
            ("A", PieceKind::Use),
            ("->", PieceKind::Arrow),
            ("B", PieceKind::Use),
            ("++", PieceKind::Mark),
            ("note left of A", PieceKind::Text),
        ]);
        assert_eq!(read("A -> B ++ : note left of A"), expected);
    }

    #[test]
    fn the_colours_of_a_set_are_found_between_its_words() {
        let expected = pieces(&[
            ("note", PieceKind::Keyword),
            ("over", PieceKind::Keyword),
            ("A", PieceKind::Use),
            ("hi", PieceKind::Text),
        ]);
        let read = read("note over A #Khaki;line:red : hi");
        let plain: Vec<_> = read
            .iter()
            .filter(|it| !matches!(it.1, PieceKind::Color | PieceKind::Mark))
            .cloned()
            .collect();
        assert_eq!(plain, expected);
        assert_eq!(read.iter().filter(|it| it.1 == PieceKind::Color).count(), 2);
    }
}
