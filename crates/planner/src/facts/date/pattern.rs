//! The patterns that find dates, and the names of months in three languages.

use std::sync::LazyLock;

use regex::Regex;

use super::shape::Shape;
use crate::facts::number::NUMBER;
use crate::facts::text::pattern;

/// The year after a date: in figures, or counted from today. "juin prochain" is the next June.
const YEAR_OF: &str = r"(?:,?\s+(?:of\s+|de\s+|im\s+Jahre?\s+)?(?P<year>(?:19|20|21)\d{2}\b|['’]\d{2}\b|(?:next|this) year\b|(?:nächste[ns]|kommende[ns]|dieses) Jahr(?:es)?\b|(?:l['’]année )?prochaine?\b))?";

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
        // "9, 10 and 11 July" is a range as well.
        let dash = format!(
            r"(?:,\s?\d{{1,2}})*,?\s?(?:-|–|—|/|to|until|till|til|thru|through|and|bis(?: zum)?|au|et|und|&)\s?(?:le\s|dem\s|the\s)?(?:(?i:{WEEKDAYS}|{SHORT_WEEKDAYS})\.?,?\s(?:le\s|dem\s|den\s|the\s)?)?"
        );
        Self {
            day_month: pattern(&format!(
                r"\b(?P<day>\d{{1,2}}){ordinal}\s+(?:of\s+)?{name}{YEAR_OF}"
            )),
            month_day: pattern(&format!(
                r"\b{name}\s+(?:the\s+)?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b{YEAR_OF}"
            )),
            days_month: pattern(&format!(
                r"\b(?P<day>\d{{1,2}}){ordinal}{dash}(?P<last>\d{{1,2}}){ordinal}\s+(?:of\s+)?{name}{YEAR_OF}"
            )),
            month_days: pattern(&format!(
                r"\b{name}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,\s?\d{{1,2}}(?:st|nd|rd|th)?)*,?\s?(?:-|–|—|to|until|thru|through|and|&)\s?(?:the\s)?(?P<last>\d{{1,2}})(?:st|nd|rd|th)?\b{YEAR_OF}"
            )),
            month: pattern(&format!(
                r"(?:\b(?P<part>[Ee]arly|[Mm]id|[Ll]ate|[Ee]nd of|[Tt]he end of|[Bb]eginning of|[Ss]tart of|[Mm]iddle of|[Ff]irst half of|[Ss]econd half of|Anfang|Mitte|Ende|[Ee]rste[nr]? Hälfte|[Zz]weite[nr]? Hälfte|[Dd]ébut|[Mm]i|[Ff]in|[Cc]ourant|[Pp]remière quinzaine|[Ss]econde quinzaine|[Dd]euxième quinzaine)(?:[\s-](?:de\s|des\s)?|\sd['’]))?\b{name}(?:\s+(?:bank holiday|half[- ]term|school holidays?|holidays?)(?:\s+weekend)?)?{YEAR_OF}"
            )),
        }
    }
}

pub(super) static ENGLISH: LazyLock<Patterns> =
    LazyLock::new(|| Patterns::new(&format!("{FULL}|{SHORT}|{LOWER_CASE}")));
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
/// "24.6." and, where the day comes first, "le 24/06".
pub(super) static DAY_FIGURES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?:[\s,;)]|$)|\b(?:le|du|au|dès le|avant le|am|ab|bis) (?P<d>\d{1,2})/(?P<m>\d{1,2})(?:[\s.,;)]|$)",
    )
});
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
    pattern(&format!(
        r"(?i)\b(?:(?P<part>early|mid|late|end of|beginning of|anfang|ende)[\s-]+)?(?P<season>spring|summer|autumn|fall|winter|frühling|frühjahr|sommer|herbst|printemps|été|automne|hiver)(?:\s+season|saison)?\b{YEAR_OF}",
    ))
});
/// "the first Sunday in May", "the first week of June", "letzter Freitag im Juni".
pub(super) static NTH: LazyLock<Regex> = LazyLock::new(|| {
    let nth = "first|1st|second|2nd|third|3rd|fourth|4th|last|erste[nrs]?|zweite[nrs]?|dritte[nrs]?|vierte[nrs]?|letzte[nrs]?|\
        1\\.|2\\.|3\\.|4\\.|premi[eè]re?|deuxième|troisième|quatrième|derni[eè]re?|1er|1re|2e|3e|4e";
    pattern(&format!(
        r"(?i)\b(?P<nth>{nth})\s+(?P<weekday>{WEEKDAYS}|weekend|wochenende|week-end|week|woche|semaine)\s+(?:in|of|im|de|du mois de|d')\s*(?P<month>{FULL}|{LOWER}|{SHORT})\b\.?{YEAR_OF}"
    ))
});
/// Weeks of the ISO calendar: "KW 36/2027", "week 20 of 2027", "weeks 48 to 51".
pub(super) static WEEK: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?P<word>calendar week|week|kalenderwoche|KW|CW|semaine)[sn]?\s?(?P<week>\d{1,2})\b(?:\s?(?:-|–|to|bis|à|and|und|et)\s?(?:KW\s?)?(?P<last>\d{1,2})\b)?(?:(?:\s?/\s?|\s+(?:of\s+|in\s+|de\s+)?)(?P<year>20\d{2})\b)?",
    )
});
pub(super) const WEEKDAYS: &str = "monday|tuesday|wednesday|thursday|friday|saturday|sunday|montag|dienstag|mittwoch|donnerstag|\
    freitag|samstag|sonnabend|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche";
/// Weekdays in short.
pub(super) const SHORT_WEEKDAYS: &str =
    "mon|tues?|wed|thur?s?|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim";
/// A weekday right before a date.
pub(super) static WEEKDAY_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)\b(?P<weekday>{WEEKDAYS}|{SHORT_WEEKDAYS})\b\.?,?\s+(?:the\s+|den\s+|dem\s+|der\s+|le\s+)?$"
    ))
});

/// Whether a word is the whole name of a weekday.
pub(in crate::facts) fn is_weekday(word: &str) -> bool {
    let lower = word.to_lowercase();
    WEEKDAYS.split('|').any(|it| it == lower)
}

/// The number of a weekday, 0 for Monday; the weekend begins on Saturday.
pub(in crate::facts) fn weekday(name: &str) -> Option<i64> {
    let starts: [&[&str]; 7] = [
        &["mo", "lun"],
        &["tue", "di", "mar"],
        &["we", "mi", "mer"],
        &["thu", "do", "jeu"],
        &["fr", "ven"],
        &["sa"],
        &["su", "so"],
    ];
    let lower = name.to_lowercase();
    if lower == "dimanche" {
        return Some(6);
    }
    if ["weekend", "wochenende", "week-end"].contains(&lower.as_str()) {
        return Some(5);
    }
    let idx = starts.iter().position(|all| all.iter().any(|start| lower.starts_with(start)))?;
    i64::try_from(idx).ok()
}

pub(super) static YEAR: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?P<lead>the end of|end of|early|mid|late|beginning of|start of|ende|mitte|anfang|fin|début|d'ici|in|by|before|until|during|since|from|for|of|im jahr|jahr|bis|en|avant|depuis|seit|founded|established|est\.?|built|born|gegründet|erbaut|gebaut|baujahr|fondée?s?|créée?s?|née?|date de|datant de|dates from|stammt aus|summer|after)[\s-]+(?P<year>(?:1[5-9]|20)\d{2})\b",
    )
});
pub(super) static RELATIVE: LazyLock<Regex> = LazyLock::new(|| {
    let number = &*NUMBER;
    pattern(&format!(
        r"(?i)\b(?:in|within the next|in den nächsten|dans)\s+(?P<count>an?|einem|einer|une?|{number})\s+(?P<unit>days?|weeks?|months?|years?|tage?n?|wochen?|monate?n?|jahre?n?|jours?|semaines?|mois|ans?)\b"
    ))
});
pub(super) static NEXT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?P<which>the end of next|end of next|next|this|nächste[nrs]?|kommende[nrs]?|diese[nrs]?|ende nächsten)\s+(?P<what>week|month|year|woche|monat|jahr)(?:e?s)?\b|\b(?P<end>the end of the year|end of the year|end of this year|year-end|year's end|jahresende|ende des jahres|la fin de l'année|fin d'année)\b(?:\s+(?P<year>20\d{2})\b)?|\b(?P<french>(?:l'année|le mois|la semaine) prochaine?)\b",
    )
});
/// Days that come back every year, by their names.
pub(super) const FEASTS: [(&str, Shape); 17] = [
    ("christmas|weihnachten|noël", Shape::Day { month: 12, day: 24 }),
    ("new year's eve|silvester", Shape::Day { month: 12, day: 31 }),
    ("new year|neujahr|nouvel an", Shape::Day { month: 1, day: 1 }),
    ("nikolaus|saint-nicolas", Shape::Day { month: 12, day: 6 }),
    ("bastille day|14-juillet", Shape::Day { month: 7, day: 14 }),
    ("allerheiligen|toussaint|all saints' day", Shape::Day { month: 11, day: 1 }),
    ("rentrée|rentrée de septembre|schuljahresbeginn", Shape::Day { month: 9, day: 1 }),
    ("halloween", Shape::Day { month: 10, day: 31 }),
    ("valentine's day", Shape::Day { month: 2, day: 14 }),
    ("carnival|karneval|fasching", Shape::Easter(-48)),
    ("good friday|karfreitag", Shape::Easter(-2)),
    ("easter|ostern|pâques", Shape::Easter(0)),
    ("ascension|christi himmelfahrt", Shape::Easter(39)),
    ("whitsun|pentecost|pfingsten|pentecôte", Shape::Easter(49)),
    ("mother's day|muttertag", Shape::Nth { month: 5, weekday: 6, nth: 2, plus: 0, more: 0 }),
    ("thanksgiving", Shape::Nth { month: 11, weekday: 3, nth: 4, plus: 0, more: 0 }),
    ("black friday", Shape::Nth { month: 11, weekday: 3, nth: 4, plus: 1, more: 0 }),
];
pub(super) static FEAST: LazyLock<Regex> = LazyLock::new(|| {
    // The longer of two names that begin alike comes first.
    let mut names: Vec<&str> = FEASTS.iter().flat_map(|(names, _)| names.split('|')).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    pattern(&format!(r"(?i)\b(?P<feast>{})\b{YEAR_OF}", names.join("|")))
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

/// As people type them in a hurry.
const LOWER_CASE: &str = "january|february|march|april|may|june|july|august|september|october|november|december|\
    januar|februar|märz|juni|juli|oktober|dezember|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|okt|nov|dec|dez";

/// Whether a word names a month.
pub(crate) fn is_month(word: &str) -> bool {
    month(word) > 0
}

/// The number of a month, 0 for any other word.
pub(super) fn month(name: &str) -> u32 {
    let lower = name.trim_end_matches('.').to_lowercase();
    MONTHS.iter().position(|names| names.contains(&lower.as_str())).map_or(0, |idx| idx as u32 + 1)
}
