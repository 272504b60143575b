//! Lines to the MCP server: any bytes are answered or ignored, and the server is still there afterwards.
#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use tokio::io::AsyncReadExt;

static RUNTIME: LazyLock<tokio::runtime::Runtime> =
    LazyLock::new(|| tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime"));

fuzz_target!(|data: &[u8]| {
    let server = Arc::new(puml_mcp::server(&puml_mcp::Settings::default()));
    let mut lines = br#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"fuzz","version":"1"}}}"#.to_vec();
    lines.extend_from_slice(b"\n{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
    lines.extend_from_slice(data);
    lines.extend_from_slice(b"\n{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"method\":\"ping\"}\n");
    let answers = RUNTIME.block_on(async move {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let serving = tokio::spawn(toolserver::serve(server, std::io::Cursor::new(lines), theirs));
        let mut answers = Vec::new();
        let (mut reader, _writer) = tokio::io::split(ours);
        reader.read_to_end(&mut answers).await.expect("a pipe");
        serving.await.expect("the server does not panic").ok();
        answers
    });
    let answers = String::from_utf8(answers).expect("answers are text");
    assert!(answers.contains("\"last\""), "the server no longer answers");
});
