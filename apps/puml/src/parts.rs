//! Files that are only there to be included: settings, procedures and pieces of diagrams, without a marker.

use std::path::{Path, PathBuf};

use diagrams::Language;

/// Leaves out the parts among files that were searched for. A file that is named itself stays.
pub(crate) fn leave_out(arguments: &[String], paths: &mut Vec<PathBuf>) {
    paths.retain(|it| !is_part(arguments, it));
}

/// Whether a file was found in a folder or by a pattern and is no diagram: it has no `@start…` and is called `.iuml`, or
/// has nothing to draw.
pub(crate) fn is_part(arguments: &[String], path: &Path) -> bool {
    let is_named = arguments.iter().any(|it| Path::new(it) == path);
    if is_named || Language::of_path(path) != Some(Language::Puml) {
        return false;
    }
    let Ok(text) = std::fs::read_to_string(path) else { return false };
    let is_include = path.extension().is_some_and(|it| it.eq_ignore_ascii_case("iuml"));
    !text.contains("@start") && (is_include || draws_nothing(&text))
}

/// The words that begin a setting.
const SETTINGS: [&str; 5] = ["skinparam", "sprite", "hide", "show", "scale"];

/// Whether a text has directives, definitions, settings and comments alone, and one of them at least.
fn draws_nothing(text: &str) -> bool {
    let mut closer = None;
    let mut has_any = false;
    for line in text.lines().map(|it| it.trim_start_matches('\u{feff}').trim()) {
        if let Some(end) = closer {
            if line.starts_with(end) || end == "'/" && line.ends_with(end) {
                closer = None;
            }
            continue;
        }
        let word = line.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
        closer = match word.as_str() {
            "!procedure" => Some("!endprocedure"),
            "!function" if !line.contains("!return") => Some("!endfunction"),
            "!unquoted" | "!final" if line.contains("procedure") => Some("!endprocedure"),
            "!unquoted" | "!final" if line.contains("function") && !line.contains("!return") => {
                Some("!endfunction")
            }
            "!definelong" => Some("!enddefinelong"),
            "<style>" => Some("</style>"),
            it if it.starts_with("/'") && !line.ends_with("'/") => Some("'/"),
            it if SETTINGS.contains(&it) && line.ends_with('{') => Some("}"),
            it if it.starts_with(['!', '\'']) || it.starts_with("/'") => None,
            it if it.is_empty() || SETTINGS.contains(&it) => None,
            _ => return false,
        };
        has_any |= !line.is_empty() && !line.starts_with('\'');
    }
    has_any
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_and_settings_draw_nothing() {
        for text in [
            "!$who = \"Bob\"\n' a remark\n",
            "!procedure $say($what)\nA -> B : $what\n!endprocedure\n",
            "!unquoted function $f($x) !return $x + 1\n!define X y\n",
            "skinparam sequence {\nArrowColor red\n}\n<style>\nnote { FontColor red }\n</style>\n",
            "/' several\nlines '/\nhide footbox\n",
        ] {
            assert!(draws_nothing(text), "{text}");
        }
        for text in ["", "A -> B\n", "!$x = 1\nA -> B : $x\n", "' only a remark\n", "prose\n"] {
            assert!(!draws_nothing(text), "{text}");
        }
    }
}
