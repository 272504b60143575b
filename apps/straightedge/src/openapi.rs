//! `/api/openapi.json`: the HTTP interface in the words of OpenAPI 3.1. Tests hold it to what the routes answer.

use serde_json::{Map, Value, json};

use crate::routes::listed_tools;
use crate::{Guard, Metering, Site};

/// The whole document, with the tools that this server offers.
pub(crate) fn document(site: &Site) -> Value {
    let mut paths = Map::new();
    paths.insert("/api/tools".into(), json!({ "get": discovery() }));
    for tool in listed_tools(site) {
        let name = tool["name"].as_str().unwrap_or_default().to_owned();
        paths.insert(format!("/api/tools/{name}"), json!({ "post": invocation(&tool) }));
    }
    for name in ["verify", "render", "svg"] {
        paths.insert(format!("/api/{name}"), json!({ "post": mermaid(name) }));
    }
    paths.insert("/api/openapi.json".into(), json!({ "get": openapi() }));
    for (name, media_type, what) in [
        ("svg", "image/svg+xml", "an SVG document"),
        ("png", "image/png", "a PNG file"),
        ("txt", "text/plain", "text art"),
    ] {
        let (get, post) = (picture(name, media_type, what), posted_page(name, media_type, what));
        paths.insert(format!("/{name}/{{code}}"), json!({ "get": get, "post": post }));
        paths.insert(format!("/{name}"), json!({ "post": posted(name, media_type, what) }));
    }
    paths.insert("/healthz".into(), json!({ "get": health() }));
    paths.insert("/readyz".into(), json!({ "get": readiness() }));
    if site.settings.metrics == Metering::On {
        paths.insert("/metrics".into(), json!({ "get": metrics() }));
    }
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Straightedge",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Checks, draws and shares PlantUML sequence diagrams and Mermaid diagrams. \
                The MCP servers are at /mcp and below, and speak their own protocol.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        "paths": paths,
        "components": { "schemas": schemas() },
    });
    if site.settings.guard == Guard::Everything {
        document["components"]["securitySchemes"] =
            json!({ "token": { "type": "http", "scheme": "bearer" } });
        document["security"] = json!([{ "token": [] }]);
    }
    document
}

fn schemas() -> Value {
    json!({
        "Tool": {
            "type": "object",
            "required": ["id", "name", "description", "inputSchema"],
            "properties": {
                "id": { "type": "string" },
                "name": { "type": "string" },
                "description": { "type": "string" },
                "inputSchema": { "type": "object" },
            },
        },
        "Failure": {
            "type": "object",
            "additionalProperties": false,
            "required": ["success", "error"],
            "properties": {
                "success": { "const": false },
                "error": {
                    "type": "object",
                    "required": ["code", "message"],
                    "properties": {
                        "code": { "type": "string", "description": "Stable, for programs" },
                        "message": { "type": "string", "description": "For people" },
                        "details": {},
                    },
                },
            },
        },
        "Verdict": {
            "type": "object",
            "additionalProperties": false,
            "required": ["ok"],
            "properties": {
                "ok": { "type": "boolean" },
                "error": { "type": "string", "description": "What is wrong; absent when ok" },
            },
        },
        "Message": {
            "type": "object",
            "additionalProperties": false,
            "required": ["error"],
            "properties": { "error": { "type": "string" } },
        },
        "Svg": picture_schema(FileName::Absent),
        "NamedSvg": picture_schema(FileName::Given),
    })
}

/// Whether a picture comes with a name to save it under.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FileName {
    Absent,
    Given,
}

fn picture_schema(name: FileName) -> Value {
    let mut schema = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["svg"],
        "properties": { "svg": { "type": "string", "description": "A whole, sanitised document" } },
    });
    if name == FileName::Given {
        schema["required"] = json!(["svg", "filename"]);
        schema["properties"]["filename"] = json!({
            "type": "string",
            "pattern": r"^diagram-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.svg$",
        });
    }
    schema
}

fn reference(schema: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{schema}") })
}

fn json_response(description: &str, schema: &Value) -> Value {
    json!({ "description": description, "content": { "application/json": { "schema": schema } } })
}

/// The refusals that any request can meet, in the shape of its interface.
fn with_refusals(mut responses: Value, schema: &Value, statuses: &[(&str, &str)]) -> Value {
    let always = [
        ("403", "A page of another origin asks, which is not allowed"),
        ("408", "The body took too long to arrive"),
        ("429", "Too many requests; Retry-After and RateLimit-* say when to come back"),
        (
            "503",
            "The server is busy, or the diagram took too long; Retry-After says when to come back",
        ),
    ];
    for (status, description) in statuses.iter().chain(&always) {
        responses[*status] = json_response(description, schema);
    }
    responses
}

fn discovery() -> Value {
    let listing = json!({
        "type": "object",
        "required": ["tools"],
        "properties": { "tools": { "type": "array", "items": reference("Tool") } },
    });
    json!({
        "operationId": "listTools",
        "summary": "Every tool with its input schema",
        "responses": {
            "200": json_response("The tools", &listing),
            "405": json_response("Another method", &reference("Failure")),
        },
    })
}

fn invocation(tool: &Value) -> Value {
    let name = tool["name"].as_str().unwrap_or_default();
    let success = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["success", "result"],
        "properties": { "success": { "const": true }, "result": result_schema(name) },
    });
    let responses = json!({ "200": json_response("The tool's result", &success) });
    let statuses = [
        ("400", "The arguments are missing or wrong"),
        ("405", "Another method"),
        ("413", "The diagram is too large"),
        ("422", "The diagram is wrong, or cannot be drawn"),
        ("500", "The text is not Unicode, or an internal error"),
    ];
    json!({
        "operationId": name,
        "summary": tool["description"],
        "requestBody": request(&input_schema(name, &tool["inputSchema"])),
        "responses": with_refusals(responses, &reference("Failure"), &statuses),
    })
}

fn mermaid(name: &str) -> Value {
    let (schema, failure) = match name {
        "verify" => ("Verdict", "Verdict"),
        "render" => ("Svg", "Message"),
        _ => ("NamedSvg", "Message"),
    };
    let responses = json!({ "200": json_response("The answer", &reference(schema)) });
    let mut statuses = vec![
        ("400", "The code is missing or empty"),
        ("405", "Another method"),
        ("413", "The code is too large"),
        ("500", "Internal error"),
    ];
    if name != "verify" {
        statuses.push(("422", "The diagram is wrong, or cannot be drawn"));
    }
    json!({
        "operationId": format!("mermaid-{name}"),
        "summary": format!("The tool {name} as a plain request"),
        "requestBody": request(&input_schema(name, &Value::Null)),
        "responses": with_refusals(responses, &reference(failure), &statuses),
    })
}

fn request(schema: &Value) -> Value {
    json!({ "required": true, "content": { "application/json": { "schema": schema } } })
}

/// What a tool really takes. The listing says less where its wording is published elsewhere.
fn input_schema(name: &str, listed: &Value) -> Value {
    let text = |field: &str, most: usize, description: &str| {
        json!({
            "type": "object",
            "required": [field],
            "properties": {
                field: {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": most,
                    "pattern": r"\S",
                    "description": description,
                },
            },
        })
    };
    match name {
        "encodePlantUML" => text("plantumlCode", 51_200, "At most 51,200 bytes of UTF-8"),
        "decodePlantUML" => text("encoded", 65_536, "A code, or a link that carries one"),
        "verify" | "render" | "svg" => text("code", 50_000, "Mermaid, at most 50,000 characters"),
        _ => listed.clone(),
    }
}

fn result_schema(name: &str) -> Value {
    match name {
        "encodePlantUML" => json!({
            "type": "object",
            "additionalProperties": false,
            "required": ["url", "encoded", "format"],
            "properties": {
                "url": {
                    "type": "string",
                    "pattern": "^https://www\\.plantuml\\.com/plantuml/svg/[0-9A-Za-z_-]+$",
                },
                "encoded": { "type": "string", "pattern": "^[0-9A-Za-z_-]+$" },
                "format": { "const": "svg" },
            },
        }),
        "decodePlantUML" => json!({
            "type": "object",
            "additionalProperties": false,
            "required": ["plantumlCode", "encoded"],
            "properties": { "plantumlCode": { "type": "string" }, "encoded": { "type": "string" } },
        }),
        "verify" => reference("Verdict"),
        "render" => reference("Svg"),
        "svg" => reference("NamedSvg"),
        _ => json!({ "type": "object" }),
    }
}

fn openapi() -> Value {
    json!({
        "operationId": "openapi",
        "summary": "This document",
        "responses": {
            "200": json_response("OpenAPI 3.1", &json!({ "type": "object" })),
            "405": json_response("Another method", &reference("Failure")),
        },
    })
}

fn picture(name: &str, media_type: &str, what: &str) -> Value {
    let content = json!({ media_type: { "schema": { "type": "string" } } });
    json!({
        "operationId": format!("plantuml-{name}"),
        "summary": format!("The sequence diagram of a PlantUML text code as {what}"),
        "parameters": [{
            "name": "code",
            "in": "path",
            "required": true,
            "schema": { "type": "string", "pattern": "^[0-9A-Za-z_-]{4,4096}$" },
            "example": "SyfFKj2rKt3CoKnELR1Io4ZDoSa70000",
        }],
        "responses": picture_responses(&content),
    })
}

fn posted(name: &str, media_type: &str, what: &str) -> Value {
    let content = json!({ media_type: { "schema": { "type": "string" } } });
    json!({
        "operationId": format!("plantuml-{name}-posted"),
        "summary": format!("The sequence diagram in the body as {what}"),
        "requestBody": {
            "required": true,
            "content": { "text/plain": {
                "schema": { "type": "string" },
                "example": "@startuml\nBob -> Alice : hello\n@enduml",
            } },
        },
        "responses": picture_responses(&content),
    })
}

/// Clients post to the place where a code would stand, with the number of a page in it.
fn posted_page(name: &str, media_type: &str, what: &str) -> Value {
    let mut operation = posted(name, media_type, what);
    operation["operationId"] = json!(format!("plantuml-{name}-posted-page"));
    operation["summary"] = json!(format!("One page of the diagram in the body as {what}"));
    operation["parameters"] = json!([{
        "name": "code",
        "in": "path",
        "required": true,
        "description": "The page, counted from 0",
        "schema": { "type": "integer", "minimum": 0, "maximum": 1000 },
        "example": 0,
    }]);
    operation
}

fn picture_responses(content: &Value) -> Value {
    let text =
        |description: &str| json!({ "description": description, "schema": { "type": "string" } });
    let mut wrong = content.clone();
    wrong["application/json"] = json!({ "schema": reference("Failure") });
    let responses = json!({
        "200": {
            "description": "The picture",
            "headers": {
                "X-PlantUML-Diagram-Description": text("Such as (2 participants)"),
                "X-PlantUML-Diagram-Width": text("Pixels"),
                "X-PlantUML-Diagram-Height": text("Pixels"),
            },
            "content": content,
        },
        "400": {
            "description": "A picture of what is wrong; or a body that is not UTF-8",
            "content": wrong,
        },
    });
    let statuses = [
        ("404", "Nothing there"),
        ("405", "Another method"),
        ("413", "The text is too large"),
        ("500", "Internal error"),
    ];
    with_refusals(responses, &reference("Failure"), &statuses)
}

fn health() -> Value {
    let schema = json!({
        "type": "object",
        "required": ["status", "version"],
        "properties": { "status": { "const": "ok" }, "version": { "type": "string" } },
    });
    json!({
        "operationId": "healthz",
        "summary": "Whether the server is alive",
        "security": [],
        "responses": {
            "200": json_response("It is", &schema),
            "405": json_response("Another method", &reference("Failure")),
        },
    })
}

fn readiness() -> Value {
    let schema = json!({
        "type": "object",
        "required": ["status"],
        "properties": { "status": { "enum": ["ready", "stopping"] } },
    });
    json!({
        "operationId": "readyz",
        "summary": "Whether the server takes new work",
        "security": [],
        "responses": {
            "200": json_response("It does", &schema),
            "405": json_response("Another method", &reference("Failure")),
            "503": json_response("It is about to stop", &schema),
        },
    })
}

fn metrics() -> Value {
    json!({
        "operationId": "metrics",
        "summary": "Counters in the Prometheus text format",
        "responses": {
            "200": {
                "description": "Counters",
                "content": { "text/plain": { "schema": { "type": "string" } } },
            },
            "405": json_response("Another method", &reference("Failure")),
            "503": json_response("The server is busy", &reference("Failure")),
        },
    })
}
