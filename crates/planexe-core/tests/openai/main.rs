//! `openai:<model>@<base_url>` against an endpoint that misbehaves in every way a test asks for.

mod stub;

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use planexe_core::{
    Answer, Ask, Call, Cancel, Endpoint, Endpoints, Inputs, Level, Patience, ProviderError,
    Providers, Question, Report,
};
use serde_json::{Value, json};
use stub::{Act, Stub};

const ASK: Ask = Ask {
    prompt: "Name a colour.",
    shows: &[],
    schema: || {
        r#"{"type":"object","required":["colour"],"properties":{"colour":{"type":"string","maxLength":9}}}"#.to_owned()
    },
    faults: |_, answer| {
        if answer["colour"] == "grey" { vec!["grey is no colour".to_owned()] } else { Vec::new() }
    },
    rules: |_| Ok(json!({ "colour": "blue" })),
};
const GOOD: &str = r#"{"colour":"red"}"#;

#[derive(Default)]
struct Notes(Mutex<Vec<String>>);

impl Report for Notes {
    fn progress(&self, share: f64) {
        assert!((0.0..=1.0).contains(&share));
    }
    fn log(&self, _: Level, message: &str) {
        self.0.lock().unwrap().push(message.to_owned());
    }
    fn prompt(&self, _: &str) {}
}

struct Rig {
    stub: Stub,
    folder: tempfile::TempDir,
    notes: Notes,
    cancel: Cancel,
    patience: Patience,
    key_name: Option<String>,
}

impl Rig {
    fn new(acts: &[Act]) -> Self {
        let patience = Patience { pause: Duration::from_millis(1), ..Patience::default() };
        Self {
            stub: Stub::new(acts),
            folder: tempfile::tempdir().unwrap(),
            notes: Notes::default(),
            cancel: Cancel::default(),
            patience,
            key_name: None,
        }
    }

    fn providers(&self, folder: &Path) -> Providers {
        let endpoint =
            Endpoint { base_url: self.stub.base_url.clone(), key_name: self.key_name.clone() };
        let keys = |name: &str| (name == "SOME_KEY").then(|| "secret".to_owned());
        let mut endpoints = Endpoints::new(folder, vec![endpoint], Arc::new(keys));
        endpoints.patience = self.patience;
        Providers::default().with_endpoints(endpoints)
    }

    fn ask_generation(&self, model: &str, generation: &str) -> Result<Answer, ProviderError> {
        let provider =
            self.providers(self.folder.path()).find(model).expect("the model is allowed");
        let inputs = Inputs::default();
        let (task, session) = ("Paint", "pxe_test");
        let question = Question { task, session, generation, ask: &ASK, inputs: &inputs };
        provider.answer(&question, &Call { cancel: &self.cancel, report: &self.notes })
    }

    fn model(&self) -> String {
        format!("openai:small@{}", self.stub.base_url)
    }

    fn ask(&self) -> Result<Answer, ProviderError> {
        self.ask_generation(&self.model(), "")
    }

    fn bodies(&self) -> Vec<Value> {
        self.stub.seen().into_iter().map(|seen| seen.body).collect()
    }

    fn logged(&self, words: &str) -> bool {
        self.notes.0.lock().unwrap().iter().any(|line| line.contains(words))
    }

    fn failure(&self) -> String {
        match self.ask() {
            Err(ProviderError::Failed(message)) => message,
            other => panic!("must fail: {other:?}"),
        }
    }
}

#[test]
fn a_streamed_answer_says_who_gave_it_and_is_not_asked_for_twice() {
    let rig = Rig::new(&[Act::Say(GOOD)]);
    let answer = rig.ask().unwrap();
    assert_eq!(answer.value, json!({ "colour": "red" }));
    assert!(answer.origin.starts_with("openai:small@http"), "{}", answer.origin);
    assert!(answer.origin.contains("11 tokens in, 7 out, 1 calls"), "{}", answer.origin);
    assert_eq!(rig.ask().unwrap(), answer, "replayed with its own provenance");
    assert_eq!(rig.bodies().len(), 1);
    let body = &rig.bodies()[0];
    assert_eq!(body["response_format"]["type"], "json_schema");
    let said = body["messages"][1]["content"].as_str().unwrap();
    assert!(said.starts_with("Name a colour."), "{said}");
    rig.ask_generation(&rig.model(), "made again").unwrap();
    assert_eq!(rig.bodies().len(), 2, "a task that finished and is wanted again is asked again");
}

#[test]
fn an_invented_number_is_sent_back_once() {
    const SUMMARY: Ask = Ask {
        prompt: "Summarise.",
        shows: &["budget.json"],
        schema: || r#"{"type":"object","required":["markdown"]}"#.to_owned(),
        faults: |_, _| Vec::new(),
        rules: |_| Ok(json!({})),
    };
    const INVENTED: &str = r#"{"markdown":"It costs 99,000 EUR."}"#;
    for (acts, markdown) in [
        (
            [Act::Say(INVENTED), Act::Say(r#"{"markdown":"It costs 12,000 EUR."}"#)],
            "It costs 12,000 EUR.",
        ),
        ([Act::Say(INVENTED), Act::Say(INVENTED)], "It costs 99,000 EUR."),
    ] {
        let rig = Rig::new(&acts);
        let mut inputs = Inputs::default();
        inputs.insert("prompt.md", b"A fair for 12,000 EUR".to_vec());
        inputs.insert("budget.json", br#"{"total":12000}"#.to_vec());
        let provider = rig.providers(rig.folder.path()).find(&rig.model()).unwrap();
        let (task, session) = ("WriteExecutiveSummary", "pxe_test");
        let question = Question { task, session, generation: "", ask: &SUMMARY, inputs: &inputs };
        let call = Call { cancel: &rig.cancel, report: &rig.notes };
        let answer = provider.answer(&question, &call).unwrap();
        assert_eq!(answer.value["markdown"], markdown);
        let bodies = rig.bodies();
        assert_eq!(bodies.len(), 2, "asked again once");
        let first = bodies[0]["messages"][1]["content"].as_str().unwrap();
        assert!(first.contains("A fair for 12,000 EUR"), "the prompt is always shown: {first}");
        let again = bodies[1]["messages"][3]["content"].as_str().unwrap();
        assert!(again.contains("99,000"), "{again}");
    }
}

#[test]
fn an_endpoint_that_does_not_stream_is_understood() {
    let rig = Rig::new(&[Act::Whole(GOOD)]);
    assert!(rig.ask().unwrap().origin.contains("5 tokens in, 3 out"));
}

#[test]
fn a_busy_endpoint_is_asked_again_when_it_says() {
    let mut rig = Rig::new(&[Act::Status(429, "retry-after: 0\r\n", "slow down"), Act::Say(GOOD)]);
    rig.patience.pause = Duration::from_hours(1);
    assert!(rig.ask().is_ok());
    assert!(rig.logged("HTTP 429: slow down; attempt 2 in 0.0 s"));
}

#[test]
fn a_broken_endpoint_is_tried_so_often_and_no_more() {
    let rig =
        Rig::new(&[Act::Status(500, "", "oops"), Act::Status(503, "", "oops"), Act::Say(GOOD)]);
    assert!(rig.ask().is_ok());
    let rig = Rig::new(&[Act::Status(500, "", "oops")]);
    let message = rig.failure();
    assert!(message.contains("HTTP 500: oops, after 5 attempts"), "{message}");
    assert_eq!(rig.bodies().len(), 5);
}

#[test]
fn a_wrong_key_is_not_tried_again() {
    let rig = Rig::new(&[Act::Status(401, "", "who are you")]);
    assert!(rig.failure().contains("HTTP 401: who are you"));
    assert_eq!(rig.bodies().len(), 1);
}

#[test]
fn an_endpoint_without_schemas_is_asked_in_simpler_forms() {
    let no = Act::Status(400, "", "response_format is not supported");
    let rig = Rig::new(&[no, no, no, Act::Say("Sure: {\"colour\":\"red\"} Bye.")]);
    assert_eq!(rig.ask().unwrap().value["colour"], "red");
    let kinds: Vec<Value> =
        rig.bodies().iter().map(|body| body["response_format"]["type"].clone()).collect();
    assert_eq!(
        kinds,
        [json!("json_schema"), json!("json_schema"), json!("json_object"), json!(null)]
    );
    let bodies = rig.bodies();
    assert!(bodies[1].get("temperature").is_none(), "some models take no temperature");
    let system = bodies[3]["messages"][0]["content"].as_str().unwrap();
    assert!(system.contains("maxLength"), "the schema is in the prompt: {system}");
}

#[test]
fn a_truncated_answer_is_asked_for_again_with_the_reason() {
    let rig = Rig::new(&[Act::End(r#"{"colour":"re"#, "length"), Act::Say(GOOD)]);
    assert!(rig.ask().is_ok());
    let bodies = rig.bodies();
    let said = bodies[1]["messages"].as_array().unwrap();
    assert_eq!(said.len(), 2, "without the torso, which would only take room");
    let asked = said[1]["content"].as_str().unwrap();
    assert!(asked.starts_with(ASK.prompt) && asked.contains("was cut off"), "{asked}");
    assert_ne!(bodies[0]["temperature"], bodies[1]["temperature"]);
    let never = Rig::new(&[Act::End(r#"{"colour":"re"#, "length")]);
    assert!(never.failure().contains("it was cut off"));
    assert_eq!(never.bodies().len(), 2, "what does not fit twice does not fit");
}

#[test]
fn a_question_that_is_too_long_is_not_asked_in_other_forms() {
    let long = Act::Status(400, "", "the request exceeds the available context size");
    let rig = Rig::new(&[long]);
    assert!(rig.failure().contains("context size"));
    assert_eq!(rig.bodies().len(), 1);
}

#[test]
fn what_a_model_repeats_is_left_out_and_counted() {
    let rig = Rig::new(&[Act::Say(r#"{"colour":"red","more":["a","a","b","a"]}"#)]);
    let answer = rig.ask().unwrap();
    assert_eq!(answer.value["more"], json!(["a", "b"]));
    assert!(answer.origin.ends_with("2 repeated entries left out"), "{}", answer.origin);
}

#[test]
fn a_model_cannot_say_that_rules_wrote_its_answer() {
    let rig = Rig::new(&[Act::Say(r#"{"colour":"red","notice":"rule-based draft"}"#)]);
    assert_eq!(rig.ask().unwrap().value, json!({ "colour": "red" }));
}

#[test]
fn an_answer_that_does_not_fit_is_mended_twice_at_most() {
    let rig =
        Rig::new(&[Act::Say(r#"{"colour":7}"#), Act::Say(r#"{"colour":"grey"}"#), Act::Say(GOOD)]);
    assert!(rig.ask().is_ok());
    let bodies = rig.bodies();
    let last = |idx: usize| {
        bodies[idx]["messages"].as_array().unwrap().last().unwrap()["content"].to_string()
    };
    assert!(last(1).contains("/colour"), "the fault has its place: {}", last(1));
    assert!(last(2).contains("grey is no colour"), "{}", last(2));
    let rig = Rig::new(&[Act::Say("no JSON at all")]);
    assert!(rig.failure().contains("gave no usable answer"));
    assert_eq!(rig.bodies().len(), 3);
}

#[test]
fn a_refusal_is_final() {
    let rig = Rig::new(&[Act::Refuse("I would rather not")]);
    assert!(rig.failure().contains("the model refused: I would rather not"));
    let filtered = Rig::new(&[Act::End("", "content_filter")]);
    assert!(filtered.failure().contains("filtered"));
    assert_eq!((rig.bodies().len(), filtered.bodies().len()), (1, 1));
}

#[test]
fn a_stream_that_breaks_or_stalls_is_asked_for_again() {
    let mut rig = Rig::new(&[Act::Break("{\"col"), Act::Stall("{\"col"), Act::Say(GOOD)]);
    rig.patience.idle = Duration::from_millis(300);
    assert!(rig.ask().is_ok());
    assert!(rig.logged("the stream ended in the middle") && rig.logged("stalled"));
}

#[test]
fn a_call_has_a_last_moment_even_if_letters_keep_coming() {
    let mut rig = Rig::new(&[Act::Drip]);
    rig.patience.whole = Duration::from_millis(400);
    assert!(rig.failure().contains("no whole answer within"));
}

#[test]
fn cancelling_ends_a_call_that_would_hang_and_a_pause() {
    for act in [Act::Stall(""), Act::Status(503, "retry-after: 3600\r\n", "later")] {
        let mut rig = Rig::new(&[act]);
        rig.patience.longest_pause = Duration::from_hours(1);
        let cancel = rig.cancel.clone();
        let outcome = std::thread::scope(|scope| {
            scope.spawn(|| {
                while rig.stub.seen().is_empty() {
                    std::thread::yield_now();
                }
                cancel.cancel();
            });
            // Without the cancellation this would take an hour.
            rig.ask()
        });
        assert_eq!(outcome, Err(ProviderError::Cancelled));
    }
}

#[test]
fn keys_are_found_by_name_and_only_sent_where_they_belong() {
    let mut rig = Rig::new(&[Act::Say(GOOD)]);
    rig.key_name = Some("SOME_KEY".to_owned());
    rig.ask().unwrap();
    assert_eq!(rig.stub.seen()[0].key.as_deref(), Some("Bearer secret"));
    let mut rig = Rig::new(&[Act::Say(GOOD)]);
    rig.key_name = Some("MISSING".to_owned());
    assert!(rig.failure().contains("the environment variable MISSING has no key"));
    assert_eq!(rig.bodies().len(), 0);
}

#[test]
fn the_next_model_is_asked_when_one_fails() {
    let rig = Rig::new(&[Act::Status(401, "", "no")]);
    let answer = rig.ask_generation(&format!("{}, embedded", rig.model()), "").unwrap();
    assert_eq!(answer.value["colour"], "blue");
    assert!(answer.origin.starts_with("rules"), "{}", answer.origin);
    let failed = format!("instead of {}, which gave no usable answer", rig.model());
    assert!(answer.origin.ends_with(&failed), "the fall-back is named: {}", answer.origin);
}

#[test]
fn an_endpoint_that_is_not_there_is_said_to_be_so() {
    let mut rig = Rig::new(&[Act::Say(GOOD)]);
    rig.patience.attempts = 2;
    // A port that was free a moment ago.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let outcome = rig.ask_generation(&format!("openai:small@http://{free}/v1"), "");
    let Err(ProviderError::Failed(message)) = outcome else { panic!("must fail") };
    assert!(
        message.starts_with(&format!("openai:small@http://{free}/v1: cannot be reached")),
        "{message}"
    );
    assert!(message.ends_with("check the address and whether it is running"), "{message}");
}

#[test]
fn a_failure_names_its_endpoint_and_what_to_do() {
    let ways = [
        (401, None, "with --endpoint "),
        (403, Some("SOME_KEY"), "check the key in the variable SOME_KEY"),
        (402, None, "check its quota"),
        (404, None, "the name of the model"),
    ];
    for (status, key_name, way) in ways {
        let mut rig = Rig::new(&[Act::Status(status, "", "no")]);
        rig.key_name = key_name.map(str::to_owned);
        let message = rig.failure();
        let begins = format!("{}: HTTP {status}: no; ", rig.model());
        assert!(message.starts_with(&begins) && message.contains(way), "{message}");
    }
}

#[test]
fn trying_a_chain_says_why_the_first_did_not_answer() {
    let rig = Rig::new(&[Act::Status(401, "", "no")]);
    let engine = planexe_core::Engine::open(
        &rig.folder.path().join("home"),
        planexe_core::pipeline(),
        rig.providers(rig.folder.path()),
        planexe_core::Options::default(),
    )
    .unwrap();
    let said = engine.try_model(&format!("{}, embedded", rig.model())).unwrap();
    assert!(said.starts_with("answered (rules, "), "{said}");
    assert!(said.contains(&format!("because of {}: HTTP 401: no; ", rig.model())), "{said}");
    let error = engine.try_model(&rig.model()).unwrap_err();
    assert_eq!(error.code, planexe_core::ErrorCode::InternalError);
    assert!(error.message.starts_with(&rig.model()), "{error}");
}
