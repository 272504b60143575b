//! Messages between players and spans of time above them.

use puml_family::{Look, pen, text};
use scene::{Geometry, Id, Interval, Item, Point, Rect};

use super::Sheet;
use super::labels::{Harm, Obstacles};
use super::plot::height_at;
use crate::ast::PlayerKind;
use crate::element::Element;
use crate::model::{Message, Value};

/// Spans of time: a double arrow with its label above.
pub(super) fn constraints(sheet: &Sheet<'_>) -> Vec<Item> {
    let mut items = Vec::new();
    let mut seen = vec![0_usize; sheet.model.players.len()];
    for (idx, it) in sheet.model.constraints.iter().enumerate() {
        let row = &sheet.rows[it.player];
        let y = row.constraints[seen[it.player]];
        seen[it.player] += 1;
        let look = sheet.ctx.look(it.look);
        let (from, to) = (sheet.scale.x(it.from), sheet.scale.x(it.to));
        let mut group = sheet.ctx.group("constraint", it.origin);
        group.id = Some(Id::Number(idx as u32 + 1));
        if let Some(stroke) = pen::stroke(look) {
            for x in [from, to] {
                let tail = scene::Stroke { width: stroke.width * 0.6, ..stroke.clone() };
                group.items.push(pen::line(pen::at(x, y - 5.0), pen::at(x, row.top), tail));
            }
            // Where the span is short the heads stand outside and point at it.
            let is_short = to - from < 20.0;
            let (start, end) = if is_short { (from - 14.0, to + 14.0) } else { (from, to) };
            group.items.push(pen::line(pen::at(start, y), pen::at(end, y), stroke));
            let inward = if is_short { -1.0 } else { 1.0 };
            group.items.push(head(pen::at(from, y), pen::at(from + inward * 10.0, y), look));
            group.items.push(head(pen::at(to, y), pen::at(to - inward * 10.0, y), look));
        }
        let label = sheet.ctx.line(&it.label, look);
        if label.bounds.width > 0.0 {
            group.title = Some(text::spoken(&label));
            let x = f64::midpoint(from, to) - label.bounds.width / 2.0;
            let height = label.bounds.height;
            group.items.push(Item::Text(text::place(label, x, y - height - 3.0)));
        }
        items.push(Item::Group(group));
    }
    items
}

/// Arrows between players, their labels where they hide least.
pub(super) fn messages(sheet: &Sheet<'_>, texts: &[Rect]) -> Vec<Item> {
    let mut items = Vec::new();
    let lines: Vec<(Point, Point)> =
        sheet.model.messages.iter().map(|it| ends(sheet, it)).collect();
    let mut obstacles = obstacles(sheet, texts, &lines);
    let mut furthest = texts.iter().map(|it| it.right()).fold(sheet.scale.right(), f64::max);
    for (idx, (it, line)) in sheet.model.messages.iter().zip(lines).enumerate() {
        let look = sheet.ctx.look(it.look);
        let (from, to) = line;
        let mut group = sheet.ctx.group("message", it.origin);
        group.id = Some(Id::Number(idx as u32 + 1));
        let Some(stroke) = pen::stroke(look) else { continue };
        if is_loop(line) {
            let side = pen::at(from.x + 22.0, from.y);
            let to = pen::at(from.x, from.y + 10.0);
            group.items.push(pen::line(from, side, stroke.clone()));
            group.items.push(pen::line(side, pen::at(side.x, to.y), stroke.clone()));
            group.items.push(pen::line(pen::at(side.x, to.y), to, stroke));
            group.items.push(head(to, pen::at(side.x, to.y), look));
        } else {
            group.items.push(pen::line(from, to, stroke));
            group.items.push(head(to, from, look));
        }
        let label = sheet.ctx.line(&it.label, look);
        if label.bounds.width > 0.0 {
            group.title = Some(text::spoken(&label));
            let found = obstacles.place(line, label.bounds, Interval::new(sheet.top, sheet.bottom));
            // Where no place is free it stands behind everything that is written.
            let at = found.unwrap_or_else(|| pen::at(furthest + 8.0, from.y));
            let label = text::place(label, at.x, at.y);
            if let Some(fill) = sheet.ctx.element(Element::Document).fill {
                let ground =
                    Rect { x: at.x - 2.0, width: label.bounds.width + 4.0, ..label.bounds };
                group.items.push(pen::filled(Geometry::Rect { rect: ground, corner: 2.0 }, fill));
            }
            obstacles.rect(label.bounds, Harm::Forbidden);
            furthest = furthest.max(label.bounds.right());
            group.items.push(Item::Text(label));
        }
        items.push(Item::Group(group));
    }
    items
}

/// Where a message begins and ends.
fn ends(sheet: &Sheet<'_>, it: &Message) -> (Point, Point) {
    let middle = |row: usize| f64::midpoint(sheet.rows[row].top, sheet.rows[row].bottom);
    let end = |player: usize, at: f64, other: usize| {
        pen::at(sheet.scale.x(at), height_at(sheet, player, at, middle(other)))
    };
    (end(it.from, it.from_at, it.to), end(it.to, it.to_at, it.from))
}

/// To itself at one moment.
fn is_loop((from, to): (Point, Point)) -> bool {
    (from.x - to.x).abs() + (from.y - to.y).abs() < 1.0
}

/// What the labels of messages should not cover: no text at all, no arrow, ribbon or span of time if it can be helped.
fn obstacles(sheet: &Sheet<'_>, texts: &[Rect], lines: &[(Point, Point)]) -> Obstacles {
    let mut obstacles = Obstacles::default();
    for text in texts {
        obstacles.rect(*text, Harm::Forbidden);
    }
    for (from, to) in lines {
        obstacles.line(*from, *to, Harm::Hides(60.0));
    }
    let mut seen = vec![0_usize; sheet.model.players.len()];
    for it in &sheet.model.constraints {
        let y = sheet.rows[it.player].constraints[seen[it.player]];
        seen[it.player] += 1;
        let (from, to) = (pen::at(sheet.scale.x(it.from), y), pen::at(sheet.scale.x(it.to), y));
        obstacles.line(from, to, Harm::Hides(60.0));
        let label = sheet.ctx.line(&it.label, sheet.ctx.look(it.look)).bounds;
        let x = f64::midpoint(from.x, to.x) - label.width / 2.0;
        obstacles.rect(Rect { x, y: y - label.height - 3.0, ..label }, Harm::Forbidden);
    }
    for (row, player) in sheet.rows.iter().zip(&sheet.model.players) {
        let width = sheet.scale.right() - sheet.scale.left();
        let plot = Rect { x: sheet.scale.left(), y: row.top, width, height: row.bottom - row.top };
        let is_ribbon = matches!(player.kind, PlayerKind::Concise | PlayerKind::Rectangle);
        obstacles.rect(plot, Harm::Hides(if is_ribbon { 30.0 } else { 6.0 }));
        if player.kind != PlayerKind::Robust {
            continue;
        }
        for (idx, change) in player.changes.iter().enumerate() {
            let (Some(at), Value::State(state)) = (change.at, &change.value) else { continue };
            let next = player.changes.get(idx + 1).and_then(|it| it.at);
            let y = row.level(player, *state);
            let end = next.map_or(sheet.scale.right(), |it| sheet.scale.x(it));
            obstacles.line(pen::at(sheet.scale.x(at), y), pen::at(end, y), Harm::Hides(30.0));
        }
    }
    obstacles
}

/// A filled head at `tip` of a line that comes from `from`.
fn head(tip: Point, from: Point, look: &Look) -> Item {
    let (dx, dy) = (from.x - tip.x, from.y - tip.y);
    let length = dx.hypot(dy).max(0.001);
    let (dx, dy) = (dx / length, dy / length);
    let back = pen::at(tip.x + dx * 8.0, tip.y + dy * 8.0);
    let outline = vec![
        tip,
        pen::at(back.x - dy * 3.5, back.y + dx * 3.5),
        pen::at(back.x + dy * 3.5, back.y - dx * 3.5),
    ];
    pen::filled(Geometry::Polygon(outline), look.head.unwrap_or(look.line))
}
