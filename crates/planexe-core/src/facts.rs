//! Facts: what the prompt says in so many words, each with its quote. Reading them is in `facts/`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::calendar::Date;

mod features;
mod moments;
mod money;
mod people;
mod places;
mod read;

#[cfg(test)]
pub(crate) use features::is_feature;
pub(crate) use money::{Money, amount, convert};
pub(crate) use read::read;

/// `facts.json`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Facts {
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

impl Fact {
    /// Whether a date names a day, and not just a month, a quarter or a season.
    pub(crate) fn names_day(&self) -> bool {
        let mut numbers = self.quote.split(|letter: char| !letter.is_ascii_digit());
        !self.quote.starts_with('Q') && numbers.any(|part| matches!(part.len(), 1 | 2))
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

/// The first day of the year of these rules: there is no clock here, but what is older than the
/// program has passed.
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

    /// The money there is to spend. Of several amounts that are called so, the largest.
    pub(crate) fn budget(&self) -> Option<(Money, &Fact)> {
        let amounts = self.of(Kind::Money).filter(|fact| fact.role == "budget");
        let amounts = amounts.filter_map(|fact| Some((Money::from_value(&fact.value)?, fact)));
        // The first of equals, so that the order of the prompt decides.
        amounts.reduce(|best, next| if next.0.amount > best.0.amount { next } else { best })
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
        let day = |role| self.first(Kind::Date, role)?.value.as_str()?.parse::<Date>().ok();
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
        Some((fact.value.as_str()?.parse().ok()?, fact))
    }

    /// The latest end. A day counts before a span.
    pub(crate) fn limit(&self) -> Option<(Limit, &Fact)> {
        let day = |role: &str| {
            let mut facts = self.of(Kind::Date).filter(|fact| fact.role == role);
            facts.find_map(|fact| Some((Limit::Day(fact.value.as_str()?.parse().ok()?), fact)))
        };
        let span = |role: &str| {
            let fact = self.first(Kind::Duration, role)?;
            Some((Limit::Span(fact.value.as_i64()?), fact))
        };
        day("deadline")
            .or_else(|| day("window_start"))
            .or_else(|| day("year_inferred"))
            .or_else(|| span("limit"))
            .or_else(|| span("whole"))
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

    /// The people who do the work, if the prompt counts them.
    pub(crate) fn team(&self) -> Option<(u64, &Fact)> {
        let fact = self.first(Kind::People, "team")?;
        Some((fact.value["count"].as_u64()?, fact))
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
