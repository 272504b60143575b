//! JSON Schema as a class diagram: the document and its definitions.

use diag::SourceId;
use serde_json::Value;

use crate::page::Page;
use crate::place::nothing;
use crate::schemas::Classes;
use crate::value::{entries, read, require_object};
use crate::{Import, Made, Origin};

pub(crate) fn diagram(file: &str, text: &str, source: SourceId) -> Made {
    let document = read(text, source)?;
    require_object(&document, source, "JSON Schema")?;
    let mut classes = Classes::default();
    let parts = ["type", "properties", "allOf", "oneOf", "anyOf", "enum", "items"];
    let definitions: Vec<(&String, &Value)> =
        ["$defs", "definitions"].iter().flat_map(|it| entries(&document[*it])).collect();
    let stem = file.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = stem.split('.').next().unwrap_or_default();
    let root = document["title"].as_str().unwrap_or(stem);
    classes.anchor(root, &document, Some("#"));
    for (name, schema) in &definitions {
        classes.anchor(name, schema, None);
    }
    if parts.iter().any(|it| document.get(it).is_some()) {
        classes.add(root, &document);
    }
    for (name, schema) in definitions {
        classes.add(name, schema);
    }
    if classes.is_empty() {
        let hint = "a schema has `type`, `properties`, `$defs` or `definitions`";
        return Err(nothing(source, "there is no schema in this document", hint));
    }
    let mut page = Page::default();
    page.begin("", Origin::JsonSchema, file);
    page.title(document["title"].as_str().unwrap_or_default());
    classes.write(&mut page);
    page.end();
    Ok(Import { source: page.finish(), diagnostics: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_fields_and_references_are_links() {
        let text = r##"{
            "title": "Order", "type": "object", "required": ["id", "lines"],
            "properties": {
                "id": {"type": "string", "format": "uuid"},
                "note": {"type": ["string", "null"]},
                "lines": {"type": "array", "items": {"$ref": "#/$defs/Line"}},
                "address": {"type": "object", "properties": {"street": {"type": "string"}}}
            },
            "$defs": {
                "Line": {"allOf": [{"$ref": "#/$defs/Base"}, {"properties": {"count": {"type": "integer"}}}]},
                "Base": {"type": "object"},
                "State": {"enum": ["open", "closed", 3]}
            }
        }"##;
        let made = diagram("order.json", text, SourceId(0)).unwrap().source;
        for line in [
            "class Order {",
            "  id : string <uuid>",
            "  note : string | null [0..1]",
            "Order --> \"*\" Line : lines",
            "class \"Order.address\" as Order_address {",
            "Order *-- \"0..1\" Order_address : address",
            "Base <|-- Line",
            "  count : integer [0..1]",
            "enum State {",
        ] {
            assert!(made.lines().any(|it| it == line), "{line}\n{made}");
        }
    }

    #[test]
    fn the_document_and_anchors_are_referred_to_by_name() {
        let text = r##"{
            "title": "Branch", "type": "object",
            "properties": {
                "children": {"type": "array", "items": {"$ref": "#"}},
                "mood": {"$ref": "#mood"},
                "pair": {"type": "array", "prefixItems": [{"type": "string"}, {"$ref": "#mood"}], "items": false}
            },
            "$defs": {"Mood": {"$anchor": "mood", "enum": ["glad", "sad"]}}
        }"##;
        let made = diagram("branch.json", text, SourceId(0)).unwrap().source;
        let links = [
            "Branch --> \"*\" Branch : children",
            "Branch --> \"0..1\" Mood : mood",
            "  pair : [string, Mood] [0..1]",
        ];
        for line in links {
            assert!(made.lines().any(|it| it == line), "{line}\n{made}");
        }
    }

    #[test]
    fn a_choice_within_a_schema_is_one_class() {
        let text = r##"{
            "$defs": {
                "Owner": {"type": "object", "properties": {
                    "contact": {"oneOf": [{"$ref": "#/$defs/Mail"}, {"$ref": "#/$defs/Phone"}]}
                }},
                "Mail": {"type": "string"}, "Phone": {"type": "string"}
            }
        }"##;
        let made = diagram("x.json", text, SourceId(0)).unwrap().source;
        assert_eq!(made.matches("class Owner {").count(), 1, "{made}");
        assert_eq!(made.matches("as Owner_contact").count(), 1, "{made}");
    }

    #[test]
    fn a_document_without_schemas_is_refused() {
        let found = diagram("x.yaml", "name: x\n", SourceId(0)).unwrap_err();
        assert_eq!(found.code, crate::codes::NOTHING_TO_DRAW);
        let text = "{\n  \"type\": \"object\",,\n}";
        let found = diagram("x.json", text, SourceId(0)).unwrap_err();
        assert_eq!(found.span.slice(text), ",");
    }
}
