//! What is left of a damaged SQLite database, and a new one made of it. Content that is lost is made
//! again by the next run of its session, as any lost content is.
#![expect(clippy::disallowed_methods, reason = "copies and replaces the database file")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, Params, params_from_iter};

use planner::Digest;

use super::StoreError;
use super::blobs::{fault, read_part};
use super::sqlite::Sqlite;

/// The database of one machine, below its home.
pub(crate) const DATABASE: &str = "planexe.db";
/// Every table worth keeping, with the order that its rows have; sessions first. Tables without a key of
/// several columns are read by row number: their indexes may be damaged as well.
const TABLES: [(&str, &str); 7] = [
    ("sessions", "rowid"),
    ("runs", "session, number"),
    ("artifacts", "session, path"),
    ("versions", "session, path, version"),
    ("contents", "rowid"),
    ("records", "session, task"),
    ("events", "session, number"),
];
/// Columns that hold JSON. A row whose text was overwritten is not taken for a sound one.
const JSON: [&str; 7] = ["config", "metadata", "progress", "error", "author", "record", "data"];
/// How many row numbers behind the last readable row are tried where the end of a table is unreadable.
const BEHIND: i64 = 10_000;
/// A file that would have to grow more than this many times is no truncated database.
const LONGEST_GROWTH: u64 = 1000;
/// Most problems that are told.
const MOST: usize = 5;

/// How the database of a home is, and what can still be read of it.
#[derive(Debug, Clone)]
pub struct Remains {
    /// The database file.
    pub database: PathBuf,
    /// What is wrong with it; empty when it is sound or not there yet.
    pub problems: Vec<String>,
    /// Ids and titles of the sessions that can still be read.
    pub sessions: Vec<(String, String)>,
    /// Folders with artifacts as plain files, and how many each has. They need no database.
    pub folders: Vec<(PathBuf, usize)>,
}

/// What a repair did.
#[derive(Debug, Clone)]
pub struct Repaired {
    /// The damaged file, as it was.
    pub copy: PathBuf,
    /// Sessions that the new database does not have, and their folders where there are any.
    pub lost: Vec<(String, Option<PathBuf>)>,
}

/// Looks at the database below `home` without changing anything.
/// Where the end of the file is missing a copy beside it is read, and removed again.
pub fn remains(home: &Path) -> Remains {
    let database = home.join(DATABASE);
    let mut remains = Remains {
        problems: Vec::new(),
        sessions: Vec::new(),
        folders: folders(home).unwrap_or_default(),
        database,
    };
    if remains.database.exists() {
        remains.problems = problems(&remains.database);
        let padded = Padded::of(&remains.database);
        let source = padded.as_ref().map_or(&remains.database, |it| &it.0);
        remains.sessions = sessions(source).unwrap_or_default();
    }
    remains
}

/// The folders below `home` with files of sessions that its database does not know, and how many each has.
/// A database that was lost, emptied or repaired leaves them behind.
pub fn strays(home: &Path) -> Vec<(PathBuf, usize)> {
    let known = sessions(&home.join(DATABASE)).unwrap_or_default();
    let is_stray = |(out, files): &(PathBuf, usize)| {
        *files > 0 && !known.iter().any(|(id, _)| *id == session_of(out))
    };
    folders(home).unwrap_or_default().into_iter().filter(is_stray).collect()
}

/// The id of the session that an `out` folder belongs to.
fn session_of(out: &Path) -> String {
    let session = out.parent().and_then(Path::file_name);
    session.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// Sets the database aside and puts a new one in its place, made of every row that can be read.
/// No other process may have the database open.
pub fn repair(home: &Path) -> crate::Result<Repaired> {
    let database = home.join(DATABASE);
    let rebuilt = home.join(format!("{DATABASE}.rebuilt"));
    let copy = unused(&database);
    let work = || -> Result<BTreeSet<String>, StoreError> {
        for file in beside(&rebuilt) {
            let _ = fs::remove_file(file);
        }
        drop(Sqlite::open(&rebuilt)?);
        let padded = Padded::of(&database);
        let source = padded.as_ref().map_or(&database, |it| &it.0);
        let orphans = copy_rows(source, &rebuilt)?;
        for (from, to) in beside(&database).into_iter().zip(beside(&copy)) {
            match fs::rename(&from, &to) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(fault(&from, error));
                }
                _ => {}
            }
        }
        fs::rename(&rebuilt, &database).map_err(|error| fault(&database, error))?;
        tidy(&copy);
        Ok(orphans)
    };
    let mut lost: BTreeMap<String, Option<PathBuf>> =
        work()?.into_iter().map(|id| (id, None)).collect();
    let kept = sessions(&database).unwrap_or_default();
    for (out, _) in folders(home).unwrap_or_default() {
        let id = session_of(&out);
        if !kept.iter().any(|(known, _)| *known == id) {
            lost.insert(id, Some(out));
        }
    }
    Ok(Repaired { copy, lost: lost.into_iter().collect() })
}

/// A database file with its write-ahead log and that one's index.
fn beside(database: &Path) -> [PathBuf; 3] {
    ["", "-wal", "-shm"].map(|ending| {
        let mut name = database.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    })
}

/// Removes what only an open database needs. A write-ahead log with rows in it belongs to the copy.
fn tidy(copy: &Path) {
    let [_, log, index] = beside(copy);
    let is_empty = fs::metadata(&log).is_ok_and(|found| found.len() == 0);
    // A file that stays harms nobody.
    let _ = fs::remove_file(index);
    if is_empty {
        let _ = fs::remove_file(log);
    }
}

/// A copy of a database whose end is missing, as long as its header says, with zeros for what is gone.
/// SQLite reads no page of a file that is too short. The copy goes with this value.
struct Padded(PathBuf);

impl Padded {
    /// None where nothing is missing, or no copy can be made.
    fn of(database: &Path) -> Option<Self> {
        let length = fs::metadata(database).ok()?.len();
        let whole = length_told(database)?;
        // A header that was overwritten tells anything.
        if length >= whole || whole / LONGEST_GROWTH > length {
            return None;
        }
        let padded = Self(database.with_extension("db.padded"));
        let [copy, copied_log, _] = beside(&padded.0);
        let [_, log, _] = beside(database);
        fs::copy(database, &copy).ok()?;
        if log.exists() {
            fs::copy(&log, &copied_log).ok()?;
        }
        fs::OpenOptions::new().write(true).open(&copy).and_then(|file| file.set_len(whole)).ok()?;
        Some(padded)
    }
}

impl Drop for Padded {
    fn drop(&mut self) {
        for file in beside(&self.0) {
            // The next look writes over it.
            let _ = fs::remove_file(file);
        }
    }
}

/// The length of a database by its header: size of a page, at byte 16, times number of pages, at byte 28.
fn length_told(database: &Path) -> Option<u64> {
    let header = read_part(database, 0, 100).ok()?;
    let header = header.strip_prefix(b"SQLite format 3\0")?;
    let page = u16::from_be_bytes(header.get(..2)?.try_into().ok()?);
    let pages = u32::from_be_bytes(header.get(12..16)?.try_into().ok()?);
    let page = if page == 1 { 1 << 16 } else { u64::from(page) };
    Some(page * u64::from(pages))
}

/// `planexe.db.damaged-1`, or the first number that nobody took.
fn unused(database: &Path) -> PathBuf {
    let named = |number: u32| database.with_extension(format!("db.damaged-{number}"));
    (1..=u32::MAX).map(named).find(|path| !path.exists()).expect("numbers do not run out")
}

fn read_only(database: &Path) -> rusqlite::Result<Connection> {
    Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY)
}

fn problems(database: &Path) -> Vec<String> {
    let check = || -> rusqlite::Result<Vec<String>> {
        let connection = read_only(database)?;
        let mut query = connection.prepare(&format!("pragma quick_check({MOST})"))?;
        let rows = query.query_map([], |row| row.get::<_, String>(0))?;
        rows.filter(|row| row.as_ref().map_or(true, |text| text != "ok")).collect()
    };
    let mut found = check().unwrap_or_else(|error| vec![error.to_string()]);
    let [_, log, _] = beside(database);
    let length = fs::metadata(database).map_or(0, |found| found.len());
    // Pages that are only in the write-ahead log so far are not missing.
    let is_logged = fs::metadata(log).is_ok_and(|found| found.len() > 0);
    if let Some(whole) = length_told(database).filter(|&whole| length < whole && !is_logged) {
        found.push(format!("its end is missing: it has {length} of {whole} bytes"));
    }
    found
}

fn sessions(database: &Path) -> rusqlite::Result<Vec<(String, String)>> {
    let connection = read_only(database)?;
    let mut found = BTreeMap::new();
    for order in ["rowid", "rowid desc"] {
        let mut query = connection
            .prepare(&format!("select id, metadata from sessions not indexed order by {order}"))?;
        let rows = query.query_map([], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?;
        for (id, metadata) in rows.map_while(Result::ok) {
            let metadata: serde_json::Value = serde_json::from_str(&metadata).unwrap_or_default();
            let title = metadata["title"].as_str().unwrap_or_default().to_owned();
            found.insert(id, title);
        }
    }
    Ok(found.into_iter().collect())
}

fn folders(home: &Path) -> io::Result<Vec<(PathBuf, usize)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(home.join("sessions"))? {
        let out = entry?.path().join("out");
        if let Ok(files) = fs::read_dir(&out) {
            found.push((out, files.count()));
        }
    }
    found.sort();
    Ok(found)
}

/// Copies every row that can be read. Gives the sessions that other rows name and that are lost.
fn copy_rows(from: &Path, to: &Path) -> Result<BTreeSet<String>, StoreError> {
    let mut target = Connection::open(to)?;
    let Ok(source) = read_only(from) else {
        return Ok(BTreeSet::new());
    };
    let target = target.transaction()?;
    target.pragma_update(None, "defer_foreign_keys", true)?;
    let copy = Copying { source: &source, target: &target };
    for (table, order) in TABLES {
        let descending = order.replace(',', " desc,") + " desc";
        if order == "rowid" {
            let first = copy.rows(table, "not indexed order by rowid", [])?;
            let last = copy.rows(table, "not indexed order by rowid desc", [])?;
            let end = if last > first { last } else { first + BEHIND };
            for number in first + 1..end {
                copy.rows(table, "not indexed where rowid = ?1", [number])?;
            }
            continue;
        }
        for order in [order, &descending] {
            copy.rows(table, &format!("order by {order}"), [])?;
        }
        // Each session's rows lie elsewhere in the file: a page that cannot be read hides few of them.
        for session in ids(&target, "select id from sessions")? {
            for order in [order, &descending] {
                let rest = format!("where session = ?1 order by {order}");
                copy.rows(table, &rest, [session.as_str()])?;
            }
        }
    }
    // What stands at a path is its last version, and the other way round.
    target.execute_batch(
        "insert or ignore into artifacts select * from versions as one where version = (select \
         max(version) from versions where session = one.session and path = one.path);\
         insert or ignore into versions select * from artifacts where live = 0 and version > 0;",
    )?;
    let mut orphans = BTreeSet::new();
    for (table, _) in TABLES.iter().filter(|(_, order)| *order != "rowid") {
        let is_lost = "where session not in (select id from sessions)";
        orphans.extend(ids(&target, &format!("select distinct session from {table} {is_lost}"))?);
        target.execute(&format!("delete from {table} {is_lost}"), [])?;
    }
    target.commit()?;
    Ok(orphans)
}

fn ids(connection: &Connection, query: &str) -> rusqlite::Result<Vec<String>> {
    connection.prepare(query)?.query_map([], |row| row.get(0))?.collect()
}

/// A damaged database and the new one.
struct Copying<'a> {
    source: &'a Connection,
    target: &'a Connection,
}

impl Copying<'_> {
    /// Copies the rows of a query up to the first page that cannot be read. Gives the number of the last
    /// row, in a table that numbers its rows.
    fn rows(&self, table: &str, rest: &str, parameters: impl Params) -> Result<i64, StoreError> {
        let number = if rest.contains("rowid") { "rowid" } else { "0" };
        let mut last = 0;
        let Ok(mut query) = self.source.prepare(&format!("select *, {number} from {table} {rest}"))
        else {
            return Ok(last);
        };
        let mut names: Vec<String> = query.column_names().map(str::to_owned).collect();
        names.pop();
        let marks = vec!["?"; names.len()].join(", ");
        let mut insert = self.target.prepare(&format!(
            "insert or ignore into {table} ({}) values ({marks})",
            names.join(", ")
        ))?;
        let Ok(mut rows) = query.query(parameters) else {
            return Ok(last);
        };
        while let Ok(Some(row)) = rows.next() {
            last = row.get(names.len()).unwrap_or(last);
            let values: rusqlite::Result<Vec<Value>> =
                (0..names.len()).map(|idx| row.get(idx)).collect();
            // A row with a page of its own that is gone is passed over.
            if let Ok(values) = values
                && is_sound(&names, &values)
            {
                insert.execute(params_from_iter(values))?;
            }
        }
        Ok(last)
    }
}

/// Whether a row that could be read is what was once written: its last page may have been overwritten.
fn is_sound(names: &[String], values: &[Value]) -> bool {
    let is_digest = |bytes: &[u8]| {
        let digest = Digest::of(bytes).to_string();
        values.iter().any(|value| *value == Value::Text(digest.clone()))
    };
    names.iter().zip(values).all(|(name, value)| match value {
        Value::Blob(bytes) => is_digest(bytes),
        Value::Text(text) if JSON.contains(&name.as_str()) => {
            serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
        }
        _ => true,
    })
}

#[cfg(test)]
mod tests;
