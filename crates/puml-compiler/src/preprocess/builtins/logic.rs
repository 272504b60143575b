//! Truth values and what joins them.

use super::{Builtin, MANY, builtin};
use crate::preprocess::call::Arguments;
use crate::preprocess::value::Value;

pub(super) const ALL: &[Builtin] = &[
    builtin("%false", (0, 0), |_, _| Ok(false.into())),
    builtin("%true", (0, 0), |_, _| Ok(true.into())),
    builtin("%not", (1, 1), |_, it| Ok((!it.is_true(0)).into())),
    builtin("%and", (2, MANY), |_, it| Ok(all(it).into())),
    builtin("%or", (2, MANY), |_, it| Ok(any(it).into())),
    builtin("%xor", (2, MANY), |_, it| Ok(odd(it).into())),
    builtin("%nand", (2, MANY), |_, it| Ok((!all(it)).into())),
    builtin("%nor", (2, MANY), |_, it| Ok((!any(it)).into())),
    builtin("%nxor", (2, MANY), |_, it| Ok((!odd(it)).into())),
    builtin("%boolval", (1, 1), |_, it| Ok(as_truth(it).into())),
];

fn all(arguments: &Arguments) -> bool {
    arguments.values.iter().all(Value::is_true)
}

fn any(arguments: &Arguments) -> bool {
    arguments.values.iter().any(Value::is_true)
}

fn odd(arguments: &Arguments) -> bool {
    arguments.values.iter().filter(|it| it.is_true()).count() % 2 == 1
}

/// The words `true` and `1` are true whatever their case, other texts are not.
fn as_truth(arguments: &Arguments) -> bool {
    match &arguments.values[0] {
        Value::Text(text) => matches!(text.trim().to_ascii_lowercase().as_str(), "true" | "1"),
        other => other.is_true(),
    }
}
