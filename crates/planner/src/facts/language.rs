//! The language of a prompt, by its smallest words.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Languages whose dates and amounts are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// English, and everything that is not one of the others.
    #[default]
    English,
    /// German.
    German,
    /// French.
    French,
}

const ENGLISH: &str = "a an the and or of to in for with we our my i by on at from is are must will be before until it this \
    that have has want plan open build start between within per each not no january february march may june july october december \
    budget people weeks months days year";
const GERMAN: &str = "und oder ich wir der die das den dem des ein eine einen einem einer eines mit für im in am zum zur bis von vom \
    zu nicht kein keine soll sollen muss müssen auf unser unsere unserer unseren mein meine ab nach bei aus über an als wird werden \
    euro spätestens höchstens mindestens ohne pro zwischen eröffnen gründen entwickeln umbauen januar februar märz mai juni juli \
    oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag woche wochen monat monate monaten jahr jahre tage \
    stunden personen gäste gästen mitarbeiter ende anfang mitte jahresende stück";
const FRENCH: &str = "et ou je nous le la les un une des du de d l à au aux en dans avec pour par sur chez est sont doit doivent notre \
    nos mon ma mes avant après dès près fin début entre mi que qui ne pas janvier février mars avril mai juin juillet août septembre \
    octobre novembre décembre lundi mardi mercredi jeudi vendredi samedi dimanche semaine semaines mois jours euros personnes ouvrir \
    créer organiser rénover voulons veux invités";

/// Small words of Spanish, Italian, Portuguese, Dutch, Polish and the Nordic languages that the three above lack.
const OTHERS: &str = "el los las del y con por para una que es como muy pero hay queremos quiero años il gli della dei nel sono che non di \
    per vogliamo voglio anni o os uma não com em do da dos queremos quero anos het een van voor met op zijn wij ons niet naar ik uit \
    w z na jest się nie dla chcę chcemy i og er på til vi ikke som att och för är den";

/// Whether a prompt is in a language that is not read: other letters, or the small words of another language.
pub(super) fn is_foreign(prompt: &str) -> bool {
    let letters = prompt.chars().filter(|it| it.is_alphabetic());
    let foreign = letters.clone().filter(|&it| it > '\u{24f}' && !"’ſẞ".contains(it)).count();
    if foreign * 3 > letters.count() {
        return true;
    }
    let lower = prompt.to_lowercase();
    let words: Vec<&str> =
        lower.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty()).collect();
    let count = |small: &str| {
        words.iter().filter(|word| small.split_whitespace().any(|it| it == **word)).count()
    };
    let known = count(ENGLISH).max(count(GERMAN)).max(count(FRENCH));
    words.len() > 6 && count(OTHERS) > known && count(OTHERS) * 8 > words.len()
}

impl Language {
    /// The language whose small words are most frequent; English where no other leads.
    pub fn of(prompt: &str) -> Self {
        let lower = prompt.to_lowercase();
        let words: Vec<&str> = lower
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|it| !it.is_empty())
            .collect();
        let count = |small: &str| {
            let is_small = |word: &&&str| small.split_whitespace().any(|it| it == **word);
            words.iter().filter(is_small).count()
        };
        // German compounds and umlauts, French accents: letters that English has none of.
        let marked = |letters: &str| {
            let is_marked = |word: &&&str| word.chars().any(|letter| letters.contains(letter));
            words.iter().filter(is_marked).count()
        };
        let english = count(ENGLISH);
        let german = count(GERMAN) + marked("äöüß");
        let french = count(FRENCH) + marked("éèêàçœù");
        if german > english && german > french {
            Self::German
        } else if french > english && french >= german {
            Self::French
        } else {
            Self::English
        }
    }

    /// Says in this language that what rules write is in English. Empty for English.
    pub(crate) fn all_in_english(self) -> &'static str {
        match self {
            Self::English => "",
            Self::German => {
                "Dieser Text ist auf Englisch, denn die Regeln, die ihn schreiben, können keine andere Sprache; \
                 Zitate aus Ihrer Beschreibung stehen unverändert darin."
            }
            Self::French => {
                "Ce texte est en anglais, car les règles qui l’écrivent ne connaissent pas d’autre langue ; \
                 les citations de votre description y figurent telles quelles."
            }
        }
    }

    /// Says in this language that the fixed words around a model's prose are in English. Empty for English.
    pub(crate) fn tables_in_english(self) -> &'static str {
        match self {
            Self::English => "",
            Self::German => {
                "Überschriften, Tabellen und berechnete Sätze dieses Textes sind auf Englisch."
            }
            Self::French => {
                "Les titres, les tableaux et les phrases calculées de ce texte sont en anglais."
            }
        }
    }

    /// The language's English name.
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "German",
            Self::French => "French",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_languages_are_known_as_such() {
        for prompt in [
            "Queremos organizar una fiesta para los 80 años de la abuela el 12 de junio con 40 invitados.",
            "Vogliamo aprire un bar con 30 posti nel centro di Torino per il 1 maggio 2027.",
            "Wij willen een buurtfeest voor 120 mensen op zaterdag 5 juni met muziek en niet te duur.",
            "Мы хотим открыть кафе на 20 мест",
        ] {
            assert!(is_foreign(prompt), "{prompt}");
        }
        for prompt in [
            "Open a café in El Paso for 20 guests",
            "Hochzeit im Mai 2028 in der Toskana mit 60 Gästen",
            "Mariage à Santa Maria del Mar le 5 juin 2027, 110 invités",
            "x",
        ] {
            assert!(!is_foreign(prompt), "{prompt}");
        }
    }

    #[test]
    fn a_few_words_tell_the_language() {
        for (prompt, language) in [
            ("Open a café in Orléans", Language::English),
            ("Mariage le samedi 19 juin 2027 près d'Annecy, 110 invités", Language::French),
            ("Écrire une thèse", Language::French),
            ("Hochzeit im Mai 2028", Language::German),
            ("500 Stück bis Jahresende", Language::German),
            ("x", Language::English),
            ("Move from Köln to Zürich", Language::English),
        ] {
            assert_eq!(Language::of(prompt), language, "{prompt}");
        }
    }
}
