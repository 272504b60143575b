//! Calling a tool from inside the process, under the same rules as over the protocol.

use std::sync::{Arc, OnceLock};

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::call::RootSource;
use crate::requests::tools::perform;
use crate::work::{self, Audience, Outcome, Terms};
use crate::{Answer, Fault, Server, Subject};

/// Why a call inside the process has no ordinary answer.
#[derive(Clone, Debug, PartialEq)]
pub enum InvokeError {
    /// No tool has that name or alias.
    UnknownTool(String),
    /// The tool is known and the call failed; [`Fault::to_error`] puts it into words.
    Fault(Fault),
}

impl Server {
    /// Calls a tool by name or alias: same checks, limits and catching of panics as a client's call, with the roots of
    /// the server and nobody to hear progress or logs. Dropping the future tells the handler to stop.
    ///
    /// Needs a Tokio runtime. An answer may still be marked as an error by its tool.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use serde_json::json;
    /// use toolserver::{Answer, InvokeError, Schema, Server, Tool};
    ///
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let hello = Tool::new("hello", "Greets.", Schema::no_arguments(), |_, _| Ok(Answer::text("hello")));
    /// let server = Arc::new(Server { tools: vec![hello], ..Server::new("greeter", "1.0.0") });
    /// let answer = server.invoke("hello", json!({}), None).await.unwrap();
    /// assert_eq!(answer.text.as_deref(), Some("hello"));
    /// let unknown = server.invoke("goodbye", json!({}), None).await;
    /// assert_eq!(unknown, Err(InvokeError::UnknownTool("goodbye".into())));
    /// # });
    /// ```
    pub async fn invoke(
        self: &Arc<Self>,
        name: &str,
        arguments: Value,
        subject: Option<Subject>,
    ) -> Result<Answer, InvokeError> {
        let Some(index) = self.tools.iter().position(|tool| tool.answers_to(name)) else {
            return Err(InvokeError::UnknownTool(name.to_owned()));
        };
        let time = self.tools[index].time.unwrap_or(self.limits.time);
        let roots = Arc::new(self.roots.without_client().clone());
        let terms = Terms {
            limits: self.limits,
            time,
            stop: CancellationToken::new(),
            roots: RootSource {
                found: OnceLock::from(roots.clone()),
                ask: Box::new(move || roots.clone()),
            },
            subject,
        };
        let server = Arc::clone(self);
        let outcome = work::carry_out(terms, Audience::Nobody, move |call| {
            let answer = perform(&server, &server.tools[index], call, &arguments)?;
            let (bytes, limit) = (answer.json_bytes(), server.limits.output_bytes);
            if bytes > limit { Err(Fault::OutputLimit { bytes, limit }) } else { Ok(answer) }
        })
        .await;
        let fault = match outcome {
            Outcome::Done(Ok(answer)) => return Ok(answer),
            Outcome::Done(Err(fault)) => fault,
            Outcome::Panicked(message) => Fault::Panic(message),
            Outcome::TimedOut | Outcome::Stopped => Fault::TimeLimit(time),
        };
        Err(InvokeError::Fault(fault))
    }
}
