//! Labels as measured text: markup becomes lines, rules, tables and pictures, at the origin until layout moves them.

mod blocks;
mod figures;
mod formula;
mod icons;
mod inline;
mod lines;
mod links;
mod order;
mod shift;
mod table;

use puml_syntax::creole::{self, Block};
use scene::{Font, Line, Rect, Run, Text};

use crate::embedded;
use crate::label::Guillemets;
use crate::look::Look;
use crate::model::{Align, Label, Sprite};
use crate::themes::{BLOCK_WIDTH, MESSAGE_WIDTH};

pub use figures::draw as draw_sprite;
pub(crate) use formula::problem as formula_problem;
pub use icons::names as icon_names;
pub use links::safe as safe_link;
pub use shift::shift_items;

/// Lines that the author broke may be this many times as wide as others.
const OWN_LINES: f64 = 2.5;

/// How a label is set: its look, and what the place it stands in says beside the look.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// Font, colours, alignment.
    pub look: &'a Look,
    /// What `<$name>` may name.
    pub sprites: &'a [Sprite],
    /// Lines wider than this are broken.
    pub max_width: Option<f64>,
    /// How lines stand to each other.
    pub align: Align,
    /// How lines of a limited width are broken.
    pub wrap: Wrap,
    /// What `<<x>>` is written with; nothing where it stays.
    pub guillemets: Option<&'a Guillemets>,
}

/// How lines of a limited width are broken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wrap {
    /// A line takes as many words as fit.
    Full,
    /// So that all are about equally long: centred labels look better and take less width.
    Even,
}

impl<'a> Setting<'a> {
    /// As the look says.
    pub fn of(look: &'a Look, sprites: &'a [Sprite]) -> Self {
        let (max_width, align) = (look.max_width, look.align);
        Self { look, sprites, max_width, align, wrap: Wrap::Full, guillemets: None }
    }

    /// Wider, if the usual limit holds and the author broke the label into lines: those stay whole. Only a line that is
    /// several times too long is broken nevertheless.
    #[must_use]
    pub fn for_lines_of(self, label: &Label) -> Self {
        let is_usual = matches!(self.look.max_width, Some(MESSAGE_WIDTH | BLOCK_WIDTH));
        if !is_usual || !label.text.contains('\n') {
            return self;
        }
        Self { max_width: self.max_width.map(|it| it * OWN_LINES), ..self }
    }

    /// The same with another alignment.
    #[must_use]
    pub fn aligned(self, align: Align) -> Self {
        Self { align, ..self }
    }
}

/// Whether a label's lines may be lists, headings, rules and tables, or are only lines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Markup {
    /// Labels of heads and frames.
    Lines,
    /// Names and members of classes and words at links: two underscores are letters there.
    Code,
    /// Legends, titles, actions.
    Blocks,
    /// Notes, and elements of component diagrams: two signs alone on a line are a rule there.
    Sections,
}

/// Measures a label with a number before its first line; the other lines stand below the label, not the number.
pub fn typeset_numbered(number: &Label, label: &Label, setting: Setting<'_>) -> Text {
    let mut number = typeset(number, Markup::Lines, Setting { max_width: None, ..setting });
    let mut text = typeset(label, Markup::Lines, setting);
    if text.lines.len() > 1 && setting.align == Align::Center {
        // The number keeps close to the first line.
        text = typeset(label, Markup::Lines, setting.aligned(Align::Left));
    }
    if text.lines.is_empty() {
        return number;
    }
    let shift = number.bounds.width + setting.look.font.size * 0.35;
    // Both first lines share a baseline.
    let rise = text.lines[0].baseline - number.lines.first().map_or(0.0, |it| it.baseline);
    shift::shift_text(&mut text, shift, (-rise).max(0.0));
    shift::shift_text(&mut number, 0.0, rise.max(0.0));
    let bounds = number.bounds.cover(text.bounds);
    if let (Some(first), false) = (text.lines.first_mut(), number.lines.is_empty()) {
        let own = std::mem::take(&mut first.runs);
        let numbers = number.lines.remove(0).runs;
        first.runs.reserve_exact(numbers.len() + own.len());
        first.runs.extend(numbers.into_iter().chain(own));
    }
    text.lines.extend(number.lines);
    text.items.extend(number.items);
    Text { bounds, ..text }
}

/// Measures a label; its box begins at the origin. An empty label is an empty box.
pub fn typeset(label: &Label, markup: Markup, setting: Setting<'_>) -> Text {
    if label.text.is_empty() {
        return empty();
    }
    let bold = label.text.strip_prefix("<b>").and_then(|it| it.strip_suffix("</b>"));
    let inner = bold.unwrap_or(&label.text);
    if is_plain(inner) {
        let mut font = setting.look.font.clone();
        font.bold |= bold.is_some();
        let width = font::width(inner, inline::face(&font), font.size);
        if setting.max_width.is_none_or(|max| width <= max) {
            return single(inner, font, width, setting.look);
        }
    }
    let signed = setting.guillemets.filter(|_| label.text.contains("<<"));
    let signed = signed.map(|it| it.put(&label.text));
    let text = signed.as_deref().unwrap_or(&label.text);
    let linked = creole::links_by_line(text);
    let text = linked.as_deref().unwrap_or(text);
    let tree = match markup {
        Markup::Lines => lines(text, creole::label),
        Markup::Code => lines(text, creole::code),
        Markup::Blocks => creole::blocks(text),
        Markup::Sections => creole::sections(text),
    };
    blocks::stack(&tree, setting)
}

/// The lines of a text, and the diagrams between them.
fn lines(text: &str, read: impl Fn(&str) -> Vec<creole::Line>) -> Vec<Block> {
    let read_lines = |text: &str, blocks: &mut Vec<Block>| {
        let lines = text.split('\n').flat_map(|it| line(it, &read));
        blocks.extend(lines.map(Block::Line));
    };
    let mut blocks = Vec::new();
    let mut at = 0;
    for found in embedded::find(text) {
        if at < found.opening.start {
            let before = &text[at..found.opening.start];
            read_lines(before.strip_suffix('\n').unwrap_or(before), &mut blocks);
        }
        blocks.push(Block::Embedded {
            kind: text[found.kind].to_owned(),
            lines: text[found.body].lines().map(str::to_owned).collect(),
        });
        at = found.end;
    }
    if at == 0 || at < text.len() {
        read_lines(&text[at..], &mut blocks);
    }
    blocks
}

/// The markup of one line. Its escapes are resolved already, so a backslash that is left is only a backslash.
fn line(text: &str, read: impl Fn(&str) -> Vec<creole::Line>) -> Vec<creole::Line> {
    if text.contains('\\') && !text.contains("[[") { read(&doubled(text)) } else { read(text) }
}

/// The text with its backslashes twice, but for those of formulas, which are read as they stand.
fn doubled(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while !rest.is_empty() {
        let formula = [("<latex>", "</latex>"), ("<math>", "</math>")]
            .into_iter()
            .filter_map(|(open, close)| {
                let start = rest.find(open)?;
                Some((start, start + rest[start..].find(close)? + close.len()))
            })
            .min();
        let (start, end) = formula.unwrap_or((rest.len(), rest.len()));
        out.push_str(&rest[..start].replace('\\', r"\\"));
        out.push_str(&rest[start..end]);
        rest = &rest[end..];
    }
    out
}

/// The letters of a text without its looks, lines joined by blanks: what a screen reader says.
pub fn spoken(text: &Text) -> String {
    let mut out = String::new();
    for line in &text.lines {
        if !out.is_empty() && !out.ends_with(' ') {
            out.push(' ');
        }
        line.runs.iter().for_each(|run| out.push_str(&run.text));
    }
    for item in &text.items {
        if let scene::Item::Text(inner) = item {
            out.push(' ');
            out.push_str(&spoken(inner));
        }
    }
    out
}

/// Moves a text so that its box begins at `x`, `y`.
pub fn place(mut text: Text, x: f64, y: f64) -> Text {
    let (dx, dy) = (x - text.bounds.x, y - text.bounds.y);
    shift::shift_text(&mut text, dx, dy);
    text
}

/// A text without letters.
pub fn empty() -> Text {
    Text { bounds: Rect::default(), lines: Vec::new(), items: Vec::new() }
}

fn single(text: &str, font: Font, width: f64, look: &Look) -> Text {
    let size = font.size;
    let run = Run {
        text: text.to_owned(),
        x: 0.0,
        width,
        font,
        color: look.text,
        background: None,
        decorations: Vec::new(),
        rise: 0.0,
        link: None,
    };
    let bounds = Rect { x: 0.0, y: 0.0, width, height: font::line_height(size) };
    let line = Line { baseline: font::ascent(size), runs: vec![run] };
    Text { bounds, lines: vec![line], items: Vec::new() }
}

/// Whether no reading of the markup could change the text: most labels of large diagrams.
fn is_plain(text: &str) -> bool {
    if font::left_to_right(text).is_some() {
        return false;
    }
    let bytes = text.as_bytes();
    let listlike =
        matches!(bytes.first(), Some(b'*' | b'#' | b'=' | b'|' | b'-' | b'.' | b'_' | b' '));
    !listlike
        && !bytes
            .iter()
            .any(|it| it.is_ascii_control() || matches!(it, b'<' | b'~' | b'&' | b'\\' | b'{'))
        && !bytes
            .windows(2)
            .any(|it| it[0] == it[1] && matches!(it[0], b'*' | b'/' | b'_' | b'-' | b'"' | b'['))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::themes;

    fn look() -> Look {
        themes::note(&themes::find("default").expect("the default theme exists"))
    }

    fn label(text: &str) -> Label {
        Label { text: text.to_owned() }
    }

    #[test]
    fn what_is_spoken_has_no_markup() {
        let look = look();
        let text = typeset(
            &label("**one** <color:red>two</color>\n[[http://a.example three]]"),
            Markup::Lines,
            Setting::of(&look, &[]),
        );
        assert_eq!(spoken(&text), "one two three");
    }

    #[test]
    fn a_formula_keeps_its_backslashes_beside_those_of_words() {
        assert_eq!(
            doubled(r"a\b <latex>\frac{1}{2}</latex> c\d"),
            r"a\\b <latex>\frac{1}{2}</latex> c\\d"
        );
        let look = look();
        let set = |text| typeset(&label(text), Markup::Lines, Setting::of(&look, &[]));
        let (fraction, line) = (set(r"<latex>\frac{1}{2}</latex>"), set("x"));
        assert!(fraction.bounds.height > 1.5 * line.bounds.height);
        assert!(fraction.lines[0].runs.is_empty());
    }

    #[test]
    fn a_number_stands_before_the_first_line_only() {
        let look = look();
        let text = typeset_numbered(&label("<b>12"), &label("one\ntwo"), Setting::of(&look, &[]));
        assert_eq!(text.lines.len(), 2);
        let first: Vec<&str> = text.lines[0].runs.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(first, ["12", "one"]);
        assert!(text.lines[0].runs[0].font.bold && !text.lines[0].runs[1].font.bold);
        assert!((text.lines[0].runs[1].x - text.lines[1].runs[0].x).abs() < 1e-9);
    }

    #[test]
    fn links_that_may_not_be_followed_are_only_letters() {
        let look = look();
        let text = typeset(
            &label("[[javascript:alert(1) click]]"),
            Markup::Lines,
            Setting::of(&look, &[]),
        );
        assert_eq!(spoken(&text), "click");
        assert!(text.lines[0].runs.iter().all(|it| it.link.is_none()));
    }

    proptest! {
        #[test]
        fn no_line_is_wider_than_allowed(text in "[a-zA-Z漢字かな,. ]{1,120}", max in 40.0..300.0_f64) {
            let look = look();
            let setting = Setting { max_width: Some(max), ..Setting::of(&look, &[]) };
            // Lines may be widened to spare a word, up to three times.
            let words = text.split(' ').map(|it| font::width(it, inline::face(&look.font), look.font.size));
            let longest = words.fold(max, f64::max);
            let most = longest.min(3.0 * max);
            for wrap in [Wrap::Full, Wrap::Even] {
                let text = typeset(&label(&text), Markup::Lines, Setting { wrap, ..setting });
                prop_assert!(text.bounds.width <= most + 1e-6);
            }
        }

        #[test]
        fn the_short_way_for_plain_labels_sets_the_same(text in "[a-zA-Z0-9:;,()+ -]{1,60}") {
            prop_assume!(is_plain(&text));
            let look = look();
            let setting = Setting { max_width: None, ..Setting::of(&look, &[]) };
            for text in [format!("<b>{text}</b>"), text] {
                let long = blocks::stack(&line(&text, creole::label).into_iter().map(Block::Line).collect::<Vec<_>>(), setting);
                let short = typeset(&label(&text), Markup::Lines, setting);
                prop_assert_eq!(spoken(&short), spoken(&long));
                prop_assert_eq!(&short.lines[0].runs[0].font, &long.lines[0].runs[0].font);
                prop_assert!((short.bounds.width - long.bounds.width).abs() < 1e-6);
                prop_assert!((short.lines[0].baseline - long.lines[0].baseline).abs() < 1e-6);
            }
        }
    }
}
