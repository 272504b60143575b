//! What stands under the pointer, in words: an element and its part, a construct and its form.

use puml_compiler::editor::PieceKind;
use puml_compiler::theme_names;
use puml_syntax::TextRange;
use puml_syntax::ast::{DirectiveKind, Shared};
use puml_syntax::catalogue::Primitive;
use puml_syntax::color::{Color, parse_color};
use puml_syntax::grammar::directives;

use crate::Analysis;
use crate::analysis::Diagram;
use crate::cast::Member;
use crate::definitions::{self, Placed, Target, builtin_signature, target, word_at};
use crate::features::{Named, feature_at};
use crate::macros::macro_named;

/// A few lines about a piece of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    /// The text that the explanation is about.
    pub range: TextRange,
    /// What there is to say.
    pub markdown: String,
}

/// What there is to say about the piece that an offset touches.
pub fn hover(analysis: &Analysis, at: u32) -> Option<Hover> {
    let text = analysis.text();
    if let Some((range, target)) = target(analysis, at) {
        return Some(Hover { range, markdown: preprocessed(analysis, &target) });
    }
    let (diagram, stmt) = analysis.stmt_at(at)?;
    if let Some(found) = setting(analysis, diagram, stmt, at) {
        return Some(found);
    }
    if let Some((member, name)) = diagram.cast().at(diagram.tree, text, stmt, at) {
        return Some(Hover { range: name.range, markdown: element(analysis, diagram, member) });
    }
    if let Some(found) = feature_at(analysis, at) {
        return Some(Hover { range: found.here.name, markdown: feature(analysis, &found) });
    }
    let pieces = diagram.tree.pieces(stmt);
    let piece = pieces.iter().find(|it| it.range.touches(at))?;
    let word = piece.range.slice(text);
    let markdown = match piece.kind {
        PieceKind::Keyword | PieceKind::Mark | PieceKind::Arrow => {
            construct(entry(diagram, stmt, word)?)
        }
        PieceKind::Macro => {
            let found = macro_named(analysis, word)?;
            let source = found.source.trim_matches(['<', '>']).to_owned();
            format!("```puml\n{}\n```\n\na macro of `{source}`", found.signature())
        }
        PieceKind::Color => color(word)?,
        PieceKind::Directive => {
            let name = word.trim_start_matches('!');
            let meaning = directives().find(|it| it.0.eq_ignore_ascii_case(name))?.1?;
            let theme = matches!(
                diagram.tree.shared(stmt),
                Some(Shared::Directive(it)) if it.kind == DirectiveKind::Theme
            );
            let known = diagram.primitive(("styling", "theme")).filter(|_| theme);
            known.map_or_else(|| format!("**!{name}**: {meaning}"), construct)
        }
        _ => return None,
    };
    Some(Hover { range: piece.range, markdown })
}

/// A macro, a variable, a parameter or a function of the preprocessor.
fn preprocessed(analysis: &Analysis, target: &Target<'_>) -> String {
    match target {
        Target::Builtin(builtin) => {
            format!("```puml\n{}\n```\n\n{}", builtin_signature(builtin).0, builtin.2)
        }
        Target::Parameter { of, at } => {
            let name = at.slice(analysis.text());
            let default = of.parameters.iter().find(|it| it.name == name);
            let default = default.and_then(|it| it.default.as_ref());
            let default = default.map(|it| format!(", `{it}` unless given")).unwrap_or_default();
            format!("**{name}**: parameter of `{}`{default}", of.name)
        }
        Target::Declared(Placed { source, definition }) => {
            let file = analysis.source(*source);
            let line = file.lines().line(definition.at.start) + 1;
            let written = definition.range.slice(file.text());
            let head = written.lines().next().unwrap_or_default().trim();
            let place = if *source == analysis.id() {
                format!("declared on line {line}")
            } else if file.name().starts_with('<') {
                format!("from the library `{}`", file.name().trim_matches(['<', '>']))
            } else {
                let name = file.name().rsplit('/').next().unwrap_or_default();
                format!("declared in {name}, line {line}")
            };
            let mut said = vec![
                format!("**{}** ({})", definition.name, definitions::kind(definition.kind)),
                format!("```puml\n{head}\n```"),
                place,
            ];
            if !definition.comment.is_empty() {
                said.insert(1, definition.comment.clone());
            }
            said.join("\n\n")
        }
    }
}

/// The name of a theme, or a skinparam.
fn setting(analysis: &Analysis, diagram: Diagram<'_>, stmt: usize, at: u32) -> Option<Hover> {
    let text = analysis.text();
    match diagram.tree.shared(stmt)? {
        Shared::Directive(it) if it.kind == DirectiveKind::Theme && it.argument.touches(at) => {
            let name = it.argument.slice(text).split_whitespace().next()?;
            let known = theme_names().any(|it| it == name);
            let markdown = if known {
                format!("**{name}**: a theme that is built in")
            } else {
                format!("**{name}**: not a theme that is built in")
            };
            let range = TextRange::new(it.argument.start, it.argument.start + name.len() as u32);
            Some(Hover { range, markdown })
        }
        Shared::Skinparam(_) => {
            let word = word_at(text, at)?;
            let typed = word.slice(text);
            let mut keys = diagram.words().skinparams.iter();
            let key = keys.find(|it| it.eq_ignore_ascii_case(typed))?;
            let values = diagram.words().skinparam_values.iter();
            let choices = values.clone().find(|it| it.0.eq_ignore_ascii_case(key));
            let said = match choices {
                Some((_, values)) => format!("one of {}", values.join(", ")),
                None if key.to_ascii_lowercase().ends_with("color") => "a colour".to_owned(),
                None => "a value".to_owned(),
            };
            let markdown = format!("**{key}** (skinparam): {}; {said}", spelled(key));
            Some(Hover { range: word, markdown })
        }
        _ => None,
    }
}

/// `ArrowFontColor` as words: `arrow font color`.
fn spelled(key: &str) -> String {
    let mut words = String::new();
    for letter in key.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

fn element(analysis: &Analysis, diagram: Diagram<'_>, member: &Member) -> String {
    let words = diagram.words();
    let origin = member.origin();
    let line = analysis.lines().line(origin.name.range.start) + 1;
    let keyword = member.keyword.unwrap_or(words.declare);
    let mut said = match keyword {
        "" => vec![format!("**{}**", member.code)],
        _ => vec![format!("**{}** ({keyword})", member.code)],
    };
    if let Some(shown) = &member.shown {
        let shown: Vec<&str> = shown.lines().map(str::trim).collect();
        said.push(format!("shown as “{}”", shown.join(" ")));
    }
    if member.declared.is_some() {
        let text = diagram.tree.range(origin.stmt).slice(analysis.text());
        let text = text.lines().next().unwrap_or_default();
        said.push(format!("declared on line {line}"));
        said.push(format!("```puml\n{}\n```", text.trim_end()));
    } else {
        said.push(format!("not declared; first named on line {line}"));
    }
    let relations = words.relations;
    let counted = |count: u32| {
        let noun = if count == 1 { relations.noun.0 } else { relations.noun.1 };
        format!("{count} {noun}")
    };
    let (out, into) = member.relations;
    said.push(format!("{} {}, {} {}", relations.out, counted(out), relations.into, counted(into)));
    said.join("\n\n")
}

fn feature(analysis: &Analysis, found: &Named<'_>) -> String {
    let text = analysis.text();
    let origin = found.origin();
    let (name, owner) = (origin.name.slice(text), &origin.owner);
    let number = analysis.lines().line(origin.name.start) + 1;
    let start = analysis.line_start(origin.name.start) as usize;
    let line = text[start..].lines().next().unwrap_or_default().trim();
    let verb = if found.declaration().is_some() { "declared" } else { "first named" };
    let uses = found.places.len();
    let places = if uses == 1 { "place" } else { "places" };
    format!(
        "**{name}** ({} of `{owner}`)\n\n{verb} on line {number}\n\n```puml\n{line}\n```\n\nnamed in {uses} {places}",
        origin.keyword
    )
}

fn construct(primitive: &Primitive) -> String {
    format!(
        "```puml\n{}\n```\n\n{}\n\n```puml\n{}\n```",
        primitive.syntax, primitive.meaning, primitive.example
    )
}

fn color(text: &str) -> Option<String> {
    match parse_color(text)? {
        Color::Rgba(red, green, blue, 255) => Some(format!("`#{red:02X}{green:02X}{blue:02X}`")),
        Color::Rgba(red, green, blue, alpha) => {
            Some(format!("`#{red:02X}{green:02X}{blue:02X}{alpha:02X}`"))
        }
        Color::Transparent => Some("nothing is painted".to_owned()),
        Color::Automatic => Some("black or white, whichever is legible".to_owned()),
    }
}

/// The catalogue's entry for a statement, the word under the pointer first.
fn entry(diagram: Diagram<'_>, stmt: usize, word: &str) -> Option<&'static Primitive> {
    match diagram.tree.shared(stmt) {
        Some(Shared::Skinparam(_)) => diagram.primitive(("styling", "skinparam")),
        Some(Shared::Style(_)) => diagram.primitive(("styling", "style")),
        Some(Shared::Chrome(_)) => diagram.primitive_named(word),
        Some(_) => None,
        None => diagram.primitive(diagram.tree.topic(stmt, word)?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setting;

    fn ask(source: &str) -> Option<Hover> {
        let at = source.find('|').unwrap();
        let text = source.replacen('|', "", 1);
        hover(&Analysis::new("a.puml", text, Setting::default().into()), at as u32)
    }

    #[test]
    fn a_participant_tells_kind_declaration_and_counts() {
        let said = ask("actor \"The user\" as U\nU -> B : U\n|U <- B\nU -> B").unwrap().markdown;
        assert_eq!(
            said,
            "**U** (actor)\n\nshown as “The user”\n\ndeclared on line 1\n\n```puml\nactor \"The user\" as U\n```\n\nsends 2 messages, receives 1 message"
        );
        let said = ask("A -> |B : x").unwrap().markdown;
        assert!(said.contains("not declared; first named on line 1"), "{said}");
    }

    #[test]
    fn a_keyword_shows_its_form_from_the_catalogue() {
        assert!(
            ask("A -> B\nal|t ok\nA -> B\nend").unwrap().markdown.contains("alt [text] … else")
        );
        assert!(ask("A |--> B").unwrap().markdown.contains("dashed line"));
        assert!(ask("A -> B +|+").unwrap().markdown.contains("activate the target"));
        assert!(ask("!the|me plain\nA -> B").unwrap().markdown.contains("!theme NAME"));
    }

    #[test]
    fn a_call_shows_the_macro_and_the_elements_that_it_names() {
        const C4: &str = "@startuml\n!include <C4/C4_Context>\nPerson(user, \"The user\")\n";
        let said = ask(&format!("{C4}Re|l(user, user, \"x\")\n@enduml")).unwrap().markdown;
        assert!(said.contains("Rel($from, $to, $label") && said.contains("C4/C4"), "{said}");
        let said = ask(&format!("{C4}Rel(us|er, user, \"x\")\n@enduml")).unwrap().markdown;
        assert!(said.contains("**user** (person)\n\nshown as “The user”"), "{said}");
        assert!(said.contains("declared on line 3"), "{said}");
    }

    #[test]
    fn names_of_the_preprocessor_tell_how_they_are_declared() {
        let ask_macro = "' asks somebody\n!procedure $ask($who, $what=\"?\")\n$who -> B : $what\n!endprocedure\n";
        let said = ask(&format!("{ask_macro}$a|sk(A)\n")).unwrap().markdown;
        assert_eq!(
            said,
            "**$ask** (procedure)\n\nasks somebody\n\n```puml\n!procedure $ask($who, $what=\"?\")\n```\n\ndeclared on line 2"
        );
        let said = ask("!procedure $ask($who, $what=\"?\")\n$who -> B : $w|hat\n!endprocedure\n");
        assert!(said.unwrap().markdown.contains("`\"?\"` unless given"));
        let said = ask("!$x = %str|len(\"a\")\nA -> B\n").unwrap().markdown;
        assert!(said.contains("%strlen(text)") && said.contains("how many letters"), "{said}");
        let said = ask("!theme ce|rulean\nA -> B").unwrap().markdown;
        assert_eq!(said, "**cerulean**: a theme that is built in");
        let said = ask("skinparam Arrow|Color red\nA -> B").unwrap().markdown;
        assert!(said.contains("(skinparam)") && said.contains("a colour"), "{said}");
    }

    #[test]
    fn a_colour_shows_its_value_and_text_shows_nothing() {
        assert_eq!(ask("actor A #|red").unwrap().markdown, "`#FF0000`");
        assert_eq!(ask("A -> B : al|t"), None);
    }
}
