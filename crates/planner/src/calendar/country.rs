//! Countries whose public holidays are known, by the rules of the `holidays-rs` library.

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

/// Each country with its name and its calendar.
const COUNTRIES: [(Country, &str, holidays_rs::Country); 35] = [
    (Country::Austria, "Austria", holidays_rs::Country::Austria),
    (Country::Australia, "Australia", holidays_rs::Country::Australia),
    (Country::Belgium, "Belgium", holidays_rs::Country::Belgium),
    (Country::Brazil, "Brazil", holidays_rs::Country::Brazil),
    (Country::Canada, "Canada", holidays_rs::Country::Canada),
    (Country::Croatia, "Croatia", holidays_rs::Country::Croatia),
    (Country::Cyprus, "Cyprus", holidays_rs::Country::Cyprus),
    (Country::Czechia, "Czechia", holidays_rs::Country::Czechia),
    (Country::Denmark, "Denmark", holidays_rs::Country::Denmark),
    (Country::Estonia, "Estonia", holidays_rs::Country::Estonia),
    (Country::Finland, "Finland", holidays_rs::Country::Finland),
    (Country::France, "France", holidays_rs::Country::France),
    (Country::Germany, "Germany", holidays_rs::Country::Germany),
    (Country::Greece, "Greece", holidays_rs::Country::Greece),
    (Country::Iceland, "Iceland", holidays_rs::Country::Iceland),
    (Country::Ireland, "Ireland", holidays_rs::Country::Ireland),
    (Country::Italy, "Italy", holidays_rs::Country::Italy),
    (Country::Latvia, "Latvia", holidays_rs::Country::Latvia),
    (Country::Lithuania, "Lithuania", holidays_rs::Country::Lithuania),
    (Country::Luxembourg, "Luxembourg", holidays_rs::Country::Luxembourg),
    (Country::Malta, "Malta", holidays_rs::Country::Malta),
    (Country::Mexico, "Mexico", holidays_rs::Country::Mexico),
    (Country::Netherlands, "Netherlands", holidays_rs::Country::Netherlands),
    (Country::NewZealand, "New Zealand", holidays_rs::Country::NewZealand),
    (Country::Norway, "Norway", holidays_rs::Country::Norway),
    (Country::Poland, "Poland", holidays_rs::Country::Poland),
    (Country::Portugal, "Portugal", holidays_rs::Country::Portugal),
    (Country::Romania, "Romania", holidays_rs::Country::Romania),
    (Country::Slovakia, "Slovakia", holidays_rs::Country::Slovakia),
    (Country::Slovenia, "Slovenia", holidays_rs::Country::Slovenia),
    (Country::Spain, "Spain", holidays_rs::Country::Spain),
    (Country::Sweden, "Sweden", holidays_rs::Country::Sweden),
    (Country::Switzerland, "Switzerland", holidays_rs::Country::Switzerland),
    (Country::UnitedKingdom, "United Kingdom", holidays_rs::Country::UnitedKingdom),
    (Country::UnitedStates, "United States", holidays_rs::Country::UnitedStates),
];

impl Country {
    /// The country of that English name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        COUNTRIES.iter().find(|(_, it, _)| *it == name).map(|(country, ..)| *country)
    }

    /// The English name.
    pub fn name(self) -> &'static str {
        COUNTRIES.iter().find(|(it, ..)| *it == self).map_or("another country", |(_, name, _)| name)
    }

    /// Whether its holidays are known.
    pub(crate) fn has_holidays(self) -> bool {
        self != Self::Elsewhere
    }

    /// Whether a day is a national public holiday there.
    pub(crate) fn is_holiday(self, day: Date) -> bool {
        let Some((.., country)) = COUNTRIES.iter().find(|(it, ..)| *it == self) else {
            return false;
        };
        let (year, month, number) = day.parts();
        let date = holidays_rs::Date::new(year as i32, month as u8, number as u8);
        date.is_some_and(|date| holidays_rs::Calendar::new(*country).is_holiday(date))
    }
}
