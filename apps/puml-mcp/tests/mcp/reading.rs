//! Tools that only look: what they answer about sources and files.

use serde_json::{Value, json};

use crate::talk::{Talk, folder, plain, rooted};

const LOGIN: &str = include_str!("../../../../examples/login.puml");
const PAGES: &str =
    "@startuml\nA -> B : one\nnewpage\nA -> B : two\n@enduml\n@startuml\nC -> D : three\n@enduml\n";

#[tokio::test]
async fn a_path_is_as_good_as_its_text() {
    let project = folder(&[("docs/login.puml", LOGIN)]);
    let mut talk = Talk::with(rooted(project.path())).await;
    for tool in ["puml_check", "puml_render_svg", "puml_explain", "puml_parse"] {
        let by_text = talk.data(tool, json!({"source": LOGIN})).await;
        let by_path = talk.data(tool, json!({"path": "docs/login.puml"})).await;
        assert_eq!(by_text["ok"], true);
        assert_eq!(by_text, by_path, "{tool}");
    }
    let error = talk.error("puml_check", json!({"path": "docs/none.puml"})).await;
    assert_eq!(error["code"], "path/not-found");
}

#[tokio::test]
async fn a_check_names_everything_with_place_and_fix() {
    let mut talk = Talk::with(plain()).await;
    let source = "@startuml\nparticipnt Alice\nAlice -> Bob : Hello\nend\n@enduml\n";
    let checked = talk.data("puml_check", json!({"source": source})).await;
    assert_eq!(checked["ok"], false);
    let found = checked["diagnostics"].as_array().unwrap();
    assert!(found.len() >= 2, "{checked}");
    assert_eq!(found[0]["range"]["start"]["line"], 2);
    assert_eq!(found[0]["fixes"][0]["edits"][0]["text"], "participant");
    assert_eq!(checked["summary"]["diagrams"], 1);
}

#[tokio::test]
async fn a_finding_in_an_included_file_names_the_file() {
    let project = folder(&[
        ("a.puml", "@startuml\n!include parts/b.iuml\nA -> B : hi\n@enduml\n"),
        ("parts/b.iuml", "!include c.iuml\n"),
        ("parts/c.iuml", "nonsense here\n"),
    ]);
    let mut talk = Talk::with(rooted(project.path())).await;
    let checked = talk.data("puml_check", json!({"path": "a.puml"})).await;
    assert!(checked["diagnostics"].to_string().contains("parts/c.iuml"), "{checked}");
}

#[tokio::test]
async fn what_cannot_be_included_says_why() {
    let project = folder(&[("folder/x.txt", ""), ("a.puml", "")]);
    std::fs::create_dir(project.path().join("folder.iuml")).unwrap();
    std::fs::write(project.path().join("bytes.iuml"), [0xff, 0xfe, 0x00]).unwrap();
    let mut talk = Talk::with(rooted(project.path())).await;
    for (path, why) in [
        ("none.iuml", "none.iuml"),
        ("folder", "not named like a diagram"),
        ("folder.iuml", "not a file"),
        ("bytes.iuml", "UTF-8"),
    ] {
        let source = format!("@startuml\n!include {path}\nA -> B\n@enduml\n");
        let checked = talk.data("puml_check", json!({"source": source})).await;
        assert_eq!(checked["ok"], false, "{path}");
        assert!(checked["diagnostics"].to_string().contains(why), "{path}: {checked}");
    }
}

#[tokio::test]
async fn pages_are_counted_over_all_diagrams() {
    let mut talk = Talk::with(plain()).await;
    for (page, word) in [(0, "one"), (1, "two"), (2, "three")] {
        let drawn = talk.data("puml_render_svg", json!({"source": PAGES, "page": page})).await;
        assert_eq!(drawn["pages"], 3);
        assert!(drawn["svg"].as_str().unwrap().contains(word), "{page}");
        assert!(drawn["width"].as_f64().unwrap() > 10.0);
    }
    let error = talk.error("puml_render_svg", json!({"source": PAGES, "page": 3})).await;
    assert_eq!(error["code"], "puml/no-such-page");
    assert_eq!(error["details"]["pages"], 3);
    let empty = talk.result("puml_render_svg", json!({"source": ""})).await;
    assert!(empty["isError"] == true || empty["structuredContent"]["ok"] == false, "{empty}");
}

#[tokio::test]
async fn a_theme_changes_the_picture_and_an_unknown_one_is_refused() {
    let mut talk = Talk::with(plain()).await;
    let usual = talk.data("puml_render_svg", json!({"source": LOGIN})).await;
    let dark = talk.data("puml_render_svg", json!({"source": LOGIN, "theme": "dark"})).await;
    assert_ne!(usual["svg"], dark["svg"]);
    let unknown = talk.error("puml_render_svg", json!({"source": LOGIN, "theme": "nothing"})).await;
    assert_eq!(unknown["code"], "puml/unknown-theme");
}

#[tokio::test]
async fn a_diagram_is_told_in_words_with_lines() {
    let mut talk = Talk::with(plain()).await;
    let told = talk.data("puml_explain", json!({"source": LOGIN})).await;
    assert_eq!(told["participants"].as_array().unwrap().len(), 4);
    assert_eq!(told["flow"][0]["line"], 8);
    assert!(told["summary"].as_str().unwrap().contains("Login flow"));
    let several = talk.data("puml_explain", json!({"source": PAGES})).await;
    assert_eq!(several["summary"].as_str().unwrap().lines().count(), 2);
    assert_eq!(several["participants"][2]["diagram"], 1);
}

#[tokio::test]
async fn advice_is_apart_from_errors() {
    let mut talk = Talk::with(plain()).await;
    let label = "a label that goes on and on ".repeat(8);
    let source = format!("@startuml\nA -> B : {label}\n@enduml\n");
    let advice = talk.data("puml_lint_readability", json!({"source": source})).await;
    assert_eq!((&advice["ok"], &advice["diagnostics"]), (&json!(true), &json!([])));
    let finding = &advice["findings"][0];
    assert_ne!(finding["severity"], "error");
    assert_eq!(finding["span"]["start"]["line"], 2);
    let broken = talk.data("puml_lint_readability", json!({"source": "A -> B\nend"})).await;
    assert_eq!(broken["ok"], false);
}

#[tokio::test]
async fn the_catalogue_compiles_as_it_says() {
    let mut talk = Talk::with(plain()).await;
    let sections = talk.data("puml_list_primitives", json!({})).await;
    let primitives: Vec<&Value> =
        sections.as_object().unwrap().values().filter_map(Value::as_array).flatten().collect();
    assert!(primitives.len() > 20, "{primitives:?}");
    for primitive in primitives {
        let source = format!("@startuml\n{}\n@enduml\n", primitive["example"].as_str().unwrap());
        let checked = talk.data("puml_check", json!({"source": source})).await;
        assert_eq!(checked["ok"], true, "{}: {checked}", primitive["name"]);
    }
}

#[tokio::test]
async fn dumps_show_every_stage() {
    let mut talk = Talk::with(plain()).await;
    let tree = talk.data("puml_dump_ast", json!({"source": PAGES})).await;
    assert_eq!(tree["ast"]["blocks"].as_array().unwrap().len(), 2);
    let models = talk.data("puml_dump_model", json!({"source": PAGES})).await;
    assert_eq!(models["models"].as_array().unwrap().len(), 2);
    let scenes = talk.data("puml_dump_scene", json!({"source": PAGES})).await;
    assert_eq!(scenes["scenes"].as_array().unwrap().len(), 3);
    for tool in ["puml_dump_model", "puml_dump_scene"] {
        let broken = talk.data(tool, json!({"source": "A -> B\nend"})).await;
        assert_eq!(broken["ok"], false);
    }
    let tree = talk.data("puml_dump_ast", json!({"source": "A -> B\nend"})).await;
    assert_eq!((&tree["ok"], tree["ast"].is_object()), (&json!(false), true));
}

#[tokio::test]
async fn a_large_tree_is_a_resource_that_reads_in_ranges() {
    let mut talk = Talk::with(plain()).await;
    let many = "A -> B : message\n".repeat(2_000);
    for (tool, field) in
        [("puml_parse", "ast"), ("puml_dump_model", "models"), ("puml_render_svg", "svg")]
    {
        let result = talk.result(tool, json!({"source": many})).await;
        let resource = &result["structuredContent"]["resource"];
        let uri = resource["uri"].as_str().unwrap();
        assert_eq!(result["content"][1]["uri"], uri);
        let whole = talk.read(uri).await;
        assert_eq!(resource["bytes"], whole.len());
        let mut joined = String::new();
        for offset in (0..whole.len()).step_by(100_000) {
            joined.push_str(&talk.read(&format!("{uri}?offset={offset}&length=100000")).await);
        }
        assert_eq!(joined, whole);
        let empty = &result["structuredContent"][field];
        assert!([json!({}), json!([]), json!("")].contains(empty), "{tool}: {empty}");
        assert_eq!(serde_json::from_str::<Value>(&whole).is_ok(), field != "svg", "{tool}");
    }
    let gone = talk.ask("resources/read", json!({"uri": "puml://outputs/0/a.svg"})).await;
    assert!(gone["error"].is_object());
}

#[tokio::test]
async fn mermaid_sequences_become_puml() {
    let project = folder(&[("a.mmd", "sequenceDiagram\n  A->>+B: hi\n  B-->>-A: ho\n")]);
    let mut talk = Talk::with(rooted(project.path())).await;
    let made = talk.data("puml_convert", json!({"path": "a.mmd"})).await;
    assert_eq!((&made["ok"], &made["check"]), (&json!(true), &json!([])));
    assert!(made["source"].as_str().unwrap().contains("A -> B ++ : hi"));
    let other =
        talk.data("puml_convert", json!({"source": "pie\n \"a\" : 1", "from": "mermaid"})).await;
    assert_eq!((&other["ok"], &other["source"]), (&json!(false), &json!("")));
    assert!(!other["diagnostics"].as_array().unwrap().is_empty());
    let puml = "@startuml\nclass A\nA --> B : x\nnote on link : why\n@enduml\n";
    let made = talk.data("puml_convert", json!({"source": puml, "to": "mermaid"})).await;
    assert_eq!((&made["ok"], &made["check"]), (&json!(true), &json!([])));
    assert!(made["source"].as_str().unwrap().contains("A --> B : x"));
    assert_eq!(made["diagnostics"][0]["code"], "from/left-out");
    let same = json!({"source": puml, "to": "mermaid", "from": "mermaid"});
    assert_eq!(talk.error("puml_convert", same).await["code"], "puml/same-language");
    let two = json!({"source": PAGES, "to": "mermaid"});
    assert_eq!(talk.error("puml_convert", two).await["code"], "puml/not-one-diagram");
}
