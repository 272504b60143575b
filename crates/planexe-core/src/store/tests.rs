//! What every store must do. Two handles on one database stand for two processes.

use serde_json::json;

use planner::Kind;

use super::*;
use crate::clock::Timestamp;
use crate::event::EventKind;
use crate::graph::Target;
use crate::lease::{ClaimState, guard};
use crate::session::{Config, SessionState};

struct Pair {
    one: Box<dyn Store>,
    two: Box<dyn Store>,
    session: SessionId,
    _folder: tempfile::TempDir,
}

/// A store in `folder`, or on the PostgreSQL that `apps/planexe/judges/servers` has started.
fn open(folder: &std::path::Path) -> Box<dyn Store> {
    #[expect(clippy::disallowed_methods, reason = "the server is told by the environment")]
    match std::env::var("PLANEXE_TEST_DATABASE") {
        Ok(address) => Box::new(postgres::Postgres::connect(&address).unwrap()),
        Err(_) => Box::new(sqlite::Sqlite::open(&folder.join("planexe.db")).unwrap()),
    }
}

impl Pair {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (open(folder.path()), open(folder.path()));
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
fn a_new_database_may_be_opened_by_many_at_once() {
    for _ in 0..20 {
        let folder = tempfile::tempdir().unwrap();
        let start = std::sync::Barrier::new(6);
        std::thread::scope(|scope| {
            for _ in 0..6 {
                scope.spawn(|| {
                    start.wait();
                    sqlite::Sqlite::open(&folder.path().join("planexe.db")).unwrap();
                });
            }
        });
    }
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
    let guard = guard(&run);
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
        task: "T".into(),
        key: Digest::of(b"key"),
        inputs: std::collections::BTreeMap::new(),
    };
    pair.commit(&*pair.one, guard(&run), &[offer]).unwrap();
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

#[test]
fn a_run_is_adopted_when_its_lease_is_over_and_its_workers_keep_their_tasks() {
    let pair = Pair::new();
    let run = pair.begin(&*pair.one).unwrap();
    let first = guard(&run);
    let offer =
        || Change::Offer { task: "T".into(), key: Digest::of(b"key"), inputs: BTreeMap::new() };
    pair.commit(&*pair.one, first, &[offer()]).unwrap();
    let (session, task) = (&pair.session, "T");
    let (at, expires_at) = (Timestamp(2), Timestamp(9));
    let bid = Bid { session, run: run.id, task, owner: "worker", at, expires_at };
    let claim = pair.one.take(&bid).unwrap().unwrap();
    let adopt = |at| {
        let change = Change::Adopt { owner: "other".to_owned(), expires_at: Timestamp(20) };
        pair.two.commit(&Commit { session, guard: first, changes: &[change], at: Timestamp(at) })
    };
    assert!(matches!(adopt(2), Err(StoreError::Fenced)), "the lease still holds");
    assert_eq!(
        pair.two.lapsed(Timestamp(2)).unwrap().iter().filter(|it| it.0 == *session).count(),
        0
    );
    adopt(3).unwrap();
    assert!(matches!(adopt(4), Err(StoreError::Fenced)), "one of two adopts it");
    assert!(matches!(pair.commit(&*pair.one, first, &[event()]), Err(StoreError::Fenced)));
    let run = pair.two.run(session, None).unwrap().unwrap();
    assert_eq!((run.lease.owner.as_str(), run.state), ("other", RunState::Running));
    pair.commit(&*pair.two, guard(&run), &[offer()]).unwrap();
    let hold = Hold { session, run: run.id, task, epoch: claim.epoch };
    pair.one.renew(&hold, Timestamp(12), &json!("news")).unwrap();
    pair.one.release(&hold).unwrap();
    assert!(matches!(pair.one.settle(&hold, &json!("late"), &[]), Err(StoreError::Fenced)));
    assert!(pair.two.take(&Bid { owner: "next", ..bid }).unwrap().is_some(), "nobody has to wait");
}

#[test]
fn a_glance_shows_the_same_as_each_question_alone() {
    let pair = Pair::new();
    let look = Look { session: &pair.session, paths: &["absent.md", "plan.md"], latest: 1 };
    assert!(pair.one.overview(&look).unwrap().unwrap().run.is_none());
    let run = pair.begin(&*pair.one).unwrap();
    let mut newer = pair.artifact("newer", Expected::Anything);
    if let Change::Artifact(new) = &mut newer {
        new.path = "notes/a \"b\".md".parse().unwrap();
    }
    pair.commit(&*pair.one, guard(&run), &[newer]).unwrap();
    let older = [pair.artifact("older", Expected::Anything)];
    let (guard, at) = (guard(&run), Timestamp(1));
    pair.one.commit(&Commit { session: &pair.session, guard, changes: &older, at }).unwrap();
    let overview = pair.two.overview(&look).unwrap().unwrap();
    assert_eq!(
        format!("{:?}", overview.session),
        format!("{:?}", pair.one.session(&pair.session).unwrap().unwrap())
    );
    assert_eq!(
        format!("{:?}", overview.run),
        format!("{:?}", pair.one.run(&pair.session, None).unwrap())
    );
    assert_eq!(overview.standing[0], None);
    assert_eq!(overview.standing, pair.one.standing(&pair.session, look.paths).unwrap());
    assert_eq!(overview.latest.len(), 1);
    assert_eq!(overview.latest[0].path.as_str(), "notes/a \"b\".md");
    let unknown = SessionId::random(Timestamp(0)).unwrap();
    assert!(pair.one.overview(&Look { session: &unknown, ..look }).unwrap().is_none());
}

#[test]
fn content_that_was_altered_counts_as_missing_and_can_be_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("planexe.db");
    let store = sqlite::Sqlite::open(&path).unwrap();
    let pair = Pair::new();
    let session = pair.session.clone();
    let found = pair.one.session(&session).unwrap().unwrap();
    let new = NewSession {
        session: found,
        client_request_id: None,
        fingerprint: Digest::of(b""),
        same_since: None,
    };
    let written = pair.artifact("as it was", Expected::Anything);
    let digest = Digest::of(b"as it was");
    store.create(&new, &[Change::Content(digest, b"as it was".to_vec().into()), written]).unwrap();
    assert!(store.missing(&session).unwrap().is_empty());
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute("update contents set bytes = x'00'", []).unwrap();
    assert_eq!(store.missing(&session).unwrap(), ["plan.md"]);
    store.put_content(&digest, b"as it was").unwrap();
    assert!(store.missing(&session).unwrap().is_empty());
    assert_eq!(store.content(&digest).unwrap().unwrap(), b"as it was");
}
