//! Questions to the facts: the budget, the latest end, the team, the place.

use super::{
    Count, CountRole, Currency, DateRole, DemandRole, Duration, DurationRole, Fact, Facts, Hours,
    HoursRole, Language, Moment, Money, MoneyRole, Occasion, Person, Place, PlaceRole, Precision,
    Unit, Value, YearSource, is_in, person, words,
};
use crate::calendar::{Blackout, Country, Date, Scope};

impl Facts {
    /// All amounts, in order.
    pub(crate) fn monies(&self) -> impl Iterator<Item = (&Money, &Fact)> {
        self.facts.iter().filter_map(|fact| Some((fact.money()?, fact)))
    }

    /// All dates, in order.
    pub(crate) fn moments(&self) -> impl Iterator<Item = (&Moment, &Fact)> {
        self.facts.iter().filter_map(|fact| Some((fact.moment()?, fact)))
    }

    /// All counts, in order.
    pub(crate) fn counts(&self) -> impl Iterator<Item = (&Count, &Fact)> {
        self.facts.iter().filter_map(|fact| Some((fact.count()?, fact)))
    }

    /// All demands, in order.
    pub(crate) fn demands(&self) -> impl Iterator<Item = (DemandRole, &Fact)> {
        self.facts.iter().filter_map(|fact| Some((fact.demand()?, fact)))
    }

    /// All places, in order.
    pub(crate) fn places(&self) -> impl Iterator<Item = (&Place, &Fact)> {
        self.facts.iter().filter_map(|fact| Some((fact.place()?, fact)))
    }

    /// The people the prompt calls by name.
    pub(crate) fn people(&self) -> impl Iterator<Item = &Person> {
        self.facts.iter().filter_map(|fact| match &fact.value {
            Value::Person(person) => Some(person),
            _ => None,
        })
    }

    /// The first amount in that role.
    pub(crate) fn money(&self, role: MoneyRole) -> Option<(&Money, &Fact)> {
        self.monies().find(|(money, _)| money.role == role)
    }

    /// The money there is to spend, with its quote. Of several budgets the largest; without any, what
    /// several give adds up, or what each of the team gives.
    pub(crate) fn budget(&self) -> Option<Stated> {
        let of = |role| self.monies().filter(move |(money, _)| money.role == role);
        let named = of(MoneyRole::Budget)
            .reduce(|best, next| if next.0.amount > best.0.amount { next } else { best });
        if let Some((money, fact)) = named {
            // "own money 40,000 EUR plus a bank loan of 55,000 EUR"; a loan inside a sum is not added. What somebody
            // gives that is more than the sum cannot be inside it: "the city gives 25,000 EUR, parents raised 6,000 EUR".
            let is_beside = |it: &(&Money, &Fact)| {
                let is_added = match it.0.role {
                    MoneyRole::Loan => speaks(fact, OWN),
                    _ => speaks(fact, OWN) || it.0.amount > money.amount,
                };
                it.0.currency == money.currency && !speaks(it.1, INSIDE) && is_added
            };
            let others = of(MoneyRole::Loan).chain(of(MoneyRole::Share));
            let loans: Vec<_> = others.filter(is_beside).collect();
            let borrowed: i64 = loans.iter().map(|(loan, _)| loan.amount).sum();
            let quotes = std::iter::once(fact).chain(loans.iter().map(|(_, fact)| *fact));
            let quotes: Vec<&str> = quotes.map(|fact| fact.quote.as_str()).collect();
            return Some(Stated {
                amount: money.amount + borrowed,
                least: money.least.map(|least| least + borrowed),
                currency: money.currency,
                quote: quotes.join("\" and \""),
            });
        }
        if let Some((first, _)) = of(MoneyRole::Share).next() {
            let alike = || of(MoneyRole::Share).filter(|(it, _)| it.currency == first.currency);
            let quotes: Vec<&str> = alike().map(|(_, fact)| fact.quote.as_str()).collect();
            let shares = Stated {
                amount: alike().map(|(money, _)| money.amount).sum(),
                least: None,
                currency: first.currency,
                quote: quotes.join("\" and \""),
            };
            // "Everybody pays 780 EUR, the city gives 3,000 EUR."
            let paid = self.paid_by_each(|fact| !fact.is_guess);
            return Some(match paid.filter(|paid| paid.currency == shares.currency) {
                Some(paid) => Stated {
                    amount: paid.amount + shares.amount,
                    quote: format!("{}\" and \"{}", paid.quote, shares.quote),
                    ..shares
                },
                None => shares,
            });
        }
        self.paid_by_each(|_| true)
    }

    /// What everybody who comes pays, all together.
    fn paid_by_each(&self, is_it: impl Fn(&Fact) -> bool) -> Option<Stated> {
        let of = |role| self.monies().filter(move |(money, _)| money.role == role);
        let (money, fact) = of(MoneyRole::Each).find(|(_, fact)| is_it(fact))?;
        let audience = || self.audience().map(|(count, fact)| (count, fact.quote.clone()));
        // "27 pupils and 2 teachers, 290 EUR per child": those who are counted on pay.
        let (count, team) = audience().or_else(|| self.team())?;
        Some(Stated {
            amount: money.amount * i64::try_from(count).ok()?,
            least: None,
            currency: money.currency,
            quote: format!("{}\" of \"{team}", fact.quote),
        })
    }

    /// What a customer pays for one, or may pay at most.
    pub(crate) fn price(&self) -> Option<(&Money, &Fact)> {
        self.money(MoneyRole::Price).or_else(|| self.money(MoneyRole::PriceLimit))
    }

    /// The currency the prompt uses for its budget, else for anything.
    pub(crate) fn currency(&self) -> Option<Currency> {
        let any = || self.monies().next().map(|(money, _)| money.currency);
        self.budget().map(|stated| stated.currency).or_else(any)
    }

    /// The first span in that role.
    pub(crate) fn span(&self, role: DurationRole) -> Option<(&Duration, &Fact)> {
        self.facts.iter().find_map(|fact| match &fact.value {
            Value::Duration(span) if span.role == role => Some((span, fact)),
            _ => None,
        })
    }

    /// Hours a week that whoever wrote the prompt has for it, with the quote.
    pub(crate) fn hours_a_week(&self) -> Option<(u32, &Fact)> {
        self.facts.iter().find_map(|fact| match &fact.value {
            Value::Hours(hours) if hours.role == HoursRole::Own => Some((hours.per_week, fact)),
            _ => None,
        })
    }

    /// Hours a week of others, as the prompt calls them.
    pub(crate) fn hours_of_others(&self) -> impl Iterator<Item = &Hours> {
        self.facts.iter().filter_map(|fact| match &fact.value {
            Value::Hours(hours) if hours.role == HoursRole::Others && !hours.of.is_empty() => {
                Some(hours)
            }
            _ => None,
        })
    }

    /// Dates that something has to keep, in the order of the prompt. "I teach from 1 April" is the day of the goal
    /// where it states no other.
    pub(crate) fn due(&self) -> impl Iterator<Item = (&Moment, &Fact)> {
        let has_goal = self.moments().any(|(moment, fact)| moment.role.is_due() && fact.is_goal);
        let is_goal = move |moment: &Moment, fact: &Fact| {
            !has_goal
                && fact.is_goal
                && moment.role == DateRole::Start
                && self.occasion(moment, fact) == Occasion::Due
        };
        self.moments().filter(move |(moment, fact)| moment.role.is_due() || is_goal(moment, fact))
    }

    /// Dates that something has to keep or to wait for, in the order of the prompt.
    pub(crate) fn dated(&self) -> impl Iterator<Item = (&Moment, &Fact)> {
        let is_other = |moment: &Moment, fact: &Fact| {
            moment.role == DateRole::Start && self.occasion(moment, fact) != Occasion::Start
        };
        self.moments().filter(move |(moment, fact)| moment.role.is_due() || is_other(moment, fact))
    }

    /// The latest end. A day counts before a span.
    pub(crate) fn limit(&self) -> Option<(Limit, &Fact)> {
        let goal = || self.due().find(|(_, fact)| fact.is_goal);
        let day = goal().or_else(|| self.due().next());
        if let Some((moment, fact)) = day {
            return Some((Limit::Day(moment.to), fact));
        }
        let span = self.span(DurationRole::Limit).or_else(|| self.span(DurationRole::Whole));
        span.map(|(span, fact)| (Limit::Span(span.unit, span.count), fact))
    }

    /// Days on which no work is possible, or no change to what runs.
    pub(crate) fn blackouts(&self) -> Vec<Blackout> {
        let is_blackout = |(moment, _): &(&Moment, &Fact)| moment.role == DateRole::Blackout;
        self.moments()
            .filter(is_blackout)
            .flat_map(|(moment, fact)| {
                let scope = stops(&format!("{} {}", fact.about, fact.quote), self.language);
                // "freeze Nov 15 – Jan 5" without a year comes back every year.
                let years = if moment.year == YearSource::Assumed { 0..3 } else { 0..1 };
                years.map(move |year| Blackout {
                    from: moment.from.plus_months(12 * year),
                    to: moment.to.plus_months(12 * year),
                    scope,
                    quote: fact.quote.clone(),
                })
            })
            .collect()
    }

    /// The count that stands for size: guests, seats, users. Never the team; where neither is stated, the only
    /// number of people there is.
    pub(crate) fn audience(&self) -> Option<(u64, &Fact)> {
        let of = |role| self.counts().find(move |(count, _)| count.role == role);
        let is_people = |count: &Count| super::count::sort(&count.of, self.language) != "thing";
        let mut people = self.counts().filter(|(count, _)| is_people(count));
        let only =
            people.next().filter(|_| of(CountRole::Team).is_none() && people.next().is_none());
        of(CountRole::Audience).or(only).map(|(count, fact)| (count.count, fact))
    }

    /// The first audience and those listed right behind it: "60 children and 110 adults" are 170.
    pub(crate) fn audiences(&self) -> Option<u64> {
        let mut all = self.counts().filter(|(count, _)| count.role == CountRole::Audience);
        let Some((first, fact)) = all.next() else { return self.audience().map(|it| it.0) };
        let (mut sum, mut end) = (first.count, fact.offset + fact.quote.len());
        for (count, fact) in all {
            if fact.offset.saturating_sub(end) > " and ".len() || count.of == first.of {
                break;
            }
            sum += count.count;
            end = fact.offset + fact.quote.len();
        }
        Some(sum)
    }

    /// The first area, in square metres.
    pub(crate) fn area(&self) -> Option<u64> {
        self.facts.iter().find_map(|fact| match fact.value {
            Value::Area { m2 } => Some(m2),
            _ => None,
        })
    }

    /// The first count of one of these nouns, singular or plural.
    pub(crate) fn counted(&self, nouns: &[&str]) -> Option<(u64, &Fact)> {
        let is_it =
            |of: &str| nouns.iter().any(|noun| of == *noun || of.strip_suffix('s') == Some(noun));
        let found = self.counts().find(|(count, _)| is_it(&count.of));
        found.map(|(count, fact)| (count.count, fact))
    }

    /// The people who do the work, if the prompt counts them, with the quotes: all at once, or by
    /// what they do.
    pub(crate) fn team(&self) -> Option<(u64, String)> {
        let team = || self.counts().filter(|(count, _)| count.role == CountRole::Team);
        let is_all = |(count, _): &(&Count, &Fact)| {
            let of = count.of.as_str();
            matches!(of, "people" | "of us" | "persons")
                || count.own && matches!(of, "partners" | "friends")
        };
        if let Some((count, fact)) = team().find(is_all) {
            return Some((count.count, fact.quote.clone()));
        }
        let quotes: Vec<&str> = team().map(|(_, fact)| fact.quote.as_str()).collect();
        let all = team().map(|(count, _)| count.count).sum();
        (!quotes.is_empty()).then(|| (all, quotes.join("\" and \"")))
    }

    /// Where it happens: the destination of a move, else the first site.
    pub(crate) fn place(&self) -> Option<&Place> {
        let of = |role| self.places().map(|(place, _)| place).find(|place| place.role == role);
        let moves = of(PlaceRole::Origin).and(of(PlaceRole::Destination));
        // Who travels from home goes somewhere else: "our choir (Ghent) on a tour to Greece".
        let goes = of(PlaceRole::Destination).filter(|_| self.has("travels"));
        let stays = || of(PlaceRole::Site).or_else(|| of(PlaceRole::Destination));
        moves.or(goes).or_else(stays)
    }

    /// Where a move begins.
    pub(crate) fn origin(&self) -> Option<&Place> {
        self.places().map(|(place, _)| place).find(|place| place.role == PlaceRole::Origin)
    }

    /// The country whose public holidays count, and what says so.
    pub(crate) fn country(&self) -> Option<Country> {
        let place = self.place().and_then(|place| place.country);
        let any = || self.places().find_map(|(place, _)| place.country);
        let money = || self.currency().and_then(Currency::country);
        place.or_else(any).or_else(money)
    }

    /// Whether the prompt has a trait.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.traits.iter().any(|it| it == name)
    }

    /// The people of a household: as counted, or else one, a partner if there is one, and the children
    /// that are counted.
    pub(crate) fn family(&self) -> Option<u64> {
        if let Some((count, _)) = self.counted(&["family members"]) {
            return Some(count);
        }
        let children = self
            .counted(&[
                "kid", "child", "children", "daughter", "son", "kinder", "kindern", "enfant",
                "töchter", "söhne",
            ])
            .map(|it| it.0);
        // "Umzug unserer Familie mit drei Kindern": two adults and the children.
        let is_family = |head: &String| ["family", "familie", "famille"].contains(&head.as_str());
        let has_partner = self.has("partner") || self.heads.iter().any(is_family);
        let adults = 1 + u64::from(has_partner);
        (children.is_some() || has_partner).then(|| adults + children.unwrap_or(0))
    }

    /// Whether those who write count themselves by what they do: then nobody else is in the team.
    pub(crate) fn is_whole_team(&self) -> bool {
        self.counts().any(|(count, _)| count.role == CountRole::Team && count.own)
    }

    /// The days between which something runs: "between … and …".
    pub(crate) fn window(&self) -> Option<(Date, Date)> {
        let is_window = |moment: &Moment| {
            matches!(moment.role, DateRole::TakesPlace | DateRole::Window)
                && moment.from != moment.to
                && moment.precision == Precision::Day
        };
        let found = self.moments().find(|(moment, _)| is_window(moment));
        found.map(|(moment, _)| (moment.from, moment.to))
    }
}

/// Words of money that belongs to those who write.
const OWN: &str =
    "own|apport|saved|savings|eigen|erspart|économies|we have|i have|put in|wir haben|nous avons";
/// Words of an amount that lies inside another.
const INSIDE: &str = "of which|including|davon|darunter|dont";

fn speaks(fact: &Fact, words: &str) -> bool {
    let about = fact.about.to_lowercase();
    words.split('|').any(|word| about.contains(word))
}

/// The latest end that the prompt allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    /// On this day at the latest.
    Day(Date),
    /// So long after the start.
    Span(Unit, u32),
}

/// The money that the prompt states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stated {
    /// The most that may be spent.
    pub(crate) amount: i64,
    /// The lower end of a range.
    pub(crate) least: Option<i64>,
    pub(crate) currency: Currency,
    pub(crate) quote: String,
}

/// Which work stops, by the clause around the days.
fn stops(about: &str, language: Language) -> Scope {
    const CHANGES: &str = "freeze|no changes|no cutover|no cut-over|no go-live|no release|no deploy|keine änderung|\
        nichts ändern|nichts umgestellt|keine umstellung|aucun changement|aucune modification|rien changer|\
        gel des|gel du code";
    const AWAY: &str = "away|absent|absente|leave|holiday|holidays|vacation|sick|hospital|abroad|urlaub|elternzeit|mutterschutz|\
        verreist|krank|congé|congés|vacances|unavailable|off";
    const ALL: &str = "i|i'm|we|we're|us|our|everybody|everyone|nobody|all|team|office|staff|ich|wir|alle|niemand|uns|je|j|nous|\
        on|tous|personne|équipe|bureau|company|shop|school|closed|geschlossen|zu|fermé|fermée|work|arbeit";
    const ON_SITE: &str = "on the water|on site|on the site|on the land|in the building|building work|no building|construction|\
        noise|noisy|drilling|no boxes|no packing|bauarbeiten|auf der baustelle|lärm|travaux|chantier|\
        bruyant|sur l'eau";
    let lower = about.to_lowercase();
    if ON_SITE.split('|').any(|it| lower.contains(it)) {
        return Scope::OnSite;
    }
    if CHANGES.split('|').any(|it| lower.contains(it)) {
        return Scope::Changes;
    }
    let all = words(about);
    let is_one = all.iter().any(|word| person::is_person(word, language))
        || about.split_whitespace().next().is_some_and(|first| {
            language != Language::German && first.starts_with(char::is_uppercase)
        });
    let says = |list: &str| all.iter().any(|word| is_in(list, word));
    if is_one && says(AWAY) && !says(ALL) { Scope::OnePerson } else { Scope::AllWork }
}

#[cfg(test)]
mod tests {
    use crate::calendar::Date;
    use crate::facts::read;

    #[test]
    fn own_money_and_a_loan_beside_it_are_the_budget() {
        let today = Date::new(2026, 11, 16).unwrap();
        let sum = |prompt| read(prompt, today).budget().map(|it| it.amount);
        let beside =
            "Open a bakery in Maribor, own money 40,000 EUR plus a bank loan of 55,000 EUR.";
        assert_eq!(sum(beside), Some(95_000));
        let inside =
            "Biergarten in Straubing eröffnen, Investition 95.000 €, davon 50.000 € Bankkredit.";
        assert_eq!(sum(inside), Some(95_000));
        let given = "Green our school yard. The city gives 25,000 EUR, our budget is 6,000 EUR.";
        assert_eq!(sum(given), Some(31_000));
        let total = "Green our school yard. The city gives 2,000 EUR, our budget is 6,000 EUR.";
        assert_eq!(sum(total), Some(6_000));
    }

    #[test]
    fn who_is_away_alone_stops_nobody_else() {
        use crate::calendar::Scope;
        let today = Date::new(2026, 11, 16).unwrap();
        let scope = |prompt| read(prompt, today).blackouts().first().map(|it| it.scope);
        let helen = "A fair on 25 September 2027. Helen is away from 2 to 20 August 2027.";
        assert_eq!(scope(helen), Some(Scope::OnePerson));
        let us = "A fair on 25 September 2027. We are away from 2 to 20 August 2027.";
        assert_eq!(scope(us), Some(Scope::AllWork));
        let office = "A fair in Ulm. The office is closed from 2 to 20 August 2027.";
        assert_eq!(scope(office), Some(Scope::AllWork));
    }

    #[test]
    fn a_family_is_as_large_as_the_prompt_says() {
        let today = Date::new(2026, 11, 16).unwrap();
        let family = |prompt| read(prompt, today).family();
        assert_eq!(family("Move our family of four from Munich to Lisbon."), Some(4));
        assert_eq!(family("Move to Lisbon with my wife and two kids."), Some(4));
        assert_eq!(family("Move to Lisbon."), None);
        let german = "Umzug unserer Familie mit drei Kindern von Dortmund nach Malmö.";
        assert_eq!(family(german), Some(5));
    }
}
