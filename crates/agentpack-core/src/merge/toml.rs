//! Keys in a TOML document, with everything else kept as written.

use serde_json::Value as Json;
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, Value};

use super::{Tree, Unreadable};

pub(super) struct Document(DocumentMut);

impl Document {
    pub(super) fn parse(text: &str) -> Result<Self, Unreadable> {
        text.parse().map(Self).map_err(|error: toml_edit::TomlError| {
            // The error's own text quotes the line, which may hold a secret.
            let at = error.span().map_or(0, |span| span.start);
            let line = text.get(..at).map_or(0, |before| before.matches('\n').count()) + 1;
            Unreadable(format!("line {line}: {}", error.message()))
        })
    }

    fn item(&self, key: &[String]) -> Option<&Item> {
        key.iter().try_fold(self.0.as_item(), |item, part| item.as_table_like()?.get(part))
    }

    /// The table at `key`, made on the way; `None` when something else stands there.
    fn table(&mut self, key: &[String]) -> Option<&mut dyn TableLike> {
        let mut table: &mut dyn TableLike = self.0.as_table_mut();
        for part in key {
            if table.get(part).is_none() {
                let mut new = Table::new();
                new.set_implicit(true);
                table.insert(part, Item::Table(new));
            }
            table = table.get_mut(part)?.as_table_like_mut()?;
        }
        Some(table)
    }
}

impl Tree for Document {
    fn root(&self) -> Json {
        json_table(self.0.as_table())
    }

    fn get(&self, key: &[String]) -> Option<Json> {
        self.item(key).and_then(json)
    }

    fn set_field(&mut self, key: &[String], field: Option<&str>, value: &Json) {
        let (parents, name) = if let Some(field) = field {
            (key, field)
        } else {
            let (name, parents) = key.split_last().expect("an entry has a key");
            (parents, name.as_str())
        };
        let Some(table) = self.table(parents) else { return };
        let new = match value {
            Json::Object(fields) if field.is_none() => {
                let mut table = Table::new();
                for (name, value) in fields {
                    table.insert(name, Item::Value(toml(value)));
                }
                Item::Table(table)
            }
            other => Item::Value(toml(other)),
        };
        match table.get_mut(name) {
            Some(old) => *old = new,
            None => {
                table.insert(name, new);
            }
        }
    }

    fn remove(&mut self, key: &[String]) {
        let Some((name, parents)) = key.split_last() else { return };
        if self.item(parents).is_none() {
            return;
        }
        if let Some(table) = self.table(parents) {
            table.remove(name);
        }
        // Tables that held nothing but our key go with it.
        let empty =
            self.item(parents).and_then(Item::as_table_like).is_some_and(TableLike::is_empty);
        if empty && !parents.is_empty() {
            self.remove(parents);
        }
    }

    fn push_item(&mut self, key: &[String], value: &Json) {
        let Some((name, parents)) = key.split_last() else { return };
        let Some(table) = self.table(parents) else { return };
        if table.get(name).is_none() {
            table.insert(name, Item::Value(Value::Array(Array::new())));
        }
        if let Some(array) = table.get_mut(name).and_then(Item::as_array_mut) {
            array.push(toml(value));
        }
    }

    fn remove_item(&mut self, key: &[String], value: &Json) {
        let Some((name, parents)) = key.split_last() else { return };
        let Some(array) =
            self.table(parents).and_then(|table| table.get_mut(name)).and_then(Item::as_array_mut)
        else {
            return;
        };
        array.retain(|item| json_value(item) != *value);
        if array.is_empty() {
            self.remove(key);
        }
    }

    fn text(&self) -> String {
        self.0.to_string()
    }
}

pub(crate) fn toml(value: &Json) -> Value {
    match value {
        Json::Null => Value::from(""),
        Json::Bool(truth) => Value::from(*truth),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => Value::from(whole),
            None => Value::from(number.as_f64().unwrap_or_default()),
        },
        Json::String(text) => Value::from(text.as_str()),
        Json::Array(items) => Value::Array(items.iter().map(toml).collect()),
        Json::Object(fields) => {
            let mut table = InlineTable::new();
            for (name, value) in fields {
                table.insert(name, toml(value));
            }
            Value::InlineTable(table)
        }
    }
}

fn json(item: &Item) -> Option<Json> {
    match item {
        Item::None => None,
        Item::Value(value) => Some(json_value(value)),
        Item::Table(table) => Some(json_table(table)),
        Item::ArrayOfTables(tables) => Some(tables.iter().map(|table| json_table(table)).collect()),
    }
}

fn json_table(table: &dyn TableLike) -> Json {
    Json::Object(
        table.iter().filter_map(|(name, item)| Some((name.to_owned(), json(item)?))).collect(),
    )
}

fn json_value(value: &Value) -> Json {
    match value {
        Value::String(text) => Json::from(text.value().as_str()),
        Value::Integer(number) => Json::from(*number.value()),
        Value::Float(number) => Json::from(*number.value()),
        Value::Boolean(truth) => Json::from(*truth.value()),
        Value::Datetime(time) => Json::from(time.value().to_string()),
        Value::Array(items) => items.iter().map(json_value).collect(),
        Value::InlineTable(table) => json_table(table),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn key(path: &str) -> Vec<String> {
        path.split('.').map(str::to_owned).collect()
    }

    fn edited(text: &str, edit: impl Fn(&mut Document)) -> String {
        let mut document = Document::parse(text).unwrap();
        edit(&mut document);
        document.text()
    }

    #[test]
    fn an_entry_is_a_table_and_a_field_of_it_stands_in_it() {
        let server = json!({"command": "x", "env": {"A": "b"}});
        let text = edited("", |it| it.set_field(&key("mcp_servers.puml"), None, &server));
        assert_eq!(text, "[mcp_servers.puml]\ncommand = \"x\"\nenv = { A = \"b\" }\n");
        let without = "[mcp_servers.puml]\ncommand = \"x\"\n";
        let environment = json!({"A": "b"});
        let field = |it: &mut Document| {
            it.set_field(&key("mcp_servers.puml"), Some("env"), &environment);
        };
        assert_eq!(edited(without, field), text);
        assert_eq!(
            Document::parse(&text).unwrap().root(),
            json!({"mcp_servers": {"puml": server}})
        );
    }

    #[test]
    fn tables_of_others_stay_and_empty_ones_go() {
        let theirs = "[mcp_servers.other]\ncommand = \"o\"\n";
        let ours = "\n[mcp_servers.puml]\ncommand = \"x\"\n";
        let removed = |text: &str| edited(text, |it| it.remove(&key("mcp_servers.puml")));
        assert_eq!(removed(&format!("{theirs}{ours}")), theirs);
        assert_eq!(removed(&format!("[mcp_servers]\n{ours}")), "");
        assert_eq!(removed("model = \"x\"\n"), "model = \"x\"\n");
    }

    #[test]
    fn items_come_and_go_in_lists() {
        let ours = json!("ours");
        let pushed = |text: &str| edited(text, |it| it.push_item(&key("hooks.stop"), &ours));
        let removed = |text: &str| edited(text, |it| it.remove_item(&key("hooks.stop"), &ours));
        let both = pushed("[hooks]\nstop = [\"theirs\"]\n");
        assert_eq!(both, "[hooks]\nstop = [\"theirs\", \"ours\"]\n");
        assert_eq!(removed(&both), "[hooks]\nstop = [\"theirs\"]\n");
        let alone = pushed("");
        assert_eq!(Document::parse(&alone).unwrap().root(), json!({"hooks": {"stop": ["ours"]}}));
        assert_eq!(removed(&alone), "");
    }
}
