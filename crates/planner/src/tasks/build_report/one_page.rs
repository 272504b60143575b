//! The plan on one sheet of paper: the numbers, the summary with its pitch, and the milestones.

use scene::xml::escaped;

use super::{Material, cards, edited, split, title};
use crate::html::{Page, markdown};
use crate::task::{Context, TaskError};

pub(super) fn page(ctx: &Context<'_>, all: &Material) -> Result<String, TaskError> {
    let title = title(ctx)?;
    let (notice, summary) = split(ctx.inputs.text("executive_summary.md")?);
    let mut page = Page::new(&title);
    page.push(&format!("<div class=\"sheet\">\n<h1>{}</h1>\n", escaped(&title)));
    page.push(&cards(all));
    page.push(&edited(ctx, all)?);
    page.push(&markdown(summary));
    page.push("<table>\n<thead><tr><th>Milestone</th><th>Expected</th><th>With 80 % confidence</th></tr></thead>\n<tbody>\n");
    let schedule = &all.schedule;
    for one in &schedule.milestones {
        page.push(&format!(
            "<tr><td>{}: {}</td><td class=\"figure\">{}</td><td class=\"figure\">{}</td></tr>\n",
            escaped(&one.id),
            escaped(&one.title),
            schedule.when(one.day, one.date),
            schedule.when(one.day_p80, one.date_p80)
        ));
    }
    page.push(&format!("</tbody></table>\n<p class=\"note\">{}</p>\n</div>\n", escaped(notice)));
    Ok(page.finish())
}
