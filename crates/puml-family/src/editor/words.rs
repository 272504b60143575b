//! The words that may be typed in a family's diagrams. What a word means stands in the family's catalogue.

use puml_syntax::ast::FrameKind;

use super::outline::EntryKind;

/// Everything that completion offers beside names, and how hovers call things.
#[derive(Debug)]
pub struct Words {
    /// What may open a line, in the order of the catalogue.
    pub openers: &'static [Opener],
    /// The beginning of a line in lower case, and what may come next.
    pub followers: &'static [(&'static str, &'static [&'static str])],
    /// Beginnings of a line, in lower case, behind which a name is expected: `activate`, `note left of`.
    pub takes_name: &'static [&'static str],
    /// Names that every diagram has: `[*]`.
    pub names: &'static [&'static str],
    /// The sign of an element that is used and not declared, in the outline.
    pub element: EntryKind,
    /// Whether header, footer, legend and caption may stand around the picture.
    pub has_surroundings: bool,
    /// Verbs that may follow a name at the start of a line: `is`, `requires`.
    pub verbs: &'static [&'static str],
    /// Those of the verbs behind which a part of the named element is expected: a state.
    pub takes_feature: &'static [&'static str],
    /// What stands around every name, such as `[` and `]`; empty where names stand alone.
    pub name_signs: (&'static str, &'static str),
    /// Arrows, the common ones first, each with section and name in the catalogue.
    pub arrows: &'static [(&'static str, (&'static str, &'static str))],
    /// Keywords that declare an element.
    pub declares: &'static [&'static str],
    /// The keyword that declares an element where nothing more is known; empty where none does.
    pub declare: &'static str,
    /// What may follow the name in a declaration.
    pub declaration_tail: &'static [&'static str],
    /// Frames that lines can be put into, each with a first label, which may be empty.
    pub wraps: &'static [(&'static str, &'static str)],
    /// A line that opens a frame, to lay lines out as deep as they stand; empty where frames do not nest.
    pub open_frame: &'static str,
    /// Skin parameters as the reference writes them, sorted.
    pub skinparams: &'static [&'static str],
    /// Skin parameters that take one of a few values.
    pub skinparam_values: &'static [(&'static str, &'static [&'static str])],
    /// How relations are told.
    pub relations: Relations,
}

/// How a hover tells the relations of an element.
#[derive(Debug, Clone, Copy)]
pub struct Relations {
    /// `sends`, `links to`.
    pub out: &'static str,
    /// `receives`, `is linked from`.
    pub into: &'static str,
    /// One and many: `message`, `messages`.
    pub noun: (&'static str, &'static str),
}

/// A word or phrase at the start of a line.
#[derive(Debug)]
pub struct Opener {
    /// As it is typed.
    pub word: &'static str,
    /// What is inserted; `$1` and `${1:x}` are places to fill in, `$0` the last.
    pub snippet: Option<&'static str>,
    /// Section and name in the catalogue.
    pub entry: (&'static str, &'static str),
    /// Where it is valid.
    pub needs: Needs,
}

/// Where an opener is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// Everywhere.
    Nothing,
    /// Only inside a frame of the kind.
    Inside(FrameKind),
    /// Only outside frames of the kind.
    Outside(FrameKind),
}

/// An opener that is valid everywhere.
pub const fn opener(
    word: &'static str,
    snippet: &'static str,
    entry: (&'static str, &'static str),
) -> Opener {
    let snippet = if snippet.is_empty() { None } else { Some(snippet) };
    Opener { word, snippet, entry, needs: Needs::Nothing }
}

/// An opener that is valid inside a frame of the kind.
pub const fn inside(
    word: &'static str,
    kind: FrameKind,
    entry: (&'static str, &'static str),
) -> Opener {
    Opener { word, snippet: None, entry, needs: Needs::Inside(kind) }
}

/// Nothing to offer: what a family starts from.
pub const NO_WORDS: Words = Words {
    openers: &[],
    followers: &[],
    takes_name: &[],
    names: &[],
    element: EntryKind::Element,
    has_surroundings: true,
    verbs: &[],
    takes_feature: &[],
    name_signs: ("", ""),
    arrows: &[],
    declares: &[],
    declare: "",
    declaration_tail: &[],
    wraps: &[],
    open_frame: "",
    skinparams: &[],
    skinparam_values: &[],
    relations: Relations { out: "links to", into: "is linked from", noun: ("element", "elements") },
};
