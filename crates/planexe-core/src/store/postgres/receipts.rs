//! Whether a transaction was committed whose answer was lost: it leaves a receipt, a row under a key
//! of its own. Transaction numbers would not do, since a server that crashed may give them out again.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sqlx::Connection as _;
use sqlx::postgres::PgConnection;
use sqlx::query;

use super::{Result, unreadable};
use crate::clock::Timestamp;
use crate::store::StoreError;

/// After this nobody asks for a receipt any more.
const KEPT: Duration = Duration::from_hours(24);

/// The receipts of one process.
#[derive(Debug, Default)]
pub(super) struct Receipts {
    /// Those of commits that were answered; the next transaction takes them away.
    spent: Mutex<Vec<String>>,
}

impl Receipts {
    /// Leaves a receipt within a transaction; gives its token.
    pub(super) async fn leave(&self, db: &mut PgConnection) -> Result<String> {
        let mut random = [0; 16];
        getrandom::fill(&mut random)
            .map_err(|error| unreadable(&format!("no random numbers: {error}")))?;
        let token = format!("{:032x}", u128::from_be_bytes(random));
        let spent = std::mem::take(&mut *self.spent.lock().unwrap_or_else(PoisonError::into_inner));
        query(
            "with gone as (delete from receipts where token = any($1)) \
             insert into receipts (token, at) values ($2, $3)",
        )
        .bind(spent)
        .bind(&token)
        .bind(Timestamp::now().0)
        .execute(db)
        .await?;
        Ok(token)
    }

    /// The commit was answered: nobody will ask.
    pub(super) fn spend(&self, token: String) {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner).push(token);
    }
}

/// Whether the transaction that left `token` was committed. One that was not never will be: its key
/// is taken from now on. While it is undecided the database is [`StoreError::Away`].
pub(super) async fn is_committed(db: &mut PgConnection, token: &str) -> Result<bool> {
    let mut transaction = db.begin().await?;
    query("set local lock_timeout = '2s'").execute(&mut *transaction).await?;
    // Waits for a transaction that is about to insert the same key, and then knows better.
    let inserted =
        query("insert into receipts (token, at) values ($1, $2) on conflict (token) do nothing")
            .bind(token)
            .bind(Timestamp::now().0)
            .execute(&mut *transaction)
            .await;
    let inserted = match inserted {
        Err(error) if is_lock_timeout(&error) => {
            return Err(StoreError::Away("a commit is in progress".into()));
        }
        inserted => inserted?,
    };
    transaction.commit().await?;
    Ok(inserted.rows_affected() == 0)
}

/// Removes what processes left that are gone.
pub(super) async fn sweep(db: &mut PgConnection) -> Result<()> {
    let oldest = Timestamp::now().0 - KEPT.as_millis() as i64;
    query("delete from receipts where at < $1").bind(oldest).execute(db).await?;
    Ok(())
}

fn is_lock_timeout(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|it| it.code().as_deref() == Some("55P03"))
}
