//! Facts: what the prompt says in so many words, each with its quote. Reading them is in `facts/`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::calendar::{Country, Date};
use crate::id::FactId;

/// Gives the roles of a kind of fact their spelling in artifacts.
macro_rules! spelled {
    ($role:ident { $($name:ident $text:literal),* }) => {
        impl $role {
            /// Every role.
            pub(crate) const ALL: &[Self] = &[$(Self::$name),*];

            /// The spelling in artifacts.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }
        }
    };
}

mod clause;
mod conflict;
mod count;
mod coverage;
mod cue;
mod date;
mod demand;
mod duration;
mod gazetteer;
mod goal_sentence;
mod language;
mod merge;
mod money;
mod number;
mod occasion;
mod owner;
mod person;
mod place;
mod query;
mod read;
mod role;
mod split;
mod text;
mod there;
mod trait_words;

pub(crate) use date::is_month;
pub use date::{DateRole, Moment, Precision, YearSource};
pub use duration::{Duration, DurationRole, Hours, HoursRole, Unit};
pub(crate) use gazetteer::is_place;
pub use goal_sentence::goal_of;
pub(crate) use goal_sentence::goal_sentence;
pub use language::Language;
pub(crate) use merge::{Said, merge};
pub use money::{Currency, Money, MoneyRole, Period};
pub(crate) use money::{amount, convert};
pub(crate) use occasion::{Occasion, is_about_rooms};
pub(crate) use place::is_in_union;
pub(crate) use query::Limit;
pub(crate) use read::begins_by_itself;
pub use read::{read, readings};
pub use role::Reading;
pub(crate) use split::{Split, is_akin, is_reserve};
pub(crate) use text::{is_in, sentence, words};
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
    /// The words of the prompt, unchanged.
    pub quote: String,
    /// Where the quote begins in the prompt, in bytes.
    pub offset: usize,
    /// The clause of the prompt around a date or an amount.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Whether that clause states the goal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_goal: bool,
    /// Whether patterns, a model or both read it.
    #[serde(default)]
    pub read_by: Reader,
    /// Whether no words say what part it plays, so that the usual one is assumed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_guess: bool,
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
        /// The number as the prompt has it, digits and signs included.
        number: String,
        /// `km`, `kg`, `kW`.
        unit: String,
    },
    /// A percentage.
    Percent {
        /// Fifty percent is 50.
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
        /// The name as the prompt has it.
        name: String,
    },
    /// What must or must not be.
    Demand {
        /// Whether the demand is a must, a wish or a ban.
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

impl Count {
    /// Whether the words themselves say who is counted: "we are five", "a crew of four".
    pub(crate) fn is_settled(&self) -> bool {
        self.role != CountRole::Quantity || self.of == "family members"
    }
}

/// What a counted number is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CountRole {
    /// The people who do the work.
    Team,
    /// Guests, seats, users: what the result is made for.
    Audience,
    /// Any other number, such as chairs or pages.
    Quantity,
}

spelled!(CountRole {
    Team "team", Audience "audience", Quantity "quantity"
});

/// The direction of a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// This number or more.
    AtLeast,
    /// This number or fewer.
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

/// A named place and the part that it plays in the project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// What part it plays.
    pub role: PlaceRole,
    /// The name as the prompt has it.
    pub name: String,
    /// The country, where the gazetteer knows the place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<Country>,
}

/// The part a place plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlaceRole {
    /// The place where the project happens.
    Site,
    /// Where a move begins.
    Origin,
    /// Where a move ends.
    Destination,
}

spelled!(PlaceRole {
    Site "site", Origin "origin", Destination "destination"
});

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
    /// The words of the prompt, unchanged.
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
    /// The words of the prompt, unchanged.
    pub quote: String,
    /// What the patterns read.
    pub patterns: String,
    /// What the model read.
    pub model: String,
}

impl Value {
    /// The amount, if it is one.
    pub(crate) fn money(&self) -> Option<&Money> {
        if let Self::Money(money) = self { Some(money) } else { None }
    }

    /// The date, if it is one.
    pub(crate) fn moment(&self) -> Option<&Moment> {
        if let Self::Date(moment) = self { Some(moment) } else { None }
    }

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
                format!("count {} {} {}", count.role.as_str(), count.count, count.of)
            }
            Self::Person(person) => format!("person {} {}", person.name, person.relation),
            Self::Area { m2 } => format!("area {m2}"),
            Self::Measure { number, unit } => format!("measure {number} {unit}"),
            Self::Percent { percent } => format!("percent {percent}"),
            Self::Time { time } => format!("time {time}"),
            Self::Place(place) => {
                format!("place {} {}", place.role.as_str(), place.name)
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
        self.value.money()
    }

    /// The date, if the fact is one.
    pub(crate) fn moment(&self) -> Option<&Moment> {
        self.value.moment()
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
