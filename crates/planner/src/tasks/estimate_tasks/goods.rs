//! What prompts call the things that templates buy, in three languages.

/// A word of a template and the words of prompts that mean it.
const GOODS: [(&str, &str); 28] = [
    ("advertising", "marketing publicity promotion werbung publicité"),
    ("alterations", "ausbau umbau aménagement travaux"),
    ("conference", "tagung konferenz congrès"),
    ("dinner", "food catering meals essen verpflegung speisen repas nourriture traiteur"),
    ("dress", "suit kleid anzug robe costume"),
    ("equipment", "geräte ausstattung matériel"),
    ("finishes", "fassade façade facade"),
    ("fit-out", "ausbau umbau aménagement travaux"),
    ("flowers", "blumen fleurs"),
    ("food", "meals catering essen verpflegung repas nourriture"),
    ("freight", "shipping fracht versand fret transport"),
    ("insurance", "versicherung versicherungen assurance assurances"),
    ("kitchen", "küche cuisine"),
    ("licences", "licenses lizenzen licence"),
    ("machines", "maschinen"),
    ("material", "materials consumables verbrauchsmaterial gartenmaterial fournitures"),
    ("music", "musik musique"),
    ("network", "informatique edv it-technik"),
    ("permit", "genehmigung genehmigungen autorisation autorisations"),
    ("photographs", "photographer fotograf fotografin fotos photographe"),
    ("print", "printing handouts flyers druck impression"),
    ("publication", "veröffentlichung publications"),
    (
        "removal",
        "mover movers van umzug umzugsfirma möbelwagen déménageur déménageurs déménagement",
    ),
    ("repairs", "reparatur reparaturen réparations"),
    ("roof", "dach toit toiture"),
    ("tent", "marquee zelt chapiteau tente"),
    ("tools", "werkzeug werkzeuge outils outillage"),
    ("training", "schulung schulungen formation formations"),
];
/// Words for the way there, which templates call so.
const WAY: &str = "train trains flight flights zug bahn flug flüge anreise billets avion trajet";

/// Whether a word of a prompt means what a word of a template names.
pub(super) fn is_called(named: &str, word: &str) -> bool {
    let has = |all: &str| all.split(' ').any(|it| it == word);
    named == "way" && has(WAY) || GOODS.iter().any(|(name, all)| *name == named && has(all))
}
