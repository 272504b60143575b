//! The patterns that find dates, and the names of months in three languages.

use std::sync::LazyLock;

use regex::Regex;

use crate::facts::text::NUMBER;

pub(super) fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is valid")
}

/// The patterns of one language; lower-case months are read in French prompts alone.
pub(super) struct Patterns {
    pub(super) day_month: Regex,
    pub(super) month_day: Regex,
    pub(super) days_month: Regex,
    pub(super) month_days: Regex,
    pub(super) month: Regex,
}

impl Patterns {
    fn new(names: &str) -> Self {
        let name = format!(r"(?P<month>{names})\b\.?");
        let ordinal = r"(?:st|nd|rd|th|er|\.)?";
        let year = r"(?:,?\s+(?:de\s+)?(?P<year>(?:19|20|21)\d{2})\b)?";
        let dash = r"\s?(?:-|–|—|to|until|till|and|bis(?: zum)?|au|et|und|&)\s?";
        Self {
            day_month: pattern(&format!(r"\b(?P<day>\d{{1,2}}){ordinal}\s+(?:of\s+)?{name}{year}")),
            month_day: pattern(&format!(
                r"\b{name}\s+(?:the\s+)?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(?P<year>(?:19|20|21)\d{{2}})\b)?"
            )),
            days_month: pattern(&format!(
                r"\b(?P<day>\d{{1,2}}){ordinal}{dash}(?P<last>\d{{1,2}}){ordinal}\s+(?:of\s+)?{name}{year}"
            )),
            month_days: pattern(&format!(
                r"\b{name}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s?(?:-|–|—|to|until)\s?(?P<last>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(?P<year>(?:19|20|21)\d{{2}})\b)?"
            )),
            month: pattern(&format!(
                r"(?:\b(?P<part>[Ee]arly|[Mm]id|[Ll]ate|[Ee]nd of|[Tt]he end of|[Bb]eginning of|[Ss]tart of|Anfang|Mitte|Ende|[Dd]ébut|[Mm]i|[Ff]in)[\s-])?\b{name}{year}"
            )),
        }
    }
}

pub(super) static ENGLISH: LazyLock<Patterns> =
    LazyLock::new(|| Patterns::new(&format!("{FULL}|{SHORT}")));
pub(super) static FRENCH: LazyLock<Patterns> =
    LazyLock::new(|| Patterns::new(&format!("{FULL}|{LOWER}|{SHORT}")));

pub(super) static ISO: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(?P<year>(?:19|20|21)\d{2})[-/](?P<month>\d{1,2})[-/](?P<day>\d{1,2})\b")
});
pub(super) static FIGURES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?P<one>\d{1,2})(?P<mark>[./-])(?P<two>\d{1,2})[./-](?P<year>(?:19|20|21)\d{2}|\d{2})\b",
    )
});
/// German: "vom 12. bis 14.10.2027", "12.–14.10.2027", "1.3.–5.4.2027".
pub(super) static FIGURE_RANGE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?P<d1>\d{1,2})\.(?:(?P<m1>\d{1,2})\.?)?(?P<y1>(?:20)\d{2})?\s?(?:-|–|—|bis(?: zum)?)\s?(?P<d2>\d{1,2})\.(?P<m2>\d{1,2})\.(?P<y2>(?:20)\d{2})?",
    )
});
pub(super) static MONTH_YEAR: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?P<month>0?[1-9]|1[0-2])[/.](?P<year>20\d{2})\b"));
pub(super) static QUARTER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:(?P<part>early|mid|late|end of|ende|fin)[\s-])?(?:[QT](?P<q>[1-4])|(?P<word>first|second|third|fourth|last|1st|2nd|3rd|4th|1\.|2\.|3\.|4\.|1er|2e|3e|4e|ersten?|zweiten?|dritten?|vierten?|premier|deuxième|troisième|quatrième)\s+(?:quarter|quartal|trimestre))\b(?:\s+(?:of\s+|de\s+)?|/|\s)?(?P<year>20\d{2}\b)?",
    )
});
pub(super) static HALF: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:[HS](?P<h>[12])\b|(?P<word>first|second|1st|2nd|1\.|2\.|erste[sn]?|zweite[sn]?|premier|second|deuxième)\s+(?:half(?:\s+of(?:\s+the\s+year)?)?|halbjahr|semestre))(?:\s+(?:of\s+|de\s+)?|/)?(?P<year>20\d{2}\b)?",
    )
});
pub(super) static SEASON: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:(?P<part>early|mid|late|end of|beginning of|anfang|ende)[\s-]+)?(?P<season>spring|summer|autumn|fall|winter|frühling|frühjahr|sommer|herbst|printemps|été|automne|hiver)\b(?:\s+(?:of\s+|de\s+)?(?P<year>20\d{2})\b)?",
    )
});
pub(super) static YEAR: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?P<lead>the end of|end of|early|mid|late|beginning of|start of|ende|mitte|anfang|fin|début|d'ici|in|by|before|until|during|since|from|for|of|im jahr|jahr|bis|en|avant|depuis|seit|founded|built|summer|after)[\s-]+(?P<year>(?:1[5-9]|20)\d{2})\b",
    )
});
pub(super) static RELATIVE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)\b(?:in|within the next|in den nächsten|dans)\s+(?P<count>an?|einem|einer|une?|{NUMBER})\s+(?P<unit>days?|weeks?|months?|years?|tage?n?|wochen?|monate?n?|jahre?n?|jours?|semaines?|mois|ans?)\b"
    ))
});
pub(super) static NEXT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?P<which>the end of next|end of next|next|this|nächste[nrs]?|kommende[nrs]?|diese[nrs]?|ende nächsten)\s+(?P<what>week|month|year|woche|monat|jahr)(?:e?s)?\b|\b(?P<end>the end of the year|end of the year|end of this year|year-end|year's end|jahresende|ende des jahres|la fin de l'année|fin d'année)\b|\b(?P<french>(?:l'année|le mois|la semaine) prochaine?)\b|\b(?P<day>tomorrow|morgen|demain)\b",
    )
});
pub(super) static FEAST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?P<feast>Christmas|Weihnachten|Noël|New Year's Eve|New Year|Silvester|Neujahr|Nouvel An|Easter|Ostern|Pâques|Whitsun|Pentecost|Pfingsten|Pentecôte|Ascension|Christi Himmelfahrt|Good Friday|Karfreitag|Halloween|Valentine's Day|Black Friday|Thanksgiving|Mother's Day|Muttertag|Carnival|Karneval|Fasching)\b(?:\s+(?P<year>20\d{2})\b)?",
    )
});

const MONTHS: [&[&str]; 12] = [
    &["january", "januar", "jänner", "janvier", "jan", "janv"],
    &["february", "februar", "février", "fevrier", "feb", "févr"],
    &["march", "märz", "mars", "mar", "mrz"],
    &["april", "avril", "apr", "avr"],
    &["may", "mai"],
    &["june", "juni", "juin", "jun"],
    &["july", "juli", "juillet", "jul", "juil"],
    &["august", "août", "aout", "aug"],
    &["september", "septembre", "sep", "sept"],
    &["october", "oktober", "octobre", "oct", "okt"],
    &["november", "novembre", "nov"],
    &["december", "dezember", "décembre", "decembre", "dec", "dez", "déc"],
];

const FULL: &str = "January|February|March|April|May|June|July|August|September|October|November|December|\
    Januar|Jänner|Februar|März|Mai|Juni|Juli|Oktober|Dezember|Janvier|Février|Mars|Avril|Juin|Juillet|Août|Septembre|\
    Octobre|Novembre|Décembre";
const SHORT: &str =
    "Janv|Jan|Févr|Feb|Mrz|Mar|Apr|Avr|Jun|Juil|Jul|Aug|Sept|Sep|Oct|Okt|Nov|Dec|Dez|Déc";
const LOWER: &str = "janvier|février|fevrier|mars|avril|mai|juin|juillet|août|aout|septembre|octobre|novembre|\
    décembre|decembre|janv|févr|avr|juil|sept|oct|nov|déc";

/// Whether a word names a month.
pub(in crate::facts) fn is_month(word: &str) -> bool {
    month(word) > 0
}

/// The number of a month, 0 for any other word.
pub(super) fn month(name: &str) -> u32 {
    let lower = name.trim_end_matches('.').to_lowercase();
    MONTHS.iter().position(|names| names.contains(&lower.as_str())).map_or(0, |idx| idx as u32 + 1)
}
