//! Groups: opening, branching, closing.

use crate::ast::{self, GroupKind};
use puml_syntax::TextRange;

use super::Lowering;
use super::pages::Latest;
use crate::element::Element;
use crate::model::{EventKind, Fragment, FragmentKind};
use puml_family::Label;
use puml_family::{Overrides, paint};

impl Lowering<'_> {
    pub(super) fn group(&mut self, group: &ast::Group, range: TextRange) {
        let fill = |it: Option<ast::ColorRef>| Overrides {
            fill: it.and_then(|it| it.paint).map(paint),
            ..Overrides::default()
        };
        let body = fill(group.body_color).fill;
        let look = self.ground.looks.styled(Element::Group, &[], &fill(group.body_color));
        let header_look =
            self.ground.looks.styled(Element::GroupHeader, &[], &fill(group.header_color));
        let text = self.optional_label(group.label);
        let (tab, label) = match group.kind {
            GroupKind::Group if group.label.is_none() => {
                (keyword(group.kind), self.optional_label(group.secondary))
            }
            GroupKind::Group => (text, self.optional_label(group.secondary)),
            GroupKind::Partition => (text, Label::default()),
            other => (keyword(other), text),
        };
        let fragment = Fragment { kind: kind_of(group.kind), tab, label, look, header_look };
        self.groups.push(body);
        self.push(EventKind::Open(Box::new(fragment)), group.parallel.is_some(), range);
    }

    pub(super) fn branch(&mut self, branch: ast::Else, range: TextRange) {
        let Some(&body) = self.groups.last() else {
            self.has_stray_end = true;
            return;
        };
        let usual = self.ground.looks.look(self.ground.looks.of(Element::Group)).fill;
        // A branch without a colour has its group's, unless the style gives all bodies one.
        let inherited = body.filter(|_| usual.is_none());
        let overrides = Overrides {
            fill: branch.color.and_then(|it| it.paint).map(paint).or(inherited),
            ..Overrides::default()
        };
        let look = self.ground.looks.styled(Element::Group, &[], &overrides);
        let label = self.optional_label(branch.label);
        self.push(EventKind::Branch { label, look }, false, range);
        self.lives.met_branch();
    }

    pub(super) fn end_group(&mut self, range: TextRange) {
        if self.groups.pop().is_none() {
            self.has_stray_end = true;
            return;
        }
        self.push(EventKind::Close, false, range);
        self.lives.met_pause();
        self.pages.latest = Latest::GroupEnd;
    }
}

fn keyword(kind: GroupKind) -> Label {
    let text = if kind == GroupKind::Par2 { "par" } else { kind.keyword() };
    Label { text: text.to_owned() }
}

fn kind_of(kind: GroupKind) -> FragmentKind {
    match kind {
        GroupKind::Alt => FragmentKind::Alt,
        GroupKind::Opt => FragmentKind::Opt,
        GroupKind::Loop => FragmentKind::Loop,
        GroupKind::Par => FragmentKind::Par,
        GroupKind::Par2 => FragmentKind::ParTogether,
        GroupKind::Break => FragmentKind::Break,
        GroupKind::Critical => FragmentKind::Critical,
        GroupKind::Group => FragmentKind::Group,
        GroupKind::Partition => FragmentKind::Partition,
    }
}
