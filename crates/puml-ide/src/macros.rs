//! Macros that a text may call: those that it defines itself and those of every text that it includes, libraries such as
//! C4 among them.

use diag::{SourceId, Span};

use crate::Analysis;

/// A macro as it is defined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Macro {
    pub(crate) name: String,
    /// With their leading `$` where they have one, in order.
    pub(crate) parameters: Vec<Parameter>,
    /// Its name in the definition.
    pub(crate) span: Span,
    /// What the source of the definition is called.
    pub(crate) source: String,
}

/// A parameter of a macro.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    /// As written; nothing for a parameter that must be given.
    pub(crate) default: Option<String>,
}

const DEFINES: [&str; 4] = ["procedure", "function", "definelong", "define"];

/// All macros that can be called, the text's own first, each name once. What begins with a `$` in a library is its own
/// business. Compiles.
pub(crate) fn macros(analysis: &Analysis) -> Vec<Macro> {
    let mut found: Vec<Macro> = Vec::new();
    for (id, source) in analysis.sources().iter() {
        let is_library = source.name().starts_with('<');
        for definition in defined(source.text(), id, source.name()) {
            let is_inner = is_library && definition.name.starts_with(['$', '_']);
            if !is_inner && !found.iter().any(|it| it.name == definition.name) {
                found.push(definition);
            }
        }
    }
    found
}

/// The macro of a name.
pub(crate) fn macro_named(analysis: &Analysis, name: &str) -> Option<Macro> {
    macros(analysis).into_iter().find(|it| it.name.eq_ignore_ascii_case(name))
}

impl Macro {
    /// `Person($alias, $label, $descr="")`.
    pub(crate) fn signature(&self) -> String {
        let parameters: Vec<String> = self.parameters.iter().map(Parameter::written).collect();
        format!("{}({})", self.name, parameters.join(", "))
    }

    /// The call with the parameters that must be given as places to fill in. Names stand bare, texts in quotes.
    pub(crate) fn snippet(&self) -> String {
        let mut places = Vec::new();
        for parameter in self.parameters.iter().filter(|it| it.default.is_none()) {
            let name = parameter.name.trim_start_matches('$');
            let place = format!("${{{}:{name}}}", places.len() + 1);
            let is_text = matches!(name, "label" | "text" | "descr" | "techn" | "title");
            places.push(if is_text { format!("\"{place}\"") } else { place });
        }
        let name = self.name.replace('$', "\\$");
        let call = format!("{name}({})", places.join(", "));
        let opens = name.ends_with("_Boundary") || name.ends_with("Node") || name == "Boundary";
        if opens { format!("{call} {{\n  $0\n}}") } else { call }
    }
}

impl Parameter {
    fn written(&self) -> String {
        match &self.default {
            Some(default) => format!("{}={default}", self.name),
            None => self.name.clone(),
        }
    }
}

fn defined(text: &str, source: SourceId, name: &str) -> Vec<Macro> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some((word, at, parameters)) = definition(line) {
            let from = (start + at) as u32;
            let span = Span::new(source, from, from + word.len() as u32);
            let word = word.to_owned();
            found.push(Macro { name: word, parameters, span, source: name.to_owned() });
        }
        start += line.len();
    }
    found
}

/// The name that a line defines, where it stands in the line, and its parameters.
fn definition(line: &str) -> Option<(&str, usize, Vec<Parameter>)> {
    let mut rest = line.trim_start().strip_prefix('!')?.trim_start();
    for word in ["unquoted", "final"] {
        rest = rest.strip_prefix(word).map_or(rest, str::trim_start);
    }
    let rest = DEFINES.iter().find_map(|it| rest.strip_prefix(it))?;
    let rest = rest.strip_prefix(char::is_whitespace)?.trim_start();
    let open = rest.find('(')?;
    let name = rest[..open].trim_end();
    let is_name = |it: char| it.is_alphanumeric() || it == '_' || it == '$';
    if name.is_empty() || !name.chars().all(is_name) {
        return None;
    }
    let close = rest[open..].find(')').map(|it| open + it)?;
    let written = rest[open + 1..close].split(',').map(str::trim).filter(|it| !it.is_empty());
    let parameters = written.map(|it| match it.split_once('=') {
        Some((name, default)) => {
            Parameter { name: name.trim().to_owned(), default: Some(default.trim().to_owned()) }
        }
        None => Parameter { name: it.to_owned(), default: None },
    });
    Some((name, line.len() - rest.len(), parameters.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setting;

    fn of(text: &str, name: &str) -> Option<Macro> {
        macro_named(&Analysis::new("a.puml", text, Setting::default().into()), name)
    }

    #[test]
    fn macros_of_a_library_and_of_the_text_are_known() {
        let text = "@startuml\n!include <C4/C4_Context>\n!procedure $greet($who, $how=\"hi\")\n!endprocedure\nPerson(a, \"A\")\n@enduml";
        let person = of(text, "Person").unwrap();
        assert!(person.signature().starts_with("Person($alias, $label, $descr=\"\""));
        assert_eq!(person.snippet(), "Person(${1:alias}, \"${2:label}\")");
        assert_eq!(person.source, "<C4/C4_Context>");
        let greet = of(text, "$greet").unwrap();
        assert_eq!(greet.signature(), "$greet($who, $how=\"hi\")");
        assert_eq!(greet.snippet(), "\\$greet(${1:who})");
        let span = greet.span;
        assert_eq!(&text[span.start as usize..span.end as usize], "$greet");
        assert_eq!(of(text, "$c4_row"), None);
    }

    #[test]
    fn a_boundary_opens_a_frame() {
        let text = "@startuml\n!include <C4/C4_Context>\nPerson(a, \"A\")\n@enduml";
        let boundary = of(text, "System_Boundary").unwrap();
        assert_eq!(boundary.snippet(), "System_Boundary(${1:alias}, \"${2:label}\") {\n  $0\n}");
    }
}
