//! What stands under the pointer, in words: an element and its part, a construct and its form.

use puml_compiler::editor::PieceKind;
use puml_syntax::TextRange;
use puml_syntax::ast::{DirectiveKind, Shared};
use puml_syntax::catalogue::Primitive;
use puml_syntax::color::{Color, parse_color};

use crate::Analysis;
use crate::analysis::Diagram;
use crate::cast::Member;
use crate::macros::macro_named;
use crate::vocabulary::DIRECTIVES;

/// A few lines about a piece of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    /// The piece.
    pub range: TextRange,
    /// What there is to say.
    pub markdown: String,
}

/// What there is to say about the piece that an offset touches.
pub fn hover(analysis: &Analysis, at: u32) -> Option<Hover> {
    let (diagram, stmt) = analysis.stmt_at(at)?;
    let text = analysis.text();
    if let Some((member, name)) = diagram.cast().at(diagram.tree, text, stmt, at) {
        return Some(Hover { range: name.range, markdown: element(analysis, diagram, member) });
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
            let (_, meaning) = DIRECTIVES.iter().find(|it| it.0.eq_ignore_ascii_case(name))?;
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
    fn a_colour_shows_its_value_and_text_shows_nothing() {
        assert_eq!(ask("actor A #|red").unwrap().markdown, "`#FF0000`");
        assert_eq!(ask("A -> B : al|t"), None);
    }
}
