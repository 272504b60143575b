//! What is typical for a kind of project: the knowledge of the rule-based provider. The kinds are
//! files in `archetypes/`.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::facts::{Count, CountRole, Facts, Language};
use crate::schedule::{Days, LinkKind};

mod answering;
mod recognise;
mod sizing;

pub(crate) use answering::{is_about_works, order, says, says_any};
pub use recognise::kind_cues;
pub(crate) use recognise::{
    Candidate, candidates, choose, decided, is_topic, loudness, without_elision,
};

/// A kind of project with its usual work, roles, costs, risks and people.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "lines of a file, each read on its own")]
pub(crate) struct Archetype {
    pub(crate) id: String,
    pub(crate) title: String,
    /// business, personal, public or other.
    pub(crate) purpose: String,
    /// Whether it lives on what customers pay.
    #[serde(default)]
    pub(crate) sells: bool,
    /// physical, digital or unknown.
    pub(crate) setting: String,
    /// The role that leads.
    lead: String,
    /// The task that a stated deadline is about; later tasks may come after it.
    pub(crate) deadline_at: String,
    /// The task that proves that demands are met; without it that of the deadline.
    proves_at: Option<String>,
    /// Whether that task takes place on the stated day itself, and not by then.
    #[serde(default)]
    fixed_day: bool,
    /// The task that opens a window of days, if the prompt states one; it takes place on the first.
    window_at: Option<String>,
    /// What the head count counts.
    audience: String,
    /// The usual head count, which the usual effort and prices are for.
    heads: u64,
    /// The days that daily costs are for.
    usual_days: Option<u32>,
    /// Whether all work grows with the heads, and not only what is paid for each.
    #[serde(default)]
    sized: bool,
    /// What a small project needs of the usual effort and fixed prices, as a share.
    #[serde(default = "half")]
    small: f64,
    /// Whether those whom the prompt counts as its own people are the heads: employees who move or whose mail moves.
    #[serde(default)]
    own_people: bool,
    /// Whether the heads are the family that the prompt describes.
    #[serde(default)]
    family: bool,
    /// Whether the work fills the time that the prompt gives the whole project.
    #[serde(default)]
    stretch: bool,
    /// How the result is called where the prompt has no name for it.
    #[serde(default = "result")]
    thing: String,
    /// How it is seen that the project succeeded.
    pub(crate) success: String,
    pub(crate) roles: Vec<Role>,
    pub(crate) stages: Vec<Stage>,
    pub(crate) decisions: Vec<Decision>,
    pub(crate) stakeholders: Vec<Stakeholder>,
    pub(crate) risks: Vec<Risk>,
    /// What a month costs once it runs.
    #[serde(default)]
    pub(crate) running: Vec<Running>,
    /// What a month earns once it runs, by the piece.
    pub(crate) unit: Option<Unit>,
}

/// Who does work. Rates are euros a day, as a plain reference price.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Role {
    id: String,
    pub(crate) title: String,
    pub(crate) contract: String,
    pub(crate) day_rate: f64,
    pub(crate) heads: u64,
    /// The words by which a prompt counts these people; `*` is any.
    #[serde(default)]
    words: Vec<String>,
    /// Whether volunteers do it where the prompt has some.
    #[serde(default)]
    volunteers: bool,
    /// Whether somebody who has only some hours a week does it alone.
    #[serde(default)]
    alone: bool,
    /// Whether these people work where the result will stand: their work waits for a window that the prompt states.
    #[serde(default)]
    pub(crate) on_site: bool,
}

/// A phase of work that ends with a milestone.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stage {
    pub(crate) title: String,
    pub(crate) milestone: String,
    pub(crate) tasks: Vec<Work>,
}

/// A piece of work.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Work {
    pub(crate) key: String,
    pub(crate) title: String,
    pub(crate) deliverable: String,
    pub(crate) done: String,
    days: [u32; 3],
    /// Person days at the likely duration.
    pub(crate) effort: f64,
    role: String,
    #[serde(default)]
    after: Vec<String>,
    /// Words of a prompt that speak of this work, in lower case, for dates and demands.
    #[serde(default)]
    pub(crate) answers: Vec<String>,
    /// The trait of a prompt without which the work does not exist; `a|b` is any of them.
    when: Option<String>,
    /// The trait of a prompt with which the work does not exist.
    unless: Option<String>,
    /// The span of the prompt that the work takes if it is stated: `notice`, `lead_time`, `wait`,
    /// `length`, `window`.
    pub(crate) span: Option<String>,
    /// Whether it is done in rooms or on ground that somebody hands over: it waits for their keys.
    #[serde(default)]
    pub(crate) in_rooms: bool,
    /// Whether more people make it shorter.
    #[serde(default)]
    pub(crate) scales: bool,
    #[serde(default)]
    pub(crate) costs: Vec<Cost>,
}

/// Something to pay: least, likely and most euros, per unit.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cost {
    pub(crate) item: String,
    /// Absent where no usual price exists: an offer has to be asked for.
    pub(crate) amount: Option<[f64; 3]>,
    pub(crate) per: Option<Per>,
    /// Whether it is paid for each of the usual days: a longer or shorter stay costs in proportion.
    #[serde(default)]
    pub(crate) daily: bool,
    /// How often the unit is paid.
    #[serde(default = "once")]
    pub(crate) times: u64,
    /// Words of prompts that mean this item, beside those of its name.
    #[serde(default)]
    pub(crate) answers: Vec<String>,
    /// The trait of a prompt without which it is not paid; `a|b` is any of them.
    when: Option<String>,
    /// The trait of a prompt with which it is not paid.
    unless: Option<String>,
}

fn result() -> String {
    "result".to_owned()
}

fn once() -> u64 {
    1
}

fn half() -> f64 {
    0.5
}

/// The unit of a cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Per {
    /// Each guest, user or unit.
    Head,
    /// Each square metre.
    M2,
    /// Each month's rent.
    Rent,
}

/// A monthly cost.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Running {
    pub(crate) item: String,
    pub(crate) monthly: f64,
    pub(crate) per: Option<Per>,
    /// The role whose people it pays.
    #[serde(default)]
    role: String,
    /// The trait of a prompt with which it is not paid.
    unless: Option<String>,
}

/// What is sold, and what remains of the price that the prompt states.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Unit {
    pub(crate) name: String,
    /// What is left of the price, as a share of it.
    pub(crate) share: f64,
    /// Days of trade a month; 0 when the unit is counted by the month.
    pub(crate) days: u64,
}

/// A choice to be made.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Decision {
    pub(crate) question: String,
    pub(crate) options: Vec<String>,
    pub(crate) chosen: usize,
    pub(crate) why: String,
    pub(crate) consequence: String,
    owner: String,
    before: String,
    when: Option<String>,
    unless: Option<String>,
}

/// Somebody with a say or a stake.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stakeholder {
    pub(crate) name: String,
    pub(crate) interest: String,
    pub(crate) influence: u64,
    pub(crate) needs: String,
    pub(crate) touch: String,
    pub(crate) approves: Option<String>,
    before: Option<String>,
    when: Option<String>,
    unless: Option<String>,
}

/// What may go wrong.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Risk {
    pub(crate) cause: String,
    pub(crate) event: String,
    pub(crate) effect: String,
    pub(crate) p: u64,
    pub(crate) i: u64,
    owner: String,
    pub(crate) response: String,
    pub(crate) trigger: String,
    when: Option<String>,
    /// The trait of a prompt with which the risk does not exist.
    unless: Option<String>,
}

/// The names of all kinds of projects, generic work last.
pub fn kinds() -> Vec<&'static str> {
    let (generic, mut all): (Vec<_>, Vec<_>) = ARCHETYPES.iter().partition(|it| it.is_generic());
    all.sort_by(|one, other| one.id.cmp(&other.id));
    all.into_iter().chain(generic).map(|it| it.id.as_str()).collect()
}

/// The id of the kind of project that a prompt is about; none where the evidence does not decide.
pub fn kind_of(prompt: &str, facts: &Facts) -> Option<&'static str> {
    decide(prompt, facts).map(|kind| kind.id.as_str())
}

/// The kind of project that a prompt is about; none where the evidence does not decide.
pub(crate) fn decide(prompt: &str, facts: &Facts) -> Option<&'static Archetype> {
    decided(&candidates(prompt, facts)).map(|one| one.archetype)
}

/// The generic one comes last: among equals the first one wins.
const FILES: [&str; 20] = [
    include_str!("../archetypes/software_product.toml"),
    include_str!("../archetypes/film.toml"),
    include_str!("../archetypes/trip.toml"),
    include_str!("../archetypes/it_migration.toml"),
    include_str!("../archetypes/wedding.toml"),
    include_str!("../archetypes/event.toml"),
    include_str!("../archetypes/construction.toml"),
    include_str!("../archetypes/place.toml"),
    include_str!("../archetypes/online_shop.toml"),
    include_str!("../archetypes/service_business.toml"),
    include_str!("../archetypes/research.toml"),
    include_str!("../archetypes/campaign.toml"),
    include_str!("../archetypes/office_move.toml"),
    include_str!("../archetypes/relocation.toml"),
    include_str!("../archetypes/course.toml"),
    include_str!("../archetypes/nonprofit.toml"),
    include_str!("../archetypes/manufacturing.toml"),
    include_str!("../archetypes/compliance.toml"),
    include_str!("../archetypes/publication.toml"),
    include_str!("../archetypes/generic.toml"),
];

/// Every kind.
pub(crate) static ARCHETYPES: LazyLock<Vec<Archetype>> = LazyLock::new(|| {
    let read = |text: &&str| toml_edit::de::from_str(text).expect("the tests read every archetype");
    FILES.iter().map(read).collect()
});

/// The archetype of that id; generic work for ids somebody made up.
pub(crate) fn find(id: &str) -> &'static Archetype {
    let found = ARCHETYPES.iter().find(|archetype| archetype.id == id);
    found.or(ARCHETYPES.last()).expect("the generic archetype is there")
}

impl Archetype {
    /// Whether nothing is known about this kind of project.
    pub(crate) fn is_generic(&self) -> bool {
        self.id == "generic"
    }

    /// The title of a role by its id.
    pub(crate) fn role(&self, id: &str) -> &str {
        let found = self.roles.iter().find(|role| role.id == id);
        &found.expect("the tests look at every role that an archetype names").title
    }

    /// The title of the role that leads.
    pub(crate) fn lead(&self) -> &str {
        self.role(&self.lead)
    }

    pub(crate) fn work(&self, key: &str) -> Option<&Work> {
        self.stages.iter().flat_map(|stage| &stage.tasks).find(|work| work.key == key)
    }

    /// The title of the work of that key, as this prompt has it. `a|b` names the first that applies.
    pub(crate) fn work_title(&self, keys: &str, facts: &Facts) -> String {
        let works = keys.split('|').filter_map(|key| self.work(key));
        let work = works.into_iter().find(|work| work.applies(facts));
        work.map_or_else(String::new, |work| self.fill(&work.title, facts))
    }

    /// The title of the task that a deadline is about, and whether it takes place on that very day.
    pub(crate) fn deadline(&self, facts: &Facts) -> (String, bool) {
        match self.window_at.as_ref().filter(|_| facts.window().is_some()) {
            Some(key) => (self.work_title(key, facts), true),
            None => (self.work_title(&self.deadline_at, facts), self.fixed_day),
        }
    }

    /// Whether any cost of the work that applies goes by that unit.
    pub(crate) fn pays_per(&self, per: Per, facts: &Facts) -> bool {
        let works = self.stages.iter().flat_map(|stage| &stage.tasks);
        let works = works.filter(|work| work.applies(facts));
        works.flat_map(|work| &work.costs).any(|cost| cost.per == Some(per) && cost.applies(facts))
    }

    /// Whether the archetype does anything with a trait.
    pub(crate) fn minds(&self, feature: &str) -> bool {
        let works = self.stages.iter().flat_map(|stage| &stage.tasks);
        let mut all = works
            .map(|it| (&it.when, &it.unless))
            .chain(self.decisions.iter().map(|it| (&it.when, &it.unless)))
            .chain(self.stakeholders.iter().map(|it| (&it.when, &it.unless)))
            .chain(self.risks.iter().map(|it| (&it.when, &it.unless)));
        let is_it =
            |it: &Option<String>| it.iter().flat_map(|it| it.split('|')).any(|it| it == feature);
        all.any(|(when, unless)| is_it(when) || is_it(unless))
    }

    /// What the head count counts, in the prompt's word if that is what it counts.
    pub(crate) fn audience_noun(&self, facts: &Facts) -> String {
        let heads = self.heads(facts).filter(|_| !self.family);
        let is_it =
            |count: &&Count| count.role == CountRole::Audience && Some(count.count) == heads;
        let Some(count) = facts.counts().map(|(count, _)| count).find(is_it) else {
            return self.audience.clone();
        };
        // "a 12-seat bar" has 12 seats.
        if count.count > 1 && format!("{}s", count.of) == self.audience {
            self.audience.clone()
        } else if facts.language == Language::German {
            capital(&count.of)
        } else {
            count.of.clone()
        }
    }

    /// A text with its places filled in from the prompt.
    pub(crate) fn fill(&self, text: &str, facts: &Facts) -> String {
        let noun = self.audience_noun(facts);
        let in_place =
            facts.place().map_or_else(String::new, |place| format!(" in {}", place.name));
        let heads = self.heads(facts);
        let all = heads.map_or_else(|| format!("the {noun}"), |heads| format!("{heads} {noun}"));
        let some = heads.map_or_else(|| "the first".to_owned(), |heads| heads.min(20).to_string());
        let at_origin =
            facts.origin().map_or_else(String::new, |place| format!(" in {}", place.name));
        let thing = if facts.thing.is_empty() { self.thing.as_str() } else { facts.thing.as_str() };
        text.replace("{in_place}", &in_place)
            .replace("{thing}", thing)
            .replace("{at_origin}", &at_origin)
            .replace("{audience_some}", &testers(facts).unwrap_or(format!("{some} {noun}")))
            .replace("{for_place}", &in_place.replacen(" in ", " for ", 1))
            .replace("{job}", if facts.has("job_kept") { "" } else { ", job" })
            .replace("{and_job}", if facts.has("job_kept") { "" } else { " and job" })
            .replace("{audience_noun}", &noun)
            .replace("{trial}", if facts.has("pilot") { "pilot" } else { "closed test" })
            .replace("{audience}", &all)
    }
}

impl Role {
    /// Whether the prompt counts these people among those who write it.
    pub(crate) fn is_counted(&self, facts: &Facts) -> bool {
        self.counted(facts).is_some()
    }

    /// How many of these people there are, as the prompt counts them.
    pub(crate) fn heads(&self, facts: &Facts) -> u64 {
        self.counted(facts).unwrap_or(self.heads).max(1)
    }

    /// Whether a noun of the prompt means these people.
    pub(crate) fn is_called(&self, noun: &str) -> bool {
        self.words.iter().any(|word| *word == noun || word == in_english(noun) || word == "*")
    }

    fn counted(&self, facts: &Facts) -> Option<u64> {
        let is_team = |count: &Count| count.role == CountRole::Team && self.is_called(&count.of);
        facts.counts().find(|(count, _)| is_team(count)).map(|(count, _)| count.count)
    }
}

/// Those who try the result first, as a dated clause counts them: "beta with 6 choirs on 1 June".
fn testers(facts: &Facts) -> Option<String> {
    let trials = facts.moments().map(|(_, fact)| fact.about.as_str()).filter(|about| {
        let lower = about.to_lowercase();
        ["beta", "pilot", "test", "trial"].iter().any(|word| lower.contains(word))
    });
    let counted = |about: &str| {
        let is_one = |count: &Count| count.role != CountRole::Team;
        let mut counts = facts.counts().filter(|(count, _)| is_one(count));
        let found = counts.find(|(_, fact)| about.contains(&fact.quote));
        found.map(|(count, _)| format!("{} {}", count.count, count.of))
    };
    trials.into_iter().find_map(counted)
}

/// German nouns have a capital.
pub(crate) fn capital(noun: &str) -> String {
    let mut letters = noun.chars();
    let first = letters.next().map(|it| it.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}

/// How the templates call people whom a German or French prompt counts.
const PEOPLE: [(&str, &str); 9] = [
    ("volunteers", "helfer helferinnen ehrenamtliche freiwillige bénévoles"),
    (
        "employees",
        "mitarbeiter mitarbeiterinnen mitarbeitende angestellte beschäftigte salariés salariées employés employées",
    ),
    ("developers", "entwickler entwicklerinnen programmierer développeurs développeuses"),
    ("engineers", "ingenieure ingénieurs techniker techniciens"),
    ("researchers", "forscher forscherinnen chercheurs"),
    (
        "teachers",
        "lehrer lehrerinnen lehrkräfte trainer dozenten formateurs formatrices enseignants enseignantes professeurs",
    ),
    (
        "partners",
        "gründer gründerinnen partner partnerinnen associés associées fondateurs fondatrices",
    ),
    ("friends", "freunde freundinnen amis amies"),
    ("designers", "designer grafiker graphistes"),
];

/// The English word for people, else the word itself. A plural may end with an n: "Helfern".
fn in_english(noun: &str) -> &str {
    let singular = noun.strip_suffix('n').unwrap_or(noun);
    let is_it = |(_, all): &&(&str, &str)| all.split(' ').any(|it| it == noun || it == singular);
    PEOPLE.iter().find(is_it).map_or(noun, |(name, _)| name)
}

/// Whether conditions on traits hold.
fn holds(when: Option<&String>, unless: Option<&String>, facts: &Facts) -> bool {
    let has_any = |features: &String| features.split('|').any(|feature| facts.has(feature));
    when.is_none_or(has_any) && !unless.is_some_and(has_any)
}

impl Work {
    pub(crate) fn applies(&self, facts: &Facts) -> bool {
        holds(self.when.as_ref(), self.unless.as_ref(), facts)
    }

    pub(crate) fn days(&self) -> Days {
        let [min, likely, max] = self.days;
        Days { min, likely, max }
    }

    pub(crate) fn role<'a>(&self, archetype: &'a Archetype) -> &'a Role {
        let found = archetype.roles.iter().find(|role| role.id == self.role);
        found.expect("every work of an archetype has a role of it")
    }

    /// What comes before: key, kind of link and lag. Written `key`, `key+lag` or `SS:key`.
    pub(crate) fn after(&self) -> impl Iterator<Item = (&str, LinkKind, i64)> {
        self.after.iter().map(|text| {
            let (kind, rest) = match text.split_once(':') {
                Some(("SS", rest)) => (LinkKind::StartToStart, rest),
                Some(("FF", rest)) => (LinkKind::FinishToFinish, rest),
                Some(("SF", rest)) => (LinkKind::StartToFinish, rest),
                _ => (LinkKind::FinishToStart, text.as_str()),
            };
            let (key, lag) = rest.split_once('+').unwrap_or((rest, "0"));
            (key, kind, lag.parse().unwrap_or(0))
        })
    }
}

impl Cost {
    pub(crate) fn applies(&self, facts: &Facts) -> bool {
        holds(self.when.as_ref(), self.unless.as_ref(), facts)
    }
}

impl Running {
    pub(crate) fn applies(&self, facts: &Facts) -> bool {
        holds(None, self.unless.as_ref(), facts)
    }
}

impl Decision {
    pub(crate) fn applies(&self, facts: &Facts) -> bool {
        holds(self.when.as_ref(), self.unless.as_ref(), facts)
    }

    pub(crate) fn owner<'a>(&self, archetype: &'a Archetype) -> &'a str {
        archetype.role(&self.owner)
    }

    pub(crate) fn before(&self, archetype: &Archetype, facts: &Facts) -> String {
        archetype.work_title(&self.before, facts)
    }
}

impl Stakeholder {
    pub(crate) fn applies(&self, facts: &Facts) -> bool {
        holds(self.when.as_ref(), self.unless.as_ref(), facts)
    }

    pub(crate) fn before(&self, archetype: &Archetype, facts: &Facts) -> Option<String> {
        Some(archetype.work_title(self.before.as_ref()?, facts))
    }
}

impl Risk {
    pub(crate) fn applies(&self, facts: &Facts) -> bool {
        holds(self.when.as_ref(), self.unless.as_ref(), facts)
    }

    pub(crate) fn owner<'a>(&self, archetype: &'a Archetype) -> &'a str {
        archetype.role(&self.owner)
    }
}

#[cfg(test)]
mod tests;
