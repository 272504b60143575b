//! Nouns for people, by their endings: whoever is counted does the work or is what it is done for.

use super::language::Language;

/// Things whose names end like those of people.
const THINGS: &str = "winter summer other another order after under over binder computer printer poster container laser newsletter flower tower chapter paper number meter kilometer boiler scooter \
    trailer server router tractor reactor elevator sensor motor monitor projector generator transformer counter filter folder locker \
    planter boulder shelter theater center order letter layer corner border river quarter semester register charger freezer \
    cooker heater mixer burner drawer cover dinner finger lever pier tier door floor error color mirror sector vector corridor author's \
    rotor conveyor tumbler timer buffer parameter liter litre barrier carrier crater sticker banner burger cracker cucumber pepper \
    tree degree committee coffee bee knee fee employee's rechner zimmer bücher häuser fenster teller räder bilder länder gläser drucker \
    motoren sensoren reaktoren generatoren traktoren monitoren projektoren transformatoren faktoren völker abende wochenende roller ordner eimer felder wälder dörfer blätter lieder sender körper fächer messer muster filme lager keller dächer bäder wörter \
    entretien lien bien maintien soutien ordinateur moteur capteur serveur papier dossier quartier atelier panier escalier restaurant couleur fleur valeur heure secteur \
    tracteur ascenseur palier chantier calendrier instant volant élément cahier pommier olivier rosier oranger clavier cellier";

/// Words for people that no ending tells.
const PEOPLE: &str = "sysadmin sysadmins dads mums moms pros extras grandparents student studentin praktikant praktikantin mates devs pals lads girls boys parents relatives marshals shepherds kids couples twins foremen clerks guides judges aides monks \
    azubis studis lehrer mann köpfe eltern verwandte verwandten enkel kollegen gesellen jungs mädels paare geschwister zwillinge hebammen väter mütter \
    filles garçons copains copines stagiaires arbitres frères sœurs cousins cousines apprentis adhérents jeunes agents guides moniteurs \
    notaires élus élues mécanos profs conjoints alternant alternants personne professionnels professionnelles internes retraités collègues potes camarades couples parents femmes hommes";

/// Whether a noun, in lower case, names people in that language.
pub(crate) fn is_person(noun: &str, language: Language) -> bool {
    let one = match language {
        Language::English => noun.strip_suffix('s').unwrap_or(noun),
        Language::German => noun.strip_suffix('n').unwrap_or(noun),
        Language::French => noun.trim_end_matches(['s', 'x']),
    };
    // German writes compounds as one word; elsewhere a driver is no river.
    let is_thing = |word: &str| {
        let is_it = |thing: &str| match language {
            Language::German => word.ends_with(thing),
            Language::English | Language::French => word == thing,
        };
        THINGS.split_whitespace().any(is_it)
    };
    if PEOPLE.split_whitespace().any(|it| it == noun) {
        return true;
    }
    if is_thing(one) || is_thing(noun) {
        return false;
    }
    let endings: &[&str] = match language {
        Language::English => &[
            "er", "or", "ist", "ian", "ee", "sultant", "sistant", "plicant", "countant", "migrant",
            "ticipant", "habitant", "man", "men", "woman", "women", "wive", "wife", "mate",
            "nurse", "chef", "youth",
        ],
        Language::German => &[
            "inne",
            "er",
            "ore",
            "leute",
            "kräfte",
            "kraft",
            "iste",
            "ente",
            "ante",
            "ärzte",
            "wälte",
            "eure",
            "ärztinne",
            "ende",
            "proband",
            "probande",
            "hilfe",
            "eri",
            "ori",
            "isti",
            "anti",
            "enti",
            "euri",
            "ärzti",
            "wälti",
        ],
        Language::French => &[
            "éen", "éenne", "eur", "euse", "rice", "ien", "ienne", "iste", "ant", "ante", "ier",
            "ière", "é", "ée",
        ],
    };
    noun.chars().count() > 4 && endings.iter().any(|ending| one.ends_with(ending))
}
