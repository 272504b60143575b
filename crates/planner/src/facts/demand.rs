//! What the prompt demands, forbids and wants, clause by clause.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::clause::{begins_with_verb, clauses};
use super::text::{Found, Text, is_in, pattern, sentence};
use super::{DemandRole, Value};

static DEMAND: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:(?P<not>no (?:[\w-]+ ){1,3}(?:may|must|should|can)|must not|mustn't|must never|cannot|can't|should not|shouldn't|may not|not allowed|darf nicht|darf kein\w*|dürfen nicht|dürfen kein\w*|ne doit pas|ne doivent pas|ne peut pas|without|ohne|sans)|(?P<limit>at most|at least|no more than|no less than|mindestens|höchstens|au moins|au plus)|(?P<must>must|has to|have to|needs? to|needs?|required?|requires|demands that|insists (?:on|that)|verlangt,? dass|besteht darauf|exige que|mandatory|shall|should|muss|müssen|soll|sollen|sollte|brauchen|braucht|doit|doivent|il faut|devrait|only (?:in|within|to)|nur (?:in|nach|innerhalb|\w+ (?:werden|gespeichert|verwendet|genutzt|angeboten))|allerg\w+ (?:to|against|gegen|au|aux|à)|(?:uniquement|seulement) (?:en|dans))|(?P<wish>wants?|would like|prefer|hope to|möchten?|wollen|wünschen|voulons|veut|souhait\w+|voudrais))\b",
    )
});
/// A sentence that rules something out, or everything else.
static ONLY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:^|[.!?;,]\s+|\n)(?P<word>[Nn]o|[Oo]nly|[Nn]ever|Keine?n?|keine?n?|Nur|nur|Pas de|pas de|Aucune?|Sans)\s+\w",
    )
});

pub(super) fn read(text: &Text<'_>, found: &mut Vec<Found>) {
    let prompt = text.prompt;
    let goal = super::goal_sentence(prompt);
    let mut seen: Vec<Range<usize>> = Vec::new();
    let mut push = |span: Range<usize>, role: DemandRole, seen: &mut Vec<Range<usize>>| {
        let span = trimmed(prompt, span);
        let is_known = seen.iter().any(|it| it.start < span.end && span.start < it.end);
        let is_question = prompt[span.end..].trim_start().starts_with('?');
        // "No money yet" tells how things are.
        let words = prompt[span.clone()].to_lowercase();
        let is_yet =
            ["yet", "so far", "bisher", "bislang", "pour l'instant", "noch kein", "pas encore"]
                .iter()
                .any(|it| words.ends_with(it) || words.starts_with(it));
        if is_question || is_yet {
            return;
        }
        if span.is_empty() || is_known || prompt[span.clone()].split_whitespace().count() < 2 {
            return;
        }
        seen.push(span.clone());
        found.push(Found { span, value: Value::Demand { role } });
    };
    for captures in DEMAND.captures_iter(prompt) {
        let whole = captures.get(0).expect("a match has a whole");
        let all = clauses(prompt, &whole.range());
        let Some(at) =
            all.iter().position(|it| it.start <= whole.start() && whole.start() < it.end)
        else {
            continue;
        };
        let is_wish = captures.name("wish").is_some();
        let is_goal = goal.start < all[at].end && all[at].start < goal.end;
        // What somebody wants to do in the first place is the goal, and a bare amount is a fact.
        let wants = ["need to", "needs to", "have to", "has to", "soll", "sollen"]
            .contains(&whole.as_str().to_lowercase().as_str());
        if is_goal
            && (is_wish
                || wants
                || captures.name("limit").is_some()
                || captures.name("must").is_some() && begins_with_us(&prompt[all[at].clone()]))
        {
            continue;
        }
        let role = if captures.name("not").is_some() {
            DemandRole::MustNot
        } else if is_wish {
            DemandRole::Wish
        } else {
            DemandRole::Must
        };
        let is_without =
            ["without", "ohne", "sans"].contains(&whole.as_str().to_lowercase().as_str());
        let span = if is_without && is_goal {
            whole.start()..all[at].end
        } else if all[at].len() > LONG || captures.name("limit").is_some() {
            entry(prompt, &all[at], &whole.range())
        } else {
            behind_comma(prompt, &all[at], whole.start())
        };
        if captures.name("limit").is_some() && is_amount(&prompt[span.clone()]) {
            continue;
        }
        push(span, role, &mut seen);
        // "It must work offline, keep the data here and cost little": the verbs share the modal.
        if captures.name("must").is_some() {
            for next in all.iter().skip(at + 1) {
                if !begins_with_verb(&prompt[next.clone()])
                    || DEMAND.is_match(&prompt[next.clone()])
                {
                    break;
                }
                push(next.clone(), role, &mut seen);
            }
        }
    }
    for captures in ONLY.captures_iter(prompt) {
        let word = captures.name("word").expect("the pattern names a word");
        // "No budget to speak of" tells how things are.
        let next = super::text::words(&prompt[word.end()..]).into_iter().next();
        if next.is_some_and(|next| is_in(MEANS, &next)) {
            continue;
        }
        let all = sentence(prompt, &word.range());
        let span = if all.start == word.start() { all } else { word.start()..all.end };
        let span = if span.len() > LONG { entry(prompt, &span, &word.range()) } else { span };
        push(span, DemandRole::MustNot, &mut seen);
    }
}

/// What somebody may lack, and nobody rules out.
const MEANS: &str = "budget|money|cash|idea|clue|experience|deadline|date|rush|hurry|geld|ahnung|erfahrung|eile|termin|\
    argent|idée|expérience";

fn begins_with_us(clause: &str) -> bool {
    super::text::words(clause).first().is_some_and(|it| is_in("i|we|ich|wir|je|nous", it))
}

/// Whether a clause limits money and nothing else: that is an amount.
fn is_amount(clause: &str) -> bool {
    let lower = clause.to_lowercase();
    ["€", "eur", "$", "£", "chf", "budget"].iter().any(|it| lower.contains(it))
        && clause.split_whitespace().count() < 9
}

/// Bytes above which a clause says more than one thing.
const LONG: usize = 110;

/// A clause without what another says before a comma: "The budget is small, and no appointment may be lost". A
/// condition stays: "if it rains, nobody may be outside".
fn behind_comma(prompt: &str, clause: &Range<usize>, word: usize) -> Range<usize> {
    const CONDITIONS: &str = "if|when|once|unless|before|after|because|since|as|for|in|on|at|until|while|wenn|bevor|falls|\
        weil|da|für|bis|nach|ab|vor|si|avant|après|quand|pour|dès|jusqu";
    let (first, begin) = (&prompt[clause.clone()], prompt[clause.start..word].rfind(", "));
    let lead = super::text::words(first).into_iter().next().unwrap_or_default();
    match begin.filter(|_| !super::text::is_in(CONDITIONS, &lead)) {
        Some(at) => clause.start + at + ", ".len()..clause.end,
        None => clause.clone(),
    }
}

/// The entry of a list around a word.
fn entry(prompt: &str, clause: &Range<usize>, word: &Range<usize>) -> Range<usize> {
    let begin = prompt[clause.start..word.start]
        .rfind(", ")
        .map_or(clause.start, |at| clause.start + at + 2);
    let end = word.end.min(clause.end);
    let finish = prompt[end..clause.end].find(", ").map_or(clause.end, |at| end + at);
    begin..finish
}

/// The range without joining words, marks and blanks around it.
fn trimmed(prompt: &str, span: Range<usize>) -> Range<usize> {
    let text = &prompt[span.clone()];
    let mut start = span.start + (text.len() - text.trim_start().len());
    for word in ["and ", "but ", "so ", "und ", "aber ", "et ", "mais "] {
        if prompt[start..span.end.max(start)].starts_with(word) {
            start += word.len();
        }
    }
    let text = prompt[start..span.end.max(start)]
        .trim_end()
        .trim_end_matches(['.', ',', ';', '!', '?', ')']);
    start..start + text.len()
}
