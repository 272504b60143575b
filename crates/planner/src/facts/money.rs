//! Amounts of money: what they are worth and what they are for.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Value;
use super::number::{WORDS, decimal};
use super::text::{Found, Text, tail_clause, words};

mod currency;

pub use currency::Currency;
pub(crate) use currency::convert;

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

impl MoneyRole {
    /// The spelling in artifacts.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Budget => "budget",
            Self::Part => "part",
            Self::Share => "share",
            Self::Each => "each",
            Self::Cap => "cap",
            Self::Price => "price",
            Self::PriceLimit => "price_limit",
            Self::Rate => "rate",
            Self::Rent => "rent",
            Self::Income => "income",
            Self::Grant => "grant",
            Self::Loan => "loan",
            Self::Monthly => "monthly",
            Self::Yearly => "yearly",
            Self::Amount => "amount",
        }
    }
}

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

    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "hour" | "h" | "stunde" | "heure" => Self::Hour,
            "day" | "night" | "tag" | "nacht" | "jour" | "nuit" => Self::Day,
            "week" | "woche" | "semaine" => Self::Week,
            "month" | "mo" | "monat" | "mois" | "monthly" | "monatlich" => Self::Month,
            "year" | "annum" | "jahr" | "an" | "année" | "yearly" | "jährlich" => Self::Year,
            _ => return None,
        })
    }
}

impl Money {
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

static PATTERN: LazyLock<Regex> = LazyLock::new(|| {
    let signs = r"US\$|CA\$|AU\$|NZ\$|HK\$|C\$|A\$|S\$|R\$|€|\$|£|¥|₹|₩|₪|₺";
    let codes = r"(?:EUR|USD|GBP|CHF|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|ISK|JPY|CNY|RMB|INR|KRW|SGD|HKD|THB|AED|ILS|BRL|MXN|ZAR|KES|TEUR)\b";
    let before = format!(r"(?:{signs}|\b{codes})");
    let name = r"(?:euros?|dollars?|bucks|pounds?|quid|franken|swiss francs|yen|rupees|zł|zloty|kč|forint|lei|yuan|baht|dirhams|shekels|lira|reais|pesos|rand)\b";
    let after = format!(r"(?:{name}|{signs}|{codes})");
    let digits = r"\d{1,3}(?:[ \u{a0}\u{202f}'’.,]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?";
    let words = &*WORDS;
    let unit = r"(?:k|K|thousand|grand|tausend|tsd\.?|mille|millions?|millionen|mio\.?|mn|m|M|billions?|mrd\.?|milliards?|milliarden?|bn)";
    let dash = r"\s?(?:-|–|to|bis|à|\band\b|\bund\b|\bet\b)\s?";
    Regex::new(&format!(
        r"(?i)(?P<s1>{before})\s?(?:(?P<l1>{digits})\s?(?P<lu1>{unit}\b)?(?P<d1>{dash})(?:{before}\s?)?)?(?P<n1>{digits})(?:\s?(?P<u1>{unit})(?:\b|\s|$))?(?:\.-|,-)?|\b(?:(?P<l2>{digits}|{words})\s?(?P<lu2>{unit}\b)?(?:\s?{after})?(?P<d2>{dash}))?(?P<n2>{digits}|\b(?:{words}))\s?(?:[.,][-–]\s?)?(?:(?P<u2>{unit}|t)\s?(?:d'|de )?)?(?P<s2>{after})"
    ))
    .expect("the pattern is valid")
});

fn factor(unit: Option<&str>) -> f64 {
    match unit.map(|it| it.to_lowercase().trim_end_matches('.').to_owned()).as_deref() {
        Some("k" | "t" | "thousand" | "grand" | "tausend" | "tsd" | "mille") => 1e3,
        Some("m" | "million" | "millions" | "millionen" | "mio" | "mn") => 1e6,
        Some(_) => 1e9,
        None => 1.0,
    }
}

pub(super) fn read(text: &Text<'_>, found: &mut Vec<Found>) {
    let mut at = 0;
    while let Some(captures) = PATTERN.captures_at(text.prompt, at) {
        let whole = captures.get(0).expect("a match has a whole");
        at = whole.end();
        let group = |first: &str, second: &str| captures.name(first).or(captures.name(second));
        let part = |first: &str, second: &str| group(first, second).map(|it| it.as_str());
        let sign = part("s1", "s2").unwrap_or_default();
        let Some(currency) = Currency::parse(sign) else { continue };
        let thousands = if sign.eq_ignore_ascii_case("teur") { 1e3 } else { 1.0 };
        let mut span = whole.start()..whole.start() + whole.as_str().trim_end().len();
        let (mut number, mut unit) = (part("n1", "n2"), part("u1", "u2"));
        let mut least = part("l1", "l2");
        // "€500 and 60 guests" is no range; "between €500 and €600" is one.
        let joins = part("d1", "d2").is_some_and(|dash| dash.contains(char::is_alphabetic))
            && !["to", "bis", "à"].contains(&part("d1", "d2").unwrap_or_default().trim());
        let lead = text.prompt[..span.start].trim_end().to_lowercase();
        let is_between = ["between", "zwischen", "entre"].iter().any(|it| lead.ends_with(it));
        if joins && !is_between {
            match (captures.name("l1"), captures.name("n2")) {
                (Some(first), _) => {
                    number = Some(first.as_str());
                    unit = captures.name("lu1").map(|it| it.as_str());
                    span.end = captures.name("lu1").map_or(first.end(), |it| it.end());
                    at = span.end;
                }
                (None, Some(last)) => span.start = last.start(),
                (None, None) => {}
            }
            least = None;
        }
        let Some(value) = number.and_then(decimal) else { continue };
        let value = value * factor(unit) * thousands;
        let least = least.and_then(decimal).map(|least| {
            let own = part("lu1", "lu2");
            // "20-30k": the unit belongs to both.
            least * factor(own.or(unit).filter(|_| own.is_some() || least < 1000.0)) * thousands
        });
        // "-500 EUR" is no amount that anybody has.
        let is_negative = lead.ends_with(['-', '−'])
            && !lead.trim_end_matches(['-', '−']).ends_with(char::is_alphanumeric);
        if !(1.0..=1e12).contains(&value) || is_negative {
            continue;
        }
        let least = least.filter(|least| *least < value).map(|least| least.round() as i64);
        push(text, span, (value.round() as i64, least), currency, found);
    }
    bare(text, found);
}

fn push(
    text: &Text<'_>,
    span: Range<usize>,
    (amount, least): (i64, Option<i64>),
    currency: Currency,
    found: &mut Vec<Found>,
) {
    let (unit, period) = terms(text, &span);
    let role = role(text, &span, period, unit.as_deref());
    let money = Money { role, amount, least, currency, currency_assumed: false, unit, period };
    found.push(Found { span, value: Value::Money(money) });
}

/// Thousands without a currency: "an app, 3 months, 15k".
static BARE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:^|[\s(~≈<])(?P<all>(?:(?P<l>\d{1,3}(?:[.,]\d)?)\s?[kK]?\s?[-–]\s?)?(?P<n>\d{1,3}(?:[.,]\d)?)\s?(?:[kK]|grand))\b")
        .expect("the pattern is valid")
});
/// A budget in figures without a currency: "budget of 40,000", "Budget: 12000".
static BUDGET_OF: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\bbudget(?:\s+(?:of|is|ist|von|de|around|about|ca\.?))?:?\s+(?P<n>\d{1,3}(?:[ \u{a0}'.,]\d{3})+|\d{3,})\b")
        .expect("the pattern is valid")
});

/// Reads amounts without a currency in that of the prompt's other money, else as euros.
fn bare(text: &Text<'_>, found: &mut Vec<Found>) {
    let others: Vec<(Range<usize>, Currency)> = found
        .iter()
        .filter_map(|one| match &one.value {
            Value::Money(money) => Some((one.span.clone(), money.currency)),
            _ => None,
        })
        .collect();
    let currency = others.first().map_or(Currency::EUR, |(_, currency)| *currency);
    // Beside other money a thousand of something else is more likely: "5k followers".
    let is_other = |span: &Range<usize>| {
        let next = words(&text.prompt[span.end..]).into_iter().next().unwrap_or_default();
        let ends = text.prompt[span.end..].trim_start_matches(' ');
        let is_alone = !ends.starts_with(char::is_alphanumeric)
            || ["from", "for", "in", "and", "to", "by", "und", "für", "von", "et", "pour", "de"]
                .contains(&next.as_str());
        others.iter().any(|(it, _)| it.start < span.end && span.start < it.end)
            || !others.is_empty() && !is_alone
    };
    let is_distance = |end: usize| {
        let after = text.prompt[end..].trim_start().to_lowercase();
        ["run", "race", "lines", "users", "steps"].iter().any(|word| after.starts_with(word))
    };
    for captures in BARE.captures_iter(text.prompt) {
        let all = captures.name("all").expect("the pattern names all");
        let Some(number) = decimal(&captures["n"]) else { continue };
        if is_distance(all.end()) || is_other(&all.range()) {
            continue;
        }
        let least =
            captures.name("l").and_then(|it| decimal(it.as_str())).map(|it| (it * 1e3) as i64);
        assume(text, all.range(), ((number * 1e3).round() as i64, least), currency, found);
    }
    if !others.is_empty() {
        return;
    }
    for captures in BUDGET_OF.captures_iter(text.prompt) {
        let number = captures.name("n").expect("the pattern names a number");
        if let Some(value) = decimal(number.as_str()) {
            assume(text, number.range(), (value.round() as i64, None), currency, found);
        }
    }
}

fn assume(
    text: &Text<'_>,
    span: Range<usize>,
    amounts: (i64, Option<i64>),
    currency: Currency,
    found: &mut Vec<Found>,
) {
    push(text, span, amounts, currency, found);
    if let Some(Found { value: Value::Money(money), .. }) = found.last_mut() {
        money.currency_assumed = true;
    }
}

/// "a month", "per practice per month" right after an amount.
static PER: LazyLock<Regex> = LazyLock::new(|| {
    let goods = r"(?: de chiffre d'affaires| (?:in |of )?(?:revenue|sales|turnover)| umsatz)?";
    let per = r"(?:per |a |an |/ ?|each |every |pro |je |im |par |l')";
    Regex::new(&format!(r"^{goods} ?{per}(?P<one>\p{{L}}+)(?: ?{per}(?P<two>\p{{L}}+))?"))
        .expect("the pattern is valid")
});
/// "cost a practice at most" right before an amount.
static FOR_EACH: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:costs?|charges?|pays?)\s+(?:a|an|each|every|per)\s+(?P<word>[a-z]+)\b[^.;:]*$|\b(?:pro|je|per|par)\s+(?P<noun>[\p{L}]+)[\s:]*(?:max\.?|maximal|maximum|höchstens|at most|au plus)?\s*$",
    )
    .expect("the pattern is valid")
});

/// What an amount is paid for and how often.
fn terms(text: &Text<'_>, span: &Range<usize>) -> (Option<String>, Option<Period>) {
    let (mut unit, mut period) = (None, None);
    let after = text.after(span);
    if let Some(captures) = PER.captures(&after) {
        for word in ["one", "two"].into_iter().filter_map(|name| captures.name(name)) {
            match Period::of(word.as_str()) {
                Some(found) => period = Some(found),
                None => unit = Some(word.as_str().to_owned()),
            }
        }
    }
    let first = words(&after).into_iter().next().unwrap_or_default();
    // "loyer mensuel de 1 350 €", "a monthly rent of 900 EUR".
    let before = text.before(span);
    let near = super::text::last_words(tail_clause(&before), 4);
    let is_monthly =
        |word: &String| ["monthly", "mensuel", "monatlich"].iter().any(|it| word.starts_with(it));
    period = period.or(near.iter().any(is_monthly).then_some(Period::Month));
    period = period.or(match first.as_str() {
        "monthly" | "monatlich" | "mensuel" | "mensuels" => Some(Period::Month),
        "yearly" | "annually" | "jährlich" => Some(Period::Year),
        _ => None,
    });
    if let Some(captures) = FOR_EACH.captures(&text.before(span)) {
        let word = captures.name("word").or(captures.name("noun"));
        unit = word.map(|it| it.as_str().to_owned()).filter(|it| Period::of(it).is_none());
    }
    (unit, period)
}

const LIMITS: [&str; 16] = [
    "at most",
    "no more than",
    "more than",
    "not exceed",
    "limited to",
    "höchstens",
    "maximum",
    "up to",
    "maximal",
    "nicht mehr als",
    "au plus",
    "maximum de",
    "under",
    "below",
    "max",
    "unter",
];
const SOLD: [&str; 14] = [
    "price", "ticket", "fee", "charge", "cost", "sell", "sold", "preis", "copies", "billet",
    "prix", "entry", "eintritt", "karte",
];
/// What names a price by itself.
const PRICED: [&str; 18] = [
    "registration fee",
    "entry fee",
    "participation fee",
    "membership fee",
    "tuition",
    "price",
    "ticket",
    "fee of",
    "charge",
    "costs ",
    "preis",
    "prix",
    "entry",
    "eintritt",
    "karte",
    "admission",
    "entrée",
    "billet",
];
const INCOME: [&str; 24] = [
    "aiming at",
    "crowdfunding goal",
    "fundraising goal",
    "spendenziel",
    "objectif de collecte",
    "revenue",
    "turnover",
    "earn",
    "sales of",
    "profit",
    "raise",
    "raising",
    "umsatz",
    "income",
    "bring in",
    "recettes",
    "chiffre d'affaires",
    "collect",
    "sammeln",
    "einnahmen",
    "worth of sales",
    "donations of",
    "lever",
    "collecter",
];
/// What money is spent on for each person.
const ITEMS: [&str; 16] = [
    "traiteur",
    "caterer",
    "buffet",
    "menu",
    "catering",
    "food",
    "meal",
    "drink",
    "hotel",
    "travel",
    "transport",
    "accommodation",
    "verpflegung",
    "unterkunft",
    "essen",
    "repas",
];
const GRANT: [&str; 11] = [
    "grant",
    "subsid",
    "zuschuss",
    "förder",
    "subvention",
    "bourse",
    "funding from",
    "stipend",
    "aide de",
    "aide du",
    "promised",
];
const LOAN: [&str; 8] =
    ["emprunt", "loan", "debt", "mortgage", "owe", "kredit", "darlehen", "prêt"];
const RENT: [&str; 6] = ["rent", "lease", "miete", "pacht", "loyer", "bail"];
const GIVING: [&str; 12] = [
    "adds",
    "add",
    "contributes",
    "gives",
    "grants",
    "provides",
    "donates",
    "puts in",
    "lends",
    "pays in",
    "steuert",
    "gibt",
];
const BUDGET: [&str; 31] = [
    "apport",
    "budget",
    "we have ",
    "i have ",
    "ich habe ",
    "wir haben ",
    "funded",
    "funding",
    "investment",
    "at most",
    "limited to",
    "no more than",
    "not cost more than",
    "höchstens",
    "capital",
    "spend",
    "savings",
    "kapital",
    "available",
    "nous avons",
    "j'ai ",
    "maximal",
    "erspartes",
    "for under",
    "for about",
    "sparen",
    "stehen",
    "dispose",
    "für ",
    "pour ",
    "cash",
];

/// Where money comes from that has to be earned first.
const EARNED: [&str; 6] =
    ["from a raffle", "from ticket", "from donations", "from sales", "aus spenden", "de la vente"];
/// For whom something is done: a limit for each of them is what each may cost.
const SERVED: [&str; 6] = ["learner", "teilnehmer", "participant", "guest", "gast", "trainee"];
/// Whoever pays for themselves: what one of them pays is what each gives.
const PEOPLE: [&str; 22] = [
    "person",
    "head",
    "kopf",
    "nase",
    "kind",
    "schüler",
    "schülerin",
    "pupil",
    "child",
    "traveller",
    "employee",
    "colleague",
    "mitarbeiter",
    "mitarbeiterin",
    "personne",
    "tête",
    "enfant",
    "élève",
    "jeune",
    "salarié",
    "reisenden",
    "mitreisenden",
];

/// Whether a clause has that very word.
fn has_word(clause: &str, word: &str) -> bool {
    words(clause).iter().any(|it| it == word)
}

/// What an amount is for, by the words next to it.
fn role(
    text: &Text<'_>,
    span: &Range<usize>,
    period: Option<Period>,
    unit: Option<&str>,
) -> MoneyRole {
    let (before, after) = (text.before(span), text.after(span));
    // Only what belongs to the same clause says what the amount is for.
    let clause = tail_clause(&before);
    let clause = clause.rsplit(" and ").next().unwrap_or_default();
    let clause = clause.rsplit(" und ").next().unwrap_or_default();
    let clause = clause.rsplit(" et ").next().unwrap_or_default();
    let says = |all: &[&str]| all.iter().any(|word| clause.contains(word));
    let near = after.trim_start();
    let segment = near.trim_start_matches(')').split([',', ';']).next().unwrap_or_default();
    let first = words(near).into_iter().next().unwrap_or_default();
    let starts = |all: &[&str]| all.iter().any(|word| near.starts_with(word));
    let price = if says(&LIMITS) { MoneyRole::PriceLimit } else { MoneyRole::Price };
    let is_rent = words(clause)
        .iter()
        .any(|word| RENT.iter().any(|rent| word.starts_with(rent)) || word.ends_with("miete"))
        || starts(&["rent", "miete", "loyer", "kaltmiete"]);
    match period {
        Some(Period::Month) => {
            return if is_rent {
                MoneyRole::Rent
            } else if says(&SOLD) && !is_cost(clause) || starts(&["per user", "per member"]) {
                price
            } else if says(&INCOME)
                || says(&GRANT)
                || starts(&["de chiffre d'affaires", "revenue", "in revenue", "in sales", "umsatz"])
            {
                MoneyRole::Income
            } else {
                MoneyRole::Monthly
            };
        }
        Some(Period::Year) => return MoneyRole::Yearly,
        Some(Period::Day | Period::Hour | Period::Week) => return MoneyRole::Rate,
        None => {}
    }
    let is_each = starts(&["each", "chacun", "p.p."])
        || unit.is_some_and(|it| PEOPLE.contains(&it) || says(&LIMITS) && SERVED.contains(&it));
    // "pro Arbeitsplatz max. 150 €" is what one thing may cost those who write.
    let is_thing_before = unit.is_some()
        && !is_each
        && ["pro", "je", "per", "par"].iter().any(|it| has_word(clause, it))
        && says(&LIMITS);
    let is_unit_cost = says(&["unit cost", "stückkosten", "coût unitaire", "coût de revient"]);
    let all = words(clause);
    // "costs at most 27,500" without a subject is the whole; "each household pays in" is what each gives.
    let is_whole_cost = all.first().is_some_and(|it| {
        ["cost", "costs", "costing", "kosten", "coût", "coûts"].contains(&it.as_str())
    });
    let gives_each = all
        .iter()
        .any(|word| ["each", "every", "jede", "jeder", "jedes", "chaque"].contains(&word.as_str()))
        && all.iter().any(|word| {
            ["pays", "gives", "contributes", "puts", "zahlt", "gibt", "paie", "verse", "donne"]
                .contains(&word.as_str())
        });
    let must_be_raised = [
        "has to be raised",
        "have to be raised",
        "must be raised",
        "needs to be raised",
        "to be raised",
        "müssen gesammelt",
        "à collecter",
        "à trouver",
        "wollen wir sammeln",
        "sollen gesammelt",
    ]
    .iter()
    .any(|words| near.starts_with(words));
    // "at $9 a bottle", "1.500 Gläser zu 7,50 €", "20 customers at €45 each".
    let ends = |it: &str| clause.trim_end().ends_with(&format!(" {it}")) || clause.trim() == it;
    let is_set =
        ["estimat", "budget", "capped", "set at", "valued", "bis zu", "inférieur", "aiming"];
    let is_sold_at = unit.is_some() && !is_each && ["for", "je"].iter().any(|it| ends(it))
        || ["at", "à", "zu"].iter().any(|it| ends(it)) && !says(&is_set);
    let is_lent =
        all.iter().any(|word| ["lend", "leih", "prête"].iter().any(|it| word.starts_with(it)));
    // "budget de 120 000 € dont 40 000 € d'apport".
    let is_of_which =
        ["dont", "davon", "of which", "darunter", "including"].iter().any(|it| ends(it));
    let is_given = GRANT.iter().chain(&LOAN).any(|it| segment.contains(it));
    let is_item = says(&ITEMS) || ITEMS.iter().any(|it| segment.contains(it));
    let is_piece_cost = unit.is_some() || starts(&["each"]);
    if is_each && is_item
        || is_piece_cost
            && says(&LIMITS)
            && says(&["cost", "kosten", "coût"])
            && !FOR_EACH.is_match(clause)
    {
        MoneyRole::Cap
    } else if says(&["worth"]) && says(&["sell", "verkauf"]) {
        MoneyRole::Income
    } else if is_sold_at && !is_unit_cost {
        price
    } else if is_of_which && !is_given {
        MoneyRole::Part
    } else if is_lent {
        MoneyRole::Loan
    } else if is_thing_before {
        MoneyRole::Cap
    } else if gives_each {
        MoneyRole::Each
    } else if must_be_raised {
        MoneyRole::Income
    } else if is_whole_cost && !is_each && !is_unit_cost && unit.is_none() {
        MoneyRole::Budget
    } else if is_unit_cost {
        MoneyRole::Cap
    } else if is_each && !says(&SOLD) {
        MoneyRole::Each
    } else if is_each
        || starts(&["per ", "/", "a ticket", "apiece", "pro ", "je ", "par "])
        || says(&PRICED) && !is_cost(clause)
        || all.iter().any(|it| it == "fee" || it.ends_with("gebühr") || it == "inscription")
    {
        price
    } else if says(&LIMITS) && (is_part(clause) || limits_item(clause)) {
        MoneyRole::Cap
    } else if GIVING.iter().any(|verb| clause.trim_end().ends_with(verb)) {
        MoneyRole::Share
    } else if says(&["salary", "salaries", "wage", "gehalt", "salaire"]) {
        MoneyRole::Monthly
    } else if is_rent {
        MoneyRole::Rent
    } else if says(&INCOME)
        || EARNED.iter().any(|words| segment.contains(words))
        || starts(&[
            "de chiffre d'affaires",
            "revenue",
            "in revenue",
            "in sales",
            "of sales",
            "umsatz",
            "in donations",
        ])
    {
        MoneyRole::Income
    } else if says(&GRANT)
        || starts(&["grant", "subsidy", "zuschuss", "förderung", "de subvention"])
    {
        MoneyRole::Grant
    } else if says(&LOAN)
        || starts(&["loan", "credit", "mortgage", "de prêt", "d'emprunt"])
        || ["kredit", "darlehen"].iter().any(|it| first.contains(it))
    {
        MoneyRole::Loan
    } else if says(&BUDGET)
        || starts(&["budget", "to spend", "available", "d'apport", "in savings", "zur verfügung"])
        || ["kapital", "mittel", "erspart", "ersparnis"].iter().any(|it| first.contains(it))
    {
        MoneyRole::Budget
    } else {
        MoneyRole::Amount
    }
}

const MODALS: [&str; 8] = ["must", "may", "should", "can", "not", "to", "has", "will"];

/// Whether a clause limits what one thing costs, and not the whole: "the footage may cost at most".
fn is_part(clause: &str) -> bool {
    let Some((subject, _)) = clause.split_once("cost") else { return false };
    let words = words(subject);
    let mut words = words.iter().rev().filter(|word| !MODALS.contains(&word.as_str()));
    let whole = ["it", "this", "that", "all", "everything", "project", "whole", "total"];
    words.next().is_some_and(|word| !whole.contains(&word.as_str()))
}

/// Whether a clause is a thing and its limit, without a verb: "fit-out at most".
fn limits_item(clause: &str) -> bool {
    let limit = LIMITS.iter().filter_map(|words| clause.find(words)).min().unwrap_or(0);
    let whole = [
        "insgesamt",
        "overall",
        "alles",
        "ausgaben",
        "expenses",
        "spending",
        "dépenses",
        "frais",
        "budget",
        "total",
        "cost",
        "costs",
        "all",
        "everything",
        "kosten",
        "investition",
        "investment",
        "in",
        "for",
        "with",
        "und",
        "and",
        "money",
        "it",
        "we",
        "i",
        "no",
        "not",
        "nicht",
        "spend",
        "gesamt",
        "gesamtkosten",
        "pour",
        "mit",
        "avec",
        "à",
        "au",
        "savings",
        "coût",
        "coûts",
        "project",
        "projekt",
        "projet",
        "to",
        "can",
        "must",
        "may",
        "mais",
        "but",
        "about",
        "is",
        "are",
    ];
    let all = words(&clause[..limit]);
    (1..=2).contains(&all.len())
        && all.iter().all(|word| !whole.contains(&word.as_str()) && word.chars().count() > 3)
}

/// Whether a clause says what a thing costs those who write, and not what their customers pay.
fn is_cost(clause: &str) -> bool {
    let sold = [
        "app",
        "service",
        "product",
        "membership",
        "subscription",
        "which",
        "ticket",
        "it",
        "entry",
    ];
    let subject = clause.split("cost").next().unwrap_or_default();
    let words = words(subject);
    let mut words = words.iter().rev().filter(|word| !MODALS.contains(&word.as_str()));
    let subject = words.next();
    clause.contains("cost")
        && !FOR_EACH.is_match(clause)
        && is_part(clause)
        && subject.is_none_or(|word| !sold.contains(&word.as_str()))
}

/// Names one budget: what the prompt calls so, else its largest amount. Amounts that add up to it are
/// its parts.
pub(super) fn settle(found: &mut [Found]) {
    let is_named = |money: &Money| matches!(money.role, MoneyRole::Budget | MoneyRole::Share);
    let monies = |found: &mut [Found]| -> Vec<usize> {
        (0..found.len()).filter(|&at| matches!(found[at].value, Value::Money(_))).collect()
    };
    let all = monies(found);
    let get = |found: &[Found], at: usize| match &found[at].value {
        Value::Money(money) => money.clone(),
        _ => unreachable!("only amounts are listed"),
    };
    let set = |found: &mut [Found], at: usize, role: MoneyRole| {
        if let Value::Money(money) = &mut found[at].value {
            money.role = role;
        }
    };
    // "The council contributes 70,000 EUR, parents 15,000 EUR".
    for pair in all.windows(2) {
        let gap = found[pair[1]].span.start.saturating_sub(found[pair[0]].span.end);
        let has = |at: usize, role| get(found, at).role == role;
        if gap < 25 && has(pair[0], MoneyRole::Share) && has(pair[1], MoneyRole::Amount) {
            set(found, pair[1], MoneyRole::Share);
        }
    }
    if !all.iter().any(|&at| is_named(&get(found, at))) {
        let open: Vec<usize> =
            all.iter().copied().filter(|&at| get(found, at).role == MoneyRole::Amount).collect();
        // The first of equals, so that the order of the prompt decides.
        let best = open.iter().copied().reduce(|best, next| {
            if get(found, next).amount > get(found, best).amount { next } else { best }
        });
        let sure = |role| all.iter().copied().find(|&at| get(found, at).role == role);
        // What each person pays is money as well: a small grant beside it is not the whole.
        let pays_each = sure(MoneyRole::Each).or_else(|| sure(MoneyRole::Price)).is_some();
        let best = best
            .or_else(|| sure(MoneyRole::Grant).filter(|_| !pays_each))
            .or_else(|| sure(MoneyRole::Loan).filter(|_| !pays_each));
        if let Some(at) = best {
            set(found, at, MoneyRole::Budget);
        }
    }
    let budget = all.iter().copied().filter(|&at| get(found, at).role == MoneyRole::Budget);
    let Some(budget) = budget.map(|at| get(found, at)).max_by_key(|money| money.amount) else {
        return;
    };
    let is_part = |money: &Money| {
        matches!(
            money.role,
            MoneyRole::Amount | MoneyRole::Loan | MoneyRole::Budget | MoneyRole::Grant
        ) && money.currency == budget.currency
            && money.amount < budget.amount
    };
    let parts: Vec<usize> = all.into_iter().filter(|&at| is_part(&get(found, at))).collect();
    if parts.iter().map(|&at| get(found, at).amount).sum::<i64>() == budget.amount {
        for at in parts {
            set(found, at, MoneyRole::Part);
        }
    }
}
