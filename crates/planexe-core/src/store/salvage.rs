//! What is left of a damaged SQLite database, and a new one made of it. Content that is lost is made
//! again by the next run of its session, as any lost content is.
#![expect(clippy::disallowed_methods, reason = "copies and replaces the database file")]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, params_from_iter};

use super::StoreError;
use super::blobs::fault;
use super::sqlite::Sqlite;

/// The database of one machine, below its home.
pub(crate) const DATABASE: &str = "planexe.db";
/// Every table worth keeping, with the order that its rows have; sessions first.
const TABLES: [(&str, &str); 7] = [
    ("sessions", "id"),
    ("runs", "session, number"),
    ("artifacts", "session, path"),
    ("versions", "session, path, version"),
    ("contents", "sha256"),
    ("records", "session, task"),
    ("events", "session, number"),
];
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

/// Looks at the database below `home` without changing anything.
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
        remains.sessions = sessions(&remains.database).unwrap_or_default();
    }
    remains
}

/// Sets the database aside and puts a new one in its place, made of every row that can be read.
/// Gives the copy. No other process may have the database open.
pub fn repair(home: &Path) -> crate::Result<PathBuf> {
    let database = home.join(DATABASE);
    let rebuilt = home.join(format!("{DATABASE}.rebuilt"));
    let aside = unused(&database);
    let work = || -> Result<(), StoreError> {
        for file in beside(&rebuilt) {
            let _ = fs::remove_file(file);
        }
        drop(Sqlite::open(&rebuilt)?);
        copy_rows(&database, &rebuilt)?;
        for (from, to) in beside(&database).into_iter().zip(beside(&aside)) {
            match fs::rename(&from, &to) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(fault(&from, error));
                }
                _ => {}
            }
        }
        fs::rename(&rebuilt, &database).map_err(|error| fault(&database, error))
    };
    work()?;
    Ok(aside)
}

/// A database file with its write-ahead log and that one's index.
fn beside(database: &Path) -> [PathBuf; 3] {
    ["", "-wal", "-shm"].map(|ending| {
        let mut name = database.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    })
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
    check().unwrap_or_else(|error| vec![error.to_string()])
}

fn sessions(database: &Path) -> rusqlite::Result<Vec<(String, String)>> {
    let connection = read_only(database)?;
    let mut query = connection.prepare("select id, metadata from sessions order by id")?;
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?;
    let titled = |(id, metadata): (String, String)| {
        let metadata: serde_json::Value = serde_json::from_str(&metadata).unwrap_or_default();
        (id, metadata["title"].as_str().unwrap_or_default().to_owned())
    };
    // What comes behind a page that cannot be read is not lost for `repair`, which reads from both ends.
    Ok(rows.map_while(Result::ok).map(titled).collect())
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

/// Copies every row that can be read, of each table from its beginning and from its end.
fn copy_rows(from: &Path, to: &Path) -> Result<(), StoreError> {
    let mut target = Connection::open(to)?;
    let Ok(source) = read_only(from) else {
        return Ok(());
    };
    let transaction = target.transaction()?;
    transaction.pragma_update(None, "defer_foreign_keys", true)?;
    for (table, order) in TABLES {
        let descending = order.replace(',', " desc,") + " desc";
        for order in [order, descending.as_str()] {
            let Ok(mut rows) = source.prepare(&format!("select * from {table} order by {order}"))
            else {
                continue;
            };
            let names: Vec<String> = rows.column_names().map(str::to_owned).collect();
            let marks = vec!["?"; names.len()].join(", ");
            let insert =
                format!("insert or ignore into {table} ({}) values ({marks})", names.join(", "));
            let mut insert = transaction.prepare(&insert)?;
            let Ok(mut rows) = rows.query([]) else {
                continue;
            };
            while let Ok(Some(row)) = rows.next() {
                let values: rusqlite::Result<Vec<Value>> =
                    (0..names.len()).map(|idx| row.get(idx)).collect();
                // A row with a page of its own that is gone is passed over.
                if let Ok(values) = values {
                    insert.execute(params_from_iter(values))?;
                }
            }
        }
    }
    for (table, _) in &TABLES[1..] {
        if *table != "contents" {
            transaction.execute(
                &format!("delete from {table} where session not in (select id from sessions)"),
                [],
            )?;
        }
    }
    Ok(transaction.commit()?)
}
