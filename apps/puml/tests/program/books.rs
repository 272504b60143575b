//! `puml mdbook`: a book in JSON, as mdBook hands it over.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

use super::Folder;

fn book(folder: &Folder, inner: &str) -> String {
    let chapter = |path: &str, content: &str, below: Value| json!({ "Chapter": { "name": "x", "content": content, "path": path, "sub_items": below } });
    let below = chapter("deep/b.md", inner, json!([]));
    let first = chapter(
        "a.md",
        "# A\n\n```puml\n!include shop.iuml\nUser -> Shop : order\n```\n\n```rust\nfn x() {}\n```\n",
        json!([below]),
    );
    let context = json!({ "root": folder.path(""), "config": { "book": { "src": "src" } }, "renderer": "html" });
    json!([context, { "items": [first, "Separator"] }]).to_string()
}

#[test]
fn the_fences_of_a_book_become_pictures() {
    let folder = Folder::new(&[("src/shop.iuml", "actor User\n"), ("src/deep/b.md", "")]);
    let run = folder.puml_with(
        &["mdbook"],
        &book(&folder, "1. x\n\n   ```mermaid\n   flowchart LR\n   A --> B\n   ```\n"),
    );
    assert_eq!(run.code, 0, "{}", run.err);
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    let chapter = &answer["items"][0]["Chapter"];
    let content = chapter["content"].as_str().unwrap();
    assert!(content.starts_with("# A\n\n![diagram](data:image/svg+xml;base64,"), "{content}");
    let (_, picture) = content.split_once("base64,").unwrap();
    let svg = STANDARD.decode(picture.split_once(')').unwrap().0).unwrap();
    assert!(
        String::from_utf8(svg).unwrap().contains("@font-face"),
        "the picture carries its fonts"
    );
    assert!(content.ends_with(")\n\n```rust\nfn x() {}\n```\n"), "{content}");
    let inner = chapter["sub_items"][0]["Chapter"]["content"].as_str().unwrap();
    assert!(inner.starts_with("1. x\n\n   ![diagram](data:"), "{inner}");
    assert_eq!(answer["items"][1], "Separator");
}

#[test]
fn a_mistake_in_a_book_is_told_with_chapter_and_line() {
    let folder = Folder::new(&[("src/shop.iuml", "actor User\n"), ("src/deep/b.md", "")]);
    let run = folder
        .puml_with(&["mdbook"], &book(&folder, "# B\n\n```puml\nA -> B\nA pays the B\n```\n"));
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.contains("src/deep/b.md:5:1"), "{}", run.err);
}

#[test]
fn only_html_shows_the_pictures_of_a_book() {
    let folder = Folder::new(&[]);
    let codes = ["html", "epub"].map(|it| folder.puml(&["mdbook", "supports", it]).code);
    assert_eq!(codes, [0, 1]);
    assert_eq!(folder.puml_with(&["mdbook"], "{}").code, 2);
}
