//! Which task each day of the prompt speaks of: by its words, and never for want of another.

use super::super::super::break_down_work::{Entry, Wbs};
use super::super::super::trace::Trace;
use super::is_in_rooms;
use crate::archetype::says_any;
use crate::facts::{
    DateRole, Fact, Facts, Moment, Occasion, Precision, is_about_rooms, is_in, words,
};

/// A day of the prompt and the task that it speaks of, if any.
pub(super) struct Day<'a> {
    pub(super) moment: &'a Moment,
    pub(super) fact: &'a Fact,
    pub(super) occasion: Occasion,
    pub(super) task: Option<usize>,
}

impl Day<'_> {
    /// Whether the result may have to be there by the day.
    fn binds(&self) -> bool {
        self.occasion == Occasion::Due
            && !matches!(self.moment.role, DateRole::Window | DateRole::OthersBegin)
    }
}

/// Every day that something has to keep or to wait for, with its task.
pub(super) fn days<'a>(wbs: &Wbs, facts: &'a Facts) -> Vec<Day<'a>> {
    let trace = Trace::new(wbs);
    let ties = Ties { wbs, facts, trace: &trace, deadline: wbs.deadline_position() };
    let mut found: Vec<Day<'a>> = facts
        .dated()
        .map(|(moment, fact)| {
            let occasion = facts.occasion(moment, fact);
            let task = ties.task(moment, fact, occasion);
            Day { moment, fact, occasion, task }
        })
        .collect();
    ties.leave_to_the_goal(&mut found);
    same_day(&mut found);
    ties.bind_the_result(&mut found);
    found
}

/// What a day is compared with.
struct Ties<'a> {
    wbs: &'a Wbs,
    facts: &'a Facts,
    trace: &'a Trace<'a>,
    deadline: Option<usize>,
}

impl Ties<'_> {
    /// The task that a day speaks of by its own words.
    fn task(&self, moment: &Moment, fact: &Fact, occasion: Occasion) -> Option<usize> {
        let own = format!("date:{}", fact.id);
        let own = self.wbs.entries().position(|(_, entry)| entry.template == own);
        if own.is_some() {
            return own;
        }
        match occasion {
            Occasion::Start | Occasion::Payment | Occasion::Staffing => None,
            Occasion::Works | Occasion::Arrival => self.waits(fact, occasion),
            Occasion::Due if moment.role == DateRole::Window => {
                work_of_window(self.wbs, self.trace, fact).or(self.deadline)
            }
            Occasion::Due if fact.is_goal && self.wbs.is_day_of_all() && is_span(moment) => {
                self.deadline
            }
            Occasion::End => self.trace.dated(&fact.about, None),
            // What begins beside the day of the goal is about what it names alone.
            Occasion::Due if self.facts.due().all(|(_, it)| it.id != fact.id) => {
                self.trace.named(&fact.about)
            }
            Occasion::Due if fact.is_goal => {
                // The words of a goal may be anywhere in the work; an entry of its list names its task:
                // "a trial with 84 patients, first patient in Q3".
                let thing = &self.facts.thing;
                let is_entry = !thing.is_empty() && !fact.about.contains(thing);
                let named = || {
                    let named = self.trace.named(&fact.about);
                    named.or_else(|| self.trace.written(&fact.about, self.wbs))
                };
                is_entry.then(named).flatten().or(self.deadline)
            }
            Occasion::Due => self.trace.dated(&fact.about, self.deadline),
        }
    }

    /// The first task that waits for what is there from a day on: work in the rooms waits for their keys, other work for
    /// what it names.
    fn waits(&self, fact: &Fact, occasion: Occasion) -> Option<usize> {
        let on_site = self.wbs.entries().position(|(_, entry)| is_on_site(entry));
        let in_rooms = || self.wbs.entries().position(|(_, entry)| is_in_rooms(entry));
        let is_about_rooms = is_about_rooms(&fact.about.to_lowercase());
        let is_named = || self.trace.dated(&fact.about, self.deadline);
        // From when on rent is paid does not say when the keys are there.
        let is_priced = self.facts.monies().any(|(_, it)| fact.about.contains(&it.quote));
        match occasion {
            _ if is_about_rooms && is_priced => on_site,
            Occasion::Works => on_site.or_else(is_named),
            _ if is_about_rooms => on_site.or_else(in_rooms).or(self.deadline),
            _ => on_site.or_else(is_named),
        }
    }

    /// Whether a day speaks of the result by its own words, or of nothing in particular.
    fn is_of_result(&self, fact: &Fact) -> bool {
        let about = fact.about.to_lowercase();
        let is_thing = !self.facts.thing.is_empty() && fact.about.contains(&self.facts.thing);
        let said = words(&about.replace(&fact.quote.to_lowercase(), " "));
        // "Die Schule muss wieder nutzbar sein" is about the "Grundschule".
        let is_head = |word: &String| {
            word.chars().count() > 4
                && self.facts.heads.iter().any(|head| head.ends_with(word.as_str()))
        };
        is_thing
            || said.iter().any(is_head)
            || says_any(&about, RESULT)
            || said.iter().all(|word| word.chars().count() < 4 || is_in(LEADS, word))
            || self.trace.named(&fact.about).is_some_and(|task| Some(task) == self.deadline)
    }

    /// Whether a template wrote the task of the deadline.
    fn is_template(&self) -> bool {
        let entry = self.deadline.and_then(|at| self.wbs.entries().nth(at));
        entry.is_some_and(|(_, entry)| entry.work().is_some())
    }

    /// Only the day of the goal falls to the task of the deadline: where it has one, a day of the same sentence that
    /// says something else has to be kept by itself, and so has what is handed in before the result takes place.
    fn leave_to_the_goal(&self, found: &mut [Day<'_>]) {
        if !self.is_template() {
            return;
        }
        let is_tied = |day: &Day<'_>| day.binds() && day.task == self.deadline;
        let has_goal = found.iter().any(|day| is_tied(day) && self.is_of_result(day.fact));
        let takes_place = |day: &&Day<'_>| {
            day.moment.role == DateRole::TakesPlace && day.moment.precision == Precision::Day
        };
        let held = found.iter().filter(|day| is_tied(day)).filter(takes_place);
        let held = held.map(|day| day.moment.from).max();
        for day in found.iter_mut().filter(|day| is_tied(day)) {
            let about = day.fact.about.to_lowercase();
            let is_handed_in = day.moment.role == DateRole::Deadline
                && held.is_some_and(|held| day.moment.to < held)
                && !says_any(&about, RESULT);
            if has_goal && !self.is_of_result(day.fact) || is_handed_in {
                day.task = None;
            }
        }
    }

    /// Where no day is about the result yet, that one is which speaks of it, else the last of all, if it speaks of
    /// nothing else: an earlier one is a step on the way.
    fn bind_the_result(&self, found: &mut [Day<'_>]) {
        let is_bound = |day: &Day<'_>| day.binds() && day.task == self.deadline;
        if found.iter().any(is_bound) {
            return;
        }
        let is_held = self.wbs.is_day_of_all();
        let is_due = |day: &Day<'_>| day.moment.role == DateRole::Deadline;
        let has_due = !is_held && found.iter().any(is_due);
        let ends = |day: &Day<'_>| {
            matches!(day.occasion, Occasion::Due | Occasion::End) && (is_due(day) || !has_due)
        };
        let begins = |day: &Day<'_>| day.moment.role == DateRole::OthersBegin;
        let latest = found.iter().filter(|day| ends(day)).map(|day| day.moment.to).max();
        let may_bind = |day: &&mut Day<'_>| {
            let is_loose = day.task.is_none() || !self.is_template();
            let is_last = Some(day.moment.to) == latest && !begins(day);
            is_loose && ends(day) && (is_last || self.is_of_result(day.fact))
        };
        let rank = |day: &&mut Day<'_>| (self.is_of_result(day.fact), !begins(day), day.moment.to);
        if let Some(bound) = found.iter_mut().filter(may_bind).max_by_key(rank) {
            bound.task = self.deadline;
        }
    }
}

/// "We open in May … the opening is on 15 May": the day says more exactly what the month says.
fn same_day(found: &mut [Day<'_>]) {
    for at in 0..found.len() {
        if found[at].task.is_some() || found[at].occasion != Occasion::Due {
            continue;
        }
        let moment = found[at].moment;
        let holds =
            |it: &Moment| it.role == moment.role && it.from <= moment.from && moment.to <= it.to;
        let around = found.iter().find(|day| day.task.is_some() && holds(day.moment));
        found[at].task = around.and_then(|day| day.task);
    }
}

/// Words that lead to a day and say nothing else.
const LEADS: &str = "before|until|latest|later|than|spätestens|avant|tard";

/// Words of what the result is when it is there.
const RESULT: &str = "in den stores|termin|stichtag|deadline|frist|published|publication|veröffentlichung|serienstart|\
    verkaufsstart|markteinführung|auslieferung|erscheint|parution|sortie|go-live|go live|goes live|live|\
    mise en ligne|up and running|in the shops|on sale|in the stores|version 1.0|mvp|release|ready|finished|\
    finish|done|complete|completed|usable|in use|in operation|open|opens|opening|launch|everything|all|fertig|\
    nutzbar|benutzbar|eröffnung|fertigstellung|alles|terminé|prêt|prête|achevé|ouverture|tout";

/// Whether a task is done where the result will stand.
pub(super) fn is_on_site(entry: &Entry) -> bool {
    entry.work().is_some_and(|(archetype, work)| work.role(archetype).on_site)
}

/// Whether something takes place from one day to another.
fn is_span(moment: &Moment) -> bool {
    moment.role == DateRole::TakesPlace
        && moment.precision == Precision::Day
        && moment.from < moment.to
}

/// The task that a window is about by its words, where a model wrote the work: "track-side work only during the line
/// closure". The work of templates says by its role whether it is done on site.
pub(super) fn work_of_window(wbs: &Wbs, trace: &Trace<'_>, fact: &Fact) -> Option<usize> {
    let named = trace.dated(&fact.about, None)?;
    wbs.entries().nth(named).filter(|(_, entry)| entry.work().is_none()).map(|_| named)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::{claims, wait_for_window};
    use super::*;
    use crate::calendar::{Date, Timeline};

    /// Which task each day of a prompt is about, in a plan of two tasks; how many are about none.
    fn bound(prompt: &str, tasks: [&str; 2]) -> (Vec<usize>, usize) {
        let facts = crate::facts::read(prompt, Date::new(2026, 11, 16).unwrap());
        let task = |id: &str, title: &str| json!({ "id": id, "title": title, "deliverable": "", "done_when": "", "role": "Lead" });
        let wbs: Wbs = serde_json::from_value(json!({
            "lead": "Lead", "deadline_task": tasks[1], "deadline_kind": "latest",
            "stages": [{ "id": "W1", "title": "All", "milestone": "Done",
                         "tasks": [task("W1.1", tasks[0]), task("W1.2", tasks[1])] }],
        }))
        .unwrap();
        let (claims, open) = claims(&wbs, &facts);
        (claims.iter().map(|it| it.task).collect(), open.len())
    }

    #[test]
    fn a_day_that_binds_the_result_is_not_tied_to_a_task_by_a_chance_word() {
        let prompt = "Build a greenhouse in Freiburg. The city grants 6,000 EUR if it is in use by 1 May 2027.";
        let found = bound(prompt, ["Apply for the grant of the city", "Hand over"]);
        assert_eq!(found, (vec![1], 0));
    }

    #[test]
    fn a_window_is_about_the_work_that_its_words_name() {
        let prompt = "Convert the signal box into a holiday let. Track-side work only during the line closure from 6 to 19 \
             September 2027. First guests at Easter 2028.";
        let tasks = ["Work on the track side in the closure", "Let the first guests in"];
        assert_eq!(bound(prompt, tasks), (vec![0, 1], 0));
    }

    #[test]
    fn a_day_within_a_month_that_is_named_before_is_about_the_same_task() {
        let prompt =
            "Ich eröffne im Mai 2027 in Regensburg einen Laden. Eröffnung ist am 15. Mai 2027.";
        assert_eq!(bound(prompt, ["Waren bestellen", "Hand over"]), (vec![1, 1], 0));
    }

    #[test]
    fn work_on_site_waits_for_its_window_and_preparation_does_not() {
        let prompt = "Rénover deux salles de bains à Reims du 3 mai au 18 juin 2027.";
        let facts = crate::facts::read(prompt, Date::new(2026, 11, 16).unwrap());
        let task = |id: &str, key: &str| json!({ "id": id, "title": key, "deliverable": "", "done_when": "", "role": "Lead", "template": format!("construction:{key}") });
        let wbs = |keys: [&str; 2]| -> Wbs {
            serde_json::from_value(json!({
                "lead": "Lead", "deadline_task": keys[1], "deadline_kind": "latest",
                "stages": [{ "id": "W1", "title": "All", "milestone": "Done",
                             "tasks": [task("W1.1", keys[0]), task("W1.2", keys[1])] }],
            }))
            .unwrap()
        };
        let start = Date::new(2026, 11, 17).unwrap();
        let timeline = Timeline::new(start, crate::calendar::WorkDays::new(None, &[]));
        let first = u32::try_from(timeline.day(Date::new(2027, 5, 3).unwrap())).unwrap();
        for (keys, expected) in [
            (["design", "bathroom"], [0, first]),
            (["site", "accept"], [first, 0]),
            (["brief", "accept"], [0, first]),
        ] {
            let mut floors = [0, 0];
            wait_for_window(&wbs(keys), &facts, &timeline, &mut floors);
            assert_eq!(floors, expected, "{keys:?}");
        }
    }
}
