//! From the lines to tables: the data read, values told apart, highlights found.

use std::collections::HashSet;

use diag::{Code, Diagnostic, Fix, TextEdit};
use puml_family::{Ground, Input, Label, Overrides};
use puml_syntax::TextRange;
use puml_syntax::data::{Flaw, Gathered, Value, ValueKind, read_json};

use crate::ast::{Document, Highlight, StmtKind};
use crate::codes::model::{LOOSE_YAML, REPEATED_NAME, SHOWN_AS_TEXT, UNMET_HIGHLIGHT};
use crate::codes::syntax::BAD_DATA;
use crate::element::{Element, Styles};
use crate::model::{self, Cell, Model, Notation, Row, ScalarKind, Table, TableId, TableKind};
use crate::yaml::{Remark, Weight, read_yaml};

/// The data of a document, or why it is none.
pub(crate) fn read(document: &Document, notation: Notation) -> Result<Value, Vec<Flaw>> {
    remarked(document, notation).map(|it| it.0)
}

/// The data of a document with remarks on it.
fn remarked(document: &Document, notation: Notation) -> Result<(Value, Vec<Remark>), Vec<Flaw>> {
    let gathered = gather(document);
    match notation {
        Notation::Json => read_json(&gathered).map(|value| {
            let mut remarks = Vec::new();
            repeated(&value, &mut remarks);
            (value, remarks)
        }),
        Notation::Yaml => read_yaml(&gathered),
    }
}

/// Notes the names that a map of JSON has twice: both are shown, but most readers keep the last.
fn repeated(value: &Value, remarks: &mut Vec<Remark>) {
    match &value.kind {
        ValueKind::Map(entries) => {
            let mut names = HashSet::new();
            for entry in entries {
                if !names.insert(entry.key.as_str()) {
                    let message = format!("the name `{}` is there already", entry.key);
                    let flaw = Flaw::new(entry.key_range, message)
                        .with_hint("give each value its own name, or make a list of them");
                    remarks.push(Remark { weight: Weight::Repeated, flaw });
                }
                repeated(&entry.value, remarks);
            }
        }
        ValueKind::List(items) => items.iter().for_each(|it| repeated(it, remarks)),
        _ => {}
    }
}

fn gather(document: &Document) -> Gathered {
    let mut gathered = Gathered::default();
    for (_, stmt) in document.block_stmts(&document.blocks[0]) {
        if let StmtKind::Data(range) = stmt.kind {
            gathered.push(&document.text(range), range.start);
        }
    }
    gathered
}

/// The model of a document with one diagram. Never fails: data that is not valid is reported and has no tables.
pub(crate) fn lower(
    document: &Document,
    notation: Notation,
    input: Input<'_>,
) -> (Model, Vec<Diagnostic>) {
    let ground = Ground::new(document, input, &mut Styles(notation));
    let mut lowering = Lowering { ground, notation, tables: Vec::new() };
    let mut highlights = Vec::new();
    let mut has_data = false;
    for (_, stmt) in document.block_stmts(&document.blocks[0]) {
        lowering.ground.shared(stmt);
        match &stmt.kind {
            StmtKind::Highlight(it) => highlights.push((it, stmt.range)),
            StmtKind::Data(range) => {
                has_data = true;
                lowering.ground.figures(*range);
            }
            _ => {}
        }
    }
    if has_data {
        match remarked(document, notation) {
            Ok((value, remarks)) => {
                for remark in remarks {
                    let code = match remark.weight {
                        Weight::Broken => BAD_DATA,
                        Weight::Loose => LOOSE_YAML,
                        Weight::AsText => SHOWN_AS_TEXT,
                        Weight::Repeated => REPEATED_NAME,
                    };
                    lowering.flaw(code, remark.flaw);
                }
                lowering.table(&value, None);
                for (highlight, range) in highlights {
                    lowering.highlight(highlight, range);
                }
            }
            Err(flaws) => flaws.into_iter().for_each(|it| lowering.flaw(BAD_DATA, it)),
        }
    }
    let Lowering { ground, tables, .. } = lowering;
    let model = Model {
        notation,
        tables,
        surroundings: ground.surroundings,
        sprites: ground.sprites,
        looks: ground.looks.into_looks(),
    };
    (model, ground.diagnostics)
}

struct Lowering<'a> {
    ground: Ground<'a, StmtKind>,
    notation: Notation,
    tables: Vec<Table>,
}

impl Lowering<'_> {
    fn flaw(&mut self, code: Code, flaw: Flaw) {
        let mut found = Diagnostic::new(code, self.ground.span(flaw.range), flaw.message);
        found.hints.extend(flaw.hint.map(str::to_owned));
        if let Some((title, range, text)) = flaw.fix {
            let edit = TextEdit::replace(self.ground.span(range), text);
            found.fixes.push(Fix::suggested(title, vec![edit]));
        }
        self.ground.diagnostics.push(found);
    }

    fn table(&mut self, value: &Value, parent: Option<(TableId, usize)>) -> TableId {
        let id = TableId(self.tables.len() as u32);
        let kind = match value.kind {
            ValueKind::Map(_) => TableKind::Map,
            ValueKind::List(_) => TableKind::List,
            _ => TableKind::Scalar,
        };
        let origin = self.ground.origin(value.range);
        self.tables.push(Table { kind, rows: Vec::new(), parent, origin });
        match &value.kind {
            ValueKind::Map(entries) if !entries.is_empty() => {
                for (idx, entry) in entries.iter().enumerate() {
                    let start = entry.key_range.start.min(entry.value.range.start);
                    let range =
                        TextRange::new(start, entry.value.range.end.max(entry.key_range.end));
                    let key = Some(Label { text: entry.key.clone() });
                    self.row(id, idx, key, &entry.value, range);
                }
            }
            ValueKind::List(items) if !items.is_empty() => {
                for (idx, item) in items.iter().enumerate() {
                    self.row(id, idx, None, item, item.range);
                }
            }
            _ => self.row(id, 0, None, value, value.range),
        }
        id
    }

    fn row(
        &mut self,
        table: TableId,
        idx: usize,
        key: Option<Label>,
        value: &Value,
        range: TextRange,
    ) {
        let cell = match self.scalar(value) {
            Some((text, kind)) => Cell::Scalar { label: Label { text }, kind },
            None => Cell::Table(self.table(value, Some((table, idx)))),
        };
        let origin = self.ground.origin(range);
        let row = Row { key, cell, highlight: None, origin };
        self.tables[table.0 as usize].rows.push(row);
    }

    /// What is shown for a value that needs no table of its own.
    fn scalar(&mut self, value: &Value) -> Option<(String, ScalarKind)> {
        Some(match &value.kind {
            ValueKind::Null => ("null".to_owned(), ScalarKind::Word),
            ValueKind::Bool(it) => (it.to_string(), ScalarKind::Word),
            ValueKind::Number(it) => (it.clone(), ScalarKind::Number),
            ValueKind::Text(it) => {
                let kind = match self.notation {
                    Notation::Json => ScalarKind::Text,
                    Notation::Yaml => self.plain_kind(it, value.range),
                };
                (it.trim_end_matches('\n').to_owned(), kind)
            }
            ValueKind::Map(entries) if entries.is_empty() => ("{}".to_owned(), ScalarKind::Word),
            ValueKind::List(items) if items.is_empty() => ("[]".to_owned(), ScalarKind::Word),
            ValueKind::Map(_) | ValueKind::List(_) => return None,
        })
    }

    /// What a scalar of YAML looks like.
    fn plain_kind(&self, text: &str, range: TextRange) -> ScalarKind {
        let written = range.slice(&self.ground.document.source);
        match written.chars().next() {
            Some('"') => return ScalarKind::Quoted,
            Some('\'') => return ScalarKind::Text,
            _ => {}
        }
        match text {
            "true" | "false" | "null" | "~" | "{}" | "[]" => ScalarKind::Word,
            _ if text.parse::<f64>().is_ok()
                && text.starts_with(|it: char| it.is_ascii_digit() || it == '-') =>
            {
                ScalarKind::Number
            }
            _ => ScalarKind::Text,
        }
    }

    fn highlight(&mut self, highlight: &Highlight, range: TextRange) {
        let text = |it: &TextRange| self.ground.document.text(*it).into_owned();
        let path: Vec<String> = highlight.path.iter().map(text).collect();
        let classes: Vec<String> =
            highlight.stereotypes.iter().map(|it| text(it).trim().to_lowercase()).collect();
        let look = self.marked(&classes);
        let mut found = 0;
        if !self.tables.is_empty() {
            found = self.mark(TableId(0), &path, look);
        }
        if found == 0 {
            let message = format!("nothing in the data is at `{}`", path.join(" / "));
            self.ground.report(UNMET_HIGHLIGHT, range, message);
        }
    }

    /// The looks of a row that stands out. A fill for a class is a fill for its rows, whatever they are called.
    fn marked(&mut self, classes: &[String]) -> model::Highlight {
        let looks = &mut self.ground.looks;
        let usual = looks.look(looks.of(Element::Node)).fill;
        let node = looks.styled(Element::Node, classes, &Overrides::default());
        let fill = looks.look(node).fill.filter(|it| Some(*it) != usual);
        let overrides = Overrides { fill, ..Overrides::default() };
        let ground = looks.styled(Element::Highlight, classes, &overrides);
        // Words that suit a table may not suit this ground, unless the author chose their colour.
        let plain = looks.styled(Element::HighlightText, classes, &Overrides::default());
        let (chosen, behind) = (looks.look(plain).text, looks.look(plain).fill);
        let fill = looks.look(ground).fill.filter(|it| Some(*it) != behind);
        let usual = looks.look(looks.of(Element::Node)).text;
        let text = (chosen != usual).then_some(chosen);
        let overrides = Overrides { fill, text, ..Overrides::default() };
        let words = looks.styled(Element::HighlightText, classes, &overrides);
        model::Highlight { ground, words }
    }

    /// Marks the rows of a table that a path leads to; how many there are.
    fn mark(&mut self, table: TableId, path: &[String], look: model::Highlight) -> usize {
        let Some((first, rest)) = path.split_first() else { return 0 };
        let mut found = 0;
        for idx in 0..self.tables[table.0 as usize].rows.len() {
            let row = &mut self.tables[table.0 as usize].rows[idx];
            let name = row.key.as_ref().map_or_else(|| idx.to_string(), |it| it.text.clone());
            let is_met = *first == name || first == "*" || first == "**";
            if is_met && rest.is_empty() {
                row.highlight = Some(look);
                found += 1;
            }
            // Any depth: what follows may begin at this very row.
            let is_here = first == "**" && rest.len() == 1 && (rest[0] == name || rest[0] == "*");
            if is_here {
                row.highlight = Some(look);
                found += 1;
            }
            let Cell::Table(inner) = row.cell else { continue };
            if first == "**" {
                found += self.mark(inner, path, look);
                if rest.len() > 1 && (rest[0] == name || rest[0] == "*") {
                    found += self.mark(inner, &rest[1..], look);
                }
            } else if is_met {
                found += self.mark(inner, rest, look);
            }
        }
        found
    }
}
