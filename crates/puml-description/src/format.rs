//! The canonical layout: indentation by containers, one blank around each part of a line; the lines of long texts and
//! notes move together.

use diag::SourceId;
use puml_syntax::ast::Lines;
use puml_syntax::format::Layout;
use puml_syntax::{Extent, Nesting, Stage, TextRange, parse_block};
use std::sync::Arc;

use crate::ast::{Document, Element, Group, Link, StmtKind};
use crate::parse::{DescriptionGrammar, nesting};
use crate::tree_json;

/// The layout of component, deployment and use case diagrams.
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

    fn arrow(&self, kind: &StmtKind) -> Option<TextRange> {
        match kind {
            StmtKind::Link(it) => Some(it.arrow.range),
            _ => None,
        }
    }

    fn canonical(&self, document: &Document, kind: &StmtKind, head: TextRange) -> Option<String> {
        let raw = head.slice(&document.source);
        // A joined or en-dashed line is not what it seems byte by byte.
        if raw.contains(['\n', '\u{2013}']) {
            return None;
        }
        let mut line = Line { source: &document.source, out: String::new() };
        match kind {
            StmtKind::Element(it) if it.text.is_none() => line.element(it)?,
            StmtKind::Link(it) => line.link(it),
            StmtKind::Group(it) => line.group(it)?,
            _ => return None,
        }
        Some(line.out)
    }

    fn reads_as(&self, line: &str, document: &Document, kind: &StmtKind) -> bool {
        let text: Arc<str> = line.into();
        let lines = puml_syntax::split(&text);
        let grammar = DescriptionGrammar::default();
        let parsed =
            parse_block(&text, &lines, 0, Stage::Source, Extent::Whole, SourceId(0), grammar);
        let [stmt] = parsed.document.stmts.as_slice() else { return false };
        tree_json::statement(&parsed.document, &stmt.kind) == tree_json::statement(document, kind)
    }
}

/// A line that is being written.
struct Line<'a> {
    source: &'a str,
    out: String,
}

impl Line<'_> {
    /// A part with one blank before it.
    fn part(&mut self, text: &str) {
        if !self.out.is_empty() {
            self.out.push(' ');
        }
        self.out.push_str(text);
    }

    fn range(&mut self, range: TextRange) {
        let text = range.slice(self.source).to_owned();
        self.part(&text);
    }

    fn element(&mut self, it: &Element) -> Option<()> {
        // Names in an order that cannot be told from the tree stay as they are.
        if !it.stereotypes.is_empty() && it.shown.is_some() || it.tags.len() > 1 {
            return None;
        }
        if let Some(keyword) = it.keyword {
            let word = keyword.slice(self.source).to_ascii_lowercase();
            self.part(&word);
        }
        match it.shown {
            None => self.range(it.code.outer),
            Some(shown) => {
                let (first, second) = if shown.outer.start < it.code.outer.start {
                    (shown, it.code)
                } else {
                    (it.code, shown)
                };
                self.range(first.outer);
                self.part("as");
                self.range(second.outer);
            }
        }
        for tag in &it.tags {
            let tag = format!("${}", tag.slice(self.source));
            self.part(&tag);
        }
        it.stereotypes.iter().for_each(|it| self.range(it.range));
        it.link.iter().for_each(|it| self.range(it.range));
        it.colors.iter().for_each(|it| self.range(it.range));
        Some(())
    }

    fn link(&mut self, it: &Link) {
        self.range(it.left.outer);
        if let Some(text) = it.left_text {
            let text = format!("\"{}\"", text.slice(self.source));
            self.part(&text);
        }
        self.range(it.arrow.range);
        if let Some(text) = it.right_text {
            let text = format!("\"{}\"", text.slice(self.source));
            self.part(&text);
        }
        self.range(it.right.outer);
        it.colors.iter().for_each(|it| self.range(it.range));
        it.stereotypes.iter().for_each(|it| self.range(it.range));
        if let Some(label) = it.label {
            self.part(":");
            self.range(label);
        }
    }

    fn group(&mut self, it: &Group) -> Option<()> {
        if !it.stereotypes.is_empty() && it.shown.is_some() || it.tags.len() > 1 {
            return None;
        }
        let word = it.keyword.slice(self.source).to_ascii_lowercase();
        self.part(&word);
        match (it.code, it.shown) {
            (Some(code), Some(shown)) => {
                let (first, second) = if shown.outer.start < code.outer.start {
                    (shown, code)
                } else {
                    (code, shown)
                };
                self.range(first.outer);
                self.part("as");
                self.range(second.outer);
            }
            (Some(code), None) => self.range(code.outer),
            _ => {}
        }
        for tag in &it.tags {
            let tag = format!("${}", tag.slice(self.source));
            self.part(&tag);
        }
        it.stereotypes.iter().for_each(|it| self.range(it.range));
        it.link.iter().for_each(|it| self.range(it.range));
        it.colors.iter().for_each(|it| self.range(it.range));
        self.part("{");
        Some(())
    }
}
