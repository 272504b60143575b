//! What C4 diagrams say in words, and what is not said about the library they are made with.

use diag::Sources;
use puml_compiler::{Compiled, Libraries, NoWorld, Options, compile};

fn compiled(text: &str, options: &Options) -> Compiled {
    let mut sources = Sources::default();
    let id = sources.add("c4.puml", format!("@startuml\n{text}\n@enduml\n"));
    compile(&mut sources, id, &NoWorld, options)
}

#[test]
fn elements_are_called_by_their_names_alone() {
    let text = "!include <C4/C4_Container>\nPerson(u, \"Buyer\", \"buys\")\nContainer(w, \"Web shop\", \"Rust\", \"sells\")\nRel(u, w, \"orders\", \"HTTPS\")";
    let found = compiled(text, &Options::default());
    let said = found.diagrams[0].model.explain();
    assert!(said.summary.starts_with("C4 diagram with 2 elements"), "{}", said.summary);
    assert_eq!(said.flow[0].text, "Buyer leads to Web shop: orders [HTTPS]");
}

#[test]
fn participants_are_called_by_their_names_as_well() {
    let text = "!include <C4/C4_Sequence>\nPerson(u, \"Buyer\")\nContainer(w, \"Web shop\")\nRel(u, w, \"orders\")";
    let found = compiled(text, &Options::default());
    let said = found.diagrams[0].model.explain().summary;
    assert!(said.contains("Buyer sends Web shop"), "{said}");
}

#[test]
fn no_finding_is_about_the_library_itself() {
    for file in ["Context", "Container", "Component", "Dynamic", "Deployment", "Sequence"] {
        let text = format!(
            "!include <C4/C4_{file}>\nPerson(a, \"A\")\nPerson(b, \"B\")\nRel(a, b, \"x\")"
        );
        let found = compiled(&text, &Options::default());
        assert_eq!(found.diagnostics, [], "{file}");
    }
}

#[test]
fn a_bare_setting_of_a_missing_library_is_taken_and_strict_mode_refuses() {
    let text = "!include <azure/AzureCommon>\nLAYOUT_LEFT_RIGHT\nAzureFunction(f, \"F\", \"x\")\nactor A\nA --> f";
    let found = compiled(text, &Options::default());
    let codes: Vec<&str> = found.diagnostics.iter().map(|it| it.code.name).collect();
    assert_eq!(codes, ["preprocess/missing-library"]);
    let strict = Options { libraries: Libraries::Required, ..Options::default() };
    assert!(!compiled(text, &strict).is_accepted());
}
