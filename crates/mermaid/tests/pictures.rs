//! Every diagram type is drawn: the gallery's sources in each theme and look, complete and the same every time.
#![expect(clippy::disallowed_methods, reason = "the gallery's sources are files")]

use std::path::PathBuf;

use mermaid::{KINDS, Limits, Look, Options, Scheme, render, verify};

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
        assert!(!paths.is_empty(), "{} has no example", kind.name);
        for path in paths {
            found.push((kind.name.to_owned(), std::fs::read_to_string(path).unwrap()));
        }
    }
    found
}

fn variants() -> [Options; 4] {
    let plain = Options::default();
    [
        plain,
        Options { scheme: Scheme::Dark, ..plain },
        Options { look: Look::Classic, ..plain },
        Options { look: Look::HandDrawn, ..plain },
    ]
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
    let svg = render("flowchart LR\n  a --> b", &bare).unwrap();
    let document = roxmltree::Document::parse(svg.as_str()).unwrap();
    assert_ne!(document.root_element().first_element_child().unwrap().tag_name().name(), "rect");
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

/// The runs of a picture's text with their weight and slant.
fn runs(source: &str, options: &Options) -> Vec<(String, bool, bool)> {
    let svg = render(source, options).unwrap();
    let document = roxmltree::Document::parse(svg.as_str()).unwrap();
    let is = |node: roxmltree::Node<'_, '_>, name: &str, value: &str| {
        node.ancestors().find_map(|it| it.attribute(name)).is_some_and(|it| it == value)
    };
    document
        .descendants()
        .filter(roxmltree::Node::is_text)
        .map(|it| {
            let text = it.text().unwrap_or_default().to_owned();
            (text, is(it, "font-weight", "bold"), is(it, "font-style", "italic"))
        })
        .collect()
}

#[test]
fn emphasis_and_line_breaks_reach_the_picture() {
    let source = "flowchart LR\n  a[\"`The **cat** in the *hat*\n  next line`\"] --> b[\"<b>bold</b> and <i>slanted</i><br/>break\"]";
    for look in mermaid::Look::ALL {
        let runs = runs(source, &Options { look: *look, ..Options::default() });
        let has =
            |text: &str, bold: bool, italic: bool| runs.contains(&(text.to_owned(), bold, italic));
        assert!(has("cat", true, false) && has("hat", false, true), "{look:?}: {runs:?}");
        assert!(has("bold", true, false) && has("slanted", false, true), "{look:?}: {runs:?}");
        assert!(has("next line", false, false) && has("break", false, false), "{look:?}: {runs:?}");
    }
}

#[test]
fn a_type_of_several_words_is_written_with_blanks() {
    let source = "erDiagram\n  A {\n    ~timestamp with time zone~ made\n  }";
    let runs = runs(source, &Options::default());
    assert!(runs.iter().any(|(text, ..)| text == "timestamp with time zone"), "{runs:?}");
}

#[test]
fn each_look_has_its_own_colours() {
    let source = "flowchart LR\n  a --> b";
    let drawn =
        |look| render(source, &Options { look, ..Options::default() }).unwrap().into_string();
    let (modern, classic) = (drawn(Look::Modern), drawn(Look::Classic));
    assert!(
        modern.to_lowercase().contains("#28253d") && !modern.to_lowercase().contains("#9370db")
    );
    assert!(classic.to_lowercase().contains("#9370db"), "{classic}");
    assert_eq!(render(source, &Options::default()).unwrap().as_str(), modern);
    // A source that names its own theme keeps it.
    let forest = format!("%%{{init: {{\"theme\": \"forest\"}}}}%%\n{source}");
    assert!(render(&forest, &Options::default()).unwrap().as_str().contains("#cde498"));
}

#[test]
fn sketched_shapes_are_filled() {
    for source in
        ["flowchart LR\n  a[(Store)]", "flowchart LR\n  a[Box]", "flowchart LR\n  a([Pill])"]
    {
        let options = Options { look: Look::HandDrawn, ..Options::default() };
        let svg = render(source, &options).unwrap();
        let document = roxmltree::Document::parse(svg.as_str()).unwrap();
        let ink = document.root_element().attribute("fill").unwrap().to_owned();
        for shape in document.descendants().filter(|it| it.has_tag_name("path")) {
            let fill = shape.ancestors().find_map(|it| it.attribute("fill"));
            let marks = shape.ancestors().any(|it| it.has_tag_name("marker"));
            assert!(marks || fill != Some(ink.as_str()), "{source}: {shape:?}");
        }
    }
}

#[test]
fn labels_beside_a_sankey_diagram_lie_inside_the_picture() {
    let rows = "sankey-beta\nA long name for a source,Power,25\nPower,A long name for a sink,25";
    let plain = render(rows, &Options::default()).unwrap();
    let outlined = format!("---\nconfig:\n  sankey:\n    labelStyle: outlined\n---\n{rows}");
    let outlined = render(&outlined, &Options::default()).unwrap();
    assert!(outlined.width() > plain.width() + 100.0, "{} {}", outlined.width(), plain.width());
}
