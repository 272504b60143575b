//! Classes and everything else with a name: declared, or made by being named.

use diag::TextEdit;
use puml_family::label::unescape;
use puml_family::{Label, Overrides, Spot, color};
use puml_graph::{End, Entity, EntityId, GroupId, Head, LineStyle, Link, Shape, Symbol};
use puml_syntax::TextRange;
use puml_syntax::ast::{BorderStyle, Name, Stereotype};

use super::names::{Found, NodeId, Reuse};
use super::{Detail, Lowering};
use crate::ast::{self, Declaration, EntityKind};
use crate::codes::model as codes;
use crate::element::Element;

/// A class stands where a package is needed; that is reported.
pub(super) struct Taken;

impl Lowering<'_> {
    /// The element that a name means, made as a class where there is none.
    pub(super) fn find_or_make(
        &mut self,
        code: &str,
        kind: EntityKind,
        range: TextRange,
    ) -> Option<End> {
        if self.is_malformed(code, range) {
            return None;
        }
        let current = self.current_node();
        let node = self.picture.names.resolve(code, current, Reuse::Anywhere);
        match self.picture.names.at(node) {
            Some(Found::Entity(id)) => Some(self.end_of(id)),
            Some(Found::Group(id)) => Some(End::Group(id)),
            Some(Found::Note(id)) => Some(End::Note(id)),
            None => self.make(node, kind, range).map(End::Entity),
        }
    }

    /// An entity as the end of a link; one that became a container is that.
    pub(super) fn end_of(&self, id: EntityId) -> End {
        match self.picture.details[id.0 as usize].became {
            Some(group) => End::Group(group),
            None => End::Entity(id),
        }
    }

    pub(super) fn is_malformed(&mut self, code: &str, range: TextRange) -> bool {
        if !self.picture.names.is_malformed(code) {
            return false;
        }
        let separator = self.picture.names.separator().unwrap_or_default();
        let message = format!("`{code}` is no name, since `{separator}` separates packages");
        self.ground.report(codes::MALFORMED_NAME, range, message);
        true
    }

    /// A new entity at a place; packages that are missing around it are made as well.
    pub(super) fn make(
        &mut self,
        node: NodeId,
        kind: EntityKind,
        range: TextRange,
    ) -> Option<EntityId> {
        let parent = self.container(self.picture.names.parent(node), range).ok()?;
        let origin = self.ground.origin(range);
        let id = EntityId(self.picture.graph.entities.len() as u32);
        let name = self.picture.names.name(node).to_owned();
        let look = self.ground.looks.of(Element::Class);
        let entity = Entity {
            label: Label { text: unescape(&name) },
            group: parent,
            body_look: self.ground.looks.of(Element::Member),
            stereotype_look: self.ground.looks.of(Element::Stereotype),
            ..Entity::new(String::new(), kind.word(), shape(kind), look, origin)
        };
        self.picture.graph.entities.push(entity);
        self.picture.details.push(Detail::new(kind, node));
        if node != NodeId::ROOT {
            self.picture.names.put(node, Found::Entity(id));
        }
        self.picture.latest = Some(End::Entity(id));
        Some(id)
    }

    /// The group of a place, made where it is missing; nothing where a class stands in the way.
    pub(super) fn container(
        &mut self,
        node: NodeId,
        range: TextRange,
    ) -> Result<Option<GroupId>, Taken> {
        if node == self.current_node() {
            return Ok(self.current());
        }
        if node == NodeId::ROOT {
            return Ok(None);
        }
        match self.picture.names.at(node) {
            Some(Found::Group(id)) => Ok(Some(id)),
            Some(found) => {
                if let Found::Entity(id) = found
                    && let Some(group) = self.picture.details[id.0 as usize].became
                {
                    return Ok(Some(group));
                }
                let name = self.picture.names.qualified(node);
                let message = format!("`{name}` is a class, so it cannot hold anything");
                let before = self.ground.diagnostics.len();
                self.ground.report(codes::TAKEN_NAME, range, message);
                let start = self.ground.span(TextRange::at(range.start));
                let edit = TextEdit::replace(start, "set separator none\n");
                self.ground.offer(before, "take dots as part of names", edit);
                Err(Taken)
            }
            None => {
                let parent = self.container(self.picture.names.parent(node), range)?;
                Ok(Some(self.make_group(node, parent, range)))
            }
        }
    }

    pub(super) fn declaration(&mut self, it: &Declaration, range: TextRange) {
        let code = self.code(it.code.range);
        if self.is_malformed(&code, it.code.range) {
            return;
        }
        let reuse = match it.kind {
            EntityKind::Object | EntityKind::Map | EntityKind::Json => Reuse::Anywhere,
            _ => Reuse::Here,
        };
        let current = self.current_node();
        let node = self.picture.names.resolve(&code, current, reuse);
        let (id, is_new) = match self.picture.names.at(node) {
            Some(Found::Entity(id)) if self.picture.details[id.0 as usize].became.is_none() => {
                if !self.redeclared(id, it) {
                    return;
                }
                (id, false)
            }
            Some(_) => {
                let message = format!("`{code}` is already the name of a package or a note");
                self.taken(it.code.range, message);
                return;
            }
            None => match self.make(node, it.kind, range) {
                Some(id) => (id, true),
                None => return,
            },
        };
        self.picture.latest = Some(End::Entity(id));
        self.decorate(id, it, is_new);
        self.parents(it, id, range);
    }

    fn taken(&mut self, range: TextRange, message: String) {
        self.ground.report(codes::TAKEN_NAME, range, message);
    }

    /// Whether a second declaration of a name may stand; reports it where not.
    fn redeclared(&mut self, id: EntityId, it: &Declaration) -> bool {
        let kind = self.picture.details[id.0 as usize].kind;
        let has_body = it.body.is_some();
        let is_fine = match it.kind {
            EntityKind::Object => has_body,
            EntityKind::Map
            | EntityKind::Json
            | EntityKind::Diamond
            | EntityKind::Circle
            | EntityKind::Described(_) => false,
            new => new == kind || is_class(new) && is_class(kind),
        };
        if is_fine {
            return true;
        }
        let (old, new) = (kind.word(), it.kind.word());
        let code = self.code(it.code.range);
        let origin = self.picture.graph.entities[id.0 as usize].origin;
        let article =
            |word: &str| if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        let message = if old == new {
            format!("`{code}` is declared already")
        } else {
            let (a, b) = (article(old), article(new));
            format!("`{code}` is {a} {old} already, so it cannot become {b} {new}")
        };
        let finding =
            diag::Diagnostic::new(codes::TAKEN_NAME, self.ground.span(it.code.range), message)
                .with_label(origin, "it is first named here");
        self.ground.diagnostics.push(finding);
        false
    }

    /// Everything that stands on the line of a declaration.
    fn decorate(&mut self, id: EntityId, it: &Declaration, is_new: bool) {
        let stereotypes = self.stereotype_labels(&it.stereotypes);
        let spot = it.stereotypes.iter().find_map(|it| self.spot(it));
        let link = self.ground.link(it.link);
        let tags: Vec<String> = it.tags.iter().map(|it| self.code(*it)).collect();
        let classes = self.classes(&it.stereotypes);
        let is_table = matches!(it.kind, EntityKind::Map | EntityKind::Json);
        let shown = match it.shown {
            Some(name) if is_table || it.kind == EntityKind::Object => {
                Some((self.ground.line_label(name.range), None))
            }
            Some(name) => Some(self.shown(name)),
            None => is_table.then(|| (Label { text: self.code(it.code.range) }, None)),
        };
        let generic = it.generic.map(|it| self.ground.line_label(it));
        // Fields of an object may be added to a class, which stays one.
        let is_kept = it.kind == EntityKind::Object && !is_new;
        let detail = self.detail(id);
        let kind = if is_kept { detail.kind } else { it.kind };
        detail.kind = kind;
        detail.tags.extend(tags);
        if !classes.is_empty() {
            detail.classes = classes;
        }
        let entity = self.entity(id);
        entity.kind = kind.word();
        entity.shape = shape(kind);
        entity.visibility = it.visibility.or(entity.visibility);
        if !stereotypes.is_empty() || spot.is_some() {
            entity.stereotypes = stereotypes;
        }
        entity.spot = spot.or(entity.spot.take());
        entity.link = link.or(entity.link.take());
        if let Some((label, own)) = shown
            && (is_new || it.body.is_some())
        {
            entity.label = label;
            entity.generic = own.or(entity.generic.take());
        }
        entity.generic = generic.or(entity.generic.take());
        self.dress(id, it);
        self.body(id, it);
    }

    /// What is shown for a quoted name; `"List<T>"` brings its type parameter.
    fn shown(&self, name: Name) -> (Label, Option<Label>) {
        let label = self.ground.line_label(name.range);
        if let Some((before, rest)) = label.text.split_once('<')
            && let Some(inside) = rest.strip_suffix('>')
            && !before.trim().is_empty()
            && !inside.is_empty()
            && !inside.contains('/')
            // That is a word between guillemets.
            && !inside.starts_with('<')
            && !before.contains('<')
            && is_balanced(inside)
        {
            let generic = Label { text: inside.to_owned() };
            return (Label { text: before.trim_end().to_owned() }, Some(generic));
        }
        (label, None)
    }

    /// Its looks, from its kind, stereotypes and colours.
    pub(super) fn dress(&mut self, id: EntityId, it: &Declaration) {
        let classes = self.picture.details[id.0 as usize].classes.clone();
        let mut overrides = Self::overrides(it.colors.as_ref());
        if let Some(outline) = it.outline {
            overrides.border = outline.style.or(overrides.border);
            let line = outline.color.and_then(|it| it.paint).map(|it| color(it.first()));
            overrides.line = line.or(overrides.line);
        }
        let header = it.colors.and_then(|it| it.header);
        let (element, member) = match it.kind {
            EntityKind::Object | EntityKind::Map | EntityKind::Json => {
                (Element::Object, Element::ObjectMember)
            }
            EntityKind::Interface => (Element::Interface, Element::Member),
            EntityKind::Enum => (Element::Enum, Element::Member),
            EntityKind::Abstract => (Element::Abstract, Element::Member),
            EntityKind::Circle | EntityKind::Diamond => (Element::Symbol, Element::Member),
            EntityKind::Described(_) => (Element::Described, Element::Member),
            _ => (Element::Class, Element::Member),
        };
        let is_plain = classes.is_empty() && overrides == Overrides::default() && header.is_none();
        if is_plain && !self.is_default_look(id) && element == Element::Class {
            return;
        }
        let look = self.ground.looks.styled(element, &classes, &overrides);
        let text = Overrides { text: overrides.text, fill: overrides.fill, ..Overrides::default() };
        let body_look = self.ground.looks.styled(member, &classes, &text);
        let stereotype_look = self.ground.looks.styled(Element::Stereotype, &classes, &text);
        let fill = header.and_then(|it| it.paint).map(puml_family::paint);
        let header_look = match fill {
            Some(fill) => {
                let fill = Overrides { fill: Some(fill), ..Overrides::default() };
                Some(self.ground.looks.styled(Element::Header, &classes, &fill))
            }
            None => {
                Some(self.ground.looks.styled(Element::Header, &classes, &Overrides::default()))
            }
        };
        let entity = self.entity(id);
        entity.look = look;
        entity.body_look = body_look;
        entity.stereotype_look = stereotype_look;
        entity.header_look = header_look;
    }

    fn is_default_look(&self, id: EntityId) -> bool {
        let entity = &self.picture.graph.entities[id.0 as usize];
        entity.look == self.ground.looks.of(Element::Class)
    }

    fn body(&mut self, id: EntityId, it: &Declaration) {
        if matches!(it.kind, EntityKind::Map | EntityKind::Json) {
            self.table(id, it);
            return;
        }
        let Some(body) = &it.body else { return };
        if matches!(it.kind, EntityKind::Described(_)) {
            let text = self.ground.document.lines(body);
            self.entity(id).label = Label { text };
            return;
        }
        let lines = body.lines.iter();
        let lines = lines.map(|it| self.ground.document.text(*it).trim().to_owned());
        let lines: Vec<String> = lines.collect();
        self.detail(id).lines.extend(lines);
    }

    /// Links to what a class extends and implements, the parent above.
    fn parents(&mut self, it: &Declaration, child: EntityId, range: TextRange) {
        let is_interface = it.kind == EntityKind::Interface;
        let extended = if is_interface { EntityKind::Interface } else { EntityKind::Class };
        let extends = it.extends.iter().map(|it| (*it, extended));
        let implements = it.implements.iter().map(|it| (*it, EntityKind::Interface));
        for (name, kind) in extends.chain(implements).collect::<Vec<_>>() {
            let code = self.code(name.range);
            let Some(parent) = self.parent_of(&code, kind, name.range) else { continue };
            let is_realized = match parent {
                End::Entity(id) => {
                    self.picture.details[id.0 as usize].kind == EntityKind::Interface
                        && !is_interface
                }
                _ => false,
            };
            let overrides = Overrides {
                border: is_realized.then_some(BorderStyle::Dashed),
                ..Overrides::default()
            };
            let look = self.ground.looks.styled(Element::Arrow, &[], &overrides);
            let mut link = Link::new(parent, End::Entity(child), look, self.ground.origin(range));
            link.from_head = Head::Extension;
            link.stroke = if is_realized { LineStyle::Dashed } else { LineStyle::Solid };
            self.add_link(link, Vec::new());
        }
        self.picture.latest = Some(End::Entity(child));
    }

    /// A parent, which like a declaration means the current package alone.
    fn parent_of(&mut self, code: &str, kind: EntityKind, range: TextRange) -> Option<End> {
        if self.is_malformed(code, range) {
            return None;
        }
        let current = self.current_node();
        let node = self.picture.names.resolve(code, current, Reuse::Here);
        match self.picture.names.at(node) {
            Some(Found::Entity(id)) => Some(self.end_of(id)),
            Some(Found::Group(id)) => Some(End::Group(id)),
            Some(Found::Note(id)) => Some(End::Note(id)),
            None => self.make(node, kind, range).map(End::Entity),
        }
    }

    /// `A : text`.
    pub(super) fn member(&mut self, it: &ast::Member, range: TextRange) {
        let code = self.code(it.owner.range);
        let line = self.ground.document.text(it.text).into_owned();
        match self.find_or_make(&code, EntityKind::Class, range) {
            Some(End::Entity(id)) => {
                self.detail(id).lines.push(line);
                self.picture.latest = Some(End::Entity(id));
            }
            Some(_) => {
                let message = format!("`{code}` is a package or a note: it has no members");
                self.ground.report(codes::TAKEN_NAME, it.owner.range, message);
            }
            None => {}
        }
    }

    /// `A <<text>>`.
    pub(super) fn stereotyped(&mut self, it: &ast::Stereotyped) {
        let code = self.code(it.owner.range);
        let Some(Found::Entity(id)) = self.find(&code) else {
            let message = format!("there is no class `{code}` in the diagram");
            self.unknown(&code, it.owner.range, message);
            return;
        };
        let keyword = it.owner.range;
        let kind = self.picture.details[id.0 as usize].kind;
        let declaration = Declaration {
            stereotypes: it.stereotypes.clone(),
            ..Declaration::bare(keyword, kind, it.owner)
        };
        self.decorate(id, &declaration, false);
    }

    /// `url of A is [[…]]`.
    pub(super) fn address(&mut self, it: &ast::AddressOf) {
        let code = self.code(it.owner.range);
        let link = self.ground.link(Some(it.link));
        match self.find(&code) {
            Some(Found::Entity(id)) => self.entity(id).link = link,
            Some(Found::Group(id)) => self.picture.graph.groups[id.0 as usize].link = link,
            Some(Found::Note(id)) => self.picture.graph.notes[id.0 as usize].link = link,
            None => {
                let message = format!("there is no `{code}` in the diagram");
                self.unknown(&code, it.owner.range, message);
            }
        }
    }

    /// The letter or picture that a stereotype puts before the name.
    pub(super) fn spot(&self, it: &Stereotype) -> Option<Spot> {
        if let Some(sprite) = it.sprite {
            let name = self.code(sprite.name);
            let color = sprite.color.and_then(|it| it.paint).map(|it| color(it.first()));
            let is_known = self.ground.sprites.iter().any(|it| it.name == name);
            let scale = sprite.scale.map_or(1.0, f64::from);
            return is_known.then_some(Spot::Sprite { name, scale, color });
        }
        let spot = it.spot?;
        let fill = spot.color.and_then(|it| it.paint).map(|it| color(it.first()));
        let color = self.ground.looks.toned(fill.unwrap_or(scene::Color::hex(0xad_d1b2)));
        Some(Spot::Letter { letter: spot.letter, color })
    }
}

fn is_balanced(text: &str) -> bool {
    let mut depth = 0_i32;
    for it in text.chars() {
        depth += match it {
            '<' => 1,
            '>' => -1,
            _ => 0,
        };
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

/// The kinds that may turn into one another.
fn is_class(kind: EntityKind) -> bool {
    matches!(
        kind,
        EntityKind::Class
            | EntityKind::Abstract
            | EntityKind::Interface
            | EntityKind::Enum
            | EntityKind::Annotation
            | EntityKind::Record
            | EntityKind::Dataclass
    )
}

fn shape(kind: EntityKind) -> Shape {
    match kind {
        EntityKind::Circle | EntityKind::Described("circle" | "interface") => Shape::Circle,
        EntityKind::Diamond => Shape::Diamond,
        EntityKind::Described(word) => match Symbol::WORDS.iter().find(|it| it.0 == word) {
            // A port sits on a container, which classes have not.
            Some((_, symbol)) if !symbol.is_port() => Shape::Symbol(*symbol),
            _ => Shape::Class,
        },
        _ => Shape::Class,
    }
}
