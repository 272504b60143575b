//! Turns the ways to give a participant a code and a long name into each other.

use diag::TextEdit;
use puml_sequence::ast::{Declaration, Name, Shown, StmtKind};
use puml_sequence::edits::{Edit, RenameParticipant};
use puml_syntax::TextRange;

use super::{Action, ActionKind, rewrite};
use crate::Analysis;
use crate::answers::rename::edit_block;

/// Offers what fits the declaration under the cursor.
pub(super) fn alias(analysis: &Analysis, selected: TextRange, found: &mut Vec<Action>) {
    let Some((_, stmt)) = analysis.stmt_at(selected.start) else { return };
    let StmtKind::Declaration(declaration) = &stmt.kind else { return };
    match &declaration.shown {
        Some(Shown::Name(shown)) => found.extend(swapped(analysis, declaration, *shown)),
        Some(Shown::Lines(_)) => {}
        None => found.extend(shortened(analysis, declaration)),
    }
}

/// `"Long" as A` and `A as "Long"` are the same.
fn swapped(analysis: &Analysis, declaration: &Declaration, shown: Name) -> Option<Action> {
    let text = analysis.text();
    if !shown.quoted || declaration.code.quoted {
        return None;
    }
    let (code, shown) = (declaration.code.range, shown.outer(text));
    let (first, second) = if code.start < shown.start { (code, shown) } else { (shown, code) };
    let edits = vec![
        TextEdit::replace(first.in_source(analysis.id()), second.slice(text)),
        TextEdit::replace(second.in_source(analysis.id()), first.slice(text)),
    ];
    let title = format!("write `{} as {}`", second.slice(text), first.slice(text));
    Some(rewrite(title, ActionKind::Rewrite, edits))
}

/// A long name in quotes gets a code, which takes its place everywhere.
fn shortened(analysis: &Analysis, declaration: &Declaration) -> Option<Action> {
    let name = declaration.code;
    let long = analysis.document().text(name.range).into_owned();
    if !name.quoted {
        return None;
    }
    let code = code_for(&long)?;
    let at = name.range.start;
    let edit = RenameParticipant { from: long.clone(), to: code.clone() };
    let mut edits = edit_block(analysis, at, &Edit::RenameParticipant(edit)).ok()?;
    let outer = name.outer(analysis.text()).in_source(analysis.id());
    for edit in edits.iter_mut().filter(|it| it.span == outer) {
        edit.text = format!("\"{long}\" as {code}");
    }
    Some(rewrite(format!("use the alias `{code}`"), ActionKind::Rewrite, edits))
}

/// The letters of a name without blanks; nothing for a name without any.
fn code_for(long: &str) -> Option<String> {
    let code: String = long
        .split(|it: char| !it.is_alphanumeric())
        .filter(|it| !it.is_empty())
        .enumerate()
        .map(|(idx, word)| {
            let mut letters = word.chars();
            match letters.next() {
                Some(first) if idx > 0 => first.to_uppercase().chain(letters).collect(),
                _ => word.to_owned(),
            }
        })
        .collect();
    (!code.is_empty()).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::super::applied;

    #[test]
    fn the_two_orders_turn_into_each_other() {
        let after = applied("actor |\"The user\" as U\nU -> U", "write `U as \"The user\"`");
        assert_eq!(after.as_deref(), Some("actor U as \"The user\"\nU -> U"));
        let after = applied("actor |U as \"The user\"\nU -> U", "write `\"The user\" as U`");
        assert_eq!(after.as_deref(), Some("actor \"The user\" as U\nU -> U"));
    }

    #[test]
    fn a_long_name_gets_a_code_everywhere() {
        let source = "actor |\"The user\" #red\n\"The user\" -> B : The user\nB -> \"The user\"";
        let expected = "actor \"The user\" as TheUser #red\nTheUser -> B : The user\nB -> TheUser";
        assert_eq!(applied(source, "use the alias `TheUser`").as_deref(), Some(expected));
    }
}
