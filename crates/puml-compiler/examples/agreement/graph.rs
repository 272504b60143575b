//! The structure of graph families: entities and links of the reference against our model as JSON.

use serde_json::Value;

/// The first difference between the reference's entities and links and ours. Notes are entities of the reference.
pub(crate) fn unequal(record: &Value, ours: &Value) -> Option<String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let is_note = |id: &str| id.starts_with("GMN");
    let ids = |all: Vec<Value>| {
        let mut ids: Vec<String> =
            all.iter().filter_map(|it| it["id"].as_str()).map(str::to_owned).collect();
        ids.sort_unstable();
        ids
    };
    let theirs: Vec<Value> = list(&record["entities"])
        .into_iter()
        .filter(|it| {
            it["group"] != true && it["kind"] != "NOTE" && !it["id"].as_str().is_some_and(is_note)
        })
        .filter(|it| it["removed"] != true)
        .collect();
    let (theirs, entities) = (ids(theirs), ids(list(&ours["entities"])));
    if theirs != entities {
        let absent = theirs.iter().find(|it| !entities.contains(it));
        let extra = entities.iter().find(|it| !theirs.contains(it));
        return Some(format!("entities: absent {absent:?}, extra {extra:?}"));
    }
    let ends = |all: Vec<Value>, from: &str, to: &str| {
        let mut ends: Vec<(String, String)> = all
            .iter()
            .filter_map(|it| Some((it[from].as_str()?.to_owned(), it[to].as_str()?.to_owned())))
            .filter(|it| !is_note(&it.0) && !is_note(&it.1))
            .map(|(one, other)| if one <= other { (one, other) } else { (other, one) })
            .collect();
        ends.sort_unstable();
        ends
    };
    let theirs = ends(list(&record["links"]), "a", "b");
    let links = ends(list(&ours["links"]), "from", "to");
    (theirs != links).then(|| format!("{} links, ours {}", theirs.len(), links.len()))
}
