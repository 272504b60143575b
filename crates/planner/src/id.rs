//! Ids of the things a plan refers to: `F3`, `W1.2`, `R4`.

use std::fmt;
use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The id of a `T`; ids of different things cannot be mixed up.
pub struct Id<T>(String, PhantomData<fn() -> T>);

/// Marks ids of facts.
#[derive(Debug)]
pub enum OfFact {}
/// Marks ids of stages of work.
#[derive(Debug)]
pub enum OfStage {}
/// Marks ids of pieces of work.
#[derive(Debug)]
pub enum OfWork {}
/// Marks ids of risks.
#[derive(Debug)]
pub enum OfRisk {}
/// Marks ids of assumptions.
#[derive(Debug)]
pub enum OfAssumption {}
/// Marks ids of decisions.
#[derive(Debug)]
pub enum OfDecision {}
/// Marks ids of stakeholders.
#[derive(Debug)]
pub enum OfStakeholder {}
/// Marks titles of roles, which are their ids.
#[derive(Debug)]
pub enum OfRole {}

/// `F1` and up.
pub type FactId = Id<OfFact>;
/// `W1` and up.
pub type StageId = Id<OfStage>;
/// `W1.1` and up.
pub type WorkId = Id<OfWork>;
/// `R1` and up.
pub type RiskId = Id<OfRisk>;
/// `A1` and up.
pub type AssumptionId = Id<OfAssumption>;
/// `D1` and up.
pub type DecisionId = Id<OfDecision>;
/// `S1` and up.
pub type StakeholderId = Id<OfStakeholder>;
/// A role by its title: whoever does a piece of work.
pub type Role = Id<OfRole>;

impl<T> Id<T> {
    /// The text of the id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<T> std::ops::Deref for Id<T> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<T> From<String> for Id<T> {
    fn from(text: String) -> Self {
        Self(text, PhantomData)
    }
}

impl<T> From<&str> for Id<T> {
    fn from(text: &str) -> Self {
        Self(text.to_owned(), PhantomData)
    }
}

impl<T> Default for Id<T> {
    fn default() -> Self {
        Self(String::new(), PhantomData)
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone(), PhantomData)
    }
}

impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T> Eq for Id<T> {}

impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.cmp(&other.0)
    }
}

impl<T> fmt::Display for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<T> Serialize for Id<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de, T> Deserialize<'de> for Id<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}

impl<T> JsonSchema for Id<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Id".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "minLength": 1, "maxLength": 60 })
    }
}
