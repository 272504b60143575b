//! The plan on one sheet of paper: the numbers, the summary with its pitch, and the milestones.

use scene::xml::escaped;

use super::super::write_detailed_plan::milestones;
use super::{Material, cards, edited, split, title};
use crate::html::{Page, markdown};
use crate::task::{Context, TaskError};

pub(super) fn page(ctx: &Context<'_>, all: &Material) -> Result<String, TaskError> {
    let title = title(ctx)?;
    let (notice, summary) = split(ctx.inputs.text("executive_summary.md")?);
    let mut page = Page::new(&title);
    page.push(&format!("<div class=\"sheet\">\n<h1>{}</h1>\n", escaped(&title)));
    page.push(&cards(all));
    page.push(&edited(ctx)?);
    page.push(&markdown(summary));
    page.push(&markdown(&milestones(&all.schedule)));
    page.push(&format!("<p class=\"note\">{}</p>\n</div>\n", escaped(notice)));
    Ok(page.finish())
}
