//! The page about the server names what there is.

use crate::talk::plain;

#[test]
fn every_tool_prompt_and_resource_is_on_the_page() {
    let page = include_str!("../../../../docs/mcp.md");
    let server = plain();
    for tool in &server.tools {
        assert!(page.contains(&format!("`{}`", tool.name)), "{}", tool.name);
    }
    for prompt in &server.prompts {
        assert!(page.contains(&format!("`{}`", prompt.name)), "{}", prompt.name);
    }
    for resource in &server.resources {
        let (_, name) = resource.link.uri.rsplit_once('/').unwrap();
        assert!(page.contains(name), "{}", resource.link.uri);
    }
}
