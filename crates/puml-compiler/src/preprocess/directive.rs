//! Which directive a line holds. Only recognises; carries nothing out.

use super::scan::{self, identifier};

/// A line of the preprocessor, with what follows the keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Directive<'a> {
    /// `!$x = value` and its relatives.
    Assign { scope: Scope, name: &'a str, when: When, value: &'a str },
    /// `!define NAME text`.
    Define { name: &'a str, text: &'a str },
    /// `!define NAME(a, b) text`; the rest begins with the parenthesis.
    DefineCall { name: &'a str, rest: &'a str },
    /// `!definelong NAME(a, b)`.
    DefineLong { name: &'a str, rest: &'a str },
    /// `!undef NAME`.
    Undefine(&'a str),
    /// `!function` or `!procedure`; the rest begins with the parenthesis.
    Declare { kind: Declared, unquoted: bool, is_final: bool, name: &'a str, rest: &'a str },
    /// `!endfunction`, `!endprocedure`, `!enddefinelong`.
    EndDeclare,
    /// `!return value`.
    Return(&'a str),
    /// `!if value`.
    If(&'a str),
    /// `!ifdef NAME`.
    IfDefined(&'a str),
    /// `!ifndef NAME`.
    IfUndefined(&'a str),
    /// `!elseif value`.
    ElseIf(&'a str),
    /// `!else`.
    Else,
    /// `!endif`.
    EndIf,
    /// `!while value`.
    While(&'a str),
    /// `!endwhile`.
    EndWhile,
    /// `!foreach $x in value`.
    ForEach(&'a str),
    /// `!endfor`.
    EndFor,
    /// `!include` in one of its ways.
    Include { mode: IncludeMode, target: &'a str },
    /// `!includesub`.
    IncludeSub(&'a str),
    /// `!startsub NAME`.
    StartSub(&'a str),
    /// `!endsub`.
    EndSub,
    /// `!import`.
    Import(&'a str),
    /// `!theme name`.
    Theme(&'a str),
    /// `!theme name from place`.
    ThemeFrom { name: &'a str, place: &'a str },
    /// `!option key value`.
    Choice(&'a str),
    /// `!log text`.
    Log(&'a str),
    /// `!dump_memory`.
    DumpMemory,
    /// `!assert value : message`.
    Assert(&'a str),
    /// `!exit`.
    Exit,
}

/// Where a variable is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    Local,
    Global,
    /// Where it already is, else in the call at hand.
    Nearest,
}

/// Whether a variable that exists is set again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    Always,
    IfMissing,
}

/// What a declaration declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Declared {
    Function,
    Procedure,
}

/// How often the same text may be included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IncludeMode {
    Any,
    Once,
    Many,
    Url,
}

/// The directive of a line, if it is one that the preprocessor carries out.
pub(super) fn directive(line: &str) -> Option<Directive<'_>> {
    let body = line.trim_start().strip_prefix('!')?.trim_start();
    if let Some(assign) = assignment(body) {
        return Some(assign);
    }
    let (word, rest) = scan::word(body);
    let rest = rest.trim();
    Some(match word.to_ascii_lowercase().as_str() {
        "define" => define(rest)?,
        "definelong" => {
            let (name, rest) = identifier(rest)?;
            Directive::DefineLong { name, rest }
        }
        "undef" => Directive::Undefine(identifier(rest)?.0),
        "unquoted" | "final" | "function" | "procedure" => declaration(body)?,
        "endfunction" | "endprocedure" | "enddefinelong" => Directive::EndDeclare,
        "end" => match scan::word(rest).0.to_ascii_lowercase().as_str() {
            "function" | "procedure" | "definelong" => Directive::EndDeclare,
            "if" => Directive::EndIf,
            "while" => Directive::EndWhile,
            "for" => Directive::EndFor,
            "sub" => Directive::EndSub,
            _ => return None,
        },
        "return" => Directive::Return(rest),
        "if" => Directive::If(rest),
        "ifdef" => Directive::IfDefined(rest),
        "ifndef" => Directive::IfUndefined(rest),
        "elseif" => Directive::ElseIf(rest),
        "else" => Directive::Else,
        "endif" => Directive::EndIf,
        "while" => Directive::While(rest),
        "endwhile" => Directive::EndWhile,
        "foreach" => Directive::ForEach(rest),
        "endfor" => Directive::EndFor,
        "include" => Directive::Include { mode: IncludeMode::Any, target: rest },
        "include_once" => Directive::Include { mode: IncludeMode::Once, target: rest },
        "include_many" | "includedef" => {
            Directive::Include { mode: IncludeMode::Many, target: rest }
        }
        "includeurl" => Directive::Include { mode: IncludeMode::Url, target: rest },
        "includesub" => Directive::IncludeSub(rest),
        "startsub" => Directive::StartSub(rest),
        "endsub" => Directive::EndSub,
        "import" => Directive::Import(rest),
        "theme" => {
            let (name, rest) = scan::bare(rest);
            match rest.trim_start().strip_prefix("from").filter(|it| it.starts_with([' ', '\t'])) {
                Some(place) => Directive::ThemeFrom { name, place: place.trim() },
                None if rest.trim().is_empty() && !name.is_empty() => Directive::Theme(name),
                None => return None,
            }
        }
        "option" => Directive::Choice(rest),
        "log" => Directive::Log(rest),
        "dump_memory" => Directive::DumpMemory,
        "assert" => Directive::Assert(rest),
        "exit" => Directive::Exit,
        _ => return None,
    })
}

fn assignment(body: &str) -> Option<Directive<'_>> {
    let (scope, body) = match scan::word(body) {
        (word, rest) if word.eq_ignore_ascii_case("local") && rest.starts_with([' ', '\t']) => {
            (Scope::Local, rest.trim_start())
        }
        (word, rest) if word.eq_ignore_ascii_case("global") && rest.starts_with([' ', '\t']) => {
            (Scope::Global, rest.trim_start())
        }
        _ => (Scope::Nearest, body),
    };
    let (name, rest) = identifier(body)?;
    let rest = rest.trim_start();
    let (when, value) = match rest.strip_prefix("?=") {
        Some(value) => (When::IfMissing, value),
        None => (When::Always, rest.strip_prefix('=')?),
    };
    (!value.starts_with('=')).then_some(())?;
    Some(Directive::Assign { scope, name, when, value: value.trim() })
}

fn define(rest: &str) -> Option<Directive<'_>> {
    let (name, after) = identifier(rest)?;
    Some(if after.starts_with('(') {
        Directive::DefineCall { name, rest: after }
    } else {
        Directive::Define { name, text: after.trim() }
    })
}

fn declaration(mut body: &str) -> Option<Directive<'_>> {
    let (mut unquoted, mut is_final) = (false, false);
    loop {
        let (word, rest) = scan::word(body);
        body = rest.trim_start();
        let kind = match word.to_ascii_lowercase().as_str() {
            "unquoted" => {
                unquoted = true;
                continue;
            }
            "final" => {
                is_final = true;
                continue;
            }
            "function" => Declared::Function,
            "procedure" => Declared::Procedure,
            _ => return None,
        };
        let (name, rest) = identifier(body)?;
        return Some(Directive::Declare {
            kind,
            unquoted,
            is_final,
            name,
            rest: rest.trim_start(),
        });
    }
}
