//! Loops with their test last, and steps on the way back.

use diag::Span;
use puml_family::{Label, Overrides};
use puml_syntax::ast::Text;

use super::Lowering;
use crate::ast;
use crate::element::Element;
use crate::model::{Action, Backward, Repeat, StepKind};

impl Lowering<'_> {
    pub(super) fn repeat(&mut self, it: &ast::Repeat, origin: Span) {
        let marks = self.marks(&it.marks);
        let fill = it.color.and_then(|it| it.paint).map(puml_family::paint);
        let mut looks = [Element::Activity, Element::Diamond].map(|it| self.styled(it, &marks));
        if fill.is_some() {
            let overrides = Overrides { fill, ..Overrides::default() };
            looks = looks.map(|it| self.ground.looks.over(it, &overrides));
        }
        let first = it.text.map(|text| {
            Box::new(Action {
                label: self.text(&Text::Line(text)),
                shape: marks.shape.unwrap_or_default(),
                link: None,
                classes: marks.classes.clone(),
                look: looks[0],
            })
        });
        let kind = Repeat {
            first,
            steps: Vec::new(),
            test: Label::default(),
            to_test: self.plain_arrow(),
            back: self.plain_arrow(),
            out: self.plain_arrow(),
            backward: None,
            look: self.ground.looks.of(Element::Diamond),
            start_look: looks[1],
            test_lane: self.lane,
            test_notes: Vec::new(),
            closed: false,
        };
        self.open_block(StepKind::Repeat(kind), None, origin);
    }

    pub(super) fn repeat_while(&mut self, it: &ast::RepeatWhile) {
        let marks = self.marks(&it.marks);
        let look = self.styled(Element::Diamond, &marks);
        let test = it.test.as_ref().map(|it| self.text(it)).unwrap_or_default();
        let mut out = self.plain_arrow();
        // An arrow behind the test is the line back.
        let mut back = match &it.arrow {
            Some(arrow) => self.arrow(arrow.label.as_ref(), &arrow.style),
            None => self.plain_arrow(),
        };
        if let Some(label) = &it.back {
            back.label = self.text(label);
        }
        if let Some(label) = it.out {
            out.label = self.ground.line_label(label);
        }
        let lane = self.lane;
        self.close_block(|kind| {
            if let StepKind::Repeat(it) = kind {
                it.closed = true;
                it.look = look;
                it.test = test;
                it.back = back;
                it.out = out;
                it.test_lane = lane;
            }
        });
    }

    pub(super) fn backward(&mut self, it: &ast::Backward, origin: Span) {
        let marks = self.marks(&it.marks);
        let look = self.styled(Element::Activity, &marks);
        let action = Action {
            label: self.text(&it.text),
            shape: marks.shape.unwrap_or_default(),
            link: None,
            classes: marks.classes,
            look,
        };
        let arrow = |label: &Option<ast::BranchLabel>, lowering: &mut Self| match label {
            Some(label) => lowering.arrow(Some(&label.text), &label.style),
            None => lowering.plain_arrow(),
        };
        let incoming = arrow(&it.incoming, self);
        let outgoing = arrow(&it.outgoing, self);
        let backward = Backward { action, incoming, outgoing, notes: Vec::new(), origin };
        match self.open.last_mut().map(|it| &mut it.0.step.kind) {
            Some(StepKind::While(it)) => it.backward = Some(backward),
            Some(StepKind::Repeat(it)) => it.backward = Some(backward),
            _ => {}
        }
    }
}
