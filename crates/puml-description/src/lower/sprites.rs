//! Sprites in labels that nothing defines, most often those of a library that is not there: they are left out.

use super::Lowering;

impl Lowering<'_> {
    pub(super) fn drop_unknown_sprites(&mut self) {
        let known: Vec<&str> = self.ground.sprites.iter().map(|it| it.name.as_str()).collect();
        let is_known = |name: &str| known.contains(&name);
        let entities = self.graph.entities.iter_mut().map(|it| &mut it.label);
        let groups = self.graph.groups.iter_mut().map(|it| &mut it.label);
        let links = self.graph.links.iter_mut().map(|it| &mut it.label);
        for label in entities.chain(groups).chain(links) {
            if label.text.contains("<$") {
                label.text = without(&label.text, is_known);
            }
        }
    }
}

/// A text without the sprites that are not known; a line that held nothing else goes with them.
fn without(text: &str, is_known: impl Fn(&str) -> bool) -> String {
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let mut out = String::with_capacity(line.len());
        let mut rest = line;
        while let Some(at) = rest.find("<$") {
            out.push_str(&rest[..at]);
            let inside = &rest[at + 2..];
            let name = inside
                .find(|it: char| !(it.is_alphanumeric() || matches!(it, '_' | '-' | '.' | '/')));
            let name = &inside[..name.unwrap_or(inside.len())];
            match inside.find('>') {
                Some(end) if !name.is_empty() && !is_known(name) => rest = &inside[end + 1..],
                _ => {
                    out.push_str("<$");
                    rest = inside;
                }
            }
        }
        out.push_str(rest);
        if !out.trim().is_empty() || line.trim().is_empty() {
            lines.push(out);
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    fn unknown_sprites_go_and_known_ones_stay() {
        let known = |it: &str| it == "person";
        assert_eq!(without("<$mysql{scale=2}>\n== Store", known), "== Store");
        assert_eq!(without("<$person>\n== Who", known), "<$person>\n== Who");
        assert_eq!(without("a <$x> b", known), "a  b");
    }
}
