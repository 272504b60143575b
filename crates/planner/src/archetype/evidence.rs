//! What only facts and the whole goal can tell about the kind of a project, beside the nouns of the goal: people who move from one place to another, guests who are invited, staff that moves.

use super::Archetype;
use super::recognise::HINT;
use crate::facts::{Facts, MoneyRole, PlaceRole, Value, is_person};
use crate::goal::Goal;

/// Pieces of one kind that make a series.
const SERIES: u64 = 50;

/// Editions are no series production.
const EDITIONS: [&str; 4] = ["copies", "exemplaires", "exemplare", "episodes"];

/// What a stay is counted in.
const STAYS: &str = "week weekend day night fortnight month woche wochenende tag semaine jour";

/// Those who move with somebody.
const HOUSEHOLD: &str = "family partner wife husband kid child children household home flat cat dog kinder kindern familie frau mann famille";

/// What moves with its staff, and with no household.
const WORKPLACES: &str = "office firm company practice clinic agency studio headquarters team department workshop büro firma praxis kanzlei \
    agentur werkstatt abteilung bureau bureaux cabinet entreprise société agence";

fn has(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|it| it == word)
}

/// Points and the reason for a kind.
pub(super) fn by_facts(
    archetype: &Archetype,
    goal: &Goal,
    facts: &Facts,
) -> Option<(u32, &'static str)> {
    let does = |verbs: &str| goal.verbs.iter().any(|verb| has(verbs, verb));
    let own_verb = goal.verbs.iter().any(|verb| archetype.verbs.contains(verb));
    let has_place = |role| facts.places().any(|(place, _)| place.role == role);
    let counts = |stems: &str| {
        let is_one = |of: &str| stems.split_whitespace().any(|stem| of.starts_with(stem));
        facts.counts().any(|(count, _)| is_one(&count.of))
    };
    let found = |is_it: bool, points: u32, reason: &'static str| is_it.then_some((points, reason));
    match archetype.id.as_str() {
        "relocation" => {
            let is_household =
                |object: &String| object.split([' ', '-']).any(|word| has(HOUSEHOLD, word));
            let is_people = goal.objects.is_empty() || goal.objects.iter().any(is_household);
            let is_work = |word: &String| has(WORKPLACES, word);
            let is_staff =
                facts.team().is_some_and(|(count, _)| count > 5) || goal.words.iter().any(is_work);
            let moves = own_verb && has_place(PlaceRole::Destination) && is_people && !is_staff;
            found(moves, 6, "people move to another place")
        }
        "trip" => {
            let travels = own_verb && has_place(PlaceRole::Destination);
            // "Plan two weeks in Japan": nothing is done but to be there.
            let stays = !goal.objects.is_empty()
                && goal.objects.iter().all(|object| {
                    let head = object.rsplit(' ').next().unwrap_or_default();
                    has(STAYS, object) || has("weekend wochenende week-end", head)
                })
                && facts.place().is_some();
            found(travels, 5, "people travel to another place").or(found(
                stays,
                5,
                "time is spent at a place",
            ))
        }
        "manufacturing" => {
            let many = facts.counts().any(|(count, fact)| {
                let is_made = goal.objects.iter().any(|object| {
                    count.of.starts_with(object.split_whitespace().next().unwrap_or_default())
                });
                count.count >= SERIES
                    && !EDITIONS.contains(&count.of.as_str())
                    && fact.offset < 120
                    && is_made
            });
            found(own_verb && many, 5, "many of a kind are made")
        }
        "campaign" => {
            let raises = does("raise fundraise collect sammeln collecter lever");
            let first = facts.monies().next().is_some_and(|(_, fact)| fact.is_goal);
            found(raises && first, 5, "money is to be raised")
        }
        "place" => {
            let has_rooms = facts.money(MoneyRole::Rent).is_some()
                || facts.facts.iter().any(|fact| matches!(fact.value, Value::Area { .. }))
                || counts("seat plätz sitzpl couvert room bed zimmer");
            let opens = does("open eröffnen ouvrir aufmachen") && has_rooms;
            found(opens, HINT, "rooms are opened to customers")
        }
        "course" => {
            let teaches = does("train teach schulen ausbilden unterrichten former enseigner");
            let is_people = |object: &String| {
                let head = object.split_whitespace().last().unwrap_or_default();
                is_person(&format!("{head}s"), facts.language) || is_person(head, facts.language)
            };
            found(teaches && goal.objects.iter().any(is_people), 5, "people are taught")
        }
        "event" => {
            let invites = counts(
                "guest visitor attendee delegate spectator gäst besucher invité visiteur zuschauer",
            );
            let organises = does(
                "organise organize plan prepare stage host hold organisieren planen organiser préparer",
            );
            found(organises && invites, HINT, "guests are invited")
        }
        "software_product" => {
            let makes =
                does("build develop launch create release ship entwickeln bauen développer créer");
            let coders = counts("developer programmer entwickler développeur");
            found(makes && coders, HINT, "developers build it")
        }
        "nonprofit" => {
            let founds = does(
                "found start set establish gründen aufbauen créer fonder monter lancer open eröffnen ouvrir",
            );
            let helped = counts("volunteer ehrenamtlich freiwillig bénévole");
            found(founds && is_given(goal), 5, "it is done without pay").or(found(
                founds && helped,
                HINT,
                "volunteers run it",
            ))
        }
        "office_move" => {
            let moves = does("move relocate umziehen verlegen déménager");
            let staff = counts(
                "employee staff mitarbeit beschäftigt angestellt salarié employé desk colleague person",
            );
            found(moves && staff, HINT, "a place of work moves with its staff")
        }
        "online_shop" => {
            let sells = does("sell vendre verkaufen");
            let is_online = goal.words.iter().any(|word| has("online internet ligne web", word));
            found(sells && is_online, 5, "goods are sold online")
        }
        "service_business" => {
            found(is_service(goal), HINT, "time is sold on somebody's own account")
        }
        _ => None,
    }
}

/// Whether the goal says that nobody is paid for it.
fn is_given(goal: &Goal) -> bool {
    let gives = [
        "volunt",
        "ehrenamt",
        "bénévol",
        "gemeinnützig",
        "freiwillig",
        "charit",
        "solidair",
        "associatif",
    ];
    goal.words.iter().any(|word| gives.iter().any(|it| word.starts_with(it)))
}

/// Whether somebody goes into business alone: "go freelance", "selbstständig machen".
fn is_service(goal: &Goal) -> bool {
    const ALONE: &str = "freelance freelancer freelancing self-employed selbstständig selbständig freiberuflich free-lance \
        auto-entrepreneur micro-entreprise indépendant indépendante";
    goal.words.iter().any(|word| has(ALONE, word))
}

/// Whether what is done does not fit the kind, whatever the noun: "launch our protein bar" opens no bar,
/// "convert our farm to organic farming" builds nothing.
pub(super) fn speaks_against(archetype: &Archetype, goal: &Goal, noun: Option<&str>) -> bool {
    let does = |verbs: &str| goal.verbs.iter().any(|verb| has(verbs, verb));
    let at = |list: &str| goal.words.iter().position(|word| has(list, word));
    // Nobody founds what they have; volunteers sell no time.
    let owners = "our my unser unsere unserer unseren mein meine meinen notre nos mon ma";
    let founds = has("place service_business nonprofit online_shop", &archetype.id);
    let head = noun.and_then(|noun| noun.rsplit(' ').next());
    let is_noun = |word: &String| {
        head.is_some_and(|head| head.ends_with(word.as_str()) || word.ends_with(head))
    };
    // "our café", "our old paper bookshop".
    let is_owned =
        goal.words.iter().enumerate().any(|(at, word)| {
            has(owners, word) && goal.words.iter().skip(at + 1).take(3).any(is_noun)
        });
    if founds && is_owned && !does("open reopen eröffnen ouvrir") {
        return true;
    }
    match archetype.id.as_str() {
        "service_business" => is_given(goal),
        "place" => {
            let owned = at("our my unsere unseren notre nos");
            does("launch lancer") && owned.is_some_and(|at| at < 4) || is_given(goal)
        }
        "construction" => {
            // What it becomes is a way of working or a legal form, and no room.
            let forms =
                "cooperative co-op charity company nonprofit foundation platform app museum brand";
            let becomes = at("to into en zu").map(|at| &goal.words[at + 1..]);
            let is_form = |words: &[String]| {
                words
                    .iter()
                    .take(3)
                    .any(|word| word.ends_with("ing") && word.len() > 5 || has(forms, word))
            };
            does("convert transform turn transformer") && becomes.is_some_and(is_form)
        }
        _ => false,
    }
}
