//! One HTTP exchange: sends a question, reads the stream, gives up when nobody waits any more.

use std::sync::Once;
use std::time::{Duration, Instant};

use reqwest::header::RETRY_AFTER;
use reqwest::{Client, Response, StatusCode};
use serde_json::Value;

use planner::Call;

use super::Patience;
use super::reply::{Reply, Stream};

/// How often a call looks whether it was cancelled.
const LOOK: Duration = Duration::from_millis(100);
/// Longest reply that is read.
const LONGEST: usize = 8 << 20;
/// How a failure begins when nobody answers at an address.
pub(super) const UNREACHABLE: &str = "cannot be reached";
/// Letters of an error's text that are passed on.
const EXCERPT: usize = 300;

/// A question on its way to an endpoint.
pub(super) struct Exchange<'a> {
    pub(super) base_url: &'a str,
    pub(super) key: Option<&'a str>,
    pub(super) body: Value,
    pub(super) patience: &'a Patience,
}

/// Why there is no reply.
#[derive(Debug)]
pub(super) enum Trouble {
    /// Nobody waits for it any more.
    Cancelled,
    /// Asking again in another form may help.
    Unsupported(String),
    /// Asking again later may help; the endpoint may say when.
    Passing { message: String, after: Option<Duration> },
    /// Asking again does not help.
    Final(String),
}

impl Trouble {
    fn passing(message: impl Into<String>) -> Self {
        Self::Passing { message: message.into(), after: None }
    }
}

impl Exchange<'_> {
    /// Performs the exchange on this thread.
    pub(super) fn run(&self, call: &Call<'_>) -> Result<Reply, Trouble> {
        static PROVIDER: Once = Once::new();
        PROVIDER.call_once(|| {
            // A program that chose one already keeps its own.
            let _ = rustls::crypto::ring::default_provider().install_default();
        });
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| Trouble::passing(format!("no runtime: {error}")))?;
        runtime.block_on(self.perform(call))
    }

    async fn perform(&self, call: &Call<'_>) -> Result<Reply, Trouble> {
        let end = Instant::now() + self.patience.whole;
        let mut response = self.guarded(call, end, self.send()).await??;
        let status = response.status();
        if !status.is_success() {
            let after = response.headers().get(RETRY_AFTER).and_then(|value| {
                value.to_str().ok()?.trim().parse::<u64>().ok().map(Duration::from_secs)
            });
            let text = self.guarded(call, end, response.text()).await?.unwrap_or_default();
            return Err(refusal(status, after, &text));
        }
        let mut stream = Stream::new(&response);
        let mut size = 0;
        loop {
            let chunk = self.guarded(call, end, response.chunk()).await?;
            let Some(chunk) = chunk.map_err(|error| {
                Trouble::passing(format!("the connection broke: {}", cause(&error)))
            })?
            else {
                break;
            };
            size += chunk.len();
            if size > LONGEST {
                return Err(Trouble::Final(format!("the reply is longer than {LONGEST} bytes")));
            }
            stream.push(&chunk);
            // A guess: answers rarely have more than six thousand letters.
            call.report.progress((stream.letters() as f64 / 6000.0).min(0.95));
            if stream.is_done() {
                break;
            }
        }
        stream.finish()
    }

    async fn send(&self) -> Result<Response, Trouble> {
        let url = format!("{}/chat/completions", self.base_url);
        // A redirect would carry the key elsewhere.
        let mut client = Client::builder().redirect(reqwest::redirect::Policy::none());
        if reqwest::Url::parse(self.base_url).is_ok_and(|url| super::is_loopback(&url)) {
            client = client.no_proxy();
        }
        let client = client
            .build()
            .map_err(|error| Trouble::Final(format!("no client: {}", cause(&error))))?;
        let mut request = client.post(&url).json(&self.body);
        if let Some(key) = self.key {
            request = request.bearer_auth(key);
        }
        request
            .send()
            .await
            .map_err(|error| Trouble::passing(format!("{UNREACHABLE}: {}", cause(&error))))
    }

    /// Waits for a part of the exchange, but not beyond cancellation, silence or the end of patience.
    async fn guarded<T>(
        &self,
        call: &Call<'_>,
        end: Instant,
        part: impl Future<Output = T>,
    ) -> Result<T, Trouble> {
        let silence = Instant::now() + self.patience.idle;
        let mut part = std::pin::pin!(part);
        loop {
            // Looked at first, so that a stream whose parts are always there has an end, too.
            let now = Instant::now();
            if call.cancel.is_cancelled() {
                return Err(Trouble::Cancelled);
            }
            if now >= end {
                let seconds = self.patience.whole.as_secs();
                return Err(Trouble::Final(format!("no whole answer within {seconds} s")));
            }
            if now >= silence {
                let seconds = self.patience.idle.as_secs_f64();
                return Err(Trouble::passing(format!("stalled: nothing came for {seconds:.0} s")));
            }
            tokio::select! {
                done = &mut part => return Ok(done),
                () = tokio::time::sleep(LOOK) => {}
            }
        }
    }
}

/// What an error status means for the next attempt.
fn refusal(status: StatusCode, after: Option<Duration>, text: &str) -> Trouble {
    let body: Value = serde_json::from_str(text).unwrap_or_default();
    let said = body["error"]["message"].as_str().or(body["error"].as_str()).unwrap_or(text);
    let said: String = said.chars().take(EXCERPT).collect();
    let message = format!("HTTP {}: {said}", status.as_u16());
    match status.as_u16() {
        // Another form of the same question would be too long as well.
        400 | 413 | 422 if is_too_long(&message) => Trouble::Final(message),
        400 | 404 | 415 | 422 | 501 => Trouble::Unsupported(message),
        408 | 409 | 425 | 429 | 500 | 502..=599 => Trouble::Passing { message, after },
        _ => Trouble::Final(message),
    }
}

/// Whether an endpoint says that the question does not fit the model.
fn is_too_long(message: &str) -> bool {
    let lower = message.to_lowercase();
    [
        "context length",
        "context_length",
        "context size",
        "context window",
        "too long",
        "too many tokens",
    ]
    .iter()
    .any(|words| lower.contains(words))
}

/// The innermost reason of a failure, which says more than its wrappers.
fn cause(error: &reqwest::Error) -> String {
    let mut reason: &dyn std::error::Error = error;
    while let Some(inner) = reason.source() {
        reason = inner;
    }
    reason.to_string()
}
