//! How large a project is: heads, area and time that the prompt states, and what work and people cost by them.

use super::{Archetype, Per, Role, Running, Work};
use crate::facts::{CountRole, DurationRole, Facts, Limit, MoneyRole, Period, Unit, is_in};
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

    /// How many heads to reckon with, and whether the prompt says so.
    pub(crate) fn heads(&self, facts: &Facts) -> (u64, bool) {
        /// The least number of things that is a series.
        const SERIES: u64 = 10;
        if self.family {
            return facts.family().map_or((self.heads, false), |family| (family, true));
        }
        // "45 employees" are a team to most, and those who are trained to others.
        let staff = ["staff", "mitarbeit", "beschäftigt", "angestellt", "salarié", "employé"];
        let is_named = |of: &str| {
            of == self.audience
                || self.audience == "employees" && staff.iter().any(|it| of.starts_with(it))
        };
        let named =
            facts.counts().find(|(count, _)| is_named(&count.of)).map(|(count, _)| count.count);
        // Those who do the work are not those whom it is for: "3 engineers", "25 employees".
        let is_other = |of: &str| !self.roles.iter().any(|role| role.is_called(of));
        let team = || facts.counts().filter(|(count, _)| count.role == CountRole::Team);
        let all: u64 = team().filter(|it| is_other(&it.0.of)).map(|it| it.0.count).sum();
        let first = || team().next().map(|(count, _)| count.count);
        let own = Some(all).filter(|all| *all > 0).or_else(first).filter(|_| self.own_people);
        let audience = facts.counts().find(|(count, _)| count.role == CountRole::Audience);
        let served = audience.is_some_and(|(count, _)| is_in(SERVED, &count.of));
        let others = facts.audiences();
        let is_own = all > 0 && served;
        let counted = named.or(if is_own { own.or(others) } else { others.or(own) });
        // "200 mugs" are the units, whatever they are called.
        let made = || {
            let mut all = facts.counts().filter(|_| self.audience == "units");
            let made = all.find(|(it, _)| it.role == CountRole::Quantity && it.count >= SERIES);
            made.map(|(count, _)| count.count)
        };
        let counted = counted.or_else(made);
        let usual = || (self.heads as f64 * self.smallness(facts).unwrap_or(1.0)).round() as u64;
        counted.map_or_else(|| (usual(), false), |count| (count, true))
    }

    /// What share of the usual costs per head a stay of this many days has, where the kind has a usual length.
    pub(crate) fn stay(&self, days: Option<u32>) -> f64 {
        match (self.usual_days, days) {
            (Some(usual), Some(days)) => (f64::from(days) / f64::from(usual)).clamp(0.1, 4.0),
            _ => 1.0,
        }
    }

    /// By what factor effort and fixed prices differ from the usual size, and why: in proportion below it, slower than
    /// the heads or the area above it. All work of a sized kind does; elsewhere what pays for each head or square
    /// metre: a book takes as long to write for any number of copies. A small project needs a share of it.
    pub(crate) fn size(&self, work: &Work, facts: &Facts) -> Option<(f64, String)> {
        let small = self.smallness(facts).map(|share| (share, "a small project".to_owned()));
        match (self.scale(work, facts), small) {
            // Little money makes no large project, whatever is counted.
            (Some((scale, why)), Some((share, small))) => {
                Some((scale.min(1.0) * share, format!("{why}, {small}")))
            }
            (scale, small) => scale.or(small),
        }
    }

    /// By what factor durations differ: people do not make a task so much longer as they make it larger.
    pub(crate) fn pace(&self, work: &Work, facts: &Facts) -> f64 {
        let scale = self.scale(work, facts).filter(|_| self.sized).map_or(1.0, |it| it.0);
        match self.smallness(facts) {
            Some(share) => scale.sqrt().clamp(0.4, 1.0) * share,
            None => scale.sqrt().clamp(0.4, 2.0),
        }
    }

    /// By what factor a monthly cost differs from the usual one, and why: more area, more people who are paid.
    pub(crate) fn monthly(&self, running: &Running, facts: &Facts) -> Option<(f64, String)> {
        if running.per.is_some() {
            return self.area_scale(facts);
        }
        let role = self.roles.iter().find(|role| role.id == running.role)?;
        let heads = role.heads(facts);
        let why = format!("{heads} {} instead of {}", role.title.to_lowercase(), role.heads);
        (heads != role.heads).then(|| (heads as f64 / role.heads as f64, why))
    }

    /// What the stated area makes of the usual rent and energy.
    pub(crate) fn area_scale(&self, facts: &Facts) -> Option<(f64, String)> {
        let (area, is_stated) = self.area(facts);
        let share = area as f64 / self.area.max(1) as f64;
        let factor = if share < 1.0 { share.max(0.3) } else { share.sqrt().min(5.0) };
        let is_other = is_stated && self.area > 0 && (factor - 1.0).abs() > 0.05;
        is_other.then(|| (factor, format!("{area} m² instead of {}", self.area)))
    }

    /// What a small project needs of the usual.
    fn smallness(&self, facts: &Facts) -> Option<f64> {
        self.small.filter(|_| facts.has("small"))
    }

    /// The stated heads or area against the usual ones.
    fn scale(&self, work: &Work, facts: &Facts) -> Option<(f64, String)> {
        let goes_by = |per: Per| self.sized || work.costs.iter().any(|it| it.per == Some(per));
        // Half the guests need half of everything; twice as many need less than twice of it.
        let factor = |stated: u64, usual: u64| {
            let share = stated as f64 / usual as f64;
            // More travellers make more calls, and no second route.
            let most = if self.own_people && self.usual_days.is_some() { 2.0 } else { 5.0 };
            // Work with systems and rules has a part that no number of people makes smaller.
            let least = if self.own_people && self.usual_days.is_none() { 0.3 } else { 0.05 };
            if share < 1.0 { share.max(least) } else { share.sqrt().min(most) }
        };
        match (self.heads(facts), self.area(facts)) {
            ((heads, true), _)
                if self.heads > 0 && heads > 0 && !self.family && goes_by(Per::Head) =>
            {
                let noun = self.audience_noun(facts);
                let why = format!("{heads} {noun} instead of {}", self.heads);
                Some((factor(heads, self.heads), why))
            }
            (_, (area, true)) if self.area > 0 && area > 0 && goes_by(Per::M2) => {
                Some((factor(area, self.area), format!("{area} m² instead of {}", self.area)))
            }
            _ => None,
        }
    }

    /// How many square metres to reckon with, and whether the prompt says so.
    pub(crate) fn area(&self, facts: &Facts) -> (u64, bool) {
        match (facts.area(), self.m2_per_head, self.heads(facts)) {
            (Some(area), ..) => (area, true),
            (None, Some(each), (heads, true)) => {
                ((heads as f64 * each).round().max(25.0) as u64, false)
            }
            (None, ..) => (self.area, false),
        }
    }
}
