//! Cases of planning sessions: `graph` and `script` in; `events` and `artifacts` out.
//!
//! A line of `graph` is `Task: input, ?optional -> output`; a task writes what it read, so that content shows where it
//! comes from. A line of `script` is a step of the user's; `events` tells what each led to, `artifacts` what stands there
//! in the end. Runs aim at the tasks `BuildReport` and `FinalizeRun`, as `build_plan` does.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use planexe_core::{
    ArtifactUri, By, Caller, Config, Context, Cursor, Edit, Engine, Event, Graph, Input,
    Invalidate, Kind, Logs, NewSession, Options, Output, Phase, Produced, Providers, Range,
    SessionId, Task, TaskError, hard, output, soft,
};
use serde_json::json;

use crate::Case;

pub(super) fn run(_: &Path, case: &Case) -> Result<Vec<(String, String)>> {
    let graph = case.block("graph").context("a session case needs a `graph` block")?;
    let script = case.block("script").context("a session case needs a `script` block")?;
    let tasks: Vec<Task> = graph.text.lines().map(task).collect::<Result<_>>()?;
    let home = tempfile::tempdir()?;
    let engine =
        Engine::open(home.path(), Graph::new(&tasks)?, Providers::default(), Options::default())?;
    let mut user = User { engine, me: Caller("me".to_owned()), session: None, seen: Cursor::START };
    let mut events = String::new();
    for step in script.text.lines().filter(|line| !line.trim().is_empty()) {
        let _ = writeln!(events, "> {step}");
        if let Err(error) = user.step(step) {
            match error.downcast::<planexe_core::Error>() {
                Ok(refused) => {
                    let _ =
                        writeln!(events, "refused {}: {}", refused.code.as_str(), refused.message);
                }
                Err(error) => return Err(error.context(step.to_owned())),
            }
        }
        events.push_str(&user.news()?);
    }
    let mut out = Vec::new();
    for block in case.blocks() {
        match block.name.as_str() {
            "graph" | "script" => {}
            "events" => out.push((block.name.clone(), events.clone())),
            "artifacts" => out.push((block.name.clone(), user.artifacts()?)),
            other => bail!("a session case has no block `{other}`"),
        }
    }
    Ok(out)
}

/// `Write: facts.txt, ?notes.md -> plan.txt`.
fn task(line: &str) -> Result<Task> {
    let (name, rest) = line.split_once(':').context("a task is `Name: inputs -> outputs`")?;
    let (inputs, outputs) = rest.split_once("->").context("a task is `Name: inputs -> outputs`")?;
    let words = |list: &str| -> Vec<&'static str> {
        let words = list.split(',').map(str::trim).filter(|word| !word.is_empty());
        words.map(|word| &*word.to_owned().leak()).collect()
    };
    let inputs: Vec<Input> = words(inputs)
        .into_iter()
        .map(|path| path.strip_prefix('?').map_or_else(|| hard(path), soft))
        .collect();
    let outputs: Vec<Output> =
        words(outputs).into_iter().map(|path| output(path, Kind::Intermediate)).collect();
    Ok(Task {
        name: name.trim().to_owned().leak(),
        phase: Phase::GeneratingPlan,
        version: 1,
        inputs: inputs.leak(),
        outputs: outputs.leak(),
        weight: 1,
        by: By::Code,
        run: quote_inputs,
    })
}

/// Every output is the task's name around what it read. A task that reads `fail` gives up.
fn quote_inputs(ctx: &Context<'_>) -> Result<Vec<Produced>, TaskError> {
    let mut read = Vec::new();
    for path in ctx.inputs.paths() {
        read.push(ctx.inputs.text(path)?.trim().to_owned());
    }
    let words = read.join(", ");
    if words.contains("fail") {
        return Err(TaskError::Recoverable(format!("cannot work with {words:?}")));
    }
    let text = format!("{}({words})\n", ctx.task.name);
    Ok(ctx.task.outputs.iter().map(|output| Produced::text(output.path, text.as_str())).collect())
}

/// Whoever follows the script.
struct User {
    engine: Engine,
    me: Caller,
    session: Option<SessionId>,
    seen: Cursor,
}

impl User {
    fn session(&self) -> Result<&SessionId> {
        self.session.as_ref().context("the script begins with `create IDEA`")
    }

    fn uri(&self, path: &str) -> Result<ArtifactUri> {
        Ok(ArtifactUri::new(self.session()?, &path.parse()?))
    }

    fn step(&mut self, step: &str) -> Result<()> {
        let (word, rest) = step.split_once(' ').unwrap_or((step, ""));
        let (path, text) = rest.split_once(' ').unwrap_or((rest, ""));
        match word {
            "create" => {
                let mut config = Config::default();
                // One at a time, so that events have one order.
                config.luigi.workers = 1;
                let new = NewSession {
                    idea: rest.to_owned(),
                    config,
                    metadata: json!({}),
                    client_request_id: None,
                };
                self.session = Some(self.engine.create(&self.me, new)?.0.id);
            }
            "start" => {
                let run = self.engine.start(&self.me, self.session()?, "build_plan", &[])?;
                self.engine.wait(self.session()?, run.id, Duration::from_mins(1))?;
            }
            "resume" => {
                let mut invalidate = Invalidate::default();
                match path {
                    "" => {}
                    "task" => invalidate.tasks.push(text.to_owned()),
                    "artifact" => invalidate.artifacts.push(self.uri(text)?),
                    other => bail!("`resume` takes `task NAME` or `artifact PATH`, not {other:?}"),
                }
                let run =
                    self.engine.resume(&self.me, self.session()?, "build_plan", &invalidate)?;
                self.engine.wait(self.session()?, run.id, Duration::from_mins(1))?;
            }
            "write" => {
                let edit = Edit { bytes: text.into(), reason: "case".to_owned(), expected: None };
                self.engine.write(&self.me, &self.uri(path)?, edit)?;
            }
            "restore" => {
                let uri = self.uri(path)?;
                let old =
                    self.engine.read(&self.me, &uri, Some(text.parse()?), Range::default())?;
                let edit = Edit { bytes: old.bytes, reason: "case".to_owned(), expected: None };
                self.engine.write(&self.me, &uri, edit)?;
            }
            // Files in the session's folder, as an editor leaves them.
            "save" => std::fs::write(self.engine.out_folder(self.session()?).join(path), text)?,
            "delete" => std::fs::remove_file(self.engine.out_folder(self.session()?).join(path))?,
            "bundle" => {
                self.engine.bundle_as_artifact(&self.me, self.session()?, Logs::Without)?;
            }
            "archive" => {
                self.engine.archive(&self.me, self.session()?)?;
            }
            other => bail!("no step `{other}`"),
        }
        Ok(())
    }

    /// A line per event since the last step, without what only tells of time.
    fn news(&mut self) -> Result<String> {
        let mut out = String::new();
        let Some(session) = &self.session else { return Ok(out) };
        loop {
            let page = self.engine.events(&self.me, session, self.seen, 1000, Duration::ZERO)?;
            for event in &page.events {
                out.push_str(&told(event));
            }
            self.seen = page.cursor;
            if !page.has_more {
                return Ok(out);
            }
        }
    }

    /// What stands at each path: version, whether it is pinned, content.
    fn artifacts(&self) -> Result<String> {
        let mut out = String::new();
        for artifact in self.engine.artifacts(&self.me, self.session()?, "")? {
            if matches!(artifact.kind, Kind::Log | Kind::State) {
                continue;
            }
            let _ = write!(out, "{} v{}", artifact.path, artifact.version);
            if artifact.pinned {
                out.push_str(" pinned");
            }
            let uri = ArtifactUri::new(self.session()?, &artifact.path);
            let content = self.engine.read(&self.me, &uri, None, Range::default())?;
            match String::from_utf8(content.bytes) {
                Ok(text) => writeln!(out, ": {}", text.trim().replace('\n', "⏎"))?,
                Err(_) => writeln!(out, ": bytes")?,
            }
        }
        Ok(out)
    }
}

fn told(event: &Event) -> String {
    let kind = event.kind.as_str();
    if ["log", "progress_updated", "phase_changed"].contains(&kind) {
        return String::new();
    }
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let data = &event.data;
    // Log and state come with every run.
    if ["run.log", "luigi_state.json", "run_error.json"].contains(&text(&data["path"]).as_str()) {
        return String::new();
    }
    let mut words = vec![kind.to_owned()];
    words.extend(["task", "path"].map(|field| text(&data[field])));
    words.push(text(&data["why"]["reason"]));
    let lists = [&data["why"]["paths"], &data["why"]["tasks"], &data["tasks"]];
    words.extend(lists.into_iter().filter_map(|list| list.as_array()).flatten().map(text));
    words.push(text(&data["why"]["path"]));
    if data["cached"] == true {
        words.push(if data["pinned"] == true { "pinned".to_owned() } else { "cached".to_owned() });
    }
    words.push(text(&data["error"]["message"]));
    words.retain(|word| !word.is_empty());
    format!("{}\n", words.join(" "))
}
