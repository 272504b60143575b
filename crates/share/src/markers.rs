//! The `@start…`/`@end…` lines around a diagram: what the reference's own encoder leaves out and its decoder puts back.

/// What the reference encodes of a source: the lines strictly between `@startuml` and `@enduml`, without a
/// comment prefix such as ` * ` that stands before the marker. Other `@start…` kinds, and text without markers, stay whole.
pub fn body(source: &str) -> String {
    let lines: Vec<&str> = source.lines().collect();
    let Some((first, prefix)) =
        lines.iter().enumerate().find_map(|(idx, line)| Some((idx, marker_prefix(line)?)))
    else {
        return source.to_owned();
    };
    lines[first + 1..]
        .iter()
        .map(|line| without_prefix(line, prefix))
        .take_while(|line| !line.trim_start().starts_with("@enduml"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// A decoded text as a whole source: wrapped in `@startuml` and `@enduml` unless it begins with a marker of its own.
pub fn with_markers(text: &str) -> String {
    if text.trim_start().starts_with("@start") {
        return text.to_owned();
    }
    format!("@startuml\n{}\n@enduml", text.strip_suffix('\n').unwrap_or(text))
}

/// What stands before `@startuml` on its line, if that is only white space and comment signs.
fn marker_prefix(line: &str) -> Option<&str> {
    let (prefix, after) = line.split_once("@startuml")?;
    let ends_the_word = !after.starts_with(|letter: char| letter.is_alphanumeric());
    let only_signs = !prefix.contains(|letter: char| letter.is_alphanumeric() || letter == '"');
    (ends_the_word && only_signs).then_some(prefix)
}

fn without_prefix<'line>(line: &'line str, prefix: &str) -> &'line str {
    line.strip_prefix(prefix)
        // A blank comment line loses the prefix's trailing blanks in most editors.
        .or_else(|| line.strip_prefix(prefix.trim_end()).filter(|rest| rest.trim().is_empty()))
        .unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_lines_between_the_markers_are_kept() {
        assert_eq!(
            body("intro\n@startuml\nA -> B\n\nB -> C\n@enduml\noutro\n"),
            "A -> B\n\nB -> C"
        );
        assert_eq!(body("@startuml name\r\nA -> B\r\n@enduml"), "A -> B");
    }

    #[test]
    fn a_comment_prefix_goes_with_its_marker() {
        assert_eq!(
            body("/**\n * @startuml\n * A -> B\n *\n * B -> C\n * @enduml\n */"),
            "A -> B\n\nB -> C"
        );
    }

    #[test]
    fn a_marker_ends_its_word_and_follows_only_signs() {
        assert_eq!(marker_prefix("  // @startuml"), Some("  // "));
        assert_eq!(marker_prefix("@startuml(id=x)"), Some(""));
        for line in ["@startumlx", "text @startuml", "\"@startuml\"", "start"] {
            assert_eq!(marker_prefix(line), None, "{line}");
        }
        assert_eq!(without_prefix(" *", " * "), "");
        assert_eq!(without_prefix(" *x", " * "), " *x", "text behind half a prefix stays");
    }

    #[test]
    fn other_kinds_and_bare_text_stay_whole() {
        for whole in ["@startmindmap\n* root\n@endmindmap", "A -> B", "say \"@startuml\"\n"] {
            assert_eq!(body(whole), whole);
        }
    }

    #[test]
    fn markers_are_added_once() {
        assert_eq!(with_markers("A -> B"), "@startuml\nA -> B\n@enduml");
        assert_eq!(with_markers("A -> B\n"), "@startuml\nA -> B\n@enduml");
        assert_eq!(with_markers(" \n@startuml\nA\n@enduml"), " \n@startuml\nA\n@enduml");
        assert_eq!(with_markers("@startjson\n{}\n@endjson"), "@startjson\n{}\n@endjson");
    }
}
