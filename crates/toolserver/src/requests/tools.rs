//! `tools/list` and `tools/call`: check the arguments, do the work, check the answer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, ErrorData,
    ListToolsResult, PaginatedRequestParams,
};
use serde_json::Value;

use super::{Context, STATIC_TTL_MS, page};
use crate::session::{Session, is_modern};
use crate::tool::VIEW_EXTENSION;
use crate::work::{self, Outcome};
use crate::{Answer, Call, Fault, Server, Tool, Violation};

pub(super) fn list(
    session: &Session,
    request: Option<PaginatedRequestParams>,
    context: &Context,
) -> Result<ListToolsResult, ErrorData> {
    let shows_views = context
        .client_capabilities()
        .and_then(|it| it.extensions)
        .is_some_and(|it| it.contains_key(VIEW_EXTENSION));
    let publish = if shows_views { Tool::published_with_view } else { Tool::published };
    let tools = session.server.tools.iter().map(publish).collect();
    let page = page::of(tools, request, session.server.limits.page_size)?;
    let mut result = ListToolsResult::with_all_items(page.items);
    result.next_cursor = page.next;
    if is_modern(context) {
        let scope = if shows_views { CacheScope::Private } else { CacheScope::Public };
        result = result.with_ttl_ms(STATIC_TTL_MS).with_cache_scope(scope);
    }
    Ok(result)
}

pub(super) async fn call(
    session: &Session,
    request: CallToolRequestParams,
    context: &Context,
) -> Result<CallToolResponse, ErrorData> {
    let server = Arc::clone(&session.server);
    let Some(index) = server.tools.iter().position(|tool| tool.answers_to(&request.name)) else {
        return Err(ErrorData::invalid_params(
            format!("there is no tool {:?}", request.name),
            None,
        ));
    };
    let tool = &server.tools[index];
    let arguments = Arc::new(Value::Object(request.arguments.unwrap_or_default()));
    let time = tool.time.unwrap_or(server.limits.time);
    let outcome = work::run(session, context, time, {
        let server = Arc::clone(&server);
        let arguments = Arc::clone(&arguments);
        move |call| answer(&server, &server.tools[index], call, &arguments)
    })
    .await;
    let fault = match outcome {
        Outcome::Done(result) => return Ok(result.into()),
        Outcome::Panicked(message) => Fault::Panic(message),
        Outcome::TimedOut => Fault::TimeLimit(time),
        Outcome::Stopped => {
            return Err(ErrorData::internal_error(format!("{} was cancelled", tool.name), None));
        }
    };
    Ok(rendered(&server, tool, &arguments, &fault).into())
}

/// Runs on the handler's thread, so that a panic anywhere in it is answered.
fn answer(server: &Server, tool: &Tool, call: &Call, arguments: &Value) -> CallToolResult {
    match perform(server, tool, call, arguments).and_then(|answer| sized(server, answer)) {
        Ok(result) => result,
        Err(fault) => rendered(server, tool, arguments, &fault),
    }
}

/// Checks the arguments, does the work and checks what came out, except for its size.
pub(crate) fn perform(
    server: &Server,
    tool: &Tool,
    call: &Call,
    arguments: &Value,
) -> Result<Answer, Fault> {
    let mut violations = tool.violations(arguments);
    long_strings(arguments, server.limits.source_bytes, &mut String::new(), &mut violations);
    shorten(&mut violations);
    if !violations.is_empty() {
        return Err(Fault::Arguments(violations));
    }
    let answer = (tool.call)(call, arguments).map_err(Fault::Tool)?;
    // A wrong answer is a bug of ours that tests should meet; users are better served by the answer.
    if cfg!(debug_assertions)
        && !answer.is_error
        && let Some(schema) = &tool.output
    {
        let violations = schema.violations(answer.structured.as_ref().unwrap_or(&Value::Null));
        if !violations.is_empty() {
            return Err(Fault::Output(violations));
        }
    }
    Ok(fitted(tool, answer))
}

/// The answer as it goes out, unless it is too large for that.
fn sized(server: &Server, answer: Answer) -> Result<CallToolResult, Fault> {
    let ((result, bytes), limit) = (answer.into_sized(), server.limits.output_bytes);
    if bytes > limit { Err(Fault::OutputLimit { bytes, limit }) } else { Ok(result) }
}

/// The protocol wants `structuredContent` to fit the output schema even in failures, so an envelope that does not
/// is left to the text block.
fn fitted(tool: &Tool, mut answer: Answer) -> Answer {
    if answer.is_error
        && let (Some(schema), Some(structured)) = (&tool.output, &answer.structured)
        && !schema.violations(structured).is_empty()
    {
        answer.text = answer.text.or_else(|| Some(structured.to_string()));
        answer.structured = None;
    }
    answer
}

/// A failing envelope must not take the answer with it, nor may a failure be larger than an answer.
fn rendered(server: &Server, tool: &Tool, arguments: &Value, fault: &Fault) -> CallToolResult {
    let answer = server
        .render_fault
        .and_then(|render| catch_unwind(AssertUnwindSafe(|| render(tool, arguments, fault))).ok())
        .unwrap_or_else(|| fault.to_error(&tool.name).into_answer());
    let (result, bytes) = fitted(tool, answer.as_error()).into_sized();
    let limit = server.limits.output_bytes;
    if bytes <= limit {
        return result;
    }
    let answer = Fault::OutputLimit { bytes, limit }.to_error(&tool.name).into_answer();
    fitted(tool, answer).into_sized().0
}

/// Enough to repair any call made in earnest; a hostile one could break its schema a million times.
fn shorten(violations: &mut Vec<Violation>) {
    const MOST: usize = 100;
    if violations.len() > MOST {
        let more = violations.len() - MOST;
        violations.truncate(MOST);
        violations.push(Violation {
            path: String::new(),
            keyword: "more".to_owned(),
            message: format!("and {more} more"),
        });
    }
}

fn long_strings(value: &Value, limit: usize, path: &mut String, violations: &mut Vec<Violation>) {
    let here = path.len();
    match value {
        Value::String(text) if text.len() > limit => violations.push(Violation {
            path: path.clone(),
            keyword: "maxLength".to_owned(),
            message: format!("has {} bytes, more than the {limit} allowed", text.len()),
        }),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push('/');
                path.push_str(&index.to_string());
                long_strings(item, limit, path, violations);
                path.truncate(here);
            }
        }
        Value::Object(entries) => {
            for (name, item) in entries {
                path.push('/');
                path.push_str(&name.replace('~', "~0").replace('/', "~1"));
                long_strings(item, limit, path, violations);
                path.truncate(here);
            }
        }
        _ => {}
    }
}
