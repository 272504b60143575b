//! PDF: one page per scene, with selectable text, subset fonts and links.

use krilla::Document;
use krilla::action::{Action, LinkAction};
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::geom::{Rect, Size};
use krilla::metadata::Metadata;
use krilla::page::{Page, PageSettings};
use krilla_svg::{SurfaceExt as _, SvgSettings};
use scene::{Item, Link, Scene};

use crate::tree::{parsed, tree};
use crate::{Error, Options, link};

/// Points per pixel.
const POINT: f64 = 0.75;
/// Viewers refuse pages that are longer, in points; such a page is drawn smaller.
const MAX_SIDE: f64 = 14_400.0;

/// The scenes as one document.
pub(crate) fn pdf(pages: &[Scene], options: &Options) -> Result<Vec<u8>, Error> {
    let mut document = Document::new();
    for scene in pages {
        let scale = points_per_unit(scene, options);
        let (width, height) =
            ((scene.size.width * scale) as f32, (scene.size.height * scale) as f32);
        let no_extent = Error::NoExtent { width: width.into(), height: height.into() };
        let size = Size::from_wh(width, height).ok_or(no_extent)?;
        let tree = tree(scene, options)?;
        let mut page = document.start_page_with(PageSettings::new(size));
        let mut surface = page.surface();
        surface
            .draw_svg(&tree, size, SvgSettings::default())
            .ok_or_else(|| Error::Drawing("a page was refused".into()))?;
        surface.finish();
        links(&mut page, &scene.items, scale);
        page.finish();
    }
    if let Some(first) = pages.first() {
        document.set_metadata(metadata(first));
    }
    document.finish().map_err(|error| Error::Drawing(format!("{error:?}")))
}

/// An SVG picture as a document of one page. It should come from a writer or a sanitiser that keeps it plain.
pub fn svg_to_pdf(svg: &str, options: &Options) -> Result<Vec<u8>, Error> {
    let tree = parsed(svg, options)?;
    let (width, height) = (f64::from(tree.size().width()), f64::from(tree.size().height()));
    let scale = (POINT * options.scale).min(MAX_SIDE / width.max(height));
    let (width, height) = (width * scale, height * scale);
    let size =
        Size::from_wh(width as f32, height as f32).ok_or(Error::NoExtent { width, height })?;
    let mut document = Document::new();
    let mut page = document.start_page_with(PageSettings::new(size));
    let mut surface = page.surface();
    surface
        .draw_svg(&tree, size, SvgSettings::default())
        .ok_or_else(|| Error::Drawing("a page was refused".into()))?;
    surface.finish();
    page.finish();
    document.finish().map_err(|error| Error::Drawing(format!("{error:?}")))
}

fn points_per_unit(scene: &Scene, options: &Options) -> f64 {
    let scale = POINT * scene.scale * options.scale;
    scale.min(MAX_SIDE / scene.size.width.max(scene.size.height))
}

fn metadata(scene: &Scene) -> Metadata {
    let mut metadata = Metadata::new();
    if !scene.title.is_empty() {
        metadata = metadata.title(scene.title.clone());
    }
    if !scene.description.is_empty() {
        metadata = metadata.description(scene.description.clone());
    }
    metadata
}

fn links(page: &mut Page<'_>, items: &[Item], scale: f64) {
    for item in items {
        match item {
            Item::Group(group) => {
                if let (Some(link), Some(bounds)) = (&group.link, group.bounds()) {
                    annotate(page, link, bounds, scale);
                }
                links(page, &group.items, scale);
            }
            Item::Text(text) => {
                links(page, &text.items, scale);
                for line in &text.lines {
                    for run in &line.runs {
                        let Some(link) = &run.link else { continue };
                        let y = line.baseline - run.rise - font::ascent(run.font.size);
                        let height = font::line_height(run.font.size);
                        let bounds = scene::Rect { x: run.x, y, width: run.width, height };
                        annotate(page, link, bounds, scale);
                    }
                }
            }
            Item::Shape(_) | Item::Image(_) => {}
        }
    }
}

/// Relative addresses lead nowhere from a file that was sent on; they stay text.
fn annotate(page: &mut Page<'_>, link: &Link, bounds: scene::Rect, scale: f64) {
    if !link::is_safe(&link.url) || !link::is_absolute(&link.url) {
        return;
    }
    let [x, y, width, height] =
        [bounds.x, bounds.y, bounds.width, bounds.height].map(|it| (it * scale) as f32);
    let Some(rect) = Rect::from_xywh(x, y, width, height) else { return };
    let target = Target::Action(Action::Link(LinkAction::new(link.url.clone())));
    page.add_annotation(Annotation::new_link(
        LinkAnnotation::new(rect, target),
        link.tooltip.clone(),
    ));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{everything, login};

    fn text(pages: &[Scene]) -> String {
        let bytes = pdf(pages, &Options::default()).unwrap();
        pdf_extract::extract_text_from_mem(&bytes).unwrap()
    }

    #[test]
    fn text_can_be_selected_on_every_page() {
        let found = text(&[login(), everything()]);
        let letters: String = found.chars().filter(|ch| !ch.is_whitespace()).collect();
        assert_eq!(letters.matches("login(user,password)").count(), 2, "{found}");
        assert!(letters.contains("Привет"), "{found}");
    }

    #[test]
    fn the_same_scenes_give_the_same_bytes() {
        let write = || pdf(&[everything()], &Options::default()).unwrap();
        assert_eq!(write(), write());
    }

    #[test]
    fn a_link_leads_out_of_the_document() {
        let bytes = pdf(&[everything()], &Options::default()).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        assert!(
            text.contains("https://example.org/?a=1&b=2") && text.contains("mailto:a@example.org")
        );
    }

    #[test]
    fn a_page_longer_than_viewers_take_is_drawn_smaller() {
        let mut scene = login();
        scene.size.height = 40_000.0;
        assert!((points_per_unit(&scene, &Options::default()) - 0.36).abs() < 1e-9);
        assert!((points_per_unit(&login(), &Options::default()) - 0.75).abs() < 1e-9);
    }
}
