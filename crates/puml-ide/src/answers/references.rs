//! Every place that names the element under the pointer.

use diag::Span;
use puml_compiler::editor::{Feature, Role};
use puml_syntax::TextRange;

use crate::Analysis;
use crate::cast::Member;
use crate::definitions::{Target, target, uses};
use crate::features::{feature_at, included_features};
use crate::included::{declaration, mentions, written};

/// What a place does with an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameUse {
    /// Declares it.
    Declaration,
    /// Any other statement that names it.
    Use,
}

/// A place to light up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Highlight {
    /// The name without its quotes.
    pub range: TextRange,
    /// What the place does.
    pub what: NameUse,
}

/// The places in this text that name the element, macro or variable at an offset, in reading order. Texts that mention
/// an element are none.
pub fn highlights(analysis: &Analysis, at: u32) -> Vec<Highlight> {
    if let Some((_, target)) = target(analysis, at) {
        let all = named(analysis, &target).into_iter();
        let own = all.filter(|it| it.0.source == analysis.id());
        let lit = |(span, what): (Span, NameUse)| Highlight {
            range: TextRange::new(span.start, span.end),
            what,
        };
        return own.map(lit).collect();
    }
    let Some(member) = member_at(analysis, at) else {
        let places = feature_at(analysis, at).map(|it| it.places).unwrap_or_default();
        let lit = |it: Feature| Highlight { range: it.name, what: place(it.role) };
        return places.into_iter().map(lit).collect();
    };
    let places = member.places.iter();
    places.map(|it| Highlight { range: it.name.range, what: place(it.role) }).collect()
}

/// The places that use the element, macro or variable at an offset, in this text and in all that it includes; with
/// `NameUse::Declaration` also those that declare it.
pub fn references(analysis: &Analysis, at: u32, with: NameUse) -> Vec<Span> {
    let wanted = |what: NameUse| with == NameUse::Declaration || what == NameUse::Use;
    if let Some((_, target)) = target(analysis, at) {
        let all = named(analysis, &target).into_iter().filter(|it| wanted(it.1));
        return all.map(|it| it.0).collect();
    }
    let own = highlights(analysis, at).into_iter().filter(|it| wanted(it.what));
    let mut found: Vec<Span> = own.map(|it| it.range.in_source(analysis.id())).collect();
    if let (Some(diagram), Some(member)) = (analysis.diagram_at(at), member_at(analysis, at)) {
        let elsewhere = mentions(analysis, diagram, &member.code).into_iter();
        found.extend(elsewhere.filter(|it| wanted(place(it.1))).map(|it| it.0));
    } else if let Some(feature) = feature_at(analysis, at) {
        let elsewhere = included_features(analysis, &feature).into_iter();
        found.extend(elsewhere.filter(|it| wanted(place(it.1))).map(|it| it.0));
    }
    found
}

/// A name that other texts may share, and the text that declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedName {
    /// A macro or variable with its `$`, if it has one; the code of an element.
    pub name: String,
    /// The name of the text that declares it.
    pub declared_in: String,
    sort: Sort,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Preprocessed,
    Element,
}

/// The macro, variable or element at an offset, if another text can get it from where it is declared.
pub fn shared_name(analysis: &Analysis, at: u32) -> Option<SharedName> {
    if let Some((_, target)) = target(analysis, at) {
        let Target::Declared(it) = target else { return None };
        let declared_in = analysis.source(it.source).name().to_owned();
        let is_file = !declared_in.starts_with('<');
        let (name, sort) = (it.definition.name.clone(), Sort::Preprocessed);
        return is_file.then_some(SharedName { name, declared_in, sort });
    }
    let (diagram, member) = (analysis.diagram_at(at)?, member_at(analysis, at)?);
    let found = declaration(analysis, diagram, &member.code)?;
    Some(element(analysis, found, &member.code))
}

fn element(analysis: &Analysis, declared: Span, code: &str) -> SharedName {
    let declared_in = if declared.source == analysis.id() {
        analysis.name().to_owned()
    } else {
        analysis.source(declared.source).name().to_owned()
    };
    SharedName { name: code.to_owned(), declared_in, sort: Sort::Element }
}

/// The code of the element at an offset, if neither this text nor what it includes declares it: the text may be a part
/// of others that do.
pub fn undeclared(analysis: &Analysis, at: u32) -> Option<&str> {
    if target(analysis, at).is_some() {
        return None;
    }
    let (diagram, member) = (analysis.diagram_at(at)?, member_at(analysis, at)?);
    declaration(analysis, diagram, &member.code).is_none().then_some(&member.code)
}

/// Where a text that includes `part` declares an element that the part names, and what to look for in other texts.
pub fn declared_around(analysis: &Analysis, part: &str, code: &str) -> Option<(Span, SharedName)> {
    written(analysis).find(|it| it.1.name() == part)?;
    let found = analysis.diagrams().find_map(|it| declaration(analysis, it, code))?;
    let shared = element(analysis, found, code);
    (shared.declared_in != part).then_some((found, shared))
}

/// The places of a name that this text gets from the text that declares it, or declares itself.
pub fn shared_references(analysis: &Analysis, shared: &SharedName, with: NameUse) -> Vec<Span> {
    let SharedName { name, declared_in, sort } = shared;
    let text = analysis.text();
    let is_own = analysis.name() == declared_in;
    // A text that only includes others may bring the declaration and a use together.
    let may_name = *sort == Sort::Element || text.contains(name.as_str());
    if !may_name || !is_own && !text.contains("!include") {
        return Vec::new();
    }
    let wanted = |what: NameUse| with == NameUse::Declaration || what == NameUse::Use;
    match sort {
        Sort::Preprocessed => {
            let found = analysis.definitions().iter().find(|it| {
                it.definition.name == *name && analysis.source(it.source).name() == declared_in
            });
            let Some(found) = found else { return Vec::new() };
            let all = named(analysis, &Target::Declared(found)).into_iter();
            all.filter(|it| wanted(it.1)).map(|it| it.0).collect()
        }
        Sort::Element => {
            let mut found = Vec::new();
            for diagram in analysis.diagrams() {
                let declared = declaration(analysis, diagram, name);
                let is_same = |it| element(analysis, it, name) == *shared;
                if !declared.is_some_and(is_same) {
                    continue;
                }
                let member = diagram.cast().member(name);
                let places = member.into_iter().flat_map(|it| &it.places);
                let own = places.filter(|it| wanted(place(it.role)));
                found.extend(own.map(|it| it.name.range.in_source(analysis.id())));
                let elsewhere = mentions(analysis, diagram, name).into_iter();
                found.extend(elsewhere.filter(|it| wanted(place(it.1))).map(|it| it.0));
            }
            found
        }
    }
}

/// The places of a name of the preprocessor.
fn named(analysis: &Analysis, target: &Target<'_>) -> Vec<(Span, NameUse)> {
    let own = analysis.id();
    match target {
        Target::Parameter { of, at } => {
            let name = at.slice(analysis.text());
            let body = of.range.slice(analysis.text());
            let inside = uses(body, name).into_iter().map(|it| {
                let range = TextRange::new(it.start + of.range.start, it.end + of.range.start);
                let what = if range == *at { NameUse::Declaration } else { NameUse::Use };
                (range.in_source(own), what)
            });
            inside.collect()
        }
        Target::Builtin((name, ..)) => {
            let found = uses(analysis.text(), name).into_iter();
            found.map(|it| (it.in_source(own), NameUse::Use)).collect()
        }
        Target::Declared(it) => {
            let name = it.definition.name.as_str();
            let declared: Vec<Span> = analysis
                .definitions()
                .iter()
                .filter(|it| it.definition.name == name)
                .map(|it| it.definition.at.in_source(it.source))
                .collect();
            let texts = std::iter::once((own, &**analysis.text()))
                .chain(written(analysis).map(|it| (it.0, &**it.1.text())));
            let all = texts.flat_map(|(id, text)| {
                uses(text, name).into_iter().map(move |it| it.in_source(id))
            });
            let what = |it: &Span| {
                if declared.contains(it) { NameUse::Declaration } else { NameUse::Use }
            };
            all.map(|it| (it, what(&it))).collect()
        }
    }
}

fn place(role: Role) -> NameUse {
    if role == Role::Declares { NameUse::Declaration } else { NameUse::Use }
}

fn member_at(analysis: &Analysis, at: u32) -> Option<&Member> {
    let (diagram, stmt) = analysis.stmt_at(at)?;
    diagram.cast().at(diagram.tree, analysis.text(), stmt, at).map(|it| it.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setting;

    const SOURCE: &str =
        "participant A\nA -> B : A\nnote over A, B : A\nactivate A\n@startuml\nA -> A\n@enduml";

    #[test]
    fn texts_and_other_diagrams_are_left_out() {
        let analysis = Analysis::new("a.puml", SOURCE, Setting::default().into());
        // Only the marked block is a diagram: what stands outside is not read.
        let at = SOURCE.rfind("A ->").unwrap() as u32;
        assert_eq!(references(&analysis, at, NameUse::Declaration).len(), 2);
        let source = &SOURCE[..SOURCE.find("@startuml").unwrap()];
        let analysis = Analysis::new("a.puml", source, Setting::default().into());
        assert_eq!(references(&analysis, 14, NameUse::Use).len(), 3);
        assert_eq!(references(&analysis, 14, NameUse::Declaration).len(), 4);
        assert_eq!(highlights(&analysis, 14)[0].what, NameUse::Declaration);
    }

    #[test]
    fn macros_variables_and_parameters_have_uses() {
        let source = "!$v = 1\n!procedure $hi($v2, $who)\n$who -> B : $v\n!endprocedure\n' $hi(A)\n$hi(A, $v)\n";
        let analysis = Analysis::new("a.puml", source, Setting::default().into());
        let count = |word: &str, with| {
            let at = source.rfind(word).unwrap() as u32 + 1;
            references(&analysis, at, with).len()
        };
        assert_eq!(count("$hi", NameUse::Declaration), 2);
        assert_eq!(count("$hi", NameUse::Use), 1);
        assert_eq!(count("$v)", NameUse::Declaration), 3);
        assert_eq!(count("$who", NameUse::Use), 1);
    }
}
