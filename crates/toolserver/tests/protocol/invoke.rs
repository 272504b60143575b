//! Tools called from inside the process.

use std::io::Write as _;
use std::sync::Arc;

use serde_json::json;
use toolserver::{Fault, InvokeError, RootPolicy, Roots, Server, Subject, Tool, ToolError};

use crate::fixture::server;

async fn fault(server: Server, name: &str, arguments: serde_json::Value) -> Fault {
    match Arc::new(server).invoke(name, arguments, None).await {
        Err(InvokeError::Fault(fault)) => fault,
        other => panic!("{name} should fail: {other:?}"),
    }
}

#[tokio::test]
async fn a_name_or_an_alias_is_answered() {
    let server = Arc::new(server());
    for name in ["fixture.echo", "fixture_echo"] {
        let answer = server.invoke(name, json!({"text": "a"}), None).await.unwrap();
        assert_eq!(answer.structured, Some(json!({"text": "a"})));
    }
    let steps = server.invoke("steps", json!({}), None).await.unwrap();
    assert_eq!(steps.text.as_deref(), Some("done"));
    let caller = server.invoke("whoami", json!({}), Some(Subject("ada".into()))).await.unwrap();
    assert_eq!(caller.structured, Some(json!({"subject": "ada"})));
    let nobody = server.invoke("nothing", json!({}), None).await;
    assert_eq!(nobody, Err(InvokeError::UnknownTool("nothing".into())));
}

#[tokio::test]
async fn the_rules_are_those_of_the_protocol() {
    let broken = fault(server(), "fixture.echo", json!({"times": 9})).await;
    assert!(matches!(broken, Fault::Arguments(violations) if violations.len() == 2));
    assert!(matches!(fault(server(), "fixture.echo", json!(7)).await, Fault::Arguments(_)));
    assert!(matches!(fault(server(), "panic", json!({})).await, Fault::Panic(_)));
    assert!(matches!(fault(server(), "slow", json!({})).await, Fault::TimeLimit(_)));
    assert!(matches!(fault(server(), "wrong", json!({})).await, Fault::Output(_)));
    let refused = fault(server(), "refuse", json!({})).await;
    assert!(matches!(refused, Fault::Tool(ToolError { code, .. }) if code == "NOT_NOW"));
    let big = fault(server(), "big", json!({"bytes": 9_000})).await;
    assert!(matches!(big, Fault::OutputLimit { .. }));
}

#[tokio::test]
async fn paths_are_confined_to_the_roots_of_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = std::fs::File::create(folder.path().join("inside.txt")).unwrap();
    file.write_all(b"inside").unwrap();
    let confined =
        Server { roots: RootPolicy::Fixed(Roots::at([folder.path()]).unwrap()), ..server() };
    let answer =
        Arc::new(confined.clone()).invoke("read", json!({"path": "inside.txt"}), None).await;
    assert_eq!(answer.unwrap().text.as_deref(), Some("inside"));
    let outside = fault(confined, "read", json!({"path": "../outside.txt"})).await;
    assert!(matches!(outside, Fault::Tool(ToolError { code, .. }) if code == "path/outside-roots"));
}

#[tokio::test]
async fn a_looser_schema_decides_what_reaches_the_tool() {
    let mut lenient = server();
    let strict = lenient.tools[0].clone();
    lenient.tools[0] =
        Tool { accepted: Some(toolserver::Schema::parse(r#"{"type": "object"}"#)), ..strict };
    assert_eq!(lenient.problems(), Vec::<String>::new());
    let answer = Arc::new(lenient).invoke("fixture.echo", json!({"extra": 1}), None).await;
    assert_eq!(answer.unwrap().structured, Some(json!({"text": ""})));
}
