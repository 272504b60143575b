//! What is made of the records of one file, without a disk.

use super::*;
use crate::manifest::Merged;
use crate::merge::Format;

fn owner(name: &str) -> Owner {
    Owner::named(name).unwrap()
}

fn stamp(content: &str) -> Stamp {
    Stamp { digest: Digest::of(content.as_bytes()), executable: false }
}

fn entry(content: &str) -> Entry {
    Entry {
        path: "AGENTS.md".into(),
        sha256: Digest::of(content.as_bytes()),
        module_ids: Vec::new(),
        readers: Vec::new(),
        merge: None,
    }
}

fn shared(content: &str) -> Entry {
    let merge = Merged { format: Format::Toml, created: false, pieces: Vec::new() };
    Entry { merge: Some(merge), ..entry(content) }
}

/// A run of Codex that found `before` and left `after`.
fn record(before: &str, after: &str) -> Record {
    Record {
        target: owner("codex"),
        op: Some(Op::Update),
        owner: Owner::SHARED,
        root: "/managed".into(),
        path: "/managed/AGENTS.md".into(),
        before: Some(stamp(before)),
        before_mode: None,
        after: Some(stamp(after)),
        entry_before: Some(entry(before)),
        entry_after: Some(entry(after)),
        interleaved: false,
    }
}

fn history(records: &[Record]) -> History {
    let mut history = History::new(Owner::SHARED, Path::new("/managed"));
    for record in records {
        history.note(record);
    }
    history
}

#[test]
fn a_file_that_is_not_as_the_last_run_left_it_was_written_between_the_runs() {
    assert!(!history(&[record("a", "b")]).interleaved);
    assert!(!history(&[record("a", "b"), record("b", "c")]).interleaved);
    assert!(history(&[record("a", "b"), record("typed", "c")]).interleaved);
    let folded = Record { interleaved: true, ..record("a", "b") };
    assert!(history(&[folded]).interleaved);
}

#[test]
fn a_file_accepted_as_it_stood_is_what_that_run_left() {
    let accepted = Record { op: None, ..record("b", "typed") };
    let after = history(&[record("a", "b"), accepted.clone(), record("typed", "c")]);
    assert!(!after.interleaved);
    assert!(history(&[accepted]).written == Written::Never, "no run wrote it");
}

#[test]
fn only_a_file_that_is_shared_before_and_after_goes_back_by_pieces() {
    let by_pieces = |then: Option<Entry>, now: Option<Entry>| {
        let mut history = history(&[record("a", "b")]);
        history.entry_now = now;
        history.goes_back_by_pieces(then.as_ref(), Some(stamp("typed")))
    };
    assert!(by_pieces(Some(shared("a")), Some(shared("b"))));
    assert!(!by_pieces(Some(shared("a")), Some(entry("b"))));
    assert!(!by_pieces(Some(entry("a")), Some(shared("b"))));
    assert!(by_pieces(None, Some(shared("b"))));
    assert!(!by_pieces(None, None));
}

#[test]
fn a_shared_file_that_nobody_else_wrote_goes_back_whole() {
    let mut history = history(&[record("a", "b")]);
    history.entry_now = Some(shared("b"));
    let then = shared("a");
    assert!(!history.goes_back_by_pieces(Some(&then), Some(stamp("b"))));
    history.interleaved = true;
    assert!(history.goes_back_by_pieces(Some(&then), Some(stamp("b"))));
}

#[test]
fn a_rollback_of_a_host_reaches_the_files_that_it_reads() {
    let reach = |targets: &[&str]| Reach {
        targets: Some(targets.iter().map(|it| owner(it)).collect()),
        reported: Vec::new(),
        roots: BTreeSet::new(),
        paths: None,
    };
    let roots = HashSet::from([(Owner::SHARED, OsStr::new("/managed"))]);
    let read_by = |host: &str| {
        let entry_after = Some(Entry { readers: vec![host.to_owned()], ..entry("b") });
        Record { entry_before: None, entry_after, ..record("a", "b") }
    };
    assert!(reach(&["codex"]).covers(&read_by("cursor"), &roots), "reported under it");
    assert!(reach(&["cursor"]).covers(&read_by("cursor"), &roots), "read by it");
    assert!(!reach(&["zed"]).covers(&read_by("cursor"), &roots));
    assert!(!reach(&["cursor"]).covers(&read_by("cursor"), &HashSet::new()));
}
