//! What stands under the pointer, in words: a participant and its part, a construct and its form.

use puml_sequence::ast::{DirectiveKind, LifeAction, NotePlace, NoteShape, Shared, Stmt, StmtKind};
use puml_sequence::catalogue::CATALOGUE;
use puml_syntax::TextRange;
use puml_syntax::catalogue::Primitive;
use puml_syntax::color::{Color, parse_color};

use crate::Analysis;
use crate::cast::Member;
use crate::parts::{What, parts};
use crate::vocabulary::{DIRECTIVES, primitive};

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
    let document = analysis.document();
    let (_, stmt) = analysis.stmt_at(at)?;
    let (block, _) = analysis.block_at(at)?;
    if let Some((member, name)) = analysis.casts()[block].at(document, stmt, at) {
        return Some(Hover { range: name.range, markdown: participant(analysis, member) });
    }
    let parts = parts(document, stmt);
    let part = parts.iter().find(|it| it.range.touches(at))?;
    let text = part.range.slice(&document.source);
    let markdown = match part.what {
        What::Keyword | What::Mark | What::Arrow => construct(entry(stmt, text)?),
        What::Color => color(text)?,
        What::Directive => {
            let name = text.trim_start_matches('!');
            let (_, meaning) = DIRECTIVES.iter().find(|it| it.0.eq_ignore_ascii_case(name))?;
            if matches!(&stmt.kind, StmtKind::Shared(Shared::Directive(it)) if it.kind == DirectiveKind::Theme)
            {
                construct(primitive("styling", "theme")?)
            } else {
                format!("**!{name}**: {meaning}")
            }
        }
        _ => return None,
    };
    Some(Hover { range: part.range, markdown })
}

fn participant(analysis: &Analysis, member: &Member) -> String {
    let origin = member.origin();
    let line = analysis.lines().line(origin.name.range.start) + 1;
    let mut said = vec![format!("**{}** ({})", member.code, member.keyword())];
    if let Some(shown) = &member.shown {
        let shown: Vec<&str> = shown.lines().map(str::trim).collect();
        said.push(format!("shown as “{}”", shown.join(" ")));
    }
    if member.declared.is_some() {
        let stmt = analysis.document().stmt(origin.stmt);
        let text = stmt.range.slice(analysis.text()).lines().next().unwrap_or_default();
        said.push(format!("declared on line {line}"));
        said.push(format!("```puml\n{}\n```", text.trim_end()));
    } else {
        said.push(format!("not declared; first named on line {line}"));
    }
    let (sends, receives) = (messages(member.sends), messages(member.receives));
    said.push(format!("sends {sends}, receives {receives}"));
    said.join("\n\n")
}

fn messages(count: u32) -> String {
    format!("{count} message{}", if count == 1 { "" } else { "s" })
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
fn entry(stmt: &Stmt, word: &str) -> Option<&'static Primitive> {
    let (section, name) = match &stmt.kind {
        StmtKind::Declaration(it) => match word.to_ascii_lowercase().as_str() {
            "as" => ("participants", "alias"),
            "order" => ("participants", "order"),
            "create" => ("lifecycle", "create"),
            _ => ("participants", it.kind.map_or("participant", |it| it.keyword())),
        },
        StmtKind::Message(it) => match word {
            "&" => ("arrows", "in parallel"),
            "++" | "--" => ("lifecycle", "shortcuts"),
            "--++" | "++--" => ("lifecycle", "handover"),
            "**" => ("lifecycle", "create shortcut"),
            "!!" => ("lifecycle", "destroy shortcut"),
            _ => ("arrows", arrow(it)),
        },
        StmtKind::Life(it) => match it.action {
            LifeAction::Destroy => ("lifecycle", "destroy"),
            LifeAction::Create => ("lifecycle", "create"),
            LifeAction::Activate | LifeAction::Deactivate => ("lifecycle", "activate"),
        },
        StmtKind::Return(_) => ("lifecycle", "return"),
        StmtKind::AutoActivate(_) => ("lifecycle", "autoactivate"),
        StmtKind::Note(it) => match (it.shape, it.place) {
            (NoteShape::Hexagon | NoteShape::Rectangle, _) => ("notes", "shapes"),
            (_, NotePlace::Beside(..)) => ("notes", "beside"),
            (_, NotePlace::Over(..)) => ("notes", "over"),
            (_, NotePlace::Across) => ("notes", "across"),
            (_, NotePlace::Latest(_)) => ("notes", "at a message"),
        },
        StmtKind::Reference(_) => ("notes", "reference"),
        StmtKind::Group(it) => ("groups", it.kind.keyword()),
        StmtKind::Else(_) | StmtKind::End { .. } => ("groups", "alt"),
        StmtKind::BoxOpen(_) | StmtKind::BoxClose => ("participants", "box"),
        StmtKind::Numbering(_) => ("flow", "autonumber"),
        StmtKind::NewPage(_) | StmtKind::IgnoreNewPage => ("flow", "newpage"),
        StmtKind::Duration(_) => ("flow", "anchors"),
        StmtKind::Url { .. } => ("participants", "link"),
        StmtKind::Footbox(_) => ("styling", "hide footbox"),
        StmtKind::Unlinked(_) => ("participants", "hide unlinked"),
        StmtKind::Stereotypes(_) => ("participants", "stereotype"),
        StmtKind::Shared(Shared::Skinparam(_)) => ("styling", "skinparam"),
        StmtKind::Shared(Shared::Style(_)) => ("styling", "style"),
        StmtKind::Shared(Shared::Chrome(_)) => return by_name(word),
        _ => return None,
    };
    primitive(section, name)
}

fn by_name(word: &str) -> Option<&'static Primitive> {
    CATALOGUE.iter().flat_map(|it| it.primitives).find(|it| it.name.eq_ignore_ascii_case(word))
}

/// Which of the catalogue's arrows a message has.
fn arrow(message: &puml_sequence::ast::Message) -> &'static str {
    use puml_sequence::ast::{ArrowLine, Border, Flow, Head, Mark, MessageEnd};
    let arrow = &message.arrow;
    let ends = [message.left, message.right];
    let heads = [arrow.left.head, arrow.right.head];
    let marks = [arrow.left.mark, arrow.right.mark];
    let border = |wanted: Border| ends.contains(&MessageEnd::Border(wanted));
    if border(Border::Short) {
        "short"
    } else if border(Border::Left) {
        "found"
    } else if border(Border::Right) {
        "lost to the edge"
    } else if arrow.slant.is_some() {
        "slanted"
    } else if arrow.color.is_some() || arrow.hidden {
        "style"
    } else if marks.contains(&Mark::Cross) {
        "lost"
    } else if marks.contains(&Mark::Circle) {
        "circle"
    } else if arrow.flow() == Flow::Both {
        "both ways"
    } else if heads.iter().any(|it| !matches!(it, Head::None | Head::Filled | Head::Open)) {
        "half heads"
    } else if heads.contains(&Head::Open) {
        "asynchronous"
    } else if arrow.flow() == Flow::Leftwards {
        "reverse"
    } else if arrow.line == ArrowLine::Dashed {
        "reply"
    } else {
        "call"
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
    fn a_colour_shows_its_value_and_text_shows_nothing() {
        assert_eq!(ask("actor A #|red").unwrap().markdown, "`#FF0000`");
        assert_eq!(ask("A -> B : al|t"), None);
    }
}
