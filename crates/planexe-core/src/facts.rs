//! Facts: what the prompt says in so many words, each with its quote. Reading them is in `facts/`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::calendar::Date;

mod clauses;
mod features;
mod moments;
mod money;
mod people;
mod places;
mod read;

#[cfg(test)]
pub(crate) use features::is_feature;
pub(crate) use money::{Money, amount, convert, rate};
pub(crate) use read::read;

/// `facts.json`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Facts {
    /// The day the session was made: what comes "in two weeks" counts from it, and no work begins
    /// before it.
    #[serde(default)]
    pub(crate) today: Option<Date>,
    /// In the order of the prompt.
    pub(crate) facts: Vec<Fact>,
}

/// One thing the prompt says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Fact {
    /// `F1` and up.
    pub(crate) id: String,
    /// What sort of thing it is.
    pub(crate) kind: Kind,
    /// What part it plays: a budget or a rent, a deadline or a start.
    pub(crate) role: String,
    /// Read by machine; its shape follows the kind.
    pub(crate) value: Value,
    /// Verbatim.
    pub(crate) quote: String,
    /// Where the quote begins in the prompt, in bytes.
    pub(crate) offset: usize,
    /// The clause of the prompt around a day or an amount.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) about: String,
    /// Whether that clause opens the prompt: it says what all of it is for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_goal: bool,
}

/// The sorts of facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// An amount with its currency.
    Money,
    /// A day, or a month without its year.
    Date,
    /// A span, in calendar days.
    Duration,
    /// A head count.
    People,
    /// A floor area in square metres.
    Area,
    /// A city or country.
    Place,
    /// What must or must not be.
    Demand,
    /// A trait that brings work of its own.
    Feature,
}

/// The day of a date's value, or the last one of a stretch of time.
fn last_day(value: &Value) -> Option<Date> {
    value.as_str().or_else(|| value["to"].as_str())?.parse().ok()
}

impl Fact {
    /// The day that a date stands for: of a month the last one, unless the work begins with it.
    pub(crate) fn date(&self) -> Option<Date> {
        last_day(&self.value).filter(|_| self.kind == Kind::Date)
    }

    /// The first day of the stretch of time in which something takes place.
    pub(crate) fn not_before(&self) -> Option<Date> {
        self.value["from"].as_str()?.parse().ok()
    }

    /// Whether a date leaves its year open.
    pub(crate) fn lacks_year(&self) -> bool {
        let mut parts = self.quote.split(|letter: char| !letter.is_ascii_digit());
        self.kind == Kind::Date && !self.is_relative() && !parts.any(|part| part.len() == 4)
    }

    /// Whether a date is counted from the day of the prompt.
    pub(crate) fn is_relative(&self) -> bool {
        let lower = self.quote.to_lowercase();
        let units = ["day", "week", "month", "year", "tag", "woche", "monat", "jahr"];
        self.kind == Kind::Date && units.iter().any(|unit| lower.contains(unit))
    }

    /// Whether a date names a day, and not just a month, a quarter or a season.
    pub(crate) fn names_day(&self) -> bool {
        let mut numbers = self.quote.split(|letter: char| !letter.is_ascii_digit());
        !self.is_relative()
            && !self.quote.starts_with('Q')
            && numbers.any(|part| matches!(part.len(), 1 | 2))
    }
}

impl Kind {
    /// In words for readers.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Money => "money",
            Self::Date => "date",
            Self::Duration => "duration",
            Self::People => "people",
            Self::Area => "area",
            Self::Place => "place",
            Self::Demand => "demand",
            Self::Feature => "feature",
        }
    }
}

/// The latest end that the prompt allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    /// On this day at the latest.
    Day(Date),
    /// So many calendar days after the start.
    Span(i64),
}

/// The first day of the year of these rules, for facts that somebody wrote without a day: what is
/// older than the program has passed.
pub(crate) fn edition() -> Date {
    Date::new(2026, 1, 1).expect("every year has a first day")
}

impl Facts {
    /// Facts of a kind, in order.
    pub(crate) fn of(&self, kind: Kind) -> impl Iterator<Item = &Fact> {
        self.facts.iter().filter(move |fact| fact.kind == kind)
    }

    fn first(&self, kind: Kind, role: &str) -> Option<&Fact> {
        self.of(kind).find(|fact| fact.role == role)
    }

    /// The money there is to spend, with its quote. Of several amounts that are called so, the
    /// largest; without any, what several give adds up, or what each of the team gives.
    pub(crate) fn budget(&self) -> Option<(Money, String)> {
        let amounts = |role: &'static str| {
            let facts = self.of(Kind::Money).filter(move |fact| fact.role == role);
            facts.filter_map(|fact| Some((Money::from_value(&fact.value)?, fact.quote.clone())))
        };
        // The first of equals, so that the order of the prompt decides.
        let named = amounts("budget")
            .reduce(|best, it| if it.0.amount > best.0.amount { it } else { best });
        named
            .or_else(|| {
                let (first, _) = amounts("share").next()?;
                let alike: Vec<_> = amounts("share")
                    .filter(|(money, _)| money.currency == first.currency)
                    .collect();
                let amount = alike.iter().map(|(money, _)| money.amount).sum();
                let quotes: Vec<String> = alike.into_iter().map(|(_, quote)| quote).collect();
                Some((Money { amount, currency: first.currency }, quotes.join("\" and \"")))
            })
            .or_else(|| {
                let (mut money, quote) = amounts("each").next()?;
                let (count, team) = self.team()?;
                money.amount *= i64::try_from(count).ok()?;
                Some((money, format!("{quote}\" of \"{team}")))
            })
    }

    /// What a customer pays for one, or may pay at most.
    pub(crate) fn price(&self) -> Option<(Money, &Fact)> {
        let each = || self.money("each").filter(|_| self.team().is_none());
        self.money("price").or_else(|| self.money("price_limit")).or_else(each)
    }

    /// The first amount in that role.
    pub(crate) fn money(&self, role: &str) -> Option<(Money, &Fact)> {
        let fact = self.first(Kind::Money, role)?;
        Some((Money::from_value(&fact.value)?, fact))
    }

    /// A span in that role, in calendar days.
    pub(crate) fn span(&self, role: &str) -> Option<(i64, &Fact)> {
        let fact = self.first(Kind::Duration, role)?;
        Some((fact.value.as_i64()?, fact))
    }

    /// The days between which it runs: "between … and …".
    pub(crate) fn window(&self) -> Option<(Date, Date)> {
        let day = |role| self.first(Kind::Date, role)?.date();
        day("window_start").zip(day("window_end"))
    }

    /// Hours a week that whoever wrote the prompt has for it.
    pub(crate) fn hours_a_week(&self) -> Option<u64> {
        self.first(Kind::Duration, "hours_a_week")?.value.as_u64()
    }

    /// The people the prompt calls by name.
    pub(crate) fn named(&self) -> impl Iterator<Item = &Fact> {
        self.of(Kind::People).filter(|fact| fact.role == "person")
    }

    /// The currency the prompt reckons in.
    pub(crate) fn currency(&self) -> Option<String> {
        let money = self.budget().map(|(money, _)| money);
        let any = || self.of(Kind::Money).find_map(|fact| Money::from_value(&fact.value));
        money.or_else(any).map(|money| money.currency)
    }

    /// The day work can begin.
    pub(crate) fn start(&self) -> Option<(Date, &Fact)> {
        let fact = self.first(Kind::Date, "start")?;
        Some((fact.date()?, fact))
    }

    /// The latest end. A day counts before a span.
    pub(crate) fn limit(&self) -> Option<(Limit, &Fact)> {
        let day = |role: &str| {
            let mut facts = self.of(Kind::Date).filter(|fact| fact.role == role);
            facts.find_map(|fact| Some((Limit::Day(fact.date()?), fact)))
        };
        let span = |role: &str| {
            let fact = self.first(Kind::Duration, role)?;
            Some((Limit::Span(fact.value.as_i64()?), fact))
        };
        day("deadline")
            .or_else(|| day("window_start"))
            .or_else(|| span("limit"))
            .or_else(|| span("whole"))
    }

    /// Every day by which something has to be there, in the order of the prompt.
    pub(crate) fn due(&self) -> impl Iterator<Item = (Date, &Fact)> {
        let is_due =
            |fact: &&Fact| matches!(fact.role.as_str(), "deadline" | "milestone" | "window_start");
        self.of(Kind::Date).filter(is_due).filter_map(|fact| Some((fact.date()?, fact)))
    }

    /// The first day on which anything can be done.
    pub(crate) fn today(&self) -> Date {
        self.today.unwrap_or_else(edition)
    }

    /// The head count that stands for size: guests, users, participants. Never the team.
    pub(crate) fn audience(&self) -> Option<(u64, &Fact)> {
        let fact = self.first(Kind::People, "audience")?;
        Some((fact.value["count"].as_u64()?, fact))
    }

    /// The people of a household: one, a partner if there is one, and the children that are counted.
    pub(crate) fn family(&self) -> Option<u64> {
        let children = self.of(Kind::People).find(|fact| {
            let of = fact.value["of"].as_str();
            fact.role == "audience"
                && matches!(of, Some("kids" | "children" | "daughters" | "sons"))
        });
        let children = children.and_then(|fact| fact.value["count"].as_u64());
        let has_partner = self.has("partner");
        let adults = 1 + u64::from(has_partner);
        (children.is_some() || has_partner).then(|| adults + children.unwrap_or(0))
    }

    /// The people who do the work, if the prompt counts them, with the quotes: all at once, or by
    /// what they do.
    pub(crate) fn team(&self) -> Option<(u64, String)> {
        let team = || self.of(Kind::People).filter(|fact| fact.role == "team");
        let count = |fact: &Fact| fact.value["count"].as_u64();
        let is_all = |fact: &&Fact| {
            matches!(fact.value["of"].as_str(), Some("people" | "of us" | "partners"))
        };
        if let Some(fact) = team().find(is_all) {
            return Some((count(fact)?, fact.quote.clone()));
        }
        let quotes: Vec<&str> = team().map(|fact| fact.quote.as_str()).collect();
        let all = team().filter_map(count).sum();
        (!quotes.is_empty()).then(|| (all, quotes.join("\" and \"")))
    }

    /// Whether those who write count themselves by what they do: then nobody else is in the team.
    pub(crate) fn is_whole_team(&self) -> bool {
        let team = self.of(Kind::People).filter(|fact| fact.role == "team");
        team.into_iter().any(|fact| fact.value["own"] == true)
    }

    /// Where it happens: the destination of a move, else the first place.
    pub(crate) fn place(&self) -> Option<&str> {
        let moves = self.first(Kind::Place, "origin").is_some();
        let to = self.first(Kind::Place, "destination").filter(|_| moves);
        let fact = to.or_else(|| self.of(Kind::Place).find(|fact| fact.role != "origin"))?;
        fact.value.as_str()
    }

    /// Where a move begins.
    pub(crate) fn origin(&self) -> Option<&str> {
        self.first(Kind::Place, "origin")?.value.as_str()
    }

    /// Whether the prompt has a trait.
    pub(crate) fn has(&self, feature: &str) -> bool {
        self.of(Kind::Feature).any(|fact| fact.value == feature)
    }
}
