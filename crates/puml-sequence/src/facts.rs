//! The model, one fact a line. Looks are left out: pictures show them.

use std::fmt::Write as _;

use puml_family::Label;

use crate::model::{
    Arrow, End, Event, EventKind, Head, Message, Model, NotePlace, ParticipantId, Side,
};

/// Everything that the model says about who and what.
pub(crate) fn facts(model: &Model) -> String {
    let mut out = String::new();
    for (idx, it) in model.enclosures.iter().enumerate() {
        let parent = it.parent.map(|it| format!(" in {}", it.0)).unwrap_or_default();
        let _ = writeln!(out, "box {idx}{parent}{}", optional(it.label.as_ref()));
    }
    for it in &model.participants {
        let _ = write!(out, "{} {}", word(&format!("{:?}", it.kind)), it.id);
        if it.label.text != it.id {
            let _ = write!(out, " {:?}", it.label.text);
        }
        for stereotype in &it.stereotypes {
            let _ = write!(out, " <<{}>>", stereotype.name);
        }
        if let Some(enclosure) = it.enclosure {
            let _ = write!(out, " in box {}", enclosure.0);
        }
        out.push_str(match (it.declared, it.created) {
            (_, true) => " created\n",
            (true, false) => "\n",
            (false, false) => " undeclared\n",
        });
    }
    chrome(&mut out, model);
    for (idx, page) in model.pages.iter().enumerate() {
        if model.pages.len() > 1 {
            let _ = writeln!(
                out,
                "page {}{}",
                idx + 1,
                optional(page.title.as_ref().map(|it| &it.label))
            );
        }
        for it in &page.events {
            event(&mut out, model, it);
        }
    }
    out
}

fn chrome(out: &mut String, model: &Model) {
    let banners = [
        ("title", &model.surroundings.title),
        ("caption", &model.surroundings.caption),
        ("mainframe", &model.surroundings.mainframe),
    ];
    for (name, banner) in banners {
        if let Some(banner) = banner {
            let _ = writeln!(out, "{name} {:?}", banner.label.text);
        }
    }
    for (name, margin) in
        [("header", &model.surroundings.header), ("footer", &model.surroundings.footer)]
    {
        if let Some(margin) = margin {
            let _ = writeln!(
                out,
                "{name} {} {:?}",
                word(&format!("{:?}", margin.align)),
                margin.label.text
            );
        }
    }
    if let Some(legend) = &model.surroundings.legend {
        let _ = writeln!(
            out,
            "legend {} {:?}",
            word(&format!("{:?}", legend.align)),
            legend.label.text
        );
    }
    if !model.footbox {
        out.push_str("no footbox\n");
    }
}

fn event(out: &mut String, model: &Model, event: &Event) {
    let who = |id: &ParticipantId| model.participants[id.0 as usize].id.as_str();
    if event.parallel {
        out.push_str("& ");
    }
    let line = match &event.kind {
        EventKind::Message(it) => message(model, it),
        EventKind::Activate { who: it, .. } => format!("activate {}", who(it)),
        EventKind::Deactivate { who: it } => format!("deactivate {}", who(it)),
        EventKind::Create { who: it } => format!("create {}", who(it)),
        EventKind::Destroy { who: it } => format!("destroy {}", who(it)),
        EventKind::Note(it) => {
            let place = match it.place {
                NotePlace::Beside(side, id) => format!("{} of {}", side_word(side), who(&id)),
                NotePlace::Over(id) => format!("over {}", who(&id)),
                NotePlace::Across(a, b) => format!("over {}, {}", who(&a), who(&b)),
                NotePlace::Whole => "across".into(),
                NotePlace::Attached(side) => format!("attached {}", side_word(side)),
                NotePlace::AttachedAbove => "attached above".into(),
                NotePlace::AttachedBelow => "attached below".into(),
            };
            let aligned = if it.aligned { " aligned" } else { "" };
            format!(
                "note {} {place}{aligned} {:?}",
                word(&format!("{:?}", it.shape)),
                it.label.text
            )
        }
        EventKind::Open(it) => {
            format!(
                "open {} {:?}{}",
                word(&format!("{:?}", it.kind)),
                it.tab.text,
                plain(&it.label)
            )
        }
        EventKind::Branch { label, .. } => format!("branch{}", plain(label)),
        EventKind::Close => "close".into(),
        EventKind::Reference(it) => {
            let over: Vec<&str> = it.over.iter().map(who).collect();
            format!("ref over {} {:?}", over.join(", "), it.label.text)
        }
        EventKind::Divider { label, .. } => format!("divider{}", plain(label)),
        EventKind::Delay { label, .. } => format!("delay{}", plain(label)),
        EventKind::Space { height } => format!("space {height}"),
        EventKind::Duration { from, to, label, .. } => {
            format!("duration {from} {to}{}", plain(label))
        }
    };
    let _ = writeln!(out, "{line}");
}

fn message(model: &Model, message: &Message) -> String {
    let end = |end: End| match end {
        End::Participant(id) => model.participants[id.0 as usize].id.clone(),
        End::Border(side) => format!("[{}]", side_word(side)),
        End::Short(side) => format!("?{}?", side_word(side)),
    };
    let mut out =
        format!("message {} {} {}", end(message.from), arrow(model, message), end(message.to));
    for id in &message.also_to {
        let _ = write!(out, " & {}", model.participants[id.0 as usize].id);
    }
    if let Some(number) = &message.number {
        let _ = write!(out, " #{:?}", number.text);
    }
    out.push_str(&plain(&message.label));
    let anchors =
        [("anchor", &message.anchor), ("from", &message.from_anchor), ("to", &message.to_anchor)];
    for (name, anchor) in anchors {
        if let Some(anchor) = anchor {
            let _ = write!(out, " {name}={anchor}");
        }
    }
    out
}

fn arrow(model: &Model, message: &Message) -> String {
    let Arrow { from_head, to_head, from_circle, to_circle, hidden, slant, .. } = message.arrow;
    let head = |head: Head| match head {
        Head::None => "",
        Head::Filled => "filled",
        Head::Open => "open",
        Head::FilledUpper => "filled-upper",
        Head::FilledLower => "filled-lower",
        Head::OpenUpper => "open-upper",
        Head::OpenLower => "open-lower",
        Head::Cross => "cross",
    };
    let circle = |is: bool| if is { "o" } else { "" };
    let line = if model.looks[message.look].dash.is_empty() { "-" } else { "--" };
    let slant = if slant > 0 { format!("({slant})") } else { String::new() };
    let hidden = if hidden { "hidden" } else { "" };
    format!(
        "{}{}{line}{hidden}{slant}{}{}",
        circle(from_circle),
        head(from_head),
        head(to_head),
        circle(to_circle)
    )
}

fn side_word(side: Side) -> &'static str {
    match side {
        Side::Left => "left",
        Side::Right => "right",
    }
}

fn plain(label: &Label) -> String {
    if label.text.is_empty() { String::new() } else { format!(" {:?}", label.text) }
}

fn optional(label: Option<&Label>) -> String {
    label.map(plain).unwrap_or_default()
}

/// `ParTogether` as `par-together`.
fn word(name: &str) -> String {
    let mut out = String::new();
    for (idx, character) in name.char_indices() {
        if character.is_ascii_uppercase() && idx > 0 {
            out.push('-');
        }
        out.push(character.to_ascii_lowercase());
    }
    out
}
