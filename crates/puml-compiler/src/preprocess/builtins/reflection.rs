//! Functions about variables and functions.

use super::{Builtin, MANY, bad_argument, builtin};
use crate::preprocess::call::{Arguments, Target};
use crate::preprocess::fault::Outcome;
use crate::preprocess::machine::Machine;
use crate::preprocess::output::Output;
use crate::preprocess::substitute::stand_in;
use crate::preprocess::value::Value;

pub(super) const ALL: &[Builtin] = &[
    builtin("%variable_exists", (1, 1), |machine, it| {
        Ok(machine.memory.variable(&it.text(0)).is_some().into())
    }),
    builtin("%function_exists", (1, 1), |machine, it| Ok(machine.is_callable(&it.text(0)).into())),
    builtin("%get_variable_value", (1, 1), |machine, it| {
        Ok(machine.memory.variable(&it.text(0)).cloned().unwrap_or_else(Value::empty))
    }),
    builtin("%set_variable_value", (2, 2), |machine, it| {
        machine.memory.set_global(&it.text(0), it.values[1].clone());
        Ok(Value::empty())
    }),
    builtin("%call_user_func", (1, MANY), call),
    Builtin { name: "%invoke_procedure", arity: (1, MANY), call, invokes: true },
    builtin("%retrieve_procedure", (1, MANY), retrieve),
    builtin("%xargs", (2, 2), spread),
];

fn call(machine: &mut Machine<'_>, arguments: &Arguments) -> Outcome<Value> {
    let (target, arguments) = machine.indirect(arguments.clone())?;
    if matches!(&target, Target::Declared(function) if function.kind.yields_lines()) {
        return Err(bad_argument("a procedure has no value"));
    }
    machine.value_of(target, arguments)
}

/// What a procedure would write, as one text.
fn retrieve(machine: &mut Machine<'_>, arguments: &Arguments) -> Outcome<Value> {
    let (target, arguments) = machine.indirect(arguments.clone())?;
    let Target::Declared(function) = target else {
        return Err(bad_argument("`%retrieve_procedure` needs a procedure of the source"));
    };
    if !function.kind.yields_lines() {
        return Err(bad_argument(format!("`{}` is no procedure", function.name)));
    }
    let kept = std::mem::replace(&mut machine.out, Output::new(machine.options.limits.value));
    let frame = machine.frame.take();
    let flow = machine.write_call(&function, arguments, machine.here);
    machine.frame = frame;
    let written = std::mem::replace(&mut machine.out, kept);
    flow?;
    let mut newline = [0; 4];
    let text = written.text.trim_end_matches('\n');
    Ok(Value::Text(text.replace('\n', stand_in::NEWLINE.encode_utf8(&mut newline))))
}

/// The function that the first argument names, called with the items of an array.
fn spread(machine: &mut Machine<'_>, arguments: &Arguments) -> Outcome<Value> {
    let mut all = Arguments { values: vec![arguments.values[0].clone()], ..Arguments::default() };
    match &arguments.values[1] {
        Value::Json(serde_json::Value::Array(items)) => {
            all.values.extend(items.iter().cloned().map(Value::from_json));
        }
        other => all.values.push(other.clone()),
    }
    call(machine, &all)
}
