//! The players: their names, levels, lines and ribbons, comments and notes.

use puml_family::{Look, pen, text};
use scene::{Geometry, Id, Interval, Item, Point, Rect, Segment};

use super::Sheet;
use super::rows::{Row, analog_y, level_labels, value_range};
use crate::ast::PlayerKind;
use crate::element::Element;
use crate::model::{Change, Player, Value};

pub(super) fn draw(sheet: &Sheet<'_>, texts: &mut Vec<Rect>) -> Vec<Item> {
    let mut items = Vec::new();
    for (idx, player) in sheet.model.players.iter().enumerate() {
        let row = &sheet.rows[idx];
        let mut group = sheet.ctx.group("player", player.origin);
        group.id = Some(Id::Number(idx as u32 + 1));
        head(sheet, player, row, &mut group, idx, texts);
        match player.kind {
            PlayerKind::Robust => robust(sheet, player, row, &mut group.items),
            PlayerKind::Concise | PlayerKind::Rectangle => {
                ribbon(sheet, player, row, &mut group.items, texts);
            }
            PlayerKind::Binary => binary(sheet, player, row, &mut group.items),
            PlayerKind::Clock => clock(sheet, player, row, &mut group.items),
            PlayerKind::Analog => analog(sheet, player, row, &mut group.items),
        }
        for placed in &row.texts {
            let text = text::place(placed.text.clone(), placed.at.x, placed.at.y);
            texts.push(text.bounds);
            group.items.push(Item::Text(text));
        }
        texts.extend(row.notes.iter().map(|it| it.2));
        items.push(Item::Group(group));
    }
    items
}

/// Notes, in front of the arrows.
pub(super) fn notes(sheet: &Sheet<'_>) -> Vec<Item> {
    let mut items = Vec::new();
    for row in &sheet.rows {
        for (number, text, rect) in &row.notes {
            let note = &sheet.model.notes[*number];
            let look = sheet.ctx.look(note.look);
            let mut group = sheet.ctx.group("note", note.origin);
            group.id = Some(Id::Number(*number as u32 + 1));
            group.title = Some(text::spoken(text));
            group.items.extend(paper(*rect, look));
            group.items.push(Item::Text(text.clone()));
            items.push(Item::Group(group));
        }
    }
    items
}

/// The name, the labels of levels, and the line above the row.
fn head(
    sheet: &Sheet<'_>,
    player: &Player,
    row: &Row,
    group: &mut scene::Group,
    idx: usize,
    texts: &mut Vec<Rect>,
) {
    let look = sheet.ctx.element(Element::Name);
    let name = sheet.ctx.line(&player.label, look);
    group.title = Some(text::spoken(&name));
    let middle = f64::midpoint(row.top, row.bottom);
    let y = (middle - name.bounds.height / 2.0).max(row.y + 2.0);
    let name = text::place(name, super::GAP / 2.0, y);
    texts.push(name.bounds);
    group.items.push(Item::Text(name));
    let edge = sheet.scale.left();
    for (text, y) in level_labels(sheet.ctx, player, row) {
        let x = edge - text.bounds.width - 6.0;
        let height = text.bounds.height;
        let text = text::place(text, x, y - height / 2.0);
        texts.push(text.bounds);
        group.items.push(Item::Text(text));
    }
    let Some(stroke) = pen::stroke(look) else { return };
    if idx > 0 {
        let y = row.y.round() + 0.5;
        group.items.push(pen::line(
            pen::at(0.0, y),
            pen::at(sheet.scale.right(), y),
            stroke.clone(),
        ));
    }
    for x in [sheet.names, edge] {
        let x = x.round() + 0.5;
        let line = pen::line(pen::at(x, row.y), pen::at(x, row.y + row.height), stroke.clone());
        group.items.push(line);
        if edge - sheet.names < 1.0 {
            break;
        }
    }
}

/// Where each change holds, on the page.
fn held<'p>(
    sheet: &'p Sheet<'_>,
    player: &'p Player,
) -> impl Iterator<Item = (&'p Change, Interval)> {
    player.changes.iter().enumerate().map(|(idx, change)| {
        let from = change.at.map_or(sheet.scale.left(), |it| sheet.scale.x(it));
        let next = player.changes.get(idx + 1).and_then(|it| it.at);
        let to = next.map_or(sheet.scale.right(), |it| sheet.scale.x(it));
        (change, Interval::new(from, to.max(from)))
    })
}

fn line(points: &[Point], look: &Look) -> Option<Item> {
    let (first, rest) = points.split_first()?;
    let mut path = vec![Segment::Move(*first)];
    path.extend(rest.iter().map(|it| Segment::Line(*it)));
    pen::stroke(look).map(|stroke| pen::stroked(Geometry::Path(path), stroke))
}

fn band(from: f64, to: f64, upper: f64, lower: f64, look: &Look) -> Option<Item> {
    let rect = Rect { x: from, y: upper, width: to - from, height: (lower - upper).max(1.0) };
    look.fill.map(|fill| pen::filled(Geometry::Rect { rect, corner: 0.0 }, fill))
}

fn robust(sheet: &Sheet<'_>, player: &Player, row: &Row, items: &mut Vec<Item>) {
    let faint = sheet.ctx.element(Element::Grid);
    if let Some(stroke) = pen::stroke(faint) {
        for state in 0..player.states.len() {
            let y = row.level(player, state);
            let (from, to) = (sheet.scale.left(), sheet.scale.right());
            items.push(pen::line(pen::at(from, y), pen::at(to, y), stroke.clone()));
        }
    }
    for (change, Interval { from, to }) in held(sheet, player).filter(|it| it.0.colored) {
        if let Value::State(state) = change.value {
            let look = sheet.ctx.look(change.look);
            items.extend(band(from, to, row.level(player, state), row.bottom, look));
        }
    }
    let look = sheet.ctx.look(player.look);
    let mut points: Vec<Point> = Vec::new();
    for (change, Interval { from, to }) in held(sheet, player) {
        match change.value {
            Value::State(state) => {
                let y = row.level(player, state);
                points.extend([pen::at(from, y), pen::at(to, y)]);
            }
            Value::Either(a, b) => {
                items.extend(line(&points, look));
                points.clear();
                let (a, b) = (row.level(player, a), row.level(player, b));
                let (upper, lower) = (a.min(b), a.max(b));
                items.extend(band(from, to, upper, lower, sheet.ctx.look(change.look)));
                for y in [upper, lower] {
                    items.extend(line(&[pen::at(from, y), pen::at(to, y)], look));
                }
            }
            _ => {
                items.extend(line(&points, look));
                points.clear();
            }
        }
    }
    items.extend(line(&points, look));
}

fn ribbon(
    sheet: &Sheet<'_>,
    player: &Player,
    row: &Row,
    items: &mut Vec<Item>,
    texts: &mut Vec<Rect>,
) {
    let middle = f64::midpoint(row.top, row.bottom);
    for (idx, (change, Interval { from, to })) in held(sheet, player).enumerate() {
        let look = sheet.ctx.look(change.look);
        match change.value {
            Value::Hidden => continue,
            Value::Flat => {
                items.extend(line(&[pen::at(from, middle), pen::at(to, middle)], look));
                continue;
            }
            _ => {}
        }
        let is_first = change.at.is_none();
        let is_last = idx + 1 == player.changes.len();
        let is_square = player.kind == PlayerKind::Rectangle;
        let cut = 9.0_f64.min((to - from) / 2.0);
        let point = |is_open: bool| if is_square || is_open { 0.0 } else { cut };
        let (begin, end) = (point(is_first), point(is_last));
        let outline = vec![
            pen::at(from, middle),
            pen::at(from + begin, row.top),
            pen::at(to - end, row.top),
            pen::at(to, middle),
            pen::at(to - end, row.bottom),
            pen::at(from + begin, row.bottom),
        ];
        if let Some(fill) = look.fill {
            items.push(pen::filled(Geometry::Polygon(outline.clone()), fill));
        }
        if is_last {
            // The last state goes on: its end stays open.
            let path = [outline[2], outline[1], outline[0], outline[5], outline[4]];
            items.extend(line(&path, look));
        } else if let Some(stroke) = pen::stroke(look) {
            items.push(pen::stroked(Geometry::Polygon(outline), stroke));
        }
        let Value::State(state) = change.value else { continue };
        if row.outside.get(idx).copied().unwrap_or(false) {
            continue;
        }
        let text = sheet.ctx.line(&player.states[state].label, look);
        if text.bounds.width > 0.0 {
            let x = f64::midpoint(from, to) - text.bounds.width / 2.0;
            let y = middle - text.bounds.height / 2.0;
            let text = text::place(text, x, y);
            texts.push(text.bounds);
            items.push(Item::Text(text));
        }
    }
}

fn binary(sheet: &Sheet<'_>, player: &Player, row: &Row, items: &mut Vec<Item>) {
    let look = sheet.ctx.look(player.look);
    let (high, low) = (row.top + 4.0, row.bottom - 4.0);
    let mut points: Vec<Point> = Vec::new();
    // A signal is low before its first change.
    if let Some((Some(at), Value::State(_))) = player.changes.first().map(|it| (it.at, &it.value)) {
        points.extend([pen::at(sheet.scale.left(), low), pen::at(sheet.scale.x(at), low)]);
    }
    for (change, Interval { from, to }) in held(sheet, player) {
        match change.value {
            Value::State(state) => {
                let y = if state == 1 { high } else { low };
                points.extend([pen::at(from, y), pen::at(to, y)]);
            }
            Value::Either(..) | Value::Blank | Value::Flat => {
                items.extend(line(&points, look));
                points.clear();
                items.extend(band(from, to, high, low, look));
                for y in [high, low] {
                    items.extend(line(&[pen::at(from, y), pen::at(to, y)], look));
                }
            }
            Value::Hidden | Value::Number(_) => {
                items.extend(line(&points, look));
                points.clear();
            }
        }
    }
    items.extend(line(&points, look));
}

fn clock(sheet: &Sheet<'_>, player: &Player, row: &Row, items: &mut Vec<Item>) {
    let look = sheet.ctx.look(player.look);
    let Some(beat) = player.beat else { return };
    let (high, low) = (row.top + 4.0, row.bottom - 4.0);
    let (start, end) = (sheet.scale.left(), sheet.scale.right());
    // Beats that no eye can tell apart are one band.
    if beat.period * sheet.scale.pixels() < 2.0 {
        items.extend(band(start, end, high, low, look));
        return;
    }
    let pulse = beat.pulse.unwrap_or(beat.period / 2.0).min(beat.period);
    let mut at = beat.offset.unwrap_or(0.0);
    let first = sheet.scale.first();
    if at < first {
        at += ((first - at) / beat.period).floor() * beat.period;
    }
    let mut points = vec![pen::at(start, low)];
    while sheet.scale.x(at) < end {
        let rise = sheet.scale.x(at).max(start);
        let fall = sheet.scale.x(at + pulse).min(end);
        points.extend([pen::at(rise, low), pen::at(rise, high), pen::at(fall, high)]);
        if fall < end {
            points.push(pen::at(fall, low));
        }
        at += beat.period;
    }
    let last = points.last().map_or(low, |it| it.y);
    points.push(pen::at(end, last));
    items.extend(line(&points, look));
}

fn analog(sheet: &Sheet<'_>, player: &Player, row: &Row, items: &mut Vec<Item>) {
    let range = value_range(player);
    let faint = sheet.ctx.element(Element::Grid);
    if let Some(stroke) = pen::stroke(faint) {
        for (_, y) in level_labels(sheet.ctx, player, row) {
            let (from, to) = (sheet.scale.left(), sheet.scale.right());
            items.push(pen::line(pen::at(from, y), pen::at(to, y), stroke.clone()));
        }
    }
    let look = sheet.ctx.look(player.look);
    let mut points: Vec<Point> = Vec::new();
    for (change, Interval { from, .. }) in held(sheet, player) {
        if let Value::Number(value) = change.value {
            points.push(pen::at(from, analog_y(row, range, value)));
        } else {
            items.extend(line(&points, look));
            points.clear();
        }
    }
    if let Some(last) = points.last().copied() {
        points.push(pen::at(sheet.scale.right(), last.y));
    }
    items.extend(line(&points, look));
}

/// The height at which a player is at some moment, for arrows that come from `above` or below.
pub(super) fn height_at(sheet: &Sheet<'_>, idx: usize, at: f64, other: f64) -> f64 {
    let (player, row) = (&sheet.model.players[idx], &sheet.rows[idx]);
    let middle = f64::midpoint(row.top, row.bottom);
    let current = player.changes.iter().rfind(|it| it.at.is_none_or(|it| it <= at + 1e-9));
    match (player.kind, current.map(|it| &it.value)) {
        (PlayerKind::Robust, Some(Value::State(state))) => row.level(player, *state),
        (PlayerKind::Concise | PlayerKind::Rectangle, _) => {
            if other > middle {
                row.bottom
            } else {
                row.top
            }
        }
        (PlayerKind::Binary, Some(Value::State(state))) => {
            if *state == 1 {
                row.top + 4.0
            } else {
                row.bottom - 4.0
            }
        }
        (PlayerKind::Analog, Some(Value::Number(value))) => {
            analog_y(row, value_range(player), *value)
        }
        _ => middle,
    }
}

/// A sheet of paper with a folded corner.
fn paper(rect: Rect, look: &Look) -> Vec<Item> {
    let fold = 7.0;
    let (left, top, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    let outline = Geometry::Polygon(vec![
        pen::at(left, top),
        pen::at(right - fold, top),
        pen::at(right, top + fold),
        pen::at(right, bottom),
        pen::at(left, bottom),
    ]);
    let corner = Geometry::Path(vec![
        Segment::Move(pen::at(right - fold, top)),
        Segment::Line(pen::at(right - fold, top + fold)),
        Segment::Line(pen::at(right, top + fold)),
    ]);
    let mut items = pen::cast(outline, look);
    items.extend(pen::stroke(look).map(|stroke| pen::stroked(corner, stroke)));
    items
}
