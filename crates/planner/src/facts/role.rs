//! What a day, an amount, a number of people or a span is for: roles are scored by the cues around it, with weights that
//! `cargo run -p planner --example prompts -- learn` fits to the prompts in `tests/prompts`.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde::de::DeserializeOwned;

use super::owner::{Owner, owner};
use super::text::{Found, Text, is_in, last_words, words};
use super::{
    Count, CountRole, DateRole, Duration, DurationRole, Money, MoneyRole, Place, PlaceRole,
    Precision, Value, count, cue, date, place,
};
use crate::weights::Weights;

/// The share of the best role from which on the words are taken to state it. What is less sure keeps its best role
/// and is marked as assumed, so that the plan says so beside it; what would bend the whole plan (a budget, a start, a
/// limit) needs words that state it.
const SURE_DATE: f32 = 0.75;
/// Below this a start is taken for the next best part.
const LIKELY_START: f32 = 0.6;
const SURE_MONEY: f32 = 0.67;
const SURE_COUNT: f32 = 0.72;
const SURE_SPAN: f32 = 0.62;

/// Roles and their weights.
struct Table<R> {
    roles: Vec<R>,
    weights: Weights,
}

static DATES: LazyLock<Table<DateRole>> =
    LazyLock::new(|| Table::read(include_str!("../../roles/dates.txt")));
static COUNTS: LazyLock<Table<CountRole>> =
    LazyLock::new(|| Table::read(include_str!("../../roles/counts.txt")));
static SPANS: LazyLock<Table<DurationRole>> =
    LazyLock::new(|| Table::read(include_str!("../../roles/durations.txt")));
static MONIES: LazyLock<Table<MoneyRole>> =
    LazyLock::new(|| Table::read(include_str!("../../roles/monies.txt")));

static PLACES: LazyLock<Table<PlaceRole>> =
    LazyLock::new(|| Table::read(include_str!("../../roles/places.txt")));

impl<R: DeserializeOwned + Copy + PartialEq> Table<R> {
    fn read(text: &'static str) -> Self {
        let weights = Weights::read(text);
        let role =
            |name: &&str| serde_json::from_value((*name).into()).expect("a role of the kind");
        Self { roles: weights.names().iter().map(role).collect(), weights }
    }

    /// The best role but those left out, and its share of all, by the cues.
    fn best(&self, cues: &BTreeSet<String>, without: &[R]) -> Option<(R, f32)> {
        let shares = self.weights.shares(cues.iter().map(|cue| (cue, 1.0)));
        let allowed = (0..shares.len()).filter(|at| !without.contains(&self.roles[*at]));
        let best = allowed.max_by(|a, b| shares[*a].total_cmp(&shares[*b]))?;
        Some((self.roles[best], shares[best]))
    }
}

/// Whether a clause says nothing before a day but that the work starts: "Start 1 June", "Start date: 1 June".
fn says_start(before: &str) -> bool {
    let clause = before.rsplit(['.', ';', ',', '!', '?', '\n', '(']).next().unwrap_or_default();
    let words = words(clause);
    let starts = "start|starting|begin|beginning|projektstart|beginn|démarrage";
    words.first().is_some_and(|first| is_in(starts, first))
        && words.get(1).is_none_or(|second| is_in("on|date|am|le", second))
        && words.len() < 3
}

/// Gives every day, amount, number and span its role.
pub(super) fn assign(text: &Text<'_>, found: &mut [Found]) {
    for (at, cues) in cues(text, found) {
        let span = found[at].span.clone();
        let is_sure = match &mut found[at].value {
            Value::Date(moment) => {
                // Nobody stops working where no words say so.
                let stops = |cue: &String| {
                    cue.ends_with("@closed") || cue.ends_with("@no") || cue == "person"
                };
                let without: &[DateRole] =
                    if cues.iter().any(stops) { &[] } else { &[DateRole::Blackout] };
                let Some((role, share)) = DATES.best(&cues, without) else { continue };
                let said = says_start(&text.prompt[..span.start]);
                let (role, share) = if said { (DateRole::Start, 1.0) } else { (role, share) };
                let is_sure = share >= SURE_DATE;
                // A start that no words state would hold all the work back.
                let other = || DATES.best(&cues, &[DateRole::Start]).map(|it| it.0);
                let is_start = role == DateRole::Start && share < LIKELY_START;
                let role = if is_start { other().unwrap_or(role) } else { role };
                // What is over and not surely due is told, and no contradiction.
                let is_over = moment.to < text.today && !is_sure && !cues.contains("<@by");
                let role = if is_over { DateRole::Background } else { role };
                *moment = date::narrowed(text, &span, moment, role);
                is_sure
            }
            Value::Money(money) => {
                let Some((role, share)) = MONIES.best(&cues, &[]) else { continue };
                // Size alone makes no budget of one amount among several; a sum that is an entry of its own, or that
                // is said to have parts, is all there is.
                let is_whole = cues.contains("split")
                    || ["bare", "largest"].iter().all(|it| cues.contains(*it));
                let is_named =
                    role != MoneyRole::Budget || cues.contains("only") || names_budget(&cues);
                let is_open = matches!(role, MoneyRole::Budget | MoneyRole::Amount);
                money.role = match role {
                    _ if is_open && is_whole => MoneyRole::Budget,
                    _ if is_named => role,
                    _ => MoneyRole::Amount,
                };
                share >= SURE_MONEY && is_named
            }
            Value::Count(count) => {
                let Some((role, share)) = COUNTS.best(&cues, &[]) else { continue };
                let is_sure = share >= SURE_COUNT;
                count.role = role;
                is_sure
            }
            Value::Duration(span) => {
                let Some((role, share)) = SPANS.best(&cues, &[]) else { continue };
                let is_sure = share >= SURE_SPAN;
                // A limit that no words state would press all the work together.
                let is_whole = matches!(role, DurationRole::Limit | DurationRole::Whole);
                span.role = if is_sure || !is_whole { role } else { DurationRole::Background };
                is_sure
            }
            Value::Place(place) => {
                let Some((role, _)) = PLACES.best(&cues, &[]) else { continue };
                place.role = role;
                true
            }
            _ => continue,
        };
        if !is_sure {
            text.guess(span.start);
        }
    }
}

/// Whether any word around an amount speaks of money there is, of a limit or of a price for all.
fn names_budget(cues: &BTreeSet<String>) -> bool {
    let concepts = [
        "budget", "limit", "estimate", "we", "all", "give", "giver", "income", "grant", "loan",
        "part", "for", "with", "must",
    ];
    let is_close = |cue: &&String| !cue.starts_with("earlier") && !cue.starts_with("unit");
    let names =
        |cue: &String| cue.split_once('@').is_some_and(|(_, concept)| concepts.contains(&concept));
    cues.iter().filter(is_close).any(names)
}

/// The cues of every fact that has a role, with its place in the list.
fn cues(text: &Text<'_>, found: &[Found]) -> Vec<(usize, BTreeSet<String>)> {
    let monies: Vec<&Money> = found.iter().filter_map(|one| one.value.money()).collect();
    let most = monies.iter().map(|money| money.amount).max().unwrap_or(0);
    let dates: Vec<_> = found.iter().filter_map(|one| one.value.moment()).collect();
    let latest = dates.iter().map(|moment| moment.to).max();
    let (mut days, mut amounts, mut places) = (0, 0, 0);
    let mut all = Vec::new();
    for (at, one) in found.iter().enumerate() {
        let mut cues = cue::around(text, &one.span);
        match &one.value {
            Value::Date(moment) => {
                days += 1;
                let quote = text.prompt[one.span.clone()].to_lowercase();
                let is_range = moment.from != moment.to
                    && (moment.precision == Precision::Day || is_joined(&quote));
                // "Maya is on her honeymoon from 5 to 16 April".
                let is_told = matches!(owner(text, one.span.start), Some(Owner::Other(_)));
                if is_range && is_told {
                    cues.insert("person".to_owned());
                }
                let place = place_of(days, dates.len());
                if is_range {
                    let closes =
                        |it: &&String| it.starts_with("clause@") || it.starts_with("near@");
                    let joined: Vec<_> =
                        cues.iter().filter(closes).map(|it| format!("range:{it}")).collect();
                    cues.extend(joined);
                }
                cues.extend([
                    place.to_owned(),
                    format!("{:?}", moment.precision),
                    format!("{:?}", moment.year),
                    if is_range { "range" } else { "single" }.to_owned(),
                    if moment.to < text.today { "past" } else { "ahead" }.to_owned(),
                    if Some(moment.to) == latest { "latest" } else { "earlier" }.to_owned(),
                    format!(
                        "quote:{}",
                        quote
                            .split([' ', '-'])
                            .next()
                            .unwrap_or_default()
                            .trim_matches(|it: char| it.is_ascii_digit())
                    ),
                ]);
            }
            Value::Money(money) => {
                amounts += 1;
                // "two machines at 9,500 EUR each" is no share of anybody.
                let counted = found[..at].iter().rev().find_map(|other| match &other.value {
                    Value::Count(count)
                        if one.span.start - other.span.end.min(one.span.start) < 24 =>
                    {
                        Some(count::sort(&count.of, text.language))
                    }
                    _ => None,
                });
                cues.extend(counted.map(|sort| format!("beside:{sort}")));
                let size = match money.amount {
                    it if it == most => "largest",
                    it if it < most / 20 => "tiny",
                    _ => "smaller",
                };
                let after = text.after(&one.span);
                let after = after.trim_start_matches([',', ' ']);
                let splits = ["of which", "davon", "dont ", "wovon", "of that", "half of it"];
                let is_amount = |it: &str| {
                    it.trim_start_matches(|it: char| !it.is_whitespace() && !it.is_ascii_digit())
                        .starts_with(|it: char| it.is_ascii_digit())
                };
                let opens = after.strip_prefix(':').is_some_and(|it| is_amount(it.trim_start()));
                if opens || splits.iter().any(|it| after.starts_with(it)) {
                    cues.insert("split".to_owned());
                }
                // "Two developers in Boston, $150k."
                let is_end = text.prompt[one.span.end..]
                    .trim_start()
                    .starts_with(['.', ',', ';', '\n', ')'])
                    || text.prompt[one.span.end..].trim().is_empty();
                if cues.contains("words0")
                    && is_end
                    && money.period.is_none()
                    && money.unit.is_none()
                {
                    cues.insert("bare".to_owned());
                }
                cues.extend([
                    place_of(amounts, monies.len()).to_owned(),
                    size.to_owned(),
                    format!("digits{}", money.amount.to_string().len().min(6)),
                    money
                        .period
                        .map_or_else(|| "once".to_owned(), |it| format!("a:{}", it.as_str())),
                ]);
                if let Some(unit) = &money.unit {
                    let said: Vec<_> = cues
                        .iter()
                        .filter(|it| it.starts_with("clause@") || it.starts_with("follows@"))
                        .map(|it| format!("unit:{it}"))
                        .collect();
                    cues.extend(said);
                    cues.insert(format!(
                        "unit:{}",
                        if money.is_per_person() { "person" } else { "piece" }
                    ));
                    cues.insert(format!("of:{unit}"));
                }
            }
            Value::Count(count) if !count.is_settled() => {
                let size = match count.count {
                    1 => "one",
                    2..5 => "few",
                    5..20 => "some",
                    20..200 => "many",
                    _ => "crowd",
                };
                cues.insert(size.to_owned());
                let sort = count::sort(&count.of, text.language);
                let is_close = |it: &&String| it.starts_with('<') || it.starts_with("near@");
                let close: Vec<_> =
                    cues.iter().filter(is_close).map(|it| format!("{sort}:{it}")).collect();
                cues.extend(close);
                cues.insert(format!("{sort}:"));
                let letters: Vec<char> = count.of.chars().rev().take(4).collect();
                cues.insert(format!("ends:{}", letters.into_iter().rev().collect::<String>()));
            }
            Value::Place(_) => {
                places += 1;
                let count = found.iter().filter(|it| matches!(it.value, Value::Place(_))).count();
                // What the preposition says, and whether anybody moves or travels at all.
                let lead = last_words(&text.before(&one.span), 1).pop().unwrap_or_default();
                let moves = place::movement(text.prompt);
                let nth = place_of(places, count);
                cues.extend([
                    format!("{lead}:{moves}"),
                    format!("{nth}:{moves}"),
                    moves.to_owned(),
                ]);
            }
            Value::Duration(span) => {
                cues.insert(format!("{:?}", span.unit));
                cues.insert(if span.count > 12 { "high" } else { "low" }.to_owned());
            }
            _ => continue,
        }
        all.push((at, cues));
    }
    all
}

/// Where a fact stands among those of its kind.
fn place_of(nth: usize, count: usize) -> &'static str {
    match (nth, count) {
        (_, 1) => "only",
        (1, _) => "first",
        _ => "later",
    }
}

/// Whether two dates are joined into a range: "March to May".
fn is_joined(quote: &str) -> bool {
    let joins =
        ["to", "until", "till", "til", "through", "bis", "au", "à", "and", "und", "et", "or"];
    quote.contains(['–', '—']) || quote.split(' ').any(|it| joins.contains(&it) || it == "-")
}

/// A fact before its role is decided, to learn weights from.
#[derive(Debug)]
pub struct Reading {
    /// Where its words begin, in bytes.
    pub offset: usize,
    /// `date`, `money`, `count`, `duration` or `place`.
    pub kind: &'static str,
    /// What stands around it.
    pub cues: BTreeSet<String>,
    /// Each role and the line of the fact that it would be with it.
    pub lines: Vec<(&'static str, String)>,
}

/// Each role and the line of the fact that it makes.
fn lines<R: Copy>(
    all: &[R],
    of: impl Fn(R) -> (&'static str, Value),
) -> Vec<(&'static str, String)> {
    let line = |(name, value): (&'static str, Value)| (name, value.line());
    all.iter().map(|role| line(of(*role))).collect()
}

/// The facts of a prompt with every role that they may have.
pub(super) fn readings(text: &Text<'_>, found: &[Found]) -> Vec<Reading> {
    let reading = |(at, cues): (usize, BTreeSet<String>)| {
        let Found { span, value } = &found[at];
        let (kind, lines) = match value {
            Value::Date(moment) => (
                "date",
                lines(DateRole::ALL, |role| {
                    (role.as_str(), Value::Date(date::narrowed(text, span, moment, role)))
                }),
            ),
            Value::Money(money) => (
                "money",
                lines(MoneyRole::ALL, |role| {
                    (role.as_str(), Value::Money(Money { role, ..money.clone() }))
                }),
            ),
            Value::Count(count) => (
                "count",
                lines(CountRole::ALL, |role| {
                    (role.as_str(), Value::Count(Count { role, ..count.clone() }))
                }),
            ),
            Value::Duration(span) => (
                "duration",
                lines(DurationRole::ALL, |role| {
                    (role.as_str(), Value::Duration(Duration { role, ..span.clone() }))
                }),
            ),
            Value::Place(place) => (
                "place",
                lines(PlaceRole::ALL, |role| {
                    (role.as_str(), Value::Place(Place { role, ..place.clone() }))
                }),
            ),
            _ => return None,
        };
        Some(Reading { offset: span.start, kind, cues, lines })
    };
    cues(text, found).into_iter().filter_map(reading).collect()
}
