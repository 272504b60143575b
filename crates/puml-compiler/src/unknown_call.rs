//! A line that looks like a call and is none: the macro that was meant, or the library that has it.

use diag::{Diagnostic, Fix, Sources, Span, TextEdit};
use puml_syntax::codes::UNKNOWN_STATEMENT;

use crate::preprocess::{DefinitionKind, definitions, library_of};

/// Gives findings about such lines the way forward that fits a call.
pub(crate) fn explain(found: &mut [Diagnostic], sources: &Sources) {
    let mut names = None;
    for finding in found {
        let Some(name) = called(finding, sources) else { continue };
        // A long text is searched for macros once.
        let names = names.get_or_insert_with(|| callables(sources));
        if let Some((hint, fix)) = advice(finding.span, &name, names, sources) {
            finding.hints = vec![hint];
            finding.fixes = vec![fix];
        }
    }
}

fn advice(span: Span, name: &str, names: &[String], sources: &Sources) -> Option<(String, Fix)> {
    if let Some(near) = diag::nearest(name, names.iter().map(String::as_str)) {
        let span = Span { end: span.start + name.len() as u32, ..span };
        let fix =
            Fix::suggested(format!("replace with `{near}`"), vec![TextEdit::replace(span, near)]);
        return (near != name).then(|| (format!("did you mean `{near}`?"), fix));
    }
    let include = format!("!include <{}>", library_of(name)?);
    let at = place(sources.source(span.source).text(), span.start);
    let edit = TextEdit::insert(span.source, at, include.clone() + "\n");
    let fix = Fix::suggested(format!("add `{include}`"), vec![edit]);
    Some((format!("`{name}` is a macro of a library: include it with `{include}`"), fix))
}

/// The name before the bracket, where the finding is about a line that nothing begins.
fn called(found: &Diagnostic, sources: &Sources) -> Option<String> {
    if found.code != UNKNOWN_STATEMENT {
        return None;
    }
    let text = sources.source(found.span.source).text();
    let line = text.get(found.span.start as usize..)?.lines().next()?;
    let (name, arguments) = line.split_once('(')?;
    let is_name = |it: char| it.is_alphanumeric() || it == '_' || it == '$';
    let starts = name.starts_with(|it: char| it.is_alphabetic() || it == '$');
    (starts && name.chars().all(is_name) && arguments.contains(')')).then(|| name.to_owned())
}

/// What the texts define that can stand on a line of its own.
fn callables(sources: &Sources) -> Vec<String> {
    let all = sources.iter().flat_map(|it| definitions(it.1.text()));
    let lines =
        all.filter(|it| matches!(it.kind, DefinitionKind::Procedure | DefinitionKind::Macro));
    lines.map(|it| it.name).collect()
}

/// Behind the marker of the diagram that an offset stands in; at the start of a text without one.
fn place(text: &str, before: u32) -> u32 {
    let above = &text[..before as usize];
    let marker = above.rfind("@start").map(|it| &above[it..]);
    marker.and_then(|it| it.find('\n').map(|end| above.len() - it.len() + end + 1)).unwrap_or(0)
        as u32
}

#[cfg(test)]
mod tests {
    fn advice(text: &str) -> (Vec<String>, String) {
        let found = crate::check(text).remove(0);
        let fixed = diag::apply_to(text, &found.fixes[0].edits).unwrap();
        (found.hints, fixed)
    }

    #[test]
    fn a_misspelt_macro_is_replaced_by_a_macro_and_not_by_a_keyword() {
        let text = "@startuml\n!include <C4/C4_Context>\nPersn(u, \"User\")\n@enduml\n";
        let (hints, fixed) = advice(text);
        assert_eq!(hints, ["did you mean `Person`?"]);
        assert_eq!(fixed, text.replace("Persn", "Person"));
        let own = "!procedure $ask($who)\nA -> $who\n!endprocedure\n$aks(B)\n";
        assert_eq!(advice(own).1, own.replace("$aks", "$ask"));
    }

    #[test]
    fn a_macro_without_its_library_gets_the_include() {
        let (hints, fixed) = advice("@startuml\nContainer(u, \"User\")\n@enduml\n");
        assert_eq!(
            hints,
            ["`Container` is a macro of a library: include it with `!include <C4/C4_Container>`"]
        );
        assert_eq!(
            fixed,
            "@startuml\n!include <C4/C4_Container>\nContainer(u, \"User\")\n@enduml\n"
        );
        assert_eq!(advice("Rel(a, b, \"x\")\n").1, "!include <C4/C4_Context>\nRel(a, b, \"x\")\n");
    }
}
