//! What stands around the picture: title, header, footer, legend, caption, and the frame around all.

use scene::{Group, Id, Item, Rect, Text};

use crate::layout_context::LayoutContext;
use crate::look::Look;
use crate::model::{Align, Banner, Label, Margin, Surroundings};
use crate::page::crisp;
use crate::{pen, text};

/// Between the title, the legend, the picture and so on, in pixels.
pub const CHROME_GAP: f64 = 12.0;
/// From what a frame holds to its border, on every side, in pixels.
pub const FRAME_PAD: f64 = 12.0;

/// The numbers of a page, for `%page%` and `%lastpage%`.
#[derive(Clone, Copy)]
pub struct PageNumber {
    /// Counted from 1.
    pub page: usize,
    /// How many there are.
    pub last: usize,
}

/// A piece of chrome, measured.
struct Piece<'m> {
    /// Still empty.
    group: Group,
    text: Text,
    look: &'m Look,
    align: Align,
    /// Whether a box stands around it.
    boxed: bool,
}

/// Puts everything around the picture that fills `picture`; returns what was added and the extent of all.
pub fn surround(
    ctx: LayoutContext<'_>,
    model: &Surroundings,
    title: Option<&Banner>,
    number: PageNumber,
    picture: Rect,
) -> (Vec<Item>, Rect) {
    let roles = ctx.looks.roles();
    let mut items = Vec::new();
    let mut bounds = picture;
    if let Some(banner) = &model.mainframe {
        bounds = mainframe(ctx, banner, bounds, &mut items);
    }
    let piece = |role, element, label: &Label, align, origin| {
        let look = ctx.element(element);
        let label = numbered(label, number);
        let label = Label { text: ctx.looks.manner().guillemets.put(&label.text) };
        let text = text::typeset(&label, text::Markup::Blocks, ctx.setting(look));
        Piece { group: ctx.group(role, origin), text, look, align, boxed: element == roles.legend }
    };
    let banner = |role, element, banner: &Banner| {
        piece(role, element, &banner.label, Align::Center, banner.origin)
    };
    let margin = |role, element, it: &Margin| piece(role, element, &it.label, it.align, it.origin);
    let title = title.map(|it| banner("title", roles.title, it));
    let header = model.header.as_ref().map(|it| margin("header", roles.header, it));
    let footer = model.footer.as_ref().map(|it| margin("footer", roles.footer, it));
    let caption = model.caption.as_ref().map(|it| banner("caption", roles.caption, it));
    let legend = model
        .legend
        .as_ref()
        .map(|it| (it.top, piece("legend", roles.legend, &it.label, it.align, it.origin)));
    let (legend_above, legend_below) = match legend {
        Some((true, it)) => (Some(it), None),
        Some((false, it)) => (None, Some(it)),
        None => (None, None),
    };
    let above = [legend_above, title, header];
    let below = [legend_below, caption, footer];
    // All of them share the widest one's room, so that left and right mean the same everywhere.
    let widest = above
        .iter()
        .chain(&below)
        .flatten()
        .map(|it| it.width() + 2.0 * it.margin())
        .fold(bounds.width, f64::max);
    let room = Rect { x: bounds.x - (widest - bounds.width) / 2.0, width: widest, ..bounds };
    bounds = room;
    for piece in above.into_iter().flatten() {
        let margin = piece.margin();
        let top = bounds.y - CHROME_GAP - margin - piece.height();
        items.push(piece.place(room, top));
        let upper = top - margin;
        bounds = Rect { y: upper, height: bounds.bottom() - upper, ..bounds };
    }
    for piece in below.into_iter().flatten() {
        let margin = piece.margin();
        let top = bounds.bottom() + CHROME_GAP + margin;
        let lower = top + piece.height() + margin;
        items.push(piece.place(room, top));
        bounds.height = lower - bounds.y;
    }
    (items, bounds)
}

impl Piece<'_> {
    fn pad(&self) -> f64 {
        if self.boxed || self.look.fill.is_some() { self.look.padding } else { 0.0 }
    }

    fn width(&self) -> f64 {
        (self.text.bounds.width + 2.0 * self.pad()).ceil()
    }

    fn height(&self) -> f64 {
        (self.text.bounds.height + 2.0 * self.pad()).ceil()
    }

    fn margin(&self) -> f64 {
        self.look.margin.max(0.0).ceil()
    }

    fn place(self, room: Rect, top: f64) -> Item {
        let (width, height) = (self.width(), self.height());
        let left = match self.align {
            Align::Left => room.x + self.margin(),
            Align::Center => room.x + (room.width - width) / 2.0,
            Align::Right => room.right() - width - self.margin(),
        };
        let rect = Rect { x: crisp(left), y: crisp(top), width: width - 1.0, height: height - 1.0 };
        let pad = self.pad();
        let mut group = self.group;
        group.id = Some(Id::Role);
        group.title = Some(text::spoken(&self.text));
        let has_line = self.boxed && self.look.line_width > 0.0;
        if self.look.fill.is_some() || has_line {
            group.items.extend(pen::panel(rect, self.look));
        }
        group.items.push(Item::Text(text::place(self.text, left + pad, top + pad)));
        Item::Group(group)
    }
}

/// A frame around the picture with a tab; returns the picture with the frame.
fn mainframe(
    ctx: LayoutContext<'_>,
    banner: &Banner,
    picture: Rect,
    items: &mut Vec<Item>,
) -> Rect {
    let look = ctx.element(ctx.looks.roles().mainframe);
    let text = ctx.line(&banner.label, look);
    let (width, height) = ((text.bounds.width + 20.0).ceil(), (text.bounds.height + 6.0).ceil());
    let missing = (width + FRAME_PAD - picture.width - 2.0 * FRAME_PAD).max(0.0);
    let rect = Rect {
        x: crisp(picture.x - FRAME_PAD - missing / 2.0),
        y: crisp(picture.y - FRAME_PAD - height),
        width: (picture.width + 2.0 * FRAME_PAD + missing).ceil(),
        height: (picture.height + 2.0 * FRAME_PAD + height).ceil(),
    };
    let mut group = ctx.group("mainframe", banner.origin);
    group.id = Some(Id::Role);
    group.title = Some(text::spoken(&text));
    group.items.push(pen::tab(Rect { width, height, ..rect }, look.corner, look));
    let outline = pen::box_outline(rect, look);
    group.items.extend(pen::stroke(look).map(|stroke| pen::stroked(outline, stroke)));
    group.items.push(Item::Text(text::place(text, rect.x + 8.0, rect.y + 3.0)));
    items.push(Item::Group(group));
    rect
}

fn numbered(label: &Label, number: PageNumber) -> Label {
    let text = label.text.replace("%page%", &number.page.to_string());
    Label { text: text.replace("%lastpage%", &number.last.to_string()) }
}
