//! Amounts of money: what they are worth and what they are for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod currency;
mod parts;
mod read;
mod settle;
mod terms;

pub use currency::Currency;
pub(crate) use currency::convert;
pub(super) use parts::split;
pub(super) use read::read;
pub(super) use settle::settle;

/// An amount in whole units of a currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Money {
    /// What it is for.
    pub role: MoneyRole,
    /// Whole units; of a range the upper end.
    pub amount: i64,
    /// The lower end of a range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<i64>,
    /// The currency.
    pub currency: Currency,
    /// Whether the prompt names no currency.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub currency_assumed: bool,
    /// What the amount is paid for: `seat`, `ticket`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// How often it is paid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<Period>,
    /// What a part of the budget is for, in the prompt's words; of a budget, what the rest of it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
}

/// What an amount is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MoneyRole {
    /// The money there is to spend.
    Budget,
    /// One of the amounts that add up to the budget.
    Part,
    /// What one of several gives.
    Share,
    /// What each person gives.
    Each,
    /// The most that one thing may cost.
    Cap,
    /// What a customer pays.
    Price,
    /// The most that a customer pays.
    PriceLimit,
    /// What somebody's time costs.
    Rate,
    /// Rent a month.
    Rent,
    /// Revenue, or money to be raised.
    Income,
    /// A grant that is not sure yet.
    Grant,
    /// Borrowed.
    Loan,
    /// Paid each month.
    Monthly,
    /// Paid each year.
    Yearly,
    /// Nothing says what it is for.
    Amount,
}

spelled!(MoneyRole {
    Budget "budget", Part "part", Share "share", Each "each", Cap "cap", Price "price", PriceLimit "price_limit", Rate "rate", Rent "rent", Income "income", Grant "grant", Loan "loan", Monthly "monthly", Yearly "yearly", Amount "amount"
});

/// Whoever pays for themselves, in the singular.
const PEOPLE: &str = "person|head|kopf|nase|kind|schüler|schülerin|pupil|child|traveller|employee|colleague|\
    mitarbeiter|mitarbeiterin|personne|tête|enfant|élève|jeune|salarié|reisenden|mitreisenden";

/// How often something is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Period {
    Hour,
    Day,
    Week,
    Month,
    Year,
}

impl Period {
    /// The period as it is written in a plan.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Hour => "hour",
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
            Self::Year => "year",
        }
    }

    /// The period of a word in the singular.
    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "hour" | "h" | "hr" | "stunde" | "std" | "heure" => Self::Hour,
            "day" | "tag" | "jour" => Self::Day,
            "week" | "woche" | "semaine" => Self::Week,
            "month" | "mo" | "monat" | "mois" | "monthly" | "monatlich" => Self::Month,
            "year" | "annum" | "jahr" | "an" | "année" | "yearly" | "jährlich" => Self::Year,
            _ => return None,
        })
    }
}

impl Money {
    /// Whether it is paid for one person.
    pub(crate) fn is_per_person(&self) -> bool {
        self.unit.as_deref().is_some_and(|unit| PEOPLE.split('|').any(|it| it == unit))
    }

    /// One line for comparison: role, amount, currency, period.
    pub fn line(&self) -> String {
        let least = self.least.map_or_else(String::new, |least| format!("{least}-"));
        let period = self.period.map_or_else(String::new, |it| format!(" /{}", it.as_str()));
        format!("{} {least}{} {}{period}", self.role.as_str(), self.amount, self.currency)
    }
}

/// An amount with spaces between thousands, which every country reads.
pub(crate) fn amount(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut out = String::new();
    for (idx, digit) in digits.chars().enumerate() {
        if idx > 0 && (digits.len() - idx).is_multiple_of(3) {
            out.push('\u{a0}');
        }
        out.push(digit);
    }
    if value < 0 { format!("−{out}") } else { out }
}
