//! What stands below an entity's name: compartments of members, and tables.

use puml_family::text::{self, Markup};
use puml_family::{Label, LayoutContext, Look, pen};
use scene::{Color, Geometry, Group, Item, Point, Rect, Stroke, Text};

use super::table::Grid;
use crate::model::{Compartment, Row, RuleStyle, Visibility};

/// From the outline to the text, left and right.
pub(super) const INSET: f64 = 8.0;
/// Above and below the rows of a compartment.
const AIR: f64 = 4.0;
/// The column of visibility marks.
const MARKS: f64 = 14.0;

/// A compartment with its texts measured.
pub(super) enum Column {
    /// Lines of text.
    Rows { rows: Vec<Line>, marked: bool, height: f64 },
    /// Keys and values.
    Table(Grid),
    /// Left out; its rows keep their numbers.
    Hidden(usize),
}

/// A row of a compartment.
pub(super) enum Line {
    Member { text: Text, visibility: Option<Visibility>, filled: bool, height: f64 },
    Rule { style: RuleStyle, title: Option<Text>, height: f64 },
    Blank(f64),
}

impl Line {
    fn height(&self) -> f64 {
        match self {
            Self::Member { height, .. } | Self::Rule { height, .. } | Self::Blank(height) => {
                *height
            }
        }
    }
}

pub(super) fn measure(compartment: &Compartment, look: &Look, ctx: LayoutContext<'_>) -> Column {
    if compartment.hidden {
        return Column::Hidden(compartment.rows.len());
    }
    if compartment.rows.iter().any(|it| matches!(it, Row::Pair { .. } | Row::Item(_))) {
        return Column::Table(Grid::new(&compartment.rows, look, ctx));
    }
    let em = look.font.size;
    let set = |label: &Label| {
        let is_drawn = label.text.starts_with('|') || label.text.starts_with("{{");
        let markup = if is_drawn { Markup::Blocks } else { Markup::Code };
        text::typeset(label, markup, ctx.setting(look))
    };
    let rows: Vec<Line> = compartment
        .rows
        .iter()
        .filter_map(|row| match row {
            Row::Member { label, visibility, filled, link } => {
                let linked = link.as_ref().map(|it| label_with(it, label));
                let text = set(linked.as_ref().unwrap_or(label));
                let height = text.bounds.height.max(em * 1.2);
                Some(Line::Member { text, visibility: *visibility, filled: *filled, height })
            }
            Row::Rule { style, title } => {
                let title = title.as_ref().map(|it| ctx.line(it, look));
                let height = title.as_ref().map_or(em * 0.6, |it| it.bounds.height);
                Some(Line::Rule { style: *style, title, height })
            }
            Row::Text(label) => {
                let text = ctx.block(label, look);
                let height = text.bounds.height;
                Some(Line::Member { text, visibility: None, filled: false, height })
            }
            Row::Blank => Some(Line::Blank(em)),
            Row::Pair { .. } | Row::Item(_) => None,
        })
        .collect();
    let marked = rows.iter().any(|it| matches!(it, Line::Member { visibility: Some(_), .. }));
    let height = (rows.iter().map(Line::height).sum::<f64>() + 2.0 * AIR).ceil();
    Column::Rows { rows, marked, height }
}

/// A label that leads somewhere as a whole.
fn label_with(link: &puml_family::Link, label: &Label) -> Label {
    let tooltip = link.tooltip.as_ref().map(|it| format!("{{{it}}}")).unwrap_or_default();
    Label { text: format!("[[{}{tooltip} {}]]", link.url, label.text) }
}

impl Column {
    pub(super) fn height(&self) -> f64 {
        match self {
            Self::Rows { height, .. } => *height,
            Self::Table(grid) => grid.height().ceil(),
            Self::Hidden(_) => 0.0,
        }
    }

    pub(super) fn width(&self) -> f64 {
        match self {
            Self::Rows { rows, marked, .. } => {
                let marks = if *marked { MARKS } else { 0.0 };
                let widest = rows.iter().map(|row| match row {
                    Line::Member { text, .. } => text.bounds.width + marks,
                    Line::Rule { title, .. } => {
                        title.as_ref().map_or(0.0, |it| it.bounds.width + 24.0)
                    }
                    Line::Blank(_) => 0.0,
                });
                widest.fold(0.0, f64::max) + 2.0 * INSET
            }
            Self::Table(grid) => grid.width(),
            Self::Hidden(_) => 0.0,
        }
    }

    /// The middle of each row, from the compartment's top.
    pub(super) fn middles(&self) -> Vec<f64> {
        match self {
            Self::Rows { rows, .. } => {
                let mut y = AIR;
                let middle = |row: &Line| {
                    y += row.height();
                    y - row.height() / 2.0
                };
                rows.iter().map(middle).collect()
            }
            Self::Table(grid) => grid.middles(),
            Self::Hidden(rows) => vec![0.0; *rows],
        }
    }

    /// Draws the rows and the line above them.
    pub(super) fn draw(self, rect: Rect, top: f64, frame: &Look, look: &Look, out: &mut Vec<Item>) {
        if matches!(self, Self::Hidden(_)) {
            return;
        }
        if let Some(stroke) = separator(frame) {
            let y = puml_family::page::crisp(top);
            out.push(pen::line(pen::at(rect.x, y), pen::at(rect.right(), y), stroke));
        }
        match self {
            Self::Rows { rows, marked, .. } => draw_rows(rows, marked, rect, top, frame, look, out),
            Self::Table(grid) => {
                let height = grid.height();
                let place = Rect { x: rect.x, y: top, width: rect.width, height };
                grid.draw(place, separator(frame).as_ref(), out);
            }
            Self::Hidden(_) => {}
        }
    }
}

/// The line between compartments: that of the outline, never dashed.
fn separator(frame: &Look) -> Option<Stroke> {
    pen::stroke(frame).map(|it| Stroke { dash: Vec::new(), ..it })
}

fn draw_rows(
    rows: Vec<Line>,
    marked: bool,
    rect: Rect,
    top: f64,
    frame: &Look,
    look: &Look,
    items: &mut Vec<Item>,
) {
    let marks = if marked { MARKS } else { 0.0 };
    let mut y = top + AIR;
    for row in rows {
        let height = row.height();
        match row {
            Line::Member { text, visibility, filled, .. } => {
                if let Some(visibility) = visibility {
                    let center = pen::at(rect.x + INSET + 4.0, y + height / 2.0);
                    items.push(mark(visibility, filled, center, look));
                }
                let lead = (height - text.bounds.height) / 2.0;
                items.push(Item::Text(text::place(text, rect.x + INSET + marks, y + lead)));
            }
            Line::Rule { style, title, .. } => {
                rule(style, title, Rect { y, height, ..rect }, frame, items);
            }
            Line::Blank(_) => {}
        }
        y += height;
    }
}

/// A line across the middle of its place, in the colour of the outline, with its title on it.
fn rule(style: RuleStyle, title: Option<Text>, rect: Rect, frame: &Look, items: &mut Vec<Item>) {
    let middle = puml_family::page::crisp(rect.y + rect.height / 2.0);
    let (offsets, dash): (&[f64], &[f64]) = match style {
        RuleStyle::Single => (&[0.0], &[]),
        RuleStyle::Double => (&[-1.0, 1.0], &[]),
        RuleStyle::Dotted => (&[0.0], &[1.0, 3.0]),
    };
    let stroke = Stroke::dashed(frame.line, 1.0, dash.to_vec());
    let gap = title.as_ref().map_or(0.0, |it| it.bounds.width + 8.0);
    let center = rect.x + rect.width / 2.0;
    for offset in offsets {
        let y = middle + offset;
        let spans = if gap > 0.0 {
            vec![(rect.x, center - gap / 2.0), (center + gap / 2.0, rect.right())]
        } else {
            vec![(rect.x, rect.right())]
        };
        for (from, to) in spans {
            items.push(pen::line(pen::at(from, y), pen::at(to, y), stroke.clone()));
        }
    }
    if let Some(title) = title {
        let left = center - title.bounds.width / 2.0;
        items.push(Item::Text(text::place(title, left, rect.y)));
    }
}

/// The mark of a visibility: its form tells them apart without colour.
pub(super) fn mark(visibility: Visibility, filled: bool, center: Point, look: &Look) -> Item {
    let hex = |light: u32, dark: u32| Color {
        light: scene::Rgba::hex(light),
        dark: Some(scene::Rgba::hex(dark)),
    };
    // On a grey picture marks are grey too.
    let is_gray = |it: scene::Rgba| it.r == it.g && it.g == it.b;
    let color = match visibility {
        _ if is_gray(look.text.light) && is_gray(look.line.light) => look.text,
        Visibility::Public => hex(0x2e_7d4f, 0x7c_c89a),
        Visibility::Private => hex(0xc2_3b3b, 0xf0_8a8a),
        Visibility::Protected => hex(0xa0_7412, 0xe0_b85a),
        Visibility::Package => hex(0x2a_65a8, 0x8a_b8f0),
        Visibility::Mandatory => look.text,
    };
    let (x, y) = (center.x, center.y);
    let around =
        |half: f64| Rect { x: x - half, y: y - half, width: 2.0 * half, height: 2.0 * half };
    let geometry = match visibility {
        Visibility::Public => Geometry::Ellipse { rect: around(3.5) },
        Visibility::Mandatory => Geometry::Ellipse { rect: around(2.5) },
        Visibility::Private => Geometry::Rect { rect: around(3.0), corner: 0.0 },
        Visibility::Protected => super::boxes::rhombus(around(4.5)),
        Visibility::Package => Geometry::Polygon(vec![
            pen::at(x, y - 4.0),
            pen::at(x + 4.5, y + 3.5),
            pen::at(x - 4.5, y + 3.5),
        ]),
    };
    let figure = if filled || visibility == Visibility::Mandatory {
        pen::filled(geometry, color)
    } else {
        pen::stroked(geometry, Stroke::solid(color, 1.2))
    };
    let sign = match visibility {
        Visibility::Public => "+",
        Visibility::Private => "-",
        Visibility::Protected => "#",
        Visibility::Package => "~",
        Visibility::Mandatory => "*",
    };
    Item::Group(Group { title: Some(sign.to_owned()), items: vec![figure], ..Group::new("mark") })
}
