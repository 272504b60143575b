//! A reading position in one line, and the small pieces that every construct is made of.

use unicode_general_category::{GeneralCategory, get_general_category};

use crate::TextRange;
use crate::ast::Name;
use crate::cooked::Cooked;

/// A position in a line; copying it is how a construct tries and takes back.
#[derive(Clone, Copy)]
pub struct Cursor<'a> {
    line: &'a Cooked<'a>,
    /// In bytes of the line's text.
    pub pos: usize,
}

/// What counts as a blank in a line.
pub fn is_blank(it: char) -> bool {
    it.is_whitespace()
}

/// Letters, digits, `_`, `.` and `@`: what a bare name is made of.
pub fn is_code(it: char) -> bool {
    is_letter_or_number(it) || matches!(it, '_' | '.' | '@')
}

/// Unicode's letters and numbers. Combining marks are neither, so many a Thai or Hindi name needs
/// quotes, as it does in the reference.
fn is_letter_or_number(it: char) -> bool {
    use GeneralCategory as Category;
    if it.is_ascii() {
        return it.is_ascii_alphanumeric();
    }
    matches!(
        get_general_category(it),
        Category::UppercaseLetter
            | Category::LowercaseLetter
            | Category::TitlecaseLetter
            | Category::ModifierLetter
            | Category::OtherLetter
            | Category::DecimalNumber
            | Category::LetterNumber
            | Category::OtherNumber
    )
}

/// Straight and curly double quotes are one and the same.
pub fn is_quote(it: char) -> bool {
    matches!(it, '"' | '\u{201C}' | '\u{201D}')
}

impl<'a> Cursor<'a> {
    /// At the start of a line.
    pub fn new(line: &'a Cooked<'a>) -> Self {
        Self { line, pos: 0 }
    }

    /// The whole line.
    pub fn text(self) -> &'a str {
        &self.line.text
    }

    /// What is left of it.
    pub fn rest(self) -> &'a str {
        &self.line.text[self.pos..]
    }

    /// Whether nothing is left.
    pub fn at_end(self) -> bool {
        self.pos == self.line.text.len()
    }

    /// The next character.
    pub fn peek(self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The character before the position.
    pub fn before(self) -> Option<char> {
        self.line.text[..self.pos].chars().next_back()
    }

    /// The source range of a part of the line.
    pub fn range(self, from: usize, to: usize) -> TextRange {
        self.line.range(from, to)
    }

    /// The source range from `from` up to here.
    pub fn since(self, from: usize) -> TextRange {
        self.line.range(from, self.pos)
    }

    /// The source range of what is left.
    pub fn rest_range(self) -> TextRange {
        self.line.range(self.pos, self.line.text.len())
    }

    /// Passes over this many bytes.
    pub fn advance(&mut self, bytes: usize) {
        self.pos += bytes;
    }

    /// Passes over characters of a kind; how many bytes they were.
    pub fn skip(&mut self, accept: impl Fn(char) -> bool) -> usize {
        let rest = self.rest();
        let length = rest.find(|it| !accept(it)).unwrap_or(rest.len());
        self.pos += length;
        length
    }

    /// Passes over blanks; whether there were any.
    pub fn blanks(&mut self) -> bool {
        match self.line.text.as_bytes().get(self.pos) {
            None | Some(b'!'..=b'~') => false,
            Some(_) => self.skip(is_blank) > 0,
        }
    }

    /// Passes over a token; whether it stands here.
    pub fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.pos += token.len();
        }
        found
    }

    /// Eats an ASCII word in any case, whatever follows it.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let end = self.pos + word.len();
        let found = self
            .line
            .text
            .as_bytes()
            .get(self.pos..end)
            .is_some_and(|it| it.eq_ignore_ascii_case(word.as_bytes()));
        if found {
            self.pos = end;
        }
        found
    }

    /// Eats an ASCII word in any case that ends where a name would end.
    #[inline]
    pub fn keyword(&mut self, word: &str) -> bool {
        // A line is held against every keyword there is: most part with the first letter.
        let is_like = |it: &u8| it.eq_ignore_ascii_case(&word.as_bytes()[0]);
        if !self.line.text.as_bytes().get(self.pos).is_some_and(is_like) {
            return false;
        }
        let mut ahead = *self;
        if ahead.eat_word(word) && !ahead.peek().is_some_and(|it| it.is_alphanumeric() || it == '_')
        {
            *self = ahead;
            return true;
        }
        false
    }

    /// The first of the words that stands here as a keyword.
    pub fn one_of<T: Copy>(&mut self, words: &[(&str, T)]) -> Option<T> {
        words.iter().find(|it| self.keyword(it.0)).map(|it| it.1)
    }

    /// A bare name.
    pub fn code(&mut self) -> Option<Name> {
        let start = self.pos;
        (self.skip(is_code) > 0).then(|| Name { range: self.since(start), quoted: false })
    }

    /// A name in quotes; nothing may be quoted inside it.
    pub fn quoted(&mut self) -> Option<Name> {
        let mut ahead = *self;
        let quote = ahead.peek().filter(|it| is_quote(*it))?;
        ahead.advance(quote.len_utf8());
        let start = ahead.pos;
        if ahead.skip(|it| !is_quote(it)) == 0 {
            return None;
        }
        let range = ahead.since(start);
        let close = ahead.peek()?;
        ahead.advance(close.len_utf8());
        *self = ahead;
        Some(Name { range, quoted: true })
    }

    /// A name, bare or in quotes.
    pub fn name(&mut self) -> Option<Name> {
        self.quoted().or_else(|| self.code())
    }

    /// Decimal digits.
    pub fn digits(&mut self) -> Option<&'a str> {
        let start = self.pos;
        (self.skip(|it| it.is_ascii_digit()) > 0).then(|| &self.line.text[start..self.pos])
    }

    /// `{name}`: the range of the name.
    pub fn anchor(&mut self) -> Option<TextRange> {
        let mut ahead = *self;
        if !ahead.eat("{") {
            return None;
        }
        let start = ahead.pos;
        if ahead.skip(|it| is_letter_or_number(it) || it == '_') == 0 {
            return None;
        }
        let range = ahead.since(start);
        if !ahead.eat("}") {
            return None;
        }
        *self = ahead;
        Some(range)
    }

    /// `: text` up to the end: the text without the blanks before it.
    pub fn colon_text(&mut self) -> Option<TextRange> {
        let mut ahead = *self;
        if !ahead.eat(":") {
            return None;
        }
        ahead.blanks();
        let range = ahead.rest_range();
        ahead.pos = ahead.line.text.len();
        *self = ahead;
        Some(range)
    }
}
