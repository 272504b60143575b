//! `planexe.session.events`: what happened since a cursor, or what happens next.

use std::time::Duration;

use planexe_core::{Cursor, Result};
use serde_json::{Value, json};
use toolserver::Annotations;

use super::{Request, Row};
use crate::shape;

pub(super) const ROW: Row = Row {
    name: "planexe.session.events",
    title: "Events of a session",
    description: "Gives the events since a cursor, in order and without gaps; pass the returned \
                  cursor next time. With wait_ms the call waits for the first event. Ignore event \
                  types you do not know.",
    input: INPUT,
    output: OUTPUT,
    effects: Annotations::READ_ONLY,
    work,
};

const INPUT: &str = r#"{
  "type": "object",
  "required": ["session_id"],
  "properties": {
    "session_id": {"type": "string"},
    "since": {"type": "string", "description": "A cursor from an earlier answer; without it, from the beginning."},
    "limit": {"type": "integer", "minimum": 1, "maximum": 1000, "description": "Default: 200."},
    "wait_ms": {"type": "integer", "minimum": 0, "maximum": 25000, "description": "Wait this long for a first event. Default: 0."}
  }
}"#;

const OUTPUT: &str = r#"{
  "type": "object",
  "properties": {
    "cursor": {"type": "string"},
    "has_more": {"type": "boolean"},
    "oldest_cursor": {"type": "string"},
    "events": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "cursor": {"type": "string"},
          "ts": {"type": "string"},
          "type": {"type": "string"},
          "data": {"type": "object"}
        }
      }
    }
  }
}"#;

/// Between two looks at whether the caller is still there.
const SLICE: Duration = Duration::from_millis(500);

fn work(request: &Request<'_>) -> Result<Value> {
    let session = request.session()?;
    let since = request.arguments["since"].as_str().map(str::parse).transpose()?;
    let since = since.unwrap_or(Cursor::START);
    let limit = request.arguments["limit"].as_u64().unwrap_or(200) as usize;
    let total = Duration::from_millis(request.arguments["wait_ms"].as_u64().unwrap_or(0));
    let mut waited = Duration::ZERO;
    let page = loop {
        let slice = SLICE.min(total.saturating_sub(waited));
        let page = request.engine.events(&request.caller, &session, since, limit, slice)?;
        waited += slice;
        if !page.events.is_empty() || waited >= total || request.call.is_stopped() {
            break page;
        }
        // Hosts that show progress also take it as a sign of life.
        request.call.progress(
            waited.as_secs_f64(),
            Some(total.as_secs_f64()),
            "waiting for events",
        );
    };
    Ok(json!({
        "cursor": page.cursor,
        "has_more": page.has_more,
        "oldest_cursor": Cursor::START,
        "events": page.events.iter().map(shape::event).collect::<Vec<_>>(),
    }))
}
