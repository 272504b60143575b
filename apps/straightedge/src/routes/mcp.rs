//! The MCP servers over streamable HTTP, each under a path of its own.

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use toolserver::{HttpOptions, Server};
use tower_http::timeout::RequestBodyTimeoutLayer;

use crate::{Site, layers};

/// Whether a page or a name may talk to them is checked by the servers themselves.
pub(super) fn routes(site: &Arc<Site>) -> Router<Arc<Site>> {
    let settings = &site.settings;
    let options = HttpOptions {
        hosts: settings.hosts.clone(),
        origins: settings.origins.clone(),
        bearer_token: None,
    };
    let mount = |server: &Arc<Server>| toolserver::router(Arc::clone(server), &options);
    let mut router = Router::new().nest("/mcp", mount(&site.diagrams));
    if let Some(agentpack) = &site.agentpack {
        router = router.nest("/mcp/agentpack", mount(agentpack));
    }
    if let Some(plans) = &site.plans {
        router = router.nest("/mcp/planexe", mount(&plans.server));
    }
    router
        .layer(RequestBodyTimeoutLayer::new(settings.limits.body_time))
        .layer(from_fn_with_state(Arc::clone(site), layers::streams))
        .with_state(())
}
