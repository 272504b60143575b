//! Calls: reading arguments, finding the function, running it.

use std::collections::BTreeMap;
use std::sync::Arc;

use diag::Span;

use super::builtins::{self, Builtin};
use super::expression::{Cursor, clip};
use super::fault::{Fault, Outcome};
use super::machine::{Body, Flow, Machine};
use super::memory::{Function, FunctionKind, Parameter};
use super::scan;
use super::value::Value;
use crate::codes::preprocess as codes;

/// Arguments in order, and those given by name.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Arguments {
    pub(super) values: Vec<Value>,
    pub(super) named: BTreeMap<String, Value>,
}

/// A call whose arguments are computed, ready to be carried out.
pub(super) struct Call {
    pub(super) target: Target,
    pub(super) arguments: Arguments,
    /// One past the closing parenthesis.
    pub(super) end: usize,
}

/// A function or procedure of the user, or a built-in function.
#[derive(Clone)]
pub(super) enum Target {
    /// One of ours.
    Builtin(&'static Builtin),
    /// One of the source's.
    Declared(Arc<Function>),
}

impl Call {
    /// Whether it writes lines instead of yielding a value.
    pub(super) fn yields_lines(&self) -> bool {
        matches!(&self.target, Target::Declared(function) if function.kind.yields_lines())
    }
}

impl Machine<'_> {
    /// Whether a call of that name can be meant: anything else stays text.
    pub(super) fn is_callable(&self, name: &str) -> bool {
        if name.starts_with('%') {
            return builtins::find(name).is_some();
        }
        !self.memory.functions(name).is_empty()
    }

    /// Reads the call of `name` whose parenthesis opens at `open`.
    pub(super) fn prepare(&mut self, text: &str, name: &str, open: usize) -> Outcome<Call> {
        if name.starts_with('%') {
            let Some(builtin) = builtins::find(name) else { return Err(unknown(name)) };
            let (arguments, end) = self.arguments(text, open, FunctionKind::Function)?;
            builtin.check(&arguments)?;
            if builtin.invokes {
                let (target, arguments) = self.indirect(arguments)?;
                return Ok(Call { target, arguments, end });
            }
            return Ok(Call { target: Target::Builtin(builtin), arguments, end });
        }
        let Some(kind) = self.memory.functions(name).first().map(|it| it.kind) else {
            return Err(unknown(name));
        };
        let (arguments, end) = self.arguments(text, open, kind)?;
        let target = Target::Declared(self.overload(name, &arguments)?);
        Ok(Call { target, arguments, end })
    }

    /// The function that the first argument names, with the other arguments.
    pub(super) fn indirect(&mut self, mut arguments: Arguments) -> Outcome<(Target, Arguments)> {
        let name = arguments.values.remove(0).to_string();
        let target = match builtins::find(&name) {
            Some(builtin) => {
                builtin.check(&arguments)?;
                Target::Builtin(builtin)
            }
            None => Target::Declared(self.overload(&name, &arguments)?),
        };
        Ok((target, arguments))
    }

    /// The value of a call in an expression, and one past its closing parenthesis.
    pub(super) fn call_for_value(
        &mut self,
        text: &str,
        name: &str,
        open: usize,
    ) -> Outcome<(Value, usize)> {
        let call = self.prepare(text, name, open)?;
        let end = call.end;
        if call.yields_lines() {
            return Err(Fault::new(
                codes::UNKNOWN_FUNCTION,
                format!("`{name}` is a procedure: it writes lines and has no value"),
            ));
        }
        Ok((self.value_of(call.target, call.arguments)?, end))
    }

    /// Carries out a call that yields a value.
    pub(super) fn value_of(&mut self, target: Target, arguments: Arguments) -> Outcome<Value> {
        match target {
            Target::Builtin(builtin) => (builtin.call)(self, &arguments),
            Target::Declared(function) => {
                self.enter(&function, arguments)?;
                let value = if function.kind == FunctionKind::Define {
                    self.expand(function.body[0].text()).map(Value::Text)
                } else {
                    self.run(&function.body, Body::Function).map(|flow| match flow {
                        Flow::Returned(value) => value,
                        Flow::Done | Flow::Exit => Value::empty(),
                    })
                };
                self.leave();
                value
            }
        }
    }

    /// Carries out a procedure; what it writes goes to the output, as called from `at`.
    pub(super) fn write_call(
        &mut self,
        function: &Function,
        arguments: Arguments,
        at: Span,
    ) -> Outcome<Flow> {
        self.enter(function, arguments)?;
        let outer = self.frame;
        self.frame = Some(self.out.pieces.frame(outer, at, "in the expansion of this call"));
        self.places.push((at, "in the expansion of this call"));
        let flow = self.run(&function.body, Body::Lines);
        self.places.pop();
        self.frame = outer;
        self.leave();
        flow
    }

    fn enter(&mut self, function: &Function, arguments: Arguments) -> Outcome<()> {
        self.deeper()?;
        let variables = self.bind(function, arguments);
        match variables {
            Ok(variables) => {
                self.memory.enter(variables);
                Ok(())
            }
            Err(fault) => {
                self.shallower();
                Err(fault)
            }
        }
    }

    fn leave(&mut self) {
        self.memory.leave();
        self.shallower();
    }

    fn bind(
        &mut self,
        function: &Function,
        arguments: Arguments,
    ) -> Outcome<BTreeMap<String, Value>> {
        let mut variables = arguments.named;
        let mut values = arguments.values.into_iter();
        for parameter in &function.parameters {
            if variables.contains_key(&parameter.name) {
                continue;
            }
            let value = match (values.next(), &parameter.default) {
                (Some(value), _) => value,
                (None, Some(default)) if function.kind.is_macro() => {
                    Value::Text(default.trim_matches('"').into())
                }
                (None, Some(default)) => self.evaluate(default)?,
                (None, None) => Value::empty(),
            };
            variables.insert(parameter.name.clone(), value);
        }
        Ok(variables)
    }

    fn overload(&self, name: &str, arguments: &Arguments) -> Outcome<Arc<Function>> {
        let all = self.memory.functions(name);
        let given = arguments.values.len() + arguments.named.len();
        if let Some(exact) = all.iter().find(|it| it.parameters.len() == given) {
            return Ok(Arc::clone(exact));
        }
        let fits = |function: &&Arc<Function>| {
            let missing = function
                .parameters
                .iter()
                .filter(|it| !arguments.named.contains_key(&it.name))
                .skip(arguments.values.len());
            function.parameters.len() > given && missing.clone().all(|it| it.default.is_some())
        };
        if let Some(found) = all.iter().find(fits) {
            return Ok(Arc::clone(found));
        }
        let Some(first) = all.first() else { return Err(unknown(name)) };
        let most = first.parameters.len();
        let least = first.parameters.iter().filter(|it| it.default.is_none()).count();
        let wanted = if least == most { most.to_string() } else { format!("{least} to {most}") };
        let fault = Fault::new(
            codes::UNKNOWN_FUNCTION,
            format!("`{name}` takes {wanted} arguments, not {given}"),
        );
        let names: Vec<&str> = first.parameters.iter().map(|it| it.name.as_str()).collect();
        let names = names.join(", ");
        Err(if least == most { fault } else { fault.hint(format!("its parameters are {names}")) })
    }

    fn arguments(
        &mut self,
        text: &str,
        open: usize,
        kind: FunctionKind,
    ) -> Outcome<(Arguments, usize)> {
        self.deeper()?;
        let read = self.arguments_inside(text, open, kind);
        self.shallower();
        read
    }

    fn arguments_inside(
        &mut self,
        text: &str,
        open: usize,
        kind: FunctionKind,
    ) -> Outcome<(Arguments, usize)> {
        let mut arguments = Arguments::default();
        let mut cursor = Cursor::new(text, open + 1);
        cursor.skip_blanks();
        if cursor.rest().starts_with(')') {
            return Ok((arguments, cursor.at + 1));
        }
        loop {
            cursor.skip_blanks();
            let name = if kind.is_macro() { None } else { parameter_name(cursor.rest()) };
            if let Some((_, skip)) = name {
                cursor.at += skip;
            }
            let value = if kind.takes_plain_text() {
                let (raw, end) = plain_argument(text, cursor.at);
                cursor.at = end;
                Value::Text(self.expand(raw)?)
            } else {
                self.expression(&mut cursor)?
            };
            match name {
                Some((name, _)) => {
                    arguments.named.insert(name.into(), value);
                }
                None => arguments.values.push(value),
            }
            cursor.skip_blanks();
            match cursor.rest().bytes().next() {
                Some(b',') => cursor.at += 1,
                Some(b')') => return Ok((arguments, cursor.at + 1)),
                _ => {
                    return Err(Fault::new(
                        codes::BAD_EXPRESSION,
                        format!("the arguments `{}` cannot be read", clip(&text[open..])),
                    )
                    .hint("arguments are separated by `,` and end with `)`"));
                }
            }
        }
    }
}

/// An argument that is taken as it stands, without the quotes around it, and where it ends.
fn plain_argument(text: &str, start: usize) -> (&str, usize) {
    // Single quotes count only around the whole argument: elsewhere they are apostrophes.
    if let Some(rest) = text[start..].strip_prefix('\'')
        && let Some(close) = rest.find('\'')
    {
        let behind = &rest[close + 1..];
        let end = text.len() - behind.trim_start().len();
        if behind.trim_start().starts_with([',', ')']) {
            return (&rest[..close], end);
        }
    }
    let end = scan::argument_end(text, start);
    let raw = text[start..end].trim();
    (raw.strip_prefix('"').and_then(|it| it.strip_suffix('"')).unwrap_or(raw), end)
}

/// The parameters in parentheses at the start of a text, and one past the closing one.
pub(super) fn parameters(text: &str) -> Outcome<(Vec<Parameter>, usize)> {
    let bad = || {
        Fault::new(
            codes::BAD_DECLARATION,
            format!("the parameters `{}` cannot be read", clip(text)),
        )
    };
    if !text.starts_with('(') {
        return Err(
            bad().hint("parameters stand in parentheses: `$name($first, $second=\"default\")`")
        );
    }
    let mut parameters = Vec::new();
    let mut at = 1;
    loop {
        let end = scan::argument_end(text, at);
        if end == text.len() {
            return Err(bad().hint("a `)` is missing"));
        }
        let part = text[at..end].trim();
        if !part.is_empty() || text.as_bytes()[end] == b',' {
            let (name, rest) = scan::identifier(part).ok_or_else(bad)?;
            let default = match rest.trim() {
                "" => None,
                rest => Some(rest.strip_prefix('=').ok_or_else(bad)?.trim().to_owned()),
            };
            parameters.push(Parameter { name: name.into(), default });
        }
        at = end + 1;
        if text.as_bytes()[end] == b')' {
            return Ok((parameters, at));
        }
    }
}

/// `$name=` at the start of an argument, with its length.
fn parameter_name(text: &str) -> Option<(&str, usize)> {
    let (name, rest) = scan::identifier(text.strip_prefix('$').map(|_| text)?)?;
    let after = rest.trim_start().strip_prefix('=')?;
    (!after.starts_with('=')).then_some((name, text.len() - after.len()))
}

fn unknown(name: &str) -> Fault {
    Fault::new(codes::UNKNOWN_FUNCTION, format!("there is no function or procedure `{name}`"))
}
