//! Commands that other families read and that change nothing here.

use puml_syntax::grammar::inert;
use puml_syntax::{Cursor, Miss};

use super::Read;

const PARTS: [&str; 14] = [
    "member",
    "members",
    "attribute",
    "attributes",
    "field",
    "fields",
    "method",
    "methods",
    "circle",
    "circles",
    "circled",
    "stereotype",
    "stereotypes",
    "description",
];

/// `hide empty description`, `show methods`, `hide footbox`, `set separator x`.
pub(super) fn unused(mut cursor: Cursor<'_>) -> Read {
    let start = cursor.pos;
    if cursor.keyword("hide") || cursor.keyword("show") {
        let keyword = cursor.since(start);
        let words: Vec<String> = cursor.rest().split_whitespace().map(str::to_lowercase).collect();
        let is_known = match words.as_slice() {
            [only] if only == "footbox" => true,
            [.., last] => PARTS.contains(&last.as_str()),
            [] => false,
        };
        return if is_known { Ok(inert(keyword)) } else { Err(Miss::Other) };
    }
    if cursor.keyword("footbox") && cursor.at_end() {
        return Ok(inert(cursor.since(start)));
    }
    if cursor.keyword("set") && cursor.blanks() && cursor.keyword("separator") && cursor.blanks() {
        return Ok(inert(cursor.since(start)));
    }
    Err(Miss::Other)
}
