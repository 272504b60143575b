//! Where a thing comes from: the declaration of an element, of a macro, the file of an include.

use diag::Span;
use puml_compiler::editor::Role;
use puml_syntax::ast::{DirectiveKind, Shared};

use crate::Analysis;
use crate::definitions::{Target, target};
use crate::features::{feature_at, included_features};
use crate::included::declaration;

/// Where what an offset touches is declared; in another source if that declares it.
///
/// An include leads to the start of the included text.
pub fn definition(analysis: &Analysis, at: u32) -> Option<Span> {
    match target(analysis, at) {
        Some((_, Target::Declared(it))) => {
            // What is built in has no file to lead to.
            let is_built_in = analysis.source(it.source).name().starts_with('<');
            return (!is_built_in).then(|| it.definition.at.in_source(it.source));
        }
        Some((_, Target::Parameter { at, .. })) => return Some(at.in_source(analysis.id())),
        _ => {}
    }
    let (diagram, stmt) = analysis.stmt_at(at)?;
    match diagram.tree.shared(stmt) {
        Some(Shared::Directive(it))
            if matches!(it.kind, DirectiveKind::Include | DirectiveKind::IncludeSub) =>
        {
            return included(analysis, it.argument.slice(analysis.text()));
        }
        _ => {}
    }
    let Some((member, _)) = diagram.cast().at(diagram.tree, analysis.text(), stmt, at) else {
        let found = feature_at(analysis, at)?;
        let own = found.declaration().map(|it| it.name.in_source(analysis.id()));
        let elsewhere = || {
            let all = included_features(analysis, &found).into_iter();
            all.filter(|it| it.1 == Role::Declares).map(|it| it.0).next()
        };
        let origin = || found.origin().name.in_source(analysis.id());
        return Some(own.or_else(elsewhere).unwrap_or_else(origin));
    };
    let declared = declaration(analysis, diagram, &member.code);
    if declared.is_some() {
        return declared;
    }
    Some(member.origin().name.range.in_source(analysis.id()))
}

/// The start of the included text whose name ends like the path.
fn included(analysis: &Analysis, argument: &str) -> Option<Span> {
    if argument.trim().starts_with('<') {
        return None;
    }
    let path = argument.trim().trim_matches('"');
    let path = path.split('!').next().unwrap_or(path).trim_start_matches("./");
    let all = analysis.sources().iter();
    let found = all.filter(|it| it.0 != analysis.id()).find(|(_, it)| {
        let name = it.name().replace('\\', "/");
        name == path || name.ends_with(&format!("/{}", path.trim_start_matches("../")))
    })?;
    Some(Span::at(found.0, 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setting;
    use puml_compiler::{Loaded, Refusal, Wanted, World};

    struct One;

    impl World for One {
        fn load(&self, wanted: Wanted<'_>) -> Result<Loaded, Refusal> {
            match wanted {
                Wanted::File { path: "people.puml", .. } => {
                    let text = "actor Alice\n!define HI(x) x -> Alice\n".into();
                    Ok(Loaded { name: "lib/people.puml".into(), text })
                }
                _ => Err(Refusal::Missing),
            }
        }
    }

    fn ask(source: &str) -> Option<(String, String)> {
        let at = source.find('|').unwrap();
        let setting = Setting { world: Box::new(One), ..Setting::default() };
        let analysis = Analysis::new("a.puml", source.replacen('|', "", 1), setting.into());
        let span = definition(&analysis, at as u32)?;
        let source = analysis.source(span.source);
        Some((source.name().to_owned(), span.slice(source.text()).to_owned()))
    }

    #[test]
    fn a_participant_leads_to_its_declaration() {
        let source = "A -> B\nparticipant \"Long\" as B\n|B -> A";
        assert_eq!(ask(source), Some(("a.puml".into(), "B".into())));
    }

    #[test]
    fn an_included_declaration_is_found_in_its_file() {
        let (file, text) = ask("!include people.puml\n|Alice -> Bob").unwrap();
        assert_eq!(file, "lib/people.puml");
        assert!(text.contains("Alice"), "{text}");
        assert_eq!(ask("!include peo|ple.puml\nA -> B").unwrap().0, "lib/people.puml");
    }

    #[test]
    fn a_call_leads_to_its_procedure() {
        let source = "!procedure $hi($who)\n$who -> B\n!endprocedure\n$h|i(A)";
        assert_eq!(ask(source), Some(("a.puml".into(), "$hi".into())));
        let included = "!include people.puml\nH|I(Bob)";
        assert_eq!(ask(included), Some(("lib/people.puml".into(), "HI".into())));
    }

    #[test]
    fn variables_and_parameters_lead_to_where_they_get_their_value() {
        let source = "!$v = 1\nA -> B : $|v";
        assert_eq!(ask(source), Some(("a.puml".into(), "$v".into())));
        let analysis = "!procedure $hi($who)\n$w|ho -> B\n!endprocedure\n";
        let at = analysis.find('|').unwrap();
        let text = analysis.replacen('|', "", 1);
        let analysis = Analysis::new("a.puml", text, Setting::default().into());
        assert_eq!(definition(&analysis, at as u32).unwrap().start, 15);
    }
}
