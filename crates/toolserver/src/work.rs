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

/// How often a client that asked for progress hears from a handler that reports none itself.
const HEARTBEAT: Duration = Duration::from_secs(1);

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
    let mut progress = Progress::new(&audience);
    let work = async {
        loop {
            tokio::select! {
                // Reports first: those made before the end go out before the answer.
                biased;
                Some(report) = reports.recv() => progress.hear(report).await,
                result = &mut task => break result,
                () = progress.beat() => {}
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
        progress.hear(report).await;
    }
    match result {
        Ok(value) => Outcome::Done(value),
        Err(error) => failure(error),
    }
}

/// What a client hears during a call. The protocol wants progress to grow, whoever reports it.
struct Progress<'a> {
    audience: &'a Audience<'a>,
    started: Instant,
    next_beat: tokio::time::Instant,
    last: Option<f64>,
    /// Whether the handler reports progress itself.
    is_reported: bool,
}

impl<'a> Progress<'a> {
    fn new(audience: &'a Audience<'a>) -> Self {
        let next_beat = tokio::time::Instant::now() + HEARTBEAT;
        Self { audience, started: Instant::now(), next_beat, last: None, is_reported: false }
    }

    async fn hear(&mut self, report: Report) {
        if let Report::Progress { done, .. } = &report {
            self.is_reported = true;
            if self.last.is_some_and(|last| *done <= last) {
                return;
            }
            self.last = Some(*done);
        }
        self.audience.hear(report).await;
    }

    /// Waits for its time, then says that the work goes on; never, if the handler speaks for itself.
    async fn beat(&mut self) {
        if self.is_reported || !self.audience.wants_progress() {
            return std::future::pending().await;
        }
        tokio::time::sleep_until(self.next_beat).await;
        self.next_beat += HEARTBEAT;
        let seconds = self.started.elapsed().as_secs_f64().round();
        self.last = Some(seconds);
        let message = format!("working for {seconds} s");
        self.audience.hear(Report::Progress { done: seconds, total: None, message }).await;
    }
}

impl Audience<'_> {
    fn wants_progress(&self) -> bool {
        match self {
            Self::Client { context, .. } => context.meta.get_progress_token().is_some(),
            Self::Nobody => false,
        }
    }

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
