//! Currencies: codes, spellings, rounded rates and the countries that alone use them.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::calendar::Country;

/// A currency by its three-letter code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Currency(usize);

/// Code, spellings, what a euro is in it (rounded, for sizes and not for trading), and the country
/// that alone uses it.
const CURRENCIES: [(&str, &[&str], f64, Option<Country>); 43] = [
    ("EUR", &["€", "eur", "euro", "euros", "teur", "meur"], 1.0, None),
    ("USD", &["$", "usd", "us$", "dollar", "dollars", "bucks"], 1.1, Some(Country::UnitedStates)),
    ("GBP", &["£", "gbp", "pound", "pounds", "quid"], 0.85, Some(Country::UnitedKingdom)),
    ("CHF", &["chf", "franken", "sfr", "swiss francs"], 0.95, Some(Country::Switzerland)),
    (
        "CAD",
        &["cad", "c$", "ca$", "$ca", "$ ca", "$ canadiens", "dollars canadiens"],
        1.5,
        Some(Country::Canada),
    ),
    ("AUD", &["aud", "a$", "au$"], 1.65, Some(Country::Australia)),
    ("NZD", &["nzd", "nz$"], 1.85, Some(Country::NewZealand)),
    ("SEK", &["sek"], 11.0, Some(Country::Sweden)),
    ("NOK", &["nok"], 11.5, Some(Country::Norway)),
    ("DKK", &["dkk"], 7.5, Some(Country::Denmark)),
    ("PLN", &["pln", "zł", "zloty"], 4.3, Some(Country::Poland)),
    ("CZK", &["czk", "kč"], 25.0, Some(Country::Czechia)),
    ("HUF", &["huf", "forint"], 400.0, None),
    ("RON", &["ron", "lei"], 5.0, Some(Country::Romania)),
    ("ISK", &["isk"], 150.0, Some(Country::Iceland)),
    ("JPY", &["¥", "jpy", "yen"], 160.0, None),
    ("CNY", &["cny", "rmb", "yuan"], 7.8, None),
    ("INR", &["₹", "inr", "rupees", "rs"], 90.0, None),
    ("KRW", &["₩", "krw", "won"], 1500.0, None),
    ("SGD", &["sgd", "s$"], 1.45, None),
    ("HKD", &["hkd", "hk$"], 8.5, None),
    ("THB", &["thb", "baht"], 38.0, None),
    ("AED", &["aed", "dirhams"], 4.0, None),
    ("ILS", &["₪", "ils", "shekels"], 4.0, None),
    ("TRY", &["₺", "try", "lira"], 40.0, None),
    ("BRL", &["brl", "r$", "reais"], 6.0, Some(Country::Brazil)),
    ("MXN", &["mxn", "pesos"], 20.0, Some(Country::Mexico)),
    ("ZAR", &["zar", "rand", "r"], 20.0, None),
    ("KES", &["kes", "ksh"], 140.0, None),
    ("PHP", &["php"], 65.0, None),
    ("UAH", &["uah", "hryvnia"], 45.0, None),
    ("RSD", &["rsd", "dinars"], 117.0, None),
    ("BGN", &["bgn"], 1.96, None),
    ("NGN", &["ngn", "naira"], 1700.0, None),
    ("EGP", &["egp"], 52.0, None),
    ("MAD", &["mad"], 10.5, None),
    ("MYR", &["myr", "ringgit"], 5.0, None),
    ("IDR", &["idr", "rupiah"], 18000.0, None),
    ("VND", &["vnd", "dong"], 27000.0, None),
    ("ARS", &["ars"], 1500.0, None),
    ("CLP", &["clp"], 1050.0, None),
    ("COP", &["cop"], 4600.0, None),
    ("PKR", &["pkr"], 310.0, None),
];

impl Currency {
    /// The euro.
    pub const EUR: Self = Self(0);

    /// The currency of a code or a spelling.
    pub fn parse(text: &str) -> Option<Self> {
        let lower = text.trim().trim_end_matches('.').to_lowercase();
        let is_it = |entry: &(&str, &[&str], f64, Option<Country>)| {
            entry.0.eq_ignore_ascii_case(&lower) || entry.1.contains(&lower.as_str())
        };
        CURRENCIES.iter().position(is_it).map(Self)
    }

    /// The three-letter code.
    pub fn code(self) -> &'static str {
        CURRENCIES[self.0].0
    }

    /// What a euro is in this currency, rounded.
    pub(crate) fn rate(self) -> f64 {
        CURRENCIES[self.0].2
    }

    /// The currency that a country alone uses; the euro elsewhere.
    pub(crate) fn of(country: Country) -> Self {
        let found = CURRENCIES.iter().position(|entry| entry.3 == Some(country));
        found.map_or(Self::EUR, Self)
    }

    /// The country that alone uses it.
    pub(crate) fn country(self) -> Option<Country> {
        CURRENCIES[self.0].3
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl Serialize for Currency {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text)
            .ok_or_else(|| serde::de::Error::custom(format!("{text:?} is not a currency code")))
    }
}

impl JsonSchema for Currency {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Currency".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let codes: Vec<&str> = CURRENCIES.iter().map(|entry| entry.0).collect();
        schemars::json_schema!({ "type": "string", "enum": codes })
    }
}

/// A reference price in euros in another currency, rounded to two leading digits.
pub(crate) fn convert(euros: f64, currency: Currency) -> i64 {
    let rate = currency.rate();
    let exact = euros * rate;
    if (rate - 1.0).abs() < f64::EPSILON || exact < 100.0 {
        return exact.round() as i64;
    }
    let step = 10_f64.powf(exact.log10().floor() - 1.0);
    ((exact / step).round() * step).round() as i64
}
