//! The JSON form of the model against its schema.

use diag::Sources;
use puml_compiler::{NoWorld, Options, compile};
use puml_sequence::MODEL_SCHEMA;
use serde_json::Value;

/// One of everything.
const RICH: &str = r#"
title Everything
header h
footer f
legend top left
l
end legend
caption c
mainframe m
scale 2
hide footbox
skinparam participantPadding 4
sprite $dot {
F0
0F
}
!theme sand
box "Team" #LightBlue
actor "Long\nname" as A <<(C,#ADD1B2) role>> order 3 [[http://example.com{tip} label]] #red-blue
participant B <<$dot>>
end box
autonumber "<b>[00]"
{start} A -[#red]> B ++ #gold : text
& B ->(10) C & D : more
note left : beside
/ note over A, B #line:red;text:blue : over
hnote across : whole
[o-> A
A ->x?
alt#red #blue condition
else
return
end
ref over A, B : other
== phase ==
... wait ...
|||
B -> A
create E
B -> E
destroy E
{end} A <<-->> B
{start} <-> {end} : long
newpage Next
A --> B !!
"#;

fn rich() -> Value {
    let mut sources = Sources::default();
    let id = sources.add("rich.puml", RICH);
    let compiled = compile(&mut sources, id, &NoWorld, &Options::default());
    assert!(compiled.is_accepted(), "{:#?}", compiled.diagnostics);
    compiled.diagrams[0].model.json(id)
}

#[test]
fn the_model_of_everything_fits_the_schema() {
    let schema: Value = serde_json::from_str(MODEL_SCHEMA).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let model = rich();
    let problems: Vec<String> =
        validator.iter_errors(&model).map(|it| format!("{}: {it}", it.instance_path())).collect();
    assert_eq!(problems, Vec::<String>::new());
}

#[test]
fn the_schema_refuses_a_field_that_nobody_knows() {
    let schema: Value = serde_json::from_str(MODEL_SCHEMA).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut model = rich();
    model["pages"][0]["events"][0]["surprise"] = true.into();
    assert!(!validator.is_valid(&model));
}

#[test]
fn events_name_participants_by_place_and_ranges_by_bytes() {
    let mut sources = Sources::default();
    let id = sources.add("a.puml", "A -> B : hi");
    let compiled = compile(&mut sources, id, &NoWorld, &Options::default());
    let model = compiled.diagrams[0].model.json(id);
    assert_eq!(model["version"], 1);
    assert_eq!(model["participants"][1]["id"], "B");
    let event = &model["pages"][0]["events"][0];
    assert_eq!(
        (&event["from"], &event["to"], &event["text"]),
        (&0.into(), &1.into(), &"hi".into())
    );
    assert_eq!(event["at"], serde_json::json!([0, 11]));
}
