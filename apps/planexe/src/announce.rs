//! Tells connected clients which artifacts came or changed, whichever process made them.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use planexe_core::{Caller, Cursor, Engine, Error, Event, EventKind, Result, SessionId};
use toolserver::Changes;

/// Between two looks; clients need no more.
const PACE: Duration = Duration::from_millis(500);
/// The newest sessions; nothing happens in older ones unless somebody resumes them.
const SESSIONS: usize = 20;

/// Announces changes of the caller's artifacts from now on, until the engine is gone.
pub fn announce(engine: &Arc<Engine>, caller: Caller, changes: Changes) -> Result<()> {
    let mut seen = HashMap::new();
    // What is there before the client comes is no news.
    look(engine, &caller, &mut seen)?;
    let engine = Arc::downgrade(engine);
    let watch = move || {
        while let Some(engine) = Weak::upgrade(&engine) {
            // A look that fails is repeated; whoever asks for the artifact learns the reason.
            let news = look(&engine, &caller, &mut seen).unwrap_or_default();
            drop(engine);
            if news.iter().any(|event| event.kind == EventKind::ArtifactCreated) {
                changes.list_changed();
            }
            for event in news.iter().filter(|event| event.kind == EventKind::ArtifactUpdated) {
                changes.resource_updated(event.data["artifact_uri"].as_str().unwrap_or_default());
            }
            std::thread::sleep(PACE);
        }
    };
    let started = std::thread::Builder::new().name("announcements".to_owned()).spawn(watch);
    started.map(drop).map_err(|error| {
        Error::internal(format!("cannot start the thread that announces changes: {error}"))
    })
}

/// The events since the last look, and how far they go.
fn look(
    engine: &Engine,
    caller: &Caller,
    seen: &mut HashMap<SessionId, Cursor>,
) -> Result<Vec<Event>> {
    let mut news = Vec::new();
    for session in engine.sessions(caller)?.into_iter().take(SESSIONS) {
        let since = seen.entry(session.id.clone()).or_insert(Cursor::START);
        let page = engine.events(caller, &session.id, *since, 1000, Duration::ZERO)?;
        *since = page.cursor;
        news.extend(page.events);
    }
    Ok(news)
}
