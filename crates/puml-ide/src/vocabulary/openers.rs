//! What may open a line in every family: what stands around a picture, and settings.

/// The word, what is inserted, what it means.
pub(crate) const OPENERS: &[(&str, &str, &str)] = &[
    ("title", "title ${1:Title}", "a text above the picture"),
    ("skinparam", "skinparam ${1:key} ${2:value}", "a setting of the look"),
    ("<style>", "<style>\n$0\n</style>", "looks by the names of elements"),
];

/// The same for what data diagrams do not have.
pub(crate) const SURROUNDINGS: &[(&str, &str, &str)] = &[
    ("caption", "caption ${1:text}", "a text below the picture"),
    ("header", "header ${1:text}", "a small text at the top"),
    ("footer", "footer ${1:text}", "a small text at the bottom"),
    ("legend", "legend ${1|right,left,center|}\n  $0\nend legend", "a box with explanations"),
];

/// Skin parameters that every family takes.
pub(crate) const SKINPARAMS: &[&str] = &[
    "BackgroundColor",
    "DefaultFontColor",
    "DefaultFontName",
    "DefaultFontSize",
    "DefaultFontStyle",
    "DefaultTextAlignment",
];

/// The same for the texts around a picture that data diagrams do not have.
pub(crate) const SURROUNDING_SKINPARAMS: &[&str] = &["TitleFontColor", "TitleFontSize"];

#[cfg(test)]
mod tests {
    use puml_compiler::{FAMILIES, check};

    use super::*;

    #[test]
    fn every_family_takes_them_without_a_finding() {
        for family in FAMILIES {
            let word = family.starts()[0];
            let example = family.catalogue()[0].primitives[0].example;
            let in_diagram = |line: &str| format!("@start{word}\n{line}\n{example}\n@end{word}");
            let titles = SURROUNDING_SKINPARAMS.iter().filter(|_| family.words().has_surroundings);
            for key in SKINPARAMS.iter().chain(titles) {
                let value = match *key {
                    it if it.ends_with("Color") => "Red",
                    it if it.ends_with("Name") => "Serif",
                    it if it.ends_with("Style") => "bold",
                    it if it.ends_with("Alignment") => "center",
                    _ => "12",
                };
                let source = in_diagram(&format!("skinparam {key} {value}"));
                assert_eq!(check(&source), [], "{}: {key}", family.name());
            }
            let around = SURROUNDINGS.iter().filter(|_| family.words().has_surroundings);
            for (word, ..) in OPENERS.iter().chain(around) {
                let line = match *word {
                    "skinparam" => continue,
                    "<style>" => "<style>\n</style>".to_owned(),
                    "legend" => "legend right\nx\nend legend".to_owned(),
                    _ => format!("{word} x"),
                };
                assert_eq!(check(&in_diagram(&line)), [], "{}: {word}", family.name());
            }
        }
    }
}
