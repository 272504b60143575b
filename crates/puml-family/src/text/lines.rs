//! Pieces broken into lines no wider than allowed, and measured.

use scene::{Item, Run};

use super::inline::{Ink, Piece, face};
use super::order::order;
use super::shift_items;

/// A measured line that begins at x 0; what it holds stands relative to its baseline.
#[derive(Debug, Clone, Default)]
pub(super) struct Measured {
    pub(super) runs: Vec<Run>,
    pub(super) figures: Vec<Item>,
    pub(super) width: f64,
    pub(super) ascent: f64,
    pub(super) descent: f64,
}

impl Measured {
    pub(super) fn height(&self) -> f64 {
        self.ascent + self.descent
    }
}

/// Breaks at blanks, between ideographs, and inside a word only when it is wider than a line: behind a sign if there
/// is one. An empty line is as high as the ink of unmarked text.
pub(super) fn lines(pieces: &[Piece], max_width: Option<f64>, ink: &Ink) -> Vec<Measured> {
    let mut setter = Setter {
        done: Vec::new(),
        line: Measured::default(),
        max: max_width.unwrap_or(f64::MAX),
        word: Vec::new(),
    };
    if pieces.iter().map(width).sum::<f64>() <= setter.max {
        setter.max = f64::MAX;
    }
    for piece in pieces {
        setter.piece(piece);
    }
    setter.finish(ink)
}

/// The lines of [`lines`], with words that are not much wider than allowed unbroken: the lines become as wide as they
/// are.
pub(super) fn full_lines(pieces: &[Piece], max_width: Option<f64>, ink: &Ink) -> Vec<Measured> {
    lines(pieces, max_width.map(|max| kind_width(max, longest_word(pieces))), ink)
}

/// The width of lines, given the allowed one and that of the longest word.
fn kind_width(max: f64, longest: f64) -> f64 {
    if longest <= 3.0 * max { max.max(longest) } else { max }
}

/// Lines as few as [`full_lines`] makes them, but no wider than they must be for that number.
pub(super) fn even_lines(pieces: &[Piece], max_width: Option<f64>, ink: &Ink) -> Vec<Measured> {
    let longest = longest_word(pieces);
    let max_width = max_width.map(|max| kind_width(max, longest));
    let full = lines(pieces, max_width, ink);
    let Some(max) = max_width.filter(|_| full.len() > 1) else { return full };
    let count = full.len();
    if longest > max {
        return full;
    }
    let (mut narrow, mut wide) = (longest, max);
    let mut best = full;
    for _ in 0..6 {
        let middle = f64::midpoint(narrow, wide);
        let tried = lines(pieces, Some(middle), ink);
        let widest = tried.iter().map(|it| it.width).fold(0.0, f64::max);
        if tried.len() == count && widest <= middle {
            (wide, best) = (middle, tried);
        } else {
            narrow = middle;
        }
    }
    best
}

fn width(piece: &Piece) -> f64 {
    match piece {
        Piece::Letters(text, ink) => measure(text, ink),
        Piece::Figure { width, .. } | Piece::Space(width) => *width,
        Piece::Tab(stop) => *stop,
    }
}

/// The widest run without a place to break it; it may go over several pieces.
fn longest_word(pieces: &[Piece]) -> f64 {
    let (mut longest, mut open) = (0.0_f64, 0.0);
    for piece in pieces {
        let Piece::Letters(text, ink) = piece else {
            longest = longest.max(open).max(width(piece));
            open = 0.0;
            continue;
        };
        for (idx, word) in words(text).into_iter().enumerate() {
            if idx > 0 {
                open = 0.0;
            }
            open += measure(word.trim_end_matches(' '), ink);
            longest = longest.max(open);
            if word.ends_with(' ') {
                open = 0.0;
            }
        }
    }
    longest.max(open)
}

struct Setter<'p> {
    done: Vec<Measured>,
    line: Measured,
    max: f64,
    /// Parts of a word that is not finished: nothing may be broken between them.
    word: Vec<(&'p str, &'p Ink)>,
}

impl<'p> Setter<'p> {
    fn piece(&mut self, piece: &'p Piece) {
        match piece {
            Piece::Letters(text, ink) => self.letters(text, ink),
            Piece::Figure { item, width, height, below } => {
                self.end_word();
                if self.line.width > 0.0 && self.line.width + width > self.max {
                    self.next_line();
                }
                let mut items = [item.clone()];
                shift_items(&mut items, self.line.width, below - height);
                self.line.figures.extend(items);
                self.line.width += width;
                self.grow(height - below, *below);
            }
            Piece::Space(width) => {
                self.end_word();
                self.line.width += width;
            }
            Piece::Tab(stop) => {
                self.end_word();
                self.line.width = ((self.line.width / stop).floor() + 1.0) * stop;
            }
        }
    }

    fn letters(&mut self, text: &'p str, ink: &'p Ink) {
        if self.max >= f64::MAX {
            self.tall(ink);
            self.push(text, measure(text, ink), ink, Joint::New);
            return;
        }
        for (idx, word) in words(text).into_iter().enumerate() {
            let goes_on = idx == 0 && self.word.last().is_some_and(|it| !it.0.ends_with(' '));
            if !goes_on {
                self.end_word();
            }
            self.word.push((word, ink));
        }
    }

    fn end_word(&mut self) {
        let parts = std::mem::take(&mut self.word);
        let Some((last, before)) = parts.split_last() else { return };
        let solid = before.iter().map(|it| measure(it.0, it.1)).sum::<f64>()
            + measure(last.0.trim_end_matches(' '), last.1);
        if self.line.width + solid > self.max && self.line.width > 0.0 {
            self.next_line();
        }
        for (text, ink) in parts {
            self.tall(ink);
            if solid > self.max {
                self.split(text, ink);
            } else {
                self.push(text, measure(text, ink), ink, Joint::Same);
            }
        }
    }

    /// A word wider than a line is broken behind signs, and anywhere where there are none.
    fn split(&mut self, word: &str, ink: &Ink) {
        for part in word.split_inclusive(['/', '?', '&', '=', ',', ';', '.', ':', '-', '_', '|']) {
            let solid = measure(part.trim_end_matches(' '), ink);
            if solid <= self.max {
                if self.line.width + solid > self.max {
                    self.next_line();
                    self.tall(ink);
                }
                self.push(part, measure(part, ink), ink, Joint::Same);
                continue;
            }
            let mut buffer = [0; 4];
            for ch in part.chars() {
                let ch = ch.encode_utf8(&mut buffer);
                let width = measure(ch, ink);
                if self.line.width + width > self.max && self.line.width > 0.0 {
                    self.next_line();
                    self.tall(ink);
                }
                self.push(ch, width, ink, Joint::Same);
            }
        }
    }

    fn tall(&mut self, ink: &Ink) {
        let size = ink.font.size;
        self.grow(font::ascent(size) + ink.rise.max(0.0), font::descent(size) - ink.rise.min(0.0));
    }

    fn push(&mut self, text: &str, width: f64, ink: &Ink, joint: Joint) {
        match (joint, self.line.runs.last_mut()) {
            (Joint::Same, Some(run)) if is_same_ink(run, ink) => {
                run.text.push_str(text);
                run.width += width;
            }
            _ => self.line.runs.push(Run {
                text: text.to_owned(),
                x: self.line.width,
                width,
                font: ink.font.clone(),
                color: ink.color,
                background: ink.background,
                decorations: ink.decorations.clone(),
                rise: ink.rise,
                link: ink.link.clone(),
            }),
        }
        self.line.width += width;
    }

    fn grow(&mut self, ascent: f64, descent: f64) {
        self.line.ascent = self.line.ascent.max(ascent);
        self.line.descent = self.line.descent.max(descent);
    }

    fn next_line(&mut self) {
        self.trim();
        order(&mut self.line.runs);
        self.done.push(std::mem::take(&mut self.line));
    }

    /// Takes the blanks at the end of the line away.
    fn trim(&mut self) {
        let Some(run) = self.line.runs.last_mut() else { return };
        let solid = run.text.trim_end_matches(' ').len();
        if solid < run.text.len() {
            run.text.truncate(solid);
            let width = font::width(&run.text, face(&run.font), run.font.size);
            self.line.width -= run.width - width;
            run.width = width;
        }
    }

    fn finish(mut self, ink: &Ink) -> Vec<Measured> {
        self.end_word();
        if self.line.height() == 0.0 {
            self.grow(font::ascent(ink.font.size), font::descent(ink.font.size));
        }
        if self.line.width > self.max {
            self.trim();
        }
        order(&mut self.line.runs);
        self.done.push(self.line);
        self.done
    }
}

fn is_same_ink(run: &Run, ink: &Ink) -> bool {
    run.font == ink.font
        && run.color == ink.color
        && run.background == ink.background
        && run.decorations == ink.decorations
        && run.rise.total_cmp(&ink.rise).is_eq()
        && run.link == ink.link
}

/// Whether letters go on in the run before them, if that has the same ink.
#[derive(Clone, Copy)]
enum Joint {
    New,
    Same,
}

fn measure(text: &str, ink: &Ink) -> f64 {
    font::width(text, face(&ink.font), ink.font.size)
}

/// Words with the blanks after them; an ideograph is a word of its own, with the marks that may not begin a line.
fn words(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut before: Option<char> = None;
    for (at, ch) in text.char_indices() {
        let breaks = before.is_some_and(|before| {
            (before == ' ' && ch != ' ')
                || ((is_ideograph(before) || is_ideograph(ch)) && ch != ' ' && !clings(ch))
        });
        if breaks && at > start {
            out.push(&text[start..at]);
            start = at;
        }
        before = Some(ch);
    }
    out.push(&text[start..]);
    out
}

fn is_ideograph(ch: char) -> bool {
    matches!(ch, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}' | '\u{20000}'..='\u{3fffd}')
}

/// Closing marks that stay with what they close.
fn clings(ch: char) -> bool {
    matches!(
        ch,
        '、' | '。'
            | '，'
            | '．'
            | '！'
            | '？'
            | '）'
            | '」'
            | '』'
            | '：'
            | '；'
            | ','
            | '.'
            | ')'
            | ']'
            | '!'
            | '?'
            | ':'
            | ';'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_lines_are_as_few_and_break_no_word() {
        let font = scene::Font { size: 13.0, ..scene::Font::default() };
        let color = scene::Color::BLACK;
        let ink =
            Ink { font, color, background: None, decorations: Vec::new(), rise: 0.0, link: None };
        let text = "a few short words and then one_that_is_really_rather_long at the end of it";
        let pieces = [Piece::Letters(text.to_owned(), ink.clone())];
        let (full, even) =
            (lines(&pieces, Some(300.0), &ink), even_lines(&pieces, Some(300.0), &ink));
        assert_eq!(full.len(), even.len());
        let letters: Vec<&str> =
            even.iter().flat_map(|it| &it.runs).map(|it| it.text.trim()).collect();
        assert_eq!(letters.join(" "), text);
        let widest = |all: &[Measured]| all.iter().map(|it| it.width).fold(0.0, f64::max);
        assert!(widest(&even) <= widest(&full));
    }

    #[test]
    fn words_of_several_pieces_stay_whole_and_long_ones_break_behind_signs() {
        let plain = Ink {
            font: scene::Font { size: 13.0, ..scene::Font::default() },
            color: scene::Color::BLACK,
            background: None,
            decorations: Vec::new(),
            rise: 0.0,
            link: None,
        };
        let small = Ink { rise: -2.0, ..plain.clone() };
        let piece = |text: &str, ink: &Ink| Piece::Letters(text.to_owned(), ink.clone());
        let said = |lines: &[Measured]| -> Vec<String> {
            lines.iter().map(|it| it.runs.iter().map(|run| run.text.as_str()).collect()).collect()
        };
        let pieces = [piece("some words and A", &plain), piece("B", &small), piece(" too", &plain)];
        assert_eq!(said(&lines(&pieces, Some(105.0), &plain)), ["some words and", "AB too"]);
        let long = [piece("see /participants/limits?type=x", &plain)];
        assert_eq!(
            said(&lines(&long, Some(100.0), &plain)),
            ["see", "/participants/", "limits?type=x"]
        );
    }

    #[test]
    fn words_keep_their_blanks_and_ideographs_stand_alone() {
        assert_eq!(words("one  two three"), ["one  ", "two ", "three"]);
        assert_eq!(words("漢字。かな"), ["漢", "字。", "か", "な"]);
        assert_eq!(words(""), [""]);
    }
}
