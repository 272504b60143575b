//! From the syntax tree to the model. Sentences are carried out in order, as the reference does it: a date that depends
//! on another task is the date that the task has at that line.

mod days;
mod finish;
mod people;
mod tasks;

use std::cell::Cell;
use std::collections::HashMap;

use diag::{Diagnostic, Span as SourceSpan};
use puml_family::{Ground, Input, Overrides, color};
use puml_syntax::TextRange;
use puml_syntax::ast::Switch;

use crate::ast::{self, Date, Document, ScaleUnit, StmtKind, WeekLabels};
use crate::codes::model as codes;
use crate::element::{Element, Settings};
use crate::model::{Chart, DayName, Dependency, Entry, Model, Person};
use crate::schedule::{Calendar, Capacity, Moment, Roster, Span, Worker};

/// The model of a document with one diagram. Never fails: what cannot stand is left out and reported.
pub(crate) fn lower(document: &Document, input: Input<'_>) -> (Model, Vec<Diagnostic>) {
    let ground = Ground::new(document, input, &mut Settings);
    let now = input.options.now.div_euclid(86_400);
    let mut lowering = Lowering {
        ground,
        tasks: Vec::new(),
        entries: Vec::new(),
        codes: HashMap::new(),
        links: Vec::new(),
        copied: Vec::new(),
        people: Vec::new(),
        workers: Vec::new(),
        names: Vec::new(),
        tints: Vec::new(),
        weekday_tints: [None; 7],
        rules: Vec::new(),
        calendar: Calendar::default(),
        chart: chart(),
        project: None,
        project_stmt: None,
        today: now,
        print: None,
        open: Vec::new(),
        latest: None,
        created: None,
        person: None,
        last_day: None,
        from_end: Vec::new(),
        default_completion: 100,
    };
    for (_, stmt) in document.block_stmts(&document.blocks[0]) {
        lowering.statement(stmt);
    }
    lowering.finish()
}

fn chart() -> Chart {
    Chart {
        first: 0,
        last: 0,
        has_dates: false,
        unit: ScaleUnit::Daily,
        weeks: WeekLabels::Number,
        first_weekday: 0,
        first_week: 4,
        zoom: 1.0,
        language: "en".to_owned(),
        today: None,
        hidden: Vec::new(),
    }
}

/// What a row has beside what the model keeps.
#[derive(Debug, Clone)]
struct Task {
    span: Span,
    pauses: Roster,
    /// The dates that a sentence has asked for: days that are closed later do not move them.
    settled: Cell<Option<(Moment, Moment)>>,
    /// Where it is first mentioned.
    range: TextRange,
}

/// A date that was taken from another task.
struct Copied {
    from: usize,
    edge: ast::Edge,
    at: Moment,
    to: usize,
    range: TextRange,
}

/// The state of one lowering.
struct Lowering<'a> {
    ground: Ground<'a, StmtKind>,
    /// One for each entry; groups and separators have one that means nothing.
    tasks: Vec<Task>,
    entries: Vec<Entry>,
    /// Places of tasks and groups by their code.
    codes: HashMap<String, usize>,
    links: Vec<Dependency>,
    copied: Vec<Copied>,
    people: Vec<Person>,
    workers: Vec<Worker>,
    names: Vec<DayName>,
    tints: Vec<(i64, puml_family::LookId)>,
    weekday_tints: [Option<puml_family::LookId>; 7],
    rules: Vec<(Moment, SourceSpan)>,
    calendar: Calendar,
    chart: Chart,
    /// The project's first day, where it is said.
    project: Option<i64>,
    project_stmt: Option<TextRange>,
    today: i64,
    print: Option<(i64, i64)>,
    /// The groups around the current line.
    open: Vec<usize>,
    /// The task that `it` means.
    latest: Option<usize>,
    /// The task that was made last, which `then` follows.
    created: Option<usize>,
    /// The person that `he`, `she` and `they` mean.
    person: Option<usize>,
    /// The last day that was coloured or named.
    last_day: Option<i64>,
    /// Colours of days that are counted from the chart's end.
    from_end: Vec<(i64, puml_family::LookId)>,
    default_completion: i64,
}

impl Lowering<'_> {
    fn statement(&mut self, stmt: &ast::Stmt) {
        let range = stmt.range;
        if self.ground.shared(stmt) {
            return;
        }
        self.ground.figures(range);
        match &stmt.kind {
            StmtKind::Task(it) => self.task_sentence(it, range),
            StmtKind::Project(date) => self.project(*date, range),
            StmtKind::Today(phrases) => self.today(phrases),
            StmtKind::Resource(it) => self.resource_sentence(it),
            StmtKind::Days(it) => self.days_sentence(it, range),
            StmtKind::Rule(it) => self.rule(*it, range),
            StmtKind::Hours(it) => self.hours(*it, range),
            StmtKind::Link(it) => self.link(it, range),
            StmtKind::Tint(it) => self.tint(*it),
            StmtKind::Separator(text) => self.separator(*text, range),
            StmtKind::Group(name) => self.group(*name, range),
            StmtKind::EndGroup => {
                self.open.pop();
            }
            StmtKind::Note(it) => self.note(it, range),
            StmtKind::DefaultCompletion(share) => self.default_completion = *share,
            StmtKind::Print(from, to) => {
                if let (Some(from), Some(to)) = (self.day(*from), self.day(*to)) {
                    self.print = Some((from.min(to), from.max(to)));
                }
            }
            StmtKind::Week { first, at_least } => {
                self.chart.first_weekday = *first as usize;
                self.chart.first_week = (*at_least).clamp(1, 7);
            }
            StmtKind::Language(name) => {
                self.chart.language = self.ground.document.text(*name).to_ascii_lowercase();
            }
            StmtKind::Scale(it) => {
                self.chart.unit = it.unit;
                self.chart.weeks = it.weeks;
                self.chart.zoom = it.zoom.filter(|it| *it > 0.0).unwrap_or(1.0).clamp(0.1, 20.0);
            }
            StmtKind::Switch(part, to) => {
                self.chart.hidden.retain(|it| it != part);
                if *to == Switch::Off {
                    self.chart.hidden.push(*part);
                }
            }
            StmtKind::LabelColumn => {
                let message =
                    "labels always stand in the first column, so this line changes nothing";
                self.ground.report(puml_family::codes::model::NO_EFFECT, range, message);
            }
            StmtKind::Shared(_) => {}
        }
    }

    fn text(&self, range: TextRange) -> String {
        self.ground.document.text(range).into_owned()
    }

    /// The first moment of the project.
    fn beginning(&self) -> Moment {
        Moment::of_day(self.project.unwrap_or(0))
    }

    /// The number of a day; reports a day that does not exist.
    fn day(&mut self, date: Date) -> Option<i64> {
        match date {
            Date::Day(_, Some(day)) => Some(day),
            Date::Day(range, None) => {
                let text = self.text(range);
                let message = format!("the calendar has no day `{text}`");
                self.ground.report(codes::BAD_DATE, range, message);
                None
            }
            Date::AfterStart(_, days) => Some(self.project.unwrap_or(0).saturating_add(days)),
        }
    }

    /// A colour; white, with a warning, where nobody knows it.
    fn color(&mut self, it: ast::Color) -> scene::Color {
        let Some(found) = it.color else {
            let text = self.text(it.range);
            let message = format!("`{text}` is no color, so white is used");
            let before = self.ground.diagnostics.len();
            self.ground.report(codes::WHITE_COLOR, it.range, message);
            if let Some(near) = puml_syntax::color::nearest_name(&text) {
                let edit = diag::TextEdit::replace(self.ground.span(it.range), near);
                self.ground.offer(before, format!("replace with `{near}`"), edit);
            }
            return scene::Color::WHITE;
        };
        color(found)
    }

    fn filled(&mut self, element: Element, fill: scene::Color) -> puml_family::LookId {
        let overrides = Overrides { fill: Some(fill.into()), ..Overrides::default() };
        self.ground.looks.styled(element, &[], &overrides)
    }

    fn capacity(&self, idx: usize) -> Capacity<'_> {
        Capacity {
            calendar: &self.calendar,
            task: &self.entries[idx].id,
            pauses: &self.tasks[idx].pauses,
            team: &self.entries[idx].team,
            workers: &self.workers,
        }
    }
}
