//! `completion/complete`: what could stand in a prompt argument or a template variable.

use rmcp::model::{CompleteRequestParams, CompleteResult, CompletionInfo, ErrorData, Reference};

use super::{Context, settled};
use crate::session::Session;
use crate::work;

pub(super) async fn complete(
    session: &Session,
    request: CompleteRequestParams,
    context: &Context,
) -> Result<CompleteResult, ErrorData> {
    let (name, typed) = (request.argument.name, request.argument.value);
    let time = session.server.limits.time;
    let suggested = match &request.r#ref {
        Reference::Prompt(reference) => {
            let kind = session
                .server
                .prompts
                .iter()
                .find(|prompt| prompt.name == reference.name)
                .and_then(|prompt| prompt.arguments.iter().find(|argument| argument.name == name))
                .map(|argument| argument.kind.clone())
                .ok_or_else(|| unknown(&reference.name, &name))?;
            work::run(session, context, time, move |_| Ok(kind.suggestions(&typed))).await
        }
        Reference::Resource(reference) => {
            let template = session
                .server
                .templates
                .iter()
                .find(|template| template.uri_template == reference.uri)
                .ok_or_else(|| unknown(&reference.uri, &name))?;
            let suggest = template.suggest.clone();
            work::run(session, context, time, move |call| {
                Ok(suggest.map(|suggest| suggest(call, &name, &typed)).unwrap_or_default())
            })
            .await
        }
        _ => {
            return Err(ErrorData::invalid_params(
                "only prompts and resource templates can be completed",
                None,
            ));
        }
    };
    let mut values = settled(suggested, "completing")?;
    let total = values.len();
    values.truncate(CompletionInfo::MAX_VALUES);
    let has_more = total > values.len();
    let completion = CompletionInfo::with_pagination(values, Some(total as u32), has_more)
        .map_err(|error| ErrorData::internal_error(error, None))?;
    Ok(CompleteResult::new(completion))
}

fn unknown(owner: &str, name: &str) -> ErrorData {
    ErrorData::invalid_params(format!("{owner:?} has nothing to complete named {name:?}"), None)
}
