//! Heads of participants: name, stereotypes and spot in or at the symbol.

use scene::{Geometry, Item, Rect, Size, Text};

use super::canvas::Canvas;
use super::context::Context;
use super::spacing::crisp;
use super::symbols::{self, Symbol};
use crate::model::{Participant, ParticipantId};
use puml_family::Look;
use puml_family::text::{self, Markup};
use puml_family::{Align, Label, Spot};

/// From a symbol to the name below it.
const NAME_GAP: f64 = 3.0;
/// Of the circle of a spot.
const SPOT: f64 = 9.0;
/// From a spot to the text.
const SPOT_GAP: f64 = 6.0;

/// A head, measured.
pub(super) struct Head<'m> {
    participant: &'m Participant,
    who: ParticipantId,
    symbol: Symbol,
    /// The words, from top to bottom.
    lines: Vec<Text>,
    spot: Option<SpotFigure>,
    words: Size,
    pub(super) size: Size,
}

struct SpotFigure {
    items: Vec<Item>,
    size: Size,
}

/// Which end of the lifeline a head stands at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Above it.
    Top,
    /// Below it: a name that stands at a symbol stands above it.
    Bottom,
}

pub(super) fn measure(ctx: Context<'_>, idx: usize) -> Head<'_> {
    let participant = &ctx.model.participants[idx];
    let look = ctx.look(participant.look);
    let centered = ctx.setting(look).aligned(Align::Center);
    let mut lines = vec![text::typeset(&participant.label, Markup::Blocks, centered)];
    if !participant.stereotypes.is_empty() {
        let signs = &ctx.model.looks.manner().guillemets;
        let names: Vec<_> =
            participant.stereotypes.iter().map(|it| signs.around(&it.name)).collect();
        let look = ctx.look(participant.stereotype_look);
        let setting = ctx.setting(look).aligned(Align::Center);
        let line = text::typeset(&Label { text: names.join("\n") }, Markup::Lines, setting);
        lines.insert(usize::from(ctx.model.stereotype_below), line);
    }
    let mut words = Size {
        width: lines.iter().map(|it| it.bounds.width).fold(0.0, f64::max),
        height: lines.iter().map(|it| it.bounds.height).sum(),
    };
    let spot = participant.spot.as_ref().and_then(|it| spot(ctx, it, look));
    if let Some(spot) = &spot {
        words.width += spot.size.width + SPOT_GAP;
        words.height = words.height.max(spot.size.height);
    }
    let symbol = symbols::symbol(participant.kind, ctx.model.actor_shape);
    let size = match &symbol {
        Symbol::Around(inset, _) => Size {
            width: words.width + 2.0 * (look.padding + 3.0) + inset.left + inset.right,
            height: words.height + 2.0 * look.padding + inset.top + inset.bottom,
        },
        Symbol::Above(figure, _) => Size {
            width: words.width.max(figure.width),
            height: words.height + NAME_GAP + figure.height,
        },
    };
    // Even sizes put both edges of a centred head on the middle of a pixel.
    let even = |it: f64| (it / 2.0).ceil() * 2.0;
    let size = Size { width: even(size.width.max(look.min_width)), height: even(size.height) };
    Head { participant, who: ParticipantId(idx as u32), symbol, lines, spot, words, size }
}

fn spot(ctx: Context<'_>, spot: &Spot, look: &Look) -> Option<SpotFigure> {
    match spot {
        Spot::Letter { letter, color } => {
            let mut letter_look = look.clone();
            letter_look.font.bold = true;
            letter_look.font.size = 12.0;
            letter_look.text = puml_family::themes::legible_on(*color);
            letter_look.max_width = None;
            let setting = text::Setting::of(&letter_look, &[]);
            let letter = text::typeset(&Label { text: letter.to_string() }, Markup::Lines, setting);
            let size = Size { width: 2.0 * SPOT, height: 2.0 * SPOT };
            let rect = Rect { x: 0.0, y: 0.0, width: size.width, height: size.height };
            let circle = scene::Shape {
                geometry: Geometry::Ellipse { rect },
                fill: Some((*color).into()),
                stroke: Some(scene::Stroke::solid(look.line, 1.0)),
            };
            let (x, y) = (SPOT - letter.bounds.width / 2.0, SPOT - letter.bounds.height / 2.0);
            let letter = Item::Text(text::place(letter, x, y));
            Some(SpotFigure { items: vec![Item::Shape(circle), letter], size })
        }
        Spot::Sprite { name, scale, color } => {
            let sprite = ctx.model.sprites.iter().find(|it| it.name == *name)?;
            let (item, size) = text::draw_sprite(sprite, *scale, look.text, *color);
            Some(SpotFigure { items: vec![item], size })
        }
    }
}

impl Head<'_> {
    /// Draws the head centred at `x` with its upper edge at `top`.
    pub(super) fn draw(&self, x: f64, top: f64, place: Place, canvas: &mut Canvas<'_>) {
        let look = canvas.ctx.look(self.participant.look);
        let Size { width, height } = self.size;
        let rect = Rect { x: x - width / 2.0, y: crisp(top), width, height };
        let mut group = canvas.group("participant", self.participant.origin);
        group.title = Some(canvas.ctx.name(self.who).to_owned());
        group.link = self.participant.link.as_ref().and_then(puml_family::Link::safe);
        let (words_x, words_y) = match &self.symbol {
            Symbol::Around(inset, draw) => {
                if canvas.ctx.model.strict {
                    group.items.extend(draw(rect, &Look { corner: 0.0, ..look.clone() }));
                } else {
                    group.items.extend(draw(rect, look));
                }
                let room = width - inset.left - inset.right;
                let tall = height - inset.top - inset.bottom;
                (
                    rect.x + inset.left + (room - self.words.width) / 2.0,
                    rect.y + inset.top + (tall - self.words.height) / 2.0,
                )
            }
            Symbol::Above(figure, draw) => {
                let (figure_y, words_y) = match place {
                    Place::Top => (
                        rect.bottom() - self.words.height - NAME_GAP - figure.height,
                        rect.bottom() - self.words.height,
                    ),
                    Place::Bottom => (rect.y + self.words.height + NAME_GAP, rect.y),
                };
                let room = Rect {
                    x: x - figure.width / 2.0,
                    y: figure_y,
                    width: figure.width,
                    height: figure.height,
                };
                group.items.extend(draw(room, look));
                (x - self.words.width / 2.0, words_y)
            }
        };
        self.draw_words(words_x, words_y, &mut group.items);
        canvas.heads.push(Item::Group(group));
    }

    fn draw_words(&self, x: f64, y: f64, items: &mut Vec<Item>) {
        let mut left = x;
        if let Some(spot) = &self.spot {
            let mut figure = spot.items.clone();
            text::shift_items(&mut figure, x, y + (self.words.height - spot.size.height) / 2.0);
            items.extend(figure);
            left += spot.size.width + SPOT_GAP;
        }
        let room = self.words.width - (left - x);
        let tall: f64 = self.lines.iter().map(|it| it.bounds.height).sum();
        let mut top = y + (self.words.height - tall) / 2.0;
        for line in &self.lines {
            let at = left + (room - line.bounds.width) / 2.0;
            let height = line.bounds.height;
            items.push(Item::Text(text::place(line.clone(), at, top)));
            top += height;
        }
    }
}
