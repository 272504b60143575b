//! Models as lines of facts, nested by indentation: values of data, members of parts, and whatever has no words of its
//! own.

use std::collections::BTreeMap;

use super::{Change, Status, Subject};

/// Every line that only one of them has, wherever it stands.
pub(super) fn lines(before: &str, after: &str) -> Vec<Change> {
    let mut only: Vec<(Status, &str)> = Vec::new();
    let mut rest: Vec<&str> = after.lines().collect();
    for line in before.lines() {
        match rest.iter().position(|it| *it == line) {
            Some(at) => drop(rest.remove(at)),
            None => only.push((Status::Removed, line)),
        }
    }
    only.extend(rest.into_iter().map(|it| (Status::Added, it)));
    let change = |(status, line): (Status, &str)| {
        change(status, Subject::Member, "", line.trim().to_owned(), None)
    };
    only.into_iter().map(change).collect()
}

/// What differs between data: values by their paths.
pub(super) fn values(before: &str, after: &str) -> Vec<Change> {
    let (before, after) = (paths(before), paths(after));
    let mut changes = Vec::new();
    for (path, value) in &after {
        match before.iter().find(|it| it.0 == *path) {
            None => {
                let text = format!("{path}: {}", shown(value));
                changes.push(change(Status::Added, Subject::Member, path, text, None));
            }
            Some((_, old)) if old != value => {
                let text = format!("{path}: {}", shown(value));
                let was = Some(shown(old).to_owned());
                changes.push(change(Status::Changed, Subject::Member, path, text, was));
            }
            Some(_) => {}
        }
    }
    for (path, value) in before.iter().filter(|it| !after.iter().any(|other| other.0 == it.0)) {
        let text = format!("{path}: {}", shown(value));
        changes.push(change(Status::Removed, Subject::Member, path, text, None));
    }
    changes
}

/// The lines below each line that begins with a word and a name, by that name.
pub(super) fn members(facts: &str) -> BTreeMap<String, Vec<String>> {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut name = None;
    for line in facts.lines() {
        if !line.starts_with(' ') {
            name = line.split(' ').nth(1).map(str::to_owned);
            continue;
        }
        let member = line.trim();
        if let Some(name) = &name
            && !member.is_empty()
            && !member.chars().all(|it| matches!(it, '-' | '='))
        {
            all.entry(name.clone()).or_default().push(member.to_owned());
        }
    }
    all
}

/// `number "1"` as `1`.
fn shown(value: &str) -> &str {
    let quoted = value.split_once(' ').map(|it| it.1).filter(|it| it.starts_with('"'));
    quoted.map_or(value, |it| it.trim_matches('"'))
}

/// Each line as its path and its value.
fn paths(facts: &str) -> Vec<(String, String)> {
    let mut open: Vec<String> = Vec::new();
    let mut out: Vec<(String, String)> = Vec::new();
    for line in facts.lines().skip(1) {
        let depth = (line.len() - line.trim_start().len()) / 2;
        let line = line.trim();
        let end = match line.strip_prefix('"') {
            Some(rest) => rest.find("\": ").map(|it| it + 2),
            None => line.find(": "),
        };
        let (key, value) = line.split_at(end.unwrap_or(0));
        open.truncate(depth);
        open.push(key.trim_matches('"').to_owned());
        out.push((open.join(" / "), value.trim_start_matches(": ").to_owned()));
    }
    out
}

fn change(status: Status, subject: Subject, id: &str, text: String, was: Option<String>) -> Change {
    let id = id.to_owned();
    Change { status, subject, id, text, was, before_line: None, after_line: None }
}
