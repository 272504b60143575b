//! What an amount is for, by the words next to it.

use std::ops::Range;

use super::terms::FOR_EACH;
use super::{MoneyRole, Period};
use crate::facts::text::{Text, tail_clause, words};

const LIMITS: &str = "at most|no more than|more than|not exceed|limited to|höchstens|maximum|up to|maximal|\
    nicht mehr als|au plus|maximum de|under|below|max|unter";
const SOLD: &str =
    "price|ticket|fee|charge|cost|sell|sold|preis|copies|billet|prix|entry|eintritt|karte";
/// What names a price by itself.
const PRICED: &str = "beitrag|contribution of|cotisation|registration fee|entry fee|participation fee|membership fee|tuition|price|ticket|fee of|\
    charge|costs |preis|prix|entry|eintritt|karte|admission|entrée|billet";
const INCOME: &str = "crowdfunding of|vorschuss|advance of|à-valoir|avance de|honorar|aiming at|crowdfunding goal|fundraising goal|spendenziel|objectif de collecte|revenue|\
    turnover|earn|sales of|profit|raise|raising|umsatz|income|bring in|recettes|\
    chiffre d'affaires|collect|sammeln|einnahmen|worth of sales|donations of|lever|collecter";
/// What money is spent on for each person.
const ITEMS: &str = "material|matériel|lunch|snack|traiteur|caterer|buffet|menu|catering|food|meal|drink|hotel|travel|transport|accommodation|\
    verpflegung|unterkunft|essen|repas";
const GRANT: &str = "prime énergie|prime de|prime à|grant|subsid|zuschuss|förder|subvention|bourse|funding from|stipend|aide de|aide du|\
    promised";
const LOAN: &str =
    "emprunt|loan|debt|mortgage|owe|kredit|darlehen|prêt|credit of|bank credit|crédit";
const RENT: &str = "rent|lease|miete|pacht|loyer|bail|landlord|vermieter|propriétaire";
const GIVING: &str = "adds|add|contributes|gives|grants|provides|donates|puts in|lends|pays in|steuert|gibt|brings|bringt|apporte|pays|pay|paying|zahlt|zahlen|paie|donne|verse|covers|übernimmt|schießt";
/// Whoever pays for what they get.
const PAYING: &str = "attendees|attendee|subscribers|runners|customer|customers|guest|guests|participant|participants|member|members|visitors|clients|client|\
    kunden|kunde|gäste|gast|teilnehmer|mitglieder|besucher|participants|visiteurs|adhérents|students|parents|eltern";
const BUDGET: &str = "devis|angebot|quote|kostenvoranschlag|apport|budget|we have |i have |ich habe |wir haben |funded|funding|investment|at most|\
    limited to|no more than|not cost more than|höchstens|capital|spend|savings|kapital|\
    available|nous avons|j'ai |maximal|erspartes|for under|for about|sparen|stehen|dispose|für |\
    pour |cash";

/// Where money comes from that has to be earned first.
const EARNED: &str = "from a raffle|from ticket|from donations|from sales|aus spenden|de la vente";
/// For whom something is done: a limit for each of them is what each may cost.
const SERVED: &str = "learner|teilnehmer|participant|guest|gast|trainee";
/// Whoever pays for themselves: what one of them pays is what each gives.
const PEOPLE: &str = "person|head|kopf|nase|kind|schüler|schülerin|pupil|child|traveller|employee|colleague|\
    mitarbeiter|mitarbeiterin|personne|tête|enfant|élève|jeune|salarié|reisenden|mitreisenden";

/// Income right after an amount.
const EARNINGS: &str =
    "de chiffre d'affaires|revenue|in revenue|in sales|of sales|umsatz|in donations";
const TO_BE_RAISED: &str = "has to be raised|have to be raised|must be raised|needs to be raised|to be raised|\
    müssen gesammelt|à collecter|à trouver|wollen wir sammeln|sollen gesammelt";
/// What a limit is set for when it is set for everything.
const WHOLE: &str = "insgesamt|overall|alles|ausgaben|expenses|spending|dépenses|frais|budget|total|cost|costs|\
    all|everything|kosten|investition|investment|in|for|with|und|and|money|it|we|i|no|not|nicht|\
    spend|gesamt|gesamtkosten|pour|mit|avec|à|au|savings|coût|coûts|project|projekt|projet|to|\
    can|must|may|mais|but|about|is|are";
const MODALS: &str = "must|may|should|can|not|to|has|will";

fn any(list: &str, is_it: impl FnMut(&str) -> bool) -> bool {
    list.split('|').any(is_it)
}

fn is_in(list: &str, word: &str) -> bool {
    any(list, |it| it == word)
}

/// Whether a noun in the singular is somebody who pays for themselves.
pub(super) fn is_people(noun: &str) -> bool {
    is_in(PEOPLE, noun)
}

/// The words around an amount that belong to it.
struct Around<'a> {
    /// The clause up to the amount.
    clause: &'a str,
    /// The words of that clause.
    words: Vec<String>,
    /// What follows, to the end of the sentence.
    near: &'a str,
    /// What follows, to the next comma.
    segment: &'a str,
    unit: Option<&'a str>,
}

impl Around<'_> {
    fn says(&self, list: &str) -> bool {
        any(list, |it| self.clause.contains(it))
    }

    fn has_word(&self, list: &str) -> bool {
        self.words.iter().any(|word| is_in(list, word))
    }

    /// Whether a word of the clause begins like one of the list.
    fn has_stem(&self, list: &str) -> bool {
        self.words.iter().any(|word| any(list, |it| word.starts_with(it)))
    }

    /// Whether the clause ends with one of these words.
    fn ends(&self, list: &str) -> bool {
        let clause = self.clause.trim();
        any(list, |it| {
            clause.strip_suffix(it).is_some_and(|rest| rest.is_empty() || rest.ends_with(' '))
        })
    }

    fn follows(&self, list: &str) -> bool {
        any(list, |it| self.near.starts_with(it))
    }

    fn speaks_of(&self, list: &str) -> bool {
        self.says(list) || any(list, |it| self.segment.contains(it))
    }

    fn price(&self) -> MoneyRole {
        if self.says(LIMITS) { MoneyRole::PriceLimit } else { MoneyRole::Price }
    }

    fn is_rent(&self) -> bool {
        self.has_stem(RENT)
            || self.words.iter().any(|word| word.ends_with("miete"))
            || self.follows("rent|miete|loyer|kaltmiete")
    }

    fn earns(&self) -> bool {
        self.says(INCOME) || self.follows(EARNINGS)
    }

    /// Whether one person or each of several pays it.
    fn is_each(&self) -> bool {
        self.follows("each|chacun|p.p|pp ")
            || self
                .unit
                .is_some_and(|it| is_in(PEOPLE, it) || self.says(LIMITS) && is_in(SERVED, it))
    }
}

/// What an amount is for.
pub(super) fn role(
    text: &Text<'_>,
    span: &Range<usize>,
    period: Option<Period>,
    unit: Option<&str>,
) -> MoneyRole {
    let (before, after) = (text.before(span), text.after(span));
    // Only what belongs to the same clause says what the amount is for.
    let joins = [" and ", " und ", " et "];
    // "9 speakers whose travel we cover (max 250 euros each)": the words before the bracket say it.
    let tail = tail_clause(&before);
    let bracket = before.strip_suffix(tail).and_then(|it| it.strip_suffix('('));
    let tail = match bracket {
        Some(outside) if words(tail).len() < 3 => {
            &before[outside.len() - tail_clause(outside).len()..]
        }
        _ => tail,
    };
    let clause =
        joins.iter().fold(tail, |clause, join| clause.rsplit(join).next().unwrap_or_default());
    let near = after.trim_start();
    let segment = near.trim_start_matches(')').split([',', ';']).next().unwrap_or_default();
    let around = Around { clause, words: words(clause), near, segment, unit };
    match period {
        Some(Period::Month) => a_month(&around),
        Some(Period::Year) => MoneyRole::Yearly,
        Some(Period::Day | Period::Hour | Period::Week) => MoneyRole::Rate,
        None => for_one(&around).unwrap_or_else(|| for_all(&around)),
    }
}

fn a_month(around: &Around<'_>) -> MoneyRole {
    let rooms = "local|m²|raum|laden|büro|bureau|premises|office|room";
    let is_let = around.ends("à|at|zu|für|for") && around.says(rooms);
    let is_sold = around.says(SOLD) && !is_cost(around)
        || around.follows("per user|per member")
        || around.ends("at|à|zu") && !around.says(INCOME);
    if around.is_rent() || is_let {
        MoneyRole::Rent
    } else if is_sold {
        around.price()
    } else if around.earns() || around.says(GRANT) {
        MoneyRole::Income
    } else {
        MoneyRole::Monthly
    }
}

/// The role of an amount that one person pays or that one thing costs.
fn for_one(around: &Around<'_>) -> Option<MoneyRole> {
    let (is_each, unit) = (around.is_each(), around.unit);
    let is_unit_cost = around.says("unit cost|stückkosten|coût unitaire|coût de revient");
    // "catering 30 EUR a head", "cost at most 4 EUR a copy".
    let is_piece = unit.is_some() || around.follows("each");
    let is_piece_cost = is_piece
        && around.says(LIMITS)
        && around.says("cost|kosten|coût")
        && !FOR_EACH.is_match(around.clause);
    if is_each && around.speaks_of(ITEMS) || is_piece_cost {
        return Some(MoneyRole::Cap);
    }
    if around.says("worth") && around.says("sell|verkauf") {
        return Some(MoneyRole::Income);
    }
    // "180 Mitglieder zu je 250 Euro".
    if around.ends("zu je|je") && around.has_stem("mitglied|genoss|member") {
        return Some(MoneyRole::Each);
    }
    // "at $9 a bottle", "1.500 Gläser zu 7,50 €", "20 customers at €45 each".
    let is_set = "devis|angebot|quote|kostenvoranschlag|estimat|budget|capped|set at|valued|bis zu|inférieur|aiming";
    let is_sold_at = unit.is_some() && !is_each && around.ends("for|je")
        || around.ends("at|à|zu") && !around.says(is_set);
    if is_sold_at && !is_unit_cost {
        return Some(around.price());
    }
    // "budget de 120 000 € dont 40 000 € d'apport".
    let is_given =
        any(GRANT, |it| around.segment.contains(it)) || any(LOAN, |it| around.segment.contains(it));
    if around.ends("dont|davon|of which|darunter|including") && !is_given {
        return Some(MoneyRole::Part);
    }
    if around.has_stem("lend|leih|prête") {
        return Some(MoneyRole::Loan);
    }
    // "pro Arbeitsplatz max. 150 €" is what one thing may cost those who write.
    if unit.is_some() && !is_each && around.has_word("pro|je|per|par") && around.says(LIMITS) {
        return Some(MoneyRole::Cap);
    }
    // "room costs 30 EUR per evening" is paid by those who write.
    if unit.is_some() && !is_each && around.clause.trim_end().ends_with("costs") && is_cost(around)
    {
        return Some(MoneyRole::Cap);
    }
    // "each household pays in" is what each gives.
    if around.has_word("each|every|jede|jeder|jedes|chaque")
        && around.has_word("pays|gives|contributes|puts|zahlt|gibt|paie|verse|donne")
    {
        return Some(MoneyRole::Each);
    }
    if around.follows(TO_BE_RAISED) {
        return Some(MoneyRole::Income);
    }
    // "costs at most 27,500" without a subject is the whole.
    let is_whole =
        around.words.first().is_some_and(|it| is_in("cost|costs|costing|kosten|coût|coûts", it));
    if is_whole && !is_each && !is_unit_cost && unit.is_none() {
        return Some(MoneyRole::Budget);
    }
    if is_unit_cost {
        return Some(MoneyRole::Cap);
    }
    if is_each && !around.says(SOLD) {
        return Some(MoneyRole::Each);
    }
    let is_fee = |word: &String| word == "fee" || word.ends_with("gebühr") || word == "inscription";
    let is_price = is_each
        || around.follows("per |/|a ticket|apiece|pro |je |par ")
        || unit.is_some() && around.follows("la |le ")
        || around.says(PRICED) && !is_cost(around)
        || around.words.iter().any(is_fee);
    if is_price {
        return Some(around.price());
    }
    (around.says(LIMITS) && (is_part(around.clause) || limits_item(around.clause)))
        .then_some(MoneyRole::Cap)
}

/// The role of an amount that stands for itself.
fn for_all(around: &Around<'_>) -> MoneyRole {
    let first = words(around.segment).into_iter().next().unwrap_or_default();
    if any(GIVING, |verb| around.clause.trim_end().ends_with(verb)) {
        if around.has_word(PAYING) { MoneyRole::Price } else { MoneyRole::Share }
    } else if around.says("salary|salaries|wage|gehalt|salaire") {
        MoneyRole::Monthly
    } else if around.is_rent() {
        MoneyRole::Rent
    } else if around.earns() || any(EARNED, |words| around.segment.contains(words)) {
        MoneyRole::Income
    } else if around.says(GRANT) || around.follows("grant|subsidy|zuschuss|förderung|de subvention")
    {
        MoneyRole::Grant
    } else if around.says(LOAN)
        || around
            .follows("loan|credit|mortgage|de prêt|d'emprunt|emprunt|de crédit|borrowed|geliehen")
        || any("kredit|darlehen", |it| first.contains(it))
    {
        MoneyRole::Loan
    } else if around.says(BUDGET)
        || around.follows("budget|to spend|available|d'apport|in savings|zur verfügung")
        || any("kapital|mittel|erspart|ersparnis", |it| first.contains(it))
    {
        MoneyRole::Budget
    } else {
        MoneyRole::Amount
    }
}

/// The last word before "cost" that says what costs.
fn costing(clause: &str) -> Option<String> {
    let (subject, _) = clause.split_once("cost")?;
    words(subject).into_iter().rfind(|word| !is_in(MODALS, word))
}

/// Whether a clause limits what one thing costs, and not the whole: "the footage may cost at most".
fn is_part(clause: &str) -> bool {
    let whole = "it|this|that|all|everything|project|whole|total|extra|additional|overall|running";
    costing(clause).is_some_and(|word| !is_in(whole, &word))
}

/// Whether a clause is a thing and its limit, without a verb: "fit-out at most".
fn limits_item(clause: &str) -> bool {
    let limit = LIMITS.split('|').filter_map(|words| clause.find(words)).min().unwrap_or(0);
    let all = words(&clause[..limit]);
    (1..=2).contains(&all.len())
        && all.iter().all(|word| !is_in(WHOLE, word) && word.chars().count() > 3)
}

/// Whether a clause says what a thing costs those who write, and not what their customers pay.
fn is_cost(around: &Around<'_>) -> bool {
    let sold = "app|service|product|membership|subscription|which|ticket|it|entry";
    !FOR_EACH.is_match(around.clause)
        && is_part(around.clause)
        && costing(around.clause).is_some_and(|word| !is_in(sold, &word))
}
