//! What a day means for the work: the beginning of all, the arrival of what the work needs, something that others
//! do, or something that has to be there.

use super::{DateRole, DurationRole, Fact, Facts, Moment, Money, MoneyRole, Unit, Value};
use crate::archetype::says;
use crate::calendar::Date;

/// What happens on a day of the prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Occasion {
    /// The work or its planning begins: nothing is done before.
    Start,
    /// Building, shooting or digging begins; what prepares it comes before.
    Works,
    /// What the work needs is there: keys, rooms, material, a craftsman.
    Arrival,
    /// Somebody begins or ends to work, or works so many hours.
    Staffing,
    /// Money comes in.
    Payment,
    /// Something that others give ends: a lease, support.
    End,
    /// Something has to be there, or takes place.
    Due,
}

impl Facts {
    /// What a day of the prompt means for the work.
    pub(crate) fn occasion(&self, moment: &Moment, fact: &Fact) -> Occasion {
        let about = fact.about.to_lowercase();
        if moment.role == DateRole::Start {
            return self.beginning(&about, fact);
        }
        let is_asked = says_any(&about, ASKED);
        let is_limit = is_asked || says_any(&about, LATEST);
        if !is_limit && BREAKS_GROUND.split('|').any(|word| about.contains(word)) {
            Occasion::Works
        } else if self.is_payment(&about, fact, is_limit) {
            Occasion::Payment
        } else if !is_asked && self.is_staffing(&about, fact) {
            Occasion::Staffing
        } else if !is_limit && is_arrival(&about, moment) {
            Occasion::Arrival
        } else if !is_limit && !fact.is_goal && says_any(&about, RUNS_OUT) {
            Occasion::End
        } else {
            Occasion::Due
        }
    }

    /// What begins on a day that is called a beginning.
    fn beginning(&self, about: &str, fact: &Fact) -> Occasion {
        let begins = says_any(about, BEGINS);
        let is_of_work = begins && !says_any(about, OF_OTHERS) || self.lasts(fact);
        if WORKS.split('|').any(|word| about.contains(word)) {
            Occasion::Works
        } else if self.is_staffing(about, fact) && !begins {
            Occasion::Staffing
        } else if self.is_payment(about, fact, false) {
            Occasion::Payment
        } else if is_of_work || says_any(about, OWN) && says_any(about, FREE) {
            Occasion::Start
        } else if says_any(about, CAN_COME) || says_any(about, KEYS) || is_rent(about) {
            Occasion::Arrival
        } else {
            Occasion::Due
        }
    }

    /// Whether the clause says how many months or years the whole takes from the day on.
    fn lasts(&self, fact: &Fact) -> bool {
        let is_long = |it: &&Fact| match &it.value {
            Value::Duration(span) => {
                matches!(span.unit, Unit::Months | Unit::Years)
                    && matches!(
                        span.role,
                        DurationRole::Limit | DurationRole::Whole | DurationRole::Background
                    )
            }
            _ => false,
        };
        self.facts.iter().filter(is_long).any(|span| fact.about.contains(&span.quote))
    }

    /// Whether a clause is about when and how much somebody works.
    fn is_staffing(&self, about: &str, fact: &Fact) -> bool {
        let mut hours = self.facts.iter().filter(|it| matches!(it.value, Value::Hours(_)));
        says_any(about, FULL_TIME) || hours.any(|it| fact.about.contains(&it.quote))
    }

    /// Whether a clause tells of money that comes in.
    fn is_payment(&self, about: &str, fact: &Fact, is_limit: bool) -> bool {
        let is_taken = |money: &Money| matches!(money.role, MoneyRole::Price | MoneyRole::Income);
        let mut monies = self.monies().filter(|(_, it)| fact.about.contains(&it.quote));
        if is_limit {
            says_any(about, PAYABLE) && monies.any(|(money, _)| is_taken(money))
        } else {
            monies.next().is_some() && says_any(about, PAYS)
        }
    }

    /// The day work can begin, as stated.
    pub(crate) fn start(&self) -> Option<(Date, &Fact)> {
        let is_start = |(moment, fact): &(&Moment, &Fact)| {
            moment.role == DateRole::Start && self.occasion(moment, fact) == Occasion::Start
        };
        self.moments().find(is_start).map(|(moment, fact)| (moment.from, fact))
    }
}

/// "The keys are handed over on 1 July", "Einzug ab 1. März möglich": nothing that needs it begins before.
fn is_arrival(about: &str, moment: &Moment) -> bool {
    let may_begin = moment.role == DateRole::OthersBegin;
    let is_from = says_any(about, FROM) && (may_begin || says_any(about, CAN_COME));
    is_from && says_any(about, THERE)
        || may_begin && says_any(about, FROM) && says_any(about, ROOMS) && says_any(about, OWN)
        || may_begin && is_rent(about)
        || moment.role != DateRole::Deadline && says_any(about, KEYS)
        || moment.role != DateRole::Deadline && says_any(about, ARRIVES)
}

/// Whether rooms are rented from a day on: nobody works in them before.
fn is_rent(about: &str) -> bool {
    says_any(about, RENT) && !says_any(about, ENDS)
}

/// Whether the clause of a day speaks of rooms or of the right to use them.
pub(crate) fn is_about_rooms(about: &str) -> bool {
    says_any(about, ROOMS)
}

fn says_any(about: &str, words: &str) -> bool {
    words.split('|').any(|word| says(about, word))
}

/// Words by which something is asked for.
const ASKED: &str = "must|has to|have to|needs to|need to|should|muss|müssen|doit|doivent";
/// Words by which a day is the last one.
const LATEST: &str = "by|before|spätestens|bis|vor|avant|d'ici|au plus tard";
const BEGINS: &str = "start|starting|begin|beginning|kick-off|kickoff|kick off|beginn|beginnt|beginnen|projektbeginn|\
    projektstart|los|loslegen|starten|startet|anfangen|démarrage|démarre|démarrer|début|débute|débuter|\
    commence|commencer|commencent";
/// What begins without being the project.
const OF_OTHERS: &str = "job|position|contract|studies|school|lessons|sales|stelle|arbeitsvertrag|studium|schule|verkauf|\
    verkaufsstart|serienstart|emploi|poste|travail à|études|recruitment|doors";
/// Works on site and shootings, as parts of words.
const WORKS: &str = "baubeginn|baustart|bauarbeiten|umbaubeginn|construction|building work|building starts|\
    renovation starts|works start|works begin|groundbreaking|dig |shooting|filming|dreh|tournage|\
    travaux|chantier|scaffolding|gerüst|fieldwork|on site";
/// Beginnings of works that need no other word.
const BREAKS_GROUND: &str =
    "groundbreaking|baubeginn|baustart|construction starts|construction begins|début des travaux";
const FULL_TIME: &str = "full time|full-time|part time|part-time|vollzeit|teilzeit|plein temps|temps plein|mi-temps|\
    hours a week|stunden pro woche|heures par semaine";
/// Those who write.
const OWN: &str = "we|i|i'm|ich|wir|je|nous|j'ai";
/// They have time from then on.
const FREE: &str = "can|time|free|kann|können|zeit|frei|peux|pouvons|temps";
/// A craftsman or a thing is there from then on.
const CAN_COME: &str = "can|can come|can't come|available|isn't free|no earlier|free|kann|können|frei|libre|dispo|\
    disponible|handwerker";
const FROM: &str = "from|ab|dès|à partir|not before|frühestens|as of";
const THERE: &str = "keys|available|possible|move in|moving in|free|ours|delivered|einzug|möglich|schlüssel|frei|\
    bezugsfertig|disponible|libre|clés|mietbeginn";
const KEYS: &str = "keys|schlüssel|schlüsselübergabe|clés|handed over|remise des clés|key handover|übergeben|mietbeginn";
const ARRIVES: &str =
    "arrives|arrive here|we get the|we receive|wir bekommen|wir erhalten|nous recevons|trifft ein";
const RENT: &str = "rent|rental|lease|loyer|bail|miete|mietbeginn|mietvertrag";
const ENDS: &str = "ends|expires|runs out|old|endet|läuft aus|alte|expire|ancien";
const RUNS_OUT: &str = "ends|expires|runs out|endet|läuft aus|läuft ab|se termine|expire|prend fin";
const ROOMS: &str = "keys|schlüssel|schlüsselübergabe|clés|rooms|räume|rent|rental|lease|loyer|bail|miete|mietbeginn|\
    mietvertrag|premises|hall|halle|local|locaux|building|house|haus|maison|depot|ours|site|wohnung|\
    flat|apartment|appartement|office|büro";
const PAYS: &str = "pays|paid|pay out|payable|granted|grant|grants|donation|donations|income|revenue|salary|zahlt|\
    überweist|ausgezahlt|auszahlung|zahlbar|spenden|förderung|einnahmen|verse|versé|versée|dons|\
    subvention|recettes";
const PAYABLE: &str = "payable|zahlbar|à payer|paid by|those who|early bird";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::read;

    /// What the first date of a prompt means.
    fn occasion(prompt: &str) -> Occasion {
        let facts = read(prompt, Date::new(2026, 11, 16).unwrap());
        let (moment, fact) = facts.moments().next().unwrap_or_else(|| panic!("{facts:#?}"));
        facts.occasion(moment, fact)
    }

    #[test]
    fn only_the_work_or_its_planning_starts_the_project() {
        for (prompt, expected) in [
            ("Refit the chapel in Ludlow. Work can begin on 1 March 2027.", Occasion::Start),
            ("Wir bauen ein Vereinsheim in Lingen. Projektstart am 1. März 2027.", Occasion::Start),
            (
                "Wir erneuern die Turnhalle in Lingen. Baubeginn ist der 7. Juni 2027.",
                Occasion::Works,
            ),
        ] {
            assert_eq!(occasion(prompt), expected, "{prompt}");
        }
    }

    #[test]
    fn a_job_a_manager_and_donations_start_nothing() {
        for prompt in [
            "We move from Leeds to Ghent, where I start my job on Monday 6 September 2027.",
            "We make garden sheds in series. The foreman works full time from 1 May 2027.",
            "We found a charity in Linz. We expect donations of 700 euros a month from May 2027.",
        ] {
            let facts = read(prompt, Date::new(2026, 11, 16).unwrap());
            assert_eq!(facts.start().map(|it| it.0), None, "{prompt}");
        }
    }
}
