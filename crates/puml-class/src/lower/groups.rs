//! Packages, namespaces and other frames.

use puml_family::Label;
use puml_graph::{End, Frame, Group, GroupId, Symbol};
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
            let label = if it.code.is_some() {
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
