//! Libraries of elements: C4, which is built in, and those that the world may have. Known addresses lead to them, so
//! that nothing is downloaded.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::definitions::definitions;
use super::line::Line;
use super::machine::Machine;
use super::scan;

/// Our C4 macros, by the name of their file.
const C4: [(&str, &str); 7] = [
    ("C4", include_str!("../../library/c4/C4.puml")),
    ("C4_Context", include_str!("../../library/c4/C4_Context.puml")),
    ("C4_Container", include_str!("../../library/c4/C4_Container.puml")),
    ("C4_Component", include_str!("../../library/c4/C4_Component.puml")),
    ("C4_Deployment", include_str!("../../library/c4/C4_Deployment.puml")),
    ("C4_Dynamic", include_str!("../../library/c4/C4_Dynamic.puml")),
    ("C4_Sequence", include_str!("../../library/c4/C4_Sequence.puml")),
];

/// Parts of addresses and the libraries behind them, with what stands before a file's path in the library.
const ADDRESSES: [(&str, &str); 8] = [
    ("c4-plantuml", "C4"),
    ("plantuml-icon-font-sprites", "tupadr3"),
    ("aws-icons-for-plantuml", "awslib"),
    ("aws-plantuml", "awslib"),
    ("azure-plantuml", "azure"),
    ("plantuml-office", "office"),
    ("archimate-plantuml", "archimate"),
    ("plantuml-icons", "tupadr3"),
];

/// Libraries whose absence a diagram survives.
const KNOWN: [&str; 20] = [
    "C4",
    "archimate",
    "aws",
    "awslib",
    "awslib14",
    "azure",
    "cloudinsight",
    "cloudogu",
    "edgy",
    "elastic",
    "eip",
    "gcp",
    "k8s",
    "kubernetes",
    "logos",
    "material",
    "office",
    "osa",
    "tupadr3",
    "classy",
];

/// The name in its library of what is asked for: `C4/C4_Context` of `<C4/C4_Context>` or of an address.
pub(super) fn name(path: &str) -> Option<String> {
    if let Some(name) = path.strip_prefix('<').and_then(|it| it.strip_suffix('>')) {
        return Some(name.trim_end_matches(".puml").to_owned());
    }
    let lower = path.to_ascii_lowercase();
    if !lower.starts_with("http") {
        return None;
    }
    let is_public = ["githubusercontent.com", "github.com", "jsdelivr.net"];
    if !is_public.iter().any(|it| lower.contains(it)) {
        return None;
    }
    let (part, library) = ADDRESSES.iter().find(|it| lower.contains(it.0))?;
    let at = lower.find(part)? + part.len();
    let rest = path[at..].split(['?', '#']).next().unwrap_or_default();
    let mut segments: Vec<&str> = rest.split('/').filter(|it| !it.is_empty()).collect();
    let file = segments.pop()?.trim_end_matches(".puml");
    // A branch, a tag or a folder of releases stands before the path in the library.
    if *library == "C4" {
        return Some(format!("C4/{file}"));
    }
    let folder = segments.last().filter(|it| **it != "dist" && segments.len() > 1);
    Some(match folder {
        Some(folder) => format!("{library}/{folder}/{file}"),
        None => format!("{library}/{file}"),
    })
}

/// The text of a library file that is built in.
pub(super) fn built_in(name: &str) -> Option<&'static str> {
    let (library, file) = name.split_once('/')?;
    let is_c4 = library.eq_ignore_ascii_case("c4");
    C4.iter().find(|it| is_c4 && it.0.eq_ignore_ascii_case(file)).map(|it| it.1)
}

/// The file of a built-in library to include for a macro of that name.
pub(crate) fn library_of(name: &str) -> Option<String> {
    static FILES: LazyLock<HashMap<String, &str>> = LazyLock::new(|| {
        // What every kind of diagram has comes with the first of them.
        let file = |idx: usize| C4[idx.max(1)].0;
        let all = C4.iter().enumerate().rev().flat_map(|(idx, it)| {
            definitions(it.1).into_iter().map(move |it| (it.name, file(idx)))
        });
        all.collect()
    });
    FILES.get(name).map(|file| format!("C4/{file}"))
}

/// Whether a diagram can do without the library of a file. A file that C4 does not have is no library.
pub(super) fn is_known(name: &str) -> bool {
    let library = name.split('/').next().unwrap_or(name);
    !library.eq_ignore_ascii_case("c4") && KNOWN.iter().any(|it| it.eq_ignore_ascii_case(library))
}

/// The layers of ArchiMate and their usual colours.
const LAYERS: [(&str, &str); 7] = [
    ("Application_", "#Application"),
    ("Business_", "#Business"),
    ("Implementation_", "#Implementation"),
    ("Motivation_", "#Motivation"),
    ("Physical_", "#Physical"),
    ("Strategy_", "#Strategy"),
    ("Technology_", "#Technology"),
];

/// What the relations of ArchiMate are drawn as.
const RELATIONS: [(&str, &str); 12] = [
    ("composition", "*--"),
    ("aggregation", "o--"),
    ("assignment", "@-->>"),
    ("specialization", "--|>"),
    ("realization", "~~|>"),
    ("serving", "-->"),
    ("access", "..>"),
    ("influence", "..>"),
    ("triggering", "-->>"),
    ("flow", "..>>"),
    ("association_dir", "-->"),
    ("association", "--"),
];

impl Machine<'_> {
    /// What a call of a macro from a missing library stands for: a box with its label, a link, a direction.
    pub(super) fn stand_in(&self, line: &Line) -> Option<String> {
        if self.missing.is_empty() {
            return None;
        }
        let text = line.text().trim();
        // Macros that set something are often called by their bare name.
        let is_setting = ["LAYOUT_", "SHOW_", "HIDE_"].iter().any(|it| text.starts_with(it));
        if is_setting && text.chars().all(|it| it.is_ascii_uppercase() || it == '_') {
            return Some(layout(text).to_owned());
        }
        let open = text.find('(').filter(|it| *it > 0)?;
        let name = &text[..open];
        let is_name = name.starts_with(char::is_alphabetic)
            && name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
        if !is_name || self.is_callable(name) {
            return None;
        }
        let close = text.rfind(')')?;
        let after = text[close + 1..].trim();
        let color = after.trim_end_matches('{').trim();
        if !color.is_empty() && !color.starts_with('#') {
            return None;
        }
        let arguments = arguments(&text[open + 1..close]);
        let is_word = |it: &&String| !it.is_empty() && !it.contains(char::is_whitespace);
        let Some(alias) = arguments.first() else { return Some(layout(name).to_owned()) };
        let alias = Some(alias).filter(is_word)?;
        if let Some(to) = arguments.get(1).filter(|_| name.starts_with("Rel_")).filter(is_word) {
            return Some(relation(name, alias, to, arguments.get(2).map_or("", String::as_str)));
        }
        let label = arguments.get(1).filter(|it| !it.is_empty()).unwrap_or(alias);
        let mut shown = label.clone();
        if let Some(how) = arguments.get(2).filter(|it| !it.is_empty()) {
            shown = format!("{shown}\\n//<size:12>[{how}]</size>//");
        }
        if let Some(descr) = arguments.get(3).filter(|it| !it.is_empty()) {
            shown = format!("{shown}\\n\\n{descr}");
        }
        let layer = LAYERS.iter().find(|it| name.starts_with(it.0)).map_or("", |it| it.1);
        let color = if color.is_empty() { layer } else { color };
        let color = if color.is_empty() { String::new() } else { format!(" {color}") };
        let brace = if after.ends_with('{') { " {" } else { "" };
        // Elements of ArchiMate say with their icon what they are, not with a word.
        let is_plain = self.missing.iter().any(|it| it == "archimate");
        let stereotype = if is_plain { String::new() } else { format!(" <<{name}>>") };
        let is_folder = is_plain && ["Group", "Grouping"].contains(&name);
        let figure = if is_folder { "folder" } else { "rectangle" };
        Some(format!("{figure} \"{shown}\"{stereotype} as {alias}{color}{brace}"))
    }
}

/// What a macro without arguments does to the picture.
fn layout(name: &str) -> &'static str {
    match name {
        "LAYOUT_LEFT_RIGHT" | "LAYOUT_LANDSCAPE" => "left to right direction",
        "LAYOUT_TOP_DOWN" => "top to bottom direction",
        _ => "",
    }
}

fn relation(name: &str, from: &str, to: &str, label: &str) -> String {
    let kind = name["Rel_".len()..].to_ascii_lowercase();
    let arrow = RELATIONS.iter().find(|it| kind.starts_with(it.0)).map_or("-->", |it| it.1);
    let side = ["up", "down", "left", "right"].into_iter().find(|it| kind.ends_with(it));
    let line = ["--", "..", "~~"].iter().find_map(|it| arrow.find(it));
    let arrow = match side.zip(line) {
        Some((side, at)) => format!("{}{side}{}", &arrow[..=at], &arrow[at + 1..]),
        None => arrow.to_owned(),
    };
    let label = if label.is_empty() { String::new() } else { format!(" : {label}") };
    format!("{from} {arrow} {to}{label}")
}

/// The arguments of a call as texts, without quotes and names.
fn arguments(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let end = scan::argument_end(text, at).min(text.len());
        let raw = text[at..end].trim();
        // What is given by name are choices about the icon.
        if raw.starts_with('$') && raw.contains('=') {
            at = end + 1;
            continue;
        }
        let inside = |quote: char| raw.strip_prefix(quote).and_then(|it| it.strip_suffix(quote));
        let raw = inside('"').or_else(|| inside('\'')).unwrap_or(raw);
        found.push(raw.to_owned());
        at = end + 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_addresses_lead_to_libraries() {
        let of = |path: &str| name(path).unwrap_or_default();
        let raw = "https://raw.githubusercontent.com";
        assert_eq!(
            of(&format!("{raw}/plantuml-stdlib/C4-PlantUML/v2.4.0/C4_Container.puml")),
            "C4/C4_Container"
        );
        assert_eq!(
            of(&format!("{raw}/tupadr3/plantuml-icon-font-sprites/master/devicons/mysql.puml")),
            "tupadr3/devicons/mysql"
        );
        assert_eq!(
            of(&format!("{raw}/awslabs/aws-icons-for-plantuml/v10.0/dist/Compute/Lambda.puml")),
            "awslib/Compute/Lambda"
        );
        assert_eq!(of("<C4/C4_Context>"), "C4/C4_Context");
        assert_eq!(name("https://example.org/C4-PlantUML/C4.puml"), None);
        assert!(built_in("C4/C4_Context").is_some() && built_in("C4/nothing").is_none());
        assert!(is_known("awslib/AWSCommon") && !is_known("C4/percy/x"));
    }

    #[test]
    fn relations_of_archimate_keep_their_line_and_side() {
        assert_eq!(relation("Rel_Realization_Up", "a", "b", ""), "a ~up~|> b");
        assert_eq!(relation("Rel_Composition_Down", "a", "b", "has"), "a *-down- b : has");
        assert_eq!(relation("Rel_Access", "a", "b", ""), "a ..> b");
        assert_eq!(arguments("a, 'one', \"two\""), ["a", "one", "two"]);
    }
}
