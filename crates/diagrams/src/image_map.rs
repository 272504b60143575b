//! The links of a picture as an HTML image map, for pages that show it as an image.

use std::fmt::Write as _;

use scene::xml::escape_attribute;
use scene::{Item, Link, Rect, Scene, Text};

/// `<map …>` with an area for each link, the innermost first; empty when there are no links, as PlantUML answers it.
pub fn image_map(scene: &Scene) -> String {
    let mut areas = Vec::new();
    collect(&scene.items, &mut areas);
    if areas.is_empty() {
        return String::new();
    }
    let mut out = "<map id=\"plantuml_map\" name=\"plantuml_map\">\n".to_owned();
    for (number, (link, area)) in areas.iter().enumerate() {
        let edges = [area.x, area.y, area.right(), area.bottom()].map(|it| it * scene.scale);
        let [left, top, right, bottom] = edges;
        let _ = write!(out, "<area shape=\"rect\" id=\"id{number}\" href=\"");
        escape_attribute(&mut out, &link.url);
        out.push_str("\" title=\"");
        escape_attribute(&mut out, link.tooltip.as_deref().unwrap_or(&link.url));
        let _ = writeln!(out, "\" alt=\"\" coords=\"{left:.0},{top:.0},{right:.0},{bottom:.0}\"/>");
    }
    out.push_str("</map>\n");
    out
}

fn collect<'a>(items: &'a [Item], areas: &mut Vec<(&'a Link, Rect)>) {
    for item in items {
        match item {
            Item::Group(group) => {
                collect(&group.items, areas);
                if let (Some(link), Some(area)) = (&group.link, group.bounds()) {
                    areas.push((link, area));
                }
            }
            Item::Text(text) => runs(text, areas),
            Item::Shape(_) | Item::Image(_) => {}
        }
    }
}

fn runs<'a>(text: &'a Text, areas: &mut Vec<(&'a Link, Rect)>) {
    collect(&text.items, areas);
    for line in &text.lines {
        for run in &line.runs {
            if let Some(link) = &run.link {
                let (y, height) = (line.baseline - run.font.size, run.font.size * 1.25);
                areas.push((link, Rect { x: run.x, y, width: run.width, height }));
            }
        }
    }
}
