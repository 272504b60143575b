//! How much each person works, day by day, below the chart.

use puml_family::{Label, pen, text};
use scene::{Id, Item, Rect};

use super::Sheet;
use crate::ast::Part;
use crate::element::Element;
use crate::schedule::Moment;

/// The height of a strip.
const STRIP: f64 = 20.0;

/// The strips and where they end.
pub(super) struct Loads {
    pub(super) items: Vec<Item>,
    pub(super) bottom: f64,
}

pub(super) fn draw(sheet: &Sheet<'_>) -> Loads {
    let model = sheet.model;
    let mut loads = Loads { items: Vec::new(), bottom: sheet.bottom };
    if !model.chart.shows(Part::ResourceStrips) {
        return loads;
    }
    let look = sheet.ctx.element(Element::Person);
    let busy = sheet.ctx.element(Element::Today);
    for (idx, person) in model.people.iter().enumerate() {
        if person.loads.iter().all(|it| *it == 0) {
            continue;
        }
        let top = loads.bottom;
        let mut group = sheet.ctx.group("resource", person.origin);
        group.id = Some(Id::Number(idx as u32 + 1));
        let name = sheet.ctx.line(&Label { text: person.name.clone() }, look);
        group.title = Some(person.name.clone());
        let y = top + (STRIP - name.bounds.height) / 2.0;
        let room = sheet.left - 6.0;
        let x = (room - name.bounds.width).clamp(0.0, f64::MAX).min(0.0_f64.max(room));
        let x = if sheet.table.width() > name.bounds.width { 0.0 } else { x };
        group.items.push(Item::Text(text::place(name, x, y)));
        for (from, to, share) in runs(sheet, &person.loads) {
            let (left, right) = (sheet.x(Moment::of_day(from)), sheet.x(Moment::of_day(to)));
            let rect = Rect {
                x: left.round() + 0.5,
                y: top.round() + 3.5,
                width: (right - left - 1.0).max(1.0).round(),
                height: STRIP - 6.0,
            };
            let used = if share > 100 { busy } else { look };
            group.items.extend(pen::panel(rect, used));
            let mut setting = text::Setting::of(used, &[]);
            setting.max_width = None;
            let label = Label { text: format!("{share} %") };
            let text = text::typeset(&label, text::Markup::Lines, setting);
            if text.bounds.width + 2.0 <= rect.width {
                let x = rect.x + (rect.width - text.bounds.width) / 2.0;
                let y = top + (STRIP - text.bounds.height) / 2.0;
                group.items.push(Item::Text(text::place(text, x, y)));
            }
        }
        loads.items.push(Item::Group(group));
        loads.bottom += STRIP;
    }
    loads
}

/// Days with the same load as one piece; days without work and days that are not shown end it.
fn runs(sheet: &Sheet<'_>, loads: &[i64]) -> Vec<(i64, i64, i64)> {
    let mut runs: Vec<(i64, i64, i64)> = Vec::new();
    let mut joins = false;
    for day in sheet.axis.days() {
        let share = loads.get((day - sheet.model.chart.first) as usize).copied().unwrap_or(0);
        if share == 0 {
            joins = false;
            continue;
        }
        match runs.last_mut() {
            Some(last) if joins && last.2 == share => last.1 = day + 1,
            _ => runs.push((day, day + 1, share)),
        }
        joins = true;
    }
    runs
}
