//! The words that open a line, with the catalogue's entry for each.

use puml_sequence::ast::FrameKind;

/// A word or phrase at the start of a line.
pub(crate) struct Opener {
    pub(crate) word: &'static str,
    /// What is inserted; `$1` and `${1:x}` are places to fill in, `$0` the last.
    pub(crate) snippet: Option<&'static str>,
    /// Section and name in the catalogue.
    pub(crate) entry: (&'static str, &'static str),
    pub(crate) needs: Needs,
}

/// Where an opener is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Needs {
    Nothing,
    /// Only inside a frame of the kind.
    Inside(FrameKind),
}

const fn opener(
    word: &'static str,
    snippet: &'static str,
    entry: (&'static str, &'static str),
) -> Opener {
    let snippet = if snippet.is_empty() { None } else { Some(snippet) };
    Opener { word, snippet, entry, needs: Needs::Nothing }
}

const fn inside(
    word: &'static str,
    kind: FrameKind,
    entry: (&'static str, &'static str),
) -> Opener {
    Opener { word, snippet: None, entry, needs: Needs::Inside(kind) }
}

/// All of them, in the order of the catalogue.
pub(crate) const OPENERS: &[Opener] = &[
    opener("participant", "participant ${1:Name}", ("participants", "participant")),
    opener("actor", "actor ${1:Name}", ("participants", "actor")),
    opener("boundary", "boundary ${1:Name}", ("participants", "boundary")),
    opener("control", "control ${1:Name}", ("participants", "control")),
    opener("entity", "entity ${1:Name}", ("participants", "entity")),
    opener("database", "database ${1:Name}", ("participants", "database")),
    opener("collections", "collections ${1:Name}", ("participants", "collections")),
    opener("queue", "queue ${1:Name}", ("participants", "queue")),
    opener("box", "box \"${1:Title}\"\n  $0\nend box", ("participants", "box")),
    inside("end box", FrameKind::Box, ("participants", "box")),
    opener("note", "note ${1|left,right,over,across|} $0", ("notes", "beside")),
    opener("note over", "note over ${1:A} : ${2:text}", ("notes", "over")),
    opener("note left of", "note left of ${1:A} : ${2:text}", ("notes", "beside")),
    opener("note right of", "note right of ${1:A} : ${2:text}", ("notes", "beside")),
    opener("hnote over", "hnote over ${1:A} : ${2:text}", ("notes", "shapes")),
    opener("rnote over", "rnote over ${1:A} : ${2:text}", ("notes", "shapes")),
    opener("ref over", "ref over ${1:A} : ${2:text}", ("notes", "reference")),
    opener("alt", "alt ${1:condition}\n  $2\nelse ${3:otherwise}\n  $0\nend", ("groups", "alt")),
    opener("opt", "opt ${1:condition}\n  $0\nend", ("groups", "opt")),
    opener("loop", "loop ${1:condition}\n  $0\nend", ("groups", "loop")),
    opener("par", "par\n  $1\nelse\n  $0\nend", ("groups", "par")),
    opener("par2", "par2\n  $1\nelse\n  $0\nend", ("groups", "par2")),
    opener("break", "break ${1:condition}\n  $0\nend", ("groups", "break")),
    opener("critical", "critical ${1:condition}\n  $0\nend", ("groups", "critical")),
    opener("group", "group ${1:title}\n  $0\nend", ("groups", "group")),
    opener("partition", "partition ${1:title}\n  $0\nend", ("groups", "partition")),
    inside("else", FrameKind::Group, ("groups", "alt")),
    inside("end", FrameKind::Group, ("groups", "alt")),
    opener("activate", "activate ${1:A}", ("lifecycle", "activate")),
    opener("deactivate", "deactivate ${1:A}", ("lifecycle", "activate")),
    opener("return", "return ${1:text}", ("lifecycle", "return")),
    opener("autoactivate", "autoactivate ${1|on,off|}", ("lifecycle", "autoactivate")),
    opener("create", "create ${1:A}", ("lifecycle", "create")),
    opener("destroy", "destroy ${1:A}", ("lifecycle", "destroy")),
    opener("skinparam", "skinparam ${1:key} ${2:value}", ("styling", "skinparam")),
    opener("hide footbox", "", ("styling", "hide footbox")),
    opener("hide unlinked", "", ("participants", "hide unlinked")),
    opener("scale", "scale ${1:1.5}", ("styling", "scale")),
    opener("autonumber", "", ("flow", "autonumber")),
    opener("autonumber stop", "", ("flow", "pause numbers")),
    opener("autonumber resume", "", ("flow", "pause numbers")),
    opener("newpage", "newpage ${1:title}", ("flow", "newpage")),
    opener("title", "title ${1:text}", ("page", "title")),
    opener("header", "header ${1:text}", ("page", "header")),
    opener("footer", "footer ${1:text}", ("page", "footer")),
    opener("legend", "legend ${1|right,left,center|}\n  $0\nend legend", ("page", "legend")),
    opener("caption", "caption ${1:text}", ("page", "caption")),
    opener("mainframe", "mainframe ${1:text}", ("page", "mainframe")),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::primitive;

    #[test]
    fn every_opener_is_in_the_catalogue() {
        for opener in OPENERS {
            let (section, name) = opener.entry;
            assert!(primitive(section, name).is_some(), "{section}/{name}");
        }
    }
}
