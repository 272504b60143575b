//! The SDK's own client, in both eras, over a pipe in this process.

use std::sync::Arc;

use rmcp::model::{CallToolRequestParams, ProtocolVersion, ReadResourceRequestParams};
use rmcp::service::RunningService;
use rmcp::{ClientLifecycleMode, ClientServiceExt as _, RoleClient};
use serde_json::json;

use crate::fixture::server;

async fn connected(lifecycle: ClientLifecycleMode) -> RunningService<RoleClient, ()> {
    let (ours, theirs) = tokio::io::duplex(1 << 20);
    let (reader, writer) = tokio::io::split(theirs);
    tokio::spawn(toolserver::serve(Arc::new(server()), reader, writer));
    ().serve_with_lifecycle(ours, lifecycle).await.unwrap()
}

async fn exercise(client: RunningService<RoleClient, ()>) {
    let tools = client.list_all_tools().await.unwrap();
    assert_eq!(tools.len(), server().tools.len());
    assert!(client.list_all_resources().await.unwrap().len() > 3);
    assert_eq!(client.list_all_prompts().await.unwrap().len(), 1);
    assert_eq!(client.list_all_resource_templates().await.unwrap().len(), 1);
    let arguments = json!({"text": "a", "times": 3}).as_object().cloned().unwrap();
    let echo = CallToolRequestParams::new("fixture.echo").with_arguments(arguments);
    let result = client.call_tool(echo).await.unwrap();
    assert_eq!(result.structured_content, Some(json!({"text": "aaa"})));
    let result = client.call_tool(CallToolRequestParams::new("panic")).await.unwrap();
    assert_eq!(result.is_error, Some(true));
    let read =
        client.read_resource(ReadResourceRequestParams::new("fixture://text")).await.unwrap();
    assert_eq!(read.contents.len(), 1);
    client.cancel().await.unwrap();
}

#[tokio::test]
async fn the_sdk_client_works_after_a_handshake() {
    exercise(connected(ClientLifecycleMode::Initialize).await).await;
}

#[tokio::test]
async fn the_sdk_client_works_without_a_handshake() {
    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    exercise(connected(ClientLifecycleMode::Discover { preferred_versions }).await).await;
}
