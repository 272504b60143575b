//! Activity diagrams as an editor sees them: the pieces of a statement, which labels and lanes are named, the outline.

use puml_family::editor::{Declared, Describe, Entry, EntryKind, Mention, PieceKind, Pieces, Role};
use puml_syntax::ast::{Lines, Name, Text};
use puml_syntax::{Nesting, TextRange};

use crate::ast::{Arrow, BranchLabel, Condition, Document, GroupKind, LineStyle, StmtKind};
use crate::parse::nesting;

impl Describe for StmtKind {
    fn pieces(&self, _: TextRange, out: &mut Pieces<'_>) {
        match self {
            Self::Terminal(it) => marks(&it.marks, out),
            Self::Action(it) => {
                out.color(it.color);
                out.text(&it.text);
                out.link(it.link);
                marks(&it.marks, out);
            }
            Self::Arrow(it) => arrow(it, out),
            Self::If(it) | Self::ElseIf(it) => condition(it, out),
            Self::Else(it) => it.iter().for_each(|it| label(it, out)),
            Self::EndIf(all) | Self::EndSwitch(all) | Self::Fork(all) => marks(all, out),
            Self::Switch(it) => {
                out.add(it.test, PieceKind::Text);
                marks(&it.marks, out);
            }
            Self::Case(it) => out.add(*it, PieceKind::Text),
            Self::While(it) => {
                out.add(it.test, PieceKind::Text);
                out.maybe(it.label, PieceKind::Text);
                marks(&it.marks, out);
            }
            Self::EndWhile(it) => out.maybe(*it, PieceKind::Text),
            Self::Repeat(it) => {
                out.color(it.color);
                out.maybe(it.text, PieceKind::Text);
                marks(&it.marks, out);
            }
            Self::RepeatWhile(it) => {
                for text in [&it.test, &it.back].into_iter().flatten() {
                    out.text(text);
                }
                out.maybe(it.out, PieceKind::Text);
                it.arrow.iter().for_each(|it| arrow(it, out));
                marks(&it.marks, out);
            }
            Self::Backward(it) => {
                out.text(&it.text);
                marks(&it.marks, out);
                [&it.incoming, &it.outgoing].into_iter().flatten().for_each(|it| label(it, out));
            }
            Self::EndFork(it) => out.maybe(it.label, PieceKind::Text),
            Self::Group(it) => {
                out.add(it.title, PieceKind::Text);
                out.colors(it.colors);
                marks(&it.marks, out);
            }
            Self::Lane(it) => {
                out.add(it.name, PieceKind::Use);
                out.maybe(it.title, PieceKind::LongName);
                out.color(it.color);
            }
            Self::Connector(it) => {
                out.add(it.letter, PieceKind::Text);
                out.color(it.color);
            }
            Self::Note(it) => {
                out.colors(it.colors);
                marks(&it.marks, out);
                out.text(&it.text);
            }
            Self::Label(it) => out.add(*it, PieceKind::Declaration),
            Self::Goto(it) => out.add(*it, PieceKind::Use),
            Self::Kill
            | Self::Break
            | Self::ForkAgain
            | Self::Split
            | Self::SplitAgain
            | Self::EndSplit
            | Self::Close
            | Self::Shared(_) => {}
        }
    }

    fn mentions(&self, document: &Document) -> Vec<Mention> {
        let (range, role, declared) = match self {
            Self::Lane(it) => {
                let says = it.title.is_some() || it.color.is_some();
                let shown = it.title.map(|it| document.text(it).into_owned());
                let declared = Declared { keyword: Some("swimlane"), shown, long: None };
                (it.name, if says { Role::Declares } else { Role::Other }, declared)
            }
            Self::Label(it) => {
                let declared = Declared { keyword: Some("label"), ..Declared::default() };
                (*it, Role::Declares, declared)
            }
            Self::Goto(it) => (*it, Role::To, Declared::default()),
            _ => return Vec::new(),
        };
        let code = document.text(range).into_owned();
        vec![Mention { name: Name { range, quoted: false }, code, role, declared }]
    }

    fn entry(&self, document: &Document, range: TextRange) -> Option<Entry> {
        let titled = |keyword: &str, text: TextRange, kind: EntryKind| {
            let text = text.slice(&document.source).trim();
            Entry::new(format!("{keyword} {text}").trim_end(), kind, range)
        };
        let first_line = |text: &Text| {
            let text = document.read(text);
            text.lines().next().unwrap_or_default().trim().to_owned()
        };
        Some(match self {
            Self::If(it) => {
                Entry::new(format!("if {}", first_line(&it.test)), EntryKind::Group, range)
            }
            Self::ElseIf(it) => {
                Entry::new(format!("elseif {}", first_line(&it.test)), EntryKind::Branch, range)
            }
            Self::Else(it) => {
                let label = it.as_ref().map(|it| first_line(&it.text)).unwrap_or_default();
                Entry::new(format!("else {label}").trim_end(), EntryKind::Branch, range)
            }
            Self::Action(it) => Entry::new(first_line(&it.text), EntryKind::Action, range),
            Self::Switch(it) => titled("switch", it.test, EntryKind::Group),
            Self::Case(it) => titled("case", *it, EntryKind::Branch),
            Self::While(it) => titled("while", it.test, EntryKind::Group),
            Self::Repeat(_) => Entry::new("repeat", EntryKind::Group, range),
            Self::Fork(_) => Entry::new("fork", EntryKind::Group, range),
            Self::Split => Entry::new("split", EntryKind::Group, range),
            Self::ForkAgain | Self::SplitAgain => Entry::new("again", EntryKind::Branch, range),
            Self::Group(it) => titled(it.kind.word(), it.title, EntryKind::Container),
            Self::Lane(it) => titled("lane", it.name, EntryKind::Divider),
            Self::Label(it) => titled("label", *it, EntryKind::Reference),
            _ => return None,
        })
    }

    fn nesting(&self) -> Nesting {
        nesting(self)
    }

    fn topic(&self, _: &str) -> Option<(&'static str, &'static str)> {
        Some(match self {
            Self::Terminal(it) => ("steps", it.kind.word()),
            Self::Kill => ("steps", "detach"),
            Self::Action(_) => ("steps", "action"),
            Self::Arrow(it) if it.style.hidden => ("arrows", "hidden"),
            Self::Arrow(it) if it.style == LineStyle::default() => ("arrows", "label"),
            Self::Arrow(_) => ("arrows", "style"),
            Self::If(_) | Self::Else(_) | Self::EndIf(_) => ("decisions", "if"),
            Self::ElseIf(_) => ("decisions", "elseif"),
            Self::Switch(_) | Self::Case(_) | Self::EndSwitch(_) => ("decisions", "switch"),
            Self::While(_) | Self::EndWhile(_) => ("loops", "while"),
            Self::Repeat(_) | Self::RepeatWhile(_) => ("loops", "repeat"),
            Self::Backward(_) => ("loops", "backward"),
            Self::Break => ("loops", "break"),
            Self::EndFork(it) if it.merge => ("parallel", "merge"),
            Self::Fork(_) | Self::ForkAgain | Self::EndFork(_) => ("parallel", "fork"),
            Self::Split | Self::SplitAgain | Self::EndSplit => ("parallel", "split"),
            Self::Group(it) if it.kind == GroupKind::Partition => ("groups", "partition"),
            Self::Group(_) | Self::Close => ("groups", "group"),
            Self::Lane(_) => ("swimlanes", "swimlane"),
            Self::Connector(_) => ("steps", "connector"),
            Self::Note(it) if it.floating => ("notes", "floating"),
            Self::Note(_) => ("notes", "note"),
            Self::Label(_) | Self::Goto(_) => ("steps", "goto"),
            Self::Shared(_) => return None,
        })
    }

    fn body(&self) -> Option<&Lines> {
        let text = match self {
            Self::Note(it) => &it.text,
            Self::Action(it) => &it.text,
            _ => return None,
        };
        text.lines()
    }
}

/// The insides of stereotypes.
fn marks(all: &[TextRange], out: &mut Pieces<'_>) {
    for mark in all {
        out.add(*mark, PieceKind::Stereotype);
    }
}

fn style(it: &LineStyle, out: &mut Pieces<'_>) {
    out.color(it.color);
}

fn arrow(it: &Arrow, out: &mut Pieces<'_>) {
    style(&it.style, out);
    it.label.iter().for_each(|it| out.text(it));
}

fn label(it: &BranchLabel, out: &mut Pieces<'_>) {
    style(&it.style, out);
    out.text(&it.text);
}

fn condition(it: &Condition, out: &mut Pieces<'_>) {
    out.color(it.color);
    it.before.iter().for_each(|it| label(it, out));
    out.text(&it.test);
    it.label.iter().for_each(|it| out.text(it));
    out.link(it.link);
    marks(&it.marks, out);
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use diag::SourceId;
    use puml_family::editor::EditorTree as _;
    use puml_syntax::{Extent, Stage, parse_block, split};

    use super::*;
    use crate::catalogue::CATALOGUE;
    use crate::parse::ActivityGrammar;

    fn parsed(source: &str) -> Document {
        let text: Arc<str> = source.into();
        let lines = split(&text);
        let (stage, grammar) = (Stage::Source, ActivityGrammar::default());
        parse_block(&text, &lines, 0, stage, Extent::Whole, SourceId(0), grammar).document
    }

    fn read(source: &str) -> Vec<(String, PieceKind)> {
        let document = parsed(source);
        let all = (0..document.len()).flat_map(|it| document.pieces(it));
        all.map(|it| (it.range.slice(source).to_owned(), it.kind)).collect()
    }

    #[test]
    fn a_decision_has_keywords_and_texts() {
        let wanted = [
            ("if", PieceKind::Keyword),
            ("then there?", PieceKind::Text),
            ("then", PieceKind::Keyword),
            ("yes", PieceKind::Text),
        ];
        let wanted: Vec<_> = wanted.iter().map(|it| (it.0.to_owned(), it.1)).collect();
        assert_eq!(read("if (then there?) then (yes)"), wanted);
    }

    #[test]
    fn labels_and_lanes_are_found_again() {
        let document = parsed("|#red|ops|Operations\nlabel again\n:work;\n|ops|\ngoto again");
        let all: Vec<_> = (0..document.len()).flat_map(|it| document.mentions(it)).collect();
        let found: Vec<_> = all.iter().map(|it| (it.code.as_str(), it.role)).collect();
        let wanted = [
            ("ops", Role::Declares),
            ("again", Role::Declares),
            ("ops", Role::Other),
            ("again", Role::To),
        ];
        assert_eq!(found, wanted);
    }

    #[test]
    fn the_outline_has_blocks_and_lanes() {
        let document = parsed("|a|\nif (x?) then\n:b;\nelse (no)\nendif\ngroup Last {\n:c;\n}");
        let found: Vec<_> = (0..document.len()).filter_map(|it| document.entry(it)).collect();
        let names: Vec<_> = found.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["lane a", "if x?", "b", "else no", "group Last", "c"]);
    }

    #[test]
    fn every_statement_of_an_example_has_an_entry_in_the_catalogue() {
        for example in CATALOGUE.iter().flat_map(|it| it.primitives).map(|it| it.example) {
            let document = parsed(example);
            for stmt in (0..document.len()).filter(|it| document.shared(*it).is_none()) {
                let (section, name) = document.topic(stmt, "").expect("it has an entry");
                let found = CATALOGUE.iter().find(|it| it.name == section);
                let has = found.is_some_and(|it| it.primitives.iter().any(|it| it.name == name));
                assert!(has, "{section}/{name}");
            }
        }
    }
}
