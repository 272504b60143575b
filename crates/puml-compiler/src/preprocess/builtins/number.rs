//! Whole numbers.

use super::{Builtin, bad_argument, builtin};
use crate::preprocess::call::Arguments;
use crate::preprocess::fault::Outcome;
use crate::preprocess::machine::Machine;
use crate::preprocess::value::Value;

pub(super) const ALL: &[Builtin] = &[
    builtin("%intval", (1, 1), |_, it| Ok(Value::Int(it.int(0)))),
    builtin("%dec2hex", (1, 1), |_, it| Ok(Value::Text(format!("{:x}", it.int(0))))),
    builtin("%hex2dec", (1, 1), |_, it| {
        Ok(Value::Int(i64::from_str_radix(it.text(0).trim_start_matches('#'), 16).unwrap_or(0)))
    }),
    builtin("%mod", (2, 2), modulo),
    builtin("%eval", (1, 1), |machine, it| machine.evaluate(&it.text(0))),
    builtin("%random", (0, 2), random),
];

fn modulo(_: &mut Machine<'_>, arguments: &Arguments) -> Outcome<Value> {
    match arguments.int(1) {
        0 => Err(bad_argument("`%mod` divides by zero")),
        divisor => Ok(Value::Int(arguments.int(0).wrapping_rem(divisor))),
    }
}

/// 0 or 1, a number below the argument, or one from the first argument up to, not including, the second.
/// The numbers follow from the seed of the options.
fn random(machine: &mut Machine<'_>, arguments: &Arguments) -> Outcome<Value> {
    let (least, past) = match arguments.values.len() {
        0 => (0, 2),
        1 => (0, arguments.int(0)),
        _ => (arguments.int(0), arguments.int(1)),
    };
    if past <= least {
        return Err(bad_argument(format!(
            "`%random` has nothing to choose from between {least} and {past}"
        )));
    }
    // An xorshift step: short, and the same on every machine.
    let mut state = machine.seed.max(1);
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    machine.seed = state;
    let range = past.wrapping_sub(least) as u64;
    Ok(Value::Int(least.wrapping_add((state % range) as i64)))
}
