//! Pages: heads, rows, lifelines and feet put together, and the whole moved onto the canvas.

use std::collections::HashMap;

use diag::Sources;
use scene::{Group, Item, Rect, Scene};

use super::activations::Bars;
use super::canvas::Canvas;
use super::columns::{Columns, Constraints};
use super::context::{Context, column};
use super::enclosures::{self, Enclosure};
use super::heads::{self, Head, Place};
use super::lives::Lives;
use super::reach::Reach;
use super::rows::{Anchor, Rows};
use super::spacing::{HEAD_GAP, SEAM, TAIL, crisp};
use super::tiles::{self, Fit, Tile};
use super::{LayoutOptions, durations, lifelines};
use crate::element::Element;
use crate::model::{Event, EventKind, Model, Page, ParticipantId};
use puml_family::chrome::PageNumber;
use puml_family::text::{self, Markup, Setting};
use puml_family::{page, pen};

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
    let shared =
        puml_family::LayoutContext { looks: &model.looks, sprites: &model.sprites, sources };
    let ctx = Context { model, shared, names: &names };
    let heads: Vec<Head<'_>> =
        (0..model.participants.len()).map(|idx| heads::measure(ctx, idx)).collect();
    let mut pages = tiles::measure(ctx, &heads);
    let (columns, enclosures) = stand(ctx, &heads, &mut pages);
    let mut sheet = Sheet {
        ctx,
        heads: &heads,
        columns: &columns,
        enclosures: &enclosures,
        bars: Bars::new(columns.last() + 1),
        lives: Lives::new(model),
    };
    let last = pages.len();
    let mut scenes = Vec::new();
    // Lives and activations go on from page to page, so the pages before the one that is asked for are placed as well;
    // those behind it are not.
    for (idx, tiles) in pages.into_iter().enumerate().take(options.page.unwrap_or(last)) {
        let number = PageNumber { page: idx + 1, last };
        let placed = sheet.place(tiles, &model.pages[idx], number);
        if options.page.is_none_or(|page| page == number.page) {
            scenes.push(sheet.finish(placed, &model.pages[idx], number));
        }
    }
    scenes
}

/// How often frames that their headers widen are fitted to the columns: one may move a lifeline that gives another one
/// room.
const FITS: usize = 2;

/// Where the columns stand, and what is around them.
fn stand(
    ctx: Context<'_>,
    heads: &[Head<'_>],
    pages: &mut [Vec<Tile<'_>>],
) -> (Columns, Vec<Enclosure>) {
    let mut constrain = |columns: Option<&Columns>| {
        let mut constraints = Constraints::new(heads.len());
        keep_heads_apart(heads, ctx.model, &mut constraints);
        let fits = pages.iter_mut().map(|it| tiles::constrain(it, ctx, columns, &mut constraints));
        let is_widened = fits.filter(|it| *it == Fit::Widened).count() > 0;
        let enclosures = enclosures::measure(ctx, &mut constraints);
        (constraints, enclosures, is_widened)
    };
    let (constraints, mut enclosures, _) = constrain(None);
    let mut columns = constraints.solve();
    let has_groups = ctx.model.pages.iter().flat_map(|it| &it.events).any(is_group);
    for _ in 0..if has_groups { FITS } else { 0 } {
        let (constraints, around, is_widened) = constrain(Some(&columns));
        if !is_widened {
            break;
        }
        (columns, enclosures) = (constraints.solve(), around);
    }
    (columns, enclosures)
}

fn is_group(event: &Event) -> bool {
    matches!(event.kind, EventKind::Open(_))
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
    ctx: Context<'m>,
    heads: &'a [Head<'m>],
    columns: &'m Columns,
    enclosures: &'a [Enclosure],
    bars: Bars,
    lives: Lives,
}

/// A page with its rows in place and nothing around them.
struct Placed<'m> {
    canvas: Canvas<'m>,
    anchors: HashMap<&'m str, Anchor>,
    top: f64,
    bottom: f64,
}

impl<'m> Sheet<'_, 'm> {
    /// Places the rows of a page, which carries lives and activations on to the next one.
    fn place(
        &mut self,
        mut tiles: Vec<Tile<'m>>,
        page: &'m Page,
        number: PageNumber,
    ) -> Placed<'m> {
        let ctx = self.ctx;
        let mut canvas = Canvas::new(ctx, self.columns);
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
        let (canvas, anchors) = (rows.canvas, rows.anchors);
        Placed { canvas, anchors, top, bottom }
    }

    /// Draws everything around the rows.
    fn finish(&mut self, placed: Placed<'m>, page: &'m Page, number: PageNumber) -> Scene {
        #[cfg(test)]
        tests::FINISHED.with(|it| it.set(it.get() + 1));
        let Placed { mut canvas, anchors, top, bottom } = placed;
        for (column, heights) in self.lives.spans(bottom) {
            lifelines::draw(column, heights, &mut canvas);
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
        let look = self.ctx.element(Element::Newpage);
        let (Some(stroke), Some(extent)) = (pen::stroke(look), extent(canvas)) else { return };
        let mut group = Group::new("newpage");
        let y = crisp(y);
        let (from, to) = (pen::at(extent.x, y), pen::at(extent.right(), y));
        group.items.push(pen::line(from, to, stroke));
        canvas.lives.push(Item::Group(group));
    }

    /// Heads once more below the lifelines that go on; returns where the page's picture ends.
    fn feet(&self, bottom: f64, canvas: &mut Canvas<'_>) -> f64 {
        if !self.ctx.model.footbox {
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
        let picture = extent(&canvas).unwrap_or_default();
        let mut items = canvas.enclosures;
        items.extend(canvas.bodies.into_iter().filter(|it| it.bounds().is_some()));
        items.extend(canvas.lives);
        items.extend(canvas.frames);
        items.extend(canvas.front);
        items.extend(canvas.heads);
        let drawn = page::Page {
            items,
            extent: picture,
            title: page.title.as_ref(),
            number,
            kind: "Sequence diagram",
            description: description(self.ctx, page, number),
        };
        page::finish(self.ctx.shared, &self.ctx.model.surroundings, drawn)
    }
}

/// What the page shows, in one sentence.
fn description(ctx: Context<'_>, page: &Page, number: PageNumber) -> String {
    let messages = page.events.iter().filter(|it| matches!(it.kind, EventKind::Message(_))).count();
    let plural = if messages == 1 { "message" } else { "messages" };
    let names = ctx.names.join(", ");
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
    .filter_map(|layer| page::extent(layer))
    .reduce(Rect::cover)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use diag::Sources;
    use puml_family::{Embedded, Input, LayoutOptions, NoWorld, Options, Origins};
    use puml_syntax::Stage;

    use crate::{layout, lower, parse};

    thread_local! {
        /// How many pages this thread has drawn to their end.
        pub(super) static FINISHED: Cell<usize> = const { Cell::new(0) };
    }

    #[test]
    fn one_page_is_drawn_without_the_others_and_looks_the_same() {
        let text = "A -> B ++ : one\nnewpage\nB -> C ** : two\nreturn\nnewpage\nC -> A : three\n\
                    newpage\nA -> C : four\n";
        let mut sources = Sources::default();
        let source = sources.add("a.puml", text);
        let parsed = parse(text, source, Stage::Expanded);
        assert_eq!(parsed.diagnostics, []);
        let input = Input {
            source,
            origins: &Origins::Same,
            themes: &[],
            options: &Options::default(),
            world: &NoWorld,
            name: "a.puml",
            embed: &|_| Embedded::default(),
        };
        let (model, found) = lower::lower(&parsed.document, input);
        assert_eq!(found, []);
        let all = layout(&model, &sources, &LayoutOptions::default());
        assert_eq!(all.len(), 4);
        for (idx, scene) in all.iter().enumerate() {
            let before = FINISHED.get();
            let alone = layout(&model, &sources, &LayoutOptions { page: Some(idx + 1) });
            assert_eq!(alone, std::slice::from_ref(scene));
            assert_eq!(FINISHED.get() - before, 1);
        }
        assert!(layout(&model, &sources, &LayoutOptions { page: Some(5) }).is_empty());
    }
}
