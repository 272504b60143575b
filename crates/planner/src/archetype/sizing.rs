//! How large a project is: heads, area and time that the prompt states, and what work and people cost by them.

use super::{Archetype, Per, Role, Running, Work};
use crate::facts::{
    Count, CountRole, DurationRole, Fact, Facts, Limit, MoneyRole, Period, Unit, is_in,
};
use crate::schedule::{Days, Link, positions, timetable};

/// Those whom a practice treats do not work with its system, nor move with it.
const SERVED: &str = "patients|customers|clients|residents|pupils|visitors|guests|members|readers|households|habitants|\
    patienten|kunden|bewohner|schüler|besucher|gäste|mitglieder|einwohner|haushalte|élèves|résidents|membres";

impl Archetype {
    /// By what factor durations and effort grow so that the work fills the time that the prompt gives
    /// the whole project. Never shorter than the template: too little time is a finding, not a wish.
    pub(crate) fn stretch(&self, facts: &Facts) -> f64 {
        if self.is_generic() {
            return self.filled(facts);
        }
        let Some((span, _)) = facts.span(DurationRole::Whole).filter(|_| self.stretch) else {
            return 1.0;
        };
        let span = f64::from(span.unit.working_days(span.count));
        let works: Vec<&Work> = self
            .stages
            .iter()
            .flat_map(|stage| &stage.tasks)
            .filter(|work| work.applies(facts))
            .collect();
        let places = positions(works.iter().map(|work| work.key.as_str()));
        let mut links = Vec::new();
        for (to, work) in works.iter().enumerate() {
            for (key, kind, lag) in work.after() {
                if let Some(&from) = places.get(key) {
                    links.push(Link { from, to, kind, lag });
                }
            }
        }
        let days: Vec<Days> = works.iter().map(|work| work.days()).collect();
        let Ok(table) = timetable(&days, &links) else { return 1.0 };
        let kept = (0..works.len()).filter(|&task| self.is_dated(works[task], facts));
        let kept = f64::from(kept.map(|task| table.ends_p80[task]).max().unwrap_or(0));
        let (total, wanted) = (f64::from(table.p80), span);
        if total > kept { ((wanted - kept) / (total - kept)).clamp(1.0, 8.0) } else { 1.0 }
    }

    /// Nobody knows how long generic work takes: what the team does fills four fifths of the time until the stated day.
    fn filled(&self, facts: &Facts) -> f64 {
        let Some((Limit::Day(day), _)) = facts.limit() else { return 1.0 };
        let first = facts.start().map_or(facts.today, |(day, _)| day.max(facts.today));
        let given = u32::try_from(day.days_since(first)).unwrap_or(0);
        let works = || self.stages.iter().flat_map(|stage| &stage.tasks);
        let days = |is_filling: bool| -> f64 {
            let of_kind = works().filter(|work| self.fills(work) == is_filling);
            of_kind.map(|work| f64::from(work.days().expected())).sum()
        };
        let given = f64::from(Unit::Days.working_days(given)) - days(false);
        (given * 0.8 / days(true).max(1.0)).clamp(1.0, 40.0)
    }

    /// Whether a piece of work grows with the time that the prompt gives.
    pub(crate) fn fills(&self, work: &Work) -> bool {
        !self.is_generic() || work.role(self).id != self.lead
    }

    /// Terms and euros a day of a role: nothing where volunteers do it, or whoever leads in their own
    /// hours.
    pub(crate) fn terms<'a>(&self, role: &'a Role, facts: &Facts) -> (&'a str, f64) {
        let has_volunteers =
            facts.has("unpaid") || facts.counts().any(|(count, _)| count.of == "volunteers");
        if let Some(rate) = self.stated_rate(role, facts) {
            (&role.contract, rate)
        } else if role.volunteers && has_volunteers {
            ("volunteers", 0.0)
        } else if self.id == "event" && facts.has("private")
            || (role.id == self.lead || role.alone) && facts.hours_a_week().is_some()
        {
            ("own time", 0.0)
        } else {
            (&role.contract, role.day_rate)
        }
    }

    /// Whether the prompt says what these people cost.
    pub(crate) fn is_rate_stated(&self, role: &Role, facts: &Facts) -> bool {
        self.stated_rate(role, facts).is_some()
    }

    /// Euros a day, where the prompt says what these people cost: the rate belongs to whoever is named
    /// last before it.
    fn stated_rate(&self, role: &Role, facts: &Facts) -> Option<f64> {
        const HOURS: f64 = 8.0;
        facts.monies().filter(|(money, _)| money.role == MoneyRole::Rate).find_map(
            |(money, fact)| {
                let hours = match money.period? {
                    Period::Hour => HOURS,
                    Period::Day => 1.0,
                    _ => return None,
                };
                let about = fact.about.to_lowercase();
                let before = about.split(&fact.quote.to_lowercase()).next().unwrap_or_default();
                let place =
                    |one: &Role| one.words.iter().filter_map(|word| before.rfind(word)).max();
                let nearest =
                    self.roles.iter().filter_map(|one| Some((place(one)?, &one.id))).max();
                (nearest?.1 == &role.id)
                    .then(|| money.amount as f64 * hours / money.currency.rate())
            },
        )
    }

    /// How many heads the prompt states.
    pub(crate) fn heads(&self, facts: &Facts) -> Option<u64> {
        /// The least number of things that is a series.
        const SERIES: u64 = 10;
        if self.family {
            return facts.family();
        }
        // "45 employees" are a team to most, and those who are trained to others.
        let staff = ["staff", "mitarbeit", "beschäftigt", "angestellt", "salarié", "employé"];
        let is_named = |of: &str| {
            of == self.audience
                || self.audience == "employees" && staff.iter().any(|it| of.starts_with(it))
        };
        let count = |found: Option<(&Count, &Fact)>| found.map(|(count, _)| count.count);
        if let Some(named) = count(facts.counts().find(|(count, _)| is_named(&count.of))) {
            return Some(named);
        }
        // Those who do the work are not those whom it is for: "3 engineers", "25 employees".
        let is_other = |of: &str| !self.roles.iter().any(|role| role.is_called(of));
        let team = || facts.counts().filter(|(count, _)| count.role == CountRole::Team);
        let all: u64 = team().filter(|it| is_other(&it.0.of)).map(|it| it.0.count).sum();
        let own = Some(all).filter(|all| *all > 0).or_else(|| count(team().next()));
        let own = own.filter(|_| self.own_people);
        let audience = facts.counts().find(|(count, _)| count.role == CountRole::Audience);
        let is_own = all > 0 && audience.is_some_and(|(count, _)| is_in(SERVED, &count.of));
        let counted = if is_own { own } else { facts.audiences().or(own) };
        // "200 mugs" are the units, whatever they are called.
        let is_made = |count: &Count| count.role == CountRole::Quantity && count.count >= SERIES;
        let made = || count(facts.counts().find(|(count, _)| is_made(count)));
        counted.or_else(|| made().filter(|_| self.audience == "units"))
    }

    /// What share of the usual costs of each day a stay of this many days has, where the kind has a usual length.
    pub(crate) fn stay(&self, days: Option<u32>) -> f64 {
        match (self.usual_days, days) {
            (Some(usual), Some(days)) => (f64::from(days) / f64::from(usual)).clamp(0.1, 4.0),
            _ => 1.0,
        }
    }

    /// By what factor effort and fixed prices differ from the usual size, and why: slower than the stated heads, for
    /// all work of a sized kind, elsewhere for what pays for each head: a book takes as long to write for any number of
    /// copies. A small project needs a share of it.
    pub(crate) fn size(&self, work: &Work, facts: &Facts) -> Option<(f64, String)> {
        let goes_by = self.sized || work.costs.iter().any(|it| it.per == Some(Per::Head));
        let heads = self.heads(facts).filter(|_| goes_by && self.heads > 0 && !self.family);
        let scale = heads.map(|heads| {
            let factor = (heads as f64 / self.heads as f64).sqrt().clamp(0.3, 4.0);
            (factor, format!("{heads} {} instead of {}", self.audience_noun(facts), self.heads))
        });
        if !facts.has("small") {
            return scale.filter(|(factor, _)| (factor - 1.0).abs() > 0.05);
        }
        // Little money makes no large project, whatever is counted.
        let small = "a small project".to_owned();
        let (factor, why) = scale
            .map_or((1.0, small.clone()), |(factor, why)| (factor.min(1.0), why + ", " + &small));
        Some((factor * self.small, why)).filter(|(factor, _)| *factor < 0.95)
    }

    /// By what factor a monthly cost differs from the usual one, and why: more people who are paid.
    pub(crate) fn monthly(&self, running: &Running, facts: &Facts) -> Option<(f64, String)> {
        let role = self.roles.iter().find(|role| role.id == running.role)?;
        let heads = role.heads(facts);
        let why = format!("{heads} {} instead of {}", role.title.to_lowercase(), role.heads);
        (heads != role.heads).then(|| (heads as f64 / role.heads as f64, why))
    }
}
