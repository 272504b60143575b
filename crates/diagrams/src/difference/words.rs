//! Differences of diagrams that consist of parts and of what happens or is linked between them.

use std::collections::{BTreeMap, HashMap};

use puml_compiler::{Described, Explanation, Step};
use puml_source::Diagram;
use similar::{Algorithm, DiffTag, capture_diff_slices};

use super::{Change, Status, Subject, facts};

/// Whether the order of steps means something.
fn is_ordered(kind: &str) -> bool {
    matches!(kind, "sequence" | "activity" | "timing")
}

/// Whether a step only says again which part hangs from which.
fn restates(kind: &str, text: &str) -> bool {
    matches!(kind, "mindmap" | "wbs") && !text.contains("” leads to “")
}

/// Parts, their members, then steps.
pub(super) fn changes(before: Diagram<'_>, after: Diagram<'_>) -> Vec<Change> {
    let (old, new) = (before.explanation(), after.explanation());
    let (old_parts, new_parts) = (parts(&old), parts(&new));
    let mut changes = Vec::new();
    for (key, part) in &new_parts {
        match old_parts.iter().find(|it| it.0 == *key) {
            None => changes.push(whole(Status::Added, part, None, after.declared_on(&part.id))),
            Some((_, was)) => changes.extend(altered(was, part, before, after)),
        }
    }
    for (key, part) in &old_parts {
        if !new_parts.iter().any(|it| it.0 == *key) {
            changes.push(whole(Status::Removed, part, before.declared_on(&part.id), None));
        }
    }
    let names = Names::new(&old_parts, &new_parts);
    changes.extend(members(&before.facts(), &after.facts(), &names));
    changes.extend(steps(before, after, &old, &new, &names));
    changes
}

/// Parts by what tells them from each other: the name where the source has no names for them.
fn parts(explanation: &Explanation) -> Vec<(String, &Described)> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let keyed = explanation.parts.iter().map(|it| {
        let name = if it.id.parse::<u32>().is_ok() { &it.name } else { &it.id };
        let count = seen.entry(name).or_default();
        *count += 1;
        (format!("{name} {count}"), it)
    });
    keyed.collect()
}

fn called(part: &Described) -> String {
    if part.name.starts_with("the ") {
        return part.name.clone();
    }
    format!("{} {}", part.kind, part.name)
}

fn whole(
    status: Status,
    part: &Described,
    before_line: Option<u32>,
    after_line: Option<u32>,
) -> Change {
    let place = part.group.as_ref().filter(|it| !it.1.is_empty());
    let inside = place.map(|it| format!(" in {}", it.1)).unwrap_or_default();
    Change {
        status,
        subject: Subject::Part,
        id: part.id.clone(),
        text: format!("{}{inside}", called(part)),
        was: None,
        before_line,
        after_line,
    }
}

/// What differs about a part that both have: its name, its kind, where it stands.
fn altered(
    was: &Described,
    now: &Described,
    before: Diagram<'_>,
    after: Diagram<'_>,
) -> Option<Change> {
    let group = |it: &Described| it.group.as_ref().map(|it| it.1.clone()).unwrap_or_default();
    let is_same = was.name == now.name && was.kind == now.kind && group(was) == group(now);
    if is_same {
        return None;
    }
    let described = |it: &Described| match group(it).as_str() {
        "" => called(it),
        group => format!("{} in {group}", called(it)),
    };
    Some(Change {
        status: Status::Changed,
        subject: Subject::Part,
        id: now.id.clone(),
        text: described(now),
        was: Some(described(was)),
        before_line: before.declared_on(&was.id),
        after_line: after.declared_on(&now.id),
    })
}

/// What parts are called, to know them in sentences.
struct Names {
    /// The old name of each part that has another one now.
    renamed: Vec<(String, String)>,
    /// By their ids.
    shown: BTreeMap<String, String>,
    all: Vec<String>,
}

impl Names {
    fn new(old: &[(String, &Described)], new: &[(String, &Described)]) -> Self {
        let mut renamed = Vec::new();
        for (key, part) in new {
            if let Some((_, was)) = old.iter().find(|it| it.0 == *key)
                && was.name != part.name
            {
                renamed.push((was.name.clone(), part.name.clone()));
            }
        }
        let both = old.iter().chain(new);
        let shown = both.clone().map(|it| (it.1.id.clone(), it.1.name.clone())).collect();
        let mut all: Vec<String> = both.map(|it| it.1.name.clone()).collect();
        // The longest first: a name may begin with another.
        all.sort_by_key(|it| std::cmp::Reverse(it.len()));
        all.dedup();
        Self { renamed, shown, all }
    }

    /// A sentence of the first diagram with the names of the second.
    fn renewed(&self, text: &str) -> String {
        self.renamed.iter().fold(text.to_owned(), |text, (old, new)| {
            let mut out = String::with_capacity(text.len());
            let mut done = 0;
            for (at, _) in text.match_indices(old.as_str()) {
                if is_whole(&text, at, at + old.len()) {
                    out.push_str(&text[done..at]);
                    out.push_str(new);
                    done = at + old.len();
                }
            }
            out + &text[done..]
        })
    }

    /// The id of the one part that a sentence is about.
    fn only(&self, text: &str) -> String {
        let [name] = self.of(text)[..] else { return String::new() };
        let found = self.shown.iter().find(|it| it.1 == name);
        found.map(|it| it.0.clone()).unwrap_or_default()
    }

    /// The parts that a sentence is about, in order.
    fn of(&self, text: &str) -> Vec<&str> {
        let head = text.split([':', '“', ',']).next().unwrap_or(text);
        let mut found: Vec<(usize, &str)> = Vec::new();
        for name in self.all.iter().filter(|it| !it.is_empty()) {
            for (at, _) in head.match_indices(name.as_str()) {
                let is_inside = found.iter().any(|it| it.0 <= at && at < it.0 + it.1.len());
                if !is_inside && is_whole(head, at, at + name.len()) {
                    found.push((at, name));
                }
            }
        }
        found.sort_unstable();
        found.into_iter().map(|it| it.1).collect()
    }
}

/// Whether a part of a text is no part of a longer word.
fn is_whole(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].chars().next_back();
    let after = text[end..].chars().next();
    ![before, after].into_iter().flatten().any(char::is_alphanumeric)
}

fn members(before: &str, after: &str, names: &Names) -> Vec<Change> {
    let (before, after) = (facts::members(before), facts::members(after));
    let mut changes = Vec::new();
    for (id, name) in &names.shown {
        let (Some(was), Some(now)) = (before.get(id), after.get(id)) else {
            changes.extend(only_one(before.get(id), after.get(id), id, name, names));
            continue;
        };
        changes.extend(listed(Status::Removed, was, now, id, name));
        changes.extend(listed(Status::Added, now, was, id, name));
    }
    changes
}

/// Members of a part that has none in one of the diagrams, and is in both.
fn only_one(
    was: Option<&Vec<String>>,
    now: Option<&Vec<String>>,
    id: &str,
    name: &str,
    names: &Names,
) -> Vec<Change> {
    let is_in_both = names.all.iter().any(|it| it == name);
    match (was, now) {
        (Some(was), None) if is_in_both => listed(Status::Removed, was, &[], id, name),
        (None, Some(now)) if is_in_both => listed(Status::Added, now, &[], id, name),
        _ => Vec::new(),
    }
}

fn listed(status: Status, these: &[String], those: &[String], id: &str, name: &str) -> Vec<Change> {
    let only = these.iter().filter(|it| !those.contains(it));
    let change = |it: &String| Change {
        status,
        subject: Subject::Member,
        id: id.to_owned(),
        text: format!("{name}: {it}"),
        was: None,
        before_line: None,
        after_line: None,
    };
    only.map(change).collect()
}

fn steps(
    before: Diagram<'_>,
    after: Diagram<'_>,
    old: &Explanation,
    new: &Explanation,
    names: &Names,
) -> Vec<Change> {
    let kind = before.kind();
    let told = |it: &&Step| !restates(kind, &it.text);
    let old: Vec<&Step> = old.flow.iter().filter(told).collect();
    let new: Vec<&Step> = new.flow.iter().filter(told).collect();
    let old_texts: Vec<String> = old.iter().map(|it| names.renewed(&it.text)).collect();
    let new_texts: Vec<String> = new.iter().map(|it| it.text.clone()).collect();
    let (mut gone, mut come) = apart(&old_texts, &new_texts);
    let mut changes = Vec::new();
    let made = |status, was: Option<usize>, now: Option<usize>, text: &str| Change {
        status,
        subject: Subject::Step,
        id: names.only(text),
        text: text.to_owned(),
        was: None,
        before_line: was.and_then(|it| before.line(old[it].origin)),
        after_line: now.and_then(|it| after.line(new[it].origin)),
    };
    // The same sentence at another place.
    gone.retain(|was| {
        let Some(at) = come.iter().position(|now| new_texts[*now] == old_texts[*was]) else {
            return true;
        };
        let now = come.remove(at);
        if is_ordered(kind) {
            changes.push(made(Status::Moved, Some(*was), Some(now), &new_texts[now]));
        }
        false
    });
    // Another sentence about the same parts.
    gone.retain(|was| {
        let about = names.of(&old_texts[*was]);
        let is_same = |now: &usize| !about.is_empty() && names.of(&new_texts[*now]) == about;
        let Some(at) = come.iter().position(is_same) else { return true };
        let now = come.remove(at);
        let mut change = made(Status::Changed, Some(*was), Some(now), &new_texts[now]);
        change.was = Some(old_texts[*was].clone());
        changes.push(change);
        false
    });
    let removed = gone.iter().map(|it| made(Status::Removed, Some(*it), None, &old_texts[*it]));
    let removed: Vec<Change> = removed.collect();
    changes.extend(removed);
    let added = come.iter().map(|it| made(Status::Added, None, Some(*it), &new_texts[*it]));
    let added: Vec<Change> = added.collect();
    changes.extend(added);
    changes
}

/// The places of the texts that only one of both has there.
fn apart(old: &[String], new: &[String]) -> (Vec<usize>, Vec<usize>) {
    let (mut gone, mut come) = (Vec::new(), Vec::new());
    for op in capture_diff_slices(Algorithm::Myers, old, new) {
        let (tag, was, now) = op.as_tag_tuple();
        if tag != DiffTag::Equal {
            gone.extend(was);
            come.extend(now);
        }
    }
    (gone, come)
}
