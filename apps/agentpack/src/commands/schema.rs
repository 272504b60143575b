//! `agentpack schema`: the shapes programs can rely on.

use agentpack_core::Code;
use serde_json::{Value as Json, json};

use crate::envelope::{self, Reply};
use crate::tools;

pub(crate) fn reply() -> Reply {
    let codes: Vec<Json> = Code::all()
        .map(|code| {
            json!({
                "code": code.name(), "meaning": code.meaning(), "next_actions": code.next_actions(), "reason_code": code.reason(),
            })
        })
        .collect();
    let tools: Vec<Json> = tools::TABLE
        .iter()
        .map(|row| json!({"name": row.name, "input_schema": row.schema()}))
        .collect();
    let data = json!({"envelope": envelope::schema(), "error_codes": codes, "tools": tools});
    let text = serde_json::to_string_pretty(&data).expect("text keys only") + "\n";
    Reply { data, text, ..Reply::default() }
}
