//! The arguments of each kind of edit: what they must look like, and the edit that they mean.

use std::sync::LazyLock;

use puml_compiler::edits::{
    AddMember, AddMessage, AddNote, AddParticipant, ChangeTheme, Destination, Edit, Move, Part,
    Place, Remove, RenameParticipant, WrapGroup,
};
use puml_syntax::ast::NoteSide;
use serde_json::Value;
use toolserver::{Schema, Violation};

/// A kind with the schema of its arguments and what they mean.
struct Kind {
    name: &'static str,
    arguments: Schema,
    read: fn(&Value, &Usual) -> Edit,
}

/// What is meant in a family where an edit does not say.
struct Usual {
    family: &'static str,
    /// The kind of a new element.
    element: &'static str,
    arrow: &'static str,
    group: &'static str,
}

const fn usual(
    family: &'static str,
    element: &'static str,
    arrow: &'static str,
    group: &'static str,
) -> Usual {
    Usual { family, element, arrow, group }
}

/// The first counts for families without an entry: they refuse such edits in their own words.
static USUAL: [Usual; 9] = [
    usual("sequence", "participant", "->", "group"),
    usual("class", "class", "-->", "package"),
    usual("description", "component", "-->", "package"),
    usual("state", "state", "-->", "state"),
    usual("activity", "action", "->", "partition"),
    usual("gantt", "task", "->", "group"),
    usual("timing", "concise", "->", "group"),
    usual("mindmap", "node", "->", "group"),
    usual("wbs", "node", "->", "group"),
];

static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let kind = |name, schema, read| Kind { name, arguments: Schema::parse(schema), read };
    vec![
        kind("add_participant", ADD_PARTICIPANT, add_participant),
        kind("add_message", ADD_MESSAGE, add_message),
        kind("add_note", ADD_NOTE, add_note),
        kind("wrap_group", WRAP_GROUP, wrap_group),
        kind("rename_participant", RENAME_PARTICIPANT, rename_participant),
        kind("change_theme", CHANGE_THEME, change_theme),
        kind("add_member", ADD_MEMBER, add_member),
        kind("remove", REMOVE, remove),
        kind("move", MOVE, shift),
    ]
});

fn kind_of(name: &str) -> &'static Kind {
    let kind = KINDS.iter().find(|it| it.name == name);
    kind.expect("the tool's schema allows only kinds that there are")
}

/// Everything that is wrong with the arguments of an edit.
pub(crate) fn violations(kind: &str, arguments: &Value) -> Vec<Violation> {
    let violations = kind_of(kind).arguments.violations(arguments).into_iter();
    violations.map(|it| Violation { path: format!("/edit/args{}", it.path), ..it }).collect()
}

/// The edit that sound arguments mean in a family.
pub(crate) fn edit_of(kind: &str, arguments: &Value, family: &str) -> Edit {
    let usual = USUAL.iter().find(|it| it.family == family).unwrap_or(&USUAL[0]);
    (kind_of(kind).read)(arguments, usual)
}

const ADD_PARTICIPANT: &str = r#"{
  "type": "object", "additionalProperties": false, "required": ["name"],
  "properties": {
    "name": {"type": "string", "minLength": 1},
    "label": {"type": "string"},
    "kind": {"type": "string", "maxLength": 40, "pattern": "^[^\\s\"{}:]+( [^\\s\"{}:]+)?$"},
    "after_line": {"type": "integer", "minimum": 1}
  }
}"#;

fn add_participant(arguments: &Value, usual: &Usual) -> Edit {
    let kind = arguments["kind"].as_str().unwrap_or(usual.element);
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

fn add_message(arguments: &Value, usual: &Usual) -> Edit {
    Edit::AddMessage(AddMessage {
        from: text(arguments, "from"),
        to: text(arguments, "to"),
        arrow: optional(arguments, "arrow").unwrap_or_else(|| usual.arrow.to_owned()),
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

fn add_note(arguments: &Value, _: &Usual) -> Edit {
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
    "group": {"type": "string", "maxLength": 40, "pattern": "^[a-zA-Z0-9]+$"},
    "label": {"type": "string"}
  }
}"#;

fn wrap_group(arguments: &Value, usual: &Usual) -> Edit {
    let group = arguments["group"].as_str().unwrap_or(usual.group);
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

fn rename_participant(arguments: &Value, _: &Usual) -> Edit {
    Edit::RenameParticipant(RenameParticipant {
        from: text(arguments, "from"),
        to: text(arguments, "to"),
    })
}

const CHANGE_THEME: &str = r#"{
  "type": "object", "additionalProperties": false,
  "properties": {"theme": {"type": "string"}}
}"#;

fn change_theme(arguments: &Value, _: &Usual) -> Edit {
    Edit::ChangeTheme(ChangeTheme { theme: optional(arguments, "theme") })
}

const ADD_MEMBER: &str = r#"{
  "type": "object", "additionalProperties": false, "required": ["owner", "text"],
  "properties": {
    "owner": {"type": "string"},
    "text": {"type": "string", "minLength": 1}
  }
}"#;

fn add_member(arguments: &Value, _: &Usual) -> Edit {
    Edit::AddMember(AddMember { owner: text(arguments, "owner"), text: text(arguments, "text") })
}

const REMOVE: &str = r#"{
  "type": "object", "additionalProperties": false,
  "oneOf": [{"required": ["name"]}, {"required": ["line"]}],
  "properties": {
    "name": {"type": "string", "minLength": 1},
    "line": {"type": "integer", "minimum": 1}
  }
}"#;

fn remove(arguments: &Value, _: &Usual) -> Edit {
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

fn shift(arguments: &Value, _: &Usual) -> Edit {
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
