//! Macros that a text may call: those that it defines itself and those of every text that it includes, libraries such as
//! C4 among them.

use puml_compiler::{DefinedParameter, Definition, DefinitionKind};

use crate::Analysis;
use crate::definitions;

/// A definition that can be called, and what the source that has it is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Macro<'a> {
    definition: &'a Definition,
    pub(crate) source: &'a str,
}

/// All macros that can be called, the text's own first, each name once. What begins with a `$` in a library is its own
/// business. Compiles.
pub(crate) fn macros(analysis: &Analysis) -> Vec<Macro<'_>> {
    let mut found: Vec<Macro<'_>> = Vec::new();
    for placed in analysis.definitions() {
        let definition = &placed.definition;
        let source = analysis.sources().source(placed.source).name();
        let is_inner = source.starts_with('<') && definition.name.starts_with(['$', '_']);
        let is_known = found.iter().any(|it| it.definition.name == definition.name);
        if is_called(definition) && !is_inner && !is_known {
            found.push(Macro { definition, source });
        }
    }
    found
}

/// Whether a use has parentheses; a `!define` without parameters has none.
fn is_called(definition: &Definition) -> bool {
    match definition.kind {
        DefinitionKind::Procedure | DefinitionKind::Function => true,
        DefinitionKind::Macro => !definition.parameters.is_empty(),
        DefinitionKind::Variable => false,
    }
}

pub(crate) fn macro_named<'a>(analysis: &'a Analysis, name: &str) -> Option<Macro<'a>> {
    macros(analysis).into_iter().find(|it| it.name().eq_ignore_ascii_case(name))
}

impl<'a> Macro<'a> {
    pub(crate) fn name(self) -> &'a str {
        &self.definition.name
    }

    /// With their leading `$` where they have one, in order.
    pub(crate) fn parameters(self) -> &'a [DefinedParameter] {
        &self.definition.parameters
    }

    /// `Person($alias, $label, $descr="")`.
    pub(crate) fn signature(self) -> String {
        definitions::signature(self.definition).0
    }

    /// The call with the parameters that must be given as places to fill in. Names stand bare, texts in quotes.
    pub(crate) fn snippet(self) -> String {
        let mut places = Vec::new();
        for parameter in self.parameters().iter().filter(|it| it.default.is_none()) {
            let name = parameter.name.trim_start_matches('$');
            let place = format!("${{{}:{name}}}", places.len() + 1);
            let is_text = matches!(name, "label" | "text" | "descr" | "techn" | "title");
            places.push(if is_text { format!("\"{place}\"") } else { place });
        }
        let name = self.name().replace('$', "\\$");
        let call = format!("{name}({})", places.join(", "));
        let opens = name.ends_with("_Boundary") || name.ends_with("Node") || name == "Boundary";
        if opens { format!("{call} {{\n  $0\n}}") } else { call }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setting;

    fn read(text: &str) -> Analysis {
        Analysis::new("a.puml", text, Setting::default().into())
    }

    #[test]
    fn macros_of_a_library_and_of_the_text_are_known() {
        let text = "@startuml\n!include <C4/C4_Context>\n!procedure $greet($who, $how=\"hi\")\n!endprocedure\nPerson(a, \"A\")\n@enduml";
        let analysis = read(text);
        let of = |name| macro_named(&analysis, name);
        let person = of("Person").unwrap();
        assert!(person.signature().starts_with("Person($alias, $label, $descr=\"\""));
        assert_eq!(person.snippet(), "Person(${1:alias}, \"${2:label}\")");
        assert_eq!(person.source, "<C4/C4_Context>");
        let greet = of("$greet").unwrap();
        assert_eq!(greet.signature(), "$greet($who, $how=\"hi\")");
        assert_eq!(greet.snippet(), "\\$greet(${1:who})");
        assert_eq!(greet.definition.at.slice(text), "$greet");
        assert_eq!(of("$c4_row"), None);
    }

    #[test]
    fn a_boundary_opens_a_frame() {
        let text = "@startuml\n!include <C4/C4_Context>\nPerson(a, \"A\")\n@enduml";
        let analysis = read(text);
        let boundary = macro_named(&analysis, "System_Boundary").unwrap();
        assert_eq!(boundary.snippet(), "System_Boundary(${1:alias}, \"${2:label}\") {\n  $0\n}");
    }
}
