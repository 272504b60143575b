//! What a server says about its own tables.

use serde_json::json;
use toolserver::{Answer, Schema, Server, Skill, Tool};

use crate::fixture::server;
use crate::talk::Talk;

fn tool(name: &str) -> Tool {
    Tool::new(name, "", Schema::no_arguments(), |_, _| Ok(Answer::default()))
}

#[test]
fn good_tables_have_no_problems() {
    assert_eq!(server().problems(), Vec::<String>::new());
    assert!(format!("{:?}", server().tools[0]).contains("fixture.echo"));
}

#[test]
fn every_problem_is_named() {
    let bad = Server {
        tools: vec![
            tool("same"),
            Tool {
                aliases: vec!["same".into()],
                input: Schema::parse(r#"{"type": "nothing"}"#),
                output: Some(Schema::parse("{}")),
                ..tool("with space")
            },
        ],
        prompts: [server().prompts, server().prompts].concat(),
        resources: [server().resources, server().resources].concat(),
        skills: vec![Skill { frontmatter: json!({"name": "bare"}), files: vec![] }],
        ..Server::new("bad", "0")
    };
    let problems = bad.problems().join("\n");
    for part in [
        "tool \"same\": the name is used twice",
        "prompt \"draft\": the name is used twice",
        "resource \"fixture://text\": the name is used twice",
        "tool \"with space\": a name has",
        "the input schema is not of type object",
        "the input schema does not compile",
        "the output schema is not of type object",
        "the output schema at #: accepts anything",
        "skill \"bare\": needs name, description and SKILL.md",
    ] {
        assert!(problems.contains(part), "{part}\n{problems}");
    }
}

#[tokio::test]
#[should_panic(expected = "every name in a server's tables is used once")]
async fn a_doubled_name_is_not_served() {
    let server = Server { tools: vec![tool("same"), tool("same")], ..Server::new("bad", "0") };
    let _ = Talk::with(server).close().await.map_err(|error| error.to_string());
}
