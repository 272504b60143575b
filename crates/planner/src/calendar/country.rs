//! Countries whose public holidays are known, by the rules of the `holidays-rs` library.

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Date;

/// A country. Regional holidays are not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Country {
    Austria,
    Australia,
    Belgium,
    Brazil,
    Canada,
    Croatia,
    Cyprus,
    Czechia,
    Denmark,
    Estonia,
    Finland,
    France,
    Germany,
    Greece,
    Iceland,
    Ireland,
    Italy,
    Latvia,
    Lithuania,
    Luxembourg,
    Malta,
    Mexico,
    Netherlands,
    NewZealand,
    Norway,
    Poland,
    Portugal,
    Romania,
    Slovakia,
    Slovenia,
    Spain,
    Sweden,
    Switzerland,
    UnitedKingdom,
    UnitedStates,
    /// Known as a place, without a calendar of holidays.
    Elsewhere,
}

/// Each country with its calendar, which knows its English name.
static CALENDARS: LazyLock<Vec<(Country, holidays_rs::Country)>> = LazyLock::new(|| {
    let all = holidays_rs::Country::ALL.iter();
    let known = all.filter_map(|it| {
        let name = it.name().to_lowercase().replace(' ', "_");
        Some((serde_json::from_value(name.into()).ok()?, *it))
    });
    known.collect()
});

impl Country {
    /// The country of that English name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        CALENDARS.iter().find(|(_, it)| it.name() == name).map(|(country, _)| *country)
    }

    fn calendar(self) -> Option<holidays_rs::Country> {
        CALENDARS.iter().find(|(it, _)| *it == self).map(|(_, calendar)| *calendar)
    }

    /// The English name.
    pub fn name(self) -> &'static str {
        self.calendar().map_or("another country", holidays_rs::Country::name)
    }

    /// Whether its holidays are known.
    pub(crate) fn has_holidays(self) -> bool {
        self != Self::Elsewhere
    }

    /// Whether a day is a national public holiday there.
    pub(crate) fn is_holiday(self, day: Date) -> bool {
        let Some(country) = self.calendar() else { return false };
        let (year, month, number) = day.parts();
        let date = holidays_rs::Date::new(year as i32, month as u8, number as u8);
        date.is_some_and(|date| holidays_rs::Calendar::new(country).is_holiday(date))
    }
}
