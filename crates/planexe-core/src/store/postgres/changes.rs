//! What a commit does to the tables, once its transaction is open.

use sqlx::postgres::PgConnection;
use sqlx::{query, query_scalar};

use planner::Digest;

use super::{Result, sql};
use crate::artifact::{ArtifactPath, Author};
use crate::run::RunId;
use crate::session::{Session, SessionId};
use crate::store::rows::{Columns as _, SESSION, json, parsed, session};
use crate::store::{Change, Commit, Expected, Guard, NewArtifact, NewSession, StoreError};
use crate::task_name::TaskName;

const INSERT_ARTIFACT: &str = "insert into artifacts (session, path, version, sha256, size, kind, \
     author, pinned, live, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9) \
     on conflict (session, path) do update set version = $3, sha256 = $4, size = $5, kind = $6, \
     author = $7, pinned = $8, live = 0, updated_at = $9";
const INSERT_VERSION: &str = "insert into versions (session, path, version, sha256, size, kind, \
     author, pinned, live, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9)";
const OFFER: &str = "insert into claims (session, task, run, key, inputs, state, epoch, \
     expires_at, news, outcome) values ($1, $2, $3, $4, $5, 'open', 1, 0, 'null', 'null') \
     on conflict (session, task) do update set run = $3, inputs = $5, news = 'null', \
     epoch = claims.epoch + 1, key = $4, expires_at = 0, \
     state = case when claims.state = 'settled' and claims.key = $4 \
     and claims.outcome::jsonb ->> 'error' is null then 'settled' else 'open' end, \
     outcome = case when claims.state = 'settled' and claims.key = $4 \
     and claims.outcome::jsonb ->> 'error' is null then claims.outcome else 'null' end \
     where claims.run <> $3 or claims.key <> $4 or claims.state = 'open'";

/// The session that an equal, earlier request created.
pub(super) async fn known_request(
    db: &mut PgConnection,
    new: &NewSession,
) -> Result<Option<Session>> {
    let fingerprint = new.fingerprint.to_string();
    if let Some(request) = &new.client_request_id {
        let text = format!(
            "select {SESSION}, fingerprint from sessions where owner = $1 \
             and client_request_id = $2"
        );
        let known = query(sql(text))
            .bind(&new.session.owner)
            .bind(request)
            .fetch_optional(&mut *db)
            .await?;
        if let Some(known) = known {
            if known.text(7)? != fingerprint {
                return Err(StoreError::RequestReused);
            }
            return Ok(Some(session(&known)?));
        }
    }
    let Some(since) = new.same_since else {
        return Ok(None);
    };
    let text = format!(
        "select {SESSION} from sessions where owner = $1 and fingerprint = $2 \
         and created_at >= $3 and state <> 'archived' order by created_at desc limit 1"
    );
    let found = query(sql(text))
        .bind(&new.session.owner)
        .bind(fingerprint)
        .bind(since.0)
        .fetch_optional(db)
        .await?;
    found.as_ref().map(session).transpose()
}

/// Checks the guard, and from then on keeps every other commit to the session waiting.
pub(super) async fn check(db: &mut PgConnection, session: &SessionId, guard: Guard) -> Result<()> {
    let row = query("select state, epoch from sessions where id = $1 for update")
        .bind(session.as_str())
        .fetch_optional(&mut *db)
        .await?
        .ok_or(StoreError::Fenced)?;
    let (state, current) = (row.text(0)?, row.number(1)?);
    if guard == Guard::None {
        return Ok(());
    }
    // Only now: whoever had the session before us may have changed its run.
    let active = query(
        "select number, lease_epoch from runs where session = $1 \
         and state in ('running', 'stopping')",
    )
    .bind(session.as_str())
    .fetch_optional(db)
    .await?;
    let active = active.map(|row| Ok((row.number(0)?, row.number(1)?)));
    let active: Option<(i64, i64)> = active.transpose().map_err(|error: StoreError| error)?;
    match (guard, active) {
        (Guard::Idle, Some((number, _))) => Err(StoreError::Active(RunId(number as u32))),
        (Guard::Idle, None) if state == "archived" => Err(StoreError::Archived),
        (Guard::Lease(run, epoch), active)
            if active != Some((i64::from(run.0), epoch as i64)) || current != epoch as i64 =>
        {
            Err(StoreError::Fenced)
        }
        _ => Ok(()),
    }
}

pub(super) async fn apply(db: &mut PgConnection, commit: &Commit<'_>) -> Result<()> {
    let (session, at) = (commit.session.as_str(), commit.at.0);
    let mut events: (Vec<i64>, Vec<&str>, Vec<String>) = Default::default();
    let count = commit.changes.iter().filter(|it| matches!(it, Change::Event(..))).count() as i64;
    let last: i64 = query_scalar(
        "update sessions set last_event = last_event + $2, updated_at = $3 where id = $1 \
         returning last_event",
    )
    .bind(session)
    .bind(count)
    .bind(at)
    .fetch_one(&mut *db)
    .await?;
    for change in commit.changes {
        match change {
            Change::Content(digest, bytes) => insert_content(db, digest, bytes).await?,
            Change::Artifact(new) => write_artifact(db, commit, new).await?,
            Change::LiveLog { path, sha256, size } => {
                write_log(db, commit, path, *sha256, *size).await?;
            }
            Change::Record(task, record) => {
                query(
                    "insert into records (session, task, record) values ($1, $2, $3) \
                     on conflict (session, task) do update set record = $3",
                )
                .bind(session)
                .bind(task.as_str())
                .bind(json(record)?)
                .execute(&mut *db)
                .await?;
                withdraw(db, session, task).await?;
            }
            Change::Offer { task, key, inputs } => {
                let Guard::Lease(run, _) = commit.guard else {
                    return Err(StoreError::Fenced);
                };
                query(OFFER)
                    .bind(session)
                    .bind(task.as_str())
                    .bind(i64::from(run.0))
                    .bind(key.to_string())
                    .bind(json(inputs)?)
                    .execute(&mut *db)
                    .await?;
            }
            Change::Withdraw(task) => withdraw(db, session, task).await?,
            Change::Invalidate(task, reason) => {
                withdraw(db, session, task).await?;
                query(
                    "update records set record = jsonb_set(record::jsonb, '{invalidated}', \
                     to_jsonb($3::text))::text where session = $1 and task = $2",
                )
                .bind(session)
                .bind(task.as_str())
                .bind(reason)
                .execute(&mut *db)
                .await?;
            }
            Change::Unpin(path) => {
                query("update artifacts set pinned = 0 where session = $1 and path = $2")
                    .bind(session)
                    .bind(path.as_str())
                    .execute(&mut *db)
                    .await?;
            }
            Change::Event(kind, data) => {
                events.0.push(last - count + 1 + events.0.len() as i64);
                events.1.push(kind.as_str());
                events.2.push(json(data)?);
            }
            Change::Archive => {
                query("update sessions set state = 'archived' where id = $1")
                    .bind(session)
                    .execute(&mut *db)
                    .await?;
            }
            Change::Describe(metadata) => {
                query("update sessions set metadata = $2 where id = $1")
                    .bind(session)
                    .bind(json(metadata)?)
                    .execute(&mut *db)
                    .await?;
            }
            Change::Progress(_)
            | Change::Renew(_)
            | Change::Adopt { .. }
            | Change::Stop(..)
            | Change::End(..) => {
                change_run(db, commit, change).await?;
            }
        }
    }
    if count > 0 {
        // A burst is one statement, not one for each event.
        query(
            "insert into events (session, number, ts, type, data) \
             select $1, number, $2, type, data \
             from unnest($3::bigint[], $4::text[], $5::text[]) as all_of (number, type, data)",
        )
        .bind(session)
        .bind(at)
        .bind(&events.0)
        .bind(&events.1)
        .bind(&events.2)
        .execute(db)
        .await?;
    }
    Ok(())
}

async fn change_run(db: &mut PgConnection, commit: &Commit<'_>, change: &Change) -> Result<()> {
    let session = commit.session.as_str();
    let number = match (commit.guard, change) {
        (_, &Change::Stop(run, _)) | (Guard::Lease(run, _), _) => i64::from(run.0),
        _ => return Err(StoreError::Fenced),
    };
    match change {
        Change::Progress(progress) => {
            query(
                "update runs set progress = $3, progressed_at = $4 \
                 where session = $1 and number = $2",
            )
            .bind(session)
            .bind(number)
            .bind(json(progress)?)
            .bind(commit.at.0)
            .execute(db)
            .await?;
        }
        Change::Renew(expires) => {
            query("update runs set lease_expires_at = $3 where session = $1 and number = $2")
                .bind(session)
                .bind(number)
                .bind(expires.0)
                .execute(db)
                .await?;
        }
        Change::Adopt { owner, expires_at } => {
            let adopted = query(
                "update runs set lease_owner = $3, lease_expires_at = $4, \
                 lease_epoch = lease_epoch + 1 \
                 where session = $1 and number = $2 and lease_expires_at < $5",
            )
            .bind(session)
            .bind(number)
            .bind(owner)
            .bind(expires_at.0)
            .bind(commit.at.0)
            .execute(&mut *db)
            .await?;
            super::held(adopted.rows_affected())?;
            query("update sessions set epoch = epoch + 1 where id = $1")
                .bind(session)
                .execute(db)
                .await?;
        }
        Change::Stop(_, reason) => {
            let asked = query(
                "update runs set state = 'stopping', stop = $3 where session = $1 \
                 and number = $2 and state in ('running', 'stopping')",
            )
            .bind(session)
            .bind(number)
            .bind(json(reason)?)
            .execute(db)
            .await?;
            super::held(asked.rows_affected())?;
        }
        Change::End(state, error) => {
            query(
                "update runs set state = $3, error = $4, ended_at = $5 \
                 where session = $1 and number = $2",
            )
            .bind(session)
            .bind(number)
            .bind(state.as_str())
            .bind(json(error)?)
            .bind(commit.at.0)
            .execute(&mut *db)
            .await?;
            query("update sessions set epoch = epoch + 1 where id = $1")
                .bind(session)
                .execute(db)
                .await?;
        }
        _ => {}
    }
    Ok(())
}

async fn write_artifact(
    db: &mut PgConnection,
    commit: &Commit<'_>,
    new: &NewArtifact,
) -> Result<()> {
    let (session, path) = (commit.session.as_str(), new.path.as_str());
    if let Expected::Exactly(expected) = new.expected {
        let actual: Option<String> =
            query_scalar("select sha256 from artifacts where session = $1 and path = $2")
                .bind(session)
                .bind(path)
                .fetch_optional(&mut *db)
                .await?;
        let actual = actual.as_deref().map(parsed::<Digest>).transpose()?;
        if expected != actual {
            return Err(StoreError::Conflict { path: new.path.clone(), actual });
        }
    }
    let latest: i64 = query_scalar(
        "select coalesce(max(version), 0) from versions where session = $1 and path = $2",
    )
    .bind(session)
    .bind(path)
    .fetch_one(&mut *db)
    .await?;
    let (sha256, author) = (new.sha256.to_string(), json(&new.author)?);
    for statement in [INSERT_ARTIFACT, INSERT_VERSION] {
        query(statement)
            .bind(session)
            .bind(path)
            .bind(latest + 1)
            .bind(&sha256)
            .bind(new.size as i64)
            .bind(new.kind.as_str())
            .bind(&author)
            .bind(i64::from(new.pinned))
            .bind(commit.at.0)
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}

async fn write_log(
    db: &mut PgConnection,
    commit: &Commit<'_>,
    path: &ArtifactPath,
    sha256: Digest,
    size: u64,
) -> Result<()> {
    query(
        "insert into artifacts (session, path, version, sha256, size, kind, author, pinned, live, \
         updated_at) values ($1, $2, 0, $3, $4, 'log', $5, 0, 1, $6) \
         on conflict (session, path) do update set sha256 = $3, size = $4, live = 1, updated_at = $6",
    )
    .bind(commit.session.as_str())
    .bind(path.as_str())
    .bind(sha256.to_string())
    .bind(size as i64)
    .bind(json(&Author::Engine)?)
    .bind(commit.at.0)
    .execute(db)
    .await?;
    Ok(())
}

async fn withdraw(db: &mut PgConnection, session: &str, task: &TaskName) -> Result<()> {
    query("delete from claims where session = $1 and task = $2")
        .bind(session)
        .bind(task.as_str())
        .execute(db)
        .await?;
    Ok(())
}

pub(super) async fn insert_content(
    db: &mut PgConnection,
    digest: &Digest,
    bytes: &[u8],
) -> Result<()> {
    query("insert into contents (sha256, bytes) values ($1, $2) on conflict do nothing")
        .bind(digest.to_string())
        .bind(bytes)
        .execute(db)
        .await?;
    Ok(())
}
