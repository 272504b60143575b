//! What every store must do. Two handles on one database stand for two processes.

use serde_json::json;

use super::*;
use crate::artifact::Kind;
use crate::clock::Timestamp;
use crate::event::EventKind;
use crate::graph::Target;
use crate::session::{Config, SessionState};

struct Pair {
    one: Box<dyn Store>,
    two: Box<dyn Store>,
    session: SessionId,
    _folder: tempfile::TempDir,
}

#[cfg(not(feature = "servers"))]
fn handles(folder: &std::path::Path) -> (Box<dyn Store>, Box<dyn Store>) {
    let open = || Box::new(sqlite::Sqlite::open(&folder.join("planexe.db")).unwrap());
    (open(), open())
}

#[cfg(feature = "servers")]
fn handles(_: &std::path::Path) -> (Box<dyn Store>, Box<dyn Store>) {
    #[expect(clippy::disallowed_methods, reason = "the server is told by the environment")]
    let address = std::env::var("PLANEXE_TEST_DATABASE").expect("run judges/servers");
    let open = || Box::new(postgres::Postgres::connect(&address).unwrap());
    (open(), open())
}

impl Pair {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = handles(folder.path());
        let at = Timestamp(0);
        let session = Session {
            id: SessionId::random(at).unwrap(),
            owner: "me".to_owned(),
            config: Config::default(),
            metadata: json!({}),
            state: SessionState::Created,
            created_at: at,
            updated_at: at,
        };
        let id = session.id.clone();
        let new = NewSession {
            session,
            client_request_id: None,
            fingerprint: Digest::of(b""),
            same_since: None,
        };
        one.create(&new, &[]).unwrap();
        Self { one, two, session: id, _folder: folder }
    }

    fn begin(&self, store: &dyn Store) -> Result<Run, StoreError> {
        let new = NewRun {
            session: self.session.clone(),
            target: Target::BuildPlan,
            owner: "somebody".to_owned(),
            at: Timestamp(1),
            expires_at: Timestamp(2),
        };
        store.begin(&new, &|_| Vec::new())
    }

    fn commit(
        &self,
        store: &dyn Store,
        guard: Guard,
        changes: &[Change],
    ) -> Result<(), StoreError> {
        store.commit(&Commit { session: &self.session, guard, changes, at: Timestamp(3) })
    }

    fn artifact(&self, content: &str, expected: Expected) -> Change {
        Change::Artifact(NewArtifact {
            path: "plan.md".parse().unwrap(),
            sha256: Digest::of(content.as_bytes()),
            size: content.len() as u64,
            kind: Kind::Plan,
            author: Author::User(self.session.to_string()),
            pinned: true,
            expected,
        })
    }
}

fn event() -> Change {
    Change::Event(EventKind::Log, json!({ "msg": "x" }))
}

#[test]
fn one_of_two_takes_the_session_and_the_next_run_waits_for_its_end() {
    let pair = Pair::new();
    let run = pair.begin(&*pair.one).unwrap();
    assert!(matches!(pair.begin(&*pair.two), Err(StoreError::Active(RunId(1)))));
    let end = Change::End(RunState::Stopped, Value::Null);
    pair.commit(&*pair.one, guard(&run), &[end]).unwrap();
    assert_eq!(pair.begin(&*pair.two).unwrap().id, RunId(2));
}

#[test]
fn an_owner_that_comes_back_after_it_was_declared_lost_is_refused() {
    let pair = Pair::new();
    let run = pair.begin(&*pair.one).unwrap();
    let guard = super::guard(&run);
    let lost = Change::End(RunState::Failed, json!({ "reason": "worker_lost" }));
    pair.commit(&*pair.two, guard, &[lost]).unwrap();
    let late = [pair.artifact("late", Expected::Anything), event()];
    assert!(matches!(pair.commit(&*pair.one, guard, &late), Err(StoreError::Fenced)));
    pair.begin(&*pair.two).unwrap();
    assert!(matches!(pair.commit(&*pair.one, guard, &late), Err(StoreError::Fenced)));
    assert!(pair.one.artifacts(&pair.session, "").unwrap().is_empty());
    assert!(pair.one.events(&pair.session, Cursor::START, 9).unwrap().events.is_empty());
}

#[test]
fn a_commit_happens_whole_or_not_at_all() {
    let pair = Pair::new();
    let fine = pair.artifact("one", Expected::Exactly(None));
    pair.commit(&*pair.one, Guard::Idle, &[fine.clone(), event()]).unwrap();
    let refused = pair.commit(&*pair.two, Guard::Idle, &[event(), fine, event()]);
    assert!(matches!(refused, Err(StoreError::Conflict { .. })));
    assert_eq!(pair.one.events(&pair.session, Cursor::START, 9).unwrap().events.len(), 1);
    let path = "plan.md".parse().unwrap();
    assert_eq!(pair.one.versions(&pair.session, &path).unwrap().len(), 1);
}

#[test]
fn events_of_many_writers_are_numbered_without_gaps_for_every_reader() {
    let pair = Pair::new();
    std::thread::scope(|scope| {
        for store in [&*pair.one, &*pair.two, &*pair.one, &*pair.two] {
            let pair = &pair;
            scope.spawn(move || {
                for _ in 0..50 {
                    pair.commit(store, Guard::None, &[event(), event()]).unwrap();
                }
            });
        }
        let mut since = Cursor::START;
        while since.0 < 400 {
            let page = pair.two.events(&pair.session, since, 17).unwrap();
            for event in page.events {
                assert_eq!(event.cursor.0, since.0 + 1, "a reader never skips");
                since = event.cursor;
            }
        }
    });
    assert!(matches!(
        pair.one.events(&pair.session, Cursor(401), 1),
        Err(StoreError::Ahead(Cursor(400)))
    ));
}

#[test]
fn one_of_two_workers_has_a_task_and_a_late_one_is_refused() {
    let pair = Pair::new();
    let run = pair.begin(&*pair.one).unwrap();
    let offer = Change::Offer {
        task: "T".to_owned(),
        key: Digest::of(b"key"),
        inputs: std::collections::BTreeMap::new(),
    };
    pair.commit(&*pair.one, super::guard(&run), &[offer]).unwrap();
    let bid = |owner: &'static str, at: i64| Bid {
        session: &pair.session,
        run: run.id,
        task: "T",
        owner,
        at: Timestamp(at),
        expires_at: Timestamp(at + 10),
    };
    let first = pair.one.take(&bid("first", 0)).unwrap().expect("nobody has it");
    assert!(pair.two.take(&bid("second", 5)).unwrap().is_none());
    let second = pair.two.take(&bid("second", 11)).unwrap().expect("the lease is over");
    let hold = |epoch| Hold { session: &pair.session, run: run.id, task: "T", epoch };
    let late = pair.one.settle(&hold(first.epoch), &json!("late"), &[]);
    assert!(matches!(late, Err(StoreError::Fenced)));
    pair.two.settle(&hold(second.epoch), &json!("done"), &[]).unwrap();
    let claims = pair.one.claims(&pair.session).unwrap();
    assert_eq!((claims[0].state, &claims[0].outcome), (ClaimState::Settled, &json!("done")));
}
