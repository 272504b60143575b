//! Resources: the language, the project, pages and completion.

use serde_json::{Value, json};

use crate::talk::{Talk, folder, plain, rooted};

const HELLO: &str = "@startuml\nAlice -> Bob : Hello\n@enduml\n";

/// The addresses of the specification.
const SPECIFIED: [&str; 16] = [
    "puml://syntax/spec",
    "puml://syntax/arrows",
    "puml://syntax/participants",
    "puml://syntax/notes",
    "puml://syntax/groups",
    "puml://syntax/lifecycle",
    "puml://syntax/styling",
    "puml://examples/hello",
    "puml://examples/login-flow",
    "puml://examples/async-job",
    "puml://examples/lifecycle",
    "puml://themes/default",
    "puml://themes/dark",
    "puml://themes/minimal",
    "puml://project/diagrams",
    "puml://project/diagnostics",
];

#[tokio::test]
async fn every_address_of_the_specification_is_listed_first_and_can_be_read() {
    let mut talk = Talk::with(plain()).await;
    let listed = talk.ask("resources/list", json!({})).await;
    let listed = listed["result"]["resources"].as_array().unwrap().clone();
    let uris: Vec<&str> = listed.iter().take(16).map(|it| it["uri"].as_str().unwrap()).collect();
    assert_eq!(uris, SPECIFIED);
    for uri in SPECIFIED {
        assert!(talk.read(uri).await.len() > 40, "{uri}");
    }
    assert!(talk.read("puml://themes/default").await.contains("| notes |"));
}

#[tokio::test]
async fn diagrams_of_the_project_are_listed_and_checked() {
    let project = folder(&[
        ("a b.puml", HELLO),
        ("docs/bad.puml", "@startuml\nA -> B\nend\n@enduml\n"),
        ("docs/includes.puml", "@startuml\n!include part.iuml\n@enduml\n"),
        ("docs/part.iuml", "A -> B\n"),
        ("secret.txt", "x"),
    ]);
    std::fs::write(project.path().join("bytes.puml"), [0xff, 0x00]).unwrap();
    let mut talk = Talk::with(rooted(project.path())).await;
    let listed: Value = serde_json::from_str(&talk.read("puml://project/diagrams").await).unwrap();
    assert_eq!(listed["total"], 5);
    assert_eq!(listed["diagrams"][0]["uri"], "puml://project/files/a%20b.puml");
    assert_eq!(talk.read("puml://project/files/a%20b.puml").await, HELLO);
    assert_eq!(talk.read("puml://project/files/a%20b.puml?offset=1&length=8").await, "startuml");
    let found: Value =
        serde_json::from_str(&talk.read("puml://project/diagnostics").await).unwrap();
    let ok: Vec<(&str, bool)> = found["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["path"].as_str().unwrap(), it["ok"].as_bool().unwrap()))
        .collect();
    let bad = [("bytes.puml", false), ("docs/bad.puml", false)];
    assert!(bad.iter().all(|it| ok.contains(it)), "{ok:?}");
    assert!(ok.contains(&("docs/includes.puml", true)), "{ok:?}");
    for uri in ["puml://project/files/secret.txt", "puml://project/files/none.puml"] {
        let answer = talk.ask("resources/read", json!({"uri": uri})).await;
        assert_eq!(answer["error"]["code"], -32002, "{answer}");
    }
}

#[tokio::test]
async fn a_large_project_comes_in_pages() {
    let files: Vec<(String, &str)> = (0..230).map(|it| (format!("d{it:03}.puml"), HELLO)).collect();
    let named: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    let project = folder(&named);
    let mut talk = Talk::with(rooted(project.path())).await;
    for (uri, field) in
        [("puml://project/diagrams", "diagrams"), ("puml://project/diagnostics", "files")]
    {
        let (mut next, mut count) = (uri.to_owned(), 0);
        while !next.is_empty() {
            let page: Value = serde_json::from_str(&talk.read(&next).await).unwrap();
            count += page[field].as_array().unwrap().len();
            next = page["next"].as_str().unwrap_or_default().to_owned();
        }
        assert_eq!(count, 230);
    }
    let wrong =
        talk.ask("resources/read", json!({"uri": "puml://project/diagrams?offset=x"})).await;
    assert!(wrong["error"].is_object());
    let (mut cursor, mut listed) = (json!({}), 0);
    loop {
        let page = talk.ask("resources/list", cursor).await["result"].clone();
        listed += page["resources"].as_array().unwrap().len();
        let Some(next) = page.get("nextCursor") else { break };
        cursor = json!({"cursor": next});
    }
    assert_eq!(listed, 16 + 230 + 3 + 11 + 10 + 4);
}

#[tokio::test]
async fn paths_are_completed() {
    let project = folder(&[("docs/a.puml", HELLO), ("docs/b.puml", HELLO), ("x.puml", HELLO)]);
    let mut talk = Talk::with(rooted(project.path())).await;
    let template = "puml://project/files/{+path}{?offset,length}";
    let mut complete = async |name: &str, typed: &str| {
        let params = json!({
            "ref": {"type": "ref/resource", "uri": template},
            "argument": {"name": name, "value": typed},
        });
        talk.ask("completion/complete", params).await["result"]["completion"]["values"].clone()
    };
    assert_eq!(complete("path", "docs/").await, json!(["docs/a.puml", "docs/b.puml"]));
    assert_eq!(complete("offset", "1").await, json!([]));
}

#[tokio::test]
async fn skills_are_served_as_they_are() {
    let mut talk = Talk::with(plain()).await;
    let listed = talk.ask("skills/list", json!({})).await["result"]["skills"].clone();
    assert_ne!(listed, json!([]));
    for skill in listed.as_array().unwrap() {
        let uri = skill["uri"].as_str().unwrap();
        let got = talk.ask("skills/get", json!({"uri": uri})).await;
        assert_eq!(&got["result"]["skill"], skill);
        for resource in skill["resources"].as_array().unwrap() {
            let text = talk.read(resource["uri"].as_str().unwrap()).await;
            assert_eq!(resource["size"], text.len());
        }
        assert!(talk.read(uri).await.contains("puml_check"), "{uri} demands the check");
    }
}

#[tokio::test]
async fn the_project_is_checked_with_the_fences_of_its_pages() {
    let project = folder(&[
        ("a.puml", HELLO),
        ("docs/flow.mmd", "flowchart LR\n  a --> b\n"),
        ("docs/guide.md", "# G\n\n```puml\nA -> B\nend\n```\n\n```puml\nclass A\n```\n"),
        ("docs/guide.adoc", "= G\n\n[plantuml]\n----\nA -> B : hi\n----\n"),
        ("docs/words.md", "No diagram at all.\n"),
        ("form.puml", "@startsalt\n{ a }\n@endsalt\n"),
        ("node_modules/x/README.md", "```puml\nend\n```\n"),
    ]);
    let mut talk = Talk::with(rooted(project.path())).await;
    let found = talk.data("puml_project", json!({})).await;
    let files: Vec<(&str, bool)> = found["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["path"].as_str().unwrap(), it["ok"].as_bool().unwrap()))
        .collect();
    assert_eq!(
        files,
        [
            ("a.puml", true),
            ("docs/flow.mmd", true),
            ("docs/guide.adoc", true),
            ("docs/guide.md", false),
            ("form.puml", true),
        ]
    );
    assert_eq!(found["ok"], false);
    assert_eq!(found["summary"], json!({"files": 5, "diagrams": 5, "errors": 1, "warnings": 0}));
    let page = &found["files"][3];
    let diagrams = page["diagrams"].as_array().unwrap();
    let kinds: Vec<&str> = diagrams.iter().map(|it| it["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["sequence", "class"]);
    assert_eq!(page["diagnostics"][0]["range"]["start"]["line"], 5);
    let broken = talk.data("puml_project", json!({"show": "broken"})).await;
    assert_eq!(broken["files"].as_array().unwrap().len(), 1);
    let first = talk.data("puml_project", json!({"limit": 1})).await;
    assert_eq!((&first["next"], &first["total"]), (&json!(1), &json!(5)));
    let checked = talk.data("puml_check", json!({"path": "docs/guide.md"})).await;
    assert_eq!(checked["ok"], false);
    let mut talk = Talk::with(plain()).await;
    assert_eq!(talk.error("puml_project", json!({})).await["code"], "path/no-root");
}
