//! Facts: what the prompt says in so many words, each with its quote. Reading them is in `facts/`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::calendar::{Blackout, Country, Date, Scope};
use crate::id::FactId;

mod clause;
mod conflict;
mod count;
mod coverage;
mod date;
mod demand;
mod duration;
mod gazetteer;
mod language;
mod merge;
mod money;
mod place;
mod read;
mod text;
mod trait_words;

pub use date::{DateRole, Moment, Precision, YearSource};
pub use duration::{Duration, DurationRole, Hours, HoursRole, Unit};
pub(crate) use gazetteer::is_place;
pub use language::Language;
pub(crate) use merge::{Said, merge};
pub use money::{Currency, Money, MoneyRole, Period};
pub(crate) use money::{amount, convert};
pub(crate) use place::is_in_union;
pub(crate) use read::goal as goal_sentence;
pub use read::read;
pub(crate) use text::words;
#[cfg(test)]
pub(crate) use trait_words::is_trait;

/// `facts.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Facts {
    /// The day the session was created: relative dates count from it, and no work begins before it.
    pub today: Date,
    /// The language of the prompt.
    #[serde(default)]
    pub language: Language,
    /// How the prompt calls what it is about: the first noun phrase of the goal.
    #[serde(default)]
    pub thing: String,
    /// The nouns that the work has to name.
    #[serde(default)]
    pub heads: Vec<String>,
    /// In the order of the prompt.
    pub facts: Vec<Fact>,
    /// Numbers, dates and names of the prompt that no fact uses.
    #[serde(default)]
    pub unread: Vec<Unread>,
    /// Statements of the prompt that cannot all be true.
    #[serde(default)]
    pub conflicts: Vec<Conflict>,
    /// Words that bring work of their own: `children`, `outdoor`.
    #[serde(default)]
    pub traits: Vec<String>,
    /// Where the patterns and the model read the same words differently.
    #[serde(default)]
    pub disagreements: Vec<Disagreement>,
}

/// One thing the prompt says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Fact {
    /// `F1` and up.
    pub id: FactId,
    /// What the words mean.
    #[serde(flatten)]
    pub value: Value,
    /// Verbatim.
    pub quote: String,
    /// Where the quote begins in the prompt, in bytes.
    pub offset: usize,
    /// The clause of the prompt around a date or an amount.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Whether that clause states the goal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_goal: bool,
    /// Who read it.
    #[serde(default)]
    pub read_by: Reader,
}

/// Who found a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reader {
    /// Patterns.
    #[default]
    Patterns,
    /// The model, with a quote that code found in the prompt.
    Model,
    /// Both, with the same meaning.
    Both,
}

/// A fact by its kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Value {
    /// An amount with its currency.
    Money(Money),
    /// A day or a range of days.
    Date(Moment),
    /// A span of time.
    Duration(Duration),
    /// Hours a week.
    Hours(Hours),
    /// A number of people or things.
    Count(Count),
    /// Somebody with a name.
    Person(Person),
    /// A floor area.
    Area {
        /// Square metres.
        m2: u64,
    },
    /// A number with a unit of measurement.
    Measure {
        /// As written.
        number: String,
        /// `km`, `kg`, `kW`.
        unit: String,
    },
    /// A percentage.
    Percent {
        /// In hundredths.
        percent: f64,
    },
    /// A time of day.
    Time {
        /// `HH:MM`.
        time: String,
    },
    /// A city, region or country.
    Place(Place),
    /// The name of a product, a standard, an organisation.
    Name {
        /// As written.
        name: String,
    },
    /// What must or must not be.
    Demand {
        /// How strong.
        role: DemandRole,
    },
}

/// A number of people or things.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Count {
    /// What part it plays.
    pub role: CountRole,
    /// How many; of a range the larger one.
    pub count: u64,
    /// The noun in lower case.
    pub of: String,
    /// Whether those who write count themselves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
    /// `at least` or `at most`, where the prompt says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<Bound>,
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CountRole {
    /// The people who do the work.
    Team,
    /// Guests, seats, users: what the result is made for.
    Audience,
    /// Anything else.
    Quantity,
}

/// The direction of a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// Not fewer.
    AtLeast,
    /// Not more.
    AtMost,
}

/// Somebody with a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Person {
    /// The name.
    pub name: String,
    /// `sister`, `business partner`.
    pub relation: String,
}

/// Where something is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// What part it plays.
    pub role: PlaceRole,
    /// As written.
    pub name: String,
    /// The country, where the gazetteer knows the place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<Country>,
}

/// The part a place plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlaceRole {
    /// Where it happens.
    Site,
    /// Where a move begins.
    Origin,
    /// Where a move ends.
    Destination,
}

/// How strong a demand is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DemandRole {
    /// Required.
    Must,
    /// Forbidden.
    MustNot,
    /// Wanted.
    Wish,
}

/// Words of the prompt that no fact uses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Unread {
    /// Verbatim.
    pub quote: String,
    /// Where it begins, in bytes.
    pub offset: usize,
    /// `number`, `date` or `name`.
    pub kind: UnreadKind,
    /// Why, where it is known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

/// What the unread words look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnreadKind {
    /// Digits.
    Number,
    /// A date, a month, a weekday or a feast.
    Date,
    /// A proper noun.
    Name,
}

impl UnreadKind {
    /// In words for readers.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Date => "date",
            Self::Name => "name",
        }
    }
}

/// Facts that cannot all be true.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Conflict {
    /// The facts in question.
    pub facts: Vec<FactId>,
    /// What is wrong, in a sentence.
    pub message: String,
}

/// Two readings of the same words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Disagreement {
    /// The fact that the plan uses.
    pub fact: FactId,
    /// Verbatim.
    pub quote: String,
    /// What the patterns read.
    pub patterns: String,
    /// What the model read.
    pub model: String,
}

/// The latest end that the prompt allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    /// On this day at the latest.
    Day(Date),
    /// So long after the start.
    Span(Unit, u32),
}

impl Value {
    /// In words for readers.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Money(_) => "money",
            Self::Date(_) => "date",
            Self::Duration(_) => "duration",
            Self::Hours(_) => "hours",
            Self::Count(_) => "count",
            Self::Person(_) => "person",
            Self::Area { .. } => "area",
            Self::Measure { .. } => "measure",
            Self::Percent { .. } => "percentage",
            Self::Time { .. } => "time",
            Self::Place(_) => "place",
            Self::Name { .. } => "name",
            Self::Demand { .. } => "demand",
        }
    }

    /// The fact in one line of plain words, for comparison and for dumps.
    pub fn line(&self) -> String {
        match self {
            Self::Money(money) => format!("money {}", money.line()),
            Self::Date(moment) => format!("date {}", moment.line()),
            Self::Duration(span) => format!("duration {}", span.line()),
            Self::Hours(hours) => format!("hours {}", hours.line()),
            Self::Count(count) => {
                let role = match count.role {
                    CountRole::Team => "team",
                    CountRole::Audience => "audience",
                    CountRole::Quantity => "quantity",
                };
                format!("count {role} {} {}", count.count, count.of)
            }
            Self::Person(person) => format!("person {} {}", person.name, person.relation),
            Self::Area { m2 } => format!("area {m2}"),
            Self::Measure { number, unit } => format!("measure {number} {unit}"),
            Self::Percent { percent } => format!("percent {percent}"),
            Self::Time { time } => format!("time {time}"),
            Self::Place(place) => {
                let role = match place.role {
                    PlaceRole::Site => "site",
                    PlaceRole::Origin => "origin",
                    PlaceRole::Destination => "destination",
                };
                format!("place {role} {}", place.name)
            }
            Self::Name { name } => format!("name {name}"),
            Self::Demand { role } => {
                let role = match role {
                    DemandRole::Must => "must",
                    DemandRole::MustNot => "must_not",
                    DemandRole::Wish => "wish",
                };
                format!("demand {role}")
            }
        }
    }
}

impl Fact {
    /// The amount, if the fact is one.
    pub(crate) fn money(&self) -> Option<&Money> {
        if let Value::Money(money) = &self.value { Some(money) } else { None }
    }

    /// The date, if the fact is one.
    pub(crate) fn moment(&self) -> Option<&Moment> {
        if let Value::Date(moment) = &self.value { Some(moment) } else { None }
    }

    /// The count, if the fact is one.
    pub(crate) fn count(&self) -> Option<&Count> {
        if let Value::Count(count) = &self.value { Some(count) } else { None }
    }

    /// The place, if the fact is one.
    pub(crate) fn place(&self) -> Option<&Place> {
        if let Value::Place(place) = &self.value { Some(place) } else { None }
    }

    /// The strength of a demand, if the fact is one.
    pub(crate) fn demand(&self) -> Option<DemandRole> {
        if let Value::Demand { role } = &self.value { Some(*role) } else { None }
    }
}

impl Facts {
    /// All amounts, in order.
    pub(crate) fn monies(&self) -> impl Iterator<Item = (&Money, &Fact)> {
        self.facts.iter().filter_map(|fact| Some((fact.money()?, fact)))
    }

    /// All dates, in order.
    pub(crate) fn moments(&self) -> impl Iterator<Item = (&Moment, &Fact)> {
        self.facts.iter().filter_map(|fact| Some((fact.moment()?, fact)))
    }

    /// All counts, in order.
    pub(crate) fn counts(&self) -> impl Iterator<Item = (&Count, &Fact)> {
        self.facts.iter().filter_map(|fact| Some((fact.count()?, fact)))
    }

    /// All demands, in order.
    pub(crate) fn demands(&self) -> impl Iterator<Item = (DemandRole, &Fact)> {
        self.facts.iter().filter_map(|fact| Some((fact.demand()?, fact)))
    }

    /// All places, in order.
    pub(crate) fn places(&self) -> impl Iterator<Item = (&Place, &Fact)> {
        self.facts.iter().filter_map(|fact| Some((fact.place()?, fact)))
    }

    /// The people the prompt calls by name.
    pub(crate) fn people(&self) -> impl Iterator<Item = &Person> {
        self.facts.iter().filter_map(|fact| match &fact.value {
            Value::Person(person) => Some(person),
            _ => None,
        })
    }

    /// The first amount in that role.
    pub(crate) fn money(&self, role: MoneyRole) -> Option<(&Money, &Fact)> {
        self.monies().find(|(money, _)| money.role == role)
    }

    /// The money there is to spend, with its quote. Of several budgets the largest; without any, what
    /// several give adds up, or what each of the team gives.
    pub(crate) fn budget(&self) -> Option<Stated> {
        let of = |role| self.monies().filter(move |(money, _)| money.role == role);
        let named = of(MoneyRole::Budget)
            .reduce(|best, next| if next.0.amount > best.0.amount { next } else { best });
        if let Some((money, fact)) = named {
            let (amount, least) = (money.amount, money.least);
            return Some(Stated {
                amount,
                least,
                currency: money.currency,
                quote: fact.quote.clone(),
            });
        }
        if let Some((first, _)) = of(MoneyRole::Share).next() {
            let alike = || of(MoneyRole::Share).filter(|(it, _)| it.currency == first.currency);
            let quotes: Vec<&str> = alike().map(|(_, fact)| fact.quote.as_str()).collect();
            return Some(Stated {
                amount: alike().map(|(money, _)| money.amount).sum(),
                least: None,
                currency: first.currency,
                quote: quotes.join("\" and \""),
            });
        }
        let (money, fact) = of(MoneyRole::Each).next()?;
        let (count, team) = self.team()?;
        Some(Stated {
            amount: money.amount * i64::try_from(count).ok()?,
            least: None,
            currency: money.currency,
            quote: format!("{}\" of \"{team}", fact.quote),
        })
    }

    /// What a customer pays for one, or may pay at most.
    pub(crate) fn price(&self) -> Option<(&Money, &Fact)> {
        let each = || self.money(MoneyRole::Each).filter(|_| self.team().is_none());
        self.money(MoneyRole::Price).or_else(|| self.money(MoneyRole::PriceLimit)).or_else(each)
    }

    /// The currency the prompt uses for its budget, else for anything.
    pub(crate) fn currency(&self) -> Option<Currency> {
        let any = || self.monies().next().map(|(money, _)| money.currency);
        self.budget().map(|stated| stated.currency).or_else(any)
    }

    /// The first span in that role.
    pub(crate) fn span(&self, role: DurationRole) -> Option<(&Duration, &Fact)> {
        self.facts.iter().find_map(|fact| match &fact.value {
            Value::Duration(span) if span.role == role => Some((span, fact)),
            _ => None,
        })
    }

    /// Hours a week that whoever wrote the prompt has for it, with the quote.
    pub(crate) fn hours_a_week(&self) -> Option<(u32, &Fact)> {
        self.facts.iter().find_map(|fact| match &fact.value {
            Value::Hours(hours) if hours.role == HoursRole::Own => Some((hours.per_week, fact)),
            _ => None,
        })
    }

    /// The day work can begin, as stated.
    pub(crate) fn start(&self) -> Option<(Date, &Fact)> {
        let start = self.moments().find(|(moment, _)| moment.role == DateRole::Start);
        let window = || self.moments().find(|(moment, _)| moment.role == DateRole::Window);
        start.or_else(window).map(|(moment, fact)| (moment.from, fact))
    }

    /// Dates that something has to keep, in the order of the prompt.
    pub(crate) fn due(&self) -> impl Iterator<Item = (&Moment, &Fact)> {
        self.moments().filter(|(moment, _)| moment.role.is_due())
    }

    /// The latest end. A day counts before a span.
    pub(crate) fn limit(&self) -> Option<(Limit, &Fact)> {
        let goal = || self.due().find(|(_, fact)| fact.is_goal);
        let day = goal().or_else(|| self.due().next());
        if let Some((moment, fact)) = day {
            return Some((Limit::Day(moment.to), fact));
        }
        let span = self.span(DurationRole::Limit).or_else(|| self.span(DurationRole::Whole));
        span.map(|(span, fact)| (Limit::Span(span.unit, span.count), fact))
    }

    /// Days on which no work is possible, or no change to what runs.
    pub(crate) fn blackouts(&self) -> Vec<Blackout> {
        let is_blackout = |(moment, _): &(&Moment, &Fact)| moment.role == DateRole::Blackout;
        self.moments()
            .filter(is_blackout)
            .map(|(moment, fact)| {
                let about = format!("{} {}", fact.about, fact.quote).to_lowercase();
                let scope = if about.contains("freeze") || about.contains("no changes") {
                    Scope::Changes
                } else {
                    Scope::AllWork
                };
                Blackout { from: moment.from, to: moment.to, scope, quote: fact.quote.clone() }
            })
            .collect()
    }

    /// The count that stands for size: guests, seats, users. Never the team.
    pub(crate) fn audience(&self) -> Option<(u64, &Fact)> {
        let found = self.counts().find(|(count, _)| count.role == CountRole::Audience);
        found.map(|(count, fact)| (count.count, fact))
    }

    /// The first count of one of these nouns, singular or plural.
    pub(crate) fn counted(&self, nouns: &[&str]) -> Option<(u64, &Fact)> {
        let is_it =
            |of: &str| nouns.iter().any(|noun| of == *noun || of.strip_suffix('s') == Some(noun));
        let found = self.counts().find(|(count, _)| is_it(&count.of));
        found.map(|(count, fact)| (count.count, fact))
    }

    /// The people who do the work, if the prompt counts them, with the quotes: all at once, or by
    /// what they do.
    pub(crate) fn team(&self) -> Option<(u64, String)> {
        let team = || self.counts().filter(|(count, _)| count.role == CountRole::Team);
        let is_all = |(count, _): &(&Count, &Fact)| {
            matches!(count.of.as_str(), "people" | "of us" | "partners" | "friends" | "persons")
        };
        if let Some((count, fact)) = team().find(is_all) {
            return Some((count.count, fact.quote.clone()));
        }
        let quotes: Vec<&str> = team().map(|(_, fact)| fact.quote.as_str()).collect();
        let all = team().map(|(count, _)| count.count).sum();
        (!quotes.is_empty()).then(|| (all, quotes.join("\" and \"")))
    }

    /// Where it happens: the destination of a move, else the first site.
    pub(crate) fn place(&self) -> Option<&Place> {
        let of = |role| self.places().map(|(place, _)| place).find(|place| place.role == role);
        let moves = of(PlaceRole::Origin).and(of(PlaceRole::Destination));
        moves.or_else(|| of(PlaceRole::Site)).or_else(|| of(PlaceRole::Destination))
    }

    /// Where a move begins.
    pub(crate) fn origin(&self) -> Option<&Place> {
        self.places().map(|(place, _)| place).find(|place| place.role == PlaceRole::Origin)
    }

    /// The country whose public holidays count, and what says so.
    pub(crate) fn country(&self) -> Option<Country> {
        let place = self.place().and_then(|place| place.country);
        let any = || self.places().find_map(|(place, _)| place.country);
        let money = || self.currency().and_then(Currency::country);
        place.or_else(any).or_else(money)
    }

    /// Whether the prompt has a trait.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.traits.iter().any(|it| it == name)
    }

    /// The people of a household: one, a partner if there is one, and the children that are counted.
    pub(crate) fn family(&self) -> Option<u64> {
        let children =
            self.counted(&["kid", "child", "children", "daughter", "son"]).map(|it| it.0);
        let has_partner = self.has("partner");
        let adults = 1 + u64::from(has_partner);
        (children.is_some() || has_partner).then(|| adults + children.unwrap_or(0))
    }

    /// Whether those who write count themselves by what they do: then nobody else is in the team.
    pub(crate) fn is_whole_team(&self) -> bool {
        self.counts().any(|(count, _)| count.role == CountRole::Team && count.own)
    }

    /// The days between which something runs: "between … and …".
    pub(crate) fn window(&self) -> Option<(Date, Date)> {
        let is_window = |moment: &Moment| {
            matches!(moment.role, DateRole::TakesPlace | DateRole::Window)
                && moment.from != moment.to
                && moment.precision == Precision::Day
        };
        let found = self.moments().find(|(moment, _)| is_window(moment));
        found.map(|(moment, _)| (moment.from, moment.to))
    }
}

/// The money that the prompt states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stated {
    /// The most that may be spent.
    pub(crate) amount: i64,
    /// The lower end of a range.
    pub(crate) least: Option<i64>,
    pub(crate) currency: Currency,
    pub(crate) quote: String,
}
