//! Properties of the whole table of tasks.

use super::*;
use crate::cancel::Cancel;
use crate::digest::Digest;
use crate::provider::Providers;
use crate::task::{Context, Inputs, Level, Need, Report};

struct Silent;

impl Report for Silent {
    fn progress(&self, _: f64) {}
    fn log(&self, _: Level, _: &str) {}
    fn prompt(&self, _: &str) {}
}

/// Runs the whole pipeline in graph order, checking what every task reads and writes.
fn artifacts(prompt: &str) -> Inputs {
    let graph = pipeline();
    let provider = Providers::default().find("embedded").unwrap();
    let mut all = Inputs::default();
    all.0.insert("prompt.md", prompt.as_bytes().to_vec());
    for task in graph.tasks() {
        let mut inputs = Inputs::default();
        for input in task.inputs {
            if let Some(bytes) = all.bytes(input.path) {
                inputs.0.insert(input.path, bytes.to_vec());
            }
            assert!(input.need == Need::Soft || inputs.bytes(input.path).is_some());
        }
        let context = Context {
            task,
            inputs: &inputs,
            provider: Some(provider.as_ref()),
            draw: &crate::draw::NoEngine,
            session: "pxe_test",
            cancel: &Cancel::default(),
            report: &Silent,
        };
        for produced in (task.run)(&context).unwrap() {
            assert!(task.outputs.iter().any(|output| output.path == produced.path));
            all.0.insert(produced.path, produced.bytes);
        }
    }
    all
}

const PROMPTS: [&str; 4] = [
    "A street festival for 300 guests in June 2027 for 20000 EUR. It must end by 22:00.",
    "An app for 50 users, ready in 3 weeks.",
    "x",
    "<script>alert(1)</script> & \"quotes\" | pipes\n\n# Heading\n\nUnicode: ü 日本",
];

#[test]
fn the_same_prompt_gives_the_same_bytes() {
    for prompt in PROMPTS {
        let digest = |inputs: &Inputs| {
            inputs
                .paths()
                .map(|path| (path, Digest::of(inputs.bytes(path).unwrap())))
                .collect::<Vec<_>>()
        };
        assert_eq!(digest(&artifacts(prompt)), digest(&artifacts(prompt)));
    }
}

#[test]
fn every_rule_answers_in_the_shape_of_its_schema() {
    for prompt in PROMPTS {
        let all = artifacts(prompt);
        for task in TASKS {
            let Some(ask) = task.ask() else { continue };
            let schema = serde_json::from_str(ask.schema).unwrap();
            let validator = jsonschema::validator_for(&schema).unwrap();
            let answer = (ask.rules)(&all).unwrap();
            let faults: Vec<String> =
                validator.iter_errors(&answer).map(|fault| fault.to_string()).collect();
            assert!(faults.is_empty(), "{}: {faults:?}", task.name);
        }
    }
}

#[test]
fn what_rules_wrote_says_so() {
    let all = artifacts(PROMPTS[0]);
    for task in TASKS.iter().filter(|task| task.ask().is_some()) {
        let text = all.text(task.outputs[0].path).unwrap();
        assert!(text.contains("rule-based draft, no language model"), "{}", task.name);
    }
    assert!(all.text("report.html").unwrap().contains("rule-based draft"));
}

#[test]
fn a_schedule_beyond_the_limit_fails_validation() {
    let all = artifacts(PROMPTS[1]);
    let report = all.json("validation_report.json").unwrap();
    assert_eq!(report["verdict"], "fail");
    let items = report["audit"].as_array().unwrap();
    assert!(items.iter().any(|item| item["concern"].as_str().unwrap().contains("too long")));
    assert!(items.iter().all(|item| item["quote_verified"] == true));
}

#[test]
fn no_prompt_brings_script_into_the_report() {
    let all = artifacts(PROMPTS[3]);
    for page in ["report.html", "validation_report.html"] {
        assert!(!all.text(page).unwrap().contains("<script"), "{page}");
    }
}
