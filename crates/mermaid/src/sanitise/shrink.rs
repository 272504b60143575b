//! Takes away what draws nothing: unused definitions, wrappers, invisible shapes, values that say what already holds.
//! Every step keeps the picture as it is.

use std::collections::{BTreeMap, BTreeSet};

use scene::Vector;

use super::allowed::{IDLE, INHERITED};
use super::tree::{Child, Element, Picture, Value};

pub(super) fn shrink(picture: &mut Picture) {
    inline_single_uses(picture);
    let mut root = Element {
        name: "svg",
        id: None,
        attributes: std::mem::take(&mut picture.attributes),
        children: std::mem::take(&mut picture.children),
    };
    flatten(&mut root);
    while drop_unreferenced(&mut root) {}
    let initial: Vec<(&str, Value)> =
        INHERITED.iter().map(|(name, value)| (*name, Value::Plain((*value).to_owned()))).collect();
    drop_repeated(&mut root, &initial);
    picture.attributes = root.attributes;
    picture.children = root.children;
}

/// A definition that is used once moves to the place where it is used: labels become plain text there.
fn inline_single_uses(picture: &mut Picture) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    count_references(&picture.children, &mut counts);
    let mut moved: BTreeMap<String, Element> = BTreeMap::new();
    for child in &mut picture.children {
        if let Child::Element(defs) = child
            && defs.name == "defs"
        {
            take_single(defs, &counts, &mut moved);
        }
    }
    let mut children = std::mem::take(&mut picture.children);
    for child in &mut children {
        if let Child::Element(element) = child {
            put_single(element, &mut moved);
        }
    }
    picture.children = children;
}

fn count_references(children: &[Child], counts: &mut BTreeMap<String, usize>) {
    for child in children {
        let Child::Element(element) = child else { continue };
        for id in element.attributes.iter().flat_map(|it| it.value.references()) {
            *counts.entry(id.clone()).or_default() += 1;
        }
        count_references(&element.children, counts);
    }
}

fn take_single(
    defs: &mut Element,
    counts: &BTreeMap<String, usize>,
    moved: &mut BTreeMap<String, Element>,
) {
    defs.children.retain_mut(|child| {
        let Child::Element(element) = child else { return true };
        let Some(id) = element.id.clone() else { return true };
        let single = element.name == "g" && counts.get(&id) == Some(&1) && !moved.contains_key(&id);
        if single {
            element.id = None;
            let taken =
                Element { name: "g", id: None, attributes: Vec::new(), children: Vec::new() };
            moved.insert(id, std::mem::replace(element, taken));
        }
        !single
    });
}

fn put_single(element: &mut Element, moved: &mut BTreeMap<String, Element>) {
    for child in element.elements_mut() {
        let target = child.attributes.iter().find_map(|it| match &it.value {
            Value::Fragment(id) if child.name == "use" => Some(id.clone()),
            _ => None,
        });
        if let Some(definition) = target.and_then(|id| moved.remove(&id)) {
            let shift = Vector::new(number(child.plain("x")), number(child.plain("y")));
            child.name = "g";
            child.remove(&["href", "x", "y", "width", "height", "preserveAspectRatio"]);
            shift_by(child, shift);
            child.children = vec![Child::Element(definition)];
        }
        put_single(child, moved);
    }
}

fn number(value: Option<&str>) -> f64 {
    value.and_then(|it| it.trim_end_matches("px").parse().ok()).unwrap_or(0.0)
}

/// Adds a translation after the transform that the element has.
fn shift_by(element: &mut Element, shift: Vector) {
    let Vector { dx, dy } = shift;
    if dx == 0.0 && dy == 0.0 {
        return;
    }
    let before = element.plain("transform").map_or(String::new(), |it| format!("{it} "));
    element.set("transform", Value::Plain(format!("{before}translate({dx},{dy})")));
}

/// Inner `svg` elements that neither scale nor clip become groups; shapes without fill and stroke go.
fn flatten(element: &mut Element) {
    let in_stencil = matches!(element.name, "clipPath" | "mask");
    element.children.retain(|child| match child {
        Child::Element(it) => in_stencil || !is_invisible(it),
        Child::Text(_) => true,
    });
    for child in element.elements_mut() {
        if child.name == "svg" {
            unwrap_inner_svg(child);
        }
        for (name, value) in IDLE {
            if child.plain(name) == Some(value) {
                child.remove(&[name]);
            }
        }
        flatten(child);
    }
    unwrap_bare_groups(element);
}

fn is_invisible(element: &Element) -> bool {
    let shape = matches!(element.name, "rect" | "circle" | "ellipse" | "path" | "polygon" | "line");
    let unpainted =
        element.plain("fill") == Some("none") && element.plain("stroke") == Some("none");
    let marked = element.attributes.iter().any(|it| it.name.starts_with("marker"));
    shape && (unpainted && !marked || element.plain("opacity") == Some("0"))
}

fn unwrap_inner_svg(element: &mut Element) {
    let size = (number(element.plain("width")), number(element.plain("height")));
    let same_scale = element.plain("viewBox").is_none_or(|view_box| {
        let numbers: Vec<f64> =
            view_box.split([' ', ',']).filter_map(|part| part.parse().ok()).collect();
        matches!(numbers.as_slice(), [x, y, w, h] if *x == 0.0 && *y == 0.0 && (*w, *h) == size)
    });
    // A label may be a little wider than the room it was given; it must not be cut.
    element.set("overflow", Value::Plain("visible".to_owned()));
    if same_scale && size.0 > 0.0 && size.1 > 0.0 {
        let shift = Vector::new(number(element.plain("x")), number(element.plain("y")));
        element.name = "g";
        element.remove(&[
            "x",
            "y",
            "width",
            "height",
            "viewBox",
            "preserveAspectRatio",
            "overflow",
        ]);
        shift_by(element, shift);
    }
}

/// Groups without attributes give their content to the parent; groups without content go.
fn unwrap_bare_groups(element: &mut Element) {
    let children = std::mem::take(&mut element.children);
    for child in children {
        match child {
            Child::Element(group)
                if group.name == "g" && group.attributes.is_empty() && group.id.is_none() =>
            {
                element.children.extend(group.children);
            }
            Child::Element(group)
                if matches!(group.name, "g" | "defs")
                    && group.children.is_empty()
                    && group.id.is_none() => {}
            other => element.children.push(other),
        }
    }
}

/// Drops ids and definitions that nothing refers to. Gives whether anything changed, since one may keep another alive.
fn drop_unreferenced(root: &mut Element) -> bool {
    let mut counts = BTreeMap::new();
    count_references(&root.children, &mut counts);
    for id in root.attributes.iter().flat_map(|it| it.value.references()) {
        *counts.entry(id.clone()).or_default() += 1;
    }
    let referenced: BTreeSet<String> = counts.into_keys().collect();
    prune(root, &referenced)
}

fn prune(element: &mut Element, referenced: &BTreeSet<String>) -> bool {
    let before = element.children.len();
    element.children.retain(|child| match child {
        Child::Element(it) => {
            let definition = matches!(
                it.name,
                "marker"
                    | "filter"
                    | "clipPath"
                    | "mask"
                    | "pattern"
                    | "symbol"
                    | "linearGradient"
                    | "radialGradient"
            );
            let used = it.id.as_ref().is_some_and(|id| referenced.contains(id));
            !definition || used
        }
        Child::Text(_) => true,
    });
    let mut changed = element.children.len() != before;
    for child in element.elements_mut() {
        if child.id.as_ref().is_some_and(|id| !referenced.contains(id)) {
            child.id = None;
            changed = true;
        }
        changed |= prune(child, referenced);
    }
    let before = element.children.len();
    unwrap_bare_groups(element);
    changed || element.children.len() != before
}

/// Drops values of inherited properties that the parent has already. What `use` brings elsewhere inherits
/// from there, so a symbol's content keeps its values.
fn drop_repeated(element: &mut Element, inherited: &[(&str, Value)]) {
    let mut own: Vec<(&str, Value)> = inherited.to_vec();
    let keeps_all =
        matches!(element.name, "symbol" | "defs" | "marker" | "clipPath" | "mask" | "pattern");
    element.attributes.retain(|it| {
        let Some(known) = own.iter_mut().find(|(name, _)| *name == it.name) else { return true };
        let repeats = known.1 == it.value;
        known.1 = it.value.clone();
        !repeats || !it.value.references().is_empty()
    });
    if keeps_all {
        return;
    }
    for child in element.elements_mut() {
        drop_repeated(child, &own);
    }
}
