//! Tables of keys and values that stand in a diagram: maps and JSON.

use super::{ColorSet, Lines, Link, Name, Outline, Stereotype, Text};
use crate::TextRange;

/// `map ["long" as] M … {` rows `}`, `json J … {` data `}`, `json J … value`.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// What its text is.
    pub kind: TableKind,
    /// The range of `json` or `map`.
    pub keyword: TextRange,
    /// What links call it.
    pub code: Name,
    /// What is drawn; the code where absent.
    pub shown: Option<Name>,
    /// In order.
    pub stereotypes: Vec<Stereotype>,
    /// `[[…]]`.
    pub link: Option<Link>,
    /// The fill and the rest.
    pub colors: Option<ColorSet>,
    /// `##[dashed]red`; maps only.
    pub outline: Option<Outline>,
    /// Rows or data. JSON in lines may lack its outer braces.
    pub text: Text,
}

/// What the text of a table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableKind {
    /// Rows `key => value`.
    Map,
    /// JSON.
    Json,
}

impl Table {
    /// A table without rows.
    pub(crate) fn new(
        kind: TableKind,
        keyword: TextRange,
        code: Name,
        shown: Option<Name>,
    ) -> Self {
        Self {
            kind,
            keyword,
            code,
            shown,
            stereotypes: Vec::new(),
            link: None,
            colors: None,
            outline: None,
            text: Text::Lines(Lines::default()),
        }
    }
}
