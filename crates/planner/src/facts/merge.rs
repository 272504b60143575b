//! What a model says it found, checked against the prompt and merged with what the patterns found.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Count, CountRole, Currency, DateRole, DemandRole, Disagreement, Duration, DurationRole, Fact,
    Facts, Moment, Money, MoneyRole, Period, Place, PlaceRole, Precision, Reader, Unit, Value,
    YearSource, conflict,
};
use crate::calendar::Date;
use crate::id::FactId;

/// One fact as a model states it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Said {
    /// Copied letter by letter from the prompt.
    #[schemars(length(min = 1, max = 300))]
    pub(crate) quote: String,
    /// What the words mean.
    #[serde(flatten)]
    pub(crate) meaning: Meaning,
}

/// The meaning of a quote.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Meaning {
    Money {
        role: MoneyRole,
        amount: i64,
        currency: Currency,
        #[serde(default)]
        period: Option<Period>,
    },
    Date {
        role: DateRole,
        from: Date,
        to: Date,
    },
    Duration {
        role: DurationRole,
        count: u32,
        unit: Unit,
    },
    Count {
        role: CountRole,
        count: u64,
        of: String,
    },
    Place {
        role: PlaceRole,
        name: String,
    },
    Demand {
        role: DemandRole,
    },
}

impl Meaning {
    fn value(&self) -> Value {
        match self.clone() {
            Self::Money { role, amount, currency, period } => Value::Money(Money {
                role,
                amount,
                least: None,
                currency,
                currency_assumed: false,
                item: None,
                unit: None,
                period,
            }),
            Self::Date { role, from, to } => {
                let precision = if from == to { Precision::Day } else { Precision::Month };
                Value::Date(Moment { role, from, to, precision, year: YearSource::Stated })
            }
            Self::Duration { role, count, unit } => Value::Duration(Duration { role, count, unit }),
            Self::Count { role, count, of } => {
                Value::Count(Count { role, count, of: of.to_lowercase(), own: false, bound: None })
            }
            Self::Place { role, name } => {
                let country = super::gazetteer::find(&name);
                Value::Place(Place { role, name, country })
            }
            Self::Demand { role } => Value::Demand { role },
        }
    }
}

/// The facts with what the model adds. A quote that is not in the prompt is dropped and counted.
pub(crate) fn merge(mut facts: Facts, prompt: &str, said: &[Said]) -> (Facts, usize) {
    let mut invented = 0;
    for one in said {
        let Some(offset) = prompt.find(&one.quote) else {
            invented += 1;
            continue;
        };
        let value = one.meaning.value();
        let end = offset + one.quote.len();
        let overlaps = |fact: &&mut Fact| {
            fact.value.kind() == value.kind()
                && fact.offset < end
                && offset < fact.offset + fact.quote.len()
        };
        match facts.facts.iter_mut().find(overlaps) {
            Some(known) if same(&known.value, &value) => {
                known.read_by = Reader::Both;
                known.is_guess = false;
            }
            Some(_) if matches!(value, Value::Demand { .. }) => {}
            Some(known) => {
                facts.disagreements.push(Disagreement {
                    fact: known.id.clone(),
                    quote: known.quote.clone(),
                    patterns: known.value.line(),
                    model: value.line(),
                });
                // What a model reads is worth more than what patterns assume, or find no part for.
                let is_open =
                    matches!(&known.value, Value::Count(it) if it.role == CountRole::Quantity);
                if known.is_guess || is_open {
                    known.value = value;
                    known.read_by = Reader::Model;
                    known.is_guess = false;
                }
            }
            None => facts.facts.push(Fact {
                id: FactId::from(String::new()),
                about: one.quote.clone(),
                is_goal: false,
                quote: one.quote.clone(),
                offset,
                value,
                read_by: Reader::Model,
                is_guess: false,
            }),
        }
    }
    facts.facts.sort_by_key(|fact| fact.offset);
    let mut renamed = Vec::new();
    for (idx, fact) in facts.facts.iter_mut().enumerate() {
        let id = FactId::from(format!("F{}", idx + 1));
        renamed.push((fact.id.clone(), id.clone()));
        fact.id = id;
    }
    for one in &mut facts.disagreements {
        if let Some((_, id)) = renamed.iter().find(|(old, _)| *old == one.fact) {
            one.fact = id.clone();
        }
    }
    let covers = |fact: &Fact, at: usize| {
        fact.demand().is_none() && fact.offset <= at && at < fact.offset + fact.quote.len()
    };
    let all = &facts.facts;
    facts.unread.retain(|it| !all.iter().any(|fact| covers(fact, it.offset)));
    // That nobody could read the prompt holds until a model has.
    let about_all =
        facts.conflicts.iter().find(|it| it.facts.is_empty() && said.is_empty()).cloned();
    facts.conflicts = conflict::conflicts(&facts);
    facts.conflicts.extend(about_all);
    (facts, invented)
}

/// Whether two readings mean the same for a plan.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Money(one), Value::Money(other)) => {
            one.amount == other.amount && one.currency == other.currency && one.role == other.role
        }
        (Value::Date(one), Value::Date(other)) => one.to == other.to && one.role == other.role,
        (Value::Count(one), Value::Count(other)) => {
            one.count == other.count && one.role == other.role
        }
        (Value::Place(one), Value::Place(other)) => {
            one.name == other.name && one.role == other.role
        }
        (one, other) => one.line() == other.line(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(quote: &str, meaning: Meaning) -> Said {
        Said { quote: quote.to_owned(), meaning }
    }

    #[test]
    fn another_part_is_a_disagreement_and_replaces_one_that_was_assumed() {
        let prompt = "Repaint the clubhouse with 12 guests and 8 chairs. Paint 4,000 EUR, scaffold 9,000 EUR.";
        let mut read = crate::facts::read(prompt, Date::new(2026, 11, 16).unwrap());
        for fact in read.facts.iter_mut().filter(|fact| fact.quote == "9,000 EUR") {
            fact.is_guess = true;
        }
        let team = Meaning::Count { role: CountRole::Team, count: 12, of: "guests".to_owned() };
        let cap = Meaning::Money {
            role: MoneyRole::Cap,
            amount: 9_000,
            currency: Currency::EUR,
            period: None,
        };
        let chairs = Meaning::Count { role: CountRole::Team, count: 8, of: "chairs".to_owned() };
        let all = [said("12 guests", team), said("9,000 EUR", cap), said("8 chairs", chairs)];
        let (facts, invented) = merge(read, prompt, &all);
        assert_eq!(invented, 0);
        let of = |quote: &str| facts.facts.iter().find(|fact| fact.quote == quote).unwrap();
        // The patterns know guests: their reading stays, and both are told.
        assert_eq!(of("12 guests").value.line(), "count audience 12 guests");
        // They only assumed what this sum is for.
        assert_eq!(of("9,000 EUR").value.line(), "money cap 9000 EUR");
        // A number without a part gets the one that the model sees.
        assert_eq!(of("8 chairs").value.line(), "count team 8 chairs");
        assert_eq!(facts.disagreements.len(), 3);
    }
}
