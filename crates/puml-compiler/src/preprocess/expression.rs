//! Expressions: numbers, texts, JSON, variables, calls and operators, computed as they are read.

use serde_json::Value as Json;

use super::fault::{Fault, Outcome};
use super::machine::Machine;
use super::scan;
use super::value::Value;
use crate::codes::preprocess as codes;

/// Parentheses and operators inside one another, those of all calls under way together.
const MAX_NESTING: u32 = 200;

/// A place in an expression's text.
pub(super) struct Cursor<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str, at: usize) -> Self {
        Self { text, at }
    }

    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub(super) fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn take(&mut self, sign: &str) -> bool {
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Or,
    And,
    Equal,
    Unequal,
    LessOrEqual,
    GreaterOrEqual,
    Less,
    Greater,
    Plus,
    Minus,
    Times,
    Over,
}

/// Longer signs first, so that `<=` is not read as `<`.
const OPERATORS: [(&str, Operator, u8); 12] = [
    ("||", Operator::Or, 1),
    ("&&", Operator::And, 2),
    ("==", Operator::Equal, 3),
    ("!=", Operator::Unequal, 3),
    ("<=", Operator::LessOrEqual, 4),
    (">=", Operator::GreaterOrEqual, 4),
    ("<", Operator::Less, 4),
    (">", Operator::Greater, 4),
    ("+", Operator::Plus, 5),
    ("-", Operator::Minus, 5),
    ("*", Operator::Times, 6),
    ("/", Operator::Over, 6),
];

impl Machine<'_> {
    /// The value of a whole text.
    pub(super) fn evaluate(&mut self, text: &str) -> Outcome<Value> {
        let mut cursor = Cursor::new(text, 0);
        let value = self.expression(&mut cursor)?;
        cursor.skip_blanks();
        if cursor.rest().is_empty() {
            return Ok(value);
        }
        Err(unreadable(text).hint(format!("`{}` is left over", clip(cursor.rest()))))
    }

    /// The value of the expression at the cursor, which ends up behind it.
    pub(super) fn expression(&mut self, cursor: &mut Cursor<'_>) -> Outcome<Value> {
        self.binary(cursor, 0)
    }

    fn binary(&mut self, cursor: &mut Cursor<'_>, least: u8) -> Outcome<Value> {
        let mut left = self.operand(cursor)?;
        loop {
            cursor.skip_blanks();
            let found = OPERATORS.iter().find(|(sign, ..)| cursor.rest().starts_with(sign));
            let Some(&(sign, operator, strength)) = found.filter(|it| it.2 > least) else {
                return Ok(left);
            };
            cursor.at += sign.len();
            let right = self.nested(|machine| machine.binary(cursor, strength))?;
            left = self.apply(operator, &left, &right)?;
        }
    }

    fn apply(&mut self, operator: Operator, left: &Value, right: &Value) -> Outcome<Value> {
        use std::cmp::Ordering::{Greater, Less};
        Ok(match operator {
            Operator::Or => (left.is_true() || right.is_true()).into(),
            Operator::And => (left.is_true() && right.is_true()).into(),
            Operator::Equal => left.order(right).is_eq().into(),
            Operator::Unequal => left.order(right).is_ne().into(),
            Operator::LessOrEqual => (left.order(right) != Greater).into(),
            Operator::GreaterOrEqual => (left.order(right) != Less).into(),
            Operator::Less => (left.order(right) == Less).into(),
            Operator::Greater => (left.order(right) == Greater).into(),
            Operator::Plus | Operator::Minus | Operator::Times | Operator::Over => {
                return self.arithmetic(operator, left, right);
            }
        })
    }

    /// Numbers are computed, a number past 64 bits wraps; everything else is written one after the other.
    fn arithmetic(&mut self, operator: Operator, left: &Value, right: &Value) -> Outcome<Value> {
        if let (Value::Int(a), Value::Int(b)) = (left, right) {
            return Ok(Value::Int(match operator {
                Operator::Plus => a.wrapping_add(*b),
                Operator::Minus => a.wrapping_sub(*b),
                Operator::Times => a.wrapping_mul(*b),
                _ if *b == 0 => {
                    return Err(Fault::new(
                        codes::DIVIDE_BY_ZERO,
                        format!("{a} is divided by zero"),
                    ));
                }
                _ => a.wrapping_div(*b),
            }));
        }
        let mut text = left.to_string();
        text.push_str(&right.to_string());
        self.bounded(text).map(Value::Text)
    }

    /// Goes one level deeper into an expression. Calls inside an expression nest on, so that the stack is bounded.
    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Outcome<Value>) -> Outcome<Value> {
        self.nesting += 1;
        let value = if self.nesting > MAX_NESTING {
            let message = format!("expressions are nested deeper than {MAX_NESTING} levels");
            Err(Fault::new(codes::LIMIT_REACHED, message))
        } else {
            read(self)
        };
        self.nesting -= 1;
        value
    }

    fn operand(&mut self, cursor: &mut Cursor<'_>) -> Outcome<Value> {
        cursor.skip_blanks();
        let rest = cursor.rest();
        let Some(first) = rest.chars().next() else { return Err(unreadable(cursor.text)) };
        match first {
            '(' => {
                cursor.at += 1;
                let value = self.nested(|machine| machine.expression(cursor))?;
                cursor.skip_blanks();
                if cursor.take(")") {
                    Ok(value)
                } else {
                    Err(unreadable(cursor.text).hint("a `)` is missing"))
                }
            }
            '"' | '\'' => {
                let end = scan::quoted_end(cursor.text, cursor.at);
                let inside = &cursor.text[cursor.at + 1..end];
                cursor.at = end;
                Ok(Value::Text(inside.strip_suffix(first).unwrap_or(inside).into()))
            }
            '[' | '{' => json(cursor),
            '-' if rest[1..].starts_with(|it: char| it.is_ascii_digit()) => {
                cursor.at += 1;
                Ok(Value::Int(number(cursor)?.wrapping_neg()))
            }
            '0'..='9' => number(cursor).map(Value::Int),
            '%' | '$' | '_' => self.named(cursor),
            it if it.is_alphabetic() => self.named(cursor),
            _ => Err(unreadable(cursor.text)),
        }
    }

    /// A call, a variable with its accessors, or a word that stands for itself.
    fn named(&mut self, cursor: &mut Cursor<'_>) -> Outcome<Value> {
        let sign = usize::from(cursor.rest().starts_with(['%', '$']));
        let (name, _) = scan::word(&cursor.rest()[sign..]);
        let end = cursor.at + sign + name.len();
        let name = &cursor.text[cursor.at..end];
        if name.len() == sign {
            return Err(unreadable(cursor.text));
        }
        if cursor.text[end..].starts_with('(') {
            let (value, end) = self.call_for_value(cursor.text, name, end)?;
            cursor.at = end;
            return Ok(value);
        }
        cursor.at = end;
        let Some(value) = self.copied(name)? else {
            return Ok(Value::Text(name.into()));
        };
        let (value, end) = self.accessed(value, cursor.text, end)?;
        cursor.at = end;
        Ok(value)
    }

    /// Follows `.key` and `[index]` into a JSON value; stops at the first that does not fit.
    pub(super) fn accessed(
        &mut self,
        value: Value,
        text: &str,
        end: usize,
    ) -> Outcome<(Value, usize)> {
        let Value::Json(mut json) = value else { return Ok((value, end)) };
        let mut end = end;
        loop {
            let rest = &text[end..];
            let (found, next) = if let Some(key) = rest.strip_prefix('.') {
                let (key, _) = scan::word(key);
                if key.is_empty() || !json.is_object() {
                    break;
                }
                (json.get(key).cloned(), end + 1 + key.len())
            } else if rest.starts_with('[') && (json.is_array() || json.is_object()) {
                let mut cursor = Cursor::new(text, end + 1);
                let key = self.expression(&mut cursor)?;
                cursor.skip_blanks();
                if !cursor.take("]") {
                    return Err(unreadable(text).hint("a `]` is missing"));
                }
                let found = match &json {
                    Json::Array(all) => {
                        usize::try_from(key.as_int()).ok().and_then(|it| all.get(it)).cloned()
                    }
                    other => other.get(key.to_string()).cloned(),
                };
                (found, cursor.at)
            } else {
                break;
            };
            end = next;
            match found.map(Value::from_json) {
                Some(Value::Json(inner)) => json = inner,
                Some(plain) => return Ok((plain, end)),
                None => return Ok((Value::empty(), end)),
            }
        }
        Ok((Value::Json(json), end))
    }
}

fn number(cursor: &mut Cursor<'_>) -> Outcome<i64> {
    let digits = cursor.rest().len()
        - cursor.rest().trim_start_matches(|it: char| it.is_ascii_digit()).len();
    let text = &cursor.rest()[..digits];
    cursor.at += digits;
    text.parse().map_err(|_| {
        Fault::new(codes::BAD_EXPRESSION, format!("the number `{}` is too large", clip(text)))
    })
}

fn json(cursor: &mut Cursor<'_>) -> Outcome<Value> {
    let bad = |why: &str| {
        Fault::new(codes::BAD_EXPRESSION, format!("`{}` is not JSON: {why}", clip(cursor.rest())))
    };
    let end =
        scan::json_end(cursor.text, cursor.at).ok_or_else(|| bad("a bracket is not closed"))?;
    let value =
        serde_json::from_str(&cursor.text[cursor.at..end]).map_err(|it| bad(&it.to_string()))?;
    cursor.at = end;
    Ok(Value::from_json(value))
}

fn unreadable(text: &str) -> Fault {
    Fault::new(codes::BAD_EXPRESSION, format!("the expression `{}` cannot be read", clip(text)))
}

/// The start of a text, short enough for a message.
pub(super) fn clip(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}
