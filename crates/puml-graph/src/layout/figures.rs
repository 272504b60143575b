//! Figures of component, deployment and use case diagrams: how large each is around its text, where the text stands,
//! and where lines touch it. Their outlines are drawn in `outline` and `sign`.

mod outline;
mod sign;
mod touch;

use puml_family::{LayoutContext, Look, text};
use scene::{Item, Rect, Size, Text};

use crate::symbol::Symbol;

pub(super) use outline::frame;
pub(super) use touch::{touch, touch_frame};

/// Room between an outline and what is inside.
#[derive(Debug, Clone, Copy)]
pub(super) struct Insets {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

const fn insets(left: f64, top: f64, right: f64, bottom: f64) -> Insets {
    Insets { left, top, right, bottom }
}

/// Between a sign and the name below it.
const GAP: f64 = 3.0;

/// What a figure's outline needs beyond the look's padding.
pub(super) fn room(symbol: Symbol) -> Insets {
    match symbol {
        Symbol::Component | Symbol::Artifact => insets(6.0, 8.0, 6.0, 0.0),
        Symbol::TabbedComponent => insets(12.0, 0.0, 0.0, 0.0),
        Symbol::Package | Symbol::Folder | Symbol::Frame => insets(0.0, 12.0, 4.0, 0.0),
        Symbol::Node => insets(0.0, 10.0, 10.0, 0.0),
        Symbol::Cloud => insets(14.0, 12.0, 14.0, 12.0),
        Symbol::Database => insets(0.0, 16.0, 0.0, 8.0),
        Symbol::Queue => insets(4.0, 0.0, 16.0, 0.0),
        Symbol::Storage => insets(6.0, 2.0, 6.0, 2.0),
        Symbol::File => insets(0.0, 4.0, 6.0, 0.0),
        Symbol::Card => insets(0.0, -4.0, 0.0, -4.0),
        Symbol::Hexagon | Symbol::Process | Symbol::Stack => insets(12.0, 0.0, 12.0, 0.0),
        Symbol::Action => insets(0.0, 0.0, 14.0, 0.0),
        Symbol::Collections => insets(0.0, 0.0, 4.0, 4.0),
        Symbol::Archimate => insets(0.0, 6.0, 16.0, 0.0),
        Symbol::Domain => insets(6.0, 0.0, 0.0, 0.0),
        _ => insets(0.0, 0.0, 0.0, 0.0),
    }
}

/// The diameter of a person's head.
const HEAD: f64 = 26.0;
/// How far a person's head reaches into the body.
const NECK: f64 = 6.0;

/// The texts of a figure from top to bottom.
fn texts<'a>(stereotypes: &'a [Text], name: &'a Text) -> impl Iterator<Item = &'a Text> {
    stereotypes.iter().chain([name])
}

fn words(stereotypes: &[Text], name: &Text) -> Size {
    Size {
        width: texts(stereotypes, name).map(|it| it.bounds.width).fold(0.0, f64::max),
        height: texts(stereotypes, name).map(|it| it.bounds.height).sum(),
    }
}

/// How large a figure is around its texts.
pub(super) fn size(symbol: Symbol, stereotypes: &[Text], name: &Text, look: &Look) -> Size {
    let inner = words(stereotypes, name);
    let pad = look.padding;
    if let Some(sign) = sign::size(symbol) {
        // The sign stands in the middle, so that lines to its sides meet it.
        let below = name.bounds.height + GAP;
        let above: f64 = stereotypes.iter().map(|it| it.bounds.height).sum();
        let around = if sign::is_tall(symbol) { above + below } else { 2.0 * above.max(below) };
        return Size {
            width: inner.width.max(sign.width).ceil(),
            height: (sign.height + around).ceil(),
        };
    }
    match symbol {
        Symbol::UseCase | Symbol::BusinessUseCase | Symbol::Requirement => {
            // The smallest ellipse of these proportions around a rectangle.
            let root = std::f64::consts::SQRT_2;
            let width = inner.width * root + pad;
            let height = (inner.height * root + pad).max(34.0);
            Size { width: width.max(look.min_width).ceil(), height: height.ceil() }
        }
        Symbol::Label => Size { width: inner.width.ceil(), height: inner.height.ceil() },
        Symbol::Person => Size {
            width: (inner.width + 2.0 * pad).max(look.min_width).max(HEAD + 24.0).ceil(),
            height: (inner.height + 2.0 * pad + HEAD - NECK + 4.0).ceil(),
        },
        _ => {
            let room = room(symbol);
            let width = inner.width + 2.0 * pad + room.left + room.right;
            let height = inner.height + 2.0 * pad + room.top + room.bottom;
            let cut = if symbol == Symbol::Hexagon { height / 4.0 } else { 0.0 };
            Size {
                width: (width.max(look.min_width) + cut).ceil(),
                height: height.max(26.0).ceil(),
            }
        }
    }
}

/// Draws a figure with its texts.
pub(super) fn draw(
    symbol: Symbol,
    stereotypes: Vec<Text>,
    name: Text,
    rect: Rect,
    look: &Look,
    items: &mut Vec<Item>,
) {
    if let Some(sign) = sign::size(symbol) {
        let below = name.bounds.height + GAP;
        let above: f64 = stereotypes.iter().map(|it| it.bounds.height).sum();
        let top = if sign::is_tall(symbol) { above } else { above.max(below) };
        let place = Rect {
            x: rect.x + (rect.width - sign.width) / 2.0,
            y: rect.y + top,
            width: sign.width,
            height: sign.height,
        };
        items.extend(sign::draw(symbol, place, look));
        stack(&stereotypes, rect, rect.y + top - above, items);
        stack(&[name], rect, place.bottom() + GAP, items);
        return;
    }
    items.extend(outline::leaf(symbol, rect, look));
    let inner = words(&stereotypes, &name);
    let mut area = rect;
    let room = match symbol {
        Symbol::Person => insets(0.0, HEAD - NECK + 4.0, 0.0, 0.0),
        _ => room(symbol),
    };
    area.x += room.left;
    area.width -= room.left + room.right;
    area.y += room.top;
    area.height -= room.top + room.bottom;
    let top = area.y + (area.height - inner.height) / 2.0;
    let mut all = stereotypes;
    all.push(name);
    stack(&all, area, top, items);
}

/// Texts below one another, each in the middle.
fn stack(all: &[Text], area: Rect, top: f64, items: &mut Vec<Item>) {
    let mut y = top;
    for it in all {
        let x = area.x + (area.width - it.bounds.width) / 2.0;
        let height = it.bounds.height;
        items.push(Item::Text(text::place(it.clone(), x, y)));
        y += height;
    }
}

/// The texts of a figure, set as its look says.
pub(super) fn name(label: &puml_family::Label, look: &Look, ctx: LayoutContext<'_>) -> Text {
    ctx.sections(label, look)
}
