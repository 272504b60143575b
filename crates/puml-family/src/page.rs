//! A finished page: the picture with what stands around it, moved onto the canvas.

use scene::{Item, Rect, Scene, Size};

use crate::chrome::{self, PageNumber};
use crate::chunks;
use crate::layout_context::LayoutContext;
use crate::model::{Banner, Scale, Surroundings};
use crate::text;

/// Around the whole picture, in pixels.
pub const MARGIN: f64 = 12.0;

/// A picture and what its scene says about it.
pub struct Page<'a> {
    /// From back to front, anywhere on the plane.
    pub items: Vec<Item>,
    /// Around all items.
    pub extent: Rect,
    /// The title of this page, where it has one of its own.
    pub title: Option<&'a Banner>,
    /// For `%page%` and `%lastpage%`.
    pub number: PageNumber,
    /// What it is called where it has no title: `Sequence diagram`.
    pub kind: &'static str,
    /// What it shows, in one sentence.
    pub description: String,
}

/// Puts title, legend and the like around a picture and makes a scene of it.
pub fn finish(ctx: LayoutContext<'_>, surroundings: &Surroundings, page: Page<'_>) -> Scene {
    let title = page.title.or(surroundings.title.as_ref());
    let (around, bounds) = chrome::surround(ctx, surroundings, title, page.number, page.extent);
    let bounds = around.iter().filter_map(Item::bounds).fold(bounds, Rect::cover);
    let mut items = page.items;
    items.extend(around);
    // A whole number of pixels keeps lines where they are sharp.
    let (dx, dy) = ((MARGIN - bounds.x).ceil(), (MARGIN - bounds.y).ceil());
    chunks::change(&mut items, |part| text::shift_items(part, dx, dy));
    let size = Size {
        width: (bounds.right() + dx + MARGIN).ceil(),
        height: (bounds.bottom() + dy + MARGIN).ceil(),
    };
    let roles = ctx.looks.roles();
    let mut scene = Scene::new(size);
    scene.background = ctx.element(roles.document).fill;
    let manner = ctx.looks.manner();
    scene.scale = manner.density * surroundings.scale.map_or(1.0, |scale| factor(scale, size));
    scene.handwritten = manner.handwritten;
    scene.title = title.map_or_else(
        || page.kind.to_owned(),
        |it| text::spoken(&ctx.block(&it.label, ctx.element(roles.title))),
    );
    scene.description = page.description;
    scene.items = items;
    scene
}

/// Around all items; `None` where nothing is drawn.
pub fn extent(items: &[Item]) -> Option<Rect> {
    let bounds = |part: &[Item]| part.iter().filter_map(Item::bounds).reduce(Rect::cover);
    chunks::map(items, bounds).into_iter().flatten().reduce(Rect::cover)
}

/// The middle of the pixel: a line one pixel wide is sharp there.
pub fn crisp(at: f64) -> f64 {
    at.floor() + 0.5
}

/// Scale factor.
fn factor(scale: Scale, size: Size) -> f64 {
    let (by_width, by_height) =
        (|width: f64| width / size.width, |height: f64| height / size.height);
    match scale {
        Scale::Factor(factor) => factor,
        Scale::Width(width) => by_width(width),
        Scale::Height(height) => by_height(height),
        Scale::Fit(size) => by_width(size.width).min(by_height(size.height)),
        Scale::MaxWidth(width) => by_width(width).min(1.0),
        Scale::MaxHeight(height) => by_height(height).min(1.0),
        Scale::MaxFit(size) => by_width(size.width).min(by_height(size.height)).min(1.0),
    }
}
