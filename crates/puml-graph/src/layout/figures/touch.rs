//! Where a line that arrives at a side of a figure's box meets the figure itself.

use puml_family::pen;
use scene::{Point, Rect};

use super::outline::{LEAF_TAB, LEAF_TAB_HEIGHT, cap, frame_tab, tab_edge, tab_slope, tip};
use super::{HEAD, NECK, sign};
use crate::symbol::Symbol;

/// The side of its box that a line arrives at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Arrival {
    Left,
    Right,
    Top,
    Bottom,
}

/// Moves the end of a line from a figure's box onto its outline.
pub(in super::super) fn touch(symbol: Symbol, rect: Rect, end: Point) -> Point {
    let near = |one: f64, other: f64| (one - other).abs() < 1.5;
    let arrival = if near(end.y, rect.y) {
        Arrival::Top
    } else if near(end.y, rect.bottom()) {
        Arrival::Bottom
    } else if near(end.x, rect.x) {
        Arrival::Left
    } else if near(end.x, rect.right()) {
        Arrival::Right
    } else {
        return end;
    };
    let inward = inset(symbol, rect, arrival, end);
    match arrival {
        Arrival::Left => pen::at(end.x + inward, end.y),
        Arrival::Right => pen::at(end.x - inward, end.y),
        Arrival::Top => pen::at(end.x, end.y + inward),
        Arrival::Bottom => pen::at(end.x, end.y - inward),
    }
}

/// The same for a container, which may have its title in a tab.
pub(in super::super) fn touch_frame(symbol: Symbol, rect: Rect, title: Rect, end: Point) -> Point {
    let has_tab = matches!(symbol, Symbol::Package | Symbol::Folder);
    let is_above = (end.y - rect.y).abs() < 1.5;
    if has_tab && is_above {
        let tab = frame_tab(rect, title);
        return pen::at(end.x, end.y + beyond_tab(rect, tab.width, tab.height, end.x));
    }
    touch(symbol, rect, end)
}

/// How far below the top of its box a folder begins at `x`: not at all above its tab.
fn beyond_tab(rect: Rect, width: f64, height: f64, x: f64) -> f64 {
    let edge = tab_edge(rect, width);
    let slope = tab_slope(height);
    height * ((x - (edge - slope)) / slope.max(1.0)).clamp(0.0, 1.0)
}

/// How far inside its box the outline is where a line arrives.
fn inset(symbol: Symbol, rect: Rect, arrival: Arrival, end: Point) -> f64 {
    let (rx, ry) = (rect.width / 2.0, rect.height / 2.0);
    let dx = (end.x - (rect.x + rx)).abs();
    let dy = (end.y - (rect.y + ry)).abs();
    let is_level = matches!(arrival, Arrival::Left | Arrival::Right);
    match symbol {
        Symbol::UseCase | Symbol::BusinessUseCase | Symbol::Requirement => {
            if is_level {
                rx - bow(rx, dy, ry)
            } else {
                ry - bow(ry, dx, rx)
            }
        }
        Symbol::Database if !is_level => {
            let cap = cap(rect.height);
            cap - bow(cap, dx, rx)
        }
        Symbol::Queue if is_level => {
            let cap = cap(rect.width);
            cap - bow(cap, dy, ry)
        }
        Symbol::Hexagon if is_level => (rect.height / 4.0).min(24.0) * dy / ry.max(1.0),
        Symbol::Action | Symbol::Process if arrival == Arrival::Right => {
            tip(rect) * dy / ry.max(1.0)
        }
        Symbol::Process if arrival == Arrival::Left => tip(rect) * (1.0 - dy / ry.max(1.0)),
        Symbol::Package | Symbol::Folder if arrival == Arrival::Top => {
            beyond_tab(rect, rect.width * LEAF_TAB, LEAF_TAB_HEIGHT, end.x)
        }
        Symbol::Cloud => 3.0,
        Symbol::Stack if is_level => 12.0_f64.min(rect.width / 6.0),
        Symbol::Person => match arrival {
            Arrival::Top if dx < HEAD / 2.0 => HEAD / 2.0 - bow(HEAD / 2.0, dx, HEAD / 2.0),
            Arrival::Top => HEAD - NECK,
            _ => 0.0,
        },
        _ => match sign::size(symbol) {
            Some(sign) if is_level => (rx - sign.width / 2.0).max(0.0),
            Some(sign) if arrival == Arrival::Top && !sign::is_tall(symbol) => {
                (ry - sign.height / 2.0).max(0.0)
            }
            _ => 0.0,
        },
    }
}

/// The height of an ellipse above its middle line, `at` beside its centre.
fn bow(height: f64, at: f64, half: f64) -> f64 {
    if half <= 0.0 {
        return height;
    }
    height * (1.0 - (at / half).powi(2)).max(0.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_to_a_folder_ends_at_its_tab_or_at_its_body() {
        let rect = Rect { x: 0.0, y: 0.0, width: 200.0, height: 100.0 };
        let title = Rect { x: 8.0, y: 0.0, width: 60.0, height: 20.0 };
        let at = |x: f64| touch_frame(Symbol::Package, rect, title, pen::at(x, 0.0)).y;
        assert!(at(30.0).abs() < 0.01, "above the tab");
        assert!((at(150.0) - frame_tab(rect, title).height).abs() < 0.01, "beside the tab");
        let leaf = |x: f64| touch(Symbol::Folder, rect, pen::at(x, 0.0)).y;
        assert!(leaf(20.0).abs() < 0.01 && (leaf(150.0) - LEAF_TAB_HEIGHT).abs() < 0.01);
        let below = touch_frame(Symbol::Package, rect, title, pen::at(150.0, 100.0));
        assert!((below.y - 100.0).abs() < 0.01);
    }
}
