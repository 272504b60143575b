//! The canonical layout of activity diagrams: indentation by blocks, keywords in lower case, one blank around parts.

use std::sync::Arc;

use diag::SourceId;
use puml_syntax::ast::{Lines, Text};
use puml_syntax::format::Layout;
use puml_syntax::{Extent, Nesting, Stage, TextRange, parse_block, split};

use crate::ast::{BranchLabel, Condition, Document, LineStyle, StmtKind};
use crate::parse::{ActivityGrammar, nesting};
use crate::tree_json;

/// The layout of activity diagrams.
pub(crate) struct Canonical;

impl Layout<StmtKind> for Canonical {
    fn nesting(&self, kind: &StmtKind) -> Nesting {
        nesting(kind)
    }

    fn body<'k>(&self, kind: &'k StmtKind) -> Option<&'k Lines> {
        match kind {
            StmtKind::Note(it) => it.text.lines(),
            _ => None,
        }
    }

    fn canonical(&self, document: &Document, kind: &StmtKind, head: TextRange) -> Option<String> {
        // A joined or en-dashed line is not what it seems byte by byte.
        if head.slice(&document.source).contains(['\n', '\u{2013}']) {
            return None;
        }
        let text = |range: TextRange| range.slice(&document.source);
        let ends = |word: &str| ending(text(head), word);
        Some(match kind {
            StmtKind::Terminal(it) => with_marks(it.kind.word().to_owned(), &it.marks, text),
            StmtKind::If(it) if it.link.is_none() && it.color.is_none() => {
                condition("if", it, text)?
            }
            StmtKind::ElseIf(it) if it.before.is_none() && it.color.is_none() => {
                let word = if is_apart(text(head), 4) { "else if" } else { "elseif" };
                condition(word, it, text)?
            }
            StmtKind::Else(None) => "else".to_owned(),
            StmtKind::Else(Some(it)) => format!("else ({})", plain_label(it, text)?),
            StmtKind::EndIf(marks) => with_marks(ends("if"), marks, text),
            StmtKind::Switch(it) => {
                with_marks(format!("switch ({})", text(it.test)), &it.marks, text)
            }
            StmtKind::Case(it) => format!("case ({})", text(*it)),
            StmtKind::EndSwitch(marks) => with_marks(ends("switch"), marks, text),
            StmtKind::While(it) => {
                let label = it.label.map(|it| format!(" is ({})", text(it))).unwrap_or_default();
                with_marks(format!("while ({}){label}", text(it.test)), &it.marks, text)
            }
            StmtKind::EndWhile(None) => ends("while"),
            StmtKind::EndWhile(Some(it)) => format!("{} ({})", ends("while"), text(*it)),
            StmtKind::Break => "break".to_owned(),
            StmtKind::Fork(marks) => with_marks("fork".to_owned(), marks, text),
            StmtKind::ForkAgain => "fork again".to_owned(),
            StmtKind::EndFork(it) => {
                let word = ends(if it.merge { "merge" } else { "fork" });
                let label = it.label.map(|it| format!(" {}", text(it))).unwrap_or_default();
                format!("{word}{label}")
            }
            StmtKind::Split => "split".to_owned(),
            StmtKind::SplitAgain => "split again".to_owned(),
            StmtKind::EndSplit => ends("split"),
            StmtKind::Close => "}".to_owned(),
            StmtKind::Label(it) => format!("label {}", text(*it)),
            StmtKind::Goto(it) => format!("goto {}", text(*it)),
            _ => return None,
        })
    }

    fn reads_as(&self, line: &str, document: &Document, kind: &StmtKind) -> bool {
        let Some((other, read)) = read_line(line) else { return false };
        tree_json::statement(&other, &read) == tree_json::statement(document, kind)
    }
}

/// `end word` or `endword`, as the line has it.
fn ending(line: &str, word: &str) -> String {
    if is_apart(line, 3) { format!("end {word}") } else { format!("end{word}") }
}

/// Whether a blank stands behind the first letters of a line.
fn is_apart(line: &str, letters: usize) -> bool {
    line.get(letters..).is_some_and(|it| it.starts_with([' ', '\t']))
}

/// A line as the statement that it is inside any block it needs; nothing where it is none.
pub(crate) fn read_line(line: &str) -> Option<(Document, StmtKind)> {
    let openers = [
        "",
        "if (a)\n",
        "switch (a)\n",
        "while (a)\n",
        "repeat\n",
        "fork\n",
        "split\n",
        "group a {\n",
        ":a;\n",
    ];
    openers.into_iter().find_map(|opener| {
        let text: Arc<str> = format!("{opener}{line}").into();
        let lines = split(&text);
        let grammar = ActivityGrammar::default();
        let parsed =
            parse_block(&text, &lines, 0, Stage::Expanded, Extent::Whole, SourceId(0), grammar);
        let expected = if opener.is_empty() { 1 } else { 2 };
        let stmts = &parsed.document.stmts;
        let is_whole = stmts.len() == expected && !diag::has_errors(&parsed.diagnostics);
        let last = stmts.last().map(|it| it.kind.clone()).filter(|_| is_whole)?;
        Some((parsed.document, last))
    })
}

fn with_marks<'t>(
    mut line: String,
    marks: &[TextRange],
    text: impl Fn(TextRange) -> &'t str,
) -> String {
    for mark in marks {
        line.push_str(" <<");
        line.push_str(text(*mark));
        line.push_str(">>");
    }
    line
}

fn condition<'t>(
    word: &str,
    it: &Condition,
    text: impl Fn(TextRange) -> &'t str,
) -> Option<String> {
    let (Text::Line(test), None | Some(Text::Line(_))) = (&it.test, &it.label) else { return None };
    let label = match &it.label {
        Some(Text::Line(label)) => format!(" ({})", text(*label)),
        _ => String::new(),
    };
    Some(with_marks(format!("{word} ({}) then{label}", text(*test)), &it.marks, text))
}

/// The text of a label that has no style.
fn plain_label<'t>(it: &BranchLabel, text: impl Fn(TextRange) -> &'t str) -> Option<&'t str> {
    match it.text {
        Text::Line(range) if it.style == LineStyle::default() => Some(text(range)),
        _ => None,
    }
}
