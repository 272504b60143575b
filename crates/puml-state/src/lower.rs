//! From the syntax tree to the model. Three passes, as in the reference: declarations, transitions, notes; so a
//! transition may name a state that is declared later.

mod emit;
mod hiding;
mod notes;
mod style;
mod tables;
mod transitions;
mod tree;

use diag::Diagnostic;
use puml_family::{Ground, Input, Label, Link};
use puml_graph::Direction;
use puml_syntax::TextRange;
use puml_syntax::ast::Switch;

use crate::ast::{self, Container, Declaration, Document, Separator, StmtKind};
use crate::codes::model as codes;
use crate::element::Settings;
use crate::model::Model;

use notes::PlacedNote;
use tables::RowLink;
use transitions::Drawn;
use tree::{Kind, Slot, StateId, Tree};

/// The model of a document with one diagram. Never fails: what cannot stand is left out and reported.
pub(crate) fn lower(document: &Document, input: Input<'_>) -> (Model, Vec<Diagnostic>) {
    let mut settings = Settings::default();
    let ground = Ground::new(document, input, &mut settings);
    let mut lowering = Lowering {
        ground,
        settings,
        tree: Tree::default(),
        transitions: Vec::new(),
        notes: Vec::new(),
        row_links: Vec::new(),
        commands: Vec::new(),
        direction: Direction::Down,
        shows_empty: true,
        root_separator: None,
        current: None,
        open: Vec::new(),
        regions: Vec::new(),
        next_region: 0,
        latest: None,
    };
    for pass in [Pass::Declarations, Pass::Transitions, Pass::Notes] {
        (lowering.current, lowering.next_region, lowering.latest) = (None, 0, None);
        lowering.open.clear();
        for (_, stmt) in document.block_stmts(&document.blocks[0]) {
            lowering.statement(stmt, pass);
        }
    }
    lowering.finish()
}

/// What a walk over the lines takes up. Lines about containers count in every pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pass {
    Declarations,
    Transitions,
    Notes,
}

/// The state of one lowering.
struct Lowering<'a> {
    ground: Ground<'a, StmtKind>,
    settings: Settings,
    tree: Tree,
    transitions: Vec<Drawn>,
    notes: Vec<PlacedNote>,
    row_links: Vec<RowLink>,
    /// `hide`, `show`, `remove`, `restore`, in order, with the container they stand in.
    commands: Vec<(ast::Visibility, Option<StateId>)>,
    direction: Direction,
    /// Whether a state without a description has the line below its name.
    shows_empty: bool,
    /// How the regions of the whole diagram are separated.
    root_separator: Option<Separator>,
    /// The state, frame or region around the current line.
    current: Option<StateId>,
    /// What surrounds the opened states.
    open: Vec<Option<StateId>>,
    /// In the order of their separators, to be met again in each pass.
    regions: Vec<StateId>,
    next_region: usize,
    /// What a note without a name stands at.
    latest: Option<Latest>,
}

/// What was declared last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Latest {
    State(StateId),
    Note(usize),
}

impl Lowering<'_> {
    fn statement(&mut self, stmt: &ast::Stmt, pass: Pass) {
        let range = stmt.range;
        match &stmt.kind {
            StmtKind::Open(container, it) => return self.open(*container, it, range, pass),
            StmtKind::Close => {
                self.current = self.open.pop().unwrap_or_default();
                return;
            }
            StmtKind::Region(separator) => return self.region(*separator, range, pass),
            _ => {}
        }
        match pass {
            Pass::Declarations => self.declared(stmt),
            Pass::Transitions => match &stmt.kind {
                StmtKind::Transition(it) => self.transition(it, range),
                StmtKind::Note(it) => self.note_on_link(it, range),
                _ => {}
            },
            Pass::Notes => match &stmt.kind {
                StmtKind::State(it) => {
                    let code = self.code(it.code.range);
                    if let Slot::Known(id) = self.tree.find(&code, self.current) {
                        self.latest = Some(Latest::State(id));
                    }
                }
                StmtKind::Note(it) => self.note_at_state(it, range),
                _ => {}
            },
        }
    }

    fn declared(&mut self, stmt: &ast::Stmt) {
        let range = stmt.range;
        if self.ground.shared(stmt) {
            return;
        }
        self.ground.figures(range);
        match &stmt.kind {
            StmtKind::State(it) => self.state(it),
            StmtKind::Table(it) => self.table(it, range),
            StmtKind::Description(it) => self.description(it, range),
            StmtKind::Note(it) => self.free_note(it, range),
            StmtKind::Visibility(it) => self.commands.push((*it, self.current)),
            StmtKind::EmptyDescription(it) => self.shows_empty = *it == Switch::On,
            StmtKind::Direction(it) => self.direction = *it,
            StmtKind::NameSeparator(it) => {
                let text = self.code(*it);
                self.tree.separate(&text);
            }
            StmtKind::Url(name, link) => {
                let code = self.code(name.range);
                let link: Option<Link> = self.ground.link(Some(*link));
                match self.tree.find(&code, self.current) {
                    Slot::Known(id) => self.tree.get_mut(id).link = link,
                    _ => self.unknown(&code, name.range, "to link from"),
                }
            }
            _ => {}
        }
    }

    fn code(&self, range: TextRange) -> String {
        self.ground.document.text(range).into_owned()
    }

    /// Reports a name that means nothing; the nearest name is the fix.
    fn unknown(&mut self, code: &str, range: TextRange, purpose: &str) {
        let names = self.tree.all.iter().map(|it| it.name.as_str());
        let near = diag::nearest(code, names).filter(|_| code.len() > 2).map(str::to_owned);
        let before = self.ground.diagnostics.len();
        let message = format!("there is no state `{code}` {purpose}");
        self.ground.report(codes::UNKNOWN_STATE, range, message);
        if let Some(near) = near {
            let edit = diag::TextEdit::replace(self.ground.span(range), near.clone());
            self.ground.offer(before, format!("replace with `{near}`"), edit);
        }
    }

    /// Makes what a name leads to, states around it included.
    fn make(&mut self, slot: Slot, kind: Kind, range: TextRange) -> Option<StateId> {
        let (mut parent, missing, name) = match slot {
            Slot::Known(id) => return Some(id),
            Slot::New { parent, missing, name } => (parent, missing, name),
            Slot::Impossible => {
                let message = "a simple state holds no other states";
                self.ground.report(codes::NOT_COMPOSITE, range, message);
                return None;
            }
        };
        let origin = self.ground.origin(range);
        for segment in missing {
            parent = Some(self.tree.add(parent, &segment, Kind::Composite, origin));
        }
        Some(self.tree.add(parent, &name, kind, origin))
    }

    fn state(&mut self, it: &Declaration) {
        let code = self.code(it.code.range);
        let slot = self.tree.find(&code, self.current);
        if let Slot::Known(id) = slot
            && !self.tree.is_usable(id, self.current)
        {
            let message = format!("`{code}` stands in another concurrent region");
            self.crosses(it.code.range, message, "give one of the two states another name");
            return;
        }
        if let Slot::Known(id) = slot {
            self.shared_name(id, &code, it.code.range);
        }
        let styled = self.stereotypes(&it.stereotypes);
        let kind = styled.kind;
        let is_outside = self.current.is_none();
        if kind.is_on_border() && is_outside {
            let message = "an entry, an exit or a pin stands inside a composite state";
            self.ground.report(codes::MISPLACED_POINT, it.code.range, message);
            return;
        }
        let Some(id) = self.make(slot, kind, it.code.range) else { return };
        self.describe(id, it);
        if let Some(text) = it.text {
            let label = self.ground.line_label(text);
            self.tree.get_mut(id).description.push(label);
        }
        // A line that says nothing about colours takes them away.
        self.style(id, it, &styled);
    }

    /// A bare name that one state has means that state, also where a declaration inside another state uses it.
    fn shared_name(&mut self, id: StateId, code: &str, range: TextRange) {
        let Some(current) = self.current else { return };
        let state = self.tree.get(id);
        let is_elsewhere = state.parent != Some(current)
            && state.name == code
            && !self.tree.around(Some(current)).any(|it| it == id);
        if !is_elsewhere {
            return;
        }
        let home = state
            .parent
            .map_or_else(|| "the diagram".to_owned(), |it| format!("`{}`", self.tree.get(it).name));
        let own = format!("{}.{code}", self.tree.qualified(current));
        let before = self.ground.diagnostics.len();
        let message = format!("this is the `{code}` of {home}; no state is made here");
        self.ground.report(codes::SHARED_STATE_NAME, range, message);
        let edit = diag::TextEdit::replace(self.ground.span(range), own.clone());
        self.ground.offer(before, format!("make it a state of its own: `{own}`"), edit);
    }

    /// What is drawn instead of the code.
    fn describe(&mut self, id: StateId, it: &Declaration) {
        let is_container = self.tree.get(id).kind.is_container();
        let label = match it.shown.or(Some(it.code).filter(|it| it.quoted)) {
            Some(shown) => self.ground.line_label(shown.range),
            None if is_container => return,
            None => Label { text: self.tree.get(id).name.clone() },
        };
        self.tree.get_mut(id).label = label;
    }

    fn description(&mut self, it: &ast::Description, range: TextRange) {
        let code = self.code(it.state.range);
        let is_current = self.current.is_some_and(|it| self.tree.get(it).name == code);
        let id = if is_current {
            self.current
        } else {
            let slot = self.tree.find(&code, self.current);
            self.make(slot, Kind::Simple, range)
        };
        let Some(id) = id else { return };
        let label = self.ground.line_label(it.text);
        self.tree.get_mut(id).description.push(label);
    }

    fn open(&mut self, container: Container, it: &Declaration, range: TextRange, pass: Pass) {
        let code = self.code(it.code.range);
        let kind = match container {
            Container::State => Kind::Composite,
            Container::Frame => Kind::Frame,
        };
        let slot = self.tree.find(&code, self.current);
        let is_new = !matches!(slot, Slot::Known(_));
        let id = self.make(slot, kind, range);
        self.open.push(self.outside());
        let Some(id) = id else { return };
        if pass == Pass::Declarations {
            self.ground.figures(range);
            if !self.tree.get(id).kind.is_container() {
                self.tree.get_mut(id).kind = kind;
            }
            if is_new || it.shown.is_some() {
                self.describe(id, it);
            }
            let says_style =
                !it.stereotypes.is_empty() || it.colors.is_some() || it.outline.is_some();
            if is_new || says_style {
                let styled = self.stereotypes(&it.stereotypes);
                self.style(id, it, &styled);
            }
        }
        self.current = Some(id);
    }

    /// What the closing line of the current container leads back to.
    fn outside(&self) -> Option<StateId> {
        self.current
    }

    fn region(&mut self, separator: Separator, range: TextRange, pass: Pass) {
        let is_region = |it: &StateId| self.tree.get(*it).kind == Kind::Region;
        let owner = match self.current {
            Some(id) if is_region(&id) => self.tree.get(id).parent,
            other => other,
        };
        if pass != Pass::Declarations {
            self.current = self.regions.get(self.next_region).copied();
            self.next_region += 1;
            return;
        }
        let slot = match owner {
            Some(id) => &mut self.tree.get_mut(id).separator,
            None => &mut self.root_separator,
        };
        slot.get_or_insert(separator);
        // The state itself is the first region.
        let number =
            self.regions.iter().filter(|it| self.tree.get(**it).parent == owner).count() + 2;
        let origin = self.ground.origin(range);
        let id = self.tree.add(owner, &format!("region{number}"), Kind::Region, origin);
        self.regions.push(id);
        self.current = Some(id);
    }

    fn crosses(&mut self, range: TextRange, message: String, hint: &str) {
        self.ground.report(codes::CROSSES_REGION, range, message);
        if let Some(found) = self.ground.diagnostics.last_mut() {
            found.hints.push(hint.to_owned());
        }
    }
}
