//! The servers that `puml` contains answer over standard input and output.

use super::Folder;

#[test]
fn an_editor_is_served_and_leaves() {
    let messages = [
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#,
        r#"{"jsonrpc":"2.0","method":"exit"}"#,
    ];
    let framed = messages.map(|it| format!("Content-Length: {}\r\n\r\n{it}", it.len()));
    let run = Folder::new(&[]).puml_with(&["lsp"], &framed.concat());
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains(r#""name":"puml-lsp""#), "{}", run.out);
}

#[test]
fn an_agent_is_served_and_leaves() {
    let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#;
    let run = Folder::new(&[]).puml_with(&["mcp"], &format!("{hello}\n"));
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains(r#""serverInfo""#), "{}", run.out);
}
