//! Tree diagrams as an editor sees them: the pieces of a statement, which codes are named, the outline, what may be
//! typed.

use puml_family::editor::{
    Declared, Describe, Entry, EntryKind, Mention, NO_WORDS, PieceKind, Pieces, Relations, Role,
    Run, Words, hanging, nested, opener,
};
use puml_syntax::TextRange;
use puml_syntax::ast::Name;

use crate::ast::{Document, Node, NodeText, Stmt, StmtKind};

/// What may be typed in a mind map.
pub(crate) static MINDMAP: Words = Words {
    openers: &[
        opener("*", "* ${1:root}", ("nodes", "node")),
        opener("**", "** ${1:node}", ("nodes", "node")),
        opener("***", "*** ${1:node}", ("nodes", "node")),
        opener("**_", "**_ ${1:text}", ("nodes", "boxless")),
        opener("**:", "**:${1:first line}\n${2:second line};", ("nodes", "lines")),
        opener("left side", "", ("layout", "side")),
        opener("right side", "", ("layout", "side")),
        opener("left to right direction", "", ("layout", "direction")),
        opener("top to bottom direction", "", ("layout", "direction")),
    ],
    relations: RELATIONS,
    ..NO_WORDS
};

/// What may be typed in a work breakdown structure.
pub(crate) static WBS: Words = Words {
    openers: &[
        opener("*", "* ${1:root}", ("nodes", "node")),
        opener("**", "** ${1:part}", ("nodes", "node")),
        opener("***", "*** ${1:part}", ("nodes", "node")),
        opener("***<", "***< ${1:left}", ("nodes", "side")),
        opener("**_", "**_ ${1:text}", ("nodes", "boxless")),
        opener("**:", "**:${1:first line}\n${2:second line};", ("nodes", "lines")),
        opener("**(code)", "**(${1:code}) ${2:part}", ("links", "code")),
    ],
    arrows: &[("->", ("links", "link")), ("..>", ("links", "link"))],
    relations: RELATIONS,
    ..NO_WORDS
};

const RELATIONS: Relations =
    Relations { out: "links to", into: "is linked from", noun: ("node", "nodes") };

impl Describe for StmtKind {
    fn pieces(&self, _: TextRange, out: &mut Pieces<'_>) {
        match self {
            Self::Node(it) => {
                out.add(it.marks, PieceKind::Mark);
                out.color(it.color);
                out.maybe(it.code, PieceKind::Declaration);
                match &it.text {
                    NodeText::Line(range) => out.add(*range, PieceKind::Text),
                    NodeText::Lines(lines) => {
                        for item in lines {
                            out.add(*item, PieceKind::Text);
                        }
                    }
                }
                classes(&it.stereotypes, out);
            }
            Self::Link(it) => {
                out.add(it.from, PieceKind::Use);
                out.add(it.to, PieceKind::Use);
                out.color(it.color);
                classes(&it.stereotypes, out);
                out.maybe(it.text, PieceKind::Text);
            }
            Self::Side(_) | Self::Direction(_) | Self::Shared(_) => {}
        }
    }

    fn mentions(&self, document: &Document) -> Vec<Mention> {
        let of = |range: TextRange, role: Role, declared: Declared| Mention {
            name: Name { range, quoted: false },
            code: document.text(range).into_owned(),
            role,
            declared,
        };
        match self {
            Self::Node(it) => {
                let Some(code) = it.code else { return Vec::new() };
                let shown = Some(document.text(first_line(it)).trim().to_owned());
                let declared = Declared { keyword: Some("node"), shown, long: None };
                vec![of(code, Role::Declares, declared)]
            }
            Self::Link(it) => vec![
                of(it.from, Role::From, Declared::default()),
                of(it.to, Role::To, Declared::default()),
            ],
            _ => Vec::new(),
        }
    }

    fn entry(&self, document: &Document, _: TextRange) -> Option<Entry> {
        let Self::Node(node) = self else { return None };
        Some(named(document, node))
    }

    /// A node with everything that hangs from it.
    fn runs(document: &Document) -> Vec<Run> {
        hanging(nodes(&document.stmts).map(|(at, node)| (at, depth(node))))
    }

    /// The tree itself.
    fn outline(document: &Document) -> Option<Vec<Entry>> {
        let all = nodes(&document.stmts).map(|(_, node)| (depth(node), named(document, node)));
        Some(nested(all))
    }

    fn topic(&self, word: &str) -> Option<(&'static str, &'static str)> {
        Some(match self {
            Self::Node(_) if word.starts_with('#') && word.len() > 1 => ("nodes", "color"),
            Self::Node(it) if it.boxless => ("nodes", "boxless"),
            Self::Node(it) if matches!(it.text, NodeText::Lines(_)) => ("nodes", "lines"),
            Self::Node(_) => ("nodes", "node"),
            Self::Side(_) => ("layout", "side"),
            Self::Direction(_) => ("layout", "direction"),
            Self::Link(_) => ("links", "link"),
            Self::Shared(_) => return None,
        })
    }
}

fn classes(all: &[TextRange], out: &mut Pieces<'_>) {
    for item in all {
        out.add(*item, PieceKind::Stereotype);
    }
}

/// The nodes with their places among the statements.
fn nodes(stmts: &[Stmt]) -> impl Iterator<Item = (usize, &Node)> {
    stmts.iter().enumerate().filter_map(|(at, it)| match &it.kind {
        StmtKind::Node(node) => Some((at, &**node)),
        _ => None,
    })
}

/// How deep a node stands, by its marks and by the blanks before them.
fn depth(node: &Node) -> u32 {
    node.blanks + node.marks.len()
}

fn first_line(node: &Node) -> TextRange {
    match &node.text {
        NodeText::Line(range) => *range,
        NodeText::Lines(lines) => lines.first().copied().unwrap_or(node.marks),
    }
}

fn named(document: &Document, node: &Node) -> Entry {
    let line = first_line(node);
    let selection = if line.is_empty() { node.marks } else { line };
    Entry::new(document.text(line).trim(), EntryKind::Node, selection)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use diag::SourceId;
    use puml_family::editor::EditorTree as _;
    use puml_syntax::{Extent, Stage, parse_block, split};

    use super::*;
    use crate::catalogue;
    use crate::model::Notation;
    use crate::parse::Trees;

    fn parsed(source: &str, notation: Notation) -> Document {
        let text: Arc<str> = source.into();
        let lines = split(&text);
        let grammar = Trees(notation);
        parse_block(&text, &lines, 0, Stage::Source, Extent::Whole, SourceId(0), grammar).document
    }

    const WORK: &str = "@startwbs\n* House\n** Walls\n***(a) Bricks <<hot>>\n** Roof\n***(b) Tiles\na -> b : before\n@endwbs\n";

    #[test]
    fn the_outline_is_the_tree() {
        let document = parsed(WORK, Notation::Wbs);
        let roots = document.outline().expect("a tree has an outline");
        let [root] = roots.as_slice() else { panic!("{roots:?}") };
        let names: Vec<(&str, &str)> = root
            .children
            .iter()
            .map(|it| (it.name.as_str(), it.children[0].name.as_str()))
            .collect();
        assert_eq!(
            (root.name.as_str(), names),
            ("House", vec![("Walls", "Bricks"), ("Roof", "Tiles")])
        );
    }

    #[test]
    fn a_node_folds_with_all_that_hangs_from_it() {
        let document = parsed(WORK, Notation::Wbs);
        let runs: Vec<(usize, usize)> =
            document.runs().iter().map(|it| (it.first, it.last)).collect();
        assert_eq!(runs, [(0, 4), (1, 2), (3, 4)]);
    }

    #[test]
    fn codes_are_declared_and_linked() {
        let document = parsed(WORK, Notation::Wbs);
        let all = (0..document.len()).flat_map(|it| document.mentions(it));
        let all: Vec<(String, Role)> = all.map(|it| (it.code, it.role)).collect();
        let wanted =
            [("a", Role::Declares), ("b", Role::Declares), ("a", Role::From), ("b", Role::To)];
        assert_eq!(all, wanted.map(|it| (it.0.to_owned(), it.1)));
    }

    #[test]
    fn what_is_offered_stands_in_the_catalogue() {
        for (words, catalogue) in [(&MINDMAP, catalogue::MINDMAP), (&WBS, catalogue::WBS)] {
            let arrows = words.arrows.iter().map(|it| it.1);
            for (section, name) in words.openers.iter().map(|it| it.entry).chain(arrows) {
                let found = catalogue.iter().find(|it| it.name == section);
                let known = found.is_some_and(|it| it.primitives.iter().any(|it| it.name == name));
                assert!(known, "{section}/{name}");
            }
        }
    }
}
