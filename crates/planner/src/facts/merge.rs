//! What a model says it found, checked against the prompt and merged with what the patterns found.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Count, CountRole, Currency, DateRole, DemandRole, Disagreement, Duration, DurationRole, Fact,
    Facts, Moment, Money, MoneyRole, Period, Place, PlaceRole, Precision, Reader, Unit, Unread,
    UnreadKind, Value, YearSource, conflict,
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
    /// The words are no fact of this project: what patterns read there is dropped.
    Nothing,
}

impl Said {
    /// What the words cannot mean, in a sentence.
    pub(crate) fn misfit(&self) -> Option<String> {
        /// The largest number that people paraphrase without saying one: "the dozen of us".
        const SMALL: u64 = 12;
        let quote = &self.quote;
        let number = |value: u64| {
            let figures = significant(&value.to_string());
            let mut said =
                quote.split(|it: char| !it.is_ascii_digit() && !"., '’\u{a0}\u{202f}".contains(it));
            let has_digit = quote.contains(|it: char| it.is_ascii_digit());
            let is_share = SHARES.split('|').any(|word| quote.to_lowercase().contains(word));
            let fits =
                if has_digit { said.any(|it| significant(it) == figures) } else { value <= SMALL };
            (!fits && !is_share).then(|| format!("{quote:?} does not say {value}"))
        };
        match &self.meaning {
            Meaning::Money { amount, .. } if quote.contains(|it: char| it.is_ascii_digit()) => {
                number(amount.unsigned_abs())
            }
            Meaning::Count { count, .. } => number(*count),
            Meaning::Duration { count, .. } => number(u64::from(*count)),
            Meaning::Date { from, to, .. } if to < from => {
                Some(format!("{quote:?}: {to} is before {from}"))
            }
            Meaning::Date { from, to, .. } => {
                let read = super::read(quote, *from);
                let is_day = read.moments().next().is_some()
                    || read.unread.iter().any(|it| it.kind == super::UnreadKind::Date)
                    || super::text::words(quote).iter().any(|word| super::is_month(word))
                    || quote.contains(|it: char| it.is_ascii_digit());
                let year = |it: &str| it.len() == YEAR && it.parse::<i16>().is_ok();
                let mut years = quote.split(|it: char| !it.is_ascii_digit()).filter(|it| year(it));
                let is_year =
                    |year: &str| [from, to].iter().any(|day| day.to_string().starts_with(year));
                let is_other = years.clone().next().is_some() && !years.any(is_year);
                (!is_day || is_other).then(|| format!("{quote:?} does not name {from}"))
            }
            _ => None,
        }
    }
}

/// Words of a part of an amount, whose number stands nowhere.
const SHARES: &str = "half|third|quarter|percent|%|hälfte|drittel|viertel|prozent|moitié|tiers|quart|dozen|dutzend|douzaine";

/// Digits of a year.
const YEAR: usize = 4;

/// The digits that tell numbers apart whatever their thousands are called: "1.2M" and 1200000.
fn significant(number: &str) -> String {
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').to_owned()
}

impl Meaning {
    fn value(&self) -> Option<Value> {
        Some(match self.clone() {
            Self::Nothing => return None,
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
        })
    }
}

/// What patterns know of a fact beside the part that the model sees in it.
fn retold(known: &Value, said: Value) -> Value {
    match (known, said) {
        (Value::Money(known), Value::Money(said))
            if (known.amount, known.currency) == (said.amount, said.currency) =>
        {
            let period = said.period.or(known.period);
            Value::Money(Money { role: said.role, period, ..known.clone() })
        }
        (Value::Date(known), Value::Date(said))
            if (known.from, known.to) == (said.from, said.to) =>
        {
            Value::Date(Moment { role: said.role, ..known.clone() })
        }
        (Value::Count(known), Value::Count(said)) if known.count == said.count => {
            Value::Count(Count { role: said.role, ..known.clone() })
        }
        (_, said) => said,
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
        let end = offset + one.quote.len();
        let Some(value) = one.meaning.value() else {
            let is_there =
                |fact: &Fact| fact.offset < end && offset < fact.offset + fact.quote.len();
            for fact in facts.facts.extract_if(.., |fact| is_there(fact)) {
                let kind = match fact.value {
                    Value::Date(_) => UnreadKind::Date,
                    Value::Place(_) | Value::Person(_) | Value::Name { .. } => UnreadKind::Name,
                    _ => UnreadKind::Number,
                };
                let reason = format!(
                    "patterns read {}; the model says that it is no fact of this project",
                    fact.value.line()
                );
                facts.unread.push(Unread { quote: fact.quote, offset: fact.offset, kind, reason });
            }
            continue;
        };
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
                // Who reads the whole prompt knows more than patterns do; both readings are told.
                known.value = retold(&known.value, value);
                known.read_by = Reader::Model;
                known.is_guess = false;
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
        assert_eq!(of("12 guests").value.line(), "count team 12 guests");
        assert_eq!(of("9,000 EUR").value.line(), "money cap 9000 EUR");
        assert_eq!(of("8 chairs").value.line(), "count team 8 chairs");
        assert_eq!(facts.disagreements.len(), 3);
    }

    #[test]
    fn what_the_model_calls_no_fact_is_dropped_and_told() {
        let prompt = "Our neighbour spent 9,000 EUR on hers, we have 3,000 EUR.";
        let read = crate::facts::read(prompt, Date::new(2026, 11, 16).unwrap());
        let (facts, _) = merge(read, prompt, &[said("9,000 EUR", Meaning::Nothing)]);
        assert!(facts.facts.iter().all(|fact| fact.quote != "9,000 EUR"), "{:?}", facts.facts);
        let told = facts.unread.iter().find(|it| it.quote == "9,000 EUR").unwrap();
        assert!(told.reason.contains("the model says"), "{told:?}");
    }

    #[test]
    fn a_value_that_its_words_do_not_say_is_a_fault() {
        let day = |text: &str| text.parse::<Date>().unwrap();
        let date = |from: &str, to: &str| Meaning::Date {
            role: DateRole::Deadline,
            from: day(from),
            to: day(to),
        };
        let count =
            |count: u64| Meaning::Count { role: CountRole::Team, count, of: "people".to_owned() };
        let money = |amount: i64| Meaning::Money {
            role: MoneyRole::Budget,
            amount,
            currency: Currency::EUR,
            period: None,
        };
        for (quote, meaning, fits) in [
            ("Tom, our apprentice", date("2027-01-01", "2027-01-01"), false),
            ("leaves at Easter", count(17), false),
            ("14 March 2027", date("2027-03-14", "2027-02-14"), false),
            ("14 March 2027", date("2028-03-14", "2028-03-14"), false),
            ("14 March 2027", date("2027-03-14", "2027-03-14"), true),
            ("at Easter", date("2027-03-28", "2027-03-28"), true),
            ("March", date("2027-03-01", "2027-03-31"), true),
            ("12-14 people", count(14), true),
            ("the three of us", count(3), true),
            ("1.2M EUR", money(1_200_000), true),
            ("17 500 EUR", money(17_500), true),
            ("17 500 EUR", money(1_000), false),
            ("half of the 24000 EUR", money(12_000), true),
        ] {
            assert_eq!(said(quote, meaning).misfit().is_none(), fits, "{quote}");
        }
    }
}
