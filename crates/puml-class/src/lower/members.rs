//! The bodies of classes: fields above, methods below, or one column in source order where the author draws lines.

use puml_family::label::unescape;
use puml_family::{Label, Link};
use puml_graph::{Body, Compartment, End, NotePlace, Row, RuleStyle, Shape, Visibility};

use super::{Lowering, MemberRef, MemberUser};
use crate::ast::EntityKind;

/// One line of a body, taken apart.
struct Member {
    row: Row,
    is_method: bool,
}

impl Lowering<'_> {
    pub(super) fn fill_bodies(&mut self) {
        let marks = self.settings.marks();
        for idx in 0..self.picture.graph.entities.len() {
            let detail = &mut self.picture.details[idx];
            let is_described = matches!(detail.kind, EntityKind::Described(_));
            if self.picture.graph.entities[idx].shape != Shape::Class || is_described {
                continue;
            }
            if !detail.is_table {
                let lines = std::mem::take(&mut detail.lines);
                let is_object = detail.kind == EntityKind::Object;
                self.picture.graph.entities[idx].body = body(&lines, is_object, marks);
            }
            self.default_spot(idx);
        }
    }

    /// Finds the rows that links and notes name, now that all of them are known.
    pub(super) fn settle_members(&mut self) {
        for MemberRef { of, member, user } in std::mem::take(&mut self.picture.members) {
            let graph = &mut self.picture.graph;
            let compartments = &graph.entities[of.0 as usize].body.compartments;
            let Some((compartment, row)) = row_of(compartments, &member) else { continue };
            let end = End::Member(of, compartment, row);
            match user {
                MemberUser::LinkFrom(id) => graph.links[id.0 as usize].from = end,
                MemberUser::LinkTo(id) => graph.links[id.0 as usize].to = end,
                MemberUser::Note(id) => {
                    let Some(note) = graph.notes.get_mut(id.0 as usize) else { continue };
                    if let NotePlace::Beside(owner, side) = note.place
                        && owner == of
                    {
                        note.place = NotePlace::AtMember(of, compartment, row, side);
                    }
                }
            }
        }
    }

    /// The letter of its kind, unless the source gives it another.
    fn default_spot(&mut self, idx: usize) {
        let entity = &mut self.picture.graph.entities[idx];
        if entity.spot.is_some() || self.settings.strict {
            return;
        }
        let Some((letter, accent)) = spot(self.picture.details[idx].kind) else { return };
        let color = self.ground.looks.accent(accent);
        entity.spot = Some(puml_family::Spot::Letter { letter, color });
    }
}

fn spot(kind: EntityKind) -> Option<(char, usize)> {
    Some(match kind {
        EntityKind::Class => ('C', 1),
        EntityKind::Abstract => ('A', 5),
        EntityKind::Interface => ('I', 3),
        EntityKind::Enum => ('E', 2),
        EntityKind::Annotation => ('@', 4),
        EntityKind::Entity => ('E', 1),
        EntityKind::Exception => ('X', 4),
        EntityKind::Metaclass => ('M', 0),
        EntityKind::Stereotype => ('S', 3),
        EntityKind::Dataclass => ('D', 3),
        EntityKind::Record => ('R', 2),
        EntityKind::Protocol => ('P', 0),
        EntityKind::Struct => ('S', 0),
        EntityKind::Object
        | EntityKind::Circle
        | EntityKind::Diamond
        | EntityKind::Map
        | EntityKind::Json
        | EntityKind::Described(_) => return None,
    })
}

/// The row that a text names: as a whole word before as a part of one.
fn row_of(compartments: &[Compartment], member: &str) -> Option<(u32, u32)> {
    let rows = || {
        compartments.iter().enumerate().flat_map(|(idx, it)| {
            it.rows.iter().enumerate().filter_map(move |(at, row)| {
                let text = match row {
                    Row::Member { label, .. } | Row::Pair { key: label, .. } => &label.text,
                    _ => return None,
                };
                Some((idx as u32, at as u32, text.as_str()))
            })
        })
    };
    let is_word = |text: &str| {
        text.match_indices(member).any(|(at, _)| {
            let is_letter = |it: char| it.is_alphanumeric() || it == '_';
            let before = text[..at].chars().next_back();
            let after = text[at + member.len()..].chars().next();
            !before.is_some_and(is_letter) && !after.is_some_and(is_letter)
        })
    };
    let found = rows().find(|it| is_word(it.2)).or_else(|| rows().find(|it| it.2.contains(member)));
    found.map(|it| (it.0, it.1))
}

/// What the marks of visibility look like.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Marks {
    /// Small figures.
    Figures,
    /// The characters of the source.
    Characters,
}

fn body(lines: &[String], is_object: bool, marks: Marks) -> Body {
    let one = |rows: Vec<Row>| Body { compartments: vec![Compartment { rows, hidden: false }] };
    if lines.iter().any(|it| rule(it).is_some() || is_drawn(it)) {
        return one(column(lines, marks));
    }
    let members = || lines.iter().map(|it| member(it, marks));
    if is_object {
        return one(trimmed(members().map(|it| it.row).collect()));
    }
    let (mut fields, mut methods) = (Vec::new(), Vec::new());
    let mut latest_is_method = false;
    for member in members() {
        let is_method = if member.row == Row::Blank { latest_is_method } else { member.is_method };
        latest_is_method = is_method;
        if is_method { methods.push(member.row) } else { fields.push(member.row) }
    }
    let compartments =
        [fields, methods].map(|it| Compartment { rows: trimmed(it), hidden: false }).to_vec();
    Body { compartments }
}

/// Whether a line belongs to a table, a tree or a picture inside the body.
fn is_drawn(line: &str) -> bool {
    line.starts_with('|') && (line.ends_with('|') || line.starts_with("|_"))
        || line.starts_with("{{")
}

/// A body in source order; the lines of a table, a tree or a picture make one row.
fn column(lines: &[String], marks: Marks) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut rest = lines.iter().peekable();
    while let Some(line) = rest.next() {
        if let Some(rule) = rule(line) {
            rows.push(rule);
        } else if is_drawn(line) {
            let is_picture = line.starts_with("{{");
            let mut text = line.clone();
            while let Some(next) =
                rest.next_if(|it| if is_picture { !text.ends_with("}}") } else { is_drawn(it) })
            {
                text.push('\n');
                text.push_str(next);
            }
            let label = Label { text };
            rows.push(Row::Member { label, visibility: None, filled: false, link: None });
        } else {
            rows.push(member(line, marks).row);
        }
    }
    trimmed(rows)
}

/// Without blank rows at its ends.
fn trimmed(mut rows: Vec<Row>) -> Vec<Row> {
    while rows.last() == Some(&Row::Blank) {
        rows.pop();
    }
    let first = rows.iter().position(|it| *it != Row::Blank).unwrap_or(0);
    rows.split_off(first)
}

/// `--`, `== title ==`, `..`, `__`.
fn rule(line: &str) -> Option<Row> {
    let kinds = [
        ("--", RuleStyle::Single),
        ("==", RuleStyle::Double),
        ("..", RuleStyle::Dotted),
        ("__", RuleStyle::Single),
    ];
    let (sign, style) =
        kinds.into_iter().find(|it| line.starts_with(it.0) && line.ends_with(it.0))?;
    if line == "..." {
        return None;
    }
    let title = line.trim_matches(|it| sign.starts_with(it)).trim();
    let title = (!title.is_empty()).then(|| Label { text: unescape(title) });
    Some(Row::Rule { style, title })
}

fn member(line: &str, marks: Marks) -> Member {
    let mut text = line.trim().to_owned();
    if text.is_empty() {
        return Member { row: Row::Blank, is_method: false };
    }
    let mut has = |mark: &str| {
        if !text.contains('{') {
            return false;
        }
        let found = text.to_ascii_lowercase().find(mark);
        if let Some(at) = found {
            text.replace_range(at..at + mark.len(), "");
        }
        found.is_some()
    };
    let is_static = has("{static}") | has("{classifier}");
    let is_abstract = has("{abstract}");
    let (field, method) = (has("{field}"), has("{method}"));
    let mut text = text.trim().to_owned();
    let link = whole_link(&mut text);
    let is_method = method || !field && without_links(&text).contains(['(', ')']);
    let visibility = visibility(&text).filter(|_| marks == Marks::Figures);
    if visibility.is_some() {
        text = text[1..].trim_start().to_owned();
    }
    let mut text = unescape(&text);
    if is_static {
        text = format!("<u>{text}</u>");
    }
    if is_abstract {
        text = format!("<i>{text}</i>");
    }
    let row = Row::Member { label: Label { text }, visibility, filled: is_method, link };
    Member { row, is_method }
}

/// `[[[url]]]` at the end: the whole member leads there.
fn whole_link(text: &mut String) -> Option<Link> {
    let inside = text.strip_suffix("]]]")?;
    let at = inside.rfind("[[[")?;
    let target = &inside[at + 3..];
    let (url, tooltip) = match target.split_once('{') {
        Some((url, rest)) => (url.trim(), rest.split_once('}').map(|it| it.0.to_owned())),
        None => (target.trim(), None),
    };
    let link = Link { url: url.to_owned(), tooltip, label: None };
    text.truncate(at);
    text.truncate(text.trim_end().len());
    Some(link)
}

/// A text without what stands in double brackets: parentheses there make no method.
fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("[[") {
        out.push_str(&rest[..at]);
        match rest[at..].find("]]") {
            Some(end) => rest = &rest[at + end + 2..],
            None => break,
        }
    }
    out.push_str(rest);
    out
}

/// The sign before a member of at least three characters, unless it is doubled.
fn visibility(text: &str) -> Option<Visibility> {
    let mut letters = text.chars();
    let (first, second) = (letters.next()?, letters.next()?);
    letters.next()?;
    if first == second {
        return None;
    }
    Some(match first {
        '+' => Visibility::Public,
        '-' => Visibility::Private,
        '#' => Visibility::Protected,
        '~' => Visibility::Package,
        '*' => Visibility::Mandatory,
        _ => return None,
    })
}
