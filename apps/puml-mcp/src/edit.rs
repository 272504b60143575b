//! The arguments of each kind of edit: what they must look like, and the edit that they mean.

use std::sync::LazyLock;

use puml_compiler::edits::{
    AddMessage, AddNote, AddParticipant, ChangeTheme, Destination, Edit, Move, Part, Place, Remove,
    RenameParticipant, WrapGroup,
};
use puml_syntax::ast::NoteSide;
use serde_json::Value;
use toolserver::{Schema, ToolError, Violation};

use crate::input::invalid;

/// A kind with the schema of its arguments and what they mean.
struct Kind {
    name: &'static str,
    arguments: Schema,
    read: fn(&Value) -> Edit,
}

static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let kind = |name, schema, read| Kind { name, arguments: Schema::parse(schema), read };
    vec![
        kind("add_participant", ADD_PARTICIPANT, add_participant),
        kind("add_message", ADD_MESSAGE, add_message),
        kind("add_note", ADD_NOTE, add_note),
        kind("wrap_group", WRAP_GROUP, wrap_group),
        kind("rename_participant", RENAME_PARTICIPANT, rename_participant),
        kind("change_theme", CHANGE_THEME, change_theme),
        kind("remove", REMOVE, remove),
        kind("move", MOVE, shift),
    ]
});

/// The edit, or everything that is wrong with its arguments.
pub(crate) fn edit_of(kind: &str, arguments: &Value) -> Result<Edit, ToolError> {
    let kind = KINDS
        .iter()
        .find(|it| it.name == kind)
        .expect("the tool's schema allows only kinds that there are");
    let violations = kind.arguments.violations(arguments);
    if violations.is_empty() {
        return Ok((kind.read)(arguments));
    }
    let placed = violations
        .into_iter()
        .map(|it| Violation { path: format!("/edit/args{}", it.path), ..it })
        .collect::<Vec<_>>();
    Err(invalid(&placed))
}

const ADD_PARTICIPANT: &str = r#"{
  "type": "object", "additionalProperties": false, "required": ["name"],
  "properties": {
    "name": {"type": "string", "minLength": 1},
    "label": {"type": "string"},
    "kind": {"enum": ["participant", "actor", "boundary", "control", "entity", "database", "collections", "queue"]},
    "after_line": {"type": "integer", "minimum": 1}
  }
}"#;

fn add_participant(arguments: &Value) -> Edit {
    let kind = arguments["kind"].as_str().unwrap_or("participant");
    Edit::AddParticipant(AddParticipant {
        kind: kind.to_owned(),
        code: text(arguments, "name"),
        shown: optional(arguments, "label"),
        place: arguments.get("after_line").map(|_| place(arguments)),
    })
}

const ADD_MESSAGE: &str = r#"{
  "type": "object", "additionalProperties": false, "required": ["from", "to"],
  "properties": {
    "from": {"type": "string", "minLength": 1},
    "to": {"type": "string", "minLength": 1},
    "arrow": {"type": "string", "minLength": 1},
    "text": {"type": "string"},
    "after_line": {"type": "integer", "minimum": 1}
  }
}"#;

fn add_message(arguments: &Value) -> Edit {
    Edit::AddMessage(AddMessage {
        from: text(arguments, "from"),
        to: text(arguments, "to"),
        arrow: optional(arguments, "arrow").unwrap_or_else(|| "->".to_owned()),
        text: optional(arguments, "text"),
        place: place(arguments),
    })
}

const ADD_NOTE: &str = r#"{
  "type": "object", "additionalProperties": false, "required": ["text"],
  "properties": {
    "text": {"type": "string", "minLength": 1},
    "participants": {"type": "array", "maxItems": 2, "items": {"type": "string", "minLength": 1}},
    "side": {"enum": ["left", "right"]},
    "after_line": {"type": "integer", "minimum": 1}
  }
}"#;

fn add_note(arguments: &Value) -> Edit {
    let side = match arguments["side"].as_str() {
        Some("left") => Some(NoteSide::Left),
        Some(_) => Some(NoteSide::Right),
        None => None,
    };
    let participants = arguments["participants"].as_array().into_iter().flatten();
    Edit::AddNote(AddNote {
        side,
        participants: participants.filter_map(Value::as_str).map(str::to_owned).collect(),
        text: text(arguments, "text"),
        place: place(arguments),
    })
}

const WRAP_GROUP: &str = r#"{
  "type": "object", "additionalProperties": false, "required": ["first_line", "last_line"],
  "properties": {
    "first_line": {"type": "integer", "minimum": 1},
    "last_line": {"type": "integer", "minimum": 1},
    "group": {"enum": ["alt", "opt", "loop", "par", "par2", "break", "critical", "group", "partition"]},
    "label": {"type": "string"}
  }
}"#;

fn wrap_group(arguments: &Value) -> Edit {
    let group = arguments["group"].as_str().unwrap_or("group");
    Edit::WrapGroup(WrapGroup {
        first: line(arguments, "first_line"),
        last: line(arguments, "last_line"),
        kind: group.to_owned(),
        label: optional(arguments, "label"),
    })
}

const RENAME_PARTICIPANT: &str = r#"{
  "type": "object", "additionalProperties": false, "required": ["from", "to"],
  "properties": {
    "from": {"type": "string", "minLength": 1},
    "to": {"type": "string", "minLength": 1}
  }
}"#;

fn rename_participant(arguments: &Value) -> Edit {
    Edit::RenameParticipant(RenameParticipant {
        from: text(arguments, "from"),
        to: text(arguments, "to"),
    })
}

const CHANGE_THEME: &str = r#"{
  "type": "object", "additionalProperties": false,
  "properties": {"theme": {"type": "string"}}
}"#;

fn change_theme(arguments: &Value) -> Edit {
    Edit::ChangeTheme(ChangeTheme { theme: optional(arguments, "theme") })
}

const REMOVE: &str = r#"{
  "type": "object", "additionalProperties": false,
  "oneOf": [{"required": ["name"]}, {"required": ["line"]}],
  "properties": {
    "name": {"type": "string", "minLength": 1},
    "line": {"type": "integer", "minimum": 1}
  }
}"#;

fn remove(arguments: &Value) -> Edit {
    Edit::Remove(Remove { part: part(arguments) })
}

const MOVE: &str = r#"{
  "type": "object", "additionalProperties": false,
  "oneOf": [{"required": ["name"]}, {"required": ["line"]}],
  "not": {"required": ["under", "after_line"]},
  "properties": {
    "name": {"type": "string", "minLength": 1},
    "line": {"type": "integer", "minimum": 1},
    "under": {"type": "string"},
    "after_line": {"type": "integer", "minimum": 1}
  }
}"#;

fn shift(arguments: &Value) -> Edit {
    let to = match optional(arguments, "under") {
        Some(name) => Destination::Under(name),
        None => Destination::Place(place(arguments)),
    };
    Edit::Move(Move { part: part(arguments), to })
}

fn part(arguments: &Value) -> Part {
    match optional(arguments, "name") {
        Some(name) => Part::Name(name),
        None => Part::Line(line(arguments, "line")),
    }
}

fn text(arguments: &Value, name: &str) -> String {
    arguments[name].as_str().unwrap_or_default().to_owned()
}

fn optional(arguments: &Value, name: &str) -> Option<String> {
    arguments[name].as_str().map(str::to_owned)
}

/// Past the largest line number there is no statement either.
fn line(arguments: &Value, name: &str) -> u32 {
    arguments[name].as_u64().map_or(0, |it| u32::try_from(it).unwrap_or(u32::MAX))
}

fn place(arguments: &Value) -> Place {
    match arguments.get("after_line") {
        Some(_) => Place::After(line(arguments, "after_line")),
        None => Place::End,
    }
}
