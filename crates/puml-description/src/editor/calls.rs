//! What calls of library macros name: C4 elements, boundaries and relations, and the elements of icon libraries,
//! which are called the same way. Decided by the macro's name and the shape of its arguments.

use puml_family::editor::{CallLine, Called, Declared, Entry, EntryKind, Mention, Role};
use puml_syntax::TextRange;
use puml_syntax::ast::Name;

use crate::ast::Document;

/// Macros that set something and make nothing.
const SETTINGS: [&str; 10] =
    ["Add", "Update", "LAYOUT_", "SHOW_", "HIDE_", "SET_", "Set", "Index", "Increment", "Last"];

/// What a call makes: an element with a label, or a link between two.
pub(crate) fn called(call: &CallLine, document: &Document) -> Called {
    let source = &document.source;
    let macro_name = call.name.slice(source);
    let is_setting = SETTINGS.iter().any(|it| macro_name.starts_with(it));
    if macro_name.starts_with('$') || is_setting {
        return Called::default();
    }
    if let Some(first) = ends_at(macro_name) {
        let ends = call.arguments.iter().skip(first).take(2);
        let ends = ends.zip([Role::From, Role::To]);
        let ends = ends.filter_map(|(it, role)| mention(*it, source, role, Declared::default()));
        return Called { mentions: ends.collect(), entry: None };
    }
    let starts_upper = macro_name.starts_with(|it: char| it.is_uppercase());
    let [alias, label, ..] = call.arguments.as_slice() else { return Called::default() };
    let Some(label) = quoted(*label, source).filter(|_| starts_upper) else {
        return Called::default();
    };
    let shown = label.range.slice(source).to_owned();
    let declared = Declared {
        keyword: Some(keyword(macro_name)),
        shown: Some(shown.clone()),
        long: Some(label),
    };
    let Some(mention) = mention(*alias, source, Role::Declares, declared) else {
        return Called::default();
    };
    let kind = if call.is_opening { EntryKind::Container } else { EntryKind::Element };
    let entry = Entry::new(shown, kind, *alias).with_detail(macro_name);
    Called { mentions: vec![mention], entry: Some(entry) }
}

/// The argument that the two ends of a relation begin at; nothing for a macro that relates nothing.
fn ends_at(name: &str) -> Option<usize> {
    if name.starts_with("RelIndex") || name.starts_with("Rel_Index") {
        return Some(1);
    }
    let is_relation = ["Rel", "BiRel", "Lay"].iter().any(|it| {
        name.strip_prefix(it).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    });
    (is_relation && name != "Lay_Distance_").then_some(0)
}

/// How hovers and lists call an element that a macro makes.
fn keyword(name: &str) -> &'static str {
    let words = [
        ("Person", "person"),
        ("Enterprise", "boundary"),
        ("System", "system"),
        ("Container", "container"),
        ("Component", "component"),
        ("Deployment", "node"),
        ("Node", "node"),
    ];
    if name.ends_with("Boundary") {
        return "boundary";
    }
    words.iter().find(|it| name.starts_with(it.0)).map_or("element", |it| it.1)
}

fn mention(range: TextRange, source: &str, role: Role, declared: Declared) -> Option<Mention> {
    let name = quoted(range, source).unwrap_or(Name { range, quoted: false });
    let code = name.range.slice(source);
    let is_code =
        !code.is_empty() && code.chars().all(|it| it.is_alphanumeric() || "_.-".contains(it));
    is_code.then(|| Mention { name, code: code.to_owned(), role, declared })
}

fn quoted(range: TextRange, source: &str) -> Option<Name> {
    let text = range.slice(source);
    let is_quoted = text.len() >= 2 && text.starts_with('"') && text.ends_with('"');
    is_quoted.then(|| Name { range: TextRange::new(range.start + 1, range.end - 1), quoted: true })
}
