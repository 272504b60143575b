//! Values of the preprocessor: whole numbers, texts and JSON.

use std::cmp::Ordering;
use std::fmt;

use serde_json::Value as Json;

/// A value. JSON numbers and strings are held as plain numbers and texts.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    /// A whole number.
    Int(i64),
    /// Anything that is neither a number nor JSON.
    Text(String),
    /// An object, an array, `true`, `false` or `null`.
    Json(Json),
}

impl Value {
    /// An empty text: what a missing thing is worth.
    pub(super) fn empty() -> Self {
        Self::Text(String::new())
    }

    /// Takes JSON apart where it is a plain number or string.
    pub(super) fn from_json(json: Json) -> Self {
        match json {
            Json::String(text) => Self::Text(text),
            Json::Number(number) => {
                number.as_i64().map_or_else(|| Self::Text(number.to_string()), Self::Int)
            }
            other => Self::Json(other),
        }
    }

    /// The value inside a JSON document.
    pub(super) fn into_json(self) -> Json {
        match self {
            Self::Int(number) => number.into(),
            Self::Text(text) => text.into(),
            Self::Json(json) => json,
        }
    }

    /// Roughly how many bytes a copy takes.
    pub(super) fn weight(&self) -> usize {
        match self {
            Self::Int(_) => 8,
            Self::Text(text) => text.len(),
            Self::Json(json) => {
                let mut weight = 0;
                let mut rest = vec![json];
                while let Some(json) = rest.pop() {
                    weight += 32;
                    match json {
                        Json::String(text) => weight += text.len(),
                        Json::Array(all) => rest.extend(all),
                        Json::Object(all) => {
                            weight += all.keys().map(String::len).sum::<usize>();
                            rest.extend(all.values());
                        }
                        Json::Null | Json::Bool(_) | Json::Number(_) => {}
                    }
                }
                weight
            }
        }
    }

    /// Zero, the empty text and JSON `false` are false, everything else is true.
    pub(super) fn is_true(&self) -> bool {
        match self {
            Self::Int(number) => *number != 0,
            Self::Text(text) => !text.is_empty(),
            Self::Json(json) => !matches!(json, Json::Bool(false) | Json::Null),
        }
    }

    /// The whole number, also one that is written as a text; 0 for anything else.
    pub(super) fn as_int(&self) -> i64 {
        match self {
            Self::Int(number) => *number,
            Self::Text(text) => text.trim().parse().unwrap_or(0),
            Self::Json(json) => i64::from(*json == Json::Bool(true)),
        }
    }

    /// Numbers by size, everything else by its text.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => a.cmp(b),
            _ => self.to_string().cmp(&other.to_string()),
        }
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Self::Int(i64::from(truth))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
            Self::Json(Json::Null) => Ok(()),
            Self::Json(json) => write!(f, "{json}"),
        }
    }
}
