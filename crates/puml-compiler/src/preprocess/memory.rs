//! What the preprocessor remembers: variables, functions and the calls under way.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::line::Line;
use super::value::Value;

/// Variables and functions of one diagram. A copy shares them until one of the two changes.
#[derive(Debug, Default, Clone)]
pub(super) struct Memory {
    globals: Arc<BTreeMap<String, Value>>,
    calls: Vec<BTreeMap<String, Value>>,
    functions: Arc<HashMap<String, Vec<Arc<Function>>>>,
    /// How many names without a `$` were ever made known; without any, words need no look-up.
    bare: usize,
    /// Bytes of all values that are kept.
    weight: usize,
}

/// A function, a procedure or a macro.
#[derive(Debug)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) kind: FunctionKind,
    pub(super) is_final: bool,
    pub(super) parameters: Vec<Parameter>,
    pub(super) body: Vec<Line>,
}

/// What a call of a [`Function`] yields and how its arguments are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FunctionKind {
    /// A value; arguments are expressions.
    Function,
    /// A value; arguments are plain text.
    UnquotedFunction,
    /// Lines; arguments are expressions.
    Procedure,
    /// Lines; arguments are plain text.
    UnquotedProcedure,
    /// The text after `!define NAME(…)`.
    Define,
    /// The lines of `!definelong`.
    DefineLong,
}

impl FunctionKind {
    pub(super) fn yields_lines(self) -> bool {
        matches!(self, Self::Procedure | Self::UnquotedProcedure | Self::DefineLong)
    }

    pub(super) fn takes_plain_text(self) -> bool {
        !matches!(self, Self::Function | Self::Procedure)
    }

    pub(super) fn is_macro(self) -> bool {
        matches!(self, Self::Define | Self::DefineLong)
    }
}

/// A parameter with the text of its default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) default: Option<String>,
}

impl Memory {
    pub(super) fn variable(&self, name: &str) -> Option<&Value> {
        self.calls.last().and_then(|it| it.get(name)).or_else(|| self.globals.get(name))
    }

    /// Bytes of all values that are kept, roughly.
    pub(super) fn weight(&self) -> usize {
        self.weight
    }

    pub(super) fn set_global(&mut self, name: &str, value: Value) {
        self.note_name(name);
        self.weight += cost(name, &value);
        if let Some(old) = Arc::make_mut(&mut self.globals).insert(name.into(), value) {
            self.weight -= cost(name, &old);
        }
    }

    /// Sets it in the call at hand; `false` outside a call.
    pub(super) fn set_local(&mut self, name: &str, value: Value) -> bool {
        self.note_name(name);
        let Some(call) = self.calls.last_mut() else { return false };
        self.weight += cost(name, &value);
        if let Some(old) = call.insert(name.into(), value) {
            self.weight -= cost(name, &old);
        }
        true
    }

    /// Sets it where it is, else in the call at hand, else for all.
    pub(super) fn set_nearest(&mut self, name: &str, value: Value) {
        let is_local = self.calls.last().is_some_and(|it| it.contains_key(name));
        if is_local || !self.globals.contains_key(name) && !self.calls.is_empty() {
            self.set_local(name, value);
        } else {
            self.set_global(name, value);
        }
    }

    pub(super) fn forget(&mut self, name: &str) {
        Arc::make_mut(&mut self.functions).remove(name);
        let local = self.calls.last_mut().and_then(|it| it.remove(name));
        for old in Arc::make_mut(&mut self.globals).remove(name).into_iter().chain(local) {
            self.weight -= cost(name, &old);
        }
    }

    /// Begins a call with these variables.
    pub(super) fn enter(&mut self, variables: BTreeMap<String, Value>) {
        self.bare += variables.keys().filter(|it| !it.starts_with('$')).count();
        self.weight += total(&variables);
        self.calls.push(variables);
    }

    pub(super) fn leave(&mut self) {
        if let Some(variables) = self.calls.pop() {
            self.weight -= total(&variables);
        }
    }

    /// Keeps a function; one of the same name and number of parameters is replaced unless it is final.
    pub(super) fn declare(&mut self, function: Function) -> Result<(), Function> {
        self.note_name(&function.name);
        let functions = Arc::make_mut(&mut self.functions);
        let all = functions.entry(function.name.clone()).or_default();
        let arity = function.parameters.len();
        match all.iter().position(|it| it.parameters.len() == arity) {
            Some(idx) if all[idx].is_final => return Err(function),
            Some(idx) => all[idx] = Arc::new(function),
            None => all.push(Arc::new(function)),
        }
        Ok(())
    }

    /// All functions of that name, by number of parameters as declared.
    pub(super) fn functions(&self, name: &str) -> &[Arc<Function>] {
        self.functions.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether a line with neither `$` nor `%` can hold something to expand.
    pub(super) fn has_bare_names(&self) -> bool {
        self.bare > 0
    }

    /// `name = value` lines of all variables for all, by name.
    pub(super) fn dump(&self) -> String {
        let all: Vec<_> =
            self.globals.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        all.join("; ")
    }

    /// Whether a call is under way.
    pub(super) fn is_calling(&self) -> bool {
        !self.calls.is_empty()
    }

    /// The names of all variables for all and of all functions, in no order.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.globals.keys().chain(self.functions.keys()).map(String::as_str)
    }

    /// Takes in what another memory knows; no name may be in both.
    pub(super) fn absorb(&mut self, other: &Self) {
        let own = std::mem::replace(self, other.clone());
        self.calls = own.calls;
        self.bare += own.bare;
        self.weight += own.weight;
        if !own.globals.is_empty() {
            Arc::make_mut(&mut self.globals).extend(Arc::unwrap_or_clone(own.globals));
        }
        if !own.functions.is_empty() {
            Arc::make_mut(&mut self.functions).extend(Arc::unwrap_or_clone(own.functions));
        }
    }

    fn note_name(&mut self, name: &str) {
        self.bare += usize::from(!name.starts_with('$'));
    }
}

fn cost(name: &str, value: &Value) -> usize {
    // A map's entry has some bytes of its own.
    name.len() + value.weight() + 64
}

fn total(variables: &BTreeMap<String, Value>) -> usize {
    variables.iter().map(|(name, value)| cost(name, value)).sum()
}
