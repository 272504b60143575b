//! Days of the prompt that no work of the template is about, each as a task of its own.

use serde_json::{Value, json};

use super::super::compute_schedule::{Unanswered, unanswered};
use super::{MOST, Wbs, number, plain};
use crate::archetype::{Archetype, capital};
use crate::facts::{DateRole, Facts, Precision, is_in};

/// Each day by which something is due that no other work is about is a task of its own: "the form is in by 1 March".
/// Those after the day of the result come last: "40 for the fair in October, the rest by 10 December".
pub(super) fn date_tasks(
    archetype: &Archetype,
    facts: &Facts,
    wbs: &Value,
) -> (Vec<Value>, Vec<Value>) {
    let mut numbered = wbs.clone();
    number(&mut numbered);
    let Ok(wbs) = serde_json::from_value::<Wbs>(numbered) else { return Default::default() };
    let (open, result) = unanswered(&wbs, facts);
    let role = |day: &Unanswered| {
        let (moment, fact) = facts.moments().find(|(_, fact)| fact.id == day.fact)?;
        let is_stated = !fact.is_guess || moment.role == DateRole::OthersBegin;
        is_stated.then_some((moment.role, moment.precision))
    };
    let is_due = |day: &&Unanswered| match role(day) {
        Some((DateRole::Deadline, _)) => !day.is_of_others,
        Some((DateRole::TakesPlace, precision)) => !day.is_of_others && precision == Precision::Day,
        // "A pilot with 15 users starts"; a season does so by itself.
        Some((DateRole::OthersBegin, precision)) => {
            !day.is_of_others
                && precision == Precision::Day
                && !crate::facts::begins_by_itself(&day.about)
        }
        _ => false,
    };
    // "Nothing moves because of the sales in December" asks for nothing.
    let is_reason = |day: &&Unanswered| {
        let first = day.about.split(' ').next().unwrap_or_default().to_lowercase();
        ["because", "wegen", "weil", "since"].contains(&first.as_str())
    };
    let due = open.iter().filter(is_due).filter(|day| !is_reason(day)).take(MOST);
    let is_late = |it: &&Unanswered| result.is_some_and(|result| it.date > result);
    let (late, early): (Vec<_>, Vec<_>) = due.partition(is_late);
    let tasks = |all: Vec<&Unanswered>| {
        let task = |it: &Unanswered| {
            let is_due = role(it).is_some_and(|(role, _)| role == DateRole::Deadline);
            let verb = if is_due { "" } else { "Prepare: " };
            json!({
                "title": format!("{verb}{} ({})", title(&it.about, &it.quote), it.fact),
                "deliverable": format!("what the prompt asks for by {}, on file", it.date),
                "done_when": format!("whoever waits for {} has confirmed it", it.fact),
                "role": archetype.lead(),
                "template": format!("date:{}", it.fact),
            })
        };
        all.into_iter().map(task).collect()
    };
    (tasks(early), tasks(late))
}

/// What a dated clause is about, as a title: "The permit must be in by 5 May" is "Permit in".
fn title(about: &str, quote: &str) -> String {
    let (before, after) = about.split_once(quote).unwrap_or((about, ""));
    let mut said: Vec<&str> = before.split_whitespace().collect();
    while said.last().is_some_and(|word| is_one_of(LEADS, word)) {
        said.pop();
    }
    said.extend(after.split_whitespace());
    let verb = said.iter().position(|word| is_one_of(VERBS, word));
    let words: Vec<&str> = match verb {
        Some(at) => {
            let rest = said[at + 1..].iter().filter(|word| !is_one_of(FILLING, word));
            let has_subject = at > 0 && !is_one_of(PRONOUNS, said[at - 1]);
            let subject = if has_subject { &said[..at] } else { &[] };
            let rest: Vec<&str> = rest.copied().collect();
            let rest = if has_subject && rest.len() > MOST_WORDS { Vec::new() } else { rest };
            subject.iter().copied().chain(rest).collect()
        }
        None => said,
    };
    let first = words.iter().position(|word| !is_one_of(ARTICLES, word)).unwrap_or(0);
    let title = plain(&words[first..].join(" "));
    let title = title.trim_matches([',', '.', ' ', '-']);
    if title.is_empty() { format!("Keep the day {}", plain(quote)) } else { capital(title) }
}

/// Words behind the verb beyond which its subject says enough.
const MOST_WORDS: usize = 4;

fn is_one_of(list: &str, word: &str) -> bool {
    let word = word.to_lowercase();
    is_in(list, word.trim_matches([',', '.', ':', ';', '(', ')']))
}

/// Words that lead to a day.
const LEADS: &str = "pour|für|plus|tard|jusqu'au|à|mitte|anfang|ende|mid|by|on|at|in|before|until|till|from|for|the|of|end|no|\
    later|than|latest|bis|zum|zur|am|im|vor|ab|vom|dem|den|spätestens|avant|le|au|d'ici|du";
const VERBS: &str = "must|has|have|need|needs|should|shall|will|is|are|takes|take|muss|müssen|soll|sollen|ist|sind|wird|werden|\
    findet|finden|doit|doivent|est|sont|want|wants|wollen|starts|begins|opens|beginnt|startet|commence";
/// Words behind a verb that say nothing by themselves.
const FILLING: &str = "to|be|been|in|place|sein|werden|statt|être|lieu|due|fällig|da|booked|planned|scheduled|there|geplant|prévu";
const PRONOUNS: &str = "we|i|it|they|which|that|wir|ich|es|sie|nous|on|je|who";
const ARTICLES: &str = "i'd|we'd|like|or|with|the|a|an|our|my|to|be|and|but|another|der|die|das|ein|eine|unser|unsere|le|la|les|un|\
    une|notre|of";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_of_a_day_is_what_its_clause_is_about() {
        for (about, quote, expected) in [
            (
                "a charity raffle takes place on Sunday 9 May 2027",
                "Sunday 9 May 2027",
                "Charity raffle",
            ),
            ("stall owners must be confirmed by 2 July", "2 July", "Stall owners confirmed"),
            (
                "Der Bauantrag muss bis 5. März 2027 gestellt sein",
                "5. März 2027",
                "Bauantrag gestellt",
            ),
            (
                "les invitations doivent être envoyées avant le 3 mai",
                "3 mai",
                "Invitations envoyées",
            ),
            ("we must apply by 30 April", "30 April", "Apply"),
            ("to be shown to the jury by 1 June", "1 June", "Shown to the jury"),
            ("by 1 June", "1 June", "Keep the day 1 June"),
        ] {
            assert_eq!(title(about, quote), expected);
        }
    }
}
