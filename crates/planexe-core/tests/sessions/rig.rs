//! An engine in a folder of its own, with the steps that tests take again and again.
#![expect(clippy::disallowed_methods, reason = "the script is a file")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use planexe_core::{
    ArtifactUri, Caller, Config, Cursor, Digest, Edit, Engine, Event, EventKind, Invalidate, Kind,
    NewSession, Options, Providers, Range, Result, Run, RunState, Saved, Scripted, SessionId,
};
use serde_json::{Value, json};

use crate::servers::Servers;

/// An engine, its caller and a script for the `scripted` model.
pub(crate) struct Rig {
    pub(crate) engine: Engine,
    pub(crate) me: Caller,
    script: PathBuf,
    _folder: tempfile::TempDir,
}

impl Rig {
    /// Sessions of one machine, or of many when `apps/planexe/judges/servers` has started servers.
    pub(crate) fn new() -> Self {
        Self::with(|home, providers| match Servers::new() {
            None => alone(home, providers),
            Some(servers) => {
                let cluster = servers.cluster(home);
                let graph = planexe_core::pipeline();
                Engine::connect(&cluster, graph, providers, Options::default()).unwrap()
            }
        })
    }

    /// Sessions with a folder that people can edit.
    pub(crate) fn on_one_machine() -> Self {
        Self::with(alone)
    }

    fn with(open: impl FnOnce(&Path, Providers) -> Engine) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("script.json");
        let scripted = std::sync::Arc::new(Scripted::new(&script));
        let providers = Providers::default().with("scripted", scripted);
        let engine = open(&folder.path().join("home"), providers);
        Self { engine, me: Caller("me".to_owned()), script, _folder: folder }
    }

    pub(crate) fn idea() -> NewSession {
        NewSession {
            idea: "A street festival for 300 guests in June, at most 20000 EUR.".to_owned(),
            config: Config::default(),
            metadata: json!({}),
            client_request_id: None,
        }
    }

    pub(crate) fn session(&self) -> SessionId {
        self.session_with(|_| {})
    }

    pub(crate) fn scripted_session(&self) -> SessionId {
        self.session_with(|config| {
            config.planner_model = scripted();
            config.validator_model = scripted();
        })
    }

    pub(crate) fn session_with(&self, change: impl FnOnce(&mut Config)) -> SessionId {
        let mut new = Self::idea();
        change(&mut new.config);
        self.engine.create(&self.me, new).unwrap().0.id
    }

    pub(crate) fn script(&self, script: &Value) {
        std::fs::write(&self.script, script.to_string()).unwrap();
    }

    /// Starts a run and waits for its end; the events are those of the run.
    pub(crate) fn run_to_end(&self, session: &SessionId, target: &str) -> (Run, Vec<Event>) {
        let before = self.events(session).len();
        let run = self.engine.start(&self.me, session, target, &[]).unwrap();
        self.end(session, &run, before)
    }

    pub(crate) fn resume_to_end(
        &self,
        session: &SessionId,
        target: &str,
        invalidate: &Invalidate,
    ) -> (Run, Vec<Event>) {
        let before = self.events(session).len();
        let run = self.engine.resume(&self.me, session, target, invalidate).unwrap();
        self.end(session, &run, before)
    }

    fn end(&self, session: &SessionId, run: &Run, before: usize) -> (Run, Vec<Event>) {
        let run = self.engine.wait(session, run.id, Duration::from_mins(2)).unwrap();
        assert_ne!(run.state, RunState::Running, "the run must end");
        (run, self.events(session).split_off(before))
    }

    pub(crate) fn events(&self, session: &SessionId) -> Vec<Event> {
        let mut events = Vec::new();
        let mut since = Cursor::START;
        loop {
            let page = self.engine.events(&self.me, session, since, 100, Duration::ZERO).unwrap();
            events.extend(page.events);
            since = page.cursor;
            if !page.has_more {
                return events;
            }
        }
    }

    pub(crate) fn wait_for(&self, session: &SessionId, is_it: impl Fn(&Event) -> bool) {
        let mut since = Cursor::START;
        for _ in 0..600 {
            let wait = Duration::from_secs(1);
            let page = self.engine.events(&self.me, session, since, 100, wait).unwrap();
            if page.events.iter().any(&is_it) {
                return;
            }
            since = page.cursor;
        }
        panic!("the event never came");
    }

    pub(crate) fn uri(session: &SessionId, path: &str) -> ArtifactUri {
        ArtifactUri::new(session, &path.parse().unwrap())
    }

    pub(crate) fn text(&self, session: &SessionId, path: &str) -> String {
        let uri = Self::uri(session, path);
        let content = self.engine.read(&self.me, &uri, None, Range::default()).unwrap();
        String::from_utf8(content.bytes).unwrap()
    }

    pub(crate) fn write(&self, session: &SessionId, path: &str, text: &str) -> Result<Saved> {
        let edit = Edit { bytes: text.into(), reason: String::new(), expected: None };
        self.engine.write(&self.me, &Self::uri(session, path), edit)
    }

    /// Digests of everything but logs and state, which tell of times and run numbers.
    pub(crate) fn digests(&self, session: &SessionId) -> Vec<(String, Digest)> {
        let artifacts = self.engine.artifacts(&self.me, session, "").unwrap();
        artifacts
            .into_iter()
            .filter(|artifact| !matches!(artifact.kind, Kind::Log | Kind::State))
            .map(|artifact| (artifact.path.to_string(), artifact.sha256))
            .collect()
    }
}

fn alone(home: &Path, providers: Providers) -> Engine {
    Engine::open(home, planexe_core::pipeline(), providers, Options::default()).unwrap()
}

/// The name of the model that follows the script.
pub(crate) fn scripted() -> String {
    "scripted".to_owned()
}

/// The tasks that really ran, by name in alphabetical order.
pub(crate) fn ran(events: &[Event]) -> Vec<String> {
    let mut names: Vec<String> = events
        .iter()
        .filter(|event| event.kind == EventKind::TaskCompleted && event.data["cached"] == false)
        .map(|event| event.data["task"].as_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}
