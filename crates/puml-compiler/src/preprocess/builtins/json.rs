//! JSON: reading, asking, changing.

use serde_json::{Map, Value as Json};

use super::{Builtin, bad_argument, builtin};
use crate::preprocess::call::Arguments;
use crate::preprocess::fault::Outcome;
use crate::preprocess::machine::Machine;
use crate::preprocess::value::Value;
use puml_family::{Refusal, Wanted};

pub(super) const ALL: &[Builtin] = &[
    builtin("%size", (1, 1), |_, it| Ok(Value::Int(size(&it.values[0])))),
    builtin("%str2json", (1, 1), |_, it| parse(&it.text(0)).map(Value::from_json)),
    builtin("%load_json", (1, 2), load),
    builtin("%json_add", (2, 3), add),
    builtin("%json_set", (2, 3), set),
    builtin("%json_remove", (2, 2), remove),
    builtin("%json_merge", (2, 2), merge),
    builtin("%json_key_exists", (2, 2), |_, it| {
        Ok(matches!(&it.values[0], Value::Json(Json::Object(all)) if all.contains_key(&it.text(1)))
            .into())
    }),
    builtin("%get_json_keys", (1, 1), keys),
    builtin("%get_json_type", (1, 1), |_, it| Ok(kind(&it.values[0]).into())),
];

fn size(value: &Value) -> i64 {
    let size = match value {
        Value::Json(Json::Array(all)) => all.len(),
        Value::Json(Json::Object(all)) => all.len(),
        Value::Text(text) => text.chars().count(),
        Value::Int(_) | Value::Json(_) => 0,
    };
    size as i64
}

fn parse(text: &str) -> Outcome<Json> {
    serde_json::from_str(text).map_err(|it| bad_argument(format!("the text is not JSON: {it}")))
}

/// A file's JSON; the second argument when there is no such file.
fn load(machine: &mut Machine<'_>, arguments: &Arguments) -> Outcome<Value> {
    let (from, path) = (machine.name.clone(), arguments.text(0));
    let wanted = if path.starts_with("http://") || path.starts_with("https://") {
        Wanted::Url(&path)
    } else {
        Wanted::File { from: &from, path: &path }
    };
    match machine.world.load(wanted) {
        Ok(loaded) => {
            machine.spend(loaded.text.len())?;
            parse(&loaded.text).map(Value::from_json)
        }
        Err(Refusal::Missing) => Ok(match arguments.values.get(1) {
            Some(Value::Text(text)) => Value::from_json(parse(text)?),
            Some(other) => other.clone(),
            None => Value::Json(Json::Object(Map::new())),
        }),
        Err(Refusal::Denied(reason) | Refusal::Unreadable(reason)) => {
            Err(bad_argument(format!("`{path}` cannot be read: {reason}")))
        }
    }
}

/// Levels of arrays and objects inside one another.
const MAX_DEPTH: usize = 100;

/// A changed document, if it is not nested too deep to be walked.
fn changed(json: Json) -> Outcome<Value> {
    let mut rest = vec![(&json, 0)];
    while let Some((json, depth)) = rest.pop() {
        if depth > MAX_DEPTH {
            return Err(bad_argument(format!("the JSON is nested deeper than {MAX_DEPTH} levels")));
        }
        match json {
            Json::Array(all) => rest.extend(all.iter().map(|it| (it, depth + 1))),
            Json::Object(all) => rest.extend(all.values().map(|it| (it, depth + 1))),
            _ => {}
        }
    }
    Ok(Value::Json(json))
}

fn document(arguments: &Arguments) -> Outcome<Json> {
    match &arguments.values[0] {
        Value::Json(json) => Ok(json.clone()),
        Value::Text(text) => parse(text),
        Value::Int(_) => Err(bad_argument("a number is no JSON document")),
    }
}

/// Adds an item to an array, or a key that is not there yet to an object.
fn add(_: &mut Machine<'_>, arguments: &Arguments) -> Outcome<Value> {
    let mut json = document(arguments)?;
    match (&mut json, arguments.values.get(2)) {
        (Json::Array(all), None) => all.push(arguments.values[1].clone().into_json()),
        (Json::Object(all), Some(value)) => {
            all.entry(arguments.text(1)).or_insert_with(|| value.clone().into_json());
        }
        (Json::Object(all), None) => join(all, &arguments.values[1])?,
        _ => {
            return Err(bad_argument(
                "`%json_add` needs an array and an item, or an object, a key and a value",
            ));
        }
    }
    changed(json)
}

fn set(_: &mut Machine<'_>, arguments: &Arguments) -> Outcome<Value> {
    let mut json = document(arguments)?;
    match (&mut json, arguments.values.get(2)) {
        (Json::Array(all), Some(value)) => {
            let place = usize::try_from(arguments.int(1)).ok().and_then(|it| all.get_mut(it));
            *place.ok_or_else(|| bad_argument("`%json_set` has no such place in the array"))? =
                value.clone().into_json();
        }
        (Json::Object(all), Some(value)) => {
            all.insert(arguments.text(1), value.clone().into_json());
        }
        (Json::Object(all), None) => join(all, &arguments.values[1])?,
        _ => {
            return Err(bad_argument(
                "`%json_set` needs an object or an array, a place and a value",
            ));
        }
    }
    changed(json)
}

fn remove(_: &mut Machine<'_>, arguments: &Arguments) -> Outcome<Value> {
    let mut json = document(arguments)?;
    match &mut json {
        Json::Array(all) => {
            if let Some(idx) = usize::try_from(arguments.int(1)).ok().filter(|it| *it < all.len()) {
                all.remove(idx);
            }
        }
        Json::Object(all) => {
            all.shift_remove(&arguments.text(1));
        }
        _ => return Err(bad_argument("`%json_remove` needs an object or an array")),
    }
    Ok(Value::Json(json))
}

fn merge(_: &mut Machine<'_>, arguments: &Arguments) -> Outcome<Value> {
    let mut json = document(arguments)?;
    match (&mut json, &arguments.values[1]) {
        (Json::Array(all), Value::Json(Json::Array(more))) => all.extend(more.iter().cloned()),
        (Json::Object(all), more) => join(all, more)?,
        _ => return Err(bad_argument("`%json_merge` needs two objects or two arrays")),
    }
    changed(json)
}

fn join(all: &mut Map<String, Json>, more: &Value) -> Outcome<()> {
    let Value::Json(Json::Object(more)) = more else {
        return Err(bad_argument("an object can only be joined with an object"));
    };
    for (key, value) in more {
        all.insert(key.clone(), value.clone());
    }
    Ok(())
}

fn keys(_: &mut Machine<'_>, arguments: &Arguments) -> Outcome<Value> {
    let keys: Json = match document(arguments)? {
        Json::Object(all) => all.keys().map(|it| Json::from(it.as_str())).collect(),
        Json::Array(all) => {
            let keys = all.iter().filter_map(Json::as_object).flat_map(Map::keys);
            keys.map(|it| Json::from(it.as_str())).collect()
        }
        _ => return Err(bad_argument("only an object has keys")),
    };
    Ok(Value::Json(keys))
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Int(_) => "number",
        Value::Text(_) => "string",
        Value::Json(Json::Array(_)) => "array",
        Value::Json(Json::Object(_)) => "object",
        Value::Json(Json::Bool(_)) => "boolean",
        Value::Json(_) => "null",
    }
}
