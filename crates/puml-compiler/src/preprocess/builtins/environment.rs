//! The surroundings as the options and the world tell them; nothing is asked of the machine.

use serde_json::Value as Json;

use super::{Builtin, builtin};
use crate::preprocess::machine::Machine;
use crate::preprocess::value::Value;
use puml_family::Wanted;

pub(super) const ALL: &[Builtin] = &[
    builtin("%filename", (0, 0), |machine, _| Ok(file_name(machine).into())),
    builtin("%filename_no_extension", (0, 0), |machine, _| {
        let name = file_name(machine);
        Ok(name.rsplit_once('.').map_or(name, |(stem, _)| stem).into())
    }),
    builtin("%dirpath", (0, 0), |machine, _| {
        Ok(machine.name.rsplit_once(['/', '\\']).map_or("", |(folder, _)| folder).into())
    }),
    // A file's time is the machine's business: the moment of the options stands for it.
    builtin("%filedate", (0, 1), |machine, it| {
        let date = super::find("%date").expect("the family of dates has it");
        (date.call)(machine, it)
    }),
    builtin("%file_exists", (1, 1), |machine, it| {
        let (from, path) = (machine.name.clone(), it.text(0));
        Ok(machine.world.load(Wanted::File { from: &from, path: &path }).is_ok().into())
    }),
    builtin("%getenv", (1, 1), |machine, it| {
        Ok(machine.options.environment.get(&it.text(0)).map_or("", String::as_str).into())
    }),
    builtin("%version", (0, 0), |_, _| Ok(env!("CARGO_PKG_VERSION").into())),
    builtin(
        "%feature",
        (1, 1),
        |_, it| Ok(matches!(it.text(0).as_str(), "style" | "theme").into()),
    ),
    builtin("%get_all_theme", (0, 0), |_, _| {
        Ok(Value::Json(puml_family::theme_names().map(Json::from).collect()))
    }),
    builtin("%get_current_theme", (0, 0), |machine, _| {
        let chosen = machine.themes.last().map_or("_none_", |it| it.name.as_str());
        Ok(Value::Json(serde_json::json!({ "name": chosen })))
    }),
    builtin("%get_all_stdlib", (0, 1), |_, _| Ok(Value::Json(Json::Array(Vec::new())))),
    builtin("%get_stdlib", (0, 1), |_, _| Ok(Value::Json(Json::Object(serde_json::Map::new())))),
];

fn file_name<'m>(machine: &'m Machine<'_>) -> &'m str {
    machine.name.rsplit(['/', '\\']).next().unwrap_or_default()
}
