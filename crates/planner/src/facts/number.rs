//! Numbers: figures with any usual mark between thousands, and numbers in the words of three languages.

use std::sync::LazyLock;

use super::text::is_in;

/// The pattern of a number: figures, or words.
pub(super) static NUMBER: LazyLock<String> = LazyLock::new(|| format!("(?:{FIGURES}|{})", *WORDS));

pub(super) const FIGURES: &str = r"\d{1,3}(?:[ \u{a0}\u{202f}.,'’]\d{3})+|\d+(?:[.,]\d+)?";

/// The pattern of a number in words alone. An article is none: "a month", "ein Laden".
pub(super) static WORDS: LazyLock<String> = LazyLock::new(|| {
    let units = "one|two|three|four|five|six|seven|eight|nine";
    let teens = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen";
    let tens = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety";
    let small = format!("(?:(?:{tens})(?:[ -](?:{units}))?|{teens}|{units}|zero)");
    let large = "hundred|thousand|million|dozen";
    let english = format!(
        r"(?:half a|a|{small})\s(?:{large})(?:\s(?:thousand|million))?(?:\s(?:and\s)?{small}(?:\s(?:hundred|thousand))?)?|a couple of|{small}"
    );
    let unit = "zwei|drei|vier|fünf|sechs|sechzehn|sieben|siebzehn|sech|sieb|acht|neun|zehn|elf|zwölf|hundert|tausend";
    let ten = "zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig";
    let german = format!(
        "(?:ein)?(?:{ten}|{unit})(?:und(?:{ten})|{ten}|{unit}|ein(?:und|hundert|tausend))*(?: millionen)?|(?:ein)und(?:{ten})|null"
    );
    let first = "quatre|deux|trois|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|\
        vingts?|trente|quarante|cinquante|soixante|septante|huitante|octante|nonante|cents?|mille";
    let about = "dizaine|douzaine|quinzaine|vingtaine|trentaine|quarantaine|cinquantaine|soixantaine|centaine|millier";
    let french =
        format!(r"(?:une |un )?(?:{about})|(?:{first})(?:[ -](?:et[ -])?(?:{first}|un))*|zéro");
    format!("{english}|{german}|{french}")
});

/// English and French numbers, and words that stand alone.
const VALUES: [(&str, u64); 34] = [
    ("zero|null|zéro", 0),
    ("a|one|un|une", 1),
    ("two|deux", 2),
    ("three|trois", 3),
    ("four|quatre", 4),
    ("five|cinq", 5),
    ("six", 6),
    ("seven|sept", 7),
    ("eight|huit", 8),
    ("nine|neuf", 9),
    ("dizaine|ten|dix", 10),
    ("eleven|onze", 11),
    ("douzaine|twelve|douze|dozen", 12),
    ("thirteen|treize", 13),
    ("fourteen|quatorze", 14),
    ("quinzaine|fifteen|quinze", 15),
    ("sixteen|seize", 16),
    ("seventeen", 17),
    ("eighteen", 18),
    ("nineteen", 19),
    ("vingtaine|twenty|vingt|vingts", 20),
    ("trentaine|thirty|trente", 30),
    ("quarantaine|forty|quarante", 40),
    ("cinquantaine|fifty|cinquante", 50),
    ("soixantaine|sixty|soixante", 60),
    ("septante", 70),
    ("huitante|octante", 80),
    ("nonante", 90),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
    ("centaine|hundred|cent|cents", 100),
    ("millier|thousand|mille", 1000),
    ("million|millionen", 1_000_000),
];

/// What German numbers are made of; the longer of two that begin alike comes first.
const GERMAN: [(&str, u64); 24] = [
    ("zwanzig", 20),
    ("dreißig", 30),
    ("vierzig", 40),
    ("fünfzig", 50),
    ("sechzig", 60),
    ("siebzig", 70),
    ("achtzig", 80),
    ("neunzig", 90),
    ("hundert", 100),
    ("tausend", 1000),
    ("zehn", 10),
    ("elf", 11),
    ("zwölf", 12),
    ("zwei", 2),
    ("drei", 3),
    ("vier", 4),
    ("fünf", 5),
    ("sechs", 6),
    ("sieben", 7),
    ("acht", 8),
    ("neun", 9),
    ("sech", 6),
    ("sieb", 7),
    ("ein", 1),
];

/// The value of what [`NUMBER`] matches; none for fractions.
pub(super) fn number(text: &str) -> Option<u64> {
    let value = decimal(text)?;
    (value.fract() == 0.0 && (0.0..1e12).contains(&value)).then_some(value as u64)
}

/// The value of figures or of words.
pub(super) fn decimal(text: &str) -> Option<f64> {
    if text.contains(|letter: char| letter.is_ascii_digit()) { figures(text) } else { words(text) }
}

/// Figures with any usual mark between thousands; a last group of three digits is never a fraction, and one behind another
/// mark than those before it is one: "1.250,50".
fn figures(text: &str) -> Option<f64> {
    let text: String =
        text.chars().filter(|it| !matches!(it, ' ' | '\u{a0}' | '\u{202f}' | '\'' | '’')).collect();
    let point = text.rfind([',', '.']);
    let is_fraction = point.is_some_and(|at| {
        text.len() - at - 1 != 3 && !text[..at].contains(&text[at..=at])
            || text.starts_with("0.")
            || text.starts_with("0,")
    });
    match point {
        Some(at) if is_fraction => {
            format!("{}.{}", text[..at].replace([',', '.'], ""), &text[at + 1..]).parse().ok()
        }
        _ => text.replace([',', '.'], "").parse().ok(),
    }
}

/// A number in words: smaller words add up, larger ones multiply what stands before them.
fn words(text: &str) -> Option<f64> {
    let lower = text.trim().to_lowercase();
    if lower == "a couple of" {
        return Some(2.0);
    }
    if let Some(rest) = lower.strip_prefix("half a") {
        return words(&format!("a{rest}")).map(|whole| whole / 2.0);
    }
    let mut values = Vec::new();
    let lower = lower.trim_start_matches("une ").trim_start_matches("un ");
    for word in lower.split([' ', '-']).filter(|word| !["and", "et", ""].contains(word)) {
        match VALUES.iter().find(|(names, _)| is_in(names, word)) {
            Some((_, value)) => values.push(*value),
            None => values.extend(german(word)?),
        }
    }
    (!values.is_empty()).then(|| combined(&values) as f64)
}

fn combined(values: &[u64]) -> u64 {
    let (mut total, mut part) = (0_u64, 0_u64);
    for &value in values {
        match value {
            1_000 | 1_000_000 => {
                total = total.saturating_add(part.max(1).saturating_mul(value));
                part = 0;
            }
            12 if part > 0 && part < 10 => part *= 12,
            100 => part = part.max(1) * 100,
            // "quatre-vingt" is four times twenty.
            20 if part % 100 == 4 => part = part - 4 + 80,
            _ => part += value,
        }
    }
    total.saturating_add(part)
}

/// The parts of a German number, which is one word: "fünfundzwanzigtausend".
fn german(word: &str) -> Option<Vec<u64>> {
    let mut rest = word;
    let mut values = Vec::new();
    while !rest.is_empty() {
        if let Some(tail) = rest.strip_prefix("und").filter(|_| !values.is_empty()) {
            rest = tail;
            continue;
        }
        let (name, value) = GERMAN.iter().find(|(name, _)| rest.starts_with(name))?;
        values.push(*value);
        rest = &rest[name.len()..];
    }
    Some(values)
}

#[cfg(test)]
mod tests {
    use regex::Regex;

    use super::*;

    #[test]
    fn figures_have_any_mark_between_thousands() {
        for (text, value) in [
            ("1,500", 1500.0),
            ("1.500", 1500.0),
            ("12'000", 12000.0),
            ("50 000", 50000.0),
            ("2.5", 2.5),
            ("0,125", 0.125),
            ("1.250,50", 1250.5),
            ("1,250.50", 1250.5),
            ("1.250.000", 1_250_000.0),
        ] {
            assert_eq!(decimal(text), Some(value), "{text}");
        }
    }

    #[test]
    fn words_of_three_languages_are_numbers() {
        let whole = Regex::new(&format!("(?i)^{}$", *NUMBER)).unwrap();
        for (text, value) in [
            ("seven", 7.0),
            ("twenty-five", 25.0),
            ("two hundred and fifty", 250.0),
            ("fifteen thousand", 15_000.0),
            ("two hundred thousand", 200_000.0),
            ("half a million", 500_000.0),
            ("two dozen", 24.0),
            ("a dozen", 12.0),
            ("zwölf", 12.0),
            ("sechzehn", 16.0),
            ("fünfundzwanzig", 25.0),
            ("fünftausend", 5000.0),
            ("zweihundertfünfzig", 250.0),
            ("dreißigtausend", 30_000.0),
            ("einundzwanzig", 21.0),
            ("vingt-cinq", 25.0),
            ("quatre-vingt-dix", 90.0),
            ("quatre-vingts", 80.0),
            ("soixante-dix", 70.0),
            ("dix mille", 10_000.0),
            ("deux cent cinquante", 250.0),
            ("vingt et un", 21.0),
            ("une quarantaine", 40.0),
        ] {
            assert!(whole.is_match(text), "{text} is not matched");
            assert_eq!(decimal(text), Some(value), "{text}");
        }
    }
}
