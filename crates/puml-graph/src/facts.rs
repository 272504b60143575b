//! The model of a picture, one fact a line. Looks are left out: pictures show them.

use std::fmt::Write as _;

use crate::model::{Direction, End, Graph, GroupId, NotePlace, Row, Side};

/// Everything that the picture says.
pub fn facts(graph: &Graph) -> String {
    let mut out = String::new();
    if graph.direction == Direction::Right {
        out.push_str("left to right\n");
    }
    for group in &graph.groups {
        let _ = write!(out, "group {}", group.id);
        if group.label.text != group.id {
            let _ = write!(out, " {:?}", group.label.text);
        }
        stereotypes(&mut out, &group.stereotypes);
        inside(&mut out, graph, group.parent);
    }
    for entity in &graph.entities {
        let _ = write!(out, "{} {}", entity.kind, entity.id);
        if entity.label.text != entity.id {
            let _ = write!(out, " {:?}", entity.label.text);
        }
        if let Some(generic) = &entity.generic {
            let _ = write!(out, " <{}>", generic.text);
        }
        stereotypes(&mut out, &entity.stereotypes);
        out.push_str(if entity.hidden { " hidden" } else { "" });
        inside(&mut out, graph, entity.group);
        for compartment in &entity.body.compartments {
            out.push_str("  --\n");
            for row in &compartment.rows {
                let _ = match row {
                    Row::Member { label, visibility, .. } => {
                        let mark = visibility.map(|it| format!("{it:?} ").to_lowercase());
                        writeln!(out, "  {}{}", mark.unwrap_or_default(), label.text)
                    }
                    Row::Rule { style, title } => {
                        let title = title.as_ref().map_or("", |it| &it.text);
                        writeln!(out, "  rule {style:?} {title}")
                    }
                    Row::Blank => writeln!(out, "  blank"),
                };
            }
        }
    }
    for link in &graph.links {
        let _ = write!(
            out,
            "link {} {:?}--{:?} {} {:?} {}",
            end(graph, link.from),
            link.from_head,
            link.to_head,
            end(graph, link.to),
            link.side,
            link.length
        );
        for (name, label) in
            [("from", &link.from_label), ("to", &link.to_label), ("label", &link.label)]
        {
            if !label.text.is_empty() {
                let _ = write!(out, " {name} {:?}", label.text);
            }
        }
        out.push_str(match (link.hidden, link.free) {
            (true, _) => " hidden\n",
            (false, true) => " free\n",
            (false, false) => "\n",
        });
    }
    for note in &graph.notes {
        let place = match note.place {
            NotePlace::Beside(owner, side) => {
                format!("{} of {}", side_word(side), graph.entities[owner.0 as usize].id)
            }
            NotePlace::OnLink(link) => format!("on link {}", link.0 + 1),
            NotePlace::Free => note.id.clone().unwrap_or_default(),
        };
        let _ = writeln!(out, "note {place} {:?}", note.label.text);
    }
    out
}

fn side_word(side: Side) -> &'static str {
    match side {
        Side::Left => "left",
        Side::Right => "right",
        Side::Up => "top",
        Side::Down => "bottom",
    }
}

fn stereotypes(out: &mut String, all: &[puml_family::Label]) {
    for stereotype in all {
        let _ = write!(out, " {}", stereotype.text);
    }
}

fn inside(out: &mut String, graph: &Graph, group: Option<GroupId>) {
    if let Some(group) = group {
        let _ = write!(out, " in {}", graph.groups[group.0 as usize].id);
    }
    out.push('\n');
}

/// The name of what a link ends at.
pub(crate) fn end(graph: &Graph, end: End) -> String {
    match end {
        End::Entity(id) => graph.entities[id.0 as usize].id.clone(),
        End::Member(id, compartment, row) => {
            format!("{}::{compartment}.{row}", graph.entities[id.0 as usize].id)
        }
        End::Group(id) => graph.groups[id.0 as usize].id.clone(),
        End::Note(id) => {
            graph.notes[id.0 as usize].id.clone().unwrap_or_else(|| format!("note {}", id.0))
        }
    }
}
