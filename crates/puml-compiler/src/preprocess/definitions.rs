//! What the directives of a text declare, as written: for editors. Nothing is carried out.

use puml_syntax::TextRange;

use super::call::parameters;
use super::directive::{Declared, Directive, directive};
use super::scan;

/// A macro, a function, a procedure or a variable that a text declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// Whether it is called, and how it is declared.
    pub kind: DefinitionKind,
    /// With its `$`, if it has one.
    pub name: String,
    /// What a call gives it, in order.
    pub parameters: Vec<DefinedParameter>,
    /// The name where it is declared.
    pub at: TextRange,
    /// From its first line to the end of its last.
    pub range: TextRange,
    /// The comment on the lines above it.
    pub comment: String,
}

/// The sorts of definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefinitionKind {
    /// `!procedure`.
    Procedure,
    /// `!function`.
    Function,
    /// `!define` or `!definelong`.
    Macro,
    /// `!$name = value`, or the variable of a `!foreach`.
    Variable,
}

/// A parameter as it is declared, with its default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefinedParameter {
    /// With its `$`, if it has one.
    pub name: String,
    /// The text of its default.
    pub default: Option<String>,
}

/// Everything that a text declares, in reading order. A name may be declared more than once.
///
/// ```
/// let found = puml_compiler::definitions("!procedure $ask($who, $what=\"?\")\n$who -> B : $what\n!endprocedure\n");
/// assert_eq!(found[0].name, "$ask");
/// assert_eq!(found[0].parameters[1].default.as_deref(), Some("\"?\""));
/// ```
pub fn definitions(text: &str) -> Vec<Definition> {
    let mut found: Vec<Definition> = Vec::new();
    let mut open: Option<usize> = None;
    let mut comment = String::new();
    let mut at = 0;
    for whole in text.split_inclusive('\n') {
        let line = whole.trim_end_matches(['\n', '\r']);
        let end = (at + line.len()) as u32;
        let place = |part: &str| at + (part.as_ptr().addr() - line.as_ptr().addr());
        let declared = directive(line);
        if declared == Some(Directive::EndDeclare)
            && let Some(idx) = open.take()
        {
            found[idx].range.end = end;
        }
        if let Some((kind, name, rest)) = declared.and_then(named) {
            let start = place(name) as u32;
            let parameters = parameters(rest).map(|it| it.0).unwrap_or_default();
            let parameters = parameters.into_iter();
            let opens =
                matches!(declared, Some(Directive::Declare { .. } | Directive::DefineLong { .. }))
                    && ends_after_parameters(rest);
            if opens {
                open = Some(found.len());
            }
            found.push(Definition {
                kind,
                name: name.to_owned(),
                parameters: parameters
                    .map(|it| DefinedParameter { name: it.name, default: it.default })
                    .collect(),
                at: TextRange::new(start, start + name.len() as u32),
                range: TextRange::new(at as u32, if opens { text.len() as u32 } else { end }),
                comment: std::mem::take(&mut comment),
            });
        }
        match line.trim_start().strip_prefix('\'') {
            Some(said) => {
                let both = [comment.as_str(), said.trim()].join("\n");
                both.trim().clone_into(&mut comment);
            }
            None => comment.clear(),
        }
        at += whole.len();
    }
    found
}

/// The kind, the name and what follows it.
fn named(directive: Directive<'_>) -> Option<(DefinitionKind, &str, &str)> {
    Some(match directive {
        Directive::Declare { kind: Declared::Function, name, rest, .. } => {
            (DefinitionKind::Function, name, rest)
        }
        Directive::Declare { kind: Declared::Procedure, name, rest, .. } => {
            (DefinitionKind::Procedure, name, rest)
        }
        Directive::Define { name, .. } => (DefinitionKind::Macro, name, ""),
        Directive::DefineCall { name, rest } | Directive::DefineLong { name, rest } => {
            (DefinitionKind::Macro, name, rest)
        }
        Directive::Assign { name, .. } => (DefinitionKind::Variable, name, ""),
        Directive::ForEach(rest) => {
            let inside = rest.trim_start_matches(['(', ' ']);
            (DefinitionKind::Variable, scan::identifier(inside)?.0, "")
        }
        _ => return None,
    })
}

/// Whether the body of a declaration stands on the lines below.
fn ends_after_parameters(rest: &str) -> bool {
    parameters(rest).map_or(true, |(_, end)| rest[end..].trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_declare_is_found_with_its_place() {
        let text = "' says hello\n' twice\n!unquoted procedure $hi($a)\nX -> $a\n!endprocedure\n!function $f(x, y=1) !return x\n!define M(a) a -> B\n!define N 1\n!$v ?= 2\n!foreach $i in [1]\n!endfor\n";
        let found = definitions(text);
        let told: Vec<_> =
            found.iter().map(|it| (it.kind, it.at.slice(text), it.parameters.len())).collect();
        assert_eq!(
            told,
            [
                (DefinitionKind::Procedure, "$hi", 1),
                (DefinitionKind::Function, "$f", 2),
                (DefinitionKind::Macro, "M", 1),
                (DefinitionKind::Macro, "N", 0),
                (DefinitionKind::Variable, "$v", 0),
                (DefinitionKind::Variable, "$i", 0),
            ]
        );
        assert_eq!(found[0].comment, "says hello\ntwice");
        assert!(found[0].range.slice(text).ends_with("!endprocedure"));
        assert_eq!(found[2].comment, "");
    }
}
