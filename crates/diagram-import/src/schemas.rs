//! Named schemas as classes: properties as fields, references as links, `allOf` as inheritance.

use std::collections::HashMap;

use serde_json::Value;

use crate::names::{Aliases, field};
use crate::page::Page;
use crate::value::{entries, items, referred};

/// Objects that are written where they are used are classes of their own, up to this depth.
const DEPTH: usize = 8;

/// The classes and links of some schemas. Links follow their classes.
#[derive(Debug)]
pub(crate) struct Classes {
    aliases: Aliases,
    /// The names of schemas that are referred to by another word, such as `#` or an anchor.
    anchors: HashMap<String, String>,
    bodies: Vec<String>,
    links: Vec<String>,
}

impl Default for Classes {
    fn default() -> Self {
        let aliases = Aliases::of_classes();
        Self { aliases, anchors: HashMap::new(), bodies: Vec::new(), links: Vec::new() }
    }
}

/// How a property or an item is typed: in words, or as a class.
enum Type {
    Words(String),
    Class { name: String, is_own: bool },
}

impl Classes {
    /// Adds a schema and the objects within it.
    pub(crate) fn add(&mut self, name: &str, schema: &Value) {
        self.nested(name, schema, DEPTH);
    }

    /// Lets a schema be referred to by its id and anchors, and by `reference`.
    pub(crate) fn anchor(&mut self, name: &str, schema: &Value, reference: Option<&str>) {
        let id = schema["$id"].as_str().map(str::to_owned);
        let anchors = ["$anchor", "$dynamicAnchor"].iter().filter_map(|it| schema[*it].as_str());
        let anchors = anchors.map(|it| format!("#{it}"));
        for word in anchors.chain(id).chain(reference.map(str::to_owned)) {
            self.anchors.entry(word).or_insert_with(|| name.to_owned());
        }
    }

    /// The name of the schema that a value refers to.
    fn referred(&self, value: &Value) -> Option<String> {
        let reference = value["$ref"].as_str().or(value["$dynamicRef"].as_str())?;
        self.anchors.get(reference).cloned().or_else(|| referred(value))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    pub(crate) fn write(self, page: &mut Page) {
        page.put("set separator none");
        for line in self.bodies.iter().chain(&self.links) {
            page.put(line);
        }
    }

    fn nested(&mut self, name: &str, schema: &Value, depth: usize) {
        if let Some(values) = schema["enum"].as_array() {
            return self.enumeration(name, values);
        }
        let declared = self.aliases.declared(name, name);
        let at = self.bodies.len();
        self.bodies.push(String::new());
        let mut fields = Vec::new();
        let mut kind = "class";
        self.properties(name, schema, depth, &mut fields);
        for part in items(&schema["allOf"]) {
            match self.referred(part) {
                Some(base) => self.link(&base, "<|--", name, ""),
                None => self.properties(name, part, depth, &mut fields),
            }
        }
        for word in ["oneOf", "anyOf"] {
            let options: Vec<String> =
                items(&schema[word]).filter_map(|it| self.referred(it)).collect();
            for option in options {
                kind = "abstract class";
                self.link(name, "<|--", &option, "");
            }
        }
        if fields.is_empty()
            && kind == "class"
            && !schema["properties"].is_object()
            && let Type::Words(words) = self.typed(name, schema, depth)
            && words != "object"
        {
            fields.push(field("value", &words));
        }
        let mut lines = vec![format!("{kind} {declared} {{")];
        lines.extend(fields.iter().map(|it| format!("  {it}")));
        lines.push("}".to_owned());
        self.bodies[at] = lines.join("\n");
    }

    fn enumeration(&mut self, name: &str, values: &[Value]) {
        let declared = self.aliases.declared(name, name);
        let mut lines = vec![format!("enum {declared} {{")];
        lines.extend(values.iter().map(|it| format!("  {}", field(&scalar(it), ""))));
        lines.push("}".to_owned());
        self.bodies.push(lines.join("\n"));
    }

    fn properties(&mut self, owner: &str, schema: &Value, depth: usize, fields: &mut Vec<String>) {
        let required: Vec<&str> = items(&schema["required"]).filter_map(Value::as_str).collect();
        for (name, property) in entries(&schema["properties"]) {
            let is_needed = required.contains(&name.as_str());
            let is_tuple = property["prefixItems"].is_array();
            let (element, is_many) = match property.get("items").filter(|_| !is_tuple) {
                Some(element) => (element, true),
                None => (property, false),
            };
            let inner = format!("{owner}.{name}");
            match self.typed(&inner, element, depth) {
                Type::Words(words) => {
                    let many = if is_many { "[]" } else { "" };
                    let optional = if is_needed { "" } else { " [0..1]" };
                    fields.push(field(name, &format!("{words}{many}{optional}")));
                }
                Type::Class { name: target, is_own } => {
                    let count = match (is_many, is_needed) {
                        (true, _) => "*",
                        (false, true) => "1",
                        (false, false) => "0..1",
                    };
                    let arrow = if is_own { "*--" } else { "-->" };
                    let arrow = format!("{arrow} \"{count}\"");
                    self.link(owner, &arrow, &target, name);
                }
            }
        }
    }

    /// The type of a schema at a place that is named `inner` if it needs a class of its own.
    fn typed(&mut self, inner: &str, schema: &Value, depth: usize) -> Type {
        if let Some(name) = self.referred(schema) {
            return Type::Class { name, is_own: false };
        }
        let references: Vec<String> = ["allOf", "oneOf", "anyOf"]
            .iter()
            .flat_map(|it| items(&schema[*it]))
            .filter_map(|it| self.referred(it))
            .collect();
        if let [only] = &references[..] {
            return Type::Class { name: only.clone(), is_own: false };
        }
        let has_parts = schema["properties"].is_object() || !references.is_empty();
        if has_parts && depth > 0 {
            self.nested(inner, schema, depth - 1);
            return Type::Class { name: inner.to_owned(), is_own: true };
        }
        if let Some(values) = schema["enum"].as_array() {
            let values: Vec<String> = values.iter().map(scalar).collect();
            return Type::Words(values.join(" | "));
        }
        if let Some(value) = schema.get("const") {
            return Type::Words(scalar(value));
        }
        if let Some(value) = schema.get("additionalProperties").filter(|it| it.is_object()) {
            return match self.typed(inner, value, depth) {
                Type::Words(words) => Type::Words(format!("map of {words}")),
                class @ Type::Class { .. } => class,
            };
        }
        if let Some(places) = schema["prefixItems"].as_array() {
            let kinds = places.iter().map(|it| self.referred(it).unwrap_or_else(|| words(it)));
            return Type::Words(format!("[{}]", kinds.collect::<Vec<_>>().join(", ")));
        }
        Type::Words(words(schema))
    }

    fn link(&mut self, from: &str, arrow: &str, to: &str, label: &str) {
        let (from, to) = (self.aliases.of(from), self.aliases.of(to));
        let label = crate::names::line(label);
        let label = if label.is_empty() { label } else { format!(" : {label}") };
        self.links.push(format!("{from} {arrow} {to}{label}"));
    }
}

/// The type and format of a plain value in words.
fn words(schema: &Value) -> String {
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let kind = match &kinds[..] {
        [] => "any".to_owned(),
        ["array"] => format!("{}[]", words(&schema["items"])),
        kinds => kinds.join(" | "),
    };
    match schema["format"].as_str() {
        Some(format) => format!("{kind} <{format}>"),
        None => kind,
    }
}

fn scalar(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
