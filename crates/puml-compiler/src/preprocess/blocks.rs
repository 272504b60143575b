//! Blocks of directives: conditions and loops.

use diag::Span;

use super::directive::Directive;
use super::expression::clip;
use super::fault::{Fault, Outcome};
use super::line::Line;
use super::machine::Machine;
use super::scan;
use super::value::Value;
use crate::codes::preprocess as codes;

/// An open `!if`, `!while` or `!foreach`.
pub(super) struct Block {
    kind: BlockKind,
    opened: Span,
    /// Whether its lines are carried out, all outer blocks included.
    pub(super) active: bool,
}

enum BlockKind {
    If { outer: bool, taken: bool },
    While { start: usize, condition: String, jumps: u32 },
    ForEach { start: usize, name: String, items: std::vec::IntoIter<Value>, jumps: u32 },
}

impl Machine<'_> {
    /// Carries out a directive that opens or closes a block; `false` when it is another one.
    pub(super) fn block(
        &mut self,
        found: Directive<'_>,
        line: &Line,
        idx: &mut usize,
        blocks: &mut Vec<Block>,
        active: bool,
    ) -> Outcome<bool> {
        let condition = match found {
            Directive::If(text) if active => Some(self.evaluate(text).map(|it| it.is_true())),
            Directive::IfDefined(text) => Some(Ok(self.is_defined(text))),
            Directive::IfUndefined(text) => Some(Ok(!self.is_defined(text))),
            Directive::If(_) => Some(Ok(false)),
            _ => None,
        };
        if let Some(condition) = condition {
            let truth = matches!(condition, Ok(true));
            blocks.push(Block {
                kind: BlockKind::If { outer: active, taken: truth },
                opened: line.span,
                active: active && truth,
            });
            return condition.map(|_| true);
        }
        match found {
            Directive::ElseIf(_) | Directive::Else => self.other_branch(found, blocks)?,
            Directive::EndIf => match blocks.last() {
                Some(Block { kind: BlockKind::If { .. }, .. }) => {
                    blocks.pop();
                }
                _ => return Err(unbalanced("!endif", "!if")),
            },
            Directive::While(text) => {
                let value = if active { self.evaluate(text) } else { Ok(Value::Int(0)) };
                blocks.push(Block {
                    active: value.as_ref().is_ok_and(Value::is_true),
                    kind: BlockKind::While { start: *idx, condition: text.into(), jumps: 0 },
                    opened: line.span,
                });
                value?;
            }
            Directive::ForEach(text) => {
                let each = if active { self.items(text) } else { Ok((String::new(), Vec::new())) };
                let (each, (name, items)) = match each {
                    Ok(each) => (Ok(()), each),
                    Err(fault) => (Err(fault), (String::new(), Vec::new())),
                };
                self.hold(&items)?;
                let mut items = items.into_iter();
                let first = items.next();
                blocks.push(Block {
                    active: first.is_some(),
                    kind: BlockKind::ForEach { start: *idx, name: name.clone(), items, jumps: 0 },
                    opened: line.span,
                });
                if let Some(first) = first {
                    self.memory.set_nearest(&name, first);
                }
                each?;
            }
            Directive::EndWhile => self.end_while(blocks, idx)?,
            Directive::EndFor => self.end_for(blocks, idx)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn other_branch(&mut self, found: Directive<'_>, blocks: &mut [Block]) -> Outcome<()> {
        let word = if found == Directive::Else { "!else" } else { "!elseif" };
        let Some(Block { kind: BlockKind::If { outer, taken }, active, .. }) = blocks.last_mut()
        else {
            return Err(unbalanced(word, "!if"));
        };
        *active = false;
        if !*outer || *taken {
            return Ok(());
        }
        let truth = match found {
            Directive::ElseIf(text) => self.evaluate(text)?.is_true(),
            _ => true,
        };
        *taken = truth;
        *active = truth;
        Ok(())
    }

    fn end_while(&mut self, blocks: &mut Vec<Block>, idx: &mut usize) -> Outcome<()> {
        let limit = self.options.limits.jumps;
        let Some(Block { kind: BlockKind::While { start, condition, jumps }, active, .. }) =
            blocks.last_mut()
        else {
            return Err(unbalanced("!endwhile", "!while"));
        };
        *jumps += 1;
        let again = if !*active {
            Ok(false)
        } else if *jumps > limit {
            Err(endless(limit))
        } else {
            self.evaluate(condition).map(|it| it.is_true())
        };
        if matches!(again, Ok(true)) {
            *idx = *start;
        } else {
            blocks.pop();
        }
        again.map(|_| ())
    }

    fn end_for(&mut self, blocks: &mut Vec<Block>, idx: &mut usize) -> Outcome<()> {
        let limit = self.options.limits.jumps;
        let Some(Block { kind: BlockKind::ForEach { start, name, items, jumps }, active, .. }) =
            blocks.last_mut()
        else {
            return Err(unbalanced("!endfor", "!foreach"));
        };
        let next = if *active { items.next() } else { None };
        let Some(next) = next else {
            blocks.pop();
            return Ok(());
        };
        *jumps += 1;
        if *jumps > limit {
            blocks.pop();
            return Err(endless(limit));
        }
        *idx = *start;
        let name = name.clone();
        self.memory.set_nearest(&name, next);
        Ok(())
    }

    /// The name and the values of `$x in JSON`.
    fn items(&mut self, text: &str) -> Outcome<(String, Vec<Value>)> {
        let bad = || {
            Fault::new(codes::BAD_EXPRESSION, format!("`{}` is not `$name in values`", clip(text)))
        };
        let (name, rest) = scan::identifier(text).ok_or_else(bad)?;
        let values = rest.trim_start().strip_prefix("in").ok_or_else(bad)?;
        let items = match self.evaluate(values)? {
            Value::Json(serde_json::Value::Array(all)) => {
                all.into_iter().map(Value::from_json).collect()
            }
            Value::Json(serde_json::Value::Object(all)) => {
                all.keys().map(|it| it.as_str().into()).collect()
            }
            other => {
                return Err(bad().hint(format!(
                    "`{}` is neither an array nor an object",
                    clip(&other.to_string())
                )));
            }
        };
        Ok((name.into(), items))
    }

    fn is_defined(&self, text: &str) -> bool {
        let name = scan::identifier(text.trim()).map_or("", |(name, _)| name);
        self.memory.variable(name).is_some() || !self.memory.functions(name).is_empty()
    }

    /// Warns about blocks that nothing closed.
    pub(super) fn tell_unclosed(&mut self, blocks: Vec<Block>) {
        for block in blocks {
            let what = match block.kind {
                BlockKind::If { .. } => "!endif",
                BlockKind::While { .. } => "!endwhile",
                BlockKind::ForEach { .. } => "!endfor",
            };
            self.tell(
                block.opened,
                Fault::new(codes::UNCLOSED, format!("no `{what}` closes this directive")),
            );
        }
    }
}

/// The fault of a directive that closes what is not open.
pub(super) fn unbalanced(word: &str, opener: &str) -> Fault {
    Fault::new(codes::UNBALANCED, format!("`{word}` closes nothing: no `{opener}` is open"))
}

fn endless(limit: u32) -> Fault {
    Fault::new(
        codes::ENDLESS_LOOP,
        format!("the loop has jumped back {limit} times and does not end"),
    )
}
