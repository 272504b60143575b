//! Lists of words under a name, a line each: `by: by before until`. `word*` is any word that begins so, `*word` any
//! that ends so.

use std::collections::{BTreeSet, HashMap};

/// Names, by the words that they list.
pub(crate) struct WordLists {
    words: Names,
    stems: Names,
    endings: Names,
}

type Names = HashMap<&'static str, Vec<&'static str>>;

impl WordLists {
    /// Reads lines of a name and its words.
    pub(crate) fn read(text: &'static str) -> Self {
        let mut all = Self { words: Names::new(), stems: Names::new(), endings: Names::new() };
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        for (name, words) in lines.filter_map(|line| line.split_once(": ")) {
            for word in words.split_whitespace() {
                let (place, word) = match (word.strip_suffix('*'), word.strip_prefix('*')) {
                    (Some(stem), _) => (&mut all.stems, stem),
                    (_, Some(ending)) => (&mut all.endings, ending),
                    _ => (&mut all.words, word),
                };
                place.entry(word).or_default().push(name);
            }
        }
        all
    }

    /// The names of all lists that hold a word: none, one or several.
    pub(crate) fn of(&self, word: &str) -> BTreeSet<&'static str> {
        let ends = word.char_indices().map(|(at, letter)| at + letter.len_utf8());
        let stems = ends.filter_map(|end| self.stems.get(&word[..end]));
        let endings = word.char_indices().filter_map(|(at, _)| self.endings.get(&word[at..]));
        self.words.get(word).into_iter().chain(stems).chain(endings).flatten().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_whole_by_its_beginning_and_by_its_end() {
        let lists = WordLists::read("# comment\nby: by bis\nfeast: *feier fête*\nall: fête\n");
        let of = |word| lists.of(word).into_iter().collect::<Vec<_>>();
        assert_eq!(of("by"), ["by"]);
        assert_eq!(of("bystander"), [""; 0]);
        assert_eq!(of("gartenfeier"), ["feast"]);
        assert_eq!(of("fête"), ["all", "feast"]);
        assert_eq!(of("fêtes"), ["feast"]);
    }
}
