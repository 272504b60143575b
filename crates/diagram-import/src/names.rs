//! Names of data as names and texts of a diagram.

use std::collections::{HashMap, HashSet};

/// An alias for each name: the name itself where it is a plain word, else a word made of it; never one twice.
#[derive(Debug)]
pub(crate) struct Aliases {
    /// Words that are no good as bare names, in lower case.
    avoided: &'static [&'static str],
    known: HashMap<String, String>,
    taken: HashSet<String>,
}

impl Default for Aliases {
    fn default() -> Self {
        Self::avoiding(KEYWORDS)
    }
}

impl Aliases {
    pub(crate) fn avoiding(avoided: &'static [&'static str]) -> Self {
        Self { avoided, known: HashMap::new(), taken: HashSet::new() }
    }

    /// For class diagrams, where a link may begin with nearly any word.
    pub(crate) fn of_classes() -> Self {
        Self::avoiding(&["remove", "restore"])
    }

    pub(crate) fn of(&mut self, name: &str) -> String {
        self.like(name, name)
    }

    /// An alias for a name that is made of another word.
    pub(crate) fn like(&mut self, name: &str, word: &str) -> String {
        if let Some(alias) = self.known.get(name) {
            return alias.clone();
        }
        let base = self::word(word, self.avoided);
        let numbered = (2..).map(|it| format!("{base}_{it}"));
        let free = std::iter::once(base.clone()).chain(numbered);
        let alias = free.into_iter().find(|it| !self.taken.contains(&it.to_lowercase()));
        let alias = alias.expect("numbers do not end");
        self.taken.insert(alias.to_lowercase());
        self.known.insert(name.to_owned(), alias.clone());
        alias
    }

    /// How a declaration names a thing: `"the name" as alias`, or the alias alone if it is the name.
    pub(crate) fn declared(&mut self, name: &str, shown: &str) -> String {
        let alias = self.of(name);
        if alias == shown { alias } else { format!("{} as {alias}", quoted(shown)) }
    }
}

/// Words that begin a statement of some diagram, and are no good as bare names.
const KEYWORDS: &[&str] = &[
    "abstract",
    "actor",
    "as",
    "class",
    "database",
    "else",
    "end",
    "entity",
    "enum",
    "group",
    "hide",
    "interface",
    "left",
    "legend",
    "map",
    "node",
    "note",
    "object",
    "package",
    "participant",
    "remove",
    "right",
    "scale",
    "set",
    "show",
    "skinparam",
    "start",
    "state",
    "stop",
    "title",
    "together",
    "top",
];

/// ASCII letters, digits and underscores only; not empty and not a keyword.
fn word(name: &str, avoided: &[&str]) -> String {
    let sign = |it: char| if it.is_ascii_alphanumeric() { it } else { '_' };
    let mut word: String = name.chars().map(sign).collect();
    let is_number = word.starts_with(|it: char| it.is_ascii_digit());
    if word.is_empty() || is_number || avoided.contains(&word.to_lowercase().as_str()) {
        word.insert(0, '_');
    }
    word
}

/// Every sign that closes a text in quotes.
const QUOTES: [char; 5] = ['"', '“', '”', '«', '»'];

/// A text in quotes on one line; a blank where there is no text, as names are never empty.
pub(crate) fn quoted(text: &str) -> String {
    let text = line(text).replace(QUOTES, "'");
    format!("\"{}\"", if text.is_empty() { " " } else { &text })
}

/// A text as one line of a source: its own line ends are spelled out, other control characters are left out.
pub(crate) fn line(text: &str) -> String {
    let text = text.trim().replace("\r\n", "\n").replace('\n', "\\n");
    text.chars().filter(|it| !it.is_control()).collect()
}

/// A member `name : type` of a class or an entity, read as a field whatever signs it holds.
pub(crate) fn field(name: &str, kind: &str) -> String {
    let kind = line(kind).replace(['{', '}'], "");
    let name = line(name).replace(['{', '}'], "");
    let text = if kind.is_empty() { name.clone() } else { format!("{name} : {kind}") };
    let is_plain = name.starts_with(|it: char| it.is_alphanumeric() || it == '_')
        && !name.starts_with("__")
        && !text.contains('(');
    if is_plain { text } else { format!("{{field}} {text}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aliases_are_words_and_differ() {
        let mut aliases = Aliases::default();
        assert_eq!(aliases.of("Order"), "Order");
        assert_eq!(aliases.of("order line"), "order_line");
        assert_eq!(aliases.of("order-line"), "order_line_2");
        assert_eq!(aliases.of("order line"), "order_line");
        assert_eq!(aliases.of("end"), "_end");
        assert_eq!(aliases.of("3d"), "_3d");
        assert_eq!(aliases.of(""), "_");
    }

    #[test]
    fn a_class_keeps_the_name_of_a_keyword() {
        let mut aliases = Aliases::of_classes();
        for name in ["State", "Node", "Entity", "note", "package"] {
            assert_eq!(aliases.declared(name, name), name);
        }
        assert_eq!(aliases.declared("Remove", "Remove"), "\"Remove\" as _Remove");
    }

    #[test]
    fn fields_stay_fields() {
        assert_eq!(field("name", "text"), "name : text");
        assert_eq!(field("price", "numeric(10, 2)"), "{field} price : numeric(10, 2)");
        assert_eq!(field("+1", "integer"), "{field} +1 : integer");
        assert_eq!(field("__typename", "string"), "{field} __typename : string");
    }
}
