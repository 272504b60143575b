//! What a call takes: the parameters of the macro, procedure or function whose arguments are being typed.

use puml_syntax::TextRange;

use crate::Analysis;
use crate::definitions::{builtin_signature, signature as written, uses};
use crate::vocabulary::BUILTINS;

/// A call that is being typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// How it is called: `$ask($who, $what="?")`.
    pub label: String,
    /// Its parameters, as byte ranges of the label.
    pub parameters: Vec<TextRange>,
    /// The parameter that is being typed; past the last one where too many are given.
    pub active: usize,
    /// What it does; may be empty.
    pub documentation: String,
}

/// The innermost call around an offset.
pub fn signature(analysis: &Analysis, at: u32) -> Option<Signature> {
    let line = analysis.line_before(at);
    if line.trim_start().starts_with('\'') {
        return None;
    }
    let (name, arguments) = open_call(line)?;
    let given = split(arguments);
    let active = given.len() - 1;
    if let Some(builtin) = BUILTINS.iter().find(|it| it.0.eq_ignore_ascii_case(name)) {
        let (label, parameters) = builtin_signature(builtin);
        // The last parameter may stand for many.
        let many = builtin.1.last().is_some_and(|it| it.contains('…'));
        let active = if many { active.min(parameters.len() - 1) } else { active };
        return Some(Signature { label, parameters, active, documentation: builtin.2.to_owned() });
    }
    let mut all = analysis.definitions().iter().filter(|it| {
        it.definition.name == name && !uses(line, name).is_empty() && is_called(&it.definition)
    });
    let first = all.clone().next()?;
    // Macros may share a name and differ in how many arguments they take.
    let fits = all.find(|it| it.definition.parameters.len() > active).unwrap_or(first);
    let definition = &fits.definition;
    let (label, parameters) = written(definition);
    let by_name = given.last().and_then(|it| it.split_once('=')).map(|it| it.0.trim());
    let named = by_name.and_then(|it| definition.parameters.iter().position(|p| p.name == it));
    let active = named.unwrap_or(active);
    Some(Signature { label, parameters, active, documentation: definition.comment.clone() })
}

fn is_called(definition: &puml_compiler::Definition) -> bool {
    definition.kind != puml_compiler::DefinitionKind::Variable
}

/// The name of the innermost call that is open at the end of a line, and what is given to it so far.
fn open_call(line: &str) -> Option<(&str, &str)> {
    let mut open = Vec::new();
    let mut is_quoted = false;
    for (at, sign) in line.char_indices() {
        match sign {
            '"' => is_quoted = !is_quoted,
            '(' if !is_quoted => open.push(at),
            ')' if !is_quoted => {
                open.pop();
            }
            _ => {}
        }
    }
    let at = open.pop()?;
    let is_name = |it: char| it.is_alphanumeric() || it == '_';
    let start = line[..at].trim_end_matches(is_name).len();
    let start = if line[..start].ends_with(['$', '%']) { start - 1 } else { start };
    (start < at).then(|| (&line[start..at], &line[at + 1..]))
}

/// Arguments between commas; brackets nest and quotes protect. At least one, perhaps empty.
fn split(arguments: &str) -> Vec<&str> {
    let (mut depth, mut is_quoted, mut start) = (0_u32, false, 0);
    let mut found = Vec::new();
    for (at, sign) in arguments.char_indices() {
        match sign {
            '"' => is_quoted = !is_quoted,
            '(' | '[' | '{' if !is_quoted => depth += 1,
            ')' | ']' | '}' if !is_quoted => depth = depth.saturating_sub(1),
            ',' if !is_quoted && depth == 0 => {
                found.push(&arguments[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&arguments[start..]);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setting;

    fn ask(source: &str) -> Option<(String, usize)> {
        let at = source.find('|').unwrap();
        let text = source.replacen('|', "", 1);
        let analysis = Analysis::new("a.puml", text, Setting::default().into());
        signature(&analysis, at as u32).map(|it| (it.label, it.active))
    }

    const ASK: &str = "!procedure $ask($who, $what=\"a, b\")\n$who -> B : $what\n!endprocedure\n";

    #[test]
    fn the_argument_that_is_typed_is_told() {
        let label = "$ask($who, $what=\"a, b\")".to_owned();
        assert_eq!(ask(&format!("{ASK}$ask(|")), Some((label.clone(), 0)));
        assert_eq!(ask(&format!("{ASK}$ask(\"x, (y\", |")), Some((label.clone(), 1)));
        assert_eq!(ask(&format!("{ASK}$ask($what=|")), Some((label, 1)));
        assert_eq!(ask(&format!("{ASK}$ask(A)|")), None);
    }

    #[test]
    fn builtins_and_inner_calls_have_one() {
        assert_eq!(
            ask("!$x = %substr(%strlen(\"a\"), |"),
            Some(("%substr(text, start, [length])".to_owned(), 1))
        );
        assert_eq!(ask("!$x = %substr(%strlen(|"), Some(("%strlen(text)".to_owned(), 0)));
        let many = ask("!$x = %and(1, 2, 3, 4, |").unwrap();
        assert_eq!(many.1, 2);
        assert_eq!(ask("A -> B : what (|"), None);
    }
}
