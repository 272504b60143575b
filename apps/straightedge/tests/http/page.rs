//! The page: its files, its policy, and the calls only it makes.

use serde_json::json;
use straightedge::{Reach, Settings};

use crate::client::Routes;

#[tokio::test]
async fn the_page_and_its_files_are_served_under_a_strict_policy() {
    let routes = Routes::default();
    let page = routes.get("/").await;
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    let policy = page.header("content-security-policy");
    assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"));
    assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"));
    assert_eq!(page.header("x-content-type-options"), "nosniff");
    assert_eq!(page.header("referrer-policy"), "no-referrer");
    let text = page.text();
    assert!(!text.contains("<style") && !text.contains(" style=") && !text.contains(" onclick="));
    assert!(!text.contains("<script>"));
    for part in text.split('"').filter(|it| it.starts_with("/assets/")) {
        let file = routes.get(part).await;
        assert_eq!(file.status, 200, "{part}");
        let headers = [("if-none-match", file.header("etag"))];
        let again = routes.send("GET", part, &headers, "").await;
        assert_eq!((again.status, again.body.len()), (304, 0));
    }
    assert_eq!(routes.get("/assets/nothing.js").await.status, 404);
    assert_eq!(routes.get("/assets/../Cargo.toml").await.status, 404);
}

#[tokio::test]
async fn every_script_that_is_imported_is_served() {
    let routes = Routes::default();
    let mut wanted = vec!["app.js".to_owned()];
    let mut seen = Vec::new();
    while let Some(name) = wanted.pop() {
        if seen.contains(&name) {
            continue;
        }
        let file = routes.get(&format!("/assets/{name}")).await;
        assert_eq!(
            (file.status, file.header("content-type")),
            (200, "text/javascript; charset=utf-8"),
            "{name}"
        );
        let text = file.text();
        let imports = text.split("\"./").skip(1).filter_map(|it| it.split('"').next());
        let folder =
            name.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        wanted.extend(imports.map(|it| format!("{folder}{it}")));
        seen.push(name);
    }
    assert!(seen.len() > 8 && seen.iter().any(|it| it.starts_with("highlight/")));
}

#[tokio::test]
async fn a_theme_that_is_not_there_is_refused() {
    let routes = Routes::default();
    for path in ["/page/compile", "/page/export"] {
        let wish =
            json!({ "language": "puml", "source": "A -> B", "theme": "nosuch", "format": "svg" });
        let answer = routes.post(path, wish).await;
        assert_eq!(answer.status, 422, "{path}");
        assert_eq!(answer.json()["error"]["code"], "UNKNOWN_THEME");
        assert!(answer.text().contains("there is no theme"), "{}", answer.text());
    }
    let wish = json!({ "language": "puml", "source": "A -> B", "theme": "" });
    assert_eq!(routes.post("/page/compile", wish).await.status, 200);
}

#[tokio::test]
async fn a_source_comes_back_with_findings_and_pictures() {
    let routes = Routes::default();
    let wish = json!({ "language": "puml", "source": "A -> B : hi", "scheme": "dark" });
    let answer = routes.post("/page/compile", wish).await.json();
    assert_eq!((&answer["diagnostics"], &answer["kinds"]), (&json!([]), &json!(["sequence"])));
    assert!(answer["pages"][0]["tiles"][0].as_str().unwrap().starts_with("<svg"));
    let wish = json!({ "language": "puml", "source": "partcipant A\nA -> B" });
    let answer = routes.post("/page/compile", wish).await.json();
    assert_eq!(answer["pages"], json!([]));
    assert_eq!(answer["diagnostics"][0]["severity"], "error");
    assert!(answer["diagnostics"][0]["fixes"][0]["edits"][0]["range"]["start"]["offset"].is_u64());
    let wish = json!({ "language": "mermaid", "source": "flowchart TD\n  A[Start (now)] --> B" });
    let answer = routes.post("/page/compile", wish).await.json();
    assert_eq!(answer["diagnostics"][0]["fixes"][0]["title"], "quote the label");
}

#[tokio::test]
async fn pictures_for_the_page_need_no_style_of_their_own() {
    let routes = Routes::default();
    let setup = routes.get("/page/setup").await.json();
    assert_ne!(setup["examples"], json!([]));
    for example in setup["examples"].as_array().unwrap() {
        for scheme in ["light", "dark"] {
            let wish = json!({ "language": example["language"], "source": example["source"], "scheme": scheme });
            let answer = routes.post("/page/compile", wish).await.json();
            assert_eq!(answer["diagnostics"], json!([]), "{}", example["name"]);
            let svg = answer["pages"][0]["tiles"][0].as_str().unwrap();
            assert!(!svg.contains(" style=") && !svg.contains("<style"), "{}", example["name"]);
        }
    }
}

#[tokio::test]
async fn every_format_can_be_saved() {
    let routes = Routes::default();
    for (language, source, formats) in [
        ("puml", "A -> B : hi", &["svg", "png", "pdf", "txt", "utxt", "scene-json"][..]),
        ("mermaid", "graph TD\nA-->B", &["svg", "png", "pdf"]),
    ] {
        for format in formats {
            let wish = json!({ "language": language, "source": source, "format": format });
            let reply = routes.post("/page/export", wish).await;
            assert_eq!(reply.status, 200, "{language} {format}: {}", reply.text());
            assert!(!reply.body.is_empty());
        }
    }
    let wish = json!({ "language": "puml", "source": "partcipant A", "format": "png" });
    let reply = routes.post("/page/export", wish).await;
    assert_eq!(
        (reply.status, reply.json()["error"]["code"].clone()),
        (422, json!("INVALID_DIAGRAM"))
    );
    let wish = json!({ "language": "puml", "source": "A -> B", "format": "gif" });
    assert_eq!(routes.post("/page/export", wish).await.status, 400);
}

#[tokio::test]
async fn mermaid_has_themes_and_looks_of_its_own() {
    let routes = Routes::default();
    let setup = routes.get("/page/setup").await.json();
    let source = "flowchart TD\n  A --> B";
    let mut seen = std::collections::BTreeSet::new();
    for theme in setup["mermaid_themes"].as_array().unwrap() {
        let wish = json!({ "language": "mermaid", "source": source, "theme": theme });
        let answer = routes.post("/page/compile", wish).await.json();
        assert_eq!(answer["diagnostics"], json!([]), "{theme}");
        seen.insert(answer["pages"][0]["tiles"][0].as_str().unwrap().to_owned());
    }
    assert!(seen.len() > 6, "only {} themes differ", seen.len());
    seen.clear();
    for look in setup["looks"].as_array().unwrap() {
        let wish = json!({ "language": "mermaid", "source": source, "look": look });
        let answer = routes.post("/page/compile", wish).await.json();
        seen.insert(answer["pages"][0]["tiles"][0].as_str().unwrap().to_owned());
    }
    assert_eq!(seen.len(), 3);
    for (field, code) in [("theme", "UNKNOWN_THEME"), ("look", "UNKNOWN_LOOK")] {
        let wish = json!({ "language": "mermaid", "source": source, field: "sand" });
        let answer = routes.post("/page/compile", wish).await;
        assert_eq!((answer.status, &answer.json()["error"]["code"]), (422, &json!(code)));
    }
}

#[tokio::test]
async fn a_picture_is_saved_without_a_background() {
    let routes = Routes::default();
    for (language, source) in [("puml", "A -> B : hi"), ("mermaid", "graph TD\nA-->B")] {
        let saved = async |background: &str| {
            let wish = json!({
                "language": language, "source": source, "format": "svg", "background": background,
            });
            routes.post("/page/export", wish).await.text()
        };
        let (opaque, clear) = (saved("opaque").await, saved("transparent").await);
        let rectangles = |svg: &str| svg.matches("<rect").count();
        assert_eq!(rectangles(&clear) + 1, rectangles(&opaque), "{language}");
    }
}

#[tokio::test]
async fn the_editor_asks_the_language_server() {
    let routes = Routes::default();
    let source = "@startuml\nactor Zoë\nZoë -> Bob : hi\n@enduml\n";
    let at = source.find("Zoë ->").unwrap();
    let ask = async |question: &str, more: serde_json::Value| {
        let mut wish = json!({ "source": source, "at": at });
        wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        routes.post(&format!("/page/editor/{question}"), wish).await
    };
    let hover = ask("hover", json!({})).await.json();
    assert!(hover["hover"]["markdown"].as_str().unwrap().starts_with("**Zoë** (actor)"), "{hover}");
    let found = ask("completions", json!({ "at": at + 1 })).await.json();
    assert_eq!(found["completions"][0]["label"], "Zoë", "{found}");
    assert_eq!(found["completions"][0]["replaces"], json!({ "start": at, "end": at + 1 }));
    assert_eq!(ask("name", json!({})).await.json()["name"]["name"], "Zoë");
    let edits = ask("rename", json!({ "to": "Eve" })).await.json();
    assert_eq!(edits["edits"].as_array().unwrap().len(), 2, "{edits}");
    let actions = ask("actions", json!({})).await.json();
    assert!(actions["actions"].as_array().unwrap().iter().all(|it| it["title"].is_string()));
    let refused = ask("rename", json!({ "to": "" })).await;
    assert_eq!(refused.status, 422, "{}", refused.text());
    // In the middle of a letter, and beyond the end.
    for at in [at + 3, 10_000] {
        assert_eq!(ask("hover", json!({ "at": at })).await.status, 400);
    }
    assert_eq!(ask("guess", json!({})).await.status, 404);
}

#[tokio::test]
async fn people_see_a_page_where_there_is_nothing_and_programs_a_refusal() {
    let routes = Routes::default();
    let page = routes.send("GET", "/no/such/page", &[("accept", "text/html,*/*")], "").await;
    assert_eq!((page.status, page.header("content-type")), (404, "text/html; charset=utf-8"));
    assert!(page.text().contains("<h1>There is nothing at this address</h1>"));
    assert!(page.header("content-security-policy").contains("default-src 'none'"));
    let refused = routes.get("/no/such/page").await;
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (404, &json!("NOT_FOUND")));
}

#[tokio::test]
async fn a_source_is_tidied() {
    let wish =
        json!({ "language": "puml", "source": "@startuml\nloop x\nA->B:hi\nend\n@enduml\n" });
    let answer = Routes::default().post("/page/format", wish).await.json();
    assert!(answer["source"].as_str().unwrap().contains("\n  A"), "{answer}");
}

#[tokio::test]
async fn plans_are_offered_only_to_the_owner() {
    let home = tempfile::tempdir().unwrap();
    let settings = |reach| Settings {
        reach,
        token: Some("secret".into()),
        plans: Some(home.path().to_owned()),
        ..Settings::default()
    };
    let open = Routes::new(settings(Reach::Diagrams));
    assert_eq!(open.get("/page/setup").await.json()["plans"], false);
    let bearer = [("authorization", "Bearer secret"), ("content-type", "application/json")];
    let reply = open.send("POST", "/page/plans/session_list", &bearer, "{}").await;
    assert_eq!(reply.status, 404);
    let own = Routes::new(settings(Reach::Machine));
    let host = [("authorization", "Bearer secret"), ("content-type", "application/json")];
    let reply = own.send("POST", "/page/plans/session_list", &host, "{}").await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert_eq!(reply.json()["sessions"], json!([]));
    let reply =
        own.send("POST", "/page/plans/session_status", &host, r#"{"session_id":"x"}"#).await;
    assert_eq!(reply.status, 422, "{}", reply.text());
    assert!(reply.json()["error"]["code"].is_string());
}

#[tokio::test]
async fn the_owner_renames_and_deletes_plans() {
    let home = tempfile::tempdir().unwrap();
    let routes = Routes::new(Settings {
        reach: Reach::Machine,
        token: Some("secret".into()),
        plans: Some(home.path().to_owned()),
        ..Settings::default()
    });
    let headers = [("authorization", "Bearer secret"), ("content-type", "application/json")];
    let call = async |tool: &str, arguments: serde_json::Value| {
        routes.send("POST", &format!("/page/plans/{tool}"), &headers, arguments.to_string()).await
    };
    let made = call("session_create", json!({ "idea": "Plant a tree in Graz" })).await.json();
    let id = &made["session_id"];
    let named = call("session_rename", json!({ "session_id": id, "title": "A tree" })).await;
    assert_eq!((named.status, &named.json()["metadata"]["title"]), (200, &json!("A tree")));
    let listed = call("session_list", json!({})).await.json();
    assert_eq!(listed["sessions"][0]["metadata"]["title"], "A tree");
    assert_eq!(call("session_rename", json!({ "session_id": id, "title": " " })).await.status, 422);
    assert_eq!(call("session_delete", json!({ "session_id": id })).await.status, 200);
    assert_eq!(call("session_list", json!({})).await.json()["sessions"], json!([]));
    assert_eq!(call("session_delete", json!({ "session_id": id })).await.status, 422);
    let denied = routes.post("/page/plans/session_delete", json!({ "session_id": id })).await;
    assert_eq!(denied.status, 401);
}
