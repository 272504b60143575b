//! The sections that are mostly words: goal, facts, assumptions, decisions, work, risks.

use std::fmt::Write as _;

use super::super::break_down_work::Entry;
use super::super::choose_strategy::Decisions;
use super::super::compute_schedule::{Due, Schedule};
use super::super::identify_risks::Risks;
use super::super::intake_prompt::Intake;
use super::super::make_assumptions::Assumptions;
use super::super::trace::Trace;
use super::super::{cells, sentence, text, working_days};
use super::{DEMANDS, Material, inline, table};
use crate::calendar::Scope;
use crate::facts::{
    Bound, CountRole, DateRole, DurationRole, Fact, Facts, HoursRole, Moment, MoneyRole, Occasion,
    PlaceRole, Reader, Value, YearSource, amount,
};

/// Words without a meaning that the plan lists; a long prompt would drown it.
const MOST_UNREAD: usize = 40;

/// What is to be reached, how it shows, and the numbers in brief.
pub(super) fn goal(all: &Material) -> String {
    let (schedule, budget) = (&all.schedule, &all.budget);
    let mut out = format!(
        "{}\n\n**Success:** {}\n\n",
        inline(&all.purpose.goal),
        inline(&all.purpose.success)
    );
    let mut item = |label: &str, value: String| {
        let _ = writeln!(out, "- **{label}:** {value}");
    };
    let end = schedule.when(schedule.total_days, schedule.finish);
    let sure = schedule.when(schedule.p80_days, schedule.finish_p80);
    let start = schedule.when(0, schedule.start);
    item("Start", format!("{start} ({})", schedule.start_basis));
    item("End", format!("{end}, with 80 % confidence {sure}"));
    for due in telling(&schedule.due, MOST_DATES) {
        item(if due.is_fixed { "Day" } else { "Deadline" }, kept(due));
    }
    for due in &schedule.not_before {
        let (quote, task, title) = (&due.quote, &due.task, &due.title);
        item("Not before", format!("\"{quote}\" for {task} {title}: {}", beginning(due)));
    }
    let mut unanswered: Vec<&str> = schedule.open_days().map(|it| it.quote.as_str()).collect();
    unanswered.dedup();
    for quote in unanswered.into_iter().take(MOST_DATES) {
        item("Date", format!("\"{quote}\": {UNANSWERED}"));
    }
    item("Money needed", budget.needed());
    if let Some(against) = budget.against() {
        item("Money stated", against);
    }
    item("Led by", all.wbs.lead.to_string());
    out
}

/// Dates of a long prompt that are told one by one; the others stand in the schedule.
const MOST_DATES: usize = 6;

/// Stands where a day has no task.
pub(super) const UNANSWERED: &str = "no task of the plan answers this date";

/// The dates with the least to spare, each once, in the order of the prompt.
pub(super) fn telling(all: &[Due], most: usize) -> Vec<&Due> {
    let mut told: Vec<&Due> = Vec::new();
    for due in all {
        if !told.iter().any(|it| it.quote == due.quote && it.task == due.task) {
            told.push(due);
        }
    }
    while told.len() > most
        && let Some((place, _)) = told.iter().enumerate().max_by_key(|(_, it)| it.slack_p80_days)
    {
        told.remove(place);
    }
    told
}

/// Rows that say the same but for their first column become one, with all that stood there.
pub(super) fn merged(rows: impl IntoIterator<Item = Vec<String>>) -> Vec<Vec<String>> {
    let mut out: Vec<Vec<String>> = Vec::new();
    for row in rows {
        if let Some(same) = out.iter_mut().find(|it| it[1..] == row[1..]) {
            let _ = write!(same[0], ", {}", row[0]);
        } else {
            out.push(row);
        }
    }
    out
}

/// What a day of the prompt is for, and whether it is kept.
pub(super) fn kept(due: &Due) -> String {
    let link = if due.is_fixed { "is the day of" } else { "for" };
    let on = due.computed.map_or_else(String::new, |date| format!(", {date}"));
    format!("\"{}\" {link} {} {}{on}: {}", due.quote, due.task, due.title, verdict(due))
}

/// How a day of the prompt is kept or missed.
pub(super) fn verdict(due: &Due) -> String {
    let (slack, sure) = (due.slack_days, due.slack_p80_days);
    let (spare, safe, late) = (working_days(slack), working_days(sure), working_days(-sure));
    match (slack < 0, sure < 0, due.is_fixed) {
        (true, ..) => format!("missed by {}", working_days(-slack)),
        (false, true, _) => format!(
            "kept with {spare} to spare if all goes as expected, missed by {late} at 80 % confidence"
        ),
        (false, false, false) => {
            format!("kept with {spare} to spare, {safe} at 80 % confidence")
        }
        (false, false, true) => {
            format!("all is ready {spare} before it, {safe} at 80 % confidence")
        }
    }
}

/// When work begins that cannot begin before a day of the prompt.
pub(super) fn beginning(due: &Due) -> String {
    due.computed.map_or_else(String::new, |day| format!("it begins on {day}"))
}

pub(super) fn approach(answer: &serde_json::Value) -> String {
    let mut out = format!("{}\n\nWhat to watch:\n\n", text(&answer["approach"]).trim());
    for line in answer["watch"].as_array().into_iter().flatten() {
        let _ = writeln!(out, "- {}", inline(text(line)));
    }
    out
}

/// What the intake found missing, ambiguous or wrong, where whole sentences say it.
fn left_open(intake: &Intake, out: &mut String) {
    const SENTENCE: usize = 4;
    let review = &intake.review;
    let lists = [
        ("Red flags", &review.red_flags),
        ("Still missing", &review.missing),
        ("Can be read in two ways", &review.ambiguous),
    ];
    for (title, entries) in lists {
        let told = entries.iter().filter(|it| it.split_whitespace().count() >= SENTENCE);
        let lines: Vec<String> = told.map(|it| format!("- {}\n", inline(it))).collect();
        if !lines.is_empty() {
            let _ = write!(out, "\n### {title}\n\n{}", lines.concat());
        }
    }
}

/// Every fact with its quote, what was not read, and where each demand is met.
pub(super) fn facts(all: &Material) -> String {
    let facts = &all.facts;
    let mut out = String::new();
    // Demands have a table of their own.
    let told = facts.facts.iter().filter(|fact| !matches!(fact.value, Value::Demand { .. }));
    let quoted = |quote: &str| format!("\"{quote}\"");
    let rows = merged(
        told.map(|it| cells([&it.id, &quoted(&it.quote), &it.value.kind(), &reading(it, facts)])),
    );
    if rows.is_empty() {
        out.push_str("The prompt states no amounts, dates or places.\n");
    } else {
        out.push_str(&table(&["Id", "The prompt says", "Kind", "Read as"], rows));
    }
    if !facts.unread.is_empty() {
        out.push_str("\n### Not read\n\nThese words of the prompt are used by no fact; the plan does not know what they mean.\n\n");
        let mut rows: Vec<Vec<String>> = Vec::new();
        for it in &facts.unread {
            let row = cells([&quoted(&it.quote), &it.kind.as_str(), &it.reason]);
            if rows.len() < MOST_UNREAD && !rows.contains(&row) {
                rows.push(row);
            }
        }
        out.push_str(&table(&["The prompt says", "Looks like", "Why it was not read"], rows));
    }
    left_open(&all.intake, &mut out);
    if !facts.conflicts.is_empty() {
        out.push_str("\n### Contradictions\n\n");
        for one in &facts.conflicts {
            let ids: Vec<&str> = one.facts.iter().map(crate::id::Id::as_str).collect();
            let _ = writeln!(out, "- {}: {}", ids.join(", "), inline(&one.message));
        }
    }
    if !facts.disagreements.is_empty() {
        out.push_str("\n### Read differently by patterns and by the model\n\n");
        let rows = facts.disagreements.iter();
        let rows = rows.map(|it| cells([&it.fact, &quoted(&it.quote), &it.patterns, &it.model]));
        out.push_str(&table(&["Id", "The prompt says", "Patterns", "Model"], rows));
    }
    if facts.demands().next().is_some() {
        let _ = write!(out, "\n{DEMANDS}\n\n");
        let trace = Trace::new(&all.wbs);
        let rows = facts.demands().map(|(_, fact)| {
            let (work, test) = met(fact, &trace, all);
            cells([&fact.id, &fact.quote, &work, &test])
        });
        out.push_str(&table(&["Id", "Demand", "Work", "Tested at"], merged(rows)));
    }
    out
}

/// How a demand is met that the schedule keeps: no task is worked on in that time.
pub(in super::super) const KEPT: &str = "the schedule works around it";

/// The tasks that name a demand, and the milestone at which it is tested.
fn met(demand: &Fact, trace: &Trace<'_>, all: &Material) -> (String, String) {
    let dated = all.schedule.due.iter().find(|due| demand.quote.contains(&due.quote));
    let entries: Vec<_> = all.wbs.entries().collect();
    let mut places = trace.demanded(&demand.id, &demand.quote);
    if let Some(place) =
        dated.and_then(|due| entries.iter().position(|(_, entry)| entry.id == due.task))
    {
        places = vec![place];
    }
    let ids: Vec<&str> = places.iter().map(|&place| entries[place].1.id.as_str()).collect();
    let stage = places.last().map(|&place| entries[place].0);
    let position = stage.and_then(|stage| all.wbs.stages.iter().position(|it| it.id == stage.id));
    let is_kept = |(moment, fact): (&Moment, &Fact)| {
        moment.role == DateRole::Blackout && demand.quote.contains(&fact.quote)
    };
    match position {
        Some(position) => (ids.join(", "), format!("M{}", position + 1)),
        None if all.facts.moments().any(is_kept) => (KEPT.to_owned(), "every milestone".to_owned()),
        None => (
            "no task names it: add one, or name who answers for it".to_owned(),
            "every milestone".to_owned(),
        ),
    }
}

/// How a fact is used.
fn reading(fact: &Fact, facts: &Facts) -> String {
    let by = match fact.read_by {
        Reader::Patterns => "",
        Reader::Model => " (read by the model)",
        Reader::Both => " (patterns and model agree)",
    };
    let words = match &fact.value {
        Value::Money(money) => {
            let unit =
                money.unit.as_deref().into_iter().chain(money.period.iter().map(|it| it.as_str()));
            let per: String = unit.map(|unit| format!(" a {unit}")).collect();
            let least = money.least.map(|least| format!("{} to ", amount(least)));
            let (least, most) = (least.unwrap_or_default(), amount(money.amount));
            format!("{least}{most} {}{per}, {}", money.currency, money_role(money.role))
        }
        Value::Date(moment)
            if moment.role == DateRole::Start
                && facts.occasion(moment, fact) != Occasion::Start =>
        {
            format!("{}: begins then, and is not the start of the project", moment.from)
        }
        Value::Date(moment)
            if facts
                .blackouts()
                .iter()
                .any(|it| it.quote == fact.quote && it.scope == Scope::OnePerson) =>
        {
            format!("one person is away: {} to {}", moment.from, moment.to)
        }
        Value::Date(moment) => date(moment),
        Value::Duration(span) => {
            let role = match span.role {
                DurationRole::Limit => "the longest time the work may take",
                DurationRole::Whole => "for the whole project",
                DurationRole::Notice => "of notice",
                DurationRole::LeadTime => "until delivery",
                DurationRole::Wait => "that others need",
                DurationRole::Length => "a length, not a limit",
                DurationRole::Interval => "how often",
                DurationRole::Background => "background",
            };
            format!("{}, {role}", span.words())
        }
        Value::Hours(hours) => match hours.role {
            HoursRole::Own => format!("{} hours a week for this project", hours.per_week),
            HoursRole::Others if hours.of.is_empty() => {
                format!("{} hours a week of somebody else", hours.per_week)
            }
            HoursRole::Others => format!("{} hours a week: {}", hours.per_week, hours.of),
        },
        Value::Count(count) => {
            let role = match count.role {
                CountRole::Team => "in the team",
                CountRole::Audience => "to plan for",
                CountRole::Quantity => "a number that no estimate grows with",
            };
            let bound = match count.bound {
                Some(Bound::AtLeast) => "at least ",
                Some(Bound::AtMost) => "at most ",
                None => "",
            };
            format!("{bound}{} {}, {role}", count.count, count.of)
        }
        Value::Person(person) => format!("{}, {}", person.name, person.relation),
        Value::Area { m2 } => format!("{m2} m²"),
        Value::Measure { number, unit } => {
            format!("{number} {unit}, a number that no estimate grows with")
        }
        Value::Percent { percent } => format!("{percent} %"),
        Value::Time { time } => format!("{time}, a time of day"),
        Value::Place(place) => {
            let role = match place.role {
                PlaceRole::Site => "where it happens",
                PlaceRole::Origin => "where it begins",
                PlaceRole::Destination => "where it goes",
            };
            match place.country {
                Some(country) if country.name() != place.name => {
                    format!("{} ({}), {role}", place.name, country.name())
                }
                _ => format!("{}, {role}", place.name),
            }
        }
        Value::Name { name } => format!("{name}, a name"),
        Value::Demand { .. } => "a demand".to_owned(),
    };
    let guess = if fact.is_guess { "; assumed, the words around it do not say so" } else { "" };
    format!("{words}{by}{guess}")
}

fn date(moment: &Moment) -> String {
    let days = if moment.from == moment.to {
        moment.to.to_string()
    } else {
        format!("{} to {}", moment.from, moment.to)
    };
    let year = match moment.year {
        YearSource::Stated => "",
        YearSource::Assumed => "; the year is assumed",
        YearSource::Relative => "; counted from the day of the prompt",
    };
    match moment.role {
        DateRole::Start => format!("work starts on {days}{year}"),
        DateRole::Deadline => format!("due by {days}{year}"),
        DateRole::TakesPlace => format!("takes place: {days}{year}"),
        DateRole::OthersBegin => {
            format!("{days}: something begins that the work has to precede{year}")
        }
        DateRole::Window => {
            format!("the work itself lies in {days}; preparation may come before{year}")
        }
        DateRole::Blackout => format!("no work or no changes: {days}{year}"),
        DateRole::Background => format!("{days}, background"),
    }
}

fn money_role(role: MoneyRole) -> &'static str {
    match role {
        MoneyRole::Budget => "the budget",
        MoneyRole::Part => "part of the budget",
        MoneyRole::Share => "a share of the budget",
        MoneyRole::Each => "from each person",
        MoneyRole::Cap => "the most that one thing may cost, inside the budget",
        MoneyRole::Price => "what a customer pays",
        MoneyRole::PriceLimit => "the most that a customer pays",
        MoneyRole::Rate => "what somebody's time costs",
        MoneyRole::Rent => "rent",
        MoneyRole::Income => "income, not money to spend",
        MoneyRole::Grant => "grant, not counted before it is granted",
        MoneyRole::Loan => "loan",
        MoneyRole::Monthly => "each month",
        MoneyRole::Yearly => "each year",
        MoneyRole::Amount => "an amount beside the budget",
    }
}

pub(super) fn assumptions(assumptions: &Assumptions) -> String {
    let rows = assumptions.assumptions.iter().map(|it| {
        let quoted = format!("\"{}\"", it.basis);
        let basis = if it.basis == "assumed" { &it.basis } else { &quoted };
        cells([&it.id, &it.statement, basis, &it.sensitivity, &it.test])
    });
    table(&["Id", "Assumption", "Basis", "Sensitivity", "Test"], rows)
}

pub(super) fn decisions(decisions: &Decisions, schedule: &Schedule) -> String {
    let mut out = String::new();
    for one in &decisions.decisions {
        let _ = write!(out, "### {} {}\n\n", one.id, inline(&one.question));
        let others: Vec<String> =
            one.options.iter().filter(|it| **it != one.chosen).map(|it| inline(it)).collect();
        let _ = write!(out, "**Chosen:** {}.", inline(one.chosen.trim_end_matches('.')));
        if !others.is_empty() {
            let _ = write!(out, " Not chosen: {}.", others.join("; "));
        }
        out.push_str("\n\n");
        let due = match schedule.titled(&one.before) {
            Some(row) => {
                let when = schedule.when(row.start_day, row.start);
                format!("before {} {} ({when})", row.id, row.title)
            }
            None if one.before.is_empty() => "before the first contract".to_owned(),
            None => format!("before: {}", one.before),
        };
        let _ = write!(
            out,
            "- **Why:** {}\n- **What follows:** {}\n- **Owner:** {}, who decides {}\n\n",
            inline(&one.why),
            inline(&one.consequence),
            inline(&one.owner),
            inline(&due)
        );
    }
    out
}

/// The work, and in the test of each task the objections that it has to answer.
pub(super) fn work(all: &Material) -> String {
    let mut out = String::new();
    let done_when = |entry: &Entry| {
        let objections = all.experts.objections.iter().filter(|one| one.task == entry.id);
        let answered = objections.map(|one| format!("; {}: {}", one.id, one.change));
        format!("{}{}", entry.done_when, answered.collect::<String>())
    };
    for (idx, stage) in all.wbs.stages.iter().enumerate() {
        let _ = write!(out, "### {} {}\n\n", stage.id, inline(&stage.title));
        let rows = stage
            .tasks
            .iter()
            .map(|it| cells([&it.id, &it.title, &it.deliverable, &done_when(it), &it.role]));
        out.push_str(&table(&["Id", "Task", "Deliverable", "Done when", "Role"], rows));
        let _ = write!(out, "\nMilestone M{}: {}.\n\n", idx + 1, inline(&stage.milestone));
    }
    out
}

/// The worst first.
pub(super) fn risks(risks: &Risks) -> String {
    let rows = risks.by_score().into_iter().map(|it| {
        let event = format!("{}: {}", sentence(it.cause.trim_end_matches('.')), it.event);
        let score = format!("{} × {} = {}", it.probability, it.impact, it.score());
        let (response, sign) = (sentence(&it.response), sentence(&it.trigger));
        cells([&it.id, &event, &it.effect, &score, &it.owner, &response, &sign])
    });
    table(&["Id", "Cause and event", "Effect", "P × I", "Owner", "Response", "Early sign"], rows)
}

/// `swot.md` one level deeper, without its own title.
pub(super) fn swot(swot: &str) -> String {
    let body = swot.find("\n## ").map_or("", |at| &swot[at..]);
    body.replace("\n## ", "\n### ").trim_start().to_owned()
}
