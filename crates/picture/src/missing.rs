//! Which characters of a scene a PNG or PDF cannot show.

use std::collections::BTreeSet;

use scene::{Item, Run, Scene};
use ttf_parser::Face;
use unicode_width::UnicodeWidthChar;

use crate::pieces::{style, system_face};
use crate::{Error, Options};

/// The characters that no font draws that [`Options`] allow, in the order of their codes.
///
/// A PNG or PDF shows an empty box for each; SVG and text art leave them to the reader's fonts.
pub fn missing_glyphs(pages: &[Scene], options: &Options) -> Result<Vec<char>, Error> {
    let given = options
        .fonts
        .iter()
        .enumerate()
        .map(|(index, bytes)| Face::parse(bytes, 0).map_err(|_| Error::Font { index }));
    let given: Vec<Face<'_>> = given.collect::<Result<_, _>>()?;
    let mut missing = BTreeSet::new();
    for page in pages {
        visit(&page.items, &mut |run| {
            let style = style(run);
            let shown = |ch: char| {
                ch.is_ascii()
                    || ch.width().unwrap_or(0) == 0
                    || font::has_glyph(ch, style)
                    || given.iter().any(|face| face.glyph_index(ch).is_some())
                    || system_face(options.system_fonts, ch, style).is_some()
            };
            missing.extend(run.text.chars().filter(|&ch| !shown(ch)));
        });
    }
    Ok(missing.into_iter().collect())
}

/// Every run of the items, with those inside texts.
pub(crate) fn visit(items: &[Item], see: &mut impl FnMut(&Run)) {
    for item in items {
        match item {
            Item::Group(group) => visit(&group.items, see),
            Item::Text(text) => {
                visit(&text.items, see);
                text.lines.iter().flat_map(|line| &line.runs).for_each(&mut *see);
            }
            Item::Shape(_) | Item::Image(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{everything, login};

    #[test]
    fn only_what_no_font_draws_is_missing() {
        assert_eq!(missing_glyphs(&[login()], &Options::default()), Ok(vec![]));
        assert_eq!(missing_glyphs(&[everything()], &Options::default()), Ok(vec!['字', '漢']));
    }

    #[test]
    fn bytes_that_are_no_font_are_refused() {
        let options = Options { fonts: vec![(*b"x").into()], ..Options::default() };
        assert_eq!(missing_glyphs(&[login()], &options), Err(Error::Font { index: 0 }));
    }
}
