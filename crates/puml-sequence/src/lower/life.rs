//! Lives: activation bars, creation, destruction and replies, with the reference's running state.
//!
//! Activation is one running state of the whole diagram: branches of a group do not restore it.

use std::collections::HashMap;

use crate::ast::{self, LifeAction};
use diag::TextEdit;
use puml_syntax::TextRange;

use super::Lowering;
use super::pages::Latest;
use crate::codes::model as codes;
use crate::element::Element;
use crate::model::{Arrow, End, EventKind, Message, ParticipantId};
use puml_family::Label;
use puml_family::LookId;
use puml_family::{Overrides, color, paint};

/// Who is active, and what the latest event allows.
#[derive(Default)]
pub(super) struct Lives {
    /// `autoactivate on`.
    pub(super) automatic: bool,
    /// Whether a delay stands since the latest message: no bar can begin or end there.
    pub(super) after_delay: bool,
    /// The `create` that waits for its message.
    pub(super) pending: Option<Pending>,
    /// What bars begin and end at.
    at: At,
    /// Whether a branch began since: bars may still begin at the message, but it cannot be answered without one.
    after_branch: bool,
    /// Messages that began a bar, innermost last: what `return` and a bare `deactivate` answer.
    calls: Vec<Call>,
    /// Who a message from nowhere created: a message from somebody counts more.
    pub(super) from_nowhere: Vec<ParticipantId>,
    /// Bars open per participant.
    open: HashMap<ParticipantId, u32>,
    /// Who was deactivated at the latest message: cannot be activated there again.
    ended: Vec<ParticipantId>,
}

/// A `create` and where it stands.
pub(super) struct Pending {
    pub(super) who: ParticipantId,
    /// Whether a message created it before.
    pub(super) is_repeated: bool,
    pub(super) range: TextRange,
}

/// The latest event that bars can begin and end at.
#[derive(Default)]
enum At {
    /// There is none yet: bars begin at the top.
    #[default]
    Top,
    Message(Call),
    /// A group's end or a divider: bars may begin and end there, uncounted, and nothing can be answered.
    Pause,
}

/// What a reply needs to know of its call.
#[derive(Clone, Copy)]
pub(super) struct Call {
    pub(super) from: End,
    pub(super) to: End,
    pub(super) arrow: Arrow,
    pub(super) look: LookId,
    /// Who `return` and a bare `deactivate` end the bar of.
    pub(super) callee: Option<ParticipantId>,
}

impl Call {
    fn is_between_participants(self) -> bool {
        matches!((self.from, self.to), (End::Participant(_), End::Participant(_)))
    }

    fn is_of(self, who: ParticipantId) -> bool {
        [self.from, self.to].contains(&End::Participant(who))
    }
}

impl Lives {
    pub(super) fn met_message(&mut self, call: Call) {
        self.at = At::Message(call);
        self.after_branch = false;
        self.after_delay = false;
        self.ended.clear();
    }

    /// The latest event, if it is a message from or to that participant. A bar that begins or ends elsewhere is drawn, but
    /// changes nothing about what `return` and a bare `deactivate` answer.
    fn own_message(&self, who: ParticipantId) -> Option<Call> {
        match self.at {
            At::Message(call) if call.is_of(who) => Some(call),
            _ => None,
        }
    }

    pub(super) fn note_end(&mut self, who: ParticipantId) {
        if self.own_message(who).is_some() {
            self.ended.push(who);
        }
    }

    /// Lets a bar begin where one ended; returns whether one did.
    pub(super) fn forget_end(&mut self, who: ParticipantId) -> bool {
        let before = self.ended.len();
        self.ended.retain(|it| *it != who);
        self.ended.len() < before
    }

    pub(super) fn met_branch(&mut self) {
        self.after_branch = true;
    }

    pub(super) fn met_pause(&mut self) {
        self.at = At::Pause;
        self.ended.clear();
    }
}

impl Lowering<'_> {
    pub(super) fn life(&mut self, life: &ast::Life, range: TextRange) {
        let before = self.ground.diagnostics.len();
        match life.who {
            None => self.deactivate_latest(range),
            Some(name) => {
                let near = self.misspelt(name);
                let who = self.who(name);
                let overrides = Overrides {
                    fill: life.back.and_then(|it| it.paint).map(paint),
                    line: life.line.and_then(|it| it.paint).map(|it| color(it.first())),
                    ..Overrides::default()
                };
                self.change_life(life.action, who, &overrides, range);
                if let Some(near) = near {
                    let edit = TextEdit::replace(self.ground.span(name.range), near.as_str());
                    self.ground.offer(before, format!("replace with `{near}`"), edit);
                }
            }
        }
        let removal = TextEdit::delete(self.ground.span(range));
        self.ground.offer(before, "remove the line", removal);
    }

    /// The known participant that an unknown name in a life line probably means.
    fn misspelt(&self, name: ast::Name) -> Option<String> {
        let code = self.code_of(name);
        if self.cast.find(&code).is_some() {
            return None;
        }
        diag::nearest(&code, self.cast.codes().take(100)).map(str::to_owned)
    }

    fn deactivate_latest(&mut self, range: TextRange) {
        match self.lives.calls.last().and_then(|it| it.callee) {
            Some(who) => {
                self.change_life(LifeAction::Deactivate, who, &Overrides::default(), range);
            }
            None => self.ground.report(
                codes::NOTHING_TO_DEACTIVATE,
                range,
                "nobody is active: there is nothing to deactivate",
            ),
        }
    }

    /// Begins or ends a bar, creates or destroys.
    pub(super) fn change_life(
        &mut self,
        action: LifeAction,
        who: ParticipantId,
        overrides: &Overrides,
        range: TextRange,
    ) {
        if action == LifeAction::Create {
            self.create(who, range);
            return;
        }
        if self.lives.after_delay {
            self.too_late_after_delay(range);
            return;
        }
        let open = self.lives.open.get(&who).copied().unwrap_or_default();
        let was_active = self.lives.open.contains_key(&who);
        if matches!(self.lives.at, At::Top) && action != LifeAction::Activate && !was_active {
            let code = self.cast.code(who).to_owned();
            let message =
                format!("`{code}` cannot be ended here: no message stands before this line");
            self.ground.report(codes::MISPLACED_DEACTIVATE, range, message);
            return;
        }
        if action == LifeAction::Activate && self.lives.ended.contains(&who) {
            let code = self.cast.code(who).to_owned();
            let message = format!(
                "`{code}` was deactivated at the same message: it cannot be activated there again"
            );
            self.ground.report(codes::ALREADY_DEACTIVATED, range, message);
            return;
        }
        match action {
            LifeAction::Activate => {
                self.lives.calls.extend(self.lives.own_message(who));
                *self.lives.open.entry(who).or_default() += 1;
                let look = self.ground.looks.styled(Element::Activation, &[], overrides);
                self.push(EventKind::Activate { who, look }, false, range);
            }
            LifeAction::Deactivate => {
                if self.lives.own_message(who).is_some() {
                    self.lives.calls.pop();
                }
                self.lives.note_end(who);
                if open == 0 {
                    self.cast.note_life(who);
                    let code = self.cast.code(who).to_owned();
                    self.ground.report(
                        codes::EXTRA_DEACTIVATE,
                        range,
                        format!("`{code}` is not active here"),
                    );
                    return;
                }
                self.lives.open.insert(who, open - 1);
                self.push(EventKind::Deactivate { who }, false, range);
            }
            LifeAction::Destroy => {
                self.lives.note_end(who);
                self.lives.open.insert(who, 0);
                self.push(EventKind::Destroy { who }, false, range);
            }
            LifeAction::Create => {}
        }
    }

    fn too_late_after_delay(&mut self, range: TextRange) {
        self.ground.report(
            codes::LIFE_AFTER_DELAY,
            range,
            "a bar cannot begin or end right after a delay: a message must come first",
        );
    }

    /// Reports a `create` whose message never came: whoever it names is there from the beginning.
    pub(super) fn unmet_create(&mut self) {
        if let Some(pending) = self.lives.pending.take() {
            self.pages.withdraw_create(pending.who);
            if !pending.is_repeated {
                self.cast.set_created(pending.who, false);
            }
            let code = self.cast.code(pending.who).to_owned();
            self.ground.report(
                codes::CREATED_WITHOUT_MESSAGE,
                pending.range,
                format!("no message creates `{code}`"),
            );
        }
    }

    /// `return`: a dashed answer to the innermost call, which then ends.
    pub(super) fn reply(&mut self, reply: &ast::Return, range: TextRange) {
        let (call, ends) = match (self.lives.calls.last().copied(), &self.lives.at) {
            (Some(call), _) => (call, true),
            // A message from or to nowhere has nobody who could answer it.
            (None, At::Message(call))
                if call.is_between_participants() && !self.lives.after_branch =>
            {
                (*call, false)
            }
            (None, _) => {
                self.ground.report(
                    codes::NOWHERE_TO_RETURN,
                    range,
                    "there is no message to answer",
                );
                return;
            }
        };
        let overrides = Overrides {
            line: reply.color.and_then(|it| it.paint).map(|it| color(it.first())),
            dashed: true,
            ..Overrides::default()
        };
        let look = self.ground.looks.over(call.look, &overrides);
        let mut label = self.optional_label(reply.text);
        let number = self.counter.next();
        self.put_number_in(&mut label);
        let message = Message {
            from: call.to,
            to: call.from,
            also_to: Vec::new(),
            arrow: Arrow { reversed: !call.arrow.reversed, slant: 0, hidden: false, ..call.arrow },
            label,
            number: number.map(|text| Label { text }),
            link: None,
            anchor: None,
            from_anchor: None,
            to_anchor: None,
            is_return: true,
            look,
        };
        let callee = call.callee;
        self.send(message, reply.parallel.is_some(), callee, range);
        if let (true, Some(who)) = (ends, callee) {
            self.change_life(LifeAction::Deactivate, who, &Overrides::default(), range);
        }
    }

    /// Writes a message and notes what can be attached to it.
    pub(super) fn send(
        &mut self,
        message: Message,
        parallel: bool,
        callee: Option<ParticipantId>,
        range: TextRange,
    ) {
        let call = Call {
            from: message.from,
            to: message.to,
            arrow: message.arrow,
            look: message.look,
            callee,
        };
        if let Some(pending) = self.lives.pending.take() {
            let who = End::Participant(pending.who);
            let reaches = message.to == who || message.also_to.contains(&pending.who);
            // Of a message to nowhere the reference does not ask which way it goes: it takes it, and creates nobody.
            if message.from == who && !matches!(message.to, End::Participant(_)) {
                self.lives.pending = Some(pending);
                self.unmet_create();
            } else if message.from == who || !reaches {
                let code = self.cast.code(pending.who).to_owned();
                let text = format!("the message after `create` must reach `{code}`");
                self.ground.report(codes::UNMET_CREATE, range, text);
            }
        }
        self.pages.latest = Latest::Message { from: message.from, to: message.to };
        self.lives.met_message(call);
        self.push(EventKind::Message(Box::new(message)), parallel, range);
    }
}
