//! The one thing that a source may include from an address: themes that clients add to every diagram, which are
//! answered with ours. Nothing is fetched, and files are nobody's business.

use diagrams::{Loaded, NoWorld, Refusal, Wanted, World};

/// Where mkdocs_puml keeps its themes; its plugin includes one in every diagram.
const MKDOCS_PUML: &str = "/mkdocs_puml/master/themes/";

/// A world with these themes and nothing else.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct KnownThemes;

impl World for KnownThemes {
    fn load(&self, wanted: Wanted<'_>) -> Result<Loaded, Refusal> {
        let address = match wanted {
            Wanted::Url(address) | Wanted::File { path: address, .. } => address,
            Wanted::Library(_) | Wanted::Theme { .. } => return NoWorld.load(wanted),
        };
        match theme(address) {
            Some(theme) => {
                Ok(Loaded { name: address.to_owned(), text: format!("!theme {theme}\n") })
            }
            None => NoWorld.load(wanted),
        }
    }
}

/// Ours for an address of theirs, such as `…/themes/default/dark.puml`.
fn theme(address: &str) -> Option<&'static str> {
    let (place, name) = address.split_once(MKDOCS_PUML)?;
    let theme = name.strip_suffix(".puml").filter(|_| place.starts_with("https://"))?;
    Some(if theme.ends_with("dark") { "dark" } else { "default" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn themes_of_a_known_client_are_ours_and_nothing_else_is_there() {
        let theirs =
            "https://raw.githubusercontent.com/MikhailKravets/mkdocs_puml/master/themes/default/";
        let load = |address: &str| KnownThemes.load(Wanted::Url(address)).map(|it| it.text);
        assert_eq!(load(&format!("{theirs}dark.puml")).as_deref(), Ok("!theme dark\n"));
        assert_eq!(load(&format!("{theirs}light.puml")).as_deref(), Ok("!theme default\n"));
        assert!(load("https://example.org/dark.puml").is_err());
        assert!(load("/etc/mkdocs_puml/master/themes/dark.puml").is_err());
        assert!(KnownThemes.load(Wanted::File { from: "a", path: "/etc/passwd" }).is_err());
    }
}
