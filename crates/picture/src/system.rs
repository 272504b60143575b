//! Fonts on disk: those of a folder that is named, and those installed on this machine, which are asked only for glyphs
//! that no bundled or given font has.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use font::{Family, Style};
use resvg::usvg::fontdb::{self, Database, FaceInfo, ID, Source};

/// Faces to choose from, and what was chosen.
pub(crate) struct SystemFaces {
    faces: Database,
    chosen: Mutex<HashMap<(char, Style), Option<ID>>>,
}

impl SystemFaces {
    fn of(faces: Database) -> Self {
        Self { faces, chosen: Mutex::default() }
    }

    /// Those installed here. Finding them reads every font file's directory, so it happens once, when first needed.
    pub(crate) fn installed() -> &'static Self {
        static INSTALLED: OnceLock<SystemFaces> = OnceLock::new();
        INSTALLED.get_or_init(|| {
            let mut faces = Database::new();
            faces.load_system_fonts();
            Self::of(faces)
        })
    }

    /// The face that suits the style best among those with a glyph for the character.
    pub(crate) fn face(&self, ch: char, style: Style) -> Option<&FaceInfo> {
        let known = || self.chosen.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known().get(&(ch, style)).copied();
        let id = found.unwrap_or_else(|| {
            let all = self.faces.faces().filter(|it| has_glyph(&self.faces, it.id, ch));
            let is_other = |it: &FaceInfo| has_color(&self.faces, it.id) != font::is_emoji(ch);
            let best = all.min_by_key(|it| (is_other(it), distance(it, style))).map(|it| it.id);
            known().insert((ch, style), best);
            best
        })?;
        self.faces.face(id)
    }

    /// Whether that face draws in colour.
    pub(crate) fn is_colored(&self, ch: char, style: Style) -> bool {
        self.face(ch, style).is_some_and(|it| has_color(&self.faces, it.id))
    }
}

/// The font files in a folder and the folders in it, for [`crate::Options::fonts`], by their paths. What is no font is
/// passed over.
pub fn fonts_in(folder: &Path) -> Vec<Arc<[u8]>> {
    let mut found = Database::new();
    found.load_fonts_dir(folder);
    let files = found.faces().filter_map(|face| match &face.source {
        Source::File(path) => Some((path.clone(), face.id)),
        Source::Binary(_) | Source::SharedFile(..) => None,
    });
    // A file may hold several faces.
    let files: BTreeMap<PathBuf, ID> = files.collect();
    files.values().filter_map(|&id| found.with_face_data(id, |data, _| data.into())).collect()
}

/// Whether a face of a database has a glyph for the character.
pub(crate) fn has_glyph(db: &Database, id: ID, ch: char) -> bool {
    db.with_face_data(id, |data, index| {
        ttf_parser::Face::parse(data, index).is_ok_and(|face| face.glyph_index(ch).is_some())
    })
    .unwrap_or(false)
}

/// Whether the glyphs of a face are pictures in colour, as emoji are; letters never are.
fn has_color(db: &Database, id: ID) -> bool {
    db.with_face_data(id, |data, index| {
        ttf_parser::Face::parse(data, index).is_ok_and(|face| {
            let tables = face.tables();
            tables.colr.is_some()
                || tables.cbdt.is_some()
                || tables.sbix.is_some()
                || tables.svg.is_some()
        })
    })
    .unwrap_or(false)
}

/// How badly a face suits, the weightiest reason first; its name makes the order the same in every run.
fn distance(face: &FaceInfo, style: Style) -> impl Ord + use<> {
    let name = face.families.first().map_or_else(String::new, |it| it.0.clone());
    let has_serifs = ["Serif", "Mincho", "Myungjo", "Ming", "Song", "Batang", "Naskh", "Kufi"]
        .iter()
        .any(|it| name.contains(it));
    let is_fixed = face.monospaced != (style.family == Family::Mono);
    let is_slanted = (face.style != fontdb::Style::Normal) != style.italic;
    let weight = if style.bold { 700 } else { 400 };
    let heavy = face.weight.0.abs_diff(weight);
    let stretch = face.stretch != fontdb::Stretch::Normal;
    let noto = !name.starts_with("Noto Sans");
    (has_serifs, noto, heavy, is_slanted, is_fixed, stretch, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dejavu() -> SystemFaces {
        let mut faces = Database::new();
        for face in [font::Face::MonoBold, font::Face::FallbackBold, font::Face::Fallback] {
            faces.load_font_source(Source::Binary(Arc::new(font::data(face))));
        }
        SystemFaces::of(faces)
    }

    #[test]
    fn the_face_of_the_weight_asked_for_is_chosen() {
        let system = dejavu();
        let name = |style| {
            let face = system.face('✓', style)?;
            Some((face.families[0].0.clone(), face.weight.0))
        };
        assert_eq!(name(Style::SANS), Some(("DejaVu Sans".into(), 400)));
        assert_eq!(name(Style::SANS.bold()), Some(("DejaVu Sans".into(), 700)));
        assert_eq!(name(Style::MONO.bold()), Some(("DejaVu Sans Mono".into(), 700)));
    }

    #[test]
    fn a_face_without_colour_draws_emoji_where_there_is_no_other() {
        let system = dejavu();
        assert!(system.face('😀', Style::SANS).is_some());
        assert!(!system.is_colored('😀', Style::SANS));
    }

    #[test]
    fn a_character_that_no_face_has_has_none() {
        let system = dejavu();
        assert!(system.face('漢', Style::SANS).is_none());
        // The second time it is known.
        assert!(system.face('漢', Style::SANS).is_none());
    }
}
