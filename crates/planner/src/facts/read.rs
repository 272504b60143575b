//! From prompt to facts: every reader looks at the whole text, then facts are put in order.

use std::cell::RefCell;
use std::ops::Range;

use super::clause::entry;
use super::goal_sentence::goal_sentence;
use super::language::{self, Language};
use super::text::{Found, Text, is_in, words};
use super::{
    Conflict, DateRole, DemandRole, Fact, Facts, MoneyRole, Reader, Value, conflict, count,
    coverage, date, demand, duration, money, place, role,
};
use crate::calendar::Date;
use crate::id::FactId;

/// The facts of a prompt that was written on that day, in the order they appear, and what no fact
/// uses. What lies inside a larger fact of its own kind is said once.
pub fn read(prompt: &str, today: Date) -> Facts {
    let language = Language::of(prompt);
    let text = Text { prompt, today, language, guesses: RefCell::default() };
    let (mut found, wrong) = without_roles(&text);
    role::assign(&text, &mut found);
    date::count_back(&text, &mut found);
    demand::read(&text, &mut found);
    facts_are_no_demands(&mut found);
    coverage::names(&text, &mut found);
    found.sort_by_key(|one| (one.span.start, std::cmp::Reverse(one.span.end)));
    money::settle(&text, &mut found);
    money::split(&text, &mut found);
    let unread = coverage::unread(&text, &found, &wrong);
    let dates: Vec<Range<usize>> = found
        .iter()
        .filter(|one| matches!(one.value, Value::Date(_)))
        .map(|one| one.span.clone())
        .collect();
    let goal = goal_sentence(prompt);
    let facts = found.into_iter().enumerate().map(|(idx, one)| {
        let about = about(prompt, &one, &dates);
        Fact {
            id: FactId::from(format!("F{}", idx + 1)),
            quote: prompt[one.span.clone()].to_owned(),
            offset: one.span.start,
            is_goal: about.as_ref().is_some_and(|it| it.start < goal.end && goal.start < it.end),
            about: about.map_or_else(String::new, |it| tidy(&prompt[it])),
            value: one.value,
            read_by: Reader::Patterns,
            is_guess: text.guesses.borrow().contains(&one.span.start),
        }
    });
    let mut facts = Facts {
        today,
        language: text.language,
        heads: Vec::new(),
        thing: String::new(),
        facts: facts.collect(),
        unread,
        conflicts: Vec::new(),
        traits: Vec::new(),
        disagreements: Vec::new(),
    };
    one_start(&mut facts);
    end_after_start(&mut facts);
    facts.traits = super::trait_words::read(prompt, &facts);
    facts.traits.extend(super::there::read(prompt, &facts));
    let kind = crate::archetype::decide(prompt, &facts);
    let thing = crate::goal::thing(prompt, kind, &facts);
    (facts.thing, facts.heads) = (plain(&thing.name), thing.heads);
    facts.conflicts = conflict::conflicts(&facts);
    if language::is_foreign(prompt) {
        let message = "The prompt is in a language that is not read: what it says in English, German or French is \
                       all that the plan knows. Write it in one of them, or choose a model.";
        facts.conflicts.push(Conflict { facts: Vec::new(), message: message.to_owned() });
    }
    facts
}

/// The facts of a prompt before their roles are decided, with the cues that decide them.
pub fn readings(prompt: &str, today: Date) -> Vec<role::Reading> {
    let language = Language::of(prompt);
    let text = Text { prompt, today, language, guesses: RefCell::default() };
    role::readings(&text, &without_roles(&text).0)
}

/// What every reader finds, in order, and what looks like a date and is none, with the reason.
fn without_roles(text: &Text<'_>) -> (Vec<Found>, Vec<(Range<usize>, String)>) {
    let mut found = Vec::new();
    money::read(text, &mut found);
    let wrong = date::read(text, &mut found);
    // Digits of an amount are no date and no count.
    settle_overlaps(&mut found);
    duration::read(text, &mut found);
    place::read(text, &mut found);
    count::read(text, &mut found);
    found.sort_by_key(|one| (one.span.start, std::cmp::Reverse(one.span.end)));
    money_of_the_place(&mut found);
    (found, wrong)
}

/// Of overlapping amounts and dates the longer one stays.
fn settle_overlaps(found: &mut Vec<Found>) {
    found.sort_by_key(|one| (one.span.start, std::cmp::Reverse(one.span.end)));
    let mut kept: Vec<Found> = Vec::new();
    for one in found.drain(..) {
        if !kept
            .iter()
            .any(|other| other.span.start < one.span.end && one.span.start < other.span.end)
        {
            kept.push(one);
        }
    }
    *found = kept;
}

/// "It should be shown on 14 July", "no cutover from 2 to 13 August", "hosting at most 90 EUR a month": the fact inside
/// says it, and schedule and budget keep it.
fn facts_are_no_demands(found: &mut Vec<Found>) {
    let spans = |is_kept: &dyn Fn(&Value) -> bool| -> Vec<Range<usize>> {
        found.iter().filter(|one| is_kept(&one.value)).map(|one| one.span.clone()).collect()
    };
    let is_day = |value: &Value, is_it: fn(DateRole) -> bool| {
        value.moment().is_some_and(|moment| is_it(moment.role))
    };
    let wanted = spans(&|value| {
        is_day(value, DateRole::is_due)
            || value.money().is_some_and(|money| money.role == MoneyRole::Cap)
    });
    let barred = spans(&|value| is_day(value, |role| role == DateRole::Blackout));
    found.retain(|one| {
        let said = match one.value {
            Value::Demand { role: DemandRole::MustNot } => &barred,
            Value::Demand { .. } => &wanted,
            _ => return true,
        };
        !said.iter().any(|it| one.span.start <= it.start && it.end <= one.span.end)
    });
}

/// Amounts without a currency are in that of the place, where no other amount names one.
fn money_of_the_place(found: &mut [Found]) {
    let named = |one: &Found| one.value.money().is_some_and(|money| !money.currency_assumed);
    let country = found.iter().find_map(|one| match &one.value {
        Value::Place(place) => place.country,
        _ => None,
    });
    let Some(country) = country.filter(|_| !found.iter().any(named)) else { return };
    for one in found {
        if let Value::Money(money) = &mut one.value {
            money.currency = super::Currency::of(country);
        }
    }
}

/// "Work begins in May 2027, all done before Christmas": the Christmas after the beginning.
fn end_after_start(facts: &mut Facts) {
    let start = facts.moments().find(|(moment, _)| moment.role == DateRole::Start);
    let Some(start) = start.map(|(moment, _)| moment.from) else { return };
    for fact in &mut facts.facts {
        if let Value::Date(moment) = &mut fact.value
            && moment.role == DateRole::Deadline
            && moment.year == super::YearSource::Assumed
            && moment.to < start
            && says_done(&fact.about)
        {
            moment.from = moment.from.plus_months(12);
            moment.to = moment.to.plus_months(12);
        }
    }
}

/// Whether a clause tells of the end of all the work; what is due on the way may come before its beginning.
fn says_done(about: &str) -> bool {
    const DONE: &str = "done|finished|ready|complete|completed|over|end|fertig|abgeschlossen|ende|endet|terminé|terminée|fini|finie|prêt|prête|fin";
    words(about).iter().any(|word| is_in(DONE, word))
}

/// What begins by itself, whoever plans: "the season starts on 15 October", "rent 850 EUR from 1 June".
const OTHERS: &str = "ours|keys|schlüssel|clés|rent|rental|lease|loyer|bail|miete|mietbeginn|mietvertrag|pacht|season|saison|rentrée|school|schule|école|term|semester|semestre|harvest|ernte|récolte|holidays|ferien|vacances";

/// Whether a clause speaks of what begins whoever plans.
pub(crate) fn begins_by_itself(about: &str) -> bool {
    // "Badesaison", "Sommerferien".
    let ends = |word: &str| ["saison", "ferien"].iter().any(|end| word.ends_with(end));
    words(about).iter().any(|word| is_in(OTHERS, word) || ends(word))
}

/// A second start is the start of something else, and so is that of a season or a lease.
fn one_start(facts: &mut Facts) {
    let mut has_start = false;
    for fact in &mut facts.facts {
        if let Value::Date(moment) = &mut fact.value
            && moment.role == DateRole::Start
        {
            let is_other = begins_by_itself(&fact.about);
            if has_start || is_other {
                moment.role = DateRole::OthersBegin;
            }
            has_start |= !is_other;
        }
    }
}

/// The words that say what a date or an amount is for; other facts speak for themselves. Where a
/// clause has several dates, each has the part up to it.
fn about(prompt: &str, one: &Found, dates: &[Range<usize>]) -> Option<Range<usize>> {
    let is_date = matches!(one.value, Value::Date(_));
    if !is_date && !matches!(one.value, Value::Money(_)) {
        return None;
    }
    let around = entry(prompt, &one.span);
    let others = || dates.iter().filter(|_| is_date);
    let before = others()
        .map(|date| date.end)
        .filter(|&end| around.start < end && end <= one.span.start)
        .max();
    let after =
        others().map(|date| date.start).find(|&start| one.span.end <= start && start < around.end);
    let from = before.unwrap_or(around.start);
    let to = if after.is_some() { one.span.end } else { around.end.max(one.span.end) };
    let text = &prompt[from..to];
    let skipped =
        text.len() - text.trim_start_matches([' ', ',', ';', ':', '\n', '–', '-', ')']).len();
    let mut from = from + skipped;
    for word in ["and ", "but ", "so ", "und ", "et "] {
        if prompt[from..to].starts_with(word) {
            from += word.len();
        }
    }
    Some(from.min(one.span.start)..to)
}

/// A clause on one line.
fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A name without marks that mean something to a diagram or to Markdown.
fn plain(text: &str) -> String {
    let is_word = |letter: &char| letter.is_alphanumeric() || " '’-&+".contains(*letter);
    text.chars().filter(is_word).take(60).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(prompt: &str) -> Vec<String> {
        let facts = read(prompt, Date::new(2026, 11, 16).unwrap());
        facts.facts.iter().map(|fact| fact.value.line()).collect()
    }

    #[track_caller]
    fn has(prompt: &str, line: &str) {
        let all = lines(prompt);
        assert!(all.iter().any(|it| it.contains(line)), "{line} in {all:?}");
    }

    #[test]
    fn a_number_that_begins_a_sentence_is_no_day_of_the_month_before_it() {
        let french = "Achat signé le 15 mars. 14 000 € de travaux maximum.";
        has(french, "2027-03-15");
        has(french, "14000 EUR");
        let english = "The fitter can start on 8 February. 18 scouts help.";
        has(english, "2027-02-08");
        has(english, "18 scouts");
    }

    #[test]
    fn short_names_of_months_and_small_letters_are_dates() {
        has("party Oct, 30 guests", "2027-10-01..2027-10-31");
        has("soll vor pfingsten 2027 fertig sein", "deadline 2027-05-16");
        has("Shooting 3 weeks in Aug/Sept 2027", "2027-08-01..2027-09-30");
        let facts = read("we open May, if Jan agrees", Date::new(2026, 11, 16).unwrap());
        let unread: Vec<&str> = facts.unread.iter().map(|it| it.quote.as_str()).collect();
        assert_eq!(unread, ["May", "Jan"]);
    }

    #[test]
    fn numbers_and_days_with_words_between_them_are_whole() {
        has("Eighty-five guests, kids counted.", "85 guests");
        has("No lessons 24 dec til 2 jan.", "2026-12-24..2027-01-02");
        has("Salon du livre : samedi 6 et dimanche 7 novembre 2027.", "2027-11-06..2027-11-07");
        has("The container costs R145,000.", "145000 ZAR");
    }

    #[test]
    fn the_place_in_a_heading_is_where_it_goes() {
        has("Scything course for beginners, Sedbergh, two Saturdays in May", "place site Sedbergh");
        has("Toiture de l'école maternelle, Decazeville\n410 m²", "place site Decazeville");
        let friends = lines("A trip with friends, Anna, and me");
        assert!(!friends.iter().any(|it| it.starts_with("place")), "{friends:?}");
    }

    #[test]
    fn what_is_over_and_what_begins_by_itself_contradict_nothing() {
        for prompt in [
            "A study in Dessau from September 2027. The ethics vote is there (12.10.2026).",
            "Site ouvert au plus tard le 20 septembre 2027, car la saison démarre le 15 octobre.",
        ] {
            let facts = read(prompt, Date::new(2026, 11, 16).unwrap());
            assert!(facts.conflicts.is_empty(), "{prompt}: {:?}", facts.conflicts);
        }
    }

    #[test]
    fn the_rest_comes_after_the_day_before_it() {
        has("Race on 10 October 2027. Then physio, 38 EUR each. Not 1 to 14 July.", "2027-07-01");
        has("First 100 by 1 October 2027, the rest by end of November.", "2027-11-30");
        let freeze = "Freeze: 20 Dec - 6 Jan. 3.8 MEUR in total.";
        has(freeze, "2026-12-20..2027-01-06");
        has(freeze, "3800000 EUR");
    }

    #[test]
    fn sums_without_a_currency_are_in_that_of_the_others() {
        has("HUF 180 million, of which 120 million from the diocese", "120000000 HUF");
        has("62,000 EUR in total, 20,000 of it a loan from my father", "20000 EUR");
        has("on a 9500 euros, mes parents ajoutent 2000", "2000 EUR");
        has("PHP 900,000 set aside, fees CAD 2,300", "900000 PHP");
        assert!(!lines("Move the site to PHP 8").iter().any(|it| it.starts_with("money")));
    }

    #[test]
    fn hours_of_another_job_are_not_for_the_project() {
        has("I keep my hospital job at 20 hours a week until then.", "hours others 20");
        has("I teach 8 hrs/week.", "hours others 8");
        has("Beside my job I have 8 hours a week.", "hours own 8");
    }

    #[test]
    fn two_days_of_a_month_are_a_range_only_if_they_follow_each_other() {
        has("Élection les 14 et 21 mars 2027.", "2027-03-14");
        has("Élection les 14 et 21 mars 2027.", "takes_place 2027-03-21");
        has("Tournoi les 12 et 13 juin 2027.", "2027-06-12..2027-06-13");
    }

    #[test]
    fn the_end_of_work_comes_after_its_beginning() {
        has("Baubeginn Mai 2027, vor Weihnachten ist alles fertig.", "deadline 2027-12-24");
    }

    #[test]
    fn amounts_without_a_currency_are_in_that_of_the_place_or_of_their_neighbours() {
        has("A food truck in Minneapolis, own cash 15k.", "15000 USD");
        has("Location 2.500, Kleid max. 1.200. Mehr als 14.000 Euro haben wir nicht.", "1200 EUR");
    }

    #[test]
    fn nights_are_no_day_rate_and_ages_no_quantity() {
        assert!(!lines("Hostel 26 € pro Nacht").iter().any(|it| it.contains("/day")));
        has("Umzug meiner Mutter (81) nach Jena", "measure 81 years old");
    }
}
