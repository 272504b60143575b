//! Who works, and when they do not.

use super::Lowering;
use crate::ast::{Pause, Resource, ResourcePhrase, ResourceSentence};
use crate::codes::model as codes;
use crate::model::Person;
use crate::schedule::{LONGEST, Worker};

impl Lowering<'_> {
    /// The place of a person, made at the first mention.
    pub(super) fn person(&mut self, it: Resource) -> usize {
        let name = self.text(it.name);
        let name = name.trim_start();
        let name = if it.share.is_some() { name } else { name.trim_end() }.to_owned();
        if let Some(idx) = self.people.iter().position(|it| it.name == name) {
            return idx;
        }
        let origin = self.ground.origin(it.range);
        self.people.push(Person { name, origin, loads: Vec::new() });
        self.workers.push(Worker::default());
        self.people.len() - 1
    }

    pub(super) fn resource_sentence(&mut self, it: &ResourceSentence) {
        let who = if let Some(who) = it.who {
            self.person(who)
        } else {
            let Some(idx) = self.person else {
                let message = "this stands for a person of an earlier sentence, and there is none";
                self.ground.report(codes::UNCLEAR_PRONOUN, it.range, message);
                return;
            };
            idx
        };
        self.person = Some(who);
        for phrase in &it.phrases {
            self.resource_phrase(who, *phrase);
        }
    }

    fn resource_phrase(&mut self, who: usize, phrase: ResourcePhrase) {
        match phrase {
            ResourcePhrase::Off(Pause::Weekly(day)) => self.workers[who].off_weekday(day as usize),
            ResourcePhrase::Off(Pause::Days(from, to)) => {
                let Some(from) = self.day(from) else { return };
                let Some(to) = to.map_or(Some(from), |it| self.day(it)) else { return };
                (from..=to.min(from + LONGEST)).for_each(|it| self.workers[who].off(it));
            }
            ResourcePhrase::Off(Pause::UpTo(..)) => {}
            ResourcePhrase::OffBefore(date) => {
                if let Some(day) = self.day(date) {
                    self.workers[who].off_before(day);
                }
            }
            ResourcePhrase::OffAfter(date) => {
                if let Some(day) = self.day(date) {
                    self.workers[who].off_after(day);
                }
            }
            ResourcePhrase::On(from, to) => {
                let Some(from) = self.day(from) else { return };
                let Some(to) = to.map_or(Some(from), |it| self.day(it)) else { return };
                (from..=to.min(from + LONGEST)).for_each(|it| self.workers[who].on(it));
            }
            ResourcePhrase::WorksOn(task) => {
                let (name, person) = (self.text(task), self.people[who].name.clone());
                let message = "who works on a task is said with the task";
                self.ground.report(codes::UNREAD_WORK, task, message);
                if let Some(found) = self.ground.diagnostics.last_mut() {
                    found.hints.push(format!("write `[{name}] on {{{person}}} lasts …`"));
                }
            }
        }
    }
}
