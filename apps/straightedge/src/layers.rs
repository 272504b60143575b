//! What surrounds every route, one file each. The order is decided in `routes.rs`.

mod auth;
mod body;
mod cross_origin;
mod drawing_turn;
mod observe;
mod overload;
mod own_words;
mod rate_limit;
mod security;
mod streams;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, Request};

pub(crate) use auth::{DOCUMENTS, PASS, carries_token, require_token, require_token_if_guarded};
pub(crate) use body::body;
pub(crate) use cross_origin::{cross_origin, own_page};
pub(crate) use drawing_turn::drawing_turn;
pub(crate) use observe::{UsedTool, observe};
pub(crate) use overload::overload;
pub(crate) use own_words::own_words;
pub(crate) use rate_limit::rate_limit;
pub(crate) use security::security;
pub(crate) use streams::streams;

use crate::Clients;

tokio::task_local! {
    /// The client whose request is at hand, as `observe` has found it.
    static CLIENT: IpAddr;
}

/// The client whose request is at hand.
pub(crate) fn current_client() -> IpAddr {
    CLIENT.try_with(|it| *it).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}

/// The address of a client, for limits and logs.
fn client(request: &Request, clients: Clients) -> IpAddr {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|it| it.0.ip());
    let forwarded = || {
        let header = request.headers().get("x-forwarded-for")?.to_str().ok()?;
        header.rsplit(',').next()?.trim().parse().ok()
    };
    let told = if clients == Clients::Forwarded { forwarded() } else { None };
    told.or(peer).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}
