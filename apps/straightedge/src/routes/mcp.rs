//! The MCP servers over streamable HTTP, each under a path of its own.

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use toolserver::{HttpOptions, Server};

use crate::{Guard, Site, layers};

/// The diagram tools. Whether a page or a host name may call them is checked by the server itself.
pub(super) fn diagrams(site: &Arc<Site>) -> Router<Arc<Site>> {
    Router::new()
        .nest("/mcp", mounted(site, &site.diagrams))
        .layer(from_fn_with_state(Arc::clone(site), layers::drawing_turn))
        .layer(from_fn_with_state(Arc::clone(site), layers::streams))
        .with_state(())
}

/// What keeps sessions or changes files.
pub(super) fn private(site: &Arc<Site>) -> Router<Arc<Site>> {
    let mut router = Router::new();
    if let Some(agentpack) = &site.agentpack {
        router = router.nest("/mcp/agentpack", mounted(site, agentpack));
    }
    if let Some(plans) = &site.plans {
        router = router.nest("/mcp/planexe", mounted(site, &plans.server));
    }
    router.layer(from_fn_with_state(Arc::clone(site), layers::streams)).with_state(())
}

fn mounted(site: &Site, server: &Arc<Server>) -> Router {
    let settings = &site.settings;
    let mut hosts = settings.hosts.clone();
    // Who knows the token may call the server by any name.
    if settings.guard == Guard::Everything {
        hosts.push("*".to_owned());
    }
    let options = HttpOptions { hosts, origins: settings.origins.clone(), bearer_token: None };
    toolserver::router(Arc::clone(server), &options)
}
