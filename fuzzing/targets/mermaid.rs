//! Engine and sanitiser: what comes out is XML without script, handlers or foreign content.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mermaid::{Limits, Options, render, verify};

fuzz_target!(|text: &str| {
    let accepted = verify(text, &Limits::default()).is_ok();
    let drawn = render(text, &Options::default());
    assert_eq!(accepted, drawn.is_ok(), "verify and render disagree");
    let Ok(svg) = drawn else { return };
    let document = roxmltree::Document::parse(svg.as_str()).expect("SVG is XML");
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        let name = node.tag_name().name();
        assert!(!["script", "foreignObject", "iframe", "image", "use", "animate", "set"].contains(&name), "{name}");
        for attribute in node.attributes() {
            assert!(!attribute.name().starts_with("on"), "a handler: {}", attribute.name());
            let value = attribute.value().to_ascii_lowercase();
            assert!(!value.contains("javascript:"), "a script link: {value}");
        }
    }
});
