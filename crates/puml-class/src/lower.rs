//! From the syntax tree to the model: which element a name means, what it holds, how it looks, what is hidden.

mod hiding;
mod members;
mod names;

use diag::{Diagnostic, Span};
use puml_family::{Ground, Input, Label, LookId, Overrides, Spot, color};
use puml_graph::{
    Body, End, Entity, EntityId, Frame, Graph, Group, GroupId, Head, LineStyle, Link, LinkId,
    Middle, Note, NoteId, NotePlace, Shape, Side,
};
use puml_syntax::TextRange;
use puml_syntax::ast::{BorderStyle, NoteSide, Stereotype};

use crate::ast::{self, Declaration, Document, EntityKind, GroupKind, StmtKind};
use crate::codes::model as codes;
use crate::element::{Element, Settings};
use crate::model::Model;

use names::{Found, Names};

/// The model of a document with one diagram. Never fails: what cannot stand is left out and reported.
pub(crate) fn lower(document: &Document, input: Input<'_>) -> (Model, Vec<Diagnostic>) {
    let mut settings = Settings::default();
    let ground = Ground::new(document, input, &mut settings);
    let graph = Graph {
        lines: settings.lines,
        node_gap: settings.node_gap,
        rank_gap: settings.rank_gap,
        ..Graph::default()
    };
    let mut lowering = Lowering {
        ground,
        settings,
        graph,
        names: Names::default(),
        details: Vec::new(),
        commands: Vec::new(),
        open: Vec::new(),
        latest: None,
    };
    for (_, stmt) in document.block_stmts(&document.blocks[0]) {
        lowering.statement(stmt);
    }
    lowering.finish()
}

/// What an entity has beside what the picture shows.
#[derive(Debug, Clone, Default)]
struct Detail {
    kind: Option<EntityKind>,
    /// The raw lines of its bodies.
    lines: Vec<String>,
    /// In lower case, for styles and commands.
    classes: Vec<String>,
    tags: Vec<String>,
}

/// The state of one lowering.
struct Lowering<'a> {
    ground: Ground<'a, StmtKind>,
    settings: Settings,
    graph: Graph,
    names: Names,
    /// One for each entity.
    details: Vec<Detail>,
    /// `hide`, `show`, `remove`, `restore`, in order.
    commands: Vec<(ast::Visibility, TextRange)>,
    /// The groups around the current line; a `together` counts as one.
    open: Vec<GroupId>,
    /// What was declared last.
    latest: Option<EntityId>,
}

impl Lowering<'_> {
    fn statement(&mut self, stmt: &ast::Stmt) {
        let range = stmt.range;
        if self.ground.shared(stmt) {
            return;
        }
        self.ground.figures(range);
        match &stmt.kind {
            StmtKind::Declaration(it) => self.declaration(it, range),
            StmtKind::Member(it) => {
                let code = self.code(it.owner.range);
                if let Some(End::Entity(id)) = self.find_or_make(&code, EntityKind::Class, range) {
                    let line = self.ground.document.text(it.text).into_owned();
                    self.details[id.0 as usize].lines.push(line);
                }
            }
            StmtKind::Link(it) => self.link(it, range),
            StmtKind::Group(it) => {
                let id = self.group(it, range);
                self.open.push(id);
            }
            StmtKind::EmptyGroup(it) => {
                self.group(it, range);
            }
            StmtKind::Close => {
                self.open.pop();
            }
            StmtKind::Note(it) => self.note(it, range),
            StmtKind::Visibility(it) => self.commands.push(((**it).clone(), range)),
            StmtKind::Direction(direction) => self.graph.direction = *direction,
            StmtKind::Separator(range) => {
                let text = self.ground.document.text(*range).into_owned();
                self.names.separate(&text);
            }
            StmtKind::Shared(_) => {}
        }
    }

    fn finish(mut self) -> (Model, Vec<Diagnostic>) {
        self.fill_bodies();
        self.apply_commands();
        let model = Model {
            graph: self.graph,
            surroundings: self.ground.surroundings,
            sprites: self.ground.sprites,
            looks: self.ground.looks.into_looks(),
        };
        (model, self.ground.diagnostics)
    }

    fn code(&self, range: TextRange) -> String {
        self.ground.document.text(range).into_owned()
    }

    /// The innermost group that has a name.
    fn current(&self) -> Option<GroupId> {
        self.open.last().copied()
    }

    /// The element that a name means, made as a class where there is none.
    fn find_or_make(&mut self, code: &str, kind: EntityKind, range: TextRange) -> Option<End> {
        match self.names.find(code, self.current(), &self.graph) {
            Some(Found::Entity(id)) => Some(End::Entity(id)),
            Some(Found::Group(id)) => Some(End::Group(id)),
            Some(Found::Note(id)) => Some(End::Note(id)),
            None => self.make(code, kind, range).map(End::Entity),
        }
    }

    /// A new entity; missing packages before its last segment are made as well.
    fn make(&mut self, code: &str, kind: EntityKind, range: TextRange) -> Option<EntityId> {
        let place = self.names.place(code, self.current(), &self.graph);
        let mut parent = place.parent;
        for segment in &place.missing {
            if self.names.is_entity(parent, segment, &self.graph) {
                let message = format!("`{segment}` is a class, so it cannot hold `{}`", place.name);
                self.ground.report(codes::TAKEN_NAME, range, message);
                return None;
            }
            parent = Some(self.make_group(segment, parent, range));
        }
        let origin = self.ground.origin(range);
        let id = EntityId(self.graph.entities.len() as u32);
        let entity = Entity {
            id: self.names.qualified(parent, &place.name, &self.graph),
            kind: kind.word(),
            label: Label { text: place.name.clone() },
            generic: None,
            stereotypes: Vec::new(),
            spot: None,
            visibility: None,
            shape: Shape::Class,
            body: Body::default(),
            group: parent,
            link: None,
            hidden: false,
            look: self.ground.looks.of(Element::Class),
            header_look: None,
            body_look: self.ground.looks.of(Element::Member),
            stereotype_look: self.ground.looks.of(Element::Stereotype),
            origin,
        };
        self.graph.entities.push(entity);
        self.details.push(Detail { kind: Some(kind), ..Detail::default() });
        self.names.add_entity(parent, &place.name, id);
        self.latest = Some(id);
        Some(id)
    }

    fn make_group(&mut self, name: &str, parent: Option<GroupId>, range: TextRange) -> GroupId {
        let id = GroupId(self.graph.groups.len() as u32);
        self.graph.groups.push(Group {
            id: self.names.qualified(parent, name, &self.graph),
            kind: "package",
            label: Label { text: name.to_owned() },
            stereotypes: Vec::new(),
            frame: Frame::Folder,
            parent,
            link: None,
            composite: None,
            look: self.ground.looks.of(Element::Package),
            origin: self.ground.origin(range),
        });
        self.names.add_group(parent, name, id);
        id
    }

    fn declaration(&mut self, it: &Declaration, range: TextRange) {
        let code = self.code(it.code.range);
        let found = self.names.declared(&code, self.current(), &self.graph);
        let id = match found {
            Some(Found::Entity(id)) => id,
            Some(Found::Group(_) | Found::Note(_)) => {
                let message = format!("`{code}` is already the name of a package or a note");
                self.ground.report(codes::TAKEN_NAME, it.code.range, message);
                return;
            }
            None => match self.make(&code, it.kind, range) {
                Some(id) => id,
                None => return,
            },
        };
        self.latest = Some(id);
        let stereotypes = self.stereotypes(&it.stereotypes);
        let classes: Vec<String> = stereotypes.iter().map(|it| it.to_lowercase()).collect();
        let mut overrides = it.colors.as_ref().map(Overrides::from_set).unwrap_or_default();
        if let Some(outline) = it.outline {
            overrides.border = outline.style.or(overrides.border);
            let line = outline.color.and_then(|it| it.paint).map(|it| color(it.first()));
            overrides.line = line.or(overrides.line);
        }
        let look = self.ground.looks.styled(Element::Class, &classes, &overrides);
        let member_look = self.ground.looks.styled(
            Element::Member,
            &classes,
            &Overrides { text: overrides.text, ..Overrides::default() },
        );
        let spot = it.stereotypes.iter().find_map(spot);
        let entity = &mut self.graph.entities[id.0 as usize];
        entity.kind = it.kind.word();
        entity.look = look;
        entity.body_look = member_look;
        entity.shape = match it.kind {
            EntityKind::Circle => Shape::Circle,
            EntityKind::Diamond => Shape::Diamond,
            _ => Shape::Class,
        };
        if let Some(shown) = it.shown {
            entity.label = self.ground.line_label(shown.range);
        }
        if let Some(generic) = it.generic {
            entity.generic = Some(self.ground.line_label(generic));
        }
        entity.stereotypes.extend(
            stereotypes
                .iter()
                .filter(|it| !it.is_empty())
                .map(|it| Label { text: format!("«{it}»") }),
        );
        entity.spot = spot.or(entity.spot.take());
        entity.link = self.ground.link(it.link).or(entity.link.take());
        let body = it.body.as_ref().map(|it| {
            let lines = it.lines.iter();
            lines.map(|it| self.ground.document.text(*it).trim().to_owned()).collect::<Vec<_>>()
        });
        let tags: Vec<String> = it.tags.iter().map(|it| self.code(*it)).collect();
        let detail = &mut self.details[id.0 as usize];
        detail.kind = Some(it.kind);
        detail.classes.extend(classes);
        detail.tags.extend(tags);
        detail.lines.extend(body.into_iter().flatten());
        self.parents(it, id, range);
    }

    /// Links to what a class extends and implements, the parent above.
    fn parents(&mut self, it: &Declaration, child: EntityId, range: TextRange) {
        let is_interface = it.kind == EntityKind::Interface;
        let extended = if is_interface { EntityKind::Interface } else { EntityKind::Class };
        let all = it
            .extends
            .iter()
            .map(|it| (*it, extended))
            .chain(it.implements.iter().map(|it| (*it, EntityKind::Interface)));
        for (name, kind) in all.collect::<Vec<_>>() {
            let code = self.code(name);
            let Some(parent) = self.find_or_make(&code, kind, range) else { continue };
            let is_realized = match parent {
                End::Entity(id) => {
                    self.details[id.0 as usize].kind == Some(EntityKind::Interface) && !is_interface
                }
                _ => false,
            };
            let overrides = Overrides {
                border: is_realized.then_some(BorderStyle::Dashed),
                ..Overrides::default()
            };
            let look = self.ground.looks.styled(Element::Arrow, &[], &overrides);
            let link = Link {
                from_head: Head::Extension,
                ..plain_link(parent, End::Entity(child), look, self.ground.origin(range))
            };
            self.graph.links.push(link);
        }
        self.latest = Some(child);
    }

    fn stereotypes(&self, all: &[Stereotype]) -> Vec<String> {
        all.iter().map(|it| self.ground.document.text(it.label).trim().to_owned()).collect()
    }

    fn group(&mut self, it: &ast::Group, range: TextRange) -> GroupId {
        let parent = self.current();
        let Some(name) = it.name else {
            let id = self.make_group("", parent, range);
            self.graph.groups[id.0 as usize].frame =
                if it.kind == GroupKind::Together { Frame::None } else { Frame::Rectangle };
            return id;
        };
        let code = self.code(it.code.unwrap_or(name).range);
        let id = match self.names.declared(&code, parent, &self.graph) {
            Some(Found::Group(id)) => id,
            found => {
                if found.is_some() {
                    let message = format!("`{code}` is already the name of a class or a note");
                    self.ground.report(codes::TAKEN_NAME, name.range, message);
                }
                let place = self.names.place(&code, parent, &self.graph);
                let mut parent = place.parent;
                for segment in &place.missing {
                    parent = Some(self.make_group(segment, parent, range));
                }
                self.make_group(&place.name, parent, range)
            }
        };
        let stereotypes = self.stereotypes(&it.stereotypes);
        let classes: Vec<String> = stereotypes.iter().map(|it| it.to_lowercase()).collect();
        let overrides = it.colors.as_ref().map(Overrides::from_set).unwrap_or_default();
        let look = self.ground.looks.styled(Element::Package, &classes, &overrides);
        let label = self.ground.line_label(name.range);
        let link = self.ground.link(it.link);
        let group = &mut self.graph.groups[id.0 as usize];
        group.look = look;
        group.link = link;
        if it.code.is_some() || name.quoted {
            group.label = label;
        }
        group.frame =
            if it.kind == GroupKind::Rectangle { Frame::Rectangle } else { Frame::Folder };
        group.stereotypes = stereotypes
            .iter()
            .filter(|it| !it.is_empty())
            .map(|it| Label { text: format!("«{it}»") })
            .collect();
        id
    }

    fn link(&mut self, it: &ast::Link, range: TextRange) {
        let (left, right) = (self.code(it.left.range), self.code(it.right.range));
        let Some(from) = self.find_or_make(&left, EntityKind::Class, range) else { return };
        let Some(to) = self.find_or_make(&right, EntityKind::Class, range) else { return };
        let classes: Vec<String> =
            self.stereotypes(&it.stereotypes).iter().map(|it| it.to_lowercase()).collect();
        let mut overrides = it.colors.as_ref().map(Overrides::from_set).unwrap_or_default();
        overrides.line = it
            .arrow
            .color
            .and_then(|it| it.paint)
            .map(|it| color(it.first()))
            .or(overrides.line)
            .or(match overrides.fill {
                Some(scene::Paint::Solid(color)) => Some(color),
                _ => None,
            });
        overrides.fill = None;
        let dashed = it.arrow.dashed.then_some(BorderStyle::Dashed);
        overrides.border = it.arrow.style.or(dashed).or(overrides.border);
        let look = self.ground.looks.styled(Element::Arrow, &classes, &overrides);
        let (side, length) = match (it.arrow.direction, it.arrow.length) {
            (Some(side @ (Side::Left | Side::Right)), _) => (side, 1),
            (Some(side), length) => (side, length.max(2) - 1),
            (None, 1) => (Side::Right, 1),
            (None, length) => (Side::Down, length - 1),
        };
        let text = |range: Option<TextRange>| self.ground.optional_label(range);
        let link = Link {
            from_head: it.arrow.left,
            to_head: it.arrow.right,
            label: text(it.label),
            from_label: text(it.left_text),
            to_label: text(it.right_text),
            side,
            length,
            free: it.arrow.free,
            hidden: it.arrow.hidden,
            link: self.ground.link(it.link),
            ..plain_link(from, to, look, self.ground.origin(range))
        };
        self.graph.links.push(link);
    }

    fn note(&mut self, it: &ast::Note, range: TextRange) {
        let place = match it.place {
            ast::NotePlace::Beside(side, name) => {
                let code = self.code(name.range);
                let found = self.names.find(&code, self.current(), &self.graph);
                let Some(Found::Entity(id)) = found else {
                    let message = format!("there is no class `{code}` to note something at");
                    self.ground.report(codes::UNKNOWN_ENTITY, name.range, message);
                    return;
                };
                NotePlace::Beside(id, side_of(side))
            }
            ast::NotePlace::Latest(side) => {
                let Some(id) = self.latest else {
                    let message = "no class stands before this note";
                    self.ground.report(codes::NOTHING_TO_NOTE, range, message);
                    return;
                };
                NotePlace::Beside(id, side_of(side))
            }
            ast::NotePlace::OnLink => {
                let Some(idx) = self.graph.links.len().checked_sub(1) else {
                    let message = "no link stands before this note";
                    self.ground.report(codes::NOTHING_TO_NOTE, range, message);
                    return;
                };
                NotePlace::OnLink(LinkId(idx as u32))
            }
            ast::NotePlace::Free(_) => NotePlace::Free,
        };
        let classes: Vec<String> =
            self.stereotypes(&it.stereotypes).iter().map(|it| it.to_lowercase()).collect();
        let overrides = it.colors.as_ref().map(Overrides::from_set).unwrap_or_default();
        let id = NoteId(self.graph.notes.len() as u32);
        let name = match it.place {
            ast::NotePlace::Free(name) => Some(self.code(name.range)),
            _ => None,
        };
        if let Some(name) = &name {
            if self.names.declared(name, None, &self.graph).is_some() {
                let message = format!("`{name}` is already the name of something else");
                self.ground.report(codes::TAKEN_NAME, range, message);
                return;
            }
            self.names.add_note(name, id);
        }
        let note = Note {
            id: name,
            label: self.ground.text_label(&it.text),
            place,
            group: self.current(),
            hidden: false,
            link: self.ground.link(it.link),
            look: self.ground.looks.styled(Element::Note, &classes, &overrides),
            origin: self.ground.origin(range),
        };
        self.graph.notes.push(note);
    }
}

fn side_of(side: NoteSide) -> Side {
    match side {
        NoteSide::Left => Side::Left,
        NoteSide::Right => Side::Right,
        NoteSide::Top => Side::Up,
        NoteSide::Bottom => Side::Down,
    }
}

/// A link without heads and labels, its right end below.
fn plain_link(from: End, to: End, look: LookId, origin: Span) -> Link {
    Link {
        from,
        to,
        from_head: Head::None,
        to_head: Head::None,
        label: Label::default(),
        from_label: Label::default(),
        to_label: Label::default(),
        from_role: Label::default(),
        to_role: Label::default(),
        from_qualifier: Label::default(),
        to_qualifier: Label::default(),
        stereotypes: Vec::new(),
        reading: None,
        middle: Middle::None,
        stroke: LineStyle::Solid,
        trunk: None,
        side: Side::Down,
        length: 1,
        free: false,
        hidden: false,
        link: None,
        beside: Vec::new(),
        look,
        origin,
    }
}

/// The letter that a stereotype puts before the name.
fn spot(it: &Stereotype) -> Option<Spot> {
    let spot = it.spot?;
    let fill = spot.color.and_then(|it| it.paint).map(|it| color(it.first()));
    let color = fill.unwrap_or(scene::Color::hex(0xad_d1b2));
    Some(Spot::Letter { letter: spot.letter, color })
}
