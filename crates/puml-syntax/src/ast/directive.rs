//! Preprocessor lines, as found in sources that were not expanded.

use crate::TextRange;

/// `!name argument`. The preprocessor reads the raw line; this is for tools that do not expand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Directive {
    /// The directive that the line gives.
    pub kind: DirectiveKind,
    /// The word after `!`; the variable in an assignment.
    pub name: TextRange,
    /// The rest of the line, trimmed; empty where there is none.
    pub argument: TextRange,
}

/// A macro call as a line of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    /// With a leading `$` where it has one.
    pub name: TextRange,
    /// Between the parentheses.
    pub arguments: TextRange,
}

/// The preprocessor's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DirectiveKind {
    /// `!$x = …`, `!x = …`, `!local`, `!global`, `!$x ?= …`.
    Assign,
    /// `!define`.
    Define,
    /// `!definelong`.
    DefineLong,
    /// `!enddefinelong`.
    EndDefineLong,
    /// `!undef`.
    Undef,
    /// `!if`.
    If,
    /// `!ifdef`.
    IfDef,
    /// `!ifndef`.
    IfNotDef,
    /// `!elseif`.
    ElseIf,
    /// `!else`.
    Else,
    /// `!endif`.
    EndIf,
    /// `!while`.
    While,
    /// `!endwhile`.
    EndWhile,
    /// `!foreach`.
    ForEach,
    /// `!endfor`.
    EndFor,
    /// `!function`.
    Function,
    /// `!endfunction`.
    EndFunction,
    /// `!procedure`.
    Procedure,
    /// `!endprocedure`.
    EndProcedure,
    /// `!return`.
    Return,
    /// `!include` and its variants.
    Include,
    /// `!includesub`.
    IncludeSub,
    /// `!import`.
    Import,
    /// `!startsub`.
    StartSub,
    /// `!endsub`.
    EndSub,
    /// `!theme`.
    Theme,
    /// `!option`.
    Option,
    /// `!pragma`; the argument is the key and the value. Stays in the expanded text.
    Pragma,
    /// `!assume`; stays in the expanded text.
    Assume,
    /// `!log`.
    Log,
    /// `!dump_memory`.
    DumpMemory,
    /// `!assert`.
    Assert,
    /// `!exit`.
    Exit,
    /// `@pause`, `@unpause`, `@append` and their like.
    Region,
    /// A word the preprocessor does not know.
    Unknown,
}

impl DirectiveKind {
    /// Whether it opens a region that another directive closes.
    pub const fn opens(self) -> bool {
        matches!(
            self,
            Self::DefineLong
                | Self::If
                | Self::IfDef
                | Self::IfNotDef
                | Self::While
                | Self::ForEach
                | Self::Function
                | Self::Procedure
                | Self::StartSub
        )
    }

    /// Whether it closes such a region.
    pub const fn closes(self) -> bool {
        matches!(
            self,
            Self::EndDefineLong
                | Self::EndIf
                | Self::EndWhile
                | Self::EndFor
                | Self::EndFunction
                | Self::EndProcedure
                | Self::EndSub
        )
    }
}
