//! `skills/list` and `skills/get`, the two methods of the skills extension that every server of skills must have.

use rmcp::model::{CustomRequest, CustomResult, ErrorData};
use serde_json::{Value, json};

use super::{Context, STATIC_TTL_MS, page};
use crate::Skill;
use crate::session::{Session, is_modern};

pub(super) fn list(
    session: &Session,
    request: &CustomRequest,
    context: &Context,
) -> Result<CustomResult, ErrorData> {
    let cursor = request.params.as_ref().and_then(|params| params["cursor"].as_str());
    let entries = session.server.skills.iter().map(Skill::entry).collect();
    let page = page::from_cursor(entries, cursor, session.server.limits.page_size)?;
    let mut result = json!({"skills": page.items});
    if let Some(next) = page.next {
        result["nextCursor"] = json!(next);
    }
    Ok(cacheable(result, context))
}

pub(super) fn entry(
    session: &Session,
    request: &CustomRequest,
    context: &Context,
) -> Result<CustomResult, ErrorData> {
    let Some(uri) = request.params.as_ref().and_then(|params| params["uri"].as_str()) else {
        return Err(ErrorData::invalid_params("skills/get wants the uri of a SKILL.md", None));
    };
    let Some(skill) = session.server.skills.iter().find(|skill| skill.uri() == uri) else {
        return Err(ErrorData::invalid_params(
            format!("there is no skill {uri:?}"),
            Some(json!({"uri": uri})),
        ));
    };
    Ok(cacheable(json!({"skill": skill.entry()}), context))
}

/// Skills are part of the program, so what was listed stays true while it runs.
fn cacheable(mut result: Value, context: &Context) -> CustomResult {
    if is_modern(context) {
        result["resultType"] = json!("complete");
        result["ttlMs"] = json!(STATIC_TTL_MS);
        result["cacheScope"] = json!("public");
    }
    CustomResult::new(result)
}
