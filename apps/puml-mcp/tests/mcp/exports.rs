//! Exports of every form, in the answer and on disk.

use serde_json::{Value, json};

use crate::talk::{Talk, folder, plain, rooted};

const HELLO: &str = "@startuml\nAlice -> Bob : Hello\n@enduml\n";

#[tokio::test]
async fn every_form_comes_back() {
    let mut talk = Talk::with(plain()).await;
    for format in ["svg", "puml", "ast-json", "model-json", "scene-json"] {
        let data = talk.data("puml_export", json!({"source": HELLO, "format": format})).await;
        let content = data["content"].as_str().unwrap();
        assert_eq!((&data["format"], &data["bytes"]), (&json!(format), &json!(content.len())));
        match format {
            "svg" => assert!(content.starts_with("<svg")),
            "puml" => assert_eq!(content, HELLO),
            _ => assert!(serde_json::from_str::<Value>(content).unwrap().is_object()),
        }
    }
    let two = format!("{HELLO}{HELLO}");
    let models = talk.data("puml_export", json!({"source": two, "format": "model-json"})).await;
    let models: Value = serde_json::from_str(models["content"].as_str().unwrap()).unwrap();
    assert_eq!(models.as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_png_can_be_looked_at_and_read() {
    let mut talk = Talk::with(plain()).await;
    let result = talk.result("puml_export", json!({"source": HELLO, "format": "png"})).await;
    let image = &result["content"][1];
    assert_eq!((&image["type"], &image["mimeType"]), (&json!("image"), &json!("image/png")));
    assert!(image["data"].as_str().unwrap().starts_with("iVBORw0KGgo"));
    assert!(result["structuredContent"].get("content").is_none());
    let uri = result["structuredContent"]["resource"]["uri"].as_str().unwrap();
    let read = talk.ask("resources/read", json!({"uri": uri})).await;
    assert_eq!(read["result"]["contents"][0]["blob"], image["data"]);
}

#[tokio::test]
async fn a_pdf_is_a_resource_with_every_page() {
    let mut talk = Talk::with(plain()).await;
    let source = "@startuml\nA -> B\nnewpage\nA -> B\n@enduml\n";
    let result = talk.result("puml_export", json!({"source": source, "format": "pdf"})).await;
    assert_eq!(result["structuredContent"]["pages"], 2);
    assert_eq!(result["content"][1]["mimeType"], "application/pdf");
    assert_eq!(result["content"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn what_is_written_is_what_was_shown() {
    let project = folder(&[("out/keep.txt", "")]);
    let mut talk = Talk::with(rooted(project.path())).await;
    for (format, file) in [
        ("svg", "out/a.svg"),
        ("png", "out/a.png"),
        ("pdf", "out/a.pdf"),
        ("scene-json", "out/a.scene.json"),
        ("puml", "out/a.pu"),
    ] {
        let mut arguments =
            json!({"source": HELLO, "format": format, "outputPath": file, "write": true});
        let data = talk.data("puml_export", arguments.clone()).await;
        assert_eq!((&data["written"], &data["path"]), (&json!(true), &json!(file)));
        let bytes = std::fs::read(project.path().join(file)).unwrap();
        assert_eq!(data["bytes"], bytes.len());
        // The same again is no change, whatever the format.
        let again = talk.data("puml_export", arguments.clone()).await;
        assert_eq!(again["change"]["same"], true, "{format}");
        arguments["source"] = "@startuml\nAlice -> Bob : Changed\n@enduml\n".into();
        assert_eq!(talk.error("puml_export", arguments.clone()).await["code"], "path/exists");
        arguments["overwrite"] = true.into();
        let changed = talk.data("puml_export", arguments).await;
        assert_eq!(changed["change"]["same"], false);
        let diff = changed["change"]["diff"].as_str().unwrap_or_default();
        let is_source = diff.contains("-Alice -> Bob : Hello\n+Alice -> Bob : Changed");
        assert_eq!(is_source, format == "puml", "{diff}");
    }
    let left: Vec<_> = std::fs::read_dir(project.path().join("out")).unwrap().collect();
    assert_eq!(left.len(), 6, "no drafts are left: {left:?}");
}

#[tokio::test]
async fn the_older_tool_renders_into_a_file() {
    let project = folder(&[("a.puml", HELLO)]);
    let mut talk = Talk::with(rooted(project.path())).await;
    let arguments = json!({"path": "a.puml", "output_path": "a.PNG", "write": true});
    let result = talk.result("puml_render_file", arguments).await;
    assert_eq!(result["structuredContent"]["output_path"], "a.PNG");
    assert_eq!(result["content"][1]["type"], "image");
    assert!(project.path().join("a.PNG").exists());
    let wrong = json!({"path": "a.puml", "output_path": "a.gif", "write": true});
    assert_eq!(talk.error("puml_render_file", wrong).await["code"], "path/wrong-ending");
    let broken = json!({"source": "A -> B\nend", "output_path": "b.svg", "write": true});
    let data = talk.data("puml_render_file", broken).await;
    assert_eq!((&data["ok"], &data["output_path"]), (&json!(false), &json!("")));
    assert!(!project.path().join("b.svg").exists());
}

#[tokio::test]
async fn a_broken_source_gives_its_text_and_tree_but_no_picture() {
    let mut talk = Talk::with(plain()).await;
    for (format, has_content) in
        [("svg", false), ("model-json", false), ("puml", true), ("ast-json", true)]
    {
        let data = talk
            .data(
                "puml_export",
                json!({"source": "@startuml\nA -> B\nend\n@enduml\n", "format": format}),
            )
            .await;
        assert_eq!(data["ok"], false);
        assert_eq!(data["content"].is_string(), has_content, "{format}");
    }
}

#[tokio::test]
async fn a_broken_source_is_not_written() {
    let project = folder(&[]);
    let mut talk = Talk::with(rooted(project.path())).await;
    for (format, file) in [("puml", "a.puml"), ("ast-json", "a.json"), ("svg", "a.svg")] {
        let arguments =
            json!({"source": "A -> B\nend", "format": format, "outputPath": file, "write": true});
        let data = talk.data("puml_export", arguments).await;
        assert_ne!(data["written"], true, "{data}");
    }
    assert_eq!(std::fs::read_dir(project.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn a_place_that_cannot_be_written_is_an_error() {
    // The name fits into a folder, but that of the draft beside it does not.
    let long = format!("{}.svg", "x".repeat(250));
    let project = folder(&[(&long, "old"), ("a.svg", "old")]);
    let mut talk = Talk::with(rooted(project.path())).await;
    for file in [long.as_str(), "a.svg/b.svg"] {
        let arguments = json!({"source": HELLO, "format": "svg", "outputPath": file, "write": true, "overwrite": true});
        assert_eq!(talk.error("puml_export", arguments).await["code"], "path/unusable", "{file}");
    }
    assert_eq!(std::fs::read_to_string(project.path().join(&long)).unwrap(), "old");
}

#[tokio::test]
async fn a_picture_in_a_label_comes_from_the_project_and_nowhere_else() {
    let badge = r##"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="#123456"/></svg>"##;
    let project = folder(&[("inside/badge.svg", badge), ("outside.svg", badge)]);
    let mut talk = Talk::with(rooted(&project.path().join("inside"))).await;
    let label = |file: &str| json!({"source": format!("A -> B : <img:{file}>")});
    let drawn = talk.data("puml_render_svg", label("badge.svg")).await;
    assert!(drawn["svg"].as_str().unwrap().contains("#123456"), "{drawn}");
    for (file, reason) in [
        ("../outside.svg", "outside the allowed folders"),
        ("missing.svg", "missing.svg"),
        ("https://example.org/a.svg", "address"),
    ] {
        let checked = talk.data("puml_check", label(file)).await;
        assert!(checked["diagnostics"].to_string().contains(reason), "{checked}");
    }
}

#[tokio::test]
async fn a_date_is_the_day_of_the_call() {
    let mut talk = Talk::with(plain()).await;
    let source = "A -> B : %date(\"yyyy\")";
    let drawn = talk.data("puml_render_svg", json!({"source": source})).await;
    let svg = drawn["svg"].as_str().unwrap();
    assert!(svg.contains(">20") && !svg.contains(">1970<"), "{svg}");
}
