//! From the syntax tree to the model: who takes part, what happens, with every name and number resolved.
//!
//! What the reference accepts is accepted; what it accepts in silence although it is probably a slip is
//! a warning. How things look is resolved in [`crate::looks`].

mod autonumber;
mod cast;
mod chrome;
mod decimal;
mod groups;
mod label;
mod life;
mod messages;
mod notes;
mod pages;
mod sprites;

use diag::{Code, Diagnostic, Fix, SourceId, Span, TextEdit};
use puml_syntax::TextRange;
use puml_syntax::ast::{self, Block, DirectiveKind, Document, StmtKind, Switch};

use crate::looks::{LookBook, gather};
use crate::model::{Event, EventKind, Model};
use crate::options::Options;
use crate::preprocess::{Origins, Theme};
use crate::world::World;

use autonumber::Counter;
use cast::Cast;
use life::Lives;
use pages::Pages;

/// What lowering reads. Findings have spans of the parsed text; the model has spans of the user's text.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    pub(crate) document: &'a Document,
    pub(crate) block: &'a Block,
    /// The parsed text.
    pub(crate) source: SourceId,
    pub(crate) origins: &'a Origins,
    /// The themes that the block chooses, in order.
    pub(crate) themes: &'a [Theme],
    pub(crate) options: &'a Options,
    pub(crate) world: &'a dyn World,
    /// The name under which the user knows the text.
    pub(crate) name: &'a str,
}

/// The model of one diagram. Never fails: what cannot stand is left out and reported.
pub(crate) fn lower(input: Input<'_>, diagnostics: &mut Vec<Diagnostic>) -> Model {
    let (sheet, settings) = gather(input, diagnostics);
    let mut lowering = Lowering {
        input,
        diagnostics,
        looks: LookBook::new(sheet, settings.stereotype_rules, settings.tone),
        cast: Cast::default(),
        pages: Pages::default(),
        lives: Lives::default(),
        counter: Counter::default(),
        model: settings.model,
        groups: 0,
        stereotypes: Switch::On,
        unlinked: Switch::On,
    };
    for (_, stmt) in input.document.block_stmts(input.block) {
        lowering.statement(stmt);
    }
    lowering.finish()
}

/// The state of one lowering.
struct Lowering<'a, 'd> {
    input: Input<'a>,
    diagnostics: &'d mut Vec<Diagnostic>,
    looks: LookBook,
    cast: Cast,
    pages: Pages,
    lives: Lives,
    counter: Counter,
    /// What is already known of the result.
    model: Model,
    /// How many groups are open.
    groups: usize,
    stereotypes: Switch,
    unlinked: Switch,
}

impl Lowering<'_, '_> {
    fn statement(&mut self, stmt: &ast::Stmt) {
        let range = stmt.range;
        self.figures(stmt);
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
            StmtKind::Unlinked(switch) => self.unlinked = *switch,
            StmtKind::Stereotypes(switch) => self.stereotypes = *switch,
            StmtKind::Chrome(it) => self.chrome(it, range),
            StmtKind::Directive(it) if it.kind == DirectiveKind::Pragma => self.pragma(*it),
            // Styles are gathered before; errors are reported by the parser; the rest changes nothing.
            StmtKind::Skinparam(_)
            | StmtKind::Style(_)
            | StmtKind::Inert { .. }
            | StmtKind::Directive(_)
            | StmtKind::Call(_)
            | StmtKind::Template
            | StmtKind::Comment
            | StmtKind::Error => {}
        }
    }

    fn finish(mut self) -> Model {
        while self.groups > 0 {
            self.groups -= 1;
            let origin = self.origin(TextRange::at(self.input.document.source.len() as u32));
            self.pages.push(Event { kind: EventKind::Close, parallel: false, origin });
        }
        self.unmet_create();
        self.check_anchors();
        let mut model = self.model;
        let mut pages = self.pages.into_pages();
        let (participants, enclosures) =
            self.cast.into_order(&mut pages, self.stereotypes, self.unlinked);
        model.participants = participants;
        model.enclosures = enclosures;
        model.pages = pages;
        model.looks = self.looks.into_looks();
        model
    }

    /// A range of the parsed text as a place in it.
    fn span(&self, range: TextRange) -> Span {
        range.in_source(self.input.source)
    }

    /// A range of the parsed text as a place in what the user wrote.
    fn origin(&self, range: TextRange) -> Span {
        self.input.origins.span(self.span(range))
    }

    fn report(&mut self, code: Code, range: TextRange, message: impl Into<String>) {
        let span = self.span(range);
        self.diagnostics.push(Diagnostic::new(code, span, message));
    }

    /// Adds a fix to what was reported since `before`, if anything was.
    fn offer(&mut self, before: usize, title: impl Into<String>, edit: TextEdit) {
        if let Some(found) = self.diagnostics[before..].last_mut() {
            found.fixes.push(Fix::suggested(title, vec![edit]));
        }
    }

    fn push(&mut self, kind: EventKind, parallel: bool, range: TextRange) {
        let origin = self.origin(range);
        self.pages.push(Event { kind, parallel, origin });
    }

    fn pragma(&mut self, directive: ast::Directive) {
        let argument = self.input.document.text(directive.argument);
        let (key, value) = argument.split_once(char::is_whitespace).unwrap_or((&argument, ""));
        if key.eq_ignore_ascii_case("sequenceMessageSpan") {
            self.model.message_span = value.trim().eq_ignore_ascii_case("true");
        }
    }
}
