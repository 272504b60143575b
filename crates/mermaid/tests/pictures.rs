//! Every diagram type is drawn: the gallery's sources in each theme and look, complete and the same every time.
#![expect(clippy::disallowed_methods, reason = "the gallery's sources are files")]

use std::path::PathBuf;

use mermaid::{KINDS, Limits, Look, Options, Theme, render, verify};

#[path = "support/audit.rs"]
mod audit;

fn gallery() -> Vec<(String, String)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("gallery");
    let mut found = Vec::new();
    for kind in KINDS {
        let folder = std::fs::read_dir(root.join(kind.name))
            .unwrap_or_else(|error| panic!("{}: {error}", kind.name));
        let mut paths: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            found.push((kind.name.to_owned(), std::fs::read_to_string(path).unwrap()));
        }
    }
    found
}

fn variants() -> [Options; 3] {
    let plain = Options::default();
    [plain, Options { theme: Theme::Dark, ..plain }, Options { look: Look::Modern, ..plain }]
}

#[test]
fn every_type_has_two_pictures_in_every_variant() {
    let sources = gallery();
    for kind in KINDS {
        let own: Vec<_> = sources.iter().filter(|(name, _)| name == kind.name).collect();
        assert_eq!(own.len(), 2, "{}", kind.name);
        for (_, source) in own {
            for options in variants() {
                let svg = render(source, &options)
                    .unwrap_or_else(|refusal| panic!("{}: {refusal}", kind.name));
                assert_eq!(audit::objections(svg.as_str()), Vec::<String>::new(), "{}", kind.name);
                assert!(svg.width() > 20.0 && svg.height() > 20.0, "{}", kind.name);
            }
            assert_eq!(verify(source, &Limits::default()).kind, Some(kind.name));
        }
    }
}

#[test]
fn equal_input_gives_equal_bytes() {
    for (kind, source) in gallery() {
        for options in variants() {
            assert_eq!(render(&source, &options), render(&source, &options), "{kind}");
        }
    }
}

/// The words of a source that stand between quotes or brackets appear in its picture.
#[test]
fn labels_reach_the_picture() {
    for (source, labels) in [
        ("flowchart LR\n  a[Water the plants] --> b(Done)", vec!["Water the plants", "Done"]),
        ("sequenceDiagram\n  Ada->>Bob: Good morning", vec!["Ada", "Bob", "Good morning"]),
        ("classDiagram\n  class Boat {\n    +int length\n  }", vec!["Boat", "+int length"]),
        ("stateDiagram-v2\n  [*] --> Awake : alarm", vec!["Awake", "alarm"]),
        ("erDiagram\n  SHIP ||--o{ SAIL : carries", vec!["SHIP", "SAIL", "carries"]),
        ("pie\n  \"Rye\" : 3\n  \"Oat\" : 1", vec!["Rye", "Oat", "75%"]),
        ("mindmap\n  root((Tea))\n    Green", vec!["Tea", "Green"]),
        ("kanban\n  a[Later]\n    b[Read]", vec!["Later", "Read"]),
        (
            "gantt\n  dateFormat YYYY-MM-DD\n  section Plan\n  Draw :a, 2024-01-01, 2d",
            vec!["Plan", "Draw"],
        ),
    ] {
        let svg = render(source, &Options::default()).unwrap();
        let document = roxmltree::Document::parse(svg.as_str()).unwrap();
        let text: String =
            document.descendants().filter_map(|it| it.text().filter(|_| it.is_text())).collect();
        for label in labels {
            assert!(text.contains(label), "{label:?} in {text:?}");
        }
    }
}

#[test]
fn two_pictures_on_a_page_share_no_id() {
    let ids = |source: &str| -> Vec<String> {
        let svg = render(source, &Options::default()).unwrap();
        let document = roxmltree::Document::parse(svg.as_str()).unwrap();
        document.descendants().filter_map(|it| it.attribute("id")).map(str::to_owned).collect()
    };
    let (first, second) = (ids("flowchart LR\n  a --> b"), ids("flowchart LR\n  a --> c"));
    assert!(!first.is_empty());
    assert!(first.iter().all(|id| !second.contains(id)));
}

#[test]
fn the_size_is_in_pixels_and_the_canvas_covers_it() {
    let svg = render("flowchart LR\n  a --> b", &Options::default()).unwrap();
    let document = roxmltree::Document::parse(svg.as_str()).unwrap();
    let root = document.root_element();
    assert!(root.attribute("width").unwrap().parse::<f64>().is_ok());
    let canvas = root.first_element_child().unwrap();
    assert_eq!(canvas.tag_name().name(), "rect");
    assert_eq!(canvas.attribute("width"), root.attribute("width"));
    let bare = Options { canvas: mermaid::Canvas::Transparent, ..Options::default() };
    assert!(!render("flowchart LR\n  a --> b", &bare).unwrap().as_str().contains("#ffffff"));
}

#[test]
fn titles_for_readers_are_kept() {
    let source = "flowchart LR\n  accTitle: Two steps\n  accDescr: From a to b\n  a --> b";
    let svg = render(source, &Options::default()).unwrap();
    let document = roxmltree::Document::parse(svg.as_str()).unwrap();
    let root = document.root_element();
    let title = root.first_element_child().unwrap();
    assert_eq!((title.tag_name().name(), title.text()), ("title", Some("Two steps")));
    assert_eq!(root.attribute("aria-labelledby"), title.attribute("id"));
}
