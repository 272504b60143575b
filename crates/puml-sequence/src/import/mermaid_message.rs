//! One message of a Mermaid sequence diagram.

use super::mermaid_names::{Names, text};

/// A message, split at its arrow.
pub(super) struct Message<'a> {
    pub(super) from: &'a str,
    pub(super) to: &'a str,
    pub(super) arrow: &'static Arrow,
    /// `+` or `-` behind the arrow.
    pub(super) sign: Option<char>,
    pub(super) text: &'a str,
}

/// An arrow and what it becomes.
pub(super) struct Arrow {
    token: &'static str,
    pub(super) becomes: &'static str,
    /// What is lost on the way, if anything.
    pub(super) loss: Option<&'static str>,
}

const fn arrow(token: &'static str, becomes: &'static str) -> Arrow {
    Arrow { token, becomes, loss: None }
}

/// Longer tokens first, so that none is cut short.
static ARROWS: [Arrow; 12] = [
    arrow("<<-->>", "<-->"),
    arrow("<<->>", "<->"),
    arrow("-->>", "-->"),
    arrow("->>", "->"),
    arrow("--x", "-->x"),
    arrow("-x", "->x"),
    arrow("--)", "-->>"),
    arrow("-)", "->>"),
    Arrow { token: "-->", becomes: "-->", loss: Some("a line without a head gets one") },
    Arrow { token: "->", becomes: "->", loss: Some("a line without a head gets one") },
    arrow("--X", "-->x"),
    arrow("-X", "->x"),
];

/// Reads `A->>+B: text`.
pub(super) fn read(line: &str) -> Option<Message<'_>> {
    let (head, label) = line.split_once(':').unwrap_or((line, ""));
    let (at, arrow) = head.char_indices().find_map(|(at, _)| {
        let rest = &head[at..];
        let found = ARROWS.iter().find(|it| rest.starts_with(it.token))?;
        // `-x` inside a word such as `my-xray` is no arrow unless a name stands before it alone.
        (at > 0).then_some((at, found))
    })?;
    let from = head[..at].trim();
    let mut to = head[at + arrow.token.len()..].trim_start();
    let sign = to.chars().next().filter(|it| matches!(it, '+' | '-'));
    if sign.is_some() {
        to = &to[1..];
    }
    let to = to.trim();
    if from.is_empty() || to.is_empty() {
        return None;
    }
    Some(Message { from, to, arrow, sign, text: label })
}

impl Message<'_> {
    /// The same message in PlantUML.
    pub(super) fn line(&self, names: &Names) -> String {
        let mut out =
            format!("{} {} {}", names.code(self.from), self.arrow.becomes, names.code(self.to));
        match self.sign {
            Some('+') => out.push_str(" ++"),
            Some(_) => out.push_str(" --"),
            None => {}
        }
        let text = text(self.text);
        if !text.is_empty() {
            out.push_str(" : ");
            out.push_str(&text);
        }
        out
    }
}
