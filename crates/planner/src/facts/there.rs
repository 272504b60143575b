//! What a prompt says is there already: rooms that are lent, a lease that is signed, a permit that is granted. Such
//! things become traits (`rooms_there`), and no kind of project plans them again.

use std::sync::LazyLock;

use regex::Regex;

use super::text::{is_in, last_words};
use super::{CountRole, Fact, Facts, MoneyRole};

/// Things and the words for them.
const THINGS: [(&str, &str); 11] = [
    (
        "rooms_there",
        "rooms?|premises|shop|unit|hall|space|studio|workshop|barn|garage|kitchen|site|plot|lease|cupboard|building|räume?n?|raum|laden|ladenlokal|halle|werkstatt|scheune|küche|stellplatz|mietvertrag|gemeindehaus|grundstück|local|locaux|salle|atelier|grange|cuisine|terrain|bail|boutique",
    ),
    (
        "venue_there",
        "venue|hall|halls|rooms?|church|castle|garden|marquee|gym|saal|halle|turnhalle|kirche|schloss|festplatz|gemeindehaus|vereinsheim|location|salle|château|église|grange|domaine|gymnase",
    ),
    (
        "permit_there",
        "permits?|permission|licen[cs]es?|approval|closure|genehmigung|baugenehmigung|erlaubnis|konzession|permis|autorisation|agrément",
    ),
    (
        "partner_there",
        "partner|agency|contractors?|builders?|supplier|provider|architect|printer|caterer|consultant|agentur|dienstleister|handwerker|firma|architekt(?:in)?|druckerei|lieferant|anbieter|agence|prestataire|entreprise|architecte|imprimeur|traiteur|fournisseur",
    ),
    (
        "goods_there",
        "stock|goods|pieces|products|inventory|collection|range|ware|waren|lager|sortiment|produkte|marchandise|produits|stocks?",
    ),
    (
        "text_there",
        "script|screenplay|manuscript|texts?|recipes|draft|drehbuch|manuskript|texte?|rezepte|scénario|manuscrit|textes",
    ),
    ("design_there", "prototype|design|drawings|plans|prototyp|entwurf|pläne|prototype|plans"),
    ("home_there", "flat|house|home|apartment|wohnung|haus|zimmer|appartement|maison|logement"),
    (
        "travel_there",
        "flights?|hotel|hostel|train tickets|cabins?|flüge?|hotel|unterkunft|vols?|hôtel|gîte|billets",
    ),
    (
        "team_there",
        "team|staff|colleague|trainers?|teachers?|volunteers|driver|kollegin|trainerin(?:nen)?|lehrkräfte|ehrenamtliche|formateurs|équipe|bénévoles",
    ),
    ("offers_there", "quotes?|offers?|tenders?|angebote?|devis"),
];

/// Words that say it: possession, gift, a deed that is done.
const STATES: &str = "booked|reserved|signed|granted|approved|awarded|found|rented|leased|bought|paid|chosen|selected|hired|agreed|promised|commissioned|contracted|finished|written|tested|ready|collected|ours|lends?|lent|lets? us|gives? us|given|donated|exists?|in place|in hand|are in|have|has|own|owns|got|free|for free|free of charge|gebucht|reserviert|unterschrieben|bewilligt|genehmigt|erteilt|gefunden|gemietet|gekauft|bezahlt|beauftragt|fertig|geschrieben|getestet|vorhanden|zugesagt|zugesichert|versprochen|gesammelt|haben|habe|hat|gehört|leiht|geschenkt|steht bereit|stellt uns|zur verfügung|kostenlos|mietfrei|nötig|réservée?s?|signée?s?|accordée?s?|obtenue?s?|trouvée?s?|louée?s?|achetée?s?|payée?s?|choisie?s?|recrutée?s?|finie?s?|écrite?s?|testée?s?|prêtée?s?|prête|offerte?s?|promise?s?|disponibles?|à disposition|avons|appartient|gratuite?s?|gratuitement";

/// Words of what is still to come, and of what is not there.
const OPEN: &str = r"must|needs?|wants?|should|would|could|might|may not|to be|have to|has to|to find|looking for|not|no longer|if|until|apply|applied|hope|will be|soll|sollen|muss|müssen|möchten?|wollen|suchen?|noch|nicht|falls|beantragt|hoffen|werden|doit|doivent|faut|cherchons|cherche|pas encore|à trouver|demandée?s?|espérons|si";

/// A permit that nobody needs is as good as one that is there.
const NEEDLESS: &str = r"(?i)\b(?:no (?:\w+ )?(?:permit|permission|licen[cs]e)s? (?:is |are )?(?:needed|required|necessary)|keine (?:\w+ )?genehmigung (?:ist )?(?:nötig|erforderlich)|genehmigungsfrei|sans permis|aucun permis)\b";

/// Nobody is to be hired.
const NO_STAFF: &str = r"(?i)\b(?:(?:no|not any|without) (?:paid |employed )?(?:staff|employees?|hiring|wages)|(?:don't|do not|won't|will not|not) (?:hire|employ)|not hiring|kein(?:e|en)? (?:angestellten?|personal|mitarbeiter|beschäftigten)|ohne (?:personal|angestellte|mitarbeiter)|stellen niemanden? (?:ein|an)|(?:pas de|aucun|sans) (?:salariée?s?|employée?s?|personnel)|(?:n['’]embauch\w+|n['’]emploi\w+) (?:personne|pas))\b";

/// Rooms that cost no rent.
const RENT_FREE: &str = r"(?i)\b(?:rent-?free|no rent|without rent|keine miete|mietfrei|pas de loyer|sans loyer|in the (?:parish|village|church|community|school|club) (?:hall|house|centre|center|room)|im (?:\w+ )?(?:gemeindehaus|pfarrheim|pfarrsaal|vereinsheim|bürgerhaus|jugendhaus|gemeindezentrum)|in (?:our|my) (?:own )?(?:\w+ )?(?:hall|barn|garage|house|basement|shed|clubhouse|church|school|kitchen)|in unsere[rm] (?:\w+ )?(?:garage|scheune|halle|haus|keller|werkstatt|gemeindehaus|vereinsheim)|dans (?:notre|mon|ma) (?:\w+ )?(?:salle|garage|grange|maison|local|église))\b";
const GIVEN: &str = r"(?i)\b(?:lends?|lent|lets? us|gives? us|for free|free of charge|may use|can use|leiht|kostenlos|mietfrei|stellt|prête|prêtée?s?|gratuite?s?|gratuitement|à disposition)\b";

/// Where somebody invites to what is theirs: "in my parents' garden", "im Garten meiner Eltern".
const AT_HOME: &str = r"(?i)\b(?:(?:parents|grandparents|in-laws|family|brother|sister|uncle|aunt|friend)s?['’]s? (?:garden|farm|house|barn)|(?:garden|farm|house|barn) of (?:my|our)|im (?:garten|haus|hof) (?:meiner|unserer|der) \p{L}+|auf dem hof (?:meiner|unserer)|dans (?:le jardin|la ferme|la maison) (?:de mes|de nos|des|de ma|de mon))\b";

/// Buildings that somebody may lend for something new.
const BUILDINGS: &str = "laundry|chapel|mill|station|school|library|depot|shed|stables?|bakery|warehouse|basement|cellar|ground floor|house|wäscherei|kapelle|mühle|bahnhof|schule|keller|erdgeschoss|école|chapelle|moulin|gare|cave|laverie|maison";

/// Whoever turns rooms into something has them.
const CONVERTED: &str = r"(?i)\b(?:(?:turn|convert|transform)(?:ing)?\b[^.;:]{3,60}\binto\b|transformer\b[^.;:]{3,60}\ben une?\b|aus (?:de[mr]|eine[mr]|unsere[mr])\b[^.;:]{3,60}\b(?:machen|wird)\b)";

/// A lease that begins on its day is signed or as good as that.
const LEASE: &str = r"(?i)\b(?:(?:the|our|my) (?:new )?(?:lease|tenancy|rent) (?:starts|begins|runs from|is from)|(?:der|unser|mein) (?:neue )?mietvertrag (?:beginnt|läuft ab|startet)|mietbeginn (?:ist )?(?:am|ab)|(?:le|notre|mon) (?:nouveau )?bail (?:commence|débute|prend effet|court))\b";

/// Words of people who are still to be found.
const HIRED: &str = "hire|hiring|recruit|employ|staff|barista|cook|chef|waiter|einstell|personal|mitarbeit|angestellt|köche|embauch|recrut|salarié|employé|cuisinier|serveur";

static PATTERNS: LazyLock<Vec<(&'static str, Regex)>> =
    LazyLock::new(|| THINGS.into_iter().map(|(name, words)| (name, pattern(words))).collect());
static BUILDING: LazyLock<Regex> = LazyLock::new(|| pattern(BUILDINGS));
static STATE: LazyLock<Regex> = LazyLock::new(|| pattern(STATES));
static NOT_YET: LazyLock<Regex> = LazyLock::new(|| pattern(OPEN));
static NOBODY_HIRED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(NO_STAFF).expect("the pattern is valid"));
static GIFT: LazyLock<Regex> = LazyLock::new(|| Regex::new(GIVEN).expect("the pattern is valid"));
static FREE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(RENT_FREE).expect("the pattern is valid"));
static HOME: LazyLock<Regex> = LazyLock::new(|| Regex::new(AT_HOME).expect("the pattern is valid"));
static CONVERSION: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(CONVERTED).expect("the pattern is valid"));
static LEASED: LazyLock<Regex> = LazyLock::new(|| Regex::new(LEASE).expect("the pattern is valid"));
static NO_PERMIT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(NEEDLESS).expect("the pattern is valid"));

fn pattern(words: &str) -> Regex {
    Regex::new(&format!(r"(?i)\b(?:{words})\b")).expect("the pattern is valid")
}

/// The names of all traits of this sort.
#[cfg(test)]
pub(super) fn is_trait(name: &str) -> bool {
    THINGS.iter().any(|(thing, _)| *thing == name) || ["rent_free", "money_there"].contains(&name)
}

/// What there is already, as traits of a prompt.
pub(super) fn read(prompt: &str, facts: &Facts) -> Vec<String> {
    let mut traits: Vec<String> = Vec::new();
    let mut add = |name: &str| {
        if !traits.iter().any(|it| it == name) {
            traits.push(name.to_owned());
        }
    };
    for clause in clauses(prompt) {
        let is_there = STATE.is_match(clause) && !NOT_YET.is_match(clause);
        for (name, _) in PATTERNS.iter().filter(|(_, it)| is_there && it.is_match(clause)) {
            add(name);
        }
        let is_room = PATTERNS[0].1.is_match(clause) || BUILDING.is_match(clause);
        if FREE.is_match(clause) || is_room && GIFT.is_match(clause) && !NOT_YET.is_match(clause) {
            add("rent_free");
            add("rooms_there");
        }
        if HOME.is_match(clause) {
            add("venue_there");
        }
        if NO_PERMIT.is_match(clause) {
            add("permit_there");
        }
    }
    let is_rented = facts.area().is_some() && facts.money(MoneyRole::Rent).is_some();
    if is_rented || LEASED.is_match(prompt) || CONVERSION.is_match(prompt) {
        add("rooms_there");
    }
    let lower = prompt.to_lowercase();
    let is_wanted = |fact: &Fact| {
        let before = last_words(&prompt[..fact.offset], 3);
        before.iter().any(|word| is_in("need|needs|for|brauchen|suchen|cherchons|faut", word))
    };
    let mut team = facts.counts().filter(|(count, _)| count.role == CountRole::Team);
    let is_counted = team.any(|(_, fact)| !is_wanted(fact));
    let is_alone = NOBODY_HIRED.is_match(prompt);
    if is_alone || is_counted && !HIRED.split('|').any(|word| lower.contains(word)) {
        add("team_there");
    }
    let is_asked = ["loan", "grant", "donations"].iter().any(|name| facts.has(name));
    if facts.budget().is_some() && !is_asked {
        add("money_there");
    }
    traits
}

/// The parts of a prompt between marks; a mark between digits is part of a number.
fn clauses(prompt: &str) -> impl Iterator<Item = &str> {
    prompt.split(['.', ';', ':', '\n', '!', '?', '(', ')', '–', '—']).flat_map(|it| it.split(", "))
}

#[cfg(test)]
mod tests {
    use crate::calendar::Date;
    use crate::facts::read;

    #[track_caller]
    fn has(prompt: &str, name: &str) -> bool {
        read(prompt, Date::new(2026, 11, 16).unwrap()).has(name)
    }

    #[test]
    fn what_the_prompt_has_is_there() {
        for (prompt, name) in [
            ("The lease for 65 m² is signed.", "rooms_there"),
            ("We found premises of 90 m2 for 1,100 EUR a month.", "rooms_there"),
            ("Turn a former bank branch in Stirling into a bouldering gym.", "rooms_there"),
            ("The city lends us the room for free.", "rent_free"),
            ("Pas d'alcool, pas de salarié la première année.", "team_there"),
            ("A kiosk in Leith, we don't hire anybody.", "team_there"),
            ("The old laundry stands empty and the town lets us have it for nothing.", "rent_free"),
            ("Der Verein stellt uns einen Raum kostenlos zur Verfügung.", "rent_free"),
            ("La salle est prêtée par la mairie.", "rooms_there"),
            ("A bar; the lease starts on 1 March 2027 and we must open in June.", "rooms_there"),
            ("The permit was granted in September 2026.", "permit_there"),
            ("Für das Carport ist keine Genehmigung nötig.", "permit_there"),
            ("Le château est réservé pour le 12 juin.", "venue_there"),
            ("Wir heiraten im Garten meiner Eltern bei Freiburg.", "venue_there"),
            ("A party in my parents' garden.", "venue_there"),
            ("A toy library in the parish hall in Ghent.", "rooms_there"),
            (
                "Der Implementierungspartner SNP ist beauftragt, die Agentur ist gebucht.",
                "partner_there",
            ),
            ("Le scénario est écrit.", "text_there"),
            ("The prototype is tested.", "design_there"),
            ("Die Wohnung habe ich schon.", "home_there"),
        ] {
            assert!(has(prompt, name), "{prompt}");
        }
    }

    #[test]
    fn what_is_still_to_come_is_not_there() {
        for (prompt, name) in [
            ("We want to find a room.", "rooms_there"),
            ("The permit must be granted before May.", "permit_there"),
            ("Noch haben wir keinen Raum.", "rooms_there"),
            ("La salle doit être réservée.", "venue_there"),
            ("We need two trainers.", "team_there"),
        ] {
            assert!(!has(prompt, name), "{prompt}");
        }
    }
}
