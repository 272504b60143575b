//! The way from a scene to what the PNG and PDF libraries draw: our SVG, with text shaped in bundled fonts.

use std::sync::{Arc, OnceLock};

use resvg::usvg::fontdb::{self, Database, ID, Source};
use resvg::usvg::{self, FontResolver, ImageHrefResolver};
use scene::Scene;

use crate::pieces::{Faces, system_face};
use crate::system::has_glyph;
use crate::{Error, Options, Scheme, SystemFonts, svg};

/// The scene as a tree of shaped text and outlines, in the scene's pixels times its own scale.
pub(crate) fn tree(scene: &Scene, options: &Options) -> Result<usvg::Tree, Error> {
    // The page's extent is the caller's business here, and style rules are not evaluated: one scheme, resolved.
    let scheme = if options.scheme == Scheme::Dark { Scheme::Dark } else { Scheme::Light };
    let (db, given) = fonts(&options.fonts)?;
    let mut faces = Faces::new(db, given.clone(), options);
    let scene = faces.split(scene);
    let text = svg::svg(&scene, &Options { scheme, ..Options::default() })?;
    drawn(&text, faces.db, given, options)
}

/// An SVG text as such a tree. Files and addresses that it names are not read.
pub(crate) fn parsed(text: &str, options: &Options) -> Result<usvg::Tree, Error> {
    let (db, given) = fonts(&options.fonts)?;
    drawn(text, db, given, options)
}

fn drawn(
    text: &str,
    fontdb: Arc<Database>,
    given: Vec<ID>,
    options: &Options,
) -> Result<usvg::Tree, Error> {
    let system = options.system_fonts;
    let settings = usvg::Options {
        font_family: font::Face::Sans.family_name().into(),
        font_resolver: FontResolver {
            select_font: FontResolver::default_font_selector(),
            select_fallback: Box::new(move |ch, used, db| fallback(ch, used, db, &given, system)),
        },
        image_href_resolver: ImageHrefResolver {
            resolve_data: ImageHrefResolver::default_data_resolver(),
            // A picture never reads a file, whatever its text says.
            resolve_string: Box::new(|_, _| None),
        },
        fontdb,
        ..usvg::Options::default()
    };
    usvg::Tree::from_str(text, &settings).map_err(|error| Error::Drawing(error.to_string()))
}

/// The bundled faces, then the caller's.
pub(crate) fn fonts(given: &[Arc<[u8]>]) -> Result<(Arc<Database>, Vec<ID>), Error> {
    static BUNDLED: OnceLock<Arc<Database>> = OnceLock::new();
    let bundled = BUNDLED.get_or_init(|| {
        let mut db = Database::new();
        for face in font::Face::ALL {
            db.load_font_source(Source::Binary(Arc::new(font::data(face))));
        }
        db.set_sans_serif_family(font::Face::Sans.family_name());
        db.set_serif_family(font::Face::Sans.family_name());
        db.set_monospace_family(font::Face::Mono.family_name());
        Arc::new(db)
    });
    let mut all = Arc::clone(bundled);
    for (index, bytes) in given.iter().enumerate() {
        let db = Arc::make_mut(&mut all);
        if db.load_font_source(Source::Binary(Arc::new(Arc::clone(bytes)))).is_empty() {
            return Err(Error::Font { index });
        }
    }
    let given = all.faces().skip(font::Face::ALL.len()).map(|face| face.id).collect();
    Ok((all, given))
}

/// The face for a character that the asked-for family lacks: the caller's fonts in order, then the bundled fallback,
/// then what the system has.
///
/// `None` would end the search for the whole text, so a face that was not tried yet stands in for one that has the
/// glyph: another character of the text may be in it.
fn fallback(
    ch: char,
    used: &[ID],
    db: &mut Arc<Database>,
    given: &[ID],
    system: SystemFonts,
) -> Option<ID> {
    let first = used.first().and_then(|&id| db.face(id));
    let style = first.map_or(font::Style::SANS, |face| font::Style {
        family: if face.monospaced { font::Family::Mono } else { font::Family::Sans },
        bold: face.weight.0 >= 600,
        italic: face.style != fontdb::Style::Normal,
    });
    let bundled = db.faces().nth(font::Face::fallback(style) as usize).map(|face| face.id);
    let untried: Vec<ID> =
        given.iter().copied().chain(bundled).filter(|id| !used.contains(id)).collect();
    if let Some(&found) = untried.iter().find(|&&id| has_glyph(db, id, ch)) {
        return Some(found);
    }
    let Some(found) = system_face(system, ch, style) else { return untried.first().copied() };
    let same = |it: &&fontdb::FaceInfo| {
        it.post_script_name == found.post_script_name && it.index == found.index
    };
    let known = db.faces().find(same).map(|it| it.id);
    let id = known.unwrap_or_else(|| Arc::make_mut(db).push_face_info(found.clone()));
    (!used.contains(&id)).then_some(id)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use scene::{Item, Scene, Size};

    use super::*;
    use crate::samples::label;

    /// The families that draw a text, `.notdef` boxes included.
    fn families(text: &str) -> BTreeSet<String> {
        let mut page = Scene::new(Size { width: 100.0, height: 20.0 });
        page.items.push(Item::Text(label(text, 0.0, 0.0)));
        let tree = tree(&page, &Options::default()).unwrap();
        let mut out = BTreeSet::new();
        let mut groups = vec![tree.root()];
        while let Some(group) = groups.pop() {
            for node in group.children() {
                match node {
                    usvg::Node::Group(it) => groups.push(it),
                    usvg::Node::Text(it) => {
                        let glyphs = it.layouted().iter().flat_map(|span| &span.positioned_glyphs);
                        out.extend(
                            glyphs.map(|it| {
                                tree.fontdb().face(it.font).unwrap().families[0].0.clone()
                            }),
                        );
                    }
                    _ => {}
                }
            }
        }
        out
    }

    #[test]
    fn labels_are_drawn_in_the_face_that_measured_them() {
        assert_eq!(families("Log in"), BTreeSet::from(["Noto Sans".to_owned()]));
    }

    #[test]
    fn a_character_that_no_font_has_does_not_hide_the_others() {
        assert!(families("漢 ✓").contains("DejaVu Sans"));
    }
}
