//! Explanations and readability advice.

use diag::Sources;
use puml_compiler::{NoWorld, Options, compile};
use puml_sequence::{Model, codes, explain, readability};

fn model(text: &str) -> Model {
    let mut sources = Sources::default();
    let id = sources.add("test.puml", text);
    let compiled = compile(&mut sources, id, &NoWorld, &Options::default());
    Model::of(&*compiled.diagrams[0].model).expect("a sequence diagram").clone()
}

fn advice(text: &str) -> Vec<&'static str> {
    readability(&model(text)).iter().map(|it| it.code.name).collect()
}

#[test]
fn a_clear_diagram_gets_no_advice() {
    assert!(
        advice("participant Alice\nparticipant Bob\nAlice -> Bob ++ : hello\nreturn hi").is_empty()
    );
}

#[test]
fn every_kind_of_advice_is_given() {
    let crowd =
        (0..13).map(|it| format!("P{it} -> P{} : m\n", it + 1)).collect::<Vec<_>>().concat();
    let long: String = "A -> B : m\n".repeat(61);
    let notes: String = "note over A : n\n".repeat(6);
    for (code, text) in [
        (codes::lint::TOO_MANY_PARTICIPANTS, format!("title t\n{crowd}")),
        (codes::lint::LONG_PAGE, format!("title t\n{long}")),
        (codes::lint::NOTE_OVERUSE, format!("A -> B : m\n{notes}")),
        (codes::lint::MISSING_TITLE, "A -> B : m\n".repeat(15)),
        (codes::lint::UNUSED_PARTICIPANT, "participant X\nA -> B : m".into()),
        (codes::lint::SIMILAR_NAME, "participant Server\nClient -> Server : a\nClient -> Sever : b".into()),
        (
            codes::lint::UNDECLARED_PARTICIPANT,
            "actor Ann\nactor Bob\nactor Cyd\nactor Dan\nAnn -> Bob : m\nCyd -> Dan : m\nAnn -> Zachary : m".into(),
        ),
        (codes::lint::LONG_LABEL, format!("A -> B : {}", "word ".repeat(20))),
        (codes::lint::LONG_NAME, format!("participant \"{}\" as A\nA -> A : m", "name ".repeat(12))),
        (codes::lint::EMPTY_LABEL, "A -> B".into()),
        (codes::lint::DEEP_NESTING, "opt\nopt\nopt\nopt\nopt\nA -> B : m\nend\nend\nend\nend\nend".into()),
        (codes::lint::EMPTY_GROUP, "A -> B : m\nopt\nend".into()),
        (codes::lint::SINGLE_ALTERNATIVE, "alt x\nA -> B : m\nend".into()),
        (codes::lint::OPEN_ACTIVATION, "A -> B ++ : m".into()),
        (codes::lint::BRANCH_ACTIVATION, "A -> B ++ : m\nopt\nB -> A -- : m\nend".into()),
    ] {
        assert_eq!(advice(&text), [code.name], "{text}");
    }
}

#[test]
fn a_diagram_is_told_step_by_step() {
    let told = explain(&model(
        "title Login\nactor User\nbox Site\nparticipant \"**Web**\" as W\nend box\n\
         User -> W ++ : sign in\nalt known\nW --> User : welcome\nelse\n[-> W : alarm\nend\nreturn bye",
    ));
    assert_eq!(
        told.summary,
        "Sequence diagram “Login” with 2 participants and 4 messages; groups: 1 alt. It begins when User sends Web “sign in”."
    );
    assert_eq!(told.parts[1].group, Some(("box", "Site".to_owned())));
    assert_eq!(told.parts[0].counts, [("sends", 1), ("receives", 2)]);
    let flow: Vec<String> =
        told.flow.iter().map(|it| format!("{} {}", it.depth, it.text)).collect();
    assert_eq!(
        flow,
        [
            "0 User sends Web “sign in”",
            "0 Web becomes active",
            "0 if [known]",
            "1 Web sends User “welcome”",
            "0 otherwise",
            "1 the outside sends Web “alarm”",
            "0 Web replies to User: “bye”",
            "0 Web is done",
        ]
    );
    assert_eq!(told.to_json()["flow"][0]["text"], "User sends Web “sign in”");
}
