//! OpenAPI 3 and Swagger 2: each operation as a sequence diagram, the schemas as a class diagram.

use diag::SourceId;
use serde_json::Value;

use crate::names::{Aliases, line, quoted};
use crate::page::Page;
use crate::place::nothing;
use crate::schemas::Classes;
use crate::value::{entries, items, read, referred, require_object, resolved};
use crate::{Import, Made, Origin};

const METHODS: [&str; 9] =
    ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

pub(crate) fn diagrams(file: &str, text: &str, source: SourceId) -> Made {
    let document = read(text, source)?;
    require_object(&document, source, "OpenAPI document")?;
    let mut page = Page::default();
    let mut names = Aliases::default();
    let mut count = 0;
    for (path, item) in entries(&document["paths"]) {
        let item = resolved(&document, item);
        for method in METHODS {
            if let Some(operation) = item.get(method) {
                let call = Call { document: &document, item, operation, method, path };
                page.begin(&names.of(&call.name()), Origin::OpenApi, file);
                call.write(&mut page);
                page.end();
                count += 1;
            }
        }
    }
    let mut classes = Classes::default();
    for schemas in [&document["components"]["schemas"], &document["definitions"]] {
        for (name, schema) in entries(schemas) {
            classes.add(name, schema);
        }
    }
    if count == 0 && classes.is_empty() {
        let hint = "an OpenAPI document has `paths` with operations, or `components` with schemas";
        return Err(nothing(source, "there are no operations and no schemas here", hint));
    }
    if !classes.is_empty() {
        page.begin(&names.of("schemas"), Origin::OpenApi, file);
        page.title(document["info"]["title"].as_str().unwrap_or_default());
        classes.write(&mut page);
        page.end();
    }
    Ok(Import { source: page.finish(), diagnostics: Vec::new() })
}

/// One operation on one path.
struct Call<'d> {
    document: &'d Value,
    item: &'d Value,
    operation: &'d Value,
    method: &'d str,
    path: &'d str,
}

impl Call<'_> {
    fn name(&self) -> String {
        let id = self.operation["operationId"].as_str();
        id.map_or_else(|| format!("{}_{}", self.method, self.path), str::to_owned)
    }

    fn write(&self, page: &mut Page) {
        let method = self.method.to_uppercase();
        let words = self.operation["summary"].as_str().map(line);
        let words = words.unwrap_or_else(|| format!("{method} {}", line(self.path)));
        page.title(&words);
        let server = self.document["info"]["title"].as_str().unwrap_or("API");
        page.put("actor Client");
        page.put(&format!("participant {} as API", quoted(server)));
        let body = self.body().map_or_else(String::new, |it| format!(" ({it})"));
        page.put(&format!("Client -> API : {method} {}{body}", line(self.path)));
        page.put("activate API");
        let facts = self.facts();
        if !facts.is_empty() {
            page.put("note right of API");
            for fact in &facts {
                page.put(&format!("  {fact}"));
            }
            page.put("end note");
        }
        self.responses(page);
        page.put("deactivate API");
    }

    /// The parameters, and what a caller must show to be let in.
    fn facts(&self) -> Vec<String> {
        let lists = [&self.item["parameters"], &self.operation["parameters"]];
        let parameters = lists.into_iter().flat_map(items).map(|it| resolved(self.document, it));
        let mut facts: Vec<String> = parameters
            .filter(|it| it["in"] != "body")
            .map(|it| {
                let name = it["name"].as_str().unwrap_or("?");
                let place = it["in"].as_str().unwrap_or("?");
                let schema = if it["schema"].is_null() { it } else { &it["schema"] };
                let kind = shown(schema);
                let optional = if it["required"] == true { "" } else { ", optional" };
                line(&format!("{place} {name}: {kind}{optional}"))
            })
            .collect();
        let security = match self.operation.get("security") {
            Some(own) => own,
            None => &self.document["security"],
        };
        let ways: Vec<&str> = items(security).flat_map(entries).map(|it| it.0.as_str()).collect();
        if !ways.is_empty() {
            facts.push(line(&format!("needs {}", ways.join(" or "))));
        }
        facts
    }

    /// What the request carries.
    fn body(&self) -> Option<String> {
        let body = resolved(self.document, &self.operation["requestBody"]);
        let content = entries(&body["content"]).next().map(|it| shown(&it.1["schema"]));
        let old = items(&self.operation["parameters"])
            .map(|it| resolved(self.document, it))
            .find(|it| it["in"] == "body")
            .map(|it| shown(&it["schema"]));
        content.or(old)
    }

    /// One answer as it is, several as branches.
    fn responses(&self, page: &mut Page) {
        let answers: Vec<(&String, &Value)> = entries(&self.operation["responses"]).collect();
        let many = answers.len() > 1;
        for (index, (status, answer)) in answers.iter().enumerate() {
            let answer = resolved(self.document, answer);
            let reason = answer["description"].as_str().map(line).unwrap_or_default();
            if many {
                let word = if index == 0 { "alt" } else { "else" };
                let reason = reason.replace("\\n", " ");
                page.put(format!("{word} {status} {reason}").trim_end());
            }
            let schema = match entries(&answer["content"]).next() {
                Some((_, media)) => &media["schema"],
                None => &answer["schema"],
            };
            let sent = if schema.is_null() { String::new() } else { format!(" {}", shown(schema)) };
            page.put(&format!("API --> Client : {status}{sent}"));
        }
        if many {
            page.put("end");
        }
        if answers.is_empty() {
            page.put("API --> Client");
        }
    }
}

/// A schema in a word or two.
fn shown(schema: &Value) -> String {
    if let Some(name) = referred(schema) {
        return line(&name);
    }
    if schema["type"] == "array" {
        return format!("{}[]", shown(&schema["items"]));
    }
    let kind = schema["type"].as_str().unwrap_or("any");
    let names = ["oneOf", "anyOf", "allOf"].iter().flat_map(|it| items(&schema[*it]));
    let names: Vec<String> = names.filter_map(referred).collect();
    line(&if names.is_empty() { kind.to_owned() } else { names.join(" or ") })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOP: &str = "openapi: 3.1.0
info: {title: Shop, version: '1'}
paths:
  /orders/{id}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: string}}
    get:
      operationId: getOrder
      security: [{token: []}]
      responses:
        '200':
          description: The order
          content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}
        '404': {description: No such order}
  /orders:
    post:
      requestBody:
        content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}
      responses: {'201': {description: Created}}
components:
  schemas:
    Order: {type: object, properties: {id: {type: string}}}
";

    #[test]
    fn an_operation_is_a_sequence_and_the_schemas_are_classes() {
        let made = diagrams("shop.yaml", SHOP, SourceId(0)).unwrap().source;
        for line in [
            "@startuml getOrder",
            "participant \"Shop\" as API",
            "Client -> API : GET /orders/{id}",
            "  path id: string",
            "  needs token",
            "alt 200 The order",
            "API --> Client : 200 Order",
            "else 404 No such order",
            "API --> Client : 404",
            "@startuml post__orders",
            "Client -> API : POST /orders (Order)",
            "API --> Client : 201",
            "@startuml schemas",
            "class Order {",
        ] {
            assert!(made.lines().any(|it| it == line), "{line}\n{made}");
        }
    }

    #[test]
    fn a_document_of_another_kind_is_refused() {
        let found = diagrams("x.json", "{\"name\": \"x\"}", SourceId(0)).unwrap_err();
        assert_eq!(found.code, crate::codes::NOTHING_TO_DRAW);
    }
}
