//! YAML as a tree with positions, and the reading of mappings with known keys.
//! Knows nothing of what the keys mean; limits on size and depth keep hostile files cheap.

use std::collections::HashMap;
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span};

const MAX_DEPTH: usize = 64;
const MAX_NODES: usize = 500_000;

/// A value and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    /// The scalar, list or mapping itself.
    pub value: Value,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// Bytes of the text. A block collection ends where the next token starts.
    pub range: Range<usize>,
}

/// The three shapes of YAML, aliases already resolved.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    /// A scalar; `plain` means unquoted, so that `true` and `1` may be more than text.
    Scalar {
        /// The text after unescaping.
        text: String,
        /// Written without quotes.
        plain: bool,
    },
    /// A list, block or flow.
    Sequence(Vec<Node>),
    /// Pairs in the order of the text; keys are unique.
    Mapping(Vec<(Node, Node)>),
}

/// Something wrong at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    /// What is wrong, in one sentence.
    pub message: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// A likely correction.
    pub hint: Option<String>,
}

impl Problem {
    fn at(line: usize, column: usize, message: impl Into<String>) -> Self {
        Self { message: message.into(), line, column, hint: None }
    }

    /// As JSON, for a list of problems.
    pub(crate) fn data(&self) -> serde_json::Value {
        serde_json::json!({
            "message": self.message, "line": self.line, "column": self.column, "hint": self.hint,
        })
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

/// The first document of `text`; `None` when there is nothing but comments.
pub(crate) fn parse(text: &str) -> Result<Option<Node>, Problem> {
    let offsets = Offsets::new(text);
    let mut builder =
        Builder { text, offsets, open: Vec::new(), root: None, anchors: HashMap::new(), nodes: 0 };
    let mut documents = 0;
    for event in events(text) {
        let (event, span) = event.map_err(|error| {
            Problem::at(error.marker().line(), error.marker().col() + 1, error.info())
        })?;
        if matches!(event, Event::DocumentStart(_)) {
            documents += 1;
            if documents > 1 {
                return Err(Problem::at(
                    span.start.line(),
                    1,
                    "only one YAML document is expected",
                ));
            }
        }
        builder.take(event, span)?;
    }
    Ok(builder.root)
}

/// The parser's events. Over a text it counts characters beyond ASCII wrongly inside of block scalars, over single
/// characters it does not.
fn events(text: &str) -> Box<dyn Iterator<Item = Result<(Event<'_>, Span), ScanError>> + '_> {
    if text.is_ascii() {
        Box::new(Parser::new_from_str(text))
    } else {
        Box::new(Parser::new_from_iter(text.chars()))
    }
}

struct Builder<'t> {
    text: &'t str,
    offsets: Offsets,
    open: Vec<Open>,
    root: Option<Node>,
    anchors: HashMap<usize, Node>,
    nodes: usize,
}

struct Open {
    node: Node,
    anchor: usize,
    key: Option<Node>,
}

impl Builder<'_> {
    fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), Problem> {
        let (line, column) = (span.start.line(), span.start.col() + 1);
        let range = self.offsets.byte(span.start.index())..self.offsets.byte(span.end.index());
        let node = |value| Node { value, line, column, range: range.clone() };
        match event {
            Event::Scalar(text, style, anchor, _) => {
                let plain = style == ScalarStyle::Plain;
                let mut scalar = node(Value::Scalar { text: text.into_owned(), plain });
                // A block scalar may reach up to the next token, over the end of its last line.
                if matches!(style, ScalarStyle::Literal | ScalarStyle::Folded) {
                    let written = self.text.get(range.clone()).unwrap_or_default();
                    scalar.range.end = range.start + written.trim_end().len();
                }
                self.close(scalar, anchor)
            }
            Event::SequenceStart(anchor, _) => {
                self.begin(node(Value::Sequence(Vec::new())), anchor)
            }
            Event::MappingStart(anchor, _) => self.begin(node(Value::Mapping(Vec::new())), anchor),
            Event::SequenceEnd | Event::MappingEnd => {
                let Some(mut open) = self.open.pop() else {
                    return Err(Problem::at(line, column, "a collection ends that never began"));
                };
                // The parser's end of a flow collection goes on over a comment behind its bracket.
                let is_closed_by = |open_with: char, close_with: char| {
                    self.text[open.node.range.start..].starts_with(open_with)
                        && self.text[range.start..].starts_with(close_with)
                };
                let end = if is_closed_by('{', '}') || is_closed_by('[', ']') {
                    range.start + 1
                } else {
                    range.end
                };
                open.node.range.end = end.max(open.node.range.start);
                self.close(open.node, open.anchor)
            }
            Event::Alias(anchor) => match self.anchors.get(&anchor).cloned() {
                Some(target) => {
                    self.nodes += size(&target);
                    self.close(target, 0)
                }
                None => Err(Problem::at(line, column, "this alias refers to itself")),
            },
            _ => Ok(()),
        }
    }

    fn begin(&mut self, node: Node, anchor: usize) -> Result<(), Problem> {
        if self.open.len() >= MAX_DEPTH {
            return Err(Problem::at(node.line, node.column, "nested too deeply"));
        }
        self.open.push(Open { node, anchor, key: None });
        Ok(())
    }

    fn close(&mut self, node: Node, anchor: usize) -> Result<(), Problem> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(Problem::at(node.line, node.column, "the document is too large"));
        }
        if anchor != 0 {
            self.anchors.insert(anchor, node.clone());
        }
        let Some(open) = self.open.last_mut() else {
            self.root = Some(node);
            return Ok(());
        };
        match &mut open.node.value {
            Value::Sequence(items) => items.push(node),
            Value::Mapping(pairs) => match open.key.take() {
                None => open.key = Some(node),
                Some(key) => {
                    let name = key.text();
                    if name.is_some() && pairs.iter().any(|(other, _)| other.text() == name) {
                        let message =
                            format!("the key `{}` is given twice", name.unwrap_or_default());
                        return Err(Problem::at(key.line, key.column, message));
                    }
                    pairs.push((key, node));
                }
            },
            Value::Scalar { .. } => unreachable!("only collections are open"),
        }
        Ok(())
    }
}

fn size(node: &Node) -> usize {
    1 + match &node.value {
        Value::Scalar { .. } => 0,
        Value::Sequence(items) => items.iter().map(size).sum(),
        Value::Mapping(pairs) => pairs.iter().map(|(key, value)| size(key) + size(value)).sum(),
    }
}

/// The parser counts characters; edits need bytes.
struct Offsets {
    bytes: Option<Vec<usize>>,
    len: usize,
}

impl Offsets {
    fn new(text: &str) -> Self {
        let bytes = (!text.is_ascii()).then(|| text.char_indices().map(|(at, _)| at).collect());
        Self { bytes, len: text.len() }
    }

    fn byte(&self, index: usize) -> usize {
        match &self.bytes {
            None => index.min(self.len),
            Some(bytes) => bytes.get(index).copied().unwrap_or(self.len),
        }
    }
}

impl Node {
    /// The text of a scalar.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// `null`, `~` or nothing at all.
    pub(crate) fn is_null(&self) -> bool {
        matches!(&self.value, Value::Scalar { text, plain: true } if matches!(text.as_str(), "" | "~" | "null" | "Null" | "NULL"))
    }

    /// The value under `key`, when this is a mapping that has it.
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        let Value::Mapping(pairs) = &self.value else { return None };
        pairs.iter().find(|(name, _)| name.text() == Some(key)).map(|(_, value)| value)
    }

    /// As JSON, plain scalars read as null, booleans and numbers.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        use serde_json::Value as Json;
        match &self.value {
            Value::Scalar { .. } if self.is_null() => Json::Null,
            Value::Scalar { text, plain: true } => match text.as_str() {
                "true" => Json::Bool(true),
                "false" => Json::Bool(false),
                _ => match text.parse::<i64>() {
                    Ok(number) => number.into(),
                    Err(_) => match text.parse::<f64>() {
                        Ok(number) if text.contains('.') => number.into(),
                        _ => text.as_str().into(),
                    },
                },
            },
            Value::Scalar { text, .. } => text.as_str().into(),
            Value::Sequence(items) => Json::Array(items.iter().map(Node::to_json).collect()),
            Value::Mapping(pairs) => Json::Object(
                pairs
                    .iter()
                    .map(|(key, value)| {
                        (key.text().unwrap_or_default().to_owned(), value.to_json())
                    })
                    .collect(),
            ),
        }
    }

    /// A problem that points here.
    pub(crate) fn problem(&self, message: impl Into<String>) -> Problem {
        Problem::at(self.line, self.column, message)
    }
}

/// Reads typed values out of nodes and gathers every problem on the way.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    /// What was wrong, in reading order.
    pub problems: Vec<Problem>,
}

impl Reader {
    /// The pairs of a mapping whose keys must be among `known`; others become problems with a hint.
    pub(crate) fn mapping<'n>(
        &mut self,
        node: &'n Node,
        what: &str,
        known: &[&str],
    ) -> Vec<(&'n str, &'n Node)> {
        let mut pairs = self.entries(node, what);
        pairs.retain(|(key, value)| {
            if known.contains(key) {
                return true;
            }
            let mut problem =
                Problem::at(value.line, value.column, format!("unknown key `{key}` in {what}"));
            if let Value::Mapping(raw) = &node.value
                && let Some((name, _)) = raw.iter().find(|(name, _)| name.text() == Some(*key))
            {
                (problem.line, problem.column) = (name.line, name.column);
            }
            problem.hint = diag::nearest(key, known.iter().copied())
                .map(|name| format!("did you mean `{name}`?"));
            self.problems.push(problem);
            false
        });
        pairs
    }

    /// The pairs of a mapping with free keys.
    pub(crate) fn entries<'n>(&mut self, node: &'n Node, what: &str) -> Vec<(&'n str, &'n Node)> {
        let Value::Mapping(pairs) = &node.value else {
            if !node.is_null() {
                self.problems.push(node.problem(format!("{what} must be a mapping")));
            }
            return Vec::new();
        };
        let mut entries = Vec::new();
        for (key, value) in pairs {
            match key.text() {
                Some(key) => entries.push((key, value)),
                None => self.problems.push(key.problem(format!("a key of {what} must be text"))),
            }
        }
        entries
    }

    /// Text, quoted or not.
    pub(crate) fn text(&mut self, node: &Node, what: &str) -> String {
        if let Some(text) = node.text()
            && !node.is_null()
        {
            return text.to_owned();
        }
        self.problems.push(node.problem(format!("{what} must be text")));
        String::new()
    }

    /// A list of texts.
    pub(crate) fn texts(&mut self, node: &Node, what: &str) -> Vec<String> {
        match &node.value {
            Value::Sequence(items) => items.iter().map(|item| self.text(item, what)).collect(),
            _ if node.is_null() => Vec::new(),
            _ => {
                self.problems.push(node.problem(format!("{what} must be a list")));
                Vec::new()
            }
        }
    }

    /// A boolean; the spellings `yes`, `no`, `1` and `0` count, quoted or not.
    pub(crate) fn truth(&mut self, node: &Node, what: &str) -> bool {
        match node.text().map(str::to_ascii_lowercase).as_deref() {
            Some("true" | "yes" | "1") => true,
            Some("false" | "no" | "0") => false,
            _ => {
                self.problems.push(node.problem(format!("{what} must be true or false")));
                false
            }
        }
    }

    /// Notes a problem at `node`.
    pub(crate) fn refuse(&mut self, node: &Node, message: impl Into<String>) {
        self.problems.push(node.problem(message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_know_where_they_stand() {
        let text = "a: 1\nbé: [x, 'y']\n";
        let root = parse(text).unwrap().unwrap();
        let list = root.get("bé").unwrap();
        assert_eq!((list.line, list.column), (2, 5));
        assert_eq!(&text[list.range.clone()], "[x, 'y']");
    }

    #[test]
    fn an_unknown_key_is_placed_and_a_near_name_offered() {
        let root = parse("profiels: {}\n").unwrap().unwrap();
        let mut reader = Reader::default();
        assert!(reader.mapping(&root, "agentpack.yaml", &["profiles", "targets"]).is_empty());
        assert_eq!(
            reader.problems[0].to_string(),
            "line 1, column 1: unknown key `profiels` in agentpack.yaml (did you mean `profiles`?)"
        );
    }

    #[test]
    fn a_repeated_key_is_refused() {
        assert!(parse("a: 1\na: 2\n").unwrap_err().message.contains("twice"));
    }

    #[test]
    fn aliases_cannot_grow_without_bound() {
        let mut text = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for level in 1..9 {
            let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
            text = format!("{text}a{level}: &a{level} [{aliases}]\n");
        }
        assert_eq!(parse(&text).unwrap_err().message, "the document is too large");
    }

    #[test]
    fn deep_nesting_is_refused() {
        assert!(parse(&"[".repeat(5000)).is_err());
    }
}
