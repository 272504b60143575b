//! Links: what stands at their ends, where they lead, how they look.

use puml_family::label::unescape;
use puml_family::{Label, Overrides, color};
use puml_graph::{End, LineStyle, Link, Side};
use puml_syntax::TextRange;
use puml_syntax::ast::BorderStyle;

use super::{Lowering, label};
use crate::ast::{self, Body};
use crate::element::Element;

impl Lowering<'_> {
    pub(super) fn link(&mut self, it: &ast::Link, range: TextRange) {
        let from = self.end(it.left, range);
        let to = self.end(it.right, range);
        let style = &it.arrow.style;
        if style.single && self.is_linked(from, to) {
            return;
        }
        let classes = self.classes(&it.stereotypes);
        let mut overrides = it.colors.as_ref().map(Overrides::from_set).unwrap_or_default();
        let paint = |it: &puml_syntax::ast::ColorRef| it.paint.map(|it| color(it.first()));
        let fill = match overrides.fill.take() {
            Some(scene::Paint::Solid(color)) => Some(color),
            _ => None,
        };
        overrides.line = style.colors.first().and_then(paint).or(overrides.line).or(fill);
        let stroke = stroke(&it.arrow, overrides.border);
        overrides.border = match stroke {
            LineStyle::Solid => None,
            LineStyle::Dashed => Some(BorderStyle::Dashed),
            LineStyle::Dotted => Some(BorderStyle::Dotted),
            LineStyle::Bold => Some(BorderStyle::Bold),
        };
        overrides.width = style.thickness;
        let look = self.ground.looks.styled(Element::Arrow, &classes, &overrides);
        let beside = style.colors.iter().skip(1).map(|it| {
            let overrides = Overrides { line: paint(it).or(overrides.line), ..overrides };
            self.ground.looks.styled(Element::Arrow, &classes, &overrides)
        });
        let beside: Vec<_> = beside.collect();
        let text = it.label.map(|it| self.text(it)).unwrap_or_default();
        let is_free = it.left_text.is_none() && it.right_text.is_none();
        let found = label::split(&text, is_free);
        let words = |own: Option<TextRange>, inside: Option<String>| match own {
            Some(range) => self.ground.line_label(range),
            None => Label { text: unescape(&inside.unwrap_or_default()) },
        };
        let (side, length) = match (it.arrow.direction, it.arrow.length) {
            (Some(side @ (Side::Left | Side::Right)), _) => (side, 1),
            (Some(side), length) => (side, length.max(2) - 1),
            (None, 1) => (Side::Right, 1),
            (None, length) => (Side::Down, length - 1),
        };
        let link = Link {
            from_head: it.arrow.left,
            to_head: it.arrow.right,
            label: Label { text: self.ground.looks.guillemets().put(&unescape(&found.text)) },
            from_label: words(it.left_text, found.from),
            to_label: words(it.right_text, found.to),
            reading: found.reading,
            middle: it.arrow.middle,
            stroke,
            side,
            length,
            free: style.free,
            hidden: style.hidden,
            beside,
            ..Link::new(from, to, look, self.ground.origin(range))
        };
        self.graph.links.push(link);
        self.link_classes.push(classes);
    }

    fn is_linked(&self, one: End, other: End) -> bool {
        self.graph
            .links
            .iter()
            .any(|it| (it.from, it.to) == (one, other) || (it.from, it.to) == (other, one))
    }
}

/// How a line is stroked: its brackets win over its signs.
fn stroke(arrow: &ast::Arrow, colors: Option<BorderStyle>) -> LineStyle {
    let of = |it: BorderStyle| match it {
        BorderStyle::Dashed => LineStyle::Dashed,
        BorderStyle::Dotted => LineStyle::Dotted,
        BorderStyle::Bold => LineStyle::Bold,
    };
    if let Some(line) = arrow.style.line.or(colors.map(of)) {
        return line;
    }
    match arrow.body {
        Body::Solid => LineStyle::Solid,
        Body::Dashed => LineStyle::Dashed,
        Body::Dotted => LineStyle::Dotted,
        Body::Bold => LineStyle::Bold,
    }
}
