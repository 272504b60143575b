//! The wire format of luigid, Luigi's central scheduler: forms with JSON inside, over HTTP.
//!
//! luigid decides who runs what next, and shows it on its page. It is never the truth: it keeps
//! nothing, knows no accounts, and may hand a task out twice.

use std::time::Duration;

use serde_json::{Value, json};

use crate::error::{Error, Result};
use crate::run::RunId;
use crate::session::SessionId;
use crate::store::objects::install_tls;
use crate::task_name::TaskName;

/// What every task that asks a model takes of the resource `llm`.
const LLM: &str = "llm";
/// What the names of slots begin with, to tell them from those of runs.
pub(crate) const SLOT: &str = "planexe-slot-";
const TIMEOUT: Duration = Duration::from_secs(5);

/// Whether plain HTTP may leave this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Only to this machine, or by HTTPS.
    Safe,
    /// Anywhere: the network is trusted.
    Trusted,
}

/// A client of one luigid, which may be down at any time.
pub(crate) struct Luigid {
    address: String,
    client: reqwest::blocking::Client,
}

/// A task as luigid knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) session: SessionId,
    pub(crate) run: RunId,
    pub(crate) task: TaskName,
    /// Whether it asks a model.
    pub(crate) asks: bool,
    /// The highest is handed out first.
    pub(crate) priority: i64,
}

/// The states that are told to luigid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// To be handed out.
    Pending,
    Done,
    Failed,
    /// Nobody wants it any more.
    Disabled,
}

impl Entry {
    fn id(&self) -> String {
        format!("{}_{}_{}", self.task, self.session, self.run)
    }
}

/// What luigid hands out, or none.
pub(crate) type Work = Option<Entry>;

impl Luigid {
    /// A scheduler at `http://host:port`.
    pub(crate) fn new(address: &str, reach: Reach) -> Result<Self> {
        let refused = |text: String| Err(Error::argument(text));
        let (scheme, rest) = address.split_once("://").unwrap_or_default();
        let host = rest.split(['/', '?']).next().unwrap_or_default();
        let host = host.rsplit_once(':').map_or(host, |(host, _)| host);
        let is_local = ["localhost", "127.0.0.1", "[::1]"].contains(&host);
        match scheme {
            "https" => {}
            "http" if is_local || reach == Reach::Trusted => {}
            "http" => {
                return refused(format!(
                    "luigid at {address} has no accounts and no encryption: put a proxy with HTTPS \
                     before it, or pass --trust-network"
                ));
            }
            _ => return refused(format!("{address:?} is not the address of a luigid")),
        }
        install_tls();
        let client = reqwest::blocking::Client::builder()
            .timeout(TIMEOUT)
            .build()
            .map_err(|error| Error::internal(format!("no HTTP client: {error}")))?;
        Ok(Self { address: address.trim_end_matches('/').to_owned(), client })
    }

    /// The server's base URL.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Tells luigid about a task. Resources and parameters go along every time: luigid forgets what
    /// is not repeated.
    pub(crate) fn add(&self, worker: &str, entry: &Entry, state: State) -> Result<()> {
        let status = match state {
            State::Pending => "PENDING",
            State::Done => "DONE",
            State::Failed => "FAILED",
            State::Disabled => "DISABLED",
        };
        let resources = if entry.asks { json!({ LLM: 1 }) } else { json!({}) };
        self.call(
            "add_task",
            &json!({
                "worker": worker, "task_id": entry.id(), "status": status,
                "runnable": state == State::Pending, "priority": entry.priority,
                "family": entry.task, "module": "planexe", "resources": resources,
                "params": { "session": entry.session, "run": entry.run, "task": entry.task },
                "retry_policy_dict": { "retry_count": 1000, "disable_hard_timeout": null,
                    "disable_window": 3600 },
            }),
        )
        .map(drop)
    }

    /// Asks for a task of anybody. The worker id must have one asker only.
    pub(crate) fn work(&self, worker: &str, host: &str) -> Result<Work> {
        let answer = self.call(
            "get_work",
            &json!({ "worker": worker, "host": host, "assistant": true, "current_tasks": [] }),
        )?;
        let text = |field: &str| answer["task_params"][field].as_str().unwrap_or_default();
        if !answer["task_id"].is_string() || answer["task_module"] != "planexe" {
            return Ok(None);
        }
        Ok(Some(Entry {
            session: text("session").parse()?,
            run: text("run").parse()?,
            task: text("task").into(),
            asks: false,
            priority: 0,
        }))
    }

    /// A sign of life.
    pub(crate) fn ping(&self, worker: &str) -> Result<()> {
        self.call("ping", &json!({ "worker": worker })).map(drop)
    }

    /// Shows progress on luigid's page.
    pub(crate) fn show(&self, entry: &Entry, percent: u32, message: &str) -> Result<()> {
        let id = entry.id();
        let progress = json!({ "task_id": id, "progress_percentage": percent });
        self.call("set_task_progress_percentage", &progress)?;
        self.announce(entry, message)
    }

    /// Shows a message beside a task.
    pub(crate) fn announce(&self, entry: &Entry, message: &str) -> Result<()> {
        let message = json!({ "task_id": entry.id(), "status_message": message });
        self.call("set_task_status_message", &message).map(drop)
    }

    /// How many models may be asked at once, if it was told.
    pub(crate) fn limit(&self) -> Result<Option<u64>> {
        let limits = self.call("resource_list", &json!({}))?;
        let mut limits = limits.as_array().into_iter().flatten();
        Ok(limits.find(|it| it["name"] == LLM).and_then(|it| it["num_total"].as_u64()))
    }

    /// How many slots of workers it knows, and has not given up.
    pub(crate) fn slots(&self) -> Result<usize> {
        let workers = self.call("worker_list", &json!({}))?;
        let workers = workers.as_array().into_iter().flatten();
        let names = workers.filter_map(|it| it["name"].as_str());
        Ok(names.filter(|name| name.starts_with(SLOT)).count())
    }

    fn call(&self, method: &str, arguments: &Value) -> Result<Value> {
        let fault = |error: &dyn std::fmt::Display| {
            Error::internal(format!("luigid at {}: {method}: {error}", self.address))
        };
        let answer = self
            .client
            .post(format!("{}/api/{method}", self.address))
            .form(&[("data", arguments.to_string())])
            .send()
            .and_then(reqwest::blocking::Response::error_for_status)
            .and_then(reqwest::blocking::Response::json::<Value>)
            .map_err(|error| fault(&error))?;
        Ok(answer["response"].clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_http_stays_on_the_machine_unless_the_network_is_trusted() {
        let open = |address: &str, reach| Luigid::new(address, reach).is_ok();
        assert!(open("http://127.0.0.1:8082", Reach::Safe));
        assert!(open("http://localhost:8082/", Reach::Safe));
        assert!(open("https://luigi.example.org", Reach::Safe));
        assert!(!open("http://10.0.0.5:8082", Reach::Safe));
        assert!(open("http://10.0.0.5:8082", Reach::Trusted));
        assert!(!open("127.0.0.1:8082", Reach::Trusted));
    }
}
