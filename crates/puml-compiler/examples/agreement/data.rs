//! Structures of JSON and YAML diagrams: the data, in order, and the paths that are highlighted.

use puml_syntax::data::{self, Gathered, ValueKind, read_json};
use serde_json::Value;

/// What differs between the reference's data and ours, which is a model in JSON.
pub(crate) fn unequal(record: &Value, ours: &Value) -> Option<String> {
    let mut text = Gathered::default();
    text.push(record["data"].as_str()?, 0);
    let theirs = match read_json(&text) {
        Ok(theirs) => canonical(&theirs),
        Err(flaws) => return Some(format!("the reference's data cannot be read: {flaws:?}")),
    };
    let tables: &[Value] = ours["tables"].as_array().map_or(&[], Vec::as_slice);
    let ours = if tables.is_empty() { Value::Null } else { table(tables, 0) };
    // A document without anything in it is one empty text there.
    let is_empty = theirs == Value::from(vec![""])
        && [Value::from(vec!["{}"]), Value::from(vec!["[]"])].contains(&ours);
    (theirs != ours && !is_empty).then(|| {
        let (theirs, ours) = (theirs.to_string(), ours.to_string());
        let at = theirs.bytes().zip(ours.bytes()).take_while(|(a, b)| a == b).count();
        let around =
            |text: &str| text.chars().skip(at.saturating_sub(20)).take(60).collect::<String>();
        format!("{:?} there, {:?} here", around(&theirs), around(&ours))
    })
}

/// Every scalar as its text, maps as lists of pairs, since names may be there twice.
fn canonical(value: &data::Value) -> Value {
    match &value.kind {
        ValueKind::Map(all) if all.is_empty() => "{}".into(),
        ValueKind::List(all) if all.is_empty() => "[]".into(),
        ValueKind::Map(all) => all
            .iter()
            .map(|it| Value::from(vec![it.key.clone().into(), canonical(&it.value)]))
            .collect(),
        ValueKind::List(all) => all.iter().map(canonical).collect(),
        ValueKind::Text(text) => text.trim().into(),
        ValueKind::Number(text) => text.as_str().into(),
        ValueKind::Bool(it) => it.to_string().into(),
        ValueKind::Null => "null".into(),
    }
}

fn table(tables: &[Value], at: usize) -> Value {
    let rows = tables[at]["rows"].as_array().into_iter().flatten();
    let rows = rows.map(|row| {
        let value = match row["table"].as_u64() {
            Some(inner) => table(tables, inner as usize),
            None => ["text", "number", "word"]
                .iter()
                .find_map(|it| row[*it].as_str())
                .unwrap_or_default()
                .trim()
                .into(),
        };
        match row["key"].as_str() {
            Some(key) => {
                let pair: Vec<Value> = vec![key.into(), value];
                pair.into()
            }
            None => value,
        }
    });
    rows.collect()
}
