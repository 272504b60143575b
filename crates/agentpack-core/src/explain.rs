//! Where each planned or drifted file comes from: modules, layers, and what a host cannot express.

use std::path::Path;

use serde_json::{Value as Json, json};

use crate::module::{Layer, Module, ModuleId};
use crate::path::posix;
use crate::plan::Plan;
use crate::render::Content;
use crate::status::Status;
use crate::survey::Survey;

/// The changes of a plan with the modules behind each.
pub fn explain_plan(survey: &Survey, plan: &Plan) -> Json {
    let changes: Vec<Json> = plan
        .changes
        .iter()
        .map(|change| {
            let modules: Vec<Json> =
                change.modules.iter().map(|id| origin(survey, &change.path, id)).collect();
            json!({
                "modules": modules,
                "op": change.op.name(),
                "path": change.path,
                "path_posix": posix(&change.path),
                "readers": change.readers.iter().map(|host| host.name()).collect::<Vec<_>>(),
                "reason": change.reason,
                "state": change.state.name(),
                "target": change.target,
            })
        })
        .collect();
    json!({
        "changes": changes,
        "losses": plan.losses.iter().map(crate::render::LossNote::data).collect::<Vec<_>>(),
        "profile": plan.profile,
        "targets": plan.targets.iter().map(|host| host.name()).collect::<Vec<_>>(),
    })
}

/// The drift of a status with the modules behind each file.
pub fn explain_status(status: &Status, plan: &Plan) -> Json {
    let entry = |drift: &crate::status::Drift| {
        let mut data = drift.data();
        data["modules"] = json!(drift.modules);
        data
    };
    json!({
        "drift": status.drift.iter().map(entry).collect::<Vec<_>>(),
        "pending": status.pending.iter().map(entry).collect::<Vec<_>>(),
        "profile": plan.profile,
        "targets": plan.targets.iter().map(|host| host.name()).collect::<Vec<_>>(),
    })
}

/// The module's file behind an output, and the layer it comes from. A file made from a whole module counts as
/// the highest layer that touches the module.
fn origin(survey: &Survey, path: &Path, id: &ModuleId) -> Json {
    let Some(module) = survey.modules.iter().find(|module| module.id == *id) else {
        return json!({"layer": "missing", "module_id": id, "module_path": null, "module_type": null});
    };
    let source = match survey.desired.outputs.get(path).map(|output| &output.content) {
        Some(Content::File { source, .. }) => {
            module.files.iter().find(|(_, file)| file.path == *source)
        }
        _ => main_file(module),
    };
    let layer = source.map_or(Layer::Upstream, |(_, file)| file.layer);
    json!({
        "layer": layer.name(),
        "module_id": id,
        "module_path": source.map(|(_, file)| file.path.display().to_string()),
        "module_type": module.kind.title(),
    })
}

fn main_file(module: &Module) -> Option<(&crate::path::RelPath, &crate::module::File)> {
    module.files.iter().max_by_key(|(_, file)| file.layer)
}
