//! Characters that a source line cannot hold as themselves.

use super::{Builtin, builtin};
use crate::preprocess::substitute::stand_in;
use crate::preprocess::value::Value;

pub(super) const ALL: &[Builtin] = &[
    builtin("%newline", (0, 0), |_, _| Ok(letter(stand_in::NEWLINE))),
    builtin("%n", (0, 0), |_, _| Ok(letter(stand_in::NEWLINE))),
    builtin("%breakline", (0, 0), |_, _| Ok(letter(stand_in::BREAK))),
    builtin("%tab", (0, 0), |_, _| Ok(letter('\t'))),
    builtin("%backslash", (0, 0), |_, _| Ok(letter(stand_in::BACKSLASH))),
    builtin("%dollar", (0, 0), |_, _| Ok(letter('$'))),
    builtin("%percent", (0, 0), |_, _| Ok(letter('%'))),
    builtin("%left_align", (0, 0), |_, _| Ok(letter(stand_in::LEFT))),
    builtin("%right_align", (0, 0), |_, _| Ok(letter(stand_in::RIGHT))),
];

fn letter(it: char) -> Value {
    Value::Text(it.into())
}
