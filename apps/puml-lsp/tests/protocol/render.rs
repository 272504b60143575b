//! Pictures: lenses, commands, previews.

use serde_json::{Value, json};

use crate::client::{Client, FILE};

#[test]
fn a_lens_draws_a_file_beside_the_source() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().canonicalize().unwrap();
    let client = Client::with(&json!({}), &json!({ "preview": true }));
    let uri = format!("file://{}/a.puml", path.display());
    client.open(&uri, "@startuml\nA -> B : one\n@enduml\n@startuml\nA -> B : two\n@enduml\n");
    let lenses = client.ask("textDocument/codeLens", &json!({ "textDocument": { "uri": uri } }));
    let titles: Vec<_> =
        lenses.as_array().unwrap().iter().map(|it| it["command"]["title"].clone()).collect();
    assert_eq!(titles, ["Preview", "Render SVG", "Preview", "Render SVG"]);
    for (lens, name, text) in [(1, "a.svg", "one"), (3, "a_001.svg", "two")] {
        let answer = client.ask("workspace/executeCommand", &lenses[lens]["command"]);
        assert_eq!(answer["files"][0], json!(path.join(name)));
        let svg = std::fs::read_to_string(path.join(name)).unwrap();
        assert!(svg.starts_with("<svg") && svg.contains(text), "{svg}");
        let told = client.told("window/showMessage");
        assert!(told["message"].as_str().unwrap().ends_with(name), "{told}");
    }
    let named = format!("file://{}/b.puml", path.display());
    client
        .open(&named, "@startuml sub/x.png\nA -> B\n@enduml\n@startuml ../out\nA -> B\n@enduml\n");
    for (diagram, name) in [(0, "sub/x.svg"), (1, "b.svg")] {
        let render = json!({ "command": "puml.render", "arguments": [named, diagram] });
        let answer = client.ask("workspace/executeCommand", &render);
        assert_eq!(answer["files"][0], json!(path.join(name)));
        assert!(path.join(name).is_file());
    }
    let handed = json!({ "command": "puml.renderSvg", "arguments": [uri, 1] });
    let svg = client.ask("workspace/executeCommand", &handed);
    assert!(svg.as_str().unwrap().contains("two"));
    let missing = json!({ "command": "puml.renderSvg", "arguments": [uri, 7] });
    assert_eq!(client.refusal("workspace/executeCommand", &missing).0, -32803);
}

#[test]
fn previews_come_with_counts_and_for_broken_texts_too() {
    let client = Client::new();
    client.open(FILE, "@startuml\nA -> B : first\nnewpage\nB -> A : second\nend\n@enduml\n");
    let ask = |page: u32| {
        let params = json!({ "textDocument": { "uri": FILE }, "page": page, "scheme": "dark" });
        client.ask("puml/renderSvg", &params)
    };
    let first = ask(0);
    assert!(first["svg"].as_str().unwrap().contains("first"));
    let counts = (&first["ok"], &first["diagrams"], &first["pages"], &first["version"]);
    assert_eq!(counts, (&json!(false), &json!(1), &json!(2), &json!(1)));
    assert!(ask(1)["svg"].as_str().unwrap().contains("second"));
    assert_eq!(ask(2)["svg"], Value::Null);
    client.open(FILE, "A -> B : %date(\"yyyy\")\n");
    assert!(!ask(0)["svg"].as_str().unwrap().contains("1970"), "dates are today's");
}

#[test]
fn pictures_come_from_the_allowed_folders_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().canonicalize().unwrap();
    std::fs::create_dir(path.join("docs")).unwrap();
    for (name, colour) in [("docs/in.svg", "#123456"), ("out.svg", "#654321")] {
        let square = format!("<rect width='8' height='8' fill='{colour}'/>");
        let svg =
            format!("<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'>{square}</svg>");
        std::fs::write(path.join(name), svg).unwrap();
    }
    let client = Client::new();
    let uri = format!("file://{}/docs/a.puml", path.display());
    client.open(&uri, "A -> B : <img:in.svg>\nB -> A : <img:../out.svg>\n");
    let drawn = client.ask("puml/renderSvg", &json!({ "textDocument": { "uri": uri } }));
    let svg = drawn["svg"].as_str().unwrap();
    assert!(svg.contains("#123456") && !svg.contains("#654321"), "{svg}");
    let found = client.told("textDocument/publishDiagnostics");
    let messages: Vec<_> = found["diagnostics"].as_array().unwrap().iter().collect();
    assert_eq!(messages.len(), 1, "{found}");
    let message = messages[0]["message"].as_str().unwrap();
    assert!(message.contains("\"../out.svg\" lies outside"), "{message}");
}
