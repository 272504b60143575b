//! Sequence diagrams: participants, messages, lifelines, fragments and notes.

use serde_json::Value;

use super::words::escaped;
use super::{Out, aliases, is_styled, string};
use crate::names::Aliases;
use crate::value::items;

pub(super) fn write(model: &Value, out: &mut Out) {
    out.put(0, "sequenceDiagram");
    let participants: Vec<&Value> = items(&model["participants"]).collect();
    let mut writer = Writer {
        model,
        names: Vec::new(),
        active: vec![0; participants.len()],
        alive: vec![true; participants.len()],
        frames: Vec::new(),
        numbering: None,
        out,
    };
    writer.name(&participants);
    writer.participants(&participants);
    let mut is_first = true;
    for page in items(&model["pages"]) {
        if !std::mem::take(&mut is_first) {
            let first = &page["events"][0];
            writer.out.lose(first, "the end of a page");
        }
        let events: Vec<&Value> = items(&page["events"]).collect();
        for (idx, event) in events.iter().enumerate() {
            writer.event(event, &events[idx + 1..], &events[..idx]);
        }
    }
}

/// A fragment that is open: its word in Mermaid, and whether `end` closes it.
#[derive(Debug, Clone, Copy)]
struct Frame {
    branch: Option<&'static str>,
}

struct Writer<'m, 'o> {
    model: &'m Value,
    names: Vec<String>,
    /// How many activations each participant has.
    active: Vec<usize>,
    /// Whether a participant is there already: those that are created come later.
    alive: Vec<bool>,
    frames: Vec<Frame>,
    /// The next number and the step, while messages are numbered.
    numbering: Option<(i64, i64)>,
    out: &'o mut Out,
}

impl<'m> Writer<'m, '_> {
    fn name(&mut self, participants: &[&'m Value]) {
        let mut aliases: Aliases = aliases();
        self.names = participants.iter().map(|it| aliases.of(string(it, "id"))).collect();
    }

    fn put(&mut self, line: &str) {
        self.out.put(1 + self.frames.len(), line);
    }

    fn words(&mut self, value: &Value, name: &str) -> String {
        let text = self.out.words(string(value, name), value);
        escaped(&text)
    }

    fn participants(&mut self, participants: &[&'m Value]) {
        let mut open: Option<u64> = None;
        for (idx, it) in participants.iter().enumerate() {
            let outer = it["box"].as_u64();
            if outer != open {
                if open.is_some() {
                    self.out.put(1, "end");
                }
                open = outer;
                if let Some(number) = open {
                    self.open_box(&self.model["boxes"][number as usize]);
                }
            }
            let is_created = it["created"] == true && self.is_created_by_a_message(idx);
            if is_created && open.is_none() {
                self.alive[idx] = false;
            } else {
                let line = self.declaration(idx);
                self.out.put(1 + usize::from(open.is_some()), &line);
                if it["created"] == true {
                    self.out.turn(
                        it,
                        "the creation of a participant without a message or in a box",
                        "one that is always there",
                    );
                }
            }
            for part in ["stereotypes", "spot", "link"] {
                if !it[part].is_null() {
                    self.out.lose(it, format!("the {part} of participants"));
                }
            }
            self.out.plain_look(self.model, it);
        }
        if open.is_some() {
            self.out.put(1, "end");
        }
    }

    fn open_box(&mut self, part: &Value) {
        let title = self.words(part, "title");
        if part["parent"].is_u64() {
            self.out.lose(part, "a box in a box");
        }
        let fill = is_styled(self.model, part)
            .then(|| fill(self.model, part))
            .flatten()
            .unwrap_or_else(|| "transparent".to_owned());
        self.out.put(1, format!("box {fill} {title}").trim_end());
    }

    /// `participant A as Label`, or an actor, or a participant of another type.
    fn declaration(&self, idx: usize) -> String {
        let it = &self.model["participants"][idx];
        let name = &self.names[idx];
        let label = {
            let mut quiet =
                Out { text: String::new(), lost: std::collections::BTreeMap::new(), ..*self.out };
            quiet.words(string(it, "name"), it)
        };
        let kind = string(it, "kind");
        let (word, shape) = match kind {
            "actor" => ("actor", String::new()),
            "participant" => ("participant", String::new()),
            _ => ("participant", format!("@{{ \"type\" : \"{kind}\" }}")),
        };
        let shown = if label == *name { String::new() } else { format!(" as {}", escaped(&label)) };
        format!("{word} {name}{shape}{shown}")
    }

    /// Whether the creation of a participant is followed by a message to it.
    fn is_created_by_a_message(&self, who: usize) -> bool {
        items(&self.model["pages"]).any(|page| {
            let mut events = items(&page["events"]);
            let is_creation =
                |it: &Value| it["event"] == "create" && it["who"].as_u64() == Some(who as u64);
            events.by_ref().any(is_creation)
                && events.next().is_some_and(|it| {
                    it["event"] == "message"
                        && it["to"].as_u64() == Some(who as u64)
                        && it["from"].is_u64()
                        && it["from"] != it["to"]
                })
        })
    }

    fn event(&mut self, event: &Value, after: &[&Value], before: &[&Value]) {
        if event["parallel"] == true {
            self.out.lose(event, "events side by side");
        }
        match string(event, "event") {
            "message" => self.message(event, after),
            "activate" => {
                let Some(who) = index(&event["who"]) else { return };
                self.appear(who);
                self.active[who] += 1;
                self.out.plain_look(self.model, event);
                self.put(&format!("activate {}", self.names[who]));
            }
            "deactivate" => {
                let Some(who) = index(&event["who"]) else { return };
                if self.active[who] == 0 {
                    return self.out.lose(event, "the end of an activation that has no start");
                }
                self.active[who] -= 1;
                self.put(&format!("deactivate {}", self.names[who]));
            }
            "create" => {}
            "destroy" => {
                let who = index(&event["who"]);
                let message = before.iter().rev().find(|it| !is_life(it));
                let is_told = message.is_some_and(|it| is_last_of(it, who));
                if !is_told {
                    self.out.lose(event, "the end of a lifeline without a message");
                }
            }
            "note" => self.note(event, before),
            "open" => self.open(event, after),
            "branch" => self.branch(event),
            "close" => {
                if let Some(Frame { .. }) = self.frames.pop() {
                    self.put("end");
                }
            }
            "reference" => {
                self.out.turn(event, "`ref`", "a note");
                let over: Vec<usize> = items(&event["over"]).filter_map(index).collect();
                self.note_over(&over, event);
            }
            "divider" => self.across(event, "a divider"),
            "delay" => self.across(event, "a delay"),
            "space" => self.out.lose(event, "free space"),
            "duration" => self.out.lose(event, "a duration"),
            other => self.out.lose(event, format!("`{other}`")),
        }
    }

    /// Words that go across the whole diagram, as a note.
    fn across(&mut self, event: &Value, what: &str) {
        self.out.lose(event, what);
        let all: Vec<usize> = (0..self.names.len()).collect();
        if !string(event, "text").is_empty() {
            self.note_over(&all, event);
        }
    }

    /// A participant that is mentioned before its creation is there from the start.
    fn appear(&mut self, who: usize) {
        if !self.alive[who] {
            self.alive[who] = true;
            let line = self.declaration(who);
            self.put(&line);
        }
    }

    fn message(&mut self, event: &Value, after: &[&Value]) {
        let (from, to) = (index(&event["from"]), index(&event["to"]));
        let text = self.numbered(event, after);
        let (Some(from), Some(to)) = (from, to) else {
            self.out.turn(event, "an arrow from or to the border", "a note");
            if let Some(who) = from.or(to) {
                self.appear(who);
                let sides = [string(event, "from"), string(event, "to")];
                let is_left = sides.iter().any(|it| it.to_lowercase().ends_with("left"));
                let side = if is_left { "left" } else { "right" };
                self.put(&format!("Note {side} of {}: {text}", self.names[who]));
            }
            return;
        };
        self.lose_of_arrow(event);
        self.appear(from);
        if !self.alive[to] {
            self.alive[to] = true;
            let line = self.declaration(to);
            self.put(&format!("create {line}"));
        }
        for it in after.iter().take_while(|it| is_life(it)).filter(|it| it["event"] == "destroy") {
            if let Some(who) = index(&it["who"]).filter(|it| *it == from || *it == to) {
                self.active[who] = 0;
                self.put(&format!("destroy {}", self.names[who]));
            }
        }
        let arrow = self.arrow(event);
        let receivers = std::iter::once(to).chain(items(&event["alsoTo"]).filter_map(index));
        for to in receivers {
            self.appear(to);
            let (from, to) = (&self.names[from], &self.names[to]);
            self.put(format!("{from}{arrow}{to}: {text}").trim_end());
        }
    }

    fn lose_of_arrow(&mut self, event: &Value) {
        for (part, what) in [
            ("alsoTo", "one message to several at once"),
            ("fromCircle", "a circle at an arrow"),
            ("toCircle", "a circle at an arrow"),
            ("hidden", "a hidden message"),
            ("slant", "a slanted arrow"),
            ("link", "the link of a message"),
            ("anchor", "an anchor"),
        ] {
            if !event[part].is_null() {
                self.out.lose(event, what);
            }
        }
        let look = event["look"].as_u64().map(|it| &self.model["looks"][it as usize]);
        let plain = items(&self.model["looks"]).find(|it| it["element"] == "arrow");
        if let (Some(look), Some(plain)) = (look, plain)
            && ["line", "text", "lineWidth"].iter().any(|it| look[*it] != plain[*it])
        {
            self.out.lose(event, "the colours and styles");
        }
    }

    fn arrow(&mut self, event: &Value) -> &'static str {
        let look = event["look"].as_u64().map(|it| &self.model["looks"][it as usize]);
        let is_dashed = look.is_some_and(|it| !it["dash"].is_null());
        let (tail, head) = (string(event, "fromHead"), string(event, "toHead"));
        if [tail, head].iter().any(|it| it.ends_with("er")) {
            self.out.lose(event, "half an arrow head");
        }
        let both = ["->>", "-->>", "<<->>", "<<-->>", "-x", "--x", "-)", "--)", "->", "-->"];
        let at = match (tail, head) {
            ("", "") => 8,
            ("", "cross") => 4,
            ("", it) if it.starts_with("open") => 6,
            ("", _) => 0,
            (tail, head) => {
                if tail != "filled" || head != "filled" {
                    self.out.lose(event, "different heads at both ends");
                }
                2
            }
        };
        both[at + usize::from(is_dashed)]
    }

    /// The text of a message. Numbers that Mermaid counts itself are switched on and off; others stand in the text.
    fn numbered(&mut self, event: &Value, after: &[&Value]) -> String {
        let text = self.words(event, "text");
        let Some(number) = event["number"].as_str() else {
            if self.numbering.take().is_some() {
                self.put("autonumber off");
            }
            return text;
        };
        let plain = digits(number);
        let whole = plain.parse::<i64>().ok().filter(|it| it.to_string() == plain);
        let Some(value) = whole else {
            if self.numbering.take().is_some() {
                self.put("autonumber off");
            }
            self.out.turn(event, "a number that is not whole", "part of the text");
            return format!("{} {text}", escaped(&plain)).trim_end().to_owned();
        };
        let next = after.iter().find(|it| it["event"] == "message");
        let next = next.and_then(|it| digits(string(it, "number")).parse::<i64>().ok());
        match self.numbering {
            Some((expected, step)) if expected == value => {
                self.numbering = Some((value.saturating_add(step), step));
            }
            _ => {
                let step = next.map_or(1, |it| it.saturating_sub(value)).max(1);
                self.put(&match (value, step) {
                    (1, 1) => "autonumber".to_owned(),
                    _ => format!("autonumber {value} {step}"),
                });
                self.numbering = Some((value.saturating_add(step), step));
            }
        }
        text
    }

    fn note(&mut self, event: &Value, before: &[&Value]) {
        if string(event, "shape") != "folded" {
            self.out.lose(event, "the shape of a note");
        }
        self.out.plain_look(self.model, event);
        let over: Vec<usize> = items(&event["over"]).filter_map(index).collect();
        let message = before.iter().rev().find(|it| it["event"] == "message");
        let ends: Vec<usize> = message
            .map(|it| [index(&it["from"]), index(&it["to"])].into_iter().flatten().collect())
            .unwrap_or_default();
        let place = match string(event, "place") {
            "left" => over.first().map(|it| ("left", *it)),
            "right" => over.first().map(|it| ("right", *it)),
            "attachedLeft" => ends.iter().min().map(|it| ("left", *it)),
            "attachedRight" => ends.iter().max().map(|it| ("right", *it)),
            "over" => return self.note_over(&over, event),
            "across" => {
                let all: Vec<usize> = (0..self.names.len()).collect();
                return self.note_over(&all, event);
            }
            _ => return self.note_over(&ends, event),
        };
        let Some((side, who)) = place else {
            return self.out.lose(event, "a note beside an arrow from or to the border");
        };
        self.appear(who);
        let text = self.words(event, "text");
        self.put(&format!("Note {side} of {}: {text}", self.names[who]));
    }

    fn note_over(&mut self, over: &[usize], event: &Value) {
        let (Some(first), Some(last)) = (over.iter().min(), over.iter().max()) else {
            return self.out.lose(event, "a note over nobody");
        };
        self.appear(*first);
        self.appear(*last);
        let text = self.words(event, "text");
        let names = if first == last {
            self.names[*first].clone()
        } else {
            format!("{},{}", self.names[*first], self.names[*last])
        };
        self.put(&format!("Note over {names}: {text}"));
    }

    fn open(&mut self, event: &Value, after: &[&Value]) {
        let text = self.words(event, "text");
        let kind = string(event, "kind");
        let (word, branch) = match kind {
            "alt" => ("alt", Some("else")),
            // Only `alt` has several ways with a condition each.
            "opt" | "loop" | "break" if has_branches(after) => {
                self.out.turn(event, format!("several ways in `{kind}`"), "`alt`");
                ("alt", Some("else"))
            }
            "opt" => ("opt", None),
            "loop" => ("loop", None),
            "break" => ("break", None),
            "par" => ("par", Some("and")),
            "par2" => ("par_over", Some("and")),
            "critical" => ("critical", Some("option")),
            _ => return self.open_group(event),
        };
        if is_styled(self.model, event) {
            self.out.lose(event, "the colours and styles");
        }
        self.put(format!("{word} {text}").trim_end());
        self.frames.push(Frame { branch });
    }

    /// A frame with words of its own: a coloured ground, the words in a note.
    fn open_group(&mut self, event: &Value) {
        let color = is_styled(self.model, event).then(|| fill(self.model, event)).flatten();
        let color = color.unwrap_or_else(|| "rgba(0, 0, 0, 0)".to_owned());
        self.put(&format!("rect {color}"));
        self.frames.push(Frame { branch: None });
        let [tab, text] = ["tab", "text"].map(|it| self.words(event, it));
        let tab = if tab == "group" { String::new() } else { tab };
        let title = [tab, text].join(" ");
        if title.trim().is_empty() {
            return;
        }
        self.out.turn(event, "the title of `group`", "a note");
        if let Some(last) = self.names.len().checked_sub(1) {
            let names = if last == 0 {
                self.names[0].clone()
            } else {
                format!("{},{}", self.names[0], self.names[last])
            };
            self.appear(0);
            self.appear(last);
            self.put(&format!("Note over {names}: {}", title.trim()));
        }
    }

    fn branch(&mut self, event: &Value) {
        let text = self.words(event, "text");
        if is_styled(self.model, event) {
            self.out.lose(event, "the colours and styles");
        }
        match self.frames.last().and_then(|it| it.branch) {
            Some(word) => {
                let depth = self.frames.len();
                self.out.put(depth, format!("{word} {text}").trim_end());
            }
            None => self.across(event, "several ways in `group`"),
        }
    }
}

/// The letters of a number, which is bold by itself.
fn digits(number: &str) -> String {
    let lines = puml_syntax::creole::label(number);
    lines.iter().map(|it| puml_syntax::creole::plain(&it.content)).collect()
}

/// Whether another way follows in the fragment that was just opened.
fn has_branches(after: &[&Value]) -> bool {
    let mut depth = 0;
    for event in after {
        match string(event, "event") {
            "open" => depth += 1,
            "close" if depth == 0 => return false,
            "close" => depth -= 1,
            "branch" if depth == 0 => return true,
            _ => {}
        }
    }
    false
}

fn is_life(event: &Value) -> bool {
    matches!(string(event, "event"), "activate" | "deactivate" | "destroy")
}

fn is_last_of(message: &Value, who: Option<usize>) -> bool {
    message["event"] == "message"
        && (index(&message["from"]) == who || index(&message["to"]) == who)
        && message["from"].is_u64()
        && message["to"].is_u64()
}

fn index(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|it| usize::try_from(it).ok())
}

/// The fill of a part as Mermaid writes colours here.
fn fill(model: &Value, part: &Value) -> Option<String> {
    let look = &model["looks"][part["look"].as_u64()? as usize];
    let hex = look["fill"].as_str()?.strip_prefix('#')?;
    let channel = |at: usize| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok();
    let (red, green, blue) = (channel(0)?, channel(2)?, channel(4)?);
    Some(format!("rgb({red}, {green}, {blue})"))
}
