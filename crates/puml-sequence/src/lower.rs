//! From the syntax tree to the model: who takes part, what happens, with every name and number resolved.
//!
//! What the reference accepts is accepted; what it accepts in silence although it is probably a slip is
//! a warning. How things look is resolved by its [`Ground`].

mod autonumber;
mod cast;
mod decimal;
mod groups;
mod life;
mod messages;
mod notes;
mod pages;

use diag::{Diagnostic, TextEdit};
use puml_family::{Ground, Input, Label};
use puml_syntax::TextRange;
use scene::Paint;

use crate::ast::{self, DirectiveKind, Document, Shared, StmtKind, Switch, Text};
use crate::codes::model as codes;
use crate::codes::syntax::NO_PARTICIPANTS;
use crate::model::{Event, EventKind, Model};

use autonumber::Counter;
use cast::Cast;
use life::Lives;
use pages::Pages;

/// The model of a document with one diagram. Never fails: what cannot stand is left out and reported.
pub(crate) fn lower(document: &Document, input: Input<'_>) -> (Model, Vec<Diagnostic>) {
    let mut model = Model::empty();
    let ground = Ground::new(document, input, &mut model);
    let mut lowering = Lowering {
        ground,
        cast: Cast::default(),
        pages: Pages::default(),
        lives: Lives::default(),
        counter: Counter::default(),
        model,
        groups: Vec::new(),
        stereotypes: Switch::On,
        hides_unlinked: None,
        has_stray_end: false,
    };
    for (_, stmt) in document.block_stmts(&document.blocks[0]) {
        lowering.statement(stmt);
    }
    lowering.finish()
}

/// The state of one lowering.
struct Lowering<'a> {
    ground: Ground<'a, StmtKind>,
    cast: Cast,
    pages: Pages,
    lives: Lives,
    counter: Counter,
    /// What is already known of the result.
    model: Model,
    /// The groups that are open, each with the fill of its body.
    groups: Vec<Option<Paint>>,
    stereotypes: Switch,
    /// The line that hides whoever nothing happens to.
    hides_unlinked: Option<TextRange>,
    /// Whether something ends or branches that was not open, which the parser reports.
    has_stray_end: bool,
}

impl Lowering<'_> {
    fn statement(&mut self, stmt: &ast::Stmt) {
        let range = stmt.range;
        if has_text(&stmt.kind) {
            self.ground.figures(range);
        }
        match &stmt.kind {
            StmtKind::Declaration(it) => self.declaration(it, range),
            StmtKind::Message(it) => self.message(it, range),
            StmtKind::Life(it) => self.life(it, range),
            StmtKind::Return(it) => self.reply(it, range),
            StmtKind::AutoActivate(switch) => self.lives.automatic = *switch == Switch::On,
            StmtKind::Note(it) => self.note(it, range),
            StmtKind::Reference(it) => self.reference(it, range),
            StmtKind::Group(it) => self.group(it, range),
            StmtKind::Else(it) => self.branch(*it, range),
            StmtKind::End { .. } => self.end_group(range),
            StmtKind::BoxOpen(it) => self.open_box(it, range),
            StmtKind::BoxClose => self.cast.close_box(),
            StmtKind::Divider(it) => self.divider(*it, range),
            StmtKind::Delay(it) => self.delay(*it, range),
            StmtKind::Space(it) => self.space(*it, range),
            StmtKind::NewPage(it) => self.new_page(*it, range),
            StmtKind::IgnoreNewPage => self.pages.ignore_breaks(),
            StmtKind::Numbering(it) => self.numbering(it, range),
            StmtKind::Duration(it) => self.duration(*it, range),
            StmtKind::Url { who, link } => self.url(*who, *link),
            StmtKind::Footbox(switch) => self.model.footbox = *switch == Switch::On,
            StmtKind::Unlinked(switch) => {
                self.hides_unlinked = (*switch == Switch::Off).then_some(range);
            }
            StmtKind::Stereotypes(switch) => self.stereotypes = *switch,
            StmtKind::Shared(shared) => {
                self.ground.shared(stmt);
                match shared {
                    Shared::Chrome(_) => self.put_numbers_in_surroundings(),
                    Shared::Directive(it) if it.kind == DirectiveKind::Pragma => self.pragma(*it),
                    _ => {}
                }
            }
        }
    }

    fn finish(mut self) -> (Model, Vec<Diagnostic>) {
        while self.groups.pop().is_some() {
            let origin =
                self.ground.origin(TextRange::at(self.ground.document.source.len() as u32));
            self.pages.push(Event { kind: EventKind::Close, parallel: false, origin });
        }
        self.unmet_create();
        self.check_anchors();
        let mut model = self.model;
        // UML's strict look has no heads at the bottom.
        model.footbox &= !model.strict;
        let mut pages = self.pages.into_pages();
        for (range, meant) in self.cast.misspelt(&mut pages) {
            let before = self.ground.diagnostics.len();
            let name = self.ground.document.text(range).into_owned();
            let message = format!("`{name}` occurs once: `{meant}` was probably meant");
            self.ground.report(codes::MISSPELT_NAME, range, message);
            let edit = TextEdit::replace(self.ground.span(range), meant.as_str());
            self.ground.offer(before, format!("replace with `{meant}`"), edit);
        }
        let unlinked = if self.hides_unlinked.is_some() { Switch::Off } else { Switch::On };
        let (participants, enclosures) =
            self.cast.into_order(&mut pages, self.stereotypes, unlinked);
        let is_error = |it: &ast::Stmt| matches!(it.kind, StmtKind::Shared(Shared::Error));
        // What is wrong with a line is told before what is missing.
        let is_wrong = self.has_stray_end
            || self.ground.document.stmts.iter().any(is_error)
            || diag::has_errors(&self.ground.diagnostics);
        if let Some(range) = self.hides_unlinked.filter(|_| participants.is_empty() && !is_wrong) {
            let message = "this hides every participant: nothing is left to draw";
            self.ground.report(NO_PARTICIPANTS, range, message);
        }
        model.participants = participants;
        model.enclosures = enclosures;
        model.pages = pages;
        model.looks = self.ground.looks.into_looks();
        model.surroundings = self.ground.surroundings;
        model.sprites = self.ground.sprites;
        (model, self.ground.diagnostics)
    }

    fn with_guillemets(&self, label: Label) -> Label {
        if !label.text.contains("<<") {
            return label;
        }
        Label { text: self.ground.looks.guillemets().put(&label.text) }
    }

    fn line_label(&self, range: TextRange) -> Label {
        self.with_guillemets(self.ground.line_label(range))
    }

    /// A text on one line that may be absent.
    fn optional_label(&self, range: Option<TextRange>) -> Label {
        range.map(|it| self.line_label(it)).unwrap_or_default()
    }

    /// A text on one line or in a block, the current number put in.
    fn text_label(&self, text: &Text) -> Label {
        let mut label = self.with_guillemets(self.ground.text_label(text));
        self.put_number_in(&mut label);
        label
    }

    /// `%autonumber%` stands for the latest number.
    fn put_number_in(&self, label: &mut Label) {
        put_number(self.counter.latest(), label);
    }

    fn put_numbers_in_surroundings(&mut self) {
        let latest = self.counter.latest();
        self.ground.surroundings.labels_mut().for_each(|it| put_number(latest, it));
    }

    fn push(&mut self, kind: EventKind, parallel: bool, range: TextRange) {
        let origin = self.ground.origin(range);
        self.pages.push(Event { kind, parallel, origin });
    }

    fn pragma(&mut self, directive: ast::Directive) {
        let argument = self.ground.document.text(directive.argument);
        let (key, value) = argument.split_once(char::is_whitespace).unwrap_or((&argument, ""));
        if key.eq_ignore_ascii_case("sequenceMessageSpan") {
            self.model.message_span = value.trim().eq_ignore_ascii_case("true");
        }
    }
}

fn put_number(number: &str, label: &mut Label) {
    if label.text.contains("%autonumber%") {
        label.text = label.text.replace("%autonumber%", number);
    }
}

/// Whether a statement of its own shows text.
fn has_text(kind: &StmtKind) -> bool {
    matches!(
        kind,
        StmtKind::Declaration(_)
            | StmtKind::Message(_)
            | StmtKind::Return(_)
            | StmtKind::Note(_)
            | StmtKind::Reference(_)
            | StmtKind::Group(_)
            | StmtKind::Else(_)
            | StmtKind::BoxOpen(_)
            | StmtKind::Divider(_)
            | StmtKind::Delay(_)
            | StmtKind::NewPage(_)
            | StmtKind::Duration(_)
    )
}
