//! Lines that start with `!`, and macro calls, in sources that were not expanded.

use crate::ast::{Call, Directive, DirectiveKind, Shared};
use crate::codes::{MISSING_ARGUMENT, UNKNOWN_DIRECTIVE};
use crate::context::{Context, Miss, Read, broken};
use crate::cursor::Cursor;
use crate::parser::Stage;

use DirectiveKind as Kind;

/// Longer words first where one begins another.
const WORDS: [(&str, Kind); 47] = [
    ("definelong", Kind::DefineLong),
    ("enddefinelong", Kind::EndDefineLong),
    ("define", Kind::Define),
    ("undef", Kind::Undef),
    ("ifdef", Kind::IfDef),
    ("ifndef", Kind::IfNotDef),
    ("if", Kind::If),
    ("elseif", Kind::ElseIf),
    ("else", Kind::Else),
    ("endif", Kind::EndIf),
    ("while", Kind::While),
    ("endwhile", Kind::EndWhile),
    ("foreach", Kind::ForEach),
    ("endfor", Kind::EndFor),
    ("function", Kind::Function),
    ("endfunction", Kind::EndFunction),
    ("procedure", Kind::Procedure),
    ("endprocedure", Kind::EndProcedure),
    ("final", Kind::Procedure),
    ("unquoted", Kind::Procedure),
    ("return", Kind::Return),
    ("includesub", Kind::IncludeSub),
    ("includeurl", Kind::Include),
    ("includedef", Kind::Include),
    ("include_once", Kind::Include),
    ("include_many", Kind::Include),
    ("include", Kind::Include),
    ("import", Kind::Import),
    ("startsub", Kind::StartSub),
    ("endsub", Kind::EndSub),
    ("theme", Kind::Theme),
    ("option", Kind::Option),
    ("pragma", Kind::Pragma),
    ("assume", Kind::Assume),
    ("log", Kind::Log),
    ("dump_memory", Kind::DumpMemory),
    ("memory_dump", Kind::DumpMemory),
    ("assert", Kind::Assert),
    ("exit", Kind::Exit),
    ("local", Kind::Assign),
    ("global", Kind::Assign),
    ("enddefine", Kind::EndDefineLong),
    ("endproc", Kind::EndProcedure),
    ("endfunc", Kind::EndFunction),
    ("elif", Kind::ElseIf),
    ("endforeach", Kind::EndFor),
    ("startinclude", Kind::Include),
];

/// The words of all directives, without their `!`.
pub fn directive_words() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|it| it.0)
}

/// A directive. Expanded texts have only `!pragma` and `!assume` left.
pub fn directive(mut cursor: Cursor<'_>, stage: Stage, ctx: &mut Context) -> Read<Shared> {
    let start = cursor.pos;
    if cursor.eat("@") {
        let from = cursor.pos;
        let word = ["pause", "unpause", "append"].iter().any(|it| cursor.keyword(it));
        if !word || stage == Stage::Expanded {
            return Err(Miss::Other);
        }
        let name = cursor.since(from);
        cursor.blanks();
        let argument = cursor.rest_range();
        return Ok(Shared::Directive(Directive { kind: Kind::Region, name, argument }));
    }
    if !cursor.eat("!") {
        return Err(Miss::Other);
    }
    cursor.blanks();
    let from = cursor.pos;
    cursor.eat("$");
    cursor.skip(|it| it.is_alphanumeric() || it == '_');
    let word = cursor.text()[from..cursor.pos].to_ascii_lowercase();
    let name = cursor.since(from);
    cursor.blanks();
    let argument = cursor.rest_range();
    let known = WORDS.iter().find(|it| it.0 == word).map(|it| it.1);
    let assigns = cursor.rest().starts_with('=') || cursor.rest().starts_with("?=");
    let kind = if assigns { Kind::Assign } else { known.unwrap_or(Kind::Unknown) };
    let stays = matches!(kind, Kind::Pragma | Kind::Assume);
    if stays && cursor.at_end() {
        return broken(ctx.at(MISSING_ARGUMENT, name, format!("`!{word}` needs a value")));
    }
    let whole = cursor.range(start, cursor.text().len());
    if kind == Kind::Unknown || (stage == Stage::Expanded && !stays) {
        let mut finding = ctx.at(UNKNOWN_DIRECTIVE, whole, format!("unknown directive `!{word}`"));
        if let Some(near) = diag::nearest(&word, WORDS.iter().map(|it| it.0)) {
            finding = finding.with_hint(format!("did you mean `!{near}`?")).with_fix(ctx.guess(
                format!("replace with `!{near}`"),
                name,
                near,
            ));
        }
        return broken(finding);
    }
    Ok(Shared::Directive(Directive { kind, name, argument }))
}

/// `NAME(arguments)` or `$name(arguments)` as a line of its own.
pub fn call(mut cursor: Cursor<'_>) -> Option<Shared> {
    let start = cursor.pos;
    cursor.eat("$");
    if cursor.skip(|it| it.is_alphanumeric() || it == '_') == 0 {
        return None;
    }
    let name = cursor.since(start);
    cursor.blanks();
    if !cursor.eat("(") || !cursor.rest().ends_with(')') {
        return None;
    }
    let arguments = cursor.range(cursor.pos, cursor.text().len() - 1);
    Some(Shared::Call(Call { name, arguments }))
}

#[cfg(test)]
mod tests {
    use super::super::probe::kind;
    use crate::ast::{DirectiveKind, Shared};

    #[test]
    fn directives_are_known_by_their_word() {
        for (text, expected) in [
            ("!$x = 1", DirectiveKind::Assign),
            ("!x ?= 1", DirectiveKind::Assign),
            ("!include_once a.puml", DirectiveKind::Include),
            ("!unquoted procedure $p()", DirectiveKind::Procedure),
            ("! if %true()", DirectiveKind::If),
            ("!pragma teoz true", DirectiveKind::Pragma),
            ("!theme plain", DirectiveKind::Theme),
            ("@pause", DirectiveKind::Region),
        ] {
            let Shared::Directive(it) = kind(text) else { panic!("{text}") };
            assert_eq!(it.kind, expected, "{text}");
        }
    }

    #[test]
    fn calls_and_lines_with_variables_wait_for_the_expansion() {
        assert!(matches!(kind("!include a\n$greet(\"A\", 2)"), Shared::Call(_)));
        assert_eq!(kind("!$a = 1\n$a -> B : x"), Shared::Template);
    }
}
