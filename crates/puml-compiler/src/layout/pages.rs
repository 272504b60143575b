//! Pages: heads, rows, lifelines and feet put together, and the whole moved onto the canvas.

use diag::Sources;
use scene::{Group, Item, Rect, Scene, Size};

use super::activations::Bars;
use super::canvas::Canvas;
use super::chrome::{self, PageNumber};
use super::columns::{Columns, Constraints};
use super::desk::{Desk, column};
use super::enclosures::{self, Enclosure};
use super::heads::{self, Head, Place};
use super::lives::Lives;
use super::reach::Reach;
use super::rows::Rows;
use super::spacing::{HEAD_GAP, MARGIN, SEAM, TAIL, crisp};
use super::tiles::{self, Tile};
use super::{LayoutOptions, durations, lifelines, pen, stretches};
use crate::model::{Event, EventKind, Model, Page, ParticipantId, Scale};
use crate::style::Element;
use crate::text::{self, Markup, Setting};

/// Draws all pages or the one that is asked for.
pub(super) fn draw(model: &Model, sources: &Sources, options: LayoutOptions) -> Vec<Scene> {
    let names: Vec<String> = model
        .participants
        .iter()
        .map(|it| {
            text::spoken(&text::typeset(
                &it.label,
                Markup::Blocks,
                Setting::of(&model.looks[it.look], &model.sprites),
            ))
        })
        .collect();
    let desk = Desk { model, sources, names: &names };
    let heads: Vec<Head<'_>> =
        (0..model.participants.len()).map(|idx| heads::measure(desk, idx)).collect();
    let mut constraints = Constraints::new(heads.len());
    keep_heads_apart(&heads, model, &mut constraints);
    let pages = tiles::measure(desk, &heads, &mut constraints);
    let enclosures = enclosures::measure(desk, &mut constraints);
    let columns = constraints.solve();
    let mut sheet = Sheet {
        desk,
        heads: &heads,
        columns: &columns,
        enclosures: &enclosures,
        bars: Bars::new(columns.last() + 1),
        lives: Lives::new(model),
    };
    let last = pages.len();
    let mut scenes = Vec::new();
    for (idx, tiles) in pages.into_iter().enumerate() {
        let number = PageNumber { page: idx + 1, last };
        let scene = sheet.page(tiles, &model.pages[idx], number);
        if options.page.is_none_or(|page| page == number.page) {
            scenes.push(scene);
        }
    }
    scenes
}

fn keep_heads_apart(heads: &[Head<'_>], model: &Model, constraints: &mut Constraints) {
    let gap = HEAD_GAP + model.participant_padding.max(0.0);
    let margin = |idx: usize| model.looks[model.participants[idx].look].margin.max(0.0);
    for (idx, head) in heads.iter().enumerate() {
        let half = head.size.width / 2.0;
        constraints.clear(Reach::at(idx + 1, half, half));
        if let Some(next) = heads.get(idx + 1) {
            let margins = margin(idx) + margin(idx + 1);
            constraints.apart(idx + 1, idx + 2, half + next.size.width / 2.0 + gap + margins);
        }
    }
}

/// What all pages share.
struct Sheet<'a, 'm> {
    desk: Desk<'m>,
    heads: &'a [Head<'m>],
    columns: &'m Columns,
    enclosures: &'a [Enclosure],
    bars: Bars,
    lives: Lives,
}

impl<'m> Sheet<'_, 'm> {
    fn page(&mut self, mut tiles: Vec<Tile<'m>>, page: &'m Page, number: PageNumber) -> Scene {
        let desk = self.desk;
        let mut canvas = Canvas::new(desk, self.columns);
        let tallest = self.heads.iter().map(|it| it.size.height).fold(0.0, f64::max);
        let top = 0.5 + tallest;
        self.lives.turn(page, top);
        self.bars.resume(top);
        for (idx, head) in self.heads.iter().enumerate() {
            let who = ParticipantId(idx as u32);
            if self.lives.is_shown(who) {
                head.draw(
                    self.columns.x(column(who)),
                    top - head.size.height,
                    Place::Top,
                    &mut canvas,
                );
            }
        }
        let seam = if number.page > 1 { SEAM } else { 0.0 };
        let mut rows = Rows::new(canvas, self.heads, &mut self.bars, &mut self.lives, top + seam);
        rows.place(&mut tiles);
        let bottom = crisp(rows.y + TAIL);
        let (mut canvas, anchors) = (rows.canvas, rows.anchors);
        for (column, from, to) in self.lives.spans(bottom) {
            lifelines::draw(column, from, to, &mut canvas);
        }
        self.bars.draw(bottom, &mut canvas);
        let foot = self.feet(bottom, &mut canvas);
        let durations: Vec<&Event> =
            page.events.iter().filter(|it| matches!(it.kind, EventKind::Duration { .. })).collect();
        if !durations.is_empty() {
            let edge = extent(&canvas).map_or(0.0, Rect::right);
            durations::draw(&durations, edge, &mut canvas, |name| anchors.get(name).copied());
        }
        let seams = [(number.page > 1, top + SEAM), (number.page < number.last, bottom - SEAM)];
        for (_, y) in seams.into_iter().filter(|it| it.0) {
            self.seam(y, &mut canvas);
        }
        enclosures::draw(self.enclosures, 0.0, foot, &mut canvas);
        self.scene(canvas, page, number)
    }

    /// A line across where the picture goes on from the page before, or to the next one.
    fn seam(&self, y: f64, canvas: &mut Canvas<'_>) {
        let look = self.desk.element(Element::Newpage);
        let (Some(stroke), Some(extent)) = (pen::stroke(look), extent(canvas)) else { return };
        let mut group = Group::new("newpage");
        let y = crisp(y);
        let (from, to) = (pen::at(extent.x, y), pen::at(extent.right(), y));
        group.items.push(pen::line(from, to, stroke));
        canvas.lives.push(Item::Group(group));
    }

    /// Heads once more below the lifelines that go on; returns where the page's picture ends.
    fn feet(&self, bottom: f64, canvas: &mut Canvas<'_>) -> f64 {
        if !self.desk.model.footbox {
            return bottom;
        }
        let mut lowest = bottom;
        for (idx, head) in self.heads.iter().enumerate() {
            let who = ParticipantId(idx as u32);
            if self.lives.is_running(who) {
                head.draw(self.columns.x(column(who)), bottom, Place::Bottom, canvas);
                lowest = lowest.max(bottom + head.size.height);
            }
        }
        lowest
    }

    fn scene(&self, canvas: Canvas<'m>, page: &Page, number: PageNumber) -> Scene {
        let model = self.desk.model;
        let picture = extent(&canvas).unwrap_or_default();
        let (surroundings, bounds) = chrome::surround(self.desk, page, number, picture);
        let bounds = surroundings.iter().filter_map(Item::bounds).fold(bounds, Rect::cover);
        let mut items = canvas.enclosures;
        items.extend(canvas.bodies.into_iter().filter(|it| it.bounds().is_some()));
        items.extend(canvas.lives);
        items.extend(canvas.frames);
        items.extend(canvas.front);
        items.extend(canvas.heads);
        items.extend(surroundings);
        // A whole number of pixels keeps lines where they are sharp.
        let (dx, dy) = ((MARGIN - bounds.x).ceil(), (MARGIN - bounds.y).ceil());
        stretches::change(&mut items, |part| text::shift_items(part, dx, dy));
        let size = Size {
            width: (bounds.right() + dx + MARGIN).ceil(),
            height: (bounds.bottom() + dy + MARGIN).ceil(),
        };
        let mut scene = Scene::new(size);
        scene.background = self.desk.element(Element::Document).fill;
        scene.scale = model.scale.map_or(1.0, |scale| factor(scale, size));
        let title = page.title.as_ref().or(model.title.as_ref());
        scene.title = title.map_or_else(
            || "Sequence diagram".to_owned(),
            |it| text::spoken(&self.desk.block(&it.label, self.desk.element(Element::Title))),
        );
        scene.description = description(self.desk, page, number);
        scene.items = items;
        scene
    }
}

/// What the page shows, in one sentence.
fn description(desk: Desk<'_>, page: &Page, number: PageNumber) -> String {
    let messages = page.events.iter().filter(|it| matches!(it.kind, EventKind::Message(_))).count();
    let plural = if messages == 1 { "message" } else { "messages" };
    let names = desk.names.join(", ");
    let pages = if number.last > 1 {
        format!(", page {} of {}", number.page, number.last)
    } else {
        String::new()
    };
    format!("Sequence diagram with {messages} {plural} between {names}{pages}.")
}

/// Around everything drawn so far.
fn extent(canvas: &Canvas<'_>) -> Option<Rect> {
    [
        &canvas.enclosures,
        &canvas.bodies,
        &canvas.lives,
        &canvas.frames,
        &canvas.front,
        &canvas.heads,
    ]
    .into_iter()
    .flat_map(|layer| stretches::map(layer, bounds))
    .flatten()
    .reduce(Rect::cover)
}

/// Around all of them.
fn bounds(items: &[Item]) -> Option<Rect> {
    items.iter().filter_map(Item::bounds).reduce(Rect::cover)
}

/// Times the natural size.
fn factor(scale: Scale, size: Size) -> f64 {
    let (by_width, by_height) =
        (|width: f64| width / size.width, |height: f64| height / size.height);
    match scale {
        Scale::Factor(factor) => factor,
        Scale::Width(width) => by_width(width),
        Scale::Height(height) => by_height(height),
        Scale::Fit(width, height) => by_width(width).min(by_height(height)),
        Scale::MaxWidth(width) => by_width(width).min(1.0),
        Scale::MaxHeight(height) => by_height(height).min(1.0),
        Scale::MaxFit(width, height) => by_width(width).min(by_height(height)).min(1.0),
    }
}
