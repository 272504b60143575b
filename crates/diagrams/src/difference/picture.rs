//! One picture of two diagrams: all parts of both in one drawing, or both drawings side by side where their lines
//! cannot stand in one text.

use puml_compiler::{Explanation, World};
use puml_family::text::shift_items;
use puml_source::{Diagram, Language};
use scene::{Group, Item, Scene};

use super::union::{Union, status, union};
use super::{Change, Status, compare, data, legend, marks};
use crate::{Checked, Drawing, Options, check};

/// Between two pictures side by side.
const GAP: f64 = 32.0;
/// Above them.
const CAPTION: f64 = 26.0;

/// Why there is no picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoUnion {
    /// Of Mermaid nothing is known but its picture.
    #[error("Mermaid diagrams cannot be compared")]
    Mermaid,
    /// One of them has fewer pages.
    #[error("both diagrams need a page {0}: choose another with --page")]
    Page(usize),
}

/// A page, counted from 0, that shows two diagrams of one kind with what differs marked.
pub fn difference_picture(
    before: crate::Diagram<'_>,
    after: crate::Diagram<'_>,
    page: usize,
    world: &dyn World,
    options: &Options,
) -> Result<Drawing<'static>, NoUnion> {
    let (crate::Diagram::Puml(before), crate::Diagram::Puml(after)) = (before, after) else {
        return Err(NoUnion::Mermaid);
    };
    let missing = NoUnion::Page(page + 1);
    let old = before.scene(page).ok_or(missing)?;
    let new = after.scene(page).ok_or(missing)?;
    let changes = compare(before, after).changes;
    let scene = together(before, after, (&old, &new), page, &changes, world, options);
    let scene = scene.unwrap_or_else(|| side_by_side(before, after, old, new, &changes));
    Ok(Drawing::of_scenes(vec![scene]))
}

/// A picture without the places that it was written in: equal where only lines or blanks differ.
pub(super) fn looks(diagram: Diagram<'_>) -> Vec<Scene> {
    let mut scenes = diagram.scenes();
    for scene in &mut scenes {
        forget(&mut scene.items);
    }
    scenes
}

fn forget(items: &mut [Item]) {
    for item in items {
        if let Item::Group(group) = item {
            group.origin = None;
            forget(&mut group.items);
        }
    }
}

/// All parts of both in one drawing; nothing where the lines of both make no diagram that has them all.
fn together(
    before: Diagram<'_>,
    after: Diagram<'_>,
    (old, new): (&Scene, &Scene),
    page: usize,
    changes: &[Change],
    world: &dyn World,
    options: &Options,
) -> Option<Scene> {
    let (was, now) = (before.explanation(), after.explanation());
    let (first, second) = (written(before.kind(), &was, old), written(before.kind(), &now, new));
    let rewritten: Vec<(u32, u32)> = first
        .iter()
        .filter_map(|(id, line)| {
            let other = second.iter().find(|it| it.0 == *id)?;
            let offset =
                |diagram: Diagram<'_>, line: u32| Some(line + 1 - diagram.line(diagram.span())?);
            Some((offset(before, *line)?, offset(after, other.1)?))
        })
        .collect();
    // Of two values for one key only one would be seen.
    if matches!(before.kind(), "json" | "yaml") {
        return None;
    }
    let union = union(before.text(), after.text(), &rewritten);
    let checked = check("both.puml", &union.text, Language::Puml, world, options);
    let diagram = only(&checked).filter(|it| it.kind() == before.kind())?;
    let all = diagram.explanation();
    let has = |id: &str| all.parts.iter().any(|it| it.id == id);
    let is_whole = was.parts.iter().chain(&now.parts).all(|it| has(&it.id))
        && all.parts.len() >= was.parts.len().max(now.parts.len());
    if !is_whole || !is_named(&all) && before.kind() != "mindmap" && before.kind() != "wbs" {
        return None;
    }
    let mut scene = diagram.scene(page)?;
    let known = Known { was: &was, now: &now, changes };
    let status_of = |group: &Group| {
        let origin = group.origin.filter(|it| it.source == checked.id)?;
        if let Some(id) = part(group, &all) {
            return known.status(id, &union, origin.line, last_line(&union.text, origin));
        }
        let status = union.status(origin.line, last_line(&union.text, origin));
        // One sentence tells of a task and of what it waits for: it may be new though the link is not.
        let is_told = || {
            let first = after.line(after.span()).unwrap_or(1);
            let line = union.second_line(origin.line).map(|it| it + first - 1);
            changes.iter().any(|it| it.id.is_empty() && it.after_line == line)
        };
        let is_part_of_sentence = before.kind() == "gantt" && group.role != "note";
        status.filter(|_| !is_part_of_sentence || is_told())
    };
    let found = marks::mark(&mut scene.items, &status_of);
    legend::add(&mut scene, &found);
    Some(scene)
}

fn is_named(explanation: &Explanation) -> bool {
    explanation.parts.is_empty() || explanation.parts.iter().any(|it| it.id.parse::<u32>().is_err())
}

/// The one diagram of a text without errors.
fn only(checked: &Checked) -> Option<Diagram<'_>> {
    let mut diagrams = checked.diagrams();
    match (diagrams.next(), diagrams.next(), checked.is_ok()) {
        (Some(crate::Diagram::Puml(it)), None, true) => Some(it),
        _ => None,
    }
}

/// The line that writes a part and nothing else, by the part's id.
///
/// A sentence of a Gantt chart writes its task together with what the task waits for.
fn written(kind: &str, explanation: &Explanation, scene: &Scene) -> Vec<(String, u32)> {
    let is_sentence = kind == "gantt";
    let groups = || {
        scene.items.iter().filter_map(|it| match it {
            Item::Group(group) => Some((group, part(group, explanation), group.origin?.line)),
            _ => None,
        })
    };
    // A part that is not declared is drawn for the line that first uses it.
    let is_used = |line: u32| !is_sentence && groups().any(|it| it.1.is_none() && it.2 == line);
    let own = groups().filter(|it| !is_used(it.2));
    own.filter_map(|(_, id, line)| Some((id?.to_owned(), line))).collect()
}

/// The part that a group shows.
fn part<'e>(group: &Group, explanation: &'e Explanation) -> Option<&'e str> {
    let title = group.title.as_deref()?;
    let found = explanation.parts.iter().find(|it| {
        let is_kind = group.role == it.kind || matches!(group.role, "participant" | "lifeline");
        let rest = title.strip_prefix(it.kind).map_or(title, str::trim_start);
        let is_called = |text: &str| {
            text == it.name
                || text.strip_prefix(it.name.as_str()).is_some_and(|it| it.starts_with(": "))
        };
        is_kind
            && !it.id.is_empty()
            && it.id.parse::<u32>().is_err()
            && (is_called(title) || is_called(rest))
    });
    found.map(|it| it.id.as_str())
}

fn last_line(text: &str, origin: scene::Origin) -> u32 {
    let written = text.get(origin.start as usize..origin.end as usize).unwrap_or_default();
    origin.line + written.trim_end().bytes().filter(|it| *it == b'\n').count() as u32
}

/// What is known of parts by name.
struct Known<'a> {
    was: &'a Explanation,
    now: &'a Explanation,
    changes: &'a [Change],
}

impl Known<'_> {
    fn status(&self, id: &str, union: &Union, first: u32, last: u32) -> Option<Status> {
        let has = |it: &Explanation| it.parts.iter().any(|it| it.id == id);
        match (has(self.was), has(self.now)) {
            (true, false) => Some(Status::Removed),
            (false, true) => Some(Status::Added),
            _ => {
                let is_changed = self.changes.iter().any(|it| it.id == id);
                let is_rewritten = first != last && union.status(first, last).is_some()
                    || union.status(first, first) == Some(Status::Changed);
                (is_changed || is_rewritten).then_some(Status::Changed)
            }
        }
    }
}

/// Both drawings, each with what it alone has.
fn side_by_side(
    before: Diagram<'_>,
    after: Diagram<'_>,
    mut old: Scene,
    mut new: Scene,
    changes: &[Change],
) -> Scene {
    let both = union(before.text(), after.text(), &[]);
    // The lines of one text, each with what became of it.
    let own = |other: Status| -> Vec<Option<Status>> {
        both.lines.iter().copied().filter(|it| *it != Some(other)).collect()
    };
    let (was, now) = (before.explanation(), after.explanation());
    let mut found = Vec::new();
    for (diagram, scene, lines, all) in [
        (before, &mut old, own(Status::Added), &was),
        (after, &mut new, own(Status::Removed), &now),
    ] {
        let first = diagram.line(diagram.span()).unwrap_or(1);
        let known = Known { was: &was, now: &now, changes };
        let none = Union { text: String::new(), lines: Vec::new() };
        let rows = matches!(diagram.kind(), "json" | "yaml")
            .then(|| data::rows(&scene.items, all, changes));
        let status_of = |group: &Group| {
            if let Some(rows) = &rows {
                return rows.get(&data::key(group, group.origin?)).copied();
            }
            let origin = group.origin.filter(|it| it.line >= first)?;
            if let Some(id) = part(group, all) {
                return known.status(id, &none, 0, 0);
            }
            let line = origin.line + 1 - first;
            status(&lines, line, line + last_line(diagram.whole_text(), origin) - origin.line)
        };
        found.extend(marks::mark(&mut scene.items, &status_of));
    }
    let (dx, width) = (old.size.width + GAP, old.size.width + GAP + new.size.width);
    shift_items(&mut old.items, 0.0, CAPTION);
    shift_items(&mut new.items, dx, CAPTION);
    old.items.append(&mut new.items);
    old.items.push(Item::Text(legend::words("before", 12.0, 10.0)));
    old.items.push(Item::Text(legend::words("after", dx + 12.0, 10.0)));
    old.size.width = width;
    old.size.height = old.size.height.max(new.size.height) + CAPTION;
    old.title = String::from("Two diagrams side by side");
    legend::add(&mut old, &found);
    old
}
