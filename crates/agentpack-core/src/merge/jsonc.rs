//! Keys and list items in a JSON document, with comments, order and spacing kept as written.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstArray, CstInputValue, CstNode, CstObject, CstRootNode};
use serde_json::Value as Json;

use super::{Tree, Unreadable};

pub(super) struct Document {
    root: CstRootNode,
    top: CstObject,
}

impl Document {
    pub(super) fn parse(text: &str) -> Result<Self, Unreadable> {
        // A byte order mark is kept: it is part of the text the parser skips over.
        let text = if text.trim().is_empty() { "{}\n" } else { text };
        let strict = ParseOptions { allow_missing_commas: false, ..ParseOptions::default() };
        let root =
            CstRootNode::parse(text, &strict).map_err(|error| Unreadable(error.to_string()))?;
        let top = root
            .object_value()
            .ok_or_else(|| Unreadable("the top level is not an object".into()))?;
        Ok(Self { root, top })
    }

    fn object(&self, key: &[String]) -> Option<CstObject> {
        key.iter().try_fold(self.top.clone(), |object, part| object.object_value(part))
    }

    fn object_or_new(&self, key: &[String]) -> Option<CstObject> {
        key.iter().try_fold(self.top.clone(), |object, part| match object.get(part) {
            Some(property) => property.object_value(),
            None => object.append(part, CstInputValue::Object(Vec::new())).object_value(),
        })
    }

    fn array(&self, key: &[String]) -> Option<CstArray> {
        let (name, parents) = key.split_last()?;
        self.object(parents)?.array_value(name)
    }
}

impl Tree for Document {
    fn root(&self) -> Json {
        self.top.to_serde_value().unwrap_or_default()
    }

    fn get(&self, key: &[String]) -> Option<Json> {
        let (name, parents) = key.split_last()?;
        self.object(parents)?.get(name)?.value()?.to_serde_value()
    }

    fn set_field(&mut self, key: &[String], field: Option<&str>, value: &Json) {
        let (parents, name) = if let Some(field) = field {
            (key, field)
        } else {
            let (name, parents) = key.split_last().expect("an entry has a key");
            (parents, name.as_str())
        };
        let Some(object) = self.object_or_new(parents) else { return };
        match object.get(name) {
            Some(property) => property.set_value(input(value)),
            None => {
                object.append(name, input(value));
            }
        }
    }

    fn remove(&mut self, key: &[String]) {
        let Some((name, parents)) = key.split_last() else { return };
        let Some(object) = self.object(parents) else { return };
        if let Some(property) = object.get(name) {
            property.remove();
        }
        if !parents.is_empty()
            && object.properties().is_empty()
            && !is_annotated(&object.children())
        {
            self.remove(parents);
        }
    }

    fn push_item(&mut self, key: &[String], value: &Json) {
        let Some((name, parents)) = key.split_last() else { return };
        let Some(object) = self.object_or_new(parents) else { return };
        let array = match object.get(name) {
            Some(property) => property.array_value(),
            None => object.append(name, CstInputValue::Array(Vec::new())).array_value(),
        };
        if let Some(array) = array {
            array.append(input(value));
        }
    }

    fn remove_item(&mut self, key: &[String], value: &Json) {
        let Some(array) = self.array(key) else { return };
        for item in array.elements() {
            if item.to_serde_value().as_ref() == Some(value) {
                item.remove();
            }
        }
        if array.elements().is_empty() && !is_annotated(&array.children()) {
            self.remove(key);
        }
    }

    fn text(&self) -> String {
        self.root.to_string()
    }
}

/// Whether somebody wrote a comment in a container.
fn is_annotated(children: &[CstNode]) -> bool {
    children.iter().any(CstNode::is_comment)
}

fn input(value: &Json) -> CstInputValue {
    match value {
        Json::Null => CstInputValue::Null,
        Json::Bool(truth) => CstInputValue::Bool(*truth),
        Json::Number(number) => CstInputValue::Number(number.to_string()),
        Json::String(text) => CstInputValue::String(text.clone()),
        Json::Array(items) => CstInputValue::Array(items.iter().map(input).collect()),
        Json::Object(fields) => CstInputValue::Object(
            fields.iter().map(|(name, value)| (name.clone(), input(value))).collect(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_goes_with_its_last_key_unless_somebody_wrote_a_comment() {
        let removed = |text: &str| {
            let mut document = Document::parse(text).unwrap();
            document.remove(&["mcp".to_owned(), "a".to_owned()]);
            document
        };
        let gone = removed("{\n  \"mcp\": {\n    \"a\": 1\n  },\n  \"b\": 2\n}\n");
        assert_eq!(gone.root(), serde_json::json!({"b": 2}));
        let kept = removed("{\n  \"mcp\": {\n    // theirs\n    \"a\": 1\n  }\n}\n");
        assert_eq!(kept.root(), serde_json::json!({"mcp": {}}));
        assert!(kept.text().contains("// theirs"), "{}", kept.text());
        let shared = removed("{\"mcp\": {\"a\": 1, \"b\": 2}}");
        assert_eq!(shared.root(), serde_json::json!({"mcp": {"b": 2}}));
    }

    #[test]
    fn a_list_goes_with_its_last_item_unless_somebody_wrote_a_comment() {
        let removed = |text: &str| {
            let mut document = Document::parse(text).unwrap();
            document.remove_item(&["list".to_owned()], &serde_json::json!("ours"));
            document.root()
        };
        assert_eq!(removed("{\"list\": [\"ours\"]}"), serde_json::json!({}));
        let theirs = serde_json::json!({"list": ["theirs"]});
        assert_eq!(removed("{\"list\": [\"ours\", \"theirs\"]}"), theirs);
        let kept = removed("{\"list\": [\n  // theirs\n  \"ours\"\n]}");
        assert_eq!(kept, serde_json::json!({"list": []}));
    }
}
