//! The requests that `docs/server.md` shows are answered.

use crate::client::Routes;

const GUIDE: &str = include_str!("../../../../docs/server.md");

#[tokio::test]
async fn what_the_guide_posts_is_answered() {
    let routes = Routes::default();
    let mut calls = 0;
    for call in GUIDE.split("curl -X POST http://127.0.0.1:7878").skip(1) {
        let (path, rest) = call.split_once([' ', '\n']).unwrap();
        let (_, body) = rest.split_once("-d '").unwrap();
        let (body, _) = body.split_once("'\n").unwrap();
        let reply = routes.post(path, body).await;
        assert_eq!(reply.status, 200, "{path} {body}: {}", reply.text());
        calls += 1;
    }
    assert!(calls > 0, "the guide shows a request");
}
