//! The structure of component, deployment and use case diagrams: that of graph families, with names as the source
//! writes them, and the figures of containers.

use serde_json::Value;

use crate::graph;

/// What the reference writes between a container and a name where no separator is set.
const FLAT: char = '\u{1}';

/// The first difference between the reference's picture and ours.
pub(crate) fn unequal(record: &Value, ours: &Value) -> Option<String> {
    let mut theirs = record.clone();
    let mut ours = ours.clone();
    for entity in list(&mut theirs["entities"]) {
        for name in ["id", "in"] {
            shorten(&mut entity[name]);
        }
        for name in ["id", "in"] {
            // A container without a name has a number there.
            if entity[name].as_str().is_some_and(|it| it.starts_with("##")) {
                entity[name] = "".into();
            }
        }
        // Interfaces and circles are one figure; the comparison below has one word for both.
        let kind = match (entity["kind"].as_str(), entity["symbol"].as_str()) {
            (Some("USECASE_BUSINESS"), _) => "usecase/",
            (Some("DESCRIPTION"), Some("ActorBusiness")) => "actor/",
            (Some("PORTIN"), _) => "port",
            (Some("DESCRIPTION"), Some("EntityDomain")) => "entity",
            _ => continue,
        };
        entity["kind"] = kind.into();
        entity["symbol"] = Value::Null;
    }
    for link in list(&mut theirs["links"]) {
        for name in ["a", "b"] {
            shorten(&mut link[name]);
        }
        for name in ["qa", "qb"] {
            // The reference keeps line ends as they are written there.
            let text = link[name].as_str().map(|it| it.replace("\\n", ""));
            link[name] = text.into();
        }
    }
    let shown = |it: &Value| it["stereotypes"].as_array().is_some_and(|it| !it.is_empty());
    // Hidden stereotypes are still there in the reference's records.
    let is_hidden = !list(&mut ours["entities"]).iter().any(shown);
    let figures_of: Vec<(String, String)> = list(&mut theirs["entities"])
        .iter()
        .map(|it| (text(&it["id"]), text(&it["symbol"])))
        .collect();
    if is_hidden {
        for entity in list(&mut theirs["entities"]) {
            entity["stereotype"] = Value::Null;
        }
    }
    for entity in list(&mut ours["entities"]) {
        match entity["kind"].as_str() {
            Some("interface") => entity["kind"] = "circle".into(),
            Some("portin") => entity["kind"] = "port".into(),
            Some("package") => entity["kind"] = "folder".into(),
            // All three may be drawn as plain boxes, which is all that the records have.
            Some("component" | "agent" | "archimate") => {
                let id = text(&entity["id"]);
                if figures_of.iter().any(|it| it.0 == id && it.1 == "Rectangle") {
                    entity["kind"] = "rectangle".into();
                }
            }
            _ => {}
        }
    }
    graph::unequal(&theirs, &ours).or_else(|| figures(&mut theirs, &mut ours))
}

fn list(value: &mut Value) -> &mut [Value] {
    value.as_array_mut().map_or(&mut [], Vec::as_mut_slice)
}

/// Keeps what follows the last separator.
fn shorten(value: &mut Value) {
    if let Some(name) = value.as_str() {
        *value = name.rsplit(FLAT).next().unwrap_or(name).into();
    }
}

/// The first container that is drawn as another figure, and the first difference in direction.
fn figures(theirs: &mut Value, ours: &mut Value) -> Option<String> {
    let direction = theirs["direction"] == "LEFT_TO_RIGHT";
    if direction != (ours["direction"] == "leftToRight") {
        return Some(format!("the reference draws left to right: {direction}"));
    }
    let own: Vec<(String, String)> =
        list(&mut ours["groups"]).iter().map(|it| (text(&it["id"]), text(&it["kind"]))).collect();
    for group in list(&mut theirs["entities"]).iter().filter(|it| it["group"] == true) {
        let name = text(&group["id"]);
        let figure = match group["symbol"].as_str().unwrap_or_default() {
            "Component1" | "Component2" => "component".to_owned(),
            // A package is a folder of the reference; both look alike.
            "Folder" | "Package" => "folder".to_owned(),
            other => other.to_lowercase(),
        };
        let kind = own.iter().find(|it| it.0 == name).map(|it| it.1.as_str());
        // A style may draw any figure for these.
        if matches!(kind, Some("package" | "component" | "archimate")) {
            continue;
        }
        if kind != Some(figure.as_str()) {
            return Some(format!("container {name} is a {figure}, ours {kind:?}"));
        }
    }
    None
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
