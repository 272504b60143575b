//! From the syntax tree to the model: which element a name means, what it holds, how it looks, what is hidden.

mod entities;
mod groups;
mod hiding;
mod links;
mod members;
mod names;
mod notes;
mod tables;

use diag::Diagnostic;
use puml_family::{Ground, Input, Label, Overrides};
use puml_graph::{End, EntityId, Graph, GroupId, LinkId, NoteId};
use puml_syntax::TextRange;
use puml_syntax::ast::{ColorSet, DirectiveKind, Shared, Stereotype};

use crate::ast::{self, Document, EntityKind, StmtKind};
use crate::codes::model as codes;
use crate::element::Settings;
use crate::model::{Model, Page};

pub(crate) use groups::named_frame;
pub(crate) use members::Marks;
use names::{Found, Names, NodeId};

/// The model of a document with one diagram. Never fails: what cannot stand is left out and reported.
pub(crate) fn lower(document: &Document, input: Input<'_>) -> (Model, Vec<Diagnostic>) {
    let mut settings = Settings::default();
    let ground = Ground::new(document, input, &mut settings);
    let mut lowering =
        Lowering { ground, settings, picture: Picture::default(), pages: Vec::new() };
    for (_, stmt) in document.block_stmts(&document.blocks[0]) {
        lowering.statement(stmt);
    }
    lowering.finish_page();
    let model = Model {
        pages: lowering.pages,
        sprites: lowering.ground.sprites,
        looks: lowering.ground.looks.into_looks(),
    };
    (model, lowering.ground.diagnostics)
}

/// What an entity has beside what the picture shows.
#[derive(Debug, Clone)]
struct Detail {
    kind: EntityKind,
    node: NodeId,
    /// The raw lines of its bodies.
    lines: Vec<String>,
    /// In lower case, for styles and commands.
    classes: Vec<String>,
    tags: Vec<String>,
    /// The container that took its name.
    became: Option<GroupId>,
    /// Whether its rows are made already.
    is_table: bool,
}

impl Detail {
    fn new(kind: EntityKind, node: NodeId) -> Self {
        Self {
            kind,
            node,
            lines: Vec::new(),
            classes: Vec::new(),
            tags: Vec::new(),
            became: None,
            is_table: false,
        }
    }
}

/// A member that a link or a note names; which row it is is known when all bodies are.
struct MemberRef {
    of: EntityId,
    member: String,
    user: MemberUser,
}

enum MemberUser {
    LinkFrom(LinkId),
    LinkTo(LinkId),
    Note(NoteId),
}

/// What one page says so far.
#[derive(Default)]
struct Picture {
    graph: Graph,
    names: Names,
    /// One for each entity.
    details: Vec<Detail>,
    /// One for each group: its place and tags.
    group_nodes: Vec<NodeId>,
    group_tags: Vec<Vec<String>>,
    /// `hide`, `show`, `remove`, `restore`, in order, with the package they stand in.
    commands: Vec<(ast::Visibility, TextRange, Option<GroupId>)>,
    /// `hide private members`, in order.
    filters: Vec<ast::Filter>,
    /// The groups around the current line; a `together` counts as one.
    open: Vec<GroupId>,
    /// What was declared last.
    latest: Option<End>,
    members: Vec<MemberRef>,
    /// The pairs that have association classes: the ends, the point, how many.
    couples: Vec<links::Couple>,
    /// The lower case stereotypes of each link, for `remove`.
    link_classes: Vec<Vec<String>>,
    /// Whether a package that only holds one other package is drawn together with it.
    joins_packages: bool,
}

/// The state of one lowering.
struct Lowering<'a> {
    ground: Ground<'a, StmtKind>,
    settings: Settings,
    picture: Picture,
    pages: Vec<Page>,
}

impl Lowering<'_> {
    fn statement(&mut self, stmt: &ast::Stmt) {
        let range = stmt.range;
        self.pragma(stmt);
        if self.ground.shared(stmt) {
            return;
        }
        self.ground.figures(range);
        match &stmt.kind {
            StmtKind::Declaration(it) => self.declaration(it, range),
            StmtKind::Member(it) => self.member(it, range),
            StmtKind::Stereotyped(it) => self.stereotyped(it),
            StmtKind::Url(it) => self.address(it),
            StmtKind::Link(it) => self.link(it, range),
            StmtKind::Lollipop(it) => self.lollipop(it, range),
            StmtKind::Constraint(it) => self.constraint(it, range),
            StmtKind::Group(it) => {
                if let Some(id) = self.group(it, range) {
                    self.picture.open.push(id);
                }
            }
            StmtKind::EmptyGroup(it) => self.empty_group(it, range),
            StmtKind::Close => {
                self.picture.open.pop();
            }
            StmtKind::Note(it) => self.note(it, range),
            StmtKind::Visibility(it) => self.visibility(it, range),
            StmtKind::Filter(it) => self.picture.filters.push((**it).clone()),
            StmtKind::Direction(direction) => self.picture.graph.direction = *direction,
            StmtKind::Separator(range) => {
                let text = self.ground.document.text(*range).into_owned();
                self.picture.names.separate(&text);
            }
            StmtKind::NewPage => self.finish_page(),
            StmtKind::AllowMixing | StmtKind::Shared(_) => {}
        }
    }

    /// `!pragma useIntermediatePackages false`; other pragmas say nothing about classes.
    fn pragma(&mut self, stmt: &ast::Stmt) {
        let StmtKind::Shared(Shared::Directive(it)) = &stmt.kind else { return };
        if it.kind != DirectiveKind::Pragma {
            return;
        }
        let argument = self.ground.document.text(it.argument).to_ascii_lowercase();
        let words: Vec<&str> = argument.split_whitespace().collect();
        if let ["useintermediatepackages", value] = words[..] {
            self.picture.joins_packages = matches!(value, "false" | "off");
        }
    }

    /// Settles what only the whole page decides, and begins the next one.
    fn finish_page(&mut self) {
        self.settle_names();
        self.join_packages();
        self.fill_bodies();
        self.settle_members();
        self.apply_commands();
        self.share_trunks();
        let Picture { mut graph, .. } = std::mem::take(&mut self.picture);
        graph.lines = self.settings.lines;
        graph.node_gap = self.settings.node_gap;
        graph.rank_gap = self.settings.rank_gap;
        graph.same_width = self.settings.same_width;
        let surroundings = std::mem::take(&mut self.ground.surroundings);
        self.pages.push(Page { graph, surroundings });
    }

    /// Names with the separator that is in force at the end.
    fn settle_names(&mut self) {
        let Picture { graph, names, details, group_nodes, .. } = &mut self.picture;
        for (entity, detail) in graph.entities.iter_mut().zip(details) {
            if detail.node != NodeId::ROOT {
                entity.id = names.qualified(detail.node);
            }
        }
        for (group, node) in graph.groups.iter_mut().zip(group_nodes) {
            if *node != NodeId::ROOT {
                group.id = names.qualified(*node);
            }
        }
    }

    fn code(&self, range: TextRange) -> String {
        self.ground.document.text(range).into_owned()
    }

    /// The innermost group around the current line, also one without a frame.
    fn current(&self) -> Option<GroupId> {
        self.picture.open.last().copied()
    }

    /// The place of the innermost group with a name.
    fn current_node(&self) -> NodeId {
        let nodes = &self.picture.group_nodes;
        let mut named = self.picture.open.iter().rev().map(|it| nodes[it.0 as usize]);
        named.find(|it| *it != NodeId::ROOT).unwrap_or(NodeId::ROOT)
    }

    fn find(&self, code: &str) -> Option<Found> {
        self.picture.names.find(code, self.current_node())
    }

    fn stereotypes(&self, all: &[Stereotype]) -> Vec<String> {
        all.iter().map(|it| self.ground.document.text(it.label).trim().to_owned()).collect()
    }

    /// The labels of stereotypes. One in three brackets is a style class and nothing to read.
    fn stereotype_labels(&self, all: &[Stereotype]) -> Vec<Label> {
        let texts = self.stereotypes(all);
        let shown = texts.iter().filter(|it| !it.is_empty() && !it.starts_with('<'));
        shown.map(|it| Label { text: format!("«{it}»") }).collect()
    }

    /// What styles call something with stereotypes.
    fn classes(&self, all: &[Stereotype]) -> Vec<String> {
        let texts = self.stereotypes(all);
        texts.iter().map(|it| it.trim_matches(['<', '>']).to_lowercase()).collect()
    }

    fn overrides(colors: Option<&ColorSet>) -> Overrides {
        colors.map(Overrides::from_set).unwrap_or_default()
    }

    /// Reports a name that means nothing, with the nearest one that does.
    fn unknown(&mut self, code: &str, range: TextRange, message: String) {
        let before = self.ground.diagnostics.len();
        self.ground.report(codes::UNKNOWN_ENTITY, range, message);
        let near = diag::nearest(code, self.picture.names.known()).map(str::to_owned);
        if let Some(near) = near {
            let span = self.ground.span(range);
            let edit = diag::TextEdit::replace(span, near.as_str());
            self.ground.offer(before, format!("replace with `{near}`"), edit);
        }
    }

    fn entity(&mut self, id: EntityId) -> &mut puml_graph::Entity {
        &mut self.picture.graph.entities[id.0 as usize]
    }

    fn detail(&mut self, id: EntityId) -> &mut Detail {
        &mut self.picture.details[id.0 as usize]
    }
}
