//! Resources, templates, prompts, completion and skills.

use serde_json::{Value, json};

use crate::fixture::server;
use crate::talk::{Talk, meta};

async fn opened() -> Talk {
    Talk::opened(server(), "2025-06-18").await
}

async fn read(talk: &mut Talk, uri: &str) -> Value {
    talk.ask("resources/read", json!({"uri": uri})).await
}

#[tokio::test]
async fn fixed_resources_come_first_then_members_then_skills() {
    let mut talk = opened().await;
    let mut uris = Vec::new();
    let mut params = json!({});
    loop {
        let result = talk.ask("resources/list", params).await["result"].clone();
        let page = result["resources"].as_array().unwrap();
        assert!(page.len() <= 3);
        uris.extend(page.iter().map(|resource| resource["uri"].as_str().unwrap().to_owned()));
        let Some(cursor) = result.get("nextCursor") else { break };
        params = json!({"cursor": cursor});
    }
    assert_eq!(
        uris,
        [
            "fixture://text",
            "fixture://bytes",
            "fixture://broken",
            "fixture://panic",
            "fixture://huge",
            "fixture://members/1",
            "fixture://members/2",
            "skill://greet/SKILL.md",
        ]
    );
}

#[tokio::test]
async fn contents_are_text_or_base64() {
    let mut talk = opened().await;
    let answer = read(&mut talk, "fixture://text").await;
    assert_eq!(
        answer["result"]["contents"],
        json!([{"uri": "fixture://text", "mimeType": "text/plain", "text": "text"}])
    );
    let answer = read(&mut talk, "fixture://bytes").await;
    assert_eq!(answer["result"]["contents"][0]["blob"], "AQID");
}

#[tokio::test]
async fn a_template_reads_its_members_in_ranges() {
    let mut talk = opened().await;
    let listed = talk.ask("resources/templates/list", json!({})).await;
    assert_eq!(
        listed["result"]["resourceTemplates"][0]["uriTemplate"],
        "fixture://members/{id}{?start}"
    );
    let answer = read(&mut talk, "fixture://members/1?start=2").await;
    assert_eq!(answer["result"]["contents"][0]["text"], "rst");
    assert_eq!(read(&mut talk, "fixture://members/9").await["error"]["code"], -32002);
}

#[tokio::test]
async fn a_read_that_fails_is_an_error_with_its_code() {
    let mut talk = opened().await;
    let answer = read(&mut talk, "fixture://broken").await;
    assert_eq!(
        (&answer["error"]["code"], &answer["error"]["data"]["code"]),
        (&json!(-32603), &json!("BROKEN"))
    );
    assert_eq!(read(&mut talk, "fixture://panic").await["error"]["code"], -32603);
    assert_eq!(read(&mut talk, "fixture://huge").await["error"]["data"]["limit"], 4096);
    assert!(read(&mut talk, "fixture://text").await["result"].is_object());
}

#[tokio::test]
async fn a_prompt_is_written_from_its_arguments() {
    let mut talk = opened().await;
    let listed = talk.ask("prompts/list", json!({})).await;
    assert_eq!(listed["result"]["prompts"][0]["title"], "Draft");
    let params = json!({"name": "draft", "arguments": {"what": "a house", "strict": true}});
    let written = talk.ask("prompts/get", params).await;
    assert_eq!(
        written["result"]["messages"],
        json!([
            {"role": "user", "content": {"type": "text", "text": "Draft a house."}},
            {"role": "assistant", "content": {"type": "text", "text": "With pleasure."}},
        ])
    );
    assert_eq!(written["result"]["description"], "Drafts something.");
}

#[tokio::test]
async fn a_prompt_lists_all_objections_to_its_arguments() {
    let mut talk = opened().await;
    let params = json!({"name": "draft", "arguments": {"style": "loud", "other": "x"}});
    let answer = talk.ask("prompts/get", params).await;
    assert_eq!(answer["error"]["code"], -32602);
    assert_eq!(answer["error"]["data"]["violations"].as_array().unwrap().len(), 3);
    assert_eq!(talk.ask("prompts/get", json!({"name": "none"})).await["error"]["code"], -32602);
    let params = json!({"name": "draft", "arguments": {"what": "nothing"}});
    assert_eq!(talk.ask("prompts/get", params).await["error"]["data"]["code"], "EMPTY");
}

#[tokio::test]
async fn completion_continues_what_was_typed() {
    let mut talk = opened().await;
    let params = |argument: &str, typed: &str| json!({"ref": {"type": "ref/prompt", "name": "draft"}, "argument": {"name": argument, "value": typed}});
    let answer = talk.ask("completion/complete", params("style", "do")).await;
    assert_eq!(
        answer["result"]["completion"],
        json!({"values": ["docs"], "total": 1, "hasMore": false})
    );
    let answer = talk.ask("completion/complete", params("many", "x")).await;
    assert_eq!(answer["result"]["completion"]["values"].as_array().unwrap().len(), 100);
    assert_eq!(answer["result"]["completion"]["total"], 150);
    assert_eq!(talk.ask("completion/complete", params("none", "")).await["error"]["code"], -32602);
    let params = |uri: &str| json!({"ref": {"type": "ref/resource", "uri": uri}, "argument": {"name": "id", "value": "7"}});
    let answer = talk.ask("completion/complete", params("fixture://members/{id}{?start}")).await;
    assert_eq!(answer["result"]["completion"]["values"], json!(["id:71", "id:72"]));
    assert_eq!(
        talk.ask("completion/complete", params("fixture://none")).await["error"]["code"],
        -32602
    );
}

#[tokio::test]
async fn skills_are_listed_got_and_read() {
    let mut talk = Talk::with(server());
    let listed = talk.ask("skills/list", json!({"_meta": meta()})).await;
    assert_eq!(listed["result"]["resultType"], "complete");
    let entry = &listed["result"]["skills"][0];
    assert_eq!(entry["frontmatter"]["license"], "MIT");
    assert_eq!(entry["resources"][1]["size"], 2);
    // The digest of the bytes 0 and 1.
    let digest = "sha256:b413f47d13ee2fe6c845b2ee141af81de858df4ec549a58b7970bb96645bc8d2";
    assert_eq!(entry["resources"][1]["digest"], digest);
    let got =
        talk.ask("skills/get", json!({"uri": "skill://greet/SKILL.md", "_meta": meta()})).await;
    assert_eq!(&got["result"]["skill"], entry);
    for params in
        [json!({"_meta": meta()}), json!({"uri": "skill://none/SKILL.md", "_meta": meta()})]
    {
        assert_eq!(talk.ask("skills/get", params).await["error"]["code"], -32602);
    }
    let file = talk
        .ask("resources/read", json!({"uri": "skill://greet/assets/x.bin", "_meta": meta()}))
        .await;
    assert_eq!(file["result"]["contents"][0]["blob"], "AAE=");
}

#[tokio::test]
async fn skills_are_paged() {
    let mut many = server();
    many.skills = vec![many.skills[0].clone(); 5];
    let mut talk = Talk::opened(many, "2025-11-25").await;
    let first = talk.ask("skills/list", json!({})).await["result"].clone();
    assert_eq!(first["skills"].as_array().unwrap().len(), 3);
    let rest =
        talk.ask("skills/list", json!({"cursor": first["nextCursor"]})).await["result"].clone();
    assert_eq!(rest["skills"].as_array().unwrap().len(), 2);
    assert!(rest.get("nextCursor").is_none());
}
