//! Carries lines out one by one: directives change the memory, everything else is expanded and written.

use std::collections::{BTreeSet, HashMap, HashSet};

use diag::{Diagnostic, Sources, Span};

use super::Theme;
use super::blocks::{Block, unbalanced};
use super::call::parameters;
use super::directive::{Declared, Directive, Scope, When, directive};
use super::expression::clip;
use super::fault::{Fault, Outcome};
use super::line::Line;
use super::memory::{Function, FunctionKind, Memory};
use super::output::Output;
use super::scan;
use super::value::Value;
use crate::codes::preprocess as codes;
use puml_family::FrameId;
use puml_family::Options;
use puml_family::World;

/// Findings past this many are not kept: they repeat.
const MAX_FINDINGS: usize = 200;

/// Characters of a message past which it is cut: a value may be much longer than anybody reads.
const LONGEST_MESSAGE: usize = 500;

/// The state of one expansion.
pub(super) struct Machine<'a> {
    pub(super) sources: &'a mut Sources,
    pub(super) world: &'a dyn World,
    pub(super) options: &'a Options,
    pub(super) memory: Memory,
    pub(super) subs: HashMap<String, Vec<Line>>,
    /// Whether a `!startsub` waits for its `!endsub`.
    is_in_sub: bool,
    pub(super) included: HashSet<String>,
    pub(super) out: Output,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The call or include at hand.
    pub(super) frame: Option<FrameId>,
    /// The places of the calls and includes at hand, outermost first.
    pub(super) places: Vec<(Span, &'static str)>,
    /// The line that was begun last.
    pub(super) here: Span,
    /// The name of the source that was handed in.
    pub(super) name: String,
    /// Libraries that were asked for and are not there.
    pub(super) missing: Vec<String>,
    /// The themes that the source chose, in order.
    pub(super) themes: Vec<Theme>,
    /// The state of `%random`.
    pub(super) seed: u64,
    told: BTreeSet<(&'static str, Span)>,
    steps: u32,
    work: u64,
    /// Bytes of the values that the loops under way still have to go through.
    loops: usize,
    /// Levels of expressions under way.
    pub(super) nesting: u32,
    /// Calls, includes and nested arguments under way.
    pub(super) depth: u32,
}

/// How a run of lines ends.
#[derive(Debug, PartialEq)]
pub(super) enum Flow {
    /// After its last line.
    Done,
    /// A `!return` was reached, with this value.
    Returned(Value),
    /// At an `!exit`: nothing more of the diagram is read.
    Exit,
}

/// What the lines are: only some may return a value or write text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Body {
    /// The diagram, an included text, or a procedure.
    Lines,
    /// Ends at its `!return`.
    Function,
}

impl<'a> Machine<'a> {
    pub(super) fn new(
        sources: &'a mut Sources,
        world: &'a dyn World,
        options: &'a Options,
        name: String,
    ) -> Self {
        let mut machine = Self {
            sources,
            world,
            options,
            memory: Memory::default(),
            subs: HashMap::new(),
            is_in_sub: false,
            included: HashSet::new(),
            out: Output::new(options.limits.output),
            diagnostics: Vec::new(),
            frame: None,
            places: Vec::new(),
            here: Span::default(),
            name,
            missing: Vec::new(),
            themes: Vec::new(),
            seed: options.seed,
            told: BTreeSet::new(),
            steps: 0,
            work: 0,
            loops: 0,
            nesting: 0,
            depth: 0,
        };
        machine.forget_diagram();
        machine
    }

    /// Starts afresh for another diagram of the same file.
    pub(super) fn forget_diagram(&mut self) {
        self.memory = Memory::default();
        for (name, value) in &self.options.defines {
            self.memory.set_global(name, Value::Text(value.clone()));
        }
        self.included.clear();
    }

    /// Carries the lines out. An error return means that a bound is reached and reported.
    pub(super) fn run(&mut self, lines: &[Line], body: Body) -> Outcome<Flow> {
        let loops = self.loops;
        let flow = self.run_lines(lines, body);
        self.loops = loops;
        flow
    }

    fn run_lines(&mut self, lines: &[Line], body: Body) -> Outcome<Flow> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut idx = 0;
        while idx < lines.len() {
            let line = &lines[idx];
            let stepped =
                self.step(line).and_then(|()| self.line(lines, &mut idx, &mut blocks, body));
            match stepped {
                Ok(Flow::Done) => {}
                Ok(other) => return Ok(other),
                Err(fault) => {
                    let stops = fault.stops;
                    self.tell(line.span, fault);
                    if stops {
                        return Err(Fault::new(codes::LIMIT_REACHED, "").stop());
                    }
                }
            }
            idx += 1;
        }
        self.tell_unclosed(blocks);
        Ok(Flow::Done)
    }

    /// Reports a fault, once for each place.
    pub(super) fn tell(&mut self, line: Span, fault: Fault) {
        if fault.message.is_empty() || self.diagnostics.len() >= MAX_FINDINGS {
            return;
        }
        let span = fault.span.unwrap_or_else(|| self.trimmed(line));
        if !self.told.insert((fault.code.name, span)) {
            return;
        }
        let mut found = Diagnostic::new(fault.code, span, shortened(fault.message));
        for (at, what) in self.places.iter().rev().take(8) {
            found = found.with_label(*at, *what);
        }
        if let Some(hint) = fault.hint {
            found = found.with_hint(hint);
        }
        self.diagnostics.push(found);
    }

    fn trimmed(&self, span: Span) -> Span {
        let text = self.sources.slice(span);
        let start = text.len() - text.trim_start().len();
        Span::new(span.source, span.start + start as u32, span.end)
    }

    /// A text as a value, if it is not too large for one.
    pub(super) fn bounded(&mut self, text: String) -> Outcome<String> {
        let limit = self.options.limits.value as usize;
        if text.len() > limit {
            let message = format!("a value is larger than {limit} bytes");
            return Err(Fault::new(codes::LIMIT_REACHED, message).stop());
        }
        self.spend(text.len())?;
        Ok(text)
    }

    /// A variable's value, the cost of copying it counted.
    pub(super) fn copied(&mut self, name: &str) -> Outcome<Option<Value>> {
        let value = self.memory.variable(name).cloned();
        self.spend(value.as_ref().map_or(0, Value::weight))?;
        Ok(value)
    }

    /// Counts bytes that were read or copied.
    pub(super) fn spend(&mut self, bytes: usize) -> Outcome<()> {
        self.work = self.work.saturating_add(bytes as u64);
        let limit = self.options.limits.work;
        if self.work <= limit {
            return Ok(());
        }
        let message = format!("expansion works through more than {limit} bytes");
        Err(Fault::new(codes::LIMIT_REACHED, message).stop())
    }

    /// How many lines were carried out, and how many bytes were read or copied.
    pub(super) fn cost(&self) -> (u32, u64) {
        (self.steps, self.work)
    }

    /// Counts what was carried out elsewhere as if it had been carried out here.
    pub(super) fn charge(&mut self, (steps, work): (u32, u64)) -> Outcome<()> {
        self.steps = self.steps.saturating_add(steps);
        self.spend(work as usize)
    }

    /// Notes that a loop begins to go through values, and ends doing so with its last line or the lines around it.
    pub(super) fn hold(&mut self, items: &[Value]) -> Outcome<()> {
        let bytes: usize = items.iter().map(|it| it.weight() + size_of::<Value>()).sum();
        self.loops += bytes;
        self.spend(bytes)
    }

    fn step(&mut self, line: &Line) -> Outcome<()> {
        self.steps += 1;
        self.spend(line.text().len())?;
        let limit = self.options.limits.memory;
        if (self.memory.weight() + self.loops) as u64 > limit {
            let message = format!("variables and loops hold more than {limit} bytes");
            return Err(Fault::new(codes::LIMIT_REACHED, message).stop());
        }
        let limit = self.options.limits.steps;
        if self.steps <= limit {
            return Ok(());
        }
        Err(Fault::new(codes::LIMIT_REACHED, format!("more than {limit} lines are carried out"))
            .stop())
    }

    fn line(
        &mut self,
        lines: &[Line],
        idx: &mut usize,
        blocks: &mut Vec<Block>,
        body: Body,
    ) -> Outcome<Flow> {
        let line = &lines[*idx];
        self.here = line.span;
        let active = blocks.last().is_none_or(|it| it.active);
        if line.comment || line.text().trim_start().starts_with('\'') {
            if active && body == Body::Lines {
                self.verbatim(line)?;
            }
            return Ok(Flow::Done);
        }
        let Some(found) = directive(line.text()) else {
            if active {
                self.text_line(line, body)?;
            }
            return Ok(Flow::Done);
        };
        if self.block(found, line, idx, blocks, active)? || !active {
            return Ok(Flow::Done);
        }
        self.act(found, lines, idx, body)
    }

    /// Carries out a directive that is no block.
    fn act(
        &mut self,
        found: Directive<'_>,
        lines: &[Line],
        idx: &mut usize,
        body: Body,
    ) -> Outcome<Flow> {
        let line = &lines[*idx];
        match found {
            Directive::Assign { scope, name, when, value } => {
                self.assign(scope, name, when, value)?;
            }
            Directive::Define { name, text } => {
                let text = self.expand(text)?;
                self.memory.set_global(name, Value::Text(text));
            }
            Directive::DefineCall { name, rest } => {
                let (parameters, end) = parameters(rest)?;
                let text = &rest[end..];
                let start = line.text().len() - line.text().trim_end().len();
                let offset = line.text().len() - start - text.trim_end().len();
                let skip = text.len() - text.trim_start().len();
                let body = vec![line.rest(offset + skip)];
                self.declare(Function {
                    name: name.into(),
                    kind: FunctionKind::Define,
                    is_final: false,
                    parameters,
                    body,
                })?;
            }
            Directive::DefineLong { name, rest } => {
                let (parameters, _) = parameters(rest)?;
                let body = self.body(lines, idx);
                self.declare(Function {
                    name: name.into(),
                    kind: FunctionKind::DefineLong,
                    is_final: false,
                    parameters,
                    body,
                })?;
            }
            Directive::Declare { kind, unquoted, is_final, name, rest } => {
                let kind = match (kind, unquoted) {
                    (Declared::Function, false) => FunctionKind::Function,
                    (Declared::Function, true) => FunctionKind::UnquotedFunction,
                    (Declared::Procedure, false) => FunctionKind::Procedure,
                    (Declared::Procedure, true) => FunctionKind::UnquotedProcedure,
                };
                self.declare_lines(kind, is_final, name, rest, lines, idx)?;
            }
            Directive::Undefine(name) => self.memory.forget(name),
            Directive::Return(text) if body == Body::Function => {
                return Ok(Flow::Returned(self.evaluate(text)?));
            }
            Directive::Return(_) => {
                return Err(Fault::new(
                    codes::MISPLACED_RETURN,
                    "`!return` stands outside a function",
                ));
            }
            Directive::EndDeclare => {
                return Err(unbalanced(
                    scan::bare(line.text().trim()).0,
                    "!function` or `!procedure",
                ));
            }
            Directive::Include { mode, target } => self.include(mode, target, line.span)?,
            Directive::IncludeSub(target) => self.include_sub(target, line.span)?,
            Directive::StartSub(name) => {
                self.remember_sub(name, lines, *idx)?;
                self.is_in_sub = true;
            }
            Directive::EndSub if !std::mem::take(&mut self.is_in_sub) => {
                return Err(Fault::new(codes::UNBALANCED, "no `!startsub` opens this part"));
            }
            Directive::Import(target) => {
                return Err(Fault::new(
                    codes::CANNOT_INCLUDE,
                    format!("the archive `{}` is not opened", clip(target)),
                )
                .hint("put its files beside the diagram and include them by name"));
            }
            Directive::ThemeFrom { name, place } => self.include_theme(name, place, line.span)?,
            Directive::Theme(name) => {
                let name = self.expand(name)?;
                let start = line.text().rfind(&name).unwrap_or(0);
                let span = line.part(start..(start + name.len()).min(line.text().len()));
                self.themes.push(Theme { name, span, at: self.out.text.len() as u32 });
            }
            Directive::Choice(text) => {
                let (key, value) = scan::bare(text);
                if !key.eq_ignore_ascii_case("handwritten") {
                    return Err(Fault::new(
                        codes::IGNORED_OPTION,
                        format!("the option `{}` has no effect", clip(key)),
                    ));
                }
                let text = format!("skinparam handwritten {}\n", value.trim());
                self.out.instead(&text, line.span, self.frame)?;
            }
            Directive::Log(text) => {
                let text = self.expand(text)?;
                self.tell(line.span, Fault::new(codes::LOG, format!("the source logs: {text}")));
            }
            Directive::DumpMemory => {
                let dump = self.memory.dump();
                self.tell(line.span, Fault::new(codes::LOG, format!("variables: {dump}")));
            }
            Directive::Assert(text) => self.assert(text)?,
            Directive::Exit => return Ok(Flow::Exit),
            Directive::EndSub
            | Directive::If(_)
            | Directive::IfDefined(_)
            | Directive::IfUndefined(_)
            | Directive::ElseIf(_)
            | Directive::Else
            | Directive::EndIf
            | Directive::While(_)
            | Directive::EndWhile
            | Directive::ForEach(_)
            | Directive::EndFor => {}
        }
        Ok(Flow::Done)
    }

    fn assign(&mut self, scope: Scope, name: &str, when: When, text: &str) -> Outcome<()> {
        if when == When::IfMissing && self.memory.variable(name).is_some() {
            return Ok(());
        }
        let value = self.evaluate(text)?;
        match scope {
            Scope::Global => self.memory.set_global(name, value),
            Scope::Nearest => self.memory.set_nearest(name, value),
            Scope::Local => {
                if !self.memory.set_local(name, value) {
                    return Err(Fault::new(
                        codes::LOCAL_OUTSIDE_CALL,
                        format!("`{name}` cannot be local: no function or procedure is around it"),
                    ));
                }
            }
        }
        Ok(())
    }

    fn assert(&mut self, text: &str) -> Outcome<()> {
        let mut cursor = super::expression::Cursor::new(text, 0);
        let holds = self.expression(&mut cursor)?.is_true();
        cursor.skip_blanks();
        let message = match cursor.rest().strip_prefix(':') {
            Some(message) => self.evaluate(message)?.to_string(),
            None => String::new(),
        };
        if holds {
            return Ok(());
        }
        let said =
            if message.is_empty() { format!("`{}` does not hold", clip(text)) } else { message };
        Err(Fault::new(codes::ASSERTION_FAILED, format!("assertion failed: {said}")))
    }
}

fn shortened(mut message: String) -> String {
    if let Some((end, _)) = message.char_indices().nth(LONGEST_MESSAGE) {
        message.truncate(end);
        message.push('…');
    }
    message
}
