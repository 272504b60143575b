//! Turns the ways to give a participant a code and a long name into each other.

use diag::TextEdit;
use puml_compiler::editor::{Mention, Role};
use puml_compiler::edits::{Edit, RenameParticipant};
use puml_syntax::TextRange;
use puml_syntax::ast::Name;

use super::{Action, ActionKind, rewrite};
use crate::Analysis;
use crate::analysis::Diagram;

/// Offers what fits the declaration under the cursor.
pub(super) fn alias(analysis: &Analysis, selected: TextRange, found: &mut Vec<Action>) {
    let Some((diagram, stmt)) = analysis.stmt_at(selected.start) else { return };
    // The arguments of a macro have their own order.
    if diagram.tree.shared(stmt).is_some() {
        return;
    }
    let mut mentions = diagram.tree.mentions(stmt).into_iter();
    let Some(declared) = mentions.find(|it| it.role == Role::Declares) else { return };
    match declared.declared.long {
        Some(long) => found.extend(swapped(analysis, declared.name, long)),
        None if declared.declared.shown.is_none() => {
            found.extend(shortened(analysis, diagram, &declared));
        }
        None => {}
    }
}

/// `"Long" as A` and `A as "Long"` are the same.
fn swapped(analysis: &Analysis, code: Name, shown: Name) -> Option<Action> {
    let text = analysis.text();
    if !shown.quoted || code.quoted {
        return None;
    }
    let (code, shown) = (code.range, shown.outer(text));
    let (first, second) = if code.start < shown.start { (code, shown) } else { (shown, code) };
    let edits = vec![
        TextEdit::replace(first.in_source(analysis.id()), second.slice(text)),
        TextEdit::replace(second.in_source(analysis.id()), first.slice(text)),
    ];
    let title = format!("write `{} as {}`", second.slice(text), first.slice(text));
    Some(rewrite(title, ActionKind::Rewrite, edits))
}

/// A long name in quotes gets a code, which takes its place everywhere.
fn shortened(analysis: &Analysis, diagram: Diagram<'_>, declared: &Mention) -> Option<Action> {
    if !declared.name.quoted {
        return None;
    }
    let long = declared.code.clone();
    let code = code_for(&long)?;
    let edit = RenameParticipant { from: long.clone(), to: code.clone() };
    let mut edits = diagram.edit(&Edit::RenameParticipant(edit)).ok()?;
    let outer = declared.name.outer(analysis.text()).in_source(analysis.id());
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
    fn arguments_of_a_macro_stay_where_they_are() {
        let source = "@startuml\n!include <C4/C4_Context>\nPerson(|u, \"The user\")\n@enduml";
        assert_eq!(applied(source, "write `\"The user\" as u`"), None);
    }

    #[test]
    fn a_long_name_gets_a_code_everywhere() {
        let source = "actor |\"The user\" #red\n\"The user\" -> B : The user\nB -> \"The user\"";
        let expected = "actor \"The user\" as TheUser #red\nTheUser -> B : The user\nB -> TheUser";
        assert_eq!(applied(source, "use the alias `TheUser`").as_deref(), Some(expected));
    }
}
