//! The functions every source can call, `%name(…)`, one file per family.

mod character;
mod color;
mod date;
mod environment;
mod json;
mod logic;
mod number;
mod reflection;
mod text;

use super::call::Arguments;
use super::fault::{Fault, Outcome};
use super::machine::Machine;
use super::value::Value;
use crate::codes::preprocess as codes;

/// A function of ours.
pub(super) struct Builtin {
    /// With the `%`, in lower case.
    name: &'static str,
    /// The fewest and the most arguments.
    arity: (usize, usize),
    pub(super) call: fn(&mut Machine<'_>, &Arguments) -> Outcome<Value>,
    /// Whether it stands for a call of what its first argument names.
    pub(super) invokes: bool,
}

const fn builtin(
    name: &'static str,
    arity: (usize, usize),
    call: fn(&mut Machine<'_>, &Arguments) -> Outcome<Value>,
) -> Builtin {
    Builtin { name, arity, call, invokes: false }
}

/// As many arguments as are given.
const MANY: usize = 255;

const FAMILIES: [&[Builtin]; 9] = [
    logic::ALL,
    number::ALL,
    text::ALL,
    character::ALL,
    date::ALL,
    environment::ALL,
    reflection::ALL,
    json::ALL,
    color::ALL,
];

/// The function of that name, whatever its case.
pub(super) fn find(name: &str) -> Option<&'static Builtin> {
    if !name.starts_with('%') {
        return None;
    }
    FAMILIES.iter().flat_map(|it| it.iter()).find(|it| it.name.eq_ignore_ascii_case(name))
}

/// The names of all functions that every source can call, with the `%`, by family.
pub fn names() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().flat_map(|it| it.iter()).map(|it| it.name)
}

impl Builtin {
    pub(super) fn check(&self, arguments: &Arguments) -> Outcome<()> {
        let given = arguments.values.len();
        let (least, most) = self.arity;
        if (least..=most).contains(&given) {
            return Ok(());
        }
        let wanted = if least == most { least.to_string() } else { format!("{least} to {most}") };
        Err(Fault::new(
            codes::UNKNOWN_FUNCTION,
            format!("`{}` takes {wanted} arguments, not {given}", self.name),
        ))
    }
}

impl Arguments {
    /// The argument at that place as a text; empty when it is not given.
    fn text(&self, idx: usize) -> String {
        self.values.get(idx).map(ToString::to_string).unwrap_or_default()
    }

    /// The argument at that place as a whole number; 0 when it is not given.
    fn int(&self, idx: usize) -> i64 {
        self.values.get(idx).map_or(0, Value::as_int)
    }

    fn is_true(&self, idx: usize) -> bool {
        self.values.get(idx).is_some_and(Value::is_true)
    }
}

/// The fault of a function that cannot take a value.
fn bad_argument(message: impl Into<String>) -> Fault {
    Fault::new(codes::BAD_ARGUMENT, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_families_hold_all_74_functions_once() {
        let mut all: Vec<_> = names().collect();
        assert_eq!(all.len(), 74);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 74);
        assert!(all.iter().all(|it| it.starts_with('%') && *it == it.to_lowercase()));
    }
}
