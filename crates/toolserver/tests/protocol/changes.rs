//! Being told about changed resources, in both eras.

use serde_json::json;

use crate::fixture::server;
use crate::talk::{Talk, meta};

#[tokio::test]
async fn a_subscriber_of_the_handshake_era_hears_of_its_resource_only() {
    let mut talk = Talk::opened(server(), "2025-11-25").await;
    assert!(
        talk.ask("resources/subscribe", json!({"uri": "fixture://text"})).await["result"]
            .is_object()
    );
    assert!(
        talk.ask("resources/subscribe", json!({"uri": "fixture://members/1"})).await["result"]
            .is_object()
    );
    let unknown = talk.ask("resources/subscribe", json!({"uri": "fixture://none"})).await;
    assert_eq!(unknown["error"]["code"], -32002);
    talk.call("touch", json!({})).await;
    let update = talk.hear_of("notifications/resources/updated").await;
    assert_eq!(update["params"]["uri"], "fixture://text");
    talk.hear_of("notifications/resources/list_changed").await;
    talk.ask("resources/unsubscribe", json!({"uri": "fixture://text"})).await;
    talk.call("touch", json!({})).await;
    talk.hear_of("notifications/resources/list_changed").await;
    let updates = talk
        .overheard
        .iter()
        .filter(|message| message["method"] == "notifications/resources/updated");
    assert_eq!(updates.count(), 0);
}

#[tokio::test]
async fn a_listener_of_the_new_era_hears_what_it_asked_for() {
    let mut talk = Talk::with(server());
    let filter = json!({"resourceSubscriptions": ["fixture://text"]});
    let id = talk
        .request("subscriptions/listen", json!({"notifications": filter, "_meta": meta()}))
        .await;
    let acknowledged = talk.hear_of("notifications/subscriptions/acknowledged").await;
    assert_eq!(acknowledged["params"]["notifications"], filter);
    talk.ask("tools/call", json!({"name": "touch", "_meta": meta()})).await;
    let update = talk.hear_of("notifications/resources/updated").await;
    assert_eq!(update["params"]["uri"], "fixture://text");
    assert_eq!(update["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], id);
    talk.ask("tools/list", json!({"_meta": meta()})).await;
    let lists = talk
        .overheard
        .iter()
        .filter(|message| message["method"] == "notifications/resources/list_changed");
    assert_eq!(lists.count(), 0);
    let params = json!({"requestId": id});
    talk.say(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}))
        .await;
    assert!(talk.ask("tools/list", json!({"_meta": meta()})).await["result"].is_object());
    assert!(talk.close().await.is_ok());
}

#[tokio::test]
async fn a_server_whose_resources_do_not_change_has_nothing_to_listen_to() {
    let mut still = server();
    still.changes = None;
    let mut talk = Talk::with(still);
    let params = json!({"notifications": {"resourcesListChanged": true}, "_meta": meta()});
    assert_eq!(talk.ask("subscriptions/listen", params).await["error"]["code"], -32601);
}
