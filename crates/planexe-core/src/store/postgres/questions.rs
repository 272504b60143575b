//! Questions to the tables that several methods share, and rows as PostgreSQL gives them.

use serde::de::DeserializeOwned;
use serde_json::Value;
use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{Row as _, query};

use super::{Result, sql};
use crate::run::freshness::Record;
use crate::run::{Run, RunId};
use crate::session::{Session, SessionId};
use crate::store::rows::{self, ARTIFACT, Columns, RUN, SESSION, unjson};
use crate::store::{Look, Overview, StoreError, listed};
use crate::task_name::TaskName;

/// How a session stands. One statement: one way to the server and back, and one moment for all.
pub(super) async fn overview(db: &mut PgConnection, look: &Look<'_>) -> Result<Option<Overview>> {
    let text = format!(
        "select 'session', json_build_array({SESSION})::text from sessions where id = $1 \
         union all (select 'run', json_build_array({RUN})::text from runs where session = $1 \
         order by number desc limit 1) \
         union all select 'record', json_build_array(task, record)::text from records \
         where session = $1 \
         union all select 'artifact', json_build_array({ARTIFACT})::text from artifacts \
         where session = $1 and path = any($2) \
         union all select 'artifact', json_build_array({ARTIFACT})::text from (select * \
         from artifacts where session = $1 order by updated_at desc, path limit $3) as latest \
         where path <> all($2)"
    );
    let found = query(sql(text))
        .bind(look.session.as_str())
        .bind(look.paths)
        .bind(look.latest as i64)
        .fetch_all(db)
        .await?;
    let (mut session, mut run) = (None, None);
    let (mut records, mut artifacts) = (Vec::new(), Vec::new());
    for row in &found {
        let values = Values(unjson(&row.text(1)?)?);
        match row.text(0)?.as_str() {
            "session" => session = Some(rows::session(&values)?),
            "run" => run = Some(rows::run(&values)?),
            "record" => records.push((values.text(0)?.into(), unjson(&values.text(1)?)?)),
            _ => artifacts.push(rows::artifact(&values)?),
        }
    }
    let (standing, latest) = listed(look, &artifacts);
    Ok(session.map(|session| Overview { session, run, records, standing, latest }))
}

/// A row as an array of JSON, so that rows of several tables fit into one answer.
struct Values(Vec<Value>);

impl Values {
    fn at<T: DeserializeOwned>(&self, idx: usize) -> Result<T> {
        let value = self.0.get(idx).cloned().unwrap_or_default();
        serde_json::from_value(value).map_err(|error| StoreError::Unreadable(error.to_string()))
    }
}

impl Columns for Values {
    fn text(&self, idx: usize) -> Result<String> {
        self.at(idx)
    }

    fn number(&self, idx: usize) -> Result<i64> {
        self.at(idx)
    }

    fn optional_text(&self, idx: usize) -> Result<Option<String>> {
        self.at(idx)
    }

    fn optional_number(&self, idx: usize) -> Result<Option<i64>> {
        self.at(idx)
    }
}

pub(super) async fn session(db: &mut PgConnection, id: &SessionId) -> Result<Option<Session>> {
    let found = query(sql(format!("select {SESSION} from sessions where id = $1")))
        .bind(id.as_str())
        .fetch_optional(db)
        .await?;
    found.as_ref().map(rows::session).transpose()
}

/// One run, or the latest.
pub(super) async fn run(
    db: &mut PgConnection,
    session: &SessionId,
    id: Option<RunId>,
) -> Result<Option<Run>> {
    let text = format!(
        "select {RUN} from runs where session = $1 and number = \
         coalesce($2, (select max(number) from runs where session = $1))"
    );
    let found = query(sql(text))
        .bind(session.as_str())
        .bind(id.map(|id| i64::from(id.0)))
        .fetch_optional(db)
        .await?;
    found.as_ref().map(rows::run).transpose()
}

/// How each task of a session last finished.
pub(super) async fn records(
    db: &mut PgConnection,
    session: &SessionId,
) -> Result<Vec<(TaskName, Record)>> {
    let rows = query("select task, record from records where session = $1")
        .bind(session.as_str())
        .fetch_all(db)
        .await?;
    rows.iter().map(|row| Ok((row.text(0)?.into(), unjson(&row.text(1)?)?))).collect()
}

impl Columns for PgRow {
    fn text(&self, idx: usize) -> Result<String> {
        Ok(self.try_get(idx)?)
    }

    fn number(&self, idx: usize) -> Result<i64> {
        Ok(self.try_get(idx)?)
    }

    fn optional_text(&self, idx: usize) -> Result<Option<String>> {
        Ok(self.try_get(idx)?)
    }

    fn optional_number(&self, idx: usize) -> Result<Option<i64>> {
        Ok(self.try_get(idx)?)
    }
}
