//! The outline of a text: diagrams, boxes and participants, groups and their branches, dividers.
//!
//! Messages are left out: an outline with every line in it shows nothing.

use puml_sequence::ast::{Block, BlockKind, FrameKind, Shared, Stmt, StmtKind};
use puml_syntax::TextRange;

use crate::Analysis;

/// An entry of the outline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// What it is called.
    pub name: String,
    /// A few words more.
    pub detail: String,
    /// What sort.
    pub kind: SymbolKind,
    /// All of it.
    pub range: TextRange,
    /// Its name; inside `range`.
    pub selection: TextRange,
    /// What stands in it.
    pub children: Vec<Symbol>,
}

/// The sorts of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SymbolKind {
    /// `@startuml` … `@enduml`.
    Diagram,
    /// A declared participant.
    Participant,
    /// A box of participants.
    Enclosure,
    /// `alt`, `loop`, …
    Group,
    /// `else`: a further branch of a group.
    Branch,
    /// `==`, `newpage`.
    Divider,
    /// `ref over`.
    Reference,
    /// `!procedure`, `!function`, `!define`.
    Macro,
}

/// The outline. A text that is one diagram without a name shows its parts at the top.
pub fn symbols(analysis: &Analysis) -> Vec<Symbol> {
    let document = analysis.document();
    let mut found = Vec::new();
    for (idx, block) in document.blocks.iter().enumerate() {
        if block.kind != BlockKind::Own {
            continue;
        }
        let children = Outline::of(analysis, block);
        let alone = document.blocks.len() == 1 && block.name.is_none();
        let Some(start) = block.start.filter(|_| !alone) else {
            found.extend(children);
            continue;
        };
        let name = block.name.map(|it| it.slice(analysis.text()).to_owned());
        let line = analysis.line_start(start.start);
        let range = analysis.block_range(idx);
        let range = TextRange::new(line.max(range.start), range.end);
        found.push(Symbol {
            name: name.unwrap_or_else(|| format!("diagram {}", idx + 1)),
            detail: String::new(),
            kind: SymbolKind::Diagram,
            range,
            selection: block.name.unwrap_or(start),
            children,
        });
    }
    found
}

/// Open entries, outermost first; the first is the block itself.
struct Outline<'a> {
    analysis: &'a Analysis,
    levels: Vec<Vec<Symbol>>,
    open: Vec<(Symbol, FrameKind)>,
}

impl<'a> Outline<'a> {
    fn of(analysis: &'a Analysis, block: &Block) -> Vec<Symbol> {
        let mut outline = Self { analysis, levels: vec![Vec::new()], open: Vec::new() };
        let mut last = 0;
        for (_, stmt) in analysis.document().block_stmts(block) {
            outline.stmt(stmt);
            last = stmt.range.end;
        }
        while outline.open.pop().is_some_and(|(symbol, _)| {
            outline.finish(symbol, last);
            true
        }) {}
        outline.levels.pop().unwrap_or_default()
    }

    fn push(&mut self, symbol: Symbol) {
        if let Some(level) = self.levels.last_mut() {
            level.push(symbol);
        }
    }

    fn begin(&mut self, symbol: Symbol, kind: FrameKind) {
        self.open.push((symbol, kind));
        self.levels.push(Vec::new());
    }

    fn finish(&mut self, mut symbol: Symbol, end: u32) {
        symbol.children = self.levels.pop().unwrap_or_default();
        symbol.range.end = symbol.range.end.max(end);
        self.push(symbol);
    }

    /// Ends the innermost open entry of a kind; a branch ends with its group.
    fn end(&mut self, kind: FrameKind, at: u32) {
        if self.open.last().is_some_and(|it| it.1 == kind)
            && let Some((symbol, _)) = self.open.pop()
        {
            let is_branch = symbol.kind == SymbolKind::Branch;
            self.finish(symbol, at);
            if is_branch && let Some((group, _)) = self.open.pop() {
                self.finish(group, at);
            }
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let text = self.analysis.text();
        let words = |range: Option<TextRange>| {
            range.map(|it| it.slice(text).trim().to_owned()).unwrap_or_default()
        };
        let symbol = |name: String, kind: SymbolKind, selection: TextRange| {
            let name = if name.is_empty() { "…".to_owned() } else { name };
            let (range, detail) = (stmt.range, String::new());
            Symbol { name, detail, kind, range, selection, children: Vec::new() }
        };
        match &stmt.kind {
            StmtKind::Declaration(it) => {
                let code = words(Some(it.code.range));
                let mut entry = symbol(code, SymbolKind::Participant, it.code.range);
                it.kind.map_or("participant", |it| it.keyword()).clone_into(&mut entry.detail);
                self.push(entry);
            }
            StmtKind::BoxOpen(it) => {
                let entry = symbol(
                    format!("box {}", words(it.title)).trim_end().to_owned(),
                    SymbolKind::Enclosure,
                    it.title.unwrap_or(stmt.range),
                );
                self.begin(entry, FrameKind::Box);
            }
            StmtKind::BoxClose => self.end(FrameKind::Box, stmt.range.end),
            StmtKind::Group(it) => {
                let name = format!("{} {}", it.kind.keyword(), words(it.label));
                let entry = symbol(name.trim_end().to_owned(), SymbolKind::Group, it.keyword);
                self.begin(entry, FrameKind::Group);
            }
            StmtKind::Else(it) => {
                let inner = self.open.last().map(|it| (it.0.kind, it.1));
                if inner == Some((SymbolKind::Branch, FrameKind::Group))
                    && let Some((branch, _)) = self.open.pop()
                {
                    self.finish(branch, stmt.range.start.saturating_sub(1));
                }
                if inner.is_some_and(|it| it.1 == FrameKind::Group) {
                    let name = format!("else {}", words(it.label)).trim_end().to_owned();
                    let entry = symbol(name, SymbolKind::Branch, it.keyword);
                    self.begin(entry, FrameKind::Group);
                }
            }
            StmtKind::End { .. } => self.end(FrameKind::Group, stmt.range.end),
            StmtKind::Divider(it) => {
                let entry = symbol(words(Some(it.text)), SymbolKind::Divider, stmt.range);
                self.push(entry);
            }
            StmtKind::NewPage(it) => {
                let name = format!("newpage {}", words(it.title)).trim_end().to_owned();
                self.push(symbol(name, SymbolKind::Divider, stmt.range));
            }
            StmtKind::Reference(it) => {
                let name = self.analysis.document().read(&it.text);
                let name = name.lines().next().unwrap_or_default().trim().to_owned();
                self.push(symbol(format!("ref {name}"), SymbolKind::Reference, stmt.range));
            }
            StmtKind::Shared(Shared::Directive(it)) => {
                use puml_sequence::ast::DirectiveKind as Kind;
                let declares = matches!(
                    it.kind,
                    Kind::Function | Kind::Procedure | Kind::Define | Kind::DefineLong
                );
                if declares {
                    let name = words(Some(it.argument));
                    let name = name.split('(').next().unwrap_or(&name).trim().to_owned();
                    let mut entry = symbol(name, SymbolKind::Macro, it.argument);
                    entry.detail = words(Some(it.name));
                    self.push(entry);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setting;

    fn tree(symbols: &[Symbol], depth: usize, out: &mut Vec<String>) {
        for symbol in symbols {
            out.push("  ".repeat(depth) + &symbol.name + "\n");
            assert!(symbol.range.start <= symbol.selection.start);
            assert!(symbol.selection.end <= symbol.range.end, "{symbol:?}");
            tree(&symbol.children, depth + 1, out);
        }
    }

    fn outline(source: &str) -> String {
        let analysis = Analysis::new("a.puml", source, Setting::default().into());
        let mut out = Vec::new();
        tree(&symbols(&analysis), 0, &mut out);
        out.concat()
    }

    #[test]
    fn boxes_hold_participants_and_groups_their_branches() {
        let source = "box \"Back\"\nactor A\nend box\nalt ok\nA -> B\nloop 3\nA -> B\nend\nelse no\nA -> B\nend\n== Two ==";
        assert_eq!(outline(source), "box Back\n  A\nalt ok\n  loop 3\n  else no\nTwo\n");
    }

    #[test]
    fn several_diagrams_stand_side_by_side() {
        let source = "@startuml one\nactor A\n@enduml\n@startuml\nactor B\n@enduml\n";
        assert_eq!(outline(source), "one\n  A\ndiagram 2\n  B\n");
    }

    #[test]
    fn an_unclosed_group_runs_to_the_end() {
        assert_eq!(outline("alt ok\nactor A\n"), "alt ok\n  A\n");
    }
}
