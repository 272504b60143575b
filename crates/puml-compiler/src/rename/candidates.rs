//! Places that may be a name once the preprocessor ran: arguments of macros, values of variables, names in the lines of
//! a procedure.

use diag::{SourceId, TextEdit};
use puml_syntax::{TextRange, is_code};

/// Edits for every argument, value or word that is the name and nothing else, on lines that the preprocessor reads.
pub(super) fn edits(text: &str, from: &str, to: &str) -> Vec<TextEdit> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        // Text behind the colon of a message is no name.
        let is_call = line.contains('(') || line.trim_start().starts_with('!');
        let head = if is_call { line } else { line.split(" : ").next().unwrap_or(line) };
        if is_call || line.contains('$') {
            for word in words(head, from) {
                let range = TextRange::new(at + word, at + word + from.len() as u32);
                if is_whole_argument(text, range) {
                    found.push(TextEdit::replace(range.in_source(SourceId(0)), to.to_owned()));
                }
            }
        }
        at += line.len() as u32;
    }
    found
}

/// Where a name stands as a word of its own.
pub(super) fn words(text: &str, name: &str) -> Vec<u32> {
    let is_free = |it: Option<char>| it.is_none_or(|it| !is_code(it));
    let found = text.match_indices(name).filter(|(at, _)| {
        is_free(text[..*at].chars().next_back()) && is_free(text[at + name.len()..].chars().next())
    });
    found.map(|it| it.0 as u32).collect()
}

/// Whether a place is all that stands between commas, brackets, blanks or quotes.
fn is_whole_argument(text: &str, range: TextRange) -> bool {
    let before = text[..range.start as usize].chars().next_back();
    let after = text[range.end as usize..].chars().next();
    let quoted = (before == Some('"'), after == Some('"'));
    if quoted.0 != quoted.1 {
        return false;
    }
    let border = |it: Option<char>| {
        it.is_none_or(|it| it.is_whitespace() || ['(', ',', ')', '=', '"'].contains(&it))
    };
    border(before) && border(after)
}
