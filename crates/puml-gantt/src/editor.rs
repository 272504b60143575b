//! Gantt charts as an editor sees them: the pieces of a sentence, which tasks are named, the outline, what may be typed.

mod words;

use puml_family::editor::{Declared, Describe, Entry, EntryKind, Mention, PieceKind, Pieces, Role};
use puml_syntax::ast::{Lines, Name};
use puml_syntax::{Nesting, TextRange};

use crate::ast::{
    Anchor, Color, DaysPhrase, Document, LinkStyle, Named, Pause, Phrase, Resource, ResourcePhrase,
    Rule, StmtKind, Subject, TaskSentence, TodayPhrase,
};
use crate::parse::nesting;

pub(crate) use words::WORDS;

impl Describe for StmtKind {
    fn pieces(&self, _: TextRange, out: &mut Pieces<'_>) {
        match self {
            Self::Task(it) => sentence(it, out),
            Self::Project(date) => out.add(date.range(), PieceKind::Value),
            Self::Today(phrases) => {
                for phrase in phrases {
                    match phrase {
                        TodayPhrase::Is(date) => out.add(date.range(), PieceKind::Value),
                        TodayPhrase::Colored(it) => color(*it, out),
                    }
                }
            }
            Self::Resource(it) => {
                if let Some(who) = it.who {
                    resource(who, out);
                }
                for phrase in &it.phrases {
                    match phrase {
                        ResourcePhrase::Off(it) => pause(*it, out),
                        ResourcePhrase::OffBefore(it) | ResourcePhrase::OffAfter(it) => {
                            out.add(it.range(), PieceKind::Value);
                        }
                        ResourcePhrase::On(from, to) => {
                            out.add(from.range(), PieceKind::Value);
                            out.maybe(to.map(crate::ast::Date::range), PieceKind::Value);
                        }
                        ResourcePhrase::WorksOn(task) => out.add(*task, PieceKind::Use),
                    }
                }
            }
            Self::Days(it) => {
                for phrase in &it.phrases {
                    match phrase {
                        DaysPhrase::Closed(task) | DaysPhrase::Open(task) => {
                            out.maybe(*task, PieceKind::Use);
                        }
                        DaysPhrase::Colored(it) => color(*it, out),
                        DaysPhrase::Named(it) => out.add(*it, PieceKind::Text),
                    }
                }
            }
            Self::Rule(Rule::Before(date) | Rule::After(date)) => {
                out.add(date.range(), PieceKind::Value);
            }
            Self::Rule(Rule::At(it)) => anchor(it, out),
            Self::Link(it) => {
                out.add(it.from, PieceKind::Use);
                out.add(it.arrow, PieceKind::Arrow);
                out.add(it.to, PieceKind::Use);
            }
            Self::Tint(it) => {
                out.add(it.name, PieceKind::Use);
                color(it.fill, out);
                if let Some(item) = it.line {
                    color(item, out);
                }
            }
            Self::Separator(text) | Self::Group(text) => out.add(*text, PieceKind::Text),
            Self::Language(it) => out.add(*it, PieceKind::Value),
            Self::Print(from, to) => {
                out.add(from.range(), PieceKind::Value);
                out.add(to.range(), PieceKind::Value);
            }
            Self::Note(it) => {
                out.stereotypes(it.stereotype.as_slice());
                out.lines(&it.lines);
            }
            Self::Hours(_)
            | Self::EndGroup
            | Self::Week { .. }
            | Self::Scale(_)
            | Self::Switch(..)
            | Self::DefaultCompletion(_)
            | Self::LabelColumn
            | Self::Shared(_) => {}
        }
    }

    fn mentions(&self, document: &Document) -> Vec<Mention> {
        let of = |range: TextRange, role: Role| Mention {
            name: Name { range, quoted: false },
            code: document.text(range).into_owned(),
            role,
            declared: Declared::default(),
        };
        let mut found = Vec::new();
        match self {
            Self::Task(it) => {
                if let Subject::Named(named) = &it.subject {
                    found.push(subject(document, named));
                }
                for phrase in &it.phrases {
                    match phrase {
                        Phrase::At(_, it, _) | Phrase::HappensAt(it) => {
                            found.push(of(it.name, Role::From));
                        }
                        Phrase::Pauses(Pause::UpTo(_, it)) => found.push(of(it.name, Role::Other)),
                        Phrase::Occurs(from, to) => {
                            found.extend([of(*from, Role::From), of(*to, Role::From)]);
                        }
                        Phrase::SameRow(it) => found.push(of(*it, Role::Other)),
                        _ => {}
                    }
                }
            }
            Self::Link(it) => found.extend([of(it.from, Role::From), of(it.to, Role::To)]),
            Self::Tint(it) => found.push(of(it.name, Role::Other)),
            Self::Rule(Rule::At(it)) => found.push(of(it.name, Role::Other)),
            Self::Resource(it) => {
                for phrase in &it.phrases {
                    if let ResourcePhrase::WorksOn(task) = phrase {
                        found.push(of(*task, Role::Other));
                    }
                }
            }
            Self::Days(it) => {
                for phrase in &it.phrases {
                    if let DaysPhrase::Closed(Some(task)) | DaysPhrase::Open(Some(task)) = phrase {
                        found.push(of(*task, Role::Other));
                    }
                }
            }
            _ => {}
        }
        found.sort_by_key(|it| it.name.range.start);
        found
    }

    fn entry(&self, document: &Document, _: TextRange) -> Option<Entry> {
        Some(match self {
            Self::Task(it) => {
                let Subject::Named(named) = &it.subject else { return None };
                let is_milestone = it
                    .phrases
                    .iter()
                    .any(|it| matches!(it, Phrase::HappensOn(_) | Phrase::HappensAt(_)));
                let detail = if is_milestone { "milestone" } else { "task" };
                Entry::new(document.text(named.name), EntryKind::Task, named.name)
                    .with_detail(detail)
            }
            Self::Group(name) => Entry::new(document.text(*name), EntryKind::Group, *name),
            Self::Separator(text) => Entry::new(document.text(*text), EntryKind::Divider, *text),
            _ => return None,
        })
    }

    fn nesting(&self) -> Nesting {
        nesting(self)
    }

    fn topic(&self, word: &str) -> Option<(&'static str, &'static str)> {
        Some(match self {
            Self::Task(it) => of_task(it, &word.to_ascii_lowercase()),
            Self::Project(_) => ("calendar", "project"),
            Self::Today(_) => ("calendar", "today"),
            Self::Resource(_) => ("resources", "off"),
            Self::Days(it) => match it.phrases.first() {
                Some(DaysPhrase::Colored(_)) => ("calendar", "colored"),
                Some(DaysPhrase::Named(_)) => ("calendar", "named"),
                _ if matches!(it.days, crate::ast::Days::Weekly(_)) => ("calendar", "weekend"),
                _ => ("calendar", "closed"),
            },
            Self::Rule(_) => ("chart", "vertical"),
            Self::Hours(_) => ("calendar", "hours"),
            Self::Link(_) => ("dependencies", "arrow"),
            Self::Tint(_) => ("tasks", "color"),
            Self::Separator(_) => ("chart", "separator"),
            Self::Group(_) | Self::EndGroup => ("chart", "group"),
            Self::Language(_) => ("chart", "language"),
            Self::Scale(_) => ("chart", "scale"),
            Self::Print(..) => ("chart", "print"),
            Self::Note(_) => ("tasks", "note"),
            Self::Switch(..) => ("chart", "hide"),
            Self::DefaultCompletion(_) => ("tasks", "completion"),
            Self::Week { .. } | Self::LabelColumn | Self::Shared(_) => return None,
        })
    }

    fn body(&self) -> Option<&Lines> {
        match self {
            Self::Note(it) => Some(&it.lines),
            _ => None,
        }
    }
}

fn sentence(it: &TaskSentence, out: &mut Pieces<'_>) {
    if let Subject::Named(named) = &it.subject {
        match named.code {
            Some(code) => {
                out.add(named.name, PieceKind::LongName);
                out.add(code, PieceKind::Declaration);
            }
            None => out.add(named.name, PieceKind::Declaration),
        }
        out.stereotypes(named.stereotype.as_slice());
        for item in &named.resources {
            resource(*item, out);
        }
    }
    for phrase in &it.phrases {
        match phrase {
            Phrase::On(_, at) => out.add(at.date.range(), PieceKind::Value),
            Phrase::HappensOn(date) => out.add(date.range(), PieceKind::Value),
            Phrase::At(_, it, style) => {
                anchor(it, out);
                link_style(*style, out);
            }
            Phrase::HappensAt(it) => anchor(it, out),
            Phrase::Occurs(from, to) => {
                out.add(*from, PieceKind::Use);
                out.add(*to, PieceKind::Use);
            }
            Phrase::Colored(fill, line) => {
                color(*fill, out);
                if let Some(item) = line {
                    color(*item, out);
                }
            }
            Phrase::ColoredForCompletion(done, open) => {
                color(*done, out);
                color(*open, out);
            }
            Phrase::Pauses(it) => pause(*it, out),
            Phrase::LinksTo(it) => out.link(Some(*it)),
            Phrase::SameRow(it) => out.add(*it, PieceKind::Use),
            Phrase::DisplayedAs(it) => out.add(*it, PieceKind::Text),
            Phrase::Lasts(_) | Phrase::Complete(_) | Phrase::Deleted => {}
        }
    }
}

fn subject(document: &Document, named: &Named) -> Mention {
    let long = Name { range: named.name, quoted: false };
    let range = named.code.unwrap_or(named.name);
    let has_long = named.code.is_some();
    Mention {
        name: Name { range, quoted: false },
        code: document.text(range).into_owned(),
        role: Role::Declares,
        declared: Declared {
            keyword: Some("task"),
            shown: has_long.then(|| document.text(named.name).into_owned()),
            long: has_long.then_some(long),
        },
    }
}

fn anchor(it: &Anchor, out: &mut Pieces<'_>) {
    out.add(it.name, PieceKind::Use);
}

fn resource(it: Resource, out: &mut Pieces<'_>) {
    out.add(it.name, PieceKind::Property);
}

fn link_style(it: LinkStyle, out: &mut Pieces<'_>) {
    if let Some(item) = it.color {
        color(item, out);
    }
}

fn color(it: Color, out: &mut Pieces<'_>) {
    out.add(it.range, PieceKind::Color);
}

fn pause(it: Pause, out: &mut Pieces<'_>) {
    match it {
        Pause::Days(from, to) => {
            out.add(from.range(), PieceKind::Value);
            out.maybe(to.map(crate::ast::Date::range), PieceKind::Value);
        }
        Pause::UpTo(from, to) => {
            out.add(from.range(), PieceKind::Value);
            anchor(&to, out);
        }
        Pause::Weekly(_) => {}
    }
}

/// The construct of a sentence about a task: what the word says, else its first phrase.
fn of_task(it: &TaskSentence, word: &str) -> (&'static str, &'static str) {
    match word {
        "as" => return ("tasks", "alias"),
        "and" => return ("tasks", "and"),
        "it" => return ("tasks", "it"),
        "then" => return ("dependencies", "then"),
        "on" if matches!(&it.subject, Subject::Named(it) if !it.resources.is_empty()) => {
            return ("resources", "on");
        }
        _ => {}
    }
    match it.phrases.first() {
        Some(Phrase::On(..)) => ("tasks", "date"),
        Some(Phrase::At(_, anchor, _)) if anchor.days != 0 || anchor.weeks != 0 => {
            ("dependencies", "lag")
        }
        Some(Phrase::At(crate::ast::Edge::End, ..)) => ("dependencies", "ends"),
        Some(Phrase::At(..)) => ("dependencies", "after"),
        Some(Phrase::HappensOn(_) | Phrase::HappensAt(_)) => ("tasks", "milestone"),
        Some(Phrase::Occurs(..)) => ("dependencies", "occurs"),
        Some(Phrase::Colored(..) | Phrase::ColoredForCompletion(..)) => ("tasks", "color"),
        Some(Phrase::Complete(_)) => ("tasks", "completion"),
        Some(Phrase::Pauses(_)) => ("tasks", "pause"),
        Some(Phrase::Deleted) => ("tasks", "deleted"),
        Some(Phrase::LinksTo(_)) => ("tasks", "link"),
        Some(Phrase::SameRow(_)) => ("tasks", "row"),
        Some(Phrase::Lasts(_) | Phrase::DisplayedAs(_)) | None => ("tasks", "duration"),
    }
}

#[cfg(test)]
mod tests;
