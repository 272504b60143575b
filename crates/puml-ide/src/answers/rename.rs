//! Gives an element another name wherever it is used as one. Texts that mention it stay.

use std::fmt;

use diag::TextEdit;
use puml_compiler::edits::{Edit, EditError, RenameParticipant};
use puml_compiler::{ProjectText, Rename, Renamed, World};
use puml_syntax::TextRange;
use puml_syntax::ast::Shared;

use crate::Analysis;
use crate::analysis::Diagram;
use crate::cast::mention_at;
use crate::features::{Named, Which, feature_at, features_in, features_of};

/// A name that can be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renamable {
    /// Without quotes.
    pub range: TextRange,
    /// As the language reads it.
    pub name: String,
}

/// Why a name cannot be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RenameError {
    /// No element's name stands there.
    NoName,
    /// The new name does not do, or not every place can change.
    Refused(puml_compiler::RenameError),
}

impl fmt::Display for RenameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoName => f.write_str("only the name of an element can be changed"),
            Self::Refused(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for RenameError {}

/// The name at an offset, if it can be changed. Text never can.
pub fn renamable(analysis: &Analysis, at: u32) -> Option<Renamable> {
    let (diagram, stmt) = analysis.stmt_at(at)?;
    if let Some(found) = mention_at(diagram.tree, analysis.text(), stmt, at) {
        return Some(Renamable { range: found.name.range, name: found.code });
    }
    if let Some(found) = feature_at(analysis, at) {
        let range = found.here.name;
        return Some(Renamable { range, name: range.slice(analysis.text()).to_owned() });
    }
    let is_open = matches!(
        diagram.tree.shared(stmt),
        Some(Shared::Call(_) | Shared::Template | Shared::Directive(_))
    );
    is_open.then(|| given(analysis, diagram, at)).flatten()
}

/// The name that a macro receives at an offset: a word of its own that an element of the compiled diagram has.
fn given(analysis: &Analysis, diagram: Diagram<'_>, at: u32) -> Option<Renamable> {
    let text = analysis.text();
    let is_border = |it: char| it.is_whitespace() || "(),=\"".contains(it);
    let (before, behind) = text.split_at(at as usize);
    let start = before.rfind(is_border).map_or(0, |it| it + 1);
    let end = behind.find(is_border).map_or(text.len(), |it| at as usize + it);
    let range = TextRange::new(start as u32, end as u32);
    let name = range.slice(text);
    let mut compiled = analysis.compiled().diagrams.iter();
    let here = compiled.find(|it| diagram.range().touches(it.span.start))?;
    let is_element = here.model.explain().parts.iter().any(|it| it.id == name);
    is_element.then(|| Renamable { range, name: name.to_owned() })
}

/// The other texts that may share a name.
#[derive(Clone, Copy)]
pub struct Project<'a> {
    /// Those that may be changed.
    pub texts: &'a [ProjectText],
    /// Where any of them finds what it includes.
    pub world: &'a dyn World,
}

/// The edits that give the element at an offset another name, in its diagram and in all texts of the project that
/// share it. Quotes come and go as the name needs them. Refused if any diagram would say something else.
pub fn rename(
    analysis: &Analysis,
    at: u32,
    to: &str,
    project: Project<'_>,
) -> Result<Vec<Renamed>, RenameError> {
    let from = renamable(analysis, at).ok_or(RenameError::NoName)?.name;
    let to = to.trim();
    if let Some(found) = feature_named(analysis, at) {
        return rename_feature(analysis, &found, &from, to, project);
    }
    let bare = to.strip_prefix('"').and_then(|it| it.strip_suffix('"')).unwrap_or(to);
    let text = ProjectText { name: analysis.name().to_owned(), text: analysis.text().clone() };
    let edit = RenameParticipant { from: from.clone(), to: bare.to_owned() };
    let diagram = analysis.diagram_at(at);
    let likely = diagram.and_then(|it| it.edit(&Edit::RenameParticipant(edit)).ok());
    let asked = Rename {
        text: &text,
        at,
        from: &from,
        to: bare,
        others: project.texts,
        world: project.world,
        options: &analysis.setting().options,
        likely: likely.as_deref(),
        blocks: &analysis.read_blocks(),
    };
    puml_compiler::rename(&asked).map_err(RenameError::Refused)
}

/// The part of an element whose name stands there, unless the name is an element's.
fn feature_named(analysis: &Analysis, at: u32) -> Option<Named<'_>> {
    let (diagram, stmt) = analysis.stmt_at(at)?;
    let is_element = mention_at(diagram.tree, analysis.text(), stmt, at).is_some();
    if is_element { None } else { feature_at(analysis, at) }
}

/// Another name for a part of an element in every place of its diagram, in the texts that this includes, and in those
/// that include one of them.
fn rename_feature(
    analysis: &Analysis,
    found: &Named<'_>,
    from: &str,
    to: &str,
    project: Project<'_>,
) -> Result<Vec<Renamed>, RenameError> {
    let refused =
        |error: EditError| Err(RenameError::Refused(puml_compiler::RenameError::Refused(error)));
    if to.is_empty() || !to.chars().all(|it| it.is_alphanumeric() || it == '_') {
        return refused(EditError::BadName(to.to_owned()));
    }
    let owner = &found.here.owner;
    let mut is_taken =
        features_of(analysis, found.diagram, owner, u32::MAX).iter().any(|it| it.0 == to);
    let edit = |name: TextRange| TextEdit::replace(name.in_source(analysis.id()), to);
    let own = found.places.iter().map(|it| edit(it.name)).collect();
    let text = ProjectText { name: analysis.name().to_owned(), text: analysis.text().clone() };
    let mut changes: Vec<(ProjectText, Vec<TextEdit>)> = vec![(text, own)];
    for (other, which) in sharing(&changes[0].0, analysis, project) {
        let named = features_in(found.diagram, &other.text, owner, which);
        is_taken |= named.iter().any(|it| it.slice(&other.text) == to);
        let meant = named.into_iter().filter(|it| it.slice(&other.text) == from);
        changes.push((other.clone(), meant.map(edit).collect()));
    }
    if to != from && is_taken {
        return refused(EditError::TakenName(to.to_owned()));
    }
    let options = &analysis.setting().options;
    if !puml_compiler::is_rename(&changes, (from, to), project.world, options) {
        let places = Vec::new();
        return Err(RenameError::Refused(puml_compiler::RenameError::Unchangeable(places)));
    }
    let mut all: Vec<Renamed> = Vec::new();
    for (text, edits) in changes.into_iter().filter(|it| !it.1.is_empty()) {
        // The diagrams of a page are a text each.
        match all.iter_mut().find(|it| it.name == text.name) {
            Some(renamed) => renamed.edits.extend(edits),
            None => all.push(Renamed { name: text.name, edits }),
        }
    }
    Ok(all)
}

/// The texts that a text includes, with all their diagrams, and those that include one of them or the text itself, with
/// the diagrams that include something.
fn sharing<'a>(
    text: &ProjectText,
    analysis: &Analysis,
    project: Project<'a>,
) -> Vec<(&'a ProjectText, Which)> {
    let options = &analysis.setting().options;
    let included = |it: &ProjectText| {
        let includes = it.text.contains("!include");
        let names = includes.then(|| puml_compiler::included(it, project.world, options));
        names.unwrap_or_default()
    };
    let below = included(text);
    let others = project.texts.iter().filter(|it| it.name != text.name);
    let found = others.filter_map(|other| {
        if below.contains(&other.name) {
            return Some((other, Which::All));
        }
        let reaches = |it: &String| *it == text.name || below.contains(it);
        included(other).iter().any(reaches).then_some((other, Which::Including))
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setting;
    use puml_compiler::NoWorld;

    fn renamed(source: &str, to: &str) -> Result<String, String> {
        let at = source.find('|').unwrap();
        let text = source.replacen('|', "", 1);
        let analysis = Analysis::new("a.puml", text.as_str(), Setting::default().into());
        let alone = Project { texts: &[], world: &NoWorld };
        let found = rename(&analysis, at as u32, to, alone).map_err(|it| it.to_string())?;
        Ok(diag::apply_to(&text, &found[0].edits).unwrap())
    }

    #[test]
    fn names_change_and_texts_stay() {
        let source = "actor A\n|A -> B : A asks\nnote over A, B : A\ndestroy A";
        let expected = "actor Alice\nAlice -> B : A asks\nnote over Alice, B : A\ndestroy Alice";
        assert_eq!(renamed(source, "Alice").unwrap(), expected);
    }

    #[test]
    fn quotes_come_and_go() {
        assert_eq!(renamed("A -> |B", "The shop").unwrap(), "A -> \"The shop\"");
        assert_eq!(renamed("A -> \"The| shop\"", "\"S\"").unwrap(), "A -> S");
    }

    #[test]
    fn a_name_is_changed_where_a_macro_receives_it() {
        let macros = "!procedure $ask($who)\nA -> $who : B\n!endprocedure\n";
        let after = renamed(&format!("{macros}$ask(|B)\nB -> A\n"), "Shop").unwrap();
        assert_eq!(after, format!("{macros}$ask(Shop)\nShop -> A\n"));
        assert!(renamed(&format!("{macros}$ask(B)\n$a|sk(B)\n"), "x").is_err());
    }

    #[test]
    fn only_the_diagram_under_the_pointer_changes() {
        let source = "@startuml\nA -> B\n@enduml\n@startuml\n|A -> B\n@enduml\n";
        let expected = "@startuml\nA -> B\n@enduml\n@startuml\nZ -> B\n@enduml\n";
        assert_eq!(renamed(source, "Z").unwrap(), expected);
    }

    #[test]
    fn a_taken_name_and_a_text_are_refused() {
        assert!(renamed("|A -> B", "B").unwrap_err().contains("already"));
        assert!(renamed("A -> B : he|llo", "x").unwrap_err().contains("only the name"));
        assert!(renamed("|A -> B", " ").unwrap_err().contains("cannot be the name"));
    }

    #[test]
    fn a_member_is_renamed_wherever_it_is_named() {
        let source = "class A {\n  +|id : int\n  name(id)\n}\nclass B {\n  id\n}\nA::id --> B\nnote left of A::id\nid\nend note";
        let expected = "class A {\n  +key : int\n  name(id)\n}\nclass B {\n  id\n}\nA::key --> B\nnote left of A::key\nid\nend note";
        assert_eq!(renamed(source, "key").unwrap(), expected);
        assert!(renamed(source, "name").unwrap_err().contains("already"));
        assert!(renamed(source, "two words").is_err());
    }

    #[test]
    fn a_member_is_renamed_in_included_and_including_texts() {
        let text = |name: &str, text: &str| ProjectText { name: name.into(), text: text.into() };
        let parts = text("parts.puml", "class A {\n  id\n}\nclass B {\n  id\n}\n");
        let one = "@startuml\n!include parts.puml\nA::id --> B\n@enduml\n";
        let two = text(
            "two.puml",
            "@startuml\n!include parts.puml\nnote left of A::id\nx\nend note\n@enduml\n@startuml\nclass A {\n  id\n}\n@enduml\n",
        );
        let three = text("three.puml", "@startuml\nclass A {\n  id\n}\n@enduml\n");
        let world = Parts(parts.clone());
        let setting = Setting { world: Box::new(Parts(parts.clone())), ..Setting::default() };
        let analysis = Analysis::new("one.puml", one, setting.into());
        let texts = [parts, two, three];
        let project = Project { texts: &texts, world: &world };
        let at = one.find("id").unwrap() as u32;
        let found = rename(&analysis, at, "key", project).unwrap();
        let after = |name: &str, before: &str| {
            let renamed = found.iter().find(|it| it.name == name);
            diag::apply_to(before, renamed.map_or(&[][..], |it| &it.edits)).unwrap()
        };
        assert_eq!(after("one.puml", one), one.replace("A::id", "A::key"));
        assert_eq!(after("parts.puml", &texts[0].text), texts[0].text.replacen("id", "key", 1));
        assert_eq!(after("two.puml", &texts[1].text), texts[1].text.replace("A::id", "A::key"));
        assert_eq!(after("three.puml", &texts[2].text), *texts[2].text);
        assert_eq!(found.len(), 3);
        let definition = crate::definition(&analysis, at).unwrap();
        assert_eq!(analysis.source(definition.source).name(), "parts.puml");
        let all = crate::references(&analysis, at, crate::NameUse::Declaration);
        assert_eq!(all.len(), 2);
    }

    struct Parts(ProjectText);

    impl World for Parts {
        fn load(
            &self,
            _: puml_compiler::Wanted<'_>,
        ) -> Result<puml_compiler::Loaded, puml_compiler::Refusal> {
            let (name, text) = (self.0.name.clone(), self.0.text.to_string());
            Ok(puml_compiler::Loaded { name, text })
        }
    }

    #[test]
    fn a_state_of_a_player_is_renamed_in_every_change() {
        let source = "robust A\nconcise B\nA has Idle,Busy\n@0\nA is |Idle\nB is Idle\n@A\n5 is Busy\n9 is Idle\n";
        let expected = "robust A\nconcise B\nA has Rest,Busy\n@0\nA is Rest\nB is Idle\n@A\n5 is Busy\n9 is Rest\n";
        assert_eq!(renamed(source, "Rest").unwrap(), expected);
    }

    #[test]
    fn an_element_of_c4_is_renamed_in_every_call() {
        let source = "@startuml\n!include <C4/C4_Context>\nPerson(|user, \"user\")\nSystem(s, \"S\")\nRel(user, s, \"user\")\nuser --> s\n@enduml\n";
        let text = renamed(source, "client").unwrap();
        assert_eq!(
            text,
            "@startuml\n!include <C4/C4_Context>\nPerson(client, \"user\")\nSystem(s, \"S\")\nRel(client, s, \"user\")\nclient --> s\n@enduml\n"
        );
    }
}
