//! Traits: words of a prompt that bring work of their own. Kinds of projects name them in `when` and
//! `unless`.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::text::{is_denied, pattern};
use super::{Currency, Facts, Language, Money, MoneyRole, PlaceRole};
use crate::calendar::Country;

/// A trait and the words that show it.
const TRAITS: [(&str, &str); 59] = [
    (
        "food",
        "caf[ée]s?|restaurants?|bar|bistro|bakery|kitchen|ramen|pizza|food|cook|brunch|diner|deli|takeaway|pub|menu|patisserie|bäckerei|gaststätte|imbiss|küche|konditorei|boulangerie|brasserie|crêperie|ice cream|eisdiele",
    ),
    ("coffee", "coffee|espresso|caf[ée]|roastery|barista|kaffee"),
    ("repair", "repair|workshop|werkstatt|mechanics?|atelier|réparation|reparatur"),
    (
        "seats",
        "seats?|tables|covers|plätze|sitzplätze|couverts|restaurant|caf[ée]|bar|bistro|diner|pub",
    ),
    (
        "loan",
        "(?:an?|the|our|my|bank|business|[a-z]*euro|eur|gbp|usd) loan|bank|credit|mortgage|kredit|darlehen|prêt",
    ),
    (
        "accessibility",
        "wheelchair|accessib|barrier-free|disabled|walking frame|rollator|stairlift|rollstuhl|barrierefrei|fauteuil roulant|handicap",
    ),
    ("ai", "AI|artificial intelligence|machine learning|LLMs?|chatbot|language model"),
    (
        "alcohol",
        "alcohol|beers?|wines?|cocktails?|spirits|brewery|bier|wein|sekt|bière|buvette|vin d",
    ),
    ("bathroom", "bathroom|shower|badezimmer|badsanierung|dusche|salle de bains?|douche"),
    ("car", "car|driving licen[cs]e|führerschein|permis de conduire|voiture"),
    (
        "children",
        "children|kids?|daughters?|sons?|toddler|baby|teenagers?|minors|pupils|kinder|kindern|söhne|sohn|tochter|töchter|schüler|enfants?|fille|fils|élèves",
    ),
    (
        "data_in_union",
        "(?:in|inside|within) the (?:EU|European Union|EEA)|EU servers?|EU hosting|GDPR|DSGVO",
    ),
    (
        "donations",
        "donations?|donors?|crowdfund|fundrais|sponsors?|grants?|spenden|spende|sponsoren|dons|mécénat|subventions?|cagnotte",
    ),
    ("episodes", "podcast|episodes?|video series"),
    ("export", "export|customs|overseas shipping|ship abroad"),
    (
        "field_work",
        "field ?work|sampling|samples|specimens|expedition|feldforschung|probenahme|fouilles?",
    ),
    (
        "grant",
        "grants?|subsid(?:y|ies)|culture fund|funding body|Förderung|zuschuss|fördermittel|subvention|bourse",
    ),
    (
        "health",
        "patients?|medical|clinics?|health|hospitals?|therap|patienten|klinik|arztpraxis|krankenhaus|clinique|hôpital|santé",
    ),
    (
        "grounds",
        "carports?|sheds?|gartenhaus|gartenhäuser|pergola|greenhouses?|gewächshaus|abri de jardin|serre|school ?yards?|playgrounds?|courtyards?|car parks?|fences?|(?:bike|cycle|foot) ?paths?|(?:foot|pedestrian )?bridges?|skate ?parks?|jett(?:y|ies)|pontoons?|piers?|slipways?|boardwalks?|steg|bootssteg|ponton|sports? (?:ground|field|court)s?|football pitch|ponds?|schulhofs?|schulhöfe|spielpl[aä]tze?s?|zaun|brücke|parkplatz|bolzplatz|aire de jeux|cour d'école|clôture|passerelle",
    ),
    ("heating", "heat pump|boiler|heating|wärmepumpe|heizung|chauffage|pompe à chaleur|chaudière"),
    (
        "home_first",
        "(?:rent|sign|find|buy|need) (?:a|an|the|our) (?:[\\w-]+ )?(?:flat|house|home|apartment)[^.;]{0,40} (?:before|by|until)",
    ),
    (
        "job_kept",
        "keep (?:my|our|the|his|her)(?: \\w+)? (?:jobs?|work|position)|retire|retirement|pensioner|rentner|ruhestand|betreute|pflegeheim|seniorenheim|altersheim|care home|nursing home|assisted living|maison de retraite|ehpad|retraite",
    ),
    (
        "job_secured",
        "new job|job offer|(?:my|our) employer (?:is )?(?:sends|sending|transfers)|being transferred|job starts",
    ),
    ("job_wanted", "(?:find|looks? for|looking for|needs?|seeks?) (?:a |new )?(?:job|work)"),
    (
        "keep_furniture",
        "ship (?:the|our|all)[^.;]{0,20}(?:furniture|household)|take (?:all )?(?:the|our) furniture|not sell (?:it|them|the furniture)",
    ),
    ("kitchen", "kitchen|küche|cuisine"),
    (
        "listed",
        "listed building|heritage|protected building|denkmalschutz|denkmalgeschützt|monument historique|classée?",
    ),
    (
        "landlord_waits",
        "landlord (?:wants|needs|expects|asks|waits|gives)|answer to the landlord|tell the landlord",
    ),
    (
        "live_in",
        "live in the (?:house|flat) during|stay in the (?:house|flat) during|while we live",
    ),
    ("mobile", "iOS|Android|iPhone|app stores?|mobile app|handy-app|application mobile"),
    (
        "music",
        "music|bands?|concert|DJ|choir|orchestra|musik|kapelle|konzert|kirchenchor|orchester|musique|groupe|chorale|fanfare",
    ),
    ("notice_period", "notice period|months' notice|weeks' notice|months notice|kündigungsfrist"),
    ("offline", "offline|without (?:an? )?(?:internet|network|connection)"),
    (
        "outdoor",
        "festivals?|parades?|marathon|flea market|flohmarkt|straßenlauf|umzug|vide-grenier|brocante|carnaval|outdoors?|open-air|street|park|garden party|beach|field|im freien|straßenfest|garten|wiese|plein air|rue|jardin|parc|plage",
    ),
    (
        "partner",
        "my (?:partner|wife|husband|spouse)|our (?:[a-z]+ )?(?:kids|children|family|sons?|daughters?)|mein (?:mann|partner)|meine (?:frau|partnerin)|mon (?:mari|conjoint|compagnon)|ma (?:femme|compagne)",
    ),
    ("payments", "payments?|subscriptions?|checkout|billing|pay online|invoices?"),
    ("personal_data", "accounts?|login|profiles?|personal data|sign up|GDPR|patients?|members?"),
    ("pilot", "pilot"),
    ("pets", "dogs?|cats?|pets?|hund|katze|chiens?"),
    (
        "form_there",
        r"(?:our|the|this|unser|unsere[rsn]?|der|dem|dieser|als|notre|l['’]|la|we are an?) ?(?:[\w-]+ ){0,2}(?:association|club|charity|parish|choir|school|foundation|co-?operative|society|\w*verein|gemeinde|pfarrei|genossenschaft|stiftung|chor|schule|paroisse|chorale|amicale|fondation|coopérative|école)",
    ),
    (
        "print",
        "print(?:ed|ing)?|paperback|hardcover|copies|gedruckt|druckerei|auflage|exemplare|imprim",
    ),
    (
        "private",
        "birthday|geburtstag|anniversaire|baby shower|leaving do|farewell|abschiedsfeier|kindergarten|kita|nursery|bbq|barbecue|grillfest|grillabend|garden party|at home|at ours|zuhause|zu hause|chez nous|à la maison|in (?:the|our|my) garden|housewarming|einweihungsfeier|crémaillère|stag (?:do|party|night|weekend)|hen do|bachelor|polterabend|enterrement de vie|reunion|klassentreffen|family (?:party|dinner|reunion)|familienfeier|familientreffen|fête de famille|cousinade|potluck|christening|taufe|baptême|konfirmation|communion|jugendweihe|bar mitzvah|(?:my|mum's|dad's|mom's) (?:mum|mom|dad|mother|father|parents|wife|husband|son|daughter)|(?:\\w+s|meine[rs]?|unsere[rs]?) (?:mutter|vater|eltern|sohn|tochter|oma|opa)|mes parents|ma (?:mère|fille)|mon (?:père|fils|mari)|(?:40|50|60|70|75|80|90|100)th",
    ),
    ("recognition", "recogni[sz]ed?|recognition of|licen[cs]e to practi[cs]e"),
    ("remote_work", "remote(?:ly)?|work from home|freelanc|homeoffice|télétravail"),
    (
        "conversion",
        "(?:turn|convert|transform)(?:s|ing|ed)? .{3,60}? into|disused|derelict|abandoned|former (?:dairy|laundry|shop|school|barn|bank|church|station|factory|pub|mill|post office|bakery|garage|stable|warehouse|butcher)|umbauen|umnutzen|leerstehende[nrs]?|ehemalige[nrs]? (?:\\w+)|ausgediente[nrs]?|désaffectée?|transformer .{3,60}? en|ancien(?:ne)? (?:laiterie|laverie|école|grange|banque|église|gare|usine|garage|boucherie|moulin|atelier)",
    ),
    (
        "performance",
        "concerts?|gigs?|performances?|recitals?|matches|konzerte?|auftritte?|spektakel|concerts|représentations?",
    ),
    (
        "unpaid",
        "volunteers?|voluntary|unpaid|nobody is paid|ehrenamtlich|freiwillige|bénévole|neighbours|neighbors|nachbar|voisins|parents' association|pensioners|in (?:my|our) (?:free|spare) time|side job|beside (?:my|the) job|nebenbei|nebenberuflich|saturdays|sundays|weekends|samstags|le week-end",
    ),
    (
        "shares",
        "community shares?|share offer|member shares?|genossenschaftsanteile?|anteile zeichnen|geschäftsanteile?|parts? sociales?|souscription de parts",
    ),
    (
        "purchase",
        "freehold|purchase price|buy (?:the|our|a|an) (?:[\\w'-]+ ){0,4}(?:pub|inn|building|house|farm|shop|mill|hall|church|school|site|plot|land|forest|wood|field)|kaufpreis|gebäude kaufen|haus kaufen|hof kaufen|prix d'achat|acheter (?:le|la|un|une) (?:\\w+ ){0,3}(?:bâtiment|maison|ferme|terrain|local|bar|café)",
    ),
    (
        "nothing_sold",
        "nothing (?:is |to be |will be )?(?:for sale|sold)|no sales|we sell nothing|sells nothing|nichts (?:wird )?verkauft|kein(?:en)? verkauf|rien à vendre|ne vendons rien",
    ),
    (
        "certificate",
        "certif|ISO|audit|accredit|akkredit|zertifi|label|TÜV|BRC|IFS|SOC 2|habilitation|norme",
    ),
    (
        "new_build",
        "new[- ]build|newly built|neubau|construction neuve|build (?:a|an|our|the) (?:new )?(?:\\w+ )?(?:house|home|hall|school|station|clubhouse|kindergarten|nursery|sauna|stable|boathouse)|(?:new|neue[snr]?|nouvelle|nouveau) (?:\\w+ )?(?:fire station|feuerwache|feuerwehrhaus|gerätehaus|halle|sporthalle|clubhouse|vereinsheim|kindergarten|kita|caserne|salle des fêtes|gymnase)",
    ),
    (
        "premiere",
        "premiere|premiere|première|uraufführung|cinema|kino|cinéma|screening|vorführ|projection|festival",
    ),
    (
        "subjects",
        "participants?|patients?|interviews?|surveys?|questionnaires?|people|students|pupils|children|families|residents|teilnehm|proband|befrag|schüler|interviewt|participants|enquête|entretiens|élèves|personnes|habitants|classes",
    ),
    ("terrace", "terrace|outdoor seating|sidewalk|pavement tables"),
    (
        "solar",
        "solar|photovoltaic|heat pump|insulation|photovoltaik|solaranlage|wärmepumpe|dämmung|panneaux solaires",
    ),
    (
        "structural",
        "extension|roof|windows?|loft|attic|structural|fa[cç]ade|foundations?|storey|wall|dach|dachstuhl|fenster|fassade|anbau|dachausbau|toiture|toit|fenêtres?|façade|charpente",
    ),
    (
        "thesis",
        "PhD|thesis|theses|dissertation|papers|doktorarbeit|masterarbeit|bachelorarbeit|thèse|mémoire",
    ),
    ("wiring", "rewir|wiring|electrics|electrical|elektrik|elektro|électricité"),
];

/// Traits whose words mean something else beside these: animals have no health records of people, and what is still to
/// be founded is not there.
const UNLESS: [(&str, &str); 11] = [
    ("form_there", "register the "),
    ("form_there", "registration of the "),
    ("form_there", "found a"),
    ("form_there", "set up a"),
    ("form_there", "verein gründen"),
    ("form_there", "genossenschaft gründen"),
    ("form_there", "créer une association"),
    ("health", "veterinar"),
    ("health", "vétérin"),
    ("health", "tierarzt"),
    ("health", "tierärzt"),
];

/// Traits that follow from other facts.
#[cfg(test)]
const DERIVED: [&str; 5] = ["rooms_only", "within_union", "within_country", "small", "travels"];

/// Whether a trait of that name is looked for.
#[cfg(test)]
pub(crate) fn is_trait(name: &str) -> bool {
    TRAITS.iter().any(|(feature, _)| *feature == name)
        || DERIVED.contains(&name)
        || super::there::is_trait(name)
}

static PATTERNS: LazyLock<Vec<(&'static str, Regex)>> = LazyLock::new(|| {
    let compile = |(name, words): (&'static str, &str)| {
        // Capitals matter where a word in capitals is an abbreviation.
        let flags = if words.starts_with("AI") { "" } else { "(?i)" };
        (name, pattern(&format!(r"{flags}\b(?P<word>{words})(?P<end>\w{{0,3}})\b")))
    };
    TRAITS.into_iter().map(compile).collect()
});

/// Whether an ending makes another form of a word, and not another word: a barn is no bar, "sonst" no son.
fn is_form(word: &str, end: &str) -> bool {
    match word.chars().count() {
        0..=3 => ["", "s"].contains(&end),
        4 => ["", "s", "e", "n", "en", "er", "es"].contains(&end),
        _ => true,
    }
}

/// Euros below which a project has no departments, partners and boards, and people above which it is no small one.
const LITTLE: f64 = 10_000.0;
const MANY: u64 = 200;

/// Whether a project is small: by its money, else by what its customers pay, else by those who do it.
fn is_small(facts: &Facts, traits: &[String]) -> bool {
    let is_private = || traits.iter().any(|it| it == "private" || it == "unpaid");
    let euros = |money: &Money| money.amount as f64 / money.currency.rate();
    let budget = facts.budget().map(|it| it.amount as f64 / it.currency.rate());
    let paid = || {
        let (price, heads) = (facts.price()?.0, facts.audiences()?);
        price.period.is_none().then(|| euros(price) * heads as f64)
    };
    match budget.or_else(paid) {
        Some(euros) => euros < LITTLE,
        None => is_private() && facts.audiences().is_none_or(|people| people < MANY),
    }
}

/// The country that those who write live in, as far as language and money tell.
fn home(facts: &Facts) -> Option<Country> {
    let money = facts.currency().and_then(Currency::country);
    match facts.language {
        Language::German => money.or(Some(Country::Germany)),
        Language::French => money.or(Some(Country::France)),
        Language::English => money,
    }
}

/// The traits of a prompt.
pub(super) fn read(prompt: &str, facts: &Facts) -> Vec<String> {
    let lower = prompt.to_lowercase();
    let mut traits: Vec<String> = Vec::new();
    for (name, pattern) in PATTERNS.iter() {
        if UNLESS.iter().any(|(other, word)| other == name && lower.contains(word)) {
            continue;
        }
        let is_meant = |hit: Captures<'_>| {
            is_form(&hit["word"], &hit["end"])
                && !is_denied(prompt, hit.get(0).map_or(0, |whole| whole.start()))
        };
        if pattern.captures_iter(prompt).any(is_meant) {
            traits.push((*name).to_owned());
        }
    }
    let is_lent = facts.money(MoneyRole::Loan).is_some();
    if is_lent && !traits.iter().any(|it| it == "loan") {
        traits.push("loan".to_owned());
    }
    let has = |name: &str, traits: &[String]| traits.iter().any(|it| it == name);
    let rooms = ["kitchen", "bathroom", "wiring", "heating"];
    if !has("structural", &traits) && rooms.iter().any(|name| has(name, &traits)) {
        traits.push("rooms_only".to_owned());
    }
    let country = |role| facts.places().find(|(place, _)| place.role == role)?.0.country;
    let ends = country(PlaceRole::Origin).zip(country(PlaceRole::Destination));
    if ends.is_some_and(|(from, to)| super::is_in_union(from) && super::is_in_union(to)) {
        traits.push("within_union".to_owned());
    }
    // Who names no place to leave stays where their language is spoken.
    let goes_far = ends.map_or_else(
        || facts.place().and_then(|it| it.country) != home(facts),
        |(from, to)| from != to,
    );
    if !goes_far {
        traits.push("within_country".to_owned());
    }
    if super::place::movement(prompt) == "travels" {
        traits.push("travels".to_owned());
    }
    if is_small(facts, &traits) {
        traits.push("small".to_owned());
    }
    traits
}

#[cfg(test)]
mod tests {
    use crate::calendar::Date;
    use crate::facts::read;

    #[test]
    fn other_words_with_the_same_beginning_are_no_traits() {
        let has =
            |prompt: &str, name: &str| read(prompt, Date::new(2026, 11, 16).unwrap()).has(name);
        assert!(!has("Die Oma zieht um, sonst ist der Platz weg.", "children"));
        assert!(has("We move with two sons.", "children"));
        assert!(!has("Convert the barn into a studio.", "food"));
    }

    #[test]
    fn what_its_customers_pay_says_whether_a_project_is_small() {
        let has = |prompt: &str| read(prompt, Date::new(2026, 11, 16).unwrap()).has("small");
        assert!(has("A pottery course with 8 places, fee 210 EUR."));
        assert!(!has("A conference for 400 guests, ticket 210 EUR."));
    }
}
