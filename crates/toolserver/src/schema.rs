//! A published JSON Schema: its text as written, and the validator compiled from it on first use.
//! Which schema belongs to which tool is the tool table's business.

mod portability;

use std::fmt;
use std::sync::{Arc, OnceLock};

use jsonschema::Validator;
use jsonschema::error::ValidationErrorKind;
use serde_json::{Map, Value};

/// A hand-written schema. Clients see exactly this value, key order included; calls are checked against it.
///
/// Cloning shares the compiled validator.
#[derive(Clone)]
pub struct Schema {
    object: Arc<Map<String, Value>>,
    validator: Arc<OnceLock<Validator>>,
}

/// One place where a value breaks its schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// JSON Pointer of the offending place. A missing or unexpected property is named itself, not its parent.
    pub path: String,
    /// The schema keyword that was broken, such as `required`, `type` or `enum`.
    pub keyword: String,
    /// What is wrong, without the path.
    pub message: String,
}

/// Values longer than this are left out of messages: an argument may be a whole document.
const SHOWN_VALUE_BYTES: usize = 80;

/// Characters of a property name that are shown.
const LONGEST_NAME: usize = 120;

impl Schema {
    /// Takes a schema constant. Text that is not a JSON object is a bug in the table and panics.
    pub fn parse(text: &str) -> Self {
        let value = serde_json::from_str(text)
            .unwrap_or_else(|error| panic!("a published schema is JSON: {error}\n{text}"));
        Self::from_value(value)
    }

    /// Takes a schema that was put together in code. Anything but an object panics, as in [`Schema::parse`].
    pub fn from_value(value: Value) -> Self {
        let Value::Object(object) = value else {
            panic!("a published schema is a JSON object, not {value}");
        };
        Self { object: Arc::new(object), validator: Arc::default() }
    }

    /// The schema of a tool without arguments.
    pub fn no_arguments() -> Self {
        Self::parse(r#"{"type": "object", "properties": {}, "additionalProperties": false}"#)
    }

    /// The schema as clients see it.
    pub fn object(&self) -> &Arc<Map<String, Value>> {
        &self.object
    }

    /// Every violation, in the order of the schema's keywords; empty when the value conforms.
    pub fn violations(&self, value: &Value) -> Vec<Violation> {
        self.validator().iter_errors(value).flat_map(|error| describe(&error, value)).collect()
    }

    /// Constructs that some hosts cannot read, one line each. What the protocol's inspector flags is flagged here.
    pub fn unportable(&self) -> Vec<String> {
        portability::objections(&self.object)
    }

    /// Why the schema cannot be compiled, if it cannot.
    pub fn fault(&self) -> Option<String> {
        jsonschema::validator_for(&Value::Object((*self.object).clone()))
            .err()
            .map(|error| error.to_string())
    }

    fn validator(&self) -> &Validator {
        self.validator.get_or_init(|| {
            jsonschema::validator_for(&Value::Object((*self.object).clone()))
                .unwrap_or_else(|error| panic!("a published schema compiles: {error}"))
        })
    }
}

impl fmt::Debug for Schema {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Schema({})", Value::Object((*self.object).clone()))
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.path.is_empty() { "(arguments)" } else { &self.path };
        write!(formatter, "{path}: {}", self.message)
    }
}

fn describe(error: &jsonschema::ValidationError<'_>, root: &Value) -> Vec<Violation> {
    let parent = error.instance_path().as_str();
    let keyword = error.kind().keyword().to_owned();
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            vec![Violation {
                path: child(parent, name),
                keyword,
                message: "is required".to_owned(),
            }]
        }
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
            unexpected.iter().map(|name| unknown(parent, name)).collect()
        }
        // An object that may hold nothing is reported once, without saying what it holds.
        ValidationErrorKind::FalseSchema
            if error.schema_path().as_str().ends_with("/additionalProperties") =>
        {
            root.pointer(parent)
                .and_then(Value::as_object)
                .map(|object| object.keys().map(|name| unknown(parent, name)).collect())
                .unwrap_or_default()
        }
        _ => {
            let short = serde_json::to_string(error.instance().as_ref())
                .is_ok_and(|text| text.len() <= SHOWN_VALUE_BYTES);
            let message =
                if short { error.to_string() } else { error.masked_with("the value").to_string() };
            vec![Violation { path: parent.to_owned(), keyword, message }]
        }
    }
}

fn unknown(parent: &str, name: &str) -> Violation {
    Violation {
        path: child(parent, name),
        keyword: "additionalProperties".to_owned(),
        message: "is not a known property".to_owned(),
    }
}

/// Names longer than a sane one are cut: they come from the caller, who may send megabytes.
fn child(parent: &str, name: &str) -> String {
    let end = name.char_indices().nth(LONGEST_NAME).map_or(name.len(), |(index, _)| index);
    let name = &name[..end];
    format!("{parent}/{}", name.replace('~', "~0").replace('/', "~1"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn paths(schema: &Schema, value: &Value) -> Vec<String> {
        schema.violations(value).into_iter().map(|violation| violation.path).collect()
    }

    #[test]
    fn every_violation_is_listed_with_its_own_path() {
        let schema = Schema::parse(
            r#"{"type": "object", "required": ["yes"], "additionalProperties": false,
                "properties": {"yes": {"const": true}, "page": {"type": "integer", "minimum": 0},
                               "only": {"type": "array", "items": {"enum": ["a", "b"]}}}}"#,
        );
        let mut found = paths(&schema, &json!({"page": -1, "only": ["a", "c"], "x/y": 1, "z": 2}));
        found.sort();
        assert_eq!(found, ["/only/1", "/page", "/x~1y", "/yes", "/z"]);
        assert!(schema.violations(&json!({"yes": true, "page": 0})).is_empty());
    }

    #[test]
    fn an_object_that_may_hold_nothing_names_what_it_holds() {
        assert_eq!(paths(&Schema::no_arguments(), &json!({"a": 1, "b": 2})), ["/a", "/b"]);
        let nested = Schema::parse(r#"{"properties": {"in": {"additionalProperties": false}}}"#);
        assert_eq!(paths(&nested, &json!({"in": {"a": 1}})), ["/in/a"]);
        assert_eq!(nested.violations(&json!({"in": {"a": 1}}))[0].keyword, "additionalProperties");
    }

    #[test]
    fn long_names_are_cut() {
        let found = paths(&Schema::no_arguments(), &json!({"é".repeat(100_000): 1}));
        assert_eq!(found, [format!("/{}", "é".repeat(120))]);
    }

    #[test]
    fn long_values_stay_out_of_messages() {
        let schema = Schema::parse(r#"{"properties": {"n": {"type": "integer"}}}"#);
        let violations = schema.violations(&json!({"n": "x".repeat(10_000)}));
        assert_eq!(violations.len(), 1);
        assert_eq!(violations[0].keyword, "type");
        assert!(violations[0].message.len() < 200, "{}", violations[0]);
        let violations = schema.violations(&json!({"n": "seven"}));
        assert!(violations[0].to_string().starts_with("/n: \"seven\""), "{}", violations[0]);
    }

    #[test]
    fn the_published_text_keeps_its_key_order() {
        let text =
            r#"{"type":"object","properties":{"z":{"type":"string"},"a":{"type":"string"}}}"#;
        let schema = Schema::parse(text);
        assert_eq!(serde_json::to_string(schema.object()).unwrap(), text);
        assert!(format!("{schema:?}").contains(text));
    }

    #[test]
    #[should_panic(expected = "is a JSON object")]
    fn a_schema_that_is_no_object_is_a_bug() {
        Schema::parse("[]");
    }

    #[test]
    #[should_panic(expected = "is JSON")]
    fn a_schema_that_is_no_json_is_a_bug() {
        Schema::parse("{");
    }

    #[test]
    fn a_schema_that_cannot_be_compiled_says_why() {
        assert!(Schema::parse(r#"{"type": "nothing"}"#).fault().is_some());
        assert!(Schema::no_arguments().fault().is_none());
    }

    #[test]
    fn the_whole_argument_object_is_named_in_words() {
        let violations = Schema::parse(r#"{"minProperties": 1}"#).violations(&json!({}));
        assert!(violations[0].to_string().starts_with("(arguments): "));
    }
}
