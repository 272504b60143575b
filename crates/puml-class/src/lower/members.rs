//! The bodies of classes: fields above, methods below, or one column in source order where the author draws lines.

use puml_family::Label;
use puml_family::label::unescape;
use puml_graph::{Body, Compartment, Row, RuleStyle, Shape, Visibility};

use super::Lowering;
use crate::ast::EntityKind;

/// One line of a body, taken apart.
struct Member {
    row: Row,
    is_method: bool,
}

impl Lowering<'_> {
    pub(super) fn fill_bodies(&mut self) {
        for idx in 0..self.graph.entities.len() {
            if self.graph.entities[idx].shape != Shape::Class {
                continue;
            }
            let lines = std::mem::take(&mut self.details[idx].lines);
            let is_object = self.details[idx].kind == Some(EntityKind::Object);
            self.graph.entities[idx].body = body(&lines, is_object, self.settings.plain_marks);
            self.default_spot(idx);
        }
    }

    /// The letter of its kind, unless the source gives it another.
    fn default_spot(&mut self, idx: usize) {
        let entity = &mut self.graph.entities[idx];
        if entity.spot.is_some() || self.settings.strict {
            return;
        }
        let Some((letter, accent)) = self.details[idx].kind.and_then(spot) else { return };
        let hue = ACCENTS[accent];
        let color =
            scene::Color { light: scene::Rgba::hex(hue.0), dark: Some(scene::Rgba::hex(hue.1)) };
        entity.spot = Some(puml_family::Spot::Letter { letter, color });
    }
}

/// Hues of spots, for light and dark pages.
const ACCENTS: [(u32, u32); 6] = [
    (0xb9_d0f2, 0x2f_4a75),
    (0xbc_dfc0, 0x2c_5a36),
    (0xf3_d9a4, 0x6b_4f1c),
    (0xd9_c8f0, 0x50_3c78),
    (0xf2_c1c1, 0x75_3535),
    (0xb5_dfdf, 0x24_5a5c),
];

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
        EntityKind::Object | EntityKind::Circle | EntityKind::Diamond => return None,
    })
}

fn body(lines: &[String], is_object: bool, plain_marks: bool) -> Body {
    let drawn = lines.iter().any(|it| rule(it).is_some());
    let members = || lines.iter().map(|it| member(it, plain_marks));
    if drawn {
        let rows = lines.iter().map(|it| rule(it).unwrap_or_else(|| member(it, plain_marks).row));
        return Body { compartments: vec![Compartment { rows: rows.collect(), hidden: false }] };
    }
    if is_object {
        let rows = trimmed(members().map(|it| it.row).collect());
        return Body { compartments: vec![Compartment { rows, hidden: false }] };
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

fn member(line: &str, plain_marks: bool) -> Member {
    let mut text = line.trim().to_owned();
    if text.is_empty() {
        return Member { row: Row::Blank, is_method: false };
    }
    let mut has = |mark: &str| {
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
    let is_method = method || !field && text.contains(['(', ')']);
    let visibility = visibility(&text).filter(|_| !plain_marks);
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
    let row = Row::Member { label: Label { text }, visibility, filled: is_method, link: None };
    Member { row, is_method }
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
