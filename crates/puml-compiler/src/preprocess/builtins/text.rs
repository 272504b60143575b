//! Texts: measuring, cutting, changing case.

use serde_json::Value as Json;

use super::{Builtin, bad_argument, builtin};
use crate::preprocess::call::Arguments;
use crate::preprocess::fault::Outcome;
use crate::preprocess::machine::Machine;
use crate::preprocess::value::Value;

pub(super) const ALL: &[Builtin] = &[
    builtin("%string", (1, 1), |_, it| Ok(Value::Text(it.text(0)))),
    builtin("%strlen", (1, 1), |_, it| Ok(Value::Int(it.text(0).chars().count() as i64))),
    builtin("%strpos", (2, 2), |_, it| Ok(Value::Int(position(&it.text(0), &it.text(1))))),
    builtin("%substr", (2, 3), |_, it| Ok(substring(it))),
    builtin("%splitstr", (2, 2), |_, it| Ok(split(it))),
    builtin("%splitstr_regex", (2, 2), split_by_pattern),
    builtin("%upper", (1, 1), |_, it| Ok(Value::Text(it.text(0).to_uppercase()))),
    builtin("%lower", (1, 1), |_, it| Ok(Value::Text(it.text(0).to_lowercase()))),
    builtin("%chr", (1, 1), |_, it| {
        let letter = u32::try_from(it.int(0)).ok().and_then(char::from_u32);
        Ok(Value::Text(letter.filter(|it| !it.is_control()).map(String::from).unwrap_or_default()))
    }),
    builtin("%ord", (1, 1), |_, it| {
        Ok(Value::Int(it.text(0).chars().next().map_or(0, |it| i64::from(u32::from(it)))))
    }),
];

/// The place of the first find, counted in characters; -1 when there is none.
fn position(text: &str, part: &str) -> i64 {
    text.find(part).map_or(-1, |at| text[..at].chars().count() as i64)
}

fn substring(arguments: &Arguments) -> Value {
    let start = usize::try_from(arguments.int(1)).unwrap_or(0);
    let length = match arguments.values.get(2) {
        Some(length) => usize::try_from(length.as_int()).unwrap_or(0),
        None => usize::MAX,
    };
    Value::Text(arguments.text(0).chars().skip(start).take(length).collect())
}

fn split(arguments: &Arguments) -> Value {
    let (text, separators) = (arguments.text(0), arguments.text(1));
    let parts = text.split(|it| separators.contains(it)).filter(|it| !it.is_empty());
    Value::Json(parts.map(Json::from).collect())
}

fn split_by_pattern(_: &mut Machine<'_>, arguments: &Arguments) -> Outcome<Value> {
    let (text, pattern) = (arguments.text(0), arguments.text(1));
    let pattern = regex_lite::Regex::new(&pattern)
        .map_err(|it| bad_argument(format!("`{pattern}` is no pattern: {it}")))?;
    Ok(Value::Json(pattern.split(&text).map(Json::from).collect()))
}
