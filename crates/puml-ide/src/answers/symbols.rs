//! The outline of a text: diagrams, what they declare, groups and their branches.

use std::collections::HashSet;

use puml_compiler::editor::{Entry, EntryKind};
use puml_syntax::ast::{DirectiveKind, FrameKind, Shared};
use puml_syntax::{Nesting, TextRange};

use crate::Analysis;
use crate::analysis::Diagram;

/// An entry of the outline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// What it is called.
    pub name: String,
    /// A few words more.
    pub detail: String,
    /// Which sign an editor shows.
    pub kind: EntryKind,
    /// From the first to the last byte of its statements.
    pub range: TextRange,
    /// Its name; inside `range`.
    pub selection: TextRange,
    /// What stands in it.
    pub children: Vec<Symbol>,
}

/// The outline. A text that is one diagram without a name shows its parts at the top.
pub fn symbols(analysis: &Analysis) -> Vec<Symbol> {
    let blocks = analysis.blocks().len();
    let mut found = Vec::new();
    for (idx, diagram) in analysis.diagrams().enumerate() {
        let mut children = Outline::of(analysis, diagram);
        children.extend(undeclared(diagram, &children));
        let alone = blocks == 1 && diagram.name().is_none();
        let Some(start) = diagram.start().filter(|_| !alone) else {
            found.extend(children);
            continue;
        };
        let name = diagram.name().map(|it| it.slice(analysis.text()).to_owned());
        found.push(Symbol {
            name: name.unwrap_or_else(|| format!("diagram {}", idx + 1)),
            detail: String::new(),
            kind: EntryKind::Diagram,
            range: diagram.range(),
            selection: diagram.name().unwrap_or(start),
            children,
        });
    }
    found
}

/// The elements that are only used: where they are first named, behind everything that is declared.
fn undeclared(diagram: Diagram<'_>, declared: &[Symbol]) -> Vec<Symbol> {
    let members = diagram.cast().members.iter();
    let mut known = HashSet::new();
    names(declared, &mut known);
    let used = members.filter(|it| {
        let is_related = it.relations.0 + it.relations.1 > 0 && !it.code.contains('$');
        let name = it.shown.as_ref().unwrap_or(&it.code);
        it.declared.is_none() && is_related && !known.contains(name.as_str())
    });
    let symbols = used.map(|it| {
        let range = it.origin().name.range;
        let kind = diagram.words().element;
        let entry = Entry::new(&it.code, kind, range).with_detail("not declared");
        symbol(entry, range)
    });
    symbols.collect()
}

/// The names of all entries.
fn names<'a>(symbols: &'a [Symbol], found: &mut HashSet<&'a str>) {
    for symbol in symbols {
        found.insert(&symbol.name);
        names(&symbol.children, found);
    }
}

/// Open entries, outermost first; the first level is the block itself.
struct Outline {
    levels: Vec<Vec<Symbol>>,
    open: Vec<(Symbol, FrameKind)>,
}

impl Outline {
    fn of(analysis: &Analysis, diagram: Diagram<'_>) -> Vec<Symbol> {
        if let Some(entries) = diagram.tree.outline() {
            let whole = |it: Entry| {
                let range = it.selection;
                symbol(it, range)
            };
            return entries.into_iter().map(whole).collect();
        }
        let mut outline = Self { levels: vec![Vec::new()], open: Vec::new() };
        let mut last = 0;
        for stmt in 0..diagram.tree.len() {
            let range = diagram.tree.range(stmt);
            let entry = diagram.tree.entry(stmt).or_else(|| declared(analysis, diagram, stmt));
            outline.stmt(range, diagram.tree.nesting(stmt), entry);
            last = range.end;
        }
        while let Some((symbol, _)) = outline.open.pop() {
            outline.finish(symbol, last);
        }
        outline.levels.pop().unwrap_or_default()
    }

    fn stmt(&mut self, range: TextRange, nesting: Nesting, entry: Option<Entry>) {
        let symbol = entry.map(|it| symbol(it, range));
        match (nesting, symbol) {
            (Nesting::None, Some(symbol)) => self.push(symbol),
            // A frame without an entry of its own is one level all the same.
            (Nesting::Open(kind), symbol) => {
                let symbol = symbol.unwrap_or_else(|| {
                    self::symbol(Entry::new("", EntryKind::Group, range), range)
                });
                self.begin(symbol, kind);
            }
            (Nesting::Branch(kind), Some(symbol)) => self.branch(symbol, kind, range),
            (Nesting::Close(kind), _) => self.end(kind, range.end),
            (Nesting::None | Nesting::Branch(_), None) => {}
        }
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
        symbol.children.extend(self.levels.pop().unwrap_or_default());
        symbol.range.end = symbol.range.end.max(end);
        self.push(symbol);
    }

    /// A further branch of the innermost open frame; it ends the branch before it.
    fn branch(&mut self, symbol: Symbol, kind: FrameKind, range: TextRange) {
        let inner = self.open.last().map(|it| (it.0.kind, it.1));
        if inner == Some((EntryKind::Branch, kind))
            && let Some((branch, _)) = self.open.pop()
        {
            self.finish(branch, range.start.saturating_sub(1));
        }
        if inner.is_some_and(|it| it.1 == kind) {
            self.begin(symbol, kind);
        }
    }

    /// Ends the innermost open entry of a kind; a branch ends with its group.
    fn end(&mut self, kind: FrameKind, at: u32) {
        if self.open.last().is_some_and(|it| it.1 == kind)
            && let Some((symbol, _)) = self.open.pop()
        {
            let is_branch = symbol.kind == EntryKind::Branch;
            self.finish(symbol, at);
            if is_branch && let Some((group, _)) = self.open.pop() {
                self.finish(group, at);
            }
        }
    }
}

fn symbol(entry: Entry, range: TextRange) -> Symbol {
    let Entry { name, detail, kind, selection, children } = entry;
    let below = |it: Entry| {
        let range = it.selection;
        symbol(it, range)
    };
    let children: Vec<Symbol> = children.into_iter().map(below).collect();
    let name = if name.is_empty() { "…".to_owned() } else { name };
    // Editors look for the entry around the cursor from the outside in.
    let range = children.iter().fold(range, |range, it| range.cover(it.range));
    Symbol { name, detail, kind, range, selection, children }
}

/// The macro that a directive declares.
fn declared(analysis: &Analysis, diagram: Diagram<'_>, stmt: usize) -> Option<Entry> {
    use DirectiveKind as Kind;
    let Some(Shared::Directive(it)) = diagram.tree.shared(stmt) else { return None };
    let declares =
        matches!(it.kind, Kind::Function | Kind::Procedure | Kind::Define | Kind::DefineLong);
    let argument = it.argument.slice(analysis.text());
    let name = argument.split('(').next().unwrap_or(argument).trim();
    let detail = it.name.slice(analysis.text()).trim();
    declares.then(|| Entry::new(name, EntryKind::Macro, it.argument).with_detail(detail))
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
        assert_eq!(outline(source), "box Back\n  A\nalt ok\n  loop 3\n  else no\nTwo\nB\n");
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
