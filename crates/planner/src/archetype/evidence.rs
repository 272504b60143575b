//! What only facts and the whole goal can tell about the kind of a project, where no list of nouns knows
//! what it is about: people who move from one place to another, guests who are invited, staff that moves.

use super::Archetype;
use super::recognise::ENOUGH;
use crate::facts::{CountRole, Facts, MoneyRole, PlaceRole, Value, is_person};
use crate::goal::Goal;

/// Pieces of one kind that make a series.
const SERIES: u64 = 50;

/// Editions are no series production.
const EDITIONS: [&str; 4] = ["copies", "exemplaires", "exemplare", "episodes"];

/// What a stay is counted in.
const STAYS: &str = "week weekend day night fortnight month woche wochenende tag semaine jour";

/// Those who move with somebody.
const HOUSEHOLD: &str = "family partner wife husband kid child children household home flat cat dog kinder kindern familie frau mann famille";

fn has(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|it| it == word)
}

/// Points and the reason for a kind; `is_known` says that some kind knows the noun of the goal.
pub(super) fn by_facts(
    archetype: &Archetype,
    goal: &Goal,
    facts: &Facts,
    is_known: bool,
) -> Option<(u32, &'static str)> {
    let does = |verbs: &str| goal.verbs.iter().any(|verb| has(verbs, verb));
    let own_verb = goal.verbs.iter().any(|verb| archetype.verbs.contains(verb));
    let has_place = |role| facts.places().any(|(place, _)| place.role == role);
    let counts = |stems: &str| {
        let is_one = |of: &str| stems.split_whitespace().any(|stem| of.starts_with(stem));
        facts.counts().any(|(count, _)| is_one(&count.of))
    };
    // Weaker evidence counts only for something that no kind has a word for.
    let is_new_noun = !goal.objects.is_empty() && !is_known;
    let found = |is_it: bool, points: u32, reason: &'static str| is_it.then_some((points, reason));
    match archetype.id.as_str() {
        "relocation" => {
            let is_household =
                |object: &String| object.split([' ', '-']).any(|word| has(HOUSEHOLD, word));
            let is_people = goal.objects.is_empty() || goal.objects.iter().any(is_household);
            let is_staff = facts.team().is_some_and(|(count, _)| count > 5);
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
                ENOUGH,
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
                    && (is_made || is_new_noun && count.role == CountRole::Quantity)
            });
            found(own_verb && many, 5, "many of a kind are made")
        }
        "campaign" => {
            let raises = does("raise fundraise collect sammeln collecter lever");
            let first = facts.monies().next().is_some_and(|(_, fact)| fact.is_goal);
            found(raises && first, 5, "money is to be raised")
        }
        "place" => {
            let articles = "a an ein eine einen eines einer un une d'un d'une";
            let is_new = goal.words.iter().any(|word| has(articles, word));
            let has_rooms = facts.money(MoneyRole::Rent).is_some()
                || facts.place().is_some()
                || facts.facts.iter().any(|fact| matches!(fact.value, Value::Area { .. }))
                || counts("seat plätz sitzpl couvert room bed zimmer");
            let is_club =
                goal.words.iter().any(|word| has("association verein charity parish", word));
            let opens = does("open eröffnen ouvrir aufmachen")
                && is_new
                && has_rooms
                && is_new_noun
                && !is_club;
            found(opens, ENOUGH, "rooms are opened to customers")
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
            found(organises && invites && is_new_noun, ENOUGH, "guests are invited")
        }
        "software_product" => {
            let makes =
                does("build develop launch create release ship entwickeln bauen développer créer");
            let coders = counts("developer programmer entwickler développeur");
            let is_versioned = goal.words.windows(2).any(|pair| {
                pair[0] == "version" && pair[1].starts_with(|it: char| it.is_ascii_digit())
            }) || goal.words.iter().any(|word| word == "open-source");
            found(makes && coders && is_new_noun, ENOUGH, "developers build it").or(found(
                is_versioned && is_new_noun,
                ENOUGH,
                "software has versions",
            ))
        }
        "nonprofit" => {
            let founds = does(
                "found start set establish gründen aufbauen créer fonder open eröffnen ouvrir",
            );
            let helped = counts("volunteer ehrenamtlich freiwillig bénévole");
            found(founds && helped && is_new_noun, ENOUGH, "volunteers run it").or(found(
                founds && is_given(goal),
                ENOUGH + 1,
                "it is done without pay",
            ))
        }
        "office_move" => {
            let moves = does("move relocate umziehen verlegen déménager");
            let staff = counts(
                "employee staff mitarbeit beschäftigt angestellt salarié employé desk colleague person",
            );
            let is_open = is_new_noun || goal.objects.is_empty();
            found(moves && staff && is_open, ENOUGH, "a place of work moves with its staff")
        }
        "online_shop" => {
            let sells = does("sell vendre verkaufen");
            let is_online = goal.words.iter().any(|word| has("online internet ligne web", word));
            found(sells && is_online, ENOUGH + 1, "goods are sold online")
        }
        "service_business" => {
            found(is_service(goal, is_known), ENOUGH, "time is sold on somebody's own account")
        }
        _ => None,
    }
}

/// Whether the goal says that nobody is paid for it.
fn is_given(goal: &Goal) -> bool {
    let gives = ["volunt", "ehrenamt", "bénévol", "gemeinnützig", "freiwillig", "charit"];
    goal.words.iter().any(|word| gives.iter().any(|it| word.starts_with(it)))
}

/// "go freelance", "a dog-sitting business"; a roasting business makes things instead.
fn is_service(goal: &Goal, is_known: bool) -> bool {
    const ALONE: [&str; 9] = [
        " self-employed ",
        " selbstständig machen ",
        " selbständig machen ",
        " go freelance ",
        " à mon compte ",
        " free-lance ",
        " freiberuflich ",
        " auto-entrepreneur ",
        " micro-entreprise ",
    ];
    let all = format!(" {} ", goal.words.join(" "));
    let is_freelance =
        goal.verbs.iter().any(|verb| has("become go start set work devenir werden", verb))
            && goal.words.iter().any(|word| has("freelance freelancer freelancing", word));
    let is_alone = is_freelance || !is_known && ALONE.iter().any(|words| all.contains(words));
    let founds = goal
        .verbs
        .iter()
        .any(|verb| has("start found open launch set establish create run build", verb));
    let makes =
        "brewing roasting baking distilling printing farming manufacturing weaving building";
    let sells_time = goal.objects.iter().any(|object| {
        let mut words = object.rsplit(' ');
        let is_firm = has("business company service firm", words.next().unwrap_or_default());
        let what = words.next().unwrap_or_default();
        is_firm && what.ends_with("ing") && !makes.split(' ').any(|it| what.ends_with(it))
    });
    is_alone || founds && sells_time
}

/// Whether what is done does not fit the kind, whatever the noun: "launch our protein bar" opens no bar,
/// "convert our farm to organic farming" builds nothing.
pub(super) fn speaks_against(archetype: &Archetype, goal: &Goal, noun: Option<&str>) -> bool {
    let does = |verbs: &str| goal.verbs.iter().any(|verb| has(verbs, verb));
    let at = |list: &str| goal.words.iter().position(|word| has(list, word));
    // Nobody founds what they have; volunteers sell no time.
    let owners = "our my unser unsere unserer unseren mein meine meinen notre nos mon ma";
    let founds = has("place service_business nonprofit online_shop", &archetype.id);
    let is_noun = |word: &String| noun.is_some_and(|noun| noun.ends_with(word.as_str()));
    let is_owned = goal.words.windows(2).any(|pair| has(owners, &pair[0]) && is_noun(&pair[1]));
    if founds && is_owned && !does("open reopen eröffnen ouvrir") {
        return true;
    }
    match archetype.id.as_str() {
        "service_business" => is_given(goal),
        "place" => {
            let owned = at("our my unsere unseren notre nos");
            does("launch lancer") && owned.is_some_and(|at| at < 4)
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
