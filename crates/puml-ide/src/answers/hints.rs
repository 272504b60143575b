//! What the text does not say but the picture shows: the numbers of messages, the names behind codes.

use puml_sequence::ast::StmtKind;
use puml_sequence::{EventKind, Model};
use puml_syntax::TextRange;
use puml_syntax::creole;

use crate::Analysis;
use crate::cast::mentions;

/// A few letters shown in the text without being part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// Where it stands.
    pub at: u32,
    /// What it says.
    pub label: String,
    /// What it is about.
    pub kind: HintKind,
}

/// The sorts of hints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HintKind {
    /// The number that a message gets; before the line.
    Number,
    /// The name that is drawn for a code; behind the code.
    Alias,
}

/// Which hints are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hints {
    /// Numbers of messages.
    pub numbers: bool,
    /// Names behind codes.
    pub aliases: Aliases,
}

/// Where names behind codes are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aliases {
    /// Nowhere.
    Hidden,
    /// Behind each code of a message.
    InMessages,
}

/// The hints that stand in a range, in reading order. Numbers need the compiled diagram.
pub fn hints(analysis: &Analysis, within: TextRange, wanted: Hints) -> Vec<Hint> {
    let mut found = Vec::new();
    if wanted.numbers && analysis.text().contains("autonumber") {
        numbers(analysis, within, &mut found);
    }
    if wanted.aliases == Aliases::InMessages {
        aliases(analysis, within, &mut found);
    }
    found.sort_by_key(|it| it.at);
    found
}

fn numbers(analysis: &Analysis, within: TextRange, found: &mut Vec<Hint>) {
    let diagrams = analysis.compiled().diagrams.iter();
    let models = diagrams.filter_map(|it| Model::of(&*it.model));
    for event in models.flat_map(|it| &it.pages).flat_map(|it| &it.events) {
        let EventKind::Message(message) = &event.kind else { continue };
        let Some(number) = &message.number else { continue };
        if event.origin.source != analysis.id() || !within.touches(event.origin.start) {
            continue;
        }
        let lines = creole::label(&number.text);
        let label: Vec<String> = lines.iter().map(|it| creole::plain(&it.content)).collect();
        found.push(Hint { at: event.origin.start, label: label.join(" "), kind: HintKind::Number });
    }
}

fn aliases(analysis: &Analysis, within: TextRange, found: &mut Vec<Hint>) {
    let document = analysis.document();
    for (block, cast) in document.blocks.iter().zip(analysis.casts()) {
        if cast.members.iter().all(|it| it.shown.is_none()) {
            continue;
        }
        for (_, stmt) in document.block_stmts(block) {
            let StmtKind::Message(message) = &stmt.kind else { continue };
            if stmt.range.end < within.start || stmt.range.start > within.end {
                continue;
            }
            let long = [&message.left, &message.right]
                .map(|it| it.participant().is_some_and(|it| it.shown.is_some()));
            if long.contains(&true) {
                continue;
            }
            for (name, _) in mentions(stmt) {
                let Some(member) = cast.member(&document.text(name.range)) else { continue };
                let Some(shown) = &member.shown else { continue };
                let label = shown.lines().next().unwrap_or_default().trim().replace("\\n", " ");
                let at = name.outer(analysis.text()).end;
                if label != member.code && within.touches(at) {
                    found.push(Hint { at, label, kind: HintKind::Alias });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setting;

    fn ask(source: &str) -> Vec<(u32, String)> {
        let analysis = Analysis::new("a.puml", source, Setting::default().into());
        let within = TextRange::new(0, source.len() as u32);
        let wanted = Hints { numbers: true, aliases: Aliases::InMessages };
        hints(&analysis, within, wanted).into_iter().map(|it| (it.at, it.label)).collect()
    }

    #[test]
    fn messages_show_their_numbers() {
        let source = "autonumber 10 5 \"<b>[000]\"\nA -> B\nB -> A";
        let first = source.find("A ->").unwrap() as u32;
        let second = source.find("B ->").unwrap() as u32;
        assert_eq!(ask(source), [(first, "[010]".into()), (second, "[015]".into())]);
    }

    #[test]
    fn codes_show_the_names_behind_them() {
        let source = "participant \"Payment service\" as pay\npay -> B";
        assert_eq!(ask(source), [(40, "Payment service".into())]);
    }
}
