//! EstimateTasks: least, likely and most days, effort, and what has to be paid.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::break_down_work::{Entry, Wbs};
use crate::archetype::{Archetype, Cost as Price, Per, Work};
use crate::artifact::Kind;
use crate::budget::Spread;
use crate::embedded::NOTICE;
use crate::facts::{
    Currency, DateRole, DurationRole, Facts, MoneyRole, Precision, amount, convert, is_reserve,
};
use crate::id::WorkId;
use crate::schedule::Days;
use crate::task::{Ask, By, Context, Inputs, Phase, Produced, Task, TaskError, hard, output, soft};

mod goods;
mod stated;
mod units;

pub(super) use stated::is_sold;
pub(super) use units::{Units, counted, units};

pub(super) const TASK: Task = Task {
    name: "EstimateTasks",
    phase: Phase::GeneratingPlan,
    version: 11,
    inputs: &[soft("prompt.md"), hard("wbs.json"), hard("facts.json")],
    outputs: &[output("estimates.json", Kind::Intermediate)],
    weight: 4,
    by: By::Planner(Ask {
        prompt: "Estimate every task of wbs.json by its id: least, likely and most working days (days), \
                 person days of effort (effort_days), and what has to be paid for it (costs, each with \
                 item, least, likely and most amount in whole units of the currency, and the basis of the \
                 amount); leave costs empty where only time is spent. Wages are not costs here. State the \
                 currency as a three-letter code. If the result runs on afterwards, list monthly costs in \
                 running, and in unit what one sale leaves after its own costs; otherwise leave running \
                 empty and unit out.",
        shows: &["wbs.json", "facts.json"],
        schema: || {
            r#"{"type":"object","required":["currency","tasks","running"],"properties":{"currency":{"type":"string","minLength":3,"maxLength":3},"tasks":{"type":"array","minItems":1,"maxItems":54,"items":{"type":"object","required":["id","days","effort_days","costs"],"properties":{"id":{"type":"string","maxLength":12},"days":{"type":"object","required":["min","likely","max"],"properties":{"min":{"type":"integer","minimum":0,"maximum":2000},"likely":{"type":"integer","minimum":0,"maximum":2000},"max":{"type":"integer","minimum":0,"maximum":2000}}},"effort_days":{"type":"number","minimum":0,"maximum":10000},"costs":{"type":"array","maxItems":8,"items":{"type":"object","required":["item","min","likely","max","basis"],"properties":{"item":{"type":"string","minLength":1,"maxLength":100},"min":{"type":"integer","minimum":0},"likely":{"type":"integer","minimum":0},"max":{"type":"integer","minimum":0},"basis":{"type":"string","maxLength":160}}}},"basis":{"type":"string","maxLength":160}}}},"running":{"type":"array","maxItems":10,"items":{"type":"object","required":["item","monthly","basis"],"properties":{"item":{"type":"string","maxLength":100},"monthly":{"type":"integer","minimum":0},"basis":{"type":"string","maxLength":160}}}},"unit":{"type":"object","required":["name","contribution_cents","open_days","basis"],"properties":{"name":{"type":"string","maxLength":40},"contribution_cents":{"type":"integer","minimum":1},"open_days":{"type":"integer","minimum":0,"maximum":31},"basis":{"type":"string","maxLength":160}}}}}"#.to_owned()
        },
        faults,
        rules,
    }),
    run,
};

/// `estimates.json`.
#[derive(Debug, Deserialize)]
pub(super) struct Estimates {
    pub(super) currency: Currency,
    pub(super) tasks: Vec<Estimate>,
    #[serde(default)]
    pub(super) running: Vec<Running>,
    pub(super) unit: Option<Unit>,
    /// What the usual prices of this kind of project add up to, where that is so far from the stated money that
    /// none of them is used.
    #[serde(default)]
    pub(super) usual: Option<i64>,
    /// How the prompt splits its budget, where the costs are its parts.
    #[serde(default)]
    pub(super) split: Option<Split>,
}

/// The parts of a budget, added up.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Split {
    /// All parts, the reserve among them.
    pub(super) parts: i64,
    /// The parts that are kept as a reserve.
    pub(super) reserve: i64,
    /// What no part covers; negative where the parts are more than there is.
    pub(super) rest: i64,
    /// What the prompt says of the rest.
    pub(super) rest_for: String,
}

impl Split {
    fn of(split: &crate::facts::Split<'_>) -> Self {
        let kept =
            split.parts.iter().filter(|(money, _)| money.item.as_deref().is_some_and(is_reserve));
        Self {
            parts: split.sum(),
            reserve: kept.map(|(money, _)| money.amount).sum(),
            rest: split.rest(),
            rest_for: split.rest_for.unwrap_or_default().to_owned(),
        }
    }
}

/// How long a task takes and what it costs.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Estimate {
    pub(super) id: WorkId,
    pub(super) days: Days,
    pub(super) effort_days: f64,
    #[serde(default)]
    pub(super) costs: Vec<Cost>,
    /// What has to be paid at a price that nobody knows yet.
    #[serde(default)]
    pub(super) open: Vec<String>,
    #[serde(default)]
    pub(super) basis: String,
}

/// Something to pay.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Cost {
    pub(super) item: String,
    #[serde(flatten)]
    pub(super) amount: Spread,
    #[serde(default)]
    pub(super) basis: String,
}

/// A monthly cost.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Running {
    pub(super) item: String,
    pub(super) monthly: i64,
    #[serde(default)]
    pub(super) basis: String,
}

/// What one sale leaves.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Unit {
    pub(super) name: String,
    pub(super) contribution_cents: i64,
    pub(super) open_days: u64,
    pub(super) basis: String,
}

impl Estimates {
    /// The estimate of a task; a task that somebody added since gets a wide one.
    pub(super) fn of(&self, id: &WorkId) -> Estimate {
        self.tasks.iter().find(|task| task.id == *id).cloned().unwrap_or_else(|| Estimate {
            id: id.clone(),
            days: UNKNOWN,
            effort_days: UNKNOWN_EFFORT,
            costs: Vec::new(),
            open: Vec::new(),
            basis: "not estimated".to_owned(),
        })
    }
}

/// So many times the stated money the usual prices may come to, and the stated money the usual prices; beyond that
/// they are those of another size of project.
const MISFIT: i64 = 2;
const THIN: i64 = 5;

/// For work that nobody estimated: a week, give or take much.
const UNKNOWN: Days = Days { min: 2, likely: 5, max: 12 };
/// Person days in it; the rest is waiting for others.
const UNKNOWN_EFFORT: f64 = 2.0;

fn run(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let answer = ctx.answer()?;
    Ok(vec![ctx.stamped("estimates.json", answer.value, &answer.origin)])
}

fn faults(inputs: &Inputs, answer: &Value) -> Vec<String> {
    let Ok(wbs) = inputs.read::<Wbs>("wbs.json") else { return Vec::new() };
    let estimates = match serde_json::from_value::<Estimates>(answer.clone()) {
        Ok(estimates) => estimates,
        Err(error) => return vec![error.to_string()],
    };
    let wanted: BTreeSet<&str> = wbs.entries().map(|(_, entry)| entry.id.as_str()).collect();
    let given: BTreeSet<&str> = estimates.tasks.iter().map(|task| task.id.as_str()).collect();
    let mut faults = Vec::new();
    faults.extend(wanted.difference(&given).map(|id| format!("{id} is not estimated")));
    faults.extend(given.difference(&wanted).map(|id| format!("{id} is not in wbs.json")));
    for task in &estimates.tasks {
        if !task.days.is_ordered() {
            faults.push(format!("{}: days must be min <= likely <= max", task.id));
        }
        for cost in task.costs.iter().filter(|cost| !cost.amount.is_ordered()) {
            faults.push(format!("{}: {:?} must be min <= likely <= max", task.id, cost.item));
        }
    }
    faults
}

fn rules(inputs: &Inputs) -> Result<Value, TaskError> {
    let wbs: Wbs = inputs.read("wbs.json")?;
    let facts: Facts = inputs.read("facts.json")?;
    let currency = facts.currency().unwrap_or(Currency::EUR);
    let stretch = wbs.archetype().map_or(1.0, |archetype| archetype.stretch(&facts));
    let mut prices = Prices { facts: &facts, currency, stretch, is_usual: true };
    let all = |prices: &Prices<'_>| -> Vec<Value> {
        wbs.entries().map(|(_, entry)| prices.estimate(entry)).collect()
    };
    let mut tasks = all(&prices);
    let usual = prices.sum(&wbs, &tasks);
    let stated = facts.budget().filter(|it| it.currency == currency);
    let split = facts.split().map(|split| Split::of(&split));
    let is_open = |task: &Value| task["open"].as_array().is_some_and(|open| !open.is_empty());
    let is_whole = !tasks.iter().any(is_open);
    let misfit = split.is_none()
        && stated
            .is_some_and(|it| usual > it.amount * MISFIT || is_whole && usual * THIN < it.amount);
    // Who splits the budget has prices of their own: a usual one would count the same thing twice.
    if misfit || split.is_some() {
        prices.is_usual = false;
        tasks = all(&prices);
    }
    let mut estimates = json!({
        "currency": currency, "tasks": tasks, "running": [], "notice": NOTICE,
        "usual": misfit.then_some(usual), "split": split,
    });
    if let Some(archetype) = wbs.archetype().filter(|_| !misfit) {
        let is_priced = |running: &crate::archetype::Running| {
            prices.is_usual || running.per == Some(Per::Rent) && prices.rent().is_some()
        };
        let paid = archetype.running.iter().filter(|it| it.applies(&facts) && is_priced(it));
        let running = paid.map(|running| {
            let (monthly, basis) = match (prices.rent(), archetype.monthly(running, &facts)) {
                (Some((rent, quote)), _) if running.per == Some(Per::Rent) => (rent, quote),
                (_, Some((scale, why))) => (
                    convert(running.monthly * scale, currency),
                    format!("reference price, times {scale:.1} for {why}"),
                ),
                _ => (convert(running.monthly, currency), "reference price".to_owned()),
            };
            json!({ "item": running.item, "monthly": monthly, "basis": basis })
        });
        estimates["running"] = running.collect();
        if let Some(unit) = sold(archetype, &facts, currency).filter(|_| prices.is_usual) {
            estimates["unit"] = unit;
        }
    }
    Ok(estimates)
}

/// What one sale leaves of the price that the prompt states. Without a price nobody knows.
fn sold(archetype: &Archetype, facts: &Facts, currency: Currency) -> Option<Value> {
    let unit = archetype.unit.as_ref()?;
    let (money, fact) = facts.price().filter(|(money, _)| money.currency == currency)?;
    let name = money.unit.as_ref().map_or(unit.name.clone(), |noun| format!("paying {noun}"));
    let off = ((1.0 - unit.share) * 100.0).round();
    let most = if money.role == MoneyRole::PriceLimit { "the most it may cost, " } else { "" };
    let period = money.period.map_or_else(String::new, |it| format!(" a {}", it.as_str()));
    let quote = &fact.quote;
    Some(json!({
        "name": name, "open_days": unit.days,
        "contribution_cents": (money.amount as f64 * unit.share * 100.0).round() as i64,
        "basis": format!("{most}\"{quote}\"{period}, less {off} % for fees and what each one costs"),
    }))
}

/// All three durations by a factor.
fn times(days: Days, factor: f64) -> Days {
    let scaled = |value: u32| (f64::from(value) * factor).ceil() as u32;
    Days { min: scaled(days.min), likely: scaled(days.likely), max: scaled(days.max) }
}

struct Prices<'a> {
    facts: &'a Facts,
    currency: Currency,
    /// By what durations and effort grow to fill the time that the prompt gives.
    stretch: f64,
    /// Whether the usual prices of the kind are used; otherwise what they are for is open.
    is_usual: bool,
}

impl Prices<'_> {
    /// Likely costs and paid days of all estimates.
    fn sum(&self, wbs: &Wbs, tasks: &[Value]) -> i64 {
        let costs = tasks.iter().flat_map(|task| task["costs"].as_array().into_iter().flatten());
        let costs: i64 = costs.filter_map(|cost| cost["likely"].as_i64()).sum();
        let days = wbs.entries().zip(tasks).filter_map(|((_, entry), task)| {
            let (archetype, work) = entry.work()?;
            let (_, rate) = archetype.terms(work.role(archetype), self.facts);
            Some(task["effort_days"].as_f64()? * rate)
        });
        costs + convert(days.sum(), self.currency)
    }

    fn estimate(&self, entry: &Entry) -> Value {
        let Some((archetype, work)) = entry.work() else {
            if let Some((span, quote)) = self.asked_for(entry) {
                return json!({
                    "id": entry.id, "days": Days { min: span, likely: span, max: span + span / 4 },
                    "effort_days": UNKNOWN_EFFORT, "costs": [], "basis": format!("\"{quote}\""),
                });
            }
            let hours = self.facts.hours_a_week().map_or(40, |(hours, _)| hours);
            let factor = UNKNOWN_EFFORT * 40.0 / f64::from(hours) / f64::from(UNKNOWN.likely);
            return json!({
                "id": entry.id, "days": times(UNKNOWN, factor.max(1.0)),
                "effort_days": UNKNOWN_EFFORT, "costs": [],
                "basis": "no template for this task; a week, give or take much",
            });
        };
        let role = work.role(archetype);
        let heads = role.heads(self.facts);
        let mut days = work.days();
        let mut basis = format!("template {}", entry.template);
        if work.scales && heads != role.heads {
            // Twice the people are not twice as fast, and half of them rarely half as slow.
            let factor = (role.heads as f64 / heads as f64).clamp(0.6, 2.0);
            days = times(days, factor);
            basis = format!("{basis}, scaled from {} to {heads} people", role.heads);
        }
        let mut effort = work.effort;
        if self.stretch > 1.2 && !archetype.is_dated(work, self.facts) && archetype.fills(work) {
            days = times(days, self.stretch);
            // Who is employed for the project works on it whether or not a task asks for all of it.
            let is_employed = role.contract.starts_with("employed");
            let full = f64::from(days.likely) * heads as f64;
            effort = if is_employed { full } else { (effort * self.stretch * 2.0).round() / 2.0 };
            basis = format!("{basis}, stretched to the time that the prompt gives the project");
        }
        let size = archetype.size(work, self.facts);
        if let Some((size, why)) = &size {
            effort = (effort * size * 2.0).round().max(1.0) / 2.0;
            basis = format!("{basis}, times {size:.1} for {why}");
            // A feast of one day lasts a day, however many come.
            if days.max > 1 {
                days = times(days, size.sqrt());
            }
        }
        if let Some((span, quote)) = work.span.as_deref().and_then(|span| self.span(span)) {
            // Waiting times are rarely shorter than said, deliveries often longer.
            let most =
                if work.span.as_deref() == Some("lead_time") { span + span / 4 } else { span };
            days = Days { min: span, likely: span, max: most };
            basis = format!("\"{quote}\"");
            // An evening and its preparation are half a day.
            if let Some((sessions, _)) = self.sessions().filter(|it| it.1 == quote) {
                effort = f64::from(sessions) / 2.0;
            }
        }
        let (mut costs, mut open) = (Vec::new(), Vec::new());
        for cost in work.costs.iter().filter(|cost| cost.applies(self.facts)) {
            if self.is_stated(archetype, work, cost) {
                continue;
            }
            match self.usual(archetype, work, cost, size.as_ref()) {
                Some(price) => costs.push(price),
                // Rooms that are there cost rent only where the prompt says so.
                None if cost.amount.is_none() && cost.per == Some(Per::Rent) => {}
                None => open.push(cost.item.as_str()),
            }
        }
        costs.extend(self.stated(archetype, work));
        json!({ "id": entry.id, "days": days, "effort_days": effort, "costs": costs, "open": open,
                "basis": basis })
    }

    /// What an item usually costs, for the number that the prompt states; none where nobody knows one of both.
    fn usual(
        &self,
        archetype: &Archetype,
        work: &Work,
        cost: &Price,
        size: Option<&(f64, String)>,
    ) -> Option<Value> {
        let line = |[min, likely, max]: [i64; 3], basis: String| json!({ "item": cost.item, "min": min, "likely": likely, "max": max, "basis": basis });
        if cost.per == Some(Per::Rent) {
            let (rent, quote) = self.rent()?;
            let sum = rent * i64::try_from(cost.times).ok()?;
            return Some(line([sum; 3], format!("{} × {quote}", cost.times)));
        }
        let amounts = cost.amount.filter(|_| self.is_usual)?;
        let (count, mut basis) = match cost.per {
            Some(Per::Head) => {
                let heads = archetype.heads(self.facts)?;
                (heads, format!("{heads} {}", archetype.audience_noun(self.facts)))
            }
            Some(Per::M2) => (self.facts.area()?, format!("{} m²", self.facts.area()?)),
            Some(Per::Rent) | None => (cost.times, "reference price".to_owned()),
        };
        let stay = if cost.daily { archetype.stay(self.days()) } else { 1.0 };
        // A price for the whole is one for the usual size.
        let size = size.filter(|_| cost.per.is_none());
        let scale = stay * size.map_or(1.0, |(size, _)| *size);
        if let Some((size, why)) = size {
            let _ = write!(basis, ", times {size:.1} for {why}");
        }
        if let Some(days) = self.days().filter(|_| (stay - 1.0).abs() > 0.05) {
            let _ = write!(basis, ", {days} days");
        }
        let each = amounts.map(|euros| convert(euros * scale, self.currency));
        if cost.per.is_some() {
            let _ = write!(basis, " × {} {}", amount(each[1]), self.currency);
        }
        let cap = self.cap(archetype, work);
        if let Some((_, quote)) = &cap {
            let _ = write!(basis, ", at most \"{quote}\"");
        }
        let most = cap.map_or(i64::MAX, |(most, _)| most);
        let count = i64::try_from(count).ok()?;
        Some(line(each.map(|each| (each * count).min(most)), basis))
    }

    /// The most that the prompt allows for this work, with its quote.
    fn cap(&self, archetype: &Archetype, work: &Work) -> Option<(i64, String)> {
        let mut caps = self.facts.monies().filter(|(money, _)| money.role == MoneyRole::Cap);
        caps.find_map(|(money, fact)| {
            let answering = archetype.answering(&fact.about, self.facts)?;
            let fits = money.currency == self.currency && answering.key == work.key;
            // "traiteur à 45 € par personne" is a limit for each.
            let heads = if money.unit.is_some() { archetype.heads(self.facts)? } else { 1 };
            let most = money.amount * i64::try_from(heads).ok()?;
            fits.then(|| (most, fact.quote.clone()))
        })
    }

    /// How many days of the calendar it lasts, if the prompt says so.
    fn days(&self) -> Option<u32> {
        let span = self.facts.span(DurationRole::Length);
        let span = span.or_else(|| self.facts.span(DurationRole::Whole));
        let today = self.facts.today;
        let span = span.map(|(span, _)| span.unit.after(today, span.count).days_since(today));
        let window = || self.facts.window().map(|(from, to)| to.days_since(from) + 1);
        span.or_else(window).and_then(|days| u32::try_from(days.max(1)).ok())
    }

    /// The time that others want for a demand: "road closure (the council wants 12 weeks notice)".
    fn asked_for(&self, entry: &Entry) -> Option<(u32, String)> {
        /// As far behind a demand as the time for it stands: "and the council wants 12 weeks".
        const NEAR: usize = 45;
        let id = entry.template.strip_prefix("demand:")?;
        let demand = self.facts.facts.iter().find(|fact| fact.id.as_str() == id)?;
        let inside = demand.offset..demand.offset + demand.quote.len() + NEAR;
        self.facts.facts.iter().find_map(|fact| match &fact.value {
            crate::facts::Value::Duration(span)
                if inside.contains(&fact.offset)
                    && matches!(
                        span.role,
                        DurationRole::LeadTime | DurationRole::Wait | DurationRole::Notice
                    ) =>
            {
                Some((span.unit.working_days(span.count), fact.quote.clone()))
            }
            _ => None,
        })
    }

    /// Evenings and lessons that the prompt counts, one a week.
    fn sessions(&self) -> Option<(u32, String)> {
        const NOUNS: [&str; 16] = [
            "evening",
            "session",
            "lesson",
            "class",
            "afternoon",
            "morning",
            "saturday",
            "meeting",
            "abende",
            "abenden",
            "termine",
            "nachmittage",
            "vormittage",
            "soirées",
            "séances",
            "matinées",
        ];
        let (count, fact) = self.facts.counted(&NOUNS)?;
        Some((u32::try_from(count).ok()?, fact.quote.clone()))
    }

    /// The working days of a span that the prompt states, with its quote.
    fn span(&self, role: &str) -> Option<(u32, String)> {
        if role == "window" {
            let (from, to) = self.facts.window()?;
            let days = crate::calendar::WorkDays::new(self.facts.country(), &[])
                .between(from, to.plus_days(1));
            // Its first two weeks and its last days are work of their own.
            let quote = format!("{from} to {to}, less its beginning and end");
            return Some((u32::try_from(days - 17).ok()?, quote));
        }
        let role = match role {
            "notice" => DurationRole::Notice,
            "lead_time" => DurationRole::LeadTime,
            "wait" => DurationRole::Wait,
            _ => DurationRole::Length,
        };
        // A span that stands alone is that of the trip, where there is one.
        let whole =
            || self.facts.span(DurationRole::Whole).filter(|_| role == DurationRole::Length);
        if let Some((span, fact)) = self.facts.span(role).or_else(whole) {
            return Some((span.unit.working_days(span.count), fact.quote.clone()));
        }
        if let Some((sessions, quote)) = self.sessions().filter(|_| role == DurationRole::Length) {
            const WEEK: u32 = 5;
            return Some((sessions.saturating_sub(1) * WEEK + 1, quote));
        }
        // "21–23 January" says how long it takes as well.
        let mut moments = self.facts.moments().filter(|_| role == DurationRole::Length);
        let (moment, fact) = moments.find(|(moment, fact)| {
            moment.role == DateRole::TakesPlace
                && moment.precision == Precision::Day
                && moment.from < moment.to
                && fact.is_goal
        })?;
        let days = crate::calendar::WorkDays::new(self.facts.country(), &[])
            .between(moment.from, moment.to.plus_days(1));
        Some((u32::try_from(days).ok()?.max(1), fact.quote.clone()))
    }

    /// The monthly amount that the prompt states, with its quote.
    fn rent(&self) -> Option<(i64, String)> {
        let rent = self.facts.money(MoneyRole::Rent);
        let (money, fact) = rent.or_else(|| self.facts.money(MoneyRole::Monthly))?;
        (money.currency == self.currency).then(|| (money.amount, format!("\"{}\"", fact.quote)))
    }
}
