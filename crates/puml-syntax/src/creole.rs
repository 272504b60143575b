//! Text markup: the tree of a label or of a block of lines.
//!
//! Nothing in a text is ever an error: what is not markup is drawn as it stands.
//!
//! ```
//! use puml_syntax::creole::{self, Inline, Style};
//!
//! let lines = creole::label(r"one **two**\nthree");
//! assert_eq!(lines.len(), 2);
//! let bold = Inline::Styled(Style::Bold, vec![Inline::Text("two".to_owned())]);
//! assert_eq!(lines[0].content, [Inline::Text("one ".to_owned()), bold]);
//! ```

mod block;
mod entity;
mod escape;
mod inline;
mod tag;
mod tree;

pub use tree::{
    Block, Cell, Inline, ItemKind, Line, LineAlignment, MathKind, Row, RuleStyle, Style,
};

/// A text on one line of source: `\n`, `\l`, `\r` break it, markup works inside each line.
///
/// Lists, headings and tables are not recognised: a message may well start with `*`.
pub fn label(text: &str) -> Vec<Line> {
    escape::lines(text)
        .into_iter()
        .map(|(line, alignment)| Line { alignment, content: inline::parse(&line) })
        .collect()
}

/// A [`label`] in which two underscores are letters, as in `__init__`: names and members of classes, words at links.
pub fn code(text: &str) -> Vec<Line> {
    escape::lines(text)
        .into_iter()
        .map(|(line, alignment)| Line { alignment, content: inline::parse_code(&line) })
        .collect()
}

/// A text on one line of source that may hold lists, headings and tables once it is broken: notes.
pub fn label_blocks(text: &str) -> Vec<Block> {
    let lines = escape::lines(text);
    if lines.iter().all(|it| it.1 == LineAlignment::Inherit) {
        return block::parse(lines.iter().map(|it| it.0.as_str()));
    }
    label(text).into_iter().map(Block::Line).collect()
}

/// The lines of a block: note, legend, title, head of a participant.
pub fn blocks(text: &str) -> Vec<Block> {
    block::parse(text.split('\n'))
}

/// [`blocks`] in which two signs alone on a line, such as `--`, are a rule: notes, elements of component diagrams.
pub fn sections(text: &str) -> Vec<Block> {
    let mut blocks = blocks(text);
    for found in &mut blocks {
        if let Block::Line(line) = found
            && let [Inline::Text(words)] = line.content.as_slice()
            && let Some(style) = block::rule_sign(words.trim())
        {
            *found = Block::Rule { style, title: Vec::new() };
        }
    }
    blocks
}

/// The text in which each line of a link's label is a link of its own; nothing where no label is broken by `\n`.
pub fn links_by_line(text: &str) -> Option<String> {
    inline::links_by_line(text)
}

/// The pieces of a text that stand for themselves, such as icons, images and formulas, with their byte ranges.
pub fn figures(text: &str) -> Vec<(std::ops::Range<usize>, Inline)> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(found) = text[at..].find('<') {
        let start = at + found;
        at = start + 1;
        if text[..start].ends_with('~') {
            continue;
        }
        if let Some((tag::Tag::Piece(piece), length)) = tag::tag(&text[start..]) {
            at = start + length;
            out.push((start..at, piece));
        }
    }
    out
}

/// The letters of a line without any markup.
pub fn plain(content: &[Inline]) -> String {
    let mut out = String::new();
    push_plain(content, &mut out);
    out
}

// The parser bounds nesting, so recursion is bounded too.
fn push_plain(content: &[Inline], out: &mut String) {
    for piece in content {
        match piece {
            Inline::Text(text) => out.push_str(text),
            Inline::Styled(_, inner) | Inline::Link { label: inner, .. } => push_plain(inner, out),
            Inline::Math { source, .. } => out.push_str(source),
            Inline::Emoji { name, .. } => {
                out.push(':');
                out.push_str(name);
                out.push(':');
            }
            Inline::Tab => out.push('\t'),
            Inline::Space(_) => out.push(' '),
            Inline::Icon { .. }
            | Inline::Sprite { .. }
            | Inline::Image { .. }
            | Inline::QrCode(_) => {}
        }
    }
}
