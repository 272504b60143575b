//! Themes by name. One that is asked for must be there: another look in silence would be no answer.

use puml_compiler::themes;

/// A name that no theme has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no theme {name:?}{}: use {}", hint(.name), themes::NAMES.join(", "))]
pub struct UnknownTheme {
    /// As the caller wrote it.
    pub name: String,
}

/// A theme that a caller asks for in place of the source's own, by its name or by one of PlantUML's that means it.
///
/// ```
/// assert_eq!(puml_source::theme("sand").as_deref(), Ok("sand"));
/// let refused = puml_source::theme("amigo").unwrap_err();
/// assert!(refused.to_string().contains("did you mean \"amiga\"?"));
/// ```
pub fn theme(name: &str) -> Result<String, UnknownTheme> {
    let is_known = themes::find(name).is_some();
    if is_known { Ok(name.to_owned()) } else { Err(UnknownTheme { name: name.to_owned() }) }
}

fn hint(name: &str) -> String {
    let near = diag::nearest(name, puml_compiler::theme_names());
    near.map(|it| format!("; did you mean {it:?}?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn themes_of_the_reference_are_known_and_others_are_refused() {
        for name in ["default", "Dark", "black-knight", "_none_", "amiga"] {
            assert_eq!(theme(name).as_deref(), Ok(name));
        }
        for name in ["hackers", "", "blueprnt"] {
            assert!(theme(name).is_err(), "{name}");
        }
        let refused = theme("blueprnt").unwrap_err().to_string();
        assert!(refused.contains("did you mean \"blueprint\"?"), "{refused}");
    }
}
