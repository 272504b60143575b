//! The model of a picture, one fact a line. Looks are left out: pictures show them.

use std::fmt::Write as _;

use crate::model::{
    Cell, Compartment, Direction, End, Graph, GroupId, LineStyle, Middle, NotePlace, Row, Side,
};

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
        if let Some(composite) = &group.composite {
            let regions = composite.regions.map(|it| format!(" regions {it:?}").to_lowercase());
            out.push_str(&regions.unwrap_or_default());
            if !composite.description.text.is_empty() {
                let _ = write!(out, " {:?}", composite.description.text);
            }
        }
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
        let is_told = |it: &&Compartment| !it.hidden || !it.rows.is_empty();
        for compartment in entity.body.compartments.iter().filter(is_told) {
            out.push_str(if compartment.hidden { "  -- hidden\n" } else { "  --\n" });
            rows(&mut out, &compartment.rows, 1);
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
        for (name, label) in [
            ("from", &link.from_label),
            ("from role", &link.from_role),
            ("from qualifier", &link.from_qualifier),
            ("to", &link.to_label),
            ("to role", &link.to_role),
            ("to qualifier", &link.to_qualifier),
            ("label", &link.label),
        ] {
            if !label.text.is_empty() {
                let _ = write!(out, " {name} {:?}", label.text);
            }
        }
        stereotypes(&mut out, &link.stereotypes);
        if let Some(reading) = link.reading {
            let _ = write!(out, " read {reading:?}");
        }
        if link.middle != Middle::None {
            let _ = write!(out, " middle {:?}", link.middle);
        }
        if link.stroke != LineStyle::Solid {
            let _ = write!(out, " {:?}", link.stroke);
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
                format!("{} of {}", side_word(side), end(graph, End::Entity(owner)))
            }
            NotePlace::AtMember(owner, compartment, row, side) => {
                let at = End::Member(owner, compartment, row);
                format!("{} of {}", side_word(side), end(graph, at))
            }
            NotePlace::AtGroup(owner, side) => {
                format!("{} of {}", side_word(side), end(graph, End::Group(owner)))
            }
            NotePlace::OnLink(link) => format!("on link {}", link.0 + 1),
            NotePlace::Free => note.id.clone().unwrap_or_default(),
        };
        let hidden = if note.hidden { " hidden" } else { "" };
        let _ = writeln!(out, "note {place} {:?}{hidden}", note.label.text);
    }
    for it in &graph.constraints {
        let (first, second) = (it.first.0 + 1, it.second.0 + 1);
        let _ = writeln!(out, "constraint {first} {second} {:?}", it.label.text);
    }
    out
}

fn rows(out: &mut String, all: &[Row], depth: usize) {
    let indent = "  ".repeat(depth);
    for row in all {
        let _ = match row {
            Row::Member { label, visibility, .. } => {
                let mark = visibility.map(|it| format!("{it:?} ").to_lowercase());
                writeln!(out, "{indent}{}{}", mark.unwrap_or_default(), label.text)
            }
            Row::Pair { key, value } => {
                cell(out, &format!("{indent}{} =>", key.text), value, depth)
            }
            Row::Item(value) => cell(out, &format!("{indent}*"), value, depth),
            Row::Rule { style, title } => {
                let title = title.as_ref().map_or("", |it| &it.text);
                writeln!(out, "{indent}rule {style:?} {title}")
            }
            Row::Text(label) => writeln!(out, "{indent}{:?}", label.text),
            Row::Blank => writeln!(out, "{indent}blank"),
        };
    }
}

fn cell(out: &mut String, before: &str, it: &Cell, depth: usize) -> std::fmt::Result {
    match it {
        Cell::Text(label) => writeln!(out, "{before} {}", label.text),
        Cell::Table(all) => {
            writeln!(out, "{before}")?;
            rows(out, all, depth + 1);
            Ok(())
        }
    }
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
fn end(graph: &Graph, end: End) -> String {
    match end {
        End::Entity(id) => graph.entities[id.0 as usize].id.clone(),
        End::Member(id, ..) => {
            let member = graph.member(end).unwrap_or_default();
            format!("{}::{member:?}", graph.entities[id.0 as usize].id)
        }
        End::Group(id) => graph.groups[id.0 as usize].id.clone(),
        End::Note(id) => {
            graph.notes[id.0 as usize].id.clone().unwrap_or_else(|| format!("note {}", id.0))
        }
    }
}
