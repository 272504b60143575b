//! Lifelines: from head to foot, broken where text stands and dotted where time passes.

use scene::{Geometry, Interval, Item, Segment, Stroke};

use super::canvas::{Break, BreakKind, Canvas};
use crate::model::ParticipantId;
use puml_family::pen;

/// Draws the lifeline of a column between two heights.
pub(super) fn draw(column: usize, heights: Interval, canvas: &mut Canvas<'_>) {
    let who = ParticipantId(column as u32 - 1);
    let participant = &canvas.ctx.model.participants[who.0 as usize];
    let look = canvas.ctx.look(participant.lifeline_look);
    let x = canvas.columns.x(column);
    let mut breaks = std::mem::take(&mut canvas.breaks[column]);
    let (solid, dotted) = parts(&mut breaks, heights);
    // A participant that is created again has several lines.
    canvas.breaks[column] = breaks;
    let mut group = canvas.group("lifeline", participant.origin);
    group.title = Some(canvas.ctx.name(who).to_owned());
    if let Some(stroke) = pen::stroke(look) {
        let dots = Stroke::dashed(stroke.color, stroke.width.max(1.0) * 2.0, [2.0, 4.0]);
        for (spans, stroke) in [(solid, stroke), (dotted, dots)] {
            group.items.extend(vertical(x, &spans).map(|geometry| pen::stroked(geometry, stroke)));
        }
    }
    canvas.lives.push(Item::Group(group));
}

/// What is drawn solid and what is dotted.
fn parts(breaks: &mut [Break], heights: Interval) -> (Vec<Interval>, Vec<Interval>) {
    let Interval { from: top, to: bottom } = heights;
    // Text that stands in a delay comes after it, so that it breaks the dots too.
    breaks.sort_by(|a, b| a.top.total_cmp(&b.top));
    let (mut solid, mut dotted) = (Vec::new(), Vec::new());
    let mut y = top;
    let mut dots_until = top;
    let mut draw = |from: f64, to: f64, dots_until: f64| {
        let bend = dots_until.clamp(from, to.max(from));
        if bend > from {
            dotted.push(Interval::new(from, bend));
        }
        if to > bend {
            solid.push(Interval::new(bend, to));
        }
    };
    for gap in breaks.iter() {
        let (from, to) = (gap.top.clamp(top, bottom), gap.bottom.clamp(top, bottom));
        if from > y {
            draw(y, from, dots_until);
            y = from;
        }
        match gap.kind {
            BreakKind::Text => y = y.max(to),
            BreakKind::Delay => dots_until = dots_until.max(to),
        }
    }
    draw(y, bottom, dots_until);
    (solid, dotted)
}

fn vertical(x: f64, spans: &[Interval]) -> Option<Geometry> {
    match spans {
        [] => None,
        &[it] => Some(Geometry::Line { from: pen::at(x, it.from), to: pen::at(x, it.to) }),
        _ => Some(Geometry::Path(
            spans
                .iter()
                .flat_map(|it| {
                    [Segment::Move(pen::at(x, it.from)), Segment::Line(pen::at(x, it.to))]
                })
                .collect(),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gap(top: f64, bottom: f64, kind: BreakKind) -> Break {
        Break { top, bottom, kind }
    }

    #[test]
    fn text_breaks_the_line_and_a_delay_turns_it_to_dots() {
        let mut breaks = [
            gap(40.0, 50.0, BreakKind::Text),
            gap(30.0, 60.0, BreakKind::Delay),
            gap(10.0, 15.0, BreakKind::Text),
        ];
        let (solid, dotted) = parts(&mut breaks, Interval::new(0.0, 100.0));
        let spans = |all: &[(f64, f64)]| -> Vec<Interval> {
            all.iter().map(|it| Interval::new(it.0, it.1)).collect()
        };
        assert_eq!(solid, spans(&[(0.0, 10.0), (15.0, 30.0), (60.0, 100.0)]));
        assert_eq!(dotted, spans(&[(30.0, 40.0), (50.0, 60.0)]));
    }

    #[test]
    fn a_line_without_breaks_is_whole() {
        let whole = Interval::new(5.0, 9.0);
        assert_eq!(parts(&mut [], whole), (vec![whole], vec![]));
    }
}
