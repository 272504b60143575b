//! Keeps other people's pages away from what belongs to the page alone.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::failure::Failure;
use crate::{Reach, Site};

/// Refuses requests that another origin's page makes, and names that do not belong to this server: a stranger's name
/// that suddenly points here would make its page and ours one origin.
pub(crate) async fn same_origin(
    State(site): State<Arc<Site>>,
    request: Request,
    next: Next,
) -> Response {
    let headers = request.headers();
    let host = text(headers, &header::HOST).unwrap_or_default();
    let origin = text(headers, &header::ORIGIN);
    let is_foreign = origin
        .is_some_and(|it| it.split_once("://").map(|parts| parts.1) != Some(host))
        || text(headers, &HeaderName::from_static("sec-fetch-site"))
            .is_some_and(|it| !matches!(it, "same-origin" | "none"));
    if is_foreign || !is_ours(&site, host) {
        let message = "Only the page of this server may ask for this";
        return Failure::new(StatusCode::FORBIDDEN, "FOREIGN_ORIGIN", message).into_response();
    }
    next.run(request).await
}

/// A server with a token, or one that keeps nothing, has no reason to care how it is called.
fn is_ours(site: &Site, host: &str) -> bool {
    let name = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|it| it.is_ascii_digit()));
    let name = name.map_or(host, |(name, _)| name);
    site.settings.token.is_some()
        || site.settings.reach == Reach::Diagrams
        || matches!(name, "localhost" | "127.0.0.1" | "[::1]")
        || site.settings.hosts.iter().any(|it| it == name || it == host)
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).map(|value| value.to_str().unwrap_or_default())
}
