//! What surrounds every route, one file each. The order is decided in `routes.rs`.

mod cors;
mod observe;
mod rate;
mod same_origin;
mod security;
mod shed;
mod streams;
mod token;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, Request};

pub(crate) use cors::cors;
pub(crate) use observe::{UsedTool, observe};
pub(crate) use rate::{api_rate, page_rate};
pub(crate) use same_origin::same_origin;
pub(crate) use security::security;
pub(crate) use shed::shed;
pub(crate) use streams::streams;
pub(crate) use token::{DOCUMENTS, PASS, token};

use crate::Clients;

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
