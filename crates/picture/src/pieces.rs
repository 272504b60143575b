//! A scene for writers that carry their glyphs: each run in one face only, so that a letter that one face lacks does
//! not change the face of its neighbours.

use std::borrow::Cow;
use std::sync::Arc;

use resvg::usvg::fontdb::{self, Database, ID};
use scene::{Item, Line, Run, Scene};

use crate::system::{SystemFaces, has_glyph};
use crate::{Options, SystemFonts};

/// The faces at hand for one picture.
pub(crate) struct Faces {
    /// Bundled and given faces, then those of the system that were needed, each as a family of its own.
    pub(crate) db: Arc<Database>,
    given: Vec<ID>,
    system: SystemFonts,
    /// The system's own faces in `db`, in the order of their names there.
    borrowed: Vec<fontdb::FaceInfo>,
}

/// What draws a character.
#[derive(Clone, Copy, PartialEq)]
enum Drawn {
    /// The style's own face, or nothing does.
    Primary,
    Given(ID),
    Fallback,
    System(usize),
}

impl Faces {
    pub(crate) fn new(db: Arc<Database>, given: Vec<ID>, options: &Options) -> Self {
        Self { db, given, system: options.system_fonts, borrowed: Vec::new() }
    }

    /// The scene with its runs split by face; as it is if every run has one.
    pub(crate) fn split<'s>(&mut self, scene: &'s Scene) -> Cow<'s, Scene> {
        if !has_mixed(&scene.items) {
            return Cow::Borrowed(scene);
        }
        let mut scene = scene.clone();
        self.items(&mut scene.items);
        Cow::Owned(scene)
    }

    fn items(&mut self, items: &mut [Item]) {
        for item in items {
            match item {
                Item::Group(group) => self.items(&mut group.items),
                Item::Text(text) => {
                    self.items(&mut text.items);
                    text.lines.iter_mut().for_each(|it| self.line(it));
                }
                Item::Shape(_) | Item::Image(_) => {}
            }
        }
    }

    fn line(&mut self, line: &mut Line) {
        if line.runs.iter().any(is_mixed) {
            let runs = std::mem::take(&mut line.runs);
            line.runs = runs.into_iter().flat_map(|it| self.run(it)).collect();
        }
    }

    fn run(&mut self, run: Run) -> Vec<Run> {
        // A family that the author named is asked first, and the library looks for what it lacks.
        if run.font.name.is_some() || !is_mixed(&run) {
            return vec![run];
        }
        let style = style(&run);
        // Signs among letters from right to left are turned with them, so they stay in one piece.
        let is_back = font::is_right_to_left(&run.text);
        let stays = |ch: char| ch == ' ' || is_back && ch.is_ascii_punctuation();
        let first = run.text.chars().find(|&ch| !stays(ch));
        let mut pieces: Vec<(Drawn, String)> = Vec::new();
        for ch in run.text.chars() {
            // Each emoji stands by itself: spreading several over a width counts the parts of each.
            let is_emoji = |text: &str| text.starts_with(font::is_emoji) || font::is_emoji(ch);
            match pieces.last_mut() {
                Some((_, text)) if continues(text, ch, style) => text.push(ch),
                Some((_, text)) if stays(ch) && !is_emoji(text) => text.push(ch),
                Some((drawn, text)) if !is_emoji(text) && *drawn == self.drawn(ch, style) => {
                    text.push(ch);
                }
                None if is_back => {
                    let drawn = self.drawn(first.unwrap_or(ch), style);
                    pieces.push((drawn, ch.to_string()));
                }
                _ => pieces.push((self.drawn(ch, style), ch.to_string())),
            }
        }
        self.placed(&run, pieces)
    }

    /// The pieces side by side, as wide together as the run was; those of a text from the right begin there.
    fn placed(&self, run: &Run, pieces: Vec<(Drawn, String)>) -> Vec<Run> {
        let style = style(run);
        let widths: Vec<f64> =
            pieces.iter().map(|it| font::width(&it.1, style, run.font.size)).collect();
        let natural: f64 = widths.iter().sum();
        let stretch = if natural > 0.0 { run.width / natural } else { 1.0 };
        let from_right = font::is_right_to_left(&run.text);
        let mut at = if from_right { run.x + run.width } else { run.x };
        let mut out = Vec::with_capacity(pieces.len());
        for ((drawn, text), width) in pieces.into_iter().zip(widths) {
            let width = width * stretch;
            if from_right {
                at -= width;
            }
            let mut piece = Run { text, x: at, width, ..run.clone() };
            piece.font.name = self.name(drawn, style);
            out.push(piece);
            if !from_right {
                at += width;
            }
        }
        out
    }

    fn drawn(&mut self, ch: char, style: font::Style) -> Drawn {
        if ch.is_ascii() {
            return Drawn::Primary;
        }
        let face = font::face_for(ch, style);
        if face == Some(font::Face::primary(style)) {
            return Drawn::Primary;
        }
        if let Some(&id) = self.given.iter().find(|&&id| has_glyph(&self.db, id, ch)) {
            return Drawn::Given(id);
        }
        match face {
            // The bundled face has some emoji, but not in colour.
            Some(_) if !font::is_emoji(ch) || !has_colored(self.system, ch, style) => {
                Drawn::Fallback
            }
            _ => self.borrow(ch, style).map_or(Drawn::Primary, Drawn::System),
        }
    }

    /// The place among the borrowed faces of the one that draws the character.
    fn borrow(&mut self, ch: char, style: font::Style) -> Option<usize> {
        let found = system_face(self.system, ch, style)?;
        let same = |it: &fontdb::FaceInfo| {
            it.post_script_name == found.post_script_name && it.index == found.index
        };
        if let Some(at) = self.borrowed.iter().position(same) {
            return Some(at);
        }
        let at = self.borrowed.len();
        let mut info = found.clone();
        info.families = vec![(system_name(at), fontdb::Language::English_UnitedStates)];
        Arc::make_mut(&mut self.db).push_face_info(info);
        self.borrowed.push(found.clone());
        Some(at)
    }

    fn name(&self, drawn: Drawn, style: font::Style) -> Option<String> {
        match drawn {
            Drawn::Primary => None,
            Drawn::Given(id) => self.db.face(id).map(|it| it.families[0].0.clone()),
            Drawn::Fallback => Some(font::Face::fallback(style).family_name().to_owned()),
            Drawn::System(at) => Some(system_name(at)),
        }
    }
}

/// The face of the system that draws a character, if the system's may be used.
pub(crate) fn system_face(
    system: SystemFonts,
    ch: char,
    style: font::Style,
) -> Option<&'static fontdb::FaceInfo> {
    match system {
        SystemFonts::Unused => None,
        SystemFonts::WhereNeeded => SystemFaces::installed().face(ch, style),
    }
}

/// Whether the face of the system that draws a character does so in colour.
fn has_colored(system: SystemFonts, ch: char, style: font::Style) -> bool {
    match system {
        SystemFonts::Unused => false,
        SystemFonts::WhereNeeded => SystemFaces::installed().is_colored(ch, style),
    }
}

/// Whether a character takes no room behind a text: a mark, or the next part of an emoji, such as its skin tone.
fn continues(text: &str, ch: char, style: font::Style) -> bool {
    // No longer sequence than a family of four is in use.
    const LONGEST: usize = 12;
    if ch.is_ascii() {
        return false;
    }
    let start = text.char_indices().rev().nth(LONGEST).map_or(0, |it| it.0);
    let mut end = text[start..].to_owned();
    let before = font::width(&end, style, 1.0);
    end.push(ch);
    font::width(&end, style, 1.0) <= before
}

/// No font is called so, so none that an author names is taken for it.
fn system_name(at: usize) -> String {
    format!("system face {at}")
}

/// Whether a face other than the style's own is needed.
fn is_mixed(run: &Run) -> bool {
    let style = style(run);
    let is_own =
        |ch: char| ch.is_ascii() || font::face_for(ch, style) == Some(font::Face::primary(style));
    !run.text.is_ascii() && !run.text.chars().all(is_own)
}

fn has_mixed(items: &[Item]) -> bool {
    items.iter().any(|item| match item {
        Item::Group(group) => has_mixed(&group.items),
        Item::Text(text) => {
            text.lines.iter().flat_map(|it| &it.runs).any(is_mixed) || has_mixed(&text.items)
        }
        Item::Shape(_) | Item::Image(_) => false,
    })
}

/// The style that measured a run.
pub(crate) fn style(run: &Run) -> font::Style {
    font::Style { family: run.font.family, bold: run.font.bold, italic: run.font.italic }
}

#[cfg(test)]
mod tests {
    use scene::Size;

    use super::*;
    use crate::samples::label;
    use crate::webfont::test_font;
    use crate::{Format, missing_glyphs, write};

    fn page(text: &str) -> Scene {
        let mut page = Scene::new(Size { width: 120.0, height: 20.0 });
        page.items.push(Item::Text(label(text, 0.0, 0.0)));
        page
    }

    fn with_font(chars: &[(char, char)]) -> Options {
        let font = test_font(font::Face::Sans, chars);
        Options { fonts: vec![font.into()], ..Options::default() }
    }

    fn split(text: &str, options: &Options) -> Vec<(String, Option<String>)> {
        let (db, given) = crate::tree::fonts(&options.fonts).unwrap();
        let mut faces = Faces::new(db, given, options);
        let page = page(text);
        let page = faces.split(&page);
        let Item::Text(text) = &page.items[0] else { panic!("a label is a text") };
        let runs = &text.lines[0].runs;
        let width: f64 = runs.iter().map(|it| it.width).sum();
        assert!((width - text.bounds.width).abs() < 1e-6);
        runs.iter().map(|it| (it.text.clone(), it.font.name.clone())).collect()
    }

    #[test]
    fn a_letter_of_another_face_leaves_its_neighbours_alone() {
        let fallback = Some("DejaVu Sans".to_owned());
        assert_eq!(split("plain", &Options::default()), [("plain".to_owned(), None)]);
        assert_eq!(
            split("done ✓ ok", &Options::default()),
            [("done ".to_owned(), None), ("✓ ".to_owned(), fallback), ("ok".to_owned(), None)]
        );
    }

    #[test]
    fn a_given_font_draws_what_the_bundled_ones_lack() {
        let options = with_font(&[('漢', 'W'), ('字', 'M')]);
        assert_eq!(split("a漢字", &options).len(), 2);
        assert_eq!(missing_glyphs(&[page("漢字")], &options), Ok(vec![]));
        assert_eq!(missing_glyphs(&[page("漢語")], &options), Ok(vec!['語']));
        let drawn = |options: &Options| write(&[page("漢")], Format::Png, options).unwrap();
        assert_ne!(drawn(&options), drawn(&with_font(&[('字', 'M')])));
        let pdf = write(&[page("漢")], Format::Pdf, &options).unwrap();
        assert!(pdf_extract::extract_text_from_mem(&pdf).unwrap().contains('漢'));
    }

    #[test]
    fn an_emoji_and_its_skin_tone_are_one_piece() {
        let texts = |text| -> Vec<String> {
            split(text, &with_font(&[('👍', 'W')])).into_iter().map(|it| it.0).collect()
        };
        assert_eq!(texts("a👍\u{1f3fd}b"), ["a", "👍\u{1f3fd}", "b"]);
        assert_eq!(texts("👍\u{200d}👍👍 b"), ["👍\u{200d}👍", "👍", " b"]);
    }

    #[test]
    fn signs_among_letters_from_right_to_left_stay_with_them() {
        let hebrew = Some("DejaVu Sans".to_owned());
        assert_eq!(split("(שלום (", &Options::default()), [("(שלום (".to_owned(), hebrew)]);
    }

    #[test]
    fn letters_from_right_to_left_begin_at_the_right() {
        let options = with_font(&[('漢', 'W')]);
        let (db, given) = crate::tree::fonts(&options.fonts).unwrap();
        let mut faces = Faces::new(db, given, &options);
        let page = page("שלום漢");
        let page = faces.split(&page);
        let Item::Text(text) = &page.items[0] else { panic!("a label is a text") };
        let runs = &text.lines[0].runs;
        assert_eq!(runs[0].text, "שלום");
        assert!(runs[0].x > runs[1].x);
    }
}
