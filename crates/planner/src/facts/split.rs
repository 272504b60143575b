//! How the prompt splits its budget: the parts, what each is for, and what they leave.

use super::{Currency, Fact, Facts, Money, MoneyRole};

/// A budget and its parts.
#[derive(Debug)]
pub(crate) struct Split<'f> {
    /// All the money there is.
    pub(crate) whole: i64,
    pub(crate) currency: Currency,
    pub(crate) quote: String,
    /// At least two, each with what it is for.
    pub(crate) parts: Vec<(&'f Money, &'f Fact)>,
    /// What the prompt says of the rest.
    pub(crate) rest_for: Option<&'f str>,
}

impl Split<'_> {
    /// All parts.
    pub(crate) fn sum(&self) -> i64 {
        self.parts.iter().map(|(money, _)| money.amount).sum()
    }

    /// What no part covers; negative where the parts are more than there is.
    pub(crate) fn rest(&self) -> i64 {
        self.whole - self.sum()
    }

    /// Whether one of the parts pays for people, or for the role of that title or of other names.
    pub(crate) fn pays(&self, title: &str, is_called: impl Fn(&str) -> bool) -> bool {
        const STAFF: &str = "staff|staffing|personnel|wages|salaries|salary|payroll|fees|personal|löhne|gehälter|honorare|\
            salaires|honoraires";
        let names = super::words(title);
        self.parts.iter().filter_map(|(money, _)| money.item.as_deref()).any(|item| {
            let said = super::words(item);
            said.iter().any(|word| {
                super::is_in(STAFF, word)
                    || is_called(word)
                    || names.iter().any(|name| is_akin(name, word))
            })
        })
    }
}

impl Facts {
    /// The parts of the budget that say what they are for.
    pub(crate) fn parts(&self, currency: Currency) -> impl Iterator<Item = (&Money, &Fact)> {
        self.monies().filter(move |(money, _)| {
            money.role == MoneyRole::Part && money.item.is_some() && money.currency == currency
        })
    }

    /// The split of the budget, if the prompt has one of at least two parts.
    pub(crate) fn split(&self) -> Option<Split<'_>> {
        let budget = self.budget()?;
        let parts: Vec<_> = self.parts(budget.currency).collect();
        let mut wholes = self.monies().filter(|(money, _)| money.role == MoneyRole::Budget);
        let rest_for = wholes.find_map(|(money, _)| money.item.as_deref());
        let (whole, currency, quote) = (budget.amount, budget.currency, budget.quote);
        (parts.len() > 1).then_some(Split { whole, currency, quote, parts, rest_for })
    }
}

/// Whether an item of a budget is money kept for what nobody foresees.
pub(crate) fn is_reserve(item: &str) -> bool {
    const WORDS: &str = "reserve|contingency|contingencies|buffer|emergencies|emergency|unforeseen|puffer|rücklage|\
        unvorhergesehenes|réserve|imprévus|imprévu|cushion";
    super::words(item).iter().any(|word| super::is_in(WORDS, word))
}

/// Whether two words name the same thing: "tooling" and "tools", "licence" and "licences".
pub(crate) fn is_akin(one: &str, other: &str) -> bool {
    const STEM: usize = 4;
    let shared = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let (one, other) = (one.chars().count(), other.chars().count());
    shared >= STEM && shared + 1 >= one.min(other) && one.abs_diff(other) <= STEM
}
