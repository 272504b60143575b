//! The structure of sequence diagrams: participants and messages of the first page.

use puml_sequence::{End, EventKind, Model};
use serde_json::Value;

/// The first difference between the reference's participants and messages and ours.
pub(crate) fn unequal(record: &Value, model: &Model) -> Option<String> {
    let codes = record["participants"].as_array()?.iter().filter_map(|it| it["code"].as_str());
    let theirs: Vec<String> = codes.map(mangled).collect();
    let ours: Vec<String> = model.participants.iter().map(|it| mangled(&it.id)).collect();
    if theirs != ours {
        return Some(format!("participants {theirs:?}, ours {ours:?}"));
    }
    let messages = record["messages"].as_array()?;
    let drawn = drawn(model);
    for (idx, (theirs, ours)) in messages.iter().zip(&drawn).enumerate() {
        let name = |place: usize| model.participants.get(place).map(|it| mangled(&it.id));
        let end = |name: &str| theirs[name].as_str().map(mangled);
        let text: String = theirs["text"].as_array()?.iter().filter_map(Value::as_str).collect();
        if (end("a"), end("b")) != (name(ours.0), name(ours.1)) {
            return Some(format!("message {idx} is {theirs}, ours {ours:?}"));
        }
        if letters(&text) != letters(&ours.2) {
            return Some(format!("message {idx} says {text:?}, ours {:?}", ours.2));
        }
    }
    (messages.len() != drawn.len())
        .then(|| format!("{} messages, ours {}", messages.len(), drawn.len()))
}

/// A name as the reference writes it into an attribute: everything but plain letters and digits is a dot.
fn mangled(name: &str) -> String {
    name.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '.' }).collect()
}

/// Sender, receiver and text of the messages on the first page; a border is the other end.
fn drawn(model: &Model) -> Vec<(usize, usize, String)> {
    let mut all = Vec::new();
    for event in &model.pages[0].events {
        let EventKind::Message(message) = &event.kind else { continue };
        if message.arrow.hidden {
            continue;
        }
        let place = |end: End, other: End| match (end, other) {
            (End::Participant(id), _) | (_, End::Participant(id)) => id.0 as usize,
            _ => usize::MAX,
        };
        let (from, to) = (place(message.from, message.to), place(message.to, message.from));
        let number = message.number.as_ref().map_or("", |it| &it.text);
        all.push((from, to, format!("{number} {}", message.label.text)));
        for target in &message.also_to {
            all.push((from, target.0 as usize, String::new()));
        }
    }
    all
}

/// Letters and digits only, markup left out: how a text was wrapped and decorated is no matter here.
pub(crate) fn letters(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['<', '[']) {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(end) = tag(rest) {
            rest = &rest[end..];
        } else if let Some((shown, end)) = link(rest) {
            plain.push_str(shown);
            rest = &rest[end..];
        } else {
            plain.push_str(&rest[..1]);
            rest = &rest[1..];
        }
    }
    plain.push_str(rest);
    plain.chars().filter(|it| it.is_alphanumeric()).collect()
}

/// The length of a markup tag at the start.
fn tag(text: &str) -> Option<usize> {
    const NAMES: [&str; 19] = [
        "b", "i", "u", "s", "w", "del", "strike", "plain", "back", "color", "size", "font", "sub",
        "sup", "space", "img", "math", "latex", "code",
    ];
    let end = text.find('>')?;
    let inside = text[1..end].trim_start_matches('/');
    if inside.starts_with(['$', '&', ':', '#']) {
        return Some(end + 1);
    }
    let name = inside.split(|it: char| !it.is_ascii_alphabetic()).next()?.to_ascii_lowercase();
    NAMES.contains(&name.as_str()).then_some(end + 1)
}

/// What a link at the start shows, and its length.
fn link(text: &str) -> Option<(&str, usize)> {
    let inside = text.strip_prefix("[[")?;
    let end = inside.find("]]")?;
    let inside = &inside[..end];
    let shown = match (inside.find('}'), inside.find(' ')) {
        (Some(close), _) => &inside[close + 1..],
        (None, Some(blank)) => &inside[blank..],
        (None, None) => inside,
    };
    Some((shown, end + 4))
}
