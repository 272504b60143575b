//! Keys and list items in a YAML document. Edits replace or insert the lines of one entry; all other text stays as it
//! is written.

use std::fmt::Write as _;

use serde_json::{Map, Value as Json};

use super::{Tree, Unreadable};
use crate::yaml::{self, Node, Value};

pub(super) struct Document {
    text: String,
}

impl Document {
    pub(super) fn parse(text: &str) -> Result<Self, Unreadable> {
        let document = Self { text: text.to_owned() };
        match yaml::parse(text).map_err(|problem| Unreadable(problem.to_string()))? {
            Some(Node { value: Value::Mapping(_), .. }) | None => Ok(document),
            Some(node) if node.is_null() => Ok(document),
            Some(_) => Err(Unreadable("the top level is not a mapping".into())),
        }
    }

    /// The text was parsed before and every edit keeps it valid.
    fn parsed(&self) -> Option<Node> {
        yaml::parse(&self.text).ok().flatten()
    }

    /// Puts a value at a path of keys and replaces what stands there.
    fn set(&mut self, path: &[String], value: &Json) {
        let Some(root) = self.parsed().filter(|root| matches!(root.value, Value::Mapping(_)))
        else {
            if !self.text.is_empty() && !self.text.ends_with('\n') {
                self.text.push('\n');
            }
            self.text.push_str(&block(&nested(path, value), 0));
            return;
        };
        let mut at = &root;
        for (depth, key) in path.iter().enumerate() {
            let rest = &path[depth + 1..];
            let Value::Mapping(pairs) = &at.value else { return };
            let found = pairs.iter().find(|(name, _)| name.text() == Some(key));
            let Some((name, node)) = found else {
                self.insert(at, &nested(&path[depth..], value));
                return;
            };
            let is_free = match &node.value {
                Value::Mapping(pairs) => pairs.is_empty(),
                Value::Scalar { .. } => node.is_null(),
                Value::Sequence(_) => false,
            };
            if rest.is_empty() || is_free {
                let entry = nested(&path[depth..], value);
                self.replace(at, (name, node), &entry);
                return;
            }
            at = node;
        }
    }

    /// Adds entries to a mapping: below its last one, or inside its braces.
    fn insert(&mut self, mapping: &Node, entries: &Map<String, Json>) {
        let Value::Mapping(pairs) = &mapping.value else { return };
        if self.is_flow(mapping) {
            let mut all = mapping.to_json();
            if let Some(fields) = all.as_object_mut() {
                fields.extend(entries.clone());
            }
            self.text.replace_range(mapping.range.clone(), &all.to_string());
            return;
        }
        let (last_key, last) = pairs.last().expect("a block mapping has an entry");
        let end = self.line_end(end_of(last).max(last_key.range.end));
        let indent = pairs.first().map_or(0, |(key, _)| key.column - 1);
        let gap = if self.text[..end].ends_with('\n') { "" } else { "\n" };
        self.text.insert_str(end, &format!("{gap}{}", block(entries, indent)));
    }

    fn replace(&mut self, mapping: &Node, entry: (&Node, &Node), new: &Map<String, Json>) {
        let (key, node) = entry;
        if self.is_flow(mapping) {
            let mut all = mapping.to_json();
            if let Some(fields) = all.as_object_mut() {
                fields.extend(new.clone());
            }
            self.text.replace_range(mapping.range.clone(), &all.to_string());
            return;
        }
        let end = self.line_end(end_of(node).max(key.range.end));
        let indent = key.column - 1;
        let lines = block(new, indent);
        // The indent of the key stays as it is written.
        self.text.replace_range(key.range.start..end, lines.trim_start());
    }

    fn is_flow(&self, mapping: &Node) -> bool {
        self.text[mapping.range.start..].starts_with('{')
    }

    fn line_end(&self, at: usize) -> usize {
        self.text[at..].find('\n').map_or(self.text.len(), |newline| at + newline + 1)
    }

    fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |newline| newline + 1)
    }
}

impl Tree for Document {
    fn root(&self) -> Json {
        let root = self.parsed().filter(|root| !root.is_null());
        root.map_or_else(|| Map::new().into(), |root| root.to_json())
    }

    fn get(&self, key: &[String]) -> Option<Json> {
        let root = self.parsed()?;
        let node = key.iter().try_fold(&root, |node, part| node.get(part))?;
        Some(node.to_json())
    }

    fn set_field(&mut self, key: &[String], field: Option<&str>, value: &Json) {
        let mut path = key.to_vec();
        path.extend(field.map(str::to_owned));
        self.set(&path, value);
    }

    fn remove(&mut self, key: &[String]) {
        let Some((name, parents)) = key.split_last() else { return };
        let Some(root) = self.parsed() else { return };
        let Some(parent) = parents.iter().try_fold(&root, |node, part| node.get(part)) else {
            return;
        };
        let Value::Mapping(pairs) = &parent.value else { return };
        let Some((own, node)) = pairs.iter().find(|(key, _)| key.text() == Some(name)) else {
            return;
        };
        if pairs.len() == 1 && !parents.is_empty() {
            self.remove(parents);
        } else if self.is_flow(parent) {
            let mut all = parent.to_json();
            if let Some(fields) = all.as_object_mut() {
                fields.remove(name);
            }
            self.text.replace_range(parent.range.clone(), &all.to_string());
        } else {
            let start = self.line_start(own.range.start);
            let end = self.line_end(end_of(node).max(own.range.end));
            self.text.replace_range(start..end, "");
        }
    }

    fn push_item(&mut self, key: &[String], value: &Json) {
        let mut items = match self.get(key) {
            Some(Json::Array(items)) => items,
            None | Some(Json::Null) => Vec::new(),
            Some(_) => return,
        };
        items.push(value.clone());
        self.set(key, &Json::Array(items));
    }

    fn remove_item(&mut self, key: &[String], value: &Json) {
        let Some(Json::Array(mut items)) = self.get(key) else { return };
        items.retain(|item| item != value);
        if items.is_empty() {
            self.remove(key);
        } else {
            self.set(key, &Json::Array(items));
        }
    }

    fn text(&self) -> String {
        self.text.clone()
    }
}

/// Where the last scalar or flow collection of a node ends; a block collection's own range goes on to the next token.
fn end_of(node: &Node) -> usize {
    let last = match &node.value {
        Value::Scalar { .. } => None,
        Value::Sequence(items) => items.iter().map(end_of).max(),
        Value::Mapping(pairs) => {
            pairs.iter().map(|(key, value)| end_of(key).max(end_of(value))).max()
        }
    };
    last.filter(|end| *end > node.range.start).unwrap_or(node.range.end)
}

/// A value below a path of keys.
fn nested(path: &[String], value: &Json) -> Map<String, Json> {
    let (first, rest) = path.split_first().expect("a path has a key");
    let inner = if rest.is_empty() { value.clone() } else { Json::Object(nested(rest, value)) };
    Map::from_iter([(first.clone(), inner)])
}

/// Fields as lines of YAML, indented; mappings as blocks, everything else in quotes or as a list in one line.
pub(crate) fn block(fields: &Map<String, Json>, indent: usize) -> String {
    let pad = " ".repeat(indent);
    let mut text = String::new();
    for (name, value) in fields {
        let key = if is_word(name) { name.clone() } else { Json::from(name.as_str()).to_string() };
        match value {
            Json::Object(inner) if !inner.is_empty() => {
                let _ = write!(text, "{pad}{key}:\n{}", block(inner, indent + 2));
            }
            Json::String(line) if line.ends_with('\n') && is_literal(line) => {
                let _ = writeln!(text, "{pad}{key}: |");
                for line in line.lines() {
                    let pad = if line.is_empty() { "" } else { &pad };
                    let gap = if line.is_empty() { "" } else { "  " };
                    let _ = writeln!(text, "{pad}{gap}{line}");
                }
            }
            Json::String(word) if is_word(word) => {
                let _ = writeln!(text, "{pad}{key}: {word}");
            }
            other => {
                let _ = writeln!(text, "{pad}{key}: {other}");
            }
        }
    }
    text
}

/// Text that a literal block gives back byte for byte.
fn is_literal(text: &str) -> bool {
    let odd = |c: char| c.is_control() && c != '\n' && c != '\t';
    !text.starts_with([' ', '\n', '\t']) && !text.ends_with("\n\n") && !text.contains(odd)
}

/// Text that is the same without quotes.
fn is_word(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let special = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(plain)
        && !special.contains(&text.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::super::{Format, Piece, Place, Reader, Standing, merge};
    use super::*;
    use serde_json::json;

    const TEXT: &str = "# mine\nGOOSE_PROVIDER: openai # keep\nextensions:\n  # built in\n  developer:\n    type: builtin\n    enabled: true\n\n# the end\nGOOSE_MODEL: x\n";

    fn entry(key: &[&str], value: Json) -> Piece {
        let key = key.iter().map(|part| (*part).to_owned()).collect();
        Piece { key, place: Place::Entry, value, module_id: "mcp:x".into() }
    }

    #[test]
    fn a_key_comes_and_goes_and_every_other_byte_stays() {
        let server =
            json!({"type": "stdio", "cmd": "puml-mcp", "args": ["-x", "a: b"], "envs": {"A": "1"}});
        let ours = entry(&["extensions", "puml"], server);
        let merged = merge(Format::Yaml, TEXT, &[], std::slice::from_ref(&ours)).unwrap();
        for kept in ["# mine\n", "openai # keep", "  # built in\n", "\n# the end\n"] {
            assert!(merged.contains(kept), "{merged}");
        }
        let reader = Reader::new(Format::Yaml, &merged).unwrap();
        assert_eq!(reader.standing(&ours), Standing::Equal, "{merged}");
        assert_eq!(merge(Format::Yaml, &merged, &[ours], &[]).unwrap(), TEXT);
    }

    #[test]
    fn a_field_is_changed_in_its_place() {
        let old = entry(&["extensions", "developer"], json!({"type": "builtin", "enabled": true}));
        let new = entry(&["extensions", "developer"], json!({"type": "platform"}));
        let merged = merge(Format::Yaml, TEXT, &[old], &[new]).unwrap();
        assert_eq!(
            merged,
            TEXT.replace("    type: builtin\n    enabled: true\n", "    type: platform\n")
        );
    }

    #[test]
    fn an_empty_file_and_braces_take_entries_too() {
        let ours = entry(&["extensions", "a"], json!({"cmd": "x"}));
        let pieces = std::slice::from_ref(&ours);
        assert_eq!(
            merge(Format::Yaml, "", &[], pieces).unwrap(),
            "extensions:\n  a:\n    cmd: x\n"
        );
        for text in ["extensions: {}\n", "extensions:\n", "extensions: {b: {cmd: y}}\n"] {
            let merged = merge(Format::Yaml, text, &[], pieces).unwrap();
            let reader = Reader::new(Format::Yaml, &merged).unwrap();
            assert_eq!(reader.standing(&ours), Standing::Equal, "{merged}");
        }
        assert!(merge(Format::Yaml, "- a\n", &[], pieces).is_err());
    }

    #[test]
    fn lines_of_another_script_do_not_move_what_follows() {
        let text =
            "hint: |\n  \u{4e2d}\u{6587}\n  Gr\u{fc}\u{df}e\nextensions:\n  a: {cmd: x}\nlast: 1\n";
        let ours = entry(&["extensions", "b"], json!({"hint": "\u{4e2d}\n", "cmd": "y"}));
        let merged = merge(Format::Yaml, text, &[], std::slice::from_ref(&ours)).unwrap();
        assert!(
            merged.starts_with("hint: |\n  \u{4e2d}") && merged.ends_with("last: 1\n"),
            "{merged}"
        );
        assert_eq!(merge(Format::Yaml, &merged, &[ours], &[]).unwrap(), text);
    }

    #[test]
    fn an_alias_is_not_written_through() {
        let text = "all: &all\n  a: {cmd: x}\nextensions: *all\n";
        let ours = entry(&["extensions", "b"], json!({"cmd": "y"}));
        assert!(merge(Format::Yaml, text, &[], &[ours]).is_err());
    }

    #[test]
    fn list_items_are_known_by_value() {
        let ours =
            Piece { place: Place::Item, ..entry(&["hooks", "stop"], json!({"command": "ours"})) };
        let text = "hooks:\n  stop: [{command: theirs}]\n";
        let merged = merge(Format::Yaml, text, &[], std::slice::from_ref(&ours)).unwrap();
        assert!(merged.contains("theirs") && merged.contains("ours"), "{merged}");
        let back = merge(Format::Yaml, &merged, &[ours], &[]).unwrap();
        assert!(back.contains("theirs") && !back.contains("ours"), "{back}");
    }

    #[test]
    fn lines_of_text_come_back_as_they_were() {
        for text in ["one\n\n  two\n", "a", "a: b", "", " x\n", "tab\tx\n", "- x\n", "no"] {
            let fields = Map::from_iter([("k".to_owned(), Json::from(text))]);
            let written = block(&fields, 2);
            let read = yaml::parse(&written).unwrap().unwrap().to_json();
            assert_eq!(read["k"], text, "{written:?}");
        }
    }

    #[test]
    fn entries_stand_on_lines_of_their_own_at_the_right_depth() {
        let set = |text: &str, key: &[&str], value: Json| {
            merge(Format::Yaml, text, &[], &[entry(key, value)]).unwrap()
        };
        for (text, expected) in [
            ("# mine", "# mine\na: 1\n"),
            ("# mine\n", "# mine\na: 1\n"),
            ("---\n", "---\na: 1\n"),
            ("b: 2", "b: 2\na: 1\n"),
            ("a: 2 # old\nb: 2\n", "a: 1\nb: 2\n"),
        ] {
            assert_eq!(set(text, &["a"], json!(1)), expected);
        }
        assert_eq!(
            set("mcp:\n  a: old\n  b: 2\n", &["mcp", "a"], json!({"cmd": "x", "args": ["y"]})),
            "mcp:\n  a:\n    cmd: x\n    args: [\"y\"]\n  b: 2\n"
        );
        assert_eq!(set("mcp:\n   b: 2\n", &["mcp", "a"], json!(1)), "mcp:\n   b: 2\n   a: 1\n");
        let flow = set("mcp: {a: 1, b: 2} # theirs\n", &["mcp", "a"], json!(3));
        assert_eq!(flow, "mcp: {\"a\":3,\"b\":2} # theirs\n");
    }

    #[test]
    fn an_entry_goes_with_its_lines_and_takes_an_empty_parent_along() {
        let removed =
            |text: &str| merge(Format::Yaml, text, &[entry(&["mcp", "a"], json!(1))], &[]).unwrap();
        for (text, expected) in [
            ("mcp:\n  a: 1\n  b: 2\n", "mcp:\n  b: 2\n"),
            ("mcp:\n  b: 2\n  a:\n    c: 1\n", "mcp:\n  b: 2\n"),
            ("mcp:\n  a: 1\nlast: 2\n", "last: 2\n"),
            ("mcp: {a: 1, b: 2}\n", "mcp: {\"b\":2}\n"),
            ("first: 1\nmcp: {a: 1}\n", "first: 1\n"),
            ("first: 1\n", "first: 1\n"),
            ("mcp: off\n", "mcp: off\n"),
        ] {
            assert_eq!(removed(text), expected);
        }
    }

    #[test]
    fn items_come_and_go_in_lists() {
        let ours = Piece { place: Place::Item, ..entry(&["hooks"], json!("ours")) };
        let ours = std::slice::from_ref(&ours);
        for (text, both) in [
            ("hooks:\n  - theirs\nlast: 1\n", "hooks: [\"theirs\",\"ours\"]\nlast: 1\n"),
            ("hooks: [theirs]\n", "hooks: [\"theirs\",\"ours\"]\n"),
            ("hooks:\n", "hooks: [\"ours\"]\n"),
            ("last: 1\n", "last: 1\nhooks: [\"ours\"]\n"),
        ] {
            assert_eq!(merge(Format::Yaml, text, &[], ours).unwrap(), both);
        }
        let removed = |text: &str| merge(Format::Yaml, text, ours, &[]).unwrap();
        assert_eq!(removed("hooks: [theirs, ours]\n"), "hooks: [\"theirs\"]\n");
        assert_eq!(removed("hooks: [ours]\nlast: 1\n"), "last: 1\n");
    }

    #[test]
    fn values_are_quoted_where_they_would_be_read_as_something_else() {
        let fields = json!({
            "word": "a-b_c/d.e", "a b": "two words", "1st": "1x", "true": "No", "empty": {},
            "lines": "one\n\n\ttwo\n", "indented": " one\n", "unended": "one\ntwo",
            "blank": "one\n\n", "bell": "one\u{7}\n", "inner": {"key": null},
        });
        let expected = "  word: a-b_c/d.e\n  \"a b\": \"two words\"\n  \"1st\": \"1x\"\n  \"true\": \"No\"\n  \
             empty: {}\n  lines: |\n    one\n\n    \ttwo\n  indented: \" one\\n\"\n  \
             unended: \"one\\ntwo\"\n  blank: \"one\\n\\n\"\n  bell: \"one\\u0007\\n\"\n  inner:\n    key: null\n";
        let text = block(fields.as_object().unwrap(), 2);
        assert_eq!(text, expected);
        let read = yaml::parse(&text).unwrap().unwrap().to_json();
        assert_eq!(read, fields);
    }
}
