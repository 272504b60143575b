//! From the older syntax to a picture of entities: which step a name means, and which one an arrow begins at.

use std::collections::HashMap;

use diag::{Diagnostic, Span};
use puml_family::{Ground, Input, Label, Overrides, color, label};
use puml_graph::{
    End, Entity, EntityId, Frame, Graph, Group, GroupId, Head, LineStyle, Link, LinkId, Note,
    NotePlace, Pseudo, Shape, Side,
};
use puml_syntax::TextRange;
use puml_syntax::ast::{BorderStyle, NoteSide, Text};

use super::ast::{self, Arrow, Document, If, Partition, Step, StepName, StmtKind};
use super::model::Model;
use crate::codes::model as codes;
use crate::element::Element;
use crate::model::Style;

/// The model of a document with one diagram. Never fails: what cannot stand is left out and reported.
pub(super) fn lower(document: &Document, input: Input<'_>) -> (Model, Vec<Diagnostic>) {
    let mut style = Style::default();
    let ground = Ground::new(document, input, &mut style);
    let mut lowering = Lowering {
        ground,
        graph: Graph { node_gap: Some(26.0), rank_gap: Some(38.0), ..Graph::default() },
        names: HashMap::new(),
        open: Vec::new(),
        tests: Vec::new(),
        last: None,
        sequence: 0,
    };
    for (_, stmt) in document.block_stmts(&document.blocks[0]) {
        lowering.statement(stmt);
    }
    let model = Model {
        graph: lowering.graph,
        surroundings: lowering.ground.surroundings,
        sprites: lowering.ground.sprites,
        looks: lowering.ground.looks.into_looks(),
    };
    (model, lowering.ground.diagnostics)
}

struct Lowering<'a> {
    ground: Ground<'a, StmtKind>,
    graph: Graph,
    names: HashMap<String, End>,
    /// The partitions around the current line.
    open: Vec<GroupId>,
    /// The decisions around the current line.
    tests: Vec<End>,
    /// Where an arrow without a source begins.
    last: Option<End>,
    /// Counts what was made; decisions without a name are called by it.
    sequence: u32,
}

/// Which end of a link a step is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Source,
    Target,
}

impl Lowering<'_> {
    fn statement(&mut self, stmt: &ast::Stmt) {
        let range = stmt.range;
        if self.ground.shared(stmt) {
            return;
        }
        self.ground.figures(range);
        match &stmt.kind {
            StmtKind::Link(it) => {
                let Some(from) = self.source(it.from.as_ref(), range) else { return };
                let to = self.step(&it.to, Role::Target, range);
                self.link(from, to, &it.arrow, it.label, range);
                self.last = Some(to);
            }
            StmtKind::If(it) => self.test(it, range),
            StmtKind::Else => self.last = self.tests.last().copied().or(self.last),
            StmtKind::EndIf => {
                self.tests.pop();
            }
            StmtKind::Partition(it) => self.partition(it, range),
            StmtKind::Close => {
                self.open.pop();
            }
            StmtKind::Note(it) => self.note(it, range),
            StmtKind::Direction(it) => self.graph.direction = *it,
            StmtKind::Shared(_) => {}
        }
    }

    fn next(&mut self) -> u32 {
        self.sequence += 1;
        self.sequence
    }

    fn text(&self, text: &Text) -> (String, Label) {
        let document = self.ground.document;
        match text {
            Text::Line(range) => {
                let raw = document.text(*range).into_owned();
                let label = Label { text: label::unescape(&raw) };
                (raw, label)
            }
            Text::Lines(lines) => {
                let all: Vec<String> =
                    lines.lines.iter().map(|it| document.text(*it).trim().to_owned()).collect();
                (all.concat(), Label { text: all.join("\n") })
            }
        }
    }

    /// The step that a link begins at.
    fn source(&mut self, step: Option<&Step>, range: TextRange) -> Option<End> {
        if let Some(step) = step {
            return Some(self.step(step, Role::Source, range));
        }
        if self.last.is_none() {
            let message = "no step stands before this arrow";
            self.ground.report(codes::NO_SOURCE, range, message);
        }
        self.last
    }

    fn step(&mut self, step: &Step, role: Role, range: TextRange) -> End {
        let (code, label, kind, shape, element) = match &step.name {
            StepName::Circle(name) => {
                let name = self.ground.document.text(*name).into_owned();
                let (word, mark, element) = match role {
                    Role::Source => ("start", Pseudo::Start, Element::Start),
                    Role::Target => ("end", Pseudo::End, Element::Stop),
                };
                let is_other = !name.is_empty() && !name.eq_ignore_ascii_case("top");
                let code = if is_other { format!("{word}${name}") } else { word.to_owned() };
                (code, Label { text: word.to_owned() }, word, Shape::Pseudo(mark), element)
            }
            StepName::Bar(name) => {
                let name = self.ground.document.text(*name).into_owned();
                let label = Label { text: name.clone() };
                (name, label, "bar", Shape::Pseudo(Pseudo::Bar), Element::Bar)
            }
            StepName::Action { text, code } => {
                let (raw, label) = self.text(text);
                let code = code.map_or(raw, |it| self.ground.document.text(it).into_owned());
                (code, label, "activity", Shape::State, Element::Activity)
            }
            StepName::Open => {
                let name = format!("##{}", self.next());
                let id = self.group(&name, Label::default(), range);
                self.open.push(id);
                return End::Group(id);
            }
        };
        let within = step.partition.map(|it| {
            let name = self.ground.document.text(it).into_owned();
            self.find_group(&name, range)
        });
        let classes: Vec<String> = step
            .stereotypes
            .iter()
            .map(|it| self.ground.document.text(*it).trim().to_lowercase())
            .collect();
        let overrides = step.colors.as_ref().map(Overrides::from_set).unwrap_or_default();
        let found = self.names.get(&code).copied();
        let end = found.unwrap_or_else(|| {
            let origin = self.ground.origin(range);
            self.add(&code, label, kind, shape, element, within, origin)
        });
        let is_styled = !classes.is_empty() || step.colors.is_some();
        if let (End::Entity(id), true) = (end, is_styled) {
            let look = self.ground.looks.styled(element, &classes, &overrides);
            let entity = &mut self.graph.entities[id.0 as usize];
            entity.look = look;
            // They only choose a style; the reference does not write them.
            entity.hides_stereotypes = true;
            for class in &step.stereotypes {
                let text = format!("«{}»", self.ground.document.text(*class).trim());
                entity.stereotypes.push(Label { text });
            }
        }
        end
    }

    #[expect(clippy::too_many_arguments, reason = "everything that a new step has")]
    fn add(
        &mut self,
        code: &str,
        label: Label,
        kind: &'static str,
        shape: Shape,
        element: Element,
        within: Option<GroupId>,
        origin: Span,
    ) -> End {
        self.next();
        let group = within.or_else(|| self.open.last().copied());
        let id = self.qualified(code, group);
        let look = self.ground.looks.of(element);
        let end = End::Entity(EntityId(self.graph.entities.len() as u32));
        let entity = Entity { label, group, ..Entity::new(id, kind, shape, look, origin) };
        self.graph.entities.push(entity);
        self.names.insert(code.to_owned(), end);
        end
    }

    fn qualified(&self, code: &str, group: Option<GroupId>) -> String {
        match group {
            Some(group) => format!("{}.{code}", self.graph.groups[group.0 as usize].id),
            None => code.to_owned(),
        }
    }

    fn group(&mut self, name: &str, title: Label, range: TextRange) -> GroupId {
        self.next();
        let parent = self.open.last().copied();
        let id = self.qualified(name, parent);
        let look = self.ground.looks.of(Element::Group);
        let origin = self.ground.origin(range);
        let group = Group {
            label: title,
            frame: Frame::Rectangle,
            ..Group::new(id, "partition", parent, look, origin)
        };
        self.graph.groups.push(group);
        GroupId(self.graph.groups.len() as u32 - 1)
    }

    fn find_group(&mut self, name: &str, range: TextRange) -> GroupId {
        match self.names.get(name) {
            Some(End::Group(id)) => return *id,
            Some(End::Entity(id)) => return self.widen(*id, name, range),
            _ => {}
        }
        let id = self.group(name, Label { text: label::unescape(name) }, range);
        self.names.insert(name.to_owned(), End::Group(id));
        id
    }

    /// Makes a partition of a step that has its name: links that led to the step lead to the partition.
    fn widen(&mut self, old: EntityId, name: &str, range: TextRange) -> GroupId {
        let entity = self.graph.entities.remove(old.0 as usize);
        let look = self.ground.looks.of(Element::Group);
        let origin = self.ground.origin(range);
        let group = GroupId(self.graph.groups.len() as u32);
        self.graph.groups.push(Group {
            label: entity.label,
            frame: Frame::Rectangle,
            ..Group::new(entity.id, "partition", entity.group, look, origin)
        });
        let moved = |end: End| match end {
            End::Entity(id) if id == old => End::Group(group),
            End::Entity(id) if id.0 > old.0 => End::Entity(EntityId(id.0 - 1)),
            other => other,
        };
        for link in &mut self.graph.links {
            (link.from, link.to) = (moved(link.from), moved(link.to));
        }
        for note in &mut self.graph.notes {
            if let NotePlace::Beside(owner, side) = note.place {
                note.place = match moved(End::Entity(owner)) {
                    End::Group(id) => NotePlace::AtGroup(id, side),
                    End::Entity(id) => NotePlace::Beside(id, side),
                    _ => note.place,
                };
            }
        }
        let tests = self.tests.iter_mut().chain(self.last.as_mut());
        tests.for_each(|it| *it = moved(*it));
        self.names = self.names.drain().map(|(name, end)| (name, moved(end))).collect();
        self.names.insert(name.to_owned(), End::Group(group));
        group
    }

    fn partition(&mut self, it: &Partition, range: TextRange) {
        let name = self.ground.document.text(it.title).into_owned();
        let id = self.find_group(&name, range);
        if let Some(colors) = &it.colors {
            let overrides = Overrides::from_set(colors);
            let look = self.ground.looks.styled(Element::Group, &[], &overrides);
            self.graph.groups[id.0 as usize].look = look;
        }
        self.open.push(id);
    }

    fn test(&mut self, it: &If, range: TextRange) {
        let Some(from) = self.source(it.from.as_ref(), range) else { return };
        let number = self.next();
        let code = it.code.map(|it| self.ground.document.text(it).into_owned());
        let code = code.unwrap_or_else(|| format!("#{number}"));
        let test = self.ground.line_label(it.test);
        let origin = self.ground.origin(range);
        let end = self.add(&code, test, "branch", Shape::Test, Element::Diamond, None, origin);
        let plain = Arrow {
            range,
            length: 2,
            direction: None,
            dotted: false,
            style: puml_syntax::ast::LineStyle::default(),
        };
        self.link(from, end, it.arrow.as_ref().unwrap_or(&plain), it.label, range);
        self.tests.push(end);
        self.last = Some(end);
    }

    fn link(
        &mut self,
        from: End,
        to: End,
        arrow: &Arrow,
        label: Option<TextRange>,
        range: TextRange,
    ) {
        self.next();
        let border = arrow.style.border.or(arrow.dotted.then_some(BorderStyle::Dotted));
        let overrides = Overrides {
            line: arrow.style.color.and_then(|it| it.paint).map(|it| color(it.first())),
            border,
            ..Overrides::default()
        };
        let look = self.ground.looks.styled(Element::Arrow, &[], &overrides);
        let (side, length) = match (arrow.direction, arrow.length) {
            (Some(side @ (Side::Left | Side::Right)), _) => (side, 1),
            (Some(side), length) => (side, length.max(2) - 1),
            (None, 1) => (Side::Right, 1),
            (None, length) => (Side::Down, length - 1),
        };
        let origin = self.ground.origin(range);
        self.graph.links.push(Link {
            to_head: Head::Swallow,
            label: self.ground.optional_label(label),
            stroke: match border {
                None => LineStyle::Solid,
                Some(BorderStyle::Dashed) => LineStyle::Dashed,
                Some(BorderStyle::Dotted) => LineStyle::Dotted,
                Some(BorderStyle::Bold) => LineStyle::Bold,
            },
            side,
            length,
            free: arrow.style.free,
            hidden: arrow.style.hidden,
            ..Link::new(from, to, look, origin)
        });
    }

    fn note(&mut self, it: &ast::Note, range: TextRange) {
        self.sequence += 3;
        let origin = self.ground.origin(range);
        let place = if let Some(side) = it.side {
            let side = match side {
                NoteSide::Left => Side::Left,
                NoteSide::Right => Side::Right,
                NoteSide::Top => Side::Up,
                NoteSide::Bottom => Side::Down,
            };
            let owner = self.last.unwrap_or_else(|| {
                let label = Label { text: "start".to_owned() };
                let shape = Shape::Pseudo(Pseudo::Start);
                self.add("start", label, "start", shape, Element::Start, None, origin)
            });
            self.last = Some(owner);
            match owner {
                End::Group(id) => NotePlace::AtGroup(id, side),
                End::Entity(id) => NotePlace::Beside(id, side),
                _ => return,
            }
        } else {
            let Some(idx) = self.graph.links.len().checked_sub(1) else {
                let message = "no link stands before this note";
                self.ground.report(codes::NO_SOURCE, range, message);
                return;
            };
            NotePlace::OnLink(LinkId(idx as u32))
        };
        let overrides = it.colors.as_ref().map(Overrides::from_set).unwrap_or_default();
        let note = Note {
            id: None,
            label: self.ground.text_label(&it.text),
            place,
            group: None,
            hidden: false,
            link: None,
            look: self.ground.looks.styled(Element::Note, &[], &overrides),
            origin,
        };
        self.graph.notes.push(note);
    }
}
