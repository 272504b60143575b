//! Links, association classes, circles at classes, and constraints between links.

use std::collections::HashMap;

use puml_family::{Label, Overrides, color};
use puml_graph::{
    Constraint, End, Entity, EntityId, Head, LineStyle, Link, LinkId, Reading, Shape, Side,
};
use puml_syntax::TextRange;
use puml_syntax::ast::{BorderStyle, Name};

use super::names::{Found, NodeId};
use super::{Detail, Lowering, MemberRef, MemberUser};
use crate::ast::{self, EntityKind, LinkTarget};
use crate::codes::{model as codes, syntax};
use crate::element::Element;

/// A pair of classes with association classes.
pub(super) struct Couple {
    ends: [EntityId; 2],
    point: EntityId,
    /// Whether a class hangs at the point.
    associated: bool,
    /// Whether the pair stands side by side.
    beside: bool,
}

impl Lowering<'_> {
    pub(super) fn add_link(&mut self, link: Link, classes: Vec<String>) -> LinkId {
        self.picture.graph.links.push(link);
        self.picture.link_classes.push(classes);
        LinkId(self.picture.graph.links.len() as u32 - 1)
    }

    pub(super) fn link(&mut self, it: &ast::Link, range: TextRange) {
        if let Some(swallowed) = it.arrow.swallowed {
            self.glued(it, swallowed);
        }
        match (it.left.target, it.right.target) {
            (LinkTarget::One(left), LinkTarget::One(right)) => self.between(it, left, right, range),
            (LinkTarget::Couple(one, other), LinkTarget::One(name))
            | (LinkTarget::One(name), LinkTarget::Couple(one, other)) => {
                self.association(it, (one, other), name, range);
            }
            (LinkTarget::Couple(a, b), LinkTarget::Couple(c, d)) => {
                self.associations(it, [(a, b), (c, d)], range);
            }
        }
    }

    /// An arrow that touches the name behind it, which the reference cuts short.
    fn glued(&mut self, it: &ast::Link, swallowed: TextRange) {
        let LinkTarget::One(name) = it.right.target else { return };
        let code = self.code(name.range);
        let cut = self.code(swallowed);
        let short = code.strip_prefix(cut.as_str()).unwrap_or(&code).to_owned();
        let before = self.ground.diagnostics.len();
        let message = format!("a blank is missing after the arrow: PlantUML reads `{short}` here");
        self.ground.report(syntax::GLUED_NAME, name.range, message);
        let span = self.ground.span(TextRange::at(name.range.start));
        self.ground.offer(before, "put a blank", diag::TextEdit::replace(span, " "));
    }

    /// What a link ends at, and the member of it.
    fn target(&mut self, name: Name, range: TextRange) -> Option<(End, Option<String>)> {
        let code = self.code(name.range);
        if !name.quoted
            && self.picture.names.separator() != Some("::")
            && let Some((owner, member)) = code.rsplit_once("::")
            && self.find(&code).is_none()
        {
            let end = self.find_or_make(owner, EntityKind::Class, range)?;
            return Some((end, Some(member.to_owned())));
        }
        self.find_or_make(&code, EntityKind::Class, range).map(|it| (it, None))
    }

    fn between(&mut self, it: &ast::Link, left: Name, right: Name, range: TextRange) {
        let Some((from, from_member)) = self.target(left, range) else { return };
        let Some((to, to_member)) = self.target(right, range) else { return };
        if it.arrow.wishes.single {
            let is_pair = |link: &Link| {
                (link.from, link.to) == (from, to) || (link.from, link.to) == (to, from)
            };
            if self.picture.graph.links.iter().any(is_pair) {
                return;
            }
        }
        let mut link = self.styled_link(it, from, to, range);
        self.quantify(it, &mut link);
        let id = self.add_link(link, self.classes(&it.stereotypes));
        let ends = [
            (from, from_member, MemberUser::LinkFrom(id)),
            (to, to_member, MemberUser::LinkTo(id)),
        ];
        for (end, member, user) in ends {
            if let (End::Entity(of), Some(member)) = (end, member) {
                self.picture.members.push(MemberRef { of, member, user });
            }
        }
    }

    /// A link with its heads, line and place, without texts.
    fn styled_link(&mut self, it: &ast::Link, from: End, to: End, range: TextRange) -> Link {
        let classes = self.classes(&it.stereotypes);
        let mut overrides = Self::overrides(it.colors.as_ref());
        let arrow_color = it.arrow.color.and_then(|it| it.paint).map(|it| color(it.first()));
        let fill = match overrides.fill.take() {
            Some(scene::Paint::Solid(color)) => Some(color),
            _ => None,
        };
        overrides.line = arrow_color.or(overrides.line).or(fill);
        let dashed = it.arrow.dashed.then_some(BorderStyle::Dashed);
        overrides.border = it.arrow.style.or(dashed).or(overrides.border);
        overrides.width = it.arrow.thickness;
        let look = self.ground.looks.styled(Element::Arrow, &classes, &overrides);
        let (side, length) = match (it.arrow.direction, it.arrow.length) {
            (Some(side @ (Side::Left | Side::Right)), _) => (side, 1),
            (Some(side), length) => (side, length.max(2) - 1),
            (None, 1) => (Side::Right, 1),
            (None, length) => (Side::Down, length - 1),
        };
        let url = self.ground.link(it.link);
        Link {
            from_head: it.arrow.left,
            to_head: it.arrow.right,
            middle: it.arrow.middle,
            stroke: match overrides.border {
                Some(BorderStyle::Dashed) => LineStyle::Dashed,
                Some(BorderStyle::Dotted) => LineStyle::Dotted,
                Some(BorderStyle::Bold) => LineStyle::Bold,
                None => LineStyle::Solid,
            },
            side,
            length,
            free: it.arrow.wishes.free,
            hidden: it.arrow.wishes.hidden,
            link: url,
            stereotypes: self.stereotype_labels(&it.stereotypes),
            ..Link::new(from, to, look, self.ground.origin(range))
        }
    }

    /// The texts of a link. A label may bring the texts of both ends in quotes.
    fn quantify(&self, it: &ast::Link, link: &mut Link) {
        let text = |range: Option<TextRange>| self.ground.optional_label(range);
        link.from_label = text(it.left.quantifier);
        link.to_label = text(it.right.quantifier);
        link.from_role = text(it.left.role);
        link.to_role = text(it.right.role);
        link.from_qualifier = text(it.left.qualifier);
        link.to_qualifier = text(it.right.qualifier);
        let mut label = text(it.label).text;
        if it.left.quantifier.is_none()
            && it.right.quantifier.is_none()
            && let Some((first, middle, last)) = quoted_ends(&label)
        {
            let part = |it: &str| Label { text: it.to_owned() };
            (link.from_label, link.to_label) = (part(first), part(last));
            label = middle.to_owned();
        }
        let unquoted = label.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
        let label = unquoted.map_or(label.as_str(), str::trim);
        let (label, reading) = reading(label);
        link.label = Label { text: self.ground.looks.guillemets().put(label) };
        link.reading = reading;
    }

    /// A class that must exist.
    fn known_class(&mut self, name: Name) -> Option<EntityId> {
        let code = self.code(name.range);
        match self.find(&code) {
            Some(Found::Entity(id)) if self.picture.details[id.0 as usize].became.is_none() => {
                Some(id)
            }
            _ => {
                let message = format!("there is no class `{code}` in the diagram");
                self.unknown(&code, name.range, message);
                None
            }
        }
    }

    /// `(A, B) .. C`.
    fn association(&mut self, it: &ast::Link, pair: (Name, Name), name: Name, range: TextRange) {
        let Some(one) = self.known_class(pair.0) else { return };
        let Some(other) = self.known_class(pair.1) else { return };
        let code = self.code(name.range);
        let Some(class) = self.find_or_make(&code, EntityKind::Class, range) else { return };
        let earlier = self.associated([one, other]);
        if earlier > 1 {
            let message = "two association classes are the most that a pair can have";
            self.ground.report(codes::TOO_MANY_ASSOCIATIONS, range, message);
            return;
        }
        self.stand_up([one, other]);
        let couple = self.couple([one, other], range);
        let Couple { point, associated, beside, .. } = &mut self.picture.couples[couple];
        *associated = true;
        let (point, first, beside) = (End::Entity(*point), earlier == 0, *beside);
        let is_left = matches!(it.left.target, LinkTarget::Couple(..));
        let (from, to) = if is_left { (point, class) } else { (class, point) };
        let mut link = self.styled_link(it, from, to, range);
        self.quantify(it, &mut link);
        link.length = 1;
        link.side = match (beside, is_left == first) {
            (true, true) => Side::Down,
            (true, false) => Side::Up,
            (false, true) => Side::Right,
            (false, false) => Side::Left,
        };
        self.add_link(link, Vec::new());
    }

    /// `(A, B) -- (C, D)`.
    fn associations(&mut self, it: &ast::Link, pairs: [(Name, Name); 2], range: TextRange) {
        let mut points = Vec::new();
        for (one, other) in pairs {
            let Some(one) = self.known_class(one) else { return };
            let Some(other) = self.known_class(other) else { return };
            if self.associated([one, other]) > 0 {
                let message = "this pair has an association class already";
                self.ground.report(codes::TOO_MANY_ASSOCIATIONS, range, message);
                return;
            }
            let couple = self.couple([one, other], range);
            points.push(End::Entity(self.picture.couples[couple].point));
        }
        let mut link = self.styled_link(it, points[0], points[1], range);
        self.quantify(it, &mut link);
        self.add_link(link, Vec::new());
    }

    /// Puts a pair that has an association class already one below the other, so that the next one finds room at the
    /// other side.
    fn stand_up(&mut self, ends: [EntityId; 2]) {
        for couple in self.picture.couples.iter_mut().filter(|it| it.associated && it.joins(ends)) {
            couple.beside = false;
            let point = End::Entity(couple.point);
            for link in &mut self.picture.graph.links {
                let far = match (link.from == point, link.to == point) {
                    (true, _) => link.to,
                    (_, true) => link.from,
                    _ => continue,
                };
                let is_pair = couple.ends.map(End::Entity).contains(&far);
                link.side = match (is_pair, link.from == point) {
                    (true, _) => Side::Down,
                    (false, true) => Side::Right,
                    (false, false) => Side::Left,
                };
            }
        }
    }

    /// How many association classes a pair has.
    fn associated(&self, ends: [EntityId; 2]) -> usize {
        self.picture.couples.iter().filter(|it| it.associated && it.joins(ends)).count()
    }

    /// A point on the link between two classes; a plain link is made where they have none.
    fn couple(&mut self, ends: [EntityId; 2], range: TextRange) -> usize {
        let group = self.picture.graph.entities[ends[0].0 as usize].group;
        let number = self.picture.graph.entities.len();
        let look = self.ground.looks.of(Element::Arrow);
        let point = self.anonymous(
            EntityKind::Described("association"),
            format!("association {number}"),
            Label::default(),
            Shape::Dot,
            group,
            range,
        );
        self.entity(point).look = look;
        let [one, other] = ends.map(End::Entity);
        let is_pair =
            |it: &Link| (it.from, it.to) == (one, other) || (it.from, it.to) == (other, one);
        let middle = End::Entity(point);
        let mut beside = false;
        if let Some(at) = self.picture.graph.links.iter().rposition(is_pair) {
            let whole = self.picture.graph.links[at].clone();
            beside = matches!(whole.side, Side::Left | Side::Right);
            let none = Label::default();
            let second = Link {
                from: middle,
                from_head: Head::None,
                from_label: none.clone(),
                from_role: none.clone(),
                from_qualifier: none.clone(),
                label: none.clone(),
                reading: None,
                length: 1,
                ..whole.clone()
            };
            self.picture.graph.links[at] = Link {
                to: middle,
                to_head: Head::None,
                to_label: none.clone(),
                to_role: none.clone(),
                to_qualifier: none,
                length: 1,
                ..whole
            };
            self.add_link(second, Vec::new());
        } else {
            for (from, to) in [(one, middle), (middle, other)] {
                let link = Link::new(from, to, look, self.ground.origin(range));
                self.add_link(link, Vec::new());
            }
        }
        self.picture.couples.push(Couple { ends, point, associated: false, beside });
        self.picture.couples.len() - 1
    }

    /// An entity that no name leads to.
    fn anonymous(
        &mut self,
        kind: EntityKind,
        id: String,
        label: Label,
        shape: Shape,
        group: Option<puml_graph::GroupId>,
        range: TextRange,
    ) -> EntityId {
        let place = EntityId(self.picture.graph.entities.len() as u32);
        let look = self.ground.looks.of(Element::Symbol);
        self.picture.graph.entities.push(Entity {
            label,
            group,
            ..Entity::new(id, kind.word(), shape, look, self.ground.origin(range))
        });
        self.picture.details.push(Detail::new(kind, NodeId::ROOT));
        place
    }

    /// `A ()-- text`.
    pub(super) fn lollipop(&mut self, it: &ast::Lollipop, range: TextRange) {
        let Some(owner) = self.known_class(it.owner) else { return };
        let text = self.ground.line_label(it.circle);
        let group = self.picture.graph.entities[owner.0 as usize].group;
        let shape = if it.half { Shape::HalfCircle } else { Shape::Circle };
        let circle = self.anonymous(
            EntityKind::Described("lollipop"),
            text.text.clone(),
            text,
            shape,
            group,
            range,
        );
        let overrides =
            Overrides { border: it.dashed.then_some(BorderStyle::Dashed), ..Overrides::default() };
        let look = self.ground.looks.styled(Element::Arrow, &[], &overrides);
        let (owner, circle) = (End::Entity(owner), End::Entity(circle));
        let (from, to) = if it.circle_first { (circle, owner) } else { (owner, circle) };
        let (side, length) =
            if it.length == 1 { (Side::Right, 1) } else { (Side::Down, it.length - 1) };
        let mut link = Link::new(from, to, look, self.ground.origin(range));
        link.label = self.ground.optional_label(it.label);
        link.from_label = self.ground.optional_label(it.left_text);
        link.to_label = self.ground.optional_label(it.right_text);
        link.stroke = if it.dashed { LineStyle::Dashed } else { LineStyle::Solid };
        (link.side, link.length) = (side, length);
        self.add_link(link, Vec::new());
    }

    /// `constraint on links : text`.
    pub(super) fn constraint(&mut self, it: &ast::Constraint, range: TextRange) {
        let is_note = |end: End| matches!(end, End::Note(_));
        let links = self.picture.graph.links.iter().enumerate().rev();
        let mut last = links.filter(|(_, it)| !is_note(it.from) && !is_note(it.to)).map(|it| it.0);
        let (Some(second), Some(first)) = (last.next(), last.next()) else {
            let message = "a constraint needs two links before it";
            self.ground.report(codes::NOTHING_TO_NOTE, range, message);
            return;
        };
        let overrides = Overrides {
            border: Some(BorderStyle::Dashed),
            line: match Self::overrides(it.colors.as_ref()).fill {
                Some(scene::Paint::Solid(color)) => Some(color),
                _ => None,
            },
            ..Overrides::default()
        };
        let constraint = Constraint {
            first: LinkId(first as u32),
            second: LinkId(second as u32),
            label: self.ground.line_label(it.text),
            look: self.ground.looks.styled(Element::Arrow, &[], &overrides),
            origin: self.ground.origin(range),
        };
        self.picture.graph.constraints.push(constraint);
    }

    /// Links of inheritance from one parent share a trunk; a pair with a link side by side stays side by side.
    pub(super) fn share_trunks(&mut self) {
        let links = &mut self.picture.graph.links;
        let mut trunks: HashMap<(String, LineStyle, u32), (u32, Vec<usize>)> = HashMap::new();
        for (idx, link) in links.iter().enumerate() {
            let is_plain =
                [&link.label, &link.from_label, &link.to_label, &link.from_role, &link.to_role]
                    .iter()
                    .all(|it| it.text.is_empty());
            let parent = match (link.from_head, link.to_head) {
                (Head::Extension, Head::None) => link.from,
                (Head::None, Head::Extension) => link.to,
                _ => continue,
            };
            if is_plain && !link.hidden && link.length == 1 {
                let number = trunks.len() as u32;
                let key = (format!("{parent:?}"), link.stroke, link.look.0);
                trunks.entry(key).or_insert((number, Vec::new())).1.push(idx);
            }
        }
        let mut shared: Vec<(u32, Vec<usize>)> = trunks.into_values().collect();
        shared.sort_unstable();
        for (number, all) in shared.into_iter().filter(|it| it.1.len() > 1) {
            for idx in all {
                links[idx].trunk = Some(number);
            }
        }
    }
}

impl Couple {
    fn joins(&self, ends: [EntityId; 2]) -> bool {
        self.ends == ends || self.ends == [ends[1], ends[0]]
    }
}

/// `"1" text "*"`, `"1" text`, `text "*"`: the first, the middle and the last part.
fn quoted_ends(label: &str) -> Option<(&str, &str, &str)> {
    let mut parts = label.split('"');
    let all: Vec<&str> = parts.by_ref().collect();
    match all.as_slice() {
        ["", first, middle, last, ""] => Some((*first, middle.trim(), *last)),
        ["", first, middle] if !middle.trim().is_empty() => Some((*first, middle.trim(), "")),
        [middle, last, ""] if !middle.trim().is_empty() => Some(("", middle.trim(), *last)),
        _ => None,
    }
}

/// A label without the arrow that says which way it is read.
fn reading(label: &str) -> (&str, Option<Reading>) {
    let label = label.trim();
    match label {
        "<" => return ("", Some(Reading::Backward)),
        ">" => return ("", Some(Reading::Forward)),
        _ => {}
    }
    for (sign, way) in [("< ", Reading::Backward), ("> ", Reading::Forward)] {
        if let Some(rest) = label.strip_prefix(sign) {
            return (rest.trim(), Some(way));
        }
    }
    for (sign, way) in [(" <", Reading::Backward), (" >", Reading::Forward)] {
        if let Some(rest) = label.strip_suffix(sign) {
            return (rest.trim(), Some(way));
        }
    }
    (label, None)
}
