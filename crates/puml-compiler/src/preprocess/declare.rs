//! Declarations: functions, procedures, macros, and parts that can be included.

use super::call::parameters;
use super::directive::{Directive, directive};
use super::expression::clip;
use super::fault::{Fault, Outcome};
use super::line::Line;
use super::machine::Machine;
use super::memory::{Function, FunctionKind};
use super::scan;
use crate::codes::preprocess as codes;

/// What is wrong with a part that another one begins in.
const NESTED_PART: &str = "no `!endsub` closes this part before the next one begins";

impl Machine<'_> {
    /// Declares a function or procedure with its body on the same line or up to its end.
    pub(super) fn declare_lines(
        &mut self,
        kind: FunctionKind,
        is_final: bool,
        name: &str,
        rest: &str,
        lines: &[Line],
        idx: &mut usize,
    ) -> Outcome<()> {
        let line = &lines[*idx];
        let (parameters, end) = parameters(rest)?;
        let inline = rest[end..].trim();
        let returns = |it: &Line| matches!(directive(it.text()), Some(Directive::Return(_)));
        let body = if inline.is_empty() {
            self.body(lines, idx)
        } else {
            vec![line.rest(line.text().trim_end().len() - inline.len())]
        };
        let last = lines.get(*idx).map_or(line.span, |it| it.span);
        let bad = |message: String| Err(Fault::new(codes::BAD_DECLARATION, message).at(last));
        if kind.yields_lines() {
            if let Some(found) = body.iter().find(|it| returns(it)) {
                return Err(Fault::new(
                    codes::BAD_DECLARATION,
                    format!(
                        "the procedure `{name}` cannot return a value: declare it as a function"
                    ),
                )
                .at(found.span));
            }
        } else if !body.iter().any(returns) && *idx < lines.len() {
            return bad(format!(
                "the function `{name}` returns nothing: give it a `!return`, or declare it as a procedure"
            ));
        }
        self.declare(Function { name: name.into(), kind, is_final, parameters, body })
    }

    pub(super) fn declare(&mut self, function: Function) -> Outcome<()> {
        self.memory.declare(function).map_err(|function| {
            Fault::new(
                codes::BAD_DECLARATION,
                format!("`{}` is final and cannot be declared again", function.name),
            )
        })
    }

    /// The lines up to the directive that ends a declaration; `idx` ends up on it.
    pub(super) fn body(&mut self, lines: &[Line], idx: &mut usize) -> Vec<Line> {
        let start = *idx + 1;
        let end = lines[start..]
            .iter()
            .position(|it| directive(it.text()) == Some(Directive::EndDeclare));
        let Some(end) = end else {
            let opened = lines[*idx].span;
            self.tell(opened, Fault::new(codes::UNCLOSED, "no `!end…` closes this declaration"));
            *idx = lines.len();
            return lines[start..].to_vec();
        };
        *idx = start + end;
        lines[start..start + end].to_vec()
    }

    pub(super) fn remember_sub(&mut self, name: &str, lines: &[Line], idx: usize) -> Outcome<()> {
        if name.is_empty() || !name.chars().all(scan::is_name) {
            return Err(Fault::new(
                codes::BAD_DECLARATION,
                format!("`{}` is no name for a part", clip(name)),
            ));
        }
        let mut body = Vec::new();
        let mut problem = Some("no `!endsub` closes this part");
        for line in &lines[idx + 1..] {
            match directive(line.text()) {
                Some(Directive::EndSub) => {
                    problem = None;
                    break;
                }
                Some(Directive::StartSub(_)) => {
                    problem = Some(NESTED_PART);
                    break;
                }
                _ => body.push(line.clone()),
            }
        }
        if let Some(problem) = problem {
            return Err(Fault::new(codes::BAD_DECLARATION, problem));
        }
        self.subs.entry(name.into()).or_default().extend(body);
        Ok(())
    }
}
