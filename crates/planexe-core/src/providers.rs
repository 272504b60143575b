//! The providers that ship: rules without a model, any chat-completions endpoint, the agent that
//! calls, and a script for rehearsals; and the table in which a session's model name is looked up.

use std::collections::BTreeMap;
use std::sync::Arc;

use planner::{Draw, Embedded, NoEngine, Provider};

use agent::Agent;
use chain::Chain;
use openai::Endpoints;

pub(crate) mod agent;
mod calls;
pub(crate) mod chain;
pub(crate) mod openai;
mod schema;
pub(crate) mod scripted;

/// What a program brings along for planning: providers, by the name that `planner_model` uses, and
/// the engines that draw.
#[derive(Clone)]
pub struct Providers {
    named: BTreeMap<String, Arc<dyn Provider>>,
    drawing: Arc<dyn Draw>,
    endpoints: Option<Endpoints>,
    agent: Option<Arc<Agent>>,
}

impl Default for Providers {
    /// `embedded` alone, without pictures: works without a network and without a key.
    fn default() -> Self {
        let drawing = Arc::new(NoEngine);
        let none = Self { named: BTreeMap::new(), drawing, endpoints: None, agent: None };
        none.with("embedded", Arc::new(Embedded))
    }
}

impl Providers {
    /// The same providers and one more.
    #[must_use]
    pub fn with(mut self, name: &str, provider: Arc<dyn Provider>) -> Self {
        self.named.insert(name.to_owned(), provider);
        self
    }

    /// The same providers, with diagrams drawn by `drawing`.
    #[must_use]
    pub fn with_drawing(mut self, drawing: Arc<dyn Draw>) -> Self {
        self.drawing = drawing;
        self
    }

    /// The same providers and any `openai:<model>@<base_url>` at these endpoints.
    #[must_use]
    pub fn with_endpoints(mut self, endpoints: Endpoints) -> Self {
        self.endpoints = Some(endpoints);
        self
    }

    /// The same providers and `agent`, whose questions the engine hands out.
    #[must_use]
    pub fn with_agent(mut self, agent: Agent) -> Self {
        let agent = Arc::new(agent);
        self.agent = Some(Arc::clone(&agent));
        self.with("agent", agent)
    }

    pub(crate) fn agent(&self) -> Option<&Agent> {
        self.agent.as_deref()
    }

    /// The drawing service that tasks use for diagrams.
    pub fn drawing(&self) -> Arc<dyn Draw> {
        Arc::clone(&self.drawing)
    }

    /// The provider of that name. Several names with commas between them are asked in turn, the next
    /// when one fails.
    pub fn find(&self, name: &str) -> Option<Arc<dyn Provider>> {
        let mut chain = Vec::new();
        for part in name.split(',').map(str::trim) {
            let named = self.named.get(part).cloned();
            chain.push(named.or_else(|| self.endpoints.as_ref()?.find(part))?);
        }
        if chain.len() == 1 { chain.pop() } else { Some(Arc::new(Chain(chain))) }
    }

    /// The same providers, whose endpoints are called once: for a person who waits to hear whether one answers.
    pub(crate) fn without_retries(&self) -> Self {
        let mut providers = self.clone();
        if let Some(endpoints) = &mut providers.endpoints {
            endpoints.patience.attempts = 1;
        }
        providers
    }

    /// The names on offer, in order.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.named.keys().map(String::as_str).collect();
        if self.endpoints.is_some() {
            names.push("openai:<model>@<base_url>");
        }
        names
    }
}
