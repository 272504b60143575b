//! Sessions of many machines: the real program as workers and coordinators, a luigid for each test,
//! and an engine that only looks.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use planexe_core::{
    ArtifactUri, Caller, Config, Cursor, Engine, Event, EventKind, NewSession, Options, Range, Run,
    RunState, Scripted, SessionId, Timestamp,
};
use serde_json::{Value, json};

use crate::servers::Servers;

pub(crate) const ALL: &str = "build_plan_and_validate";
/// Long enough for anything that must happen at all.
pub(crate) const PATIENCE: Duration = Duration::from_mins(4);

/// A database, a bucket, a luigid and an engine that reaches them.
pub(crate) struct Rig {
    pub(crate) servers: Servers,
    pub(crate) engine: Engine,
    pub(crate) me: Caller,
    luigid: Option<Process>,
    script: PathBuf,
    folder: tempfile::TempDir,
}

/// What a server answers to a browser.
fn got(address: &str, path: &str) -> String {
    let address = address.strip_prefix("http://").unwrap();
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.0\r\nHost: {address}\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

/// A process that is gone with its value.
pub(crate) struct Process(Child);

impl Process {
    fn start(command: &mut Command) -> Self {
        Self(command.stdin(Stdio::null()).spawn().unwrap())
    }

    /// Sends a signal, and says when.
    pub(crate) fn signal(&self, name: &str) -> Timestamp {
        let id = self.0.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
        Timestamp::now()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may be dead already: that is what some tests are about.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Rig {
    pub(crate) fn new(script: &Value) -> Self {
        let mut servers = Servers::new().expect("run apps/planexe/judges/servers");
        let folder = tempfile::tempdir().unwrap();
        // Taken for a moment and given back: luigid cannot tell which port it chose.
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        servers.luigid = format!("http://127.0.0.1:{port}");
        let file = folder.path().join("script.json");
        std::fs::write(&file, script.to_string()).unwrap();
        let engine = connect(&servers, folder.path(), &file);
        let me = Caller("me".to_owned());
        let mut rig = Self { servers, engine, me, luigid: None, script: file, folder };
        rig.start_luigid();
        rig
    }

    /// What the model `scripted` does from now on.
    pub(crate) fn script(&self, script: &Value) {
        std::fs::write(&self.script, script.to_string()).unwrap();
    }

    /// Another engine on the same servers, in this process.
    pub(crate) fn another(&self) -> Engine {
        connect(&self.servers, self.folder.path(), &self.script)
    }

    /// Kills luigid; whatever it knew is lost.
    pub(crate) fn kill_luigid(&mut self) {
        self.luigid = None;
    }

    /// Starts an empty luigid, and waits until it answers.
    pub(crate) fn start_luigid(&mut self) {
        let program = std::env::var("PLANEXE_TEST_LUIGID_PROGRAM").unwrap();
        let configuration = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy/luigid.cfg");
        let address = self.servers.luigid.strip_prefix("http://").unwrap().to_owned();
        let port = address.rsplit_once(':').unwrap().1;
        let mut command = Command::new(program);
        command.args(["--address", "127.0.0.1", "--port", port, "--state-path", "state"]);
        command.env("LUIGI_CONFIG_PATH", configuration).current_dir(self.folder.path());
        self.luigid = Some(Process::start(command.stdout(Stdio::null()).stderr(Stdio::null())));
        let begun = Instant::now();
        while std::net::TcpStream::connect(&address).is_err() {
            assert!(begun.elapsed() < PATIENCE, "luigid never answered");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// What luigid answers to a browser.
    pub(crate) fn luigid(&self, path: &str) -> String {
        got(&self.servers.luigid, path)
    }

    /// Whether the bucket has content of that digest.
    pub(crate) fn has_object(&self, sha256: &str) -> bool {
        let path = format!("/planexe/tests/blobs/{}/{}", &sha256[..2], &sha256[2..]);
        let answer = got(&self.servers.s3, &path);
        // What is there is not shown to strangers.
        match answer.split(' ').nth(1) {
            Some("200" | "403") => true,
            Some("404") => false,
            _ => panic!("{answer}"),
        }
    }

    /// `planexe` on these servers.
    pub(crate) fn command(&self) -> Command {
        let Servers { database, s3, luigid } = &self.servers;
        let mut command = Command::new(env!("CARGO_BIN_EXE_planexe"));
        command.arg("--home").arg(self.folder.path()).arg("--script").arg(&self.script);
        command.args(["--store", database, "--objects", "s3://planexe/tests", "--luigid", luigid]);
        command.args(["--subject", &self.me.0]);
        command.env("AWS_ENDPOINT_URL", s3);
        command.env("AWS_ACCESS_KEY_ID", "test").env("AWS_SECRET_ACCESS_KEY", "test");
        command
    }

    pub(crate) fn worker(&self) -> Process {
        self.worker_with("2")
    }

    pub(crate) fn worker_with(&self, slots: &str) -> Process {
        let mut command = self.command();
        Process::start(command.args(["worker", "--slots", slots]).stderr(Stdio::null()))
    }

    /// A process that starts a run of the session, or the next one, and drives it.
    pub(crate) fn coordinator(&self, session: &SessionId) -> Process {
        let mut command = self.command();
        command.args(["-s", session.as_str(), "resume"]);
        Process::start(command.stdout(Stdio::null()).stderr(Stdio::null()))
    }

    pub(crate) fn session(&self, scheduler: &str) -> SessionId {
        let mut config = Config {
            planner_model: "scripted".to_owned(),
            validator_model: "scripted".to_owned(),
            ..Config::default()
        };
        config.luigi.scheduler = String::from(scheduler);
        let new = NewSession {
            idea: "A street festival for 300 guests in June, at most 20000 EUR.".to_owned(),
            config,
            metadata: json!({}),
            client_request_id: None,
        };
        self.engine.create(&self.me, new).unwrap().0.id
    }

    /// Starts a run that this process drives.
    pub(crate) fn start(&self, session: &SessionId) -> Run {
        self.engine.start(&self.me, session, ALL, &[]).unwrap()
    }

    /// The run that some process has started.
    pub(crate) fn run(&self, session: &SessionId) -> Run {
        until("a run", || self.engine.status(&self.me, session).unwrap().run)
    }

    pub(crate) fn completed(&self, session: &SessionId, run: &Run) {
        let run = self.engine.wait(session, run.id, PATIENCE).unwrap();
        assert_eq!(run.state, RunState::Completed, "{}", run.error);
        self.assert_whole(session);
    }

    /// Waits for an event, and gives it.
    pub(crate) fn event(&self, session: &SessionId, is_it: impl Fn(&Event) -> bool) -> Event {
        until("the event", || self.events(session).into_iter().find(&is_it))
    }

    /// Waits until a worker has shown that it is in the middle of a task.
    pub(crate) fn taken(&self, session: &SessionId, task: &str) {
        until("the middle of the task", || {
            let run = self.engine.status(&self.me, session).unwrap().run?;
            run.progress.running.iter().find(|it| it.name == task)?.pct
        });
    }

    /// Waits until the task is taken after `since`, and gives the recorded time.
    pub(crate) fn retaken(&self, session: &SessionId, task: &str, since: Timestamp) -> Timestamp {
        let retaken = self.event(session, |it| {
            let is_about = it.kind == EventKind::Log && it.data["task"] == task && it.ts >= since;
            is_about && it.data["msg"].as_str().is_some_and(|text| text.starts_with("taken by "))
        });
        retaken.ts
    }

    pub(crate) fn ended(&self, session: &SessionId, task: &str) {
        self.event(session, |it| it.kind == EventKind::TaskCompleted && it.data["task"] == task);
    }

    pub(crate) fn events(&self, session: &SessionId) -> Vec<Event> {
        let (mut events, mut since) = (Vec::new(), Cursor::START);
        loop {
            let page = self.engine.events(&self.me, session, since, 1000, Duration::ZERO).unwrap();
            events.extend(page.events);
            since = page.cursor;
            if !page.has_more {
                return events;
            }
        }
    }

    /// Events have no gap and none is there twice, artifacts are what events say, every content is
    /// whole, and no task finished twice.
    pub(crate) fn assert_whole(&self, session: &SessionId) {
        let mut folded = BTreeMap::new();
        let (mut finished, mut once) = (BTreeSet::new(), BTreeSet::new());
        for (idx, event) in self.events(session).iter().enumerate() {
            assert_eq!(event.cursor.0, idx as u64 + 1);
            let text = |field: &str| event.data[field].as_str().unwrap_or_default().to_owned();
            let about = match event.kind {
                EventKind::ArtifactCreated | EventKind::ArtifactUpdated => {
                    let (path, sha256) = (text("path"), text("sha256"));
                    assert_ne!(folded.insert(path.clone(), sha256.clone()), Some(sha256), "{path}");
                    continue;
                }
                EventKind::TaskStarted | EventKind::TaskCompleted => text("task"),
                EventKind::PhaseChanged => text("phase"),
                EventKind::RunStarted | EventKind::RunCompleted => String::new(),
                _ => continue,
            };
            if event.kind == EventKind::TaskCompleted && event.data["cached"] == false {
                assert!(finished.insert(about.clone()), "{about} ran twice");
            }
            let told = (event.kind.as_str(), text("run_id"), about);
            assert!(once.insert(told.clone()), "told twice: {told:?}");
        }
        for artifact in self.engine.artifacts(&self.me, session, "").unwrap() {
            let sha256 = artifact.sha256.to_string();
            assert_eq!(folded.get(artifact.path.as_str()), Some(&sha256), "{}", artifact.path);
            let uri = ArtifactUri::new(session, &artifact.path);
            self.engine.read(&self.me, &uri, None, Range::default()).unwrap();
        }
        assert!(self.engine.damage(&self.me, session).unwrap().is_empty());
    }
}

/// Asks again and again until there is an answer.
pub(crate) fn until<T>(what: &str, found: impl Fn() -> Option<T>) -> T {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        if let Some(found) = found() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("{what} never came");
}

fn connect(servers: &Servers, scratch: &Path, script: &Path) -> Engine {
    let providers = planexe::providers(scratch, &[]).unwrap();
    let providers = providers.with("scripted", Arc::new(Scripted::new(script)));
    let cluster = servers.cluster(scratch);
    Engine::connect(&cluster, planexe_core::pipeline(), providers, Options::default()).unwrap()
}
