//! Runs a handler on a thread of its own, within its time, and passes its reports on while it runs.

use std::time::{Duration, Instant};

use rmcp::RoleServer;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;
use tokio::sync::mpsc;
use tokio::task::JoinError;
use tokio_util::sync::CancellationToken;

use crate::call::{Report, RootSource, Subject};
use crate::session::Session;
use crate::{Call, Limits, log};

/// Reports that may wait for a slow client before the handler waits too.
const REPORT_BACKLOG: usize = 64;

/// How the work ended.
pub(crate) enum Outcome<T> {
    Done(T),
    Panicked(String),
    TimedOut,
    /// The client cancelled or left; nobody reads what is answered.
    Stopped,
}

/// What a handler is given to work with.
pub(crate) struct Terms {
    pub(crate) limits: Limits,
    pub(crate) time: Duration,
    /// Cancelled when the answer is no longer wanted.
    pub(crate) stop: CancellationToken,
    pub(crate) roots: RootSource,
    pub(crate) subject: Option<Subject>,
}

/// Who hears what a handler says before its answer.
pub(crate) enum Audience<'a> {
    Client { session: &'a Session, context: &'a RequestContext<RoleServer> },
    Nobody,
}

/// Does the work of a client's request.
pub(crate) async fn run<T, F>(
    session: &Session,
    context: &RequestContext<RoleServer>,
    time: Duration,
    work: F,
) -> Outcome<T>
where
    T: Send + 'static,
    F: FnOnce(&Call) -> T + Send + 'static,
{
    let terms = Terms {
        limits: session.server.limits,
        time,
        stop: context.ct.clone(),
        roots: session.root_source(context),
        subject: subject_of(context),
    };
    carry_out(terms, Audience::Client { session, context }, work).await
}

/// The thread cannot be killed: past its time the handler is told to stop, and its result is thrown away.
pub(crate) async fn carry_out<T, F>(terms: Terms, audience: Audience<'_>, work: F) -> Outcome<T>
where
    T: Send + 'static,
    F: FnOnce(&Call) -> T + Send + 'static,
{
    let Terms { limits, time, stop: cancelled, roots, subject } = terms;
    let stop = cancelled.child_token();
    let _stops_the_handler = stop.clone().drop_guard();
    let (sender, mut reports) = mpsc::channel(REPORT_BACKLOG);
    let call =
        Call { limits, deadline: Instant::now() + time, stop, reports: sender, roots, subject };
    let mut task = tokio::task::spawn_blocking(move || work(&call));
    let work = async {
        loop {
            tokio::select! {
                // Reports first: those made before the end go out before the answer.
                biased;
                Some(report) = reports.recv() => audience.hear(report).await,
                result = &mut task => break result,
            }
        }
    };
    let result = tokio::select! {
        biased;
        () = cancelled.cancelled() => return Outcome::Stopped,
        result = work => result,
        () = tokio::time::sleep(time) => return Outcome::TimedOut,
    };
    while let Ok(report) = reports.try_recv() {
        audience.hear(report).await;
    }
    match result {
        Ok(value) => Outcome::Done(value),
        Err(error) => failure(error),
    }
}

impl Audience<'_> {
    async fn hear(&self, report: Report) {
        match self {
            Self::Client { session, context } => forward(session, context, report).await,
            Self::Nobody => {}
        }
    }
}

/// The SDK keeps the head of the HTTP request that brought this one.
fn subject_of(context: &RequestContext<RoleServer>) -> Option<Subject> {
    let head = context.extensions.get::<axum::http::request::Parts>()?;
    head.extensions.get::<Subject>().cloned()
}

fn failure<T>(error: JoinError) -> Outcome<T> {
    match error.try_into_panic() {
        Ok(payload) => Outcome::Panicked(panic_message(payload.as_ref())),
        Err(_) => Outcome::Stopped,
    }
}

pub(crate) fn panic_message(payload: &(dyn std::any::Any + Send)) -> String {
    payload
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned())
}

/// A report that cannot be delivered is dropped: the client is gone, and the answer will fail the same way.
async fn forward(session: &Session, context: &RequestContext<RoleServer>, report: Report) {
    match report {
        Report::Progress { done, total, message } => {
            let Some(token) = context.meta.get_progress_token() else {
                return;
            };
            let mut progress = ProgressNotificationParam::new(token, done);
            progress.total = total;
            progress.message = Some(message).filter(|message| !message.is_empty());
            let _ = context.peer.notify_progress(progress).await;
        }
        Report::Log { level, message } => {
            if session.threshold(context).is_some_and(|threshold| threshold.admits(level)) {
                log::send(&context.peer, &session.server.name, level, message).await;
            }
        }
    }
}
