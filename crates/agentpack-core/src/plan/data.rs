//! A plan as JSON, in the shapes of the reference.

use serde_json::{Map, Value as Json, json};

use crate::path::posix;
use crate::plan::{Change, Op, Plan, Stamp};
use crate::render::LossNote;

impl Plan {
    /// The reference's JSON: `changes`, `profile`, `summary`, `targets`, and `losses` when there are any.
    pub fn data(&self) -> Json {
        let count = |op| self.changes.iter().filter(|change| change.op == op).count();
        let mut data = json!({
            "changes": null,
            "profile": self.profile,
            "summary": {"create": count(Op::Create), "delete": count(Op::Delete), "update": count(Op::Update)},
            "targets": self.targets.iter().map(|host| host.name()).collect::<Vec<_>>(),
        });
        // Moved in, because the macro would copy it, and it may be large.
        data["changes"] = self.changes.iter().map(Change::data).collect();
        if !self.losses.is_empty() {
            data["losses"] = self.losses.iter().map(LossNote::data).collect();
        }
        if !self.held.is_empty() {
            let held = self.held.iter();
            let held = held.map(|(id, reason)| json!({"module_id": id, "reason": reason}));
            data["held_modules"] = held.collect();
        }
        data
    }
}

impl Change {
    /// The reference's JSON of a change, with `state` and, where they say something, `readers`, `executable`, `blocked`.
    pub fn data(&self) -> Json {
        let mut data = Map::new();
        let text = |stamp: Option<Stamp>| stamp.map(|stamp| stamp.digest.to_string());
        data.insert("after_sha256".into(), text(self.after).into());
        data.insert("before_sha256".into(), text(self.before).into());
        data.insert("op".into(), self.op.name().into());
        data.insert("path".into(), self.path.display().to_string().into());
        data.insert("path_posix".into(), posix(&self.path).into());
        data.insert("reason".into(), self.reason.as_str().into());
        data.insert("state".into(), self.state.name().into());
        data.insert("target".into(), self.target.name().into());
        if let Some(kind) = self.update_kind {
            data.insert("update_kind".into(), kind.name().into());
        }
        if self.readers.len() > 1 {
            data.insert(
                "readers".into(),
                json!(self.readers.iter().map(|host| host.name()).collect::<Vec<_>>()),
            );
        }
        if self.after.is_some_and(|stamp| stamp.executable) {
            data.insert("executable".into(), true.into());
        }
        if let Some(blocked) = &self.blocked {
            data.insert("blocked".into(), blocked.kind().into());
        }
        Json::Object(data)
    }
}

impl LossNote {
    /// The note as it stands in `--json` output.
    pub fn data(&self) -> Json {
        json!({"field": self.field, "message": self.message, "module_id": self.module_id, "target": self.target.name()})
    }
}
