//! From the lines to the tree: the level of each node, what it hangs from, how it looks.

mod levels;

use std::collections::HashMap;

use diag::{Diagnostic, Fix, TextEdit};
use puml_family::{Ground, Input, Label, Overrides, color, paint};
use puml_syntax::TextRange;

use crate::ast::{self, Document, NodeText, StmtKind};
use crate::codes::model::UNKNOWN_NODE;
use crate::element::{Element, Styles};
use crate::model::{Arrow, Direction, Model, Node, NodeId, Notation, Side};
pub(crate) use levels::Levels;

/// The model of a document with one diagram. Never fails: what cannot stand is left out and reported.
pub(crate) fn lower(
    document: &Document,
    notation: Notation,
    input: Input<'_>,
) -> (Model, Vec<Diagnostic>) {
    let ground = Ground::new(document, input, &mut Styles(notation));
    let mut lowering = Lowering {
        ground,
        notation,
        levels: Levels::new(notation),
        side: Side::Right,
        direction: Direction::default(),
        drafts: Vec::new(),
        roots: Vec::new(),
        last: [Vec::new(), Vec::new()],
        codes: HashMap::new(),
        arrows: Vec::new(),
    };
    for (_, stmt) in document.block_stmts(&document.blocks[0]) {
        lowering.statement(stmt);
    }
    lowering.finish()
}

/// A node whose look waits until it is known which nodes are leaves.
struct Draft {
    node: Node,
    color: Option<ast::ColorRef>,
}

struct Lowering<'a> {
    ground: Ground<'a, StmtKind>,
    notation: Notation,
    levels: Levels,
    /// Where nodes grow that do not say it themselves.
    side: Side,
    direction: Direction,
    drafts: Vec<Draft>,
    roots: Vec<NodeId>,
    /// The latest node of each level, on the left and on the right.
    last: [Vec<NodeId>; 2],
    codes: HashMap<String, NodeId>,
    arrows: Vec<Arrow>,
}

impl Lowering<'_> {
    fn statement(&mut self, stmt: &ast::Stmt) {
        if self.ground.shared(stmt) {
            return;
        }
        match &stmt.kind {
            StmtKind::Node(it) => {
                self.ground.figures(stmt.range);
                self.node(it, stmt.range);
            }
            StmtKind::Side(side) => self.side = *side,
            StmtKind::Direction(direction) => self.direction = *direction,
            StmtKind::Link(it) => self.link(it, stmt.range),
            StmtKind::Shared(_) => {}
        }
    }

    fn node(&mut self, written: &ast::Node, range: TextRange) {
        let marks = self.ground.document.text(written.marks).into_owned();
        let found = self.levels.place(&marks, written.blanks);
        let level = match found {
            Ok(level) => level,
            Err(slip) => {
                let message = slip.message(&marks);
                self.ground.report(slip.code(), written.marks, message);
                if let Some(found) = self.ground.diagnostics.last_mut() {
                    found.hints.push(slip.hint().to_owned());
                }
                return;
            }
        };
        let mut side = written.side.unwrap_or(match self.notation {
            Notation::Mindmap => self.side,
            Notation::Wbs => Side::Right,
        });
        let chain = match self.notation {
            Notation::Mindmap => side as usize,
            Notation::Wbs => 0,
        };
        let parent = if level == 0 {
            None
        } else {
            let Some(parent) = self.last[chain].get(level as usize - 1) else {
                self.skipped(written, &marks, chain);
                return;
            };
            Some(*parent)
        };
        let id = NodeId(self.drafts.len() as u32);
        let chains: &mut [Vec<NodeId>] =
            if level == 0 { &mut self.last } else { &mut self.last[chain..=chain] };
        for chain in chains {
            chain.truncate(level as usize);
            chain.push(id);
        }
        match parent {
            Some(parent) => {
                let children = &mut self.drafts[parent.0 as usize].node.children;
                // Below the root of a work breakdown structure `<` means the front of the row.
                if self.notation == Notation::Wbs && level == 1 && side == Side::Left {
                    children.insert(0, id);
                    side = Side::Right;
                } else {
                    children.push(id);
                }
            }
            None => self.roots.push(id),
        }
        let code = written.code.map(|it| self.ground.document.text(it).into_owned());
        if let Some(code) = &code
            && level > 0
        {
            self.codes.insert(code.clone(), id);
        }
        let stereotypes =
            written.stereotypes.iter().map(|it| self.ground.document.text(*it).trim().to_owned());
        let node = Node {
            label: self.label(&written.text),
            level,
            parent,
            children: Vec::new(),
            side,
            boxed: !written.boxless,
            code,
            color: written.color.and_then(|it| it.paint).map(|it| color(it.first())),
            stereotypes: stereotypes.collect(),
            look: self.ground.looks.of(Element::Node),
            line: self.ground.looks.of(Element::Arrow),
            origin: self.ground.origin(range),
        };
        self.drafts.push(Draft { node, color: written.color });
    }

    /// A node without a parent; the fix hangs it one level below the latest node on its side.
    fn skipped(&mut self, written: &ast::Node, marks: &str, chain: usize) {
        let slip = levels::Slip::Skipped;
        self.ground.report(slip.code(), written.marks, slip.message(marks));
        let letter = marks.chars().next().unwrap_or('*');
        let deepest = letter.to_string().repeat(self.last[chain].len() + 1);
        let edit = TextEdit::replace(self.ground.span(written.marks), deepest.as_str());
        if let Some(found) = self.ground.diagnostics.last_mut() {
            found.hints.push(slip.hint().to_owned());
            if written.blanks == 0 && deepest.len() < marks.len() {
                found.fixes.push(Fix::suggested(format!("write `{deepest}`"), vec![edit]));
            }
        }
    }

    fn label(&self, text: &NodeText) -> Label {
        match text {
            NodeText::Line(range) => self.ground.line_label(*range),
            NodeText::Lines(lines) => {
                // The first line begins behind the colon, the others share an indentation of their own.
                let text = |it: &TextRange| self.ground.document.text(*it).into_owned();
                let (first, rest) = lines.split_first().expect("a block has a first line");
                let rest = ast::Lines { lines: rest.to_vec(), close: None };
                let rest = self.ground.document.lines(&rest);
                let text = format!("{}\n{rest}", text(first).trim());
                Label { text: text.trim_matches('\n').to_owned() }
            }
        }
    }

    fn link(&mut self, written: &ast::Link, range: TextRange) {
        let mut ends = [NodeId(0); 2];
        for (place, code) in [written.from, written.to].into_iter().enumerate() {
            let name = self.ground.document.text(code).into_owned();
            let Some(id) = self.codes.get(&name) else {
                let message = format!("no node above has the code `{name}`");
                self.ground.report(UNKNOWN_NODE, code, message);
                self.suggest_code(&name, code);
                return;
            };
            ends[place] = *id;
        }
        let overrides = Overrides {
            line: written.color.and_then(|it| it.paint).map(|it| color(it.first())),
            dashed: written.dotted,
            ..Overrides::default()
        };
        let classes = written.stereotypes.iter();
        let classes: Vec<String> =
            classes.map(|it| self.ground.document.text(*it).trim().to_lowercase()).collect();
        let look = self.ground.looks.styled(Element::Arrow, &classes, &overrides);
        let label = self.ground.optional_label(written.text);
        let origin = self.ground.origin(range);
        self.arrows.push(Arrow { from: ends[0], to: ends[1], label, look, origin });
    }

    fn suggest_code(&mut self, name: &str, range: TextRange) {
        let mut known: Vec<&str> = self.codes.keys().map(String::as_str).collect();
        known.sort_unstable();
        let Some(near) = diag::nearest(name, known).map(str::to_owned) else { return };
        let edit = TextEdit::replace(self.ground.span(range), near.as_str());
        if let Some(found) = self.ground.diagnostics.last_mut() {
            found.hints.push(format!("did you mean `{near}`?"));
            found.fixes.push(Fix::suggested(format!("replace with `{near}`"), vec![edit]));
        }
    }

    fn finish(mut self) -> (Model, Vec<Diagnostic>) {
        let mut nodes: Vec<Node> = Vec::with_capacity(self.drafts.len());
        let mut inherited: Vec<Vec<String>> = Vec::with_capacity(self.drafts.len());
        let mut lines = Vec::with_capacity(self.drafts.len());
        for Draft { mut node, color } in self.drafts {
            let mut passed_on =
                node.parent.map(|it| inherited[it.0 as usize].clone()).unwrap_or_default();
            let mut classes: Vec<String> =
                node.stereotypes.iter().map(|it| it.to_lowercase()).collect();
            let own: Vec<String> = classes.iter().map(|it| format!("{it} *")).collect();
            classes.extend(passed_on.iter().cloned());
            classes.push(format!(":depth({})", node.level));
            passed_on.extend(own);
            inherited.push(passed_on);
            let element = match (node.boxed, node.level, node.children.is_empty()) {
                (false, ..) => Element::Boxless,
                (true, 0, _) => Element::RootNode,
                (true, _, true) => Element::LeafNode,
                (true, _, false) => Element::Node,
            };
            let fill = color.and_then(|it| it.paint).map(paint);
            let overrides = Overrides { fill, ..Overrides::default() };
            node.look = self.ground.looks.styled(element, &classes, &overrides);
            // A line looks as the node that it leaves asks for.
            if let Some(parent) = node.parent {
                node.line = lines[parent.0 as usize];
            }
            lines.push(self.ground.looks.styled(Element::Arrow, &classes, &Overrides::default()));
            nodes.push(node);
        }
        let model = Model {
            notation: self.notation,
            direction: self.direction,
            nodes,
            roots: self.roots,
            arrows: self.arrows,
            surroundings: self.ground.surroundings,
            sprites: self.ground.sprites,
            looks: self.ground.looks.into_looks(),
        };
        (model, self.ground.diagnostics)
    }
}
