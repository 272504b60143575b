//! Looking at a diagram: the picture, its parts and what is measured of it.

use serde_json::{Value, json};

use crate::talk::{Talk, folder, plain, rooted};

const LOGIN: &str = include_str!("../../../../examples/login.puml");

/// What is told beside the picture.
fn facts(shown: &Value) -> Value {
    serde_json::from_str(shown["content"][0]["text"].as_str().unwrap()).unwrap()
}

/// Width and height in the header of a PNG.
fn size(image: &Value) -> (u32, u32) {
    assert_eq!((&image["type"], &image["mimeType"]), (&json!("image"), &json!("image/png")));
    let bytes = decoded(image["data"].as_str().unwrap());
    assert_eq!(&bytes[1..4], b"PNG");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

/// The first bytes of a text in base64.
fn decoded(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let values = text.bytes().take(40).filter_map(|it| DIGITS.iter().position(|one| *one == it));
    let values: Vec<u32> = values.map(|it| it as u32).collect();
    let four = values.chunks_exact(4);
    four.flat_map(|it| {
        let all = it.iter().fold(0, |sum, one| sum << 6 | one);
        [(all >> 16) as u8, (all >> 8) as u8, all as u8]
    })
    .collect()
}

#[tokio::test]
async fn a_small_page_is_shown_whole_with_its_measures() {
    let mut talk = Talk::with(plain()).await;
    let shown = talk.result("puml_view", json!({"source": LOGIN})).await;
    let (width, height) = size(&shown["content"][1]);
    assert!(width.max(height) <= 1568 && width > 400, "{width} x {height}");
    assert!(shown.get("structuredContent").is_none(), "it would keep the picture from some models");
    let data = facts(&shown);
    assert_eq!((&data["ok"], &data["tiles"], &data["pages"]), (&json!(true), &json!(1), &json!(1)));
    let layout = &data["layout"];
    assert_eq!((&layout["overlaps"], &layout["clipped"]), (&json!([]), &json!([])));
    assert_eq!(layout["crossings"], 0);
    assert_eq!(layout["longest_label"]["text"], "Submit credentials");
    assert_eq!(layout["longest_label"]["line"], 8);
    assert!(data.get("hint").is_none());
}

#[tokio::test]
async fn a_long_page_is_cut_into_tiles_that_stay_legible() {
    let mut talk = Talk::with(plain()).await;
    let source = "Alice -> Bob : a message among very many\n".repeat(200);
    let whole = talk.result("puml_view", json!({"source": source})).await;
    let data = facts(&whole);
    let tiles = data["tiles"].as_u64().unwrap();
    assert!(tiles > 1 && data["hint"].as_str().unwrap().contains("tile 0"), "{data}");
    for tile in 0..tiles {
        let part = talk.result("puml_view", json!({"source": source, "tile": tile})).await;
        let (width, height) = size(&part["content"][1]);
        assert!(width.max(height) <= 1569 && width * height <= 1_160_000, "{width} x {height}");
        assert_eq!(facts(&part)["image"]["scale"], 1.0);
    }
    let error = talk.error("puml_view", json!({"source": source, "tile": tiles})).await;
    assert_eq!(error["code"], "puml/no-such-tile");
}

#[tokio::test]
async fn a_source_with_errors_has_no_picture() {
    let mut talk = Talk::with(plain()).await;
    let shown = talk.result("puml_view", json!({"source": "A -> B\nend"})).await;
    assert_eq!(facts(&shown)["ok"], false);
    assert_eq!(shown["content"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn looking_writes_nothing_and_needs_no_approval() {
    let project = folder(&[("a.puml", LOGIN), ("b.mmd", "flowchart LR\n  a --> b\n")]);
    let mut talk = Talk::with(rooted(project.path())).await;
    let listed = talk.ask("tools/list", json!({})).await;
    let tools = listed["result"]["tools"].as_array().unwrap();
    let tool = tools.iter().find(|it| it["name"] == "puml_view").unwrap();
    assert_eq!(tool["annotations"]["readOnlyHint"], true);
    for path in ["a.puml", "b.mmd"] {
        let shown = talk.result("puml_view", json!({"path": path})).await;
        assert!(size(&shown["content"][1]).0 > 20, "{path}");
    }
    assert_eq!(std::fs::read_dir(project.path()).unwrap().count(), 2);
}

#[tokio::test]
async fn every_family_can_be_looked_at() {
    let mut talk = Talk::with(plain()).await;
    let listed = talk.ask("resources/list", json!({})).await;
    let uris: Vec<String> = listed["result"]["resources"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|it| it["uri"].as_str())
        .filter(|it| it.starts_with("puml://examples/"))
        .map(str::to_owned)
        .collect();
    assert!(uris.len() >= 14, "{uris:?}");
    for uri in uris {
        let read = talk.ask("resources/read", json!({"uri": uri})).await;
        let source = read["result"]["contents"][0]["text"].as_str().unwrap();
        let shown = facts(&talk.result("puml_view", json!({"source": source})).await);
        assert_eq!(shown["layout"]["overlaps"], json!([]), "{uri}: {shown}");
        assert_eq!(shown["layout"]["clipped"], json!([]), "{uri}: {shown}");
    }
}
