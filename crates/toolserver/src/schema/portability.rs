//! What JSON Schema allows but some hosts cannot read. Hosts that map tool schemas onto a smaller dialect reject the
//! tool or drop the constraint.

use serde_json::{Map, Value};

/// Keywords whose value is a map of schemas.
const MAPS: [&str; 5] =
    ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
/// Keywords whose value is a list of schemas.
const LISTS: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
/// Keywords whose value is one schema, which must be an object.
const SINGLES: [&str; 7] = ["items", "not", "if", "then", "else", "contains", "propertyNames"];
/// Keywords whose value is one schema or a truth value.
const OPEN_SINGLES: [&str; 2] = ["additionalProperties", "unevaluatedProperties"];
/// Keywords that only describe. A schema of nothing else accepts anything.
const DESCRIPTIONS: [&str; 8] = [
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "$comment",
];

/// One line per construct, with its place.
pub(super) fn objections(schema: &Map<String, Value>) -> Vec<String> {
    let mut found = Vec::new();
    visit(schema, "#", &mut found);
    found
}

fn visit(schema: &Map<String, Value>, place: &str, found: &mut Vec<String>) {
    if schema.get("type").is_some_and(Value::is_array) {
        found.push(format!("{place}: type is a list; use anyOf or leave the property out"));
    }
    if let Some(Value::String(target)) = schema.get("$ref")
        && !target.starts_with('#')
    {
        found.push(format!("{place}: $ref leads out of the schema"));
    }
    if schema.keys().all(|keyword| DESCRIPTIONS.contains(&keyword.as_str())) {
        found.push(format!("{place}: accepts anything; say what type it is"));
    }
    for keyword in MAPS {
        for (name, inner) in schema.get(keyword).and_then(Value::as_object).into_iter().flatten() {
            visit_value(inner, &format!("{place}/{keyword}/{name}"), found);
        }
    }
    for keyword in LISTS {
        for (index, inner) in
            schema.get(keyword).and_then(Value::as_array).into_iter().flatten().enumerate()
        {
            visit_value(inner, &format!("{place}/{keyword}/{index}"), found);
        }
    }
    for keyword in SINGLES {
        if let Some(inner) = schema.get(keyword) {
            visit_value(inner, &format!("{place}/{keyword}"), found);
        }
    }
    for keyword in OPEN_SINGLES {
        if let Some(Value::Object(inner)) = schema.get(keyword) {
            visit(inner, &format!("{place}/{keyword}"), found);
        }
    }
}

fn visit_value(value: &Value, place: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(schema) => visit(schema, place, found),
        _ => found.push(format!("{place}: is {value}, not a schema object")),
    }
}

#[cfg(test)]
mod tests {
    use crate::Schema;

    fn objections(text: &str) -> Vec<String> {
        Schema::parse(text).unportable()
    }

    #[test]
    fn what_every_host_reads_has_no_objections() {
        let text = r##"{"type": "object", "additionalProperties": false, "required": ["yes"],
            "$defs": {"a": {"type": "string"}},
            "properties": {"yes": {"const": true}, "a": {"$ref": "#/$defs/a"},
                           "list": {"type": "array", "items": {"enum": ["x"]}},
                           "map": {"type": "object", "additionalProperties": {"type": "string"}}}}"##;
        assert_eq!(objections(text), Vec::<String>::new());
    }

    #[test]
    fn each_construct_is_named_with_its_place() {
        let text = r#"{"type": "object", "properties": {
            "any": true, "nullable": {"type": ["string", "null"]}, "open": {"description": "x"},
            "far": {"$ref": "https://example.org/schema"}, "list": {"type": "array", "items": false},
            "map": {"type": "object", "additionalProperties": {}}}, "allOf": [{"not": {}}]}"#;
        assert_eq!(
            objections(text),
            [
                "#/properties/any: is true, not a schema object",
                "#/properties/nullable: type is a list; use anyOf or leave the property out",
                "#/properties/open: accepts anything; say what type it is",
                "#/properties/far: $ref leads out of the schema",
                "#/properties/list/items: is false, not a schema object",
                "#/properties/map/additionalProperties: accepts anything; say what type it is",
                "#/allOf/0/not: accepts anything; say what type it is",
            ]
        );
    }
}
