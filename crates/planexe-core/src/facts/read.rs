//! From prompt to facts: every reader looks at the whole text, then facts are put in order.

use serde_json::Value;

use super::clauses::{entry, sentence};
use super::{Fact, Facts, Kind, features, moments, money, people, places};
use crate::calendar::Date;

/// Something a reader found.
pub(super) struct Found {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: Kind,
    pub(super) role: &'static str,
    pub(super) value: Value,
}

/// The facts of a prompt that was written on that day, in the order they appear. What lies inside a
/// larger fact of its own kind is said once.
pub(crate) fn read(prompt: &str, today: Date) -> Facts {
    let mut found = Vec::new();
    money::read(prompt, &mut found);
    moments::read(prompt, today, &mut found);
    people::read(prompt, &mut found);
    places::read(prompt, &mut found);
    features::read(prompt, &mut found);
    found.sort_by_key(|one| (one.start, std::cmp::Reverse(one.end), one.kind));
    let mut kept: Vec<Found> = Vec::new();
    for one in found {
        let is_inside = |other: &Found| {
            other.kind == one.kind
                && other.end > one.start
                && one.kind != Kind::Feature
                && one.role != "person"
        };
        let is_known = |other: &Found| {
            matches!(one.kind, Kind::Feature | Kind::Place)
                && other.kind == one.kind
                && other.value == one.value
        };
        if !kept.iter().any(|other| is_inside(other) || is_known(other)) {
            kept.push(one);
        }
    }
    money::settle(&mut kept);
    within_union(&mut kept);
    let dates: Vec<(usize, usize)> =
        kept.iter().filter(|one| one.kind == Kind::Date).map(|one| (one.start, one.end)).collect();
    let about = |one: &Found| about(prompt, one, &dates);
    let facts = kept.iter().enumerate().map(|(idx, one)| Fact {
        id: format!("F{}", idx + 1),
        kind: one.kind,
        role: one.role.to_owned(),
        value: one.value.clone(),
        quote: prompt[one.start..one.end].to_owned(),
        offset: one.start,
        about: about(one).map_or_else(String::new, |(from, to)| tidy(&prompt[from..to])),
        is_goal: about(one).is_some_and(|(from, _)| is_goal(prompt, from)),
    });
    Facts { today: Some(today), facts: facts.collect() }
}

/// The words that say what a day or an amount is for; other facts speak for themselves.
/// Where a clause has several days, each has the part up to it.
fn about(prompt: &str, one: &Found, dates: &[(usize, usize)]) -> Option<(usize, usize)> {
    if !matches!(one.kind, Kind::Date | Kind::Money) {
        return None;
    }
    let (from, to) = entry(prompt, one.start, one.end);
    let is_window = matches!(one.role, "window_start" | "window_end");
    let others = || dates.iter().filter(|_| one.kind == Kind::Date && !is_window);
    let before = others().map(|date| date.1).filter(|&end| from < end && end <= one.start).max();
    let after = others().map(|date| date.0).find(|&start| one.end <= start && start < to);
    let rest = &prompt[before.unwrap_or(from)..one.start];
    let joined = [", and ", " and ", ", ", " und "].iter().find_map(|it| rest.strip_prefix(it));
    // What two days share has no words of its own for the second.
    let from = match (before, joined) {
        (Some(_), Some(own)) if own.split_whitespace().count() > 2 => one.start - own.len(),
        _ => from,
    };
    let join = |next: usize| prompt[one.end..next].find([',', ' ']).map(|at| one.end + at);
    let to = after.filter(|_| before.is_none()).and_then(join).unwrap_or(to);
    Some((from, to.max(one.end)))
}

/// Whether a clause belongs to what opens the prompt: the same sentence, and no entry of a list.
fn is_goal(prompt: &str, from: usize) -> bool {
    let (opening, _) = sentence(prompt, 0, 0);
    let (begin, _) = sentence(prompt, from, from);
    begin == opening && !prompt[opening..from].contains(',')
}

/// A text on one line.
fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A move between two places of the European Union has a trait of its own.
fn within_union(kept: &mut Vec<Found>) {
    let role = |name: &str| {
        kept.iter()
            .find(|one| one.kind == Kind::Place && one.role == name)
            .filter(|one| one.value.as_str().is_some_and(places::is_in_union))
    };
    if let (Some(_), Some(to)) = (role("origin"), role("destination")) {
        let (start, end, value) = (to.start, to.end, serde_json::json!("within_union"));
        kept.push(Found { start, end, kind: Kind::Feature, role: "trait", value });
        kept.sort_by_key(|one| (one.start, std::cmp::Reverse(one.end), one.kind));
    }
}

/// The lower-cased text of at most `reach` bytes before and after a place.
pub(super) fn around(prompt: &str, start: usize, end: usize, reach: usize) -> (String, String) {
    let mut from = start.saturating_sub(reach);
    while !prompt.is_char_boundary(from) {
        from += 1;
    }
    let mut to = (end + reach).min(prompt.len());
    while !prompt.is_char_boundary(to) {
        to -= 1;
    }
    (prompt[from..start].to_lowercase(), prompt[end..to].to_lowercase())
}

/// A number in digits or as a word.
pub(super) fn number(text: &str) -> Option<u64> {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    const GERMAN: [&str; 13] = [
        "null", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn",
        "elf", "zwölf",
    ];
    let lower = text.to_lowercase();
    if matches!(lower.as_str(), "a" | "an") {
        return Some(1);
    }
    let position = |words: &[&str]| words.iter().position(|word| *word == lower);
    let word = position(&WORDS).or_else(|| position(&GERMAN)).map(|value| value as u64);
    word.or_else(|| lower.replace([',', '.', '\''], "").parse().ok())
}

/// Digits or a number word, as a pattern.
pub(super) const NUMBER: &str = r"(?:\d[\d,.']*\d|\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn)";

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::{Facts, Limit};
    use super::*;

    fn read(prompt: &str) -> Facts {
        super::read(prompt, Date::new(2026, 11, 16).unwrap())
    }

    fn quotes(facts: &Facts, kind: Kind) -> Vec<(&str, &str)> {
        facts.of(kind).map(|fact| (fact.role.as_str(), fact.quote.as_str())).collect()
    }

    #[test]
    fn every_quote_stands_where_its_offset_says() {
        let prompt = "Café in Porto für 40 guests: 80.000 € Budget, rent 1,800 EUR a month. It must \
                      open by 1 May 2027! Ünïcode; at least two baristas within 6 weeks.";
        let facts = read(prompt);
        assert!(facts.facts.len() >= 6, "{facts:?}");
        for fact in &facts.facts {
            assert!(prompt[fact.offset..].starts_with(&fact.quote), "{fact:?}");
        }
    }

    #[test]
    fn whatever_a_prompt_is_cut_to_its_quotes_are_its_own() {
        let prompt = "Café, 12 – 14 June 2027 (ü); my wife Änne and I must not pay 1.5 million €, so the 8 h a week, \
                      before winter 2028, are at most 3/4 of 15.06.2027, between May and June 2027. No 😀, Q2 2027!";
        let cuts = prompt.char_indices().map(|(at, _)| at);
        for at in cuts {
            for part in
                [&prompt[at..], &prompt[..at], &format!("{}😀{}", &prompt[..at], &prompt[at..])]
            {
                for fact in read(part).facts {
                    assert!(part[fact.offset..].starts_with(&fact.quote), "{part}: {fact:?}");
                }
            }
        }
    }

    #[test]
    fn a_rent_is_not_a_budget_and_a_length_is_not_a_limit() {
        let facts = read(
            "A 6-week course for 20 participants. Budget 12k EUR, rent 900 EUR per month, \
             tickets 45 EUR each. It starts on 2027-03-01 and must be ready within 4 months.",
        );
        assert_eq!(facts.budget().unwrap().0.amount, 12_000);
        assert_eq!(
            quotes(&facts, Kind::Money).iter().map(|it| it.0).collect::<Vec<_>>(),
            ["budget", "rent", "price"]
        );
        assert_eq!(facts.limit().unwrap().0, Limit::Span(120));
        assert_eq!(facts.start().unwrap().0.to_string(), "2027-03-01");
        assert_eq!(facts.audience().unwrap().0, 20);
    }

    #[test]
    fn days_months_seasons_and_quarters_become_deadlines() {
        let limit = |prompt: &str| match read(prompt).limit() {
            Some((Limit::Day(day), _)) => day.to_string(),
            other => format!("{other:?}"),
        };
        assert_eq!(limit("Open by 1 April 2027"), "2027-04-01");
        assert_eq!(limit("Open by April 1, 2027"), "2027-04-01");
        assert_eq!(limit("It takes place in June 2027."), "2027-06-30");
        assert_eq!(limit("Open in spring 2027"), "2027-05-31");
        assert_eq!(limit("Launch in Q3 2027"), "2027-09-30");
        assert_eq!(limit("Done before 2027-12-24"), "2027-12-24");
    }

    #[test]
    fn demands_and_traits_are_found_once() {
        let facts = read(
            "Move with our two kids and a dog to Lisbon from Berlin. The dog must not fly. \
             The dog is old.",
        );
        let features: Vec<&Value> = facts.of(Kind::Feature).map(|fact| &fact.value).collect();
        let expected = ["partner", "children", "pets", "within_union"];
        assert_eq!(features, expected.map(|name| json!(name)).iter().collect::<Vec<_>>());
        assert_eq!(facts.family(), Some(4));
        assert!(!read("It must not serve any alcohol.").has("alcohol"));
        assert!(read("Not far from here, with wine.").has("alcohol"));
        assert_eq!((facts.place(), facts.origin()), (Some("Lisbon"), Some("Berlin")));
        assert_eq!(quotes(&facts, Kind::Demand), [("must_not", "The dog must not fly")]);
    }

    #[test]
    fn a_day_is_a_start_a_deadline_or_the_day_others_begin() {
        let roles = |prompt: &str| -> Vec<String> {
            let facts = read(prompt);
            let dates = facts.of(Kind::Date);
            dates.map(|fact| format!("{} {}", fact.role, fact.value.as_str().unwrap())).collect()
        };
        assert_eq!(
            roles("Five practices test it from 15 March 2027. We start on 4 January 2027."),
            ["milestone 2027-03-15", "start 2027-01-04"]
        );
        assert_eq!(
            roles("My new job starts on 1 September 2027 and school begins in mid-September."),
            ["deadline 2027-09-01", "deadline 2027-09-15"]
        );
        assert_eq!(
            roles("Raise money between 1 October 2027 and 31 January 2028."),
            ["window_start 2027-10-01", "window_end 2028-01-31"]
        );
        assert_eq!(roles("The lakes are frozen from November to April."), Vec::<String>::new());
        assert_eq!(roles("Wir öffnen am 1. März 2027."), ["deadline 2027-03-01"]);
        let facts = read("Raise money between 1 October 2027 and 31 January 2028.");
        assert_eq!(facts.window().unwrap().1.to_string(), "2028-01-31");
    }

    #[test]
    fn amounts_know_what_they_are_for() {
        let roles = |prompt: &str| -> Vec<String> {
            let facts = read(prompt);
            let money = facts.of(Kind::Money);
            money.map(|fact| format!("{} {}", fact.role, fact.quote)).collect()
        };
        assert_eq!(
            roles("We have 95,000 EUR: 60,000 EUR savings and a 35,000 EUR loan."),
            ["budget 95,000 EUR", "part 60,000 EUR", "part 35,000 EUR"]
        );
        assert_eq!(
            roles(
                "A campaign to raise £120,000 on a budget of £9,000; a firm matches the first £20,000."
            ),
            ["income £120,000", "budget £9,000", "amount £20,000"]
        );
        assert_eq!(
            roles(
                "Ich habe 45.000 €, einen Zuschuss von 1.800 € im Monat, Miete höchstens 950 € im Monat."
            ),
            ["budget 45.000 €", "income 1.800 €", "rent 950 €"]
        );
        assert_eq!(
            roles("6,000 euros for all, 79 EUR per practice per month"),
            ["budget 6,000 euros", "price 79 EUR"]
        );
    }

    #[test]
    fn spans_are_notice_delivery_hours_or_the_whole() {
        let roles = |prompt: &str| -> Vec<String> {
            let facts = read(prompt);
            let spans = facts.of(Kind::Duration);
            spans.map(|fact| format!("{} {}", fact.role, fact.value)).collect()
        };
        assert_eq!(roles("The lease has a notice period of three months."), ["notice 90"]);
        assert_eq!(roles("The supplier quotes 8 months delivery time."), ["lead_time 240"]);
        assert_eq!(roles("I can write about 8 hours a week."), ["hours_a_week 8"]);
        assert_eq!(roles("Jonas arbeitet 20 Stunden pro Woche mit."), ["hours_of_others 20"]);
        assert_eq!(roles("A three-year research project"), ["whole 1095"]);
    }

    #[test]
    fn people_are_counted_and_called_by_name() {
        let facts = read("My sister Lena (a baker) and I run it. My cousin Tom takes pictures.");
        let names: Vec<&str> =
            facts.named().filter_map(|fact| fact.value["name"].as_str()).collect();
        assert_eq!((names, facts.team().unwrap().0), (vec!["Lena", "Tom"], 2));
        let facts = read("We are four people: two developers, one designer and me.");
        assert_eq!((facts.team().unwrap().0, facts.audience().is_none()), (4, true));
    }

    #[test]
    fn a_demand_is_the_clause_that_makes_it() {
        let quotes = |prompt: &str| -> Vec<String> {
            read(prompt).of(Kind::Demand).map(|fact| fact.quote.clone()).collect()
        };
        assert_eq!(
            quotes("No alcohol, no hot kitchen. It has seats, and the place must be accessible."),
            ["No alcohol, no hot kitchen", "the place must be accessible"]
        );
        assert_eq!(
            quotes("Ana needs to find a job, so her papers have to be recognised."),
            ["Ana needs to find a job", "her papers have to be recognised"]
        );
        assert!(
            quotes("The investment is limited to 48 million CZK.").is_empty(),
            "it is an amount"
        );
    }

    #[test]
    fn months_without_a_year_and_spans_from_now_become_days() {
        let day = |prompt: &str| {
            let facts = read(prompt);
            let (date, fact) = facts.due().last().expect("the prompt has a date");
            format!("{date} {}", fact.quote)
        };
        assert_eq!(day("By 1 September 2027. Rent a flat before August."), "2027-07-31 August");
        assert_eq!(day("Rent a flat before August"), "2027-07-31 August");
        assert_eq!(day("Ready by August"), "2027-08-31 August");
        assert_eq!(day("A trip in April"), "2027-04-30 April");
        assert_eq!(day("Money until the end of October"), "2027-10-31 end of October");
        assert_eq!(day("Done before the end of March 2028"), "2028-03-31 end of March 2028");
        assert_eq!(day("Done before March 2028"), "2028-02-29 March 2028");
        assert_eq!(day("Open by December"), "2026-12-31 December", "the next one to come");
        assert_eq!(
            day("Over by 31 March 2028, the fair is in February"),
            "2028-02-29 February",
            "the year of the other dates"
        );
        assert_eq!(day("The landlord wants an answer in two weeks."), "2026-11-30 in two weeks");
        assert_eq!(day("We begin soon and open next summer."), "2027-08-31 summer");
        let facts = read("A trip in April");
        assert_eq!(facts.due().next().unwrap().1.not_before().unwrap().to_string(), "2027-04-01");
        assert!(
            read("The archive answers within six weeks.").limit().is_none(),
            "others need that"
        );
    }

    #[test]
    fn a_day_knows_the_clause_that_it_belongs_to() {
        let facts = read(
            "We are three developers and one designer, have 90,000 EUR until the end of October 2027 and \
             want a pilot with ten practices by 1 June 2027.",
        );
        let about: Vec<&str> = facts.due().map(|(_, fact)| fact.about.as_str()).collect();
        assert_eq!(
            about,
            [
                "have 90,000 EUR until the end of October 2027",
                "want a pilot with ten practices by 1 June 2027"
            ]
        );
    }

    #[test]
    fn a_price_limit_is_no_budget_and_has_a_unit_and_a_period() {
        let facts = read("We have 90,000 EUR. It must cost a practice at most 40 EUR a month.");
        assert_eq!(facts.budget().unwrap().0.amount, 90_000);
        let (money, fact) = facts.price().unwrap();
        assert_eq!((money.amount, fact.role.as_str()), (40, "price_limit"));
        assert_eq!(
            (&fact.value["unit"], &fact.value["period"]),
            (&json!("practice"), &json!("month"))
        );
        let facts = read("It costs 79 EUR per practice per month.");
        assert_eq!(facts.price().unwrap().1.value["unit"], "practice");
    }

    #[test]
    fn money_of_several_adds_up_and_a_cap_on_one_thing_is_none_of_it() {
        let facts = read(
            "The fund grants 18,000 EUR, the owner adds 4,000 EUR, tickets are 12 EUR each, a camera operator \
             costs us 350 EUR a day and the footage may cost at most 2,500 EUR.",
        );
        let roles: Vec<&str> = quotes(&facts, Kind::Money).iter().map(|it| it.0).collect();
        assert_eq!(roles, ["share", "share", "price", "rate", "cap"]);
        let (money, quote) = facts.budget().unwrap();
        assert_eq!((money.amount, quote.as_str()), (22_000, "18,000 EUR\" and \"4,000 EUR"));
        assert_eq!(read("It must not cost more than £60,000").budget().unwrap().0.amount, 60_000);
        let friends = read("We are five friends hiking in Corsica. 1,200 EUR each.");
        assert_eq!(friends.budget().unwrap().0.amount, 6_000);
    }

    #[test]
    fn those_who_say_what_they_are_count_each_kind_and_all() {
        let facts = read("We are three developers and one designer.");
        assert_eq!(
            quotes(&facts, Kind::People),
            [("team", "three developers"), ("team", "one designer")]
        );
        assert_eq!((facts.team().unwrap().0, facts.is_whole_team()), (4, true));
        let facts = read("Two owners work full time.");
        assert_eq!((facts.team().unwrap().0, facts.is_whole_team()), (2, false));
    }

    #[test]
    fn one_sentence_may_make_several_demands_and_wishes() {
        let demands = |prompt: &str| -> Vec<String> {
            let facts = read(prompt);
            let demands = facts.of(Kind::Demand);
            demands.map(|fact| format!("{}: {}", fact.role, fact.quote)).collect()
        };
        assert_eq!(
            demands(
                "An app. It must work offline, keep patient data in the EU and cost a practice at most 40 EUR \
                 a month."
            ),
            [
                "must: It must work offline",
                "must: keep patient data in the EU",
                "must: cost a practice at most 40 EUR a month"
            ]
        );
        assert_eq!(
            demands(
                "I want to open a café. We want organic milk and local roasters, and the landlord wants an answer."
            ),
            ["wish: We want organic milk and local roasters", "wish: the landlord wants an answer"]
        );
        assert_eq!(
            demands(
                "We have 3,000 EUR, must not swim without a boat, and I can train 6 hours a week."
            ),
            ["must_not: must not swim without a boat"]
        );
        assert_eq!(
            demands("The children need school places."),
            ["must: The children need school places"]
        );
    }

    #[test]
    fn each_day_of_a_clause_has_the_words_before_it() {
        let facts = read(
            "We build a chatbot. Investors want a demo in six weeks and the first paying customer by summer 2027.",
        );
        let about: Vec<&str> = facts.due().map(|(_, fact)| fact.about.as_str()).collect();
        assert_eq!(
            about,
            ["Investors want a demo in six weeks", "the first paying customer by summer 2027"]
        );
        let facts = read("An app. It is certified before our customer renews in September 2027.");
        assert_eq!(facts.due().next().unwrap().0.to_string(), "2027-08-31");
        let facts = read("Field work in June and July 2027, 3 years.");
        let (last, fact) = facts.due().next().unwrap();
        assert_eq!((last.to_string(), facts.due().count()), ("2027-07-31".to_owned(), 1));
        assert_eq!(fact.not_before().unwrap().to_string(), "2027-06-01");
        let course =
            read("Teach a course in bookkeeping for 15 participants starting on 6 April 2027.");
        assert_eq!(course.of(Kind::Date).next().unwrap().role, "milestone");
    }

    #[test]
    fn what_a_room_costs_is_no_price_and_thousands_without_a_currency_are_euros() {
        let roles = |prompt: &str| -> Vec<String> {
            let facts = read(prompt);
            quotes(&facts, Kind::Money).iter().map(|it| format!("{} {}", it.0, it.1)).collect()
        };
        assert_eq!(roles("The room costs 400 EUR a month."), ["monthly 400 EUR"]);
        assert_eq!(roles("It costs 40 EUR a month."), ["price 40 EUR"]);
        assert_eq!(roles("App for dog walkers, 3 months, 15k"), ["budget 15k"]);
        assert_eq!(read("App for dog walkers, 3 months, 15k").limit().unwrap().0, Limit::Span(90));
        assert_eq!(
            quotes(&read("It must be safe and must not store frozen goods."), Kind::Demand),
            [("must", "It must be safe"), ("must_not", "must not store frozen goods")]
        );
    }
}
