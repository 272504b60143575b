//! What of a shared file belongs to others, to prove that an edit of our pieces left it alone.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::{Piece, Place};

/// The file without the pieces of ours, and without containers that this leaves empty.
pub(super) fn of(mut root: Json, previous: &[Piece], wanted: &[Piece]) -> Json {
    let mut entries: BTreeMap<&[String], Vec<&Json>> = BTreeMap::new();
    for piece in previous.iter().chain(wanted) {
        match piece.place {
            Place::Entry => entries.entry(&piece.key).or_default().push(&piece.value),
            Place::Item => {
                if let Some(Json::Array(items)) = at(&mut root, &piece.key) {
                    items.retain(|item| *item != piece.value);
                }
            }
        }
    }
    for (key, ours) in entries {
        let Some((name, parents)) = key.split_last() else { continue };
        let Some(parent) = at(&mut root, parents).and_then(Json::as_object_mut) else { continue };
        match parent.get_mut(name) {
            Some(Json::Object(fields)) if ours.iter().all(|value| value.is_object()) => {
                fields.retain(|field, _| ours.iter().all(|value| value.get(field).is_none()));
            }
            _ => {
                parent.remove(name);
            }
        }
    }
    without_empty(&mut root);
    root
}

fn at<'j>(root: &'j mut Json, key: &[String]) -> Option<&'j mut Json> {
    key.iter().try_fold(root, |value, part| value.as_object_mut()?.get_mut(part))
}

fn without_empty(value: &mut Json) {
    let is_empty = |value: &Json| match value {
        Json::Null => true,
        Json::Array(items) => items.is_empty(),
        Json::Object(fields) => fields.is_empty(),
        _ => false,
    };
    if let Json::Object(fields) = value {
        fields.values_mut().for_each(without_empty);
        fields.retain(|_, value| !is_empty(value));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn others(root: Json, place: Place, key: &str, value: Json) -> Json {
        let key = vec![key.to_owned()];
        of(root, &[], &[Piece { module_id: String::new(), place, key, value }])
    }

    #[test]
    fn fields_that_we_did_not_write_belong_to_others() {
        let file = json!({"a": {"x": 1, "y": 2}, "b": 3});
        let left = others(file, Place::Entry, "a", json!({"x": 5}));
        assert_eq!(left, json!({"a": {"y": 2}, "b": 3}));
        let file = json!({"a": {"x": 1}, "b": 3});
        let left = others(file, Place::Entry, "a", json!("a text of ours"));
        assert_eq!(left, json!({"b": 3}), "the whole key is ours");
    }

    #[test]
    fn what_our_pieces_leave_empty_counts_for_nothing() {
        let file = json!({"list": ["ours"], "c": {"d": []}, "e": null, "f": false});
        assert_eq!(others(file, Place::Item, "list", json!("ours")), json!({"f": false}));
        let file = json!({"list": ["theirs", "ours"]});
        assert_eq!(others(file, Place::Item, "list", json!("ours")), json!({"list": ["theirs"]}));
    }
}
