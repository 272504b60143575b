//! Lines that start with `!`, and macro calls, in sources that were not expanded.

use crate::ast::{Call, Directive, DirectiveKind, Shared};
use crate::codes::{MISSING_ARGUMENT, UNKNOWN_DIRECTIVE};
use crate::context::{Context, Miss, Read, broken};
use crate::cursor::Cursor;
use crate::parser::Stage;

use DirectiveKind as Kind;

/// Each word, and what it does; nothing where it is another spelling of a word that is described.
const WORDS: [(&str, Kind, Option<&str>); 47] = [
    ("definelong", Kind::DefineLong, Some("a macro of several lines")),
    ("enddefinelong", Kind::EndDefineLong, Some("ends the macro")),
    ("define", Kind::Define, Some("a macro on one line")),
    ("undef", Kind::Undef, Some("forgets a macro")),
    ("ifdef", Kind::IfDef, Some("lines that depend on a name being defined")),
    ("ifndef", Kind::IfNotDef, Some("lines that depend on a name being undefined")),
    ("if", Kind::If, Some("lines that depend on a condition")),
    ("elseif", Kind::ElseIf, Some("another condition")),
    ("else", Kind::Else, Some("the lines otherwise")),
    ("endif", Kind::EndIf, Some("ends the condition")),
    ("while", Kind::While, Some("repeats lines as long as a condition holds")),
    ("endwhile", Kind::EndWhile, Some("ends the repetition")),
    ("foreach", Kind::ForEach, Some("repeats lines for each item")),
    ("endfor", Kind::EndFor, Some("ends the repetition")),
    ("function", Kind::Function, Some("a function that returns a value")),
    ("endfunction", Kind::EndFunction, Some("ends the function")),
    ("procedure", Kind::Procedure, Some("a procedure that writes lines")),
    ("endprocedure", Kind::EndProcedure, Some("ends the procedure")),
    (
        "final",
        Kind::Procedure,
        Some("before `function` or `procedure`: nobody may define it again"),
    ),
    (
        "unquoted",
        Kind::Procedure,
        Some("before `function` or `procedure`: arguments need no quotes"),
    ),
    ("return", Kind::Return, Some("the value of a function")),
    ("includesub", Kind::IncludeSub, Some("reads a part of another file: `file!PART`")),
    ("includeurl", Kind::Include, None),
    ("includedef", Kind::Include, None),
    ("include_once", Kind::Include, Some("reads another file, the first time only")),
    ("include_many", Kind::Include, Some("reads another file each time")),
    ("include", Kind::Include, Some("reads another file here")),
    ("import", Kind::Import, Some("makes the files of an archive or folder readable")),
    ("startsub", Kind::StartSub, Some("begins a part that others include")),
    ("endsub", Kind::EndSub, Some("ends the part")),
    ("theme", Kind::Theme, Some("chooses a whole look")),
    ("option", Kind::Option, Some("a setting of the whole diagram, such as `handwritten true`")),
    ("pragma", Kind::Pragma, Some("a switch for the engine")),
    ("assume", Kind::Assume, Some("says what the engine may take for granted")),
    ("log", Kind::Log, Some("writes to the log")),
    ("dump_memory", Kind::DumpMemory, Some("writes all variables to the log")),
    ("memory_dump", Kind::DumpMemory, None),
    ("assert", Kind::Assert, Some("stops unless a condition holds")),
    ("exit", Kind::Exit, Some("ends reading here")),
    ("local", Kind::Assign, Some("a variable that others do not see")),
    ("global", Kind::Assign, Some("a variable that everybody sees")),
    ("enddefine", Kind::EndDefineLong, None),
    ("endproc", Kind::EndProcedure, None),
    ("endfunc", Kind::EndFunction, None),
    ("elif", Kind::ElseIf, None),
    ("endforeach", Kind::EndFor, None),
    ("startinclude", Kind::Include, None),
];

/// The words of all directives, without their `!`, and what each does; nothing for another spelling of one that is
/// described.
pub fn directives() -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
    WORDS.iter().map(|&(word, _, meaning)| (word, meaning))
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
