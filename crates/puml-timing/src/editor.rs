//! Timing diagrams as an editor sees them: the pieces of a statement, which players are named, the outline, what may be
//! typed.

mod words;

use puml_family::editor::{
    Declared, Describe, Entry, EntryKind, Feature, Mention, PieceKind, Pieces, Role,
};
use puml_syntax::TextRange;
use puml_syntax::ast::{Lines, Name};

use crate::ast::{Change, Document, Player, PlayerKind, State, Stmt, StmtKind, Tick, TickKind};

pub(crate) use words::WORDS;

impl Describe for StmtKind {
    fn pieces(&self, _: TextRange, out: &mut Pieces<'_>) {
        match self {
            Self::Player(it) => {
                if let Some(shown) = it.shown {
                    out.name(shown, PieceKind::LongName);
                }
                out.add(it.code, PieceKind::Declaration);
                out.stereotypes(&it.stereotypes);
                out.colors(it.colors);
            }
            Self::States(player, states) => {
                out.add(*player, PieceKind::Use);
                for item in states {
                    out.add(*item, PieceKind::Member);
                }
            }
            Self::StateLabel { player, label, state } => {
                out.add(*player, PieceKind::Use);
                out.add(*label, PieceKind::Text);
                out.add(*state, PieceKind::Member);
            }
            Self::Time(at, name) => {
                tick(*at, out);
                out.maybe(*name, PieceKind::Anchor);
            }
            Self::Focus(player) | Self::Height(player, _) | Self::Ticks(player, _) => {
                out.add(*player, PieceKind::Use);
            }
            Self::Change(it) => change(it, out),
            Self::Message(it) => {
                out.add(it.from, PieceKind::Use);
                if let Some(item) = it.from_at {
                    tick(item, out);
                }
                out.add(it.to, PieceKind::Use);
                if let Some(item) = it.to_at {
                    tick(item, out);
                }
                out.color(it.color);
                out.maybe(it.label, PieceKind::Text);
            }
            Self::Constraint(it) => {
                out.maybe(it.player, PieceKind::Use);
                tick(it.from, out);
                tick(it.to, out);
                out.color(it.color);
                out.maybe(it.label, PieceKind::Text);
            }
            Self::Highlight(it) => {
                tick(it.from, out);
                tick(it.to, out);
                out.colors(it.colors);
                out.maybe(it.caption, PieceKind::Text);
            }
            Self::Note(it) => {
                out.add(it.player, PieceKind::Use);
                out.stereotypes(&it.stereotypes);
                out.text(&it.text);
            }
            Self::DateFormat(it) => out.add(*it, PieceKind::Value),
            Self::CompactMode | Self::Scale { .. } | Self::Axis(_) | Self::Shared(_) => {}
        }
    }

    fn mentions(&self, document: &Document) -> Vec<Mention> {
        let of = |range: TextRange, role: Role| Mention {
            name: Name { range, quoted: false },
            code: document.text(range).into_owned(),
            role,
            declared: Declared::default(),
        };
        match self {
            Self::Player(it) => vec![declared(document, it)],
            Self::States(player, _)
            | Self::StateLabel { player, .. }
            | Self::Focus(player)
            | Self::Height(player, _)
            | Self::Ticks(player, _) => vec![of(*player, Role::Other)],
            Self::Change(it) => it.player.map(|it| of(it, Role::Other)).into_iter().collect(),
            Self::Message(it) => vec![of(it.from, Role::From), of(it.to, Role::To)],
            Self::Constraint(it) => it.player.map(|it| of(it, Role::Other)).into_iter().collect(),
            Self::Note(it) => vec![of(it.player, Role::Other)],
            _ => Vec::new(),
        }
    }

    /// The states of players. A list of changes below `@player` speaks of that player.
    fn features(document: &Document) -> Vec<Feature> {
        let mut found = Vec::new();
        let mut focus = None;
        for (stmt, Stmt { kind, .. }) in document.stmts.iter().enumerate() {
            let (player, role) = match kind {
                Self::Focus(player) => {
                    focus = Some(*player);
                    continue;
                }
                Self::States(player, _) | Self::StateLabel { player, .. } => {
                    (Some(*player), Role::Declares)
                }
                Self::Change(it) => (it.player.or(focus), Role::Other),
                _ => continue,
            };
            let states = match kind {
                Self::States(_, states) => states.clone(),
                Self::StateLabel { state, .. } => vec![*state],
                Self::Change(it) => match it.state {
                    State::Named(range) => vec![range],
                    State::Either(one, other) => vec![one, other],
                    State::Hidden | State::Flat | State::Blank => Vec::new(),
                },
                _ => Vec::new(),
            };
            let Some(player) = player else { continue };
            let owner = document.text(player).into_owned();
            found.extend(states.into_iter().map(|name| Feature {
                stmt,
                owner: owner.clone(),
                name,
                role,
                keyword: "state",
            }));
        }
        found
    }

    fn entry(&self, document: &Document, _: TextRange) -> Option<Entry> {
        let Self::Player(it) = self else { return None };
        let name = document.text(it.shown.map_or(it.code, |it| it.range));
        Some(Entry::new(name, EntryKind::Element, it.code).with_detail(it.kind.word()))
    }

    fn topic(&self, word: &str) -> Option<(&'static str, &'static str)> {
        Some(match self {
            Self::Player(it) => ("players", it.kind.word()),
            Self::CompactMode => ("players", "compact"),
            Self::States(..) => ("states", "order"),
            Self::StateLabel { .. } => ("states", "label"),
            Self::Time(_, Some(_)) => ("time", "anchor"),
            Self::Time(at, None) => ("time", of_time(*at)),
            Self::Focus(_) => ("time", "list"),
            Self::Change(it) => match it.state {
                _ if word.starts_with('#') => ("states", "color"),
                State::Hidden | State::Flat | State::Blank => ("states", "special"),
                _ => ("states", "change"),
            },
            Self::Message(_) => ("arrows", "message"),
            Self::Constraint(_) => ("arrows", "constraint"),
            Self::Highlight(_) => ("arrows", "highlight"),
            Self::Note(_) => ("arrows", "note"),
            Self::Scale { .. } => ("chart", "scale"),
            Self::Axis(_) => ("chart", "axis"),
            Self::Height(..) | Self::Ticks(..) => ("chart", "height"),
            Self::DateFormat(_) => ("chart", "date-format"),
            Self::Shared(_) => return None,
        })
    }

    fn body(&self) -> Option<&Lines> {
        match self {
            Self::Note(it) => it.text.lines(),
            _ => None,
        }
    }
}

fn declared(document: &Document, it: &Player) -> Mention {
    Mention {
        name: Name { range: it.code, quoted: false },
        code: document.text(it.code).into_owned(),
        role: Role::Declares,
        declared: Declared {
            keyword: Some(it.kind.word()),
            shown: it.shown.map(|it| document.text(it.range).into_owned()),
            long: it.shown,
        },
    }
}

fn change(it: &Change, out: &mut Pieces<'_>) {
    out.maybe(it.player, PieceKind::Use);
    if let Some(item) = it.at {
        tick(item, out);
    }
    match it.state {
        State::Named(range) => out.add(range, PieceKind::Member),
        State::Either(a, b) => {
            out.add(a, PieceKind::Member);
            out.add(b, PieceKind::Member);
        }
        State::Hidden | State::Flat | State::Blank => {}
    }
    out.colors(it.colors);
    out.maybe(it.comment, PieceKind::Text);
}

fn tick(it: Tick, out: &mut Pieces<'_>) {
    let kind = match it.kind {
        TickKind::Label(..) => PieceKind::Anchor,
        TickKind::Pulse(..) => PieceKind::Use,
        TickKind::Date(_) => PieceKind::Value,
        TickKind::Number(_) | TickKind::After(_) | TickKind::Clock(_) => PieceKind::Number,
    };
    out.add(it.range, kind);
}

fn of_time(at: Tick) -> &'static str {
    match at.kind {
        TickKind::Number(_) => "moment",
        TickKind::After(_) => "after",
        TickKind::Clock(_) => "clock-time",
        TickKind::Date(_) => "date",
        TickKind::Label(..) => "anchor",
        TickKind::Pulse(..) => "beat",
    }
}

/// Keywords that declare a player.
const KINDS: [&str; 6] = {
    let mut words = [""; 6];
    let mut idx = 0;
    while idx < 6 {
        words[idx] = PlayerKind::KEYWORDS[idx].0;
        idx += 1;
    }
    words
};

#[cfg(test)]
mod tests;
