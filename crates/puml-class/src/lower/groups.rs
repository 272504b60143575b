//! Packages, namespaces and other frames.

use puml_family::Label;
use puml_graph::{End, Frame, Group, GroupId, NotePlace, Symbol};
use puml_syntax::TextRange;

use super::Lowering;
use super::names::{Found, NodeId, Reuse};
use crate::ast::{self, GroupKind};
use crate::codes::model as codes;
use crate::element::Element;

impl Lowering<'_> {
    /// A package at a place that has none.
    pub(super) fn make_group(
        &mut self,
        node: NodeId,
        parent: Option<GroupId>,
        range: TextRange,
    ) -> GroupId {
        let name = match node {
            NodeId::ROOT => String::new(),
            node => self.picture.names.name(node).to_owned(),
        };
        let id = GroupId(self.picture.graph.groups.len() as u32);
        let look = self.ground.looks.of(Element::Package);
        let origin = self.ground.origin(range);
        let label = Label { text: name };
        let group = Group { label, ..Group::new(String::new(), "package", parent, look, origin) };
        self.picture.graph.groups.push(group);
        self.picture.group_nodes.push(node);
        self.picture.group_tags.push(Vec::new());
        if node != NodeId::ROOT {
            self.picture.names.put(node, Found::Group(id));
        }
        id
    }

    /// Opens a frame, or goes on with the one of that name.
    pub(super) fn group(&mut self, it: &ast::Group, range: TextRange) -> Option<GroupId> {
        let Some(name) = it.name else {
            let parent = self.current();
            let id = self.make_group(NodeId::ROOT, parent, range);
            let group = &mut self.picture.graph.groups[id.0 as usize];
            group.kind = it.kind.word();
            if it.kind == GroupKind::Together {
                group.frame = Frame::None;
            } else {
                self.frame(id, it);
            }
            return Some(id);
        };
        let code = self.code(it.code.unwrap_or(name).range);
        if self.is_malformed(&code, name.range) {
            return None;
        }
        let current = self.current_node();
        let node = self.picture.names.resolve(&code, current, Reuse::Here);
        let (id, is_new) = match self.picture.names.at(node) {
            Some(Found::Group(id)) => (id, false),
            Some(Found::Note(_)) => {
                let message = format!("`{code}` is already the name of a note");
                self.ground.report(codes::TAKEN_NAME, name.range, message);
                return None;
            }
            found => {
                let parent = self.container(self.picture.names.parent(node), range).ok()?;
                let id = self.make_group(node, parent, range);
                if let Some(Found::Entity(entity)) = found {
                    self.picture.details[entity.0 as usize].became = Some(id);
                    let has_members = !self.picture.details[entity.0 as usize].lines.is_empty();
                    if has_members {
                        let message = format!("`{code}` was a class: its members are lost");
                        self.ground.report(codes::CLASS_BECAME_PACKAGE, name.range, message);
                    }
                }
                (id, true)
            }
        };
        if is_new || it.code.is_some() {
            let is_whole = self.picture.names.name(node) == code;
            let label = if it.code.is_some() || is_whole {
                self.ground.line_label(name.range)
            } else {
                Label { text: self.picture.names.name(node).to_owned() }
            };
            self.picture.graph.groups[id.0 as usize].label = label;
        }
        let tags: Vec<String> = it.tags.iter().map(|it| self.code(*it)).collect();
        self.picture.group_tags[id.0 as usize].extend(tags);
        if is_new || !it.stereotypes.is_empty() || it.colors.is_some() {
            self.frame(id, it);
        }
        self.picture.latest = Some(End::Group(id));
        Some(id)
    }

    /// `namespace N { }`: a second one of that name is refused.
    pub(super) fn empty_group(&mut self, it: &ast::Group, range: TextRange) {
        if let (GroupKind::Namespace, Some(name)) = (it.kind, it.name) {
            let code = self.code(it.code.unwrap_or(name).range);
            if self.find(&code).is_some() {
                let message = format!("there is a `{code}` already");
                self.ground.report(codes::TAKEN_NAME, name.range, message);
                return;
            }
        }
        self.group(it, range);
    }

    /// Draws a package that holds nothing but another package as one with it, under the names of both.
    pub(super) fn join_packages(&mut self) {
        if !self.picture.joins_packages {
            return;
        }
        let separator = self.picture.names.separator().unwrap_or(".").to_owned();
        // Parents come before their children, so that a chain of packages collects all its names.
        for idx in 0..self.picture.graph.groups.len() {
            let Some(inner) = self.only_package(GroupId(idx as u32)) else { continue };
            let groups = &mut self.picture.graph.groups;
            let outer = groups[idx].label.text.clone();
            let label = &mut groups[inner.0 as usize].label.text;
            *label = format!("{outer}{separator}{label}");
            groups[idx].frame = Frame::None;
        }
    }

    /// The package in a package that holds nothing else and that nothing points at.
    fn only_package(&self, outer: GroupId) -> Option<GroupId> {
        let graph = &self.picture.graph;
        if graph.groups[outer.0 as usize].frame == Frame::None
            || self.holds_leaf(outer)
            || self.is_named(outer)
        {
            return None;
        }
        let mut inside = (0..graph.groups.len() as u32).map(GroupId).filter(|it| {
            graph.groups[it.0 as usize].frame != Frame::None
                && self.package_around(*it) == Some(outer)
        });
        let inner = inside.next().filter(|_| inside.next().is_none())?;
        let holds = |it: &Option<GroupId>| self.package(*it) == Some(inner);
        let is_full = self.holds_leaf(inner) || graph.groups.iter().any(|it| holds(&it.parent));
        is_full.then_some(inner)
    }

    fn holds_leaf(&self, id: GroupId) -> bool {
        let graph = &self.picture.graph;
        let entities = graph.entities.iter().zip(&self.picture.details);
        entities.filter(|it| it.1.became.is_none()).any(|it| self.package(it.0.group) == Some(id))
            || graph.notes.iter().any(|it| self.package(it.group) == Some(id))
    }

    /// Whether a link or a note is about the package itself.
    fn is_named(&self, id: GroupId) -> bool {
        let graph = &self.picture.graph;
        graph.links.iter().any(|it| it.from == End::Group(id) || it.to == End::Group(id))
            || graph
                .notes
                .iter()
                .any(|it| matches!(it.place, NotePlace::AtGroup(at, _) if at == id))
    }

    fn package_around(&self, id: GroupId) -> Option<GroupId> {
        self.package(self.picture.graph.groups[id.0 as usize].parent)
    }

    /// The innermost package around something, past `together`.
    fn package(&self, mut at: Option<GroupId>) -> Option<GroupId> {
        let groups = &self.picture.graph.groups;
        while let Some(id) = at.filter(|it| groups[it.0 as usize].kind == "together") {
            at = groups[id.0 as usize].parent;
        }
        at
    }

    /// How a group is drawn. A stereotype that names a shape gives it that shape and is not shown.
    fn frame(&mut self, id: GroupId, it: &ast::Group) {
        let classes = self.classes(&it.stereotypes);
        let overrides = Self::overrides(it.colors.as_ref());
        let look = self.ground.looks.styled(Element::Package, &classes, &overrides);
        let asked = classes.iter().find_map(|it| named_frame(it));
        let usual = self.settings.package_frame.unwrap_or(Frame::Folder);
        let frame = asked.unwrap_or(match it.kind {
            GroupKind::Described(word) => named_frame(word).unwrap_or(Frame::Rectangle),
            _ => usual,
        });
        let labels = self.stereotype_labels(&it.stereotypes);
        let link = self.ground.link(it.link);
        let group = &mut self.picture.graph.groups[id.0 as usize];
        group.kind = it.kind.word();
        group.look = look;
        group.link = link.or(group.link.take());
        group.frame = frame;
        group.stereotypes = if asked.is_some() { Vec::new() } else { labels };
    }
}

/// The frame that a word stands for.
pub(crate) fn named_frame(word: &str) -> Option<Frame> {
    match word {
        "package" | "folder" => Some(Frame::Folder),
        "rectangle" | "rect" | "agent" => Some(Frame::Rectangle),
        _ => {
            let found = Symbol::WORDS.iter().find(|it| it.0 == word && it.1.can_hold());
            found.map(|it| Frame::Symbol(it.1))
        }
    }
}
