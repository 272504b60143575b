//! From the syntax tree to the model: which element a name means, what it is, how it looks, what is hidden.

mod hiding;
mod label;
mod link;
mod names;
mod note;
mod sprites;
mod table;

use diag::Diagnostic;
use puml_family::{Ground, Input, Label, Overrides, Spot, color};
use puml_graph::codes::model as codes;
use puml_graph::{
    Body, End, Entity, EntityId, Flow, Frame, Graph, Group, GroupId, NoteId, Pseudo, Shape, Symbol,
};
use puml_syntax::TextRange;
use puml_syntax::ast::{Stereotype, Text};

use crate::ast::{self, Code, Document, StmtKind};
use crate::codes::model::PORT_OUTSIDE;
use crate::element::{Element, Settings};
use crate::model::{Model, Page};

use names::{Found, Names, Reach};

/// The model of a document with one diagram. Never fails: what cannot stand is left out and reported.
pub(crate) fn lower(document: &Document, input: Input<'_>) -> (Model, Vec<Diagnostic>) {
    let mut settings = Settings::default();
    let ground = Ground::new(document, input, &mut settings);
    let mut lowering = Lowering {
        ground,
        settings,
        graph: Graph::default(),
        names: Names::default(),
        details: Vec::new(),
        group_details: Vec::new(),
        link_classes: Vec::new(),
        note_tags: Vec::new(),
        commands: Vec::new(),
        open: Vec::new(),
        latest: None,
        is_outside: false,
        pages: Vec::new(),
    };
    lowering.begin_page();
    for (_, stmt) in document.block_stmts(&document.blocks[0]) {
        lowering.statement(stmt);
    }
    lowering.end_page();
    let model = Model {
        pages: lowering.pages,
        sprites: lowering.ground.sprites,
        looks: lowering.ground.looks.into_looks(),
    };
    (model, lowering.ground.diagnostics)
}

/// What an element has beside what the picture shows.
#[derive(Debug, Clone, Default)]
struct Detail {
    /// Nothing for one that only a link names.
    symbol: Option<Symbol>,
    /// In lower case, for styles and commands.
    classes: Vec<String>,
    tags: Vec<String>,
    /// The container that it became.
    replaced: Option<GroupId>,
}

/// The state of one lowering.
struct Lowering<'a> {
    ground: Ground<'a, StmtKind>,
    settings: Settings,
    graph: Graph,
    names: Names,
    /// One for each entity.
    details: Vec<Detail>,
    /// One for each group.
    group_details: Vec<Detail>,
    /// The stereotypes of each link, in lower case.
    link_classes: Vec<Vec<String>>,
    /// The tags of each note.
    note_tags: Vec<Vec<String>>,
    /// `hide`, `show`, `remove`, `restore`, in order.
    commands: Vec<(ast::Visibility, TextRange)>,
    /// The groups around the current line; a `together` counts as one.
    open: Vec<GroupId>,
    /// What was declared last.
    latest: Option<End>,
    /// Whether a `}` closed what was not open: nothing can be added behind it.
    is_outside: bool,
    pages: Vec<Page>,
}

impl Lowering<'_> {
    fn statement(&mut self, stmt: &ast::Stmt) {
        let range = stmt.range;
        if self.ground.shared(stmt) {
            return;
        }
        self.ground.figures(range);
        match &stmt.kind {
            StmtKind::Element(it) => self.element(it, range),
            StmtKind::Link(it) => self.link(it, range),
            StmtKind::Group(it) => {
                let id = self.group(it, range);
                self.open.push(id);
            }
            StmtKind::Close => self.is_outside |= self.open.pop().is_none(),
            StmtKind::Note(it) => self.note(it, range),
            StmtKind::Table(it) => self.table(it, range),
            StmtKind::Visibility(it) => self.commands.push(((**it).clone(), range)),
            StmtKind::Address(code, link) => self.address(*code, *link),
            StmtKind::Direction(direction) => self.graph.direction = *direction,
            StmtKind::Separator(range) => {
                let text = self.text(*range);
                self.names.separate(&text);
            }
            StmtKind::NewPage => {
                self.end_page();
                self.begin_page();
            }
            StmtKind::Shared(_) => {}
        }
    }

    fn begin_page(&mut self) {
        self.graph = Graph {
            lines: self.settings.lines,
            node_gap: self.settings.node_gap,
            rank_gap: self.settings.rank_gap,
            ..Graph::default()
        };
        self.names = Names::default();
        self.details.clear();
        self.group_details.clear();
        self.link_classes.clear();
        self.note_tags.clear();
        self.open.clear();
        self.latest = None;
    }

    fn end_page(&mut self) {
        self.settle();
        self.apply_commands();
        self.drop_unknown_sprites();
        let graph = std::mem::take(&mut self.graph);
        let surroundings = std::mem::take(&mut self.ground.surroundings);
        self.pages.push(Page { graph, surroundings });
    }

    /// What a link names and nothing declares is an actor where there are actors or use cases, else an interface.
    fn settle(&mut self) {
        let is_use_case = |it: &Detail| {
            let symbol = it.symbol.filter(|_| it.replaced.is_none());
            matches!(symbol, Some(Symbol::Actor | Symbol::UseCase | Symbol::BusinessUseCase))
        };
        let has_use_cases = self.details.iter().any(is_use_case);
        let symbol = if has_use_cases { Symbol::Actor } else { Symbol::Interface };
        for idx in 0..self.details.len() {
            if self.details[idx].symbol.is_none() {
                self.dress(EntityId(idx as u32), symbol, &[], &Overrides::default());
            }
        }
    }

    fn text(&self, range: TextRange) -> String {
        self.ground.document.text(range).into_owned()
    }

    fn current(&self) -> Option<GroupId> {
        self.open.last().copied()
    }

    /// The innermost container with a name: a `together` is none.
    fn container(&self) -> Option<GroupId> {
        let framed = |it: &&GroupId| self.graph.groups[it.0 as usize].frame != Frame::None;
        self.open.iter().rev().find(framed).copied()
    }

    fn find(&self, code: &str, reach: Reach) -> Option<Found> {
        self.names.find(code, self.container(), reach)
    }

    /// Refuses what is added behind a `}` that closes nothing.
    fn check_inside(&mut self, range: TextRange) {
        if std::mem::take(&mut self.is_outside) {
            let message = "this stands behind a `}` that closes nothing";
            self.ground.report(puml_syntax::codes::NO_OPEN_GROUP, range, message);
        }
    }

    /// A new element; missing containers before its last segment are made as well.
    fn make(&mut self, code: &str, range: TextRange) -> EntityId {
        self.check_inside(range);
        let place = self.names.place(code, self.container());
        let mut parent = place.parent;
        for segment in &place.missing {
            parent = Some(self.make_group(segment, parent, range));
        }
        let id = EntityId(self.graph.entities.len() as u32);
        self.names.add(parent, &place.name, Found::Entity(id));
        // A `together` around the line holds what is made in its container.
        let group = if parent == self.container() { self.current() } else { parent };
        let look = self.ground.looks.of(Element::Leaf(Symbol::Interface));
        self.graph.entities.push(Entity {
            id: self.qualified(parent, &place.name),
            kind: Symbol::Interface.word(),
            label: Label { text: puml_family::label::unescape(&place.name) },
            generic: None,
            stereotypes: Vec::new(),
            hides_stereotypes: false,
            spot: None,
            visibility: None,
            shape: Shape::Symbol(Symbol::Interface),
            body: Body::default(),
            group,
            link: None,
            hidden: false,
            look,
            header_look: None,
            body_look: look,
            stereotype_look: self.ground.looks.of(Element::Stereotype),
            origin: self.ground.origin(range),
        });
        self.details.push(Detail::default());
        self.latest = Some(End::Entity(id));
        id
    }

    fn qualified(&self, parent: Option<GroupId>, name: &str) -> String {
        match (parent, self.names.separator()) {
            (Some(id), Some(separator)) => {
                format!("{}{separator}{name}", self.graph.groups[id.0 as usize].id)
            }
            _ => name.to_owned(),
        }
    }

    fn make_group(&mut self, name: &str, parent: Option<GroupId>, range: TextRange) -> GroupId {
        self.check_inside(range);
        let id = GroupId(self.graph.groups.len() as u32);
        let around = if parent == self.container() { self.current() } else { parent };
        self.graph.groups.push(Group {
            id: self.qualified(parent, name),
            kind: Symbol::Package.word(),
            label: Label { text: puml_family::label::unescape(name) },
            stereotypes: Vec::new(),
            frame: Frame::Symbol(self.settings.drawn(Symbol::Package)),
            parent: around,
            link: None,
            composite: None,
            look: self.ground.looks.of(Element::Frame(Symbol::Package)),
            origin: self.ground.origin(range),
        });
        self.group_details.push(Detail::default());
        if !name.is_empty() {
            self.names.add(parent, name, Found::Group(id));
        }
        id
    }

    fn element(&mut self, it: &ast::Element, range: TextRange) {
        let code = self.text(it.code.range);
        let is_port = it.symbol.is_port();
        if is_port && self.container().is_none() {
            let message = "a port stands on the border of a container, and none is open here";
            self.ground.report(PORT_OUTSIDE, range, message);
            return;
        }
        let reach = if it.symbol == Symbol::Domain { Reach::Anywhere } else { Reach::Here };
        let id = match self.find(&code, reach) {
            None => self.make(&code, range),
            Some(Found::Entity(id)) if self.details[id.0 as usize].symbol == Some(it.symbol) => id,
            Some(found) => {
                let known = match found {
                    Found::Entity(id) => self.details[id.0 as usize]
                        .symbol
                        .map_or("named by a link before this line", Symbol::word),
                    Found::Group(_) => "a container",
                    Found::Note(_) => "a note",
                };
                let message = format!("`{code}` is already {}", with_article(known));
                self.ground.report(codes::TAKEN_NAME, it.code.outer, message);
                return;
            }
        };
        self.latest = Some(End::Entity(id));
        let classes = self.classes(&it.stereotypes);
        let mut overrides = it.colors.as_ref().map(Overrides::from_set).unwrap_or_default();
        let label = if let Some(text) = &it.text {
            let is_round = matches!(it.symbol, Symbol::UseCase | Symbol::BusinessUseCase);
            if !self.settings.aligned && !is_round {
                overrides.align = Some(puml_family::Align::Left);
            }
            self.long_text(text)
        } else {
            let shown = it.shown.unwrap_or(it.code);
            overrides.align = self.ground.alignment(Some(shown.range));
            let label = self.shown(shown.range);
            // Quotes inside brackets, as in `:"Bob":`, are not drawn where nothing else names the element.
            match label.text.strip_prefix('"').and_then(|it| it.strip_suffix('"')) {
                Some(inner) if it.shown.is_none() => Label { text: inner.to_owned() },
                _ => label,
            }
        };
        self.dress(id, it.symbol, &classes, &overrides);
        let link = self.ground.link(it.link);
        let (stereotypes, spot) = self.stereotypes(&it.stereotypes);
        let tags = it.tags.iter().map(|it| self.text(*it)).collect::<Vec<_>>();
        let entity = &mut self.graph.entities[id.0 as usize];
        entity.label = label;
        // The stereotype of an ArchiMate element names its icon.
        if !it.stereotypes.is_empty() && it.symbol != Symbol::Archimate {
            entity.stereotypes = stereotypes;
            entity.spot = spot;
        }
        entity.link = link.or(entity.link.take());
        let detail = &mut self.details[id.0 as usize];
        detail.classes.extend(classes);
        detail.tags.extend(tags);
    }

    /// Makes an entity what it is.
    fn dress(&mut self, id: EntityId, symbol: Symbol, classes: &[String], overrides: &Overrides) {
        let look = self.ground.looks.styled(Element::Leaf(symbol), classes, overrides);
        let words = Overrides { text: overrides.text, ..Overrides::default() };
        let stereotype = self.ground.looks.styled(Element::Stereotype, classes, &words);
        self.details[id.0 as usize].symbol = Some(symbol);
        let entity = &mut self.graph.entities[id.0 as usize];
        entity.kind = symbol.word();
        entity.shape = match symbol {
            Symbol::Port | Symbol::PortIn => Shape::Pseudo(Pseudo::Pin(Flow::In)),
            Symbol::PortOut => Shape::Pseudo(Pseudo::Pin(Flow::Out)),
            _ => Shape::Symbol(self.settings.drawn(symbol)),
        };
        entity.look = look;
        entity.body_look = look;
        entity.stereotype_look = stereotype;
    }

    fn long_text(&self, text: &ast::LongText) -> Label {
        let mut all = self.text(text.first).trim().to_owned();
        let body = self.ground.text_label(&Text::Lines(text.lines.clone())).text;
        for part in [body.as_str(), self.text(text.last).trim()] {
            if !part.is_empty() {
                if !all.is_empty() {
                    all.push('\n');
                }
                all.push_str(part);
            }
        }
        Label { text: puml_family::label::unescape(&all) }
    }

    /// A text on one line with its guillemets.
    fn shown(&self, range: TextRange) -> Label {
        Label { text: self.ground.looks.guillemets().put(&self.ground.line_label(range).text) }
    }

    /// The names of stereotypes in lower case, as styles call them.
    fn classes(&self, all: &[Stereotype]) -> Vec<String> {
        let names = all.iter().map(|it| self.text(it.label).trim().to_lowercase());
        names.filter(|it| !it.is_empty()).collect()
    }

    /// What is shown above a name, and what stands beside it.
    fn stereotypes(&self, all: &[Stereotype]) -> (Vec<Label>, Option<Spot>) {
        let shown = all.iter().filter_map(|it| {
            let text = self.text(it.label).trim().to_owned();
            // A third pair of brackets hides the text.
            let is_shown = !text.is_empty() && !text.starts_with('<');
            is_shown.then(|| Label { text: format!("«{text}»") })
        });
        (shown.collect(), all.iter().find_map(|it| self.spot(it)))
    }

    fn spot(&self, it: &Stereotype) -> Option<Spot> {
        if let Some(spot) = it.spot {
            let fill = spot.color.and_then(|it| it.paint).map(|it| color(it.first()));
            let color = fill.unwrap_or(scene::Color::hex(0xad_d1b2));
            return Some(Spot::Letter { letter: spot.letter, color });
        }
        let sprite = it.sprite?;
        Some(Spot::Sprite {
            name: self.text(sprite.name),
            scale: sprite.scale.map_or(1.0, f64::from),
            color: sprite.color.and_then(|it| it.paint).map(|it| color(it.first())),
        })
    }

    fn group(&mut self, it: &ast::Group, range: TextRange) -> GroupId {
        let Some(symbol) = it.symbol else { return self.together(range) };
        let code = it.code.map(|it| self.text(it.range)).unwrap_or_default();
        let found = if code.is_empty() { None } else { self.find(&code, Reach::Here) };
        // A container that is opened again keeps its title, and so does an element that becomes one.
        let is_new = !matches!(found, Some(Found::Group(_) | Found::Entity(_)));
        let id = match found {
            Some(Found::Group(id)) => id,
            Some(Found::Entity(leaf)) => self.hold(leaf, range),
            found => {
                if found.is_some() {
                    let message = format!("`{code}` is already used before this line");
                    let at = it.code.map_or(range, |it| it.outer);
                    self.ground.report(codes::TAKEN_NAME, at, message);
                }
                let place = self.names.place(&code, self.container());
                let mut parent = place.parent;
                for segment in &place.missing {
                    parent = Some(self.make_group(segment, parent, range));
                }
                self.make_group(&place.name, parent, range)
            }
        };
        let classes = self.classes(&it.stereotypes);
        let mut overrides = it.colors.as_ref().map(Overrides::from_set).unwrap_or_default();
        let shown = it.shown.or(it.code);
        overrides.align = self.ground.alignment(shown.map(|it| it.range));
        let look = self.ground.looks.styled(Element::Frame(symbol), &classes, &overrides);
        let label = shown.map(|it| self.shown(it.range)).unwrap_or_default();
        let link = self.ground.link(it.link);
        let (stereotypes, _) = self.stereotypes(&it.stereotypes);
        let tags: Vec<String> = it.tags.iter().map(|it| self.text(*it)).collect();
        let group = &mut self.graph.groups[id.0 as usize];
        group.kind = symbol.word();
        group.frame = Frame::Symbol(self.settings.drawn(symbol));
        group.look = look;
        group.link = link.or(group.link.take());
        if is_new {
            group.label = label;
        }
        group.stereotypes = stereotypes;
        let detail = &mut self.group_details[id.0 as usize];
        detail.symbol = Some(symbol);
        detail.classes.extend(classes);
        detail.tags.extend(tags);
        self.latest = Some(End::Group(id));
        id
    }

    /// A frame without a name that keeps things together.
    fn together(&mut self, range: TextRange) -> GroupId {
        let id = GroupId(self.graph.groups.len() as u32);
        self.graph.groups.push(Group {
            id: format!("together {}", id.0 + 1),
            kind: "together",
            label: Label::default(),
            stereotypes: Vec::new(),
            frame: Frame::None,
            parent: self.current(),
            link: None,
            composite: None,
            look: self.ground.looks.of(Element::Frame(Symbol::Rectangle)),
            origin: self.ground.origin(range),
        });
        self.group_details.push(Detail::default());
        id
    }

    /// Turns an element into a container of its name.
    fn hold(&mut self, leaf: EntityId, range: TextRange) -> GroupId {
        let id = GroupId(self.graph.groups.len() as u32);
        let entity = &self.graph.entities[leaf.0 as usize];
        self.graph.groups.push(Group {
            id: entity.id.clone(),
            kind: Symbol::Package.word(),
            label: entity.label.clone(),
            stereotypes: Vec::new(),
            frame: Frame::Symbol(Symbol::Package),
            parent: entity.group,
            link: entity.link.clone(),
            composite: None,
            look: self.ground.looks.of(Element::Frame(Symbol::Package)),
            origin: self.ground.origin(range),
        });
        self.group_details.push(Detail::default());
        self.details[leaf.0 as usize].replaced = Some(id);
        self.names.replace(Found::Entity(leaf), Found::Group(id));
        id
    }

    fn address(&mut self, code: Code, link: puml_syntax::ast::Link) {
        let name = self.text(code.range);
        let link = self.ground.link(Some(link));
        match self.find(&name, Reach::Anywhere) {
            Some(Found::Entity(id)) => self.graph.entities[id.0 as usize].link = link,
            Some(Found::Group(id)) => self.graph.groups[id.0 as usize].link = link,
            Some(Found::Note(id)) => self.graph.notes[id.0 as usize].link = link,
            None => self.unknown(&name, code.outer),
        }
    }

    /// Reports a name that means nothing, with the nearest one that does.
    fn unknown(&mut self, name: &str, range: TextRange) {
        let message = format!("there is no element `{name}` before this line");
        self.ground.report(codes::UNKNOWN_ENTITY, range, message);
        let mut known: Vec<&str> = self.names.all().collect();
        known.sort_unstable();
        let near = diag::nearest(name, known).map(str::to_owned);
        if let (Some(near), Some(found)) = (near, self.ground.diagnostics.last_mut()) {
            found.hints.push(format!("did you mean `{near}`?"));
        }
    }

    /// What stands at the end of a link, made where there is nothing of that name.
    fn end(&mut self, code: Code, range: TextRange) -> End {
        let name = self.text(code.range);
        match self.find(&name, Reach::Anywhere) {
            Some(Found::Entity(id)) => End::Entity(id),
            Some(Found::Group(id)) => End::Group(id),
            Some(Found::Note(id)) => End::Note(id),
            None => {
                let id = self.make(&name, range);
                if let Some(symbol) = code.form.symbol() {
                    self.dress(id, symbol, &[], &Overrides::default());
                }
                End::Entity(id)
            }
        }
    }

    fn next_note(&self) -> NoteId {
        NoteId(self.graph.notes.len() as u32)
    }
}

fn with_article(what: &str) -> String {
    match what.chars().next() {
        _ if what.contains(' ') => what.to_owned(),
        Some('a' | 'e' | 'i' | 'o') => format!("an {what}"),
        _ => format!("a {what}"),
    }
}
