//! What the SDK calls: each request goes to the file named after its table.

mod completion;
mod page;
mod prompts;
mod resources;
mod skills;
pub(crate) mod tools;

use std::borrow::Cow;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, CustomRequest,
    CustomResult, ErrorCode, ErrorData, GetPromptRequestParams, GetPromptResponse,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse,
    ServerConfig, SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};

use crate::log::{SetLevel, Threshold};
use crate::server::VERSIONS;
use crate::session::{Session, is_modern};
use crate::work::Outcome;

/// How long clients of the 2026 era may keep what cannot change while the server runs.
const STATIC_TTL_MS: u64 = 300_000;

/// Methods the SDK knows. One that reaches us as custom had parameters of the wrong shape.
const STANDARD_METHODS: [&str; 15] = [
    "initialize",
    "ping",
    "server/discover",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "resources/subscribe",
    "resources/unsubscribe",
    "prompts/list",
    "prompts/get",
    "completion/complete",
    "logging/setLevel",
    "subscriptions/listen",
];

/// Methods that the 2026 era has removed.
const HANDSHAKE_METHODS: [&str; 5] =
    ["initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"];

type Context = RequestContext<RoleServer>;

impl ServerHandler for Session {
    fn get_info(&self) -> ServerConfig {
        self.server.config()
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(&VERSIONS)
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.forward_changes(context.peer);
    }

    async fn on_roots_list_changed(&self, _context: NotificationContext<RoleServer>) {
        self.forget_roots();
    }

    #[expect(deprecated, reason = "clients of the handshake era set the level this way")]
    async fn set_level(&self, request: SetLevel, context: Context) -> Result<(), ErrorData> {
        if is_modern(&context) {
            return Err(no_method("logging/setLevel"));
        }
        self.set_threshold(Threshold::new(request.level));
        Ok(())
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let tool = self.server.tools.iter().find(|tool| tool.answers_to(name))?;
        Some(tool.published())
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListToolsResult, ErrorData> {
        tools::list(self, request, &context)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: Context,
    ) -> Result<CallToolResponse, ErrorData> {
        tools::call(self, request, &context).await
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListResourcesResult, ErrorData> {
        resources::list(self, request, &context).await
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        resources::list_templates(self, request, &context)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: Context,
    ) -> Result<ReadResourceResponse, ErrorData> {
        resources::read(self, request, &context).await
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        _context: Context,
    ) -> Result<(), ErrorData> {
        resources::subscribe(self, request)
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _context: Context,
    ) -> Result<(), ErrorData> {
        self.unsubscribe(&request.uri);
        Ok(())
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        self.server.changes.as_ref().map(|_| requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        resources::listen(self, context).await;
        Ok(())
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListPromptsResult, ErrorData> {
        prompts::list(self, request, &context)
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: Context,
    ) -> Result<GetPromptResponse, ErrorData> {
        prompts::write(self, request, &context).await
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: Context,
    ) -> Result<CompleteResult, ErrorData> {
        completion::complete(self, request, &context).await
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: Context,
    ) -> Result<CustomResult, ErrorData> {
        match request.method.as_str() {
            "skills/list" if !self.server.skills.is_empty() => {
                skills::list(self, &request, &context)
            }
            "skills/get" if !self.server.skills.is_empty() => {
                skills::entry(self, &request, &context)
            }
            method if is_modern(&context) && HANDSHAKE_METHODS.contains(&method) => {
                Err(no_method(method))
            }
            method if STANDARD_METHODS.contains(&method) => Err(ErrorData::invalid_params(
                format!("the parameters of {method} are missing or of the wrong shape"),
                None,
            )),
            method => Err(no_method(method)),
        }
    }
}

fn no_method(method: &str) -> ErrorData {
    ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("there is no method {method}"), None)
}

/// The value, or the protocol error for work that belongs to no tool.
fn settled<T>(outcome: Outcome<Result<T, crate::ToolError>>, what: &str) -> Result<T, ErrorData> {
    match outcome {
        Outcome::Done(Ok(value)) => Ok(value),
        Outcome::Done(Err(error)) => {
            let data = serde_json::json!({"code": error.code, "details": error.details});
            Err(ErrorData::internal_error(error.message, Some(data)))
        }
        Outcome::Panicked(message) => {
            Err(ErrorData::internal_error(format!("internal error in {what}: {message}"), None))
        }
        Outcome::TimedOut => Err(ErrorData::internal_error(format!("{what} took too long"), None)),
        Outcome::Stopped => Err(ErrorData::internal_error(format!("{what} was cancelled"), None)),
    }
}
