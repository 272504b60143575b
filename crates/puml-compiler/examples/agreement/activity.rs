//! Activity diagrams in the current syntax: the whole tree of steps, with texts, labels, lanes, shapes and notes.

use serde_json::Value;

/// What differs between the reference's tree and ours.
pub(crate) fn unequal(record: &Value, ours: &Value) -> Option<String> {
    let lanes = |value: &Value, title: &str| -> Vec<(String, Vec<String>)> {
        let all = value["lanes"].as_array().cloned().unwrap_or_default();
        all.iter().map(|it| (words(&it["name"]).join(" "), words(&it[title]))).collect()
    };
    let (wanted, found) = (lanes(record, "label"), lanes(ours, "title"));
    if wanted != found {
        return Some(format!("lanes {wanted:?}, ours {found:?}"));
    }
    steps(&record["steps"], &ours["steps"])
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

/// The lines of a text without the blanks around them and the empty ones at its ends.
fn words(value: &Value) -> Vec<String> {
    let lines: Vec<String> = match value {
        Value::Array(all) => all.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        Value::String(text) => text.split('\n').map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    let mut lines: Vec<String> = lines.iter().map(|it| it.trim().replace('\t', " ")).collect();
    while lines.first().is_some_and(String::is_empty) {
        lines.remove(0);
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

fn steps(wanted: &Value, found: &Value) -> Option<String> {
    let mut all = Vec::new();
    for step in list(wanted) {
        let special = step["special_out"].clone();
        all.push(step);
        // What stands right behind a loop is a step like any other.
        if !special.is_null() {
            all.push(special);
        }
    }
    // A place that only holds notes draws nothing.
    let ours: Vec<Value> =
        list(found).into_iter().filter(|it| it["kind"] != "label" || it["name"] != "").collect();
    if all.len() != ours.len() {
        let kinds = |all: &[Value], key: &str| -> Vec<String> {
            all.iter()
                .map(|it| {
                    format!(
                        "{}:{}",
                        it[key].as_str().unwrap_or_default(),
                        words(&it["text"]).join("/")
                    )
                })
                .collect()
        };
        return Some(format!("steps {:?}, ours {:?}", kinds(&all, "k"), kinds(&ours, "kind")));
    }
    all.iter().zip(&ours).find_map(|(wanted, found)| step(wanted, found))
}

fn text(what: &str, wanted: &Value, found: &Value) -> Option<String> {
    let (wanted, found) = (words(wanted), words(found));
    (wanted != found).then(|| format!("{what} {wanted:?}, ours {found:?}"))
}

fn step(wanted: &Value, found: &Value) -> Option<String> {
    let kind = wanted["k"].as_str().unwrap_or_default();
    let ours = found["kind"].as_str().unwrap_or_default();
    let expected = match kind {
        "group" => match wanted["shape"].as_str() {
            Some("Folder") => "package",
            Some("Rectangle") => "rectangle",
            Some("Card") => "card",
            _ if ours == "group" => "group",
            _ => "partition",
        },
        "fork" if wanted["style"] == "MERGE" => "merge",
        other => other,
    };
    if expected != ours {
        return Some(format!("a step is {expected}, ours {ours}"));
    }
    if let (Some(wanted), Some(found)) = (wanted["lane"].as_str(), found["lane"].as_str())
        && wanted.trim() != found.trim()
    {
        return Some(format!("a step of lane {wanted}, ours {found}"));
    }
    // The reference gives these blocks' labels to nothing or to two steps.
    if !matches!(kind, "repeat" | "switch" | "group" | "while")
        && let Some(difference) = text("arrow", &wanted["arrow"], &found["arrow"]["label"])
    {
        return Some(difference);
    }
    let notes = |value: &Value, text: &str| -> Vec<Vec<String>> {
        list(&value["notes"]).iter().map(|it| words(&it[text])).collect()
    };
    if !matches!(
        kind,
        "fork" | "split" | "repeat" | "connector" | "break" | "goto" | "label" | "group"
    ) && notes(wanted, "text") != notes(found, "text")
    {
        return Some(format!("notes {:?}, ours {:?}", notes(wanted, "text"), notes(found, "text")));
    }
    match kind {
        "action" => {
            let shape = wanted["box"].as_str().unwrap_or_default().to_lowercase();
            let found_shape = found["shape"].as_str().unwrap_or_default();
            if shape != found_shape {
                return Some(format!("shape {shape}, ours {found_shape}"));
            }
            let is_cut = |it: &Value, key: &str| it[key] == true;
            if is_cut(wanted, "killed") != is_cut(found, "detached") {
                return Some("an action is detached in one only".to_owned());
            }
            text("action", &wanted["text"], &found["text"])
        }
        "connector" => text("connector", &wanted["text"], &found["letter"]),
        "goto" | "label" => text(kind, &wanted["name"], &found["name"]),
        "if" => branches(wanted, found),
        "switch" => text("test", &wanted["test"], &found["test"]).or_else(|| {
            let (cases, ours) = (list(&wanted["case"]), list(&found["cases"]));
            if cases.len() != ours.len() {
                return Some(format!("{} cases, ours {}", cases.len(), ours.len()));
            }
            cases.iter().zip(&ours).find_map(|(wanted, found)| {
                text("case", &wanted["test"], &found["test"])
                    .or_else(|| steps(&wanted["do"], &found["steps"]))
            })
        }),
        "while" => text("test", &wanted["test"], &found["test"])
            .or_else(|| text("yes", &wanted["yes"], &found["in"]["label"]))
            .or_else(|| text("out", &wanted["out"], &found["out"]["label"]))
            .or_else(|| text("backward", &wanted["backward"], &found["backward"]["text"]))
            .or_else(|| {
                let mut inner = wanted["do"].clone();
                // The reference gives the label before a loop to the loop and to its first step.
                if let Some(first) = inner.get_mut(0)
                    && !wanted["arrow"].is_null()
                    && first["arrow"] == wanted["arrow"]
                {
                    first["arrow"] = Value::Null;
                }
                steps(&inner, &found["steps"])
            }),
        "repeat" => text("test", &wanted["test"], &found["test"])
            .or_else(|| text("first", &wanted["start"], &found["first"]["text"]))
            // The reference keeps a label behind an arrow elsewhere.
            .or_else(|| {
                let is_known = !wanted["yes"].is_null();
                is_known.then(|| text("yes", &wanted["yes"], &found["back"]["label"])).flatten()
            })
            .or_else(|| text("backward", &wanted["backward"], &found["backward"]["text"]))
            .or_else(|| steps(&wanted["do"], &found["steps"])),
        "fork" | "split" => {
            let (all, ours) = (list(&wanted["branches"]), list(&found["branches"]));
            if all.len() != ours.len() {
                return Some(format!("{} branches, ours {}", all.len(), ours.len()));
            }
            text("label", &wanted["label"], &found["label"]).or_else(|| {
                all.iter().zip(&ours).find_map(|(wanted, found)| steps(wanted, &found["steps"]))
            })
        }
        "group" => text("title", &wanted["title"], &found["title"])
            .or_else(|| steps(&wanted["do"], &found["steps"])),
        _ => None,
    }
}

fn branches(wanted: &Value, found: &Value) -> Option<String> {
    let (all, ours) = (list(&wanted["then"]), list(&found["branches"]));
    if all.len() != ours.len() {
        return Some(format!("{} tests, ours {}", all.len(), ours.len()));
    }
    if (wanted["closed"] == true) == (found["unclosed"] == true) {
        return Some("an if is closed in one only".to_owned());
    }
    let one = |wanted: &Value, found: &Value| {
        text("test", &wanted["test"], &found["test"])
            .or_else(|| text("label", &wanted["label"], &found["arrow"]["label"]))
            .or_else(|| text("before", &wanted["in_label"], &found["before"]["label"]))
            .or_else(|| text("after", &wanted["special"], &found["after"]["label"]))
            .or_else(|| steps(&wanted["do"], &found["steps"]))
    };
    all.iter().zip(&ours).find_map(|(wanted, found)| one(wanted, found)).or_else(|| {
        let (wanted, found) = (&wanted["else"], &found["else"]);
        if wanted.is_null() && found.is_null() { None } else { one(wanted, found) }
    })
}
