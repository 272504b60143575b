//! A database with five pages overwritten, at every place in turn.
#![expect(clippy::disallowed_methods, reason = "damages files on purpose")]

use rusqlite::params;

use super::*;
use crate::session::SessionId;
use crate::store::Store as _;

const PAGE: usize = 4096;
const SESSIONS: [&str; 3] = [
    "pxe_2027_01_01__0000000000000001",
    "pxe_2027_01_01__0000000000000002",
    "pxe_2027_01_01__0000000000000003",
];
const PATHS: usize = 60;

/// Content of many sizes: most rows of it have pages of their own.
fn content(number: usize) -> Vec<u8> {
    let length = 50 + number * 977 % 9_000;
    (0..length).map(|idx| (idx * 31 + number * 7 + idx / 251) as u8).collect()
}

fn fill(database: &Path) {
    drop(Sqlite::open(database).unwrap());
    let mut connection = Connection::open(database).unwrap();
    let tx = connection.transaction().unwrap();
    for (place, session) in SESSIONS.iter().enumerate() {
        tx.execute(
            "insert into sessions (id, owner, config, metadata, state, fingerprint, created_at, \
             updated_at) values (?1, 'me', '{}', ?2, 'active', '', 0, 0)",
            params![session, format!("{{\"title\":\"Idea {place}\"}}")],
        )
        .unwrap();
        for number in 0..PATHS {
            let bytes = content(place * PATHS + number);
            let (path, sha256) = (format!("{number:02}.md"), Digest::of(&bytes).to_string());
            tx.execute("insert into contents values (?1, ?2)", params![sha256, bytes]).unwrap();
            for table in ["artifacts", "versions"] {
                tx.execute(
                    &format!("insert into {table} values (?1, ?2, 1, ?3, ?4, 'plan', '\"engine\"', 0, 0, 0)"),
                    params![session, path, sha256, bytes.len() as i64],
                )
                .unwrap();
            }
            let record = format!("{{\"text\":\"{}\"}}", "x".repeat(1500));
            tx.execute("insert into records values (?1, ?2, ?3)", params![session, path, record])
                .unwrap();
            tx.execute(
                "insert into events values (?1, ?2, 0, 'log', ?3)",
                params![session, number as i64 + 1, record],
            )
            .unwrap();
        }
    }
    tx.commit().unwrap();
}

fn count(connection: &Connection, query: &str) -> i64 {
    connection.query_row(query, [], |row| row.get(0)).unwrap()
}

#[test]
fn what_is_kept_of_a_damaged_database_is_sound_and_what_is_lost_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let database = home.join(DATABASE);
    fill(&database);
    let whole = fs::read(&database).unwrap();
    let roots = {
        let connection = read_only(&database).unwrap();
        count(&connection, "select max(rootpage) from sqlite_master") as usize
    };
    let pages = whole.len() / PAGE;
    assert!(pages > roots + 100, "{pages}");
    // Every page is damaged at least once.
    for page in (1..pages - 5).step_by(5) {
        let mut bytes = whole.clone();
        bytes[page * PAGE..(page + 5) * PAGE].fill(0xa5);
        fs::write(&database, &bytes).unwrap();
        assert!(!remains(home).problems.is_empty(), "page {page}");
        let repaired = repair(home).unwrap();
        assert_eq!(fs::read(&repaired.copy).unwrap(), bytes, "page {page}: the file is kept");
        fs::remove_file(&repaired.copy).unwrap();

        let store = Sqlite::open(&database).unwrap();
        let connection = Connection::open(&database).unwrap();
        let kept = sessions(&database).unwrap();
        assert_eq!(kept.len() + repaired.lost.len(), SESSIONS.len(), "page {page}");
        let absent =
            "select count(*) from artifacts where sha256 not in (select sha256 from contents)";
        let mut missing = 0;
        for (id, _) in &kept {
            missing += store.missing(&id.parse::<SessionId>().unwrap()).unwrap().len() as i64;
        }
        assert_eq!(
            missing,
            count(&connection, absent),
            "page {page}: content that is kept is sound"
        );
        if page > roots {
            assert_eq!(kept.len(), SESSIONS.len(), "page {page}");
            // An inner page of the events is one that many others hang on.
            let least = [("artifacts", 120), ("versions", 120), ("contents", 120), ("events", 60)];
            for (table, least) in least {
                let rows = count(&connection, &format!("select count(*) from {table}"));
                assert!(rows >= least, "page {page}: {rows} of 180 {table} are kept");
            }
            let pairs =
                "select count(*) from artifacts join versions using (session, path, sha256)";
            let artifacts = count(&connection, "select count(*) from artifacts");
            assert_eq!(count(&connection, pairs), artifacts, "page {page}");
        }
        drop((store, connection));
        for file in beside(&database) {
            let _ = fs::remove_file(file);
        }
    }
}

#[test]
fn a_truncated_database_gives_every_row_of_the_pages_that_are_left() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let database = home.join(DATABASE);
    fill(&database);
    let whole = fs::read(&database).unwrap();
    for left in [whole.len() / 2, whole.len() * 8 / 10 + 123, whole.len() - 1] {
        fs::write(&database, &whole[..left]).unwrap();
        let found = remains(home);
        assert!(!found.problems.is_empty(), "{left}");
        assert_eq!(found.sessions.len(), SESSIONS.len(), "{left}");
        assert_eq!(fs::read(&database).unwrap().len(), left, "the file itself is left alone");
        let repaired = repair(home).unwrap();
        assert_eq!(repaired.lost, Vec::new(), "{left}");
        assert_eq!(fs::read(&repaired.copy).unwrap(), whole[..left], "{left}");
        let connection = Connection::open(&database).unwrap();
        let rows = count(&connection, "select count(*) from versions");
        assert!(rows >= 60, "{left}: {rows} of 180 versions are kept");
        drop(connection);
        fs::remove_file(&repaired.copy).unwrap();
        // Neither the copy that was read nor anything beside the copy that is kept.
        let mut names: Vec<_> =
            fs::read_dir(home).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.retain(|name| !["planexe.db-shm", "planexe.db-wal"].map(Into::into).contains(name));
        assert_eq!(names, [DATABASE], "{left}");
        for file in beside(&database) {
            let _ = fs::remove_file(file);
        }
    }
}

#[test]
fn folders_that_a_database_does_not_know_are_strays() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    fill(&home.join(DATABASE));
    let out = |id: &str| home.join("sessions").join(id).join("out");
    let (known, unknown, empty) =
        (out(SESSIONS[0]), out("pxe_2027_01_01__000000000000000a"), out("pxe_2027_01_01__b"));
    for (out, file) in [(&known, "plan.md"), (&unknown, "prompt.md")] {
        fs::create_dir_all(out).unwrap();
        fs::write(out.join(file), "x").unwrap();
    }
    fs::create_dir_all(empty).unwrap();
    assert_eq!(strays(home), [(unknown.clone(), 1)]);
    fs::write(home.join(DATABASE), "").unwrap();
    assert_eq!(strays(home), [(known.clone(), 1), (unknown.clone(), 1)]);
    fs::remove_file(home.join(DATABASE)).unwrap();
    assert_eq!(strays(home), [(known, 1), (unknown, 1)]);
}
