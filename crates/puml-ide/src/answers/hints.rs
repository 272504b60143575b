//! What the text does not say but the picture shows: the numbers of messages, the names behind codes.

use puml_compiler::editor::Role;
use puml_syntax::TextRange;

use crate::Analysis;

/// A few letters shown in the text without being part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The byte offset before which the hint is shown.
    pub at: u32,
    /// The text of the hint, which is not in the source.
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
    if wanted.numbers {
        numbers(analysis, within, &mut found);
    }
    if wanted.aliases == Aliases::InMessages {
        aliases(analysis, within, &mut found);
    }
    found.sort_by_key(|it| it.at);
    found
}

fn numbers(analysis: &Analysis, within: TextRange, found: &mut Vec<Hint>) {
    for (span, label) in analysis.compiled().diagrams.iter().flat_map(|it| it.model.hints()) {
        if span.source == analysis.id() && within.touches(span.start) {
            found.push(Hint { at: span.start, label, kind: HintKind::Number });
        }
    }
}

fn aliases(analysis: &Analysis, within: TextRange, found: &mut Vec<Hint>) {
    for diagram in analysis.diagrams() {
        let cast = diagram.cast();
        if cast.members.iter().all(|it| it.shown.is_none()) {
            continue;
        }
        let first = diagram.partition(|it| it.end < within.start);
        let last = diagram.partition(|it| it.start <= within.end);
        for stmt in first..last {
            let mentions = diagram.tree.mentions(stmt);
            let relates = mentions.iter().any(|it| matches!(it.role, Role::From | Role::To));
            if !relates || mentions.iter().any(|it| it.declared.shown.is_some()) {
                continue;
            }
            for mention in mentions {
                let Some(member) = cast.member(&mention.code) else { continue };
                let Some(shown) = &member.shown else { continue };
                let label = shown.lines().next().unwrap_or_default().trim().replace("\\n", " ");
                let at = mention.name.outer(analysis.text()).end;
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
