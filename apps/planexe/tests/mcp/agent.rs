//! The model `agent`, driven to the end by a real MCP client that thinks for itself.

use serde_json::{Value, json};

use crate::client::{Client, Home, uri};

const IDEA: &str = "A street festival for 300 guests in June 2027, at most 20000 EUR.";

fn session(client: &Client, model: &str) -> String {
    let config = json!({ "planner_model": model, "validator_model": model });
    let created = client.call("planexe.session.create", json!({ "idea": IDEA, "config": config }));
    created["session_id"].as_str().unwrap().to_owned()
}

fn read(client: &Client, session: &str, path: &str) -> String {
    let content =
        client.call("planexe.artifact.read", json!({ "artifact_uri": uri(session, path) }));
    content["content"].as_str().unwrap().to_owned()
}

/// What the client thinks: what rules once wrote for the same idea, and words of its own.
fn thought(client: &Client, session: &str, teacher: &str, task: &str) -> Value {
    let artifact = match task {
        "IntakePrompt" => "intake.json",
        "IdentifyPurpose" => "purpose.json",
        "MakeAssumptions" => "assumptions.json",
        "ChooseStrategy" => "decisions.json",
        "MapStakeholders" => "stakeholders.json",
        "IdentifyRisks" => "risks.json",
        "BreakDownWork" => "wbs.json",
        "EstimateTasks" => "estimates.json",
        "LinkTasks" => "dependencies.json",
        "StaffTeam" => "team.json",
        "ExtractFacts" => {
            return json!({ "facts": [{ "quote": "300 guests", "kind": "count", "role": "audience",
                                       "count": 300, "of": "guests" }] });
        }
        "AnalyzeSwot" => {
            return json!({ "strengths": ["a date"], "weaknesses": ["one person"], "opportunities": ["sun"],
                           "threats": ["rain"] });
        }
        "WriteDetailedPlan" => {
            return json!({ "title": "A festival worth the noise", "approach": "Permit first.",
                           "watch": ["W1.3 decides.", "R1 is looked at each week."] });
        }
        "ConsultExperts" => {
            let objection = |expert: &str, task: &str| {
                json!({ "expert": expert, "task": task, "problem": "Nobody asked the fire service.",
                        "consequence": "No permit.", "change": "Ask the fire service first.",
                        "add_days": 6, "add_cost": 450, "wait_for": null })
            };
            let objections =
                [objection("fire officer", "W1.2"), objection("stage builder", "W1.3")];
            return json!({ "objections": objections, "permits": [], "comparables": [{
                "project": "Another street festival", "outcome": "called off", "lesson": "ask early" }] });
        }
        "WriteExecutiveSummary" => return json!({ "markdown": "Say yes by March." }),
        "Premortem" => {
            let failure = |title: &str| {
                json!({ "title": title, "story": "It rained.", "signs": ["clouds"],
                        "tripwire": "the day before", "playbook": "tents", "stop_rule": "lightning" })
            };
            return json!({ "failures": [failure("Rain"), failure("Wind")] });
        }
        "SelfAudit" => {
            let plan = read(client, session, "plan.md");
            let quote = plan.lines().next().unwrap();
            let item = |idx: u32| {
                json!({ "concern": format!("Promise {idx}."), "level": "low", "quote": quote,
                        "mitigation": "Deliver." })
            };
            return json!({ "items": (0..8).map(item).collect::<Vec<_>>() });
        }
        other => panic!("nobody expected a question from {other}"),
    };
    let mut answer: Value = serde_json::from_str(&read(client, teacher, artifact)).unwrap();
    let fields = answer.as_object_mut().unwrap();
    fields.remove("notice");
    fields.remove("provenance");
    answer
}

#[test]
fn a_client_answers_every_question_and_the_plan_is_its_own() {
    let home = Home::new();
    let client = home.client();
    let teacher = session(&client, "embedded");
    client.start(&teacher);
    assert_eq!(client.end(&teacher, "run_0001")["state"], "completed");

    let session = session(&client, "agent");
    client.start(&session);
    let mut asked = Vec::new();
    let mut faults = Vec::new();
    let mut refused = Vec::new();
    let next =
        || client.call("planexe.question.next", json!({ "session_id": session, "wait_ms": 5000 }));
    let mut next_questions = next();
    while next_questions["state"] == "running" {
        for question in next_questions["questions"].as_array().unwrap() {
            let task = question["task"].as_str().unwrap();
            let id = &question["question_id"];
            assert!(
                !question["prompt"].as_str().unwrap().is_empty() && question["schema"].is_object()
            );
            let give = |answer: Value| {
                let arguments = json!({ "session_id": session, "question_id": id, "answer": answer,
                                        "model": "test-client" });
                client.answer("planexe.question.answer", arguments)
            };
            // The first try of one answer breaks the schema, that of another one the material.
            if task == "IdentifyPurpose" && !asked.contains(&task.to_owned()) {
                refused.push(give(json!({ "topic": 7 })));
            }
            let mut answer = thought(&client, &session, &teacher, task);
            if task == "SelfAudit" && question["faults"] == json!([]) {
                answer["items"][0]["quote"] = json!("words that are not in the plan");
            }
            // An invented day is sent back once, and marked where it is said again.
            if task == "WriteExecutiveSummary" {
                answer["markdown"] = json!(
                    "Say yes by 2031-01-01. What it costs, when it ends and what may go wrong stand in the plan, each with a name beside it, and nothing is signed before the permit is there."
                );
                answer["pitch"] = json!("A street for its people.");
            }
            assert!(
                question["prompt"].as_str().unwrap().contains(IDEA),
                "{task} is not shown the prompt"
            );
            faults.extend(question["faults"].as_array().unwrap().iter().cloned());
            let (accepted, is_error) = give(answer);
            assert!(!is_error, "{task}: {accepted}");
            asked.push(task.to_owned());
        }
        next_questions = next();
    }
    assert_eq!(next_questions["state"], "completed", "{next_questions}");
    let [(error, true)] = &refused[..] else { panic!("one answer breaks the schema: {refused:?}") };
    assert_eq!(error["error"]["code"], "INVALID_ARGUMENT", "{error}");
    assert!(error["error"]["details"]["faults"].as_array().unwrap().len() > 1, "{error}");
    asked.sort();
    asked.dedup();
    assert_eq!(asked.len(), 17, "{asked:?}");
    assert!(
        faults.iter().any(|fault| fault.as_str().unwrap().contains("is not in plan.md")),
        "{faults:?}"
    );
    assert!(
        faults.iter().any(|fault| fault.as_str().unwrap().contains("2031-01-01")),
        "{faults:?}"
    );
    let summary = read(&client, &session, "executive_summary.md");
    assert!(summary.contains("[not in the material: 2031-01-01]"), "{summary}");
    assert!(summary.contains("**Pitch.** A street for its people."), "{summary}");
    let plan = read(&client, &session, "plan.md");
    assert!(plan.starts_with("# A festival worth the noise"));
    for words in
        ["| E1 | fire officer |", "objection E1 (fire officer)", "| Another street festival |"]
    {
        assert!(plan.contains(words), "{words}");
    }
    let report = read(&client, &session, "report.html");
    assert!(report.contains("agent, test-client") && !report.contains("rule-based draft"));
    let none = client.call("planexe.question.next", json!({ "session_id": session }));
    assert_eq!(none["questions"], json!([]));
}

#[test]
fn a_stopped_run_takes_its_questions_back_and_asks_them_again() {
    let home = Home::new();
    let client = home.client();
    let session = session(&client, "agent");
    client.start(&session);
    let first = || loop {
        let arguments = json!({ "session_id": session, "wait_ms": 5000 });
        let next = client.call("planexe.question.next", arguments);
        assert_eq!(next["state"], "running", "{next}");
        let mut questions = next["questions"].as_array().unwrap().iter();
        if let Some(question) = questions.find(|it| it["task"] == "ExtractFacts") {
            return question["question_id"].as_str().unwrap().to_owned();
        }
    };
    let id = first();
    let stopped = client.call("planexe.session.stop", json!({ "session_id": session }));
    assert_eq!(stopped["state"], "stopped");
    let answer = json!({ "session_id": session, "question_id": id, "answer": {} });
    assert_eq!(client.code("planexe.question.answer", answer), "INVALID_ARGUMENT");
    client.call("planexe.session.resume", json!({ "session_id": session }));
    assert_eq!(first(), id, "the same question has the same id");
    let wrong = json!({ "session_id": session, "question_id": "foo", "answer": {} });
    let (error, _) = client.answer("planexe.question.answer", wrong);
    assert_eq!(error["error"]["details"]["waiting"], json!([id]), "{error}");
}

#[test]
fn an_answer_of_a_person_is_taken_while_the_run_waits_for_the_agent() {
    let home = Home::new();
    let client = home.client();
    let created = client.call(
        "planexe.session.create",
        json!({ "idea": "A street festival for our neighbours.", "can_answer": true }),
    );
    assert_eq!(created["config"]["planner_model"], "agent");
    let session = created["session_id"].as_str().unwrap().to_owned();
    client.start(&session);
    let waits = |task: &str| loop {
        let arguments = json!({ "session_id": session, "wait_ms": 5000 });
        let next = client.call("planexe.question.next", arguments);
        assert_eq!(next["state"], "running", "{next}");
        let found =
            next["questions"].as_array().unwrap().iter().find(|it| it["task"] == task).cloned();
        if let Some(question) = found {
            break (question["question_id"].as_str().unwrap().to_owned(), next["intake"].clone());
        }
    };
    let give = |id: &str, answer: Value| {
        let arguments = json!({ "session_id": session, "question_id": id, "answer": answer });
        client.call("planexe.question.answer", arguments)
    };
    let (id, _) = waits("ExtractFacts");
    give(&id, json!({ "facts": [] }));
    let (id, _) = waits("IntakePrompt");
    let ask = |id: &str, question: &str| json!({ "id": id, "question": question, "options": [] });
    let asked = [ask("budget", "How much money is there?"), ask("stage", "Who lends us a stage?")];
    let review = json!({ "missing": [], "ambiguous": [], "questions": asked, "red_flags": [] });
    give(&id, review);
    let (_, intake) = waits("IdentifyPurpose");
    assert_eq!(intake.as_array().unwrap().len(), 2, "{intake}");
    let reply = |id: &str, text: &str| {
        let arguments = json!({ "session_id": session, "question_id": id, "text": text });
        client.answer("planexe.question.answer", arguments)
    };
    let (refused, is_error) = reply("foo", "x");
    assert!(
        is_error && refused["error"]["details"]["waiting"] == json!(["budget", "stage"]),
        "{refused}"
    );
    let (taken, is_error) = reply("budget", "5000 EUR");
    assert!(!is_error, "{taken}");
    assert_eq!(taken["run_id"], "run_0002", "{taken}");
    // What waits for a person comes first, and no more what was just answered.
    assert_eq!(taken["intake"][0]["id"], "stage", "{taken}");
    assert_eq!(taken["intake"].as_array().unwrap().len(), 1, "{taken}");
    assert_eq!(taken["next"][0]["task"], "ExtractFacts", "{taken}");
    let prompt = taken["next"][0]["prompt"].as_str().unwrap();
    assert!(prompt.contains("5000 EUR"), "{prompt}");
    let graph = client.call("planexe.task.graph", json!({ "session_id": session }));
    assert_eq!(graph["title"], "A street festival for our neighbours.");
    let list = client.call("planexe.artifact.list", json!({ "session_id": session }));
    assert_eq!(list["title"], "A street festival for our neighbours.");
    client.call("planexe.session.stop", json!({ "session_id": session }));
}

#[test]
fn the_default_model_is_told_where_an_agent_looks_first() {
    let home = Home::new();
    let client = home.client();
    let told = client.description("planexe.session.create");
    assert!(told.contains("can_answer: true") && told.contains("default models"), "{told}");
    assert!(client.instructions().contains("can_answer: true"));
}
