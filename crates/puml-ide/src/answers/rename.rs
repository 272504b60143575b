//! Gives an element another name wherever it is used as one. Texts that mention it stay.

use std::fmt;

use diag::TextEdit;
use puml_compiler::edits::{Edit, EditError, RenameParticipant};
use puml_syntax::TextRange;

use crate::Analysis;

/// A name that can be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renamable {
    /// Without quotes.
    pub range: TextRange,
    /// As the language reads it.
    pub name: String,
}

/// Why a name cannot be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RenameError {
    /// No element's name stands there.
    NoName,
    /// The new name does not do.
    Refused(EditError),
}

impl fmt::Display for RenameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoName => f.write_str("only the name of an element can be changed"),
            Self::Refused(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for RenameError {}

/// The name at an offset, if it can be changed. Text never can.
pub fn renamable(analysis: &Analysis, at: u32) -> Option<Renamable> {
    let (diagram, stmt) = analysis.stmt_at(at)?;
    let (member, name) = diagram.cast().at(diagram.tree, analysis.text(), stmt, at)?;
    Some(Renamable { range: name.range, name: member.code.clone() })
}

/// The edits that give the element at an offset another name in its diagram. Quotes come and go
/// as the name needs them.
pub fn rename(analysis: &Analysis, at: u32, to: &str) -> Result<Vec<TextEdit>, RenameError> {
    let from = renamable(analysis, at).ok_or(RenameError::NoName)?.name;
    let to = to.trim();
    let bare = to.strip_prefix('"').and_then(|it| it.strip_suffix('"')).unwrap_or(to);
    let edit = Edit::RenameParticipant(RenameParticipant { from, to: bare.to_owned() });
    let diagram = analysis.diagram_at(at).ok_or(RenameError::NoName)?;
    diagram.edit(&edit).map_err(RenameError::Refused)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setting;

    fn renamed(source: &str, to: &str) -> Result<String, String> {
        let at = source.find('|').unwrap();
        let text = source.replacen('|', "", 1);
        let analysis = Analysis::new("a.puml", text.as_str(), Setting::default().into());
        let edits = rename(&analysis, at as u32, to).map_err(|it| it.to_string())?;
        Ok(diag::apply_to(&text, &edits).unwrap())
    }

    #[test]
    fn names_change_and_texts_stay() {
        let source = "actor A\n|A -> B : A asks\nnote over A, B : A\ndestroy A";
        let expected = "actor Alice\nAlice -> B : A asks\nnote over Alice, B : A\ndestroy Alice";
        assert_eq!(renamed(source, "Alice").unwrap(), expected);
    }

    #[test]
    fn quotes_come_and_go() {
        assert_eq!(renamed("A -> |B", "The shop").unwrap(), "A -> \"The shop\"");
        assert_eq!(renamed("A -> \"The| shop\"", "\"S\"").unwrap(), "A -> S");
    }

    #[test]
    fn only_the_diagram_under_the_pointer_changes() {
        let source = "@startuml\nA -> B\n@enduml\n@startuml\n|A -> B\n@enduml\n";
        let expected = "@startuml\nA -> B\n@enduml\n@startuml\nZ -> B\n@enduml\n";
        assert_eq!(renamed(source, "Z").unwrap(), expected);
    }

    #[test]
    fn a_taken_name_and_a_text_are_refused() {
        assert!(renamed("|A -> B", "B").unwrap_err().contains("already"));
        assert!(renamed("A -> B : he|llo", "x").unwrap_err().contains("only the name"));
        assert!(renamed("|A -> B", " ").unwrap_err().contains("cannot be the name"));
    }

    #[test]
    fn an_element_of_c4_is_renamed_in_every_call() {
        let source = "@startuml\n!include <C4/C4_Context>\nPerson(user, \"user\")\nSystem(s, \"S\")\nRel(user, s, \"user\")\nuser --> s\n@enduml\n";
        let analysis = Analysis::new("a.puml", source, Setting::default().into());
        let at = source.find("user").unwrap() as u32;
        let mut edits = rename(&analysis, at, "client").unwrap();
        edits.sort_by_key(|it| std::cmp::Reverse(it.span.start));
        let mut text = source.to_owned();
        for edit in edits {
            text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
        }
        assert_eq!(
            text,
            "@startuml\n!include <C4/C4_Context>\nPerson(client, \"user\")\nSystem(s, \"S\")\nRel(client, s, \"user\")\nclient --> s\n@enduml\n"
        );
    }
}
