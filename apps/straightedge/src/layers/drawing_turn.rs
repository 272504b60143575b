//! Calls of the diagram tools over MCP wait for a turn to draw, as every other drawing does.

use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use hyper::body::{Frame, SizeHint};

use crate::Site;
use crate::client_limit::Turn;

/// Holds a turn from the call until the end of its answer, which may be a stream.
pub(crate) async fn drawing_turn(
    State(site): State<Arc<Site>>,
    request: Request,
    next: Next,
) -> Response {
    if request.method() != Method::POST {
        return next.run(request).await;
    }
    let client = super::current_client();
    let turn = match site.turn(client).await {
        Ok(turn) => turn,
        Err(failure) => return failure.into_response(),
    };
    let held = Held { site, client, started: Instant::now(), _turn: turn };
    next.run(request).await.map(|body| Body::new(Holding { body, _held: held }))
}

/// A turn whose time is charged when it ends.
struct Held {
    site: Arc<Site>,
    client: IpAddr,
    started: Instant,
    _turn: Turn,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.site.charge(self.client, self.started.elapsed());
    }
}

struct Holding {
    body: Body,
    _held: Held,
}

impl HttpBody for Holding {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
