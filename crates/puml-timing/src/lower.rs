//! From the syntax tree to the model: who changes when, what a moment means, how things look.

mod times;

use std::collections::HashMap;

use diag::Diagnostic;
use puml_family::{Ground, Input, Label, LookId, Overrides, color};
use puml_syntax::TextRange;

use crate::ast::{self, Axis, Document, PlayerKind, StmtKind, Tick, TickKind};
use crate::codes::model as codes;
use crate::element::{Element, Settings};
use crate::model::{
    Change, Constraint, DateForm, Highlight, Message, Model, Note, Player, State, TimeAxis,
    TimeForm, Value,
};

/// The model of a document with one diagram. Never fails: what cannot stand is left out and reported.
pub(crate) fn lower(document: &Document, input: Input<'_>) -> (Model, Vec<Diagnostic>) {
    let ground = Ground::new(document, input, &mut Settings);
    let mut lowering = Lowering {
        ground,
        players: Vec::new(),
        listed: Vec::new(),
        messages: Vec::new(),
        constraints: Vec::new(),
        highlights: Vec::new(),
        notes: Vec::new(),
        axis: TimeAxis {
            ticks: Vec::new(),
            names: Vec::new(),
            form: TimeForm::Number,
            scale: None,
            visible: true,
            manual: false,
            marked: Vec::new(),
        },
        date_form: DateForm::usual(),
        labels: HashMap::new(),
        now: None,
        focus: None,
        compact: false,
    };
    for (_, stmt) in document.block_stmts(&document.blocks[0]) {
        lowering.statement(stmt);
    }
    lowering.finish()
}

/// The state of one lowering.
struct Lowering<'a> {
    ground: Ground<'a, StmtKind>,
    players: Vec<Player>,
    /// The states of each player that `has` lists, in order.
    listed: Vec<Vec<usize>>,
    messages: Vec<Message>,
    constraints: Vec<Constraint>,
    highlights: Vec<Highlight>,
    notes: Vec<Note>,
    axis: TimeAxis,
    date_form: DateForm,
    /// Moments with a name.
    labels: HashMap<String, f64>,
    /// The moment that lines without one mean.
    now: Option<f64>,
    /// The player that ticks without one mean.
    focus: Option<usize>,
    /// Whether players that follow are drawn small.
    compact: bool,
}

impl Lowering<'_> {
    fn statement(&mut self, stmt: &ast::Stmt) {
        let range = stmt.range;
        if self.ground.shared(stmt) {
            return;
        }
        self.ground.figures(range);
        match &stmt.kind {
            StmtKind::Player(it) => self.player(it, range),
            StmtKind::CompactMode => self.compact = true,
            StmtKind::States(player, states) => self.states(*player, states, range),
            StmtKind::StateLabel { player, label, state } => {
                self.state_label(*player, *label, *state, range);
            }
            StmtKind::Time(tick, name) => self.time(*tick, *name),
            StmtKind::Focus(player) => self.focus = self.find(*player).or(self.focus),
            StmtKind::Change(it) => self.change(it, range),
            StmtKind::Message(it) => self.message(it, range),
            StmtKind::Constraint(it) => self.constraint(it, range),
            StmtKind::Highlight(it) => self.highlight(it, range),
            StmtKind::Scale { time, pixels } => self.axis.scale = Some(pixels / time),
            StmtKind::Axis(Axis::Hidden) => self.axis.visible = false,
            StmtKind::Axis(Axis::Manual) => self.axis.manual = true,
            StmtKind::Height(player, pixels) => {
                if let Some(idx) = self.find(*player) {
                    self.players[idx].height = Some(*pixels).filter(|it| *it > 0.0);
                }
            }
            StmtKind::Ticks(player, step) => {
                if let Some(idx) = self.find(*player) {
                    self.players[idx].every = Some(*step).filter(|it| *it > 0);
                }
            }
            StmtKind::Note(it) => self.note(it, range),
            StmtKind::DateFormat(pattern) => self.date_format(*pattern),
            StmtKind::Shared(_) => {}
        }
    }

    fn finish(mut self) -> (Model, Vec<Diagnostic>) {
        self.order_states();
        if let TimeForm::Date(form) = &mut self.axis.form {
            *form = self.date_form;
        }
        for player in &mut self.players {
            player.changes.sort_by(|a, b| {
                let place = |it: &Change| it.at.unwrap_or(f64::NEG_INFINITY);
                place(a).total_cmp(&place(b))
            });
        }
        let ticks = &mut self.axis.ticks;
        ticks.sort_by(f64::total_cmp);
        ticks.dedup_by(|a, b| (*a - *b).abs() < 1e-9);
        let model = Model {
            players: self.players,
            messages: self.messages,
            constraints: self.constraints,
            highlights: self.highlights,
            notes: self.notes,
            axis: self.axis,
            surroundings: self.ground.surroundings,
            sprites: self.ground.sprites,
            looks: self.ground.looks.into_looks(),
        };
        (model, self.ground.diagnostics)
    }

    fn text(&self, range: TextRange) -> String {
        self.ground.document.text(range).into_owned()
    }

    /// A player by its name; reports one that is declared nowhere above.
    fn find(&mut self, name: TextRange) -> Option<usize> {
        let code = self.text(name);
        let found = self.players.iter().position(|it| it.id == code);
        if found.is_none() {
            let before = self.ground.diagnostics.len();
            let message = format!("no player `{code}` is declared above");
            self.ground.report(codes::UNKNOWN_PLAYER, name, message);
            let near = diag::nearest(&code, self.players.iter().map(|it| it.id.as_str()));
            if let Some(near) = near.map(str::to_owned) {
                let edit = diag::TextEdit::replace(self.ground.span(name), near.clone());
                self.ground.offer(before, format!("replace with `{near}`"), edit);
            }
        }
        found
    }

    /// A player by its name, or the one in focus; reports that there is none.
    fn meant(&mut self, name: Option<TextRange>, range: TextRange, needs: &str) -> Option<usize> {
        if let Some(name) = name {
            return self.find(name);
        }
        if self.focus.is_none() {
            self.ground.report(codes::UNKNOWN_PLAYER, range, needs);
        }
        self.focus
    }

    fn classes(&self, all: &[puml_syntax::ast::Stereotype]) -> Vec<String> {
        all.iter().map(|it| self.text(it.label).trim().to_lowercase()).collect()
    }

    fn player(&mut self, it: &ast::Player, range: TextRange) {
        let id = self.text(it.code);
        let classes = self.classes(&it.stereotypes);
        let overrides = it.colors.as_ref().map(Overrides::from_set).unwrap_or_default();
        let look = self.ground.looks.styled(Element::of(it.kind), &classes, &overrides);
        let player = Player {
            kind: it.kind,
            label: it
                .shown
                .map_or_else(|| Label { text: id.clone() }, |it| self.ground.line_label(it.range)),
            id,
            compact: it.compact || self.compact,
            states: Vec::new(),
            changes: Vec::new(),
            beat: it.beat,
            range: it.range,
            height: None,
            every: None,
            look,
            origin: self.ground.origin(range),
        };
        if let Some(beat) = it.beat {
            let first = beat.offset.unwrap_or(0.0);
            self.axis.ticks.push(first + beat.period);
        }
        if let Some(idx) = self.players.iter().position(|it| it.id == player.id) {
            self.players[idx] = player;
            self.listed[idx].clear();
        } else {
            self.players.push(player);
            self.listed.push(Vec::new());
        }
        if it.kind != PlayerKind::Clock {
            let id = self.text(it.code);
            self.focus = self.players.iter().position(|it| it.id == id);
        }
    }

    fn has_states(&mut self, idx: usize, range: TextRange) -> bool {
        let kind = self.players[idx].kind;
        let has = matches!(kind, PlayerKind::Robust | PlayerKind::Concise | PlayerKind::Rectangle);
        if !has {
            let message = format!(
                "`{}` is {}, which has no list of states",
                self.players[idx].id,
                noun(kind)
            );
            self.ground.report(codes::NOT_FOR_KIND, range, message);
        }
        has
    }

    fn states(&mut self, player: TextRange, states: &[TextRange], range: TextRange) {
        let Some(idx) = self.find(player) else { return };
        if self.has_states(idx, range) {
            for state in states {
                let id = self.text(*state);
                let place = self.state(idx, &id);
                self.listed(idx, place);
            }
        }
    }

    fn listed(&mut self, player: usize, state: usize) {
        let listed = &mut self.listed[player];
        if !listed.contains(&state) {
            listed.push(state);
        }
    }

    /// Puts states in the order of their levels, from the lowest: those that are listed are read from top to bottom,
    /// the others stand above them in the order in which they are met.
    fn order_states(&mut self) {
        for (player, listed) in self.players.iter_mut().zip(&self.listed) {
            if listed.is_empty() {
                continue;
            }
            let others = (0..player.states.len()).filter(|it| !listed.contains(it));
            let order: Vec<usize> = listed.iter().rev().copied().chain(others).collect();
            let mut places = vec![0; order.len()];
            for (place, state) in order.iter().enumerate() {
                places[*state] = place;
            }
            player.states = order.iter().map(|it| player.states[*it].clone()).collect();
            for change in &mut player.changes {
                match &mut change.value {
                    Value::State(state) => *state = places[*state],
                    Value::Either(a, b) => (*a, *b) = (places[*a], places[*b]),
                    _ => {}
                }
            }
        }
    }

    fn state_label(
        &mut self,
        player: TextRange,
        label: TextRange,
        state: TextRange,
        range: TextRange,
    ) {
        let Some(idx) = self.find(player) else { return };
        if self.has_states(idx, range) {
            let id = self.text(state);
            let place = self.state(idx, &id);
            self.players[idx].states[place].label = self.ground.line_label(label);
            self.listed(idx, place);
        }
    }

    /// The place of a state, made at its first mention.
    fn state(&mut self, idx: usize, id: &str) -> usize {
        let states = &mut self.players[idx].states;
        if let Some(place) = states.iter().position(|it| it.id == id) {
            return place;
        }
        let label = Label { text: puml_family::label::unescape(id) };
        states.push(State { id: id.to_owned(), label });
        states.len() - 1
    }

    fn change(&mut self, it: &ast::Change, range: TextRange) {
        let needs = "this moment belongs to no player: write `@PLAYER` before it";
        let Some(idx) = self.meant(it.player, range, needs) else { return };
        let at = match it.at {
            Some(tick) => match self.moment(tick) {
                Some(at) => {
                    self.now = Some(at);
                    Some(at)
                }
                None => return,
            },
            None => self.now,
        };
        if self.players[idx].kind == PlayerKind::Clock {
            let message = format!("`{}` is a clock, which changes by itself", self.players[idx].id);
            self.ground.report(codes::NOT_FOR_KIND, range, message);
            return;
        }
        let changes = &self.players[idx].changes;
        let is_second = changes.iter().any(|it| it.at == at);
        if is_second {
            let message = format!(
                "`{}` changes twice at this moment: the first state stays",
                self.players[idx].id
            );
            self.ground.report(codes::SECOND_CHANGE, range, message);
            return;
        }
        let value = self.value(idx, it.state);
        let overrides = it.colors.as_ref().map(Overrides::from_set).unwrap_or_default();
        let base = self.players[idx].look;
        let look = self.ground.looks.over(base, &overrides);
        let change = Change {
            at,
            value,
            comment: self.ground.optional_label(it.comment),
            look,
            colored: it.colors.is_some(),
            origin: self.ground.origin(range),
        };
        self.players[idx].changes.push(change);
    }

    fn value(&mut self, idx: usize, state: ast::State) -> Value {
        let named = |lowering: &mut Self, range: TextRange| {
            let text = lowering.text(range);
            match lowering.players[idx].kind {
                PlayerKind::Binary => {
                    let high = text == "1" || text.eq_ignore_ascii_case("high");
                    usize::from(high)
                }
                _ => lowering.state(idx, &text),
            }
        };
        match state {
            ast::State::Named(range) if self.players[idx].kind == PlayerKind::Analog => {
                let text = self.text(range);
                let Ok(value) = text.parse::<f64>() else {
                    let message = format!("`{text}` is no number, so 0 is used");
                    self.ground.report(codes::NOT_A_NUMBER, range, message);
                    return Value::Number(0.0);
                };
                Value::Number(if value.is_finite() { value } else { 0.0 })
            }
            ast::State::Named(range) => Value::State(named(self, range)),
            ast::State::Either(a, b) if self.players[idx].kind == PlayerKind::Binary => {
                let (a, b) = (named(self, a), named(self, b));
                if a == b { Value::State(a) } else { Value::Either(0, 1) }
            }
            ast::State::Either(a, b) => Value::Either(named(self, a), named(self, b)),
            ast::State::Hidden => Value::Hidden,
            ast::State::Flat => Value::Flat,
            ast::State::Blank => Value::Blank,
        }
    }

    fn message(&mut self, it: &ast::Message, range: TextRange) {
        let (Some(from), Some(to)) = (self.find(it.from), self.find(it.to)) else { return };
        let (Some(from_at), Some(to_at)) = (self.or_now(it.from_at), self.or_now(it.to_at)) else {
            return;
        };
        let line = it.color.and_then(|it| it.paint).map(|it| color(it.first()));
        let overrides = Overrides { line, ..Overrides::default() };
        let look = self.ground.looks.styled(Element::Arrow, &[], &overrides);
        let label = self.ground.optional_label(it.label);
        let origin = self.ground.origin(range);
        self.messages.push(Message { from, from_at, to, to_at, label, look, origin });
    }

    fn constraint(&mut self, it: &ast::Constraint, range: TextRange) {
        let needs = "this arrow belongs to no player: write its name before `@`";
        let Some(player) = self.meant(it.player, range, needs) else { return };
        if self.players[player].kind == PlayerKind::Clock {
            let message = "a clock has no arrows between its moments";
            self.ground.report(codes::NOT_FOR_KIND, range, message);
            return;
        }
        let Some(from) = self.moment(it.from) else { return };
        let before = self.now.replace(from);
        let to = self.moment(it.to);
        self.now = before;
        let Some(to) = to else { return };
        let line = it.color.and_then(|it| it.paint).map(|it| color(it.first()));
        let overrides = Overrides { line, border: it.border, ..Overrides::default() };
        let look = self.ground.looks.styled(Element::Constraint, &[], &overrides);
        let label = self.ground.optional_label(it.label);
        let origin = self.ground.origin(range);
        let (from, to) = (from.min(to), from.max(to));
        self.constraints.push(Constraint { player, from, to, label, look, origin });
    }

    fn highlight(&mut self, it: &ast::Highlight, range: TextRange) {
        let (Some(from), Some(to)) = (self.moment(it.from), self.moment(it.to)) else { return };
        let overrides = it.colors.as_ref().map(Overrides::from_set).unwrap_or_default();
        let look: LookId = self.ground.looks.styled(Element::Highlight, &[], &overrides);
        let caption = self.ground.optional_label(it.caption);
        let origin = self.ground.origin(range);
        let (from, to) = (from.min(to), from.max(to));
        self.highlights.push(Highlight { from, to, caption, look, origin });
    }

    fn note(&mut self, it: &ast::Note, range: TextRange) {
        let Some(player) = self.find(it.player) else { return };
        let classes = self.classes(&it.stereotypes);
        let look = self.ground.looks.styled(Element::Note, &classes, &Overrides::default());
        let label = self.ground.text_label(&it.text);
        let origin = self.ground.origin(range);
        let at = self.now.unwrap_or(0.0);
        self.notes.push(Note { side: it.side, player, at, label, look, origin });
    }

    fn or_now(&mut self, tick: Option<Tick>) -> Option<f64> {
        let now = self.now.unwrap_or(0.0);
        let Some(tick) = tick else { return Some(now) };
        if let TickKind::Label(name, _) = tick.kind
            && !self.labels.contains_key(&self.text(name))
        {
            let message = "no moment above has this name, so the message leaves now";
            self.ground.report(codes::ASSUMED_NOW, tick.range, message);
            return Some(now);
        }
        self.moment(tick)
    }
}

/// A kind with its article.
fn noun(kind: PlayerKind) -> &'static str {
    match kind {
        PlayerKind::Robust => "a robust player",
        PlayerKind::Concise => "a concise player",
        PlayerKind::Rectangle => "a rectangle player",
        PlayerKind::Binary => "a binary signal",
        PlayerKind::Clock => "a clock",
        PlayerKind::Analog => "an analog signal",
    }
}
