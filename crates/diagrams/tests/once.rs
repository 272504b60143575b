//! A Mermaid diagram is handed to the engine once, however often it is asked about and written.

use diagrams::{Format, Language, NoWorld, Options, PictureOptions, Scheme, check};

#[test]
fn a_mermaid_diagram_is_drawn_once() {
    let before = mermaid::drawings();
    let options = Options::default().with_scheme(Scheme::Dark);
    let text = "flowchart LR\n  a --> b\n";
    let checked = check("a.mmd", text, Language::Mermaid, &NoWorld, &options);
    assert!(checked.is_ok());
    assert_eq!(checked.json()["diagrams"][0]["type"], "flowchart");
    let drawing = checked.page(0).unwrap().drawing();
    for format in [Format::Svg, Format::Png, Format::Pdf] {
        assert!(!drawing.write(format, &PictureOptions::default()).unwrap().is_empty());
    }
    assert_eq!(mermaid::drawings() - before, 1);
}
