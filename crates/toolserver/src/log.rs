//! Log messages to clients. The protocol has deprecated them without a successor for stdio, so everything that touches
//! the deprecated names is here.
#![expect(deprecated, reason = "clients of both eras still read log messages this way")]

use rmcp::RoleServer;
use rmcp::model::{LoggingLevel, LoggingMessageNotificationParam, RequestMetaObject};
use rmcp::service::Peer;
use serde_json::Value;

/// How serious a log message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// For whoever debugs the server.
    Debug,
    /// Ordinary progress in words.
    Info,
    /// Something the user should know, but the call goes on.
    Warning,
    /// Part of the work failed.
    Error,
}

/// The parameters of `logging/setLevel`.
pub(crate) type SetLevel = rmcp::model::SetLevelRequestParams;

/// The level from which a client wants messages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threshold(LoggingLevel);

impl Default for Threshold {
    fn default() -> Self {
        Self(LoggingLevel::Info)
    }
}

impl Threshold {
    pub(crate) fn new(level: LoggingLevel) -> Self {
        Self(level)
    }

    /// What a request of the 2026 era asks for; without asking it gets nothing.
    pub(crate) fn of_request(meta: &RequestMetaObject) -> Option<Self> {
        meta.log_level().map(Self)
    }

    pub(crate) fn admits(self, level: Level) -> bool {
        severity(published(level)) >= severity(self.0)
    }
}

/// A message that cannot be delivered is dropped: the client is gone.
pub(crate) async fn send(peer: &Peer<RoleServer>, logger: &str, level: Level, message: String) {
    let message = LoggingMessageNotificationParam::new(published(level), Value::String(message))
        .with_logger(logger);
    let _ = peer.notify_logging_message(message).await;
}

fn published(level: Level) -> LoggingLevel {
    match level {
        Level::Debug => LoggingLevel::Debug,
        Level::Info => LoggingLevel::Info,
        Level::Warning => LoggingLevel::Warning,
        Level::Error => LoggingLevel::Error,
    }
}

/// The protocol's eight levels as numbers that grow with seriousness.
fn severity(level: LoggingLevel) -> u8 {
    match level {
        LoggingLevel::Debug => 0,
        LoggingLevel::Info => 1,
        LoggingLevel::Notice => 2,
        LoggingLevel::Warning => 3,
        LoggingLevel::Error => 4,
        LoggingLevel::Critical => 5,
        LoggingLevel::Alert => 6,
        LoggingLevel::Emergency => 7,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threshold_admits_its_own_level_and_worse() {
        let threshold = Threshold::new(LoggingLevel::Notice);
        assert!(!threshold.admits(Level::Info));
        assert!(threshold.admits(Level::Warning));
        assert!(Threshold::default().admits(Level::Info));
        assert!(!Threshold::default().admits(Level::Debug));
        assert!(Threshold::new(LoggingLevel::Debug).admits(Level::Debug));
        for level in [LoggingLevel::Critical, LoggingLevel::Alert, LoggingLevel::Emergency] {
            assert!(!Threshold::new(level).admits(Level::Error));
        }
    }
}
