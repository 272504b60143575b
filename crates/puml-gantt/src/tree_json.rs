//! A Gantt chart's tree as JSON: one range per statement, everything else as values.

use std::sync::Arc;

use diag::SourceId;
use puml_syntax::ast::Switch;
use puml_syntax::json::{self as shared, Fields, Numbers, Part};
use puml_syntax::{Extent, Stage, TextRange, parse_block};
use serde_json::{Value, json};

use crate::ast::{
    Anchor, ClockTime, Color, Date, DateTime, DayRef, Days, DaysPhrase, Document, Duration, Edge,
    LinkStyle, Named, Pause, Phrase, Resource, ResourcePhrase, Rule, StmtKind, Subject,
    TodayPhrase, WeekLabels,
};
use crate::parse::GanttGrammar;

/// The blocks of a document as parts of a larger text.
pub(crate) fn part(document: &Document, before: Numbers) -> Part {
    let writer = Writer { shared: shared::Writer { document } };
    shared::part(document, "gantt", before, |it| writer.stmt(it))
}

/// Whether a line alone says the same as a statement.
pub(crate) fn reads_alike(line: &str, document: &Document, kind: &StmtKind) -> bool {
    let parsed = alone(line);
    let [stmt] = parsed.stmts.as_slice() else { return false };
    let value = |document, kind| Writer { shared: shared::Writer { document } }.stmt(kind);
    value(&parsed, &stmt.kind) == value(document, kind)
}

/// Whether a line alone is a link.
pub(crate) fn reads_as_link(line: &str) -> bool {
    matches!(alone(line).stmts.as_slice(), [it] if matches!(it.kind, StmtKind::Link(_)))
}

fn alone(line: &str) -> Document {
    let text: Arc<str> = format!("@startgantt\n{line}\n@endgantt\n").into();
    let lines = puml_syntax::split(&text);
    parse_block(&text, &lines, 0, Stage::Expanded, Extent::Whole, SourceId(0), GanttGrammar)
        .document
}

struct Writer<'a> {
    shared: shared::Writer<'a, StmtKind>,
}

impl Writer<'_> {
    fn text(&self, range: TextRange) -> String {
        self.shared.text(range)
    }

    fn stmt(&self, kind: &StmtKind) -> Value {
        match kind {
            StmtKind::Task(it) => Fields::new("task")
                .with("subject", self.subject(&it.subject))
                .list("phrases", it.phrases.iter().map(|it| self.phrase(it)))
                .done(),
            StmtKind::Project(date) => {
                Fields::new("project").with("starts", self.date(*date)).done()
            }
            StmtKind::Today(phrases) => Fields::new("today")
                .list(
                    "phrases",
                    phrases.iter().map(|it| match it {
                        TodayPhrase::Is(date) => json!({ "is": self.date(*date) }),
                        TodayPhrase::Colored(color) => json!({ "color": self.color(*color) }),
                    }),
                )
                .done(),
            StmtKind::Resource(it) => Fields::new("resource")
                .maybe("name", it.who.map(|it| self.text(it.name)))
                .list("phrases", it.phrases.iter().map(|it| self.resource_phrase(*it)))
                .done(),
            StmtKind::Days(it) => Fields::new("days")
                .with("which", self.days(it.days))
                .list("phrases", it.phrases.iter().map(|it| self.days_phrase(*it)))
                .done(),
            StmtKind::Rule(it) => {
                Fields::new("verticalSeparator").with("at", self.rule(*it)).done()
            }
            StmtKind::Hours(it) => Fields::new("hours")
                .with("from", seconds(it.from))
                .with("to", seconds(it.to))
                .done(),
            StmtKind::Link(it) => self
                .style(Fields::new("link"), it.style)
                .with("from", self.text(it.from))
                .with("to", self.text(it.to))
                .done(),
            StmtKind::Tint(it) => Fields::new("color")
                .with("task", self.text(it.name))
                .with("fill", self.color(it.fill))
                .maybe("line", it.line.map(|it| self.color(it)))
                .done(),
            StmtKind::Separator(text) => {
                Fields::new("separator").with("text", self.text(*text)).done()
            }
            StmtKind::Group(name) => Fields::new("group").with("name", self.text(*name)).done(),
            StmtKind::EndGroup => Fields::new("endGroup").done(),
            StmtKind::Week { first, at_least } => {
                Fields::new("week").with("first", first.word()).with("atLeast", *at_least).done()
            }
            StmtKind::Language(name) => {
                Fields::new("language").with("name", self.text(*name)).done()
            }
            StmtKind::Scale(it) => {
                let fields = Fields::new("timeScale").with("unit", it.unit.word());
                match it.weeks {
                    WeekLabels::Number => fields,
                    WeekLabels::Date => fields.with("weeks", "date"),
                    WeekLabels::From(first) => fields.with("weeks", first),
                }
                .maybe("zoom", it.zoom)
                .done()
            }
            StmtKind::Print(from, to) => Fields::new("print")
                .with("from", self.date(*from))
                .with("to", self.date(*to))
                .done(),
            StmtKind::Note(it) => Fields::new("note")
                .list("stereotypes", self.shared.stereotypes(it.stereotype.as_slice()))
                .with("text", self.shared.document.lines(&it.lines))
                .done(),
            StmtKind::Switch(part, to) => Fields::new("switch")
                .with("part", format!("{part:?}").to_lowercase())
                .with("shown", *to == Switch::On)
                .done(),
            StmtKind::DefaultCompletion(share) => {
                Fields::new("defaultCompletion").with("percent", *share).done()
            }
            StmtKind::LabelColumn => Fields::new("labelColumn").done(),
            StmtKind::Shared(it) => self.shared.stmt(it),
        }
    }

    fn subject(&self, it: &Subject) -> Value {
        match it {
            Subject::It(_) => Value::from("it"),
            Subject::Named(Named { then, name, code, stereotype, resources }) => Fields::empty()
                .with("name", self.text(*name))
                .maybe("code", code.map(|it| self.text(it)))
                .maybe("then", then.then_some(true))
                .list("stereotypes", self.shared.stereotypes(stereotype.as_slice()))
                .list("resources", resources.iter().map(|it| self.resource(*it)))
                .done(),
        }
    }

    fn resource(&self, it: Resource) -> Value {
        Fields::empty().with("name", self.text(it.name)).maybe("percent", it.share).done()
    }

    fn phrase(&self, it: &Phrase) -> Value {
        match it {
            Phrase::Lasts(it) => Fields::new("lasts").with("duration", duration(it)).done(),
            Phrase::On(edge, at) => Fields::new(verb(*edge)).with("on", self.date_time(*at)).done(),
            Phrase::At(edge, anchor, style) => {
                self.style(Fields::new(verb(*edge)), *style).with("at", self.anchor(*anchor)).done()
            }
            Phrase::HappensOn(date) => Fields::new("happens").with("on", self.date(*date)).done(),
            Phrase::HappensAt(anchor) => {
                Fields::new("happens").with("at", self.anchor(*anchor)).done()
            }
            Phrase::Occurs(from, to) => Fields::new("occurs")
                .with("from", self.text(*from))
                .with("to", self.text(*to))
                .done(),
            Phrase::Colored(fill, line) => Fields::new("colored")
                .with("fill", self.color(*fill))
                .maybe("line", line.map(|it| self.color(it)))
                .done(),
            Phrase::ColoredForCompletion(from, to) => Fields::new("coloredForCompletion")
                .with("from", self.color(*from))
                .with("to", self.color(*to))
                .done(),
            Phrase::Complete(share) => Fields::new("complete").with("percent", *share).done(),
            Phrase::Pauses(it) => Fields::new("pauses").with("on", self.pause(*it)).done(),
            Phrase::Deleted => Fields::new("deleted").done(),
            Phrase::LinksTo(it) => {
                Fields::new("linksTo").with("link", self.shared.link(*it)).done()
            }
            Phrase::SameRow(name) => Fields::new("sameRow").with("as", self.text(*name)).done(),
            Phrase::DisplayedAs(text) => {
                Fields::new("displayedAs").with("text", self.text(*text)).done()
            }
        }
    }

    fn pause(&self, it: Pause) -> Value {
        match it {
            Pause::Weekly(day) => Value::from(day.word()),
            Pause::Days(from, to) => Fields::empty()
                .with("from", self.date(from))
                .maybe("to", to.map(|it| self.date(it)))
                .done(),
            Pause::UpTo(from, to) => {
                Fields::empty().with("from", self.date(from)).with("to", self.anchor(to)).done()
            }
        }
    }

    fn resource_phrase(&self, it: ResourcePhrase) -> Value {
        match it {
            ResourcePhrase::Off(pause) => json!({ "off": self.pause(pause) }),
            ResourcePhrase::OffBefore(date) => json!({ "offBefore": self.date(date) }),
            ResourcePhrase::OffAfter(date) => json!({ "offAfter": self.date(date) }),
            ResourcePhrase::On(from, to) => json!({ "on": self.pause(Pause::Days(from, to)) }),
            ResourcePhrase::WorksOn(name) => json!({ "worksOn": self.text(name) }),
        }
    }

    fn days(&self, it: Days) -> Value {
        match it {
            Days::Weekly(day) => Value::from(day.word()),
            Days::One(day) => self.day(day),
            Days::Range(from, to) => json!({ "from": self.day(from), "to": self.day(to) }),
            Days::Following(from, days) => json!({ "from": self.day(from), "days": days }),
            Days::Then(days) => json!({ "thenDays": days }),
        }
    }

    fn day(&self, it: DayRef) -> Value {
        match it {
            DayRef::Date(date) => self.date(date),
            DayRef::Today(days) => json!({ "today": days }),
            DayRef::End(days) => json!({ "end": days }),
        }
    }

    fn days_phrase(&self, it: DaysPhrase) -> Value {
        let fields = Fields::empty();
        match it {
            DaysPhrase::Closed(task) => {
                fields.with("closed", true).maybe("for", task.map(|it| self.text(it)))
            }
            DaysPhrase::Open(task) => {
                fields.with("open", true).maybe("for", task.map(|it| self.text(it)))
            }
            DaysPhrase::Colored(color) => fields.with("color", self.color(color)),
            DaysPhrase::Named(name) => fields.with("name", self.text(name)),
        }
        .done()
    }

    fn rule(&self, it: Rule) -> Value {
        match it {
            Rule::Before(date) => json!({ "before": self.date(date) }),
            Rule::After(date) => json!({ "after": self.date(date) }),
            Rule::At(anchor) => self.anchor(anchor),
        }
    }

    fn date(&self, it: Date) -> Value {
        match it {
            Date::Day(_, Some(day)) => Value::from(crate::schedule::date_text(day)),
            Date::Day(range, None) => Value::from(self.text(range)),
            Date::AfterStart(_, days) => json!({ "afterStart": days }),
        }
    }

    fn date_time(&self, it: DateTime) -> Value {
        Fields::empty()
            .with("date", self.date(it.date))
            .maybe("seconds", it.time.map(seconds))
            .done()
    }

    fn anchor(&self, it: Anchor) -> Value {
        Fields::empty()
            .with("task", self.text(it.name))
            .with("edge", if it.edge == Edge::Start { "start" } else { "end" })
            .maybe("days", (it.days != 0).then_some(it.days))
            .maybe("weeks", (it.weeks != 0).then_some(it.weeks))
            .maybe("working", it.working.then_some(true))
            .done()
    }

    fn color(&self, it: Color) -> Value {
        Value::from(self.text(it.range))
    }

    fn style(&self, fields: Fields, it: LinkStyle) -> Fields {
        fields
            .maybe("color", it.color.map(|it| self.color(it)))
            .maybe("border", it.border.map(|it| format!("{it:?}").to_lowercase()))
            .maybe("hidden", it.hidden.then_some(true))
            .maybe("thickness", it.thickness)
    }
}

/// After midnight; null where no clock shows it.
fn seconds(time: ClockTime) -> Value {
    match time {
        ClockTime::Seconds(seconds) => Value::from(seconds),
        ClockTime::Impossible => Value::Null,
    }
}

fn verb(edge: Edge) -> &'static str {
    match edge {
        Edge::Start => "starts",
        Edge::End => "ends",
    }
}

fn duration(it: &Duration) -> Value {
    it.parts
        .iter()
        .map(|(count, unit)| json!([count, format!("{unit:?}").to_lowercase()]))
        .collect()
}
