//! Who takes part in one diagram as written: each name with every place that mentions it.

use std::collections::HashMap;

use puml_sequence::ast::{
    Block, Document, Flow, Message, MessageEnd, Name, NotePlace, ParticipantKind, Shown, Stmt,
    StmtId, StmtKind,
};
use puml_syntax::TextRange;

/// The participants of a diagram in the order of their first mention.
pub(crate) struct Cast {
    pub(crate) members: Vec<Member>,
    places: HashMap<String, usize>,
}

/// One participant.
pub(crate) struct Member {
    pub(crate) code: String,
    /// The keyword of its declaration; nothing without one.
    pub(crate) kind: Option<ParticipantKind>,
    /// Its declaration, by place in `mentions`; the first use is none.
    pub(crate) declared: Option<usize>,
    /// What is drawn where that differs from the code.
    pub(crate) shown: Option<String>,
    /// In reading order, at least one.
    pub(crate) mentions: Vec<Mention>,
    pub(crate) sends: u32,
    pub(crate) receives: u32,
}

/// A place that names a participant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mention {
    pub(crate) name: Name,
    pub(crate) stmt: StmtId,
    pub(crate) role: Role,
}

/// What a mention does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Declares,
    Sends,
    Receives,
    /// Notes, references, activations, links.
    Other,
}

impl Cast {
    pub(crate) fn of(document: &Document, block: &Block) -> Self {
        let mut cast = Self { members: Vec::new(), places: HashMap::new() };
        for (id, stmt) in document.block_stmts(block) {
            for (name, role) in mentions(stmt) {
                cast.add(document, stmt, Mention { name, stmt: id, role });
            }
        }
        cast
    }

    pub(crate) fn member(&self, code: &str) -> Option<&Member> {
        self.places.get(code).map(|it| &self.members[*it])
    }

    /// The participant whose name an offset touches, and which of its mentions that is.
    pub(crate) fn at(&self, document: &Document, stmt: &Stmt, at: u32) -> Option<(&Member, Name)> {
        let (name, _) = mentions(stmt)
            .into_iter()
            .find(|(name, _)| name.outer(&document.source).touches(at))?;
        Some((self.member(&document.text(name.range))?, name))
    }

    fn add(&mut self, document: &Document, stmt: &Stmt, mention: Mention) {
        let code = document.text(mention.name.range);
        let place = if let Some(place) = self.places.get(&*code) {
            *place
        } else {
            self.places.insert(code.clone().into_owned(), self.members.len());
            self.members.push(Member {
                code: code.into_owned(),
                kind: None,
                declared: None,
                shown: None,
                mentions: Vec::new(),
                sends: 0,
                receives: 0,
            });
            self.members.len() - 1
        };
        let member = &mut self.members[place];
        match mention.role {
            Role::Declares if member.declared.is_none() => {
                member.declared = Some(member.mentions.len());
                if let StmtKind::Declaration(it) = &stmt.kind {
                    member.kind = Some(it.kind.unwrap_or(ParticipantKind::Participant));
                    member.shown = it.shown.as_ref().map(|it| match it {
                        Shown::Name(name) => document.text(name.range).into_owned(),
                        Shown::Lines(lines) => document.lines(lines),
                    });
                }
            }
            Role::Sends => member.sends += 1,
            Role::Receives => member.receives += 1,
            Role::Declares | Role::Other => {}
        }
        if let StmtKind::Message(it) = &stmt.kind
            && member.shown.is_none()
        {
            member.shown = long_name(document, it, mention.name.range);
        }
        member.mentions.push(mention);
    }
}

impl Member {
    /// Where it is declared, or else first named.
    pub(crate) fn origin(&self) -> Mention {
        self.mentions[self.declared.unwrap_or(0)]
    }

    /// The keyword that would declare it.
    pub(crate) fn keyword(&self) -> &'static str {
        self.kind.unwrap_or(ParticipantKind::Participant).keyword()
    }
}

/// The long name that a message gives to one of its ends.
fn long_name(document: &Document, message: &Message, code: TextRange) -> Option<String> {
    [&message.left, &message.right]
        .into_iter()
        .filter_map(|it| it.participant())
        .find(|it| it.code.range == code)?
        .shown
        .map(|it| document.text(it.range).into_owned())
}

/// Every place where a statement names a participant, from left to right.
pub(crate) fn mentions(stmt: &Stmt) -> Vec<(Name, Role)> {
    let other = |name: Name| (name, Role::Other);
    match &stmt.kind {
        StmtKind::Declaration(it) => vec![(it.code, Role::Declares)],
        StmtKind::Message(it) => {
            let leftwards = it.arrow.flow() == Flow::Leftwards;
            let (left, right) = if leftwards {
                (Role::Receives, Role::Sends)
            } else {
                (Role::Sends, Role::Receives)
            };
            let end = |end: &MessageEnd, role| end.participant().map(|it| (it.code, role));
            let mut found: Vec<_> =
                [end(&it.left, left), end(&it.right, right)].into_iter().flatten().collect();
            found.extend(it.multicast.iter().map(|it| (*it, Role::Receives)));
            found
        }
        StmtKind::Life(it) => it.who.into_iter().map(other).collect(),
        StmtKind::Note(it) => match it.place {
            NotePlace::Beside(_, name) => vec![other(name)],
            NotePlace::Over(first, second) => {
                [Some(first), second].into_iter().flatten().map(other).collect()
            }
            NotePlace::Latest(_) | NotePlace::Across => Vec::new(),
        },
        StmtKind::Reference(it) => it.over.iter().copied().map(other).collect(),
        StmtKind::Url { who, .. } => vec![other(*who)],
        _ => Vec::new(),
    }
}
