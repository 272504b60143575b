//! Messages: ends, heads, numbers, and the lives they change.

use crate::ast::{self, ArrowLine, Border, Flow, LifeAction, Mark, MessageEnd, Tip};
use diag::TextEdit;
use puml_syntax::TextRange;

use super::Lowering;
use crate::element::Element;
use crate::model::{Arrow, End, Head, Message, ParticipantId, Side};
use puml_family::Label;
use puml_family::{Overrides, color, paint};

impl Lowering<'_> {
    pub(super) fn message(&mut self, message: &ast::Message, range: TextRange) {
        // Whoever is written first appears first, whichever way the arrow points.
        let left = self.end(&message.left, Side::Left);
        let right = self.end(&message.right, Side::Right);
        let also_to: Vec<ParticipantId> =
            message.multicast.iter().map(|it| self.who(*it)).collect();
        let flow = message.arrow.flow();
        let (from, to) = if flow == Flow::Leftwards { (right, left) } else { (left, right) };
        let sender = participant(from).or(participant(to));
        let receiver = participant(to).or(participant(from));
        let marks = message.marks;
        let creates = marks.is_some_and(|it| it.first == LifeAction::Create);
        // Who sends a message to nowhere is there already. Neither a message from nowhere nor one right after a delay
        // creates anybody in the reference: there is no second time here, and no creation by oneself.
        let is_lenient = self.lives.after_delay || participant(from).is_none();
        let is_there = |it: &ParticipantId| from == to || self.cast.is_created(*it);
        let created = participant(to).filter(|it| !(is_lenient && is_there(it)));
        if let (true, Some(who)) = (creates, created) {
            if participant(from).is_none() {
                self.lives.from_nowhere.push(who);
            } else if self.lives.from_nowhere.contains(&who) {
                self.lives.from_nowhere.retain(|it| *it != who);
                self.pages.withdraw_create(who);
            }
            self.create_here(who, range);
        }
        let lowered = self.lowered(message, from, to, also_to);
        self.send(lowered, message.parallel.is_some(), receiver, range);
        let bar = Overrides {
            fill: message.activation_color.and_then(|it| it.paint).map(paint),
            ..Overrides::default()
        };
        let actions = match marks {
            Some(marks) => [Some(marks.first), marks.second],
            None => [self.automatic(message), None],
        };
        let before = self.ground.diagnostics.len();
        for action in actions.into_iter().flatten() {
            let who = if action == LifeAction::Deactivate { sender } else { receiver };
            if let (Some(who), true) = (who, action != LifeAction::Create) {
                // A message to oneself may end a bar and begin the next; a line behind it may not.
                let ended = action == LifeAction::Activate && self.lives.forget_end(who);
                self.change_life(action, who, &bar, range);
                if ended {
                    self.lives.note_end(who);
                }
            }
        }
        if let Some(marks) = marks.filter(|it| it.second.is_none()) {
            let text = &self.ground.document.source[..marks.range.start as usize];
            let start = text.trim_end_matches(puml_syntax::is_blank).len() as u32;
            let removal = TextRange::new(start, marks.range.end);
            let removal = TextEdit::delete(self.ground.span(removal));
            self.ground.offer(before, "remove the mark", removal);
        }
    }

    /// What `autoactivate` makes of a message without marks: a plain arrow calls, a dashed one answers. Of a hidden arrow
    /// nobody sees the dashes: it calls.
    fn automatic(&self, message: &ast::Message) -> Option<LifeAction> {
        let leftwards = message.arrow.flow() == Flow::Leftwards;
        let tip = if leftwards { message.arrow.left } else { message.arrow.right };
        // A cross is no head, but where it stands alone on the left the arrow has one at its other end.
        let ast::Arrow { left, right, .. } = message.arrow;
        let is_lone_cross = left.mark == Mark::Cross
            && (left.head, right.head) == (ast::Head::None, ast::Head::None);
        let has_head = tip.mark != Mark::Cross && tip.head != ast::Head::None;
        let counts = self.lives.automatic && (has_head || is_lone_cross);
        counts.then_some(match message.arrow.line {
            ArrowLine::Dashed if !message.arrow.hidden => LifeAction::Deactivate,
            ArrowLine::Solid | ArrowLine::Dashed => LifeAction::Activate,
        })
    }

    fn lowered(
        &mut self,
        message: &ast::Message,
        from: End,
        to: End,
        also_to: Vec<ParticipantId>,
    ) -> Message {
        let classes = self.classes(&message.stereotypes);
        let overrides = Overrides {
            line: message.arrow.color.and_then(|it| it.paint).map(|it| color(it.first())),
            dashed: message.arrow.line == ArrowLine::Dashed,
            align: self.ground.alignment(message.text),
            ..Overrides::default()
        };
        let leftwards = message.arrow.flow() == Flow::Leftwards;
        let (start, end) = if leftwards {
            (message.arrow.right, message.arrow.left)
        } else {
            (message.arrow.left, message.arrow.right)
        };
        let (from_anchor, to_anchor) = if leftwards {
            (message.right_anchor, message.left_anchor)
        } else {
            (message.left_anchor, message.right_anchor)
        };
        let number = self.counter.next();
        let mut label = self.optional_label(message.text);
        self.put_number_in(&mut label);
        Message {
            from,
            to,
            also_to,
            arrow: Arrow {
                from_head: head(start),
                to_head: head(end),
                from_circle: start.mark == Mark::Circle,
                to_circle: end.mark == Mark::Circle,
                hidden: message.arrow.hidden,
                reversed: leftwards,
                slant: message.arrow.slant.unwrap_or(0),
            },
            label,
            number: number.map(|text| Label { text }),
            link: self.ground.link(message.link),
            anchor: self.anchor(message.anchor),
            from_anchor: self.anchor(from_anchor),
            to_anchor: self.anchor(to_anchor),
            is_return: false,
            look: self.ground.looks.styled(Element::Arrow, &classes, &overrides),
        }
    }

    fn anchor(&mut self, range: Option<TextRange>) -> Option<String> {
        let name = self.ground.document.text(range?).into_owned();
        self.pages.anchors.insert(name.clone());
        Some(name)
    }

    fn end(&mut self, end: &MessageEnd, side: Side) -> End {
        match end {
            MessageEnd::Participant(reference) => End::Participant(self.named(reference)),
            MessageEnd::Border(Border::Left) => End::Border(Side::Left),
            MessageEnd::Border(Border::Right) => End::Border(Side::Right),
            MessageEnd::Border(Border::Short) => End::Short(side),
        }
    }
}

fn participant(end: End) -> Option<ParticipantId> {
    match end {
        End::Participant(id) => Some(id),
        End::Border(_) | End::Short(_) => None,
    }
}

fn head(tip: Tip) -> Head {
    match (tip.mark, tip.head) {
        (Mark::Cross, _) => Head::Cross,
        (_, ast::Head::None) => Head::None,
        (_, ast::Head::Filled) => Head::Filled,
        (_, ast::Head::Open) => Head::Open,
        (_, ast::Head::UpperHalf) => Head::FilledUpper,
        (_, ast::Head::LowerHalf) => Head::FilledLower,
        (_, ast::Head::UpperHalfOpen) => Head::OpenUpper,
        (_, ast::Head::LowerHalfOpen) => Head::OpenLower,
    }
}
