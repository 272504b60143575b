//! Sources that say something else than a good one: what a judge of meaning must refuse.

mod lines;

use diag::SourceId;
use puml_compiler::World;
use puml_sequence::ast::{Document, MessageEnd, StmtKind};
use puml_sequence::parse;
use puml_syntax::{Stage, TextRange};

use crate::told::told;

/// A way to say something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mutation {
    /// Every label is `x`.
    Labels,
    /// Every message goes the other way.
    Direction,
    /// The messages come in reverse order.
    Order,
    /// The last branch of a group is gone, or the group around lines.
    Branch,
    /// An unrelated diagram.
    Foreign,
    /// Somebody takes no part any more.
    Participant,
}

impl Mutation {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Labels,
        Self::Direction,
        Self::Order,
        Self::Branch,
        Self::Foreign,
        Self::Participant,
    ];

    /// In a word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Labels => "labels",
            Self::Direction => "direction",
            Self::Order => "order",
            Self::Branch => "branch",
            Self::Foreign => "foreign",
            Self::Participant => "participant",
        }
    }

    /// The sources that it makes of one, in the words of its family; those that do not compile or say the same are the
    /// caller's to leave out.
    pub fn of(self, source: &str, world: &dyn World) -> Vec<String> {
        match told(source, world) {
            Some(it) if it.family != "sequence" => {
                lines::mutants(self, it.family, source, &it.names)
            }
            _ => self.of_sequence(source),
        }
    }

    fn of_sequence(self, source: &str) -> Vec<String> {
        let document = parse(source, SourceId(0), Stage::Source).document;
        match self {
            Self::Labels => vec![labels(&document)],
            Self::Direction => vec![direction(&document)],
            Self::Order => vec![order(&document)],
            Self::Branch => branches(&document),
            Self::Foreign => vec![FOREIGN.to_owned()],
            Self::Participant => participants(&document),
        }
    }
}

const FOREIGN: &str = "@startuml\nparticipant Heron\nparticipant Willow\nHeron -> Willow : Build nest\n\
    Willow --> Heron : twigs\nalt spring\n  Heron -> Heron : Breed\nelse autumn\n  Heron -> Willow : Leave\nend\n\
    note over Willow : stands by the lake\n@enduml\n";

/// Replaces ranges that do not touch, in any order.
fn replaced(source: &str, mut edits: Vec<(TextRange, String)>) -> String {
    edits.sort_by_key(|it| it.0.start);
    let mut out = String::new();
    let mut done = 0;
    for (range, text) in edits {
        out.push_str(&source[done..range.start as usize]);
        out.push_str(&text);
        done = range.end as usize;
    }
    out.push_str(&source[done..]);
    out
}

fn labels(document: &Document) -> String {
    let ranges = document.stmts.iter().filter_map(|it| match &it.kind {
        StmtKind::Message(it) => it.text,
        StmtKind::Return(it) => it.text,
        _ => None,
    });
    let edits = ranges.filter(|it| it.start < it.end).map(|it| (it, "x".to_owned()));
    replaced(&document.source, edits.collect())
}

/// The name of an end with its quotes, if it is a participant without an alias of its own.
fn end(document: &Document, end: &MessageEnd) -> Option<TextRange> {
    let it = end.participant().filter(|it| it.shown.is_none())?;
    Some(it.code.outer(&document.source))
}

fn direction(document: &Document) -> String {
    let mut edits = Vec::new();
    for stmt in &document.stmts {
        let StmtKind::Message(it) = &stmt.kind else { continue };
        let ends = (end(document, &it.left), end(document, &it.right));
        if let (Some(left), Some(right)) = ends {
            let text = |range: TextRange| range.slice(&document.source).to_owned();
            edits.extend([(left, text(right)), (right, text(left))]);
        }
    }
    replaced(&document.source, edits)
}

fn order(document: &Document) -> String {
    let messages: Vec<TextRange> = document
        .stmts
        .iter()
        .filter(|it| matches!(it.kind, StmtKind::Message(_)))
        .map(|it| it.range)
        .collect();
    let texts = messages.iter().rev().map(|it| it.slice(&document.source).to_owned());
    replaced(&document.source, messages.iter().copied().zip(texts).collect())
}

fn branches(document: &Document) -> Vec<String> {
    let mut open: Vec<Vec<TextRange>> = Vec::new();
    let mut found = Vec::new();
    for stmt in &document.stmts {
        match &stmt.kind {
            StmtKind::Group(_) => open.push(vec![stmt.range]),
            StmtKind::Else(_) => {
                if let Some(group) = open.last_mut() {
                    group.push(stmt.range);
                }
            }
            StmtKind::End { .. } => {
                let Some(group) = open.pop() else { continue };
                let nothing = |range| (range, String::new());
                let edits = match group.as_slice() {
                    [only] => vec![nothing(*only), nothing(stmt.range)],
                    [.., last] => vec![nothing(TextRange::new(last.start, stmt.range.start))],
                    [] => continue,
                };
                found.push(replaced(&document.source, edits));
            }
            _ => {}
        }
    }
    found
}

/// For each name that messages use, the source without the lines that use it.
fn participants(document: &Document) -> Vec<String> {
    let name =
        |end: &MessageEnd| end.participant().map(|it| document.text(it.code.range).into_owned());
    let mut names: Vec<String> = Vec::new();
    for stmt in &document.stmts {
        let StmtKind::Message(it) = &stmt.kind else { continue };
        for name in [name(&it.left), name(&it.right)].into_iter().flatten() {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let without = |gone: &str| {
        let uses = |range: TextRange| words(range.slice(&document.source)).any(|it| it == gone);
        let dropped = document.stmts.iter().filter(|it| match &it.kind {
            StmtKind::Message(it) => {
                let ends = [name(&it.left), name(&it.right)];
                ends.iter().any(|it| it.as_deref() == Some(gone))
            }
            StmtKind::Declaration(_) | StmtKind::Life(_) => uses(it.range),
            StmtKind::Note(_) | StmtKind::Reference(_) => {
                let head = it.range.slice(&document.source);
                words(head.split([':', '\n']).next().unwrap_or_default()).any(|it| it == gone)
            }
            _ => false,
        });
        replaced(&document.source, dropped.map(|it| (it.range, String::new())).collect())
    };
    names.iter().map(|it| without(it)).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|it: char| !it.is_alphanumeric() && it != '_').filter(|it| !it.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "participant A\nA -> B : one\nalt yes\n  B -> C : two\nelse no\n  B -> A : three\nend\nnote over C : seen\n";

    #[test]
    fn each_mutation_changes_what_it_names() {
        let of = |it: Mutation| it.of(SOURCE, &puml_compiler::NoWorld);
        assert!(of(Mutation::Labels)[0].contains("A -> B : x\n"));
        assert!(of(Mutation::Direction)[0].contains("B -> A : one\n"));
        assert!(of(Mutation::Order)[0].starts_with("participant A\nB -> A : three\n"));
        assert!(!of(Mutation::Branch)[0].contains("three"));
        let without_c = &of(Mutation::Participant)[2];
        assert!(!without_c.contains('C') && without_c.contains("three"), "{without_c}");
    }
}
