//! Files that others write too: we own some keys, list items or one marked block, and leave the rest alone.
//! Pure text in, text out; each format has its own file.

mod block;
mod jsonc;
mod others;
mod toml;
mod yaml;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

pub(crate) use toml::toml as toml_value;
pub(crate) use yaml::block as yaml_block;

/// What kind of file is merged into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// TOML, comments and order kept.
    Toml,
    /// JSON with comments and trailing commas, both kept.
    Jsonc,
    /// YAML, comments and order kept.
    Yaml,
    /// Any text with one block between marker lines.
    Block,
}

/// One thing we own in a shared file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    /// The keys from the root down to the value; empty for a block.
    pub key: Vec<String>,
    /// A key of an object, or one item of the list under the key.
    #[serde(default)]
    pub place: Place,
    /// Of an object we own the fields given here; other fields of it belong to others.
    pub value: Json,
    /// Where it comes from.
    pub module_id: String,
}

/// How a piece sits in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// The value of a key.
    #[default]
    Entry,
    /// One item of a list, known by its value.
    Item,
}

/// The file cannot be parsed, so nothing may be merged into it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unreadable(pub String);

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

/// A parsed file, ready for edits.
trait Tree {
    /// The whole file as data.
    fn root(&self) -> Json;
    fn get(&self, key: &[String]) -> Option<Json>;
    fn set_field(&mut self, key: &[String], field: Option<&str>, value: &Json);
    fn remove(&mut self, key: &[String]);
    fn push_item(&mut self, key: &[String], value: &Json);
    fn remove_item(&mut self, key: &[String], value: &Json);
    fn text(&self) -> String;
}

fn open(format: Format, text: &str) -> Result<Box<dyn Tree>, Unreadable> {
    Ok(match format {
        Format::Toml => Box::new(toml::Document::parse(text)?),
        Format::Jsonc => Box::new(jsonc::Document::parse(text)?),
        Format::Yaml => Box::new(yaml::Document::parse(text)?),
        Format::Block => Box::new(block::Document::parse(text)?),
    })
}

/// A shared file as it stands, to ask what of ours is in it.
pub(crate) struct Reader(Box<dyn Tree>);

impl Reader {
    /// Parses the file; an error if it does not parse, since then nobody can tell what of it is ours.
    pub(crate) fn new(format: Format, text: &str) -> Result<Self, Unreadable> {
        open(format, text).map(Self)
    }

    /// The value at a key; of a block, its text.
    pub(crate) fn value(&self, key: &[String]) -> Option<Json> {
        self.0.get(key)
    }

    /// Whether somebody changed `piece` since we wrote it. Of an item that is no longer in its list nobody can tell
    /// whether it was changed or removed.
    pub(crate) fn is_edited(&self, piece: &Piece) -> bool {
        match piece.place {
            Place::Entry => self.standing(piece) == Standing::Different,
            Place::Item => self.standing(piece) == Standing::Absent,
        }
    }

    /// How `piece` stands in the file.
    pub(crate) fn standing(&self, piece: &Piece) -> Standing {
        match (self.0.get(&piece.key), piece.place) {
            (Some(actual), Place::Entry) if covers(&actual, &piece.value) => Standing::Equal,
            (Some(_), Place::Entry) => Standing::Different,
            (Some(Json::Array(items)), Place::Item) if items.contains(&piece.value) => {
                Standing::Equal
            }
            _ => Standing::Absent,
        }
    }
}

/// A piece compared with the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// The file lacks the piece.
    Absent,
    /// There, with our value.
    Equal,
    /// There, with another value.
    Different,
}

/// Whether `actual` has everything of `ours`; further fields of an object are others' business.
fn covers(actual: &Json, ours: &Json) -> bool {
    match (actual, ours) {
        (Json::Object(actual), Json::Object(ours)) => {
            ours.iter().all(|(key, value)| actual.get(key) == Some(value))
        }
        _ => actual == ours,
    }
}

/// The text with `wanted` in it and whatever of `previous` is no longer wanted taken out.
pub(crate) fn merge(
    format: Format,
    text: &str,
    previous: &[Piece],
    wanted: &[Piece],
) -> Result<String, Unreadable> {
    let mut tree = open(format, text)?;
    let others = others::of(tree.root(), previous, wanted);
    for old in previous {
        let successor = wanted.iter().find(|new| new.key == old.key && new.place == old.place);
        match (old.place, successor) {
            (Place::Item, _) if !wanted.iter().any(|new| same(new, old)) => {
                tree.remove_item(&old.key, &old.value);
            }
            (Place::Entry, None) => tree.remove(&old.key),
            (Place::Entry, Some(new)) => {
                let fields = old.value.as_object().into_iter().flatten();
                for (field, _) in
                    fields.filter(|(field, _)| new.value.get(field.as_str()).is_none())
                {
                    let mut key = old.key.clone();
                    key.push(field.clone());
                    tree.remove(&key);
                }
            }
            _ => {}
        }
    }
    for piece in wanted {
        let current = tree.get(&piece.key);
        match piece.place {
            Place::Entry if current.as_ref().is_some_and(|actual| covers(actual, &piece.value)) => {
            }
            Place::Entry => match (&piece.value, &current) {
                (Json::Object(fields), Some(Json::Object(actual))) => {
                    for (field, value) in
                        fields.iter().filter(|(field, value)| actual.get(*field) != Some(value))
                    {
                        tree.set_field(&piece.key, Some(field), value);
                    }
                }
                _ => tree.set_field(&piece.key, None, &piece.value),
            },
            Place::Item => {
                let there =
                    matches!(&current, Some(Json::Array(items)) if items.contains(&piece.value));
                if !there {
                    tree.push_item(&piece.key, &piece.value);
                }
            }
        }
    }
    match wanted.iter().find(|piece| !stands(&*tree, piece)) {
        Some(piece) => {
            Err(Unreadable(format!("`{}` holds another kind of value", piece.key.join("."))))
        }
        None if others::of(open(format, &tree.text())?.root(), previous, wanted) != others => {
            Err(Unreadable("an edit of our keys would reach others; merge them by hand".into()))
        }
        None => Ok(tree.text()),
    }
}

/// Whether a piece is in the tree, as it is after an edit unless something of another shape is in its way.
fn stands(tree: &dyn Tree, piece: &Piece) -> bool {
    match (tree.get(&piece.key), piece.place, &piece.value) {
        (Some(Json::String(text)), Place::Entry, Json::String(ours)) => {
            text.trim_end_matches('\n') == ours.trim_end_matches('\n')
        }
        (Some(actual), Place::Entry, ours) => covers(&actual, ours),
        (Some(Json::Array(items)), Place::Item, ours) => items.contains(ours),
        _ => false,
    }
}

fn same(a: &Piece, b: &Piece) -> bool {
    a.key == b.key && a.place == b.place && a.value == b.value
}

/// Whether nothing is left in the file, so that one we created may go.
pub(crate) fn is_empty(format: Format, text: &str) -> bool {
    match format {
        Format::Toml | Format::Block => text.trim().is_empty(),
        Format::Jsonc | Format::Yaml => matches!(text.trim(), "" | "{}"),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn entry(key: &[&str], value: Json) -> Piece {
        let key = key.iter().map(|part| (*part).to_owned()).collect();
        Piece { key, place: Place::Entry, value, module_id: "mcp:x".into() }
    }

    fn item(key: &[&str], value: Json) -> Piece {
        Piece { place: Place::Item, ..entry(key, value) }
    }

    const TOML: &str = "# mine\nmodel = \"x\" # keep\n\n[mcp_servers.other]\ncommand = \"o\"\n\n[mcp_servers.puml]\ncommand = \"old\"\n# a note\n[mcp_servers.puml.tools.check]\napproval_mode = \"auto\"\n";

    #[test]
    fn toml_keys_are_set_beside_foreign_ones_and_comments() {
        let ours = entry(
            &["mcp_servers", "puml"],
            json!({"command": "puml-mcp", "args": ["--root", "."]}),
        );
        let merged = merge(Format::Toml, TOML, &[], std::slice::from_ref(&ours)).unwrap();
        for kept in
            ["# mine", "# keep", "[mcp_servers.other]", "# a note", "approval_mode = \"auto\""]
        {
            assert!(merged.contains(kept), "{kept} is gone:\n{merged}");
        }
        assert!(merged.contains("command = \"puml-mcp\""), "{merged}");
        assert_eq!(Reader::new(Format::Toml, &merged).unwrap().standing(&ours), Standing::Equal);
        assert_eq!(
            merge(Format::Toml, &merged, std::slice::from_ref(&ours), std::slice::from_ref(&ours))
                .unwrap(),
            merged
        );
    }

    #[test]
    fn removing_the_last_key_restores_the_file() {
        let ours =
            entry(&["mcp_servers", "puml"], json!({"command": "puml-mcp", "env": {"A": "b"}}));
        for (format, before) in [
            (Format::Toml, "# mine\nmodel = \"x\"\n"),
            (Format::Toml, ""),
            (Format::Jsonc, "{\n  // mine\n  \"inputs\": []\n}\n"),
        ] {
            let merged = merge(format, before, &[], std::slice::from_ref(&ours)).unwrap();
            let back = merge(format, &merged, std::slice::from_ref(&ours), &[]).unwrap();
            assert_eq!(back.trim_end(), before.trim_end(), "{merged}");
        }
    }

    #[test]
    fn json_comments_order_and_siblings_stay() {
        let text = "{\n  // servers of the team\n  \"servers\": {\n    \"other\": { \"command\": \"o\" }, // theirs\n  },\n  \"inputs\": [ { \"id\": \"k\" } ]\n}\n";
        let ours = entry(&["servers", "puml"], json!({"type": "stdio", "command": "puml-mcp"}));
        let merged = merge(Format::Jsonc, text, &[], std::slice::from_ref(&ours)).unwrap();
        for kept in [
            "// servers of the team",
            "// theirs",
            "\"inputs\": [ { \"id\": \"k\" } ]",
            "\"other\": { \"command\": \"o\" }",
        ] {
            assert!(merged.contains(kept), "{kept} is gone:\n{merged}");
        }
        assert_eq!(Reader::new(Format::Jsonc, &merged).unwrap().standing(&ours), Standing::Equal);
    }

    #[test]
    fn list_items_are_known_by_value() {
        let text = "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"command\": \"theirs\"}]}]}}";
        let ours = item(&["hooks", "Stop"], json!({"hooks": [{"command": "ours"}]}));
        let merged = merge(Format::Jsonc, text, &[], std::slice::from_ref(&ours)).unwrap();
        assert!(merged.contains("theirs") && merged.contains("ours"), "{merged}");
        let back = merge(Format::Jsonc, &merged, std::slice::from_ref(&ours), &[]).unwrap();
        assert!(back.contains("theirs") && !back.contains("ours"), "{back}");
    }

    #[test]
    fn an_item_stands_where_its_list_holds_it() {
        let ours = item(&["hooks"], json!("ours"));
        let standing = |text: &str| Reader::new(Format::Jsonc, text).unwrap().standing(&ours);
        assert_eq!(standing(r#"{"hooks": ["theirs", "ours"]}"#), Standing::Equal);
        assert_eq!(standing(r#"{"hooks": ["theirs"]}"#), Standing::Absent);
        assert_eq!(standing(r#"{"hooks": "ours"}"#), Standing::Absent);
    }

    #[test]
    fn what_is_wanted_again_keeps_its_place_and_its_spelling() {
        let first = item(&["hooks"], json!("ours"));
        let text = r#"{"hooks": ["ours", "theirs"]}"#;
        let ours = std::slice::from_ref(&first);
        assert_eq!(merge(Format::Jsonc, text, ours, ours).unwrap(), text);
        let model = entry(&["model"], json!("ours"));
        let text = "model = 'ours'\n";
        let ours = std::slice::from_ref(&model);
        assert_eq!(merge(Format::Toml, text, ours, ours).unwrap(), text);
    }

    #[test]
    fn a_key_goes_though_another_one_comes() {
        let old = entry(&["model"], json!("ours"));
        let new = entry(&["theme"], json!("dark"));
        let text = r#"{"model": "ours", "others": 1}"#;
        let merged = merge(Format::Jsonc, text, &[old], &[new]).unwrap();
        let root = open(Format::Jsonc, &merged).unwrap().root();
        assert_eq!(root, json!({"others": 1, "theme": "dark"}));
    }

    #[test]
    fn a_file_is_empty_when_nothing_stands_in_it() {
        assert!(is_empty(Format::Toml, " \n") && is_empty(Format::Block, ""));
        assert!(is_empty(Format::Jsonc, "{}\n") && is_empty(Format::Yaml, "\n"));
        assert!(!is_empty(Format::Toml, "# mine\n") && !is_empty(Format::Jsonc, r#"{"a": 1}"#));
    }

    #[test]
    fn a_field_we_no_longer_set_goes_and_a_foreign_one_stays() {
        let old = entry(&["mcpServers", "a"], json!({"command": "x", "cwd": "/old"}));
        let new = entry(&["mcpServers", "a"], json!({"command": "x"}));
        let text = r#"{"mcpServers": {"a": {"command": "x", "cwd": "/old", "disabled": true}}}"#;
        let merged = merge(Format::Jsonc, text, &[old], &[new]).unwrap();
        assert!(!merged.contains("cwd") && merged.contains("\"disabled\": true"), "{merged}");
    }

    #[test]
    fn a_block_keeps_the_text_around_it() {
        let ours = |text: &str| entry(&[], json!(text));
        let first = merge(Format::Block, "# Mine\r\n", &[], &[ours("one\n")]).unwrap();
        let (begin, end) = ("<!-- agentpack:begin -->", "<!-- agentpack:end -->");
        assert_eq!(first, format!("# Mine\r\n\n{begin}\none\n{end}\n"));
        let followed = format!("{first}tail\n");
        let second = merge(Format::Block, &followed, &[ours("one\n")], &[ours("two\n")]).unwrap();
        assert_eq!(second, followed.replace("one", "two"));
        let gone = merge(Format::Block, &first, &[ours("one\n")], &[]).unwrap();
        assert_eq!(gone, "# Mine\r\n");
        let removed = |text: &str| merge(Format::Block, text, &[ours("one\n")], &[]).unwrap();
        assert_eq!(removed(&format!("# Mine\n{begin}\none\n{end}\n")), "# Mine\n");
        assert_eq!(removed("# Mine\n\n"), "# Mine\n\n");
        let unended = merge(Format::Block, "", &[], &[ours("one")]).unwrap();
        assert_eq!(unended, format!("{begin}\none\n{end}\n"));
        let unfinished = merge(Format::Block, "# Mine", &[], &[ours("one")]).unwrap();
        assert_eq!(unfinished, format!("# Mine\n\n{unended}"));
    }

    #[test]
    fn a_file_that_cannot_be_understood_is_refused() {
        for (format, text) in [
            (Format::Jsonc, r#"{"a": 1 "b": 2}"#),
            (Format::Jsonc, "[]"),
            (Format::Toml, "a ="),
            (Format::Yaml, "- a\n"),
            (Format::Yaml, "a text\n"),
            (Format::Yaml, "a: [\n"),
            (Format::Block, "<!-- agentpack:begin -->\n"),
            (
                Format::Block,
                "<!-- agentpack:begin -->\n<!-- agentpack:end -->\n<!-- agentpack:begin -->\n",
            ),
        ] {
            let merged = merge(format, text, &[], &[]);
            assert!(merged.is_err(), "{text}");
        }
    }

    #[test]
    fn a_text_that_would_end_its_own_block_is_refused() {
        let ours = entry(&[], json!("one\n<!-- agentpack:end -->\ntwo\n"));
        merge(Format::Block, "# Mine\n", &[], &[ours]).unwrap_err();
    }

    #[test]
    fn a_key_of_another_shape_is_refused_and_not_passed_over() {
        let server = entry(&["mcp", "a"], json!({"command": "x"}));
        let hook = item(&["hooks", "Stop"], json!({"command": "x"}));
        for (format, text, piece) in [
            (Format::Jsonc, r#"{"mcp": []}"#, &server),
            (Format::Jsonc, r#"{"mcp": "off"}"#, &server),
            (Format::Jsonc, r#"{"hooks": {"Stop": {}}}"#, &hook),
            (Format::Jsonc, r#"{"hooks": []}"#, &hook),
            (Format::Toml, "mcp = \"off\"\n", &server),
            (Format::Toml, "[[mcp]]\na = 1\n", &server),
            (Format::Toml, "hooks = {Stop = 1}\n", &hook),
            (Format::Yaml, "mcp: off\n", &server),
            (Format::Yaml, "mcp:\n  - a\n", &server),
        ] {
            let merged = merge(format, text, &[], std::slice::from_ref(piece));
            let Unreadable(problem) = merged.expect_err(text);
            assert!(problem.contains("another kind of value"), "{problem}");
        }
    }

    #[test]
    fn the_reason_a_file_cannot_be_read_does_not_quote_it() {
        let text = "model = \"x\"\napi_key = \"hunter2\n";
        let Unreadable(problem) = merge(Format::Toml, text, &[], &[]).unwrap_err();
        assert!(problem.starts_with("line 2: ") && !problem.contains("hunter2"), "{problem}");
    }

    #[test]
    fn a_broken_file_is_never_merged_into() {
        let ours = [entry(&["a"], json!({}))];
        assert!(merge(Format::Toml, "= [", &[], &ours).is_err());
        assert!(merge(Format::Jsonc, "{ \"a\": ", &[], &ours).is_err());
        assert!(merge(Format::Jsonc, "[]", &[], &ours).is_err());
    }

    fn documents() -> impl Strategy<Value = Json> {
        let word = prop_oneof!["[a-z]{1,6}", "[ -~]{0,12}", "[a-z\u{e9}\u{4e2d}\n#:'\"]{0,8}"];
        let leaf = prop_oneof![
            word.clone().prop_map(Json::from),
            any::<i32>().prop_map(Json::from),
            any::<bool>().prop_map(Json::from),
        ];
        let inner = leaf.prop_recursive(3, 24, 4, move |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..3).prop_map(Json::from),
                prop::collection::btree_map("[a-zA-Z_.-]{1,6}", inner, 0..4)
                    .prop_map(|fields| Json::Object(fields.into_iter().collect())),
            ]
        });
        prop::collection::btree_map("[a-zA-Z_.-]{1,6}", inner, 0..5)
            .prop_map(|fields| Json::Object(fields.into_iter().collect()))
    }

    fn written(format: Format, document: &Json) -> String {
        let fields = document.as_object().unwrap();
        match format {
            Format::Jsonc => serde_json::to_string_pretty(document).unwrap() + "\n",
            Format::Yaml => yaml_block(fields, 0),
            Format::Toml => {
                let mut table = toml_edit::DocumentMut::new();
                for (name, value) in fields {
                    table.insert(name, toml_edit::Item::Value(toml_value(value)));
                }
                table.to_string()
            }
            Format::Block => unreachable!("a block has no keys"),
        }
    }

    proptest! {
        #[test]
        fn a_key_comes_and_goes_in_any_file_and_others_stay(
            document in documents(), server in documents(), other in documents(),
            format in prop::sample::select(vec![Format::Jsonc, Format::Yaml, Format::Toml]),
        ) {
            let text = written(format, &document);
            let before = open(format, &text).unwrap().root();
            let first = [entry(&["servers of ours", "a"], server)];
            let second = [entry(&["servers of ours", "a"], other)];
            let one = merge(format, &text, &[], &first).unwrap();
            let two = merge(format, &one, &first, &second).unwrap();
            let gone = merge(format, &two, &second, &[]).unwrap();
            prop_assert_eq!(open(format, &gone).unwrap().root(), before, "{}", gone);
        }
    }
}
