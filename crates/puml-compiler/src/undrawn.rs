//! Kinds of diagrams that are not drawn: told by the word after `@start`, by the first line, or by lines that only
//! they have. They are named, never guessed at.

use diag::Diagnostic;
use puml_syntax::codes::OTHER_DIAGRAM;
use puml_syntax::{Context, TextRange};

use crate::families::FAMILIES;

/// A kind of diagram, with its article.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kind {
    /// The family that draws it once there is one; empty where none is planned.
    family: &'static str,
    pub(crate) noun: &'static str,
}

const fn kind(family: &'static str, noun: &'static str) -> Kind {
    Kind { family, noun }
}

/// By the word after `@start`.
const STARTS: [(&str, Kind); 26] = [
    ("mindmap", kind("mindmap", "a mind map")),
    ("wbs", kind("wbs", "a work breakdown structure")),
    ("gantt", kind("gantt", "a gantt chart")),
    ("json", kind("json", "a JSON diagram")),
    ("yaml", kind("yaml", "a YAML diagram")),
    ("salt", kind("", "a salt diagram")),
    ("ditaa", kind("", "a ditaa diagram")),
    ("dot", kind("", "a DOT graph")),
    ("nwdiag", kind("", "a network diagram")),
    ("packetdiag", kind("", "a packet diagram")),
    ("chen", kind("", "a Chen diagram")),
    ("ebnf", kind("", "an EBNF diagram")),
    ("regex", kind("", "a regular expression diagram")),
    ("math", kind("", "a formula")),
    ("latex", kind("", "a LaTeX formula")),
    ("board", kind("", "a board")),
    ("wire", kind("", "a wire diagram")),
    ("git", kind("", "a git graph")),
    ("chronology", kind("", "a chronology")),
    ("hcl", kind("", "an HCL diagram")),
    ("files", kind("", "a files diagram")),
    ("chart", kind("", "a chart")),
    ("tree", kind("", "a tree")),
    ("flow", kind("", "a flow diagram")),
    ("project", kind("", "a project chart")),
    ("creole", kind("", "a creole text")),
];

/// What begins the first line of a diagram that stands behind the wrong marker, and the right one.
const FIRST_LINES: [(&str, &str); 4] =
    [("digraph ", "dot"), ("ditaa", "ditaa"), ("salt", "salt"), ("nwdiag {", "nwdiag")];

/// The kind of a block that no family reads, by the word after `@start`.
pub(crate) fn by_start(word: &str) -> Option<Kind> {
    let found = STARTS.iter().find(|it| it.0.eq_ignore_ascii_case(word)).map(|it| it.1);
    found.filter(|it| !is_drawn(it.family))
}

/// The finding about a block that no family reads.
pub(crate) fn unread(word: &str, range: TextRange, ctx: &Context) -> (&'static str, Diagnostic) {
    let (noun, message) = match by_start(word) {
        Some(kind) => (kind.noun, format!("this is {}, which is not drawn", kind.noun)),
        None => ("another diagram", format!("`@start{word}` begins no diagram that is drawn")),
    };
    (noun, ctx.at(OTHER_DIAGRAM, range, message))
}

/// The finding about a block whose first line belongs behind another marker.
pub(crate) fn misplaced(
    line: &str,
    range: TextRange,
    ctx: &Context,
) -> Option<(&'static str, Diagnostic)> {
    let lower = line.to_ascii_lowercase();
    let whole_word = |rest: &str| !rest.starts_with(|it: char| it.is_alphanumeric() || it == '_');
    let (_, word) = FIRST_LINES.iter().find(|(start, _)| {
        lower
            .strip_prefix(start)
            .is_some_and(|rest| start.ends_with([' ', '{']) || whole_word(rest))
    })?;
    let arrows = lower.contains("->") || lower.contains("<-");
    let kind = by_start(word).filter(|_| !arrows)?;
    let message = format!("this is {}, which is not drawn", kind.noun);
    let hint = format!("it belongs between `@start{word}` and `@end{word}`");
    Some((kind.noun, ctx.at(OTHER_DIAGRAM, range, message).with_hint(hint)))
}

/// The finding about a block most of whose lines no family understands, by the first that tells its kind.
pub(crate) fn by_lines<'t>(
    lines: impl IntoIterator<Item = (TextRange, &'t str)>,
    ctx: &Context,
) -> Option<(&'static str, Diagnostic)> {
    let (range, kind) = lines.into_iter().find_map(|(range, line)| {
        telling(line).filter(|it| !is_drawn(it.family)).map(|kind| (range, kind))
    })?;
    let message = format!("this looks like {}, which is not drawn", kind.noun);
    Some((kind.noun, ctx.at(OTHER_DIAGRAM, range, message)))
}

fn is_drawn(family: &str) -> bool {
    FAMILIES.iter().any(|it| it.name() == family)
}

/// Recognises lines that only one kind of diagram has.
fn telling(text: &str) -> Option<Kind> {
    let word = text.split(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
    Some(match word.to_ascii_lowercase().as_str() {
        "class" | "interface" | "enum" | "abstract" | "annotation" | "struct" => {
            kind("class", "a class diagram")
        }
        "usecase" => kind("description", "a use case diagram"),
        "component" | "package" | "node" | "cloud" | "rectangle" | "folder" | "frame"
        | "artifact" | "storage" | "agent" | "card" => kind("description", "a component diagram"),
        "state" => kind("state", "a state diagram"),
        "object" | "map" => kind("class", "an object diagram"),
        "robust" | "concise" | "clock" => kind("timing", "a timing diagram"),
        "start" | "stop" | "fork" | "repeat" | "endwhile" | "switch" | "detach" => {
            kind("activity", "an activity diagram")
        }
        "digraph" => kind("", "a DOT graph"),
        _ if text.starts_with(':') && text.ends_with(';') => {
            kind("activity", "an activity diagram")
        }
        _ if text.starts_with("[*]") || text.ends_with("[*]") => kind("state", "a state diagram"),
        _ if text.starts_with("(*)") => kind("activity", "an activity diagram"),
        _ if ["<|--", "--|>", "*--", "o--", "<|..", "..|>"].iter().any(|it| text.contains(it)) => {
            kind("class", "a class diagram")
        }
        _ if text.starts_with('[') && text.contains(']') => {
            kind("description", "a component diagram")
        }
        _ => return None,
    })
}
