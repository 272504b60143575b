//! The SDK's own client, talking to `planexe mcp` as a process of its own.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rmcp::model::{CallToolRequestParams, ClientCapabilities, ClientConfig, Implementation};
use rmcp::service::RunningService;
use rmcp::transport::TokioChildProcess;
use rmcp::{RoleClient, ServiceExt as _};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::servers::Servers;

/// A folder of sessions and a script, shared by any number of clients.
pub(crate) struct Home {
    folder: TempDir,
    servers: Option<Servers>,
}

impl Home {
    pub(crate) fn new() -> Self {
        let home = Self { folder: tempfile::tempdir().unwrap(), servers: Servers::new() };
        home.script(&json!({}));
        home
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    fn script_file(&self) -> PathBuf {
        self.folder.path().join("script.json")
    }

    /// What the model `scripted` does from now on.
    pub(crate) fn script(&self, script: &Value) {
        std::fs::write(self.script_file(), script.to_string()).unwrap();
    }

    /// `planexe` with this home; on PostgreSQL where servers are started.
    pub(crate) fn command(&self) -> std::process::Command {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_planexe"));
        command.arg("--home").arg(self.path()).arg("--script").arg(self.script_file());
        if let Some(servers) = &self.servers {
            command.arg("--store").arg(&servers.database);
        }
        command
    }

    pub(crate) fn client(&self) -> Client {
        self.client_as("contract-test", &["mcp"])
    }

    /// A client of that name, and the arguments it starts the server with.
    pub(crate) fn client_as(&self, name: &str, arguments: &[&str]) -> Client {
        let mut command = self.command();
        command.args(arguments);
        Client::connect(command, name)
    }
}

/// A client and its server.
pub(crate) struct Client {
    runtime: tokio::runtime::Runtime,
    service: Option<RunningService<RoleClient, ClientConfig>>,
}

impl Client {
    fn connect(command: std::process::Command, name: &str) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let info = ClientConfig::new(ClientCapabilities::default(), Implementation::new(name, "1"));
        let service = runtime.block_on(async {
            let transport = TokioChildProcess::new(tokio::process::Command::from(command)).unwrap();
            info.serve(transport).await.unwrap()
        });
        Self { runtime, service: Some(service) }
    }

    fn service(&self) -> &RunningService<RoleClient, ClientConfig> {
        self.service.as_ref().expect("the client is open")
    }

    /// The structured answer of a tool, and whether it is an error.
    pub(crate) fn answer(&self, tool: &str, arguments: Value) -> (Value, bool) {
        let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
        let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let result = self.runtime.block_on(self.service().call_tool(params)).unwrap();
        let answer = result.structured_content.expect("every answer is structured");
        let text = result.content[0].as_text().expect("every answer is text as well");
        assert_eq!(serde_json::from_str::<Value>(&text.text).unwrap(), answer);
        (answer, result.is_error == Some(true))
    }

    /// The answer of a call that succeeds.
    pub(crate) fn call(&self, tool: &str, arguments: Value) -> Value {
        let (answer, is_error) = self.answer(tool, arguments);
        assert!(!is_error, "{tool}: {answer}");
        answer
    }

    /// The error code of a call that fails, in the specification's envelope.
    pub(crate) fn code(&self, tool: &str, arguments: Value) -> String {
        let (answer, is_error) = self.answer(tool, arguments);
        assert!(is_error, "{tool} must fail: {answer}");
        assert!(answer["error"]["message"].is_string(), "{answer}");
        answer["error"]["code"].as_str().unwrap().to_owned()
    }

    pub(crate) fn tool_names(&self) -> Vec<String> {
        let tools = self.runtime.block_on(self.service().list_all_tools()).unwrap();
        tools.into_iter().map(|tool| tool.name.into_owned()).collect()
    }

    /// What a tool says about itself.
    pub(crate) fn description(&self, name: &str) -> String {
        let tools = self.runtime.block_on(self.service().list_all_tools()).unwrap();
        let tool = tools.into_iter().find(|tool| tool.name == name).expect("the tool is listed");
        tool.description.unwrap_or_default().into_owned()
    }

    /// What the server says to every client.
    pub(crate) fn instructions(&self) -> String {
        let info = self.service().peer_info().expect("the server has introduced itself");
        info.instructions.clone().unwrap_or_default()
    }

    pub(crate) fn resource_uris(&self) -> Vec<String> {
        let resources = self.runtime.block_on(self.service().list_all_resources()).unwrap();
        resources.into_iter().map(|resource| resource.uri.clone()).collect()
    }

    pub(crate) fn resource(&self, uri: &str) -> Result<Value, String> {
        let params = rmcp::model::ReadResourceRequestParams::new(uri);
        let read = self.runtime.block_on(self.service().read_resource(params));
        let read = read.map_err(|error| error.to_string())?;
        Ok(serde_json::to_value(&read.contents[0]).unwrap())
    }

    /// A session whose models follow the script.
    pub(crate) fn session(&self) -> String {
        let created = self.call(
            "planexe.session.create",
            json!({
                "idea": "A street festival for 300 guests in June, at most 20000 EUR.",
                "config": { "planner_model": "scripted", "validator_model": "scripted" },
            }),
        );
        created["session_id"].as_str().unwrap().to_owned()
    }

    /// Starts a run towards everything.
    pub(crate) fn start(&self, session: &str) -> Value {
        let target = "build_plan_and_validate";
        self.call("planexe.session.start", json!({ "session_id": session, "target": target }))
    }

    /// Follows events until one fits.
    pub(crate) fn wait_for(&self, session: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        let mut since = "cursor_0".to_owned();
        for _ in 0..300 {
            let page = self.call(
                "planexe.session.events",
                json!({ "session_id": session, "since": since, "wait_ms": 1000 }),
            );
            page["cursor"].as_str().unwrap().clone_into(&mut since);
            let mut events = page["events"].as_array().unwrap().iter();
            if let Some(event) = events.find(|event| is_it(event)) {
                return event.clone();
            }
        }
        panic!("the event never came");
    }

    /// Waits until a task has started.
    pub(crate) fn wait_for_task(&self, session: &str, task: &str) {
        self.wait_for(session, |event| {
            event["type"] == "task_started" && event["data"]["task"] == task
        });
    }

    /// Waits until a run has ended, and gives the status.
    pub(crate) fn end(&self, session: &str, run: &str) -> Value {
        self.wait_for(session, |event| {
            let kind = event["type"].as_str().unwrap();
            ["run_completed", "run_failed", "run_stopped"].contains(&kind)
                && event["data"]["run_id"] == run
        });
        self.call("planexe.session.status", json!({ "session_id": session }))
    }

    /// Every event of a session.
    pub(crate) fn events(&self, session: &str) -> Vec<Value> {
        let mut events = Vec::new();
        let mut since = "cursor_0".to_owned();
        loop {
            let arguments = json!({ "session_id": session, "since": since, "limit": 1000 });
            let page = self.call("planexe.session.events", arguments);
            events.extend(page["events"].as_array().unwrap().iter().cloned());
            if page["has_more"] == false {
                return events;
            }
            page["cursor"].as_str().unwrap().clone_into(&mut since);
        }
    }
}

impl Drop for Client {
    /// Leaves, and waits for the server to end.
    fn drop(&mut self) {
        if let Some(service) = self.service.take() {
            // A test that fails already has more to say than its server.
            let _ = self.runtime.block_on(service.cancel());
        }
    }
}

/// The tasks of a run that really ran, in alphabetical order.
pub(crate) fn ran(events: &[Value], run: &str) -> Vec<String> {
    let mut names: Vec<String> = events
        .iter()
        .filter(|event| event["type"] == "task_completed" && event["data"]["cached"] == false)
        .filter(|event| event["data"]["run_id"] == run)
        .map(|event| event["data"]["task"].as_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

/// The address of an artifact.
pub(crate) fn uri(session: &str, path: &str) -> String {
    format!("planexe://sessions/{session}/out/{path}")
}

/// Long enough for anything that must happen at all.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);

/// Waits for a process to end by itself.
pub(crate) fn exit_code(child: &mut std::process::Child) -> Option<i32> {
    let begun = std::time::Instant::now();
    while begun.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("the process never ended");
}

/// Whether a file of that name lies anywhere below a folder.
pub(crate) fn find_file(folder: &Path, is_it: &dyn Fn(&Path) -> bool) -> Option<PathBuf> {
    for entry in std::fs::read_dir(folder).ok()?.flatten() {
        let path = entry.path();
        if path.is_dir() {
            if let Some(found) = find_file(&path, is_it) {
                return Some(found);
            }
        } else if is_it(&path) {
            return Some(path);
        }
    }
    None
}
