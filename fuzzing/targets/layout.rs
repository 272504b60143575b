//! What is accepted is drawn: a page for each, and every SVG is XML.
#![no_main]

use diag::{Sources, has_errors};
use libfuzzer_sys::fuzz_target;
use picture::Format;
use puml_compiler::{LayoutOptions, NoWorld, Options, compile};

fuzz_target!(|text: &str| {
    let mut sources = Sources::default();
    let id = sources.add("fuzz.puml", text);
    let compiled = compile(&mut sources, id, &NoWorld, &Options::default());
    if has_errors(&compiled.diagnostics) {
        return;
    }
    for diagram in &compiled.diagrams {
        let pages = diagram.model.layout(&sources, &LayoutOptions::default());
        assert!(!pages.is_empty(), "an accepted diagram has no page");
        for page in &pages {
            let page = std::slice::from_ref(page);
            if let Ok(svg) = picture::write(page, Format::Svg, &picture::Options::default()) {
                let svg = String::from_utf8(svg).expect("SVG is text");
                roxmltree::Document::parse(&svg).expect("SVG is XML");
            }
            picture::write(page, Format::Unicode, &picture::Options::default()).ok();
        }
    }
});
