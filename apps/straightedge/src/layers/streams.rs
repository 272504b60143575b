//! Streams that would never end on their own end when the server stops.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use tokio_util::sync::WaitForCancellationFutureOwned;

use crate::Site;

/// Puts an end to the body of an answer.
pub(crate) async fn streams(
    State(site): State<Arc<Site>>,
    request: Request,
    next: Next,
) -> Response {
    let closing = Box::pin(site.closing.clone().cancelled_owned());
    next.run(request).await.map(|body| Body::new(Ending { body, closing }))
}

struct Ending {
    body: Body,
    closing: Pin<Box<WaitForCancellationFutureOwned>>,
}

impl HttpBody for Ending {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        // What is ready goes out first, so that answers are whole.
        match Pin::new(&mut self.body).poll_frame(context) {
            Poll::Ready(frame) => Poll::Ready(frame),
            Poll::Pending => self.closing.as_mut().poll(context).map(|()| None),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
